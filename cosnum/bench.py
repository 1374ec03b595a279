"""The benchmark: every backend beside what one would use instead, and beside the speed at which memory can be read.

All in one process, and in turns, so that what slows one down slows all: ratios are worth more than times.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

from cosnum import exact
from cosnum._contenders import READ_ONLY, Contender, best_times, contenders, correlated, cosine_of
from cosnum.backends._host import processors
from cosnum.blocks import BlockStats

__all__ = ["Row", "add_arguments", "run"]

UNIT = 2.0**-53


@dataclass(frozen=True)
class Row:
    """A line of the table; of all repeats the best, and the error and our bound on it as parts of the true cosine."""

    dtype: str
    entries: int
    place: str
    name: str
    seconds: float
    gigabytes_per_second: float
    of_read_only: float
    relative_error: float | None
    relative_bound: float | None

    @property
    def holds(self) -> bool:
        """Whether the error is within the bound, if one was given."""
        return self.relative_error is None or self.relative_bound is None or self.relative_error <= self.relative_bound


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``cosnum bench``."""
    parser.add_argument(
        "--entries", type=count, nargs="+", default=[1 << 26], metavar="N", help="of each vector: 2^26 unless given"
    )
    parser.add_argument("--dtype", nargs="+", default=["float32", "float64"], choices=["float16", "float32", "float64"])
    parser.add_argument("--threads", type=count, default=processors(), metavar="N", help="one a processor unless given")
    parser.add_argument("--repeats", type=count, default=7, metavar="N", help="of which the best counts: 7 unless given")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there; - is standard output")
    parser.add_argument("--plot", metavar="FILE", help="draw time against size, and error against condition number")


def run(options: argparse.Namespace) -> int:
    """Measure, print and write what was asked for; 1 if an error of ours exceeds its bound."""
    if options.plot and find_spec("matplotlib") is None:
        print("--plot needs matplotlib: pip install 'cosnum[notebooks]'", file=sys.stderr)
        return 2
    fields = contenders(options.threads)
    with Console(stderr=True).status("measuring") if sys.stderr.isatty() else nullcontext():
        rows = [row for n in options.entries for dtype in options.dtype for row in measured(fields, dtype, n, options)]
        if options.plot:
            from cosnum._plot import draw

            draw(Path(options.plot), fields, options.dtype[0], max(options.entries), options.repeats)
    report = json.dumps({**machine(), "threads": options.threads, "rows": [asdict(row) for row in rows]}, indent=2)
    if options.json == "-":
        print(report)
    else:
        print_tables(rows, options.threads)
        if options.json:
            Path(options.json).write_text(report + "\n", encoding="utf-8")
    return int(not all(row.holds for row in rows))


def measured(fields: list[Contender], dtype: str, entries: int, options: argparse.Namespace) -> list[Row]:
    """The rows of one dtype and size."""
    x, y = correlated(entries, dtype)
    true = float(exact.cosine(x, y))
    seconds = best_times(fields, x, y, options.repeats)
    ceilings = {f.place: s for f, s in zip(fields, seconds, strict=True) if f.name == READ_ONLY}
    rows = []
    for field, best in zip(fields, seconds, strict=True):
        answer = field.run(field.prepare(x), field.prepare(y))
        error = None if field.name == READ_ONLY else abs(cosine_of(answer) - true) / abs(true)
        bound = float(answer.global_error_bound) / abs(true) if isinstance(answer, BlockStats) else None
        speed, ratio = (x.nbytes + y.nbytes) / best / 1e9, ceilings[field.place] / best
        rows.append(Row(dtype, entries, field.place, field.name, best, speed, ratio, error, bound))
    return rows


def print_tables(rows: list[Row], threads: int) -> None:
    """One for each dtype and size, as wide as they need to be where nobody watches."""
    console = Console(width=None if sys.stdout.isatty() else 100)
    for (dtype, entries), group in groupby(rows, key=lambda row: (row.dtype, row.entries)):
        with_threads = f"{threads} thread{'s' * (threads > 1)}"
        console.print(table(f"{dtype}, {entries:,} entries each, {with_threads}, best times", list(group)))


def table(title: str, rows: list[Row]) -> Table:
    """For people."""
    result = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    result.add_column("")
    for name in ("ms", "GB/s", "of read only", "error / 2⁻⁵³", "bound / 2⁻⁵³"):
        result.add_column(name, justify="right")
    for row in rows:
        numbers = f"{1e3 * row.seconds:.3g}", f"{row.gigabytes_per_second:.2f}", f"{row.of_read_only:.2f}"
        name = row.name if row.place == "host" else f"{row.name}, on {row.place}"
        result.add_row(name, *numbers, ulps(row.relative_error), ulps(row.relative_bound))
    return result


def ulps(relative: float | None) -> str:
    """In units of 2⁻⁵³, without more digits than mean something."""
    return "" if relative is None else f"{relative / UNIT:.2g}"


def machine() -> dict[str, str]:
    """What the numbers depend on, as far as the interpreter knows."""
    return {"python": platform.python_version(), "numpy": np.__version__, "machine": platform.machine()}


def count(text: str) -> int:
    """A whole number from 1 on, as 1000, 1e3 or 2^10."""
    base, _, power = text.partition("^")
    try:
        value = int(base) ** int(power) if power else int(float(text)) if float(text).is_integer() else 0
    except (OverflowError, ValueError):
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on, such as 1000, 1e3 or 2^10")
    return value
