"""Step: what one gradient step can gain, and what many can.

Two embeddings z and w, of norms p and q at angle φ, climb along the gradient of their cosine with step size γ; write
c = cos φ and s = sin φ. One step does no more than turn the two points towards each other, by the angles arctan(as) and
arctan(bs) with a = γ/p² and b = γ/q², and it makes them longer. All that one step can gain follows from this.

A bound quoted for the second text fails for obtuse angles: this chapter finds where, and puts bounds for every angle in its
place, each with the proof that no smaller constant does. Then come many steps: how many are needed at least, how long the
points can become, and which norm weight decay holds them at.

Where the norms are equal, ρ is that norm and t = γ/ρ². Δ is the change of the cosine in one step.

Sources: [paper] Draganov, Vadgama, Bekkers, "The Hidden Pitfalls of the Cosine Similarity Loss", arXiv 2406.16468, known
here through a public summary only; the paper's own theorem text was not available. [new] marks what is in neither text.
"""

from fractions import Fraction

from proofs.gradient import gradient
from proofs.kernel import (
    Claim,
    Scalar,
    Space,
    absolute,
    after_steps,
    both,
    cosine,
    either,
    equal,
    exists,
    iff,
    inner,
    named,
    nonzero,
    norm,
    real,
    root,
    sine,
    unequal,
)

z, w = Space("z", "w")
gamma, lam, kappa, rho = real("gamma lam kappa rho")
c = named("c", cosine(z, w))
s = named("s", sine(z, w))
t = named("t", gamma / norm(z) ** 2)
a = named("a", gamma / norm(z) ** 2)
b = named("b", gamma / norm(w) ** 2)

z_new = named("z'", z + gamma * gradient(z, w))
w_new = named("w'", w + gamma * gradient(w, z))
gain = named("Delta", cosine(z_new, w_new) - c)
one_sided_gain = named("Delta", cosine(z_new, w) - c)

any_norms = [nonzero(z), nonzero(w), gamma > 0]
equal_norms = [nonzero(z), nonzero(w), equal(norm(w), norm(z)), gamma > 0]
apart = s > 0

# --- the law of one step ----------------------------------------------------------------------------------------------

norm_growth = Claim(
    "step.norm_growth",
    both(
        equal(norm(z_new) ** 2, norm(z) ** 2 + gamma**2 * s**2 / norm(z) ** 2),
        norm(z_new) >= norm(z),
        iff(norm(z_new) > norm(z), unequal(s, 0)),
    ),
    given=any_norms,
    source="paper",
    title="a step never shortens a point, and lengthens it unless the two are parallel",
)
"""The gradient is orthogonal to the point, so the squares of their lengths add."""

increment = Claim(
    "step.increment",
    equal(gain, 2 * t * s**2 * (1 - t * c) / (1 + t**2 * s**2)),
    given=equal_norms,
    source="paper",
    title="the exact gain of one step",
)

A, B = named("A", root(1 + a**2 * s**2)), named("B", root(1 + b**2 * s**2))

increment_two_norms = Claim(
    "step.increment_two_norms",
    equal(cosine(z_new, w_new), (c + (a + b) * s**2 - a * b * c * s**2) / (A * B)),
    given=any_norms,
    source="new",
    title="the cosine after a step, for any two norms",
)

increment_one_sided = Claim(
    "step.increment_one_sided",
    equal(cosine(z_new, w), (c + a * s**2) / A),
    given=any_norms,
    source="new",
    title="the cosine after a step of one of the two points",
)
"""With a stop-gradient, as in BYOL and SimSiam, only one point moves."""


def turned(x: Scalar, y: Scalar, tangent: Scalar) -> tuple[Scalar, Scalar]:
    """``(x + iy)(1 − i·tangent)``, by its real and its imaginary part: turned back by the angle with that tangent."""
    return x + y * tangent, y - x * tangent


once = turned(c, s, a * s)
x, y = (named(name, part) for name, part in zip("xy", turned(*once, b * s), strict=True))

