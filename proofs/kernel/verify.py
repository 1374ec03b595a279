"""From a claim and its stored evidence to a record, by the kernel alone: no solver, no search, no floats.

Stored evidence is data that anyone may have written. What it fails to prove is not proved.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from proofs.kernel import check, families
from proofs.kernel import terms as t
from proofs.kernel.check import Context, Poly, Rejected, Relation
from proofs.kernel.claim import Claim
from proofs.kernel.core import Core, lower
from proofs.kernel.evaluate import evaluate, hypotheses_hold
from proofs.kernel.lower import IllPosed
from proofs.kernel.text import unicode
from proofs.kernel.verdict import Verdict

Stored = Mapping[str, Any]
ABSURD = Relation(">=", Poly.constant(-1))


@dataclass(frozen=True)
class Outcome:
    """What one checker said: verified, unsat, sat, unknown, not_run or rejected."""

    checker: str
    outcome: str
    detail: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis, and whether the claim needs it: True with a counterexample, False with a proof, None if unsettled."""

    text: str
    needed: bool | None
    witness: Mapping[str, Any] | None
    detail: str


@dataclass(frozen=True)
class Record:
    """All that is known of one claim."""

    claim: Claim
    verdict: Verdict
    reason: str
    evidence: tuple[Outcome, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    uses: tuple[str, ...] = ()
    witness: Mapping[str, Any] | None = None
    model: Mapping[str, Any] | None = None
    core: Core | None = None
    certificate: str | None = None
    every: bool = False

    @property
    def scope(self) -> dict[str, str | None]:
        blocks = "every" if self.every else blocks_scope(self.claim)
        return {"blocks": blocks, "dimension": dimension_scope(self.claim)}

    @property
    def assumptions(self) -> tuple[str, ...]:
        return assumptions(self.claim)


@dataclass
class Library:
    """The claims by id with their stored evidence; each is verified once, and a circle of lemmas is refused."""

    claims: Mapping[str, Claim]
    stored: Callable[[str], Stored]
    records: dict[str, Record] = field(default_factory=dict)
    under_way: list[str] = field(default_factory=list)

    def claim(self, id: str) -> Claim:
        if id not in self.claims:
            raise Rejected(f"there is no claim {id}")
        return self.claims[id]

    def parts(self, id: str) -> tuple[tuple[t.Formula, ...], t.Formula]:
        """Hypotheses and conclusion of a lemma, for two blocks if it is about a family."""
        claim = self.claim(id).with_blocks(2)
        return claim.given, claim.statement

    def record(self, id: str) -> Record:
        if id in self.under_way:
            raise Rejected("the proof goes in a circle: " + " → ".join([*self.under_way[self.under_way.index(id) :], id]))
        if id not in self.records:
            self.under_way.append(id)
            try:
                self.records[id] = verify(self.claim(id), self.stored(id), self)
            finally:
                self.under_way.pop()
        return self.records[id]


def verify(claim: Claim, stored: Stored, library: Library) -> Record:
    """The record of a claim from its stored evidence alone."""
    try:
        core = lower(claim, library.parts, stored.get("obligations"))
    except IllPosed as error:
        return Record(claim, Verdict.ILL_POSED, str(error), (Outcome("lowering", "rejected", str(error)),))
    outcomes: list[Outcome] = []
    witness = counterexample(claim, stored, outcomes)
    proved, uses, certificate = proof(core, stored, library, outcomes)
    every = every_number(claim, stored, library, outcomes)
    vacuous = "absurd" in stored and settled("vacuity", ABSURD, stored["absurd"], core.context, outcomes)
    model = hypotheses_model(claim, stored, outcomes)
    verdict, reason = conclude(claim, proved or every, witness, vacuous, model, uses, library, outcomes)
    hypotheses = tuple(needed(claim, i, stored, library, every) for i in range(len(claim.given)))
    return Record(claim, verdict, reason, tuple(outcomes), hypotheses, uses, witness, model, core, certificate, every)


def conclude(
    claim: Claim,
    proved: bool,
    witness: Mapping[str, Any] | None,
    vacuous: bool,
    model: Mapping[str, Any] | None,
    uses: tuple[str, ...],
    library: Library,
    outcomes: list[Outcome],
) -> tuple[Verdict, str]:
    """The verdict and its reason in words."""
    if witness is not None and (proved or vacuous):
        return Verdict.DISAGREEMENT, "the certificate holds, and so does the counterexample: one of them must be wrong"
    if witness is not None:
        return Verdict.REFUTED, refutation(claim, witness)
    if vacuous:
        return Verdict.VACUOUS, "a certificate shows that the hypotheses contradict each other"
    if not proved:
        rejected = [o.detail for o in outcomes if o.outcome == "rejected"]
        return Verdict.UNKNOWN, "; ".join(rejected) or "no evidence is stored"
    if model is None:
        return Verdict.UNKNOWN, "no exact model shows that the hypotheses can hold together"
    for lemma in uses:
        verdict = library.record(lemma).verdict
        if verdict is not Verdict.PROVED:
            passed_on = Verdict.SOLVER_ONLY if verdict is Verdict.SOLVER_ONLY else Verdict.UNKNOWN
            return passed_on, f"rests on {lemma}, which is {verdict.name}"
    return Verdict.PROVED, how(outcomes, uses)


def how(outcomes: list[Outcome], uses: tuple[str, ...]) -> str:
    words = {
        "identity": "both sides are the same rational function",
        "certificate": "a certificate, checked exactly",
        "case": "case by case, each checked exactly",
        "witness": "explicit terms for what is said to exist, checked exactly",
        "sums": "an invariant that survives the merging of blocks",
    }
    used = [words[o.checker] for o in outcomes if o.outcome == "verified" and o.checker in words]
    return "; ".join(used) + (f"; rests on {', '.join(uses)}" if uses else "")


# --- the parts of stored evidence -------------------------------------------------------------------------------------


def proof(core: Core, stored: Stored, library: Library, outcomes: list[Outcome]) -> tuple[bool, tuple[str, ...], str | None]:
    """Whether the stored proof holds, the claims that the evidence uses, and its digest."""
    evidence = {key: stored[key] for key in ("proof", "obligations", "every") if key in stored}
    uses = tuple(sorted(set(lemmas(evidence))))
    try:
        for lemma in uses:
            library.record(lemma)
    except Rejected as error:
        outcomes.append(Outcome("use", "rejected", str(error)))
        return False, uses, digest(evidence)
    held = "proof" in stored and settled(kind(stored["proof"]), core.goal, stored["proof"], core.context, outcomes)
    return held, uses, digest(evidence) if evidence else None


def every_number(claim: Claim, stored: Stored, library: Library, outcomes: list[Outcome]) -> bool:
    """Whether stored evidence shows the claim for every number of blocks."""
    if not claim.family or "every" not in stored:
        return False
    evidence = stored["every"]
    try:
        context, goal = families.goal(claim, library.parts, evidence.get("obligations"))
    except Rejected as error:
        outcomes.append(Outcome("sums", "rejected", str(error)))
        return False
    return settled("sums", goal, evidence.get("proof"), context, outcomes)


def settled(checker: str, goal: check.Formula, evidence: Any, context: Context, outcomes: list[Outcome]) -> bool:
    try:
        check.decide(goal, evidence, context)
    except Rejected as error:
        outcomes.append(Outcome(checker, "rejected", str(error)))
        return False
    outcomes.append(Outcome(checker, "verified", size(evidence)))
    return True


def counterexample(claim: Claim, stored: Stored, outcomes: list[Outcome]) -> Mapping[str, Any] | None:
    if "witness" not in stored:
        return None
    try:
        result = evaluate(claim, numbers(stored["witness"]))
    except (ValueError, ArithmeticError, Rejected) as error:
        outcomes.append(Outcome("witness", "rejected", str(error)))
        return None
    if claim.existential() or not all(result.hypotheses) or result.conclusion:
        outcomes.append(Outcome("witness", "rejected", "the stored vectors do not refute the claim"))
        return None
    outcomes.append(Outcome("counterexample", "verified", said(stored["witness"])))
    return dict(stored["witness"])


def hypotheses_model(claim: Claim, stored: Stored, outcomes: list[Outcome]) -> Mapping[str, Any] | None:
    if "model" not in stored:
        return None
    try:
        held = hypotheses_hold(claim, numbers(stored["model"]))
    except (ValueError, ArithmeticError, Rejected) as error:
        outcomes.append(Outcome("model", "rejected", str(error)))
        return None
    outcomes.append(Outcome("model", "verified" if held else "rejected", said(stored["model"]) or "there are no hypotheses"))
    return dict(stored["model"]) if held else None


def needed(claim: Claim, index: int, stored: Stored, library: Library, every: bool) -> Hypothesis:
    """Whether the claim needs a hypothesis, as far as the stored companion shows it."""
    text, weaker = unicode(claim.given[index]), claim.without(index)
    companion = stored.get("without", {}).get(str(index), {})
    try:
        core = lower(weaker, library.parts, companion.get("obligations"))
    except IllPosed as error:
        return Hypothesis(text, None, None, f"keeps the statement defined: without it, {error}")
    outcomes: list[Outcome] = []
    witness = counterexample(weaker, companion, outcomes)
    if witness is not None:
        return Hypothesis(text, True, witness, "without it the claim is false: " + refutation(weaker, witness))
    if every:
        spared = every_number(weaker, companion, library, outcomes)
    else:
        spared = "proof" in companion and settled("proof", core.goal, companion["proof"], core.context, outcomes)
    if spared and not lemmas(companion):
        return Hypothesis(text, False, None, "the claim is proved without it")
    return Hypothesis(text, None, None, "not settled")


# --- words and numbers ------------------------------------------------------------------------------------------------


def refutation(claim: Claim, witness: Mapping[str, Any]) -> str:
    """The counterexample as a sentence."""
    from proofs.kernel.arithmetic import failure

    return failure(claim, numbers(witness))


def numbers(witness: Mapping[str, Any]) -> dict[str, Any]:
    """Exact numbers from their text: ``"-3/5"``, or a list of such."""
    if not isinstance(witness, Mapping):
        raise Rejected(f"{witness!r} does not give values by name")
    return {
        name: [check.rational(entry) for entry in value] if isinstance(value, list) else check.rational(value)
        for name, value in witness.items()
    }


def texts(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The inverse of `numbers`."""
    return {
        name: [str(Fraction(entry)) for entry in value] if isinstance(value, list) else str(Fraction(value))
        for name, value in inputs.items()
    }


def said(witness: Mapping[str, Any]) -> str:
    pieces = []
    for name, value in witness.items():
        text = "(" + ", ".join(value) + ")" if isinstance(value, list) else value
        pieces.append(f"{unicode(t.Symbol(name))} = {text}".replace("-", "−"))
    return ", ".join(pieces)


def lemmas(evidence: Any) -> list[str]:
    """The ids of all claims that the evidence uses."""
    if isinstance(evidence, Mapping):
        own = [str(evidence.get("claim"))] if evidence.get("rule") == "use" else []
        return own + [id for value in evidence.values() for id in lemmas(value)]
    if isinstance(evidence, list):
        return [id for value in evidence for id in lemmas(value)]
    return []


def kind(evidence: Any) -> str:
    """The word for a proof: that of its first telling rule."""
    rule = evidence.get("rule") if isinstance(evidence, Mapping) else None
    if rule in ("both", "iff", "choose", "use", "absurd"):
        inner = [value for key in ("parts", "forward", "backward", "by", "then") for value in _listed(evidence.get(key))]
        kinds = [kind(value) for value in inner]
        return next((k for k in ("sums", "witness", "case", "certificate", "identity") if k in kinds), "certificate")
    return {"cases": "case"}.get(str(rule), str(rule) if rule in ("identity", "witness", "sums") else "certificate")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def size(evidence: Any) -> str:
    count = json.dumps(evidence).count('"weight"')
    return f"{count} weighted terms" if count else "an identity"


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


# --- scope ------------------------------------------------------------------------------------------------------------


def blocks_scope(claim: Claim) -> str | None:
    """How many blocks the record speaks of: None where the claim is not about blocks."""
    counts = [len(n.parts) for part in claim.with_blocks(2).parts for n in t.walk(part) if isinstance(n, t.Blocks)]
    return str(max(counts)) if counts else None


def dimension_scope(claim: Claim) -> str:
    """The dimensions of the spaces: what is said to exist as a pair of vectors needs a plane."""
    fixed = {v.dimension for v in claim.with_blocks(2).variables() if isinstance(v, t.Base)}
    if claim.existential():
        return "n>=2"
    return "every" if not fixed or fixed == {None} else f"n={max(d for d in fixed if d is not None)}"


ASSUMED = {
    "Cauchy–Schwarz": "|⟨x, y⟩| ≤ ‖x‖‖y‖ for all vectors",
    "Gram realisation": "a symmetric positive semidefinite matrix is the Gram matrix of vectors in Rⁿ for n ≥ its rank",
}


def assumptions(claim: Claim) -> tuple[str, ...]:
    """The classical theorems that the record rests on."""
    found = ["Cauchy–Schwarz"] if any(isinstance(v, t.Base) for v in claim.with_blocks(2).variables()) else []
    if any(isinstance(v, t.Base) for v in claim.existential()):
        found.append("Gram realisation")
    return tuple(found)


def with_solver(record: Record, answer: Outcome) -> Record:
    """The record with a solver's answer: it may contradict, and it may be all there is; it never proves."""
    record = replace(record, evidence=(*record.evidence, answer))
    if answer.outcome == "unsat" and record.verdict is Verdict.REFUTED:
        return replace(record, verdict=Verdict.DISAGREEMENT, reason=f"{answer.checker} says unsat, but: {record.reason}")
    if answer.outcome == "sat" and record.verdict in (Verdict.PROVED, Verdict.VACUOUS):
        reason = f"{answer.checker} says sat, but the certificate holds ({record.reason})"
        return replace(record, verdict=Verdict.DISAGREEMENT, reason=reason)
    if answer.outcome == "unsat" and record.verdict is Verdict.UNKNOWN:
        return replace(record, verdict=Verdict.SOLVER_ONLY, reason=f"{answer.checker} says unsat; nothing was checked")
    return record
