"""NumPy: rows of 512 products where blocks are long, products and pairwise sums where they are short.

`numpy.vecdot` is fastest on rows, but holds the global interpreter lock; so threads, which share long input, take
`numpy.einsum` instead. Float64 input, which need not be converted, is faster still with `numpy.dot`; but one such sum is of
32768 products (threads queue for the lock after each call, so it has to be long), and where all are rounded alike, as those
of equal entries are, that adds up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import numpy as np

from cosnum._wide import scaled
from cosnum.backends._pieces import (
    CEILING,
    FLOOR,
    HEADROOM,
    PIECE,
    Floats,
    Integers,
    Kernel,
    PieceSums,
    Vector,
    conversions,
    flat,
    needs_range,
)

__all__ = ["bind", "reader", "suits"]

Reader = Callable[[int, int], tuple[Floats, Floats]]
Product = Callable[[Floats, Floats], Floats]


ROW = 512
MIDDLE = 1 << 13
STEP = 1 << 15
LONG = 1 << 21


class _Scratch(threading.local):
    """Room for one piece, for each thread; memory that isn't touched costs nothing."""

    def __init__(self) -> None:
        self.x, self.y, self.products = np.empty((3, PIECE))


_scratch = _Scratch()


def suits(x: Vector, y: Vector) -> bool:  # noqa: ARG001
    """Any two arrays will do."""
    return True


def bind(x: Vector, y: Vector) -> Kernel:
    """The sums of consecutive pieces of ``x`` and ``y``, as a function of their edges."""
    read = reader(x, y)
    wide, long = needs_range(x, y), x.size >= LONG
    rows = _dots if long and needs_range(x) and needs_range(y) else partial(_rows, product=_einsum if long else np.vecdot)
    extra = 1 + conversions(x, y)

    def kernel(edges: Integers) -> PieceSums:
        sizes = np.diff(edges)
        sums, exponents, roundings = np.zeros((3, len(sizes))), None, np.ones_like(sizes)
        for group, a, b in _groups(edges):
            filled = np.flatnonzero(sizes[group]) + group.start
            if len(filled) == 0:
                continue
            piece_x, piece_y = read(a, b)
            starts = edges[filled] - a
            add = _short if b - a < MIDDLE or len(starts) > 1 else rows
            sums[:, filled], roundings[filled] = add(piece_x, piece_y, starts)
            if wide and not _ordinary(sums[:, filled]):
                exponents = np.zeros(sums.shape, dtype=np.int32) if exponents is None else exponents
                by_x, by_y = _scale(piece_x, starts), _scale(piece_y, starts)
                scaled_x, scaled_y = (_scaled(p, by, starts) for p, by in ((piece_x, by_x), (piece_y, by_y)))
                sums[:, filled], _ = add(scaled_x, scaled_y, starts)
                exponents[:, filled] = -by_x - by_y, -2 * by_x, -2 * by_y
        return PieceSums(sums, exponents, roundings + extra)

    return kernel


def reader(x: Vector, y: Vector) -> Reader:
    """Entries ``a`` to ``b`` of both in C order as float64: views where they are, and otherwise in scratch."""
    flat_x, flat_y = flat(x), flat(y)
    if flat_x is None or flat_y is None:
        return lambda a, b: _gathered(x, y, a, b)

    def read(a: int, b: int) -> tuple[Floats, Floats]:
        return _as_float64(flat_x[a:b], _scratch.x), _as_float64(flat_y[a:b], _scratch.y)

    return read


def _as_float64(x: Vector, room: Floats) -> Floats:
    if x.dtype == np.float64 and x.flags.c_contiguous and x.flags.aligned:
        return x
    np.copyto(room[: len(x)], x, casting="unsafe")
    return room[: len(x)]


def _gathered(x: Vector, y: Vector, a: int, b: int) -> tuple[Floats, Floats]:
    """For arrays that have no flat view: transposed, or broadcast."""
    entries = np.nditer(
        [x, y],
        flags=["buffered", "external_loop", "ranged"],
        op_flags=[["readonly"], ["readonly"]],
        op_dtypes=[np.float64, np.float64],
        order="C",
        casting="unsafe",
        buffersize=PIECE,
    )
    entries.iterrange = (a, b)  # type: ignore[misc]
    done = 0
    for part_x, part_y in entries:
        _scratch.x[done : done + len(part_x)], _scratch.y[done : done + len(part_x)] = part_x, part_y
        done += len(part_x)
    return _scratch.x[:done], _scratch.y[:done]


def _groups(edges: Integers) -> list[tuple[slice, int, int]]:
    """Long pieces one by one, and of short ones as many as fit into scratch; and the entries that they span."""
    long = np.append(np.flatnonzero(np.diff(edges) >= MIDDLE), len(edges) - 1)
    groups, first = [], 0
    while first < len(edges) - 1:
        next_long = int(long[np.searchsorted(long, first)])
        room = int(np.searchsorted(edges, edges[first] + PIECE, side="right")) - 1
        last = first + 1 if next_long == first else min(next_long, room)
        groups.append((slice(first, last), int(edges[first]), int(edges[last])))
        first = last
    return groups


def _short(x: Floats, y: Floats, starts: Integers) -> tuple[Floats, Integers]:
    """The sums of several pieces, and the roundings of each."""
    products = _scratch.products[: len(x)]
    sums = np.empty((3, len(starts)))
    for row, (p, q) in zip(sums, ((x, y), (x, x), (y, y)), strict=True):
        np.multiply(p, q, out=products)
        np.add.reduceat(products, starts, out=row)
    return sums, np.diff(starts, append=len(x))


def _rows(x: Floats, y: Floats, starts: Integers, product: Product) -> tuple[Floats, int]:  # noqa: ARG001
    """The sums of one piece, row by row, and the roundings."""
    rows, whole = len(x) // ROW, len(x) // ROW * ROW

    def total(p: Floats, q: Floats) -> float:
        by_row = product(p[:whole].reshape(rows, ROW), q[:whole].reshape(rows, ROW))
        return float(np.add.reduce(by_row) + np.dot(p[whole:], q[whole:]))

    return np.array([[total(x, y)], [total(x, x)], [total(y, y)]]), min(len(x), ROW) + rows


def _einsum(p: Floats, q: Floats) -> Floats:
    products: Floats = np.einsum("ij,ij->i", p, q)
    return products


def _dots(x: Floats, y: Floats, starts: Integers) -> tuple[Floats, int]:  # noqa: ARG001
    """The sums of one piece, step by step in whatever order BLAS adds, and the roundings."""
    parts = [(x[i : i + STEP], y[i : i + STEP]) for i in range(0, len(x), STEP)]
    by_part = np.array([[np.dot(p, q), np.dot(p, p), np.dot(q, q)] for p, q in parts])
    return by_part.sum(axis=0)[:, None], min(len(x), STEP) + len(parts)


def _ordinary(sums: Floats) -> bool:
    """Whether no sum can have lost anything to underflow or overflow; never true of NaN."""
    magnitudes = np.abs(sums)
    return bool(((magnitudes >= FLOOR) & (magnitudes <= CEILING)).all())


def _scale(x: Floats, starts: Integers) -> Integers:
    """The power of two that brings each piece's largest entry to about ``2^HEADROOM``."""
    _, exponent = np.frexp(np.maximum.reduceat(np.abs(x), starts))
    return HEADROOM - exponent


def _scaled(x: Floats, by: Integers, starts: Integers) -> Floats:
    result: Floats = scaled(x, np.repeat(by, np.diff(starts, append=len(x))), np)
    return result
