"""Claims that are measured, not proved: a chapter states them beside the others, and every run measures them anew.

They have no evidence to store and nothing that the kernel could check, so `ledger.json` does not speak of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from proofs.kernel.record import Hypothesis, Outcome
from proofs.kernel.verdict import Verdict

__all__ = ["Measured", "Measurement", "measure", "shown"]


@dataclass(frozen=True)
class Measured:
    """A claim about what happens, in words; ``experiment`` is the module that finds out, and ``command`` shows all of it."""

    id: str
    text: str
    latex: str
    source: str
    title: str
    dimension: str
    experiment: str
    command: str


@dataclass(frozen=True)
class Measurement:
    """What an experiment says of a claim, in the shape of a `proofs.kernel.record.Record`."""

    claim: Measured
    verdict: Verdict
    reason: str
    evidence: tuple[Outcome, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    uses: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    witness: None = None

    @property
    def scope(self) -> dict[str, str | None]:
        return {"blocks": None, "dimension": self.claim.dimension}


def measure(claim: Measured, seed: int) -> Measurement:
    """Do the experiment; what it does not bear out is unknown."""
    start = time.perf_counter()
    met, sentence = import_module(claim.experiment).said(seed)
    outcome = Outcome("experiment", "verified" if met else "rejected", sentence, time.perf_counter() - start)
    return Measurement(claim, Verdict.MEASURED if met else Verdict.UNKNOWN, sentence, (outcome,))


def shown(claim: Measured) -> Iterator[str]:
    """The lines that ``show`` prints."""
    yield f"{claim.id}: {claim.title}"
    yield f"source: {claim.source}"
    yield ""
    yield "Statement"
    yield f"  {claim.text}"
    yield ""
    yield "Verdict"
    yield f"  {Verdict.MEASURED.name}, {Verdict.MEASURED.value}: {claim.command}"
