"""Hostile pairs of vectors: each family goes for one way in which rounding, summing or scaling goes wrong."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Pair = tuple[Array, Array]

FLOATS = [np.dtype(t) for t in (np.float64, np.float32, np.float16, ml_dtypes.bfloat16)]
INTEGERS = [np.dtype(t) for t in "bBhHiIqQ?"]
PRECISION = {"float64": 53, "float32": 24, "float16": 11, "bfloat16": 8}
RANGE = {"float64": (-1074, 1024), "float32": (-149, 128), "float16": (-24, 16), "bfloat16": (-133, 128)}


def from_bits(bits: Array, dtype: np.dtype[Any]) -> Array:
    """The finite numbers with these bits; the largest finite one for bits of an infinity or NaN."""
    x = bits.astype(f"u{dtype.itemsize}").view(dtype)
    with np.errstate(invalid="ignore"):
        x[~np.isfinite(x)] = ml_dtypes.finfo(dtype).max
    return x


def random_bits(rng: np.random.Generator, size: int) -> Array:
    return rng.integers(0, 2**64, size, dtype=np.uint64)


def any_finite(rng: np.random.Generator, dtype: np.dtype[Any], size: int) -> Array:
    """Uniform over bit patterns: exponents from end to end."""
    if dtype.kind == "b":
        return rng.integers(0, 2, size).astype(dtype)
    if dtype in FLOATS:
        return from_bits(random_bits(rng, size), dtype)
    return random_bits(rng, size).astype(f"u{dtype.itemsize}").view(dtype)


def ordinary(rng: np.random.Generator, dtype: np.dtype[Any], size: int) -> Array:
    return (rng.standard_normal(size) * 2.0 ** rng.integers(-6, 7, size)).astype(dtype)


def nudged(rng: np.random.Generator, x: Array) -> Array:
    """Some entries moved by a unit in the last place or two."""
    bits = x.view(f"u{x.dtype.itemsize}").copy()
    bits += rng.integers(0, 3, len(x)).astype(bits.dtype)
    return from_bits(bits, x.dtype)


def pick(rng: np.random.Generator, dtypes: list[np.dtype[Any]]) -> np.dtype[Any]:
    return dtypes[rng.integers(len(dtypes))]


def length(rng: np.random.Generator) -> int:
    return int(rng.integers(1, 6))


def wide(rng: np.random.Generator) -> Pair:
    dtype, n = pick(rng, FLOATS), length(rng)
    return any_finite(rng, dtype, n), any_finite(rng, dtype, n)


def subnormal(rng: np.random.Generator) -> Pair:
    dtype, n = pick(rng, FLOATS), length(rng)
    bits = 8 * dtype.itemsize
    keep = np.uint64(1 << (bits - 1) | (1 << (PRECISION[dtype.name] - 1)) - 1)
    return tuple(from_bits(random_bits(rng, n) & keep, dtype) for _ in "xy")  # type: ignore[return-value]


def extremes(rng: np.random.Generator) -> Pair:
    dtype, n = pick(rng, FLOATS), length(rng)
    info = ml_dtypes.finfo(dtype)
    one = dtype.type(1)
    special = [0 * one, one, one + info.eps, info.tiny, info.tiny * (one - info.eps), info.smallest_subnormal, info.max]
    values = np.array([*special, *(-value for value in special)], dtype=dtype)
    return rng.choice(values, n), rng.choice(values, n)


def parallel(rng: np.random.Generator) -> Pair:
    dtype, n = pick(rng, FLOATS), length(rng)
    x = ordinary(rng, dtype, n)
    factor = dtype.type(rng.choice([1, -1]) * 2.0 ** rng.integers(-3, 4))
    return x, nudged(rng, x * factor) if rng.random() < 0.9 else x * factor


def orthogonal(rng: np.random.Generator) -> Pair:
    dtype = pick(rng, FLOATS)
    x = ordinary(rng, dtype, 2 * int(rng.integers(1, 3)))
    y = x.reshape(-1, 2)[:, ::-1] * np.array([1, -1], dtype=dtype)
    return x, nudged(rng, np.ascontiguousarray(y.ravel()))


def cancelling(rng: np.random.Generator) -> Pair:
    dtype = pick(rng, FLOATS)
    a, b, tiny = (ordinary(rng, dtype, k) for k in (2, 2, 2))
    huge = dtype.type(2.0 ** (6 if dtype.itemsize == 2 else 30))
    return np.concatenate([a * huge, tiny[:1], a * huge]), np.concatenate([b, tiny[1:], nudged(rng, -b)])


def integers(rng: np.random.Generator) -> Pair:
    n = length(rng)
    x, y = (any_finite(rng, pick(rng, INTEGERS), n) for _ in "xy")
    if rng.random() < 0.3:
        x = rng.choice(np.array([np.iinfo("q").min, np.iinfo("q").max, 0, 1, -1]), n)
    if rng.random() < 0.3:
        y = rng.choice(np.array([np.iinfo("Q").max, 2**53 + 1, 0, 1], dtype=np.uint64), n)
    return x, y


def mixed(rng: np.random.Generator) -> Pair:
    n = length(rng)
    narrow = [dtype for dtype in FLOATS if dtype.name != "float64"]
    x = any_finite(rng, pick(rng, narrow + INTEGERS), n)
    y = ordinary(rng, pick(rng, FLOATS), n)
    return (x, y) if rng.random() < 0.5 else (y, x)


def dot_ties(rng: np.random.Generator, result: str) -> Pair:
    """``⟨x,y⟩`` is halfway between two neighbours of the result's format, or barely off it."""
    precision, (least, top) = PRECISION[result], RANGE[result]
    step = int(rng.integers(least, top - precision + 1))
    significand = int(rng.integers(0, 2**precision))
    if rng.random() < 0.2:
        significand = 2**precision - 1
    off = rng.choice([-1, 0, 0, 1])
    exponents = np.array([step, step - 1, step - 200])
    half = exponents // 2
    x = np.ldexp([significand, 1.0, 1.0], half)
    y = np.ldexp([1.0, 1.0, off], exponents - half)
    order = rng.permutation(3)
    return x[order] * rng.choice([1, -1]), y[order]


