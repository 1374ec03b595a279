"""2 · The suspicious reader: is each hypothesis needed, does the opposite hold as well, could the constant be better?"""

from __future__ import annotations

from typing import Any

import pytest
from evidence import Evidence, both, certificate, judged, library, term

from proofs.kernel import (
    Claim,
    Family,
    Space,
    after_steps,
    either,
    equal,
    every,
    exists,
    iff,
    largest,
    nonzero,
    norm,
    real,
    unequal,
)
from proofs.kernel import both as all_of
from proofs.kernel.companions import explained, flipped, rivals
from proofs.kernel.record import Hypothesis
from proofs.kernel.verdict import Verdict

p, q = real("p q")
x, y = Space("x", "y")
(x_k,), (xs,) = Family("x")
PRODUCT = Claim("mine.product", p * q >= 0, given=[p >= 0, q >= 0], tightened=[p * q >= 1])
PROOF: Evidence = {"proof": certificate(term("p", "q")), "model": {"p": "1", "q": "1"}}


def hypotheses(claim: Claim, evidence: Evidence, without: Any) -> list[bool | None]:
    record = judged(claim, {**evidence, "without": without})
    assert record.verdict is Verdict.PROVED
    return [hypothesis.needed for hypothesis in record.hypotheses]


class TestNeeded:
    """Needed with a counterexample, not needed with a proof, and otherwise not settled."""

    def test_a_counterexample_shows_the_need(self) -> None:
        assert hypotheses(PRODUCT, PROOF, {"0": {"witness": {"p": "-1", "q": "1"}}}) == [True, None]
        assert hypotheses(PRODUCT, PROOF, {"1": {"witness": {"p": "1", "q": "-1"}}}) == [None, True]

    @pytest.mark.parametrize(
        "witness", [{"p": "-1", "q": "0"}, {"p": "-1", "q": "-1"}, {"p": "-1"}, {"p": "1", "q": "-1"}, {}]
    )
    def test_what_is_no_counterexample_shows_nothing(self, witness: Any) -> None:
        assert hypotheses(PRODUCT, PROOF, {"0": {"witness": witness}}) == [None, None]

    def test_a_proof_without_it_shows_that_it_is_not(self) -> None:
        claim = Claim("mine.square", p**2 * q >= 0, given=[p >= 0, q >= 0])
        proof = {"proof": certificate(term("q", square="p"))}
        assert hypotheses(claim, {**proof, "model": PROOF["model"]}, {"0": proof, "1": proof}) == [False, None]

    def test_a_claim_that_is_not_defined_without_it_is_not_settled(self) -> None:
        claim = Claim("mine.quotient", equal(p / q * q, p), given=[q > 0])
        proof = {"proof": {"rule": "identity"}}
        assert hypotheses(claim, {**proof, "model": PROOF["model"]}, {"0": proof}) == [None]

    def test_for_every_number_of_blocks(self) -> None:
        """A proof for two blocks does not show that a claim about every number does without a hypothesis."""
        claim = Claim("mine.family", norm(xs) >= 0, given=[p >= 0])
        two = {"proof": certificate(term("|x|"))}
        every_number = {
            "every": {"proof": {"rule": "sums", "invariant": [], "premises": [both(), both()], "then": two["proof"]}}
        }
        model = {"model": {"x_1": ["1"], "p": "1"}}
        assert hypotheses(claim, {**two, **model}, {"0": two}) == [False]
        assert hypotheses(claim, {**two, **every_number, **model}, {"0": two}) == [None]
        assert hypotheses(claim, {**two, **every_number, **model}, {"0": every_number}) == [False]

    @pytest.mark.parametrize(
        ("needed", "witness", "text"),
        [
            (False, None, "the claim is proved without it"),
            (True, {"p": "-1", "q": "1"}, "without it the claim is false: at p = −1, q = 1, p·q is −1, so p·q ≥ 0 is false"),
            (None, None, "whether the claim needs it is not settled"),
        ],
    )
    def test_in_words(self, needed: bool | None, witness: Any, text: str) -> None:
        assert explained(PRODUCT, 0, Hypothesis("p ≥ 0", needed, witness), library(PRODUCT).parts) == text

    def test_undefined_in_words(self) -> None:
        claim = Claim("mine.quotient", equal(p / q * q, p), given=[q > 0])
        said = explained(claim, 0, Hypothesis("q > 0", None, None), library(claim).parts)
        assert said == "without it the statement is not shown to be defined: p/q: q is not shown to be different from 0"


