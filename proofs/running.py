"""Running claims: the kernel on stored evidence, a search where there is none; Z3 and a sample of points beside it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from threading import Event

from proofs import ledger, store
from proofs.kernel.check import Rejected
from proofs.kernel.claim import Claim
from proofs.kernel.record import Record
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Library, verify
from proofs.measured import Measured, Measurement, measure
from proofs.prove import Budget, examined, find
from proofs.sampler import Sampler
from proofs.search import smt

SETTLED = (Verdict.PROVED, Verdict.REFUTED, Verdict.VACUOUS)

Tick = Callable[[str], None]


@dataclass(frozen=True)
class Row:
    """A record, and the seconds that the kernel, the search, the solver and the sample took, or the experiment."""

    record: Record | Measurement
    seconds: float


def run(
    claims: Sequence[Claim | Measured],
    library: Library,
    budget: Budget,
    jobs: int,
    tick: Tick,
    sampler: Sampler | None = None,
) -> list[Row]:
    """The record of each claim, with Z3's answers and a sample, or its measurement; `tick` hears of each that is done.

    Whatever ends this early, an interrupt included, no solver process is left behind.
    """
    stop = Event()
    sampler = None if sampler is None else replace(sampler, stopped=stop.is_set)
    pool = ThreadPoolExecutor(jobs)
    rows: list[Future[Row]] = []
    try:
        for claim in claims:
            if isinstance(claim, Measured):
                rows.append(pool.submit(_measured, claim, budget.seed))
            else:
                start = time.perf_counter()
                record = judged(claim, library)
                rows.append(pool.submit(_asked, record, budget, sampler, time.perf_counter() - start))
            rows[-1].add_done_callback(lambda _, id=claim.id: tick(id))  # type: ignore[misc]
        return [row.result() for row in rows]
    except BaseException:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
        while wait([row for row in rows if not row.cancelled()], timeout=0.05).not_done:
            smt.stop()
        raise
    finally:
        pool.shutdown()


def _measured(claim: Measured, seed: int) -> Row:
    measurement = measure(claim, seed)
    return Row(measurement, measurement.evidence[0].seconds)


def _asked(record: Record, budget: Budget, sampler: Sampler | None, seconds: float) -> Row:
    start = time.perf_counter()
    record = examined(record, budget)
    if sampler is not None:
        record = sampler.tried(record)
    return Row(record, seconds + time.perf_counter() - start)


def judged(claim: Claim, library: Library) -> Record:
    """The kernel's record from the stored evidence, or from what the search finds where none is stored."""
    record = ledger.recorded(claim, library)
    if record.verdict in SETTLED or stored(claim, library):
        return record
    record = library.records[claim.id] = verify(claim, find(claim, library), library)
    return record


def stored(claim: Claim, library: Library) -> Mapping[str, object]:
    """The stored evidence; empty where there is none or it cannot be read."""
    try:
        return library.stored(claim.id)
    except Rejected:
        return {"damaged": True}


# --- bringing the stored evidence up to date --------------------------------------------------------------------------


def update(claims: Iterable[Claim], tick: Tick) -> list[str]:
    """Search for what is missing or no longer holds, store it, and write the ledger; returns the ids searched for."""
    library, old = ledger.library(), _committed()
    searched = []
    for claim in claims:
        record = ledger.recorded(claim, library)
        if not holds(record, library, old.get(claim.id)):
            searched.append(claim.id)
            improve(record, library)
        tick(claim.id)
    library = ledger.library()
    ledger.save([ledger.entry(ledger.recorded(claim, library), library) for claim in library.claims.values()])
    return searched


def holds(record: Record, library: Library, committed: ledger.Entry | None) -> bool:
    """Whether the stored evidence settles the claim, and as much of its companions as the ledger knows."""
    if record.verdict not in SETTLED or any(outcome.outcome == "rejected" for outcome in record.evidence):
        return False
    now = ledger.entry(record, library)
    return committed is None or all(committed.get(field) == now[field] for field in ("core", "hypotheses", "rivals"))


def improve(record: Record, library: Library) -> None:
    """Store what the search finds, unless the stored evidence does more."""
    claim = record.claim
    try:
        old = library.stored(claim.id)
    except Rejected:
        old = {}
    found = find(claim, library, old)
    new = verify(claim, found, library)
    if new.verdict in SETTLED or record.verdict not in SETTLED:
        store.save(claim.id, found)
        library.records[claim.id] = new


def _committed() -> dict[str, ledger.Entry]:
    try:
        return {entry["id"]: entry for entry in ledger.committed()}
    except store.Damaged:
        return {}
