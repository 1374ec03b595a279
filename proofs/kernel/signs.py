"""Signs that can be seen: certificates written down by inspection, for the many obligations that need no search.

Nothing here is trusted: `check` decides each certificate like any other.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs.kernel.check import Context, Evidence, Monomial, Poly, Rational, Relation, reduce, write


def obvious(goal: Relation, context: Context) -> Evidence | None:
    """A certificate for ``g ≥ 0`` or ``g > 0`` where g is a known fact or a sum of products of known signs."""
    known = context.known
    g = reduce(goal.poly * goal.poly if goal.op == "!=" else goal.poly, context.squares)
    strict = goal.op in (">", "!=")
    if goal.op == "=":
        return None
    for fact, op in known.items():
        ratio = _multiple(g, fact)
        if ratio is not None and (op == ">" or (op == ">=" and not strict)):
            return certificate([{"weight": str(ratio), "square": "1", "facts": [write(fact)]}])
    terms = []
    for monomial, c in g.terms.items():
        if (term := _signed(monomial, c, known)) is None:
            return None
        terms.append(term)
    return None if strict and not any(_strict(term, known) for term in terms) else certificate(terms)


def certificate(terms: list[dict[str, Any]]) -> Evidence:
    return {
        "rule": "certificate",
        "multiplier": [{"weight": "1", "facts": []}],
        "terms": terms,
        "equations": [],
    }


def _multiple(g: Poly, fact: Poly) -> Fraction | None:
    """The positive k with ``g = k·fact``, if there is one."""
    if set(g.terms) != set(fact.terms):
        return None
    ratios = {Fraction(c) / fact.terms[monomial] for monomial, c in g.terms.items()}
    return ratios.pop() if len(ratios) == 1 and min(ratios) > 0 else None


def _signed(monomial: Monomial, c: Rational, known: dict[Poly, str]) -> dict[str, Any] | None:
    """``c·monomial`` as a positive weight times a square times facts."""
    if c < 0:
        return None
    square, facts = Poly.constant(1), []
    for name, e in monomial:
        op = known.get(Poly.variable(name))
        if op == ">":
            facts += [name] * e
            continue
        square = square * Poly.variable(name) ** (e // 2)
        if e % 2 and op != ">=":
            return None
        facts += [name] * (e % 2)
    return {"weight": str(c), "square": write(square), "facts": facts}


def _strict(term: dict[str, Any], known: dict[Poly, str]) -> bool:
    return term["square"] == "1" and all(known[Poly.variable(name)] == ">" for name in term["facts"])
