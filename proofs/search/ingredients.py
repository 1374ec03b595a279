"""What is worth trying, claim by claim: witnesses, case splits, lemmas, squares. Suggestions only; the kernel decides."""

from __future__ import annotations

from typing import Any

from proofs.kernel.check import polynomial, write
from proofs.search import plans_flow, plans_gradient, plans_step

PROFILE_PRODUCT = [["|x|", "|y|"], ["|x_1|", "|y_1|"], ["|x_2|", "|y_2|"]]
CROSS = ["|x_1|*|y_2| - |x_2|*|y_1|"]
MEAN: dict[str, Any] = {"multipliers": PROFILE_PRODUCT, "squares": CROSS}
PROFILES = ["|x|*|y|", "|x_1|*|y_1|", "|x_2|*|y_2|"]
RATIOS = ["M - m", *(f"{text}" for k in "12" for text in (f"-m*|y_{k}| + |x_{k}|", f"M*|y_{k}| - |x_{k}|"))]
NORM_RATIO: dict[str, Any] = {"squares": ["|x| - r1*|y|"], "multipliers": [[]], "effort": [(2, 2)]}


def two_blocks(a1: str, b1: str, c1: str, a2: str, b2: str, c2: str) -> dict[str, str]:
    """Norms and cosines of two blocks, as a witness."""
    return {"|x1|": a1, "|y1|": b1, "cos(x1,y1)": c1, "|x2|": a2, "|y2|": b2, "cos(x2,y2)": c2}


def crossed(delta: str, c1: str, c2: str) -> dict[str, str]:
    """The weight of x in one block, that of y in the other."""
    return two_blocks(delta, "1", c1, "1", delta, c2)


def equal_profiles(first: str, second: str) -> dict[str, str]:
    """Both vectors with the same block norms."""
    return two_blocks(first, first, "c1", second, second, "c2")


def strictly(h: str, plan: dict[str, Any], absurd: dict[str, Any]) -> dict[str, Any]:
    """Go on with ``h > 0``, after showing that ``h ≤ 0`` is absurd."""
    return {"on": f"-{h}", "nonnegative": {"absurd": absurd}, "negative": plan}


MEAN_DOWN = {"terms": equal_profiles("root(nu - c2)", "root(c1 - nu)")}
MEAN_UP = {"terms": equal_profiles("root(c2 - nu)", "root(nu - c1)")}
SHRUNK_UP = {"terms": crossed("2*nu/(c1 + c2 + root((c1 + c2)^2 - 4*nu^2))", "c1", "c2")}
SHRUNK_DOWN = {"terms": crossed("-2*nu/(-c1 - c2 + root((c1 + c2)^2 - 4*nu^2))", "c1", "c2")}
ABOVE_ALL = {"multipliers": [["max2 - nu"] * 3], "effort": [(3, 1)]}
BELOW_ALL = {"multipliers": [["max1 + nu"] * 3], "effort": [(3, 1)]}

SUM = "epsilon^2*max1 - 2*c1*epsilon - 2*c2*epsilon + 4*max1"
DIFFERENCE = "epsilon^2*max1 + 2*c1*epsilon + 2*c2*epsilon + 4*max1"


def zero_or_absurd(h: str) -> dict[str, Any]:
    """Two nonnegative numbers with product 0: one of them vanishes, the other then bounds the goal."""
    minus = write(-polynomial(h))
    absurd = {"multipliers": [[h, h]], "facts": [h, "c1 + c2", "-c1 - c2"], "effort": [(2, 1)]}
    return {"on": minus, "nonnegative": {"multipliers": [["r1", "r1"]]}, "negative": {"absurd": absurd}}


SMALL = {"on": "c1 + c2", "nonnegative": zero_or_absurd(SUM), "negative": zero_or_absurd(DIFFERENCE)}

PLANS: dict[str, Any] = {
    "blocks.refinement": {"effort": []},
    "blocks.profile_at_most_one": MEAN,
    "blocks.profile_equality": {
        "forward": {"equation_multipliers": PROFILES},
        "backward": {
            "equation_multipliers": [f"|y_{k}|*{p}" for k in (1, 2) for p in PROFILES],
            "multipliers": [["|y|"]],
        },
    },
    "blocks.max_local.nonnegative": MEAN,
    "blocks.max_local.one_nonnegative": MEAN,
    "blocks.range": MEAN,
    "blocks.norm_ratio_lower": NORM_RATIO | {"facts": [*RATIOS, *(f"cos(x_{k},y_{k}) - lam" for k in "12")]},
    "blocks.norm_ratio_upper_negative": NORM_RATIO
    | {"effort": [(3, 2)], "facts": [*RATIOS, "-mu", *(f"-cos(x_{k},y_{k}) + mu" for k in "12")]},
    "blocks.no_positive_lower_bound": {"terms": crossed("epsilon/2", "c1", "c2"), "then": {"parts": [{}, SMALL]}},
    "blocks.threshold_is_not_inherited": {"terms": crossed("(lam - root(lam^2 - mu^2))/mu", "lam", "lam")},
    "blocks.norm_ratio_is_sharp": {
        "terms": two_blocks("m*root(M)", "root(M)", "lam", "M*root(m)", "root(m)", "lam"),
    },
    "blocks.range_is_sharp": {
        "on": "nu",
        "nonnegative": {
            "on": "c1 - nu",
            "nonnegative": {
                "on": "c2 - nu",
                "nonnegative": strictly("nu", SHRUNK_UP, BELOW_ALL),
                "negative": {"on": "nu - c1", "nonnegative": {"absurd": ABOVE_ALL}, "negative": MEAN_DOWN},
            },
            "negative": {
                "on": "nu - c2",
                "nonnegative": {"absurd": ABOVE_ALL},
                "negative": MEAN_UP,
            },
        },
        "negative": {
            "on": "nu - c1",
            "nonnegative": {
                "on": "nu - c2",
                "nonnegative": SHRUNK_DOWN,
                "negative": {"on": "c1 - nu", "nonnegative": {"absurd": BELOW_ALL}, "negative": MEAN_UP},
            },
            "negative": {
                "on": "c2 - nu",
                "nonnegative": {"absurd": BELOW_ALL},
                "negative": MEAN_DOWN,
            },
        },
    },
}

