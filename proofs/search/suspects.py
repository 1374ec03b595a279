"""From a point at which floats see a violation to exact inputs at which there is one, or to the finding that there is not.

Rounding makes artefacts: two norms that a hypothesis wants equal differ in the last bit. So besides the point itself its
neighbours are tried, simple ones first: with fewer digits, and turned into a plane where norms and sines are rational.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import frexp, sqrt
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.evaluate import Concrete, Evaluation, Undefined, block_count, evaluate
from proofs.kernel.interpret import scalar_value
from proofs.kernel.reals import Undecided
from proofs.kernel.text import unicode
from proofs.search.conditions import Affine, Length, Plan, Projection, plan

Inputs = Mapping[str, Any]

DIGITS = (1, 2, 3, 4, 6, 9, 13, 20, 30, 45)
MOST_ENTRIES = 8


def exactly(claim: Claim, inputs: Inputs) -> Evaluation | None:
    """What the kernel says of exact inputs; None if it can't tell."""
    try:
        return evaluate(claim, inputs)
    except (Undecided, Undefined):
        return None


def refutes(evaluation: Evaluation | None) -> bool:
    return evaluation is not None and all(evaluation.hypotheses) and not evaluation.conclusion


def refuting(claim: Claim, inputs: Inputs) -> dict[str, Any] | None:
    """Simple exact inputs near the given ones, or else these, at which the claim is false; None if none is found."""
    for near in candidates(claim, inputs):
        if refutes(exactly(claim, near)):
            return dict(near)
    return None


def satisfying(claim: Claim, inputs: Inputs) -> tuple[Inputs, Evaluation | None]:
    """The inputs, or the nearest neighbours that satisfy the hypotheses exactly, and what the kernel says of them."""
    for near in reversed([*candidates(claim, inputs)]):
        evaluation = exactly(claim, near)
        if evaluation is None or all(evaluation.hypotheses):
            return near, evaluation
    return inputs, None


def candidates(claim: Claim, inputs: Inputs) -> Iterator[Inputs]:
    """Neighbours of the inputs, coarse to fine, and at last the inputs themselves."""
    claim = claim.with_blocks(block_count(claim, inputs))
    variables, conditions = list(claim.variables()), plan(claim)
    for digits in DIGITS:
        shorter = {name: shortened(value, digits) for name, value in inputs.items()}
        for near in (planar(variables, inputs, digits), rounded(inputs, digits), shorter):
            solved = near and resolved(conditions, near)
            if solved:
                yield solved
    yield inputs


def resolved(conditions: Plan, inputs: Inputs) -> Inputs | None:
    """The inputs with all that equations determine worked out anew, exactly; None if that is irrational or undefined."""
    found = dict(inputs)
    try:
        for projection in conditions.projections:
            found[projection.vector] = projected(projection, found)
        for length in conditions.lengths:
            found[length.vector] = stretched(length, found)
        for number in conditions.numbers:
            if number.equation is not None:
                found[number.name] = solution(number.equation, found)
        for length in conditions.lengths_after:
            found[length.vector] = stretched(length, found)
    except (ZeroDivisionError, ValueError):
        return None
    return found


def projected(projection: Projection, inputs: Inputs) -> list[Fraction]:
    vector, along = inputs[projection.vector], inputs[projection.along]
    factor = dot(vector, along) / (dot(along, along) or 1)
    return [entry - factor * other for entry, other in zip(vector, along, strict=True)]


def dot(v: list[Fraction], w: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(v, w, strict=True)), Fraction(0))


def stretched(length: Length, inputs: Inputs) -> list[Fraction]:
    factor = solution(length.equation, inputs)
    return [factor * entry for entry in inputs[length.vector]]


def solution(equation: Affine, inputs: Inputs) -> Fraction:
    """Where the equation holds."""
    algebra = Concrete(inputs)
    value = -scalar_value(equation.constant, algebra) / scalar_value(equation.slope, algebra)
    if value.terms is None or set(value.terms) - {1}:
        raise ValueError("an irrational number")
    return Fraction(value.terms.get(1, 0))


def said(inputs: Inputs) -> str:
    """The inputs, exactly if that is short and in decimals otherwise."""
    return ", ".join(f"{unicode(t.Symbol(name))} = {written(value)}" for name, value in inputs.items())


def written(value: Any) -> str:
    if isinstance(value, list):
        entries = ", ".join(map(written, value[:MOST_ENTRIES])) + (", …" if len(value) > MOST_ENTRIES else "")
        return f"({entries})"
    text = str(value)
    return (text if len(text) < 12 else f"{float(value):.6g}").replace("-", "−")


def shortened(value: Any, digits: int) -> Any:
    """A number, or each entry of a vector, to so many binary digits."""
    if isinstance(value, list):
        return [shortened(entry, digits) for entry in value]
    unit = Fraction(2) ** (frexp(value)[1] - digits)
    return round(value / unit) * unit


def rounded(inputs: Inputs, digits: int) -> Inputs:
    """The inputs with each number to so many binary places, which makes 0 of what is next to it."""
    unit = Fraction(1, 2**digits)
    return {name: value if isinstance(value, list) else round(value / unit) * unit for name, value in inputs.items()}


def planar(variables: list[t.Base | t.Symbol], inputs: Inputs, digits: int) -> Inputs | None:
    """The same norms and angles in a plane, shortened; None if some space is no plane.

    A vector at the angle φ to the first of its space is ``‖v‖ (1 − u², 2u)/(1 + u²)`` with a rational ``u = tan(φ/2)``.
    """
    first: dict[tuple[str, ...], list[Fraction]] = {}
    found: dict[str, Any] = {}
    for variable in variables:
        value = inputs[variable.name]
        if isinstance(variable, t.Symbol):
            found[variable.name] = shortened(value, digits)
            continue
        if len(value) == 1 or variable.dimension not in (None, 2) or not any(value):
            return None
        length = shortened(Fraction(norm(value)), digits)
        half = half_angle(first.setdefault(variable.space, value), value)
        if half is None:
            found[variable.name] = [-length, Fraction(0)]
        else:
            u = shortened(Fraction(half), digits)
            found[variable.name] = [length * (1 - u * u) / (1 + u * u), length * 2 * u / (1 + u * u)]
    return found


def half_angle(first: list[Fraction], other: list[Fraction]) -> float | None:
    """``tan(φ/2) = ‖v̂ − ŵ‖/‖v̂ + ŵ‖``, accurate also for nearly opposite vectors; None for opposite ones."""
    a, b = norm(first), norm(other)
    pairs = [(float(p) / a, float(q) / b) for p, q in zip(first, other, strict=True)]
    apart, together = sqrt(sum((p - q) ** 2 for p, q in pairs)), sqrt(sum((p + q) ** 2 for p, q in pairs))
    return None if together == 0 else apart / together


def norm(vector: list[Fraction]) -> float:
    return sqrt(sum(float(entry) ** 2 for entry in vector))
