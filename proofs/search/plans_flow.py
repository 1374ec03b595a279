"""What is worth trying for the claims of the chapter on gradient flow."""

from __future__ import annotations

from proofs.kernel.check import polynomial, write
from proofs.search.plans_gradient import Plan, minus, strictly

NOT_OPPOSITE: Plan = {
    "obligations": {"squares": ["cos(z,w) + 1"], "multipliers": [[]], "facts": [], "effort": [(1, 2)]},
}
"""``1 + c > 0`` where s > 0: ``2(1 + c) = (1 + c)² + s²``."""

ONE_PLUS_C = "cos(z,w) + 1"


def not_opposite(plan: Plan) -> Plan:
    """Go on with ``1 + c > 0``."""
    facts = [minus(ONE_PLUS_C), "-cos(z,w) + 1"]
    return strictly(ONE_PLUS_C, plan, {"multipliers": [["sin(z,w)", "sin(z,w)"]], "facts": facts, "effort": [(2, 1)]})


# --- near the antipode: y = δ tan(φ₀/2)/2 with y ≤ 1 and y(1 + δ²/2) ≥ 1 ----------------------------------------------

CLASSICAL = ["delta^2 - 2*cos(z,w) - 2", "-delta*sin(z,w) + 2*cos(z,w) + 2", "-delta^2 + 2"]
ABOVE: Plan = {"multipliers": [[ONE_PLUS_C]], "facts": [ONE_PLUS_C, *CLASSICAL], "effort": [(2, 1)]}
LOG_Y = polynomial("log1 - log2 + log4 - log5")
LEAST, MOST = write(LOG_Y + LOG_Y + polynomial("delta^2")), write(-LOG_Y)
WITHIN: Plan = {"multipliers": [[]], "facts": [LEAST, MOST, "-delta^2*|z|^2 + 4*epsilon"], "effort": [(1, 2)]}

PLANS: dict[str, Plan] = {
    "flow.closed_form": NOT_OPPOSITE,
    "flow.time": NOT_OPPOSITE,
    "flow.lemma.logarithm": {"multipliers": [["y"]], "effort": [(1, 2)]},
    "flow.antipode_is_logarithmic": NOT_OPPOSITE
    | {
        "use": "flow.lemma.logarithm",
        "substitute": {"y": "delta*sin(z,w)/(2*(1 + cos(z,w)))", "eta": "delta^2/2"},
        "premises": {"2": not_opposite(ABOVE)},
        "then": WITHIN,
    },
}
