"""8 · Commands: ``python -m proofs experiment steps``, the measurement behind claim flow.step_count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from cosnum.step import Pair, ascent_step
from proofs import experiment
from proofs.__main__ import main
from proofs.experiment import PUBLIC, ByNorm, Steps, measure, random_pairs, steps_to_mean
from proofs.versions import versions

RUN_SCHEMA = json.loads((Path(__file__).parent / "data" / "run.schema.json").read_text("utf-8"))
QUICK = ["--norms", "0.5", "1"]


@pytest.fixture(scope="module")
def found() -> Steps:
    """The whole experiment, once."""
    return measure(seed=1)


def test_public_counts_are_reproduced(found):
    assert PUBLIC == {0.5: 24, 1: 96, 2: 385, 5: 2416, 10: 9662}
    assert [row.norm for row in found.by_norm] == list(PUBLIC)
    for row in found.by_norm:
        assert row.public == PUBLIC[row.norm]
        assert all(abs(count - row.public) <= max(1, 0.03 * row.public) for count in row.counts)
        assert row.reproduced
    assert found.reproduced


def test_closed_form_is_near_where_steps_are_small(found):
    for row in found.by_norm:
        assert abs(row.median - row.closed_form) <= 1 + 0.03 * row.median
    assert found.by_norm[0].closed_form * 400 == pytest.approx(found.by_norm[-1].closed_form)
    for pair in found.by_angle:
        assert pair.lower <= pair.steps <= pair.upper
        assert abs(pair.steps - pair.closed_form) <= 1 + 0.03 * pair.steps


@pytest.mark.parametrize("seed", [2, 3])
def test_other_seeds_give_other_counts_that_are_near(seed, found):
    other = measure(seed, norms=[2])
    assert other.reproduced
    assert other.by_norm[0].counts != found.by_norm[2].counts
    assert len(set(other.by_norm[0].counts)) > 1
    assert measure(seed, norms=[2]) == other


@pytest.mark.parametrize("norm", [0.1, 0.5, 1.0])
def test_counts_are_those_of_steps_on_vectors(norm):
    """In 20 dimensions and from the definition, with the same pairs."""
    x, y = np.stack([np.random.default_rng([4, sample]).standard_normal((2, 500, 20)) for sample in range(5)], axis=1)
    x, y = (norm * v / np.linalg.norm(v, axis=-1, keepdims=True) for v in (x, y))
    counts, steps = np.full(5, -1), 0
    while (counts < 0).any():
        counts[(counts < 0) & (Pair.of(x, y).cosine.mean(axis=-1) > 0.999)] = steps
        x, y = ascent_step(x, y, 0.02)
        steps += 1
    assert np.array_equal(steps_to_mean(random_pairs(4)._replace(p=norm, q=norm)), counts)


def test_the_command_says_what_it_found(capsys):
    assert main(["experiment", "steps", *QUICK, "3"]) == 0
    output = capsys.readouterr().out
    assert "flow.step_count: MEASURED, seed 1" in output
    assert "96 ✓" in output
    assert "All 2 public counts are reproduced, within one step" in output
    assert [line.split()[0] for line in output.splitlines() if line.endswith((" ✓", " –"))] == ["0.5", "1", "3"]


def test_json_holds_all_of_it(capsys, tmp_path):
    assert main(["experiment", "steps", *QUICK, "0.1", "--json", "-", "--seed", "7"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {key: document[key] for key in ("schema", "claim", "verdict", "seed", "reproduced")} == {
        "schema": 1,
        "claim": "flow.step_count",
        "verdict": "MEASURED",
        "seed": 7,
        "reproduced": True,
    }
    assert document["setup"] == {"pairs": 500, "entries": 20, "gamma": 0.02, "target": 0.999, "samples": 5}
    rows = document["by_norm"]
    assert [(row["norm"], row["public"], row["reproduced"]) for row in rows] == [
        (0.5, 24, True),
        (1, 96, True),
        (0.1, None, None),
    ]
    assert all(len(row["counts"]) == 5 and row["median"] in row["counts"] for row in rows)
    assert [row["degrees"] for row in document["by_angle"]] == list(experiment.ANGLES)
    assert main(["experiment", "steps", *QUICK, "0.1", "--json", str(tmp_path / "s.json"), "--seed", "7"]) == 0
    assert json.loads((tmp_path / "s.json").read_text("utf-8")) == document
    assert "public" in capsys.readouterr().out


def test_a_run_measures_the_claim_anew(capsys, monkeypatch):
    monkeypatch.setattr(experiment, "measure", lambda seed: measure(seed, [0.5, 1]))
    assert main(["run", "flow.step_count", "--json", "-"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["claims"]
    jsonschema.Draft202012Validator(RUN_SCHEMA).validate({"schema": 1, "versions": versions(), "seed": 1, "claims": [row]})
    assert (row["id"], row["verdict"], row["scope"]["dimension"]) == (
        "flow.step_count",
        "MEASURED",
        f"n={experiment.ENTRIES}",
    )
    assert row["evidence"][0]["detail"] == row["reason"] == "All 2 public counts are reproduced, within one step or 0.0 %."


def test_a_run_fails_where_the_measurement_does(capsys, monkeypatch):
    monkeypatch.setitem(PUBLIC, 1.0, 103)
    monkeypatch.setattr(experiment, "measure", lambda seed: measure(seed, [0.5, 1]))
    assert main(["run", "flow.step_count"]) == 1
    captured = capsys.readouterr()
    assert "1 claim: 1 UNKNOWN" in captured.out
    assert captured.err.strip() == "Public counts missed at ρ = 1: 96, public 103."


def test_other_commands_say_that_it_is_measured(capsys):
    assert main(["check", "flow.step_count"]) == 2
    assert "flow.step_count is measured by run, and has no evidence to look at" in capsys.readouterr().err
    assert main(["show", "flow.step_count"]) == 0
    assert "MEASURED, a seeded experiment, reported with its spread; never a proof" in capsys.readouterr().out


def test_a_missed_count_is_a_failure(capsys, monkeypatch):
    monkeypatch.setitem(PUBLIC, 1.0, 103)
    assert main(["experiment", "steps", *QUICK]) == 1
    captured = capsys.readouterr()
    assert "103 ✗" in captured.out
    assert captured.err.strip() == "Public counts missed at ρ = 1: 96, public 103."


@pytest.mark.parametrize(("median", "public", "met"), [(25, 24, True), (26, 24, False), (103, 100, True), (104, 100, False)])
def test_within_three_in_a_hundred_or_one_step(median, public, met):
    assert ByNorm(1.0, 0.02, (0, median, 999), 1.0, public).reproduced is met


def test_norms_without_public_counts(capsys):
    assert main(["experiment", "steps", "--norms", "0.3"]) == 0
    assert "No public count is known for these norms." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--norms", "0.5", "100"], "norm 100 is not between 0.0005 and 40, where counting is quick"),
        (["--norms", "-1"], "norm -1 is not between"),
        (["--norms", "nan"], "norm nan is not between"),
        (["--plot", "steps.pdf"], "steps.pdf does not end in .png"),
    ],
)
def test_bad_arguments(arguments, message, capsys):
    assert main(["experiment", "steps", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert not captured.out


# The picture


def test_the_plot_is_written(tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "new" / "steps.png"
    assert main(["experiment", "steps", *QUICK, "--plot", str(file)]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("norms", [(0.5, 1.0), (0.3, 0.2)])
def test_the_picture_says_what_it_shows(norms):
    pytest.importorskip("matplotlib")
    measured = measure(norms=norms)
    drawn = experiment.picture(measured)
    assert drawn.message == drawn.figure.get_suptitle()
    left, right = drawn.figure.axes
    assert [axes.get_xlabel() for axes in (left, right)] == ["norm ρ at the start", "degrees from the antipode, 180° − φ₀"]
    assert [axes.get_ylabel() for axes in (left, right)] == ["steps to mean cosine > 0.999", "steps to cosine 0.999"]
    labels = [text.get_text() for text in left.get_legend().get_texts()]
    public = [row.public for row in measured.by_norm if row.public]
    assert ("public counts" in labels) == bool(public)
    points = {tuple(line.get_ydata()) for line in left.get_lines()}
    assert tuple(row.median for row in sorted(measured.by_norm, key=lambda row: row.norm)) in points
    assert not public or tuple(public) in points
    assert len(right.get_legend().get_texts()) == 3


def test_without_matplotlib_nothing_is_measured(capsys, monkeypatch):
    def absent(name: str, *rest: Any, **options: Any) -> Any:
        if name.partition(".")[0] == "matplotlib":
            raise ModuleNotFoundError("No module named 'matplotlib'", name="matplotlib")
        return real(name, *rest, **options)

    real = experiment.importlib.import_module
    monkeypatch.setattr(experiment.importlib, "import_module", absent)
    monkeypatch.setattr(experiment, "measure", lambda *_: pytest.fail("measured before looking for matplotlib"))
    assert main(["experiment", "steps", "--plot", "x.png"]) == 2
    assert "matplotlib cannot be imported: pip install 'cosnum[notebooks]' brings it" in capsys.readouterr().err
