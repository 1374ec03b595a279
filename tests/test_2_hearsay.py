"""2 · Nothing is proved by hearsay: a solver that lies, and evidence that belongs to another claim."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from evidence import Evidence, certificate, judged, library, searched, term

from proofs import ledger
from proofs.kernel import Claim, equal, real
from proofs.kernel.verdict import Verdict
from proofs.prove import Budget, examined, prove
from proofs.search import smt

p, q = real("p q")
Model = Mapping[str, Fraction]
FAR = Claim("mine.far", p < 10**40, given=[p > 10**20])
"""False, but no small number shows it."""


class TestSolvers:
    """What a solver says stands beside the kernel's verdict, and contradicts it at most."""

    square = Claim("mine.square", p**2 + q**2 >= 2 * p * q)
    false = Claim("mine.false", p**2 + q**2 >= p)
    undefined = Claim("mine.undefined", equal(p / p, 1))

    @staticmethod
    def answering(monkeypatch: pytest.MonkeyPatch, outcome: str, model: Model | None = None) -> None:
        monkeypatch.setattr(smt, "ask", lambda *_, **__: smt.Answer(outcome, "", 0.0, dict(model or {})))

    def test_unsat_for_everything(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answering(monkeypatch, "unsat")
        assert prove(FAR).verdict is Verdict.SOLVER_ONLY
        assert prove(self.false).verdict is Verdict.DISAGREEMENT
        assert prove(self.undefined).verdict is Verdict.ILL_POSED

    @pytest.mark.parametrize("value", [Fraction(0), Fraction(1, 2), Fraction(-3), Fraction(10**30)])
    def test_sat_with_one_model_for_everything(self, monkeypatch: pytest.MonkeyPatch, value: Fraction) -> None:
        self.answering(monkeypatch, "sat", {"p": value, "q": value})
        assert prove(FAR).verdict is not Verdict.PROVED
        assert prove(self.false).verdict is Verdict.REFUTED
        assert prove(self.square).verdict is not Verdict.PROVED

    def test_weights_that_add_up_to_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The weights of a certificate are a solver's too; wrong ones are thrown away."""
        weights = {f"w{i}": Fraction(i % 3, 2) for i in range(200)} | {f"q{i}": Fraction(1) for i in range(50)}
        self.answering(monkeypatch, "sat", weights)
        for claim in (FAR, self.false):
            assert searched(claim).verdict is not Verdict.PROVED

    def test_unknown_for_everything(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answering(monkeypatch, "unknown")
        assert prove(FAR).verdict is Verdict.UNKNOWN
        assert prove(self.undefined).verdict is Verdict.ILL_POSED

    proof, model = certificate(term(square="p - q")), {"p": "0", "q": "0"}

    @pytest.mark.parametrize("evidence", [{}, {"proof": proof}, {"proof": certificate(), "model": model}])
    def test_an_answer_where_nothing_is_proved(self, monkeypatch: pytest.MonkeyPatch, evidence: Evidence) -> None:
        record = judged(self.square, evidence)
        for answer, verdict in (("unsat", Verdict.SOLVER_ONLY), ("sat", Verdict.UNKNOWN), ("unknown", Verdict.UNKNOWN)):
            self.answering(monkeypatch, answer)
            assert examined(record, Budget()).verdict is verdict

    def test_an_answer_beside_a_proof(self, monkeypatch: pytest.MonkeyPatch) -> None:
        record = judged(self.square, {"proof": self.proof, "model": self.model})
        for answer, verdict in (("unsat", Verdict.PROVED), ("sat", Verdict.DISAGREEMENT), ("unknown", Verdict.PROVED)):
            self.answering(monkeypatch, answer)
            assert examined(record, Budget()).verdict is verdict

    def test_an_answer_beside_a_refutation(self, monkeypatch: pytest.MonkeyPatch) -> None:
        record = judged(self.false, {"witness": {"p": "1/2", "q": "0"}})
        for answer, verdict in (("unsat", Verdict.DISAGREEMENT), ("sat", Verdict.REFUTED), ("unknown", Verdict.REFUTED)):
            self.answering(monkeypatch, answer)
            assert examined(record, Budget()).verdict is verdict


class TestEvidenceOfOthers:
    """Evidence names no goal: it proves what it proves, whatever file it lies in."""

    @pytest.mark.parametrize("id", ["blocks.max_local.bracket", "blocks.norm_ratio_lower", "step.universal_bound"])
    def test_the_evidence_of_another_claim(self, id: str) -> None:
        claim, claims = ledger.claims()[id], ledger.claims().values()
        assert judged(claim, ledger.stored(id), *claims).verdict is Verdict.PROVED
        for other in claims:
            if other.id.partition(".")[0] != id.partition(".")[0] or other.statement == claim.statement:
                continue
            record = ledger.recorded(claim, library(*claims, stored={id: ledger.stored(other.id)}))
            assert record.verdict is not Verdict.PROVED
            assert record.reason

    def test_a_false_statement_under_a_good_id(self) -> None:
        good, bad = ledger.claims()["blocks.range"], ledger.claims()["blocks.max_local.unsigned"]
        record = judged(good.saying(bad.statement), ledger.stored("blocks.range"))
        assert record.verdict is Verdict.UNKNOWN
        assert searched(good.saying(bad.statement)).verdict is Verdict.REFUTED
