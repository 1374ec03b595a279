"""What the claims on the gradient and the curvature say."""

from __future__ import annotations

import numpy as np
from saying import (
    Array,
    Blocks,
    Reading,
    Said,
    all_of,
    analytic_cosine,
    any_of,
    at_most,
    below,
    cosine,
    equivalent,
    gradient,
    identity,
    implies,
    nonzero,
    norm,
    reading,
    same,
    sine,
    tiny_slope,
)

STEP = 1e-3


def slope(z: Array, w: Array, h: Array) -> float:
    """How fast ``cos(z, w)`` rises as z moves along h."""
    return tiny_slope(lambda e: analytic_cosine(z + e * h, w))


def bend(z: Array, w: Array, h: Array, k: Array) -> float:
    """How fast that slope rises as z moves along k: differences of the fourth order, over steps that fit the norm of z."""
    p, size_h, size_k = np.float64(norm(z)), np.float64(norm(h)), np.float64(norm(k))
    if size_h == 0 or size_k == 0:
        return 0.0
    h, k = h * p / size_h, k * p / size_k
    weights = {-2: 1, -1: -8, 1: 8, 2: -1}
    unit = sum(weight * slope(z + n * STEP * k, w, h) for n, weight in weights.items()) / (12 * STEP)
    return float(unit * size_h * size_k / p**2)


def projector_of(z: Array) -> Array:
    """``I − zzᵀ/‖z‖²``."""
    result: Array = np.eye(len(z)) - np.outer(z, z) / np.float64(norm(z)) ** 2
    return result


def hessian_of(z: Array, w: Array) -> Array:
    """``−(uẑᵀ + ẑuᵀ + cP)/‖z‖²`` with ``u = Pŵ``."""
    P, unit_z = projector_of(z), z / np.float64(norm(z))
    u = P @ w / np.float64(norm(w))
    result: Array = -(np.outer(u, unit_z) + np.outer(unit_z, u) + cosine(z, w) * P) / np.float64(norm(z)) ** 2
    return result


def curvature_norm(z: Array, w: Array) -> float:
    """``(|c| + √(c² + 4s²))/(2‖z‖²)``."""
    c, s = cosine(z, w), sine(z, w)
    return float((abs(c) + np.sqrt(c * c + 4 * s * s)) / (2 * np.float64(norm(z)) ** 2))


def axes(z: Array, w: Array) -> list[Said]:
    """Each partial derivative against the entry of ``(ŵ − c ẑ)/‖z‖``."""
    return [same(slope(z, w, e), entry) for e, entry in zip(np.eye(len(z)), gradient(z, w), strict=True)]


@reading("gradient.projection")
def projection(z: Array, w: Array, h: Array, **entries: float) -> Reading:
    x, y, u, v = (
        np.array([entries[f"{n}_{i}"] for i in range(1, d + 1)]) for n, d in zip("xyuv", (2, 2, 3, 3), strict=True)
    )
    g, projected = gradient(z, w), projector_of(z) @ (w / np.float64(norm(w))) / np.float64(norm(z))
    said = all_of(same(slope(z, w, h), np.dot(g, h)), same(np.dot(g, h), np.dot(projected, h)), *axes(x, y), *axes(u, v))
    return implies(nonzero(z, w), nonzero(x, y), nonzero(u, v), then=said)


@reading("gradient.sign_as_printed")
def sign_as_printed(z: Array, w: Array, h: Array) -> Reading:
    return identity(nonzero(z, w), left=-slope(z, w, h), right=np.dot(gradient(z, w), h))


@reading("gradient.sign")
def sign(z: Array, w: Array, h: Array) -> Reading:
    g = gradient(z, w)
    as_printed = same(-slope(z, w, g), np.dot(g, g))
    said = all_of(same(-slope(z, w, h), -np.dot(g, h)), equivalent(as_printed, same(sine(z, w), 0)))
    return implies(nonzero(z, w), then=said)


