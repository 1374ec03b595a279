"""A statement on concrete vectors and numbers, decided exactly.

This is how a counterexample is believed: not because a solver says so, but because its hypotheses hold and its conclusion
fails in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.gram import Vector, concatenated, coordinate_vector, inner_product, orthonormal
from proofs.kernel.interpret import scalar_value
from proofs.kernel.reals import Real, larger
from proofs.kernel.text import unicode

Value = int | Fraction | Sequence[int | Fraction]


@dataclass(frozen=True)
class Evaluation:
    """What a claim says of concrete vectors and numbers.

    `slack` is the amount by which the conclusion holds: negative where it fails, zero on its boundary. For an equality it
    is minus the distance between the sides, for an equivalence it is positive where both sides agree.
    """

    hypotheses: tuple[bool, ...]
    conclusion: bool
    slack: float

    @property
    def holds(self) -> bool:
        """The hypotheses imply the conclusion here."""
        return self.conclusion or not all(self.hypotheses)


class Undefined(ValueError):
    """A term of the statement has no value for these inputs."""


@dataclass(frozen=True)
class Concrete:
    """The algebra of exact numbers and concrete vectors."""

    inputs: Mapping[str, Any]

    def number(self, value: Fraction) -> Real:
        return Real.of(value)

    def symbol(self, name: str) -> Real:
        value = self.inputs[name]
        return value if isinstance(value, Real) else Real.of(value)

    def base(self, vector: t.Base) -> Vector[Real]:
        return coordinate_vector(tuple(Real.of(entry) for entry in self.inputs[vector.name]))

    def literal(self, entries: tuple[Real, ...]) -> Vector[Real]:
        return coordinate_vector(entries)

    def scale(self, factor: Real, vector: Vector[Real]) -> Vector[Real]:
        return vector.scaled(factor)

    def concatenate(self, parts: tuple[Vector[Real], ...]) -> Vector[Real]:
        return concatenated(parts)

    def inner(self, left: Vector[Real], right: Vector[Real]) -> Real:
        one = Real.of(1)
        return inner_product(left, right, lambda a, b: orthonormal(a, b, one), Real.of(0))

    def quotient(self, numerator: Real, denominator: Real, term: t.Node) -> Real:
        try:
            return numerator / denominator
        except ZeroDivisionError:
            raise Undefined(f"{unicode(term)} divides by zero") from None

    def root(self, radicand: Real, term: t.Node) -> Real:
        try:
            return radicand.root()
        except ValueError:
            raise Undefined(f"{unicode(term)} is the root of a negative number") from None

    def maximum(self, arguments: tuple[Real, ...]) -> Real:
        first, *others = arguments
        for other in others:
            first = larger(first, other)
        return first


def evaluate(claim: Claim, inputs: Mapping[str, Value]) -> Evaluation:
    """Hypotheses, conclusion and slack of a claim on concrete inputs, exactly.

    Vectors whose existence is claimed are inputs like the others: the conclusion then says whether these ones do.

    Raises
    ------
    ValueError
        If an input is missing, unknown, of the wrong kind or dimension, or not exact; `Undefined`, a `ValueError`, if the
        conclusion has no value although the hypotheses hold.
    """
    claim = claim.with_blocks(block_count(claim, inputs))
    check_inputs(claim, inputs)
    algebra = Concrete(inputs)
    held = []
    for hypothesis in claim.given:
        held.append(truth(hypothesis, algebra)[0])
        if not held[-1]:
            return Evaluation((*held, *(False for _ in claim.given[len(held) :])), *_unless_undefined(claim, algebra))
    return Evaluation(tuple(held), *truth(claim.statement, algebra))


def hypotheses_hold(claim: Claim, inputs: Mapping[str, Value]) -> bool:
    """Whether concrete values of the universal variables satisfy every hypothesis."""
    claim = claim.with_blocks(block_count(claim, inputs))
    check_inputs(claim, inputs, existential=False)
    try:
        return all(truth(hypothesis, Concrete(inputs))[0] for hypothesis in claim.given)
    except Undefined:
        return False


def _unless_undefined(claim: Claim, algebra: Concrete) -> tuple[bool, float]:
    """The conclusion outside the hypotheses, where it need not mean anything."""
    try:
        return truth(claim.statement, algebra)
    except Undefined:
        return False, float("nan")


def truth(formula: t.Formula, algebra: Concrete) -> tuple[bool, float]:
    """Whether the formula holds, and by how much."""
    match formula:
        case t.Relation(op, left, right):
            difference = scalar_value(right, algebra) - scalar_value(left, algebra)
            sign = difference.sign()
            size = float(difference)
            return {
                "<": (sign > 0, size),
                "<=": (sign >= 0, size),
                ">": (sign < 0, -size),
                ">=": (sign <= 0, -size),
                "=": (sign == 0, -abs(size) if sign else 0.0),
                "!=": (sign != 0, abs(size) if sign else 0.0),
            }[op]
        case t.Both(parts):
            values = [truth(part, algebra) for part in parts]
            return all(v for v, _ in values), min(s for _, s in values)
        case t.Either(parts):
            values = [truth(part, algebra) for part in parts]
            return any(v for v, _ in values), max(s for _, s in values)
        case t.Iff(left, right):
            (a, slack_a), (b, slack_b) = truth(left, algebra), truth(right, algebra)
            size = min(abs(slack_a), abs(slack_b))
            return a == b, size if a == b else -size
        case t.Exists(_, _, conditions, body):
            return truth(t.Both((*conditions, body)), algebra)
    raise TypeError(f"{formula!r} is not a formula")


def block_count(claim: Claim, inputs: Mapping[str, Any]) -> int:
    """How many blocks the inputs ``x_1, x_2, …`` of a family speak of."""
    if not claim.family:
        return 1
    members = {
        n for part in claim.parts for node in t.walk(part) if isinstance(node, t.Member | t.Whole) for n in node.family
    }
    return max(1, sum(name.partition("_")[0] == min(members) and "_" in name for name in inputs))


def check_inputs(claim: Claim, inputs: Mapping[str, Any], existential: bool = True) -> None:
    """Every variable has an exact value of its kind, and vectors of one space have one length."""
    variables = {v.name: v for v in (*claim.variables(), *(claim.existential() if existential else ()))}
    for name in inputs:
        if name not in variables:
            raise ValueError(f"{claim.id} has no variable {name}; its variables are {', '.join(variables)}")
    lengths: dict[tuple[str, ...], tuple[str, int]] = {}
    for name, variable in variables.items():
        if name not in inputs:
            raise ValueError(f"{claim.id} needs a value for {name}")
        value = inputs[name]
        if isinstance(variable, t.Symbol):
            if not _is_exact(value) and not isinstance(value, Real):
                raise ValueError(f"{name} is {value!r}, but must be an int or a Fraction")
            continue
        if isinstance(value, str) or not isinstance(value, Sequence) or not value or not all(map(_is_exact, value)):
            raise ValueError(f"{name} is {value!r}, but must be a list of ints or Fractions")
        other, length = lengths.setdefault(variable.space, (name, len(value)))
        if len(value) != length:
            raise ValueError(f"{name} has {len(value)} entries, but {other} has {length}")
        if variable.dimension not in (None, len(value)):
            raise ValueError(f"{name} has {len(value)} entries, but must have {variable.dimension}")


def _is_exact(value: object) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)
