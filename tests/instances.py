"""Concrete vectors and numbers for every claim: made by hand where something happens, generated around it.

The hand-made ones are sorted by what happens there:

    holds     the hypotheses hold, and the conclusion with room to spare
    boundary  the hypotheses hold, and the two sides of the conclusion are equal
    fails     the hypotheses hold, the conclusion does not: the claim is false, or what is said to exist is not these
    outside   a hypothesis fails, and the conclusion with it
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

F = Fraction
Inputs = dict[str, Any]
Strategy = st.SearchStrategy[Any]
HANDMADE: dict[str, dict[str, list[Inputs]]] = {}


def family(x: list[list[Any]], y: list[list[Any]], **others: Any) -> Inputs:
    return {"x": x, "y": y, **others}


def two(x1: list[Any], y1: list[Any], x2: list[Any], y2: list[Any], **others: Any) -> Inputs:
    return {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **others}


def instances(id: str, **sorts: list[Inputs]) -> None:
    HANDMADE[id] = sorts


# --- blocks -----------------------------------------------------------------------------------------------------------

single = family([[3, 4]], [[4, 3]])
proportional = family([[3, 4], [5, 12]], [[0, 5], [12, 5]])
themselves = family([[1, 0], [0, 2], [1]], [[1, 0], [0, 2], [1]])
dilution = family([[1], [2]], [[2], [1]])
negative = family([[1], [2]], [[-2], [-1]])
opposed = family([[1], [1]], [[1], [-1]])
mixed = family([[3, 4], [1, 0]], [[4, 3], [0, 2]])
three = family([[1, 0], [2], [1, 2, 2]], [[1, 1], [-1], [2, 1, 2]])
empty_block = family([[0], [1]], [[1], [1]])

for identity in ("blocks.decomposition", "blocks.profile_factorisation"):
    instances(identity, boundary=[single, proportional, negative, opposed, mixed, three], outside=[empty_block])
instances(
    "blocks.profile_at_most_one",
    holds=[dilution, negative, three],
    boundary=[single, proportional],
    outside=[family([[1], [0]], [[0], [1]])],
)
instances("blocks.profile_equality", holds=[dilution, negative, three], boundary=[single, proportional, themselves])
instances("blocks.unit_locals_counterexample", boundary=[{}])
instances(
    "blocks.unequal_implies_below_one",
    holds=[{"v": [1, 0], "w": [1, 1]}, {"v": [1], "w": [-1]}],
    fails=[{"v": [1, 1], "w": [2, 2]}, {"v": [2], "w": [5]}],
    outside=[{"v": [1, 2], "w": [1, 2]}, {"v": [0, 0], "w": [1, 0]}],
)
instances(
    "blocks.below_one_unless_parallel",
    holds=[{"v": [1, 0], "w": [1, 1]}, {"v": [1, 1], "w": [-1, -1]}],
    outside=[{"v": [1, 1], "w": [2, 2]}, {"v": [3], "w": [1]}, {"v": [0], "w": [1]}],
)
instances(
    "blocks.scalar_blocks",
    boundary=[{"s": [2], "r": [-3]}, {"s": [F(1, 3)], "r": [5]}, {"s": [-1], "r": [-1]}],
    outside=[{"s": [0], "r": [1]}],
)

almost_orthogonal = two([F(1, 4), 0], [F(3, 5), F(4, 5)], [1, 0], [F(1, 5), F(3, 20)], c1=F(3, 5), c2=F(4, 5))
crossed = two([F(1, 2)], [1], [1], [F(1, 2)])
instances(
    "blocks.no_positive_lower_bound",
    boundary=[almost_orthogonal | {"epsilon": F(1, 2)}, crossed | {"c1": 1, "c2": 1, "epsilon": 1}],
    fails=[almost_orthogonal | {"epsilon": F(1, 4)}, almost_orthogonal | {"c1": F(4, 5), "epsilon": 1}],
    outside=[almost_orthogonal | {"epsilon": 0}, crossed | {"c1": 2, "c2": 1, "epsilon": 1}],
)
instances(
    "blocks.threshold_is_not_inherited",
    boundary=[crossed | {"lam": 1, "mu": F(4, 5)}],
    fails=[crossed | {"lam": 1, "mu": F(3, 5)}, crossed | {"lam": F(9, 10), "mu": F(4, 5)}],
    outside=[crossed | {"lam": 1, "mu": 2}, crossed | {"lam": 1, "mu": -1}],
)
instances("blocks.max_local.bracket", holds=[mixed, three], boundary=[single, negative, dilution], outside=[empty_block])
instances("blocks.max_local.unsigned", holds=[mixed, three], boundary=[single, themselves], fails=[negative])
instances(
    "blocks.max_local.nonnegative", holds=[mixed, dilution], boundary=[single, themselves], outside=[negative, empty_block]
)
instances(
    "blocks.max_local.one_nonnegative", holds=[mixed, three, opposed], boundary=[single, themselves], outside=[negative]
)
instances(
    "blocks.range",
    holds=[opposed, three],
    boundary=[single, themselves, family([[1], [1]], [[-1], [-1]])],
    outside=[empty_block],
)
instances(
    "blocks.refinement",
    holds=[opposed | {"lo": 0, "hi": 0}, three | {"lo": F(-1, 2), "hi": F(1, 10)}],
    boundary=[mixed | {"lo": -1, "hi": 1}, single | {"lo": 0, "hi": 0}, dilution | {"lo": -2, "hi": 3}],
    outside=[empty_block | {"lo": 0, "hi": 0}],
)
instances(
    "blocks.range_is_sharp",
    boundary=[crossed | {"c1": 1, "c2": 1, "nu": F(4, 5)}],
    fails=[crossed | {"c1": 1, "c2": 1, "nu": F(1, 2)}, crossed | {"c1": 1, "c2": -1, "nu": F(4, 5)}],
    outside=[crossed | {"c1": 1, "c2": 1, "nu": 2}, crossed | {"c1": 1, "c2": 1, "nu": 0}],
)
instances(
    "blocks.positive_stays_positive",
    holds=[single, dilution, family([[1, 0], [3]], [[1, 7], [2]])],
    outside=[opposed, negative],
)

reached = family([[2], [4]], [[2], [1]], m=1, M=4)
turned = family([[2], [4]], [[-2], [-1]], m=1, M=4)
along, against = family([[1], [1]], [[1], [1]], m=1, M=4), family([[1], [1]], [[-1], [-1]], m=1, M=4)
instances(
    "blocks.norm_ratio_lower",
    holds=[reached | {"lam": F(1, 2)}, reached | {"M": 5, "lam": 1}],
    boundary=[reached | {"lam": 1}, family([[3]], [[3]], m=1, M=1, lam=1)],
    outside=[dilution | {"m": 1, "M": 1, "lam": 1}, opposed | {"m": 1, "M": 1, "lam": 1}, against | {"lam": -1}],
)
instances(
    "blocks.norm_ratio_upper_negative",
    holds=[turned | {"mu": F(-1, 2)}, turned | {"M": 5, "mu": -1}],
    boundary=[turned | {"mu": -1}, family([[3]], [[-3]], m=1, M=1, mu=-1)],
    outside=[negative | {"m": 1, "M": 1, "mu": -1}, dilution | {"m": F(1, 2), "M": 2, "mu": -1}, along | {"mu": 1}],
)
instances(
    "blocks.norm_ratio_is_sharp",
    boundary=[two([2], [2], [4], [1], m=1, M=4, lam=1), two([2], [2], [1], [1], m=1, M=1, lam=1)],
    fails=[two([2], [2], [2], [2], m=1, M=4, lam=1), two([2], [2], [5], [1], m=1, M=4, lam=1)],
    outside=[two([2], [2], [4], [1], m=1, M=4, lam=2), two([2], [2], [4], [1], m=4, M=1, lam=1)],
)

# --- step -------------------------------------------------------------------------------------------------------------


def points(z: list[Any], w: list[Any], gamma: Any) -> Inputs:
    return {"z": z, "w": w, "gamma": gamma}


obtuse = points([1, -1, 0], [0, 1, -1], 1)
right, acute = points([1, 0], [0, 1], 1), points([3, 4], [4, 3], F(7, 2))
edge, beside = (points([1, -1, 0], [0, 1, -1], gamma) for gamma in (F(4, 3), F(101, 75)))
unequal, together, opposite = points([1, 0], [0, 2], 1), points([1, 0], [1, 0], 1), points([1, 0], [-1, 0], 1)
large, backwards = points([1, -1, 0], [0, 1, -1], 100), points([1, 0], [0, 1], -1)

instances("step.increment", boundary=[obtuse, right, acute, edge, large, together, opposite], outside=[unequal])
instances(
    "step.bound_as_printed", holds=[right, acute, large], boundary=[edge], fails=[obtuse], outside=[together, opposite]
)
instances("step.bound_condition", holds=[obtuse, right, acute, large, beside], boundary=[edge])
instances("step.bound_acute", holds=[right, acute], outside=[obtuse, together, backwards])
instances("step.universal_bound", holds=[obtuse, right, acute, edge, large], outside=[together, opposite])

far, nowhere, no_step = points([3, 4], [0, 1], 5), points([0, 0], [1, 0], 1), points([1, 0], [0, 1], 0)
flat, blunt, nearly_opposite = points([3, 4], [-4, 3], 1), points([3, 4], [-4, -3], F(1, 2)), points([24, 7], [-24, 7], 1)
meeting, swapped, beyond = (points([3, 4], [4, 3], g) for g in (F(625, 49), F(625, 24), 100))
turned_back, nearly_swapped, just_beyond = (
    points([3, 4], [4, 3], -1),
    points([3, 4], [4, 3], 26),
    points([3, 4], [4, 3], F(64, 5)),
)
equal_norms = [obtuse, right, acute, edge, large, flat, blunt, meeting, swapped, beyond]

instances("step.norm_growth", boundary=[*equal_norms, far, unequal, together, opposite], outside=[nowhere, no_step])
for identity in ("step.increment_two_norms", "step.increment_one_sided"):
    instances(identity, boundary=[*equal_norms, far, unequal, together, opposite], outside=[nowhere])
instances("step.rotation", boundary=[*equal_norms, far, unequal, together, opposite], outside=[nowhere, backwards])
instances("step.half_angle", boundary=[*equal_norms, together], outside=[unequal, far, opposite, nowhere])
instances("step.perfect_step", boundary=[*equal_norms, together], outside=[unequal, far, opposite, nowhere])
instances(
    "step.improves_iff",
    holds=[obtuse, right, acute, edge, large, flat, blunt, meeting, beyond, nearly_swapped],
    boundary=[swapped],
    outside=[far, opposite, backwards, no_step, turned_back],
)
instances(
    "step.improves_iff_one_sided",
    holds=[*equal_norms, unequal, far, points([10, 0], [-1, 200], F(1, 2)), points([1, 0], [4, 3], F(571, 100))],
    boundary=[points([1, 0], [4, 3], F(40, 7))],
    outside=[together, opposite, backwards, no_step, turned_back],
)
instances(
    "step.bracket_bound",
    holds=[obtuse, right, acute, edge, large, flat, meeting, swapped],
    fails=[blunt, nearly_opposite],
    outside=[backwards, nowhere],
)
crossing = [points([1, 0], [F(-4, 5), F(3, 5)], g) for g in (F(5, 6), F(83, 100))]
instances("step.bracket_condition", boundary=[*equal_norms, *crossing], outside=[unequal, far, nowhere])
sharp = {"rho": 1, "t": 1} | {name: right[name] for name in "zw"}
instances(
    "step.universal_bound_is_sharp",
    boundary=[sharp | {"kappa": F(1, 4)}, sharp | {"kappa": -3}],
    fails=[sharp | {"kappa": 1}, sharp | {"kappa": 0, "rho": 2}, sharp | {"kappa": F(5, 4), "w": [-1, 0]}],
    outside=[sharp | {"kappa": 2}, sharp | {"kappa": -1, "t": -1}],
)
instances(
    "step.one_sided_bound",
    holds=[*equal_norms[:4], *equal_norms[5:], unequal, far],
    outside=[together, opposite, backwards, no_step],
)
instances(
    "step.one_sided_condition",
    holds=[obtuse, right, acute, unequal, large, far, flat, blunt, beyond, obtuse | {"gamma": F(27, 20)}],
    boundary=[edge],
    outside=[together, nowhere],
)
instances(
    "step.lemma.two_turns",
    holds=[{"a": 1, "b": 2, "s": 1}, {"a": 5, "b": F(1, 2), "s": F(3, 5)}, {"a": F(1, 9), "b": 3, "s": 2}],
    outside=[{"a": -1, "b": F(1, 2), "s": 1}, {"a": 1, "b": 1, "s": 0}],
)
thirds = {"z": [1, 0], "w": [3, 4], "a": F(1, 2), "b": 2}
instances(
    "step.lemma.relative_error",
    holds=[thirds, thirds | {"w": [0, 1], "b": F(1, 2)}, thirds | {"w": [-24, 7], "a": 3}],
    outside=[thirds | {"a": -3}, thirds | {"w": [1, 0]}],
)
instances(
    "step.relative_error",
    holds=[*equal_norms, unequal, far],
    outside=[together, opposite, backwards, no_step, turned_back],
)
instances("step.quadratic_slowdown", holds=equal_norms, boundary=[together, opposite], outside=[nowhere])
instances("step.count_lower_bound", boundary=[*equal_norms, together, opposite], outside=[backwards, nowhere, no_step])
instances(
    "step.norm_growth_is_bounded",
    holds=[obtuse, acute, edge, large, flat, blunt, swapped, beyond, just_beyond],
    boundary=[right, meeting, together],
    outside=[unequal, opposite, nowhere],
)
decaying = {"z": [1, 0], "w": [3, 4], "gamma": 1}
instances(
    "step.norm_balance",
    holds=[decaying | {"gamma": F(1, 2), "lam": 2}, decaying | {"z": [5, 0], "lam": F(1, 2)}],
    boundary=[decaying | {"lam": F(2, 5)}, decaying | {"w": [0, 1], "lam": 1}],
    outside=[decaying | {"z": [0, 0], "lam": 1}],
)
pulled = {"u": [5, 0], "g": [0, 4], "gamma": 1}
instances(
    "step.balance_angle",
    boundary=[
        pulled | {"lam": F(2, 5)},
        pulled | {"g": [0, 3], "lam": F(1, 5)},
        {"u": [3, 0], "g": [0, 3], "gamma": 1, "lam": 1},
        {"u": [2], "g": [0], "gamma": 1, "lam": 2},
    ],
    outside=[pulled | {"u": [5, 1], "lam": 0}, pulled | {"u": [0, 0], "lam": 1}],
)

# --- gradient ---------------------------------------------------------------------------------------------------------

COORDINATES = {
    f"{name}_{i}" for name, dimension in (("x", 2), ("y", 2), ("u", 3), ("v", 3)) for i in range(1, dimension + 1)
}


def moving(z: list[Any], w: list[Any], **others: Any) -> Inputs:
    return {"z": z, "w": w, **others}


def coordinates(x: list[Any], y: list[Any], u: list[Any], v: list[Any]) -> Inputs:
    """Two vectors of the plane and two of space, by their coordinates."""
    named = (("x", x), ("y", y), ("u", u), ("v", v))
    return {f"{name}_{i}": entry for name, vector in named for i, entry in enumerate(vector, 1)}


near, far, crossing = moving([3, 4], [4, 3]), moving([3, 4], [-8, 6]), moving([1, 2, 2], [2, -1, 2])
agreeing, opposing, still = moving([3, 4], [6, 8]), moving([1, 2], [-2, -4]), moving([0, 0], [1, 0])
some = coordinates([3, 4], [5, 0], [1, 2, 2], [2, -1, 2])
others = coordinates([0, 2], [3, -4], [0, 3, 4], [-2, 3, 6])
instances(
    "gradient.projection",
    boundary=[near | {"h": [1, 2]} | some, opposing | {"h": [0, 3]} | others, crossing | {"h": [1, 0, 5]} | some],
    outside=[still | {"h": [1, 1]} | some, near | {"h": [1, 2]} | some | {"y_1": 0}],
)
instances(
    "gradient.sign_as_printed",
    boundary=[agreeing | {"h": [1, 0]}, near | {"h": [3, 4]}],
    fails=[near | {"h": [1, 0]}, crossing | {"h": [0, 1, 1]}],
)
instances(
    "gradient.sign",
    boundary=[near | {"h": [1, 0]}, agreeing | {"h": [5, 1]}, opposing | {"h": [1, 0]}, crossing | {"h": [0, 0, 0]}],
    outside=[still | {"h": [1, 0]}],
)
instances(
    "gradient.projector",
    boundary=[
        {"x": [[3], [4]], "z": [3, 4], "h": [1, 0], "k": [2, 5]},
        {"x": [[1, 2], [0]], "z": [2], "h": [3], "k": [-1]},
        {"x": [[0, 3], [1, 2, 2]], "z": [1, 2, 2], "h": [1, 0, 0], "k": [0, 1, 4]},
    ],
    outside=[{"x": [[0], [0]], "z": [1], "h": [1], "k": [1]}],
)
instances("gradient.orthogonal", boundary=[near, far, crossing, agreeing, opposing, moving([2], [-3])], outside=[still])
instances("gradient.norm", boundary=[near, far, crossing, agreeing, opposing], outside=[still])
instances(
    "gradient.vanishes_with_norm",
    holds=[near | {"epsilon": F(1, 4)}, opposing | {"epsilon": 1}],
    boundary=[far | {"epsilon": F(1, 4)}],
    outside=[near | {"epsilon": F(1, 6)}, near | {"epsilon": -1}],
)
angles = {"phi": F(1, 2), "pi": 3, "epsilon": F(1, 2)}
instances(
    "gradient.vanishes_at_antipode",
    holds=[near | angles, near | angles | {"phi": F(5, 2)}, crossing | {"phi": F(3, 2), "pi": 3, "epsilon": 1}],
    boundary=[near | angles | {"phi": F(7, 25)}, near | angles | {"pi": F(39, 50)}],
    outside=[near | angles | {"phi": F(1, 10)}, near | {"phi": 10, "pi": 20, "epsilon": F(1, 100)}],
)
instances(
    "gradient.block_form",
    boundary=[
        family([[3], [4, 0]], [[0], [3, 4]], h=[[1], [2, -1]]),
        family([[3], [0], [4]], [[1], [2], [2]], h=[[1], [5], [-1]]),
        family([[3, 4]], [[4, 3]], h=[[1, 0]]),
    ],
    outside=[family([[0], [0]], [[1], [1]], h=[[1], [1]])],
)
instances(
    "gradient.hessian",
    boundary=[
        near | {"h": [1, 0], "k": [2, 1]},
        crossing | {"h": [1, 0, 1], "k": [0, 2, -1]},
        opposing | {"h": [1, 1], "k": [1, 1]},
    ],
    outside=[still | {"h": [1, 0], "k": [1, 0]}],
)
instances(
    "gradient.hessian_norm",
    boundary=[
        moving([1, 0], [0, 1], h=[1, 2], alpha=1, beta=1),
        moving([0, 2], [0, 1], h=[1, 1], alpha=0, beta=3),
        moving([3, 4], [-3, -4], h=[0, 1], alpha=0, beta=-1),
    ],
    fails=[moving([1, 0], [0, 1], h=[1, 2], alpha=1, beta=0), moving([1, 0], [0, 1], h=[1, 2], alpha=0, beta=0)],
    outside=[moving([0, 0], [0, 1], h=[1, 2], alpha=1, beta=1)],
)
instances(
    "gradient.lipschitz",
    holds=[near, far, agreeing],
    boundary=[moving([1, 1, 1], [1, 0, 0]), moving([1, 1, -1], [0, -2, 0])],
    outside=[still],
)

# --- flow -------------------------------------------------------------------------------------------------------------

long_way, sideways, uneven = moving([3, 4], [-4, -3]), moving([2, 0], [0, -2]), moving([3, 4], [0, 2])
instances("flow.ode", boundary=[near, far, crossing, long_way, uneven], outside=[agreeing, opposing])
instances("flow.closed_form", boundary=[near, crossing, long_way, sideways], outside=[uneven, moving([1, 0], [0, 2])])
instances(
    "flow.time",
    boundary=[near | {"u_0": 1}, crossing | {"u_0": F(1, 2)}, long_way | {"u_0": 9}, sideways | {"u_0": 3}],
    outside=[uneven | {"u_0": 1}, moving([1, 0], [0, 2], u_0=1)],
)
instances(
    "flow.lemma.logarithm",
    holds=[{"y": F(1, 2), "eta": 2}, {"y": F(9, 10), "eta": F(1, 5)}],
    boundary=[{"y": 1, "eta": 0}, {"y": 1, "eta": 3}],
    outside=[{"y": 2, "eta": 0}, {"y": F(1, 10), "eta": 0}, {"y": F(1, 2), "eta": F(1, 2)}],
)
nearly_opposite = moving([-1, 0, 1], [1, 1, 0])
instances(
    "flow.antipode_is_logarithmic",
    holds=[
        nearly_opposite | {"u_1": 1, "delta": 1, "epsilon": 1},
        moving([3, 4], [-4, -3], u_1=F(1, 2), delta=F(57, 200), epsilon=1),
    ],
    outside=[
        nearly_opposite | {"u_1": 1, "delta": F(5, 4), "epsilon": 1},
        moving([10, 1], [10, -1], u_1=1, delta=2, epsilon=102),
        moving([1, 0], [0, 1], u_1=1, delta=1, epsilon=F(1, 3)),
    ],
)


# --- generated --------------------------------------------------------------------------------------------------------

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
