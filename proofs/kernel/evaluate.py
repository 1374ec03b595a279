"""A statement on concrete vectors and numbers, decided exactly.

This is how a counterexample is believed: not because a solver says so, but because its hypotheses hold and its conclusion
fails in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.gram import Vector, concatenated, coordinate_vector, inner_product, orthonormal
from proofs.kernel.interpret import scalar_value
from proofs.kernel.reals import Real, larger
from proofs.kernel.steps import unrolled
from proofs.kernel.text import unicode

STEPS = 2
"""What is said after every number of steps is looked at after so many: enough to refute it, never enough to prove it."""


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
    memo: dict[int, Any] = field(default_factory=dict, repr=False)

    def number(self, value: Fraction) -> Real:
        return Real.of(value)

    def symbol(self, name: str) -> Real:
        return Real.of(self.inputs[name])

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

    def log(self, argument: Real, term: t.Node) -> Real:
        try:
            return argument.log()
        except ValueError:
            raise Undefined(f"{unicode(term)} is the logarithm of a number that is not positive") from None

    def maximum(self, arguments: tuple[Real, ...]) -> Real:
        first, *others = arguments
        for other in others:
            first = larger(first, other)
        return first


def evaluate(claim: Claim, inputs: Mapping[str, Any]) -> Evaluation:
    """Hypotheses, conclusion and slack of a claim on concrete inputs, exactly.

    Vectors whose existence is claimed are inputs like the others: the conclusion then says whether these ones do.

    Raises
    ------
    ValueError
        If an input is missing, unknown, not finite, or of the wrong kind or dimension; `Undefined`, a `ValueError`, if the
        conclusion has no value although the hypotheses hold.
    """
    claim, algebra = placed(claim, inputs)
    held: list[bool] = []
    for hypothesis in claim.given:
        holds, _ = truth(hypothesis, algebra) if all(held) else _unless_undefined(hypothesis, algebra)
        held.append(holds)
    return Evaluation(tuple(held), *(truth if all(held) else _unless_undefined)(claim.statement, algebra))


def hypotheses_hold(claim: Claim, inputs: Mapping[str, Any]) -> bool:
    """Whether concrete values of the universal variables satisfy every hypothesis."""
    claim, algebra = placed(claim, inputs, existential=False)
    try:
        return all(truth(hypothesis, algebra)[0] for hypothesis in claim.given)
    except Undefined:
        return False


def placed(claim: Claim, inputs: Mapping[str, Any], existential: bool = True) -> tuple[Claim, Concrete]:
    """The claim said of as many blocks as the inputs have, and the algebra of these inputs."""
    inputs = exact_inputs(claim, inputs)
    claim = claim.with_blocks(block_count(claim, inputs))
    check_inputs(claim, inputs, existential)
    return claim, Concrete(inputs)


def _unless_undefined(formula: t.Formula, algebra: Concrete) -> tuple[bool, float]:
    """A formula where the hypotheses before it fail, so that it need not mean anything."""
    try:
        return truth(formula, algebra)
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
        case t.AfterSteps():
            return earliest(unrolled(formula, STEPS).parts, algebra)
        case t.Exists(_, _, conditions, body):
            return truth(t.Both((*conditions, body)), algebra)
    raise TypeError(f"{formula!r} is not a formula")


def earliest(parts: tuple[t.Formula, ...], algebra: Concrete) -> tuple[bool, float]:
    """Whether all parts hold, and the least by how much; or else by how much the first fails that does."""
    slacks = []
    for part in parts:
        holds, slack = truth(part, algebra)
        if not holds:
            return False, slack
        slacks.append(slack)
    return True, min(slacks)


# --- inputs -----------------------------------------------------------------------------------------------------------


def exact_inputs(claim: Claim, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Exact numbers and lists of them; the blocks ``x=[…, …]`` of a family as ``x_1``, ``x_2`` and so on."""
    families = set(_family_names(claim))
    found: dict[str, Any] = {}
    for name, given in inputs.items():
        value = exact(given, name)
        if name in families and not (isinstance(value, list) and all(isinstance(block, list) for block in value)):
            raise ValueError(f"{name} is {given!r}, but must be a list of blocks, each a list of numbers")
        for key, entry in (_numbered(name, value) if name in families else {name: value}).items():
            if key in found:
                raise ValueError(f"{key} is given twice")
            found[key] = entry
    return found


def exact(value: Any, name: str) -> Any:
    """A number as a Fraction, a finite float being the dyadic number that it is; a sequence or array as a list of them."""
    plain = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(plain, list | tuple):
        return [exact(entry, name) for entry in plain]
    if isinstance(plain, bool) or not hasattr(plain, "as_integer_ratio"):
        raise ValueError(f"{name} holds {plain!r}, which is no number")
    try:
        return Fraction(*plain.as_integer_ratio())
    except (ValueError, OverflowError):
        raise ValueError(f"{name} holds {plain}, which is not finite") from None


def _numbered(name: str, blocks: list[Any]) -> dict[str, Any]:
    return {f"{name}_{k}": block for k, block in enumerate(blocks, 1)}


def _family_names(claim: Claim) -> Iterator[str]:
    for node in (node for part in claim.parts for node in t.walk(part)):
        if isinstance(node, t.Member | t.Whole):
            yield from node.family


def block_count(claim: Claim, inputs: Mapping[str, Any]) -> int:
    """How many blocks the inputs ``x_1, x_2, …`` of a family speak of."""
    if not claim.family:
        return 1
    return max(1, *(sum(name.startswith(f"{family}_") for name in inputs) for family in set(_family_names(claim))))


def check_inputs(claim: Claim, inputs: Mapping[str, Any], existential: bool) -> None:
    """Every variable has a value of its kind, and vectors of one space have one length."""
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
            if isinstance(value, list):
                raise ValueError(f"{name} is a list, but must be a number")
            continue
        if not isinstance(value, list) or not value or any(isinstance(entry, list) for entry in value):
            raise ValueError(f"{name} must be a list of numbers, one at least")
        other, length = lengths.setdefault(variable.space, (name, len(value)))
        if len(value) != length:
            raise ValueError(f"{name} has {len(value)} entries, but {other} has {length}")
        if variable.dimension not in (None, len(value)):
            raise ValueError(f"{name} has {len(value)} entries, but must have {variable.dimension}")
