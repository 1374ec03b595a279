"""Reading two vectors and their blocks: everything is checked before any work is done."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cosnum._arrays import Array, Namespace, as_arrays

__all__ = ["Pairs", "block_sizes", "check_threads", "read_pairs"]

Pairs = list[tuple[Array, Array, npt.NDArray[np.int64]]]


def read_pairs(x: Any, y: Any, blocks: Any) -> tuple[Pairs, Namespace]:
    """Arrays of equal shape with the sizes of their blocks, and their namespace."""
    if isinstance(x, Mapping) or isinstance(y, Mapping):
        return _read_many(*_values(x, y), blocks)
    if _holds_arrays(x) or _holds_arrays(y):
        for one, other, items in (("x", "y", y), ("y", "x", x)):
            if not isinstance(items, Sequence):
                raise TypeError(f"{one} is a sequence of arrays, but {other} is a {type(items).__name__}")
        if len(x) != len(y):
            raise ValueError(f"x has {len(x)} blocks, but y has {len(y)}")
        return _read_many(_numbered(x), _numbered(y), blocks)
    (a, b), xp = as_arrays(("x", x), ("y", y))
    for name, array in (("x", a), ("y", b)):
        if array.ndim != 1:
            raise ValueError(f"{name} has shape {tuple(array.shape)}, but must have one dimension")
    entries = a.shape[0]
    if entries != b.shape[0]:
        raise ValueError(f"x has {entries} entries, but y has {b.shape[0]}")
    sizes = [entries] if blocks is None else blocks
    return [(a, b, block_sizes(sizes, entries, "blocks", f"x has {entries} entries"))], xp


def block_sizes(sizes: Any, expected: int, name: str, whole: str) -> npt.NDArray[np.int64]:
    """Sizes as an array; they must be whole numbers from 0 on and sum to what there is."""
    array = np.asarray(sizes)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise TypeError(f"{name} must be a sequence of whole numbers, not {sizes!r}")
    array = array.astype(np.int64)
    if (array < 0).any():
        k = int(np.argmax(array < 0))
        raise ValueError(f"{name}[{k}] is {array[k]}, but a size is at least 0")
    if array.sum() != expected:
        raise ValueError(f"{name} sum to {array.sum()}, but {whole}")
    return array


def check_threads(threads: int | None) -> None:
    if threads is not None and operator.index(threads) < 1:
        raise ValueError(f"threads is {threads}, but must be at least 1")


def _values(x: Any, y: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays of two mappings under the names that messages call them by, in the order of ``x``."""
    if not (isinstance(x, Mapping) and isinstance(y, Mapping)):
        raise TypeError(f"x is a {type(x).__name__}, but y is a {type(y).__name__}: give two mappings or two arrays")
    if x.keys() != y.keys():
        only_x, only_y = ([key for key in a if key not in b] for a, b in ((x, y), (y, x)))
        raise ValueError(f"x and y have different keys: only x has {only_x}, and only y has {only_y}")
    return {f"[{key!r}]": x[key] for key in x}, {f"[{key!r}]": y[key] for key in x}


def _numbered(x: Sequence[Any]) -> dict[str, Any]:
    return {f"[{i}]": item for i, item in enumerate(x)}


def _read_many(x: dict[str, Any], y: dict[str, Any], blocks: Any) -> tuple[Pairs, Namespace]:
    if blocks is not None:
        raise ValueError("blocks are for one-dimensional x and y: here, each array is a block")
    if not x:
        raise ValueError("x and y hold no arrays")
    names = [(f"x{key}", f"y{key}") for key in x]
    arrays, xp = as_arrays(*((f"{name}{key}", values[key]) for key in x for name, values in (("x", x), ("y", y))))
    pairs = list(zip(arrays[::2], arrays[1::2], strict=True))
    for (name_x, name_y), (a, b) in zip(names, pairs, strict=True):
        if a.shape != b.shape:
            raise ValueError(f"{name_x} has shape {tuple(a.shape)}, but {name_y} has shape {tuple(b.shape)}")
    return [(a, b, np.array([_size(a)])) for a, b in pairs], xp


def _size(x: Array) -> int:
    return int(np.prod(x.shape, dtype=np.int64))


def _holds_arrays(x: Any) -> bool:
    """Whether this is a sequence of arrays, not of numbers."""
    return isinstance(x, Sequence) and any(isinstance(v, (list, tuple)) or getattr(v, "ndim", 0) > 0 for v in x)
