"""5 · What `show` tells of each claim is what was checked: derivations, certificates, prose."""

from __future__ import annotations

import functools
from fractions import Fraction
from functools import reduce as fold
from typing import Any

import pytest
import sympy

from proofs import ledger, narrate, show
from proofs.derive import Derivation, derivations
from proofs.kernel import Claim, Space, cosine, derivative, equal, families, inner, nonzero, norm, real
from proofs.kernel import terms as t
from proofs.kernel.check import Poly, Relation, polynomial, reduce
from proofs.kernel.evaluate import Concrete
from proofs.kernel.evidence import numbers
from proofs.kernel.interpret import scalar_value
from proofs.kernel.record import Outcome
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Library, with_solver
from proofs.prose import introduction, prose

LIBRARY = ledger.library()
IDS = list(ledger.claims())
every_claim = pytest.mark.parametrize("id", IDS)


# --- derivations ------------------------------------------------------------------------------------------------------


@functools.cache
def found(id: str) -> list[Derivation]:
    """The derivations of a claim, worked out once for all tests."""
    return derivations(ledger.claim(id), LIBRARY)


@pytest.mark.parametrize("id", [id for id, claim in ledger.claims().items() if not claim.existential()])
def test_every_line_of_a_derivation_has_the_same_value(id):
    """On the exact vectors that are stored with the claim, which neither SymPy nor the printing knows."""
    record = ledger.recorded(ledger.claim(id), LIBRARY)
    algebra = Concrete(numbers(record.model if record.witness is None else record.witness))
    for derivation in found(id):
        first, *others = (scalar_value(line.term, algebra) for line in derivation.lines)
        assert all((value - first).sign() == 0 for value in others)


NOT_IDENTITIES = {"step.rotation", "step.half_angle"}
"""Equations that no identity decides, since an absolute value is on one side."""


@every_claim
def test_what_is_claimed_outright_is_derived(id):
    true = ledger.recorded(ledger.claim(id), LIBRARY).verdict is not Verdict.REFUTED
    agreed = [derivation.agrees is true for derivation in found(id) if derivation.claimed is not None]
    assert all(agreed) or id in NOT_IDENTITIES


def test_the_increment_falls_out_by_factoring():
    (derivation,) = found("step.increment")
    factored = next(line.expr for line in derivation.lines if line.done == "factored")
    c, t_ = sympy.Symbol("c", real=True), sympy.Symbol("t", real=True, positive=True)
    assert factored == sympy.factor(2 * t_ * (1 - c**2) * (1 - t_ * c) / (1 + t_**2 * (1 - c**2)))
    assert derivation.agrees is True


def test_the_kernel_decides_and_not_sympy():
    """The control: a target with one sign changed is not what was derived."""
    (gain,) = (d.lines[0].term for d in found("step.increment"))
    claim = ledger.claim("step.increment")
    wrong = claim.saying(equal(gain, -claim.statement.right))  # type: ignore[attr-defined]
    (derivation,) = derivations(wrong, LIBRARY)
    assert derivation.agrees is False


def test_a_derivative_is_derived():
    x, y = Space("x", "y")
    (e,) = real("e")
    claim = Claim("mine.slope", equal(derivative(cosine(x + e * y, y), e), (norm(y) / norm(x)) * (1 - cosine(x, y) ** 2)))
    claim = Claim("mine.slope", claim.statement, given=[nonzero(x), nonzero(y)])
    (derivation,) = derivations(claim, Library({claim.id: claim}, lambda _: {}))
    assert derivation.agrees is True


def test_what_is_made_of_named_vectors_needs_no_derivation():
    x, y = Space("x", "y")
    claim = Claim("mine.plain", inner(x, y) <= norm(x) * norm(y))
    assert derivations(claim, Library({claim.id: claim}, lambda _: {})) == []


# --- certificates -----------------------------------------------------------------------------------------------------


def value(node: Any, letters: dict[str, Poly]) -> Poly:
    """The polynomial that a printed formula stands for."""
    match node:
        case t.Number(number):
            return Poly.constant(number)
        case t.Symbol(name):
            return letters.get(name, Poly.variable(name))
        case t.Sum(terms):
            return fold(Poly.__add__, (value(term, letters) for term in terms))
        case t.Product(factors):
            return fold(Poly.__mul__, (value(factor, letters) for factor in factors))
        case t.Power(base, exponent):
            return value(base, letters) ** exponent
        case t.Norm(t.Base(name)):
            return Poly.variable(f"|{name}|")
        case t.Cosine(t.Base(left), t.Base(right)):
            return Poly.variable(f"cos({left},{right})")
        case t.Sine(t.Base(left), t.Base(right)):
            return Poly.variable(f"sin({left},{right})")
        case t.Root(t.Number(number)):
            return Poly.variable(f"root{number}")
    raise TypeError(node)


KNOWN_ALREADY = {"step.relative_error", "step.improves_iff", "step.bound_condition", "step.bracket_condition"}
"""What a lemma says is the goal, or both sides of an equivalence are the same polynomial: no identity is left to print."""


