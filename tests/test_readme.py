"""8 · README: every command runs, every code block does what it says, every number is computed here anew."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any

import pytest

import proofs
from cosnum import exact
from proofs import ledger
from proofs.kernel.evaluate import evaluate

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
INSTALL, TEST, *COMMANDS = [line for kind, text in BLOCKS if kind == "bash" for line in text.splitlines()]
(MINE,) = [text for kind, text in BLOCKS if kind == "python"]
(SESSION,) = [text for kind, text in BLOCKS if kind == "pycon"]
HEADER, *ROWS = map(json.loads, (ROOT / "tests" / "data" / "public.jsonl").read_text("utf-8").splitlines())
CASES = {row["id"]: row for row in ROWS}


# --- commands and code ------------------------------------------------------------------------------------------------


def test_the_two_commands():
    """They are run by `.ci/run`, in a new environment; here only that it finds them."""
    assert INSTALL.startswith("python3 -m venv .venv && ")
    assert INSTALL.endswith(".venv/bin/python -m proofs")
    assert TEST == ".venv/bin/python -m pytest --quiet --numprocesses auto"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_other_command_runs(command, tmp_path):
    (tmp_path / "mine.py").write_text(MINE, "utf-8")
    program, *arguments = shlex.split(command)
    assert program == ".venv/bin/python"
    folder = tmp_path if "mine.py" in arguments else ROOT
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_session():
    results = doctest.DocTestRunner(verbose=False).run(
        doctest.DocTestParser().get_doctest(SESSION, {}, "README", None, None)
    )
    assert results.attempted == SESSION.count(">>>")
    assert results.failed == 0


def test_the_claim_of_ones_own():
    """As README tells it: stated, refuted by its vectors, repaired, proved."""
    names: dict[str, Any] = {}
    exec(MINE, names)
    stated, repaired = names["stated"], names["repaired"]
    assert len(MINE.strip().splitlines()) <= 10
    at = {"u": [1], "v": [2], "s": [1]}
    result = evaluate(stated, at)
    assert all(result.hypotheses)
    assert not result.conclusion
    record = proofs.prove(stated)
    assert record.verdict.name == "REFUTED"
    assert {name: [str(n) for n in value] for name, value in at.items()} == record.witness
    assert proofs.prove(repaired).verdict.name == "PROVED"
    assert "u = (1), v = (2), s = (1) turns a cosine of 1 into 3/√10" in README
    inner, left, right = 1 * 2 + 1 * 1, 1 * 1 + 1 * 1, 2 * 2 + 1 * 1
    assert (inner, left * right) == (3, 10)


# --- numbers ----------------------------------------------------------------------------------------------------------


def step_gain(c: Fraction, t: Fraction) -> Fraction:
    """The gain of one step for unit vectors at cosine c, from inner products: z′ = z + t(w − cz), w′ = w + t(z − cw)."""
    new_inner = c + t * (1 - c * c) + t * (1 - c * c) + t * t * (c - c - c + c**3)
    new_square = 1 + t * t * (1 - c * c)
    return new_inner / new_square - c


def test_the_first_finding():
    c, t = Fraction(-1, 2), Fraction(1, 2)
    assert f"cos φ = {c}, t = {t} the cosine rises by {step_gain(c, t)}, and the bound allows {2 * t * (1 - c * c)}".replace(
        "-", "−"
    ) in " ".join(README.split())
    grid = [(Fraction(i, 12), Fraction(j, 7)) for i in range(-11, 12) for j in range(1, 30)]
    for c, t in grid:
        assert (step_gain(c, t) >= 2 * t * (1 - c * c)) == (c <= -t * (1 - c * c))
        assert step_gain(c, t) < 2 * t * (1 - c * c) * (1 + t)
    verdicts = {id: ledger.recorded(ledger.claim(id), ledger.library()).verdict.name for id in ledger.claims()}
    assert verdicts["step.bound_as_printed"] == "REFUTED"
    assert verdicts["step.bound_condition"] == verdicts["step.universal_bound"] == "PROVED"


def significant(value: float | str) -> str:
    """A number to ten digits, as README writes it."""
    return ("−" if float(value) < 0 else "") + f"{abs(float(value)):.10g}"


TABLE = {
    "torchmetrics-f64": ("langchain_core._cosine_similarity", "langchain-core {}", "(1, 2, 3), (4, 5, 7)", None),
    "torch-51912": ("torch.F.cosine_similarity", "PyTorch {}", "(2.0775e38, 3.0262e38), (1, 1)", None),
    "qdrant-10692": ("sklearn.cosine_similarity", "scikit-learn {}", "(1e-6, 0) with itself", None),
    "scipy-9961-i8": ("numpy.naive", "the formula in NumPy {}", "(100, −100, 50), (100, 100, −50)", "−1/9"),
    "pandas-59652": ("numpy.corrcoef", "`numpy.corrcoef` {}", "(30, 30.1), (116.8, next float below)", None),
}


def table() -> dict[str, list[str]]:
    """The rows of README's table, by their input."""
    lines = [line for line in README.splitlines() if line.startswith("| ")][1:]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return {row[1]: row for row in cells}


