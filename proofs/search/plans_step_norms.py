"""What is worth trying for the relative error of a step: X = (a + b)s, m = abs², Q = r1·r2 and w = Q − 1 − m.

All that is needed follows from ``Q² = (1 − m)² + X² = (1 + m)² + (a − b)²s²``. Suggestions only; the kernel decides.
"""

from __future__ import annotations

from proofs.kernel.check import Poly, polynomial, reduce, write
from proofs.kernel.ratio import content, scaled
from proofs.search.plans import ONE, Factors, Plan, certificate, nonnegative, positive

S, C = "sin(z,w)", "cos(z,w)"
TO_0, TO_180 = f"-{C} + 1", f"{C} + 1"


def excess(s: str) -> tuple[str, Plan]:
    """``w``, and why it is not negative: ``Q² = (1 + m)² + (a − b)²s²``."""
    w = polynomial(f"-a*b*{s}^2 + r1*r2 - 1")
    less = write(-w)
    absurd = certificate(f"{less} . a . b . {s} . {s}", f"{less} . r1 . r2", f"(a*{s} - b*{s})", by=(less,))
    return write(w), absurd


def m_and_w(w: str, s: str, low: int, high: int) -> list[Factors]:
    """The products ``m^i w^j`` of degree low to high."""
    degrees = ((i, j) for i in range(high + 1) for j in range(high + 1) if low <= i + j <= high)
    return [["a", "b", s, s] * i + [w] * j for i, j in degrees]


def core(poly: Poly) -> Poly:
    """The polynomial as facts are written: squares replaced by what they are, and coprime whole coefficients."""
    squares = {C: f"-{S}^2 + 1", "r1": f"a^2*{S}^2 + 1", "r2": f"b^2*{S}^2 + 1"}
    poly = reduce(poly, {name: polynomial(square) for name, square in squares.items()})
    return scaled(poly, 1 / content(poly))


W, NO_EXCESS = excess(S)
M, Q = polynomial(f"a*b*{S}^2"), polynomial("r1*r2")
H, SINE, COSINE = polynomial("a + b"), polynomial(S), polynomial(C)
X = H * SINE
TWO, FOUR = Poly.constant(2), Poly.constant(4)

U, V = X * (Q - ONE), Q - ONE + M
"""The terms of the lemma about two turns, times Q: the cosine rises by ``hs² − (cV + sU)/Q``."""

LEFT_OUT = COSINE * V + SINE * U
ACROSS = write(core(COSINE * U - SINE * V))
TWO_TURNS = write(core(X * X * X * X * Q * Q - FOUR * (U * U + V * V)))
ROOM = [core(X * X * Q + TWO * LEFT_OUT), core(X * X * Q - TWO * LEFT_OUT)]
"""By how much hs²/2 exceeds the relative error and its negative, times a positive number."""


def room(poly: Poly, plan: Plan) -> Plan:
    """Go on with room on one side: ``(X²Q)² − 4(cV + sU)²`` is positive by the lemma about two turns and a square."""
    less = write(-poly)
    absurd = certificate(f"({ACROSS})", [less, less], [less, "r1", "r2", f"({write(X)})"], by=(TWO_TURNS,))
    return positive(write(poly), absurd, plan)


SCALE = write(core(H * SINE * SINE * Q))
TOO_LARGE = "-a - b + 2*max1"
NOT_TOO_LARGE = certificate(
    *([f"({SCALE})", TOO_LARGE, factor] for factor in (TOO_LARGE, "a", "b")),
    by=([write(r) for r in ROOM],),
    equations=("1",),
)
BELOW_HALF = {
    "use": "step.lemma.two_turns",
    "substitute": {"a": "a", "b": "b", "s": S},
    "then": room(ROOM[0], room(ROOM[1], {"on": TOO_LARGE, "nonnegative": {"absurd": NOT_TOO_LARGE}, "negative": {}})),
}


def near_the_ends(sign: int) -> Plan:
    """The lower bound, for a cosine of one sign: the absolute value is at least the relative error with that sign."""
    c, rest = (C, TO_0) if sign > 0 else (f"-{C}", TO_180)
    error = LEFT_OUT if sign > 0 else -LEFT_OUT
    gap = core(polynomial("max1") * H * SINE * SINE * Q - error)
    few = m_and_w(W, S, 1, 3)
    return certificate(
        [write(gap)],
        *([c, rest, *product] for product in m_and_w(W, S, 1, 1)),
        *m_and_w(W, S, 1, 5),
        *([S, S, *product] for product in few),
        *([half, S, S, *product] for product in few for half in "ab"),
        by=(f"a . {S} . {S} . r1 . r2", f"b . {S} . {S} . r1 . r2"),
    )


TWO_NORMS: dict[str, Plan] = {
    "step.lemma.two_turns": nonnegative(excess("s")[0], excess("s")[1], certificate(*m_and_w(excess("s")[0], "s", 2, 6))),
    "step.lemma.relative_error": nonnegative(
        W,
        NO_EXCESS,
        {"parts": [BELOW_HALF, {"on": C, "nonnegative": near_the_ends(1), "negative": near_the_ends(-1)}]},
    ),
    "step.relative_error": {
        "use": "step.lemma.relative_error",
        "substitute": {"z": "z", "w": "w", "a": "gamma/|z|^2", "b": "gamma/|w|^2"},
    },
}
