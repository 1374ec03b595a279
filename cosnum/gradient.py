"""How the cosine changes: its gradient and its Hessian with respect to the first vector."""

from __future__ import annotations

from typing import Any

import numpy as np

from cosnum._arrays import Array, Namespace
from cosnum._tangent import Scaled, read_vectors, refuse_zero, rejection, tangent
from cosnum._wide import Wide, ldexp, tree

__all__ = ["cosine_gradient", "cosine_hessian_product"]


@np.errstate(over="ignore")
def cosine_gradient(x: Any, y: Any) -> Any:
    r"""Gradient of ``cosine(x, y)`` with respect to ``x``.

    ``(ŷ − cos(x, y) x̂) / ‖x‖``: orthogonal to ``x``, of length ``sin φ / ‖x‖``.

    Parameters
    ----------
    x, y : array, shapes (..., n)
        Booleans, integers, float16, float32, float64 or bfloat16; of one namespace and on one device. The leading
        axes broadcast.

    Returns
    -------
    array, shape (..., n)
        Of the same kind: float64, or float32 on a device without float64. NaN where a vector has an infinite or NaN
        entry.

    Raises
    ------
    TypeError
        If entries are of another dtype, or the arrays differ in namespace or device.
    ValueError
        If the last axes differ, or a vector of ``x`` or ``y`` is zero.

    Notes
    -----
    Claims ``gradient.projection``, ``gradient.orthogonal`` and ``gradient.norm``.

    The error is a few times ``log₂ n`` roundings of the *length* of the gradient, for nearly parallel vectors and for
    entries of 1e±300 too; the gradient overflows only if it has no room. Where ``sin φ`` is about as small as the unit
    roundoff u, `cosnum.exact` computes it for NumPy arrays, in a millisecond for a thousand entries; elsewhere there is
    an absolute error of about ``u²/‖x‖``.

    Integers beyond 2⁵³ are rounded to float64 first.

    Examples
    --------
    >>> cosine_gradient([3.0, 4.0], [1.0, 0.0])
    array([ 0.128, -0.096])
    """
    (first, second), xp = read_vectors(("x", x), ("y", y))
    refuse_zero({"x": first, "y": second}, "the cosine has no gradient", xp)
    return _divided(tangent(first, second, xp), first, 1, 0, xp)


@np.errstate(over="ignore")
def cosine_hessian_product(x: Any, y: Any, v: Any) -> Any:
    r"""Product of a vector ``v`` and the Hessian of ``cosine(x, y)`` with respect to ``x``.

    ``−(u ⟨x̂,v⟩ + x̂ ⟨u,v⟩ + c P v) / ‖x‖²`` with ``u = P ŷ``, ``P = I − x̂ x̂ᵀ`` and ``c = cos(x, y)``.

    Parameters
    ----------
    x, y, v : array, shapes (..., n)
        Booleans, integers, float16, float32, float64 or bfloat16; of one namespace and on one device. The leading
        axes broadcast. ``v`` may be zero.

    Returns
    -------
    array, shape (..., n)
        Of the same kind: float64, or float32 on a device without float64. NaN where a vector has an infinite or NaN
        entry.

    Raises
    ------
    TypeError
        If entries are of another dtype, or the arrays differ in namespace or device.
    ValueError
        If the last axes differ, or a vector of ``x`` or ``y`` is zero.

    Notes
    -----
    Claims ``gradient.hessian``, ``gradient.hessian_norm`` and ``gradient.lipschitz``: the product is at most
    ``2/√3 · ‖v‖/‖x‖²`` long. The error is a few times ``log₂ n`` roundings of ``‖v‖/‖x‖²``, whatever the sizes of the
    entries.

    Examples
    --------
    >>> cosine_hessian_product([3.0, 4.0], [1.0, 0.0], [4.0, -3.0])
    array([-0.192, -0.056])
    """
    (first, second, third), xp = read_vectors(("x", x), ("y", y), ("v", v))
    refuse_zero({"x": first, "y": second}, "the cosine has no Hessian", xp)
    u, turned = tangent(first, second, xp), rejection(first, third.entries, xp)
    unit = first.entries / first.norm[..., None]
    along, cosine = tree(unit * third.entries, xp), tree(unit * second.entries, xp) / second.norm
    terms = u * along[..., None] + unit * tree(u * third.entries, xp)[..., None] + cosine[..., None] * turned
    return _divided(-terms, first, 2, third.exponent, xp)


def _divided(a: Array, x: Scaled, power: int, exponent: Any, xp: Namespace) -> Array:
    """``a · 2^exponent / ‖x‖^power``."""
    scale = (exponent - power * x.exponent)[..., None]
    return ldexp(Wide(a / x.norm[..., None] ** power, scale), xp)
