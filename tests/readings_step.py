"""What the claims on one step, and on many, say."""

from __future__ import annotations

import numpy as np
from saying import (
    Array,
    Reading,
    Said,
    all_of,
    any_of,
    at_most,
    below,
    between,
    cosine,
    different,
    equivalent,
    gradient,
    identity,
    implies,
    in_one,
    nonzero,
    norm,
    reading,
    same,
    sine,
)


class Step:
    """Both points take one ascent step of size γ along the gradient of their cosine."""

    def __init__(self, z: Array, w: Array, gamma: float) -> None:
        self.c, self.s = cosine(z, w), sine(z, w)
        self.t = gamma / np.float64(norm(z)) ** 2
        moved = z + gamma * gradient(z, w), w + gamma * gradient(w, z)
        self.gain = cosine(*moved) - self.c
        self.given = (nonzero(z, w), same(norm(w), norm(z)), below(0, gamma))
        self.apart = below(0, self.s)


@reading("step.increment")
def increment(z: Array, w: Array, gamma: float) -> Reading:
    k = Step(z, w, gamma)
    t, s, c = k.t, k.s, k.c
    return identity(*k.given, left=k.gain, right=2 * t * s**2 * (1 - t * c) / (1 + t**2 * s**2))


@reading("step.bound_as_printed")
def bound_as_printed(z: Array, w: Array, gamma: float) -> Reading:
    k = Step(z, w, gamma)
    return implies(*k.given, k.apart, then=below(k.gain, 2 * gamma * k.s**2 / np.float64(norm(z)) ** 2))


@reading("step.bound_condition")
def bound_condition(z: Array, w: Array, gamma: float) -> Reading:
    k = Step(z, w, gamma)
    condition = below(-k.t * k.s**2, k.c)
    return implies(*k.given, k.apart, then=equivalent(below(k.gain, 2 * k.t * k.s**2), condition))


@reading("step.bound_acute")
def bound_acute(z: Array, w: Array, gamma: float) -> Reading:
    k = Step(z, w, gamma)
    return implies(*k.given, k.apart, at_most(0, k.c), then=below(k.gain, 2 * k.t * k.s**2))


@reading("step.universal_bound")
def universal_bound(z: Array, w: Array, gamma: float) -> Reading:
    k = Step(z, w, gamma)
    return implies(*k.given, k.apart, then=below(k.gain, 2 * k.t * k.s**2 * (1 + k.t)))


class Moved:
    """Points of any two norms: both take a step, or z alone; a = γ/‖z‖², b = γ/‖w‖²."""

    def __init__(self, z: Array, w: Array, gamma: float) -> None:
        self.c, self.s = cosine(z, w), sine(z, w)
        self.p, self.q = np.float64(norm(z)), np.float64(norm(w))
        self.a, self.b = gamma / self.p**2, gamma / self.q**2
        self.z, self.w = z + gamma * gradient(z, w), w + gamma * gradient(w, z)
        self.alone = cosine(self.z, w) - self.c
        self.given = (nonzero(z, w), below(0, gamma))
        self.apart = below(0, self.s)
        self.turns = np.arctan(self.a * self.s), np.arctan(self.b * self.s)


@reading("step.norm_growth")
def norm_growth(z: Array, w: Array, gamma: float) -> Reading:
    k = Moved(z, w, gamma)
    squares = same(norm(k.z) ** 2, k.p**2 + (gamma * k.s / k.p) ** 2)
    longer = equivalent(below(k.p, norm(k.z)), different(k.s, 0))
    return implies(*k.given, then=all_of(squares, at_most(k.p, norm(k.z)), longer))


@reading("step.increment_two_norms")
def increment_two_norms(z: Array, w: Array, gamma: float) -> Reading:
    k = Moved(z, w, gamma)
    new = np.cos(np.arctan2(k.s, k.c) - sum(k.turns))
    return identity(*k.given, left=cosine(k.z, k.w), right=new)


@reading("step.increment_one_sided")
def increment_one_sided(z: Array, w: Array, gamma: float) -> Reading:
    k = Moved(z, w, gamma)
    return identity(*k.given, left=cosine(k.z, w), right=(k.c + k.a * k.s**2) / np.sqrt(1 + (k.a * k.s) ** 2))


