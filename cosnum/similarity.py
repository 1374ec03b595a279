"""Cosine similarity and cosine distance of many pairs of vectors."""

from __future__ import annotations

import math
from typing import Any, get_args

import numpy as np
from array_api_compat import device

from cosnum import exact
from cosnum._arrays import Array, Namespace, as_arrays, is_host, real_dtype
from cosnum._cosines import cosines
from cosnum._residual import distances
from cosnum.backends._pieces import conversions
from cosnum.backends._rows import Rows, rows_of
from cosnum.exact import Zero

__all__ = ["Zero", "cosine", "cosine_distance"]

_CONVENTIONS = {"nan": math.nan, "zero": 0.0, "one": 1.0}


def cosine(x: Any, y: Any, axis: int = -1, zero: Zero = "nan") -> Any:
    """Cosine ``⟨x,y⟩/(‖x‖‖y‖)`` along an axis, the other axes broadcast.

    Parameters
    ----------
    x, y : array, shapes (..., n)
        Booleans, integers, float16, float32, float64 or bfloat16; of one namespace and on one device.
    axis : int
        Of the entries, in ``x`` and in ``y``.
    zero : {"nan", "zero", "one", "raise"}
        What the cosine is taken for where ``x`` or ``y`` is zero or empty.

    Returns
    -------
    array, shape (...)
        Of the same kind: float64, or float32 on a device without float64. In [−1, 1]; ±1 for ``y = ±2^k x``; NaN where
        an entry is infinite or NaN.

    Raises
    ------
    TypeError
        If entries are of another dtype, or the arrays differ in namespace or device.
    ValueError
        If the lengths differ, the shapes don't broadcast, or with ``zero="raise"`` a vector is zero.

    Notes
    -----
    Entries are multiplied and added in float64, after scaling by powers of two where squares would overflow or
    underflow: 1e±300 are ordinary. The error is within `BlockStats.error_bound` of the vectors as blocks.

    Examples
    --------
    >>> cosine([[3.0, 4.0], [3e200, 4e200]], [1.0, 0.0])
    array([0.6, 0.6])
    """
    return _by_rows(x, y, axis, zero, _row_cosines)


def cosine_distance(x: Any, y: Any, axis: int = -1, zero: Zero = "nan") -> Any:
    """Cosine distance ``1 − cos(x, y)`` along an axis, to relative accuracy for nearly parallel vectors too.

    Parameters
    ----------
    x, y : array, shapes (..., n)
        Booleans, integers, float16, float32, float64 or bfloat16; of one namespace and on one device.
    axis : int
        Of the entries, in ``x`` and in ``y``.
    zero : {"nan", "zero", "one", "raise"}
        What the *cosine* is taken for where ``x`` or ``y`` is zero or empty: with ``"zero"`` the distance is 1.

    Returns
    -------
    array, shape (...)
        Of the same kind: float64, or float32 on a device without float64. In [0, 2]; 0 for ``y = 2^k x``; NaN where an
        entry is infinite or NaN.

    Raises
    ------
    TypeError
        If entries are of another dtype, or the arrays differ in namespace or device.
    ValueError
        If the lengths differ, the shapes don't broadcast, or with ``zero="raise"`` a vector is zero.

    Notes
    -----
    ``1 − c = s²/(1 + c)``, where ``s = ‖r‖/‖y‖`` and ``r`` is the part of ``y`` orthogonal to ``x``. Where that is too
    small to be known in float64, below about 1e-33, `cosnum.exact` decides for NumPy arrays, in a millisecond for a
    thousand entries; so it does for nearly parallel integers of 64 bits. In other namespaces the result has an absolute
    error of about 1e-33 there (in float32, 1e-15).

    Examples
    --------
    >>> cosine_distance([1.0, 1e-9], [1.0, 0.0])
    np.float64(5e-19)
    """
    return _by_rows(x, y, axis, zero, _row_distances)


@np.errstate(all="ignore")
def _by_rows(x: Any, y: Any, axis: int, zero: str, values_of: Any) -> Any:
    if zero not in get_args(Zero):
        raise ValueError(f"zero is {zero!r}, but must be one of {', '.join(map(repr, get_args(Zero)))}")
    (x, y), xp = as_arrays(("x", x), ("y", y))
    x, y = _aligned(x, y, axis, xp)
    results = []
    for rows in rows_of(x, y, xp):
        fault = (rows.sums[1].significand * rows.sums[2].significand) == 0
        if zero == "raise" and bool(xp.any(fault)):
            raise ValueError(f"{_first_fault(rows, x.shape[:-1])} is zero: the cosine is undefined")
        results.append(values_of(rows, x, y, fault, _CONVENTIONS.get(zero, math.nan), xp))
    if not results:
        return xp.zeros(x.shape[:-1], dtype=real_dtype(x, xp), device=device(x))
    result = xp.reshape(xp.concat(results), x.shape[:-1])
    return result[()] if is_host(xp) else result


def _row_cosines(rows: Rows, x: Array, y: Array, fault: Array, convention: float, xp: Namespace) -> Array:  # noqa: ARG001
    values = cosines(rows.sums, xp)
    return xp.where(fault, convention + xp.zeros_like(values), values)


def _row_distances(rows: Rows, x: Array, y: Array, fault: Array, convention: float, xp: Namespace) -> Array:
    values = cosines(rows.sums, xp)
    parts = []
    for tile in rows.tiles:
        c = values[tile.rows]
        near = c > 0.5
        part = 1 - c
        if bool(xp.any(near)):
            fine, unsure = distances(c, rows.sums[:, tile.rows], tile.pieces, xp)
            part = xp.where(near, fine, part)
            if is_host(xp):
                for k in np.flatnonzero(near & (unsure | (conversions(x, y) > 0))).tolist():
                    row = np.unravel_index(rows.first + tile.rows.start + k, x.shape[:-1])
                    part[k] = exact.cosine_distance(x[row], y[row])
        parts.append(part)
    return xp.where(fault, 1 - convention + xp.zeros_like(values), xp.concat(parts))


def _aligned(x: Array, y: Array, axis: int, xp: Namespace) -> tuple[Array, Array]:
    """Both with the entries along the last axis, broadcast to one shape."""
    for name, array in (("x", x), ("y", y)):
        if not -array.ndim <= axis < array.ndim:
            raise ValueError(f"{name} has shape {tuple(array.shape)}, so there is no axis {axis}")
    x, y = xp.moveaxis(x, axis, -1), xp.moveaxis(y, axis, -1)
    if x.shape[-1] != y.shape[-1]:
        raise ValueError(f"along axis {axis}, x has {x.shape[-1]} entries, but y has {y.shape[-1]}")
    try:
        return tuple(xp.broadcast_arrays(x, y))
    except ValueError as error:
        shapes = f"{tuple(x.shape[:-1])} of x and {tuple(y.shape[:-1])} of y"
        raise ValueError(f"the shapes of the other axes, {shapes}, don't broadcast") from error


def _first_fault(rows: Rows, shape: tuple[int, ...]) -> str:
    """The first vector that is zero, by name."""
    names, zeros = ("x", "y"), [rows.sums[k].significand == 0 for k in (1, 2)]
    either = zeros[0] | zeros[1]
    row = next(k for k in range(either.shape[0]) if bool(either[k]))
    name = names[0] if bool(zeros[0][row]) else names[1]
    index = ", ".join(str(int(i)) for i in np.unravel_index(rows.first + row, shape)) if shape else ""
    return f"{name}[{index}]" if index else name
