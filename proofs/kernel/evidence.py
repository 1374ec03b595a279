"""Reading stored evidence: data that anyone may have written. What it fails to show is not shown."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from proofs.kernel import check, families
from proofs.kernel import terms as t
from proofs.kernel.arithmetic import failure
from proofs.kernel.check import Context, Rejected
from proofs.kernel.claim import Claim
from proofs.kernel.core import Library
from proofs.kernel.evaluate import evaluate, hypotheses_hold
from proofs.kernel.record import Outcome
from proofs.kernel.text import unicode

Stored = Mapping[str, Any]

NOT_EVIDENCE = (Rejected, ValueError, TypeError, ArithmeticError, LookupError, AttributeError, RecursionError)
"""What data may raise that is no evidence at all: of the wrong shape, nested without end, with numbers beyond all bounds."""


def part(stored: Any, *path: str) -> Stored:
    """What is stored under these names, one inside the other; nothing where that is no object."""
    for name in path:
        stored = stored.get(name) if isinstance(stored, Mapping) else None
    return stored if isinstance(stored, Mapping) else {}


def settled(checker: str, goal: check.Formula, evidence: Any, context: Context, outcomes: list[Outcome]) -> bool:
    try:
        check.decide(goal, evidence, context)
    except NOT_EVIDENCE as error:
        outcomes.append(Outcome(checker, "rejected", str(error)))
        return False
    outcomes.append(Outcome(checker, "verified", size(evidence)))
    return True


def every_number(claim: Claim, stored: Stored, library: Library, outcomes: list[Outcome]) -> bool:
    """Whether stored evidence shows the claim for every number of blocks."""
    if not claim.family or "every" not in stored:
        return False
    try:
        evidence = dict(stored["every"])
        context, goal = families.goal(claim, library, evidence.get("obligations"))
    except NOT_EVIDENCE as error:
        outcomes.append(Outcome("sums", "rejected", str(error)))
        return False
    return settled("sums", goal, evidence.get("proof"), context, outcomes)


def counterexample(claim: Claim, stored: Stored, outcomes: list[Outcome]) -> Mapping[str, Any] | None:
    if "witness" not in stored:
        return None
    try:
        result = evaluate(claim, numbers(stored["witness"]))
    except NOT_EVIDENCE as error:
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
    except NOT_EVIDENCE as error:
        outcomes.append(Outcome("model", "rejected", str(error)))
        return None
    outcomes.append(Outcome("model", "verified" if held else "rejected", said(stored["model"]) or "there are no hypotheses"))
    return dict(stored["model"]) if held else None


def refutation(claim: Claim, witness: Mapping[str, Any]) -> str:
    """The counterexample as a sentence: worked out, if the statement can be written out at these inputs."""
    try:
        return failure(claim, numbers(witness))
    except NOT_EVIDENCE:
        return f"at {said(witness)}, {unicode(claim.statement)} is false"


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


def theorems(evidence: Any) -> tuple[str, ...]:
    """The classical theorems that the terms in the evidence rest on, whatever the claim speaks of."""
    return ("logarithm",) if re.search(r"log\s*\(", json.dumps(evidence)) else ()


def kind(evidence: Any) -> str:
    """The word for a proof: that of its first telling rule."""
    rule = evidence.get("rule") if isinstance(evidence, Mapping) else None
    if rule in ("both", "iff", "choose", "use", "absurd"):
        inner = [value for key in ("parts", "forward", "backward", "by", "then") for value in _listed(evidence.get(key))]
        kinds = [kind(value) for value in inner]
        return next((k for k in _TELLING if k in kinds), "certificate")
    return {"cases": "case"}.get(str(rule), str(rule) if rule in _TELLING else "certificate")


_TELLING = ("sums", "steps", "witness", "case", "certificate", "identity")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def size(evidence: Any) -> str:
    count = json.dumps(evidence).count('"weight"')
    return f"{count} weighted terms" if count else "an identity"


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]
