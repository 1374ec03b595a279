"""The lowered core of a claim, worked out on concrete vectors: what its polynomials say there, exactly.

Norms, cosines and sines are computed from the vectors, roots from their squares, maxima from the bounds that define them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from proofs.kernel import Claim, terms
from proofs.kernel.check import And, Formula, Iff, Or, Poly, Relation, polynomial
from proofs.kernel.core import Core
from proofs.kernel.lower import coordinate_name
from proofs.kernel.reals import Real, larger

ONE = Real.of(1)
Values = dict[str, Real]


def values(core: Core, claim: Claim, inputs: Mapping[str, Any]) -> Values:
    """Every variable of the core, from concrete values of the claim's variables (blocks by their own names)."""
    known = dict(coordinates(claim, inputs))
    for name, square in core.context.squares.items():
        if name not in known:
            known[name] = value(square, resolved(core, known)).root()
    known = resolved(core, known)
    of_logs = {name: value(factor, known) for name, factor in logarithms(core)}
    return known | {name: number.log() for name, number in of_logs.items() if number.sign() > 0}


def coordinates(claim: Claim, inputs: Mapping[str, Any]) -> Iterator[tuple[str, Real]]:
    """Numbers, norms, and the cosine and sine between any two vectors of one space.

    A zero vector has no direction of its own; its cosines are those of the first axis, so that all of them go together.
    """
    vectors = [v for v in claim.variables() if isinstance(v, terms.Base)]
    for number in claim.variables():
        if isinstance(number, terms.Symbol):
            yield number.name, Real.of(inputs[number.name])
    for v in vectors:
        yield f"|{v.name}|", norm(inputs[v.name])
    for one, other in combinations(vectors, 2):
        if one.space == other.space:
            first, second = sorted((one.name, other.name), key=one.space.index)
            u, v = directed(inputs[first]), directed(inputs[second])
            c = inner(u, v) / (norm(u) * norm(v))
            yield f"cos({first},{second})", c
            yield f"sin({first},{second})", (ONE - c * c).root()


def directed(v: list[Any]) -> list[Any]:
    return v if any(v) else [1, *v[1:]]


def inner(v: Iterable[Any], w: Iterable[Any]) -> Real:
    return Real.of(sum(a * b for a, b in zip(v, w, strict=True)))


def norm(v: Iterable[Any]) -> Real:
    v = list(v)
    return inner(v, v).root()


def resolved(core: Core, known: Values) -> Values:
    """The values, with those maxima whose arguments are known: the largest of the bounds that define each."""
    known = dict(known)
    for name in maxima(core):
        if name not in known:
            bounds = [bound for fact in defining(name, core) if (bound := bounded_by(name, fact.poly, known)) is not None]
            if len(bounds) == len(list(defining(name, core))):
                known[name] = bounds[0]
                for other in bounds[1:]:
                    known[name] = larger(known[name], other)
    return known


def logarithms(core: Core) -> Iterator[tuple[str, Poly]]:
    """The variables that stand for logarithms, and of what."""
    for key, name in core.context.language.roots.items():  # type: ignore[attr-defined]
        if key.startswith("log "):
            yield name, polynomial(key.removeprefix("log "))


def maxima(core: Core) -> list[str]:
    """The variables that nothing else defines, in order of appearance."""
    names = [n for fact in core.context.facts if isinstance(fact, Relation) for n in sorted(fact.poly.variables())]
    return [name for name in dict.fromkeys(names) if name.startswith("max")]


def defining(name: str, core: Core) -> Iterator[Relation]:
    """The bounds ``m ≥ e``: the facts about m before the equation that says m to be one of the e."""
    for fact in core.context.facts:
        if isinstance(fact, Relation) and name in fact.poly.variables():
            if fact.op == "=":
                return
            yield fact


def bounded_by(name: str, poly: Poly, known: Values) -> Real | None:
    """The e for which ``poly`` is a positive multiple of ``m − e``."""
    slope, rest = Poly({}), Poly({})
    for monomial, c in poly.terms.items():
        if dict(monomial).get(name) == 1:
            slope = slope + Poly({tuple(power for power in monomial if power[0] != name): c})
        else:
            rest = rest + Poly({monomial: c})
    if not (slope.variables() | rest.variables()) <= known.keys():
        return None
    return -value(rest, known) / value(slope, known)


def value(poly: Poly, known: Values) -> Real:
    total = Real.of(0)
    for monomial, c in poly.terms.items():
        product = Real.of(c)
        for name, exponent in monomial:
            for _ in range(exponent):
                product = product * known[name]
        total = total + product
    return total


def holds(formula: Formula, known: Values) -> bool:
    match formula:
        case Relation(op, poly):
            sign = value(poly, known).sign()
            return {">=": sign >= 0, ">": sign > 0, "=": sign == 0, "!=": sign != 0}[op]
        case And(parts):
            return all(holds(part, known) for part in parts)
        case Or(parts):
            return any(holds(part, known) for part in parts)
        case Iff(left, right):
            return holds(left, known) == holds(right, known)
    raise TypeError(f"{formula!r} asks for something")


def identified(claim: Claim) -> bool:
    """Whether a hypothesis makes two coordinates one, so that the core speaks only of where it holds."""
    equations = [n for h in claim.given for n in terms.walk(h) if isinstance(n, terms.Relation) and n.op == "="]
    return any(coordinate_name(e.left) and coordinate_name(e.right) for e in equations)
