"""What is worth trying, claim by claim: witnesses, case splits, lemmas, squares. Suggestions only; the kernel decides."""

from __future__ import annotations

from typing import Any

from proofs.kernel.check import polynomial, write

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


def strictly(h: str, plan: dict[str, Any], absurd: dict[str, Any]) -> dict[str, Any]:
    """Go on with ``h > 0``, after showing that ``h ≤ 0`` is absurd."""
    return {"on": f"-{h}", "nonnegative": {"absurd": absurd}, "negative": plan}


MEAN_DOWN = {"terms": two_blocks(*["root(nu - c2)"] * 2, "c1", *["root(c1 - nu)"] * 2, "c2")}
MEAN_UP = {"terms": two_blocks(*["root(c2 - nu)"] * 2, "c1", *["root(nu - c1)"] * 2, "c2")}
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
    "blocks.profile_at_most_one": MEAN,
    "blocks.profile_equality": {
        "forward": {"equation_multipliers": PROFILES},
        "backward": {"equation_multipliers": [f"|y_{k}|*{p}" for k in (1, 2) for p in PROFILES], "multipliers": [["|y|"]]},
    },
    "blocks.max_local.nonnegative": MEAN,
    "blocks.max_local.one_nonnegative": MEAN,
    "blocks.range": MEAN,
    "blocks.norm_ratio_lower": NORM_RATIO | {"facts": [*RATIOS, *(f"cos(x_{k},y_{k}) - lam" for k in "12")]},
    "blocks.norm_ratio_upper_negative": NORM_RATIO | {"effort": [(3, 2)], "facts": [*RATIOS, "-mu", *(f"-cos(x_{k},y_{k}) + mu" for k in "12")]},
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
