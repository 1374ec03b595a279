"""Cosine distance where ``1 − cos`` would cancel: from what is left of ``y`` when its part along ``x`` is taken away.

With ``r = y − (⟨x,y⟩/‖x‖²) x``, ``1 − c = s²/(1 + c)`` and ``s = ‖r‖/‖y‖``. The multiple of ``x`` is held as a sum of
two numbers, and its product with ``x`` is exact, so that ``r`` is known to about ``2^−105‖y‖`` (in float32, 2^−47).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cosnum._arrays import Array, Namespace
from cosnum._wide import Wide, divide, ldexp, scaled, tree

__all__ = ["distances", "residual"]

Pieces = Callable[[], Iterable[tuple[Array, Array]]]


def distances(cosines: Array, sums: Wide, pieces: Pieces, xp: Namespace) -> tuple[Array, Array]:
    """Distances of rows whose cosines are positive, and where they are too small for the residual to be known.

    ``pieces()`` goes through the rows' columns, some at a time, in the dtype of ``sums``, which is (3, rows).
    """
    xy, xx, yy = (sums[k] for k in range(3))
    by_x, by_y = -((xx.exponent + 1) // 2), -((yy.exponent + 1) // 2)
    xy = Wide(xy.significand, xy.exponent + by_x + by_y)
    square_x, square_y = (ldexp(Wide(w.significand, w.exponent + 2 * by), xp) for w, by in ((xx, by_x), (yy, by_y)))

    def residual_sums(multiple: Array, rest: Array) -> tuple[Array, Array]:
        """``‖r‖²`` and ``⟨r,x⟩`` for ``r = y − (multiple + rest) x``, where ``x`` and ``y`` are scaled to about 1."""
        square = along = xp.zeros_like(cosines)
        for x, y in pieces():
            x, y = scaled(x, by_x[:, None], xp), scaled(y, by_y[:, None], xp)
            r = residual(x, y, multiple[:, None], xp) - rest[:, None] * x
            square, along = square + tree(r * r, xp), along + tree(r * x, xp)
        return square, along

    multiple = ldexp(divide(xy, Wide(square_x, xp.zeros_like(xy.exponent))), xp)
    parallel, along = residual_sums(multiple, xp.zeros_like(multiple))
    square, _ = residual_sums(multiple, along / square_x)
    result = xp.where(parallel == 0, parallel, square / square_y / (1 + cosines))
    unit = xp.finfo(cosines.dtype).eps
    return result, (parallel != 0) & (result < float(unit) ** 2 / 64)


def residual(x: Array, y: Array, multiple: Array, xp: Namespace) -> Array:
    """``y − multiple·x``, of which only the last difference is rounded if the two are close (Dekker's product)."""
    product = multiple * x
    (m, n), (p, q) = _halves(multiple, xp), _halves(x, xp)
    error = ((m * p - product) + m * q + n * p) + n * q
    return (y - product) - error


def _halves(x: Array, xp: Namespace) -> tuple[Array, Array]:
    """``x`` as a sum of two numbers of half its length (Veltkamp)."""
    shift = {64: 27, 32: 12}[xp.finfo(x.dtype).bits]
    scaled_up = x * (2.0**shift + 1)
    head = scaled_up - (scaled_up - x)
    return head, x - head
