"""6 · Numbers: `cosnum.exact` rounds correctly, on every finite input."""

from __future__ import annotations

import tracemalloc
import zlib
from fractions import Fraction
from itertools import islice
from typing import Any

import hostile_exact
import ml_dtypes
import numpy as np
import pytest
import slow_exact
from hostile_exact import FLOATS, INTEGERS
from hypothesis import given, settings
from hypothesis import strategies as st

from cosnum import exact

RESULTS = ["float64", "float32", "float16", "bfloat16"]
CASES = {
    "dot": 5000,
    "squared_norm": 1500,
    "cosine": 1500,
    "cosine_distance": 1200,
    "pearson": 400,
    "cosine_gradient": 400,
}
PAIRWISE = [quantity for quantity in CASES if quantity != "squared_norm"]
ANGLES = ["cosine", "cosine_distance", "pearson"]


def evaluate(quantity: str, x: Any, y: Any, **options: Any) -> Any:
    function = getattr(exact, quantity)
    return function(x, **options) if quantity == "squared_norm" else function(x, y, **options)


def bits(values: Any) -> list[int]:
    array = np.atleast_1d(values)
    return array.view(f"u{array.dtype.itemsize}").tolist()  # type: ignore[no-any-return]


def disagreement(quantity: str, x: Any, y: Any, dtype: str) -> str | None:
    """What to tell a person if the two twins differ in any bit."""
    result = evaluate(quantity, x, y, dtype=dtype)
    expected = slow_exact.expected(quantity, x, y, dtype)
    same = np.isnan(result).all() if expected is None else bits(result) == expected
    if result.dtype.name == dtype and same:
        return None
    return f"{quantity}({x!r}, {y!r}, dtype={dtype}) = {result!r}, but the slow twin has bits {expected}"


# Bit for bit the same as the slow twin


def cases(quantity: str, family: str) -> Any:
    rng = np.random.default_rng(zlib.crc32(f"{quantity} {family}".encode()))
    for k in range(CASES[quantity]):
        dtype = RESULTS[k % 4]
        yield *hostile_exact.draw(family, rng, dtype), dtype


def test_there_are_enough_cases():
    assert sum(CASES.values()) * len(hostile_exact.FAMILIES) >= 100_000


@pytest.mark.parametrize("family", hostile_exact.FAMILIES)
@pytest.mark.parametrize("quantity", CASES)
def test_agrees_with_the_slow_twin(quantity, family):
    differing = [text for x, y, dtype in cases(quantity, family) if (text := disagreement(quantity, x, y, dtype))]
    assert not differing, differing[:5]


@given(st.data())
@settings(deadline=None)
def test_agrees_with_the_slow_twin_wherever_hypothesis_looks(data):
    size = data.draw(st.integers(1, 4))
    x, y = (data.draw(vectors(size)) for _ in "xy")
    for quantity in CASES:
        text = disagreement(quantity, x, y, data.draw(st.sampled_from(RESULTS)))
        assert not text, text


def vectors(size: int) -> st.SearchStrategy[Any]:
    """Vectors of any supported dtype."""
    words = st.lists(st.integers(0, 2**64 - 1), min_size=size, max_size=size)
    return st.builds(from_words, words, st.sampled_from(FLOATS + INTEGERS))


def from_words(words: list[int], dtype: np.dtype[Any]) -> Any:
    array = np.array(words, dtype=np.uint64)
    if dtype in FLOATS:
        return hostile_exact.from_bits(array, dtype)
    return (array & 1 if dtype.kind == "b" else array).astype(dtype)


# Controls: what would be wrong, is wrong on these very cases


def plainly(quantity: str, x: Any, y: Any) -> Any:
    """The textbook formula in float64."""
    x, y = x.astype(np.float64), y.astype(np.float64)
    if quantity == "pearson":
        x, y = x - x.mean(), y - y.mean()
    xy, xx, yy = x @ y, x @ x, y @ y
    cosine = xy / (np.sqrt(xx) * np.sqrt(yy))
    return {
        "dot": xy,
        "squared_norm": xx,
        "cosine_distance": 1 - cosine,
        "cosine_gradient": (y / np.sqrt(yy) - cosine * x / np.sqrt(xx)) / np.sqrt(xx),
    }.get(quantity, cosine)


# the families that the textbook formula survives, having nothing to round before the end
SURVIVED = {
    ("dot", "cosine_ties"),
    ("squared_norm", "subnormal"),
    ("squared_norm", "extremes"),
    ("squared_norm", "cosine_ties"),
}


@pytest.mark.parametrize(
    ("quantity", "family"),
    [(q, f) for q in CASES for f in hostile_exact.FAMILIES if (q, f) not in SURVIVED],
)
def test_the_textbook_formula_fails(quantity, family):
    with np.errstate(all="ignore"):
        assert any(
            expected and bits(np.asarray(plainly(quantity, x, y)).astype(dtype)) != expected
            for x, y, dtype in cases(quantity, family)
            if (expected := slow_exact.expected(quantity, x, y, dtype))
        )


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize(
    ("quantity", "family"),
    [
        ("dot", "dot_ties"),
        ("cosine", "cosine_ties"),
        ("cosine_distance", "cosine_ties"),
        ("cosine_gradient", "cosine_ties"),
    ],
)
def test_rounding_twice_fails(quantity, family, dtype):
    with np.errstate(over="ignore"):
        wrong = [
            bits(np.asarray(evaluate(quantity, x, y)).astype(dtype)) != bits(evaluate(quantity, x, y, dtype=dtype))
            for x, y, result in islice(cases(quantity, family), 800)
            if result == dtype
        ]
    assert any(wrong)
    assert not all(wrong)


# Laws that hold exactly, not nearly


