"""Host memory: blocks are cut into pieces, pieces make up tasks, and threads share the tasks.

What a piece and a task is depends on the block sizes alone. So the sums are the same, bit for bit, for any number of
threads.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from typing import NamedTuple, Protocol

import numpy as np
from threadpoolctl import ThreadpoolController

from cosnum._wide import Wide, normalised, stacked, total
from cosnum.backends import numpy as numpy_backend
from cosnum.backends._pieces import PIECE, Integers, Kernel, Vector, cut

__all__ = ["Backend", "BlockSums", "block_sums", "choose", "plan", "processors"]

TASK = 1 << 21
MOST_TASKS = 1 << 12
WORTH_NUMBA = 1 << 22


class Backend(Protocol):
    """What a module must offer that sums pieces of host memory."""

    def suits(self, x: Vector, y: Vector) -> bool:
        """Whether it can read these."""

    def bind(self, x: Vector, y: Vector) -> Kernel:
        """A function of the edges of consecutive pieces."""


class BlockSums(NamedTuple):
    """The three sums of consecutive blocks, of shape (3, blocks), and the roundings that a product goes through."""

    sums: Wide
    roundings: Integers


class Task(NamedTuple):
    """The blocks from ``first`` on, or a part of that one; ``counts[k]`` of the pieces belong to the k-th."""

    first: int
    counts: Integers
    edges: Integers


def block_sums(
    pairs: Sequence[tuple[Vector, Vector, Integers]],
    threads: int | None = None,
    backend: Backend | None = None,
    start: int = 0,
) -> BlockSums:
    """The sums of all blocks: each pair of equally shaped arrays comes with the sizes of its blocks.

    Blocks are those of the entries in C order, from entry ``start`` of each pair on.
    """
    entries = sum(int(sizes.sum()) for _, _, sizes in pairs)
    jobs = list(_jobs(pairs, backend or choose(entries), start))
    workers = min(threads or processors(), len(jobs))
    with ExitStack() as stack:
        if entries >= TASK:
            # BLAS threads would compete with ours, and their number would change results
            stack.enter_context(_blas().limit(limits=1, user_api="blas"))
        if workers > 1:
            results: Iterable[BlockSums] = stack.enter_context(ThreadPoolExecutor(workers)).map(_perform, jobs)
        else:
            results = map(_perform, jobs)
        return _collected(zip((task.first for _, task in jobs), results, strict=True), sum(len(s) for _, _, s in pairs))


def choose(entries: int) -> Backend:
    """Numba where it is installed and the input is worth its start-up; NumPy otherwise."""
    if entries < WORTH_NUMBA or find_spec("numba") is None:
        return numpy_backend
    from cosnum.backends import numba as numba_backend

    return numba_backend


def plan(sizes: Integers, start: int = 0) -> Iterator[Task]:
    """Tasks of about `TASK` entries, more where that would make too many; a block longer than that is several tasks."""
    offsets = start + np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
    span = max(TASK, -(-int(offsets[-1] - start) // (MOST_TASKS * PIECE)) * PIECE)
    first = 0
    while first < len(sizes):
        begin, end = int(offsets[first]), int(offsets[first + 1])
        if end - begin > span:
            for part in range(begin, end, span):
                yield Task(first, *cut(np.array([part, min(part + span, end)])))
            first += 1
        else:
            last = int(np.searchsorted(offsets, begin + span, side="right")) - 1
            yield Task(first, *cut(offsets[first : last + 1]))
            first = last


def _jobs(pairs: Sequence[tuple[Vector, Vector, Integers]], backend: Backend, start: int) -> Iterator[tuple[Kernel, Task]]:
    before = 0
    for x, y, sizes in pairs:
        kernel = (backend if backend.suits(x, y) else numpy_backend).bind(x, y)
        for task in plan(sizes, start):
            yield kernel, task._replace(first=before + task.first)
        before += len(sizes)


def _perform(job: tuple[Kernel, Task]) -> BlockSums:
    """The sums of a task's blocks, from those of their pieces."""
    kernel, task = job
    with np.errstate(all="ignore"):
        pieces = kernel(task.edges)
    if task.counts.max() == 1:
        return BlockSums(normalised(pieces.sums, pieces.exponents, np), pieces.roundings)
    stops = np.cumsum(task.counts)
    firsts, split = stops - task.counts, task.counts > 1
    parts = [(k, slice(firsts[k], stops[k])) for k in np.flatnonzero(split).tolist()]
    if pieces.exponents is None:
        finite = np.where(np.isfinite(pieces.sums), pieces.sums, np.nan)
        plain = finite[:, firsts]
        for k, part in parts:
            plain[:, k] = [math.fsum(row) for row in finite[:, part].tolist()]
        sums = normalised(plain, None, np)
    else:
        wide = normalised(pieces.sums, pieces.exponents, np)
        sums = wide[:, firsts]
        for k, part in parts:
            _put(sums, k, total(wide[:, part], np))
    return BlockSums(sums, np.maximum.reduceat(pieces.roundings, firsts) + split)


def _collected(results: Iterable[tuple[int, BlockSums]], blocks: int) -> BlockSums:
    """All blocks together; those that were split over tasks come as several results in a row."""
    sums = Wide(np.empty((3, blocks)), np.empty((3, blocks), dtype=np.int32))
    roundings = np.empty(blocks, dtype=np.int64)
    for first, group in groupby(results, key=lambda result: result[0]):
        parts = [part for _, part in group]
        if len(parts) == 1:
            part = parts[0]
            where = slice(first, first + len(part.roundings))
            _put(sums, where, part.sums)
            roundings[where] = part.roundings
        else:
            _put(sums, first, total(stacked([part.sums[:, 0] for part in parts], -1, np), np))
            roundings[first] = max(int(part.roundings[0]) for part in parts) + 1
    return BlockSums(sums, roundings)


def _put(sums: Wide, where: int | slice, values: Wide) -> None:
    sums.significand[:, where] = values.significand
    sums.exponent[:, where] = values.exponent


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController()


def processors() -> int:
    """How many this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
