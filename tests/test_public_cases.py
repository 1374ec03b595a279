"""6 · Numbers: every public report of a wrong value is answered exactly by `cosnum.exact`."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import slow_exact

from cosnum import exact

HEADER, *ROWS = map(json.loads, (Path(__file__).parent / "data" / "public.jsonl").read_text("utf-8").splitlines())
QUANTITIES = {"cosine": exact.cosine, "pearson": exact.pearson, "gradient": exact.cosine_gradient}
RESULTS = ["float64", "float32", "float16", "bfloat16"]

every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
defined = pytest.mark.parametrize("row", [r for r in ROWS if r["expect"] == "value"], ids=lambda row: row["id"])
undefined = pytest.mark.parametrize("row", [r for r in ROWS if r["expect"] == "undefined"], ids=lambda row: row["id"])


def entries(row: dict[str, Any], name: str) -> Any:
    dtype = ml_dtypes.bfloat16 if row["dtype"] == "bfloat16" else row["dtype"]
    return np.array([float(entry) for entry in row[name]]).astype(dtype)


def answer(row: dict[str, Any], **options: Any) -> Any:
    return QUANTITIES[row["quantity"]](entries(row, "x"), entries(row, "y"), **options)


def nearest(decimal: str, dtype: str) -> int:
    return slow_exact.rounded(slow_exact.rational(Fraction(decimal)), dtype)


def test_the_file_is_the_one_meant():
    assert HEADER["schema"] == 2
    assert len({row["id"] for row in ROWS}) == len(ROWS) == 55


@every_row
@pytest.mark.parametrize("name", ["x", "y"])
def test_entries_are_numbers_of_the_dtype_or_their_shortest_decimals(row, name):
    for number, written in zip(entries(row, name), row[name], strict=True):
        assert str(float(written)) in (str(float(number)), str(float(str(number))))


@defined
@pytest.mark.parametrize("dtype", RESULTS)
def test_values(row, dtype):
    result = np.atleast_1d(answer(row, dtype=dtype))
    decimals = row["value"] if isinstance(row["value"], list) else [row["value"]]
    assert result.view(f"u{result.dtype.itemsize}").tolist() == [nearest(decimal, dtype) for decimal in decimals]


@undefined
def test_undefined(row):
    numbers = [float(entry) for entry in row["x"] + row["y"]]
    assert np.isnan(answer(row))
    if np.isfinite(numbers).all():
        assert answer(row, zero="zero") == 0
        assert answer(row, zero="one") == 1
        with pytest.raises(ValueError, match=r"is zero|is constant"):
            answer(row, zero="raise")
    else:
        assert np.isnan(answer(row, zero="raise"))


@every_row
def test_reported_answers_are_wrong(row):
    """The control: what was reported as wrong is no answer here either."""
    result = answer(row)
    for report in row["reported"]:
        assert not np.array_equal(np.atleast_1d(np.asarray(report["answer"], dtype=np.float64)), np.atleast_1d(result))
