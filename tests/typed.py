"""Commands as a person types them, for tests: in a new process, from any folder, with modules taken away."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import proofs as package

ROOT = Path(package.__file__).parent
QUICK = "step.increment"
FALSE = "step.bound_as_printed"


def proofs(*arguments: str, cwd: Path | None = None, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """What ``python -m proofs …`` says, from a folder and with a folder of modules before all others."""
    command = [sys.executable, "-m", "proofs", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment(path), stdin=subprocess.DEVNULL)


def environment(path: Path | None) -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR", "PYTHONPATH")}
    return env | ({"PYTHONPATH": str(path)} if path else {})


def shim(folder: Path, **modules: str) -> Path:
    """A folder with modules that take the place of installed ones."""
    folder.mkdir(exist_ok=True)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    return folder


MISSING = "raise ImportError('not here', name=__name__)"
