"""From a claim and its stored evidence to a record, by the kernel alone: no solver, no search, no floats.

Stored evidence is data that anyone may have written. What it fails to prove is not proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.check import Poly, Rejected, Relation
from proofs.kernel.claim import Claim
from proofs.kernel.companions import needed, refuted_rivals
from proofs.kernel.core import Core, lower
from proofs.kernel.evidence import (
    NOT_EVIDENCE,
    Stored,
    counterexample,
    every_number,
    hypotheses_model,
    kind,
    lemmas,
    numbers,
    part,
    refutation,
    said,
    settled,
    texts,
    theorems,
)
from proofs.kernel.record import Hypothesis, Outcome, Record
from proofs.kernel.verdict import Verdict

__all__ = [
    "Hypothesis", "Library", "Outcome", "Record", "Stored", "numbers", "said", "texts", "verify", "with_solver",
]  # fmt: skip

PROOFS = ("proof", "obligations", "every", "absurd")
ABSURD = Relation(">=", Poly.constant(-1))


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
        return recorded(claim, stored, library)
    except RecursionError:
        return Record(claim, Verdict.UNKNOWN, "the claim or its evidence is nested too deeply to be read", ())


def recorded(claim: Claim, stored: Stored, library: Library) -> Record:
    try:
        core = lower(claim, library.parts, part(stored, "obligations"))
    except NOT_EVIDENCE as error:
        return Record(claim, Verdict.ILL_POSED, str(error), (Outcome("lowering", "rejected", str(error)),))
    outcomes: list[Outcome] = []
    witness = counterexample(claim, stored, outcomes)
    uses = tuple(sorted(set(lemmas([stored.get(key) for key in PROOFS]))))
    proved = every = vacuous = False
    if known(uses, library, outcomes):
        proved, every, vacuous = shown(claim, core, stored, library, outcomes)
    model = hypotheses_model(claim, stored, outcomes)
    verdict, reason = conclude(claim, proved or every, witness, vacuous, model, uses, library, outcomes)
    hypotheses = tuple(needed(claim, i, stored, library.parts, every) for i in range(len(claim.given)))
    inherited: tuple[str, ...] = ()
    if verdict is Verdict.PROVED:
        outcomes += refuted_rivals(claim, stored)
        own = theorems([stored.get(key) for key in PROOFS])
        inherited = (*own, *(name for lemma in uses for name in library.record(lemma).assumptions))
    return Record(claim, verdict, reason, tuple(outcomes), hypotheses, uses, witness, model, core, every, inherited)


def shown(claim: Claim, core: Core, stored: Stored, library: Library, outcomes: list[Outcome]) -> tuple[bool, bool, bool]:
    """Whether stored evidence shows the claim, shows it for every number of blocks, or shows that its hypotheses clash."""
    proved = "proof" in stored and settled(kind(stored["proof"]), core.goal, stored["proof"], core.context, outcomes)
    every = every_number(claim, stored, library.parts, outcomes)
    return proved, every, "absurd" in stored and settled("vacuity", ABSURD, stored["absurd"], core.context, outcomes)


def known(uses: tuple[str, ...], library: Library, outcomes: list[Outcome]) -> bool:
    """Whether there are records of all the claims used: each exists, and none rests on the claim in question."""
    try:
        for lemma in uses:
            library.record(lemma)
    except Rejected as error:
        outcomes.append(Outcome("use", "rejected", str(error)))
        return False
    return True


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
    claimed = proved or vacuous
    weak = next((id for id in uses if library.record(id).verdict is not Verdict.PROVED), None) if claimed else None
    if witness is not None and claimed and weak is None:
        return Verdict.DISAGREEMENT, "the certificate holds, and so does the counterexample: one of them must be wrong"
    if witness is not None:
        return Verdict.REFUTED, refutation(claim, witness)
    if not claimed:
        rejected = [o.detail for o in outcomes if o.outcome == "rejected"]
        return Verdict.UNKNOWN, "; ".join(rejected) or "no evidence is stored"
    if weak is not None:
        return Verdict.UNKNOWN, f"rests on {weak}, which is {library.record(weak).verdict.name}"
    if vacuous:
        return Verdict.VACUOUS, "a certificate shows that the hypotheses contradict each other"
    if model is None:
        return Verdict.UNKNOWN, "no exact model shows that the hypotheses can hold together"
    return Verdict.PROVED, how(outcomes, uses)


def how(outcomes: list[Outcome], uses: tuple[str, ...]) -> str:
    words = {
        "identity": "both sides are the same rational function",
        "certificate": "a certificate, checked exactly",
        "case": "case by case, each checked exactly",
        "witness": "explicit terms for what is said to exist, checked exactly",
        "sums": "an invariant that survives the merging of blocks",
        "steps": "an invariant that every step keeps",
    }
    used = [words[o.checker] for o in outcomes if o.outcome == "verified" and o.checker in words]
    return "; ".join(used) + (f"; rests on {', '.join(uses)}" if uses else "")


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
