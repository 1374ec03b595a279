"""What each claim says, read from the prose of the two texts and written down once more, in NumPy.

Nothing here is taken from the package: a reading gets concrete vectors and numbers and says whether the hypotheses hold,
whether the conclusion holds, and with how much slack. Floats decide with a tolerance: ``≤`` and ``=`` hold up to it,
``<`` and ``≠`` need more than it. The instances that are compared have a slack of exactly 0 or of far more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

TOLERANCE = 1e-9
Array = npt.NDArray[np.float64]
Blocks = Sequence[Array]


class Said(NamedTuple):
    """A statement about concrete numbers: whether it holds, by how much, and the slacks of what it is made of."""

    holds: bool
    slack: float
    parts: tuple[float, ...] = ()


@dataclass(frozen=True)
class Reading:
    hypotheses: bool
    conclusion: bool
    slack: float
    parts: tuple[float, ...]
    sides: tuple[float, float] | None = None


READINGS: dict[str, Callable[..., Reading]] = {}


def reading(id: str) -> Callable[[Callable[..., Reading]], Callable[..., Reading]]:
    """Enter a reading under its claim's id; dividing by zero is no error, since the hypotheses then fail."""

    def enter(read: Callable[..., Reading]) -> Callable[..., Reading]:
        def quiet(**inputs: Any) -> Reading:
            with np.errstate(all="ignore"):
                return read(**{name: as_array(value) for name, value in inputs.items()})

        READINGS[id] = quiet
        return quiet

    return enter


