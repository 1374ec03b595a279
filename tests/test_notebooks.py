"""5 The notebooks: run from scratch, they show what is stored; and what differs is found and named."""

from __future__ import annotations

import copy
import functools
import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofs import ledger, notebooks, outlines, pictures
from proofs.__main__ import main
from proofs.notebooks import executed
from proofs.page import Cell, Page

NAMES = list(outlines.OUTLINES)
LARGEST = 300_000
MISSING = "needs the notebooks extra: pip install 'cosnum[notebooks]'"


@functools.cache
def run(name: str) -> Any:
    """A notebook run from scratch, once for all tests."""
    for module in ("nbclient", "nbformat", "ipykernel", "matplotlib"):
        pytest.importorskip(module, reason=MISSING)
    return executed(name)


def stored(name: str) -> Any:
    found = notebooks.stored(name)
    assert found is not None, f"python -m proofs notebooks {name} stores it"
    return found


@pytest.mark.parametrize("name", NAMES)
def test_runs_from_scratch_and_shows_what_is_stored(name: str) -> None:
    assert notebooks.differences(name, stored(name), run(name)) == []


# --- what differs is found and named ----------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Another folder for stored notebooks, and a notebook that is run once only."""
    monkeypatch.setattr(notebooks, "folder", lambda: tmp_path)
    monkeypatch.setattr(notebooks, "executed", run)


def texts(notebook: Any) -> Iterator[tuple[int, Any, str]]:
    """The places of all text in a notebook: number of the cell, what holds it, and under which key."""
    for number, cell in enumerate(notebook["cells"], 1):
        yield number, cell, "source"
        for output in cell.get("outputs", ()):
            yield from ((number, output, key) for key in ("text",) if key in output)
            yield from ((number, output["data"], key) for key in output.get("data", {}) if key.startswith("text/"))


def replaced(holder: Any, key: str, pattern: str, by: str) -> bool:
    text = notebooks.joined(holder[key])
    holder[key] = re.sub(pattern, by, text, count=1)
    return bool(holder[key] != text)


