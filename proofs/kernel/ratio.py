"""Quotients of polynomials whose denominators are known, factor by factor, to be positive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt, lcm

from proofs.kernel.check import Monomial, Poly, plain, reduce, write


@dataclass(frozen=True)
class Ratio:
    """``numerator / Π factor^power``; whoever adds a factor has proved it positive."""

    numerator: Poly
    factors: tuple[tuple[Poly, int], ...] = ()

    def __add__(self, other: Ratio) -> Ratio:
        mine, theirs = dict(self.factors), dict(other.factors)
        common = {f: max(mine.get(f, 0), theirs.get(f, 0)) for f in {**mine, **theirs}}
        total = self.numerator * _missing(common, mine) + other.numerator * _missing(common, theirs)
        return Ratio(total, ordered(common))

    def __mul__(self, other: Ratio) -> Ratio:
        powers = dict(self.factors)
        for f, k in other.factors:
            powers[f] = powers.get(f, 0) + k
        return Ratio(self.numerator * other.numerator, ordered(powers))

    def __neg__(self) -> Ratio:
        return Ratio(-self.numerator, self.factors)

    def __str__(self) -> str:
        below = "*".join(f"({write(f)})^{k}" for f, k in self.factors)
        return f"({write(self.numerator)})/({below})" if below else write(self.numerator)


def constant(value: Fraction | int) -> Ratio:
    return Ratio(Poly.constant(value))


def ordered(powers: Mapping[Poly, int]) -> tuple[tuple[Poly, int], ...]:
    return tuple(sorted(((f, k) for f, k in powers.items() if k), key=lambda item: write(item[0])))


def _missing(common: Mapping[Poly, int], present: Mapping[Poly, int]) -> Poly:
    product = Poly.constant(1)
    for f, k in common.items():
        product = product * f ** (k - present.get(f, 0))
    return product


def as_variable(poly: Poly) -> str | None:
    """The name of the variable that the polynomial is, if it is one."""
    match list(poly.terms.items()):
        case [(((name, 1),), c)] if c == 1:
            return name
    return None


def content(poly: Poly) -> Fraction:
    """The positive rational c for which ``poly/c`` has coprime integer coefficients; 1 for the zero polynomial."""
    if not poly.terms:
        return Fraction(1)
    values = poly.terms.values()
    return Fraction(gcd(*(c.numerator for c in values)), lcm(*(c.denominator for c in values)))


def common_monomial(poly: Poly, allowed: Iterable[str]) -> Monomial:
    """The largest monomial in the allowed variables that divides every term."""
    names = set(allowed)
    if not poly.terms:
        return ()
    exponents = [dict(monomial) for monomial in poly.terms]
    shared = {name: min(e.get(name, 0) for e in exponents) for name in exponents[0] if name in names}
    return tuple(sorted((name, e) for name, e in shared.items() if e))


def divided(poly: Poly, monomial: Monomial) -> Poly:
    """``poly`` over a monomial that divides every one of its terms."""
    below = dict(monomial)
    quotient = {}
    for term, c in poly.terms.items():
        left = tuple((name, e - below.get(name, 0)) for name, e in term if e != below.get(name, 0))
        quotient[left] = c
    return Poly(quotient)


def scaled(poly: Poly, factor: Fraction) -> Poly:
    return Poly({monomial: plain(c * factor) for monomial, c in poly.terms.items()})


def settled(ratio: Ratio, squares: Mapping[str, Poly], positive: Iterable[str]) -> Ratio:
    """The same value in normal form: squares replaced, and common variables known to be positive cancelled."""
    numerator, powers = ratio.numerator, dict(ratio.factors)
    while (f := next((f for f, k in powers.items() if k > 1 and as_variable(f) in squares), None)) is not None:
        half, powers[f] = divmod(powers[f], 2)
        c, inside = split(squares[as_variable(f) or ""], positive)
        numerator = scaled(numerator, 1 / c**half)
        for g, e in inside.items():
            powers[g] = powers.get(g, 0) + e * half
    numerator = reduce(numerator, squares)
    names = {name: k for f, k in powers.items() if k and (name := as_variable(f))}
    shared = tuple((n, min(e, names[n])) for n, e in common_monomial(numerator, names))
    for name, e in shared:
        powers[Poly.variable(name)] -= e
    return Ratio(divided(numerator, shared), ordered(powers))


def split(poly: Poly, positive: Iterable[str]) -> tuple[Fraction, dict[Poly, int]]:
    """``poly`` as a positive rational times powers of positive variables times a primitive rest."""
    c = content(poly)
    monomial = common_monomial(poly, positive)
    rest = scaled(divided(poly, monomial), 1 / c)
    powers = {Poly.variable(name): e for name, e in monomial}
    if rest != Poly.constant(1):
        powers[rest] = powers.get(rest, 0) + 1
    return c, powers


def square_part(value: Fraction) -> tuple[Fraction, int]:
    """``value = r²·d`` with d a whole number from which small square factors, and itself as a square, are taken."""
    whole, r, d, p = value.numerator * value.denominator, 1, 1, 2
    while p * p <= whole and p < 1000:
        while whole % (p * p) == 0:
            whole, r = whole // (p * p), r * p
        if whole % p == 0:
            whole, d = whole // p, d * p
        p += 1
    if isqrt(whole) ** 2 == whole:
        return Fraction(r * isqrt(whole), value.denominator), d
    return Fraction(r, value.denominator), d * whole
