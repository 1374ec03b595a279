"""Claims and evidence with one thing changed, for tests that must notice it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from proofs.kernel import Claim
from proofs.kernel import terms as t
from proofs.kernel.check import Poly, polynomial, write

FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "!=", "!=": "="}
STRICT = {"<=": "<", ">=": ">", "<": "<=", ">": ">="}
BIT = Fraction(1, 100)


# --- claims -----------------------------------------------------------------------------------------------------------


def changed_claims(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """The claim with a hypothesis dropped, a sign flipped, a bound moved, two things exchanged, or in a wider scope."""
    for index in range(len(claim.given)):
        yield f"dropped-{index}", claim.without(index)
    for number, op in enumerate(relations(claim.statement)):
        for name, change in changed_relations(op):
            yield f"{name}-{number}", claim.saying(at(claim.statement, number, change))
    for a, b in exchanges(claim):
        yield f"exchanged-{a}-{b}", claim.saying(swapped(claim.statement, a, b))
    if (other := renamed(claim.statement, EXTREMA)) != claim.statement:
        yield "minimum-for-maximum", claim.saying(other)
    for index, hypothesis in enumerate(claim.given):
        if (other := renamed(hypothesis, EXTREMA)) != hypothesis:
            given = [*claim.given[:index], other, *claim.given[index + 1 :]]
            yield f"minimum-for-maximum-given-{index}", claim.saying(claim.statement, given)
    if any(isinstance(node, t.Base) and node.dimension is not None for part in claim.parts for node in t.walk(part)):
        yield "any-dimension", claim.saying(anywhere(claim.statement), [anywhere(part) for part in claim.given])


def changed_relations(op: str) -> Iterator[tuple[str, Callable[[t.Relation], t.Relation]]]:
    yield "flipped", lambda relation: replace(relation, op=FLIPPED[relation.op])
    if op in STRICT:
        yield "strict", lambda relation: replace(relation, op=STRICT[relation.op])
    yield "lowered", lambda relation: replace(relation, right=relation.right - BIT)
    yield "raised", lambda relation: replace(relation, right=relation.right + BIT)
    yield "shrunk", lambda relation: replace(relation, right=Fraction(9, 10) * relation.right)
    yield "stretched", lambda relation: replace(relation, right=Fraction(11, 10) * relation.right)


def relations(formula: t.Formula) -> list[str]:
    return [node.op for node in t.walk(formula) if isinstance(node, t.Relation)]


def at(formula: Any, number: int, change: Callable[[t.Relation], t.Relation]) -> Any:
    """The formula with one of its relations, counted from the left, changed."""
    seen = [-1]

    def visit(node: Any) -> Any:
        if isinstance(node, t.Relation):
            seen[0] += 1
            return change(node) if seen[0] == number else node
        return t.rebuild(node, visit) if isinstance(node, t.Formula) else node

    return visit(formula)


def exchanges(claim: Claim) -> Iterator[tuple[str, str]]:
    """Pairs of names of one kind that occur in the statement."""
    nodes = list(dict.fromkeys(n for n in t.walk(claim.statement) if isinstance(n, t.Symbol | t.Base | t.Member)))
    for a, b in combinations(nodes, 2):
        if type(a) is type(b) and getattr(a, "space", None) == getattr(b, "space", None):
            yield a.name, b.name


def swapped(formula: Any, a: str, b: str) -> Any:
    """The formula with two numbers or vectors exchanged; an abbreviation that this changes is spelt out."""
    other = {a: b, b: a}

    def visit(node: Any) -> Any:
        if isinstance(node, t.Symbol | t.Base | t.Member) and node.name in other:
            return replace(node, name=other[node.name])
        changed = t.rebuild(node, visit)
        return changed.meaning if isinstance(node, t.NamedScalar | t.NamedVector) and changed != node else changed

    return visit(formula)


EXTREMA: Mapping[type, type] = {t.Largest: t.Smallest, t.Smallest: t.Largest, t.Maximum: t.Minimum, t.Minimum: t.Maximum}


def renamed(formula: Any, kinds: Mapping[type, type]) -> Any:
    def visit(node: Any) -> Any:
        changed = t.rebuild(node, visit)
        if isinstance(node, t.NamedScalar | t.NamedVector) and changed != node:
            return changed.meaning
        if type(changed) in kinds:
            return kinds[type(changed)](*(getattr(changed, name) for name in changed.__dataclass_fields__))
        return changed

    return visit(formula)


def anywhere(formula: Any) -> Any:
    """The formula about vectors of any dimension."""

    def visit(node: Any) -> Any:
        return replace(node, dimension=None) if isinstance(node, t.Base) else t.rebuild(node, visit)

    return visit(formula)


# --- evidence ---------------------------------------------------------------------------------------------------------


def changed_evidence(evidence: Any) -> Iterator[tuple[str, Any]]:
    """Evidence with one weight, square, fact, factor, case or term changed, in a way that matters.

    A factor 1 may come and go, and ``q·0 = 0`` holds for every q: such changes leave a proof a proof.
    """
    for place in places(evidence):
        value, key = entry(evidence, place), place[-1] if place else ""
        if "multiplier" in place and proves_zero(entry(evidence, place[: place.index("multiplier")])):
            continue
        for what, other in changes(key, value, place):
            yield f"{'.'.join(map(str, place))}: {what}", put(evidence, place, other)


def proves_zero(certificate: Mapping[str, Any]) -> bool:
    """Whether both sides of the certificate are nothing."""
    return not certificate.get("terms") and not certificate.get("equations")


def changes(key: Any, value: Any, place: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    match key, value:
        case "weight", str():
            yield "doubled", str(2 * Fraction(value))
            yield "negated", str(-Fraction(value))
        case (("square" | "multiplier"), str()):
            yield "one more", write(polynomial(value) + Poly.constant(1))
        case (("terms" | "equations"), [first, *_]):
            yield "the last left out", value[:-1]
            yield "the first twice", [first, *value]
        case "facts", [*_, last] if last != "1":
            yield "the last left out", value[:-1]
            yield "the last twice", [*value, last]
        case "fact", str():
            yield "another equation", write(polynomial(value) + Poly.constant(1))
        case "on", str():
            yield "turned round", write(-polynomial(value))
            yield "moved", write(polynomial(value) + Poly.constant(1))
        case (("parts" | "premises" | "each"), [_, _, *_]):
            yield "the first left out", value[1:]
        case "invariant", [_, *_]:
            yield "the last left out", value[:-1]
        case str(), str() if len(place) > 1 and place[-2] == "terms":
            yield "one more", f"1 + {value}"


def places(evidence: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in the evidence, from the outside in."""
    items = evidence.items() if isinstance(evidence, dict) else enumerate(evidence) if isinstance(evidence, list) else ()
    return [place, *(deeper for key, value in items for deeper in places(value, (*place, key)))]


def entry(evidence: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        evidence = evidence[key]
    return evidence


def put(evidence: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The evidence with one entry replaced."""
    if not place:
        return value
    result = copy.deepcopy(evidence)
    entry(result, place[:-1])[place[-1]] = value
    return result
