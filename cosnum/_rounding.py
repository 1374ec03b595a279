r"""Rounding to nearest, ties to even: of ``m·2^e``, of ``a/√b`` and of ``1 − a/√b``, in integers.

A number that is not dyadic is cut off two bits after the format's precision or later, and one further bit says whether
anything was cut: a tie needs that last bit to be 0, so the number with that bit rounds as the whole number does.
"""

from __future__ import annotations

import importlib
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cosnum._dyadic import Dyadic

__all__ = ["FORMATS", "Format", "Target", "nearest", "nearest_one_minus_ratio", "nearest_ratio", "target_of"]


@dataclass(frozen=True, slots=True)
class Format:
    """A binary format: its precision, the exponent of its least subnormal, and that of the first power too large."""

    precision: int
    least: int
    top: int


FORMATS = {
    "float64": Format(53, -1074, 1024),
    "float32": Format(24, -149, 128),
    "float16": Format(11, -24, 16),
    "bfloat16": Format(8, -133, 128),
}


class Target(NamedTuple):
    """What a result is rounded to."""

    dtype: np.dtype[Any]
    format: Format

    def scalar(self, value: float) -> np.floating[Any]:
        """A number of the format as a NumPy scalar."""
        scalar: np.floating[Any] = self.dtype.type(value)
        return scalar

    def full(self, size: int, value: float) -> npt.NDArray[Any]:
        """An array that holds nothing else."""
        return np.full(size, value, dtype=self.dtype)


def target_of(dtype: npt.DTypeLike) -> Target:
    """The format that a dtype names.

    >>> target_of("float16").format
    Format(precision=11, least=-24, top=16)
    """
    if isinstance(dtype, str) and dtype == "bfloat16":
        # NumPy knows the name only once its package is imported
        dtype = importlib.import_module("ml_dtypes").bfloat16
    resolved = np.dtype(dtype)
    format = FORMATS.get(resolved.type.__name__)
    if format is None:
        raise TypeError(f"dtype is {resolved}, but results are one of {', '.join(FORMATS)}")
    return Target(resolved if resolved.isnative else resolved.newbyteorder("="), format)


def nearest(value: Dyadic, format: Format) -> float:
    """The number of the format nearest to a dyadic one; infinite from half a step above the largest on.

    >>> nearest(Dyadic(2**24 + 1, 0), FORMATS["float32"])
    16777216.0
    """
    size, exponent = abs(value.mantissa), value.exponent
    drop = max(size.bit_length() - format.precision, format.least - exponent)
    if drop > 0:
        odd = size >> drop & 1
        size = (size + (1 << drop - 1) - 1 + odd) >> drop
        exponent += drop
    magnitude = math.inf if size and size.bit_length() + exponent > format.top else math.ldexp(size, exponent)
    return -magnitude if value.mantissa < 0 else magnitude


def nearest_ratio(a: Dyadic, b: Dyadic, format: Format) -> float:
    """``a/√b`` for ``b > 0``, correctly rounded.

    >>> nearest_ratio(Dyadic(1, 0), Dyadic(2, 0), FORMATS["float64"])
    0.7071067811865476
    """
    if not a.mantissa:
        return 0.0
    p, q = _square(a, b)
    # √(p/q) is at least 2^((bits of p − bits of q − 1)/2)
    places = format.precision + 2 - (p.bit_length() - q.bit_length() - 1) // 2
    root, cut = _root(p, q, places)
    size = 2 * root + cut
    return nearest(Dyadic(size if a.mantissa > 0 else -size, -places - 1), format)


def nearest_one_minus_ratio(a: Dyadic, b: Dyadic, format: Format) -> float:
    """``1 − a/√b`` for ``a² ≤ b``, ``b > 0``, correctly rounded, however close to 1 the ratio is.

    >>> nearest_one_minus_ratio(Dyadic(2**80 - 1, 0), Dyadic(2**160, 0), FORMATS["float64"]) == 2.0**-80
    True
    """
    p, q = _square(a, b)
    # for a > 0: 1 − √(p/q) is at least (q − p)/2q
    gap = q.bit_length() - (q - p).bit_length() if a.mantissa > 0 else 0
    places = format.precision + 4 + gap
    root, cut = _root(p, q, places)
    one = 1 << places
    floor = one - root - cut if a.mantissa > 0 else one + root
    return nearest(Dyadic(2 * floor + cut, -places - 1), format)


def _square(a: Dyadic, b: Dyadic) -> tuple[int, int]:
    """Integers whose quotient is ``a²/b``."""
    p, q = a.mantissa**2, b.mantissa
    shift = 2 * a.exponent - b.exponent
    return p << max(shift, 0), q << max(-shift, 0)


def _root(p: int, q: int, places: int) -> tuple[int, bool]:
    """``⌊√(p/q)·2^places⌋``, and whether that is less than ``√(p/q)·2^places``."""
    p, q = p << max(2 * places, 0), q << max(-2 * places, 0)
    root = math.isqrt(p // q)
    return root, root * root * q != p