@given(st.data(), st.sampled_from(RESULTS))
@settings(deadline=None)
def test_exact_laws(data, dtype):
    size = data.draw(st.integers(1, 6))
    x, y = (np.array(data.draw(st.lists(st.integers(-(2**50), 2**50), min_size=size, max_size=size))) for _ in "xy")
    order = np.array(data.draw(st.permutations(range(size))))
    power = 2.0 ** data.draw(st.integers(-900, 900))
    for quantity in ("dot", *ANGLES):
        value = bits(evaluate(quantity, x, y, dtype=dtype))
        assert bits(evaluate(quantity, y, x, dtype=dtype)) == value, "symmetric"
        assert bits(evaluate(quantity, x[order], y[order], dtype=dtype)) == value, "independent of the order"
        if quantity in ANGLES:
            assert bits(evaluate(quantity, x * power, y, dtype=dtype)) == value, "independent of the scale"
    for odd in (exact.dot, exact.cosine, exact.pearson):
        np.testing.assert_array_equal(float(odd(-x, y, dtype=dtype)), -float(odd(x, y, dtype=dtype)))
    assert -1 <= exact.cosine(x, y, dtype=dtype, zero="zero") <= 1
    assert -1 <= exact.pearson(x, y, dtype=dtype, zero="zero") <= 1
    assert 0 <= exact.cosine_distance(x, y, dtype=dtype, zero="zero") <= 2


@pytest.mark.parametrize("quantity", ["dot", "cosine", "pearson", "cosine_gradient"])
@pytest.mark.parametrize("dtype", RESULTS)
def test_an_exact_zero_is_positive(quantity, dtype):
    x = [-1.0, 1.0, 1.0, -1.0]
    y = x if quantity == "cosine_gradient" else [1.0, 1.0, -1.0, -1.0]
    assert not any(bits(evaluate(quantity, x, y, dtype=dtype)))


@pytest.mark.parametrize("dtype", RESULTS)
def test_a_product_too_small_keeps_its_sign(dtype):
    for sign in (1, -1):
        product = exact.dot([sign * 5e-324], [5e-324], dtype=dtype)
        assert product == 0
        assert np.signbit(product) == (sign < 0)


@given(st.lists(st.floats(-1e15, 1e15), min_size=1, max_size=6).filter(any), st.integers(-900, 900))
def test_parallel_vectors_have_cosine_one_exactly(entries, k):
    x = np.array(entries)
    y = np.ldexp(x, k)
    if np.array_equal(np.ldexp(y, -k), x):
        assert exact.cosine(x, y) == 1
        assert exact.cosine(x, -y) == -1
        assert exact.cosine_distance(x, y) == 0
        assert exact.cosine_distance(x, -y) == 2
        assert not exact.cosine_gradient(x, y).any()


@given(st.data())
@settings(deadline=None)
def test_fractions_are_the_exact_values(data):
    size = data.draw(st.integers(1, 4))
    x, y = (data.draw(vectors(size)) for _ in "xy")
    p, q = slow_exact.numbers(x), slow_exact.numbers(y)
    xy, xx, yy = slow_exact.dot(p, q), slow_exact.dot(p, p), slow_exact.dot(q, q)
    assert exact.dot_fraction(x, y) == xy
    assert exact.squared_norm_fraction(x) == xx
    if xx and yy:
        assert exact.signed_squared_cosine(x, y) == (1 if xy > 0 else -1) * xy**2 / (xx * yy)


# Long vectors, and no memory for them


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS, ids=str)
def test_sums_over_many_chunks(dtype):
    rng = np.random.default_rng(5)
    x, y = (hostile_exact.any_finite(rng, dtype, 40_000) for _ in "xy")
    if dtype == np.float64:
        x, y = (np.ldexp(np.frexp(v)[0], rng.integers(-60, 60, len(v))) for v in (x, y))
    assert exact.dot_fraction(x, y) == slow_exact.dot(slow_exact.numbers(x), slow_exact.numbers(y))


def largest(dtype: np.dtype[Any]) -> list[Any]:
    """The entries with the largest digits."""
    if dtype in FLOATS:
        info = ml_dtypes.finfo(dtype)
        return [info.max, -info.max, info.tiny * (1 - info.eps)]
    return [False, True] if dtype.kind == "b" else [np.iinfo(dtype).min, np.iinfo(dtype).max]


@pytest.mark.parametrize("entry", [dtype.type(v) for dtype in FLOATS + INTEGERS for v in largest(dtype)], ids=repr)
def test_the_fullest_chunks_do_not_overflow(entry):
    n = 100_000
    x = np.broadcast_to(entry, n)
    assert exact.squared_norm_fraction(x) == n * slow_exact.numbers(x[:1])[0] ** 2


@pytest.mark.parametrize("n", sorted({2**k + d for k in range(1, 17) for d in (-1, 0, 1)}))
def test_every_entry_counts_once(n):
    assert exact.squared_norm(np.ones(n)) == exact.pearson(np.arange(n + 1), np.arange(n + 1)) * n == n


def test_memory_does_not_grow_with_the_vector():
    x = np.broadcast_to(np.float64(0.1), 2_000_000)
    exact.cosine(x[:100_000], x[:100_000])
    tracemalloc.start()
    assert exact.cosine(x, x) == 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * 2**20


@pytest.mark.parametrize("k", range(9, 40))
def test_small_angles_keep_all_digits(k):
    # 1 − cos φ = t²/2 − 3t⁴/8 + 5t⁶/16 − … for t = tan φ
    t = Fraction(2) ** -k
    distance = exact.cosine_distance([1.0, 2.0**-k], [1.0, 0.0])
    assert abs(Fraction(float(distance)) / (t**2 / 2 - 3 * t**4 / 8 + 5 * t**6 / 16) - 1) < Fraction(1, 2**52)
