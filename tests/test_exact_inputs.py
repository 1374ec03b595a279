"""6 · Numbers: what `cosnum.exact` accepts, refuses, and does where there is no answer."""

from __future__ import annotations

import copy
from typing import Any

import hostile_exact
import ml_dtypes
import numpy as np
import pytest
from hostile_exact import FLOATS, INTEGERS

from cosnum import exact

ANGLES = [exact.cosine, exact.cosine_distance, exact.pearson]
ROUNDED = [exact.dot, *ANGLES, exact.cosine_gradient]
RESULTS = ["float64", "float32", "float16", "bfloat16"]


def names(value: Any) -> str:
    return getattr(value, "__name__", repr(value))


# Layout is not mathematics


def strided(x: Any) -> Any:
    return np.repeat(x, 3)[::3]


def reversed_twice(x: Any) -> Any:
    return np.ascontiguousarray(x[::-1])[::-1]


def column(x: Any) -> Any:
    return np.stack([x, x], axis=1)[:, 0]


def swapped(x: Any) -> Any:
    return x.astype(x.dtype.newbyteorder("S"))


def read_only(x: Any) -> Any:
    x = x.copy()
    x.flags.writeable = False
    return x


def unaligned(x: Any) -> Any:
    return np.frombuffer(b"\0" + x.tobytes(), dtype=x.dtype, offset=1)


def as_list(x: Any) -> Any:
    return list(x)


LAYOUTS = [strided, reversed_twice, column, swapped, read_only, unaligned, as_list]


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS, ids=str)
@pytest.mark.parametrize("layout", LAYOUTS, ids=names)
def test_layout_changes_nothing(layout, dtype):
    rng = np.random.default_rng(1)
    x, y = (hostile_exact.any_finite(rng, dtype, 7) for _ in "xy")
    z = layout(x)
    before = copy.deepcopy(z)
    for function in ROUNDED:
        np.testing.assert_array_equal(function(z, y), function(x, y))
        np.testing.assert_array_equal(function(y, z), function(y, x))
    assert exact.squared_norm_fraction(z) == exact.squared_norm_fraction(x)
    np.testing.assert_array_equal(z, before, strict=not isinstance(z, list))


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS, ids=str)
def test_memory_maps(dtype, tmp_path):
    x, y = (hostile_exact.any_finite(np.random.default_rng(seed), dtype, 20_000) for seed in (1, 2))
    (tmp_path / "x").write_bytes(x.tobytes())
    mapped = np.memmap(tmp_path / "x", dtype=dtype, mode="r")
    for function in (exact.dot, *ANGLES):
        np.testing.assert_array_equal(function(mapped, y), function(x, y))


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        *((name, name) for name in RESULTS),
        (np.float32, "float32"),
        (ml_dtypes.bfloat16, "bfloat16"),
        (np.dtype("f2"), "float16"),
        (np.dtype(">f4"), "float32"),
    ],
    ids=names,
)
@pytest.mark.parametrize("function", ROUNDED, ids=names)
def test_the_result_has_the_dtype_asked_for(function, dtype, expected):
    result = function([1, 2, 4], [2, 3, 3], dtype=dtype)
    assert result.dtype.name == expected
    assert result.dtype.isnative
    assert isinstance(result, np.ndarray if function is exact.cosine_gradient else np.generic)


def test_subnormals_and_extremes_raise_no_flag():
    tiny, huge = np.array([5e-324, 1e-310]), np.array([1.7e308, -1e308])
    with np.errstate(all="raise"):
        for dtype in RESULTS:
            for function in ROUNDED:
                assert not np.isnan(function(tiny, huge, dtype=dtype)).any()


# No answer


@pytest.mark.parametrize("function", ANGLES, ids=names)
@pytest.mark.parametrize("dtype", RESULTS)
@pytest.mark.parametrize(("zero", "cosine"), [("nan", np.nan), ("zero", 0.0), ("one", 1.0)])
@pytest.mark.parametrize(("x", "y"), [([0, 0], [1, 2]), ([1.0, 2.0], [0.0, -0.0]), ([0, 0], [0, 0]), ([], [])], ids=repr)
def test_zero_vectors_follow_the_stated_convention(function, dtype, zero, cosine, x, y):
    expected = 1 - cosine if function is exact.cosine_distance else cosine
    np.testing.assert_equal(float(function(x, y, dtype=dtype, zero=zero)), expected)
    if zero == "nan":
        assert np.isnan(function(x, y, dtype=dtype))


@pytest.mark.parametrize("function", ANGLES, ids=names)
def test_the_convention_is_for_zero_vectors_only(function):
    results = [float(function([1, 2, 5], [2, 1, 7], zero=zero)) for zero in ("nan", "zero", "one", "raise")]
    assert len(set(results)) == 1
    assert 0 < results[0] < 1


@pytest.mark.parametrize(("x", "y"), [([3, 3], [1, 2]), ([1, 2], [0.1, 0.1]), ([1], [2])], ids=repr)
def test_constant_vectors_have_no_correlation_but_a_cosine(x, y):
    assert np.isnan(exact.pearson(x, y))
    assert exact.pearson(x, y, zero="one") == 1
    assert exact.cosine(x, y, zero="raise") > 0
    with pytest.raises(ValueError, match="is constant"):
        exact.pearson(x, y, zero="raise")


