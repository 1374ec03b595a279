"""2 · Near misses: false claims whose evidence turns on one careless step, with the point that refutes each.

What holds of a product need not hold of its factors, what is fixed in one step of a rule may vary in another, and a term
that nobody looks at must still have a value.
"""

from __future__ import annotations

from typing import Any

import pytest
from evidence import IDENTITY, Evidence, both, certificate, equation, judged, product, sums, term, use

from proofs.kernel import (
    Claim,
    Family,
    Space,
    after_steps,
    cosine,
    derivative,
    either,
    equal,
    every,
    exists,
    iff,
    inner,
    largest,
    named,
    norm,
    real,
    root,
    smallest,
    terms,
    total,
    vector,
)
from proofs.kernel import both as all_of
from proofs.kernel.evaluate import Undefined
from proofs.kernel.verdict import Verdict

x, y = Space("x", "y")
(z,) = Space("z")
x_n, y_n = Space("x_n", "y_n")
(x_k,), (whole,) = Family("x")
n, a, p, q, eps, root2, total1 = real("n a p q eps root2 total1")
BOTH: Evidence = both()
length = norm(named("s", x + y))
cube = 1 / (root(length) * length)
shares = total(norm(x_k) / (3 - total(1)))


def steps(then: Evidence) -> Evidence:
    return {"rule": "steps", "invariant": [], "premises": [BOTH, BOTH], "then": then}


def every_block(proof: Evidence) -> Evidence:
    return {"every": {"proof": sums([], BOTH, BOTH, proof)}, "model": {"x_1": ["1"]}}


def largest_block(k: int) -> Evidence:
    return certificate(equations=[equation(f"max{k}^2 - 2*max{k}*|x_{k}| + |x_{k}|^2", "-1")])


