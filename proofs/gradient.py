"""Gradient: how the cosine changes when one of its vectors moves.

The gradient of ``cos(z, w)`` in z points from ẑ towards ŵ, is orthogonal to z, and has length ``sin φ/‖z‖``. So it fades
for long vectors, for vectors that agree, and also for vectors that point in opposite directions. The second derivative is
worked out as well, since its size says how far the first one can be trusted.

Derivatives are taken along an arbitrary direction h: the gradient is the vector whose inner product with every h is the
derivative of ``cos(z + εh, w)`` at ε = 0.

Sources: [paper] Draganov, Vadgama, Bekkers, "The Hidden Pitfalls of the Cosine Similarity Loss", arXiv 2406.16468, known
here through a public summary only; the paper's own theorem text was not available. [new] marks what is in neither text.
"""

from fractions import Fraction

from proofs.kernel import (
    Claim,
    Family,
    Scalar,
    Space,
    Vector,
    absolute,
    both,
    cosine,
    derivative,
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
    total,
    vector,
)

z, w, h, k = Space("z", "w", "h", "k")
epsilon, delta = real("epsilon delta")
c = named("c", cosine(z, w))
s = named("s", sine(z, w))
nonzero_pair = [nonzero(z), nonzero(w)]


def unit(v: Vector) -> Vector:
    """``v/‖v‖``."""
    return v / norm(v)


def gradient(u: Vector, v: Vector) -> Vector:
    """The gradient of ``cos(u, v)`` in u: ``(v̂ − cos(u, v) û)/‖u‖``."""
    return (unit(v) - unit(u) * cosine(u, v)) / norm(u)


def projected(v: Vector) -> Vector:
    """``Pv = v − ⟨z, v⟩ z/‖z‖²``: the part of v that is orthogonal to z."""
    return v - z * (inner(z, v) / norm(z) ** 2)


def slope(u: Vector, v: Vector, h: Vector) -> Scalar:
    """The derivative of ``cos(u, v)`` as u moves in the direction h."""
    return derivative(cosine(u + epsilon * h, v), epsilon)


grad = named("g", gradient(z, w))

# --- the first derivative ---------------------------------------------------------------------------------------------

x_1, x_2, y_1, y_2 = real("x_1 x_2 y_1 y_2")
u_1, u_2, u_3, v_1, v_2, v_3 = real("u_1 u_2 u_3 v_1 v_2 v_3")
x, y = named("x", vector(x_1, x_2)), named("y", vector(y_1, y_2))
u, v = named("u", vector(u_1, u_2, u_3)), named("v", vector(v_1, v_2, v_3))
plane_axes = (vector(1, 0), x_1, y_1), (vector(0, 1), x_2, y_2)
space_axes = (vector(1, 0, 0), u_1, v_1), (vector(0, 1, 0), u_2, v_2), (vector(0, 0, 1), u_3, v_3)

projection = Claim(
    "gradient.projection",
    both(
        equal(slope(z, w, h), inner(grad, h)),
        equal(inner(grad, h), inner(projected(unit(w)) / norm(z), h)),
        *(equal(slope(x, y, e), (y_i / norm(y) - cosine(x, y) * x_i / norm(x)) / norm(x)) for e, x_i, y_i in plane_axes),
        *(equal(slope(u, v, e), (v_i / norm(v) - cosine(u, v) * u_i / norm(u)) / norm(u)) for e, u_i, v_i in space_axes),
    ),
    given=[*nonzero_pair, nonzero(x), nonzero(y), nonzero(u), nonzero(v)],
    source="paper, the projection gradient",
    title="the gradient of the cosine is the other direction, projected and divided by the norm",
)
"""Said for every direction h in every dimension, with g as the gradient and then with the projector; and once more in
coordinates, one partial derivative after the other, for two and three of them."""

sign_as_printed = Claim(
    "gradient.sign_as_printed",
    equal(derivative(-cosine(z + epsilon * h, w), epsilon), inner(grad, h)),
    given=nonzero_pair,
    source="paper, the gradient of a loss as printed in a public summary of it",
    title="the loss −cos has the gradient +g",
)
"""The theorem text of the paper was not available; the sign is the summary's. It is the direction of ascent."""

sign = Claim(
    "gradient.sign",
    both(
        equal(derivative(-cosine(z + epsilon * h, w), epsilon), -inner(grad, h)),
        iff(equal(derivative(-cosine(z + epsilon * grad, w), epsilon), inner(grad, grad)), equal(s, 0)),
    ),
    given=nonzero_pair,
    source="new",
    title="the loss −cos has the gradient −g, and the printed sign is right only where g vanishes",
    replaces=sign_as_printed,
)

(e_k,), (whole_e,) = Family("x")

projector = Claim(
    "gradient.projector",
    both(
        equal(inner(projected(projected(h)), k), inner(projected(h), k)),
        equal(inner(projected(h), k), inner(h, projected(k))),
        equal(inner(projected(z), k), 0),
        equal(total(1 - norm(e_k / norm(whole_e)) ** 2), total(1) - 1),
    ),
    given=[nonzero(z), nonzero(whole_e)],
    source="paper, the projector",
    title="P = I − zzᵀ/‖z‖² is an orthogonal projector that annihilates z, and its trace is n − 1",
)
"""``P² = P``, ``P = Pᵀ`` and ``Pz = 0``, each tested with arbitrary vectors. For the trace, cut a vector x into its n
coordinates, as blocks of dimension one: ``1 − (x_k/‖x‖)²`` is the k-th diagonal entry of its projector, and there are n."""

