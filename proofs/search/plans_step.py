"""What is worth trying for the chapter step: the products of facts that add up to each goal, and the cases to look at.

Suggestions only; the kernel decides. Facts are named by their polynomials in the coordinates of the core, so ``r1`` and
``r2`` are roots, such as ``r1² = γ²s² + p⁴`` for the new norm times the old one, and ``max1`` is an absolute value.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from proofs.kernel.check import Poly, polynomial, reduce, write
from proofs.search.plans import ONE, Factors, Plan, certificate, no_difference, one_plus, positive
from proofs.search.plans_step_norms import TWO_NORMS

# --- one step ---------------------------------------------------------------------------------------------------------

S, C = "sin(z,w)", "cos(z,w)"
TO_0, TO_180 = f"-{C} + 1", f"{C} + 1"
P2, P4 = "|z| . |z|", "|z| . |z| . |z| . |z|"
TURNS = f"gamma . gamma . {S} . {S}"


def text(poly: Poly) -> str:
    """The polynomial with 1 − sin² for cos², as facts are written."""
    return write(reduce(poly, {C: polynomial(f"-{S}^2 + 1")}))


LONGER, SHORTER = "-|z|^2 + r1", "-r1 + |z|^2"
SHRUNK = certificate(f"{SHORTER} . r1", f"{SHORTER} . {P2}", by=(TURNS,))


def grown(plan: Plan) -> Plan:
    """Go on with ``r1 > p²``: the point is longer than before."""
    return positive(LONGER, SHRUNK, plan)


def near_the_antipode(e: int) -> Iterator[Factors]:
    """Products of a = γ/p², u = r1/p² − 1 ≥ 0, s² and d = 1 + c, with ``u(u + 2) = a²s²``, over p¹⁰; each times uᵉ."""

    def product(a: int, u: int, s: int, d: int) -> Factors:
        return [*["gamma"] * a, *[LONGER] * (u + e), *[S] * 2 * s, *[TO_180] * d, *["|z|"] * (10 - 2 * (a + u + e))]

    yield from (product(a, 0, 1, 1) for a in (2, 3, 4))
    yield from (product(a, 0, 1, 2) for a in (3, 4))
    yield from (product(0, 2, 0, 1), product(1, 2, 1, 0), product(2, 2, 1, 0), product(0, 3, 0, 0))


MEETING = polynomial(f"{C}*gamma - |z|^2 + gamma")
SPREAD = polynomial(f"-{C}*gamma + |z|^2 + gamma")

SLOPE = polynomial(f"-{C}*gamma*|w|^2 - {C}*gamma*|z|^2 - gamma^2*{S}^2 + |w|^2*|z|^2")
IMAGINARY = SLOPE * polynomial(S)
SAME_SINE = no_difference(
    f"-max1*r1*r2*|w|^2*|z|^2 + {S}*r3",
    "r1*r2",
    [f"{write(polynomial('max1*|w|^2*|z|^2') + y)} . r1 . r2" for y in (IMAGINARY, -IMAGINARY)],
    [f"{S} . r3"],
    "r1^2*r2^2",
)
SAME_TANGENT = no_difference(
    write(polynomial("r2") - polynomial("max1*|z|^2") * SPREAD),
    text(polynomial(f"gamma^2*{S}^2 + |z|^4") * polynomial(S) * polynomial(TO_180) * SPREAD),
    [f"{write(polynomial('max1*|z|^2') + y)} . {part}" for y in (MEETING, -MEETING) for part in (P2, f"gamma . {TO_0}")],
    ["r2"],
    text(SPREAD * SPREAD),
)

APPROACH = f"{C}*|z|^2 + gamma*{S}^2"
RISE = f"{C}*|z|^2 + gamma*{S}^2 - {C}*r1"
LIMIT = f"2*{C}*|z|^2 + 2*gamma*{S}^2 - gamma"
UNDER_FIRST_ORDER = f"-{C}*|z|^4 - gamma*{S}^2*|z|^2 + {C}*r1*|z|^2 + gamma*r1*{S}^2"
RISES_BEHIND = grown(certificate(f"gamma . {S} . {S}", f"-{C} . {LONGER}"))

ONE_STEP: dict[str, Plan] = {
    "step.norm_growth": {
        "parts": [
            {},
            certificate(f"gamma . gamma . ({S})", by=("r1", P2)),
            {
                "forward": certificate(f"{LONGER} . r1", f"{LONGER} . {P2}", by=("gamma . gamma",)),
                "backward": certificate(f"gamma . gamma . {S}^2", by=("r1", P2)),
            },
        ]
    },
    "step.rotation": {
        "obligations": certificate(*(f"({write(SLOPE)}) . r1 . r1 . {r} . {r}" for r in ("r2", "r3"))),
        "parts": [*[{"parts": [{}, {}]}] * 2, {}, {"parts": [{}, SAME_SINE]}],
    },
    "step.half_angle": SAME_TANGENT
    | {
        "obligations": certificate(
            P2,
            f"gamma . {TO_0}",
            f"({text(-MEETING * SPREAD)})",
            *(f"{TO_180} . {part}" for part in (P4, f"gamma . {TO_0} . {P2}", f"gamma . gamma . {TO_0} . {TO_0}")),
        )
    },
    "step.perfect_step": {
        "parts": [
            {},
            {},
            {
                "forward": {
                    "on": f"{C} - 1",
                    "nonnegative": {"part": 1, "by": certificate(f"{C} - 1 . {TO_0}")},
                    "negative": {"part": 0, "by": certificate(by=(TO_0,), equations=("r1",))},
                },
                "backward": {
                    "of": 0,
                    "each": [
                        certificate(equations=(text(MEETING * polynomial(TO_0)),)),
                        certificate(equations=(text(MEETING * MEETING),)),
                    ],
                },
            },
        ]
    },
    "step.improves_iff_one_sided": {
        "forward": {
            "on": f"-{C}",
            "nonnegative": {"part": 0},
            "negative": {
                "part": 1,
                "by": certificate(
                    *(f"{RISE} . {part}" for part in (f"{C} . {P2}", f"gamma . {S} . {S}", f"{C} . r1")),
                    by=(f"gamma . {S} . {S}",),
                ),
            },
        },
        "backward": {
            "of": 0,
            "each": [
                RISES_BEHIND,
                {
                    "on": f"-{C}",
                    "nonnegative": RISES_BEHIND,
                    "negative": certificate(
                        f"gamma . {S} . {S} . {LIMIT}", by=(f"{C} . {P2}", f"gamma . {S} . {S}", f"{C} . r1")
                    ),
                },
            ],
        },
    },
    "step.universal_bound": certificate(f"{TO_180} . {P4}", f"{TO_180} . gamma . {P2}", TURNS, f"gamma . {S} . {S} . {P2}"),
    "step.one_sided_bound": grown(
        {
            "parts": [
                certificate(
                    *(f"{part} . {LONGER}" for part in (f"gamma . {S} . {S} . {P2}", f"{TO_180} . {P4}", TURNS)),
                    *(f"{LONGER} . {LONGER} . {part}" for part in (P2, "r1")),
                ),
                certificate(*(product for e in (0, 1) for product in near_the_antipode(e))),
            ]
        }
    ),
    "step.one_sided_condition": grown(
        {"forward": certificate(UNDER_FIRST_ORDER, by=(LONGER,)), "backward": certificate(f"{APPROACH} . {LONGER}")}
    ),
}

# --- the universal bound is sharp: powers of t, and N = 1 + t − κ ------------------------------------------------------

N = "-kappa + t + 1"
T_POWERS = [["t"] * k for k in range(4)]
BELOW = (ONE + Poly.variable("t")) * polynomial("2*t^2 + 1")
TWICE = BELOW + BELOW - polynomial(N)
GAIN = BELOW * (ONE + polynomial("2*t^2") * polynomial(N)) + polynomial(N) * polynomial("kappa*t^2")
SINE_SQUARED = [*([N, *k] for k in T_POWERS), [N, "kappa"]]
NEW_NORM = [
    *(["rho", "rho", *j, *k] for j, k in combinations_with_replacement(T_POWERS, 2)),
    *(["rho", "rho", "t", "t", *product] for product in SINE_SQUARED),
]
SHARP: Plan = {
    "on": "kappa",
    "obligations": certificate(*SINE_SQUARED, *NEW_NORM),
    "nonnegative": {
        "terms": {"|z|": "rho", "|w|": "rho", "cos(z,w)": "-1 + (1 + t - kappa)/((1 + t)*(1 + 2*t^2))"},
        "then": one_plus(
            BELOW,
            T_POWERS[1:],
            one_plus(
                TWICE,
                [*T_POWERS[1:], ["kappa"]],
                one_plus(
                    GAIN,
                    [*T_POWERS[1:], *(["t", "t", *product] for product in SINE_SQUARED)],
                    certificate([write(BELOW), N, N, write(TWICE), write(GAIN)]),
                ),
            ),
        ),
    },
    "negative": {
        "terms": {"|z|": "rho", "|w|": "rho", "cos(z,w)": "0"},
        "then": certificate("", "-kappa", "-kappa . t . t"),
    },
}

# --- many steps -------------------------------------------------------------------------------------------------------

S_N, C_N = "sin(z_n,w_n)", "cos(z_n,w_n)"
TO_0_N = f"-{C_N} + 1"
R2, R4 = ["|z_n|"] * 2, ["|z_n|"] * 4
GROWTH = "-|z| + |z_n|"

SO_FAR = f"{C}*|z|^4 - {C_N}*|z|^4 + 2*gamma*n*|z|^2 + 2*gamma^2*n"
SLOW = f"{C_N}*{S_N}^2*|z_n|^4 + gamma*{S_N}^4*|z_n|^2 + gamma^2*{S_N}^4 + {S_N}^2*|z_n|^4"
SLOWER_THAN_AT_FIRST = [
    *(
        ["gamma", "|z|", "|z|", *R2, *product]
        for product in ([GROWTH, "|z_n|"], [GROWTH, "|z|"], ["|z|", "|z|", f"({C_N})"])
    ),
    *(["gamma", "gamma", GROWTH, *["|z_n|"] * k, *["|z|"] * (3 - k)] for k in range(4)),
    ["gamma", "gamma", "|z|", "|z|", "|z|", "|z|", f"({C_N})"],
]
COUNT: Plan = {
    "invariant": [
        "|w_n| = |z_n|",
        "|z_n| > 0",
        "|z_n| >= |z|",
        "cos(z_n,w_n) <= cos(z,w) + 2*n*(gamma/|z|^2)*(1 + gamma/|z|^2)",
    ],
    "premises": {
        "1": {
            "parts": [
                {},
                {},
                certificate(
                    f"gamma . gamma . ({S_N})",
                    *([GROWTH, *R2, factor] for factor in ("|z_n|", "|z|")),
                    by=("r1", "|z| . |z_n|"),
                ),
                {
                    "use": "step.quadratic_slowdown",
                    "substitute": {"z": "z_n", "w": "w_n", "gamma": "gamma"},
                    "then": certificate(
                        [SO_FAR, *R4, *R4],
                        [SO_FAR, *R4, "gamma", "gamma", f"({S_N})"],
                        [SLOW, "gamma", "gamma", "|z|", "|z|", "|z|", "|z|"],
                        *(
                            [*norm, *product]
                            for norm in (R4, ["gamma", "gamma", f"({S_N})"])
                            for product in SLOWER_THAN_AT_FIRST
                        ),
                        by=(R4,),
                    ),
                },
            ]
        }
    },
}

KEPT = f"{C_N}*|z|^2 - {C}*|z_n|^2 + |z|^2 - |z_n|^2"
SHORT_STEP = [TO_180, TO_0_N, f"-{C_N}*gamma + |z_n|^2 - gamma", "gamma"]
CEILING: Plan = {
    "invariant": ["|w_n| = |z_n|", "|z_n| > 0", "|z_n|^2*(1 + cos(z,w)) <= |z|^2*(1 + cos(z_n,w_n))"],
    "premises": {
        "1": {
            "parts": [
                {},
                {},
                certificate(
                    [KEPT, *R2, f"(-{C_N}*gamma + |z_n|^2 + gamma)"],
                    *([*SHORT_STEP, *rest] for rest in (R4, ["gamma", TO_0_N, *R2], ["gamma", "gamma", S_N, S_N])),
                ),
            ]
        }
    },
    "then": {
        "parts": [
            certificate(KEPT, f"|z| . |z| . {TO_0_N}", by=("r1 . |z_n|", "|z|")),
            {
                "on": C,
                "nonnegative": {
                    "part": 1,
                    "by": certificate(KEPT, f"|z| . |z| . {TO_0_N}", [C, *R2], by=("root2 . |z|", "|z_n|")),
                },
                "negative": {"part": 0},
            },
        ]
    },
}

SLOWDOWN = certificate(
    *(
        f"{TO_180} . ({S}) . {part}{rest}"
        for part in (f"(-{C}*gamma + 2*|z|^2 + gamma)", f"(gamma) . {TO_0}", f"(gamma) . {TO_0} . {TO_180}")
        for rest in ("", " . (gamma)")
    )
)
"""For step sizes of either sign: with γ > 0 a square of γ has been cancelled from the goal."""


# --- weight decay -----------------------------------------------------------------------------------------------------

BALANCE = polynomial(f"-gamma*lam^2*|z|^4 + 2*lam*|z|^4 - gamma*{S}^2")
CHANGE = polynomial(LONGER)
TURN = polynomial("cos(u,g)*gamma*|g| + gamma*lam*|u'| - gamma*lam*|u| - |u'| + |u|")

PLANS: dict[str, Plan] = {
    **ONE_STEP,
    "step.universal_bound_is_sharp": SHARP,
    **TWO_NORMS,
    "step.quadratic_slowdown": SLOWDOWN,
    "step.count_lower_bound": COUNT,
    "step.norm_growth_is_bounded": CEILING,
    "step.norm_balance": {
        "forward": certificate(by=("gamma",), equations=(write(BALANCE * polynomial("r1 + |z|^2")),)),
        "backward": certificate(f"({LONGER}) . r1", by=(P2,), equations=(write(CHANGE * polynomial("gamma")),)),
    },
    "step.balance_angle": certificate(equations=tuple(write(TURN * polynomial(f)) for f in ("gamma", "gamma*lam - 1")))
    | {"obligations": certificate("|u| . |u|", equations=("|u|",))},
}