@reading("gradient.projector")
def projector(x: Blocks, z: Array, h: Array, k: Array) -> Reading:
    """The trace of the projector of the list of block norms, which for blocks of dimension one is that of x itself."""
    P, sizes = projector_of(z), np.array([norm(block) for block in x])
    products = [(P @ P @ h @ k, P @ h @ k), (P @ h @ k, h @ (P.T @ k)), (P @ z @ k, 0.0)]
    trace = same(np.trace(projector_of(sizes)), len(x) - 1)
    return implies(nonzero(z, sizes), then=all_of(*(same(*pair) for pair in products), trace))


@reading("gradient.orthogonal")
def orthogonal(z: Array, w: Array) -> Reading:
    return identity(nonzero(z, w), left=np.dot(gradient(z, w), z), right=0)


@reading("gradient.norm")
def gradient_norm(z: Array, w: Array) -> Reading:
    return identity(nonzero(z, w), left=norm(gradient(z, w)), right=sine(z, w) / np.float64(norm(z)))


@reading("gradient.vanishes_with_norm")
def vanishes_with_norm(z: Array, w: Array, epsilon: float) -> Reading:
    inverse = 1 / np.float64(norm(z))
    given = (nonzero(w), below(0, epsilon), below(1 / np.float64(epsilon), norm(z)))
    return implies(*given, then=all_of(at_most(norm(gradient(z, w)), inverse), below(inverse, epsilon)))


@reading("gradient.vanishes_at_antipode")
def vanishes_at_antipode(z: Array, w: Array, phi: float, pi: float, epsilon: float) -> Reading:
    """The angle and its supplement are at least as large as their common sine; one of them is small."""
    p, s, size = np.float64(norm(z)), sine(z, w), norm(gradient(z, w))
    small = any_of(below(phi, epsilon * p), below(pi - phi, epsilon * p))
    said = all_of(at_most(size, phi / p), at_most(size, (pi - phi) / p), below(size, epsilon))
    return implies(nonzero(z, w), at_most(s, phi), at_most(s, pi - phi), small, then=said)


@reading("gradient.block_form")
def block_form(x: Blocks, y: Blocks, h: Blocks) -> Reading:
    z, w = np.concatenate(x), np.concatenate(y)
    A, B, C = np.float64(norm(z)), np.float64(norm(w)), cosine(z, w)
    blockwise = sum(np.dot((y_k / B - C * x_k / A) / A, h_k) for x_k, y_k, h_k in zip(x, y, h, strict=True))
    return identity(nonzero(z, w), left=slope(z, w, np.concatenate(h)), right=blockwise)


@reading("gradient.hessian")
def hessian(z: Array, w: Array, h: Array, k: Array) -> Reading:
    return identity(nonzero(z, w), left=bend(z, w, h, k), right=h @ hessian_of(z, w) @ k)


@reading("gradient.hessian_norm")
def hessian_norm(z: Array, w: Array, h: Array, alpha: float, beta: float) -> Reading:
    """The quadratic form is at most λ‖h‖² in size; in the plane of the two vectors, (α, β) has just that."""
    lam, size = curvature_norm(z, w), float(h @ h)
    in_plane = np.array([norm(z), 0.0]), norm(w) * np.array([cosine(z, w), sine(z, w)])
    d = np.array([alpha, beta])
    reached = any_of(same(bend(*in_plane, d, d), lam * (d @ d)), same(bend(*in_plane, d, d), -lam * (d @ d)))
    q = bend(z, w, h, h)
    return implies(nonzero(z, w), then=all_of(at_most(-lam * size, q), at_most(q, lam * size), below(0, d @ d), reached))


@reading("gradient.lipschitz")
def lipschitz(z: Array, w: Array) -> Reading:
    """The spectral norm of the Hessian in the plane of the two vectors."""
    in_plane = np.array([norm(z), 0.0]), norm(w) * np.array([cosine(z, w), sine(z, w)])
    largest = float(np.linalg.norm(hessian_of(*in_plane), 2)) if nonzero(z, w).holds else np.nan
    ceiling = 2 / (np.sqrt(3) * np.float64(norm(z)) ** 2)
    where = same(cosine(z, w) ** 2, 1 / 3)
    return implies(nonzero(z, w), then=all_of(at_most(largest, ceiling), equivalent(same(largest, ceiling), where)))
