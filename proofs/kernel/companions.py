"""What a suspicious reader asks of an inequality.

Is each hypothesis needed? Does the opposite hold as well, so that the statement says nothing? Could the constant be better?
Every answer is an exact counterexample or a proof, stored and checked like all evidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.core import Library, lower
from proofs.kernel.evidence import (
    NOT_EVIDENCE,
    Stored,
    counterexample,
    every_number,
    lemmas,
    part,
    refutation,
    said,
    settled,
)
from proofs.kernel.record import Hypothesis, Outcome
from proofs.kernel.text import unicode

_OPPOSITE = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "!=", "!=": "="}


def needed(claim: Claim, index: int, stored: Stored, library: Library, every: bool) -> Hypothesis:
    """Whether the claim needs a hypothesis, as far as the stored companion shows it."""
    text, weaker = unicode(claim.given[index]), claim.without(index)
    companion = part(stored, "without", str(index))
    witness = counterexample(weaker, companion, [])
    if witness is not None:
        return Hypothesis(text, True, witness)
    spared = every_number(weaker, companion, library, []) if every else two_blocks(weaker, companion, library)
    return Hypothesis(text, False if spared and not lemmas(companion) else None, None)


def two_blocks(claim: Claim, stored: Stored, library: Library) -> bool:
    """Whether the stored proof shows the claim."""
    if "proof" not in stored:
        return False
    try:
        core = lower(claim, library, stored.get("obligations"))
    except NOT_EVIDENCE:
        return False
    return settled("proof", core.goal, stored["proof"], core.context, [])


def explained(claim: Claim, index: int, hypothesis: Hypothesis, library: Library) -> str:
    """What becomes of the claim without the hypothesis, in words."""
    weaker = claim.without(index)
    if hypothesis.needed is False:
        return "the claim is proved without it"
    if hypothesis.witness is not None:
        return "without it the claim is false: " + refutation(weaker, hypothesis.witness)
    try:
        lower(weaker, library)
    except NOT_EVIDENCE as error:
        return f"without it the statement is not shown to be defined: {error}"
    return "whether the claim needs it is not settled"


def rivals(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Statements that must be false if the claim is to say something: each part turned round, and each tightened one."""
    if claim.existential():
        return
    for number, piece in enumerate(t.conjuncts(claim.statement)):
        opposite = flipped(piece)
        if opposite is not None:
            yield f"flipped {number}", claim.saying(opposite)
    for number, better in enumerate(claim.tightened):
        yield f"tightened {number}", claim.saying(better)


def flipped(formula: t.Formula) -> t.Formula | None:
    """The statement with its sign turned round; None where there is no such thing."""
    match formula:
        case t.Relation(op, left, right):
            return t.Relation(_OPPOSITE[op], left, right)
        case t.Every(each):
            opposite = flipped(each)
            return None if opposite is None else t.Every(opposite)
        case t.AfterSteps(each=each):
            opposite = flipped(each)
            return None if opposite is None else replace(formula, each=opposite)
        case t.Iff(left, right):
            opposite = flipped(right)
            return None if opposite is None else t.Iff(left, opposite)
    return None


def refuted_rivals(claim: Claim, stored: Stored) -> Iterator[Outcome]:
    """What the stored counterexamples say of the rivals."""
    for name, rival in rivals(claim):
        outcomes: list[Outcome] = []
        witness = counterexample(rival, part(stored, "rivals", name), outcomes)
        checker = name.split()[0]
        if witness is None:
            yield Outcome(checker, "unknown", f"no counterexample is stored to {unicode(rival.statement)}")
        else:
            place = f" at {said(witness)}" if witness else ""
            yield Outcome(checker, "verified", f"{unicode(rival.statement)} is false{place}")
