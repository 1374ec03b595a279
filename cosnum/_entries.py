"""What counts as a vector for `cosnum.exact`: one dimension, and entries that are exact numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from cosnum._dyadic import Dyadic
from cosnum._limbs import CHUNK, PRECISION

__all__ = ["Vector", "all_finite", "chunks", "dyadics", "pair", "vector"]

Vector = npt.NDArray[Any]


def vector(x: npt.ArrayLike, name: str) -> Vector:
    """``x`` as a one-dimensional array of a supported dtype, not copied if it is one already."""
    try:
        array = np.asarray(x)
    except ValueError as error:
        raise ValueError(f"{name} is not an array: {error}") from error
    if array.dtype.kind not in "biu" and array.dtype.type.__name__ not in PRECISION:
        supported = ", ".join(PRECISION)
        raise TypeError(f"{name} has dtype {array.dtype}, but must hold booleans, integers or one of {supported}")
    if array.ndim != 1:
        raise ValueError(f"{name} has {array.ndim} dimensions, shape {array.shape}, but must have one")
    if isinstance(x, (list, tuple)):
        _refuse_rounded(x, array, name)
    return array


def _refuse_rounded(x: list[Any] | tuple[Any, ...], array: Vector, name: str) -> None:
    """NumPy turns lists that mix integers with anything else into float64; an integer may not survive that."""
    if array.dtype.kind == "f":
        for i, (given, kept) in enumerate(zip(x, array.tolist(), strict=True)):
            if isinstance(given, (int, np.integer)) and int(given) != kept:
                raise ValueError(f"{name}[{i}] = {given} is not a {array.dtype}: give an array of a dtype that holds it")


def pair(x: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Vector, Vector]:
    """Both as vectors, of the same length."""
    first, second = vector(x, "x"), vector(y, "y")
    if len(first) != len(second):
        raise ValueError(f"x has {len(first)} entries, but y has {len(second)}")
    return first, second


def chunks(x: Vector) -> Iterator[Vector]:
    """Views of at most `CHUNK` consecutive entries; none of an empty vector."""
    return (x[start : start + CHUNK] for start in range(0, len(x), CHUNK))


def all_finite(*vectors: Vector) -> bool:
    """Whether no entry is infinite or NaN."""
    # a signalling NaN is told from a number like any other, but may raise a flag on the way
    with np.errstate(invalid="ignore"):
        return all(bool(np.isfinite(chunk).all()) for x in vectors for chunk in chunks(x))


def dyadics(chunk: Vector) -> Iterator[Dyadic]:
    """The finite entries of a chunk, one by one."""
    if chunk.dtype.kind in "biu":
        return (Dyadic(int(entry), 0) for entry in chunk.tolist())
    fraction, exponent = np.frexp(chunk.astype(np.float64))
    mantissas = np.ldexp(fraction, 53).astype(np.int64)
    return map(Dyadic, mantissas.tolist(), (exponent - 53).tolist())
