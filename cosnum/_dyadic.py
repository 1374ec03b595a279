"""Dyadic rationals ``m·2^e``: what every finite float is, and every sum of their products."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

__all__ = ["ZERO", "Dyadic"]


@dataclass(frozen=True, slots=True)
class Dyadic:
    """The number ``mantissa · 2^exponent``, exactly; both are integers of any size and sign."""

    mantissa: int
    exponent: int

    def __add__(self, other: Dyadic) -> Dyadic:
        low = min(self.exponent, other.exponent)
        return Dyadic(
            (self.mantissa << (self.exponent - low)) + (other.mantissa << (other.exponent - low)),
            low,
        )

    def __sub__(self, other: Dyadic) -> Dyadic:
        return self + Dyadic(-other.mantissa, other.exponent)

    def __mul__(self, other: Dyadic) -> Dyadic:
        return Dyadic(self.mantissa * other.mantissa, self.exponent + other.exponent)

    def reduced(self) -> Dyadic:
        """The same number with an odd mantissa, or ``0·2^0``.

        >>> Dyadic(24, -1).reduced()
        Dyadic(mantissa=3, exponent=2)
        """
        if not self.mantissa:
            return ZERO
        zeros = (self.mantissa & -self.mantissa).bit_length() - 1
        return Dyadic(self.mantissa >> zeros, self.exponent + zeros)

    def fraction(self) -> Fraction:
        """The same number as a fraction.

        >>> Dyadic(3, -2).fraction()
        Fraction(3, 4)
        """
        if self.exponent >= 0:
            return Fraction(self.mantissa << self.exponent)
        return Fraction(self.mantissa, 1 << -self.exponent)


ZERO = Dyadic(0, 0)
