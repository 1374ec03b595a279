"""The slow twin of `cosnum.exact`: `fractions` for sums, mpmath for roots, and exact comparison with the midpoint.

It shares no code with what it checks. A result is a bit pattern: an integer, sign bit first.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath

# significant bits, stored exponent bits
FORMATS = {"float64": (53, 11), "float32": (24, 8), "float16": (11, 5), "bfloat16": (8, 8)}


def numbers(x: Any) -> list[Fraction]:
    """The entries of an array, as the rationals that they are."""
    return [Fraction(entry) if isinstance(entry, int) else Fraction(float(entry)) for entry in x.tolist()]


def dot(x: list[Fraction], y: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


@dataclass(frozen=True)
class Surd:
    """The real number ``offset + sign·√square``."""

    offset: Fraction
    sign: int
    square: Fraction

    def compare(self, middle: Fraction) -> int:
        """The sign of this number minus ``middle``: of ``s√q − m``, from the signs and squares of both."""
        m = middle - self.offset
        left, right = self.sign * self.square, m * abs(m)
        return (left > right) - (left < right)

    def approximation(self) -> mpmath.mpf:
        """More bits than it takes to tell the number from any number of a format that it isn't."""
        integers = (*self.offset.as_integer_ratio(), *self.square.as_integer_ratio())
        with mpmath.workprec(200 + 3 * max(integer.bit_length() for integer in integers)):
            a, b, c, d = map(mpmath.mpf, integers)
            return a / b + self.sign * mpmath.sqrt(c / d)


def rational(value: Fraction) -> Surd:
    return Surd(value, 0, Fraction(0))


def ratio(a: Fraction, b: Fraction) -> Surd:
    """``a/√b``."""
    return Surd(Fraction(0), (a > 0) - (a < 0), a * a / b)


def rounded(value: Surd, dtype: str) -> int:
    """The bits of the nearest number of a format; of two equally near ones that with the even significand."""
    precision, exponent_bits = FORMATS[dtype]
    sign = value.compare(Fraction(0))
    if sign < 0:
        value = Surd(-value.offset, -value.sign, value.square)
    least = 3 - 2 ** (exponent_bits - 1) - precision
    infinity = (2**exponent_bits - 1) << (precision - 1)
    bits = min(_magnitude(value, precision, least), infinity) if sign else 0
    return bits | (sign < 0) << (precision - 1 + exponent_bits)


def _magnitude(value: Surd, precision: int, least: int) -> int:
    approximation = value.approximation()
    step = max(int(mpmath.mag(approximation)) - precision, least)
    steps = int(mpmath.ldexp(approximation, -step))
    beyond = value.compare((2 * steps + 1) * Fraction(2) ** (step - 1))
    steps += beyond > 0 or (beyond == 0 and steps % 2)
    # consecutive numbers of a format have consecutive bit patterns
    return (step - least) * 2 ** (precision - 1) + steps


def expected(quantity: str, x: Any, y: Any, dtype: str) -> list[int] | None:
    """The bits of every number of the result; None where it is undefined."""
    values = VALUES[quantity](numbers(x), numbers(y))
    return None if values is None else [rounded(value, dtype) for value in values]


def _dot(x: list[Fraction], y: list[Fraction]) -> list[Surd]:
    return [rational(dot(x, y))]


def _squared_norm(x: list[Fraction], y: list[Fraction]) -> list[Surd]:
    del y
    return [rational(dot(x, x))]


def _cosine(x: list[Fraction], y: list[Fraction]) -> list[Surd] | None:
    square = dot(x, x) * dot(y, y)
    return [ratio(dot(x, y), square)] if square else None


def _cosine_distance(x: list[Fraction], y: list[Fraction]) -> list[Surd] | None:
    cosines = _cosine(x, y)
    return cosines and [Surd(Fraction(1), -c.sign, c.square) for c in cosines]


def _pearson(x: list[Fraction], y: list[Fraction]) -> list[Surd] | None:
    return _cosine(_centred(x), _centred(y))


def _centred(x: list[Fraction]) -> list[Fraction]:
    mean = sum(x, Fraction(0)) / max(len(x), 1)
    return [entry - mean for entry in x]


def _cosine_gradient(x: list[Fraction], y: list[Fraction]) -> list[Surd] | None:
    xx, yy, xy = dot(x, x), dot(y, y), dot(x, y)
    # the projection formula (y − (⟨x,y⟩/‖x‖²) x) / (‖x‖‖y‖)
    return [ratio(b - xy / xx * a, xx * yy) for a, b in zip(x, y, strict=True)] if xx * yy else None


VALUES = {
    "dot": _dot,
    "squared_norm": _squared_norm,
    "cosine": _cosine,
    "cosine_distance": _cosine_distance,
    "pearson": _pearson,
    "cosine_gradient": _cosine_gradient,
}