def cosine_ties(rng: np.random.Generator, result: str) -> Pair:
    """Every cosine, distance and gradient is a quotient by a power of two, on a tie or nearly: ``p² + Σ s² = 4^k``.

    For the correlation too, since the entries come with both signs.
    """
    digits = PRECISION[result] + 1
    head = int(rng.integers(0, 2**digits)) | 1 | int(rng.integers(2)) << digits - 1
    tail = int(rng.choice([0, 60 - digits]))
    p = (head << tail) + int(rng.choice([-1, 0, 1]) if tail else 0)
    k = p.bit_length() + int(rng.integers(0, 3))
    y = [p if rng.random() < 0.6 else 2**k - p]
    while rest := 4**k - sum(s * s for s in y):
        y.append(math.isqrt(rest))
    signs = rng.choice([1, -1], len(y))
    x = np.zeros(len(y), dtype=np.int64)
    x[rng.choice([0, -1])] = rng.choice([1, -2])
    signed = np.array(y, dtype=np.int64) * signs
    return np.concatenate([x, -x]), np.concatenate([signed, -signed])


ANYWHERE: dict[str, Callable[[np.random.Generator], Pair]] = {
    "wide": wide,
    "subnormal": subnormal,
    "extremes": extremes,
    "parallel": parallel,
    "orthogonal": orthogonal,
    "cancelling": cancelling,
    "integers": integers,
    "mixed": mixed,
}
AIMED: dict[str, Callable[[np.random.Generator, str], Pair]] = {"dot_ties": dot_ties, "cosine_ties": cosine_ties}
FAMILIES = [*ANYWHERE, *AIMED]


def draw(family: str, rng: np.random.Generator, result: str) -> Pair:
    """One pair; ties are ties of the result's format."""
    return AIMED[family](rng, result) if family in AIMED else ANYWHERE[family](rng)
