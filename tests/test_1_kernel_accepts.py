"""1 · The kernel accepts what is true: every rule of the checker on the smallest goals that need it."""

from __future__ import annotations

import pytest
from evidence import (
    IDENTITY,
    Evidence,
    both,
    cases,
    certificate,
    context,
    equation,
    judged,
    product,
    relation,
    sums,
    term,
    use,
    witness,
)

from proofs.kernel import (
    Claim,
    Family,
    Space,
    absolute,
    cosine,
    equal,
    every,
    exists,
    inner,
    largest,
    nonzero,
    norm,
    real,
    root,
    total,
)
from proofs.kernel import both as all_of
from proofs.kernel.check import And, Iff, Or, decide, polynomial, write
from proofs.kernel.verdict import Verdict

x, y = Space("x", "y")
a, b, p, q = real("a b p q")
(x_k, y_k), (xs, ys) = Family("x", "y")


class TestIdentity:
    """Two sides are equal once squares are replaced by what they are."""

    @pytest.mark.parametrize("text", ["0 = 0", "a - a = 0", "s^2 + c^2 - 1 = 0", "r^4 - c^2 + 2*r^2*s^2 - 2*c + 2*c^3 = 0"])
    def test_identity(self, text: str) -> None:
        decide(relation(text), IDENTITY, context(s="-c^2 + 1", r="c"))


class TestCertificate:
    """``q·g = Σ w·f²·facts + Σ p·equations``."""

    @pytest.mark.parametrize(
        ("goal", "facts", "evidence"),
        [
            ("a^2 - 2*a*b + b^2 >= 0", [], certificate(term(square="a - b"))),
            ("2*a^2 + 1/2 > 0", [], certificate(term(square="a", weight="2"), term(weight="1/2"))),
            ("a*b >= 0", ["a >= 0", "b >= 0"], certificate(term("a", "b"))),
            ("a*b > 0", ["a > 0", "b > 0"], certificate(term("a", "b"))),
            ("a*b != 0", ["a > 0", "b > 0"], certificate(term("a", "a", "b", "b"))),
            ("a != 0", ["-a > 0"], certificate(term("-a", "-a"))),
            ("a != 0", ["a != 0"], certificate(term("a^2"))),
            ("a^2 > 0", ["a != 0"], certificate(term("a^2"))),
            ("a >= 0", ["a*b >= 0", "b > 0"], certificate(term("a*b"), multiplier=[product("b")])),
            ("a > 0", ["a*b > 0", "b > 0"], certificate(term("a*b"), multiplier=[product("b")])),
            ("a >= 0", ["a - b = 0", "b >= 0"], certificate(term("b"), equations=[equation("a - b")])),
            ("a - b >= 0", ["a - b = 0"], certificate(equations=[equation("a - b")])),
            ("a = 0", ["a^2 = 0"], certificate(equations=[equation("a^2", "-1")])),
            ("a = 0", ["a*b = 0", "b > 0"], certificate(equations=[equation("a*b", "-a")], multiplier=[product("b")])),
            ("a = 0", ["a - b = 0", "b = 0"], certificate(equations=[equation("a - b", "-a"), equation("b", "-a")])),
            ("1 > 0", [], certificate(term())),
            ("0 >= 0", [], certificate()),
        ],
    )
    def test_certificate(self, goal: str, facts: list[str], evidence: Evidence) -> None:
        decide(relation(goal), evidence, context(*facts))

    def test_the_multiplier_may_be_a_sum(self) -> None:
        facts = context("a > 0", "b > 0", "a*c + b*c >= 0")
        decide(relation("c >= 0"), certificate(term("a*c + b*c"), multiplier=[product("a"), product("b")]), facts)

    def test_squares_are_replaced_on_both_sides(self) -> None:
        facts = context("r > 0", r="a^2 + 1")
        decide(relation("r^2 - a^2 > 0"), certificate(term()), facts)
        decide(relation("r^3 > 0"), certificate(term("r^3")), context("r^3 > 0", r="a^2 + 1"))

    def test_max_local(self) -> None:
        """``(AB + P)(mAB − N) = m(a₁b₂ − a₂b₁)² + (AB + P)Σ(m − c_k)a_k b_k``, as the notes give it."""
        facts = context(
            "A > 0", "B > 0", "a > 0", "b > 0", "u > 0", "v > 0", "m >= 0", "m - c >= 0", "m - d >= 0",
            A="a^2 + u^2", B="b^2 + v^2",
        )  # fmt: skip
        products = [("A", "B"), ("a", "b"), ("u", "v")]
        terms = [term("m", square="a*v - b*u")]
        terms += [term("m - c", "a", "b", *factors) for factors in products]
        terms += [term("m - d", "u", "v", *factors) for factors in products]
        evidence = certificate(*terms, multiplier=[product(*factors) for factors in products])
        decide(relation("m*A*B - c*a*b - d*u*v >= 0"), evidence, facts)