@every_claim
def test_the_printed_identity_holds(id, monkeypatch):
    """Both sides multiplied out anew from the printed formulas, with p and every h put in."""
    seen = []
    monkeypatch.setattr(narrate, "certificate", lambda *arguments: seen.append(arguments) or [])
    monkeypatch.setattr(show, "merging", lambda _: [])
    record, stored = ledger.recorded(ledger.claim(id), LIBRARY), LIBRARY.stored(id)
    told(record, stored)
    for goal, evidence, context, _ in seen:
        left, right, names = narrate.identity(goal, evidence)
        letters = {name: poly for poly, name in names.items()} | {"p": goal.poly}
        assert reduce(value(left, letters) - value(right, letters), context.squares).terms == {}
        assert {reduce(poly, context.squares) for poly in names} <= set(context.known)
    if id in KNOWN_ALREADY:
        assert not seen
        return
    assert bool(seen) == ('"certificate"' in repr({k: stored.get(k) for k in ("proof", "every")}).replace("'", '"'))


def told(record: Any, stored: Any, pen: narrate.Pen | None = None) -> list[str]:
    pen = pen or narrate.Pen()
    return [*show.every_number(record, stored, LIBRARY, pen), *show.proof(record, stored, pen)]


def test_a_certificate_in_words():
    p, q, h = polynomial("a*b - b^2"), polynomial("b"), "a - b"
    evidence = {
        "rule": "certificate",
        "multiplier": [{"weight": "1/2", "facts": ["b"]}],
        "terms": [{"weight": "1/2", "square": "b", "facts": [h]}],
        "equations": [],
    }
    goal = Relation(">=", p)
    context = families.goal(ledger.claim("blocks.range"), LIBRARY.parts)[0]
    context = context.assume(Relation(">", q)).assume(Relation(">=", polynomial(h)))
    assert list(narrate.certificate(goal, evidence, context, narrate.Pen())) == [
        "p = a·b − b²",
        "b·p = h₁·b², hence p ≥ 0",
        "  with h₁ = a − b ≥ 0",
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0", "0"),
        ("-1/2*a^2*b - a + 3", "3 − 1/2·a²·b − a"),
        ("cos(x_1,y_1)*|x_1|", "cos(x₁, y₁)·‖x₁‖"),
        ("root10*sin(z,w)", "√10·sin(z, w)"),
    ],
)
def test_polynomials_in_writing(text, written):
    assert narrate.Pen().poly(polynomial(text)) == written


# --- the whole --------------------------------------------------------------------------------------------------------


@every_claim
@pytest.mark.parametrize("latex", [False, True])
def test_everything_shown_ends_in_the_verdict(id, latex, monkeypatch):
    answer = Outcome("z3", "unknown", "not asked in this test", 0.0)
    monkeypatch.setattr(show, "examined", lambda record, _: with_solver(record, answer))
    monkeypatch.setattr(show, "derivations", lambda claim, _: found(claim.id))
    monkeypatch.setattr(show, "merging", lambda _: [])
    record = ledger.recorded(ledger.claim(id), LIBRARY)
    lines = list(show.shown(ledger.claim(id), LIBRARY, latex))
    word = "true" if record.verdict is Verdict.PROVED else "false"
    assert lines[0] == f"{id}: {ledger.claim(id).title}"
    assert lines[-1] == f"  {id} is {word}: {record.reason}."
    assert f"source: {ledger.claim(id).source}" in lines
    assert ("Counterexample" in lines) == (record.verdict is Verdict.REFUTED)
    assert ("For every number of blocks" in lines) == record.every
    assert all(line.count("$") % 2 == 0 for line in lines)


def test_why_the_claim_is_not_always_the_invariant():
    """A pair of blocks has the norm-ratio bound each, and together they lack it."""
    id = "blocks.norm_ratio_lower"
    said = told(ledger.recorded(ledger.claim(id), LIBRARY), LIBRARY.stored(id))
    assert any(line.startswith("What is claimed is no invariant itself, for it may be lost in the union: ") for line in said)
    (one, other), both = [(1, 1, 1), (1, 2, 2)], (2, 3, 5)
    assert one[1] / (one[0] * one[2]) ** 0.5 == other[1] / (1 * 2**2) ** 0.5 == 1
    assert Fraction(both[1] ** 2, both[0] * both[2]) < 1


def test_the_prose_stands_after_its_claim():
    assert prose(ledger.claim("blocks.norm_ratio_lower")).startswith("What does carry a threshold over")
    assert prose(ledger.claim("step.increment")) == ""
    assert introduction("blocks").startswith("Blocks: what local cosines say")


def test_a_contradiction_is_shown_and_not_taken_for_known():
    id = "blocks.range_is_sharp"
    said = [line.strip() for line in told(ledger.recorded(ledger.claim(id), LIBRARY), LIBRARY.stored(id))]
    absurd = [index for index, line in enumerate(said) if line.startswith("This cannot occur")]
    assert absurd
    assert all(said[index + 1] == "p = −1" and said[index + 2].endswith(", hence p ≥ 0") for index in absurd)
