"""What a statement means: one reading of the terms, for every kind of number.

The lowering to polynomials, the exact evaluation on vectors, SymPy and NumPy are all this one recursion, over different
numbers. A cosine is ``⟨x, y⟩/(‖x‖‖y‖)``, a norm is ``√⟨x, x⟩``, a sine is ``√(1 − cos²)``: said here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

from proofs.kernel import terms as t
from proofs.kernel.duals import Duals


class Algebra(Protocol):
    """The numbers and vectors of a reading. Scalars need ``+`` and ``*``; the rest is asked of the algebra."""

    def number(self, value: Fraction) -> Any: ...
    def symbol(self, name: str) -> Any: ...
    def quotient(self, numerator: Any, denominator: Any, term: t.Node) -> Any: ...
    def root(self, radicand: Any, term: t.Node) -> Any: ...
    def log(self, argument: Any, term: t.Node) -> Any: ...
    def maximum(self, arguments: tuple[Any, ...]) -> Any: ...
    def base(self, vector: t.Base) -> Any: ...
    def literal(self, entries: tuple[Any, ...]) -> Any: ...
    def scale(self, factor: Any, vector: Any) -> Any: ...
    def concatenate(self, parts: tuple[Any, ...]) -> Any: ...
    def inner(self, left: Any, right: Any) -> Any: ...


def scalar_value(term: t.Scalar, algebra: Algebra) -> Any:
    """The value of a scalar expression in the algebra."""
    match term:
        case t.Number(value):
            return algebra.number(value)
        case t.Symbol(name):
            return algebra.symbol(name)
        case t.NamedScalar(_, meaning):
            return once(term, algebra, lambda: scalar_value(meaning, algebra))
        case t.Sum(terms):
            first, *others = (scalar_value(part, algebra) for part in terms)
            for value in others:
                first = first + value
            return first
        case t.Product(factors):
            first, *others = (scalar_value(part, algebra) for part in factors)
            for value in others:
                first = first * value
            return first
        case t.Power(base, exponent):
            result, value = algebra.number(Fraction(1)), scalar_value(base, algebra)
            for _ in range(exponent):
                result = result * value
            return result
        case t.Quotient(numerator, denominator):
            return algebra.quotient(scalar_value(numerator, algebra), scalar_value(denominator, algebra), term)
        case t.Root(radicand):
            return algebra.root(scalar_value(radicand, algebra), term)
        case t.Log(argument):
            return algebra.log(scalar_value(argument, algebra), term)
        case t.Maximum(arguments):
            return algebra.maximum(tuple(scalar_value(argument, algebra) for argument in arguments))
        case t.Minimum(arguments):
            minus = algebra.number(Fraction(-1))
            return minus * algebra.maximum(tuple(minus * scalar_value(argument, algebra) for argument in arguments))
        case t.Inner(left, right):
            return algebra.inner(vector_value(left, algebra), vector_value(right, algebra))
        case t.Norm(vector):
            value = vector_value(vector, algebra)
            return algebra.root(algebra.inner(value, value), term)
        case t.Cosine(left, right):
            lengths = scalar_value(t.Norm(left), algebra) * scalar_value(t.Norm(right), algebra)
            return algebra.quotient(scalar_value(t.Inner(left, right), algebra), lengths, term)
        case t.Sine(left, right):
            c = scalar_value(t.Cosine(left, right), algebra)
            return algebra.root(algebra.number(Fraction(1)) + algebra.number(Fraction(-1)) * (c * c), term)
        case t.Derivative(of, variable):
            slope = scalar_value(of, Duals(algebra, variable.name)).slope
            return algebra.number(Fraction(0)) if slope is None else slope
        case t.Total() | t.Largest() | t.Smallest():
            raise ValueError("a statement about a family has no value until its number of blocks is fixed: expand it first")
    raise TypeError(f"{term!r} is not a scalar expression")


def once(term: t.Node, algebra: Algebra, work: Callable[[], Any]) -> Any:
    """The value of an abbreviation, worked out at its first use; the term is kept so that its identity stays its own."""
    memo = getattr(algebra, "memo", None)
    if memo is None:
        return work()
    if id(term) not in memo:
        memo[id(term)] = (term, work())
    return memo[id(term)][1]


def vector_value(term: t.VectorTerm, algebra: Algebra) -> Any:
    """The value of a vector expression in the algebra."""
    match term:
        case t.Base():
            return algebra.base(term)
        case t.Literal(entries):
            return algebra.literal(tuple(scalar_value(entry, algebra) for entry in entries))
        case t.NamedVector(_, meaning):
            return once(term, algebra, lambda: vector_value(meaning, algebra))
        case t.VectorSum(terms):
            first, *others = (vector_value(part, algebra) for part in terms)
            for value in others:
                first = first + value
            return first
        case t.Scaled(factor, vector):
            return algebra.scale(scalar_value(factor, algebra), vector_value(vector, algebra))
        case t.Blocks(parts):
            return algebra.concatenate(tuple(vector_value(part, algebra) for part in parts))
    raise TypeError(f"{term!r} is not a vector of fixed blocks")
