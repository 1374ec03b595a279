"""Words for writing statements down: what a chapter imports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.kernel.terms import (
    AfterSteps,
    Base,
    Blocks,
    Both,
    Cosine,
    Derivative,
    Either,
    Every,
    Exists,
    Formula,
    Iff,
    Inner,
    Largest,
    Literal,
    Log,
    Maximum,
    Member,
    Minimum,
    NamedScalar,
    NamedVector,
    Norm,
    Power,
    Quotient,
    Relation,
    Root,
    Scalar,
    ScalarLike,
    Sine,
    Smallest,
    Symbol,
    Total,
    VectorTerm,
    Whole,
    formula,
    scalar,
    vector_term,
)


def real(names: str) -> tuple[Symbol, ...]:
    """Real variables, one for each word of `names`."""
    return tuple(Symbol(name) for name in names.split())


def Space(*names: str, dimension: int | None = None) -> tuple[Base, ...]:
    """Vectors of one space of any dimension, or of the given one."""
    if len(set(names)) != len(names) or not names:
        raise ValueError(f"a space needs vectors with different names, not {names}")
    return tuple(Base(name, names, dimension) for name in names)


def Family(*names: str, dimension: int | None = None) -> tuple[tuple[Member, ...], tuple[Whole, ...]]:
    """Any number of blocks, each with one vector for every name: the k-th ones, and the concatenated ones."""
    return (
        tuple(Member(name, names, dimension) for name in names),
        tuple(Whole(name, names, dimension) for name in names),
    )


def vector(*entries: ScalarLike) -> Literal:
    return Literal(tuple(scalar(entry) for entry in entries))


def blocks(*parts: VectorTerm) -> Blocks:
    return Blocks(tuple(vector_term(part) for part in parts))


def named(name: str, meaning: Any) -> Any:
    """An abbreviation for a scalar or a vector."""
    return NamedVector(name, meaning) if isinstance(meaning, VectorTerm) else NamedScalar(name, scalar(meaning))


def inner(left: VectorTerm, right: VectorTerm) -> Scalar:
    return Inner(vector_term(left), vector_term(right))


def norm(of: VectorTerm) -> Scalar:
    return Norm(vector_term(of))


def cosine(left: VectorTerm, right: VectorTerm) -> Scalar:
    return Cosine(vector_term(left), vector_term(right))


def sine(left: VectorTerm, right: VectorTerm) -> Scalar:
    return Sine(vector_term(left), vector_term(right))


def root(radicand: ScalarLike) -> Scalar:
    return Root(scalar(radicand))


def log(argument: ScalarLike) -> Scalar:
    """The natural logarithm."""
    return Log(scalar(argument))


def maximum(*arguments: ScalarLike) -> Scalar:
    return Maximum(tuple(scalar(argument) for argument in arguments))


def minimum(*arguments: ScalarLike) -> Scalar:
    return Minimum(tuple(scalar(argument) for argument in arguments))


def absolute(value: ScalarLike) -> Scalar:
    return maximum(value, -scalar(value))


def derivative(of: ScalarLike, variable: Symbol) -> Scalar:
    """The derivative with respect to the variable, at 0."""
    return Derivative(scalar(of), variable)


def sign(value: ScalarLike) -> Scalar:
    """``value/|value|``: undefined at 0, so a claim that uses it must exclude 0."""
    return Quotient(scalar(value), Root(Power(scalar(value), 2)))


def total(each: ScalarLike) -> Scalar:
    return Total(scalar(each))


def largest(each: ScalarLike) -> Scalar:
    return Largest(scalar(each))


def smallest(each: ScalarLike) -> Scalar:
    return Smallest(scalar(each))


def every(each: Formula) -> Formula:
    return Every(formula(each))


def equal(left: ScalarLike, right: ScalarLike) -> Relation:
    return Relation("=", scalar(left), scalar(right))


def unequal(left: ScalarLike, right: ScalarLike) -> Relation:
    return Relation("!=", scalar(left), scalar(right))


def nonzero(of: VectorTerm) -> Relation:
    return norm(of) > 0


def both(*parts: Formula) -> Formula:
    return Both(_some(parts))


def either(*parts: Formula) -> Formula:
    return Either(_some(parts))


def _some(parts: tuple[Formula, ...]) -> tuple[Formula, ...]:
    if not parts:
        raise ValueError("a statement made of no statements says nothing")
    return tuple(formula(part) for part in parts)


def iff(left: Formula, right: Formula) -> Formula:
    return Iff(formula(left), formula(right))


def exists(*variables: Base | Symbol, such_that: Formula, where: tuple[Formula, ...] = ()) -> Formula:
    vectors = tuple(v for v in variables if isinstance(v, Base))
    numbers = tuple(v for v in variables if isinstance(v, Symbol))
    if len(vectors) + len(numbers) < len(variables):
        raise TypeError("what is said to exist are vectors of a space and real numbers, each by a name of its own")
    return Exists(vectors, numbers, tuple(formula(part) for part in where), formula(such_that))


def after_steps(
    count: Symbol,
    *,
    start: Mapping[Base, VectorTerm],
    step: Mapping[Base, VectorTerm],
    holds: Formula,
    allowed: tuple[Formula, ...] = (),
) -> Formula:
    """`holds`, after every number `count` of steps, each taken where all that is `allowed` holds."""
    if start.keys() != step.keys():
        raise ValueError("a start and a step are needed for each of the same vectors")
    current = tuple(start)
    first, following = (tuple(vector_term(places[v]) for v in current) for places in (start, step))
    return AfterSteps(count, current, first, following, tuple(formula(part) for part in allowed), formula(holds))
