"""2 · Every number of steps: the rule accepts an invariant that every step keeps, and rejects what only looks like one.

Each control stands beside its example: an invariant that fails at the start, is lost on the way, or says too little; a step
that is not always defined; a name that already stands for something else.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from evidence import IDENTITY, Evidence, both, cases, certificate, judged, product, term, use

from proofs.kernel import (
    Claim,
    Family,
    Space,
    Vector,
    after_steps,
    cosine,
    either,
    equal,
    every,
    exists,
    iff,
    nonzero,
    norm,
    real,
    unequal,
)
from proofs.kernel import both as all_of
from proofs.kernel import terms as t
from proofs.kernel.core import lower
from proofs.kernel.evaluate import STEPS, evaluate
from proofs.kernel.steps import negated, unrolled
from proofs.kernel.verdict import Verdict

x, y = Space("x", "y")
x_n, y_n = Space("x_n", "y_n")
n, m, p = real("n m p")
half = t.Number(Fraction(1, 2))
MODEL: Evidence = {"model": {"x": ["1"]}}


def moving(step: Vector, holds: t.Formula, *allowed: t.Formula) -> t.Formula:
    return after_steps(n, start={x_n: x}, step={x_n: step}, holds=holds, allowed=allowed)


def steps(invariant: Any, start: Evidence, step: Evidence, then: Evidence) -> Evidence:
    return {"rule": "steps", "invariant": invariant, "premises": [start, step], "then": then}


def verdict(statement: t.Formula, proof: Evidence, *given: t.Formula, model: Evidence = MODEL) -> Verdict:
    return judged(Claim("mine.steps", statement, given=given), {"proof": proof, **model}).verdict


def reason(statement: t.Formula, proof: Evidence, *given: t.Formula) -> str:
    record = judged(Claim("mine.steps", statement, given=given), {"proof": proof, **MODEL})
    assert record.verdict is Verdict.UNKNOWN
    return record.reason


# --- half the vector, again and again: it never gets longer -----------------------------------------------------------

NOTHING, TRUE = certificate(), certificate(term())
LONGER_BY = "-|x_n| + |x|"
KEPT = certificate(term(LONGER_BY), term("|x|"))
SHRINKS = steps(["|x_n| <= |x|"], both(NOTHING), both(KEPT), certificate(term(LONGER_BY)))
never_longer = norm(x_n) <= norm(x)
halving = moving(half * x_n, never_longer)

# --- twice the vector, again and again: after n steps it has at least n + 1 times its length ---------------------------

SURPLUS = "-n*|x| + |x_n| - |x|"
GROWS = steps(
    ["|x_n| >= (1 + n)*|x|"],
    both(NOTHING),
    both(certificate(term(SURPLUS, weight="2"), term("n", "|x|"))),
    certificate(term(SURPLUS)),
)
doubling = moving(2 * x_n, (1 + n) * norm(x) <= norm(x_n))


class TestAccepts:
    def test_an_invariant_that_every_step_keeps(self) -> None:
        record = judged(Claim("mine.steps", halving), {"proof": SHRINKS, **MODEL})
        assert record.verdict is Verdict.PROVED
        assert record.reason == "an invariant that every step keeps"

    def test_the_count_starts_at_zero_and_grows_by_one(self) -> None:
        assert verdict(doubling, GROWS) is Verdict.PROVED

    def test_a_step_may_lean_on_what_allows_it(self) -> None:
        """Doubling keeps the length below 2p where it is allowed only below p."""
        claim = moving(2 * x_n, norm(x_n) <= 2 * p, norm(x_n) <= p)
        proof = steps(
            ["|x_n| <= 2*p"], both(certificate(term("p - |x|"), term("p"))), both(certificate(term("p - |x_n|"))),
            certificate(term("2*p - |x_n|")),
        )  # fmt: skip
        model = {"model": {"x": ["1"], "p": "1"}}
        assert verdict(claim, proof, p > 0, norm(x) <= p, model=model) is Verdict.PROVED

    def test_within_other_rules(self) -> None:
        claim = all_of(halving, either(p > 0, doubling))
        proof = both(SHRINKS, {"rule": "choose", "part": 1, "by": GROWS})
        assert verdict(claim, proof, model={"model": {"x": ["1"], "p": "1"}}) is Verdict.PROVED

    def test_two_vectors_that_a_step_exchanges(self) -> None:
        swap = after_steps(n, start={x_n: x, y_n: y}, step={x_n: y_n, y_n: x_n}, holds=equal(norm(x_n), norm(y_n)))
        proof = steps(["|x_n| = |y_n|"], both(IDENTITY), both(IDENTITY), IDENTITY)
        model = {"model": {"x": ["1"], "y": ["1"]}}
        assert verdict(swap, proof, equal(norm(x), norm(y)), model=model) is Verdict.PROVED
        assert verdict(swap, proof, model=model) is Verdict.UNKNOWN


class TestRejects:
    @pytest.mark.parametrize(
        ("invariant", "changed"),
        [
            ("|x_n| <= |x|/2", {"then": certificate(term("-2*|x_n| + |x|", weight="1/2"), term("|x|", weight="1/2"))}),
            ("|x_n| >= |x|", {}),
            ("|x_n| <= 2*|x|", {}),
            ("0 <= 1", {}),
        ],
        ids=["fails at the start", "lost by a step", "says too little", "says nothing"],
    )
    def test_another_invariant(self, invariant: str, changed: Evidence) -> None:
        assert verdict(halving, SHRINKS | {"invariant": [invariant]} | changed) is Verdict.UNKNOWN

    @pytest.mark.parametrize("place", [0, 1, "then"])
    def test_one_of_the_three_left_unproved(self, place: int | str) -> None:
        """Each third of the proof is needed."""
        start, step = GROWS["premises"]
        broken: dict[int | str, Evidence] = {
            0: {"premises": [both(TRUE), step]},
            1: {"premises": [start, both(TRUE)]},
            "then": {"then": TRUE},
        }
        assert verdict(doubling, GROWS) is Verdict.PROVED
        assert verdict(doubling, GROWS | broken[place]) is Verdict.UNKNOWN

    def test_the_same_proof_for_other_steps(self) -> None:
        assert verdict(moving(2 * x_n, never_longer), SHRINKS) is Verdict.UNKNOWN

    def test_a_count_that_does_not_grow(self) -> None:
        """With |x_n| ≥ (1 + 2n)|x| the invariant would have to grow by two at each step."""
        claim = moving(2 * x_n, (1 + 2 * n) * norm(x) <= norm(x_n))
        surplus = "-2*n*|x| + |x_n| - |x|"
        proof = steps(
            ["|x_n| >= (1 + 2*n)*|x|"],
            both(NOTHING),
            both(certificate(term(surplus, weight="2"), term("n", "|x|", weight="2"))),
            certificate(term(surplus)),
        )
        assert "differ by -|x|" in reason(claim, proof)

    def test_there_may_be_no_step_at_all(self) -> None:
        nothing = steps([], both(), both(), certificate(term("n")))
        assert verdict(moving(half * x_n, n >= 0), nothing) is Verdict.PROVED
        assert "the goal is strict" in reason(moving(half * x_n, n > 0), nothing)

    def test_what_allows_a_step_is_not_known_of_the_vector_reached(self) -> None:
        claim = moving(2 * x_n, norm(x_n) <= p, norm(x_n) <= p)
        proof = steps(["|x_n| <= 2*p"], both(NOTHING), both(NOTHING), certificate(term("p - |x_n|")))
        assert verdict(claim, proof, p > 0, norm(x) <= p, model={"model": {"x": ["1"], "p": "1"}}) is Verdict.UNKNOWN

    def test_the_start_is_not_what_the_steps_move(self) -> None:
        """What is given of x holds of x_0 only."""
        claim = moving(2 * x_n, norm(x_n) <= p)
        proof = steps(["0 <= 1"], both(TRUE), both(TRUE), certificate(term("p - |x_n|")))
        assert "p - |x_n| ≥ 0 is not among the facts" in reason(claim, proof, norm(x) <= p)

    def test_a_step_that_may_not_be_defined(self) -> None:
        claim = moving(x_n / norm(x_n), equal(1, 1))
        proof = steps(["0 <= 1"], both(TRUE), both(TRUE), IDENTITY)
        assert "|x_n| is not shown to be different from 0" in reason(claim, proof, nonzero(x))

    def test_a_conclusion_that_may_not_be_defined(self) -> None:
        claim = moving(half * x_n, cosine(x_n, x_n) <= 1)
        assert "is not shown to be different from 0" in reason(claim, SHRINKS, nonzero(x))

    @pytest.mark.parametrize(
        ("invariant", "said"),
        [
            ("|x_n| <= |x|", "the invariant is not a list"),
            (["|x_n|"], "is not a relation between two expressions"),
            ([3], "is not a relation between two expressions"),
            (["x_n <= |x|"], "is not a relation between two numbers"),
            (["|z| <= |x|"], "z in .* is no variable of the statement"),
        ],
    )
    def test_an_invariant_that_is_none(self, invariant: Any, said: str) -> None:
        assert re.search(said, reason(halving, SHRINKS | {"invariant": invariant}))


class TestNames:
    """What the steps move is a vector of its own, of which nothing is known from elsewhere."""

    def test_a_vector_of_the_claim_is_not_moved(self) -> None:
        claim = after_steps(n, start={x_n: x}, step={x_n: 2 * x_n}, holds=norm(x_n) <= 1)
        proof = steps(["0 <= 1"], both(TRUE), both(TRUE), certificate(term("-|x_n| + 1")))
        assert "x_n belongs to the steps" in reason(claim, proof, norm(x_n) <= 1)

    def test_a_number_of_the_claim_is_not_the_count(self) -> None:
        claim = moving(2 * x_n, n <= 5)
        proof = steps(["0 <= 1"], both(TRUE), both(TRUE), certificate(term("-n + 5")))
        assert "n belongs to the steps" in reason(claim, proof, n <= 5)

    def test_the_start_cannot_speak_of_what_is_moved(self) -> None:
        with pytest.raises(ValueError, match="the start speaks of x_n"):
            after_steps(n, start={x_n: 2 * x_n}, step={x_n: x_n}, holds=n >= 0)

    def test_start_and_step_speak_of_the_same_vectors(self) -> None:
        with pytest.raises(ValueError, match="same vectors"):
            after_steps(n, start={x_n: x}, step={y_n: x_n}, holds=n >= 0)

    def test_no_fixed_dimension(self) -> None:
        (u_n,) = Space("u_n", dimension=1)
        with pytest.raises(ValueError, match="any dimension"):
            after_steps(n, start={u_n: x}, step={u_n: u_n}, holds=n >= 0)

    def test_no_quantifier_inside(self) -> None:
        (x_k, _), _ = Family("u", "v")
        for inside in (halving, exists(m, such_that=m > n), every(norm(x_k) > 0)):
            with pytest.raises(ValueError, match="cannot stand inside a sequence of steps"):
                moving(half * x_n, inside)

    def test_a_lemma_about_steps_captures_no_name(self) -> None:
        """The lemma says of every x what n steps do to it; the vector put for x is called x_n itself."""
        lemma = Claim("mine.lemma", halving)
        claim = Claim("mine.steps", norm(x_n) >= 0)
        proof = use("mine.lemma", {"x": "x_n"}, IDENTITY)
        record = judged(
            claim, {"proof": proof, "model": {"x_n": ["1"]}}, lemma, stored={"mine.lemma": {"proof": SHRINKS, **MODEL}}
        )
        assert "x_n is bound in the claim used" in record.reason


class TestFactsOfAnotherStep:
    """A case split before the steps says nothing of vectors and counts that are others at each step."""

    @pytest.mark.parametrize("name", ["|x_n|", "n"])
    def test_of_what_is_moved(self, name: str) -> None:
        """``‖x_n‖ ≤ ‖x‖`` or else ``‖x_n‖ > ‖x‖``: at each step one or the other, and not the same one at all steps."""
        trivial = steps([], both(), both(), certificate(term(LONGER_BY)))
        for first in (trivial, SHRINKS):
            proof = cases(f"-{name} + |x|", first, SHRINKS)
            assert f"{name} belongs to the steps" in reason(moving(2 * x_n, never_longer), proof)

    def test_of_the_angle_between_two_that_are_moved(self) -> None:
        swap = after_steps(n, start={x_n: x, y_n: y}, step={x_n: y_n, y_n: x_n}, holds=equal(norm(x_n), norm(y_n)))
        kept = steps(["|x_n| = |y_n|"], both(IDENTITY), both(IDENTITY), IDENTITY)
        for name in ("cos(x_n,y_n)", "sin(x_n,y_n)"):
            said = reason(swap, cases(name, kept, kept), equal(norm(x), norm(y)))
            assert f"{name} belongs to the steps" in said

    def test_of_a_vector_on_the_way(self) -> None:
        """``x → w = x + y`` adds y at each step. Were ``‖w‖ ≤ ‖x‖ + ‖y‖`` at all steps or else the contrary at all of
        them, which the first step forbids, then no number of steps would bring x beyond that bound."""
        w = t.NamedVector("w", x_n + y_n)
        bound = norm(x_n) <= norm(x) + norm(y)
        claim = Claim("mine.false", after_steps(n, start={x_n: x, y_n: y}, step={x_n: w, y_n: y_n}, holds=bound))
        below = steps(
            ["|x_n| <= |x| + |y|"],
            both(certificate(term("|y|"))),
            both(certificate(term("-|w| + |x| + |y|"))),
            certificate(term("-|x_n| + |x| + |y|")),
        )
        above = steps(
            ["n <= 0", "|x_n| <= |x|", "|y_n| <= |y|"],
            both(NOTHING, NOTHING, NOTHING),
            {"rule": "absurd", "by": self.beyond_the_first_step()},
            certificate(term("-|x_n| + |x|"), term("|y|")),
        )
        evidence = {"proof": cases("-|w| + |x| + |y|", below, above), "model": {"x": ["1"], "y": ["1"]}}
        assert not evaluate(claim, {"x": [1], "y": [1]}).conclusion
        assert judged(claim, evidence).verdict is Verdict.UNKNOWN

    def beyond_the_first_step(self) -> Evidence:
        """``‖x_n + y_n‖ ≤ ‖x‖ + ‖y‖`` from ``‖x_n‖ ≤ ‖x‖`` and ``‖y_n‖ ≤ ‖y‖``, against ``‖w‖ > ‖x‖ + ‖y‖``."""
        excess, gaps = "|w| - |x| - |y|", ("|x| - |x_n|", "|y| - |y_n|")
        return certificate(
            *(term(gap, length) for gap in gaps for length in ("|x|", "|y|", "|x_n|", "|y_n|")),
            *(term(length, excess, weight="2") for length in ("|x|", "|y|")),
            term("-cos(x_n,y_n) + 1", "|x_n|", "|y_n|", weight="2"),
            multiplier=[product(excess, excess)],
        )


class TestClaimedAndNotAssumed:
    """Two steps written out may keep what the third step loses: they refute a claim, and never confirm a hypothesis."""

    few = moving(x_n, n <= STEPS)

    def test_no_hypothesis(self) -> None:
        assert evaluate(Claim("mine.false", self.few), {"x": [1]}).conclusion
        for hypothesis in (self.few, all_of(p > 0, self.few), exists(m, such_that=m > p)):
            with pytest.raises(ValueError, match="can be claimed, and not assumed"):
                Claim("mine.steps", norm(x) >= 0, given=[hypothesis])

    def test_no_side_of_an_equivalence(self) -> None:
        for statement in (iff(self.few, p > 0), iff(p > 0, self.few), either(p > 0, iff(p > 0, self.few))):
            with pytest.raises(ValueError, match="cannot stand in an equivalence"):
                Claim("mine.steps", statement)
            with pytest.raises(ValueError, match="cannot stand in an equivalence"):
                Claim("mine.steps", p > 0, tightened=[statement])


class TestAFewSteps:
    """Evaluation writes a few steps out: enough to refute, never enough to prove."""

    def test_steps_written_out(self) -> None:
        parts = unrolled(halving, 2).parts
        assert [evaluate(Claim("mine.steps", part), {"x": [4]}).slack for part in parts] == [0, 2, 3]

    def test_a_step_that_is_not_allowed_ends_the_sequence(self) -> None:
        claim = Claim("mine.steps", moving(2 * x_n, norm(x_n) <= 8, norm(x_n) <= 4))
        assert evaluate(claim, {"x": [3]}).conclusion
        assert not evaluate(claim, {"x": [9]}).conclusion

    @pytest.mark.parametrize(("growth", "refuted"), [(STEPS, True), (STEPS + 1, False)])
    def test_only_what_fails_early_is_refuted(self, growth: int, refuted: bool) -> None:
        claim = Claim("mine.steps", moving(2 * x_n, norm(x_n) < 2**growth * norm(x)), given=[nonzero(x)])
        record = judged(claim, {"witness": {"x": ["1"]}})
        assert record.verdict is (Verdict.REFUTED if refuted else Verdict.UNKNOWN)

    def test_a_refutation_shows_its_arithmetic(self) -> None:
        record = judged(Claim("mine.steps", moving(2 * x_n, never_longer)), {"witness": {"x": ["1"]}})
        assert record.reason == "at x = (1), ‖x₁‖ is 2 and ‖x‖ is 1, so ‖x₁‖ ≤ ‖x‖ is false"

    @pytest.mark.parametrize(
        "formula",
        [
            all_of(p > 0, either(p < 1, equal(p, 2))),
            p < 1,
            p <= 1,
            p > 1,
            p >= 1,
            equal(p, 1),
            unequal(p, 1),
            iff(p > 0, p < 2),
        ],
    )
    def test_negation(self, formula: t.Formula) -> None:
        for value in (0, Fraction(1, 2), 1, 2):
            holds, fails = (evaluate(Claim("mine.p", f), {"p": value}).conclusion for f in (formula, negated(formula)))
            assert holds != fails


class TestText:
    def test_unicode(self) -> None:
        claim = Claim("mine.steps", moving(half * x_n, never_longer, norm(x_n) >= 1))
        assert claim.text == "after every number n of steps xₙ → 1/2·xₙ from xₙ = x, each with ‖xₙ‖ ≥ 1: ‖xₙ‖ ≤ ‖x‖"

    def test_the_core_holds_what_abbreviations_stand_for(self) -> None:
        def digest(step: Vector) -> str:
            return lower(Claim("mine.steps", moving(t.NamedVector("x_n'", step), never_longer)), no_lemma).digest()

        assert digest(half * x_n) != digest(2 * x_n)


def no_lemma(id: str) -> Any:
    raise AssertionError(id)
