"""Sums with an exponent of their own: ``s·2^e``, so that squares of 1e300 and of 1e-300 are ordinary numbers.

The functions work on arrays of any namespace. `total` is `math.fsum` for NumPy, and a tree of additions elsewhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
from array_api_compat import device

from cosnum._arrays import Array, Namespace, is_host

__all__ = [
    "Wide",
    "add",
    "divide",
    "joined",
    "ldexp",
    "multiply",
    "normalised",
    "root",
    "scaled",
    "stacked",
    "total",
    "total_roundings",
    "tree",
]


@dataclass(frozen=True)
class Wide:
    """The numbers ``significand · 2^exponent``, elementwise; a zero or NaN significand has exponent 0."""

    significand: Array
    exponent: Array

    def __getitem__(self, index: Any) -> Wide:
        full = index if isinstance(index, tuple) else (index, ...)
        return Wide(self.significand[full], self.exponent[full])


def normalised(significand: Array, exponent: Array | None, xp: Namespace) -> Wide:
    """Significands in [1/2, 1) or zero; infinities become NaN."""
    s, e = _frexp(xp.where(xp.isfinite(significand), significand, xp.nan * xp.ones_like(significand)), xp)
    if exponent is not None:
        e = e + xp.astype(exponent, e.dtype)
    proper = xp.isfinite(s) & (s != 0)
    return Wide(s, xp.where(proper, e, xp.zeros_like(e)))


@np.errstate(over="ignore", under="ignore")
def ldexp(wide: Wide, xp: Namespace) -> Array:
    """As plain numbers: infinite or zero where they have no room."""
    if is_host(xp):
        return np.ldexp(wide.significand, wide.exponent)
    return scaled(wide.significand, wide.exponent, xp)


@np.errstate(over="ignore", under="ignore")
def scaled(x: Array, by: Array, xp: Namespace) -> Array:
    """``x · 2^by`` in two products: exact unless the result is subnormal. Exponents are cut at twice the dtype's."""
    least = math.frexp(float(xp.finfo(x.dtype).smallest_normal))[1] - 1
    half = xp.clip(by // 2, least, -least)
    rest = xp.clip(by - half, least, -least)
    if is_host(xp):
        return x * np.ldexp(1.0, half) * np.ldexp(1.0, rest)
    powers = _powers_of_two(least, x.dtype, device(x), xp)
    first, second = (xp.reshape(xp.take(powers, xp.reshape(e - least, (-1,))), by.shape) for e in (half, rest))
    return x * first * second


def multiply(a: Wide, b: Wide) -> Wide:
    return Wide(a.significand * b.significand, a.exponent + b.exponent)


def divide(a: Wide, b: Wide) -> Wide:
    return Wide(a.significand / b.significand, a.exponent - b.exponent)


def root(a: Wide, xp: Namespace) -> Wide:
    """Square root; that of ``s²·2^{2e}`` is ``s·2^e`` exactly."""
    odd = a.exponent % 2
    return Wide(xp.sqrt(a.significand * xp.astype(1 + odd, a.significand.dtype)), (a.exponent - odd) // 2)


def add(a: Wide, b: Wide, xp: Namespace) -> Wide:
    """Sums, each rounded once."""
    terms = stacked([a, b], 0, xp)
    top = _top(terms, 0, xp)
    first, second = (ldexp(Wide(term.significand, term.exponent - top), xp) for term in (a, b))
    return normalised(first + second, top, xp)


def total(terms: Wide, xp: Namespace) -> Wide:
    """Sums over the last axis."""
    if terms.significand.shape[-1] == 1:
        return terms[..., 0]
    if terms.significand.shape[-1] == 0:
        return normalised(xp.sum(terms.significand, axis=-1), None, xp)
    top = _top(terms, -1, xp)
    aligned = ldexp(Wide(terms.significand, terms.exponent - top[..., None]), xp)
    return normalised(_fsum(aligned) if is_host(xp) else tree(aligned, xp), top, xp)


def total_roundings(terms: int, xp: Namespace) -> int:
    """How many roundings a term passes through in `total`."""
    return int(terms > 1) if is_host(xp) else max(0, terms - 1).bit_length()


def tree(x: Array, xp: Namespace) -> Array:
    """Sums over the last axis by adding halves: ⌈log₂ n⌉ roundings a term."""
    while (n := x.shape[-1]) > 1:
        half = n // 2
        middle = x[..., 2 * half :]
        x = x[..., :half] + x[..., half : 2 * half]
        x = xp.concat([x, middle], axis=-1) if n % 2 else x
    return x[..., 0]


def joined(parts: list[Wide], axis: int, xp: Namespace) -> Wide:
    """Concatenation along an axis."""
    return Wide(*(xp.concat(arrays, axis=axis) for arrays in _columns(parts)))


def stacked(parts: list[Wide], axis: int, xp: Namespace) -> Wide:
    """Stacking along a new axis."""
    return Wide(*(xp.stack(arrays, axis=axis) for arrays in _columns(parts)))


def _columns(parts: list[Wide]) -> tuple[list[Array], list[Array]]:
    return [part.significand for part in parts], [part.exponent for part in parts]


def _fsum(x: Array) -> Array:
    """Correctly rounded sums over the last axis; lists are made piece by piece, since their floats weigh 32 bytes."""
    rows = x.reshape(-1, x.shape[-1])
    pieces = range(0, rows.shape[1], 4096)
    sums = [
        math.nan if np.isnan(row).any() else math.fsum(chain.from_iterable(row[i : i + 4096].tolist() for i in pieces))
        for row in rows
    ]
    return np.array(sums, dtype=x.dtype).reshape(x.shape[:-1])


def _top(terms: Wide, axis: int, xp: Namespace) -> Array:
    """The largest exponent of a number that isn't zero."""
    least = xp.iinfo(terms.exponent.dtype).min
    top = xp.max(xp.where(terms.significand != 0, terms.exponent, xp.full_like(terms.exponent, least)), axis=axis)
    return xp.where(top == least, xp.zeros_like(top), top)


def _frexp(x: Array, xp: Namespace) -> tuple[Array, Array]:
    if is_host(xp):
        return np.frexp(x)
    magnitude = xp.abs(x)
    one = xp.ones_like(x)
    # a logarithm off by one costs nothing but a significand just outside of [1/2, 1)
    logarithm = xp.log2(xp.where(magnitude > 0, magnitude, one))
    e = xp.astype(xp.floor(logarithm), xp.int32) + 1
    return ldexp(Wide(x, -e), xp), e


@cache
def _powers_of_two(least: int, dtype: Any, place: Any, xp: Namespace) -> Array:
    """From ``2^least`` to ``2^−least``: a table is exact on every device, a power function isn't."""
    return xp.asarray([2.0**e for e in range(least, -least + 1)], dtype=dtype, device=place)
