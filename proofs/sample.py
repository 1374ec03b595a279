"""``python -m proofs sample``: claims tried on as many points as one has patience for."""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from math import isnan
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from proofs import ledger, report, store
from proofs.kernel.claim import Claim
from proofs.kernel.record import Outcome, Record
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Library, texts
from proofs.sampler import FINDS_NOTHING, with_outcome, with_sample
from proofs.search.sampling import NotSampled, Part, Sample, case, chunk, concluded, enough
from proofs.versions import versions

Item = TypeVar("Item")
Found = TypeVar("Found")


# --- long samples -----------------------------------------------------------------------------------------------------


class Interrupted(KeyboardInterrupt):
    """Stopped by the user, with what there was by then."""

    def __init__(self, sample: Sample) -> None:
        super().__init__()
        self.sample = sample


@dataclass(frozen=True)
class Long:
    """A long sample: from which chunk on, with how many threads."""

    points: int
    seed: int
    start: int
    jobs: int
    xp: Any

    def sample(self, claim: Claim, tick: Callable[[int], None]) -> Sample:
        """The claim tried on so many points; `tick` hears how many there are.

        Raises
        ------
        NotSampled
            If points have nothing to say about the claim.
        Interrupted
            If the user stops it.
        """
        ready, part, stop = case(claim), Part(), self.start
        parts = in_order(lambda index: chunk(ready, self.seed, index, self.xp), count(self.start), self.jobs)
        try:
            while not enough(ready, part, self.points):
                part, stop = part + next(parts), stop + 1
                tick(part.points)
        except KeyboardInterrupt:
            raise Interrupted(Sample(claim, self.seed, self.start, stop, part)) from None
        finally:
            parts.close()
        return concluded(claim, self.seed, self.start, stop, part)


def in_order(work: Callable[[Item], Found], items: Iterable[Item], jobs: int) -> Generator[Found, None, None]:
    """The results for the items, in order, with a few more under way on other threads."""
    pool = ThreadPoolExecutor(jobs)
    ahead: deque[Future[Found]] = deque()
    try:
        for item in items:
            ahead.append(pool.submit(work, item))
            if len(ahead) > jobs:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def progress(unit: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar on the terminal's error stream, if it is a terminal; what it gives is told of what, how many of how many."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[done]}"))
    times = (TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, *times, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None, done="")

        def tell(name: str, done: int, wanted: int) -> None:
            words = f"{spaced(done)} of {spaced(wanted)} {unit}"
            bar.update(task, description=name, completed=min(done, wanted), total=wanted, done=words)

        yield tell


def spaced(number: int) -> str:
    """A whole number with its digits in threes."""
    return f"{number:,}".replace(",", " ")


# --- the command ------------------------------------------------------------------------------------------------------


def command(options: argparse.Namespace, xp: Any) -> int:
    """Try the claims on many points, print what came of it, and return the exit status."""
    chosen = ledger.select(options.pattern, ledger.claims())
    long = Long(options.points, options.seed, options.start, options.jobs, xp)
    library, rows = ledger.library(), []
    try:
        with progress("points") as tell:
            for claim in chosen:
                rows.append(row_of(claim, library, long, tell))
    except Interrupted as stopped:
        print(f"{stopped.sample.claim.id}: {stopped.sample.detail}, when interrupted", file=sys.stderr)
        print(f"to go on: {continued(stopped.sample, options)}", file=sys.stderr)
        raise
    finally:
        said(rows, options)
    return int(any(row.problem for row in rows))


@dataclass(frozen=True)
class Line:
    """What came of one claim, with its verdict by the kernel."""

    record: Record
    sample: Sample | None
    seconds: float
    known: bool = True

    @property
    def outcome(self) -> Outcome:
        return self.record.evidence[-1]

    @property
    def problem(self) -> bool:
        """Whether the sample says something that the ledger does not."""
        verdict, outcome = self.record.verdict, self.outcome.outcome
        if outcome == "sat":
            return verdict not in (Verdict.REFUTED, Verdict.ILL_POSED) or not self.known
        return outcome == "rejected" and verdict not in FINDS_NOTHING


def row_of(claim: Claim, library: Library, long: Long, tell: Callable[[str, int, int], None]) -> Line:
    """One claim sampled; whether it is known to be false is the kernel's word on the stored evidence."""
    before, start = ledger.recorded(claim, library), time.perf_counter()
    try:
        sample = long.sample(claim, lambda points: tell(claim.id, points, long.points))
    except NotSampled as reason:
        return Line(with_outcome(before, Outcome("sampling", "not_run", str(reason))), None, 0.0)
    seconds = time.perf_counter() - start
    after = with_sample(before, sample, seconds)
    return Line(after, sample, seconds, known=after.verdict is before.verdict)


def continued(sample: Sample, options: argparse.Namespace) -> str:
    """The command that goes on where this one stopped."""
    left = max(options.points - sample.part.points, 1)
    backend = "" if options.backend == "numpy" else f" --backend {options.backend}"
    return f"python -m proofs sample {sample.claim.id} --points {left} --seed {sample.seed} --start {sample.stop}{backend}"


def said(rows: Sequence[Line], options: argparse.Namespace) -> None:
    """Print the table, or write the document."""
    if options.json == "-":
        report.dump(document(rows, options), sys.stdout)
        return
    if options.json:
        store.write(Path(options.json), document(rows, options))
    if not rows:
        return
    drawn = Table(expand=True)
    for name, how in (("claim", {"ratio": 3, "overflow": "fold"}), ("verdict", {}), ("sampling", {"ratio": 5})):
        drawn.add_column(name, **how)
    drawn.add_column("time", justify="right", no_wrap=True)
    for row in rows:
        words = f"{row.outcome.outcome.replace('_', ' ')}: {row.outcome.detail}"
        drawn.add_row(row.record.claim.id, row.record.verdict.name, words, f"{row.seconds:.1f} s")
    console = report.console()
    console.print(drawn)
    console.print(summary(rows))


def summary(rows: Sequence[Line]) -> str:
    """How many points there were, and how fast they came."""
    points = sum(row.sample.part.points for row in rows if row.sample)
    seconds = sum(row.seconds for row in rows)
    rate = f", {60 * points / seconds / 1e6:.1f} million a minute" if seconds else ""
    return f"{spaced(points)} points that satisfy the hypotheses in {seconds:.1f} s{rate}"


def document(rows: Sequence[Line], options: argparse.Namespace) -> dict[str, Any]:
    """All that was found, as JSON; exact numbers are strings such as ``"-3/5"``."""
    claims = [described(row) for row in rows]
    return {"schema": 1, "versions": versions(), "seed": options.seed, "backend": options.backend, "claims": claims}


def described(row: Line) -> dict[str, Any]:
    sample, entry = row.sample, {"id": row.record.claim.id, "verdict": row.record.verdict.name}
    found: dict[str, Any] = entry | {"outcome": row.outcome.outcome, "detail": row.outcome.detail}
    if sample is not None:
        exactly = sample.exactly
        found |= {
            "points": sample.part.points,
            "drawn": sample.part.drawn,
            "start": sample.start,
            "next": sample.stop,
            "suspicious": sample.part.suspicious,
            "undefined": sample.part.undefined,
            "unsettled": sample.unsettled,
            "least_slack": None if exactly is None or isnan(exactly.slack) else exactly.slack,
            "nearest": None if sample.nearest is None else texts(sample.nearest),
            "counterexample": None if sample.refutation is None else texts(sample.refutation),
            "seconds": round(row.seconds, 4),
        }
    return found