rotation = Claim(
    "step.rotation",
    both(
        both(equal(cosine(z, z_new), 1 / A), equal(sine(z, z_new), a * s / A)),
        both(equal(cosine(w, w_new), 1 / B), equal(sine(w, w_new), b * s / B)),
        equal(cosine(z_new, w), once[0] / A),
        both(equal(cosine(z_new, w_new), x / (A * B)), equal(sine(z_new, w_new), absolute(y) / (A * B))),
    ),
    given=any_norms,
    source="new",
    title="a step turns the points towards each other by exactly arctan(as) and arctan(bs)",
)
"""Here ``x + iy = (c + is)(1 − ias)(1 − ibs)`` and ``c + is`` has the angle φ, so x + iy has the angle
φ − arctan(as) − arctan(bs), and its length is AB. The first two lines are the cosines and sines of the angles by which z and
w turn, the third says that z turns towards w, and the last that the new angle is φ' = |φ − arctan(as) − arctan(bs)|. The
three increments above are the real part worked out."""

half_angle = Claim(
    "step.half_angle",
    equal(
        sine(z_new, w_new) / (1 + cosine(z_new, w_new)),
        s / (1 + c) * (absolute(1 - t * (1 + c)) / (1 + t * (1 - c))),
    ),
    given=[*equal_norms, c > -1],
    source="new",
    title="the tangent of half the angle shrinks by |1 − t(1 + c)|/(1 + t(1 − c))",
)
"""``tan(φ/2) = s/(1 + c)``, and the same for the new angle."""

perfect = named("g", norm(z) ** 2 / (1 + c))
meeting = named("m", (z + w) / (1 + c))

perfect_step = Claim(
    "step.perfect_step",
    both(
        equal(norm(z + perfect * gradient(z, w) - meeting), 0),
        equal(norm(w + perfect * gradient(w, z) - meeting), 0),
        iff(equal(norm(z_new - w_new), 0), either(equal(t, 1 / (1 + c)), equal(c, 1))),
    ),
    given=[*equal_norms, c > -1],
    source="new",
    title="the step with t = 1/(1 + c), and no other, makes the points coincide",
)
"""They meet at m = (z + w)/(1 + c). Points that start together stay together whatever t is."""

# --- one step: who improves, and by how much at most -------------------------------------------------------------------

improves_iff = Claim(
    "step.improves_iff",
    iff(gain > 0, t * c < 1),
    given=[*equal_norms, apart],
    source="new",
    title="a step raises the cosine exactly if t cos φ < 1",
)
"""Otherwise it overshoots: the points pass each other and end up as far apart as before, or farther."""

improves_iff_one_sided = Claim(
    "step.improves_iff_one_sided",
    iff(one_sided_gain > 0, either(c <= 0, a * (c**2 - s**2) < 2 * c)),
    given=[*any_norms, apart],
    source="new",
    title="when a step of one of the two points raises the cosine",
)

bound_as_printed = Claim(
    "step.bound_as_printed",
    gain < 2 * t * s**2,
    given=[*equal_norms, apart],
    source="paper, a bound as quoted in a public summary of it",
    title="the gain is below 2γ sin²φ/ρ² at every angle",
)
"""The theorem text of the paper was not available; the statement is the summary's."""

bound_condition = Claim(
    "step.bound_condition",
    iff(gain < 2 * t * s**2, c > -t * s**2),
    given=[*equal_norms, apart],
    source="new",
    title="that bound holds exactly when cos φ > −t sin²φ",
)

bound_acute = Claim(
    "step.bound_acute",
    gain < 2 * t * s**2,
    given=[*equal_norms, apart, c >= 0],
    source="new",
    title="so it holds for angles of at most 90°",
)

bracket_bound = Claim(
    "step.bracket_bound",
    gain <= t * s**2 * (2 - t * c),
    given=[*equal_norms, apart],
    source="a form met in the literature",
    title="the gain is at most t sin²φ (2 − t cos φ)",
)

bracket_condition = Claim(
    "step.bracket_condition",
    both(
        equal(inner(z_new, w_new), norm(z) ** 2 * (c + 2 * t * s**2 - t**2 * c * s**2)),
        iff(gain <= t * s**2 * (2 - t * c), inner(z_new, w_new) >= 0),
    ),
    given=[*equal_norms, apart],
    source="new",
    title="that holds exactly when the new inner product is not negative",
    replaces=bracket_bound,
)

almost = Fraction(99, 100)

