"""What `cosnum.bench` compares: our backends, what one would use instead, and a pass that only reads."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from cosnum.backends import _host
from cosnum.backends import numpy as numpy_backend
from cosnum.blocks import BlockStats, block_stats

__all__ = ["READ_ONLY", "Contender", "best_times", "contenders", "correlated", "cosine_of"]

Array = npt.NDArray[Any]

READ_ONLY = "read only"
UNEQUAL = 300
PART = 1 << 21


@dataclass(frozen=True)
class Contender:
    """``run`` gives the cosine of what ``prepare`` makes of two arrays: a number, or a `BlockStats`; or it only reads."""

    name: str
    run: Callable[[Any, Any], Any]
    place: str = "host"
    prepare: Callable[[Array], Any] = lambda x: x


def contenders(threads: int) -> list[Contender]:
    """All that are installed."""
    return [*_read_only(threads), *_ours(threads), *_peers(), *_on_gpu()]


def best_times(fields: list[Contender], x: Array, y: Array, repeats: int) -> list[float]:
    """Seconds that each takes, after one run that doesn't count; all take turns."""
    arguments = [(field.prepare(x), field.prepare(y)) for field in fields]
    best = [math.inf] * len(fields)
    for turn in range(repeats + 1):
        for i, (field, pair) in enumerate(zip(fields, arguments, strict=True)):
            start = time.perf_counter()
            field.run(*pair)
            if turn > 0:
                best[i] = min(best[i], time.perf_counter() - start)
    return best


def cosine_of(answer: Any) -> float:
    """The number that a contender gave."""
    return float(answer.global_cosine if isinstance(answer, BlockStats) else answer)


def correlated(entries: int, dtype: str) -> tuple[Array, Array]:
    """Two normal vectors with a cosine of about 0.6: a well-conditioned pair."""
    rng = np.random.default_rng(20240109)
    x = rng.standard_normal(entries, dtype=np.float32)
    y = np.float32(0.6) * x + np.float32(0.8) * rng.standard_normal(entries, dtype=np.float32)
    # thirds and sevenths, so that in float64 no entry has a short significand
    return (x.astype(dtype) / np.dtype(dtype).type(3)), (y.astype(dtype) / np.dtype(dtype).type(7))


def _read_only(threads: int) -> Iterator[Contender]:
    read = _numba_read() if find_spec("numba") else lambda part: part.max()
    pool = ThreadPoolExecutor(threads)

    def run(x: Array, y: Array) -> None:
        words = [a[: a.nbytes // 8 * (8 // a.itemsize)].view(np.uint64) for a in (x, y)]
        parts = [w[i : i + PART // 8] for w in words for i in range(0, len(w), PART // 8)]
        for _ in pool.map(read, parts):
            pass

    yield Contender(READ_ONLY, run)


def _numba_read() -> Callable[[Array], int]:
    """Four streams at once, as in the backend: one alone doesn't reach what the memory gives."""
    from numba import njit

    def read(words: Any) -> Any:
        quarter = words.size // 4
        a, b, c, d = words[:quarter], words[quarter : 2 * quarter], words[2 * quarter : 3 * quarter], words[3 * quarter :]
        p = q = r = s = np.uint64(0)
        for i in range(quarter):
            p, q, r, s = p ^ a[i], q ^ b[i], r ^ c[i], s ^ d[i]
        return p ^ q ^ r ^ s

    compiled: Callable[[Array], int] = njit(nogil=True)(read)
    return compiled


def _ours(threads: int) -> Iterator[Contender]:
    backends: list[tuple[str, _host.Backend]] = [("numpy", numpy_backend)]
    if find_spec("numba"):
        backends.append(("numba", import_module("cosnum.backends.numba")))
    for name, backend in backends:
        for layout, sizes_of in (("", lambda n: np.array([n])), (f", {UNEQUAL} unequal blocks", unequal_sizes)):
            yield Contender(f"cosnum, {name}{layout}", partial(_stats, backend, sizes_of, threads))


def _stats(backend: Any, sizes_of: Callable[[int], Array], threads: int, x: Array, y: Array) -> BlockStats:
    sums, roundings = _host.block_sums([(x, y, sizes_of(x.size))], threads, backend)
    return BlockStats(sums.significand, sums.exponent, roundings)


def unequal_sizes(entries: int) -> npt.NDArray[np.int64]:
    """Sizes from 1 up in geometric progression, to a twentieth of all entries or so."""
    steps = np.geomspace(1, max(entries, 1) ** 0.9, UNEQUAL)
    stops: npt.NDArray[np.int64] = np.round(np.cumsum(steps) / steps.sum() * entries).astype(np.int64)
    return np.diff(stops, prepend=np.int64(0))


def _peers() -> Iterator[Contender]:
    def three(product: Callable[[Array, Array], Any]) -> Callable[[Array, Array], Any]:
        return lambda x, y: product(x, y) / math.sqrt(product(x, x) * product(y, y))

    yield Contender("numpy.dot × 3", three(np.dot))
    yield Contender("numpy.einsum × 3", three(partial(np.einsum, "i,i->")))
    if find_spec("torch"):
        torch = import_module("torch")
        similarity = partial(torch.nn.functional.cosine_similarity, dim=0)
        yield Contender("torch cosine_similarity", similarity, prepare=torch.from_numpy)
    if find_spec("numkong"):
        angular = import_module("numkong").angular
        yield Contender("numkong angular", lambda x, y: 1 - float(angular(x, y)))
    if find_spec("scipy"):
        distance = import_module("scipy.spatial.distance").cosine
        yield Contender("scipy distance.cosine", lambda x, y: 1 - distance(x, y))


def _on_gpu() -> Iterator[Contender]:  # pragma: no cover - there is no GPU in the tests
    if find_spec("cupy") is None:
        return
    cupy = import_module("cupy")
    if not cupy.is_available():
        return
    # reading a number back waits for the kernels that make it
    yield Contender(READ_ONLY, lambda x, y: (int(x.view("u1").max()), int(y.view("u1").max())), "GPU", cupy.asarray)
    yield Contender("cosnum, cupy", block_stats, "GPU", cupy.asarray)
