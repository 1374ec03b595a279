"""Samples within a run: what they add to a record.

A sample can refute, or contradict a proof; it is never evidence for one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from proofs.kernel.record import Outcome, Record
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Library, texts, verify
from proofs.search.sampling import NotSampled, Sample, sampled

BACKENDS = ("numpy", "cupy")
POINTS = 100_000
FINDS_NOTHING = (Verdict.VACUOUS, Verdict.ILL_POSED)


class NoBackend(ValueError):
    """A backend that this environment lacks."""


def namespace(backend: str) -> Any:
    """The array namespace of a backend.

    Raises
    ------
    NoBackend
        If it cannot be used here.
    """
    if backend == "numpy":
        import array_api_compat.numpy

        return array_api_compat.numpy
    try:
        import cupy

        cupy.cuda.runtime.getDeviceCount()
    except ImportError:
        raise NoBackend("cupy cannot be imported by this Python: pip install 'cosnum[gpu]' brings it") from None
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise NoBackend(f"there is no GPU that cupy can use: {error}") from None
    import array_api_compat.cupy

    return array_api_compat.cupy


@dataclass(frozen=True)
class Sampler:
    """How to sample the claims of a run."""

    points: int = POINTS
    seed: int = 1
    xp: Any = None
    stopped: Callable[[], bool] = lambda: False

    def tried(self, record: Record) -> Record:
        """The record with what sampling its claim came to."""
        if not self.points:
            return with_outcome(record, Outcome("sampling", "not_run", "no points were asked for"))
        start = time.perf_counter()
        try:
            sample = sampled(record.claim, self.points, self.seed, self.xp or namespace("numpy"), self.stopped)
        except NotSampled as reason:
            return with_outcome(record, Outcome("sampling", "not_run", str(reason)))
        return with_sample(record, sample, time.perf_counter() - start)


def with_sample(record: Record, sample: Sample, seconds: float = 0.0) -> Record:
    """The record with a sample: it may contradict, and refute what nobody has decided; it never proves."""
    record = with_outcome(record, Outcome("sampling", sample.outcome, sample.detail, seconds))
    if sample.refutation is None or record.verdict in (Verdict.REFUTED, Verdict.ILL_POSED, Verdict.DISAGREEMENT):
        return record
    witness = texts(sample.refutation)
    judged = verify(record.claim, {"schema": 1, "witness": witness}, Library({record.claim.id: record.claim}, lambda _: {}))
    if judged.verdict is not Verdict.REFUTED:
        return record
    if record.verdict is Verdict.UNKNOWN:
        return replace(record, verdict=Verdict.REFUTED, reason=judged.reason, witness=witness)
    reason = f"sampling found a counterexample ({judged.reason}), but: {record.reason}"
    return replace(record, verdict=Verdict.DISAGREEMENT, reason=reason)


def with_outcome(record: Record, outcome: Outcome) -> Record:
    return replace(record, evidence=(*record.evidence, outcome))


def problems(records: Sequence[Record]) -> list[str]:
    """The claims whose hypotheses no point satisfied, although something is said to hold under them."""
    return [
        f"{record.claim.id}: sampling, {outcome.detail}"
        for record in records
        for outcome in record.evidence
        if outcome.checker == "sampling" and outcome.outcome == "rejected" and record.verdict not in FINDS_NOTHING
    ]
