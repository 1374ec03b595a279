"""What a backend for host memory is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = [
    "CEILING",
    "FLOOR",
    "HEADROOM",
    "PIECE",
    "Integers",
    "Kernel",
    "PieceSums",
    "Vector",
    "conversions",
    "cut",
    "flat",
    "needs_range",
]

Vector = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

PIECE = 1 << 17
"""Entries of the longest piece."""

FLOOR, CEILING = 2.0**-200, 2.0**960
"""Sums of float64 entries outside of this range may have lost something to underflow or overflow: see `HEADROOM`."""

HEADROOM = 400
"""Such entries are scaled by powers of two until the largest is about ``2^HEADROOM``, and summed again.

A product that underflows then is below ``2^−1874 ‖x‖‖y‖``, far less than the least subnormal cosine.
"""


class PieceSums(NamedTuple):
    """``sums · 2^exponents``, each (3, pieces), and how many roundings a product goes through on its way into them."""

    sums: Floats
    exponents: npt.NDArray[np.int32] | None
    roundings: Integers


Kernel = Callable[[Integers], PieceSums]


def cut(bounds: Integers) -> tuple[Integers, Integers]:
    """How many pieces each block between two bounds is cut into, and the edges of all pieces."""
    counts = np.maximum(-(-np.diff(bounds) // PIECE), 1)
    if counts.max() == 1:
        return counts, bounds
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return counts, np.append(np.repeat(bounds[:-1], counts) + PIECE * within, bounds[-1])


def flat(x: Vector) -> Vector | None:
    """The entries in C order as a one-dimensional view, if there is one."""
    try:
        return np.reshape(x, -1, copy=False).view(np.ndarray)
    except ValueError:
        return None


def conversions(*arrays: Vector) -> int:
    """Roundings of a product before it is one: integers beyond 2⁵³ are rounded to float64, once for each factor."""
    return sum(x.dtype.kind in "iu" and x.dtype.itemsize == 8 for x in arrays)


def needs_range(*arrays: Vector) -> bool:
    """Whether squares can leave the range of float64: those of narrower floats and of integers can't."""
    return any(x.dtype.kind == "f" and x.dtype.itemsize == 8 for x in arrays)
