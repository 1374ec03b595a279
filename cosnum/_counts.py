"""How many steps a pair takes to reach a cosine: bounds from the law of one step, without walking.

With ``u = tan(φ/2)``, ``D = √((1 + a²s²)(1 + b²s²))`` and ``κ = (a + b)/(1 + D − a b s²)``, which is
``tan((arctan(as) + arctan(bs))/2)/s``, claim ``step.rotation`` reads

    u'/u = abs(1 − κ(1 + c))/(1 + κ(1 − c)),

of which ``step.half_angle`` is the case of equal norms. So as long as no step overshoots, ``−ln u`` rises in a step by

    ln(1 + κ(1 − c)) − ln(1 − κ(1 + c)),

which increases with κ and with c. Here c lies between the cosine at the start and the one to be reached. And κ is at
most ``(a + b)/2`` at the start, since norms never shrink; it is least where they have grown most. What they grow by is
bounded by what the cosine gains: ``p²`` grows by ``γ a s²`` a step, and by ``step.relative_error`` the gain of a step
is at least ``(a + b)s²(1 − (a + b)/2)``.
"""

from __future__ import annotations

from cosnum._arrays import Array, Namespace
from cosnum._planar import Pair, rates

__all__ = ["bounds_on_count"]


def bounds_on_count(pair: Pair, gamma: float, target: float, one_sided: bool, xp: Namespace) -> tuple[Array, Array]:
    """At least and at most so many steps, as whole floating-point numbers; infinite where no upper bound is known."""
    c, s = pair.cosine, pair.sine
    zero, one = xp.zeros_like(c), xp.ones_like(c)
    start = xp.log(xp.where(c < 0, (1 - c) / s, s / (1 + c)))
    end = (xp.log(one - target) - xp.log(one + target)) / 2
    slack = 64 * float(xp.finfo(c.dtype).eps) * (1 + xp.abs(start) + xp.abs(end))  # far more than is rounded here
    a, b = rates(pair, gamma, one_sided, xp)
    most, least = (a + b) / 2, _least_rate(a, b, target - c, xp)
    by_angle = (start - end - slack) / _rise(most, target * one, xp)
    by_gain = (target - c) / (2 * most * (1 + most)) * (1 - slack)  # claim step.count_lower_bound
    upper = (start - end + slack) / _rise(least, c, xp)
    bounded = (most * (1 + target) < 1) & (most < 1) & (a <= 1) & (b <= 1)
    lower = xp.ceil(xp.maximum(xp.maximum(by_angle, by_gain), one))
    upper = xp.where(bounded, xp.ceil(upper), xp.inf * one)
    return xp.where(c < target, lower, zero), xp.where(c < target, upper, zero)


def _rise(rate: Array, cosine: Array, xp: Namespace) -> Array:
    """What a step adds to ``−ln u``; infinite if it can lead to the angle 0 or beyond."""
    return xp.log1p(rate * (1 - cosine)) - xp.log1p(-xp.clip(rate * (1 + cosine), 0, 1))


def _least_rate(a: Array, b: Array, gain: Array, xp: Namespace) -> Array:
    """The least κ before the cosine has gained so much, where ``a ≤ 1``, ``b ≤ 1`` and ``a + b < 2``.

    The shorter vector grows faster and stays the shorter one, so its share of the growth falls towards one half.
    """
    half, one = xp.full_like(a, 0.5), xp.ones_like(a)
    growth = gain / xp.where(a + b < 2, 1 - (a + b) / 2, one)
    last = [rate / (1 + rate * growth * xp.maximum(half, rate / (a + b))) for rate in (a, b)]
    return (last[0] + last[1]) / (1 + xp.hypot(one, last[0]) * xp.hypot(one, last[1]) - last[0] * last[1])
