"""6 · Numbers: the Pearson correlation of arrays, against exact references."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import array_api_strict as strict
import hostile_exact
import ml_dtypes
import numpy as np
import pytest

from cosnum import exact
from cosnum.correlation import pearson

UNIT = 2.0**-53
NO_FLOAT64 = strict.Device("no_float64")
ROWS = map(json.loads, (Path(__file__).parent / "data" / "public.jsonl").read_text("utf-8").splitlines()[1:])
PUBLIC = [row for row in ROWS if row["quantity"] == "pearson"]


@pytest.mark.parametrize("row", PUBLIC, ids=lambda row: row["id"])
def test_public_cases(row):
    dtype = ml_dtypes.bfloat16 if row["dtype"] == "bfloat16" else row["dtype"]
    x, y = (np.array([float(entry) for entry in row[key]]).astype(dtype) for key in "xy")
    if row["expect"] == "value":
        assert pearson(x, y) == pytest.approx(float(row["value"]), abs=4 * UNIT)
        assert pearson(x, y, zero="raise") == pearson(x, y)
        for report in row["reported"]:
            assert not abs(float(report["answer"]) - float(row["value"])) <= 100 * UNIT
    else:
        assert np.isnan(pearson(x, y))
        assert (pearson(x, y, zero="zero"), pearson(x, y, zero="one")) == (0, 1)
        with pytest.raises(ValueError, match=r"[xy] is constant: the correlation is undefined"):
            pearson(x, y, zero="raise")


@pytest.mark.parametrize("family", hostile_exact.FAMILIES)
def test_agrees_with_exact_on_hostile_vectors(family):
    rng = np.random.default_rng(zlib.crc32(family.encode()))
    compared = 0
    for _ in range(250):
        x, y = (v.astype(np.float64) for v in hostile_exact.draw(family, rng, "float64"))
        result, expected = pearson(x, y), exact.pearson(x, y)
        assert np.isnan(result) == np.isnan(expected)
        if not np.isnan(expected):
            assert abs(result - expected) <= 12 * UNIT, (x.tolist(), y.tolist())
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("offset", [0.0, 1.0, 1e6, 1e12, -1e15])
def test_offsets_lose_nothing(offset):
    """Claim correlation.affine_invariance, and a control: textbook sums lose everything."""
    x, y = np.random.default_rng(3).integers(-8, 9, (2, 100))
    expected = exact.pearson(x, y)
    assert abs(pearson(x + offset, 3 * y - 2 * offset) - expected) <= 10 * UNIT
    assert abs(pearson(x + offset, 7 - y) + expected) <= 10 * UNIT
    if abs(offset) > 1e9:
        a, b = x + offset, y + offset
        naive = (a @ b - 100 * a.mean() * b.mean()) / np.sqrt(abs((a @ a - 100 * a.mean() ** 2) * (b @ b)))
        assert abs(naive - expected) > 1e-3


def test_a_constant_is_told_whatever_its_mean_rounds_to():
    for n in range(1, 60):
        for value in (0.1, 1e300, -0.7, 0.0):
            assert np.isnan(pearson(np.full(n, value), np.arange(n)))


def test_batches_axes_and_conventions():
    x, y = np.random.default_rng(1).standard_normal((2, 3, 1, 6))
    y = y.reshape(3, 6)
    y[1] = 0.1
    result = pearson(x, y)
    assert result.shape == (3, 3)
    assert np.isnan(result[:, 1]).all()
    assert result[2, 0] == pytest.approx(exact.pearson(x[2, 0], y[0]), abs=4 * UNIT)
    assert np.array_equal(pearson(x[:, 0].T, y.T, axis=0), np.diagonal(result), equal_nan=True)
    assert np.array_equal(pearson(x, y, zero="one")[:, 1], np.ones(3))
    assert np.isnan(pearson([1.0, np.inf, 2.0], [1.0, 2.0, 3.0], zero="one"))
    assert pearson(np.ones((2, 0)), np.ones((2, 0)), zero="zero").tolist() == [0, 0]


@pytest.mark.parametrize("place", [strict.Device("CPU_DEVICE"), strict.Device("device1"), NO_FLOAT64], ids=str)
def test_array_in_same_kind_of_array_out(place):
    dtype = strict.float32 if place == NO_FLOAT64 else strict.float64
    unit = 2.0**-24 if place == NO_FLOAT64 else UNIT
    vectors = np.random.default_rng(9).integers(4000, 4100, (2, 4, 5)).astype(np.float32)
    result = pearson(*(strict.asarray(v, dtype=dtype, device=place) for v in vectors))
    assert (result.device, result.dtype) == (place, dtype)
    assert [float(r) for r in result] == pytest.approx(
        [exact.pearson(*pair) for pair in zip(*vectors, strict=True)], abs=8 * unit
    )


@pytest.mark.parametrize(
    ("x", "y", "options", "message"),
    [
        ([1.0, 2.0], [1.0, 2.0], {"zero": "none"}, "zero is 'none', but must be one of 'nan'"),
        ([[1.0, 2.0], [3.0, 3.0]], [1.0, 2.0], {"zero": "raise"}, r"x\[1\] is constant"),
        ([1.0, 2.0], [0.1, 0.1], {"zero": "raise"}, "y is constant"),
        ([1.0, 2.0], [1.0], {}, "x has 2 entries, but y has 1"),
        ([1.0, 2.0], [1.0, 2.0], {"axis": 1}, "there is no axis 1"),
    ],
)
def test_bad_values(x, y, options, message):
    with pytest.raises(ValueError, match=message):
        pearson(x, y, **options)


def test_bad_kinds():
    with pytest.raises(TypeError, match="convert one of them first"):
        pearson(np.ones(2), strict.ones(2))
