"""Derivatives: first-order numbers ``value + slope·ε`` with ``ε² = 0``, over any algebra.

Sum, product, quotient, and the chain rule for square root and logarithm are all there is; a derivative of a derivative is
the same construction twice. A slope of None is an exact zero.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Dual:
    value: Any
    slope: Any = None

    def __add__(self, other: Dual) -> Dual:
        return Dual(self.value + other.value, plus(self.slope, other.slope))

    def __mul__(self, other: Dual) -> Dual:
        return Dual(self.value * other.value, plus(times(self.slope, other.value), times(self.value, other.slope)))


def plus(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else a + b


def times(a: Any, b: Any) -> Any:
    return None if a is None or b is None else a * b


@dataclass(frozen=True)
class Duals:
    """The algebra of first-order numbers in one variable, at 0, over another algebra."""

    over: Any
    variable: str
    memo: dict[int, Any] = field(default_factory=dict, repr=False)

    def number(self, value: Fraction) -> Dual:
        return Dual(self.over.number(value))

    def symbol(self, name: str) -> Dual:
        if name == self.variable:
            return Dual(self.over.number(Fraction(0)), self.over.number(Fraction(1)))
        return Dual(self.over.symbol(name))

    def quotient(self, numerator: Dual, denominator: Dual, term: Any) -> Dual:
        value = self.over.quotient(numerator.value, denominator.value, term)
        change = plus(numerator.slope, times(self.over.number(Fraction(-1)) * value, denominator.slope))
        return Dual(value, None if change is None else self.over.quotient(change, denominator.value, term))

    def root(self, radicand: Dual, term: Any) -> Dual:
        value = self.over.root(radicand.value, term)
        if radicand.slope is None:
            return Dual(value)
        return Dual(value, self.over.quotient(radicand.slope, self.over.number(Fraction(2)) * value, term))

    def log(self, argument: Dual, term: Any) -> Dual:
        value = self.over.log(argument.value, term)
        if argument.slope is None:
            return Dual(value)
        return Dual(value, self.over.quotient(argument.slope, argument.value, term))

    def maximum(self, arguments: tuple[Dual, ...]) -> Dual:
        if any(argument.slope is not None for argument in arguments):
            raise ValueError("a maximum of things that vary is not differentiated here")
        return Dual(self.over.maximum(tuple(argument.value for argument in arguments)))

    def base(self, vector: Any) -> Dual:
        return Dual(self.over.base(vector))

    def literal(self, entries: tuple[Dual, ...]) -> Dual:
        zero = self.over.number(Fraction(0))
        value = self.over.literal(tuple(entry.value for entry in entries))
        if all(entry.slope is None for entry in entries):
            return Dual(value)
        return Dual(value, self.over.literal(tuple(zero if e.slope is None else e.slope for e in entries)))

    def scale(self, factor: Dual, vector: Dual) -> Dual:
        def scaled(f: Any, v: Any) -> Any:
            return None if f is None or v is None else self.over.scale(f, v)

        slope = plus(scaled(factor.slope, vector.value), scaled(factor.value, vector.slope))
        return Dual(self.over.scale(factor.value, vector.value), slope)

    def concatenate(self, parts: tuple[Dual, ...]) -> Dual:
        value = self.over.concatenate(tuple(part.value for part in parts))
        if all(part.slope is None for part in parts):
            return Dual(value)
        zero = self.over.number(Fraction(0))
        slopes = (self.over.scale(zero, part.value) if part.slope is None else part.slope for part in parts)
        return Dual(value, self.over.concatenate(tuple(slopes)))

    def inner(self, left: Dual, right: Dual) -> Dual:
        def product(u: Any, v: Any) -> Any:
            return None if u is None or v is None else self.over.inner(u, v)

        slope = plus(product(left.slope, right.value), product(left.value, right.slope))
        return Dual(self.over.inner(left.value, right.value), slope)