@reading("step.rotation")
def rotation(z: Array, w: Array, gamma: float) -> Reading:
    """By angles: each point turns by its arctan, towards the other one; the new angle is |φ − arctan(as) − arctan(bs)|."""
    k = Moved(z, w, gamma)
    angle, (by_z, by_w) = np.arctan2(k.s, k.c), k.turns
    turned = [(z, k.z, by_z), (w, k.w, by_w), (k.w, k.z, angle - by_z - by_w)]
    parts = [part for u, v, by in turned for part in (same(cosine(u, v), np.cos(by)), same(sine(u, v), abs(np.sin(by))))]
    return implies(*k.given, then=all_of(*parts, same(cosine(k.z, w), np.cos(angle - by_z))))


@reading("step.half_angle")
def half_angle(z: Array, w: Array, gamma: float) -> Reading:
    k = Moved(z, w, gamma)
    left = sine(k.z, k.w) / (1 + np.float64(cosine(k.z, k.w)))
    right = k.s / (1 + np.float64(k.c)) * abs(1 - k.a * (1 + k.c)) / (1 + k.a * (1 - k.c))
    return identity(*k.given, same(k.p, k.q), below(-1, k.c), left=left, right=right)


@reading("step.perfect_step")
def perfect_step(z: Array, w: Array, gamma: float) -> Reading:
    k = Moved(z, w, gamma)
    meeting, perfect = (z + w) / np.float64(1 + k.c), k.p**2 / np.float64(1 + k.c)
    met = [same(norm(u + perfect * gradient(u, v) - meeting), 0) for u, v in ((z, w), (w, z))]
    together = any_of(same(k.a * (1 + k.c), 1), same(k.c, 1))
    then = all_of(*met, equivalent(same(norm(k.z - k.w), 0), together))
    return implies(*k.given, same(k.p, k.q), below(-1, k.c), then=then)


@reading("step.improves_iff")
def improves_iff(z: Array, w: Array, gamma: float) -> Reading:
    k = Step(z, w, gamma)
    return implies(*k.given, k.apart, then=equivalent(below(0, k.gain), below(k.t * k.c, 1)))


@reading("step.improves_iff_one_sided")
def improves_iff_one_sided(z: Array, w: Array, gamma: float) -> Reading:
    k = Moved(z, w, gamma)
    condition = any_of(at_most(k.c, 0), below(k.a * (k.c**2 - k.s**2), 2 * k.c))
    return implies(*k.given, k.apart, then=equivalent(below(0, k.alone), condition))


@reading("step.bracket_bound")
def bracket_bound(z: Array, w: Array, gamma: float) -> Reading:
    k = Step(z, w, gamma)
    return implies(*k.given, k.apart, then=at_most(k.gain, k.t * k.s**2 * (2 - k.t * k.c)))


@reading("step.bracket_condition")
def bracket_condition(z: Array, w: Array, gamma: float) -> Reading:
    k, moved = Step(z, w, gamma), Moved(z, w, gamma)
    product = np.sum(moved.z * moved.w)
    printed = k.c + 2 * k.t * k.s**2 - k.t**2 * k.c * k.s**2
    holds = at_most(k.gain, k.t * k.s**2 * (2 - k.t * k.c))
    then = all_of(same(product, moved.p**2 * printed), equivalent(holds, at_most(0, product)))
    return implies(*k.given, k.apart, then=then)


@reading("step.universal_bound_is_sharp")
def universal_bound_is_sharp(rho: float, t: float, kappa: float, z: Array, w: Array) -> Reading:
    k = Step(z, w, t * np.float64(norm(z)) ** 2)
    chosen = all_of(same(norm(z), rho), same(norm(w), rho), k.apart)
    better = below(2 * t * k.s**2 * kappa, k.gain)
    return implies(below(0, rho), below(0, t), below(kappa, 1 + t), then=all_of(chosen, better))


@reading("step.one_sided_bound")
def one_sided_bound(z: Array, w: Array, gamma: float) -> Reading:
    k = Moved(z, w, gamma)
    first_order, best = k.a * k.s**2, 1 + k.a / 2
    least = first_order * (best - k.a * (1 + k.a) ** 2 * (1 + k.c))
    return implies(*k.given, k.apart, then=between(least, k.alone, first_order * best))


