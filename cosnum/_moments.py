"""The three sums that decide a cosine or a correlation, exactly."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cosnum._dyadic import ZERO, Dyadic
from cosnum._entries import Vector, chunks
from cosnum._limbs import Limbs, inner, split

__all__ = ["Moments", "centred_moments", "inner_product", "moments"]


class Moments(NamedTuple):
    """``⟨x,y⟩``, ``‖x‖²`` and ``‖y‖²``; ``flat`` is what ``x`` or ``y`` is called where its own sum is 0."""

    xy: Dyadic
    xx: Dyadic
    yy: Dyadic
    flat: str

    @property
    def fault(self) -> str | None:
        """Why there is no cosine, if there is none."""
        for name, square in (("x", self.xx), ("y", self.yy)):
            if not square.mantissa:
                return f"{name} is {self.flat}"
        return None


def inner_product(x: Vector, y: Vector) -> Dyadic:
    """``⟨x,y⟩`` of two finite vectors of one length."""
    total = ZERO
    for a, b in zip(chunks(x), chunks(y), strict=True):
        total += inner(split(a), split(b))
    return total.reduced()


def moments(x: Vector, y: Vector) -> Moments:
    """The sums of two finite vectors of one length."""
    xy = xx = yy = ZERO
    for chunk_x, chunk_y in zip(chunks(x), chunks(y), strict=True):
        a, b = split(chunk_x), split(chunk_y)
        xy, xx, yy = xy + inner(a, b), xx + inner(a, a), yy + inner(b, b)
    return Moments(xy.reduced(), xx.reduced(), yy.reduced(), "zero" if len(x) else "empty")


def centred_moments(x: Vector, y: Vector) -> Moments:
    """The sums of two finite vectors of one length ``n``, their means taken off, times ``n``."""
    raw = moments(x, y)
    sx, sy = _total(x), _total(y)
    n = Dyadic(len(x), 0)
    xy, xx, yy = n * raw.xy - sx * sy, n * raw.xx - sx * sx, n * raw.yy - sy * sy
    return Moments(xy.reduced(), xx.reduced(), yy.reduced(), "constant" if len(x) else "empty")


def _total(x: Vector) -> Dyadic:
    total = ZERO
    for chunk in chunks(x):
        ones = Limbs(np.ones((1, len(chunk))), np.zeros(len(chunk), dtype=np.intp))
        total += inner(split(chunk), ones)
    return total