class TestConnectives:
    """Conjunctions part by part, disjunctions by one part, equivalences in both directions."""

    good, other = relation("a >= 0"), relation("b >= 0")

    def test_both(self) -> None:
        decide(
            And((self.good, self.other)), both(certificate(term("a")), certificate(term("b"))), context("a >= 0", "b >= 0")
        )
        decide(And(()), both(), context())

    @pytest.mark.parametrize(("part", "fact"), [(0, "a"), (1, "b")])
    def test_choose(self, part: int, fact: str) -> None:
        evidence = {"rule": "choose", "part": part, "by": certificate(term(fact))}
        decide(Or((self.good, self.other)), evidence, context(f"{fact} >= 0"))

    def test_iff(self) -> None:
        forward, backward = certificate(term("a", weight="2")), certificate(term("2*a", weight="1/2"))
        decide(Iff(self.good, relation("2*a >= 0")), {"rule": "iff", "forward": forward, "backward": backward}, context())

    def test_a_conjunction_is_known_part_by_part(self) -> None:
        known = context().assume(And((self.good, And((self.other,)))))
        decide(relation("a + b >= 0"), certificate(term("a"), term("b")), known)


class TestCases:
    """``h ≥ 0`` or ``h < 0``; the parts of a known disjunction; what cannot be."""

    def test_a_sign(self) -> None:
        """The root r of ``a²`` is at least a: clear where a is negative; where ``r < a`` too, ``(a − r)² = −2r(a − r)``."""
        known = context("r >= 0", r="a^2")
        impossible = certificate(term("r", "a - r", weight="2"), multiplier=[product("a - r", "a - r")])
        compared = cases("r - a", certificate(term("r - a")), {"rule": "absurd", "by": impossible})
        decide(relation("r - a >= 0"), cases("a", compared, certificate(term("r"), term("-a"))), known)

    def test_a_known_disjunction(self) -> None:
        known = context(Or((relation("a >= 0"), relation("a - 1 > 0"))), Or((relation("b = 0"), relation("b - a = 0"))))
        by_zero = certificate(equations=[equation("b", "a")])
        by_square = certificate(term(square="a"), equations=[equation("b - a", "a")])
        decide(relation("a*b >= 0"), {"rule": "cases", "of": 1, "each": [by_zero, by_square]}, known)
        no_more_than_one = certificate(term("a - 1"), term())
        decide(relation("a >= 0"), {"rule": "cases", "of": 0, "each": [certificate(term("a")), no_more_than_one]}, known)

    def test_what_cannot_be(self) -> None:
        impossible = certificate(term("-a"), multiplier=[product("a")])
        for goal in (relation("b > 0"), And((relation("b = 0"), relation("b - 1 = 0"))), Or(()), Iff(Or(()), And(()))):
            decide(goal, {"rule": "absurd", "by": impossible}, context("a > 0", "-a >= 0"))


