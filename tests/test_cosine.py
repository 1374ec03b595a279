"""6 · Numbers: cosines and distances of many pairs, row by row, against exact arithmetic."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import hostile_pairs
import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cosnum import block_stats, cosine, cosine_distance, exact
from cosnum.backends import _rows

UNIT = 2.0**-53
LEAST = 5e-324
any_pair = st.sampled_from(["float64", "float32", "float16", "bfloat16"]).flatmap(hostile_pairs.pairs)

LINES = (Path(__file__).parent / "data" / "public.jsonl").read_text("utf-8").splitlines()[1:]
ROWS = [row for row in map(json.loads, LINES) if row["quantity"] == "cosine"]


def entries(row: dict[str, Any], name: str) -> Any:
    dtype = ml_dtypes.bfloat16 if row["dtype"] == "bfloat16" else row["dtype"]
    return np.array([float(entry) for entry in row[name]]).astype(dtype)


def value_law(x: Any, y: Any, true: float) -> float:
    """How far off a float64 cosine may be: ``(min(n, 256) + 4)·u·(Σ|x_i y_i|/(‖x‖‖y‖) + |c|) + ulp(c) + η``."""
    unit = 2.0**-24 if x.dtype.itemsize < 8 and x.dtype.kind not in "iu" else UNIT
    condition = float(exact.cosine(np.abs(x), np.abs(y)))
    return (min(len(x), 256) + 4) * unit * (condition + abs(true)) + math.ulp(true) + LEAST


class TestPublicCases:
    """Every public report of a wrong cosine is answered rightly."""

    @pytest.mark.parametrize("row", [row for row in ROWS if row["expect"] == "value"], ids=lambda row: row["id"])
    def test_values_obey_the_law(self, row):
        x, y, true = entries(row, "x"), entries(row, "y"), float(Fraction(row["value"]))
        assert abs(cosine(x, y) - true) <= value_law(x, y, true)
        assert abs(cosine(x, y) - true) <= block_stats(x, y).error_bound[0]
        assert abs(cosine_distance(x, y) - (1 - true)) <= value_law(x, y, true)

    @pytest.mark.parametrize("row", [row for row in ROWS if row["expect"] == "undefined"], ids=lambda row: row["id"])
    def test_undefined_ones_are_nan(self, row):
        assert np.isnan(cosine(entries(row, "x"), entries(row, "y")))
        assert np.isnan(cosine_distance(entries(row, "x"), entries(row, "y")))

    @pytest.mark.parametrize("row", [row for row in ROWS if row["reported"]], ids=lambda row: row["id"])
    def test_reported_answers_are_not_ours(self, row):
        """The control."""
        for report in row["reported"]:
            assert float(report["answer"]) != cosine(entries(row, "x"), entries(row, "y"))

    def test_there_are_such_cases(self):
        assert len(ROWS) > 40


class TestCosine:
    """One pair, and many."""

    @given(any_pair)
    def test_is_the_exact_one_within_the_bound(self, pair):
        x, y = pair
        true = float(exact.cosine(x, y))
        found = cosine(x, y)
        if np.isnan(true):
            assert np.isnan(found)
        else:
            assert abs(found - true) <= block_stats(x, y).global_error_bound
            assert abs(found - true) <= value_law(x, y, true)
            assert abs(found) <= 1

    @given(any_pair)
    def test_is_symmetric_and_odd(self, pair):
        x, y = pair
        assert np.array_equal([cosine(x, y)], [cosine(y, x)], equal_nan=True)
        with np.errstate(over="ignore"):
            assert np.array_equal([cosine(-x, y)], [-cosine(x, y)], equal_nan=True)

    @given(any_pair)
    def test_of_a_vector_with_itself_is_one(self, pair):
        for x in pair:
            assert np.isnan(cosine(x, x)) if not x.any() else cosine(x, x) == 1

    @pytest.mark.parametrize("width", [1, 3, 768, 70_000])
    @pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16", "int8", "int64"])
    def test_of_rows(self, width, dtype):
        kind = ml_dtypes.bfloat16 if dtype == "bfloat16" else np.dtype(dtype)
        x, y = (np.random.default_rng(width).standard_normal((2, 5, width)) * 40).astype(kind)
        found = cosine(x, y)
        assert found.shape == (5,)
        assert found.dtype == np.float64
        for c, p, q in zip(found, x, y, strict=True):
            true = float(exact.cosine(p, q))
            assert c == pytest.approx(true, abs=1e-15, nan_ok=True)

    def test_of_more_rows_than_are_taken_at_a_time(self):
        x = np.random.default_rng(0).standard_normal((270_000, 2))
        angles = np.arctan2(x[:, 1], x[:, 0])
        assert np.abs(cosine(x, [1.0, 0.0]) - np.cos(angles)).max() <= 1e-15
        assert np.allclose(cosine_distance(x, [1.0, 0.0]), 2 * np.sin(angles / 2) ** 2, rtol=1e-13, atol=0)

    def test_of_all_pairs(self):
        x, y = np.random.default_rng(0).standard_normal((2, 7, 4, 33))
        table = cosine(x[:, None], y[None])
        assert table.shape == (7, 7, 4)
        assert table[2, 5, 1] == pytest.approx(float(exact.cosine(x[2, 1], y[5, 1])), abs=1e-15)

    @pytest.mark.parametrize("axis", [0, 1, 2, -1, -3])
    def test_along_any_axis(self, axis):
        x, y = np.random.default_rng(0).standard_normal((2, 3, 4, 5))
        expected = cosine(np.moveaxis(x, axis, -1).copy(), np.moveaxis(y, axis, -1).copy())
        assert np.array_equal(cosine(x, y, axis=axis), expected)
        assert np.array_equal(
            cosine_distance(x, y, axis=axis), cosine_distance(np.moveaxis(x, axis, -1), np.moveaxis(y, axis, -1))
        )

    def test_of_a_query_and_a_matrix(self):
        x = np.random.default_rng(0).standard_normal((200, 768)).astype(np.float32)
        found = cosine(x, x[3])
        assert found[3] == 1
        assert found[7] == pytest.approx(float(exact.cosine(x[7], x[3])), abs=1e-15)

    def test_of_no_rows(self):
        assert cosine(np.ones((0, 3)), np.ones((0, 3))).shape == (0,)
        assert cosine_distance(np.ones((2, 0, 3)), np.ones(3)).shape == (2, 0)

    def test_one_pair_gives_a_number(self):
        assert isinstance(cosine([1.0], [1.0]), np.float64)


class TestDistance:
    """``1 − cos``, to relative accuracy."""

    @given(any_pair)
    def test_is_the_exact_one_to_sixteen_units(self, pair):
        x, y = pair
        true, found = float(exact.cosine_distance(x, y)), cosine_distance(x, y)
        if np.isnan(true):
            assert np.isnan(found)
        else:
            assert abs(found - true) <= 16 * UNIT * true + len(x) * LEAST
            assert 0 <= found <= 2

    @given(hostile_pairs.integer_pairs())
    def test_of_integers_too(self, pair):
        x, y = pair
        true, found = float(exact.cosine_distance(x, y)), float(cosine_distance(x, y))
        assert found == pytest.approx(true, rel=16 * UNIT, abs=LEAST, nan_ok=True)

    @pytest.mark.parametrize("angle", [1e-3, 1e-8, 1e-15, 1e-17, 1e-40, 1e-150])
    @pytest.mark.parametrize("width", [2, 300, 70_000])
    def test_of_nearly_parallel_vectors(self, angle, width):
        x, y = np.zeros((2, width))
        x[0] = y[0] = 0.7
        x[1], y[1] = 0.3, 0.3 + angle
        true = float(exact.cosine_distance(x, y))
        assert cosine_distance(x, y) == pytest.approx(true, rel=16 * UNIT, abs=0)
        assert cosine_distance(1e300 * x, 1e-300 * y) == pytest.approx(
            float(exact.cosine_distance(1e300 * x, 1e-300 * y)), rel=16 * UNIT, abs=0
        )

    def test_of_nearly_parallel_long_vectors(self):
        x = np.random.default_rng(0).standard_normal(100_000)
        y = x * (1 + 1e-12 * np.random.default_rng(1).standard_normal(100_000))
        assert cosine_distance(x, y) == pytest.approx(float(exact.cosine_distance(x, y)), rel=1e-13, abs=0)

    def test_one_minus_the_cosine_has_no_digit_right_there(self):
        """The control."""
        x, y = [1.0, 1e-9], [1.0, 0.0]
        assert 1 - cosine(x, y) == 0
        assert cosine_distance(x, y) == 5e-19

    @pytest.mark.parametrize("factor", [1, 2.0**-3, 3, 1 / 3, 1e-200])
    def test_of_parallel_vectors(self, factor):
        x = np.arange(1.0, 9)
        true = float(exact.cosine_distance(x, factor * x))
        assert cosine_distance(x, factor * x) == pytest.approx(true, rel=16 * UNIT, abs=0)
        assert cosine_distance(x, 4 * x) == 0

    def test_of_parallel_rows_that_only_exact_arithmetic_can_tell(self, monkeypatch):
        monkeypatch.setattr(_rows, "MOST_ROWS", 3)
        x = np.random.default_rng(0).integers(1, 2**20, (10, 4)).astype(np.float64)
        y = 3 * x
        y[7, 1] *= 1 + 2.0**-52
        found = cosine_distance(x, y)
        assert found[7] == pytest.approx(float(exact.cosine_distance(x[7], y[7])), rel=16 * UNIT, abs=0)
        assert np.flatnonzero(found).tolist() == [7]

    def test_of_parallel_integers_that_float64_rounds(self):
        x = np.array([2**53 + 1, 2**60 + 3])
        assert cosine_distance(x, 2 * x) == 0
        assert cosine_distance(x, np.array([2**53, 2**60])) == float(exact.cosine_distance(x, np.array([2**53, 2**60])))

    def test_rows_near_and_far_do_not_disturb_each_other(self):
        x = np.array([[1.0, 1e-9], [1.0, 1.0], [0.0, 0.0], [-1.0, 0.0], [np.nan, 1.0]])
        found = cosine_distance(x, [1.0, 0.0])
        assert found == pytest.approx([5e-19, 1 - math.sqrt(0.5), np.nan, 2, np.nan], rel=1e-15, nan_ok=True)


class TestZeroVectors:
    """A convention is what its user says it is."""

    X = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 2.0]])
    Y = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 0.0]])

    @pytest.mark.parametrize(("zero", "value"), [("nan", np.nan), ("zero", 0), ("one", 1)])
    def test_conventions(self, zero, value):
        assert np.array_equal(cosine(self.X, self.Y, zero=zero), [1, value, value], equal_nan=True)
        assert np.array_equal(cosine_distance(self.X, self.Y, zero=zero), [0, 1 - value, 1 - value], equal_nan=True)
        assert np.array_equal(cosine(self.X, self.Y), cosine(self.X, self.Y, zero="nan"), equal_nan=True)

    @pytest.mark.parametrize("function", [cosine, cosine_distance])
    @pytest.mark.parametrize(
        ("x", "y", "name"),
        [(X, Y, r"x\[1\]"), (X[2:], Y[2:], r"y\[0\]"), ([0.0], [0.0], "x"), ([1.0], [0.0], "y"), ([], [], "x")],
    )
    def test_errors_name_the_vector(self, function, x, y, name):
        with pytest.raises(ValueError, match=f"^{name} is zero: the cosine is undefined"):
            function(x, y, zero="raise")

    def test_errors_name_rows_of_many_axes(self):
        x = np.ones((2, 3, 4))
        x[1, 2] = 0
        with pytest.raises(ValueError, match=r"^x\[1, 2\] is zero"):
            cosine(x, x, zero="raise")

    @pytest.mark.parametrize("zero", ["nan", "zero", "one", "raise"])
    def test_nan_is_not_a_zero_vector(self, zero):
        assert np.isnan(cosine([np.nan, 0.0], [1.0, 1.0], zero=zero))
        assert np.isnan(cosine([0.0, 0.0], [np.inf, 1.0], zero=zero))

    def test_other_conventions_are_refused(self):
        with pytest.raises(ValueError, match="zero is 'none', but must be one of 'nan', 'zero', 'one', 'raise'"):
            cosine([1.0], [1.0], zero="none")


class TestRefusals:
    """What is wrong is said before work starts."""

    @pytest.mark.parametrize("function", [cosine, cosine_distance])
    @pytest.mark.parametrize(
        ("x", "y", "axis", "error", "message"),
        [
            ([1.0, 2.0], [1.0], -1, ValueError, "along axis -1, x has 2 entries, but y has 1"),
            (np.ones((2, 3)), np.ones((4, 3)), -1, ValueError, r"\(2,\) of x and \(4,\) of y, don't broadcast"),
            (1.0, [1.0], -1, ValueError, r"x has shape \(\), so there is no axis -1"),
            (np.ones((2, 2)), np.ones(2), 1, ValueError, r"y has shape \(2,\), so there is no axis 1"),
            ([1j], [1.0], -1, TypeError, "x has dtype complex128"),
            ([[1.0], [1.0, 2.0]], [1.0], -1, ValueError, "x is ragged"),
        ],
    )
    def test_bad_input(self, function, x, y, axis, error, message):
        with pytest.raises(error, match=message):
            function(x, y, axis=axis)
