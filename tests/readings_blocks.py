"""What the claims on blocks say."""

from __future__ import annotations

import numpy as np
from saying import (
    Array,
    Blocks,
    Reading,
    Said,
    all_of,
    at_most,
    below,
    cosine,
    different,
    equivalent,
    identity,
    implies,
    nonzero,
    norm,
    reading,
    same,
)


class Pair:
    """Two vectors in blocks: local norms and cosines, the global ones, and the profile cosine S."""

    def __init__(self, x: Blocks, y: Blocks) -> None:
        self.nonzero = nonzero(*x, *y)
        self.a, self.b = np.array([norm(v) for v in x]), np.array([norm(v) for v in y])
        self.c = np.array([cosine(v, w) for v, w in zip(x, y, strict=True)])
        whole_x, whole_y = np.concatenate(x), np.concatenate(y)
        self.A, self.B, self.C = norm(whole_x), norm(whole_y), cosine(whole_x, whole_y)
        self.S = np.sum(self.a * self.b) / np.float64(self.A * self.B)


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
