"""Any array-API namespace: on the device of its arrays, in float64 or in float32 where that is all there is.

Entries are scaled by powers of two before they are multiplied, and sums are trees of additions. So a product passes
through ⌈log₂ n⌉ roundings and a few more, and float32 is enough for float32 entries of any size.
"""

from __future__ import annotations

import numpy as np
from array_api_compat import device

from cosnum._arrays import Array, Namespace, real_dtype, to_real
from cosnum._wide import Wide, joined, normalised, scaled, stacked, total, total_roundings, tree
from cosnum.backends._pieces import Integers

__all__ = ["block_sums", "row_sums", "spans"]

SPAN = 1 << 20


def block_sums(pairs: list[tuple[Array, Array, Integers]], xp: Namespace) -> tuple[Wide, Integers]:
    """The three sums of every block, (3, blocks), and the roundings of each."""
    sums, roundings = [], []
    for x, y, sizes in pairs:
        row_x, row_y = xp.reshape(x, (1, -1)), xp.reshape(y, (1, -1))
        sums.append(row_sums(row_x[:, :0], row_y[:, :0], xp)[0][:, :0])
        stops = np.cumsum(sizes).tolist()
        for start, stop in zip([0, *stops], stops, strict=False):
            block, steps = row_sums(row_x[:, start:stop], row_y[:, start:stop], xp)
            sums.append(block)
            roundings.append(steps)
    return joined(sums, -1, xp), np.array(roundings, dtype=np.int64)


def row_sums(x: Array, y: Array, xp: Namespace) -> tuple[Wide, int]:
    """The three sums of every row of two matrices, (3, rows), and the roundings of each."""
    rows, entries = x.shape
    if entries == 0:
        x = y = xp.zeros((rows, 1), dtype=real_dtype(x, xp), device=device(x))
    parts = [_span_sums(x[:, a:b], y[:, a:b], xp) for a, b in spans(*x.shape)]
    conversions = sum(not xp.isdtype(a.dtype, ("bool", "real floating")) for a in (x, y))
    steps = max((b - a - 1).bit_length() for a, b in spans(*x.shape))
    sums = parts[0] if len(parts) == 1 else total(stacked(parts, -1, xp), xp)
    return sums, 2 + conversions + steps + total_roundings(len(parts), xp)


def spans(rows: int, entries: int) -> list[tuple[int, int]]:
    """Columns to take at a time, so that scratch is a few times `SPAN` numbers."""
    width = max(1, SPAN // max(rows, 1))
    return [(a, min(a + width, entries)) for a in range(0, entries, width)]


def _span_sums(x: Array, y: Array, xp: Namespace) -> Wide:
    (x, by_x), (y, by_y) = (_scaled(to_real(a, real_dtype(a, xp), xp), xp) for a in (x, y))
    exponents = xp.stack([-by_x - by_y, -2 * by_x, -2 * by_y])
    return normalised(xp.stack([tree(p, xp) for p in (x * y, x * x, y * y)]), exponents, xp)


def _scaled(x: Array, xp: Namespace) -> tuple[Array, Array]:
    """``x · 2^by`` and ``by``: squares don't overflow, and what underflows is less than any subnormal cosine."""
    largest = xp.max(xp.abs(xp.where(xp.isnan(x), xp.zeros_like(x), x)), axis=-1)
    headroom = int(xp.finfo(x.dtype).max).bit_length() // 4
    by = headroom - normalised(largest, None, xp).exponent
    return scaled(x, by[:, None], xp), by