CHANGES = {
    "a number in a verdict": (r"0\.9487", "0.9486"),
    "a number that is printed": (r"profile cosine: 0\.\d", "profile cosine: 0.1"),
    "a formula": (r"\\frac\{2 \\, \\sqrt", r"\\frac{3 \\, \\sqrt"),
    "a sign": (r"\\leq \\max_k", r"\\geq \\max_k"),
    "a word": ("diluted, never reversed", "diluted, seldom reversed"),
    "a verdict": (r"\*\*REFUTED\*\*", "**PROVED**"),
    "code": (r"pictures\.cones\(\)", "pictures.cones(0.5)"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.usefixtures("elsewhere")
def test_check_names_the_cell_and_the_difference(change: str, capsys: pytest.CaptureFixture[str]) -> None:
    pattern, by = CHANGES[change]
    tampered = copy.deepcopy(put_there("01_blocks"))
    number = next(number for number, holder, key in texts(tampered) if replaced(holder, key, pattern, by))
    notebooks.save("01_blocks", tampered)
    assert main(["notebooks", "blocks", "--check"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"01_blocks: cell {number} (")
    assert "; stored: " in said
    assert len(said.splitlines()) == 1


def put_there(name: str) -> Any:
    """What a run stores, put where the test looks for it."""
    notebooks.save(name, run(name))
    return stored(name)


@pytest.mark.usefixtures("elsewhere")
def test_check_is_content_without_a_change(capsys: pytest.CaptureFixture[str]) -> None:
    put_there("01_blocks")
    assert main(["notebooks", "01_blocks", "--check"]) == 0
    assert capsys.readouterr().out == "01_blocks: as stored\n"


def test_cells_that_are_missing_or_added_are_named() -> None:
    whole = {"cells": [markdown("one"), markdown("two")]}
    part = {"cells": [markdown("one")]}
    assert notebooks.differences("n", whole, part) == ["n: cell 2 (two) is stored, but no longer there"]
    assert notebooks.differences("n", part, whole) == ["n: cell 2 (two) is not stored"]


def test_images_are_not_compared_byte_by_byte_but_must_be_there() -> None:
    before, now, without = picture("iVBO"), picture("iVBP"), picture(None)
    assert notebooks.differences("n", before, now) == []
    [said] = notebooks.differences("n", before, without)
    assert "it shows code, text/plain; stored: code, image/png, text/plain" in said


def markdown(source: str) -> Any:
    return {"cell_type": "markdown", "source": source}


def picture(data: str | None) -> Any:
    shown = {"text/plain": "Picture: a message"} | ({} if data is None else {"image/png": data})
    output = {"output_type": "execute_result", "data": shown}
    return {"cells": [{"cell_type": "code", "source": "draw()", "outputs": [output]}]}


# --- what cannot be run is not stored ---------------------------------------------------------------------------------

FAILING = {
    "an error": ("1 / 0", "n: cell 2 (1 / 0): ZeroDivisionError: division by zero"),
    "a warning": ("import warnings; warnings.warn('beware')", "beware"),
}


@pytest.mark.parametrize("case", FAILING)
def test_a_failing_cell_is_named_and_nothing_is_stored(
    case: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("nbclient", reason=MISSING)
    source, reason = FAILING[case]
    good = Page(cells=[Cell("code", "1 + 1")])
    bad = Page(cells=[*good.cells, Cell("code", source)])
    monkeypatch.setattr(notebooks, "folder", lambda: tmp_path)
    monkeypatch.setattr(outlines, "OUTLINES", {"good": None, "n": None})
    monkeypatch.setattr(outlines, "page", lambda name: good if name == "good" else bad)
    assert main(["notebooks"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("n: cell 2 (")
    assert reason in said
    assert list(tmp_path.iterdir()) == []


def test_a_notebook_that_is_not_stored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(notebooks, "folder", lambda: tmp_path)
    assert notebooks.checked("01_blocks") == ["01_blocks is not stored: python -m proofs notebooks 01_blocks stores it"]


def test_a_damaged_notebook(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(notebooks, "folder", lambda: tmp_path)
    (tmp_path / "01_blocks.ipynb").write_text("[]")
    assert notebooks.checked("01_blocks") == ["01_blocks.ipynb is no notebook"]


def test_an_unknown_notebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notebooks", "09_nothing"]) == 2
    assert "there is no notebook 09_nothing; there are " in capsys.readouterr().err


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(__import__("sys").modules, "nbclient", None)
    assert main(["notebooks", "01_blocks"]) == 2
    assert "pip install 'cosnum[notebooks]'" in capsys.readouterr().err


# --- what is in them --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_of_the_chapter_is_told_once(name: str) -> None:
    chapter = name.partition("_")[2]
    sources = [cell.source for cell in outlines.page(name).cells]
    verdicts = [match[1] for source in sources if (match := re.fullmatch(r'verdict\("(.+)"\)', source))]
    assert len(set(verdicts)) == len(verdicts)
    if chapter in ledger.CHAPTERS:
        assert set(verdicts) == {id for id in ledger.claims() if id.startswith(f"{chapter}.")}


def test_what_is_measured_is_told_as_such() -> None:
    for id in ledger.rows().keys() - ledger.claims().keys():
        sources = [cell.source for cell in shown_in(id.partition(".")[0]).cells]
        assert sum(f"`{id}` · source: " in source for source in sources) == 1
        assert any("experiment.measure()" in source for source in sources)


@pytest.mark.parametrize("name", NAMES)
def test_code_is_short(name: str) -> None:
    for cell in outlines.page(name).cells:
        lines = cell.source.splitlines()
        assert cell.kind == "markdown" or (len(lines) <= 12 and max(map(len, lines)) <= 100), cell.source


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_notebook_is_small_and_says_nothing_of_where_it_was_run(name: str) -> None:
    text = (notebooks.folder() / f"{name}.ipynb").read_text(encoding="utf-8")
    document = json.loads(text)
    assert len(text.encode()) <= LARGEST
    assert document["metadata"] == notebooks.METADATA
    assert all(cell["metadata"] == {} for cell in document["cells"])
    assert not re.search(r"/(home|root|work|tmp|usr|Users)\b|site-packages|0x[0-9a-f]{6}", text)


# --- the pictures -----------------------------------------------------------------------------------------------------

DRAWN = [
    (module.name, name)
    for module in pkgutil.iter_modules(pictures.__path__)
    if module.name in ledger.CHAPTERS
    for name, value in vars(importlib.import_module(f"proofs.pictures.{module.name}")).items()
    if inspect.isfunction(value) and value.__module__ == f"proofs.pictures.{module.name}" and not name.startswith("_")
]


@functools.cache
def drawn(chapter: str, name: str) -> Any:
    """A picture, drawn once for all tests."""
    return getattr(importlib.import_module(f"proofs.pictures.{chapter}"), name)()


@pytest.mark.parametrize(("chapter", "name"), DRAWN)
def test_a_picture_says_what_it_shows(chapter: str, name: str) -> None:
    pytest.importorskip("matplotlib", reason=MISSING)
    picture = drawn(chapter, name)
    figure = picture.figure
    assert figure.get_suptitle() == picture.message
    legends = [*figure.legends, *(legend for axes in figure.axes if (legend := axes.get_legend()) is not None)]
    assert legends or any(axes.get_label() == "<colorbar>" for axes in figure.axes)
    assert any(axes.get_ylabel() for axes in figure.axes)
    assert all(axes.get_xlabel() or axes.get_label() == "<colorbar>" for axes in figure.axes)
    assert f"pictures.{name}(" in "".join(cell.source for cell in shown_in(chapter).cells)


def shown_in(chapter: str) -> Page:
    return next(outlines.page(name) for name in NAMES if name.endswith(f"_{chapter}"))


@pytest.mark.parametrize(("chapter", "name"), DRAWN)
def test_a_picture_keeps_to_colours_that_everybody_can_tell_apart(chapter: str, name: str) -> None:
    pytest.importorskip("matplotlib", reason=MISSING)
    from matplotlib.colors import to_hex

    from proofs.pictures import drawing

    allowed = {value.lower() for key, value in vars(drawing).items() if key.isupper() and str(value).startswith("#")}
    figure = drawn(chapter, name).figure
    used = {to_hex(line.get_color()) for axes in figure.axes for line in axes.get_lines()}
    used |= {
        to_hex(c)
        for axes in figure.axes
        for part in axes.collections
        for c in part.get_facecolor()
        if part.get_array() is None
    }
    assert used
    assert used <= allowed
