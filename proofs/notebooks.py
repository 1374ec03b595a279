"""``python -m proofs notebooks``: the notebooks, built from the chapters, run from scratch, and compared with the stored.

What is stored is what a reader sees: text, formulas, numbers and pictures. Times, versions and paths are not, so that two
runs on two machines store the same. Pictures are compared by what they say, not byte by byte.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from typing import Any

from proofs import outlines, store

Notebook = dict[str, Any]

TIMEOUT = 120
"""Seconds for a cell: far more than any takes, so that a hung one ends."""

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class UnknownNotebook(ValueError):
    """There is no such notebook; the message names those that there are."""


class Failed(Exception):
    """A notebook that cannot be run to its end; the message says where and why."""


def folder() -> Path:
    """Where the notebooks are stored: beside the packages, in a checkout."""
    return store.folder().parent.parent / "notebooks"


def select(names: Sequence[str]) -> list[str]:
    """The notebooks of these names, which may leave out the number or hold ``*`` and ``?``; all if there are none.

    Raises
    ------
    UnknownNotebook
        If a name fits no notebook.
    """
    for name in names:
        if not any(fits(known, name) for known in outlines.OUTLINES):
            raise UnknownNotebook(f"there is no notebook {name}; there are {', '.join(outlines.OUTLINES)}")
    return [known for known in outlines.OUTLINES if not names or any(fits(known, name) for name in names)]


def fits(known: str, name: str) -> bool:
    return fnmatchcase(known, name.removesuffix(".ipynb")) or known.partition("_")[2] == name


# --- running ----------------------------------------------------------------------------------------------------------


def executed(name: str) -> Notebook:
    """A notebook built from its outline and run from scratch, in a process and a folder of its own.

    Raises
    ------
    Failed
        If a cell raises an error, warns, or takes too long.
    """
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    notebook = built(name)
    with tempfile.TemporaryDirectory() as place:
        client = NotebookClient(notebook, km=kernel(place), timeout=TIMEOUT, record_timing=False)
        client.resources = {"metadata": {"path": place}}
        try:
            client.execute(env=environment(), cleanup_kc=True)
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            raise Failed(f"{name}: {at_fault(notebook)}: {last_line(str(error))}") from error
    return cleaned(name, notebook)


def built(name: str) -> Any:
    """The notebook without any output."""
    form: Any = import_module("nbformat.v4")
    make = {"markdown": form.new_markdown_cell, "code": form.new_code_cell}
    cells = [make[cell.kind](cell.source, id=f"cell-{i}") for i, cell in enumerate(outlines.page(name).cells, 1)]
    return form.new_notebook(cells=cells, metadata=METADATA)


def kernel(place: str) -> Any:
    """A Python kernel, reached through files in this folder where there are such, and not through open ports."""
    from jupyter_client.manager import AsyncKernelManager

    files = {"transport": "ipc", "ip": os.path.join(place, "kernel")} if os.name == "posix" else {}
    return AsyncKernelManager(kernel_name="python3", **files)


def environment() -> dict[str, str]:
    """The environment of the kernel: this one, and these very packages."""
    paths = [str(store.folder().parent.parent), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def at_fault(notebook: Any) -> str:
    """The cell that failed: the last one that was begun."""
    begun = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code" and cell.execution_count]
    place = begun[-1] if begun else 0
    return called(place, notebook.cells[place])


def last_line(text: str) -> str:
    """The last line that says something, without the codes for colours of a terminal."""
    text = re.sub(r"\x1b\[[\d;]*m", "", text)
    return next((line for line in reversed(text.splitlines()) if line.strip()), "no reason is given")


def cleaned(name: str, notebook: Any) -> Notebook:
    """What is to be stored: without the times, versions and paths that running leaves.

    Raises
    ------
    Failed
        If a cell wrote to the stream of errors.
    """
    plain: Notebook = json.loads(json.dumps(notebook))
    plain["metadata"] = METADATA
    for place, cell in enumerate(plain["cells"]):
        cell["metadata"] = {}
        for output in cell.get("outputs", ()):
            if output.get("name") == "stderr":
                raise Failed(f"{name}: {called(place, cell)}: {last_line(output['text'])}")
    return plain


# --- storing and reading ----------------------------------------------------------------------------------------------


def stored(name: str) -> Notebook | None:
    """The stored notebook, or None.

    Raises
    ------
    proofs.store.Damaged
        If it cannot be read.
    """
    path = folder() / f"{name}.ipynb"
    if not path.exists():
        return None
    found = store.read(path)
    if not isinstance(found, dict) or not isinstance(found.get("cells"), list):
        raise store.Damaged(f"{path.name} is no notebook")
    return found


def save(name: str, notebook: Notebook) -> None:
    """Replace the stored notebook in one step, in the form that Jupyter writes."""
    nbformat: Any = import_module("nbformat")
    text = nbformat.writes(nbformat.from_dict(notebook))
    store.write_text(folder() / f"{name}.ipynb", text.rstrip("\n") + "\n")


# --- comparing --------------------------------------------------------------------------------------------------------


def differences(name: str, before: Notebook, now: Notebook) -> list[str]:
    """How a notebook differs from the stored one, in text, formulas or numbers: a sentence for each cell."""
    old, new = before["cells"], now["cells"]
    found = []
    for place in range(max(len(old), len(new))):
        if place >= len(new):
            found.append(f"{name}: {called(place, old[place])} is stored, but no longer there")
        elif place >= len(old):
            found.append(f"{name}: {called(place, new[place])} is not stored")
        elif said := difference(list(pieces(old[place])), list(pieces(new[place]))):
            found.append(f"{name}: {called(place, new[place])}: {said}")
    return found


def pieces(cell: Any) -> Iterator[tuple[str, str]]:
    """What a reader sees of a cell: its source and outputs by kind, where images are only said to be there."""
    yield cell["cell_type"], joined(cell["source"])
    for output in cell.get("outputs", ()):
        if output["output_type"] == "stream":
            yield output["name"], joined(output["text"])
        for kind, value in sorted(output.get("data", {}).items()):
            yield kind, "an image" if kind.startswith("image/") else joined(value)
        if output["output_type"] == "error":
            yield "error", f"{output['ename']}: {output['evalue']}"


def joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def difference(old: list[tuple[str, str]], new: list[tuple[str, str]]) -> str:
    """The first difference between what is seen of two cells; empty if there is none."""
    if [kind for kind, _ in old] != [kind for kind, _ in new]:
        kinds = [", ".join(kind for kind, _ in seen) for seen in (old, new)]
        return f"it shows {kinds[1]}; stored: {kinds[0]}"
    for (kind, before), (_, now) in zip(old, new, strict=True):
        if before != now:
            lines = list(difflib.ndiff(before.splitlines(), now.splitlines()))
            gone, come = (next((line[2:] for line in lines if line.startswith(mark)), "nothing") for mark in "-+")
            return f"{kind} is {come.strip()!r}; stored: {gone.strip()!r}"
    return ""


def called(place: int, cell: Any) -> str:
    """A cell by its number and how it begins."""
    first = joined(cell["source"]).splitlines()[0]
    return f"cell {place + 1} ({first if len(first) <= 60 else first[:59] + '…'})"


# --- the command ------------------------------------------------------------------------------------------------------


def regenerate(names: Sequence[str], tick: Callable[[str], None]) -> list[str]:
    """Run notebooks and store them, all or none; returns what went wrong."""
    new = {}
    for name in select(names):
        try:
            new[name] = executed(name)
        except Failed as error:
            return [str(error)]
        tick(name)
    for name, notebook in new.items():
        save(name, notebook)
    return []


def check(names: Sequence[str], tick: Callable[[str], None]) -> list[str]:
    """Run notebooks and compare them with those stored; returns the differences."""
    found = []
    for name in select(names):
        found += checked(name)
        tick(name)
    return found


def checked(name: str) -> list[str]:
    """How a notebook run from scratch differs from the stored one."""
    try:
        before = stored(name)
        if before is None:
            return [f"{name} is not stored: python -m proofs notebooks {name} stores it"]
        return differences(name, before, executed(name))
    except (Failed, store.Damaged) as error:
        return [str(error)]
