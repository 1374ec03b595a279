"""What is worth trying for the claims of the chapter on gradients."""

from __future__ import annotations

from typing import Any

from proofs.kernel.check import polynomial, write

Plan = dict[str, Any]


def minus(h: str) -> str:
    return write(-polynomial(h))


def strictly(h: str, plan: Plan, absurd: Plan) -> Plan:
    """Go on with ``h > 0``, after showing that ``h ≤ 0`` is absurd."""
    return {"on": minus(h), "nonnegative": {"absurd": absurd}, "negative": plan}


def zero(h: str, plan: Plan, above: Plan, below: Plan) -> Plan:
    """Go on with ``h ≥ 0`` and ``−h ≥ 0``, after showing that ``h > 0`` and ``h < 0`` are absurd."""
    both_signs = {"on": minus(h), "nonnegative": plan, "negative": {"absurd": above}}
    return {"on": h, "nonnegative": both_signs, "negative": {"absurd": below}}


# --- the largest curvature: max1 = |c|, r1 = √(c² + 4s²) --------------------------------------------------------------

ABSOLUTE = ["-cos(z,w) + max1", "cos(z,w) + max1"]
GRAM = "2*cos(w,h)*cos(z,h)*cos(z,w) + sin(w,h)^2 + sin(z,h)^2 + sin(z,w)^2 - 2"
ROOT = "root(cos(z,w)^2 + 4*sin(z,w)^2)"


def with_positive_maximum(plan: Plan) -> Plan:
    """Go on with ``|c| ≥ 0``."""
    absurd = {"multipliers": [["-max1"]], "facts": ABSOLUTE, "effort": [(1, 1)]}
    return {"on": "max1", "nonnegative": plan, "negative": {"absurd": absurd}}


def at_most(square: str) -> Plan:
    """``(r + |c|)·gap = square² + …``, where the Gram determinant of z, w, h bounds what is left."""
    found: Plan = {"multipliers": [["max1 + r1"]], "squares": [square], "facts": [GRAM, *ABSOLUTE], "effort": [(2, 1)]}
    found["equation_multipliers"] = ["|h|^2*sin(z,h)^2"]
    absurd = {"multipliers": [["r1"]], "facts": ["-max1 - r1"], "effort": [(1, 2)]}
    return with_positive_maximum(strictly("max1 + r1", found, absurd))


def eigenvector(sign: str, part: int) -> Plan:
    """The vector ``(2s, c ± r)``; the difference of the two sides is a multiple of ``|c| ∓ c``."""
    factor = f"{'' if sign == '+' else '-'}cos(z,w)*r1 + 3*sin(z,w)^2 + 1"
    reached: Plan = {"squares": [factor], "multipliers": [[]], "facts": ["-cos(z,w)", *ABSOLUTE], "effort": [(2, 1)]}
    reached["equation_multipliers"] = [write(polynomial(factor) ** 2)]
    return {
        "terms": {"alpha": "2*sin(z,w)", "beta": f"cos(z,w) {sign} {ROOT}"},
        "premises": {"1": {"facts": ["-cos(z,w)"], "multipliers": [[]], "effort": [(2, 1)]}},
        "then": {"part": part, "by": reached},
    }


HESSIAN_NORM = {
    "parts": [
        {
            "parts": [
                at_most("max1*cos(z,h) + r1*cos(z,h) - 2*cos(w,h) + 2*cos(z,w)*cos(z,h)"),
                at_most("max1*cos(z,h) + r1*cos(z,h) + 2*cos(w,h) - 2*cos(z,w)*cos(z,h)"),
            ]
        },
        {"on": "cos(z,w)", "nonnegative": eigenvector("+", 1), "negative": eigenvector("-", 0)},
    ]
}

# --- its ceiling: (4 − q|c| + qr)(4 − q|c| − qr) = 4(q|c| − 1)², with q² = 3 ------------------------------------------

