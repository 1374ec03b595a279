"""Z3, in a process of its own.

A query is SMT-LIB text made from a claim's polynomial core; division never reaches the solver. The deterministic resource
limit and a fixed seed decide when it gives up; a hard wall-clock kill stands behind them, and a limit on processor time
behind that, should nobody be left to kill it. Whatever it answers is a
suggestion: models are evaluated exactly, and ``unsat`` alone proves nothing.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from subprocess import DEVNULL, PIPE

from proofs.kernel.check import And, Context, Formula, Iff, Or, Poly, Rational, Relation
from proofs.kernel.ratio import as_variable

RLIMIT = 1_000_000
WALL = 20.0
SEED = 1


class SolverMissing(Exception):
    """Z3 cannot be imported."""


@dataclass(frozen=True)
class Answer:
    """``sat``, ``unsat`` or ``unknown``, with a rational approximation of the model where there is one."""

    outcome: str
    detail: str
    seconds: float
    model: Mapping[str, Fraction] = field(default_factory=dict)


def ask(query: str, *, rlimit: int = RLIMIT, seed: int = SEED, wall: float = WALL) -> Answer:
    """Z3's answer to an SMT-LIB query.

    Raises
    ------
    SolverMissing
        If z3 cannot be imported by this Python.
    """
    request = json.dumps({"query": query, "rlimit": rlimit, "seed": seed, "wall": math.ceil(wall) + 1})
    start = time.perf_counter()
    try:
        status, output = _run(request, wall)
    except subprocess.TimeoutExpired:
        return Answer("unknown", f"stopped after {wall:g} s of wall-clock time", time.perf_counter() - start)
    seconds = time.perf_counter() - start
    if status == 3:
        raise SolverMissing("Z3 is not installed for this Python: pip install z3-solver")
    if status != 0:
        return Answer("unknown", f"the solver process ended with status {status}", seconds)
    reply = json.loads(output)
    model = {name: Fraction(value) for name, value in reply["model"].items()}
    return Answer(reply["outcome"], reply["detail"], seconds, model)


_running: set[subprocess.Popen[str]] = set()


def _run(request: str, wall: float) -> tuple[int, str]:
    """Exit status and output of a solver process, which does not outlive this call."""
    process = subprocess.Popen([sys.executable, "-c", _WORKER], stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True)
    _running.add(process)
    try:
        output, _ = process.communicate(request, timeout=wall)
        return process.returncode, output
    finally:
        process.kill()
        process.communicate()
        _running.discard(process)


def stop() -> None:
    """Kill every solver that another thread is waiting for."""
    for process in list(_running):
        process.kill()


_WORKER = """
import json, sys
try:
    import z3
except ImportError:
    sys.exit(3)
request = json.load(sys.stdin)
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (request["wall"],) * 2)
except ImportError:
    pass
if "(minimize " in request["query"]:
    solver = z3.Optimize()
else:
    solver = z3.Solver()
    solver.set("rlimit", request["rlimit"], "random_seed", request["seed"])
solver.from_string(request["query"])
outcome = str(solver.check())
model, detail = {}, solver.reason_unknown() if outcome == "unknown" else ""
if outcome == "sat":
    for symbol in solver.model():
        value = solver.model()[symbol]
        if z3.is_algebraic_value(value):
            value = value.approx(30)
        model[symbol.name()] = str(value.as_fraction())
print(json.dumps({"outcome": outcome, "detail": detail, "model": model}))
"""


def coordinates(answer: Answer, context: Context) -> dict[str, Fraction]:
    """The model by the core's own names, with the coordinates that an equation has identified."""
    model = {variable(name): value for name, value in answer.model.items()}
    for name, value in context.language.chart.items():  # type: ignore[attr-defined]
        same = as_variable(value.numerator)
        if same in model:
            model[name] = model[same]
    return model


# --- queries ----------------------------------------------------------------------------------------------------------


def negation(context: Context, goal: Formula, comment: str = "") -> str:
    """A query whose models satisfy the facts and violate the goal."""
    return script(context, [f"(not {smt(goal)})"], comment, variables([goal]))


def script(context: Context, extra: Sequence[str] = (), comment: str = "", spoken_of: Iterable[str] = ()) -> str:
    """SMT-LIB text that asserts the definitions, the facts and `extra`, which speaks of further variables."""
    facts = [fact for fact in context.facts if isinstance(fact, Relation | And | Or | Iff)]
    defining = {v for p in context.squares.values() for v in p.variables()}
    names = sorted({*context.squares, *defining, *variables(facts), *spoken_of})
    lines = [f"; {line}" for line in comment.splitlines()]
    lines += ["(set-logic QF_NRA)"]
    lines += [f"(declare-const {symbol(name)} Real)" for name in names]
    lines += [f"(assert (= (* {symbol(n)} {symbol(n)}) {polynomial_smt(poly)}))" for n, poly in context.squares.items()]
    lines += [f"(assert {smt(fact)})" for fact in facts]
    lines += [f"(assert {formula})" for formula in extra]
    return "\n".join([*lines, "(check-sat)"]) + "\n"


def symbol(name: str) -> str:
    """A variable of the core as a quoted SMT-LIB symbol, in which ``|x|`` is written ``norm(x)``."""
    return f"|norm({name[1:-1]})|" if name.startswith("|") else f"|{name}|"


def variable(text: str) -> str:
    """The variable of the core that a symbol, without its quotes, stands for."""
    return f"|{text[5:-1]}|" if text.startswith("norm(") else text


def variables(formulas: Iterable[Formula]) -> set[str]:
    names: set[str] = set()
    for formula in formulas:
        match formula:
            case Relation(_, poly):
                names |= poly.variables()
            case And(parts) | Or(parts):
                names |= variables(parts)
            case Iff(left, right):
                names |= variables((left, right))
    return names


def smt(formula: Formula) -> str:
    match formula:
        case Relation("!=", poly):
            return f"(not (= {polynomial_smt(poly)} 0.0))"
        case Relation(op, poly):
            return f"({op} {polynomial_smt(poly)} 0.0)"
        case And(parts):
            return "(and " + " ".join(map(smt, parts)) + ")"
        case Or(parts):
            return "(or " + " ".join(map(smt, parts)) + ")"
        case Iff(left, right):
            return f"(= {smt(left)} {smt(right)})"
    raise TypeError(f"{formula!r} has no SMT-LIB form")


def polynomial_smt(poly: Poly) -> str:
    terms = []
    for monomial, c in poly.terms.items():
        factors = [symbol(name) for name, e in monomial for _ in range(e)]
        factors = [number(c), *factors] if c != 1 or not factors else factors
        terms.append(factors[0] if len(factors) == 1 else "(* " + " ".join(factors) + ")")
    return {0: "0.0", 1: terms[0] if terms else ""}.get(len(terms), "(+ " + " ".join(terms) + ")")


def number(value: Rational) -> str:
    size = f"{abs(value.numerator)}.0"
    if value.denominator != 1:
        size = f"(/ {size} {value.denominator}.0)"
    return f"(- {size})" if value < 0 else size
