"""Rows: pairs of vectors along the last axis of two arrays, some rows at a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from cosnum._arrays import Array, Namespace, is_host, real_dtype, to_real
from cosnum._wide import Wide
from cosnum.backends import _host, generic
from cosnum.backends._pieces import PIECE
from cosnum.backends.numpy import Reader, reader

__all__ = ["Rows", "Tile", "rows_of"]

MOST_ROWS, MOST_ENTRIES = 1 << 18, 1 << 24


class Tile(NamedTuple):
    """Some of the rows; ``pieces()`` goes through their columns, some at a time, in the dtype of the sums."""

    rows: slice
    pieces: Callable[[], Iterable[tuple[Array, Array]]]


class Rows(NamedTuple):
    """Consecutive rows from ``first`` on, and their three sums, (3, rows)."""

    first: int
    sums: Wide
    tiles: Iterable[Tile]


def rows_of(x: Array, y: Array, xp: Namespace) -> Iterator[Rows]:
    """All rows of two arrays of one shape, in C order."""
    return _host_rows(x, y) if is_host(xp) else _generic_rows(x, y, xp)


def _host_rows(x: Array, y: Array) -> Iterator[Rows]:
    width, read = x.shape[-1], reader(x, y)
    rows, step = math.prod(x.shape[:-1]), max(1, min(MOST_ROWS, MOST_ENTRIES // max(width, 1)))
    height = max(1, PIECE // max(width, 1))
    for first in range(0, rows, step):
        count = min(step, rows - first)
        sums, _ = _host.block_sums([(x, y, np.full(count, width))], start=first * width)
        starts = range(first, first + count, height)
        stops = [min(a + height, first + count) for a in starts]
        tiles = (
            Tile(slice(a - first, b - first), partial(_host_pieces, read, a, b, width))
            for a, b in zip(starts, stops, strict=True)
        )
        yield Rows(first, sums, tiles)


def _host_pieces(read: Reader, first: int, last: int, width: int) -> Iterator[tuple[Array, Array]]:
    start, stop = first * width, last * width
    for a in range(start, stop, PIECE):
        x, y = read(a, min(a + PIECE, stop))
        yield x.reshape(last - first, -1), y.reshape(last - first, -1)


def _generic_rows(x: Array, y: Array, xp: Namespace) -> Iterator[Rows]:
    rows, width = math.prod(x.shape[:-1]), x.shape[-1]
    x, y = xp.reshape(x, (rows, width)), xp.reshape(y, (rows, width))
    step = max(1, generic.SPAN // max(width, 1))
    for first in range(0, rows, step):
        p, q = x[first : min(first + step, rows), :], y[first : min(first + step, rows), :]
        sums, _ = generic.row_sums(p, q, xp)
        yield Rows(first, sums, [Tile(slice(0, p.shape[0]), partial(_generic_pieces, p, q, xp))])


def _generic_pieces(x: Array, y: Array, xp: Namespace) -> Iterator[tuple[Array, Array]]:
    dtype = real_dtype(x, xp)
    for a, b in generic.spans(*x.shape):
        yield to_real(x[:, a:b], dtype, xp), to_real(y[:, a:b], dtype, xp)
