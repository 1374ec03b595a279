"""Correctly rounded references: dot, squared norm, cosine, cosine distance, gradient and Pearson correlation.

Every finite entry is the exact number that it denotes, whatever the dtype (float16, float32, float64, bfloat16,
integers, booleans; they may be mixed). The sums are exact, and every result is rounded once: to nearest, ties to even,
subnormal and infinite results included. So a result depends on the numbers only, not on their order, layout or dtype.

Working memory is a few MiB whatever the length, and reading is chunk by chunk: strided, byte-swapped, read-only and
memory-mapped arrays are as good as any. A list is what `numpy.asarray` makes of it, and is refused where that rounds.

An infinite or NaN entry makes a rounded result NaN. Where a vector is zero or empty, or for a correlation constant,
the argument ``zero`` says what to take the cosine or correlation for: ``"nan"``, ``"zero"``, ``"one"``, or ``"raise"``
for a `ValueError`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from cosnum._dyadic import ZERO, Dyadic
from cosnum._entries import Vector, all_finite, chunks, dyadics, pair, vector
from cosnum._moments import Moments, centred_moments, inner_product, moments
from cosnum._rounding import Format, nearest, nearest_one_minus_ratio, nearest_ratio, target_of

__all__ = [
    "cosine",
    "cosine_distance",
    "cosine_gradient",
    "dot",
    "dot_fraction",
    "pearson",
    "signed_squared_cosine",
    "squared_norm",
    "squared_norm_fraction",
]

Zero = Literal["nan", "zero", "one", "raise"]
GradientZero = Literal["nan", "zero", "raise"]
Scalar = np.floating[Any]

_ONE = Dyadic(1, 0)
_CONVENTIONS = {"zero": ZERO, "one": _ONE}


def dot(x: npt.ArrayLike, y: npt.ArrayLike, *, dtype: npt.DTypeLike = np.float64) -> Scalar:
    """Inner product ``Σ x_i y_i``, correctly rounded.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Booleans, integers, float16, float32, float64 or bfloat16; the two may differ.
    dtype : {float64, float32, float16, bfloat16}
        Of the result.

    Returns
    -------
    scalar of ``dtype``
        Infinite from half a step above the largest finite number on; NaN if an entry is infinite or NaN.

    Raises
    ------
    TypeError
        If the entries are of any other kind, or ``dtype`` is no such format.
    ValueError
        If ``x`` or ``y`` is not one-dimensional, or their lengths differ.

    Examples
    --------
    >>> dot([1e200, 1.0, -1e200], [1e200, 3.0, 1e200])
    np.float64(3.0)
    """
    target = target_of(dtype)
    a, b = pair(x, y)
    return target.scalar(nearest(inner_product(a, b), target.format) if all_finite(a, b) else math.nan)


def squared_norm(x: npt.ArrayLike, *, dtype: npt.DTypeLike = np.float64) -> Scalar:
    """Squared Euclidean norm ``Σ x_i²``, correctly rounded.

    Parameters
    ----------
    x : array_like, shape (n,)
        Booleans, integers, float16, float32, float64 or bfloat16.
    dtype : {float64, float32, float16, bfloat16}
        Of the result.

    Returns
    -------
    scalar of ``dtype``
        Infinite from half a step above the largest finite number on; NaN if an entry is infinite or NaN.

    Raises
    ------
    TypeError
        If the entries are of any other kind, or ``dtype`` is no such format.
    ValueError
        If ``x`` is not one-dimensional.

    Examples
    --------
    >>> squared_norm([3, 4])
    np.float64(25.0)
    """
    target = target_of(dtype)
    a = vector(x, "x")
    return target.scalar(nearest(inner_product(a, a), target.format) if all_finite(a) else math.nan)


def cosine(x: npt.ArrayLike, y: npt.ArrayLike, *, dtype: npt.DTypeLike = np.float64, zero: Zero = "nan") -> Scalar:
    """Cosine ``⟨x,y⟩/(‖x‖‖y‖)``, correctly rounded.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Booleans, integers, float16, float32, float64 or bfloat16; the two may differ.
    dtype : {float64, float32, float16, bfloat16}
        Of the result.
    zero : {"nan", "zero", "one", "raise"}
        What the cosine is taken for where ``x`` or ``y`` is zero or empty.

    Returns
    -------
    scalar of ``dtype``
        In [−1, 1]; ±1 exactly for parallel vectors; NaN if an entry is infinite or NaN.

    Raises
    ------
    TypeError
        If the entries are of any other kind, or ``dtype`` is no such format.
    ValueError
        If ``x`` or ``y`` is not one-dimensional, their lengths differ, or with ``zero="raise"`` one is zero.

    Examples
    --------
    >>> cosine([3e200, 4e200], [1e-200, 0.0])
    np.float64(0.6)
    >>> cosine([1, 2, 3], [4, 5, 7], dtype=np.float32)
    np.float32(0.9860133)
    """
    return _rounded(nearest_ratio, moments, x, y, dtype, zero)


def cosine_distance(x: npt.ArrayLike, y: npt.ArrayLike, *, dtype: npt.DTypeLike = np.float64, zero: Zero = "nan") -> Scalar:
    """Cosine distance ``1 − ⟨x,y⟩/(‖x‖‖y‖)``, correctly rounded, for nearly parallel vectors too.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Booleans, integers, float16, float32, float64 or bfloat16; the two may differ.
    dtype : {float64, float32, float16, bfloat16}
        Of the result.
    zero : {"nan", "zero", "one", "raise"}
        What the *cosine* is taken for where ``x`` or ``y`` is zero or empty: with ``"zero"`` the distance is 1.

    Returns
    -------
    scalar of ``dtype``
        In [0, 2]; 0 exactly for vectors of the same direction, and where the distance is at most half of the least
        subnormal; NaN if an entry is infinite or NaN.

    Raises
    ------
    TypeError
        If the entries are of any other kind, or ``dtype`` is no such format.
    ValueError
        If ``x`` or ``y`` is not one-dimensional, their lengths differ, or with ``zero="raise"`` one is zero.

    Examples
    --------
    >>> cosine_distance([1.0, 1e-9], [1.0, 0.0])
    np.float64(5e-19)
    """
    return _rounded(nearest_one_minus_ratio, moments, x, y, dtype, zero)


def pearson(x: npt.ArrayLike, y: npt.ArrayLike, *, dtype: npt.DTypeLike = np.float64, zero: Zero = "nan") -> Scalar:
    """Pearson correlation, the cosine of the centred vectors, correctly rounded.

    ``(n Σx_iy_i − Σx_i Σy_i) / √((n Σx_i² − (Σx_i)²)(n Σy_i² − (Σy_i)²))``, where no subtraction loses anything.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Booleans, integers, float16, float32, float64 or bfloat16; the two may differ.
    dtype : {float64, float32, float16, bfloat16}
        Of the result.
    zero : {"nan", "zero", "one", "raise"}
        What the correlation is taken for where ``x`` or ``y`` is constant or empty.

    Returns
    -------
    scalar of ``dtype``
        In [−1, 1]; NaN if an entry is infinite or NaN.

    Raises
    ------
    TypeError
        If the entries are of any other kind, or ``dtype`` is no such format.
    ValueError
        If ``x`` or ``y`` is not one-dimensional, their lengths differ, or with ``zero="raise"`` one is constant.

    Examples
    --------
    >>> pearson([1e15, 1e15 + 1, 1e15 + 2], [1, 2, 4])
    np.float64(0.9819805060619657)
    """
    return _rounded(nearest_ratio, centred_moments, x, y, dtype, zero)


def cosine_gradient(
    x: npt.ArrayLike, y: npt.ArrayLike, *, dtype: npt.DTypeLike = np.float64, zero: GradientZero = "nan"
) -> npt.NDArray[Any]:
    """Gradient of ``cosine(x, y)`` with respect to ``x``, every entry correctly rounded.

    ``(y_i ‖x‖² − ⟨x,y⟩ x_i) / (‖x‖³‖y‖)``, which is the projection formula of claim ``gradient.projection`` over one
    denominator. Entries are rounded one by one in Python integers: microseconds each.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Booleans, integers, float16, float32, float64 or bfloat16; the two may differ.
    dtype : {float64, float32, float16, bfloat16}
        Of the result.
    zero : {"nan", "zero", "raise"}
        What every entry is taken for where ``x`` or ``y`` is zero.

    Returns
    -------
    array of ``dtype``, shape (n,)
        NaN throughout if an entry of ``x`` or ``y`` is infinite or NaN.

    Raises
    ------
    TypeError
        If the entries are of any other kind, or ``dtype`` is no such format.
    ValueError
        If ``x`` or ``y`` is not one-dimensional, their lengths differ, or with ``zero="raise"`` one is zero.

    Examples
    --------
    >>> cosine_gradient([3.0, 4.0], [1.0, 0.0])
    array([ 0.128, -0.096])
    """
    target = target_of(dtype)
    _check_convention(zero, get_args(GradientZero))
    a, b = pair(x, y)
    if not all_finite(a, b):
        return target.full(len(a), math.nan)
    sums = moments(a, b)
    if sums.fault:
        _raise_if_asked(zero, f"{sums.fault}: the cosine has no gradient")
        return target.full(len(a), 0.0 if zero == "zero" else math.nan)
    square = sums.xx * sums.xx * sums.xx * sums.yy
    entries = (nearest_ratio(slope, square, target.format) for slope in _slopes(a, b, sums))
    return np.fromiter(entries, dtype=np.float64, count=len(a)).astype(target.dtype)


def dot_fraction(x: npt.ArrayLike, y: npt.ArrayLike) -> Fraction:
    """Inner product ``Σ x_i y_i``, exactly.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Booleans, integers, float16, float32, float64 or bfloat16; the two may differ.

    Returns
    -------
    fractions.Fraction

    Raises
    ------
    TypeError
        If the entries are of any other kind.
    ValueError
        If ``x`` or ``y`` is not one-dimensional, their lengths differ, or an entry is infinite or NaN.

    Examples
    --------
    >>> dot_fraction([0.5, 3.0], [0.25, 1.0])
    Fraction(25, 8)
    """
    a, b = _finite_pair(x, y)
    return inner_product(a, b).fraction()


def squared_norm_fraction(x: npt.ArrayLike) -> Fraction:
    """Squared Euclidean norm ``Σ x_i²``, exactly.

    Parameters
    ----------
    x : array_like, shape (n,)
        Booleans, integers, float16, float32, float64 or bfloat16.

    Returns
    -------
    fractions.Fraction

    Raises
    ------
    TypeError
        If the entries are of any other kind.
    ValueError
        If ``x`` is not one-dimensional, or an entry is infinite or NaN.

    Examples
    --------
    >>> squared_norm_fraction([0.5, 1.0])
    Fraction(5, 4)
    """
    return dot_fraction(x, x)


def signed_squared_cosine(x: npt.ArrayLike, y: npt.ArrayLike) -> Fraction:
    """``sign(⟨x,y⟩) · ⟨x,y⟩²/(‖x‖²‖y‖²)``, exactly: the rational number that determines the cosine.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Booleans, integers, float16, float32, float64 or bfloat16; the two may differ.

    Returns
    -------
    fractions.Fraction
        In [−1, 1], and increasing with the cosine.

    Raises
    ------
    TypeError
        If the entries are of any other kind.
    ValueError
        If ``x`` or ``y`` is not one-dimensional, their lengths differ, an entry is infinite or NaN, or one is zero.

    Examples
    --------
    >>> signed_squared_cosine([1, 1], [-1, 0])
    Fraction(-1, 2)
    """
    sums = moments(*_finite_pair(x, y))
    if sums.fault:
        raise ValueError(f"{sums.fault}: the cosine is undefined")
    xy, xx, yy = sums.xy.fraction(), sums.xx.fraction(), sums.yy.fraction()
    return xy * abs(xy) / (xx * yy)


def _rounded(
    quotient: Callable[[Dyadic, Dyadic, Format], float],
    sums_of: Callable[[Vector, Vector], Moments],
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    dtype: npt.DTypeLike,
    zero: Zero,
) -> Scalar:
    """``quotient`` of ``⟨x,y⟩`` and ``‖x‖²‖y‖²``, or of the cosine that stands in for them."""
    target = target_of(dtype)
    _check_convention(zero, get_args(Zero))
    a, b = pair(x, y)
    if not all_finite(a, b):
        return target.scalar(math.nan)
    sums = sums_of(a, b)
    if not sums.fault:
        return target.scalar(quotient(sums.xy, sums.xx * sums.yy, target.format))
    _raise_if_asked(zero, f"{sums.fault}: the result is undefined")
    return target.scalar(quotient(_CONVENTIONS[zero], _ONE, target.format) if zero in _CONVENTIONS else math.nan)


def _check_convention(zero: str, known: tuple[str, ...]) -> None:
    if zero not in known:
        raise ValueError(f"zero is {zero!r}, but must be one of {', '.join(map(repr, known))}")


def _raise_if_asked(zero: str, fault: str) -> None:
    if zero == "raise":
        raise ValueError(fault)


def _finite_pair(x: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Vector, Vector]:
    a, b = pair(x, y)
    for name, entries in (("x", a), ("y", b)):
        if not all_finite(entries):
            raise ValueError(f"{name} holds an infinite or NaN entry: there is no such fraction")
    return a, b


def _slopes(x: Vector, y: Vector, sums: Moments) -> Iterator[Dyadic]:
    """``y_i ‖x‖² − ⟨x,y⟩ x_i`` for every ``i``."""
    for chunk_x, chunk_y in zip(chunks(x), chunks(y), strict=True):
        for p, q in zip(dyadics(chunk_x), dyadics(chunk_y), strict=True):
            yield q * sums.xx - sums.xy * p
