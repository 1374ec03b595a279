"""Claims of one's own, from a Python file."""

from __future__ import annotations

import importlib.util
import traceback
from collections.abc import Sequence
from pathlib import Path

from proofs import ledger
from proofs.kernel.claim import Claim
from proofs.kernel.record import Record
from proofs.kernel.verdict import Verdict


class BadFile(ValueError):
    """A file of claims that cannot be read as one; the message says where and why."""


def claims_of(path: str) -> dict[str, Claim]:
    """The claims that a Python file names.

    Raises
    ------
    BadFile
        If the file cannot be run, states no claim, or takes the id of a claim that exists.
    """
    file = Path(path)
    if not file.is_file():
        raise BadFile(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise BadFile(f"{path} is no Python file: its name should end in .py")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadFile(f"{path}, line {_line(error, file)}: {error}") from error
    found = {claim.id: claim for claim in ledger.stated(module)}
    if not found:
        raise BadFile(f"{path} states no claim: name one, as in `mine = Claim(…)`")
    for id in found.keys() & ledger.claims().keys():
        if found[id] is not ledger.claims()[id]:
            raise BadFile(f"{path}: there is a claim {id} already; choose another id")
    return found


def _line(error: Exception, file: Path) -> object:
    """The last line of the file that the error came from."""
    if isinstance(error, SyntaxError):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if Path(frame.filename).name == file.name), "?")


def problems(records: Sequence[Record]) -> list[str]:
    """The claims that are not proved, except those refuted and put right by another that is proved."""
    proved = {r.claim.id for r in records if r.verdict is Verdict.PROVED}
    righted = {r.claim.replaces.id for r in records if r.claim.replaces is not None and r.claim.id in proved}
    return [
        f"{r.claim.id} is {r.verdict.name}: {r.reason}"
        for r in records
        if r.claim.id not in proved and not (r.verdict is Verdict.REFUTED and r.claim.id in righted)
    ]
