"""What the claims on the flow say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from saying import (
    Array,
    Reading,
    all_of,
    analytic_cosine,
    analytic_norm,
    at_most,
    below,
    cosine,
    gradient,
    implies,
    nonzero,
    norm,
    reading,
    same,
    sine,
    tiny_slope,
)


class Flow:
    """Both points follow the gradient of their cosine; what depends on them changes at these rates."""

    def __init__(self, z: Array, w: Array) -> None:
        self.p, self.q = np.float64(norm(z)), np.float64(norm(w))
        self.c, self.s = cosine(z, w), sine(z, w)
        dz, dw = gradient(z, w), gradient(w, z)
        self.at = lambda e: (z + e * dz, w + e * dw)
        self.given = (nonzero(z, w), below(0, self.s))
        self.equal = (nonzero(z, w), same(self.q, self.p), below(0, self.s))
        self.norm_rates = (
            tiny_slope(lambda e: analytic_norm(self.at(e)[0])),
            tiny_slope(lambda e: analytic_norm(self.at(e)[1])),
        )

    def rate(self, of: Callable[[Any], Any]) -> float:
        """Of a function of the angle."""
        return tiny_slope(lambda e: of(np.arccos(analytic_cosine(*self.at(e)))))


@reading("flow.ode")
def ode(z: Array, w: Array) -> Reading:
    k = Flow(z, w)
    turning = -(1 / k.p**2 + 1 / k.q**2) * k.s
    rates = same(k.rate(np.cos), -k.s * turning), same(k.rate(np.sin), k.c * turning)
    return implies(*k.given, then=all_of(same(k.norm_rates[0], 0), same(k.norm_rates[1], 0), *rates))


@reading("flow.closed_form")
def closed_form(z: Array, w: Array) -> Reading:
    """``tan(φ/2)`` falls at the rate ``2/ρ²`` of itself, which is how exponentials fall."""
    k = Flow(z, w)
    falling = same(k.rate(lambda phi: np.tan(phi / 2)), -2 / k.p**2 * np.tan(np.arccos(k.c) / 2))
    return implies(*k.equal, then=all_of(falling, same(k.norm_rates[0], 0)))


@reading("flow.time")
def flow_time(z: Array, w: Array, u_0: float) -> Reading:
    k = Flow(z, w)
    clock = k.rate(lambda phi: k.p**2 / 2 * np.log(u_0 / np.tan(phi / 2)))
    return implies(*k.equal, below(0, u_0), then=all_of(same(clock, 1), same(k.p**2 / 2 * np.log(1.0), 0)))


@reading("flow.lemma.logarithm")
def logarithm_near_one(y: float, eta: float) -> Reading:
    given = (below(0, y), at_most(y, 1), at_most(1, y * (1 + eta)))
    return implies(*given, then=all_of(at_most(-eta, float(np.log(y))), at_most(float(np.log(y)), 0)))


@reading("flow.antipode_is_logarithmic")
def antipode_is_logarithmic(z: Array, w: Array, u_1: float, delta: float, epsilon: float) -> Reading:
    """δ is π − φ_0: ``1 − cos δ ≤ δ²/2`` and ``δ/2 ≤ tan(δ/2)``."""
    p, c, s = np.float64(norm(z)), cosine(z, w), sine(z, w)
    u_0 = np.tan(np.arccos(c) / 2)
    time, leading, limit = p**2 / 2 * np.log(u_0 / u_1), p**2 / 2 * np.log(2 / delta), -(p**2) / 2 * np.log(u_1)
    given = (nonzero(z, w), below(0, s), below(0, u_1), below(0, delta), at_most(1 + c, delta**2 / 2))
    near = (at_most(delta / 2, 1 / u_0), at_most(delta**2, 2), below(p**2 * delta**2, 4 * epsilon))
    remainder = time - leading - limit
    return implies(*given, *near, then=all_of(below(-epsilon, remainder), at_most(remainder, 0)))
