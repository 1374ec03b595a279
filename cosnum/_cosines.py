"""From the three sums to cosines, and how far off they can be."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from array_api_compat import device

from cosnum._arrays import Array, Namespace
from cosnum._wide import Wide, divide, ldexp, multiply, root

__all__ = ["bounds_on_error", "cosines", "norm_products", "quotients"]


def cosines(sums: Wide, xp: Namespace) -> Array:
    """``⟨x,y⟩/(‖x‖‖y‖)`` of sums of shape (3, …): within [−1, 1], and ±1 for ``y = ±2^k x``; NaN for zero vectors.

    Both by construction: the root of a square is exact, and what rounding puts beyond 1 is put back.
    """
    return xp.clip(quotients(sums[0], norm_products(sums, xp), xp), -1, 1)


def norm_products(sums: Wide, xp: Namespace) -> Wide:
    """``‖x‖‖y‖``."""
    return root(multiply(sums[1], sums[2]), xp)


def quotients(a: Wide, b: Wide, xp: Namespace) -> Array:
    """``a/b`` for ``b ≥ 0``; NaN for ``b = 0``."""
    defined = b.significand > 0
    divisor = Wide(xp.where(defined, b.significand, xp.ones_like(b.significand)), b.exponent)
    return xp.where(defined, ldexp(divide(a, divisor), xp), xp.nan + b.significand)


def bounds_on_error(roundings: npt.NDArray[np.int64], like: Array, xp: Namespace) -> Array:
    """How far off a cosine can be if ``⟨x,y⟩`` is off by ``γ‖x‖‖y‖`` and the squared norms by factors of ``1 ± γ``.

    That is ``(2γ + 4u + 4uγ)/(1 − γ)``, where 4u is for one product, one root and one quotient. Underflow adds less
    than another u.
    """
    unit = float(xp.finfo(like.dtype).eps) / 2
    gamma = roundings * unit / np.maximum(1 - roundings * unit, unit)
    bounds = (2 * gamma + 5 * unit) / np.maximum(1 - gamma, unit)
    # a cosine is never off by more than 2; and up, in case that this becomes float32
    return xp.asarray(np.minimum(bounds, 2) * (1 + 4 * unit), dtype=like.dtype, device=device(like))
