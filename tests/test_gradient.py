"""6 · Numbers: the gradient and the Hessian of the cosine, against exact and against 60-digit references."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import array_api_strict as strict
import hostile_exact
import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cosnum import exact
from cosnum.gradient import cosine_gradient, cosine_hessian_product

UNIT = 2.0**-53
LEAST = 2.0**-1074
ROWS = map(json.loads, (Path(__file__).parent / "data" / "public.jsonl").read_text("utf-8").splitlines()[1:])
PUBLIC = {row["id"]: row for row in ROWS if row["quantity"] == "gradient"}
NO_FLOAT64 = strict.Device("no_float64")
ROUNDINGS = 12
"""Of the largest entry: what a few vectors of up to six entries may be off by."""


def off(result: Any, expected: Any) -> float:
    """How many units roundoff of the largest entry a result is off by; entries without room must overflow."""
    room = np.isfinite(expected)
    assert (np.abs(result[~room]) > 1.79e308).all()
    assert (np.sign(result[~room]) == np.sign(expected[~room])).all()
    largest = max(np.max(np.abs(expected), initial=0.0), LEAST)
    with np.errstate(over="ignore"):
        errors = np.abs(result[room] / largest - expected[room] / largest)
    return float(np.max(errors, initial=0.0)) / (UNIT + LEAST / largest)


def lengths(x: Any) -> Any:
    return mp.sqrt(mp.fsum(mp.mpf(float(v)) ** 2 for v in x))


# The gradient


@pytest.mark.parametrize("name", PUBLIC)
def test_public_cases(name):
    row = PUBLIC[name]
    x, y = (np.array(row[key], dtype=row["dtype"]) for key in "xy")
    value = np.array([float(entry) for entry in row["value"]])
    assert off(cosine_gradient(x, y), value) < ROUNDINGS
    for report in row["reported"]:
        assert not np.allclose(cosine_gradient(x, y), np.array(report["answer"], dtype=float), rtol=1e-3, atol=0)


@pytest.mark.parametrize("family", hostile_exact.FAMILIES)
def test_agrees_with_exact_on_hostile_vectors(family):
    rng = np.random.default_rng(zlib.crc32(family.encode()))
    compared = 0
    for _ in range(250):
        x, y = (v.astype(np.float64) for v in hostile_exact.draw(family, rng, "float64"))
        if x.any() and y.any():
            result = cosine_gradient(x, y)
            assert off(result, exact.cosine_gradient(x, y)) < ROUNDINGS, (x.tolist(), y.tolist())
            compared += 1
    assert compared > 100


finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.integers(1, 6).flatmap(lambda n: st.tuples(*[st.lists(finite, min_size=n, max_size=n)] * 2)))
def test_agrees_with_exact_wherever_hypothesis_looks(vectors):
    x, y = map(np.array, vectors)
    for name, vector in (("x", x), ("y", y)):
        if not vector.any():
            with pytest.raises(ValueError, match=rf"{name} is zero|x is zero"):
                cosine_gradient(x, y)
            return
    assert off(cosine_gradient(x, y), exact.cosine_gradient(x, y)) < ROUNDINGS


def nearly_parallel(angle: float, entries: int = 50) -> tuple[Any, Any]:
    rng = np.random.default_rng(3)
    x = rng.standard_normal(entries)
    return x, (x + angle * rng.standard_normal(entries)) * 0.7


@pytest.mark.parametrize("exponent", range(-18, 1))
def test_nearly_parallel_vectors(exponent):
    x, y = nearly_parallel(10.0**exponent)
    assert off(cosine_gradient(x, y), exact.cosine_gradient(x, y)) < 20


def test_the_control_cancels():
    """The formula as it stands, on the same vectors, is off by millions of roundings."""
    x, y = nearly_parallel(1e-9)
    a, b = x / np.linalg.norm(x), y / np.linalg.norm(y)
    assert off((b - (a @ b) * a) / np.linalg.norm(x), exact.cosine_gradient(x, y)) > 1e6


@pytest.mark.parametrize("factor", [1.0, 4.0, -0.5, 3.0, 1e-300])
def test_parallel_vectors_have_no_gradient(factor):
    x = np.array([1.0, -5.0, 7.0, 1024.0])
    expected = exact.cosine_gradient(x, factor * x)
    assert np.array_equal(cosine_gradient(x, factor * x), expected)
    if factor != 1e-300:
        assert not expected.any()


@pytest.mark.parametrize("size_x", [1e-300, 1e-30, 1.0, 1e150, 1e300])
@pytest.mark.parametrize("size_y", [1e-300, 1.0, 1e300])
def test_extreme_norms(size_x, size_y):
    x, y = size_x * np.array([1.0, 2.0, 2.0]), size_y * np.array([2.0, -1.0, 0.5])
    assert off(cosine_gradient(x, y), exact.cosine_gradient(x, y)) < ROUNDINGS


def test_overflows_only_without_room():
    assert cosine_gradient([1e-309, 0.0], [1.0, 1e-3])[1] == pytest.approx(1e306, rel=1e-5)
    assert cosine_gradient([1e-309, 0.0], [0.0, 1.0])[1] == np.inf
    assert cosine_gradient([0.0, -1e-309], [-1.0, 0.0]).tolist() == [-np.inf, 0.0]


@pytest.mark.parametrize("entries", [1, 2, 3, 100, 1001])
def test_orthogonal_and_of_length_sine_over_norm(entries):
    """Claims gradient.orthogonal and gradient.norm."""
    x, y = np.random.default_rng(entries).standard_normal((2, entries))
    g = cosine_gradient(x, y)
    with mp.workdps(60):
        p, q = lengths(x), lengths(y)
        inner = mp.fsum(mp.mpf(a) * mp.mpf(b) for a, b in zip(x.tolist(), y.tolist(), strict=True))
        sine = mp.sqrt(max(1 - (inner / (p * q)) ** 2, 0)) if entries > 1 else mp.mpf(0)
        along = mp.fsum(mp.mpf(a) * mp.mpf(b) for a, b in zip(x.tolist(), g.tolist(), strict=True))
        assert abs(lengths(g) - sine / p) <= 20 * UNIT * sine / p
        assert abs(along) <= 20 * UNIT * sine


@pytest.mark.parametrize("power", [-900, -30, -1, 1, 40, 800])
def test_degree_minus_one_in_x_and_zero_in_y(power):
    x, y = np.random.default_rng(5).standard_normal((2, 7))
    assert np.array_equal(cosine_gradient(x * 2.0**power, y), cosine_gradient(x, y) * 2.0**-power)
    assert np.array_equal(cosine_gradient(x, y * 2.0**power), cosine_gradient(x, y))


@pytest.mark.parametrize("blocks", [(2, 3), (1, 1, 4)])
def test_block_form(blocks):
    """Claim gradient.block_form: block k is ``(y_k/B − C x_k/A)/A``."""
    x, y = np.random.default_rng(11).standard_normal((2, sum(blocks)))
    A, B, C = np.linalg.norm(x), np.linalg.norm(y), float(exact.cosine(x, y))
    parts = np.split(np.arange(sum(blocks)), np.cumsum(blocks)[:-1])
    for part in parts:
        assert cosine_gradient(x, y)[part] == pytest.approx((y[part] / B - C * x[part] / A) / A, rel=1e-13, abs=1e-15)


def test_finite_differences_are_near():
    x, y, h = np.random.default_rng(1).standard_normal((3, 9))
    difference = (exact.cosine(x + 1e-6 * h, y) - exact.cosine(x - 1e-6 * h, y)) / 2e-6
    assert cosine_gradient(x, y) @ h == pytest.approx(difference, rel=1e-8)


def test_batches_broadcast():
    x, y = np.random.default_rng(8).standard_normal((2, 4, 1, 5))
    y = y.reshape(4, 5)
    y[2] = 3 * x[1, 0]
    result = cosine_gradient(x, y)
    assert result.shape == (4, 4, 5)
    for i, j in np.ndindex(4, 4):
        assert off(result[i, j], exact.cosine_gradient(x[i, 0], y[j])) < ROUNDINGS
    assert cosine_gradient(np.ones((0, 5)), y[0]).shape == (0, 5)


@pytest.mark.parametrize("dtype", ["float16", "float32", "int8", "bool"])
def test_narrow_entries_are_read_as_float64(dtype):
    x, y = np.array([1, 0, 1, 1], dtype=dtype), np.array([1, 1, 1, 0], dtype=dtype)
    result = cosine_gradient(x, y)
    assert result.dtype == np.float64
    assert np.array_equal(result, cosine_gradient(x.astype(float), y.astype(float)))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_an_entry_that_is_no_number_makes_its_vector_nan_and_no_other(bad):
    x = np.array([[1.0, 2.0], [bad, 1.7e308]])
    result = cosine_gradient(x, [3.0, 1.0])
    assert np.isnan(result[1]).all()
    assert np.array_equal(result[0], cosine_gradient([1.0, 2.0], [3.0, 1.0]))
    assert np.isnan(cosine_gradient([3.0, 1.0], x)[1]).all()


# Other namespaces


def on(place: Any, x: Any) -> Any:
    dtype = strict.float32 if place == NO_FLOAT64 else strict.float64
    return strict.asarray(x, dtype=dtype, device=place)


@pytest.mark.parametrize("place", [strict.Device("CPU_DEVICE"), strict.Device("device1"), NO_FLOAT64], ids=str)
@pytest.mark.parametrize("size", [1e-30, 1.0, 1e30])
def test_array_in_same_kind_of_array_out(place, size):
    x, y, v = np.random.default_rng(2).standard_normal((3, 2, 6)).astype(np.float32)
    x, y, v = x * np.float32(size), y[0] * np.float32(size), v * np.float32(size) ** 0.1
    unit = float(np.finfo(np.float32 if place == NO_FLOAT64 else np.float64).eps)
    for function, vectors, scale in (
        (cosine_gradient, (x, y), 1 / size),
        (cosine_hessian_product, (x, y, v), float(size) ** 0.1 / float(size) ** 2),
    ):
        given = [on(place, w) for w in vectors]
        result, expected = function(*given), function(*(w.astype(float) for w in vectors))
        assert isinstance(result, type(given[0]))
        assert (result.device, result.dtype) == (place, given[0].dtype)
        if scale > 1e38 and place == NO_FLOAT64:
            assert all(float(value) in (float("inf"), -float("inf")) for value in strict.reshape(result, (-1,)))
        elif scale > 1e-37:
            differences = [float(a) - b for a, b in zip(strict.reshape(result, (-1,)), expected.ravel(), strict=True)]
            assert max(map(abs, differences)) < 20 * unit * scale


@pytest.mark.parametrize("angle", [1e-3, 1e-5, 1e-6])
def test_nearly_parallel_vectors_in_float32(angle):
    x, y = (v.astype(np.float32) for v in nearly_parallel(angle))
    result = cosine_gradient(on(NO_FLOAT64, x), on(NO_FLOAT64, y))
    expected = exact.cosine_gradient(x, y)
    errors = [abs(float(a) - b) for a, b in zip(result, expected, strict=True)]
    assert max(errors) < 20 * np.finfo(np.float32).eps * np.max(np.abs(expected))


# The Hessian


def hessian(x: Any, y: Any) -> Any:
    """Claim gradient.hessian: ``−(uẑᵀ + ẑuᵀ + cP)/‖z‖²`` with ``u = Pŵ``, as a matrix of 60 digits."""
    a, b = (mp.matrix([mp.mpf(float(entry)) for entry in vector]) for vector in (x, y))
    z, w = a / mp.norm(a), b / mp.norm(b)
    c = (z.T * w)[0]
    P = mp.eye(len(x)) - z * z.T
    u = P * w
    return -(u * z.T + z * u.T + c * P) / mp.norm(a) ** 2


def hessian_off(x: Any, y: Any, v: Any) -> float:
    """The distance to that, in units roundoff of ``‖v‖/‖x‖²``."""
    with mp.workdps(60):
        expected = hessian(x, y) * mp.matrix([mp.mpf(float(entry)) for entry in v])
        difference = [mp.mpf(a) - b for a, b in zip(cosine_hessian_product(x, y, v).tolist(), expected, strict=True)]
        return float(mp.norm(mp.matrix(difference)) * lengths(x) ** 2 / lengths(v) / UNIT)


@pytest.mark.parametrize("entries", [1, 2, 3, 8])
@pytest.mark.parametrize("seed", range(10))
def test_hessian_product(entries, seed):
    x, y, v = np.random.default_rng([entries, seed]).standard_normal((3, entries))
    assert hessian_off(x, y, v) < ROUNDINGS


@pytest.mark.parametrize("angle", [1e-1, 1e-6, 1e-12, 0.0])
@pytest.mark.parametrize(("size_x", "size_y", "size_v"), [(1, 1, 1), (1e100, 1e-300, 1e200), (1e-140, 1e300, 1e-250)])
def test_hessian_product_of_nearly_parallel_vectors_of_any_size(angle, size_x, size_y, size_v):
    x, y = nearly_parallel(angle, 6)
    v = np.random.default_rng(0).standard_normal(6)
    for direction in (v, x, x + 1e-9 * v):
        assert hessian_off(x * size_x, y * size_y, direction * size_v) < ROUNDINGS


def test_hessian_is_what_the_gradient_does_along_a_direction():
    x, y, v = np.random.default_rng(4).standard_normal((3, 5))
    difference = (cosine_gradient(x + 1e-6 * v, y) - cosine_gradient(x - 1e-6 * v, y)) / 2e-6
    assert cosine_hessian_product(x, y, v) == pytest.approx(difference, rel=1e-7, abs=1e-8)


@given(st.floats(0, np.pi), st.floats(0, 2 * np.pi))
def test_hessian_norm(phi, psi):
    """Claims gradient.hessian_norm and gradient.lipschitz."""
    x, y, v = [2.0, 0.0], [np.cos(phi), np.sin(phi)], [np.cos(psi), np.sin(psi)]
    c, s = np.cos(phi), np.sin(phi)
    norm = (abs(c) + np.sqrt(c * c + 4 * s * s)) / 8
    length = np.linalg.norm(cosine_hessian_product(x, y, v))
    assert length <= norm * (1 + 1e-14) <= 2 / np.sqrt(3) / 4 * (1 + 2e-14)


def test_lipschitz_bound_is_reached_at_a_third():
    c, s = np.sqrt(1 / 3), np.sqrt(2 / 3)
    products = [cosine_hessian_product([1.0, 0.0], [c, s], v) for v in ([1.0, 0.0], [0.0, 1.0])]
    assert np.linalg.norm(np.array(products), 2) == pytest.approx(2 / np.sqrt(3), rel=1e-14)


def test_hessian_product_with_zero_is_zero():
    assert not cosine_hessian_product([1.0, 2.0], [3.0, 1.0], [0.0, 0.0]).any()


# Bad input


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ([0.0, 0.0], [1.0, 0.0], "x is zero: the cosine has no gradient"),
        ([1.0, 0.0], [0.0, -0.0], "y is zero"),
        ([[1.0, 0.0], [0.0, 0.0]], [1.0, 0.0], r"x\[1\] is zero"),
        ([1.0, 0.0], [[[1.0, 1.0], [0.0, 0.0]]], r"y\[0, 1\] is zero"),
        ([1.0, 0.0], [1.0], "vectors of x have 2 entries, but those of y have 1"),
        ([[1.0]] * 2, [[1.0]] * 3, r"the shapes \(2,\) of x, \(3,\) of y don't broadcast"),
        (1.0, [1.0], "x is a number, but must have an axis of entries"),
        ([1.0], [[]], r"y has shape \(1, 0\), but a vector needs at least one entry"),
    ],
)
def test_bad_values(x, y, message):
    with pytest.raises(ValueError, match=message):
        cosine_gradient(x, y)


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        (np.ones(2), strict.ones(2), "convert one of them first"),
        (strict.ones(2), strict.ones(2, device=strict.Device("device1")), "move one of them first"),
        (np.ones(2), np.ones(2, dtype=complex), "y has dtype complex128"),
    ],
)
def test_bad_kinds(x, y, message):
    with pytest.raises(TypeError, match=message):
        cosine_gradient(x, y)


def test_hessian_names_what_is_wrong():
    with pytest.raises(ValueError, match="y is zero: the cosine has no Hessian"):
        cosine_hessian_product([1.0], [0.0], [1.0])
    with pytest.raises(ValueError, match="vectors of x have 1 entries, but those of v have 2"):
        cosine_hessian_product([1.0], [1.0], [1.0, 2.0])
