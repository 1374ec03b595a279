"""2 · What a record says of its evidence: each piece with the checker that looked at it, and the reason in words."""

from __future__ import annotations

from typing import Any

import pytest
from evidence import IDENTITY, Evidence, both, cases, certificate, judged, sums, term, use, witness

from proofs.kernel import Claim, Family, Space, blocks, either, equal, every, exists, iff, inner, norm, real, root, total
from proofs.kernel import both as all_of
from proofs.kernel.evidence import numbers, texts
from proofs.kernel.record import Outcome
from proofs.kernel.verdict import Verdict

p, q, a = real("p q a")
SQUARE = Claim("lemma.square", p**2 >= 0)
SHOWN = {SQUARE.id: {"proof": certificate(term(square="p")), "model": {"p": "1"}}}
SIGN = Claim("mine.sign", p >= 0, given=[p >= 0])
FALSE = Claim("mine.false", p >= 0)
FACT = certificate(term("p"))
(x_k, y_k), (x, y) = Family("x", "y")


class TestProofs:
    """The checker is named after the first telling rule of the proof, which its reason puts into words."""

    split = Claim("mine.split", p**2 >= 0)
    splitting = cases("p", certificate(term("p", "p")), certificate(term("-p", "-p")))

    @pytest.mark.parametrize(
        ("claim", "proof", "checker", "detail", "reason"),
        [
            (Claim("mine.same", equal(p * p, p**2)), IDENTITY, "identity", "an identity", "the same rational function"),
            (SIGN, FACT, "certificate", "2 weighted terms", "a certificate, checked exactly"),
            (split, splitting, "case", "4 weighted terms", "case by case, each checked exactly"),
            (
                Claim("mine.both", all_of(SIGN.statement, split.statement), given=SIGN.given),
                both(FACT, splitting),
                "case", "6 weighted terms", "case by case, each checked exactly",
            ),
            (
                Claim("mine.either_way", iff(p >= 0, 2 * p >= 0)),
                {"rule": "iff", "forward": certificate(term("p")), "backward": certificate(term("p"))},
                "certificate", "4 weighted terms", "a certificate, checked exactly",
            ),
            (
                Claim("mine.same_twice", all_of(equal(p * p, p**2), equal(p + p, 2 * p))),
                both(IDENTITY, IDENTITY),
                "identity", "an identity", "the same rational function",
            ),
            (
                Claim("mine.choice", either(p**2 >= 0, p >= 0)),
                {"rule": "choose", "part": 0, "by": splitting},
                "case", "4 weighted terms", "case by case, each checked exactly",
            ),
            (
                Claim("mine.some", exists(q, such_that=q > p)),
                witness({"q": "p + 1"}, certificate(term()), both()),
                "witness", "2 weighted terms", "explicit terms for what is said to exist",
            ),
        ],
    )  # fmt: skip
    def test_of_each_kind(self, claim: Claim, proof: Evidence, checker: str, detail: str, reason: str) -> None:
        record = judged(claim, {"proof": proof, "model": {"p": "1"}})
        assert record.verdict is Verdict.PROVED
        assert record.evidence[0] == Outcome(checker, "verified", detail)
        assert reason in record.reason
        assert "rests on" not in record.reason

    def test_what_does_not_hold_is_no_reason(self) -> None:
        record = judged(SIGN, {"proof": IDENTITY, "model": {"p": "1"}})
        assert record.evidence[0].outcome == "rejected"
        assert judged(SIGN, {"proof": {"rule": "guess"}}).evidence[0].checker == "certificate"
        assert record.reason == record.evidence[0].detail

    def test_no_evidence_at_all(self) -> None:
        assert judged(SIGN, {}).reason == "no evidence is stored"

    def test_of_a_lemma(self) -> None:
        proof = use(SQUARE.id, {"p": "a"}, certificate(term("a^2")))
        record = judged(Claim("mine.square", a**2 >= 0), {"proof": proof, "model": {"a": "1"}}, SQUARE, stored=SHOWN)
        assert record.reason == "a certificate, checked exactly; rests on lemma.square"

    def test_of_a_lemma_about_a_family(self) -> None:
        """It is used for two blocks, as the claim is said of two."""
        lemma = Claim("lemma.obtuse", inner(x, y) <= 0, given=[every(inner(x_k, y_k) <= 0)])
        plane = {"x_1": ["1"], "y_1": ["-1"], "x_2": ["1"], "y_2": ["-1"]}
        blocks = ["cos(x_1,y_1)*|x_1|*|y_1|", "cos(x_2,y_2)*|x_2|*|y_2|"]
        shown = certificate(*(term("-" + block) for block in blocks))
        assert judged(lemma, {"proof": shown, "model": plane}).verdict is Verdict.PROVED
        claim = Claim("mine.obtuse", inner(x, y) <= 0, given=lemma.given)
        conclusion = certificate(term(f"-{blocks[0]} - {blocks[1]}"))
        given = both(*(certificate(term("-" + block)) for block in blocks))
        proof = use(lemma.id, {name: name for name in plane}, conclusion, [given])
        stored = {lemma.id: {"proof": shown, "model": plane}}
        assert judged(claim, {"proof": proof, "model": plane}, lemma, stored=stored).verdict is Verdict.PROVED

    def test_a_counterexample_beside_a_proof_that_rests_on_nothing(self) -> None:
        """A proof from a claim that is not proved is none: there is no disagreement."""
        claim, lemma = Claim("mine.false", p**2 >= 1), Claim("lemma.false", p**2 >= 1)
        proof = use(lemma.id, {"p": "p"}, certificate(term("p^2 - 1")))
        evidence = {"proof": proof, "witness": {"p": "0"}, "model": {"p": "1"}}
        assert judged(claim, evidence, lemma).verdict is Verdict.REFUTED


