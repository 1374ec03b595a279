"""Flow: how long it takes two vectors to come to agree.

Two vectors z, w at angle φ follow the gradient of their cosine, each at its own velocity: ``dz/dτ = ∇_z cos(z, w)`` and
``dw/dτ = ∇_w cos(z, w)``. To first order in ε, z is ``z + ε∇_z cos`` and w is ``w + ε∇_w cos`` after a time ε; so whatever
depends on them has the derivative that is taken here along these two directions at once.

The norms stay as they are, and the angle obeys an equation of its own, which is solved in closed form. The time to get from
one angle to another grows with the square of the norm, exactly; and it grows without bound as the vectors start out more
nearly opposite, but only like a logarithm.

Angles enter through the tangent of their half: ``tan(φ/2) = sin φ/(1 + cos φ)``.

Sources: [paper] Draganov, Vadgama, Bekkers, "The Hidden Pitfalls of the Cosine Similarity Loss", arXiv 2406.16468, known
here through a public summary only; the paper's own theorem text was not available. [new] marks what is in neither text.
"""

from proofs.gradient import gradient
from proofs.kernel import (
    Claim,
    Scalar,
    Space,
    Vector,
    both,
    cosine,
    derivative,
    equal,
    log,
    named,
    nonzero,
    norm,
    real,
    sine,
)
from proofs.measured import Measured

z, w = Space("z", "w")
(epsilon,) = real("epsilon")
c = named("c", cosine(z, w))
s = named("s", sine(z, w))
z_next = named("z'", z + epsilon * gradient(z, w))
w_next = named("w'", w + epsilon * gradient(w, z))

nonzero_pair = [nonzero(z), nonzero(w)]
equal_norms = [*nonzero_pair, equal(norm(w), norm(z))]
apart = s > 0


def rate(of: Scalar) -> Scalar:
    """The derivative along the flow of something said of ``z'`` and ``w'``."""
    return derivative(of, epsilon)


def half_tangent(u: Vector, v: Vector) -> Scalar:
    """``tan(φ/2)`` for the angle φ between u and v."""
    return sine(u, v) / (1 + cosine(u, v))


turning = named("v", -(1 / norm(z) ** 2 + 1 / norm(w) ** 2) * s)

ode = Claim(
    "flow.ode",
    both(
        equal(rate(norm(z_next)), 0),
        equal(rate(norm(w_next)), 0),
        equal(rate(cosine(z_next, w_next)), -s * turning),
        equal(rate(sine(z_next, w_next)), c * turning),
    ),
    given=[*nonzero_pair, apart],
    source="new",
    title="the flow keeps both norms, and dφ/dτ = −(1/p² + 1/q²) sin φ",
    assumes=["derivatives of sine and cosine"],
)
"""An angle with ``dφ/dτ = v`` has ``d cos φ/dτ = −v sin φ`` and ``d sin φ/dτ = v cos φ``; and the two fix v, since sine and
cosine are never both zero. At s = 0 nothing moves."""

u = named("u", half_tangent(z, w))

closed_form = Claim(
    "flow.closed_form",
    both(
        equal(rate(half_tangent(z_next, w_next)), -(2 / norm(z) ** 2 * u)),
        equal(rate(norm(z_next)), 0),
    ),
    given=[*equal_norms, apart],
    source="new",
    title="with equal norms, tan(φ/2) = tan(φ₀/2) e^(−2τ/ρ²)",
    assumes=["half-angle formula", "exponential decay"],
)
"""So u = tan(φ/2) obeys ``du/dτ = −(2/ρ²)u`` with a constant ρ, and decays exponentially."""


def time(start: Scalar, u: Vector, v: Vector) -> Scalar:
    """``(ρ²/2) ln(tan(φ₀/2)/tan(φ/2))``, with ``tan(φ₀/2)`` for the start."""
    clock: Scalar = norm(u) ** 2 / 2 * log(start / half_tangent(u, v))
    return clock


(u_0,) = real("u_0")

elapsed = Claim(
    "flow.time",
    both(
        equal(rate(time(u_0, z_next, w_next)), 1),
        equal(time(u, z, w), 0),
    ),
    given=[*equal_norms, apart, u_0 > 0],
    source="new",
    title="the time from φ₀ to φ₁ is (ρ²/2) ln(tan(φ₀/2)/tan(φ₁/2))",
    assumes=["half-angle formula"],
)
"""Here u₀ stands for tan(φ₀/2). The expression is 0 at the start and grows at the rate 1 along the flow: it is a clock."""

y, eta = real("y eta")

near_one = Claim(
    "flow.lemma.logarithm",
    both(-eta <= log(y), log(y) <= 0),
    given=[y > 0, y <= 1, y * (1 + eta) >= 1],
    source="new",
    title="the logarithm of a number a little below 1",
)
"""Between two of its tangents: ``1 − 1/y ≤ ln y ≤ y − 1``."""

delta, u_1 = real("delta u_1")
start = named("u_0", half_tangent(z, w))
remainder = named("r", norm(z) ** 2 / 2 * (log(start / u_1) - log(2 / delta) + log(u_1)))

antipode_is_logarithmic = Claim(
    "flow.antipode_is_logarithmic",
    both(-epsilon < remainder, remainder <= 0),
    given=[
        *nonzero_pair, apart, u_1 > 0, delta > 0,
        1 + c <= delta**2 / 2,
        delta / 2 <= 1 / start,
        delta**2 <= 2,
        norm(z) ** 2 * delta**2 < 4 * epsilon,
    ],
    source="new",
    title="as φ₀ → π, the time less (ρ²/2) ln(2/(π − φ₀)) tends to −(ρ²/2) ln tan(φ₁/2)",
    assumes=["half-angle formula", "cosine above parabola", "tangent above angle"],
)  # fmt: skip
"""Here δ stands for π − φ₀, u₀ for tan(φ₀/2), u₁ for tan(φ₁/2), and r for the difference from the limit; ρ, the norm of
both vectors, is ‖z‖. The limit is an explicit bound: r is within ε of 0 as soon as δ² ≤ 2 and ρ²δ² < 4ε. Two classical
facts about δ are among the hypotheses: ``1 − cos δ ≤ δ²/2``, where cos δ = −c, and ``δ/2 ≤ tan(δ/2)``, where tan(δ/2) is
1/u₀. They put ``δu₀/2``, of which r is ρ²/2 times the logarithm, between 1/(1 + δ²/2) and 1."""

# --- steps ------------------------------------------------------------------------------------------------------------

step_count = Measured(
    "flow.step_count",
    text="steps until the mean cosine of random pairs exceeds 0.999 ≈ time of the flow / γ, and ≈ the public counts",
    latex=r"N \approx \tau / \gamma",
    source="new",
    title="small steps take as long as the flow: public counts of steps are reproduced",
    dimension="n=20",
    experiment="proofs.experiment",
    command="python -m proofs experiment steps",
)

if __name__ == "__main__":
    from proofs.__main__ import main

    raise SystemExit(main(["run", "flow"]))