class TestUse:
    """Another claim, whose hypotheses are proved under the substitution."""

    lemma = Claim("lemma.product", p * q >= 0, given=[p >= 0, q >= 0])
    stored = {"lemma.product": {"proof": certificate(term("p", "q")), "model": {"p": "1", "q": "1"}}}  # noqa: RUF012

    def test_numbers(self) -> None:
        claim = Claim("mine.cube", a**3 >= 0, given=[a >= 0])
        premises = [certificate(term("a")), certificate(term(square="a"))]
        proof = use("lemma.product", {"p": "a", "q": "a^2"}, certificate(term("a^3")), premises)
        record = judged(claim, {"proof": proof, "model": {"a": "1"}}, self.lemma, stored=self.stored)
        assert (record.verdict, record.uses) == (Verdict.PROVED, ("lemma.product",))

    def test_vectors(self) -> None:
        """Cauchy–Schwarz for ``x + y`` and x, from that for any two vectors."""
        v, w = Space("v", "w")
        lemma = Claim("lemma.cauchy", inner(v, w) <= norm(v) * norm(w))
        shown = {"proof": certificate(term("|v|", "|w|", "-cos(v,w) + 1")), "model": {"v": ["1"], "w": ["1"]}}
        claim = Claim("mine.sum", inner(x + y, x) <= norm(x + y) * norm(x))
        conclusion = certificate(term("-cos(x,y)*|x|*|y| + r1*|x| - |x|^2"))
        evidence = {"proof": use("lemma.cauchy", {"v": "x + y", "w": "x"}, conclusion), "model": {"x": ["1"], "y": ["1"]}}
        assert judged(claim, evidence, lemma, stored={"lemma.cauchy": shown}).verdict is Verdict.PROVED

    def test_a_lemma_of_one_dimension_for_its_own_vectors(self) -> None:
        s, r = Space("s", "r", dimension=1)
        lemma = Claim("lemma.line", equal(inner(s, r) ** 2, norm(s) ** 2 * norm(r) ** 2))
        model = {"s": ["1"], "r": ["1"]}
        claim = Claim("mine.line", inner(s, r) ** 2 >= 0)
        proof = use("lemma.line", {"s": "s", "r": "r"}, certificate(term(square="|s|*|r|")))
        record = judged(
            claim, {"proof": proof, "model": model}, lemma, stored={"lemma.line": {"proof": IDENTITY, "model": model}}
        )  # fmt: skip
        assert record.verdict is Verdict.PROVED


class TestRootsBelow:
    """A root in a denominator, again and again, gives what is under it."""

    @pytest.mark.parametrize("k", [2, 3, 4])
    def test_powers(self, k: int) -> None:
        claim = Claim("mine.root", equal((1 / root(2 * a)) ** k / b * root(2 * a) ** k, 1 / b), given=[a > 0, b > 0])
        assert judged(claim, {"proof": IDENTITY, "model": {"a": "1", "b": "1"}}).verdict is Verdict.PROVED


class TestText:
    @pytest.mark.parametrize("text", ["0", "1/2", "-1/2", "1/2*a", "-1/2*a^2 + 1/3*a - 1/4", "a*b^2 + 2*a - 3"])
    def test_polynomials_are_read_as_they_are_written(self, text: str) -> None:
        assert write(polynomial(text)) == text


class TestWitness:
    """What is said to exist, by explicit terms."""

    def test_a_number(self) -> None:
        claim = Claim("mine.between", exists(q, such_that=all_of(a < q, q < b)), given=[a < b])
        half = certificate(term("-a + b", weight="1"))
        proof = witness({"q": "(a + b)/2"}, both(half, half), both())
        assert judged(claim, {"proof": proof, "model": {"a": "0", "b": "1"}}).verdict is Verdict.PROVED

    def test_a_root(self) -> None:
        claim = Claim("mine.root", exists(q, where=(q >= 0,), such_that=equal(q**2, a)), given=[a >= 0])
        proof = witness({"q": "root(a)"}, IDENTITY, both(), certificate(term("r1")))
        assert judged(claim, {"proof": proof, "model": {"a": "1"}}).verdict is Verdict.PROVED

    def test_vectors(self) -> None:
        """Every number in [−1, 1] is a cosine."""
        said = exists(x, y, where=(nonzero(x), nonzero(y)), such_that=equal(cosine(x, y), a))
        claim = Claim("mine.cosine", said, given=[-1 <= a, a <= 1])
        a_cosine = [certificate(term("-a + 1")), certificate(term("a + 1"))]
        realisable = both(certificate(term()), *a_cosine, certificate(term(weight="2")))
        positive = certificate(term())
        proof = witness({"|x|": "1", "|y|": "2", "cos(x,y)": "a"}, IDENTITY, realisable, positive, positive)
        assert judged(claim, {"proof": proof, "model": {"a": "0"}}).verdict is Verdict.PROVED


