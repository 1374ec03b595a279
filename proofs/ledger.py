"""The ledger: the claims of all chapters, what the kernel makes of their evidence, and the committed record of it.

`ledger.json` holds only what no seed, library version or machine can change. Whatever is computed anew is compared with
it claim by claim and field by field, and a difference is said in words.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

from proofs import store
from proofs.kernel.check import Rejected
from proofs.kernel.claim import Claim
from proofs.kernel.evidence import digest
from proofs.kernel.record import Outcome, Record
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Library
from proofs.measured import Measured

CHAPTERS = ("blocks", "gradient", "step", "flow")
SCHEMA = 1

Entry = dict[str, Any]
Row = TypeVar("Row", bound=Claim | Measured)


class UnknownClaim(ValueError):
    """There is no such claim; the message suggests the nearest."""


# --- the claims -------------------------------------------------------------------------------------------------------


@functools.cache
def claims() -> dict[str, Claim]:
    """All claims by id, in the order in which the chapters state them."""
    found: dict[str, Claim] = {}
    for chapter in CHAPTERS:
        for claim in stated(importlib.import_module(f"proofs.{chapter}")):
            if claim.id in found:
                raise ValueError(f"two claims are called {claim.id}")
            found[claim.id] = claim
    return found


def stated(module: object) -> list[Claim]:
    """The claims that a chapter or any other module names, in order."""
    return list({value.id: value for value in vars(module).values() if isinstance(value, Claim)}.values())


@functools.cache
def rows() -> dict[str, Claim | Measured]:
    """All claims by id, and after them those that are measured."""
    chapters = [importlib.import_module(f"proofs.{chapter}") for chapter in CHAPTERS]
    measured = [value for module in chapters for value in vars(module).values() if isinstance(value, Measured)]
    return {**claims(), **{claim.id: claim for claim in measured}}


def claim(id: str) -> Claim:
    """The claim with this id.

    Raises
    ------
    UnknownClaim
        If there is none; the message suggests the nearest.
    """
    if id not in claims():
        raise UnknownClaim(unknown(id, claims()))
    return claims()[id]


def select(patterns: Sequence[str], among: Mapping[str, Row]) -> list[Row]:
    """The claims that match any pattern: an id, a chapter, or either with ``*`` and ``?``.

    Raises
    ------
    UnknownClaim
        If a pattern matches nothing; the message suggests the nearest.
    """
    for pattern in patterns:
        if not any(matches(id, pattern) for id in among):
            raise UnknownClaim(unknown(pattern, among))
    return [claim for id, claim in among.items() if not patterns or any(matches(id, p) for p in patterns)]


def matches(id: str, pattern: str) -> bool:
    return fnmatchcase(id, pattern) or id.startswith(f"{pattern}.")


def unknown(word: str, among: Iterable[str]) -> str:
    """That there is no such thing, and what may have been meant."""
    if isinstance(rows().get(word), Measured):
        return f"{word} is measured by run, and has no evidence to look at"
    chapters = {id.partition(".")[0]: id.partition(".")[0] for id in among}
    by_last = {id.partition(".")[2]: id for id in among}
    names = {id: id for id in among} | chapters | by_last
    near = difflib.get_close_matches(word.replace("*", ""), names, n=3, cutoff=0.6)
    suggestions = list(dict.fromkeys(names[name] for name in near))
    return f"there is no claim {word}" + (f"; did you mean {' or '.join(suggestions)}?" if suggestions else "")


# --- what the kernel makes of the stored evidence ---------------------------------------------------------------------


def library(own: Mapping[str, Claim] | None = None) -> Library:
    """All claims with their stored evidence, and claims of one's own, which have none."""
    own = own or {}
    return Library({**claims(), **own}, lambda id: {} if id in own else stored(id))


def stored(id: str) -> dict[str, Any]:
    """The stored evidence; what cannot be read is rejected like evidence that does not hold."""
    try:
        return store.load(id)
    except store.Damaged as error:
        raise Rejected(str(error)) from error


def recorded(claim: Claim, library: Library) -> Record:
    """The kernel's record of a claim; evidence of the wrong shape proves nothing, whatever the shape."""
    try:
        return library.record(claim.id)
    except Rejected as error:
        reason = str(error)
    except (TypeError, KeyError, AttributeError, ValueError, IndexError) as error:
        reason = f"the stored evidence has the wrong shape ({type(error).__name__}: {error})"
    return Record(claim, Verdict.UNKNOWN, reason, (Outcome("stored evidence", "rejected", reason),))


def replaced_by(id: str, among: Mapping[str, Claim]) -> list[str]:
    """The claims that put this one right."""
    return [other.id for other in among.values() if other.replaces is not None and other.replaces.id == id]


# --- the committed record ---------------------------------------------------------------------------------------------


def path() -> Path:
    return store.folder().parent / "ledger.json"


def entry(record: Record, library: Library) -> Entry:
    """What the committed ledger holds of a record; the certificate is all that is stored about the claim."""
    return {
        "id": record.claim.id,
        "source": record.claim.source,
        "title": record.claim.title,
        "scope": record.scope,
        "verdict": record.verdict.name,
        "uses": list(record.uses),
        "assumptions": list(record.assumptions),
        "hypotheses": [{"text": h.text, "needed": h.needed, "witness": h.witness} for h in record.hypotheses],
        "rivals": [o.detail for o in record.evidence if o.checker in ("flipped", "tightened")],
        "witness": record.witness,
        "core": None if record.core is None else record.core.digest(),
        "certificate": evidence_digest(record.claim.id, library),
    }