FACTOR = "-max1*root3 + r1*root3 + 4"
AT_TOP = "max1*root3 - 1"
ROOT_AT_TOP = "r1 - root3"


def with_factor(plan: Plan) -> Plan:
    """Go on with ``4 − q|c| + qr > 0``."""
    squares = ["max1*root3 - 2", "sin(z,w)"]
    return strictly(FACTOR, plan, {"multipliers": [[]], "squares": squares, "facts": [minus(FACTOR)], "effort": [(2, 2)]})


CEILING = with_factor({"multipliers": [[FACTOR]], "squares": [AT_TOP], "facts": [], "effort": [(1, 1)]})
COFACTOR = write(polynomial(FACTOR) * polynomial("max1*root3 + 1") ** 2)
ONLY_THERE = with_factor(
    {
        "multipliers": [[]],
        "facts": [],
        "equation_multipliers": ["1", "max1^2", "max1*root3", "sin(z,w)^2", COFACTOR],
        "effort": [(1, 1)],
    }
)
THERE = with_positive_maximum(
    zero(
        ROOT_AT_TOP,
        zero(
            AT_TOP,
            {
                "multipliers": [[]],
                "facts": [ROOT_AT_TOP, minus(ROOT_AT_TOP), AT_TOP, minus(AT_TOP)],
                "effort": [(2, 1)],
            },
            {"multipliers": [[AT_TOP]], "facts": [AT_TOP], "effort": [(2, 2)]},
            {"multipliers": [[minus(AT_TOP)]], "facts": [minus(AT_TOP)], "effort": [(2, 2)]},
        ),
        {"multipliers": [[ROOT_AT_TOP, "root3"]], "facts": [ROOT_AT_TOP], "effort": [(2, 2)]},
        {"multipliers": [[minus(ROOT_AT_TOP), "root3"]], "facts": [minus(ROOT_AT_TOP)], "effort": [(2, 2)]},
    )
)

# --- the plans --------------------------------------------------------------------------------------------------------


def invariant(*relations: str) -> Plan:
    return {"invariant": list(relations), "premises": {}, "then": {}}


PLANS: dict[str, Plan] = {
    "gradient.sign_as_printed": {"effort": []},
    "gradient.sign": {"parts": [{}, {"forward": {}, "backward": {"equation_multipliers": ["sin(z,w)^3"]}}]},
    "gradient.vanishes_with_norm": {"squares": ["-sin(z,w) + 1", "cos(z,w)"], "multipliers": [[]]},
    "gradient.vanishes_at_antipode": {"parts": [{}, {}, {"of": 0, "each": [{}, {}]}]},
    "gradient.hessian_norm": HESSIAN_NORM,
    "gradient.lipschitz": {"parts": [CEILING, {"forward": ONLY_THERE, "backward": THERE}]},
}

TRACE = invariant("total1 = total2 - fixed1^2*|x|^2") | {
    "then": {
        "equation_multipliers": ["1", "fixed1*|x|", "total1*fixed1*|x|", "total2*fixed1*|x|"],
        "multipliers": [[]],
        "facts": [],
    }
}

Y_H, X_H = "cos(y,h)*|h|", "cos(x,h)*cos(x,y)*|h|"
DIFFERENCE = polynomial(f"{Y_H} - {X_H} - total1*|x|")
BLOCK_SUMS = invariant("total1 = fixed1*fixed2*inner(y,h) - fixed1^2*fixed3*inner(x,h)") | {
    "then": {
        "equation_multipliers": [
            write(DIFFERENCE * polynomial(text)) for text in ("|x|", Y_H, f"fixed2*|y|*{Y_H}", f"fixed1*|x|*{X_H} + {X_H}")
        ],
        "multipliers": [[]],
        "facts": [],
    }
}

EVERY: dict[str, Plan] = {
    "gradient.projector": {"parts": [*[invariant("|x| >= 0")] * 3, TRACE]},
    "gradient.block_form": BLOCK_SUMS,
}