FALSE: list[tuple[str, Claim, Evidence, dict[str, Any]]] = [
    (
        "a number named like a root",
        Claim("near.root", equal(root2, root(2))),
        {"proof": IDENTITY, "model": {"root2": "1"}},
        {"root2": 1},
    ),
    (
        "a count named like a root",
        Claim("near.count", after_steps(root2, start={x_n: x}, step={x_n: x_n}, holds=equal(root2, root(2)))),
        {"proof": steps(IDENTITY), "model": {"x": ["1"]}},
        {"x": [1]},
    ),
    (
        "what is left when a square that may be zero is taken out",
        Claim("near.square", all_of(a >= 0, root(n**2 * a) >= 0), given=[n >= 0, n * a >= 0]),
        {
            "obligations": {"a*n^2 >= 0": [certificate(term("n", "a*n"))]},
            "proof": both(certificate(term(square="r1")), certificate(term("r1", "n"))),
            "model": {"n": "0", "a": "0"},
        },
        {"n": 0, "a": -1},
    ),
    (
        "the same in the norm of a vector",
        Claim(
            "near.norm",
            all_of(norm(root(n * p) * root(n * q) * x) >= 0, p * q >= 0),
            given=[n >= 0, n * p >= 0, n * q >= 0, norm(x) > 0],
        ),
        {
            "proof": both(certificate(term("r3", "n")), certificate(term(square="r3"))),
            "model": {"n": "0", "p": "1", "q": "1", "x": ["1"]},
        },
        {"n": 0, "p": 1, "q": -1, "x": [1]},
    ),
    (
        "powers below a line that meet in one variable",
        Claim("near.powers", equal((cube * cube) / 1, (1 / length) * (1 / length)), given=[length > 0]),
        {"proof": IDENTITY, "model": {"x": ["1"], "y": ["0"]}},
        {"x": [4], "y": [0]},
    ),
    (
        "the slope of a sum over the family",
        Claim("near.slope", equal(derivative(total(eps * norm(x_k)), eps), 0)),
        every_block(IDENTITY),
        {"x": [[1], [1]]},
    ),
    (
        "a bound variable named like a sum",
        Claim("near.bound", equal(derivative(total(norm(x_k)) * total1, total1), 0)),
        every_block(IDENTITY),
        {"x": [[1], [1]]},
    ),
    (
        "the slope of the whole beside a block",
        Claim("near.beside", every(equal(derivative((eps * norm(whole)) * norm(x_k), eps), 0))),
        every_block(IDENTITY),
        {"x": [[1], [1]]},
    ),
    (
        "a maximum within a statement about every block",
        Claim("near.maximum", every(equal(norm(x_k), largest(norm(x_k))))),
        {"proof": both(largest_block(1), largest_block(2)), "model": {"x_1": ["1"], "x_2": ["1"]}},
        {"x": [[1], [2]]},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence", "at"), [row[1:] for row in FALSE], ids=[row[0] for row in FALSE])
def test_a_false_claim_is_not_proved(claim: Claim, evidence: Evidence, at: dict[str, Any]) -> None:
    said = claim.evaluate(**at)
    assert all(said.hypotheses)
    assert not said.conclusion
    record = judged(claim, evidence)
    assert record.verdict is Verdict.UNKNOWN
    assert any(outcome.outcome == "rejected" for outcome in record.evidence)


def test_the_slope_of_a_block_is_one_of_a_block() -> None:
    claim = Claim("near.slope", every(equal(derivative(eps * norm(x_k), eps), norm(x_k))))
    record = judged(claim, every_block(IDENTITY))
    assert record.verdict is Verdict.PROVED
    assert record.every


def test_a_lemma_brings_no_root_that_a_number_is_named_like() -> None:
    lemma, claim = Claim("lemma.two", root(2) >= 0), Claim("near.two", equal(root2**2, 2))
    stored = {lemma.id: {"proof": certificate(term()), "model": {}}}
    evidence = {"proof": use(lemma.id, {}, IDENTITY), "model": {"root2": "1"}}
    assert judged(claim, evidence, lemma, stored=stored).verdict is Verdict.UNKNOWN


def test_a_positive_variable_is_taken_out_of_a_root() -> None:
    """Of ``n²·a ≥ 0`` it follows that a ≥ 0 where n > 0, and a lemma may stand on that."""
    claim = Claim("near.positive", all_of(a >= 0, root(n**2 * a) >= 0), given=[n > 0, n * a >= 0])
    evidence = {
        "obligations": {"a >= 0": [certificate(term("a*n"), multiplier=[{"weight": "1", "facts": ["n"]}])]},
        "proof": both(certificate(term(square="r1")), certificate(term("r1"))),
        "model": {"n": "1", "a": "1"},
    }
    assert judged(claim, evidence).verdict is Verdict.PROVED


def test_the_least_of_what_is_largest_is_what_is_largest() -> None:
    claim = Claim("near.extremes", equal(smallest(largest(norm(x_k))), largest(norm(x_k))))
    assert judged(claim, {"witness": {"x_1": ["1"], "x_2": ["2"]}}).verdict is Verdict.UNKNOWN
    assert claim.evaluate(x=[[1], [2]]).conclusion


def test_the_terms_of_a_sum_have_a_value_for_every_block() -> None:
    """``3 − Σ 1`` is not zero for two blocks, and is for three."""
    claim = Claim("near.sum", equal(shares - shares, 0))
    with pytest.raises(Undefined):
        claim.evaluate(x=[[1], [1], [1]])
    record = judged(claim, every_block(IDENTITY))
    assert not record.every
    assert "is not shown to be different from 0" in record.reason


def test_a_vector_named_by_a_digit_is_no_vector_of_the_standard_basis() -> None:
    (digit,) = Space("\N{ETHIOPIC DIGIT ONE}")
    assert judged(Claim("near.digit", equal(inner(digit, digit), 1)), {"proof": IDENTITY}).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("space", "reason"),
    [(("R^2",), "'R\\^2' is not a name"), (("z",), "x is not among its own vectors, z"), ((), "its own")],
)
def test_a_vector_belongs_to_a_space_of_named_vectors(space: tuple[str, ...], reason: str) -> None:
    stray = terms.Base("x", space, 2)
    with pytest.raises(ValueError, match=reason):
        Claim("near.stray", equal(inner(vector(1, 0), stray), 0))


def test_a_vector_of_a_family_is_one_of_its_names() -> None:
    with pytest.raises(ValueError, match="x is not among its own vectors, z"):
        Claim("near.stray", every(norm(terms.Member("x", ("z",))) >= 0))


def test_what_is_proved_of_two_blocks_says_so() -> None:
    """``Σ ‖xₖ‖/‖xₖ‖ ≤ 2`` says that there are at most two."""
    claim = Claim("near.count", total(norm(x_k) / norm(x_k)) <= 2, given=[every(norm(x_k) > 0)])
    record = judged(claim, {"proof": certificate(), "model": {"x_1": ["2"]}})
    assert record.verdict is Verdict.PROVED
    assert record.scope["blocks"] == "2"
    assert not claim.evaluate(x=[[1], [1], [1]]).conclusion


@pytest.mark.parametrize("more", [[], [norm(x) > -1, norm(y) > -1], [norm(x) >= 0, norm(y) >= 0], [norm(x) > 0]])
def test_what_a_cosine_is_read_as_does_not_define_it(more: list[Any]) -> None:
    """At x = 0, or y = 0, and p = 2 the last hypothesis has no value."""
    known = either(all_of(norm(x) > 0, norm(y) > 0), p > 1)
    claim = Claim("near.read", p <= 1, given=[known, *more, equal(cosine(x, y), p)])
    clash = {"rule": "absurd", "by": certificate(term("-p + 1"), multiplier=[product("p - 1")])}
    shown = {"rule": "cases", "of": 0, "each": [certificate(term("|x|", "|y|")), clash]}
    evidence = {"obligations": {"|x|*|y| > 0": [shown]}, "proof": certificate(term("-p + 1"))}
    assert judged(claim, evidence).verdict is Verdict.ILL_POSED


def test_a_cosine_that_is_defined_is_read_as_what_it_equals() -> None:
    claim = Claim("near.range", p <= 1, given=[all_of(norm(x) > 0, norm(y) > 0), equal(cosine(x, y), p)])
    model = {"x": ["1"], "y": ["1"], "p": "1"}
    assert judged(claim, {"proof": certificate(term("-p + 1")), "model": model}).verdict is Verdict.PROVED


def test_a_counterexample_that_is_not_worked_out_is_still_one() -> None:
    runs = [after_steps(n, start={x_n: x}, step={x_n: k * x_n}, holds=norm(x_n) <= norm(x)) for k in (2, 3)]
    record = judged(Claim("near.runs", all_of(*runs)), {"witness": {"x": ["1"]}})
    assert record.verdict is Verdict.REFUTED
    assert record.reason.startswith("at x = (1), ")
    late = after_steps(n, start={x_n: x}, step={x_n: x_n - x}, holds=1 / norm(x_n) >= 5)
    record = judged(Claim("near.late", either(late, p > 0)), {"witness": {"x": ["1"], "p": "-1"}})
    assert record.verdict is Verdict.REFUTED


class TestSteps:
    holds = inner(x_n, y_n) <= norm(x_n) * norm(y_n)
    proof = steps(certificate(term("|x_n|", "|y_n|", "-cos(x_n,y_n) + 1")))

    def test_vectors_with_inner_products_start_in_one_space(self) -> None:
        stay = {x_n: x_n, y_n: y_n}
        claim = Claim("near.spaces", after_steps(n, start={x_n: x, y_n: y}, step=stay, holds=self.holds))
        assert judged(claim, {"proof": self.proof, "model": {"x": ["1"], "y": ["1"]}}).verdict is Verdict.PROVED
        claim = Claim("near.spaces", after_steps(n, start={x_n: x, y_n: z}, step=stay, holds=self.holds))
        record = judged(claim, {"proof": self.proof, "model": {"x": ["1"], "z": ["1"]}})
        assert record.verdict is Verdict.UNKNOWN
        assert "z is in another space" in record.reason

    def test_a_step_stays_in_the_space(self) -> None:
        claim = Claim("near.step", after_steps(n, start={x_n: x, y_n: y}, step={x_n: x_n, y_n: z}, holds=self.holds))
        record = judged(claim, {"proof": self.proof, "model": {"x": ["1"], "y": ["1"], "z": ["1"]}})
        assert "z is in another space" in record.reason

    def test_what_stays_where_it_is_is_in_the_space_too(self) -> None:
        claim = Claim("near.standing", after_steps(n, start={x_n: x}, step={x_n: x_n}, holds=self.holds))
        record = judged(claim, {"proof": self.proof, "model": {"x": ["1"], "y_n": ["1"]}})
        assert record.verdict is Verdict.UNKNOWN
        assert "another space" in record.reason


class TestStatements:
    """What is bound is a variable of its own, and a statement is made of statements."""

    @pytest.mark.parametrize("variable", [x, named("h", p), 2 * p, 1])
    def test_a_derivative_is_by_a_number(self, variable: Any) -> None:
        with pytest.raises(TypeError, match="is not a number to differentiate by"):
            derivative(norm(x), variable)

    @pytest.mark.parametrize("count", [named("n", p), x, 1])
    def test_steps_are_counted_by_a_number(self, count: Any) -> None:
        with pytest.raises(TypeError, match="steps are counted by a number of its own"):
            after_steps(count, start={x_n: x}, step={x_n: x_n}, holds=p >= 0)

    def test_steps_move_vectors(self) -> None:
        moved: Any = named("v", x)
        with pytest.raises(TypeError, match="move vectors of their own"):
            after_steps(n, start={moved: x}, step={moved: x}, holds=p >= 0)

    @pytest.mark.parametrize("variable", [named("h", p), x_k, 1])
    def test_what_exists_are_vectors_and_numbers(self, variable: Any) -> None:
        with pytest.raises(TypeError, match="what is said to exist"):
            exists(p, variable, such_that=p > 0)

    @pytest.mark.parametrize("make", [every, lambda part: iff(part, p > 0), all_of, lambda part: exists(p, such_that=part)])
    def test_a_number_is_no_statement(self, make: Any) -> None:
        with pytest.raises(TypeError, match="is not a statement"):
            make(norm(x))


class TestShapes:
    """Data of any shape is refused, and nothing escapes."""

    claim = Claim("near.product", p * q >= 0, given=[p >= 0, q >= 0])
    good: Evidence = {"proof": certificate(term("p", "q")), "model": {"p": "1", "q": "1"}}  # noqa: RUF012

    @pytest.mark.parametrize("field", ["proof", "absurd", "witness", "model", "obligations", "every", "without", "rivals"])
    @pytest.mark.parametrize("value", [None, 1, "p", [], [[]], {"0": 1}, {"flipped 0": "p"}, {"p": {"q": 1}}])
    def test_of_the_wrong_shape(self, field: str, value: Any) -> None:
        record = judged(self.claim, {**self.good, field: value})
        if field in ("proof", "model"):
            assert record.verdict is Verdict.UNKNOWN
        else:
            assert record.verdict is Verdict.PROVED

    def test_nested_without_end(self) -> None:
        proof: Any = certificate(term("p", "q"))
        for _ in range(100_000):
            proof = {"rule": "both", "parts": [proof]}
        for field in ("proof", "every", "absurd"):
            assert judged(self.claim, {field: proof, "model": self.good["model"]}).verdict is Verdict.UNKNOWN

    @pytest.mark.parametrize(
        "text", ["(" * 5000 + "p" + ")" * 5000, "-" * 5000 + "p", "p" + "+1" * 5000, "((p+1)^999)^999", "root(x)", "log(x)"]
    )
    def test_a_term_beyond_all_bounds(self, text: str) -> None:
        claim = Claim("near.exists", exists(q, such_that=q >= p), given=[norm(x) > 0])
        proof = {"rule": "witness", "terms": {"q": text}, "premises": [BOTH], "then": certificate(term())}
        record = judged(claim, {"proof": proof, "model": {"p": "1", "x": ["1"]}})
        assert record.verdict is Verdict.UNKNOWN

    @pytest.mark.parametrize("square", ["r1^999", "r1^100"])
    def test_powers_beyond_all_bounds(self, square: str) -> None:
        claim = Claim("near.power", root(p**2 + q**2 + a**2 + 1) >= 0)
        record = judged(claim, {"proof": certificate(term(square=square)), "model": {"p": "0", "q": "0", "a": "0"}})
        assert record.verdict is Verdict.UNKNOWN

    def test_numbers_beyond_all_bounds(self) -> None:
        digits = "9" * 999
        square = "*".join([digits] * 5) + "*p"
        record = judged(self.claim, {**self.good, "proof": certificate(term(square=square))})
        assert record.verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("text", ["log(p)", "log (p)"])
def test_a_logarithm_in_the_evidence_is_assumed_like_one_in_the_statement(text: str) -> None:
    claim = Claim("near.log", exists(q, such_that=q <= p - 1), given=[p > 0])
    witness = {"rule": "witness", "terms": {"q": text}, "premises": [BOTH], "then": certificate(term("p - log1 - 1"))}
    record = judged(claim, {"proof": witness, "model": {"p": "1"}})
    assert record.verdict is Verdict.PROVED
    assert record.assumptions == ("logarithm",)