@reading("step.one_sided_condition")
def one_sided_condition(z: Array, w: Array, gamma: float) -> Reading:
    k = Moved(z, w, gamma)
    within = below(k.alone, k.a * k.s**2)
    return implies(*k.given, k.apart, then=equivalent(within, below(-k.a * k.s**2, k.c)))


@reading("step.lemma.two_turns")
def two_turns(a: float, b: float, s: float) -> Reading:
    Q, X, m = np.hypot(1, a * s) * np.hypot(1, b * s), (a + b) * s, a * b * s**2
    length = np.hypot(X * (1 - 1 / Q), 1 - (1 - m) / Q)
    return implies(below(0, a), below(0, b), below(0, s), then=below(length**2, (X**2 / 2) ** 2))


def nearly_first_order(gain: float, a: float, b: float, s: float) -> Said:
    error = abs(gain / ((a + b) * s**2) - 1)
    return between((a + b) / 2 * (1 - (1 + a + b) ** 2 * s**2), error, (a + b) / 2)


@reading("step.lemma.relative_error")
def lemma_relative_error(z: Array, w: Array, a: float, b: float) -> Reading:
    c, s = cosine(z, w), sine(z, w)
    gain = np.cos(np.arctan2(s, c) - np.arctan(a * s) - np.arctan(b * s)) - c
    return implies(nonzero(z, w), below(0, a), below(0, b), below(0, s), then=nearly_first_order(gain, a, b, s))


@reading("step.relative_error")
def relative_error(z: Array, w: Array, gamma: float) -> Reading:
    k = Moved(z, w, gamma)
    return implies(*k.given, k.apart, then=nearly_first_order(cosine(k.z, k.w) - k.c, k.a, k.b, k.s))


@reading("step.quadratic_slowdown")
def quadratic_slowdown(z: Array, w: Array, gamma: float) -> Reading:
    k = Step(z, w, gamma)
    return implies(*k.given, then=at_most(k.gain, 2 * gamma * (1 + k.t) * (k.s / np.float64(norm(z))) ** 2))


def path(z: Array, w: Array, gamma: float) -> list[tuple[int, Array, Array]]:
    """The pair before the first step, after one and after two."""
    pairs = [(z, w)]
    for _ in range(2):
        z, w = pairs[-1]
        pairs.append((z + gamma * gradient(z, w), w + gamma * gradient(w, z)))
    return [(n, *pair) for n, pair in enumerate(pairs)]


@reading("step.count_lower_bound")
def count_lower_bound(z: Array, w: Array, gamma: float) -> Reading:
    k = Step(z, w, gamma)
    counts = [at_most((cosine(u, v) - k.c) / (2 * k.t * (1 + k.t)), n) for n, u, v in path(z, w, gamma)]
    return implies(*k.given, then=in_one(all_of(*counts)))


@reading("step.norm_growth_is_bounded")
def norm_growth_is_bounded(z: Array, w: Array, gamma: float) -> Reading:
    k = Step(z, w, gamma)
    rho, half = norm(z), np.cos(np.arctan2(k.s, k.c) / 2)
    parts: list[Said] = []
    overshot: list[Said] = []
    for _, u, v in path(z, w, gamma):
        acute = any_of(below(k.c, 0), at_most(norm(u), np.sqrt(2) * rho))
        parts.append(any_of(*overshot, all_of(at_most(norm(u), rho / half), acute)))
        overshot.append(below(1, gamma * (1 + cosine(u, v)) / np.float64(norm(u)) ** 2))
    return implies(*k.given, below(-1, k.c), then=in_one(all_of(*parts)))


@reading("step.norm_balance")
def norm_balance(z: Array, w: Array, gamma: float, lam: float) -> Reading:
    k = Moved(z, w, gamma)
    decayed = (1 - gamma * lam) * z + gamma * gradient(z, w)
    balance = same(k.p**4 * lam * (2 - gamma * lam), gamma * k.s**2)
    given = (*k.given, below(0, gamma * lam), below(gamma * lam, 2), k.apart)
    return implies(*given, then=equivalent(same(norm(decayed), k.p), balance))


@reading("step.balance_angle")
def balance_angle(u: Array, g: Array, gamma: float, lam: float) -> Reading:
    decayed = (1 - gamma * lam) * u + gamma * g
    given = (nonzero(u), same(np.sum(u * g), 0), same(norm(decayed), norm(u)))
    return identity(*given, left=cosine(u, decayed), right=1 - gamma * lam)
