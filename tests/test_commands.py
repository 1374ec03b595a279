"""8 · The commands, as a person types them; 9 · graceful failures."""

from __future__ import annotations

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import proofs as package
from proofs import ledger, store

ROOT = Path(package.__file__).parent
QUICK = "step.increment"
FALSE = "step.bound_as_printed"
EXACT = {"type": "string", "pattern": r"^-?\d+(/[1-9]\d*)?$"}
INPUTS = {"type": "object", "additionalProperties": {"anyOf": [EXACT, {"type": "array", "items": EXACT}]}}
WITNESS = {"anyOf": [INPUTS, {"type": "null"}]}
TEXT = {"type": "string", "minLength": 1}
OPTIONAL_TEXT = {"type": ["string", "null"]}


def proofs(*arguments: str, cwd: Path | None = None, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """What ``python -m proofs …`` says, from a folder and with a folder of modules before all others."""
    command = [sys.executable, "-m", "proofs", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment(path), stdin=subprocess.DEVNULL)


def environment(path: Path | None) -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR", "PYTHONPATH")}
    return env | ({"PYTHONPATH": str(path)} if path else {})


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that may be damaged; commands run from the folder that it is in use it."""
    shutil.copytree(ROOT, tmp_path / "proofs", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def shim(folder: Path, **modules: str) -> Path:
    """A folder with modules that take the place of installed ones."""
    folder.mkdir(exist_ok=True)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    return folder


MISSING = "raise ImportError('not here', name=__name__)"


# --- run --------------------------------------------------------------------------------------------------------------


def test_run_prints_the_table_and_agrees_with_the_ledger():
    done = proofs("run", "step.increment", "blocks.max_local.unsigned", "--points", "1000")
    assert done.returncode == 0, done.stderr
    for word in (QUICK, "PROVED", "identity: verified", "z3: unsat", "any dimension", "γ > 0 ⇒ Δ ="):
        assert word in done.stdout
    assert "blocks.max_local.unsigned is false: at x₁ = " in done.stdout
    assert "Instead: blocks.max_local.one_nonnegative." in done.stdout
    assert "2 claims: 1 PROVED, 1 REFUTED" in done.stdout


def test_what_is_piped_has_no_colour_and_no_progress():
    done = proofs(QUICK, "--points", "1000")
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


def test_on_a_terminal_there_is_a_progress_bar():
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "proofs", "run", QUICK, "--points", "1000"]
    env = environment(None) | {"TERM": "xterm"}
    done = subprocess.run(command, stderr=theirs, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, env=env)
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert done.returncode == 0
    assert "running" in shown
    assert "1/1" in shown


SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["schema", "versions", "seed", "claims"],
    "properties": {
        "schema": {"const": 1},
        "seed": {"type": "integer"},
        "versions": {"type": "object", "required": ["python", "cosnum"], "additionalProperties": OPTIONAL_TEXT},
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "required": [
                    "id", "source", "title", "statement", "latex", "scope", "verdict", "uses", "assumptions", "evidence",
                    "hypotheses", "witness",
                ],
                "properties": {
                    "id": TEXT,
                    "source": TEXT,
                    "title": TEXT,
                    "statement": TEXT,
                    "latex": TEXT,
                    "scope": {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["blocks", "dimension"],
                        "properties": {
                            "blocks": {"enum": ["1", "2", "every", None]},
                            "dimension": {"type": "string", "pattern": r"^(every|n>=\d+|n=\d+)$"},
                        },
                    },
                    "verdict": {
                        "enum": [
                            "PROVED", "SOLVER_ONLY", "REFUTED", "VACUOUS", "ILL_POSED", "UNKNOWN", "DISAGREEMENT",
                            "MEASURED",
                        ]
                    },
                    "uses": {"type": "array", "items": TEXT},
                    "assumptions": {"type": "array", "items": TEXT},
                    "evidence": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["checker", "outcome", "detail", "seconds"],
                            "properties": {
                                "checker": TEXT,
                                "outcome": {"enum": ["verified", "unsat", "sat", "unknown", "not_run", "rejected"]},
                                "detail": {"type": "string"},
                                "seconds": {"type": "number", "minimum": 0},
                            },
                        },
                    },
                    "hypotheses": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["text", "needed", "witness"],
                            "properties": {"text": TEXT, "needed": {"type": ["boolean", "null"]}, "witness": WITNESS},
                        },
                    },
                    "witness": WITNESS,
                },
            },
        },
    },
}  # fmt: skip


def test_json_follows_its_schema(tmp_path):
    target = tmp_path / "out.json"
    arguments = ["run", QUICK, FALSE, "blocks.scalar_blocks", "blocks.threshold_is_not_inherited"]
    done = proofs(*arguments, "--json", str(target), "--seed", "7", "--points", "1000")
    document = json.loads(target.read_text("utf-8"))
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert done.returncode == 0, done.stderr
    assert document["seed"] == 7
    assert [claim["id"] for claim in document["claims"]] == [id for id in ledger.claims() if id in arguments]
    verdicts = {claim["id"]: claim["verdict"] for claim in document["claims"]}
    assert verdicts[QUICK] == "PROVED"
    assert verdicts[FALSE] == "REFUTED"


def test_json_on_standard_output_is_all_there_is():
    done = proofs("run", QUICK, "--json", "-", "--points", "1000")
    assert json.loads(done.stdout)["claims"][0]["id"] == QUICK


def test_the_ledger_does_not_depend_on_jobs_seed_or_points(copy):
    before = (copy / "proofs" / "ledger.json").read_bytes()
    for jobs, seed, points in (("1", "7", "1000"), ("3", "8", "2000")):
        done = proofs("run", QUICK, "--update", "--jobs", jobs, "--seed", seed, "--points", points, cwd=copy)
        assert done.returncode == 0, done.stderr
        assert (copy / "proofs" / "ledger.json").read_bytes() == before


@pytest.mark.parametrize("chapter", ["-m proofs.step", "{copy}/proofs/step.py"])
def test_a_chapter_runs_by_itself_from_anywhere(copy, tmp_path_factory, chapter):
    command = [sys.executable, *chapter.format(copy=copy).split()]
    folder = tmp_path_factory.mktemp("elsewhere")
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment(copy), stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    stated = [id for id in ledger.claims() if id.startswith("step.")]
    assert all(id in done.stdout for id in stated)
    assert f"{len(stated)} claims: " in done.stdout


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_needs_neither_solver_nor_arrays(tmp_path):
    path = shim(tmp_path / "shim", z3=MISSING, numpy=MISSING, sympy=MISSING, rich=MISSING)
    done = proofs("check", cwd=tmp_path, path=path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{len(ledger.claims())} claims as committed, ")


def test_the_control_run_needs_the_solver(tmp_path):
    done = proofs("run", QUICK, cwd=tmp_path, path=shim(tmp_path / "shim", z3=MISSING))
    assert done.returncode == 2
    assert done.stderr == "python -m proofs: Z3 is not installed for this Python: pip install z3-solver\n"


def test_a_missing_library_is_named(tmp_path):
    done = proofs("run", QUICK, cwd=tmp_path, path=shim(tmp_path / "shim", numpy=MISSING))
    assert done.returncode == 2
    assert done.stderr.startswith("python -m proofs: numpy cannot be imported")
    assert "Traceback" not in done.stderr


def test_one_process_and_two_find_the_same():
    one, two = proofs("check", "step", "--jobs", "1"), proofs("check", "step", "--jobs", "2")
    assert one.returncode == two.returncode == 0
    assert one.stdout.partition(";")[0] == two.stdout.partition(";")[0]


# --- list and show ----------------------------------------------------------------------------------------------------


def test_list_names_every_claim():
    lines = proofs("list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(ledger.claims())
    assert lines[0].endswith(next(iter(ledger.claims().values())).title)
    assert len(proofs("list", "step.bound_*").stdout.splitlines()) == sum(
        id.startswith("step.bound_") for id in ledger.claims()
    )


def test_version():
    assert proofs("--version").stdout.startswith("cosnum ")


def step_by_hand(z: list[Fraction], w: list[Fraction], gamma: Fraction) -> tuple[Fraction, Fraction]:
    """Gain of the cosine and printed bound, for rational vectors of one length, from the definition of the step."""

    def inner(u: list[Fraction], v: list[Fraction]) -> Fraction:
        return sum((a * b for a, b in zip(u, v, strict=True)), Fraction(0))

    square = inner(z, z)
    assert square == inner(w, w)
    c = inner(z, w) / square
    moved_z = [a + gamma * (b - c * a) / square for a, b in zip(z, w, strict=True)]
    moved_w = [b + gamma * (a - c * b) / square for a, b in zip(z, w, strict=True)]
    assert inner(moved_z, moved_z) == inner(moved_w, moved_w)
    return inner(moved_z, moved_w) / inner(moved_z, moved_z) - c, 2 * gamma * (1 - c * c) / square


def test_show_ends_in_the_counterexample_in_words():
    witness = store.load(FALSE)["witness"]
    z, w = ([Fraction(entry) for entry in witness[name]] for name in "zw")
    gain, bound = step_by_hand(z, w, Fraction(witness["gamma"]))
    assert gain >= bound
    last = proofs("show", FALSE).stdout.splitlines()[-1]
    assert last.strip().startswith(f"{FALSE} is false: at z = (")
    assert f"Δ is {gain} and 2·t·s² is {bound}, so Δ < 2·t·s² is false" in last


def test_show_tells_the_whole_story():
    said = proofs("show", "blocks.norm_ratio_lower").stdout
    for word in (
        "source: new",
        "What does carry a threshold over",
        "given  cos(xₖ, yₖ) ≥ λ for every k",
        "cos(xₖ, yₖ) ≥ λ for every k: needed; without it the claim is false: at ",
        "= ⟨x, y⟩/(‖x‖·‖y‖)    [what a cosine is]",
        "(set-logic QF_NRA)",
        "answer: ",
        "Invariant: ‖x‖ > 0 and ‖y‖ > 0 and (m + M)·⟨x, y⟩ ≥ λ·(‖x‖² + m·M·‖y‖²)",
        "What is claimed is no invariant itself, for it may be lost in the union: ",
        "hence p ≥ 0",
        "PROVED: ",
    ):
        assert word in said


def test_show_derives_the_increment():
    said = proofs("show", QUICK).stdout
    for line in (
        "= cos(z′, w′) − c    [abbreviations written out]",
        "= 2·t·(c + 1)·(1 − c)·(1 − c·t)/(t² + 1 − c²·t²)    [factored]",
        "= 2·t·s²·(1 − t·c)/(1 + t²·s²)    [by the kernel, as an identity]",
    ):
        assert line in said


def test_show_in_latex():
    said = proofs("show", FALSE, "--latex").stdout
    assert r"$\Delta < 2 \, t \, {s}^{2}$" in said
    assert r"\frac{" in said
    assert "2·t·s²" not in said.split("Counterexample")[0].split("Z3")[0]


def test_show_without_a_solver_shows_the_rest(tmp_path):
    done = proofs("show", QUICK, cwd=tmp_path, path=shim(tmp_path / "shim", z3=MISSING))
    assert done.returncode == 0
    assert "not asked: Z3 is not installed" in done.stdout
    assert "every term cancels" in done.stdout


def test_a_reader_may_stop_reading():
    command = f"{sys.executable} -m proofs list | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment(None))
    assert done.stdout.split()[0] == next(iter(ledger.claims()))
    assert done.stderr == ""


# --- export and bench -------------------------------------------------------------------------------------------------


def test_export_writes_one_query_a_claim(tmp_path):
    done = proofs("export", "--smtlib", str(tmp_path / "queries"))
    assert done.returncode == 0, done.stderr
    files = {file.stem: file.read_text("utf-8") for file in (tmp_path / "queries").iterdir()}
    assert set(files) == set(ledger.claims())
    for id, text in files.items():
        assert text.splitlines()[:2] == [f"; {id}", f"; {ledger.claim(id).text}"]
        assert text.rstrip().endswith("(check-sat)")


def test_cvc5_accepts_the_queries_and_does_not_contradict(tmp_path):
    cvc5 = pytest.importorskip("cvc5", reason="cvc5 is not installed")
    proofs("export", "--smtlib", str(tmp_path))
    for id, claim in ledger.claims().items():
        solver = cvc5.Solver()
        solver.setOption("rlimit-per", "2000")
        parser = cvc5.InputParser(solver)
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, str(tmp_path / f"{id}.smt2"))
        answers = []
        while not (command := parser.nextCommand()).isNull():
            answers.append(str(command.invoke(solver, parser.getSymbolManager())).strip())
        answer = next(answer for answer in answers if answer)
        verdict = ledger.recorded(claim, ledger.library()).verdict.name
        excluded = "sat" if verdict == "PROVED" and not claim.existential() else "unsat"
        assert answer.split()[0] in {"sat", "unsat", "unknown"} - {excluded}, (id, answer)


def test_bench_asks_z3_directly(monkeypatch, capsys):
    from proofs import bench

    two = {id: ledger.claim(id) for id in (QUICK, bench.DIRECT)}
    monkeypatch.setattr(ledger, "claims", lambda: two)
    monkeypatch.setattr(bench, "BLOCKS", (2,))
    assert bench.measure(10) == 0
    said = capsys.readouterr().out
    assert QUICK in said
    assert "by Z3 alone" in said


# --- claims of one's own ----------------------------------------------------------------------------------------------

STATED = """
from proofs.kernel import Claim, Space, cosine, nonzero
x, y = Space("x", "y")
too_low = Claim("mine.too_low", cosine(x, y) < 1, given=[nonzero(x), nonzero(y)], source="me", title="never one")
"""
PUT_RIGHT = """
right = Claim("mine.right", cosine(x, y) <= 1, given=too_low.given, source="me", title="at most one", replaces=too_low)
"""


def own(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "mine.py").write_text(text)
    return proofs("run", "--file", "mine.py", "--points", "1000", cwd=tmp_path)


def test_a_false_claim_of_ones_own_fails_the_run(tmp_path):
    done = own(tmp_path, STATED)
    assert done.returncode == 1
    assert done.stderr.startswith("mine.too_low is REFUTED: at x = (")


def test_a_false_claim_that_is_put_right_does_not(tmp_path):
    done = own(tmp_path, STATED + PUT_RIGHT)
    assert done.returncode == 0, done.stderr
    assert "1 PROVED, 1 REFUTED" in done.stdout


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = ", "mine.py, line 1: invalid syntax"),
        ("\n1/0", "mine.py, line 2: division by zero"),
        (STATED + "cosine(x, y) < 0.1", "mine.py, line 5: 0.1 is no exact number"),
        (STATED + "cosine(x, y) ** 0.5", "mine.py, line 5: 0.5 is not a power"),
        (STATED + "Claim('mine', x)", "mine.py, line 5: 'mine' is no claim id"),
        ("x = 1", "mine.py states no claim"),
        (STATED.replace("mine.too_low", QUICK), f"mine.py: there is a claim {QUICK} already"),
    ],
    ids=["syntax", "error", "float", "power", "id", "none", "taken"],
)
def test_what_cannot_be_read_is_said_plainly(tmp_path, text, reason):
    done = own(tmp_path, text)
    assert done.returncode == 2
    assert done.stderr.startswith(f"python -m proofs: {reason}")
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there(tmp_path):
    done = proofs("run", "--file", "nowhere.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "python -m proofs: there is no file nowhere.py\n")


# --- graceful failures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["run", "check", "show", "list"])
def test_an_unknown_id_suggests_the_nearest(command):
    done = proofs(command, "step.incremnet")
    assert done.returncode == 2
    assert done.stderr == "python -m proofs: there is no claim step.incremnet; did you mean step.increment?\n"


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


def test_an_interrupt_leaves_no_process_and_no_half_written_file(copy, tmp_path):
    pids = tmp_path / "pids"
    pids.mkdir()
    before = sorted(copy.joinpath("proofs").rglob("*"))
    env = environment(shim(tmp_path / "shim", z3=SLEEPING)) | {"PIDS": str(pids), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "proofs", "run", "step", "--jobs", "2", "--points", "0"]
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