class TestRivals:
    """What must be false if the claim is to say something."""

    @pytest.mark.parametrize(
        ("statement", "opposite"),
        [
            (p <= q, p >= q),
            (p < q, p > q),
            (p >= q, p <= q),
            (p > q, p < q),
            (equal(p, q), unequal(p, q)),
            (unequal(p, q), equal(p, q)),
            (every(norm(x_k) > p), every(norm(x_k) < p)),
            (iff(p > 0, q >= 0), iff(p > 0, q <= 0)),
            (either(p > 0, q > 0), None),
            (all_of(p > 0, q > 0), None),
            (every(either(norm(x_k) > 0, p > 0)), None),
            (iff(p > 0, either(q > 0, q < 0)), None),
            (exists(p, such_that=p > 0), None),
        ],
    )
    def test_the_sign_turned_round(self, statement: Any, opposite: Any) -> None:
        assert flipped(statement) == opposite

    def test_after_steps(self) -> None:
        n = real("n")[0]
        (x_n,) = Space("x_n")
        steps = after_steps(n, start={x_n: x}, step={x_n: 2 * x_n}, holds=norm(x_n) >= norm(x))
        turned = after_steps(n, start={x_n: x}, step={x_n: 2 * x_n}, holds=norm(x_n) <= norm(x))
        assert flipped(steps) == turned
        either_way = after_steps(n, start={x_n: x}, step={x_n: 2 * x_n}, holds=either(p > 0, p <= 0))
        assert flipped(either_way) is None

    def test_one_for_each_part_and_each_tightened_statement(self) -> None:
        claim = Claim("mine.parts", all_of(p >= 0, either(p > 0, q > 0), q >= 0), tightened=[p >= 1, q >= 1])
        assert [name for name, _ in rivals(claim)] == ["flipped 0", "flipped 2", "tightened 0", "tightened 1"]
        assert list(rivals(Claim("mine.exists", exists(p, such_that=p > 0)))) == []
        assert [rival.statement for _, rival in rivals(PRODUCT)] == [p * q <= 0, p * q >= 1]

    def test_stored_counterexamples_are_checked(self) -> None:
        good = {"flipped 0": {"witness": {"p": "1", "q": "1"}}, "tightened 0": {"witness": {"p": "0", "q": "0"}}}
        record = judged(PRODUCT, {**PROOF, "rivals": good})
        said = [(o.checker, o.outcome) for o in record.evidence if o.checker in ("flipped", "tightened")]
        assert said == [("flipped", "verified"), ("tightened", "verified")]
        assert [o.detail for o in record.evidence if o.checker == "flipped"] == ["p·q ≤ 0 is false at p = 1, q = 1"]
        swapped = {"flipped 0": good["tightened 0"], "tightened 0": good["flipped 0"]}
        for wrong in (swapped, {}, {"flipped 0": {"witness": {"p": "-1", "q": "-1"}}}):
            record = judged(PRODUCT, {**PROOF, "rivals": wrong})
            assert {o.outcome for o in record.evidence if o.checker in ("flipped", "tightened")} == {"unknown"}

    def test_an_unproved_claim_has_no_rivals(self) -> None:
        record = judged(PRODUCT, {"rivals": {"flipped 0": {"witness": {"p": "1", "q": "1"}}}})
        assert not [o for o in record.evidence if o.checker == "flipped"]


def test_a_constant_that_can_be_better() -> None:
    """A tightened statement that holds as well has no counterexample, and the record says that none is stored."""
    claim = Claim("mine.weak", largest(norm(x_k)) >= -2, given=[every(nonzero(x_k))], tightened=[largest(norm(x_k)) >= -1])
    evidence = {"proof": certificate(term("max1 - |x_1|"), term("|x_1|"), term(weight="2")), "model": {"x_1": ["1"]}}
    for witness in ({"x_1": ["1"]}, {"x_1": ["-5"], "x_2": ["1"]}):
        record = judged(claim, {**evidence, "rivals": {"tightened 0": {"witness": witness}}})
        assert record.verdict is Verdict.PROVED
        assert [o.outcome for o in record.evidence if o.checker == "tightened"] == ["unknown"]
