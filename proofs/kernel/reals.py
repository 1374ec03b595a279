"""Exact real numbers with square roots, for evaluating statements on concrete vectors.

A number is a sum ``Σ q_d √d`` of rational multiples of square roots of whole numbers, as long as that is possible. Such
numbers are compared exactly: the roots are independent over the rationals when no product of two radicands is a square.
That asks for no factoring, so the radicands may be large. A root of anything else (``√(1 + √2)``) is kept as a rule for
rational bounds, which decide its sign unless it is zero; then `Undecided` is raised, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import cache, reduce
from math import gcd, inf, isqrt

from proofs.kernel.ratio import square_part

Bounds = tuple[Fraction, Fraction]
_BITS = (64, 256, 1024, 4096)


class Undecided(ArithmeticError):
    """Rational bounds of the finest precision do not tell a number from zero."""


@dataclass(frozen=True)
class Real:
    """A real number: exact terms where there are any, and bounds of any precision always."""

    terms: Mapping[int, Fraction] | None
    bounds: Callable[[int], Bounds]

    def __post_init__(self) -> None:
        """Bounds that rest on others are worked out once, however often the number occurs in others."""
        if self.terms is None:
            object.__setattr__(self, "bounds", cache(self.bounds))

    @staticmethod
    def of(value: Fraction | int) -> Real:
        return _exact({1: Fraction(value)})

    def __add__(self, other: Real) -> Real:
        if self.terms is not None and other.terms is not None:
            sums = dict(self.terms)
            for d, q in other.terms.items():
                sums[d] = sums.get(d, Fraction(0)) + q
            return _exact(sums)
        return Real(None, lambda bits: _sum(self.bounds(bits), other.bounds(bits)))

    def __neg__(self) -> Real:
        return self * Real.of(-1)

    def __sub__(self, other: Real) -> Real:
        return self + -other

    def __mul__(self, other: Real) -> Real:
        if self.terms is not None and other.terms is not None:
            products: dict[int, Fraction] = {}
            for d, p in self.terms.items():
                for e, q in other.terms.items():
                    g = gcd(d, e)
                    root = d * e // (g * g)
                    products[root] = products.get(root, Fraction(0)) + p * q * g
            return _exact(products)
        if {} in (self.terms, other.terms):
            return Real.of(0)
        return Real(None, lambda bits: _product(self.bounds(bits), other.bounds(bits)))

    def __truediv__(self, other: Real) -> Real:
        if other.sign() == 0:
            raise ZeroDivisionError("division by zero")
        if other.terms is not None:
            above, below = self, other
            while below.terms and any(d > 1 for d in below.terms):
                conjugate = _conjugate(below)
                above, below = above * conjugate, below * conjugate
            return above * Real.of(1 / below.terms[1])  # type: ignore[index]
        if self.terms == {}:
            return self
        return Real(None, lambda bits: _product(self.bounds(bits), _inverse(other, bits)))

    def root(self) -> Real:
        sign = self.sign()
        if sign < 0:
            raise ValueError("square root of a negative number")
        if sign == 0:
            return Real.of(0)
        if self.terms is not None and set(self.terms) == {1}:
            r, d = square_part(self.terms[1])
            return _exact({d: r})
        return Real(None, lambda bits: _root_bounds(self.bounds(2 * bits), bits))

    def log(self) -> Real:
        """The natural logarithm."""
        if self.sign() <= 0:
            raise ValueError("logarithm of a number that is not positive")
        if self.terms == {1: Fraction(1)}:
            return Real.of(0)
        return Real(None, lambda bits: _log_bounds(self, bits))

    def sign(self) -> int:
        if self.terms is not None and not self.terms:
            return 0
        for bits in _BITS:
            low, high = self.bounds(bits)
            if low > 0:
                return 1
            if high < 0:
                return -1
        raise Undecided("a number too close to zero to be told from it by rational bounds")

    def __float__(self) -> float:
        for bits in _BITS:
            low, high = self.bounds(bits)
            if (high - low) * 2**60 <= abs(low + high):
                break
        try:
            return float((low + high) / 2)
        except OverflowError:
            return inf if low > 0 else -inf

    def __str__(self) -> str:
        if self.terms is None:
            return f"≈ {float(self):.12g}"
        pieces = [_term(d, q) for d, q in sorted(self.terms.items())]
        return (
            reduce(lambda text, piece: f"{text} − {piece[1:]}" if piece[0] == "-" else f"{text} + {piece}", pieces)
            if pieces
            else "0"
        )


def larger(a: Real, b: Real) -> Real:
    return a if (a - b).sign() >= 0 else b


def _exact(terms: Mapping[int, Fraction]) -> Real:
    sums: dict[int, Fraction] = {}
    for d, q in terms.items():
        e, factor = next(((e, f) for e in (1, *sums) if (f := _ratio_of_roots(d, e))), (d, Fraction(1)))
        sums[e] = sums.get(e, Fraction(0)) + q * factor
    kept = {d: q for d, q in sums.items() if q}

    def bounds(bits: int) -> Bounds:
        if set(kept) <= {1}:
            return kept.get(1, Fraction(0)), kept.get(1, Fraction(0))
        total = (Fraction(0), Fraction(0))
        for d, q in kept.items():
            total = _sum(total, _product((q, q), _root_bounds((Fraction(d), Fraction(d)), bits)))
        return total

    return Real(kept, bounds)


def _ratio_of_roots(d: int, e: int) -> Fraction | None:
    """``√d/√e`` if it is rational."""
    if d == e:
        return Fraction(1)
    root = isqrt(d * e)
    return Fraction(root, e) if root * root == d * e else None


def _conjugate(value: Real) -> Real:
    """Change the sign of one root, so that the product with the original is free of it.

    The root is that of one of several coprime numbers of which all radicands are products; it is not a square, so the
    change of sign is an automorphism.
    """
    assert value.terms is not None
    last = max(value.terms)
    b = next(b for b in _coprime(value.terms) if isqrt(b) ** 2 != b and _multiplicity(b, last) % 2)
    return _exact({d: -q if _multiplicity(b, d) % 2 else q for d, q in value.terms.items()})


def _coprime(numbers: Iterable[int]) -> list[int]:
    """Pairwise coprime numbers of which all the given ones are products."""
    base: list[int] = []
    todo = list(numbers)
    while todo:
        n = todo.pop()
        b = next((b for b in base if gcd(n, b) > 1), None)
        if b is not None:
            g = gcd(n, b)
            base.remove(b)
            todo += [g, n // g, b // g]
        elif n > 1:
            base.append(n)
    return base


def _multiplicity(b: int, n: int) -> int:
    """How often b divides n."""
    count = 0
    while n % b == 0:
        n, count = n // b, count + 1
    return count


def _sum(a: Bounds, b: Bounds) -> Bounds:
    return a[0] + b[0], a[1] + b[1]


def _product(a: Bounds, b: Bounds) -> Bounds:
    ends = [p * q for p in a for q in b]
    return min(ends), max(ends)


def _inverse(value: Real, bits: int) -> Bounds:
    low, high = value.bounds(bits)
    finer = bits
    while low <= 0 <= high:
        finer *= 2
        low, high = value.bounds(finer)
    return 1 / high, 1 / low


def _root_bounds(inside: Bounds, bits: int) -> Bounds:
    scale = 1 << bits
    low = isqrt(max(0, int(inside[0] * scale * scale)))
    high = isqrt(int(inside[1] * scale * scale)) + 1
    return Fraction(low, scale), Fraction(high, scale)


def _log_bounds(value: Real, bits: int) -> Bounds:
    """Rounded outwards; trusts that `decimal` rounds divisions as told, and logarithms to nearest."""
    low, high = value.bounds(bits)
    finer = bits
    while low <= 0:
        finer *= 2
        low, high = value.bounds(finer)
    ends = []
    for end, rounding, outwards in ((low, ROUND_FLOOR, Decimal.next_minus), (high, ROUND_CEILING, Decimal.next_plus)):
        context = Context(prec=bits // 3 + 20, rounding=rounding)
        quotient = context.divide(Decimal(end.numerator), Decimal(end.denominator))
        ends.append(Fraction(outwards(quotient.ln(context), context)))
    return ends[0], ends[1]


def _term(d: int, q: Fraction) -> str:
    if d == 1:
        return str(q)
    above = {1: "", -1: "-"}.get(q.numerator, str(q.numerator))
    return f"{above}√{d}" + (f"/{q.denominator}" if q.denominator != 1 else "")
