"""Instances of every claim, generated around what happens there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from handmade import COORDINATES, F, Inputs, family, moving, points
from hypothesis import strategies as st

Strategy = st.SearchStrategy[Any]

numbers = st.builds(F, st.integers(-6, 6), st.sampled_from([1, 1, 2, 3]))
positive = st.builds(F, st.integers(1, 8), st.sampled_from([1, 1, 2, 4]))
quarters = st.builds(F, st.integers(-4, 4), st.just(4))
NICE: dict[int, list[list[int]]] = {
    1: [[1], [-2], [3]],
    2: [[3, 4], [4, -3], [-4, 3], [1, 0], [0, -1], [5, 12], [-12, 5], [8, -6], [-1, 0], [0, 2]],
    3: [[1, 2, 2], [2, -1, 2], [-2, 2, 1], [0, 3, 4], [2, 3, 6], [-6, 2, 3], [1, 0, 0]],
}


def vectors(dimension: int) -> Strategy:
    """Any small vectors, and ones of rational norm."""
    return st.one_of(st.lists(numbers, min_size=dimension, max_size=dimension), st.sampled_from(NICE[dimension]))


def pairs() -> Strategy:
    """Two vectors of one dimension, now and then parallel."""
    any_two = st.integers(1, 3).flatmap(lambda n: st.tuples(vectors(n), vectors(n)))
    parallel = st.tuples(st.integers(1, 3).flatmap(vectors), numbers).map(lambda p: (p[0], [p[1] * e for e in p[0]]))
    return st.one_of(any_two, any_two, parallel)


def blocks(**others: Strategy) -> Strategy:
    """One to three blocks, each of its own dimension."""
    drawn = st.tuples(st.lists(pairs(), min_size=1, max_size=3), st.fixed_dictionaries(others))
    return drawn.map(lambda d: family([p[0] for p in d[0]], [p[1] for p in d[0]], **d[1]))


def pair(v: str, w: str) -> Strategy:
    return pairs().map(lambda p: {v: p[0], w: p[1]})


def two_blocks(**others: Strategy) -> Strategy:
    plane = st.sampled_from(NICE[2])
    return st.fixed_dictionaries({"x1": plane, "y1": plane, "x2": plane, "y2": plane, **others})


def same_norm() -> Strategy:
    """A vector and a signed permutation of it."""
    signs = st.lists(st.sampled_from([1, -1]), min_size=3, max_size=3)
    drawn = st.tuples(st.integers(1, 3).flatmap(vectors), st.permutations(range(3)), signs)
    return drawn.map(lambda d: (d[0], [d[2][i] * d[0][i] for i in d[1] if i < len(d[0])]))


def several(*names: str, **others: Strategy) -> Strategy:
    """Vectors of one dimension, and whatever else."""
    drawn = st.tuples(st.integers(1, 3).flatmap(lambda n: st.fixed_dictionaries({name: vectors(n) for name in names})))
    return st.tuples(drawn, st.fixed_dictionaries(others)).map(lambda d: {**d[0][0], **d[1]})


def three_in_blocks() -> Strategy:
    """One to three blocks of three vectors each."""
    block = st.integers(1, 2).flatmap(lambda n: st.tuples(vectors(n), vectors(n), vectors(n)))
    drawn = st.lists(block, min_size=1, max_size=3)
    return drawn.map(lambda d: family([b[0] for b in d], [b[1] for b in d], h=[b[2] for b in d]))


def flows(**others: Strategy) -> Strategy:
    """Mostly two points of one norm."""
    both = st.one_of(same_norm(), same_norm(), same_norm(), pairs())
    return st.tuples(both, st.fixed_dictionaries(others)).map(lambda d: moving(*d[0], **d[1]))


def steps() -> Strategy:
    """Mostly two points of one norm."""
    both = st.one_of(same_norm(), same_norm(), same_norm(), pairs())
    return st.tuples(both, positive).map(lambda d: points(*d[0], d[1]))


def nearly(pair: Strategy, **others: Strategy) -> Strategy:
    """Two points with numbers of their own."""
    return st.tuples(pair, st.fixed_dictionaries(others)).map(lambda d: {"z": d[0][0], "w": d[0][1], **d[1]})


def balanced() -> Strategy:
    """An embedding at balance with an orthogonal gradient, mostly: with ``1 − γλ = (1 − x²)/(1 + x²)``."""

    def placed(d: Any) -> Inputs:
        (p, q), x, gamma, off = d
        turn = 2 * x / (1 + x * x)
        return {"u": [p, q], "g": [-q * turn / gamma + off, p * turn / gamma], "gamma": gamma, "lam": x * turn / gamma}

    return st.tuples(st.tuples(numbers, numbers), positive, positive, st.sampled_from([0, 0, 1])).map(placed)


def ratios(threshold: str) -> Strategy:
    """Blocks with rational norm ratios, an interval about as wide as they need, and a threshold."""
    factor = st.sampled_from([F(1), F(1), F(1, 2), F(2)])
    drawn = st.lists(st.tuples(same_norm(), positive), min_size=1, max_size=3)

    def placed(d: Any) -> Inputs:
        made, below, above, level = d
        y = [[e / ratio for e in v] for (_, v), ratio in made]
        m, M = below * min(ratio for _, ratio in made), above * max(ratio for _, ratio in made)
        return family([u for (u, _), _ in made], y, m=m, M=M, **{threshold: level})

    return st.tuples(drawn, factor, factor, quarters).map(placed)


GENERATED: dict[str, Callable[[], Strategy]] = {
    "blocks": blocks,
    "blocks.unit_locals_counterexample": lambda: st.just({}),
    "blocks.unequal_implies_below_one": lambda: pair("v", "w"),
    "blocks.below_one_unless_parallel": lambda: pair("v", "w"),
    "blocks.scalar_blocks": lambda: st.tuples(numbers, numbers).map(lambda d: {"s": [d[0]], "r": [d[1]]}),
    "blocks.no_positive_lower_bound": lambda: two_blocks(c1=quarters, c2=quarters, epsilon=positive),
    "blocks.threshold_is_not_inherited": lambda: two_blocks(lam=quarters, mu=quarters),
    "blocks.range_is_sharp": lambda: two_blocks(c1=quarters, c2=quarters, nu=quarters),
    "blocks.norm_ratio_is_sharp": lambda: two_blocks(m=positive, M=positive, lam=quarters),
    "blocks.norm_ratio_lower": lambda: ratios("lam"),
    "blocks.norm_ratio_upper_negative": lambda: ratios("mu"),
    "blocks.refinement": lambda: blocks(lo=quarters, hi=quarters),
    "gradient": lambda: several("z", "w"),
    "gradient.projection": lambda: several("z", "w", "h", **dict.fromkeys(sorted(COORDINATES), numbers)),
    "gradient.sign_as_printed": lambda: several("z", "w", "h"),
    "gradient.sign": lambda: several("z", "w", "h"),
    "gradient.projector": lambda: several("z", "h", "k", x=st.lists(vectors(1), min_size=2, max_size=2)),
    "gradient.vanishes_with_norm": lambda: several("z", "w", epsilon=positive),
    "gradient.vanishes_at_antipode": lambda: several("z", "w", phi=positive, pi=positive, epsilon=positive),
    "gradient.block_form": three_in_blocks,
    "gradient.hessian": lambda: several("z", "w", "h", "k"),
    "gradient.hessian_norm": lambda: several("z", "w", "h", alpha=numbers, beta=numbers),
    "flow": flows,
    "flow.time": lambda: flows(u_0=positive),
    "flow.lemma.logarithm": lambda: st.fixed_dictionaries({"y": positive, "eta": numbers}),
    "flow.antipode_is_logarithmic": lambda: flows(u_1=positive, delta=positive, epsilon=positive),
    "step": steps,
    "step.universal_bound_is_sharp": lambda: nearly(same_norm(), rho=positive, t=positive, kappa=quarters),
    "step.lemma.two_turns": lambda: st.fixed_dictionaries({"a": positive, "b": positive, "s": positive}),
    "step.lemma.relative_error": lambda: nearly(pairs(), a=positive, b=positive),
    "step.norm_balance": lambda: nearly(pairs(), gamma=positive, lam=positive),
    "step.balance_angle": lambda: balanced(),
}


def generated(id: str) -> Strategy:
    """Instances of a claim: its own, or those of its chapter."""
    return GENERATED.get(id, GENERATED[id.partition(".")[0]])()