def evidence_digest(id: str, library: Library) -> str | None:
    try:
        evidence = library.stored(id)
    except Rejected:
        return None
    return digest(evidence) if evidence else None


def save(entries: Sequence[Entry]) -> None:
    """Replace the committed ledger, in one step."""
    store.write(path(), {"schema": SCHEMA, "claims": list(entries)})


def committed() -> list[Entry]:
    """The committed ledger.

    Raises
    ------
    proofs.store.Damaged
        If it is not what `save` writes.
    """
    document = store.read(path())
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise store.Damaged(f"ledger.json: schema is not {SCHEMA}")
    entries = document.get("claims")
    if not isinstance(entries, list) or not all(isinstance(e, dict) and isinstance(e.get("id"), str) for e in entries):
        raise store.Damaged("ledger.json: claims is not a list of objects with an id each")
    return entries


@dataclass(frozen=True)
class Finding:
    """What the ledger can be compared with, and what is to be said of a claim that does not compare."""

    entry: Entry
    rejected: tuple[str, ...]
    contradiction: str | None


def finding(record: Record, library: Library) -> Finding:
    """What the kernel makes of a claim; the answer of a solver is no part of it, unless it contradicts the kernel."""
    id, solver_only = record.claim.id, record.verdict is Verdict.SOLVER_ONLY
    view = replace(record, verdict=Verdict.UNKNOWN) if solver_only else record
    rejected = tuple(f"{id}: {o.checker} rejected: {o.detail}" for o in record.evidence if o.outcome == "rejected")
    return Finding(
        entry(view, library), rejected, f"{id}: {record.reason}" if record.verdict is Verdict.DISAGREEMENT else None
    )


def check(claims: Sequence[Claim], jobs: int) -> list[Finding]:
    """The findings of the kernel alone, from the stored evidence, in as many processes as there are jobs."""
    ids = [claim.id for claim in claims]
    if jobs == 1 or len(ids) == 1:
        own = library()
        return [finding(recorded(claim, own), own) for claim in claims]
    with ProcessPoolExecutor(min(jobs, len(ids)), initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            return list(pool.map(_checked, ids))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _checked(id: str) -> Finding:
    own = _library_of_this_process()
    return finding(recorded(claim(id), own), own)


@functools.cache
def _library_of_this_process() -> Library:
    return library()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def problems(findings: Sequence[Finding], complete: bool) -> list[str]:
    """Why the findings do not hold, in words: contradictions between checkers, and differences from the ledger.

    The differences of a claim are followed by what was rejected about it.
    """
    lines = [found.contradiction for found in findings if found.contradiction is not None]
    differ = differences([found.entry for found in findings], complete)
    lines += differ
    for found in findings:
        if any(line.startswith(f"{found.entry['id']}: ") for line in differ):
            lines += found.rejected
    return lines


def differences(computed: Sequence[Entry], complete: bool) -> list[str]:
    """What was computed, against the committed ledger: one sentence for each difference.

    `complete` says that all claims were computed, so that none may be missing and the order counts.
    """
    try:
        old = {e["id"]: e for e in committed()}
    except store.Damaged as error:
        return [str(error)]
    found = [line for new in computed for line in changes(old.get(new["id"]), new)]
    if complete:
        ids = [e["id"] for e in computed]
        found += [f"{id}: ledger.json has it, but no chapter states it" for id in old if id not in ids]
        if not found and list(old) != ids:
            found.append("ledger.json: the claims stand in another order than in the chapters")
    return found


def changes(old: Entry | None, new: Entry) -> Iterator[str]:
    """One sentence for each field in which the two differ."""
    if old is None:
        yield f"{new['id']}: not in ledger.json; computed: {new['verdict']}"
        return
    for field in dict.fromkeys([*new, *old]):
        before, now = old.get(field), new.get(field)
        if before != now or (field in old) != (field in new):
            yield f"{new['id']}: {_difference(field, before, now)}"


def _difference(field: str, before: Any, now: Any) -> str:
    match field:
        case "core":
            return f"the statement is another one: the digest of its core is {now}, in ledger.json {before}"
        case "certificate":
            return f"the stored evidence is another one: its digest is {now}, in ledger.json {before}"
        case "hypotheses" if isinstance(before, list) and len(before) == len(now):
            pairs = [(b, n) for b, n in zip(before, now, strict=True) if b != n]
            return "; ".join(_hypothesis_difference(b, n) for b, n in pairs)
        case _:
            return f"{field} is {_plain(now)}, in ledger.json {_plain(before)}"


def _hypothesis_difference(before: Any, now: Entry) -> str:
    old, text = before if isinstance(before, dict) else {}, now["text"]
    if old.get("text") != text:
        return f"a hypothesis is {text}, in ledger.json {_plain(old.get('text'))}"
    if old.get("needed") != now["needed"]:
        needed = {True: "needed", False: "not needed", None: "not settled"}
        before = old.get("needed")
        known = before is None or isinstance(before, bool)
        return f"the hypothesis {text} is {needed[now['needed']]}, in ledger.json {needed[before] if known else before}"
    return f"without {text} the counterexample is {_plain(now['witness'])}, in ledger.json {_plain(old.get('witness'))}"


def _plain(value: Any) -> str:
    """A value of the ledger as a person would write it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {_plain(item)}" for key, item in value.items()) or "empty"
    if isinstance(value, list | tuple):
        return "(" + ", ".join(map(_plain, value)) + ")"
    return "absent" if value is None else str(value)