universal_bound = Claim(
    "step.universal_bound",
    gain < 2 * t * s**2 * (1 + t),
    given=[*equal_norms, apart],
    source="new",
    title="with a factor 1 + t it holds at every angle",
    replaces=bound_as_printed,
    tightened=[gain < almost * (2 * t * s**2 * (1 + t))],
)

(any_t,) = real("t")
z_t = named("z'", z + any_t * norm(z) ** 2 * gradient(z, w))
w_t = named("w'", w + any_t * norm(w) ** 2 * gradient(w, z))

universal_bound_is_sharp = Claim(
    "step.universal_bound_is_sharp",
    exists(
        z, w,
        where=(equal(norm(z), rho), equal(norm(w), rho), apart),
        such_that=named("Delta", cosine(z_t, w_t) - c) > 2 * any_t * s**2 * kappa,
    ),
    given=[rho > 0, any_t > 0, kappa < 1 + any_t],
    source="new",
    title="no factor κ below 1 + t will do, whatever the norm and t",
)  # fmt: skip
"""The nearer κ is to 1 + t, the nearer to opposite must the vectors be: ``1 + c = (1 + t − κ)/((1 + t)(1 + 2t²))`` does for
κ ≥ 0, and a right angle for κ < 0. The step size is γ = tρ²."""

one_sided_bound = Claim(
    "step.one_sided_bound",
    both(
        one_sided_gain < a * s**2 * (1 + a / 2),
        one_sided_gain >= a * s**2 * (1 + a / 2 - a * (1 + a) ** 2 * (1 + c)),
    ),
    given=[*any_norms, apart],
    source="new",
    title="a step of one point gains less than as²(1 + a/2), and nearly that much near the antipode",
    tightened=[one_sided_gain < almost * (a * s**2 * (1 + a / 2))],
)
"""The second line is why 1 + a/2 can't be lowered: as c falls to −1, the two bounds meet."""

one_sided_condition = Claim(
    "step.one_sided_condition",
    iff(one_sided_gain < a * s**2, c > -a * s**2),
    given=[*any_norms, apart],
    source="new",
    title="it gains less than as² exactly when cos φ > −a sin²φ",
)

# --- any two norms: the relative error of the first-order gain --------------------------------------------------------

any_a, any_b, any_s = real("a b s")
X = named("X", (any_a + any_b) * any_s)
Q = named("Q", root(1 + any_a**2 * any_s**2) * root(1 + any_b**2 * any_s**2))
m = named("m", any_a * any_b * any_s**2)

lemma_two_turns = Claim(
    "step.lemma.two_turns",
    (X * (1 - 1 / Q)) ** 2 + (1 - (1 - m) / Q) ** 2 < X**4 / 4,
    given=[any_a > 0, any_b > 0, any_s > 0],
    source="new",
    title="what the first order leaves out of two turns is smaller than its square over two",
)
"""``Q² = (1 − m)² + X²``, and ``w = Q − 1 − m`` is not negative. Since ``X² = (2m + w)(2 + w)``, the claim is about
polynomials in m and w, and the difference of its sides has only positive coefficients."""

turned_cosine = (c + (any_a + any_b) * s**2 - any_a * any_b * c * s**2) / (
    root(1 + any_a**2 * s**2) * root(1 + any_b**2 * s**2)
)
h = named("h", any_a + any_b)
excess = named("R", (turned_cosine - c) / (h * s**2) - 1)

lemma_relative_error = Claim(
    "step.lemma.relative_error",
    both(absolute(excess) < h / 2, absolute(excess) >= h / 2 * (1 - (1 + h) ** 2 * s**2)),
    given=[nonzero(z), nonzero(w), any_a > 0, any_b > 0, apart],
    source="new",
    title="turning by arctan(as) and arctan(bs) raises the cosine by nearly (a + b)s²",
)
"""With U and V for the two terms that are squared in the lemma before, the raise is ``hs² − (cV + sU)``, and cV + sU is at
most the length of the vector (U, V): that lemma bounds it. Since ``X² = (2m + w)(2 + w)``, ``V = X²/((2 + w)Q)``, which
tends to h²s²/2 as s falls to 0: the second line says how fast."""

relative = named("R", gain / ((a + b) * s**2) - 1)