@pytest.mark.parametrize("id", TABLE)
def test_the_second_finding(id):
    case, (by, name, written, fraction) = CASES[id], TABLE[id]
    kind, _, version, answer, value = table()[written]
    assert kind == f"{case['quantity'].replace('pearson', 'Pearson')}, {case['dtype']}"
    report = next(report for report in case["reported"] if report["by"].startswith(f"{by}:"))
    assert version == name.format(report["by"].removeprefix(f"{by}:").partition("+")[0])
    assert answer == significant(report["answer"])
    assert value == fraction or value == significant(case["value"])
    assert Fraction((fraction or "0").replace("−", "-")) in (0, Fraction(case["value"]).limit_denominator(100))


@pytest.mark.parametrize("id", TABLE)
def test_the_inputs_are_those_of_the_reports(id):
    case, written = CASES[id], TABLE[id][2]
    numbers = [float(number.replace("−", "-")) for number in re.findall(r"(?<![\w.])−?\d[\d.e-]*", written)]
    entries = [float(entry) for entry in case["x"] + case["y"]]
    if "itself" in written:
        assert case["x"] == case["y"]
        entries = entries[: len(case["x"])]
    if "next float below" in written:
        import numpy as np

        assert entries.pop() == np.nextafter(entries[-1], 0)
    assert len(numbers) == len(entries)
    assert all(abs(number - entry) <= 1e-4 * abs(entry) for number, entry in zip(numbers, entries, strict=True))


def test_how_many_cases_there_are():
    assert f"holds {len(ROWS)} inputs" in " ".join(README.split())
    assert f"{['', 'one', 'two', 'three', 'four', 'five'][len(TABLE)]} of them stand below" in README


def test_the_session_by_integers():
    """The numbers of the session, from integers and without the code under test."""
    product, squares = 1 * 4 + 2 * 5 + 3 * 7, (1 + 4 + 9) * (16 + 25 + 49)
    digits = 10**40
    cosine = Fraction(product * digits, isqrt(squares * digits * digits))
    assert f"np.float64({float(cosine)})" in SESSION
    assert exact.cosine([1.0, 2.0, 3.0], [4.0, 5.0, 7.0]) == float(cosine)
    global_cosine = (1 * 1 + 1 * 2 + 3 * 0 + 4 * 5) / ((1 + 1 + 9 + 16) * (1 + 4 + 0 + 25)) ** 0.5
    assert f"'{global_cosine:.3f} ± " in SESSION
    assert f"array([1. , 1. , {4 * 5 / (5 * 5)}])" in SESSION
    assert f"'{3 / 5:.12f}'" in SESSION


def test_no_number_is_left_that_nothing_computes():
    """What is no version, link, name or counted thing above has been taken away; nothing with a digit stays."""
    text = re.sub(r"^```\w+\n.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)
    text = " ".join(text.split())
    computed = [
        f"{len(ROWS)} inputs", "cos φ = −1/2, t = 1/2", "rises by 15/19", "allows 3/4", "factor 1 + t", "gain < 2t·sin²φ",
        "u = (1), v = (2), s = (1) turns a cosine of 1 into 3/√10",
    ]  # fmt: skip
    names = [
        "Python 3.11",
        "[arXiv 2406.16468](https://arxiv.org/abs/2406.16468)",
        "float32",
        "status 1",
        "1. *A",
        "2. *Rel",
        "`notebooks/00_tour.ipynb`",
    ]
    for known in [*computed, *names]:
        assert known in text, known
        text = text.replace(known, "")
    assert re.findall(r"\S*\d\S*", text) == []