POSITIVE_NORMS = ["|x| > 0", "|y| > 0"]


def invariant(*relations: str, **plans: Any) -> dict[str, Any]:
    """An invariant beside positive norms, with plans for its three steps."""
    one, merge, then = (plans.get(step, {}) for step in ("one", "merge", "then"))
    return {"invariant": [*POSITIVE_NORMS, *relations], "premises": {"0": one, "1": merge}, "then": then}


BELOW = "max1*|x|*|y| >= inner(x,y)"
ABOVE = "inner(x,y) >= min1*|x|*|y|"
AT_MOST = invariant(BELOW, merge=MEAN)

ONE_RATIO: dict[str, Any] = {"multipliers": [[]], "effort": [(2, 1), (2, 2), (3, 1)]}
AM_GM: dict[str, Any] = {"squares": ["|x| - r1*|y|"], "multipliers": [["|x|", "|y|"]]}


def ends(outer: str, inner: str) -> dict[str, Any]:
    """An outer end that is at least 0 and every candidate for the inner end: the product of the gaps would not vanish."""
    gap = write(polynomial(inner) - polynomial(outer))
    return {"on": write(-polynomial(gap)), "negative": {"absurd": {"multipliers": [[gap] * 3], "effort": [(3, 2)]}}}


EVERY: dict[str, Any] = {
    "blocks.decomposition": invariant("total1 = inner(x,y)"),
    "blocks.profile_factorisation": invariant("total2 = inner(x,y)", "total1 > 0"),
    "blocks.profile_at_most_one": {
        "parts": [invariant("total1 > 0"), invariant("total1 >= 0", "|x|*|y| >= total1", merge=MEAN)],
    },
    "blocks.max_local.bracket": {
        "parts": [
            invariant("inner(x,y) >= min1*total1", "total1 > 0"),
            invariant("inner(x,y) <= max1*total1", "total1 > 0"),
        ]
    },
    "blocks.max_local.nonnegative": invariant("max1 >= 0", BELOW, merge=MEAN),
    "blocks.max_local.one_nonnegative": AT_MOST,
    "blocks.profile_equality": {
        "parts": [
            invariant(
                "fixed1^2*|x|^2 - 2*fixed1*fixed2*total1 + fixed2^2*|y|^2 >= (fixed1*|x'| - fixed2*|y'|)^2",
                merge={"squares": ["fixed1*|x_2| - fixed2*|y_2|"], "multipliers": [[]]},
                then={"equation_multipliers": ["|x|*|y|"], "multipliers": [[]]},
            ),
            invariant("fixed1*total1 = fixed2*|y|^2"),
        ]
    },
    "blocks.range": {
        "parts": [
            {"on": "min1", "nonnegative": invariant("inner(x,y) >= 0"), "negative": invariant(ABOVE, merge=MEAN)},
            {"on": "max1", "nonnegative": AT_MOST, "negative": invariant("inner(x,y) <= 0")},
        ]
    },
    "blocks.refinement": {
        "parts": [
            {
                "on": "min1",
                "nonnegative": invariant("inner(x,y) >= 0", then=ends("max3", "max2")),
                "negative": invariant(ABOVE, merge=MEAN, then=ends("max3", "max2")),
            },
            {
                "on": "max1",
                "nonnegative": invariant(BELOW, merge=MEAN, then=ends("max2", "max3")),
                "negative": invariant("inner(x,y) <= 0", then=ends("max2", "max3")),
            },
        ]
    },
    "blocks.positive_stays_positive": invariant("inner(x,y) > 0"),
    "blocks.norm_ratio_lower": invariant(
        "M >= m", "(m + M)*inner(x,y) >= lam*(|x|^2 + m*M*|y|^2)", one=ONE_RATIO, then=AM_GM
    ),
    "blocks.norm_ratio_upper_negative": invariant(
        "M >= m", "(m + M)*inner(x,y) <= mu*(|x|^2 + m*M*|y|^2)", one=ONE_RATIO, then=AM_GM
    ),
}

PLANS |= plans_gradient.PLANS | plans_step.PLANS | plans_flow.PLANS
EVERY |= plans_gradient.EVERY
