"""8 · The package: what an import costs, who may import whom, and what is shipped."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import proofs
from proofs import ledger

ROOT = Path(proofs.__file__).parent
HEAVY = ("numpy", "sympy", "z3", "rich", "proofs.kernel")
CHAPTERS = [f"{chapter}.py" for chapter in ledger.CHAPTERS]


def loaded_after(code: str) -> set[str]:
    """The modules that a new Python has loaded after running the code."""
    script = f"{code}\nimport sys\nprint(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split())


def imported(file: Path) -> set[str]:
    """The modules that a file imports at its top level."""
    found = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_importing_the_package_loads_nothing():
    assert loaded_after("import proofs").isdisjoint(HEAVY)


def test_statements_need_no_solver_and_no_arrays():
    assert loaded_after("import proofs; proofs.claim('step.increment')").isdisjoint({"numpy", "sympy", "z3", "rich"})


@pytest.mark.parametrize("first", ["import proofs.prove", "from proofs.prove import find", "import proofs"])
def test_prove_is_the_function(first):
    assert "proofs" in loaded_after(f"{first}\nimport proofs\nassert proofs.prove.__name__ == 'prove', proofs.prove")


def test_the_public_names():
    assert sorted(proofs.__all__) == ["Claim", "claim", "claims", "prove"]
    assert proofs.claims() is ledger.claims()
    assert proofs.Claim is type(proofs.claim("step.increment"))
    with pytest.raises(AttributeError, match="nonsense"):
        _ = proofs.nonsense  # type: ignore[attr-defined]


def test_the_kernel_imports_the_standard_library_and_itself():
    for file in (ROOT / "kernel").glob("*.py"):
        for name in imported(file):
            assert name.split(".")[0] in sys.stdlib_module_names or name.startswith("proofs.kernel") or name == "proofs", (
                file.name,
                name,
            )


def test_the_checker_imports_the_standard_library_only():
    assert {name.split(".")[0] for name in imported(ROOT / "kernel" / "check.py")} <= sys.stdlib_module_names


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_imports_statements_only(chapter):
    """The kernel, what is measured, and chapters that stand before it."""
    before = CHAPTERS[: CHAPTERS.index(chapter)]
    allowed = {"proofs.kernel", "proofs.measured", *(f"proofs.{Path(other).stem}" for other in before)}
    names = {name for name in imported(ROOT / chapter) if name.startswith(("proofs", "cosnum"))}
    assert {".".join(name.split(".")[:2]) for name in names} <= allowed


def test_what_is_measured_needs_the_kernel_only():
    names = {name for name in imported(ROOT / "measured.py") if name.split(".")[0] not in sys.stdlib_module_names}
    assert all(name.startswith("proofs.kernel") for name in names)


def test_the_search_knows_neither_prove_nor_the_ledger():
    for file in (ROOT / "search").glob("*.py"):
        names = {name for name in imported(file) if name.startswith("proofs")}
        assert all(name.startswith(("proofs.kernel", "proofs.search")) or name == "proofs" for name in names), file.name


def test_cosnum_does_not_import_proofs():
    for file in (ROOT.parent / "cosnum").rglob("*.py"):
        tree = ast.walk(ast.parse(file.read_text("utf-8")))
        assert not any(isinstance(node, ast.ImportFrom) and (node.module or "").startswith("proofs") for node in tree), file


def test_ledger_certificates_and_types_are_shipped():
    shipped = files("proofs")
    assert (shipped / "ledger.json").is_file()
    assert (shipped / "py.typed").is_file()
    stored = {Path(str(file)).stem for file in (shipped / "certificates").iterdir()}
    assert stored == set(ledger.claims())


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_can_be_run(chapter):
    name, last = chapter.removesuffix(".py"), ast.parse((ROOT / chapter).read_text("utf-8")).body[-1]
    entry = f"from proofs.__main__ import main\n    raise SystemExit(main(['run', '{name}']))"
    assert ast.unparse(last) == f"if __name__ == '__main__':\n    {entry}"
