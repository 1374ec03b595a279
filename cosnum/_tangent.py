"""Vectors scaled to about 1, and what is left of one when its part along another is taken away.

``Pŵ``, the part of ``y/‖y‖`` orthogonal to ``x``, is what the gradient, the Hessian and every step are made of. As the
difference of two nearly equal vectors it would cancel where ``x`` and ``y`` are nearly parallel; here it doesn't.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cosnum import exact
from cosnum._arrays import Array, Namespace, as_arrays, is_host, real_dtype, to_real
from cosnum._residual import residual
from cosnum._wide import normalised, scaled, tree

__all__ = [
    "Scaled",
    "broadcast_shapes",
    "first_index",
    "norm_of",
    "read_vectors",
    "refuse_zero",
    "rejection",
    "tangent",
]

NEARLY_PARALLEL = 1024
"""Multiples of the unit roundoff below which sin φ is left to exact arithmetic, where there is any."""


class Scaled(NamedTuple):
    """Vectors as ``entries · 2^exponent``, the largest entry in [1/2, 1), with the squared norms and norms of ``entries``.

    A vector with a NaN or infinite entry is NaN throughout.
    """

    entries: Array
    exponent: Array
    square: Array
    norm: Array


def read_vectors(*named: tuple[str, Any]) -> tuple[list[Scaled], Namespace]:
    """The arguments as vectors along the last axis, in batches of one shape."""
    arrays, xp = as_arrays(*named)
    names = [name for name, _ in named]
    for name, array in zip(names, arrays, strict=True):
        if array.ndim == 0:
            raise ValueError(f"{name} is a number, but must have an axis of entries")
        if array.shape[-1] == 0:
            raise ValueError(f"{name} has shape {tuple(array.shape)}, but a vector needs at least one entry")
        if array.shape[-1] != arrays[0].shape[-1]:
            lengths = arrays[0].shape[-1], array.shape[-1]
            raise ValueError(f"vectors of {names[0]} have {lengths[0]} entries, but those of {name} have {lengths[1]}")
    batch = broadcast_shapes(names, [array.shape[:-1] for array in arrays])
    return [_broadcast(_scale(to_real(a, real_dtype(a, xp), xp), xp), batch, xp) for a in arrays], xp


def refuse_zero(named: dict[str, Scaled], why: str, xp: Namespace) -> None:
    """Raise unless every vector has a direction."""
    for name, vectors in named.items():
        zero = vectors.norm == 0
        if bool(xp.any(zero)):
            raise ValueError(f"{name}{first_index(zero, xp)} is zero: {why}")


def broadcast_shapes(names: list[str], shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The common shape of batches."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError as error:
        batches = ", ".join(f"{tuple(shape)} of {name}" for name, shape in zip(names, shapes, strict=True))
        raise ValueError(f"the shapes {batches} don't broadcast") from error


def first_index(mask: Array, xp: Namespace) -> str:
    """Where a mask first holds, as in ``[2, 0]``; nothing for a single vector."""
    if mask.ndim == 0:
        return ""
    return str([int(axis[0]) for axis in xp.nonzero(mask)])


def tangent(x: Scaled, y: Scaled, xp: Namespace) -> Array:
    """``Pŵ``, the part of ``y/‖y‖`` orthogonal to ``x``: of length ``sin φ``.

    Relative to its length the error is a few roundings, ``log₂ n`` of them, as long as ``sin φ`` is well above the unit
    roundoff; below, NumPy arrays are handed to `cosnum.exact`, and others have an absolute error of about its square.
    """
    difference = rejection(x, y.entries, xp)
    result = difference / y.norm[..., None]
    if is_host(xp):
        result = np.atleast_2d(result)
        least = NEARLY_PARALLEL * np.finfo(result.dtype).eps
        largest = np.max(np.abs(result), axis=-1)
        for row in zip(*np.nonzero((largest > 0) & (largest < least)), strict=True):
            a, b = (np.atleast_2d(v.entries)[row] for v in (x, y))
            result[row] = exact.cosine_gradient(a, b) * np.atleast_1d(x.norm)[row]
        result = result.reshape(difference.shape)
    return result


def rejection(x: Scaled, v: Array, xp: Namespace) -> Array:
    """``Pv``: ``v`` without its part along ``x``, taken away twice.

    The first multiple of ``x`` is a rounded number, but the difference to it is taken as if in twice the precision; so
    what rounding the multiple has left along ``x`` is small, and is known well enough to be taken away.
    """
    multiple = tree(x.entries * v, xp) / x.square
    rest = residual(x.entries, v, multiple[..., None], xp)
    return rest - (tree(rest * x.entries, xp) / x.square)[..., None] * x.entries


def norm_of(x: Array, xp: Namespace) -> Array:
    """Norms over the last axis, whatever the size of the entries."""
    scaled_x = _scale(x, xp)
    return scaled(scaled_x.norm, scaled_x.exponent, xp)


def _scale(x: Array, xp: Namespace) -> Scaled:
    largest = xp.max(xp.abs(x), axis=-1)
    x = xp.where(xp.isnan(largest)[..., None], xp.nan * xp.ones_like(x), x)
    exponent = normalised(largest, None, xp).exponent
    entries = scaled(x, -exponent[..., None], xp)
    square = tree(entries * entries, xp)
    return Scaled(entries, exponent, square, xp.sqrt(square))


def _broadcast(vectors: Scaled, batch: tuple[int, ...], xp: Namespace) -> Scaled:
    entries = xp.broadcast_to(vectors.entries, (*batch, vectors.entries.shape[-1]))
    return Scaled(entries, *(xp.broadcast_to(array, batch) for array in vectors[1:]))
