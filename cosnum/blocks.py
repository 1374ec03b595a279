"""Blocks add: the three sums of a block, and every cosine that follows from them.

A block of two vectors is its three sums ``(⟨x,y⟩, ‖x‖², ‖y‖²)``, and joining blocks adds them. So one pass over the
entries gives the cosine of every block, of every union of blocks and of the whole, and threads, shards and machines
merge by adding.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from array_api_compat import array_namespace, device

from cosnum import bounds
from cosnum._arrays import Array, Namespace, is_host
from cosnum._cosines import bounds_on_error, cosines, norm_products, quotients
from cosnum._pairs import block_sizes, check_threads, read_pairs
from cosnum._wide import Wide, add, joined, ldexp, normalised, root, total, total_roundings
from cosnum.backends import sums_of

__all__ = ["BlockStats", "block_stats"]


def block_stats(
    x: Any, y: Any, blocks: Sequence[int] | npt.ArrayLike | None = None, *, threads: int | None = None
) -> BlockStats:
    """The three sums of every block of ``x`` and ``y``, read once.

    Parameters
    ----------
    x, y : array, shape (n,); or sequences or mappings of arrays, of equal keys and shapes
        Booleans, integers, float16, float32, float64 or bfloat16; of one namespace and on one device. Views, memory
        maps and strided arrays are read where they lie. In a sequence or a mapping, such as a model's state dict,
        every array is a block, of any shape.
    blocks : sequence of int, optional
        Sizes of the blocks of one-dimensional ``x`` and ``y``; by default all entries are one block.
    threads : int, optional
        At most so many threads read host memory; by default one for each processor. The result is the same, bit for
        bit, for any number.

    Returns
    -------
    BlockStats
        Of arrays of the same kind as the input: float64, or float32 on a device without float64.

    Raises
    ------
    TypeError
        If entries are complex, objects or of another dtype than above, or the arrays differ in namespace or device.
    ValueError
        If shapes or keys differ, sizes don't add up, or a one-dimensional array was needed.

    Notes
    -----
    Entries are multiplied and added in float64 (or float32, see above), after scaling by powers of two where squares
    would overflow or underflow. An infinite or NaN entry makes the cosines that it enters NaN.

    Beyond the input and the result, host memory for scratch stays below 64 MiB whatever ``n`` is. With Numba
    installed, long inputs are read at the speed of memory; its start-up is a second or two, once.

    To stream, add what chunks give: see `BlockStats.sum` and `BlockStats.concatenate`.

    Examples
    --------
    >>> stats = block_stats([1.0, 1.0, 3.0, 4.0], [1.0, 2.0, 0.0, 5.0], blocks=[1, 1, 2])
    >>> stats.local_cosines
    array([1. , 1. , 0.8])
    >>> f"{stats.global_cosine:.3f} ± {stats.global_error_bound:.0e}"
    '0.808 ± 1e-15'
    """
    check_threads(threads)
    pairs, xp = read_pairs(x, y, blocks)
    sums, roundings = sums_of(pairs, xp, threads)
    return _stats(sums, roundings)


@dataclass(frozen=True, eq=False, repr=False)
class BlockStats:
    """The three sums of K blocks, and what they say of cosines. Immutable.

    Made by `block_stats`; read back by `from_dict`.

    Attributes
    ----------
    significands : array, shape (3, K)
        ``⟨x_k,y_k⟩``, ``‖x_k‖²`` and ``‖y_k‖²`` divided by powers of two: in [1/2, 1), or 0, or NaN.
    exponents : array of int32, shape (3, K)
        Of those powers of two. So the sums have room whatever the entries.
    roundings : numpy array of int, shape (K,)
        How many roundings each product has gone through on its way into the sums: the source of `error_bound`.

    Notes
    -----
    ``x_k`` and ``y_k`` are the blocks, ``a_k = ‖x_k‖`` and ``b_k = ‖y_k‖`` their norms, ``c_k`` their cosines;
    ``A``, ``B`` and ``C`` are those of the whole. A block where ``x`` or ``y`` is zero or empty has no cosine: its
    local cosine is NaN and its weight 0.
    """

    significands: Array
    exponents: Array
    roundings: npt.NDArray[np.int64]

    def __post_init__(self) -> None:
        for array in (self.significands, self.exponents, self.roundings):
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.roundings)

    def __repr__(self) -> str:
        return f"<BlockStats of {len(self)} blocks, global cosine {self.global_cosine}>"

    @property
    def local_cosines(self) -> Array:
        """``c_k = cos(x_k, y_k)``, shape (K,); NaN where a block of ``x`` or ``y`` is zero.

        Examples
        --------
        >>> block_stats([3.0, 4.0, 0.0], [4.0, 3.0, 1.0], blocks=[2, 1]).local_cosines
        array([0.96,  nan])
        """
        return cosines(self._sums, self._xp)

    @property
    def global_cosine(self) -> Any:
        """``C = cos(x, y)``, within [−1, 1]; NaN if ``x`` or ``y`` is zero. Claim ``blocks.decomposition``.

        Examples
        --------
        >>> block_stats([3e200, 4e200], [1e-200, 0.0]).global_cosine
        0.6
        """
        return self._scalar(cosines(self._whole, self._xp))

    @property
    def weights(self) -> Array:
        """``a_k b_k/(A B)``, shape (K,): the weights with which local cosines add up to the global one.

        They add up to the profile cosine: at most 1, and less unless the profiles of norms are proportional.
        Claims ``blocks.decomposition`` and ``blocks.profile_factorisation``.

        Examples
        --------
        >>> block_stats([1.0, 1.0], [1.0, 7.0], blocks=[1, 1]).weights
        array([0.1, 0.7])
        """
        products = norm_products(self._sums, self._xp)
        return quotients(products, norm_products(self._whole, self._xp)[None], self._xp)

    @property
    def profile_cosine(self) -> Any:
        """``S = Σ a_k b_k/(A B)``, the cosine of the profiles of norms. Claim ``blocks.profile_at_most_one``.

        Examples
        --------
        >>> block_stats([1.0, 1.0], [1.0, -7.0], blocks=[1, 1]).profile_cosine
        0.8
        """
        xp, products = self._xp, norm_products(self._sums, self._xp)
        profile = total(normalised(products.significand, products.exponent, xp), xp)
        return self._scalar(xp.clip(quotients(profile, norm_products(self._whole, xp), xp), 0, 1))

    @property
    def norms(self) -> Array:
        """``(a_k, b_k)``, shape (2, K): infinite only where a norm exceeds the largest number.

        Examples
        --------
        >>> block_stats([3e200, 4e200], [0.0, 1e-300]).norms
        array([[5.e+200],
               [1.e-300]])
        """
        return ldexp(root(self._sums[1:], self._xp), self._xp)

    @property
    def norm_ratio_range(self) -> tuple[Any, Any]:
        """``(m, M)`` with ``m ≤ a_k/b_k ≤ M``: 0 or infinite where just one of the two is zero; NaN without any ratio.

        Examples
        --------
        >>> block_stats([3.0, 1.0, 0.0], [1.0, 2.0, 0.0], blocks=[1, 1, 1]).norm_ratio_range
        (0.5, 3.0)
        """
        xp, a, b = self._xp, root(self._sums[1], self._xp), root(self._sums[2], self._xp)
        infinite = xp.inf + xp.zeros_like(a.significand)
        ratios = xp.where((b.significand == 0) & (a.significand > 0), infinite, quotients(a, b, xp))
        absent = (a.significand == 0) & (b.significand == 0)
        if bool(xp.all(absent)):
            return self._scalar(xp.nan * xp.sum(b.significand)), self._scalar(xp.nan * xp.sum(b.significand))
        least, most = xp.min(xp.where(absent, infinite, ratios)), xp.max(xp.where(absent, -infinite, ratios))
        return self._scalar(least), self._scalar(most)

    @property
    def error_bound(self) -> Array:
        """Bounds on the errors of ``local_cosines``, shape (K,): rigorous, whatever the entries.

        A product that goes through n roundings is off by a factor of at most ``1 + γ_n``, ``γ_n = nu/(1 − nu)``, where
        u is 2⁻⁵³, or 2⁻²⁴ in float32. So ``|error of ⟨x,y⟩| ≤ γ_n Σ|x_i y_i| ≤ γ_n ‖x‖‖y‖``, and the squared norms are
        off by factors of at most ``1 ± γ_n``.

        Examples
        --------
        >>> block_stats([3.0, 4.0], [4.0, 3.0]).error_bound < 1e-14
        array([ True])
        """
        return bounds_on_error(self.roundings, self.significands, self._xp)

    @property
    def global_error_bound(self) -> Any:
        """Bound on the error of ``global_cosine``, in the same way."""
        roundings = max(self.roundings, default=0) + total_roundings(len(self), self._xp)
        return self._scalar(bounds_on_error(np.array(roundings), self.significands, self._xp))

    def global_range(self) -> tuple[Any, Any]:
        """``(min(0, min c_k), max(0, max c_k))``, where the global cosine must lie. Claim ``blocks.range``.

        Examples
        --------
        >>> block_stats([1.0, 1.0], [1.0, 2.0], blocks=[1, 1]).global_range()
        (0.0, 1.0)
        """
        low, high = bounds.global_range(self._known_cosines(0.0))
        return self._scalar(low), self._scalar(high)

    def norm_ratio_bound(self) -> tuple[Any, Any]:
        """The range, narrowed by ``norm_ratio_range`` where all local cosines have one sign.

        Local cosines of at least λ ≥ 0 give ``C ≥ λ·2√(mM)/(m + M)`` (claim ``blocks.norm_ratio_lower``), and of at
        most μ ≤ 0 ``C ≤ μ·2√(mM)/(m + M)`` (claim ``blocks.norm_ratio_upper_negative``).

        Examples
        --------
        >>> block_stats([2.0, 4.0], [2.0, 1.0], blocks=[1, 1]).norm_ratio_bound()
        (0.8, 1.0)
        """
        xp, (low, high) = self._xp, bounds.global_range(self._known_cosines(0.0))
        m, M = (float(ratio) for ratio in self.norm_ratio_range)
        # where a norm ratio is 0 or infinite, nothing carries over: as for m/M → 0
        pair = (0.0, 1.0) if m == 0 or M == math.inf else (m, M)
        ratios = [xp.asarray(ratio, dtype=low.dtype, device=device(low)) for ratio in pair]
        least = bounds.norm_ratio_lower(xp.min(self._known_cosines(1.0)), *ratios)
        most = bounds.norm_ratio_upper_negative(xp.max(self._known_cosines(-1.0)), *ratios)
        return self._scalar(xp.where(low < 0, low, least)), self._scalar(xp.where(high > 0, high, most))

    def __add__(self, other: BlockStats) -> BlockStats:
        """The blocks of two shards: equal partitions, whose blocks are joined one by one.

        Each addition is one rounding more. For many parts use `sum`, where they number the logarithm only.

        Examples
        --------
        >>> left, right = block_stats([3.0, 1.0], [4.0, 1.0], [1, 1]), block_stats([4.0, 1.0], [3.0, -1.0], [1, 1])
        >>> (left + right).local_cosines
        array([0.96, 0.  ])
        """
        if not isinstance(other, BlockStats):
            return NotImplemented
        if len(other) != len(self):
            raise ValueError(f"{len(self)} blocks and {len(other)} blocks don't add: use append to put them in a row")
        xp = _common_namespace([self, other])
        return _stats(add(self._sums, other._sums, xp), np.maximum(self.roundings, other.roundings) + 1)

    def append(self, other: BlockStats) -> BlockStats:
        """These blocks followed by those of ``other``. For many parts use `concatenate`.

        Examples
        --------
        >>> block_stats([1.0], [2.0]).append(block_stats([1.0], [-2.0])).local_cosines
        array([ 1., -1.])
        """
        return BlockStats.concatenate([self, other])

    def coarsen(self, sizes: Sequence[int] | npt.ArrayLike) -> BlockStats:
        """Fewer blocks, each of so many consecutive ones.

        The range of the coarser partition lies within that of the finer one. Claim ``blocks.refinement``.

        Examples
        --------
        >>> block_stats([3.0, 4.0, 1.0], [4.0, 3.0, 1.0], blocks=[1, 1, 1]).coarsen([2, 1]).local_cosines
        array([0.96, 1.  ])
        """
        stops = np.cumsum(block_sizes(sizes, len(self), "sizes", f"there are {len(self)} blocks")).tolist()
        parts = [self._part(start, stop) for start, stop in zip([0, *stops], stops, strict=False)]
        return BlockStats.concatenate(parts) if parts else self

    @staticmethod
    def sum(parts: Iterable[BlockStats]) -> BlockStats:
        """The sum of any number of equal partitions, as they come: `+` in a tree, in the memory of a few parts.

        So N parts add ⌈log₂ N⌉ + 1 roundings at most to the error bound.

        Examples
        --------
        One block, streamed:

        >>> chunks = ([3.0 * (i % 2), 4.0 * (i % 2)] for i in range(1000))
        >>> BlockStats.sum(block_stats(chunk, [3.0, 4.0]) for chunk in chunks).global_cosine
        0.7071067811865475
        """
        trees: list[tuple[int, BlockStats]] = []
        for part in parts:
            height, tree = 0, part
            while trees and trees[-1][0] == height:
                tree = trees.pop()[1] + tree
                height += 1
            trees.append((height, tree))
        if not trees:
            raise ValueError("there are no parts to sum")
        while len(trees) > 1:
            (_, last), (height, before) = trees.pop(), trees.pop()
            trees.append((height, before + last))
        return trees[0][1]

    @staticmethod
    def concatenate(parts: Iterable[BlockStats]) -> BlockStats:
        """All blocks of all parts in a row.

        Examples
        --------
        Two blocks, each streamed:

        >>> def chunks():
        ...     yield [3.0], [4.0]
        ...     yield [4.0], [3.0]
        >>> blocks = (BlockStats.sum(block_stats(x, y) for x, y in chunks()) for _ in range(2))
        >>> BlockStats.concatenate(blocks).local_cosines
        array([0.96, 0.96])
        """
        parts = list(parts)
        if not parts:
            raise ValueError("there are no parts to concatenate")
        xp = _common_namespace(parts)
        return _stats(joined([part._sums for part in parts], -1, xp), np.concatenate([part.roundings for part in parts]))

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers for JSON, exact; None for NaN.

        Examples
        --------
        >>> stats = block_stats([3.0, 4.0], [4.0, 3.0])
        >>> BlockStats.from_dict(stats.to_dict()).global_cosine == stats.global_cosine
        True
        """
        rows, xp = range(3), self._xp
        columns = range(len(self))
        return {
            "dtype": "float64" if self.significands.dtype == xp.float64 else "float32",
            "significands": [[_number(self.significands[i, k]) for k in columns] for i in rows],
            "exponents": [[int(self.exponents[i, k]) for k in columns] for i in rows],
            "roundings": self.roundings.tolist(),
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> BlockStats:
        """What `to_dict` wrote, as NumPy arrays.

        Raises
        ------
        ValueError
            If ``data`` isn't of that form.
        """
        try:
            dtype = {"float64": np.float64, "float32": np.float32}[data["dtype"]]
            significands = np.array(data["significands"], dtype=dtype)
            exponents, roundings = np.array(data["exponents"], dtype=np.int32), np.array(data["roundings"], np.int64)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"not the dict of a BlockStats: {error!r}") from error
        if not significands.shape == exponents.shape == (3, len(roundings)):
            shapes = f"{significands.shape}, {exponents.shape} and {roundings.shape}"
            raise ValueError(f"not the dict of a BlockStats: significands, exponents and roundings have shapes {shapes}")
        return BlockStats(significands, exponents, roundings)

    @cached_property
    def _xp(self) -> Namespace:
        return array_namespace(self.significands)

    @property
    def _sums(self) -> Wide:
        return Wide(self.significands, self.exponents)

    @cached_property
    def _whole(self) -> Wide:
        """The sums of all blocks joined."""
        return total(self._sums, self._xp)

    def _part(self, start: int, stop: int) -> BlockStats:
        """Blocks ``start`` to ``stop`` as one."""
        xp, sums = self._xp, total(self._sums[:, start:stop], self._xp)
        roundings = max(self.roundings[start:stop], default=0) + total_roundings(stop - start, xp)
        return _stats(sums[:, None], np.array([roundings]))

    def _known_cosines(self, fill: float) -> Array:
        """The local cosines and ``fill``, which also stands in for those of zero blocks."""
        xp, cosines, products = self._xp, self.local_cosines, norm_products(self._sums, self._xp).significand
        filled = xp.where(products == 0, fill + xp.zeros_like(products), cosines)
        return xp.concat([filled, fill + xp.zeros((1,), dtype=cosines.dtype, device=device(cosines))])

    def _scalar(self, value: Array) -> Any:
        """A number for NumPy, and a zero-dimensional array of the same kind otherwise."""
        return float(value) if is_host(self._xp) else value


def _stats(sums: Wide, roundings: npt.NDArray[np.int64]) -> BlockStats:
    return BlockStats(sums.significand, sums.exponent, roundings)


def _common_namespace(parts: Iterable[BlockStats]) -> Namespace:
    return array_namespace(*(part.significands for part in parts))


def _number(value: Array) -> float | None:
    number = float(value)
    return None if math.isnan(number) else number
