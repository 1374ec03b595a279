"""Numba (``pip install 'cosnum[fast]'``): one pass, at the speed at which memory can be read.

A piece is read as four streams at once, which keeps more of the memory system busy than one, in strides short enough
for the vector units to add in any order; the strides' sums are added with their rounding errors.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from cosnum.backends._pieces import (
    CEILING,
    FLOOR,
    HEADROOM,
    Integers,
    Kernel,
    PieceSums,
    Vector,
    conversions,
    flat,
    needs_range,
)

__all__ = ["bind", "suits"]

STRIDE = 128

_any_order = njit(fastmath={"reassoc", "contract"}, nogil=True, cache=True)
_strict = njit(nogil=True, cache=True)


def suits(x: Vector, y: Vector) -> bool:
    """Contiguous native arrays of one dtype that the compiler knows."""
    return x.dtype == y.dtype and x.dtype.kind in "fiu" and x.dtype.isnative and x.dtype != np.float16 and _packed(x, y)


def bind(x: Vector, y: Vector) -> Kernel:
    """The sums of consecutive pieces of ``x`` and ``y``, as a function of their edges."""
    flat_x, flat_y = flat(x), flat(y)
    wide = needs_range(x)
    extra = 3 + conversions(x, y)

    def kernel(edges: Integers) -> PieceSums:
        sums, exponents = _piece_sums(flat_x, flat_y, edges, wide)
        return PieceSums(sums, exponents, np.clip(np.diff(edges), 1, 4 * STRIDE) + extra)

    return kernel


def _packed(*arrays: Vector) -> bool:
    return all(x.flags.c_contiguous and x.flags.aligned for x in arrays)


@_strict
def _piece_sums(x: Any, y: Any, edges: Any, wide: bool) -> Any:
    pieces = edges.size - 1
    sums, exponents = np.zeros((3, pieces)), np.zeros((3, pieces), dtype=np.int32)
    for k in range(pieces):
        p, q = x[edges[k] : edges[k + 1]], y[edges[k] : edges[k + 1]]
        xy, xx, yy = _sums(p, q)
        if wide and not (_ordinary(xy) and _ordinary(xx) and _ordinary(yy)):
            by_x, by_y = HEADROOM - _exponent(p), HEADROOM - _exponent(q)
            xy, xx, yy = _sums(_scaled(p, by_x), _scaled(q, by_y))
            exponents[0, k], exponents[1, k], exponents[2, k] = -by_x - by_y, -2 * by_x, -2 * by_y
        sums[0, k], sums[1, k], sums[2, k] = xy, xx, yy
    return sums, exponents


@_strict
def _sums(x: Any, y: Any) -> Any:
    xy = xx = yy = 0.0
    rest_xy = rest_xx = rest_yy = 0.0
    quarter = x.size // 4 // STRIDE * STRIDE
    for i in range(0, quarter, STRIDE):
        s, t, u = _four_streams(x, y, i, quarter)
        xy, rest_xy = _accumulated(xy, rest_xy, s)
        xx, rest_xx = _accumulated(xx, rest_xx, t)
        yy, rest_yy = _accumulated(yy, rest_yy, u)
    for i in range(4 * quarter, x.size, 4 * STRIDE):
        s, t, u = _one_stream(x[i : i + 4 * STRIDE], y[i : i + 4 * STRIDE])
        xy, rest_xy = _accumulated(xy, rest_xy, s)
        xx, rest_xx = _accumulated(xx, rest_xx, t)
        yy, rest_yy = _accumulated(yy, rest_yy, u)
    return xy + rest_xy, xx + rest_xx, yy + rest_yy


@_strict
def _accumulated(total: float, rest: float, term: float) -> Any:
    """``total + term`` rounded, and what the rounding left added to ``rest``."""
    new = total + term
    back = new - total
    return new, rest + ((total - (new - back)) + (term - back))


@_any_order
def _one_stream(x: Any, y: Any) -> Any:
    xy = xx = yy = 0.0
    for i in range(x.size):
        p, q = np.float64(x[i]), np.float64(y[i])
        xy += p * q
        xx += p * p
        yy += q * q
    return xy, xx, yy


@_any_order
def _four_streams(x: Any, y: Any, i: int, apart: int) -> Any:
    x0, y0 = x[i : i + STRIDE], y[i : i + STRIDE]
    x1, y1 = x[i + apart : i + apart + STRIDE], y[i + apart : i + apart + STRIDE]
    x2, y2 = x[i + 2 * apart : i + 2 * apart + STRIDE], y[i + 2 * apart : i + 2 * apart + STRIDE]
    x3, y3 = x[i + 3 * apart : i + 3 * apart + STRIDE], y[i + 3 * apart : i + 3 * apart + STRIDE]
    xy0 = xy1 = xy2 = xy3 = xx0 = xx1 = xx2 = xx3 = yy0 = yy1 = yy2 = yy3 = 0.0
    for j in range(x0.size):
        p, q = np.float64(x0[j]), np.float64(y0[j])
        xy0 += p * q
        xx0 += p * p
        yy0 += q * q
        p, q = np.float64(x1[j]), np.float64(y1[j])
        xy1 += p * q
        xx1 += p * p
        yy1 += q * q
        p, q = np.float64(x2[j]), np.float64(y2[j])
        xy2 += p * q
        xx2 += p * p
        yy2 += q * q
        p, q = np.float64(x3[j]), np.float64(y3[j])
        xy3 += p * q
        xx3 += p * p
        yy3 += q * q
    return (xy0 + xy1) + (xy2 + xy3), (xx0 + xx1) + (xx2 + xx3), (yy0 + yy1) + (yy2 + yy3)


@_strict
def _ordinary(total: float) -> bool:
    """Whether a sum can't have lost anything to underflow or overflow; never true of NaN."""
    return FLOOR <= abs(total) <= CEILING


@_strict
def _exponent(x: Any) -> int:
    """Of the largest magnitude; NaN is passed over, and makes the sums NaN whatever the scale."""
    top = 0.0
    for i in range(x.size):
        top = max(top, abs(np.float64(x[i])))
    return math.frexp(top)[1] if top < math.inf else 0


@_strict
def _scaled(x: Any, by: int) -> Any:
    half = by // 2
    first, second = math.ldexp(1.0, half), math.ldexp(1.0, by - half)
    scaled = np.empty(x.size)
    for i in range(x.size):
        scaled[i] = x[i] * first * second
    return scaled
