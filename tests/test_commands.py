"""8 · The commands, as a person types them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
from typed import FALSE, MISSING, QUICK, ROOT, environment, proofs, shim

from proofs import ledger, store


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that may be damaged; commands run from the folder that it is in use it."""
    shutil.copytree(ROOT, tmp_path / "proofs", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


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
    pty = pytest.importorskip("pty", reason="there are no such terminals here")
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


SCHEMA = json.loads((Path(__file__).parent / "data" / "run.schema.json").read_text("utf-8"))


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
    done = proofs("run", QUICK, "--update", "--jobs", "3", "--seed", "8", "--points", "2000", cwd=copy)
    assert done.returncode == 0, done.stderr
    assert (copy / "proofs" / "ledger.json").read_bytes() == before


@pytest.mark.parametrize("chapter", ["-m proofs.gradient", "{copy}/proofs/gradient.py"])
def test_a_chapter_runs_by_itself_from_anywhere(copy, tmp_path_factory, chapter):
    """Here it tries fewer points than usual, to be quick."""
    file = copy / "proofs" / "__main__.py"
    file.write_text(file.read_text("utf-8").replace("default=100_000", "default=1_000"), "utf-8")
    command = [sys.executable, *chapter.format(copy=copy).split()]
    folder = tmp_path_factory.mktemp("elsewhere")
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment(copy), stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    stated = [id for id in ledger.claims() if id.startswith("gradient.")]
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
    one, two = proofs("check", "flow", "--jobs", "1"), proofs("check", "flow", "--jobs", "2")
    assert one.returncode == two.returncode == 0
    assert one.stdout.partition(";")[0] == two.stdout.partition(";")[0]


# --- list and show ----------------------------------------------------------------------------------------------------


def test_list_names_every_claim():
    lines = proofs("list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(ledger.rows())
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
        "= 2·t·s²·(1 − t·c)/(1 + t²·s²)    [as claimed; the kernel finds both identical]",
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
    assert "both sides are the same rational function" in done.stdout


def test_a_reader_may_stop_reading():
    command = f"{sys.executable} -m proofs list | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment(None))
    assert done.stdout.split()[0] == next(iter(ledger.claims()))
    assert done.stderr == ""


# --- export and bench -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def queries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that all queries are exported to."""
    folder = tmp_path_factory.mktemp("export") / "queries"
    done = proofs("export", "--smtlib", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def test_export_writes_one_query_a_claim(queries):
    files = {file.stem: file.read_text("utf-8") for file in queries.iterdir()}
    assert set(files) == set(ledger.claims())
    for id, text in files.items():
        assert text.splitlines()[:2] == [f"; {id}", f"; {ledger.claim(id).text}"]
        assert text.rstrip().endswith("(check-sat)")


def test_cvc5_accepts_the_queries_and_does_not_contradict(queries):
    cvc5 = pytest.importorskip("cvc5", reason="cvc5 is not installed")
    for id, claim in ledger.claims().items():
        solver = cvc5.Solver()
        solver.setOption("rlimit-per", "500")
        parser = cvc5.InputParser(solver)
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, str(queries / f"{id}.smt2"))
        answers = []
        while not (command := parser.nextCommand()).isNull():
            answers.append(str(command.invoke(solver, parser.getSymbolManager())).strip())
        answer = next(answer for answer in answers if answer)
        verdict = ledger.recorded(claim, ledger.library()).verdict.name
        denied = not (claim.existential() or claim.repeats)
        excluded = "sat" if verdict == "PROVED" and denied else "unsat"
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