def as_array(value: Any) -> Any:
    """A number, a vector, or a list of blocks, in float64."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return [np.array([float(entry) for entry in block]) for block in value]
    return np.array([float(entry) for entry in value]) if isinstance(value, list) else np.float64(value)


# --- saying things ----------------------------------------------------------------------------------------------------


def at_most(a: float, b: float) -> Said:
    return Said(bool(b - a >= -TOLERANCE), float(b - a))


def below(a: float, b: float) -> Said:
    return Said(bool(b - a > TOLERANCE), float(b - a))


def same(a: float, b: float) -> Said:
    return Said(bool(abs(a - b) <= TOLERANCE), -abs(float(a - b)))


def different(a: float, b: float) -> Said:
    return Said(bool(abs(a - b) > TOLERANCE), abs(float(a - b)))


def all_of(*parts: Said) -> Said:
    slacks = tuple(slack for part in parts for slack in part.parts or (part.slack,))
    return Said(all(part.holds for part in parts), min(slacks), slacks)


def equivalent(left: Said, right: Said) -> Said:
    size = min(abs(left.slack), abs(right.slack))
    return Said(left.holds == right.holds, size if left.holds == right.holds else -size)


def implies(*given: Said, then: Said, sides: tuple[float, float] | None = None) -> Reading:
    return Reading(all(part.holds for part in given), then.holds, then.slack, then.parts, sides)


def identity(*given: Said, left: float, right: float) -> Reading:
    return implies(*given, then=same(left, right), sides=(float(left), float(right)))


# --- vectors ----------------------------------------------------------------------------------------------------------


def norm(v: Array) -> float:
    return float(np.sqrt(np.sum(v * v)))


def cosine(v: Array, w: Array) -> float:
    return float(np.sum(v * w) / np.float64(norm(v) * norm(w)))


def sine(v: Array, w: Array) -> float:
    """Of the angle between two vectors, without cancellation: from the part of w that is orthogonal to v."""
    v, w = v / np.float64(norm(v)), w / np.float64(norm(w))
    return norm(w - np.sum(v * w) * v)


def nonzero(*vectors: Array) -> Said:
    return all_of(*(below(0, norm(v)) for v in vectors))


class Pair:
    """Two vectors in blocks: local norms and cosines, the global ones, and the profile cosine S."""

    def __init__(self, x: Blocks, y: Blocks) -> None:
        self.nonzero = nonzero(*x, *y)
        self.a, self.b = np.array([norm(v) for v in x]), np.array([norm(v) for v in y])
        self.c = np.array([cosine(v, w) for v, w in zip(x, y, strict=True)])
        whole_x, whole_y = np.concatenate(x), np.concatenate(y)
        self.A, self.B, self.C = norm(whole_x), norm(whole_y), cosine(whole_x, whole_y)
        self.S = np.sum(self.a * self.b) / np.float64(self.A * self.B)


# --- 1 · blocks -------------------------------------------------------------------------------------------------------


@reading("blocks.decomposition")
def decomposition(x: Blocks, y: Blocks) -> Reading:
    k = Pair(x, y)
    return identity(k.nonzero, left=k.C, right=np.sum(k.c * k.a * k.b) / np.float64(k.A * k.B))


@reading("blocks.profile_factorisation")
def profile_factorisation(x: Blocks, y: Blocks) -> Reading:
    k = Pair(x, y)
    weights = k.a * k.b
    return identity(k.nonzero, left=k.C, right=k.S * np.sum(weights * k.c) / np.sum(weights))


@reading("blocks.profile_at_most_one")
def profile_at_most_one(x: Blocks, y: Blocks) -> Reading:
    k = Pair(x, y)
    return implies(k.nonzero, then=all_of(below(0, k.S), at_most(k.S, 1)))


@reading("blocks.profile_equality")
def profile_equality(x: Blocks, y: Blocks) -> Reading:
    k = Pair(x, y)
    proportional = all_of(*(same(a / k.A, b / k.B) for a, b in zip(k.a, k.b, strict=True)))
    return implies(k.nonzero, then=equivalent(same(k.S, 1), proportional))


@reading("blocks.unit_locals_counterexample")
def unit_locals_counterexample() -> Reading:
    x, y = np.array([1.0, 1.0]), np.array([1.0, 2.0])
    locals_are_one = all_of(*(same(cosine(x[i : i + 1], y[i : i + 1]), 1) for i in (0, 1)))
    return implies(then=all_of(locals_are_one, same(cosine(x, y), 3 / np.sqrt(10)), below(cosine(x, y), 1)))


@reading("blocks.unequal_implies_below_one")
def unequal_implies_below_one(v: Array, w: Array) -> Reading:
    return implies(nonzero(v, w), different(norm(v - w), 0), then=different(cosine(v, w), 1))


@reading("blocks.below_one_unless_parallel")
def below_one_unless_parallel(v: Array, w: Array) -> Reading:
    """What repairs the inference above: w is not a positive multiple of v."""
    apart = different(norm(v / np.float64(norm(v)) - w / np.float64(norm(w))), 0)
    return implies(nonzero(v, w), apart, then=below(cosine(v, w), 1))


@reading("blocks.scalar_blocks")
def scalar_blocks(s: Array, r: Array) -> Reading:
    return identity(nonzero(s, r), left=cosine(s, r), right=float(np.sign(s[0] * r[0])))


def two_blocks(x1: Array, y1: Array, x2: Array, y2: Array) -> Pair:
    return Pair([x1, x2], [y1, y2])


def is_a_cosine(c: float) -> Said:
    return all_of(at_most(-1, c), at_most(c, 1))


def locals_are(k: Pair, c1: float, c2: float) -> Said:
    return all_of(k.nonzero, same(k.c[0], c1), same(k.c[1], c2))


@reading("blocks.no_positive_lower_bound")
def no_positive_lower_bound(c1: float, c2: float, epsilon: float, **vectors: Array) -> Reading:
    k = two_blocks(**vectors)
    said = all_of(locals_are(k, c1, c2), below(abs(k.C), epsilon))
    return implies(is_a_cosine(c1), is_a_cosine(c2), below(0, epsilon), then=said)


@reading("blocks.threshold_is_not_inherited")
def threshold_is_not_inherited(lam: float, mu: float, **vectors: Array) -> Reading:
    k = two_blocks(**vectors)
    return implies(below(0, mu), below(mu, lam), at_most(lam, 1), then=all_of(locals_are(k, lam, lam), same(k.C, mu)))


@reading("blocks.max_local.bracket")
def bracket(x: Blocks, y: Blocks) -> Reading:
    k = Pair(x, y)
    return implies(k.nonzero, then=all_of(at_most(k.S * k.c.min(), k.C), at_most(k.C, k.S * k.c.max())))


@reading("blocks.max_local.unsigned")
def unsigned(x: Blocks, y: Blocks) -> Reading:
    k = Pair(x, y)
    return implies(k.nonzero, then=at_most(k.C, k.c.max()))


@reading("blocks.max_local.nonnegative")
def nonnegative(x: Blocks, y: Blocks) -> Reading:
    k = Pair(x, y)
    return implies(k.nonzero, at_most(0, k.c.min()), then=at_most(k.C, k.c.max()))


@reading("blocks.max_local.one_nonnegative")
def one_nonnegative(x: Blocks, y: Blocks) -> Reading:
    k = Pair(x, y)
    return implies(k.nonzero, at_most(0, k.c.max()), then=at_most(k.C, k.c.max()))


@reading("blocks.range")
def range_of_the_global(x: Blocks, y: Blocks) -> Reading:
    k = Pair(x, y)
    return implies(k.nonzero, then=all_of(at_most(min(0, k.c.min()), k.C), at_most(k.C, max(0, k.c.max()))))


@reading("blocks.range_is_sharp")
def range_is_sharp(c1: float, c2: float, nu: float, **vectors: Array) -> Reading:
    between = all_of(below(min(0, c1, c2), nu), below(nu, max(0, c1, c2)))
    k = two_blocks(**vectors)
    return implies(is_a_cosine(c1), is_a_cosine(c2), between, then=all_of(locals_are(k, c1, c2), same(k.C, nu)))


@reading("blocks.positive_stays_positive")
def positive_stays_positive(x: Blocks, y: Blocks) -> Reading:
    k = Pair(x, y)
    return implies(k.nonzero, below(0, k.c.min()), then=below(0, k.C))


def ratios_within(k: Pair, m: float, M: float) -> Said:
    return all_of(*(all_of(at_most(m, r), at_most(r, M)) for r in k.a / k.b))


def ratio_bound(m: float, M: float) -> float:
    return float(2 * np.sqrt(m * M) / (m + M))


@reading("blocks.norm_ratio_lower")
def norm_ratio_lower(x: Blocks, y: Blocks, m: float, M: float, lam: float) -> Reading:
    k = Pair(x, y)
    given = (k.nonzero, below(0, m), at_most(m, M), ratios_within(k, m, M), at_most(0, lam), at_most(lam, k.c.min()))
    return implies(*given, then=at_most(lam * ratio_bound(m, M), k.C))


@reading("blocks.norm_ratio_is_sharp")
def norm_ratio_is_sharp(m: float, M: float, lam: float, **vectors: Array) -> Reading:
    k = two_blocks(**vectors)
    within = all_of(k.nonzero, ratios_within(k, m, M), at_most(lam, k.c.min()))
    given = (below(0, m), at_most(m, M), at_most(0, lam), at_most(lam, 1))
    return implies(*given, then=all_of(within, same(k.C, lam * ratio_bound(m, M))))


@reading("blocks.norm_ratio_upper_negative")
def norm_ratio_upper_negative(x: Blocks, y: Blocks, m: float, M: float, mu: float) -> Reading:
    k = Pair(x, y)
    given = (k.nonzero, below(0, m), at_most(m, M), ratios_within(k, m, M), at_most(mu, 0), at_most(k.c.max(), mu))
    return implies(*given, then=at_most(k.C, mu * ratio_bound(m, M)))


@reading("blocks.refinement")
def refinement(x: Blocks, y: Blocks, lo: float, hi: float) -> Reading:
    """One block of cosine C is cut into blocks of cosines c_k; those of the blocks left alone reach from lo to hi."""
    k = Pair(x, y)
    coarse, fine = (min(0, k.C, lo), max(0, k.C, hi)), (min(0, k.c.min(), lo), max(0, k.c.max(), hi))
    return implies(k.nonzero, then=all_of(at_most(fine[0], coarse[0]), at_most(coarse[1], fine[1])))


# --- 5 · step ---------------------------------------------------------------------------------------------------------


class Step:
    """Both points take one ascent step of size γ along the gradient of their cosine."""

    def __init__(self, z: Array, w: Array, gamma: float) -> None:
        self.c, self.s = cosine(z, w), sine(z, w)
        self.t = gamma / np.float64(norm(z)) ** 2
        moved = z + gamma * gradient(z, w), w + gamma * gradient(w, z)
        self.gain = cosine(*moved) - self.c
        self.given = (nonzero(z, w), same(norm(w), norm(z)), below(0, gamma))
        self.apart = below(0, self.s)


def gradient(z: Array, w: Array) -> Array:
    """``(ŵ − c ẑ)/‖z‖``."""
    p, q = np.float64(norm(z)), np.float64(norm(w))
    result: Array = (w / q - cosine(z, w) * z / p) / p
    return result


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


# --- 4 · gradient -----------------------------------------------------------------------------------------------------

STEP = 1e-3


def tiny_slope(of: Callable[[complex], Any]) -> float:
    """The derivative at 0 of something analytic: its imaginary part a tiny step off the real line."""
    return float(np.imag(of(1e-30j)) / 1e-30)


def analytic_norm(v: Any) -> Any:
    return np.sqrt(np.sum(v * v))


def analytic_cosine(v: Any, w: Any) -> Any:
    return np.sum(v * w) / (analytic_norm(v) * analytic_norm(w))


def slope(z: Array, w: Array, h: Array) -> float:
    """How fast ``cos(z, w)`` rises as z moves along h."""
    return tiny_slope(lambda e: analytic_cosine(z + e * h, w))


def bend(z: Array, w: Array, h: Array, k: Array) -> float:
    """How fast that slope rises as z moves along k: differences of the fourth order, over steps that fit the norm of z."""
    p, size_h, size_k = np.float64(norm(z)), np.float64(norm(h)), np.float64(norm(k))
    if size_h == 0 or size_k == 0:
        return 0.0
    h, k = h * p / size_h, k * p / size_k
    weights = {-2: 1, -1: -8, 1: 8, 2: -1}
    unit = sum(weight * slope(z + n * STEP * k, w, h) for n, weight in weights.items()) / (12 * STEP)
    return float(unit * size_h * size_k / p**2)


def projector_of(z: Array) -> Array:
    """``I − zzᵀ/‖z‖²``."""
    result: Array = np.eye(len(z)) - np.outer(z, z) / np.float64(norm(z)) ** 2
    return result


def hessian_of(z: Array, w: Array) -> Array:
    """``−(uẑᵀ + ẑuᵀ + cP)/‖z‖²`` with ``u = Pŵ``."""
    P, unit_z = projector_of(z), z / np.float64(norm(z))
    u = P @ w / np.float64(norm(w))
    result: Array = -(np.outer(u, unit_z) + np.outer(unit_z, u) + cosine(z, w) * P) / np.float64(norm(z)) ** 2
    return result


def curvature_norm(z: Array, w: Array) -> float:
    """``(|c| + √(c² + 4s²))/(2‖z‖²)``."""
    c, s = cosine(z, w), sine(z, w)
    return float((abs(c) + np.sqrt(c * c + 4 * s * s)) / (2 * np.float64(norm(z)) ** 2))


def any_of(*parts: Said) -> Said:
    return Said(any(part.holds for part in parts), max(part.slack for part in parts))


def between(least: float, value: float, bound: float) -> Said:
    return all_of(below(value, bound), at_most(least, value))


def in_one(said: Said) -> Said:
    """A conjunction as one statement."""
    return Said(said.holds, said.slack)


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


def axes(z: Array, w: Array) -> list[Said]:
    """Each partial derivative against the entry of ``(ŵ − c ẑ)/‖z‖``."""
    return [same(slope(z, w, e), entry) for e, entry in zip(np.eye(len(z)), gradient(z, w), strict=True)]


@reading("gradient.projection")
def projection(z: Array, w: Array, h: Array, **entries: float) -> Reading:
    x, y, u, v = (
        np.array([entries[f"{n}_{i}"] for i in range(1, d + 1)]) for n, d in zip("xyuv", (2, 2, 3, 3), strict=True)
    )
    g, projected = gradient(z, w), projector_of(z) @ (w / np.float64(norm(w))) / np.float64(norm(z))
    said = all_of(same(slope(z, w, h), np.dot(g, h)), same(np.dot(g, h), np.dot(projected, h)), *axes(x, y), *axes(u, v))
    return implies(nonzero(z, w), nonzero(x, y), nonzero(u, v), then=said)


@reading("gradient.sign_as_printed")
def sign_as_printed(z: Array, w: Array, h: Array) -> Reading:
    return identity(nonzero(z, w), left=-slope(z, w, h), right=np.dot(gradient(z, w), h))


@reading("gradient.sign")
def sign(z: Array, w: Array, h: Array) -> Reading:
    g = gradient(z, w)
    as_printed = same(-slope(z, w, g), np.dot(g, g))
    said = all_of(same(-slope(z, w, h), -np.dot(g, h)), equivalent(as_printed, same(sine(z, w), 0)))
    return implies(nonzero(z, w), then=said)


@reading("gradient.projector")
def projector(x: Blocks, z: Array, h: Array, k: Array) -> Reading:
    """The trace of the projector of the list of block norms, which for blocks of dimension one is that of x itself."""
    P, sizes = projector_of(z), np.array([norm(block) for block in x])
    products = [(P @ P @ h @ k, P @ h @ k), (P @ h @ k, h @ (P.T @ k)), (P @ z @ k, 0.0)]
    trace = same(np.trace(projector_of(sizes)), len(x) - 1)
    return implies(nonzero(z, sizes), then=all_of(*(same(*pair) for pair in products), trace))


@reading("gradient.orthogonal")
def orthogonal(z: Array, w: Array) -> Reading:
    return identity(nonzero(z, w), left=np.dot(gradient(z, w), z), right=0)


@reading("gradient.norm")
def gradient_norm(z: Array, w: Array) -> Reading:
    return identity(nonzero(z, w), left=norm(gradient(z, w)), right=sine(z, w) / np.float64(norm(z)))


@reading("gradient.vanishes_with_norm")
def vanishes_with_norm(z: Array, w: Array, epsilon: float) -> Reading:
    inverse = 1 / np.float64(norm(z))
    given = (nonzero(w), below(0, epsilon), below(1 / np.float64(epsilon), norm(z)))
    return implies(*given, then=all_of(at_most(norm(gradient(z, w)), inverse), below(inverse, epsilon)))


@reading("gradient.vanishes_at_antipode")
def vanishes_at_antipode(z: Array, w: Array, phi: float, pi: float, epsilon: float) -> Reading:
    """The angle and its supplement are at least as large as their common sine; one of them is small."""
    p, s, size = np.float64(norm(z)), sine(z, w), norm(gradient(z, w))
    small = any_of(below(phi, epsilon * p), below(pi - phi, epsilon * p))
    said = all_of(at_most(size, phi / p), at_most(size, (pi - phi) / p), below(size, epsilon))
    return implies(nonzero(z, w), at_most(s, phi), at_most(s, pi - phi), small, then=said)


@reading("gradient.block_form")
def block_form(x: Blocks, y: Blocks, h: Blocks) -> Reading:
    z, w = np.concatenate(x), np.concatenate(y)
    A, B, C = np.float64(norm(z)), np.float64(norm(w)), cosine(z, w)
    blockwise = sum(np.dot((y_k / B - C * x_k / A) / A, h_k) for x_k, y_k, h_k in zip(x, y, h, strict=True))
    return identity(nonzero(z, w), left=slope(z, w, np.concatenate(h)), right=blockwise)


@reading("gradient.hessian")
def hessian(z: Array, w: Array, h: Array, k: Array) -> Reading:
    return identity(nonzero(z, w), left=bend(z, w, h, k), right=h @ hessian_of(z, w) @ k)


@reading("gradient.hessian_norm")
def hessian_norm(z: Array, w: Array, h: Array, alpha: float, beta: float) -> Reading:
    """The quadratic form is at most λ‖h‖² in size; in the plane of the two vectors, (α, β) has just that."""
    lam, size = curvature_norm(z, w), float(h @ h)
    in_plane = np.array([norm(z), 0.0]), norm(w) * np.array([cosine(z, w), sine(z, w)])
    d = np.array([alpha, beta])
    reached = any_of(same(bend(*in_plane, d, d), lam * (d @ d)), same(bend(*in_plane, d, d), -lam * (d @ d)))
    q = bend(z, w, h, h)
    return implies(nonzero(z, w), then=all_of(at_most(-lam * size, q), at_most(q, lam * size), below(0, d @ d), reached))


@reading("gradient.lipschitz")
def lipschitz(z: Array, w: Array) -> Reading:
    """The spectral norm of the Hessian in the plane of the two vectors."""
    in_plane = np.array([norm(z), 0.0]), norm(w) * np.array([cosine(z, w), sine(z, w)])
    largest = float(np.linalg.norm(hessian_of(*in_plane), 2)) if nonzero(z, w).holds else np.nan
    ceiling = 2 / (np.sqrt(3) * np.float64(norm(z)) ** 2)
    where = same(cosine(z, w) ** 2, 1 / 3)
    return implies(nonzero(z, w), then=all_of(at_most(largest, ceiling), equivalent(same(largest, ceiling), where)))


# --- 6 · flow ---------------------------------------------------------------------------------------------------------


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
