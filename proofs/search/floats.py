"""A statement on many points at once, in floating point, on any array namespace.

Floats suggest and rationals decide: masks and slacks made here choose which points are worth evaluating exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.evaluate import STEPS
from proofs.kernel.interpret import scalar_value
from proofs.kernel.steps import unrolled

Array = Any


@dataclass(frozen=True)
class Batch:
    """A vector of N points: one array of shape (N, n) for each block."""

    parts: tuple[Array, ...]

    def __add__(self, other: Batch) -> Batch:
        return Batch(tuple(p + q for p, q in zip(self.parts, other.parts, strict=True)))


@dataclass(frozen=True)
class Arrays:
    """The algebra of arrays of N numbers, over inputs of shapes (N,) and (N, n)."""

    xp: Any
    inputs: Mapping[str, Array]

    def number(self, value: Fraction) -> float:
        return float(value)

    def symbol(self, name: str) -> Array:
        return self.inputs[name]

    def base(self, vector: t.Base) -> Batch:
        return Batch((self.inputs[vector.name],))

    def literal(self, entries: tuple[Array, ...]) -> Batch:
        columns = self.xp.broadcast_arrays(*(self.xp.asarray(entry, dtype=self.xp.float64) for entry in entries))
        return Batch((self.xp.stack([self.xp.reshape(column, (-1,)) for column in columns], axis=-1),))

    def scale(self, factor: Array, vector: Batch) -> Batch:
        column = factor[:, None] if getattr(factor, "ndim", 0) else factor
        return Batch(tuple(column * part for part in vector.parts))

    def concatenate(self, parts: tuple[Batch, ...]) -> Batch:
        return Batch(tuple(array for part in parts for array in part.parts))

    def inner(self, left: Batch, right: Batch) -> Array:
        products = [self.xp.sum(p * q, axis=-1) for p, q in zip(left.parts, right.parts, strict=True)]
        total = products[0]
        for product in products[1:]:
            total = total + product
        return total

    def quotient(self, numerator: Array, denominator: Array, term: t.Node) -> Array:
        return numerator / denominator

    def root(self, radicand: Array, term: t.Node) -> Array:
        return self.xp.sqrt(self.xp.asarray(radicand))

    def log(self, argument: Array, term: t.Node) -> Array:
        return self.xp.log(self.xp.asarray(argument))

    def maximum(self, arguments: tuple[Array, ...]) -> Array:
        first, *others = (self.xp.asarray(argument) for argument in arguments)
        for other in others:
            first = self.xp.maximum(*self.xp.broadcast_arrays(first, other))
        return first


def slack(formula: t.Formula, algebra: Arrays) -> Array:
    """By how much the formula holds at each point: negative where it fails, NaN where it is undefined."""
    xp = algebra.xp
    match formula:
        case t.Relation(op, left, right):
            difference = scalar_value(right, algebra) - scalar_value(left, algebra)
            if op in ("=", "!="):
                return -xp.abs(difference) if op == "=" else xp.abs(difference)
            return difference if op[0] == "<" else -difference
        case t.Both(parts):
            return _extreme([slack(part, algebra) for part in parts], xp.minimum, xp)
        case t.Either(parts):
            return _extreme([slack(part, algebra) for part in parts], xp.maximum, xp)
        case t.Iff(left, right):
            a, b = slack(left, algebra), slack(right, algebra)
            size = xp.minimum(xp.abs(a), xp.abs(b))
            return xp.where((a >= 0) == (b >= 0), size, -size)
        case t.AfterSteps():
            return slack(unrolled(formula, STEPS), algebra)
        case t.Exists(_, _, conditions, body):
            return slack(t.Both((*conditions, body)), algebra)
    raise TypeError(f"{formula!r} is not a formula")


def holds(formula: t.Formula, algebra: Arrays, tolerance: float) -> Array:
    """Where the formula holds clearly enough: strict inequalities by more than the tolerance, others up to it."""
    xp = algebra.xp
    match formula:
        case t.Relation(op):
            value = slack(formula, algebra)
            return value > tolerance if op in ("<", ">", "!=") else value >= -tolerance
        case t.Both(parts):
            return _extreme([holds(part, algebra, tolerance) for part in parts], xp.logical_and, xp)
        case t.Either(parts):
            return _extreme([holds(part, algebra, tolerance) for part in parts], xp.logical_or, xp)
        case t.Iff(left, right):
            return holds(left, algebra, tolerance) == holds(right, algebra, tolerance)
        case t.AfterSteps():
            return holds(unrolled(formula, STEPS), algebra, tolerance)
        case t.Exists(_, _, conditions, body):
            return holds(t.Both((*conditions, body)), algebra, tolerance)
    raise TypeError(f"{formula!r} is not a formula")


def _extreme(values: list[Array], choose: Any, xp: Any) -> Array:
    first, *others = values
    for other in others:
        first = choose(*xp.broadcast_arrays(xp.asarray(first), xp.asarray(other)))
    return first