relative_error = Claim(
    "step.relative_error",
    both(absolute(relative) < (a + b) / 2, absolute(relative) >= (a + b) / 2 * (1 - (1 + a + b) ** 2 * s**2)),
    given=[*any_norms, apart],
    source="new",
    title="the gain is (a + b)s² up to a relative error below (a + b)/2, and nearly that near 0° and 180°",
    tightened=[absolute(relative) < almost * (a + b) / 2],
)
"""(a + b)s² is what the gradient alone promises. For equal norms this is the universal bound, and as one of the norms grows
it becomes the one-sided one. The second line is why (a + b)/2 can't be lowered: as c tends to 1 or to −1, s tends to 0 and
the two bounds meet."""

# --- many steps -------------------------------------------------------------------------------------------------------

quadratic_slowdown = Claim(
    "step.quadratic_slowdown",
    gain <= 2 * gamma * (1 + gamma / norm(z) ** 2) * s**2 / norm(z) ** 2,
    given=equal_norms,
    source="paper",
    title="for a fixed step size the gain falls with the square of the norm",
)

(n,) = real("n")
z_n, w_n = Space("z_n", "w_n")
c_n = named("c_n", cosine(z_n, w_n))
t_n = named("t_n", gamma / norm(z_n) ** 2)
start = {z_n: z, w_n: w}
step = {
    z_n: named("z_n'", z_n + gamma * gradient(z_n, w_n)),
    w_n: named("w_n'", w_n + gamma * gradient(w_n, z_n)),
}

count_lower_bound = Claim(
    "step.count_lower_bound",
    after_steps(n, start=start, step=step, holds=(c_n - c) / (2 * t * (1 + t)) <= n),
    given=equal_norms,
    source="new",
    title="to raise the cosine by D takes at least D/(2t(1 + t)) steps, with t of the first norm",
)
"""Each step gains at most ``2t_n(1 + t_n)``, and t_n never grows, since norms never shrink. To reach the cosine C* from c
takes a number of steps that is at least (C* − c)/(2t(1 + t))."""

half_cosine = named("h", root((1 + c) / 2))

norm_growth_is_bounded = Claim(
    "step.norm_growth_is_bounded",
    after_steps(
        n,
        start=start,
        step=step,
        allowed=(t_n * (1 + c_n) <= 1,),
        holds=both(norm(z_n) <= norm(z) / half_cosine, either(c < 0, norm(z_n) <= root(2) * norm(z))),
    ),
    given=[*equal_norms, c > -1],
    source="new",
    title="as long as no step overshoots, norms stay below ρ/cos(φ/2): an acute pair grows by at most √2",
)
"""h = cos(φ/2). A step with t(1 + c) ≤ 1 goes at most as far as the perfect one. It multiplies z + w by 1 + t(1 − c) and the
squared norm by 1 + t²s², and so it never raises 2ρ²/‖z + w‖ = ρ/cos(φ/2), which bounds ρ."""

# --- weight decay -----------------------------------------------------------------------------------------------------

z_decayed = named("z'", (1 - gamma * lam) * z + gamma * gradient(z, w))

norm_balance = Claim(
    "step.norm_balance",
    iff(equal(norm(z_decayed), norm(z)), equal(norm(z) ** 4 * lam * (2 - gamma * lam), gamma * s**2)),
    given=[*any_norms, gamma * lam > 0, gamma * lam < 2, apart],
    source="new",
    title="with weight decay λ the norm stands still exactly at ρ⁴ = γ sin²φ/(λ(2 − γλ))",
)

u, g = Space("u", "g")
u_decayed = named("u'", (1 - gamma * lam) * u + gamma * g)

balance_angle = Claim(
    "step.balance_angle",
    equal(cosine(u, u_decayed), 1 - gamma * lam),
    given=[nonzero(u), equal(inner(u, g), 0), equal(norm(u_decayed), norm(u))],
    source="new",
    title="at balance each step turns the embedding by exactly arccos(1 − γλ)",
)
"""Whatever the loss, as long as it sees only cosines: its gradient g is then orthogonal to the embedding u, and nothing
else is used."""

if __name__ == "__main__":
    from proofs.__main__ import main

    raise SystemExit(main(["run", "step"]))
