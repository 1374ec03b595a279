"""Concrete vectors and numbers for every claim, made by hand, sorted by what happens there:

holds     the hypotheses hold, and the conclusion with room to spare
boundary  the hypotheses hold, and the two sides of the conclusion are equal
fails     the hypotheses hold, the conclusion does not: the claim is false, or what is said to exist is not these
outside   a hypothesis fails, and the conclusion with it
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

F = Fraction
Inputs = dict[str, Any]
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
