"""2 · Nothing false is proved: hypotheses that are missing or contradict each other, and lemmas that are not worth it.

Three routes lead to a verdict: evidence is handed over, read from where it is stored, or searched for. Each control stands
beside the claim that holds.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from evidence import IDENTITY, Evidence, both, certificate, judged, library, product, routes, term, use

from proofs import ledger
from proofs.kernel import Claim, Space, check, equal, inner, norm, real, root
from proofs.kernel import both as all_of
from proofs.kernel.reader import read
from proofs.kernel.verdict import Verdict

x, y = Space("x", "y")
(u,) = Space("u")
s, r = Space("s", "r", dimension=1)
p, q, a = real("p q a")


class TestHypotheses:
    """A hypothesis that is needed cannot be left out, and hypotheses that contradict each other prove nothing."""

    proof = certificate(term("p", "q"))
    model = {"p": "1", "q": "1"}  # noqa: RUF012

    def test_a_claim_that_lacks_a_needed_hypothesis(self) -> None:
        claim = Claim("mine.product", p * q >= 0, given=[p >= 0, q >= 0])
        good = {"proof": self.proof, "model": self.model}
        assert [r.verdict for r in routes(claim, good)] == [Verdict.PROVED] * 3
        found = routes(claim.without(1), good)
        assert [r.verdict for r in found] == [Verdict.UNKNOWN, Verdict.UNKNOWN, Verdict.REFUTED]

    def test_contradictory_hypotheses(self) -> None:
        claim = Claim("mine.vacuous", equal(p, 2), given=[p >= 2, p < 1])
        clash = certificate(term("p - 2"), term("-p + 1"))
        nonsense = {"rule": "absurd", "by": clash}
        assert [r.verdict for r in routes(claim, {"proof": nonsense, "absurd": clash})] == [Verdict.VACUOUS] * 3
        assert judged(claim, {"proof": nonsense, "absurd": clash, "model": {"p": "1"}}).verdict is Verdict.VACUOUS
        for model in ({"model": {"p": "1"}}, {"model": {"p": "2"}}, {}):
            assert judged(claim, {"proof": nonsense, **model}).verdict is Verdict.UNKNOWN

    def test_a_model_is_needed_and_has_to_be_one(self) -> None:
        claim = Claim("mine.product", p * q >= 0, given=[p >= 0, q >= 0])
        for model in (
            {"p": "-1", "q": "1"},
            {"p": "1"},
            {"p": "1", "q": "1", "r": "1"},
            {"p": ["1"], "q": "1"},
            {},
            [],
            None,
            "1",
        ):
            record = judged(claim, {"proof": self.proof, "model": model})
            assert record.verdict is Verdict.UNKNOWN
            assert "no exact model" in record.reason
        assert judged(claim, {"proof": self.proof}).verdict is Verdict.UNKNOWN

    def test_a_counterexample_has_to_be_one(self) -> None:
        claim = Claim("mine.false", equal(p, 2), given=[p > 0])
        assert judged(claim, {"witness": {"p": "1"}}).verdict is Verdict.REFUTED
        for witness in ({"p": "2"}, {"p": "-1"}, {"p": "0"}, {"q": "1"}, {"p": ["1"]}, {}, None):
            assert judged(claim, {"witness": witness}).verdict is Verdict.UNKNOWN

    def test_a_proof_and_a_counterexample_disagree(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """They cannot both be right: here the checker is made to accept everything."""
        monkeypatch.setattr(check, "decide", lambda *_: None)
        claim = Claim("mine.false", equal(p, 2), given=[p > 0])
        evidence = {"proof": IDENTITY, "witness": {"p": "1"}, "model": {"p": "1"}}
        assert judged(claim, evidence).verdict is Verdict.DISAGREEMENT
        assert judged(claim, {"absurd": IDENTITY, "witness": {"p": "1"}}).verdict is Verdict.DISAGREEMENT


class TestLemmas:
    """A claim is worth what it rests on."""

    lemma = Claim("lemma.square", p**2 >= 0)
    shown = {"proof": certificate(term(square="p")), "model": {"p": "1"}}  # noqa: RUF012
    false = Claim("lemma.false", p >= 0)
    claim = Claim("mine.square", a**2 >= 0)

    def resting(self, lemma: Claim, then: Evidence, premises: Any = ()) -> Evidence:
        return {"proof": use(lemma.id, {"p": "a"}, then, premises), "model": {"a": "1"}}

    def test_on_a_proved_one(self) -> None:
        evidence = self.resting(self.lemma, certificate(term("a^2")))
        assert judged(self.claim, evidence, self.lemma, stored={self.lemma.id: self.shown}).verdict is Verdict.PROVED

    @pytest.mark.parametrize(
        "shown",
        [{}, {"model": {"p": "1"}}, {"proof": certificate(term(square="p"))}, {**shown, "proof": certificate(term("p"))}],
    )
    def test_on_an_unproved_one(self, shown: Evidence) -> None:
        evidence = self.resting(self.lemma, certificate(term("a^2")))
        for record in routes(self.claim, evidence, self.lemma, stored={self.lemma.id: shown})[:2]:
            assert record.verdict is Verdict.UNKNOWN
            assert "rests on lemma.square, which is UNKNOWN" in record.reason

    def test_on_a_refuted_one(self) -> None:
        claim = Claim("mine.false", a >= 0)
        evidence = self.resting(self.false, certificate(term("a")))
        found = routes(claim, evidence, self.false, stored={self.false.id: {"witness": {"p": "-1"}}})
        assert [record.verdict for record in found] == [Verdict.UNKNOWN, Verdict.UNKNOWN, Verdict.REFUTED]
        assert "lemma.false, which is REFUTED" in found[0].reason

    def test_on_a_vacuous_or_ill_posed_one(self) -> None:
        empty = Claim("lemma.empty", p >= 0, given=[p > 1, p < 0])
        absurd = certificate(term("p - 1"), term("-p"), multiplier=[product()])
        undefined = Claim("lemma.undefined", equal(p / p, 1))
        shown = {empty.id: {"absurd": absurd, "proof": {"rule": "absurd", "by": absurd}}, undefined.id: {"proof": IDENTITY}}
        for lemma, verdict in ((empty, "VACUOUS"), (undefined, "ILL_POSED")):
            assert judged(lemma, shown[lemma.id]).verdict.name == verdict
            claim = Claim("mine.false", a >= 0)
            record = judged(claim, self.resting(lemma, certificate(term("a")), [certificate()] * 2), lemma, stored=shown)
            assert record.verdict is Verdict.UNKNOWN

    def test_on_one_that_there_is_not(self) -> None:
        record = judged(self.claim, self.resting(Claim("lemma.missing", p >= 0), certificate(term("a"))))
        assert record.verdict is Verdict.UNKNOWN
        assert "there is no claim lemma.missing" in record.reason

    @pytest.mark.parametrize("where", ["proof", "obligations", "every"])
    def test_on_itself(self, where: str) -> None:
        claim = Claim("mine.false", a >= 0)
        circle = use(claim.id, {"a": "a"}, certificate(term("a")))
        evidence: Evidence = {"proof": circle, "model": {"a": "1"}}
        if where == "obligations":
            evidence = {"proof": certificate(term("a")), "obligations": {"a >= 0": [circle]}, "model": {"a": "1"}}
        if where == "every":
            evidence = {"every": {"proof": circle}, "model": {"a": "1"}}
        for record in routes(claim, evidence)[:2]:
            assert record.verdict is Verdict.UNKNOWN
        assert (
            "in a circle: mine.false → mine.false"
            in ledger.recorded(claim, library(claim, stored={claim.id: evidence})).reason
        )

    def test_in_a_circle(self) -> None:
        one, two = Claim("circle.one", p >= 0), Claim("circle.two", q >= 0)
        stored = {
            one.id: {"proof": use(two.id, {"q": "p"}, certificate(term("p"))), "model": {"p": "1"}},
            two.id: {"proof": use(one.id, {"p": "q"}, certificate(term("q"))), "model": {"q": "1"}},
        }
        for claim in (one, two):
            both_known = library(one, two, stored=stored)
            assert ledger.recorded(claim, both_known).verdict is Verdict.UNKNOWN
            reasons = " ".join(both_known.record(each.id).reason for each in (one, two))
            assert "the proof goes in a circle" in reasons

    @pytest.mark.parametrize(
        "premises",
        [[], [certificate(term("a"))], [certificate()], [certificate(term("a^2"))], [certificate(), certificate()]],
    )
    def test_without_its_premise(self, premises: Any) -> None:
        lemma = Claim("lemma.root", p >= 1, given=[p - 1 >= 0])
        shown = {lemma.id: {"proof": certificate(term("p - 1")), "model": {"p": "1"}}}
        evidence = self.resting(lemma, certificate(term("a - 1")), [certificate(term("a - 1"))])
        good = Claim("mine.more", a >= 1, given=[a - 1 >= 0])
        assert judged(good, evidence, lemma, stored=shown).verdict is Verdict.PROVED
        claim = Claim("mine.false", a >= 1)
        evidence = self.resting(lemma, certificate(term("a - 1")), premises)
        assert judged(claim, evidence, lemma, stored=shown).verdict is Verdict.UNKNOWN

    def test_a_lemma_behind_an_obligation(self) -> None:
        """That a root is defined may not be taken from a claim that is not proved."""
        claim = Claim("mine.false", all_of(root(a) >= 0, a >= 0))
        rests = use(self.false.id, {"p": "a"}, certificate(term("a")))
        proof = both(certificate(term("r1")), certificate(term(square="r1")))
        evidence = {"obligations": {"a >= 0": [rests]}, "proof": proof, "model": {"a": "1"}}
        found = routes(claim, evidence, self.false)
        assert [record.verdict for record in found] == [Verdict.UNKNOWN, Verdict.UNKNOWN, Verdict.ILL_POSED]
        assert "lemma.false" in found[0].reason

    def test_a_lemma_behind_a_contradiction(self) -> None:
        claim = Claim("mine.fine", a < 0, given=[a < 0])
        rests = use(self.false.id, {"p": "a"}, certificate(term("a"), multiplier=[product("-a")]))
        evidence = {"absurd": rests, "proof": certificate(term("-a")), "model": {"a": "-1"}}
        assert judged(claim, evidence, self.false).verdict is not Verdict.VACUOUS

    def test_a_lemma_behind_a_dropped_hypothesis(self) -> None:
        claim = Claim("mine.fine", a >= 0, given=[a >= 0])
        rests = {"proof": use(self.false.id, {"p": "a"}, certificate(term("a")))}
        record = judged(
            claim, {"proof": certificate(term("a")), "model": {"a": "1"}, "without": {"0": rests}}, self.false
        )  # fmt: skip
        assert record.verdict is Verdict.PROVED
        assert record.hypotheses[0].needed is None

    @pytest.mark.parametrize("substitution", [{"s": "x", "r": "y"}, {"s": "x", "r": "x"}, {}])
    def test_a_lemma_about_lines_for_vectors_of_any_dimension(self, substitution: dict[str, str]) -> None:
        lemma = Claim("lemma.line", equal(inner(s, r) ** 2, norm(s) ** 2 * norm(r) ** 2))
        shown = {lemma.id: {"proof": IDENTITY, "model": {"s": ["1"], "r": ["1"]}}}
        assert judged(lemma, shown[lemma.id]).verdict is Verdict.PROVED
        claim = Claim("mine.false", equal(inner(x, y) ** 2, norm(x) ** 2 * norm(y) ** 2))
        evidence = {"proof": use(lemma.id, substitution, IDENTITY), "model": {"x": ["1"], "y": ["1"]}}
        record = judged(claim, evidence, lemma, stored=shown)
        assert record.verdict is Verdict.UNKNOWN
        assert "in dimension 1 only" in record.reason

    @pytest.mark.parametrize(
        ("substitution", "reason"),
        [
            ({}, "nothing is substituted for p"),
            ({"p": "a", "q": "a"}, "lemma.square has no variable q"),
            ({"p": "b"}, "b in 'b' is no variable"),
            ({"p": "x"}, "p of lemma.square is a number"),
            ({"p": "x*y"}, "mixes numbers and vectors"),
            ({"p": "x^2"}, "mixes numbers and vectors"),
            ({"p": "|a|"}, "a in .* is not a vector"),
            ({"p": "cos(x,a)"}, "a in .* is not a vector"),
            ({"p": "cos(x)"}, "is no variable"),
            ({"p": "sin(x,y,x)"}, "is no variable"),
            ({"p": "exp(a)"}, "exp in .* is no function"),
            ({"p": "1/0"}, "is not shown to be different from 0"),
            ({"p": "root(a)"}, "is not shown to be nonnegative"),
            ({"p": "a^"}, "is not a whole number"),
            ({"p": "a^b"}, "is not a whole number"),
            ({"p": "a^9999"}, "is not a whole number"),
            ({"p": "(a"}, "a parenthesis stays open"),
            ({"p": "a)"}, "cannot read"),
            ({"p": "a +"}, "breaks off"),
            ({"p": ""}, "breaks off"),
            ({"p": "a*/a"}, "breaks off"),
            ({"p": "a^1000"}, "is not a whole number"),
            ({"p": "²"}, "is no variable"),
            ({"p": "a ? b"}, "cannot read"),
            ({"p": 1}, "is not the text of an expression"),
            ({"p": None}, "is not the text of an expression"),
            (None, "is not the id of a claim with terms"),
            (["a"], "is not the id of a claim with terms"),
        ],
    )
    def test_substitutions_that_are_none(self, substitution: Any, reason: str) -> None:
        claim = Claim("mine.square", all_of(a**2 >= 0, norm(x) * norm(y) >= 0))
        step = use("lemma.square", {"p": "a"}, certificate(term("a^2")))
        rest = certificate(term("|x|", "|y|"))
        evidence = {"proof": both(step, rest), "model": {"a": "1", "x": ["1"], "y": ["1"]}}
        stored = {self.lemma.id: self.shown}
        assert judged(claim, evidence, self.lemma, stored=stored).verdict is Verdict.PROVED
        evidence = {**evidence, "proof": both({**step, "substitute": substitution}, rest)}
        record = judged(claim, evidence, self.lemma, stored=stored)
        assert record.verdict is Verdict.UNKNOWN
        assert re.search(reason, record.reason)

    def test_powers_have_up_to_three_digits(self) -> None:
        assert read("2^100", str, int, str.__add__) == 2**100
        assert read("-1^999", str, int, str.__add__) == -1

    def test_vectors_of_different_spaces(self) -> None:
        lemma = Claim("lemma.cauchy", inner(x, y) <= norm(x) * norm(y))
        shown = {lemma.id: {"proof": certificate(term("|x|", "|y|", "-cos(x,y) + 1")), "model": {"x": ["1"], "y": ["1"]}}}
        claim = Claim("mine.spaces", norm(s) * norm(u) >= 0)
        proof = use(lemma.id, {"x": "s", "y": "u"}, certificate(term("|s|", "|u|")))
        record = judged(claim, {"proof": proof, "model": {"s": ["1"], "u": ["1"]}}, lemma, stored=shown)
        assert record.verdict is Verdict.UNKNOWN
        assert "no inner product between" in record.reason