@pytest.mark.parametrize(("x", "y"), [([0, 0], [1, 2]), ([1, 2], [0, 0])])
def test_the_gradient_at_zero_follows_the_stated_convention(x, y):
    np.testing.assert_array_equal(exact.cosine_gradient(x, y), [np.nan, np.nan])
    np.testing.assert_array_equal(exact.cosine_gradient(x, y, zero="zero"), [0, 0])
    with pytest.raises(ValueError, match="is zero: the cosine has no gradient"):
        exact.cosine_gradient(x, y, zero="raise")


def test_sums_of_nothing():
    assert exact.dot([], []) == exact.squared_norm([]) == exact.dot_fraction([], []) == 0
    assert exact.cosine_gradient([], []).shape == (0,)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("bad", ["nan", "inf", "-inf", "signalling"])
@pytest.mark.parametrize("place", [0, 2, 20_000])
@pytest.mark.parametrize("function", ROUNDED, ids=names)
def test_one_entry_that_is_no_number_makes_nan(function, dtype, bad, place):
    x = np.zeros(place + 3, dtype=dtype)
    x[place] = np.inf if bad == "signalling" else float(bad)
    if bad == "signalling":
        x.view(f"u{dtype.itemsize}")[place] += 1
    # of a vector that is zero too: being no number goes before the convention
    for pair in ((x, 0 * x), (np.ones(len(x)), x)) if bad == "nan" else ((x, np.zeros(len(x))), (np.ones(len(x)), x)):
        options = {} if function is exact.dot else {"zero": "raise"}
        assert np.isnan(function(*pair, **options)).all()
    assert np.isnan(exact.squared_norm(x))


@pytest.mark.parametrize(("x", "y", "name"), [([1, np.nan], [1, 2], "x"), ([1, 2], [np.inf, 0], "y")])
def test_there_is_no_fraction_of_what_is_no_number(x, y, name):
    for function in (exact.dot_fraction, exact.signed_squared_cosine):
        with pytest.raises(ValueError, match=f"{name} holds an infinite or NaN entry"):
            function(x, y)


# Refusals name what is wrong


@pytest.mark.parametrize(
    ("x", "error", "message"),
    [
        ([1j, 2], TypeError, "x has dtype complex128"),
        (["1", "2"], TypeError, "x has dtype <U1"),
        ([None, 1], TypeError, "x has dtype object"),
        ([2**70, 1], TypeError, "x has dtype object"),
        (np.ones(2, dtype=np.longdouble), TypeError, "x has dtype"),
        (np.ones(2, dtype="m8[s]"), TypeError, "x has dtype timedelta64"),
        (np.ones(2, dtype="M8[s]"), TypeError, "x has dtype datetime64"),
        (np.zeros(2, dtype=[("a", "f8")]), TypeError, "x has dtype"),
        (np.ones(2, dtype=ml_dtypes.float8_e5m2), TypeError, "x has dtype float8_e5m2"),
        (1.0, ValueError, "x has 0 dimensions"),
        ([[1, 2]], ValueError, r"x has 2 dimensions, shape \(1, 2\)"),
        ([[1, 2], [3]], ValueError, "x is not an array"),
        ([1, 2, 3], ValueError, "x has 3 entries, but y has 2"),
        ([2**53 + 1, 0.5], ValueError, r"x\[0\] = 9007199254740993 is not a float64"),
        ([-1, 2**64 - 1], ValueError, r"x\[1\] = 18446744073709551615 is not a float64"),
        ((0.5, np.uint64(2**64 - 1)), ValueError, r"x\[1\] = 18446744073709551615 is not a float64"),
    ],
    ids=lambda value: repr(value)[:40],
)
@pytest.mark.parametrize("function", [*ROUNDED, exact.dot_fraction, exact.signed_squared_cosine], ids=names)
def test_refused(function, x, error, message):
    with pytest.raises(error, match=message):
        function(x, [1, 2])
    if "but y" not in message:
        with pytest.raises(error, match=message.replace("x", "y", 1)):
            function([1, 2], x)
        for alone in (exact.squared_norm, exact.squared_norm_fraction):
            with pytest.raises(error, match=message):
                alone(x)


def test_a_list_of_integers_that_survive_is_not_refused():
    assert exact.dot_fraction([2**53, 0.5], [1, 1]) == 2**53 + exact.dot_fraction([0.5], [1])
    assert exact.squared_norm_fraction(np.array([2**64 - 1], dtype=np.uint64)) == (2**64 - 1) ** 2


@pytest.mark.parametrize("function", ROUNDED, ids=names)
@pytest.mark.parametrize(
    ("dtype", "message"),
    [(int, "dtype is int64"), (complex, "dtype is complex128"), (np.longdouble, "dtype is"), ("float7", "float7")],
    ids=names,
)
def test_results_have_a_format(function, dtype, message):
    with pytest.raises(TypeError, match=message):
        function([1, 2], [1, 2], dtype=dtype)


@pytest.mark.parametrize("function", [*ANGLES, exact.cosine_gradient], ids=names)
def test_conventions_are_a_closed_list(function):
    with pytest.raises(ValueError, match="zero is 'none', but must be one of 'nan', 'zero'"):
        function([1, 2], [1, 2], zero="none")
    if function is exact.cosine_gradient:
        with pytest.raises(ValueError, match="zero is 'one'"):
            function([1, 2], [1, 2], zero="one")


@pytest.mark.parametrize("x", [[0, 0], []])
def test_a_squared_cosine_needs_two_vectors(x):
    with pytest.raises(ValueError, match=f"x is {'zero' if x else 'empty'}: the cosine is undefined"):
        exact.signed_squared_cosine(x, x)
