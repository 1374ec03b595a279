"""Time per claim and checker, beside what one would try first: Z3, asked directly."""

from __future__ import annotations

import time

from rich.console import Console
from rich.table import Table

from proofs import ledger
from proofs.kernel.claim import Claim
from proofs.kernel.core import lower
from proofs.kernel.verify import Library, verify
from proofs.prove import Budget, examined
from proofs.search import smt

DIRECT = "blocks.max_local.one_nonnegative"
BLOCKS = (2, 3, 4)


def measure(limit: int) -> int:
    """Print the two tables; `limit` is in seconds, for each direct question to Z3."""
    console, library = Console(markup=False, highlight=False), ledger.library()
    claims = list(ledger.claims().values())
    table = Table("claim", "kernel", "Z3", "Z3's answer", title="Verifying the stored evidence, and asking Z3")
    for claim in claims:
        table.add_row(claim.id, *timed(claim, library))
    console.print(table)
    table = Table("blocks", "Z3", "Z3's answer", title=f"{DIRECT}, by Z3 alone")
    for count in BLOCKS:
        answer = asked_directly(ledger.claim(DIRECT), library, count, limit)
        table.add_row(
            str(count), f"{answer.seconds:.1f} s", answer.outcome + (f": {answer.detail}" if answer.detail else "")
        )
    console.print(table)
    return 0


def timed(claim: Claim, library: Library) -> tuple[str, str, str]:
    """Seconds of the kernel, seconds of Z3, and its answer."""
    start = time.perf_counter()
    record = verify(claim, library.stored(claim.id), library)
    kernel = time.perf_counter() - start
    answer = examined(record, Budget()).evidence[-1]
    return f"{kernel:.2f} s", f"{answer.seconds:.1f} s", answer.outcome.replace("_", " ")


def asked_directly(claim: Claim, library: Library, blocks: int, limit: int) -> smt.Answer:
    """Z3's answer to the negation for a fixed number of blocks, with a time limit and no other."""
    core = lower(claim, library.parts, blocks=blocks)
    return smt.ask(smt.negation(core.context, core.goal), rlimit=0, wall=limit)
