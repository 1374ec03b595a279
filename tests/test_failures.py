"""9 · Graceful failures: what is wrong is named, with the reason, the right status, and nothing left behind."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typed import QUICK, ROOT, environment, proofs, shim


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that may be damaged; commands run from the folder that it is in use it."""
    shutil.copytree(ROOT, tmp_path / "proofs", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.mark.parametrize("command", ["run", "check", "show", "list"])
def test_an_unknown_id_suggests_the_nearest(command):
    done = proofs(command, "step.incremnet")
    assert done.returncode == 2
    assert re.fullmatch(
        r"python -m proofs: there is no claim step\.incremnet; did you mean step\.increment( or [\w.]+)*\?\n", done.stderr
    )


@pytest.mark.parametrize("arguments", [["--jobs", "0"], ["--seed", "x"], ["--nonsense"], ["show"], ["export"]])
def test_wrong_usage(arguments):
    assert proofs(*arguments).returncode == 2


def test_damaged_evidence_is_named(copy):
    (copy / "proofs" / "certificates" / f"{QUICK}.json").write_text('{"schema": 1, ')
    done = proofs("check", "step", cwd=copy)
    assert done.returncode == 1
    assert f"{QUICK}: verdict is UNKNOWN, in ledger.json PROVED" in done.stderr
    assert f"{QUICK}: stored evidence rejected: {QUICK}.json: " in done.stderr


def test_evidence_of_another_claim_is_named(copy):
    folder = copy / "proofs" / "certificates"
    shutil.copy(folder / "blocks.decomposition.json", folder / f"{QUICK}.json")
    done = proofs("check", QUICK, cwd=copy)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{QUICK}: ")


def test_an_edited_verdict_is_named(copy):
    path = copy / "proofs" / "ledger.json"
    document = json.loads(path.read_text("utf-8"))
    next(entry for entry in document["claims"] if entry["id"] == QUICK)["verdict"] = "REFUTED"
    path.write_text(json.dumps(document))
    for command in ("check", "run"):
        done = proofs(command, QUICK, cwd=copy)
        assert (done.returncode, done.stderr) == (1, f"{QUICK}: verdict is PROVED, in ledger.json REFUTED\n")


@pytest.mark.parametrize(
    ("chapter", "old", "new", "id"),
    [
        ("step", "(1 - t * c)", "(1 + t * c)", QUICK),
        ("step", "c > -t * s**2)", "c > t * s**2)", "step.bound_condition"),
        ("blocks", "every(c > 0)", "every(c < 0)", "blocks.positive_stays_positive"),
    ],
)
def test_an_edited_sign_is_named(copy, chapter, old, new, id):
    path = copy / "proofs" / f"{chapter}.py"
    text = path.read_text("utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), "utf-8")
    done = proofs("check", id, cwd=copy)
    assert done.returncode == 1
    assert f"{id}: the statement is another one" in done.stderr


def test_a_missing_ledger_is_named(copy):
    (copy / "proofs" / "ledger.json").unlink()
    done = proofs("check", QUICK, cwd=copy)
    assert done.returncode == 1
    assert done.stderr.startswith("ledger.json: ")


SLEEPING = """
import os, pathlib, time
pathlib.Path(os.environ["PIDS"], str(os.getpid())).touch()
time.sleep(600)
"""
# Whoever starts the tests in the background of a shell has their processes ignore interrupts from birth.
INTERRUPTIBLE = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("proofs", run_name="__main__", alter_sys=True)
"""


def test_an_interrupt_leaves_no_process_and_no_half_written_file(copy, tmp_path):
    pids = tmp_path / "pids"
    pids.mkdir()
    before = sorted(copy.joinpath("proofs").rglob("*"))
    env = environment(shim(tmp_path / "shim", z3=SLEEPING)) | {"PIDS": str(pids), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", INTERRUPTIBLE, "run", f"{QUICK}*", "--jobs", "2", "--points", "0"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, cwd=copy, env=env, start_new_session=True, **pipes) as run:  # type: ignore[call-overload]
        wait_for(lambda: len(list(pids.iterdir())) == 2)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=60)
    assert (run.returncode, said) == (130, "interrupted\n")
    for file in pids.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.name), 0)
    assert sorted(copy.joinpath("proofs").rglob("*")) == before


def wait_for(condition: Any) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
