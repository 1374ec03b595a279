"""Queries for any SMT solver, one file a claim."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from proofs import ledger, store
from proofs.kernel.claim import Claim
from proofs.kernel.record import Record
from proofs.kernel.verify import Library
from proofs.prove import z3_query
from proofs.search import smt


def smtlib(claims: Iterable[Claim], library: Library, folder: str) -> list[Path]:
    """Write the query of each claim to ``folder/id.smt2``; claims that are not well defined have none."""
    written = []
    for claim in claims:
        text = query(ledger.recorded(claim, library))
        if text is not None:
            written.append(Path(folder) / f"{claim.id}.smt2")
            store.write_text(written[-1], text)
    return written


def query(record: Record) -> str | None:
    """A query that is satisfiable exactly if the claim is false of some Gram data, with the claim as comment.

    What is said to exist cannot be denied without quantifiers: such a claim is exported as the question whether its
    hypotheses can hold, and the comment says so.
    """
    if record.core is None:
        return None
    asked = z3_query(record)
    if asked is not None:
        return asked
    text = f"{record.claim.id}\n{record.claim.text}\nThe negation has a quantifier; asked here: can the hypotheses hold?"
    return smt.script(record.core.context, comment=text)