orthogonal = Claim(
    "gradient.orthogonal",
    equal(inner(grad, z), 0),
    given=nonzero_pair,
    source="paper",
    title="the gradient is orthogonal to the vector that moves",
)

length = Claim(
    "gradient.norm",
    equal(norm(grad), s / norm(z)),
    given=nonzero_pair,
    source="paper",
    title="the gradient has length sin φ/‖z‖",
)

# --- where it vanishes ------------------------------------------------------------------------------------------------

vanishes_with_norm = Claim(
    "gradient.vanishes_with_norm",
    both(norm(grad) <= 1 / norm(z), 1 / norm(z) < epsilon),
    given=[nonzero(w), epsilon > 0, norm(z) > 1 / epsilon],
    source="paper",
    title="the gradient tends to 0 as the norm grows",
)
"""The limit as an explicit bound: whatever ε > 0, every z longer than 1/ε has a gradient shorter than ε."""

phi, pi = real("phi pi")

vanishes_at_antipode = Claim(
    "gradient.vanishes_at_antipode",
    both(norm(grad) <= phi / norm(z), norm(grad) <= (pi - phi) / norm(z), norm(grad) < epsilon),
    given=[*nonzero_pair, s <= phi, s <= pi - phi, either(phi < epsilon * norm(z), pi - phi < epsilon * norm(z))],
    source="paper",
    title="the gradient tends to 0 as the vectors come to agree, and also as they come to be opposite",
    assumes=["sine below angle"],
)
"""For the angle φ between z and w, ``sin φ = sin(π − φ)`` is at most φ and at most π − φ; nothing else is used of φ and π.
So the gradient is shorter than any ε as soon as either angle is below ε‖z‖."""

(x_k, y_k, h_k), (whole_x, whole_y, whole_h) = Family("x", "y", "h")
A, B, C = norm(whole_x), norm(whole_y), cosine(whole_x, whole_y)

block_form = Claim(
    "gradient.block_form",
    equal(slope(whole_x, whole_y, whole_h), total(inner((y_k / B - x_k * C / A) / A, h_k))),
    given=[nonzero(whole_x), nonzero(whole_y)],
    source="new",
    title="block k of the gradient is (y_k/B − C x_k/A)/A",
)
"""Any number of blocks, each moving in a direction of its own; single blocks may be zero."""

# --- the second derivative --------------------------------------------------------------------------------------------


def curvature(u: Vector, v: Vector, h: Vector, k: Vector) -> Scalar:
    """The second derivative of ``cos(u, v)`` as u moves in the directions h and k."""
    return derivative(derivative(cosine(u + epsilon * h + delta * k, v), epsilon), delta)


def largest_curvature(u: Vector, v: Vector) -> Scalar:
    """``(|c| + √(c² + 4s²))/(2‖u‖²)``."""
    c, s = cosine(u, v), sine(u, v)
    return (absolute(c) + root(c**2 + 4 * s**2)) / (2 * norm(u) ** 2)


bend = named("p", projected(unit(w)))

hessian = Claim(
    "gradient.hessian",
    equal(
        curvature(z, w, h, k),
        -(
            inner(bend, h) * inner(unit(z), k)
            + inner(unit(z), h) * inner(bend, k)
            + c * inner(projected(h), k)
        )
        / norm(z) ** 2,
    ),
    given=nonzero_pair,
    source="new",
    title="the Hessian is −(pẑᵀ + ẑpᵀ + cP)/‖z‖², with p = Pŵ",
)  # fmt: skip

alpha, beta = real("alpha beta")
flat_z, flat_w = named("z'", vector(norm(z), 0)), named("w'", vector(norm(w) * c, norm(w) * s))
direction = named("d", vector(alpha, beta))
flat_curvature = curvature(flat_z, flat_w, direction, direction)
lam = named("lam", largest_curvature(z, w))

hessian_norm = Claim(
    "gradient.hessian_norm",
    both(
        both(-lam * norm(h) ** 2 <= curvature(z, w, h, h), curvature(z, w, h, h) <= lam * norm(h) ** 2),
        exists(
            alpha, beta,
            where=(alpha**2 + beta**2 > 0,),
            such_that=either(
                equal(flat_curvature, lam * norm(direction) ** 2),
                equal(flat_curvature, -lam * norm(direction) ** 2),
            ),
        ),
    ),
    given=nonzero_pair,
    source="new",
    title="the Hessian has norm (|c| + √(c² + 4s²))/(2‖z‖²)",
    assumes=["norm of a symmetric matrix", "plane of two vectors"],
)  # fmt: skip
"""No direction h has more curvature than λ‖h‖², in any dimension. And in the plane of the two vectors, where they have the
coordinates z′ and w′ if the first axis is laid along z, some direction d ≠ 0 has exactly that much."""

ceiling = 2 / (root(3) * norm(z) ** 2)

lipschitz = Claim(
    "gradient.lipschitz",
    both(lam <= ceiling, iff(equal(lam, ceiling), equal(c**2, Fraction(1, 3)))),
    given=nonzero_pair,
    source="new",
    title="the Hessian has norm at most 2/(√3‖z‖²), reached exactly where c² = 1/3",
    tightened=[lam < ceiling],
)
"""In one dimension there is no such c; from two on there is, so the constant cannot be improved."""

if __name__ == "__main__":
    from proofs.__main__ import main

    raise SystemExit(main(["run", "gradient"]))
