"""All that is known of one claim, for a reader: statement, prose, derivation, solver, proof or counterexample."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from proofs import ledger
from proofs.derive import Derivation, derivations
from proofs.kernel import families
from proofs.kernel.arithmetic import worked
from proofs.kernel.assumed import ASSUMED
from proofs.kernel.check import And
from proofs.kernel.claim import Claim
from proofs.kernel.companions import explained
from proofs.kernel.evidence import numbers, said, texts
from proofs.kernel.record import Record
from proofs.kernel.text import LATEX, UNICODE, where
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Library
from proofs.narrate import P, Pen, definitions, narrated
from proofs.prose import prose
from proofs.prove import Budget, examined, z3_query
from proofs.search import witnesses
from proofs.search.smt import SolverMissing

WIDTH = 110
LONGEST = 400
"""Characters of a line of a query."""


def shown(claim: Claim, library: Library, latex: bool = False) -> Iterator[str]:
    """The lines that `show` prints; the last one says the verdict in a sentence."""
    record, pen = ledger.recorded(claim, library), Pen(LATEX if latex else UNICODE)
    stored = library.stored(claim.id) if record.core is not None else {}
    sections = [
        ("", heading(claim, library)),
        ("Statement", statement(claim, pen)),
        ("Hypotheses", hypotheses(record, library)),
        ("Derivation", derivation_lines(derivations(claim, library), pen)),
        ("Z3", solver(record)),
        ("For every number of blocks", every_number(record, stored, library, pen)),
        ("For two blocks" if claim.family else "Proof", proof(record, stored, pen)),
        ("Counterexample", counterexample(record)),
        ("Verdict", conclusion(record)),
    ]
    for title, lines in sections:
        found = list(lines)
        if title and found:
            yield ""
            yield title
        yield from (f"  {line}" if title else line for line in found)


def heading(claim: Claim, library: Library) -> Iterator[str]:
    yield f"{claim.id}: {claim.title}" if claim.title else claim.id
    if claim.source:
        yield f"source: {claim.source}"
    if claim.replaces is not None:
        yield f"puts right: {claim.replaces.id}"
    if others := ledger.replaced_by(claim.id, library.claims):
        yield f"put right by: {', '.join(others)}"
    if remark := prose(claim):
        yield ""
        yield from textwrap.wrap(remark, WIDTH)


def statement(claim: Claim, pen: Pen) -> Iterator[str]:
    """Hypotheses, conclusion, and what the abbreviations stand for."""
    for formula in claim.given:
        yield f"given  {pen.math(formula)}"
    yield f"claim  {pen.math(claim.statement)}"
    seen = {node.name: node for part in claim.parts for node in where(part)}
    for node in seen.values():
        yield f"where  {pen.text(f'{pen.style.name(node.name)} = ')}{pen.math(node.meaning)}"


def hypotheses(record: Record, library: Library) -> Iterator[str]:
    """Whether each hypothesis is needed and why, and what else a suspicious reader asks."""
    if record.verdict is Verdict.REFUTED:
        return
    word = {True: "needed; ", False: "not needed; ", None: ""}
    for index, hypothesis in enumerate(record.hypotheses):
        why = explained(record.claim, index, hypothesis, library.parts)
        yield f"{hypothesis.text}: {word[hypothesis.needed]}{why}"
    if record.model:
        yield f"all of them hold at {said(record.model)}"
    for outcome in record.evidence:
        if outcome.checker in ("flipped", "tightened"):
            yield f"{outcome.checker}: {outcome.detail}"


def derivation_lines(found: list[Derivation], pen: Pen) -> Iterator[str]:
    for derivation in found:
        first, *others = derivation.readable()
        yield pen.math(first.term)
        for line in others:
            yield f"= {pen.math(line.term)}    [{line.done}]"


def solver(record: Record) -> Iterator[str]:
    """The query whose models are counterexamples, abridged, and Z3's answer to it."""
    if record.core is None:
        return
    query = z3_query(record)
    if query is None:
        yield "not asked: the negation of what is said to exist has a quantifier"
        return
    yield from map(abridged, query.splitlines())
    try:
        answer = examined(record, Budget()).evidence[-1]
    except SolverMissing as error:
        yield f"not asked: {error}"
        return
    detail = f" ({answer.detail})" if answer.detail else ""
    yield f"answer: {answer.outcome}{detail}, after {answer.seconds:.1f} s; limit {Budget().rlimit} steps"


def abridged(line: str) -> str:
    """A line of a query that a reader can take in; `proofs.export` writes all of it."""
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} … ({len(line)} characters; see export --smtlib)"


def proof(record: Record, stored: Mapping[str, Any], pen: Pen) -> Iterator[str]:
    """The certificate, as far as it is one."""
    if record.core is None or not verified(record) or "proof" not in stored:
        return
    yield from definitions(record.core.context, pen)
    if '"certificate"' in json.dumps(stored["proof"]):
        words = "one side less the other, over one denominator, and without positive factors"
        yield f"Each relation is written as some {pen.math(P)} compared with 0: {words}"
    yield from narrated(record.core.goal, stored["proof"], record.core.context, pen)


def verified(record: Record) -> bool:
    return not any(outcome.outcome == "rejected" for outcome in record.evidence)


def every_number(record: Record, stored: Mapping[str, Any], library: Library, pen: Pen) -> Iterator[str]:
    """The invariant, its three steps, and why it is not always the claim itself."""
    if not record.every:
        return
    evidence = stored["every"]
    context, goal = families.goal(record.claim, library.parts, evidence.get("obligations"))
    yield from narrated(goal, evidence["proof"], context, pen)
    for part in goal.parts if isinstance(goal, And) else (goal,):
        yield from merging(part)


def merging(goal: Any) -> Iterator[str]:
    """A pair of families that have what is claimed while their union does not, where there is one."""
    if goal.marked or goal.abstraction.totals or goal.abstraction.fixed:
        return
    parts = [goal.at(goal.statement, name, None) for name in ("x_1", "x_2", "x_1+x_2")]
    closed = Claim("merging.conclusion", parts[2], given=[*goal.about_numbers, *parts[:2]])
    found = witnesses.counterexample(closed)
    if found is not None:
        yield f"What is claimed is no invariant itself, for it may be lost in the union: {said(texts(found))}"


def counterexample(record: Record) -> Iterator[str]:
    if record.witness is not None:
        yield from worked(record.claim, numbers(record.witness))


def conclusion(record: Record) -> Iterator[str]:
    """The verdict in a sentence, after what the word means."""
    yield f"{record.verdict.name}: {record.verdict.value}."
    for assumption in record.assumptions:
        yield f"Assumed: {assumption}, that is, {ASSUMED[assumption]}."
    rejected = [f"{o.checker} rejected: {o.detail}" for o in record.evidence if o.outcome == "rejected"]
    yield from rejected
    word = {Verdict.PROVED: "true", Verdict.REFUTED: "false"}.get(record.verdict)
    yield f"{record.claim.id} is {word or 'not decided'}: {record.reason}."
