"""2 · The kernel rejects: a name that could be taken for something else.

The core names its coordinates and auxiliary variables itself: ``|x|``, ``cos(x,y)``, ``r1``, ``max1``, ``root2``, the blocks
``x_1`` of a family. A statement that uses such a name for another thing must not profit from the coincidence.
"""

from __future__ import annotations

import pytest
from evidence import IDENTITY, both, certificate, equation, judged, sums, term, use, witness

from proofs.kernel import (
    Claim,
    Family,
    Space,
    derivative,
    equal,
    every,
    exists,
    inner,
    largest,
    maximum,
    minimum,
    named,
    norm,
    real,
    root,
)
from proofs.kernel import both as all_of
from proofs.kernel import terms as t
from proofs.kernel.core import lower
from proofs.kernel.verdict import Verdict

x, y = Space("x", "y")
p, q, r = real("p q r")


class TestNamesOfOneStatement:
    """What is no plain word is refused when the claim is stated."""

    @pytest.mark.parametrize("name", ["|x|", "cos(x,y)", "1", "2", "x y", "", "p+q", "_", "'", "p²+q", "p²", "½", "xₖ"])
    def test_a_number_needs_a_plain_name(self, name: str) -> None:
        with pytest.raises(ValueError, match="is not a name"):
            Claim("mine.bad", equal(t.Symbol(name), 0))

    @pytest.mark.parametrize("names", [("1", "2"), ("x", "3"), ("|x|", "y"), ("R^2", "y")])
    def test_a_vector_needs_a_plain_name(self, names: tuple[str, str]) -> None:
        with pytest.raises(ValueError, match="is not a name"):
            Claim("mine.bad", equal(inner(*Space(*names)), 0))

    @pytest.mark.parametrize("name", ["p", "c_1", "x1", "z'", "lam", "λ", "M_max"])
    def test_words_indices_and_primes_are_names(self, name: str) -> None:
        assert [v.name for v in Claim("mine.fine", equal(t.Symbol(name), 0)).variables()] == [name]

    def test_one_name_means_one_thing(self) -> None:
        with pytest.raises(ValueError, match="x names two different things"):
            Claim("mine.bad", equal(norm(x), t.Symbol("x")))

    @pytest.mark.parametrize("names", ["x1 x_1", "lam λ", "c_n c_n"])
    def test_one_thing_has_one_name_in_writing(self, names: str) -> None:
        first, second = real(names)
        claim = all_of(first >= 0, second >= 0)
        if first == second:
            assert [v.name for v in Claim("mine.fine", claim).variables()] == [first.name]
        else:
            with pytest.raises(ValueError, match=f"{first.name} and {second.name} would both be written"):
                Claim("mine.bad", claim)

    def test_an_abbreviation_is_no_vector_of_the_statement(self) -> None:
        with pytest.raises(ValueError, match="x names two different things"):
            Claim("mine.bad", equal(norm(named("x", x + y)), norm(x)))


class TestBlocksOfAFamily:
    """The names ``x_1`` and ``x'`` belong to blocks once there is a family ``x``."""

    x_k, whole = Family("x")[0][0], Family("x")[1][0]

    @pytest.mark.parametrize("name", ["x", "x_1", "x1", "x_k", "x'", "x_1'"])
    def test_another_vector_cannot_be_named_like_a_block(self, name: str) -> None:
        (other,) = Space(name)
        with pytest.raises(ValueError, match=f"{name} would be taken for the family x or a block of it"):
            Claim("mine.bad", every(norm(self.x_k) > 5), given=[norm(other) > 5])

    @pytest.mark.parametrize("name", ["xs", "y"])
    def test_other_names_are_free(self, name: str) -> None:
        (other,) = Space(name)
        claim = Claim("mine.unshown", every(norm(self.x_k) > 5), given=[norm(other) > 5])
        trivial = sums([], both(), both(), certificate(term(f"|{name}| - 5")))
        assert judged(claim, {"every": {"proof": trivial}, "model": {name: ["6"], "x_1": ["6"]}}).verdict is Verdict.UNKNOWN

    @pytest.mark.parametrize("names", [("x", "x_1"), ("x", "x'"), ("x1",)])
    def test_a_family_is_named_by_letters_only(self, names: tuple[str, ...]) -> None:
        members, _ = Family(*names)
        with pytest.raises(ValueError, match="is not a name for a family"):
            Claim("mine.bad", every(norm(members[0]) >= 0))


