"""Two vectors up to rotation, and what one ascent step on their cosine makes of them.

A step moves each vector within the plane of the two, so an angle and two norms are all there is to follow. Written
``a = γ/p²``, ``b = γ/q²``: the step turns the vectors towards each other by ``arctan(a s)`` and ``arctan(b s)``.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from array_api_compat import device, is_array_api_obj

from cosnum._arrays import Array, Namespace, as_arrays, is_host, real_dtype, to_real
from cosnum._tangent import broadcast_shapes, first_index, norm_of, read_vectors, refuse_zero, tangent
from cosnum._wide import scaled, tree

__all__ = ["Pair", "advanced", "plain", "positive", "rates", "read_numbers", "read_pair", "tangents"]

ON_THE_CIRCLE = 1e-6
"""How far ``cos² + sin²`` may be from 1."""


class Pair(NamedTuple):
    """Two vectors up to rotation: the angle φ between them, by its cosine and sine, and their norms.

    Both are kept, since near 0 the sine and near π/2 the cosine is what tells angles apart.

    Attributes
    ----------
    cosine, sine : array or float, shapes (...)
        ``c = cos φ`` and ``s = sin φ ≥ 0``.
    p, q : array or float, shapes (...)
        Norms of the first and of the second vector.

    Notes
    -----
    Numbers and arrays of one namespace and device may be mixed; shapes broadcast.
    """

    cosine: Any
    sine: Any
    p: Any
    q: Any

    @classmethod
    def of(cls, x: Any, y: Any) -> Pair:
        """The pairs of two batches of vectors.

        Parameters
        ----------
        x, y : array, shapes (..., n)
            Booleans, integers, float16, float32, float64 or bfloat16; of one namespace and on one device. The leading
            axes broadcast.

        Returns
        -------
        Pair
            Of arrays of the same kind, shape (...): float64, or float32 on a device without float64. The sine has
            relative accuracy for nearly parallel vectors too: see `cosnum.gradient.cosine_gradient`.

        Raises
        ------
        TypeError
            If entries are of another dtype, or the arrays differ in namespace or device.
        ValueError
            If the last axes differ, or a vector of ``x`` or ``y`` is zero.

        Examples
        --------
        >>> Pair.of([3.0, 4.0], [2.0, 0.0])
        Pair(cosine=np.float64(0.6), sine=np.float64(0.8), p=np.float64(5.0), q=np.float64(2.0))
        """
        (first, second), xp = read_vectors(("x", x), ("y", y))
        refuse_zero({"x": first, "y": second}, "there is no angle", xp)
        # the root of a square is exact, so that the cosine of parallel vectors can be 1
        cosine = tree(first.entries * second.entries, xp) / xp.sqrt(first.square * second.square)
        sine = norm_of(tangent(first, second, xp), xp)
        norms = (scaled(v.norm, v.exponent, xp) for v in (first, second))
        return cls(*(plain(array, xp) for array in (xp.clip(cosine, -1, 1), xp.clip(sine, 0, 1), *norms)))


def read_pair(pair: Pair) -> tuple[Pair, Namespace]:
    """A pair as arrays of one shape, on the unit circle and with norms."""
    (c, s, p, q), xp = read_numbers(*zip(Pair._fields, pair, strict=True))
    off = ~(xp.abs(c * c + s * s - 1) <= ON_THE_CIRCLE)
    if bool(xp.any(off)):
        raise ValueError(f"cosine{first_index(off, xp)} and sine{first_index(off, xp)} are not those of an angle")
    if bool(xp.any(s < 0)):
        raise ValueError(f"sine{first_index(s < 0, xp)} is negative, but the angle of two vectors is at most π")
    for name, norm in (("p", p), ("q", q)):
        bad = ~((norm > 0) & xp.isfinite(norm))
        if bool(xp.any(bad)):
            raise ValueError(f"{name}{first_index(bad, xp)} is no positive number, but must be the norm of a vector")
    return Pair(c, s, p, q), xp


def read_numbers(*named: tuple[str, Any]) -> tuple[list[Array], Namespace]:
    """Numbers and arrays as arrays of one namespace, device, dtype and shape."""
    like = next((value for _, value in named if is_array_api_obj(value) and not isinstance(value, float)), None)
    if like is not None and not is_host(xp := as_arrays(("", like))[1]):
        dtype, place = real_dtype(like, xp), device(like)
        named = tuple(
            (name, xp.asarray(float(v), dtype=dtype, device=place) if isinstance(v, (int, float)) else v)
            for name, v in named
        )
    arrays, xp = as_arrays(*named)
    shape = broadcast_shapes([name for name, _ in named], [array.shape for array in arrays])
    return [xp.broadcast_to(to_real(array, real_dtype(array, xp), xp), shape) for array in arrays], xp


def positive(name: str, value: float) -> float:
    """The number, if it is positive and finite."""
    if not (value > 0 and math.isfinite(value)):
        raise ValueError(f"{name} is {value}, but must be a positive number")
    return float(value)


def plain(x: Array, xp: Namespace) -> Array:
    """A scalar, for a NumPy array without axes."""
    return x[()] if is_host(xp) else x


def rates(pair: Pair, gamma: float, one_sided: bool, xp: Namespace) -> tuple[Array, Array]:
    """``a = γ/p²`` and ``b = γ/q²``, or ``b = 0`` if the second vector stays; large numbers where there is no room."""
    most = float(xp.finfo(pair.p.dtype).max) / 4
    a, b = (xp.clip(gamma / norm / norm, 0, most) for norm in (pair.p, pair.q))
    return a, xp.zeros_like(b) if one_sided else b


def tangents(pair: Pair, gamma: float, one_sided: bool, xp: Namespace) -> tuple[Array, Array]:
    """``a s`` and ``b s``: of the angles by which a step turns the two vectors."""
    # beyond that the angle is π/2 to the last digit, and up to that there is room for a square
    most = float(xp.finfo(pair.sine.dtype).max) ** 0.5 / 2
    first = xp.clip(gamma * (pair.sine / pair.p) / pair.p, 0, most)
    second = 0 * first if one_sided else xp.clip(gamma * (pair.sine / pair.q) / pair.q, 0, most)
    return first, second


def advanced(pair: Pair, gamma: float, one_sided: bool, xp: Namespace) -> Pair:
    """The pair after one step.

    The angle is turned, not recomputed: nothing cancels, except near the perfect step, where it must. Claims
    ``step.rotation`` and ``step.norm_growth``.
    """
    (cos_a, sin_a), (cos_b, sin_b) = (_cosine_and_sine(t, xp) for t in tangents(pair, gamma, one_sided, xp))
    cosine, sine = cos_a * cos_b - sin_a * sin_b, sin_a * cos_b + cos_a * sin_b
    c, s = pair.cosine * cosine + pair.sine * sine, xp.abs(pair.sine * cosine - pair.cosine * sine)
    length = xp.sqrt(c * c + s * s)
    p = xp.hypot(pair.p, gamma * pair.sine / pair.p)
    q = pair.q if one_sided else xp.hypot(pair.q, gamma * pair.sine / pair.q)
    return Pair(c / length, s / length, p, q)


def _cosine_and_sine(tangent_of_angle: Array, xp: Namespace) -> tuple[Array, Array]:
    cosine = 1 / xp.sqrt(1 + tangent_of_angle * tangent_of_angle)
    return cosine, tangent_of_angle * cosine
