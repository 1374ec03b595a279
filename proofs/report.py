"""What a run says: a table and a summary for people, a document for machines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from proofs import ledger
from proofs.kernel.claim import Claim
from proofs.kernel.record import Record
from proofs.kernel.terms import NamedScalar
from proofs.kernel.text import unicode, where
from proofs.kernel.verdict import Verdict
from proofs.measured import Measured, Measurement
from proofs.running import Row
from proofs.versions import versions

STYLES = {
    Verdict.PROVED: "green",
    Verdict.REFUTED: "cyan",
    Verdict.DISAGREEMENT: "bold red",
    Verdict.ILL_POSED: "red",
    Verdict.VACUOUS: "red",
}
PIPED_WIDTH = 132


# --- for people -------------------------------------------------------------------------------------------------------


@contextmanager
def progress(word: str, total: int) -> Iterator[Callable[[str], None]]:
    """A bar on the terminal's error stream, and none where there is no terminal; what it gives is called once a claim."""
    console = Console(stderr=True)
    columns = (
        TextColumn(word),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)
        yield lambda id: bar.update(task, advance=1, description=id)


def console() -> Console:
    """Standard output, wide enough for tables where it is no terminal."""
    made = Console(markup=False, emoji=False, highlight=False)
    if not made.is_terminal:
        made.width = max(made.width, PIPED_WIDTH)
    return made


def show(rows: Sequence[Row], claims: Mapping[str, Claim], seconds: float) -> None:
    """Print the table, the false claims in a sentence each, and the summary."""
    out = console()
    out.print(table(rows))
    for row in rows:
        if row.record.verdict is Verdict.REFUTED:
            out.print(refuted(row.record, claims))
    out.print(summary(rows, seconds))


def table(rows: Sequence[Row]) -> Table:
    """One line a claim: id and statement, scope, verdict and why, what each checker said, time."""
    drawn = Table(show_lines=True, expand=True)
    drawn.add_column("claim", ratio=5, overflow="fold")
    drawn.add_column("scope", ratio=2)
    drawn.add_column("verdict", ratio=4)
    drawn.add_column("evidence", ratio=3)
    drawn.add_column("time", justify="right", no_wrap=True)
    for row in rows:
        record = row.record
        drawn.add_row(
            Text.assemble((record.claim.id, "bold"), "\n", statement(record.claim)),
            scope(record),
            Text.assemble((record.verdict.name, STYLES.get(record.verdict, "yellow")), f"\n{record.reason}"),
            "\n".join(f"{o.checker}: {o.outcome.replace('_', ' ')}" for o in record.evidence) or "none",
            f"{row.seconds:.1f} s",
        )
    return drawn


def statement(claim: Claim | Measured) -> str:
    """The claim in a line; what its numbers are short for, but not what its vectors are."""
    if isinstance(claim, Measured):
        return claim.text
    given = ", ".join(unicode(part) for part in claim.given)
    short = {n.name: n for part in claim.parts for n in where(part) if isinstance(n, NamedScalar)}
    meanings = ", ".join(f"{unicode(n)} = {unicode(n.meaning)}" for n in short.values())
    return (f"{given} ⇒ " if given else "") + unicode(claim.statement) + (f"; {meanings}" if meanings else "")


def scope(record: Record | Measurement) -> str:
    """For which vectors the record speaks, in words."""
    blocks, dimension = record.scope["blocks"], record.scope["dimension"] or ""
    count = {None: "", "every": "any number of blocks, ", "1": "one block, "}.get(blocks, f"{blocks} blocks, ")
    return count + ("any dimension" if dimension == "every" else dimension.replace("n>=", "n ≥ ").replace("n=", "n = "))


def summary(rows: Sequence[Row], seconds: float) -> str:
    """How many claims have which verdict, in one line."""
    counts = Counter(row.record.verdict for row in rows)
    words = ", ".join(f"{counts[verdict]} {verdict.name}" for verdict in Verdict if counts[verdict])
    return f"{len(rows)} claim{'s' if len(rows) != 1 else ''}: {words}; {seconds:.1f} s"


def refuted(record: Record | Measurement, claims: Mapping[str, Claim]) -> str:
    """That a claim is false, why, and what holds instead."""
    instead = ledger.replaced_by(record.claim.id, claims)
    pointer = f" Instead: {', '.join(instead)}." if instead else ""
    return f"{record.claim.id} is false: {record.reason}.{pointer}"


# --- for machines -----------------------------------------------------------------------------------------------------


def document(rows: Sequence[Row], seed: int) -> dict[str, Any]:
    """All that the run found, as JSON; exact numbers are strings such as ``"-3/5"``."""
    return {"schema": 1, "versions": versions(), "seed": seed, "claims": [described(row.record) for row in rows]}


def described(record: Record | Measurement) -> dict[str, Any]:
    return {
        "id": record.claim.id,
        "source": record.claim.source,
        "title": record.claim.title,
        "statement": record.claim.text,
        "latex": record.claim.latex,
        "scope": record.scope,
        "verdict": record.verdict.name,
        "reason": record.reason,
        "uses": list(record.uses),
        "assumptions": list(record.assumptions),
        "evidence": [
            {"checker": o.checker, "outcome": o.outcome, "detail": o.detail, "seconds": round(o.seconds, 4)}
            for o in record.evidence
        ],
        "hypotheses": [{"text": h.text, "needed": h.needed, "witness": h.witness} for h in record.hypotheses],
        "witness": record.witness,
    }


def dump(value: Any, stream: TextIO) -> None:
    json.dump(value, stream, indent=1, ensure_ascii=False)
    stream.write("\n")