class TestContradictions:
    def test_one_that_is_none(self) -> None:
        for absurd in (certificate(term("p")), IDENTITY, {}, None):
            record = judged(SIGN, {"proof": FACT, "model": {"p": "1"}, "absurd": absurd})
            assert record.verdict is Verdict.PROVED
            assert [o.outcome for o in record.evidence if o.checker == "vacuity"] == ["rejected"]


class TestCounterexamples:
    @pytest.mark.parametrize(
        ("stored", "outcome"),
        [
            ({"p": "-1/2"}, Outcome("counterexample", "verified", "p = −1/2")),
            ({"p": "1"}, Outcome("witness", "rejected", "the stored vectors do not refute the claim")),
            ({"p": "one"}, Outcome("witness", "rejected", "'one' is not a rational number")),
        ],
    )
    def test_are_named(self, stored: Any, outcome: Outcome) -> None:
        assert judged(FALSE, {"witness": stored}).evidence == (outcome,)

    def test_vectors_are_written_out(self) -> None:
        (v,) = Space("v")
        record = judged(Claim("mine.short", norm(v) <= 1), {"witness": {"v": ["3", "-4"]}})
        assert record.evidence == (Outcome("counterexample", "verified", "v = (3, −4)"),)

    def test_texts_and_numbers(self) -> None:
        stored = {"p": "-1/2", "v": ["3", "-4/5"]}
        assert texts(numbers(stored)) == stored


class TestModels:
    @pytest.mark.parametrize(
        ("stored", "outcome"),
        [
            ({"p": "1"}, Outcome("model", "verified", "p = 1")),
            ({"p": "-1"}, Outcome("model", "rejected", "p = −1")),
            ({"p": ["1"]}, Outcome("model", "rejected", "p is a list, but must be a number")),
        ],
    )
    def test_are_named(self, stored: Any, outcome: Outcome) -> None:
        assert judged(SIGN, {"model": stored}).evidence == (outcome,)

    def test_a_claim_without_variables_has_one(self) -> None:
        record = judged(Claim("mine.two", equal(root(4), 2)), {"model": {}})
        assert record.evidence == (Outcome("model", "verified", "there are no hypotheses"),)


class TestEveryNumberOfBlocks:
    def test_a_statement_that_the_rule_refuses_is_not_shown(self) -> None:
        claim = Claim("mine.some", exists(p, such_that=p > norm(x)))
        record = judged(claim, {"every": {"proof": IDENTITY}})
        assert not record.every
        assert [(o.checker, o.outcome) for o in record.evidence] == [("sums", "rejected")]

    def test_the_reason(self) -> None:
        _, (z,) = Family("z")
        claim = Claim("mine.fine", norm(z) >= 0)
        proof = sums([], both(), both(), certificate(term("|z|")))
        wrong = certificate(term("-|z_1|"))
        record = judged(claim, {"proof": wrong, "every": {"proof": proof}, "model": {"z_1": ["1"], "z_2": ["1"]}})
        assert record.verdict is Verdict.PROVED
        assert record.reason == "an invariant that survives the merging of blocks"


class TestScope:
    """Of several numbers of blocks, and of several dimensions, the largest is said."""

    (z,) = Space("z")

    def test_of_blocks(self) -> None:
        claim = Claim("m.a", norm(blocks(self.z, self.z)) + norm(blocks(*[self.z] * 3)) >= 0)
        assert judged(claim, {}).scope == {"blocks": "3", "dimension": "every"}

    def test_of_dimensions(self) -> None:
        (line,), (plane,) = Space("u", dimension=1), Space("v", dimension=2)
        assert judged(Claim("m.a", norm(line) + norm(plane) >= 0), {}).scope["dimension"] == "n=2"
        assert judged(Claim("m.a", norm(line) + norm(self.z) >= 0), {}).scope["dimension"] == "n=1"

    def test_of_what_is_not_defined(self) -> None:
        record = judged(Claim("m.a", total(norm(x_k) / norm(x_k)) >= 0), {})
        assert record.verdict is Verdict.ILL_POSED
        assert record.scope["blocks"] == "2"