class TestSums:
    """Every number of blocks, from an invariant that one block has and that survives the addition of two."""

    def test_a_sum_over_blocks(self) -> None:
        """``Σ ⟨x_k, y_k⟩ = ⟨x, y⟩``: both add."""
        claim = Claim("mine.sum", equal(total(inner(x_k, y_k)), inner(xs, ys)))
        gaps = [f"total1{k} - cos(x{k},y{k})*|x{k}|*|y{k}|" for k in ("_1", "_2", "")]
        minus = "-total1_1 - total1_2 + cos(x_1,y_1)*|x_1|*|y_1| + cos(x_2,y_2)*|x_2|*|y_2|"
        merged = certificate(equations=[equation(gaps[0], minus), equation(gaps[1], minus)])
        conclusion = certificate(equations=[equation(gaps[2], "-total1 + cos(x,y)*|x|*|y|")])
        proof = sums(["total1 = inner(x,y)"], both(IDENTITY), both(merged), conclusion)
        record = judged(claim, {"every": {"proof": proof}, "model": {"x_1": ["1"], "y_1": ["1"]}})
        assert (record.verdict, record.scope["blocks"]) == (Verdict.PROVED, "every")

    def test_a_bound_on_every_block(self) -> None:
        claim = Claim("mine.obtuse", inner(xs, ys) <= 0, given=[largest(inner(x_k, y_k)) <= 0])
        one = certificate(term("-max1"), term("max1 - cos(x,y)*|x|*|y|"))
        merged = certificate(*(term(f"-cos(x_{k},y_{k})*|x_{k}|*|y_{k}|") for k in (1, 2)))
        proof = sums(["inner(x,y) <= 0"], both(one), both(merged), certificate(term("-cos(x,y)*|x|*|y|")))
        model = {"x_1": ["1"], "y_1": ["-1"]}
        record = judged(claim, {"every": {"proof": proof}, "model": model})
        assert (record.verdict, record.scope["blocks"]) == (Verdict.PROVED, "every")

    def test_a_conclusion_about_every_block(self) -> None:
        """No block is longer than the whole: one block is marked, the others are added to it."""
        claim = Claim("mine.shorter", every(norm(x_k) ** 2 <= norm(xs) ** 2))
        merged = certificate(term(square="|x_2|"), term("|x_1|^2 - |x'|^2"))
        conclusion = certificate(term("|x|^2 - |x'|^2"), equations=[equation("fixed1 - |x|^2")])
        proof = sums(["|x|^2 >= |x'|^2"], both(certificate()), both(merged), conclusion)
        record = judged(claim, {"every": {"proof": proof}, "model": {"x_1": ["1"]}})
        assert (record.verdict, record.scope["blocks"]) == (Verdict.PROVED, "every")

    def test_an_invariant_for_each_case(self) -> None:
        """Numbers that are fixed before the family may be split on."""
        claim = Claim("mine.cases", norm(xs) * absolute(p) >= 0)
        step = both(certificate(term("|x|")))
        ends = [certificate(term("|x|", s), term("|x|", gap)) for s, gap in (("p", "max1 - p"), ("-p", "max1 + p"))]
        split = cases("p", *(sums(["|x| >= 0"], step, step, then) for then in ends))
        record = judged(claim, {"every": {"proof": split}, "model": {"x_1": ["1"], "p": "1"}})
        assert (record.verdict, record.scope["blocks"]) == (Verdict.PROVED, "every")

    def test_evidence_for_two_blocks_is_for_two_blocks(self) -> None:
        claim = Claim("mine.two", norm(xs) >= 0)
        record = judged(claim, {"proof": certificate(term("|x|")), "model": {"x_1": ["1"]}})
        assert (record.verdict, record.scope["blocks"]) == (Verdict.PROVED, "2")
