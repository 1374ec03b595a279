"""Exact sums of products: significands cut into limbs, summed per exponent with NumPy, joined in integers.

An entry is ``Σ_k digits[k]·2^(18k) · 2^exponent``: the digits are integers within ``±2^18``, in float64.
A product of two entries has at most four products of digits at each place, and adds to a bin of the sum at one place
only, so that a bin stays within ``4 · 2^36 · 2^13 = 2^51`` over a chunk: float64 adds these integers without rounding.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cosnum._dyadic import Dyadic

__all__ = ["CHUNK", "Limbs", "inner", "split"]

LIMB = 18
CHUNK = 1 << 13
PRECISION = {"float64": 53, "float32": 24, "float16": 11, "bfloat16": 8}

# added to every bin and taken off the sum again, so that no digit on the way is negative
BIAS = 1 << 53
WEIGHTS = 1 << np.arange(8)


class Limbs(NamedTuple):
    """The entries of one chunk: ``digits`` of shape (limbs, n), least significant first; ``exponent`` of shape (n,)."""

    digits: npt.NDArray[np.float64]
    exponent: npt.NDArray[np.intp]


def split(chunk: npt.NDArray[Any]) -> Limbs:
    """Cut the finite entries of a chunk into limbs, exactly.

    >>> digits, exponent = split(np.array([1.5, -2.0], dtype=np.float32))
    >>> (digits[0] + digits[1] * 2.0**18) * 2.0**exponent
    array([ 1.5, -2. ])
    """
    precision = PRECISION.get(chunk.dtype.type.__name__)
    return _split_integers(chunk) if precision is None else _split_floats(chunk, precision)


def _split_floats(chunk: npt.NDArray[Any], precision: int) -> Limbs:
    count = -(-precision // LIMB)
    digits = np.empty((count, len(chunk)))
    rest, exponent = np.frexp(chunk.astype(np.float64))
    for row in digits[::-1]:
        rest *= 1 << LIMB
        np.trunc(rest, out=row)
        rest -= row
    return Limbs(digits, exponent.astype(np.intp) - count * LIMB)


def _split_integers(chunk: npt.NDArray[Any]) -> Limbs:
    count = -(-8 * chunk.dtype.itemsize // LIMB)
    digits = np.empty((count, len(chunk)))
    rest = chunk.astype(np.uint64 if chunk.dtype.kind == "u" else np.int64)
    for row in digits[:-1]:
        row[:] = rest & ((1 << LIMB) - 1)
        rest >>= LIMB
    # the shift keeps the sign, so the leading digit alone carries it
    digits[-1] = rest
    return Limbs(digits, np.zeros(len(chunk), dtype=np.intp))


def inner(x: Limbs, y: Limbs) -> Dyadic:
    """``Σ x_i y_i`` of one chunk of 1 to `CHUNK` entries, exactly."""
    exponent = x.exponent + y.exponent
    lowest = int(exponent.min())
    exponent -= lowest
    span = int(exponent.max()) + 1
    places = len(x.digits) + len(y.digits) - 1
    bins = np.zeros(span + LIMB * (places - 1))
    for place in range(places):
        bins[LIMB * place :][:span] += np.bincount(exponent, _products(x.digits, y.digits, place))
    return Dyadic(_join(bins), lowest)


def _products(x: npt.NDArray[Any], y: npt.NDArray[Any], place: int) -> npt.NDArray[Any]:
    """``Σ x[i] y[j]`` over ``i + j = place``."""
    first = max(place - len(y) + 1, 0)
    products: npt.NDArray[Any] = x[first] * y[place - first]
    for i in range(first + 1, min(place + 1, len(x))):
        products += x[i] * y[place - i]
    return products


def _join(bins: npt.NDArray[Any]) -> int:
    """``Σ_p bins[p]·2^p`` for integers of at most ``2^51`` in absolute value."""
    size = len(bins)
    digits = np.zeros(-(-size // 64) * 64, dtype=np.int64)
    digits[:size] = bins
    digits[:size] += BIAS
    # eight neighbours below 2^54 make a word below 2^62, and every eighth word is a digit to the base 2^64
    words = (digits.reshape(-1, 8) @ WEIGHTS).astype("<i8")
    total = sum(int.from_bytes(words[k::8].tobytes(), "little") << 8 * k for k in range(8))
    return total - BIAS * ((1 << size) - 1)
