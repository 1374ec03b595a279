"""Backends: the three sums ``(⟨x,y⟩, ‖x‖², ‖y‖²)`` of blocks, and nothing else.

`numpy` and `numba` are two ways to sum pieces of host memory, and `_host` hands them the pieces; `cupy` is one pass on
a GPU; `generic` works in any array-API namespace. Each says how many roundings a product goes through on its way into
a sum: that number is the error bound.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from array_api_compat import is_cupy_namespace

from cosnum._arrays import Namespace, is_host
from cosnum._pairs import Pairs
from cosnum._wide import Wide
from cosnum.backends import _host, generic

__all__ = ["sums_of"]


@np.errstate(all="ignore")
def sums_of(pairs: Pairs, xp: Namespace, threads: int | None = None) -> tuple[Wide, npt.NDArray[np.int64]]:
    """The three sums of every block, (3, blocks), and the roundings of each."""
    if is_host(xp):
        sums, roundings = _host.block_sums(pairs, threads)
        return sums, roundings
    if is_cupy_namespace(xp):
        from cosnum.backends import cupy

        return cupy.block_sums(pairs)
    return generic.block_sums(pairs, xp)