class TestAuxiliaryVariables:
    """Roots and extrema become variables; their names must not meet those of the statement."""

    def test_a_number_called_like_a_root_of_a_number(self) -> None:
        (root2,) = real("root2")
        for statement in (equal(root(2), root2), equal(root2, root(2)), equal(root2**2, 2)):
            claim = Claim("mine.false", statement)
            assert "root2" not in lower(claim, {}.__getitem__).context.squares
            assert judged(claim, {"proof": IDENTITY, "model": {"root2": "1"}}).verdict is Verdict.UNKNOWN

    @pytest.mark.parametrize("names", ["r1 p", "p r1", "r1 r2"])
    def test_a_number_called_like_a_root(self, names: str) -> None:
        a, b = real(names)
        claim = Claim("mine.false", equal(root(a), b), given=[a >= 0])
        core = lower(claim, {}.__getitem__)
        assert a.name not in core.context.squares
        assert b.name not in core.context.squares
        assert judged(claim, {"proof": IDENTITY, "model": {a.name: "1", b.name: "1"}}).verdict is Verdict.UNKNOWN

    @pytest.mark.parametrize("name", ["max1", "max2"])
    def test_a_number_called_like_a_maximum(self, name: str) -> None:
        (m,) = real(name)
        claim = Claim("mine.false", m >= p, given=[maximum(p, q) >= 0, minimum(p, q) <= 0])
        proof = certificate(term(f"{name} - p"))
        assert judged(claim, {"proof": proof, "model": {"p": "1", "q": "0", name: "0"}}).verdict is Verdict.UNKNOWN

    def test_a_maximum_over_blocks_is_not_another_maximum(self) -> None:
        (x_k,), _ = Family("x")
        claim = Claim("mine.false", largest(norm(x_k)) >= p, given=[maximum(p, q) >= p])
        proof = sums([], both(), both(), certificate(term("max1 - p")))
        record = judged(claim, {"every": {"proof": proof}, "model": {"p": "6", "q": "0", "x_1": ["1"]}})
        assert record.verdict is Verdict.UNKNOWN

    @pytest.mark.parametrize("statement", [t.Maximum, t.Minimum])
    def test_there_is_no_maximum_of_nothing(self, statement: type) -> None:
        with pytest.raises(ValueError, match="of nothing is not a number"):
            statement(())


class TestNamesOfALemma:
    """A lemma brings its own abbreviations and auxiliary variables; they stay its own."""

    def test_an_abbreviation_is_not_taken_for_a_vector_of_the_claim(self) -> None:
        u, v = Space("u", "v")
        (w,) = Space("w")
        lemma = Claim("lemma.sum", norm(named("w", u + v)) >= 0)
        stored = {"lemma.sum": {"proof": certificate(term("|w|")), "model": {"u": ["1"], "v": ["1"]}}}
        assert judged(lemma, stored["lemma.sum"]).verdict is Verdict.PROVED
        claim = Claim("mine.false", equal(norm(w) ** 2, norm(x + y) ** 2))
        proof = use("lemma.sum", {"u": "x", "v": "y"}, IDENTITY)
        record = judged(claim, {"proof": proof, "model": {"w": ["1"], "x": ["1"], "y": ["1"]}}, lemma, stored=stored)
        assert record.verdict is Verdict.UNKNOWN
        assert "differ by" in record.reason

    def test_a_root_of_a_lemma_is_not_that_of_the_claim(self) -> None:
        lemma = Claim("lemma.root", root(r) >= 0, given=[r >= 0])
        stored = {"lemma.root": {"proof": certificate(term("r1")), "model": {"r": "1"}}}
        claim = Claim("mine.false", equal(p, q), given=[p >= 0, q >= 0, root(p) >= 0])
        other = use("lemma.root", {"r": "q"}, certificate(equations=[]), [certificate(term("q"))])
        record = judged(claim, {"proof": other, "model": {"p": "1", "q": "1"}}, lemma, stored=stored)
        assert record.verdict is Verdict.UNKNOWN
        assert "differ by" in record.reason

    @pytest.mark.parametrize("substitution", [{"q": "p"}, {"q": "p", "r": "p"}])
    def test_a_bound_variable_is_not_substituted(self, substitution: dict[str, str]) -> None:
        """The slope of ``q r`` is q; that of ``p p`` at 0 is not p."""
        lemma = Claim("lemma.slope", equal(derivative(q * r, r), q))
        stored = {"lemma.slope": {"proof": IDENTITY, "model": {"q": "1"}}}
        assert judged(lemma, stored["lemma.slope"]).verdict is Verdict.PROVED
        claim = Claim("mine.false", equal(p, 0))
        proof = use("lemma.slope", substitution, certificate(equations=[equation("-p", "p")]))
        record = judged(claim, {"proof": proof, "model": {"p": "1"}}, lemma, stored=stored)
        assert record.verdict is Verdict.UNKNOWN
        assert "-p = 0 is not among the facts" in record.reason

    def test_a_term_with_the_name_of_a_bound_variable_is_refused(self) -> None:
        lemma = Claim("lemma.slope", equal(derivative(q * r, r), q))
        stored = {"lemma.slope": {"proof": IDENTITY, "model": {"q": "1"}}}
        claim = Claim("mine.false", equal(r, 0))
        proof = use("lemma.slope", {"q": "r"}, certificate(equations=[equation("-r", "r")]))
        record = judged(claim, {"proof": proof, "model": {"r": "1"}}, lemma, stored=stored)
        assert record.verdict is Verdict.UNKNOWN
        assert "r is bound in the claim used" in record.reason

    def test_what_exists_for_a_lemma_does_not_catch_a_variable_of_the_claim(self) -> None:
        """Some number is above q; it is not q that is above itself."""
        lemma = Claim("lemma.above", exists(r, such_that=r > q))
        stored = {"lemma.above": {"proof": witness({"r": "q + 1"}, certificate(term()), both()), "model": {"q": "1"}}}
        assert judged(lemma, stored["lemma.above"]).verdict is Verdict.PROVED
        claim = Claim("mine.false", r < r)
        for substitution in ({"q": "r"}, {"q": "r", "r": "r"}):
            proof = use("lemma.above", substitution, certificate(term("0")))
            record = judged(claim, {"proof": proof, "model": {"r": "1"}}, lemma, stored=stored)
            assert record.verdict is Verdict.UNKNOWN
            assert "r is bound in the claim used" in record.reason
