"""Pinned evidence on disk: one JSON file for each claim, named by its id, with a schema number and evidence only."""

from __future__ import annotations

import json
import os
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

SCHEMA = 1


class Damaged(ValueError):
    """A pinned file that cannot be read as what it should be."""


def folder() -> Path:
    return Path(str(files("proofs"))) / "certificates"


def load(id: str) -> dict[str, Any]:
    """The stored evidence for a claim; empty if there is none."""
    path = folder() / f"{id}.json"
    if not path.exists():
        return {}
    evidence = read(path)
    if not isinstance(evidence, dict) or evidence.get("schema") != SCHEMA:
        raise Damaged(f"{path.name}: schema is not {SCHEMA}")
    return evidence


def save(id: str, evidence: dict[str, Any]) -> None:
    write(folder() / f"{id}.json", evidence)


def read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Damaged(f"{path.name}: {error}") from error


def write(path: Path, value: Any) -> None:
    """Replace a JSON file in one step."""
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Replace the file in one step, so that nobody ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
