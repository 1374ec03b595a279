"""The language of statements: scalars, vectors and formulas, as plain data.

Operators and functions here build nodes and evaluate nothing: ``x / x`` stays a quotient and ``root(p**2)`` stays a root,
so that nothing is cancelled before it is known to be defined. What a node *means* is said in one place, `interpret`.

Vectors live in spaces. Vectors of one space have inner products with each other; a block vector is a list of parts, and
parts at different positions are orthogonal. A family is a list of blocks of a length that nobody fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

Exact = int | Fraction


class Scalar:
    """A real number, by its expression."""

    def __add__(self, other: ScalarLike) -> Scalar:
        return Sum((self, scalar(other)))

    def __radd__(self, other: ScalarLike) -> Scalar:
        return Sum((scalar(other), self))

    def __neg__(self) -> Scalar:
        return Product((Number(Fraction(-1)), self))

    def __sub__(self, other: ScalarLike) -> Scalar:
        return self + -scalar(other)

    def __rsub__(self, other: ScalarLike) -> Scalar:
        return scalar(other) + -self

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, VectorTerm):
            return Scaled(self, other)
        return Product((self, scalar(other)))

    def __rmul__(self, other: ScalarLike) -> Scalar:
        return Product((scalar(other), self))

    def __truediv__(self, other: ScalarLike) -> Scalar:
        return Quotient(self, scalar(other))

    def __rtruediv__(self, other: ScalarLike) -> Scalar:
        return Quotient(scalar(other), self)

    def __pow__(self, exponent: int) -> Scalar:
        if not isinstance(exponent, int) or exponent < 0:
            raise TypeError(f"{exponent!r} is not a power this language has; write a whole number ≥ 0, a quotient or root()")
        return Power(self, exponent)

    def __le__(self, other: ScalarLike) -> Relation:
        return Relation("<=", self, scalar(other))

    def __lt__(self, other: ScalarLike) -> Relation:
        return Relation("<", self, scalar(other))

    def __ge__(self, other: ScalarLike) -> Relation:
        return Relation(">=", self, scalar(other))

    def __gt__(self, other: ScalarLike) -> Relation:
        return Relation(">", self, scalar(other))


ScalarLike = Scalar | int | Fraction


class VectorTerm:
    """A vector of any dimension, by its expression."""

    def __add__(self, other: VectorTerm) -> VectorTerm:
        return VectorSum((self, vector_term(other)))

    def __neg__(self) -> VectorTerm:
        return Scaled(Number(Fraction(-1)), self)

    def __sub__(self, other: VectorTerm) -> VectorTerm:
        return self + -vector_term(other)

    def __mul__(self, other: ScalarLike) -> VectorTerm:
        return Scaled(scalar(other), self)

    def __rmul__(self, other: ScalarLike) -> VectorTerm:
        return Scaled(scalar(other), self)

    def __truediv__(self, other: ScalarLike) -> VectorTerm:
        return Scaled(Quotient(Number(Fraction(1)), scalar(other)), self)


class Formula:
    """A statement that is true or false of concrete vectors and numbers."""

    def __bool__(self) -> bool:
        """Refused: ``a <= b <= c`` would silently mean ``b <= c``, and ``max(a, b)`` one of the two."""
        raise TypeError(
            "a statement is neither true nor false here: write both(a <= b, b <= c), maximum(a, b) or minimum(a, b)"
        )


# --- scalars ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number(Scalar):
    value: Fraction


@dataclass(frozen=True)
class Symbol(Scalar):
    """A real variable, with no assumption beyond real."""

    name: str


@dataclass(frozen=True)
class Sum(Scalar):
    terms: tuple[Scalar, ...]


@dataclass(frozen=True)
class Product(Scalar):
    factors: tuple[Scalar, ...]


@dataclass(frozen=True)
class Quotient(Scalar):
    numerator: Scalar
    denominator: Scalar


@dataclass(frozen=True)
class Power(Scalar):
    base: Scalar
    exponent: int


@dataclass(frozen=True)
class Root(Scalar):
    """The nonnegative square root."""

    radicand: Scalar


@dataclass(frozen=True)
class Log(Scalar):
    """The natural logarithm."""

    argument: Scalar


@dataclass(frozen=True)
class Maximum(Scalar):
    arguments: tuple[Scalar, ...]

    def __post_init__(self) -> None:
        _not_empty(self.arguments, "maximum")


@dataclass(frozen=True)
class Minimum(Scalar):
    arguments: tuple[Scalar, ...]

    def __post_init__(self) -> None:
        _not_empty(self.arguments, "minimum")


@dataclass(frozen=True)
class Inner(Scalar):
    left: VectorTerm
    right: VectorTerm


@dataclass(frozen=True)
class Norm(Scalar):
    vector: VectorTerm


@dataclass(frozen=True)
class Cosine(Scalar):
    left: VectorTerm
    right: VectorTerm


@dataclass(frozen=True)
class Sine(Scalar):
    """``sin φ ≥ 0`` for the angle φ in [0, π] between two nonzero vectors."""

    left: VectorTerm
    right: VectorTerm


@dataclass(frozen=True)
class NamedScalar(Scalar):
    """An abbreviation: printed by its name, read as what it stands for."""

    name: str
    meaning: Scalar


@dataclass(frozen=True)
class Derivative(Scalar):
    """The derivative with respect to a variable, at 0; the variable is bound here."""

    of: Scalar
    variable: Symbol

    def __post_init__(self) -> None:
        if not isinstance(self.variable, Symbol):
            raise TypeError(f"{self.variable!r} is not a number to differentiate by; it has to be a variable of its own")


@dataclass(frozen=True)
class Total(Scalar):
    """The sum over all blocks of a family."""

    each: Scalar


@dataclass(frozen=True)
class Largest(Scalar):
    each: Scalar


@dataclass(frozen=True)
class Smallest(Scalar):
    each: Scalar


# --- vectors ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Base(VectorTerm):
    """A named vector of a space; `dimension` is None where any dimension is meant."""

    name: str
    space: tuple[str, ...]
    dimension: int | None = None


@dataclass(frozen=True)
class Literal(VectorTerm):
    """A vector by its coordinates."""

    entries: tuple[Scalar, ...]


@dataclass(frozen=True)
class VectorSum(VectorTerm):
    terms: tuple[VectorTerm, ...]


@dataclass(frozen=True)
class Scaled(VectorTerm):
    factor: Scalar
    vector: VectorTerm


@dataclass(frozen=True)
class Blocks(VectorTerm):
    parts: tuple[VectorTerm, ...]


@dataclass(frozen=True)
class NamedVector(VectorTerm):
    name: str
    meaning: VectorTerm


@dataclass(frozen=True)
class Member(VectorTerm):
    """The vector ``name_k`` of the k-th block of a family, k being whichever block is spoken of."""

    name: str
    family: tuple[str, ...]
    dimension: int | None = None


@dataclass(frozen=True)
class Whole(VectorTerm):
    """All blocks of one vector of a family, one after the other."""

    name: str
    family: tuple[str, ...]
    dimension: int | None = None


# --- formulas ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Relation(Formula):
    op: str
    left: Scalar
    right: Scalar


@dataclass(frozen=True)
class Both(Formula):
    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Either(Formula):
    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Iff(Formula):
    left: Formula
    right: Formula


@dataclass(frozen=True)
class Every(Formula):
    """``each`` holds for every block of a family."""

    each: Formula


@dataclass(frozen=True)
class Exists(Formula):
    """Some `vectors` and `numbers` satisfy the `conditions`, and then the `body`.

    The conditions come first because the body may be undefined without them.
    """

    vectors: tuple[Base, ...]
    numbers: tuple[Symbol, ...]
    conditions: tuple[Formula, ...]
    body: Formula

    @property
    def variables(self) -> list[Base | Symbol]:
        return [*self.vectors, *self.numbers]


@dataclass(frozen=True)
class AfterSteps(Formula):
    """``each`` holds after every number of steps, none included.

    The `current` vectors are bound here, and so is the `count` of steps. They start as `first`; a step turns them into
    `following`, and is taken only where everything `allowed` holds of them.
    """

    count: Symbol
    current: tuple[Base, ...]
    first: tuple[VectorTerm, ...]
    following: tuple[VectorTerm, ...]
    allowed: tuple[Formula, ...]
    each: Formula

    def __post_init__(self) -> None:
        if not isinstance(self.count, Symbol) or not all(isinstance(v, Base) for v in self.current):
            raise TypeError("steps are counted by a number of its own, and move vectors of their own")
        own = {v.name for v in self.variables}
        for node in (node for vector in self.first for node in walk(vector)):
            if isinstance(node, Base | Symbol) and node.name in own:
                raise ValueError(f"the start speaks of {node.name}, which the steps move")
        for v in self.current:
            if v.dimension is not None:
                raise ValueError(f"{v.name} has a fixed dimension; what steps move are vectors of any dimension")
        parts: tuple[Node, ...] = (*self.first, *self.following, *self.allowed, self.each)
        for node in (node for part in parts for node in walk(part)):
            if isinstance(node, _NOT_INSIDE_STEPS):
                raise ValueError(f"{type(node).__name__} cannot stand inside a sequence of steps")

    @property
    def variables(self) -> list[Base | Symbol]:
        return [*self.current, self.count]


_NOT_INSIDE_STEPS = (Derivative, Every, Exists, AfterSteps, Member, Whole, Total, Largest, Smallest)

Node = Scalar | VectorTerm | Formula


# --- coercion ---------------------------------------------------------------------------------------------------------


def _not_empty(arguments: tuple[Scalar, ...], what: str) -> None:
    """A bound that nothing need attain would contradict its own definition."""
    if not arguments:
        raise ValueError(f"the {what} of nothing is not a number")


def scalar(value: ScalarLike) -> Scalar:
    """A number or expression as a scalar; floats are refused, since they are not what they seem."""
    if isinstance(value, Scalar):
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Number(Fraction(value))
    raise TypeError(f"{value!r} is no exact number or scalar expression; write Fraction(1, 10) for 0.1")


def formula(value: Formula) -> Formula:
    if not isinstance(value, Formula):
        raise TypeError(f"{value!r} is not a statement")
    return value


def vector_term(value: VectorTerm) -> VectorTerm:
    if not isinstance(value, VectorTerm):
        raise TypeError(f"{value!r} is not a vector")
    return value


# --- walking ----------------------------------------------------------------------------------------------------------


_FIELDS: dict[type, tuple[str, ...]] = {}


def names_of_fields(kind: Any) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in fields(kind))
    return _FIELDS[kind]


def children(node: Node) -> Iterator[Node]:
    for name in names_of_fields(type(node)):
        value = getattr(node, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Scalar | VectorTerm | Formula):
                yield item


def walk(node: Node) -> Iterator[Node]:
    """The node and all that it is made of, from the outside in and from left to right."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed([*children(node)])


def rebuild(node: Any, change: Callable[[Node], Node]) -> Any:
    """The same node with `change` applied to each of its children."""

    def changed(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(changed(item) for item in value)
        return change(value) if isinstance(value, Scalar | VectorTerm | Formula) else value

    return replace(node, **{name: changed(getattr(node, name)) for name in names_of_fields(type(node))})


def conjuncts(formula: Formula) -> Iterator[Formula]:
    """The formulas of which this one says that all hold."""
    if isinstance(formula, Both):
        for part in formula.parts:
            yield from conjuncts(part)
    else:
        yield formula
