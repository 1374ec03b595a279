"""Hypothesis strategies for pairs of vectors that are hard on sums of products: each family for a reason of its own."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

Array = npt.NDArray[Any]
Pair = tuple[Array, Array]

FLOATS = {"float64": np.float64, "float32": np.float32, "float16": np.float16, "bfloat16": ml_dtypes.bfloat16}
LENGTHS = st.integers(1, 9)


def finite(dtype: str, size: int) -> st.SearchStrategy[Array]:
    """Any finite numbers, uniform over bit patterns: exponents from end to end, subnormals, both zeros."""
    kind = np.dtype(FLOATS[dtype])
    bits = hnp.arrays(f"u{kind.itemsize}", size, elements=st.integers(0, 2 ** (8 * kind.itemsize) - 1))
    return bits.map(lambda b: np.where(np.isfinite(b.view(kind)), b.view(kind), kind.type(1)))


def ordinary(dtype: str, size: int) -> st.SearchStrategy[Array]:
    """Numbers of about 1, with full significands."""
    numbers = st.floats(0.5, 2) | st.floats(-2, -0.5)
    return hnp.arrays(np.float64, size, elements=numbers).map(lambda x: x.astype(FLOATS[dtype]))


def subnormal(dtype: str, size: int) -> st.SearchStrategy[Array]:
    """Numbers below the least normal one, and zeros."""
    kind = np.dtype(FLOATS[dtype])
    least = {"float64": 52, "float32": 23, "float16": 10, "bfloat16": 7}[dtype]
    bits = hnp.arrays(f"u{kind.itemsize}", size, elements=st.integers(0, 2**least - 1))
    return bits.map(lambda b: b.view(kind))


@st.composite
def wide(draw: st.DrawFn, dtype: str) -> Pair:
    """Products from the least to the largest exponent."""
    n = draw(LENGTHS)
    return draw(finite(dtype, n)), draw(finite(dtype, n))


@st.composite
def tiny(draw: st.DrawFn, dtype: str) -> Pair:
    """Products that all underflow."""
    n = draw(LENGTHS)
    return draw(subnormal(dtype, n)), draw(subnormal(dtype, n) | ordinary(dtype, n))


@st.composite
def nearly_parallel(draw: st.DrawFn, dtype: str) -> Pair:
    """A multiple by a power of two, some of whose entries are moved by a unit in the last place or two."""
    x = draw(ordinary(dtype, draw(LENGTHS)))
    y = x * x.dtype.type(draw(st.sampled_from([1, -1])) * 2.0 ** draw(st.integers(-3, 3)))
    moves = draw(hnp.arrays(f"u{x.dtype.itemsize}", len(x), elements=st.integers(0, 2)))
    return x, (y.view(moves.dtype) + moves).view(x.dtype)


@st.composite
def nearly_orthogonal(draw: st.DrawFn, dtype: str) -> Pair:
    """``(a, b)`` against ``(b, −a)``, moved a little."""
    n = draw(LENGTHS)
    a, b = draw(ordinary(dtype, n)), draw(ordinary(dtype, n))
    moves = draw(hnp.arrays(f"u{a.dtype.itemsize}", 2 * n, elements=st.integers(0, 2)))
    y = np.concatenate([b, -a])
    return np.concatenate([a, b]), (y.view(moves.dtype) + moves).view(y.dtype)


@st.composite
def cancelling(draw: st.DrawFn, dtype: str) -> Pair:
    """Large products that cancel, and one small product that stays."""
    n = draw(LENGTHS)
    a, b = draw(ordinary(dtype, n)), draw(ordinary(dtype, n))
    small = draw(ordinary(dtype, 2)) * a.dtype.type(2.0 ** -draw(st.integers(0, 12)))
    return np.concatenate([a, small[:1], a]), np.concatenate([b, small[1:], -b])


def pairs(dtype: str) -> st.SearchStrategy[Pair]:
    """All families."""
    families = [wide, tiny, nearly_parallel, nearly_orthogonal, cancelling]
    return st.one_of([family(dtype) for family in families])


def integer_pairs() -> st.SearchStrategy[Pair]:
    """All integer types, extremes included."""

    def arrays(n: int) -> st.SearchStrategy[Pair]:
        kinds = hnp.integer_dtypes(endianness="=") | hnp.unsigned_integer_dtypes(endianness="=")
        one = kinds.flatmap(lambda kind: hnp.arrays(kind, n))
        return st.tuples(one, one)

    return LENGTHS.flatmap(arrays)


@st.composite
def blocks_of(draw: st.DrawFn, dtype: str) -> tuple[Array, Array, list[int]]:
    """Blocks of all families in a row, some empty, and their sizes."""
    parts = draw(st.lists(pairs(dtype) | st.just((np.empty(0, FLOATS[dtype]),) * 2), min_size=1, max_size=5))
    x, y = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    return x, y, [len(part[0]) for part in parts]
