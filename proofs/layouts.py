"""The blocks chapter on vectors as long as a language model: every tensor is a block, streamed in constant memory.

The vectors are drawn in pieces and forgotten; what stays of a block is its three sums, with a bound on their errors. On
them each claim about any number of blocks is evaluated as it is stated, and the bounds are carried along: what fails then
fails for the vectors themselves.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

import array_api_compat.numpy as xp
import numpy as np
import numpy.typing as npt
from rich.table import Table

from cosnum import BlockStats, block_stats
from proofs import ledger, report, store
from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.gram import inner_product, named_vector
from proofs.kernel.verdict import Verdict
from proofs.sample import in_order, progress, spaced
from proofs.search.draws import EVEN, Rows, Stream, chosen, value
from proofs.search.numeric import Near, Points, Truth, judged, member
from proofs.search.sampling import SLOP, Case, case
from proofs.versions import versions

PIECE = 2**18
"""Entries drawn at a time."""

CHOICES = 256
"""How many values of λ, m, M and the like are tried on the same vectors."""

Floats = npt.NDArray[np.float32]


# --- layouts ----------------------------------------------------------------------------------------------------------


def llama_7b() -> tuple[int, ...]:
    """The sizes of the 291 tensors of the 7B architecture, in the order of its layers: 6 738 415 616 entries.

    Examples
    --------
    >>> len(llama_7b()), sum(llama_7b())
    (291, 6738415616)
    """
    width, inner, words = 4096, 11008, 32000
    layer = (*(width * width,) * 4, *(width * inner,) * 3, width, width)
    return (words * width, *layer * 32, width, words * width)


class NoLayout(ValueError):
    """Vectors that there are not."""


LAYOUTS: Mapping[str, Callable[[], tuple[int, ...]]] = {"llama-7b": llama_7b}


def scaled(sizes: Sequence[int], entries: int) -> tuple[int, ...]:
    """Sizes in these proportions that add up to so many entries, each at least 1.

    Raises
    ------
    NoLayout
        If there are fewer entries than sizes, or more than the sizes have together.

    Examples
    --------
    >>> scaled([1, 10, 89], 10)
    (1, 1, 8)
    """
    whole = sum(sizes)
    if not len(sizes) <= entries <= whole:
        raise NoLayout(f"this layout takes from {len(sizes)} to {whole} entries, not {entries}")
    spare = entries - len(sizes)
    ends = [spare * end // max(whole - len(sizes), 1) for end in accumulate(size - 1 for size in sizes)]
    return tuple(1 + end - start for start, end in zip([0, *ends], ends, strict=False))


# --- vectors ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Regime:
    """How two blocks compare: the range of their cosine, and of the binary logarithms of sizes and of their ratios.

    With a `sign`, every entry of y has the sign of that of x, or the opposite one, so that all cosines have; they are then
    between 1/√3 and 1 in size. Otherwise y is made of x and of something independent.
    """

    name: str
    sizes: float
    ratios: float
    sign: int = 0
    cosines: tuple[float, float] = (0.0, 0.0)

    def blocks(self, count: int, seed: int) -> Floats:
        """For each block the size of x, and what y is made of; shape (count, 3)."""
        rng = np.random.default_rng([seed, *self.name.encode()])
        x, ratio = (2.0 ** rng.uniform(-spread, spread, count) for spread in (self.sizes, self.ratios))
        c, even = rng.uniform(*self.cosines, count), 2.0 ** rng.uniform(-4, 4, count)
        y = (ratio * c, ratio * np.sqrt(1 - c * c)) if not self.sign else (self.sign * ratio * even, self.sign * ratio)
        return np.stack([x, *y], axis=-1).astype(np.float32)

    def pair(self, block: Floats, first: Floats, second: Floats) -> tuple[Floats, Floats]:
        """A piece of x and of y."""
        size, along, across = block
        x = size * first
        return x, x * (along + across * second * second) if self.sign else along * x + size * across * second


REGIMES = (
    Regime("aligned", 6, 2, sign=1),
    Regime("opposed", 6, 6, sign=-1),
    Regime("near orthogonal", 6, 2),
    Regime("very unequal", 20, 20, cosines=(-1.0, 1.0)),
)


def streamed(sizes: Sequence[int], seed: int, jobs: int, tick: Callable[[int], None]) -> dict[str, BlockStats]:
    """The sums of all blocks in every regime, the same for a seed whatever the number of threads."""
    weights = {regime: regime.blocks(len(sizes), seed) for regime in REGIMES}
    done = 0
    blocks: list[dict[str, BlockStats]] = []
    parts: list[dict[str, BlockStats]] = []
    for piece, sums in in_order(lambda piece: (piece, sums_of_piece(piece, seed, weights)), pieces_of(sizes), jobs):
        parts.append(sums)
        if piece.last:
            blocks.append({name: BlockStats.sum(part[name] for part in parts) for name in sums})
            parts = []
        done += piece.size
        tick(done)
    return {regime.name: BlockStats.concatenate(block[regime.name] for block in blocks) for regime in REGIMES}


@dataclass(frozen=True)
class Piece:
    """A number of entries of a block."""

    block: int
    number: int
    size: int
    last: bool


def pieces_of(sizes: Sequence[int]) -> Iterator[Piece]:
    """The pieces of all blocks, in order."""
    for block, size in enumerate(sizes):
        for number, start in enumerate(range(0, size, PIECE)):
            yield Piece(block, number, min(PIECE, size - start), start + PIECE >= size)


def sums_of_piece(piece: Piece, seed: int, weights: Mapping[Regime, Floats]) -> dict[str, BlockStats]:
    """Draw one piece of x and, in every regime, of y."""
    rng = np.random.Generator(np.random.SFC64([seed, piece.block, piece.number]))
    first: Floats = rng.standard_normal(piece.size, dtype=np.float32)
    second: Floats = rng.standard_normal(piece.size, dtype=np.float32)
    pairs = {regime.name: regime.pair(blocks[piece.block], first, second) for regime, blocks in weights.items()}
    return {name: block_stats(x, y, threads=1) for name, (x, y) in pairs.items()}


# --- claims on sums ---------------------------------------------------------------------------------------------------


@dataclass
class Sums(Points):
    """The algebra of points whose vectors are known by the sums of their blocks alone, by names of the family's vectors."""

    sums: Mapping[frozenset[str], Near] = field(default_factory=dict)

    def base(self, vector: t.Base) -> Any:
        if vector.name in self.terms:
            return super().base(vector)
        return named_vector(vector.name, vector.space, Near(1.0))

    def scale(self, factor: Near, vector: Any) -> Any:
        return vector.scaled(factor)

    def literal(self, entries: tuple[Near, ...]) -> Any:
        raise Unknown("coordinates")

    def concatenate(self, parts: tuple[Any, ...]) -> Any:
        raise Unknown("blocks of its own")

    def inner(self, left: Any, right: Any) -> Near:
        found: Near = inner_product(left, right, self.product, Near(0.0))
        return found

    def product(self, a: str, b: str) -> Near:
        """Of two members of a block at a time, or of two whole vectors."""
        each = self.sums[frozenset((a.removesuffix("_k"), b.removesuffix("_k")))]
        return each if a == member(a.removesuffix("_k")) else self.total(each)


class Unknown(ValueError):
    """A claim that speaks of more than sums of blocks."""


def sums_of(stats: BlockStats, names: Sequence[str]) -> dict[frozenset[str], Near]:
    """The three sums with their error bounds, which are relative to ``‖x_k‖‖y_k‖``, ``‖x_k‖²`` and ``‖y_k‖²``.

    `BlockStats.error_bound` bounds the error of a cosine, hence more than that of any of these.
    """
    x, y = names
    inner, xx, yy = (np.ldexp(s, e)[:, None] for s, e in zip(stats.significands, stats.exponents, strict=True))
    bound = stats.error_bound[:, None]
    both = np.sqrt(xx) * np.sqrt(yy)
    return {
        frozenset((x, y)): Near(inner, bound * both),
        frozenset((x,)): Near(xx, bound * xx),
        frozenset((y,)): Near(yy, bound * yy),
    }


@dataclass(frozen=True)
class Checked:
    """What a claim says of the vectors: for how many of the tried values of its numbers, and at the worst of them."""

    claim: Claim
    regime: str
    tried: int
    satisfied: int
    slack: float = math.nan
    tolerance: float = math.nan
    holds: bool | None = None

    @property
    def hypotheses(self) -> str:
        if not self.satisfied:
            return "do not hold"
        return "hold" if self.tried == 1 else f"hold for {self.satisfied} of {self.tried} values"

    @property
    def words(self) -> str:
        """The finding; None for `holds` leaves it open between the bounds."""
        if not self.satisfied:
            return "not met"
        return {True: "holds", False: "fails", None: "holds within rounding"}[self.holds]


def checked(claim: Claim, regime: str, stats: BlockStats, seed: int) -> Checked | None:
    """The claim on the sums; None if it speaks of more than them."""
    ready = case(claim)
    if not all(space.family and len(space.names) <= 2 for space in ready.spaces):
        return None
    names = next(node.family for part in claim.parts for node in t.walk(part) if isinstance(node, t.Member | t.Whole))
    if len(names) != 2:
        return None
    tried = CHOICES if ready.plan.numbers else 1
    points = Sums(xp, {}, ready.terms, (len(stats), tried), sums=sums_of(stats, names))
    try:
        return judged_on(ready, points, regime, seed)
    except Unknown:
        return None


def judged_on(ready: Case, points: Sums, regime: str, seed: int) -> Checked:
    """The numbers drawn within the hypotheses, and the worst that the conclusion comes to."""
    stream = Stream(xp, seed)
    tried = points.shape[-1]
    rows = Rows(stream, tried, EVEN)
    with np.errstate(all="ignore"):
        for number in ready.plan.numbers:
            points.inputs[number.name] = value(number, points, lambda number, known: chosen(number, known, rows, stream))
        good = np.ones(tried, dtype=bool)
        for hypothesis in ready.given:
            good = good & judged(hypothesis, points, SLOP).surely
        truth: Truth = judged(ready.statement, points)
    parts = (truth.slack, truth.error, truth.most, truth.surely, truth.never)
    slack, error, most, surely, never = (np.broadcast_to(part, (tried,))[good] for part in parts)
    if not len(slack):
        return Checked(ready.claim, regime, tried, 0)
    worst = int(np.argmin(most))
    holds = False if never.any() else True if surely.all() else None
    return Checked(ready.claim, regime, tried, len(slack), float(slack[worst]), float(error[worst]), holds)


# --- the command ------------------------------------------------------------------------------------------------------


def command(options: argparse.Namespace) -> int:
    """Stream a layout's vectors, judge the claims on them, print the table, and return the exit status.

    Raises
    ------
    NoLayout
        If there is no such layout, the number of entries does not suit it, or no claim fits.
    """
    if options.layout not in LAYOUTS:
        raise NoLayout(f"there is no layout {options.layout}; there is {', '.join(LAYOUTS)}")
    whole = LAYOUTS[options.layout]()
    sizes = scaled(whole, sum(whole) if options.entries is None else options.entries)
    chosen = [claim for claim in ledger.select(options.pattern, ledger.claims()) if speaks_of_sums(claim)]
    if not chosen:
        raise NoLayout("none of these claims is about any number of blocks of two vectors")
    start = time.perf_counter()
    with progress("entries") as tell:
        stats = streamed(sizes, options.seed, options.jobs, lambda done: tell("streaming", done, sum(sizes)))
    seconds = time.perf_counter() - start
    found = [checked(claim, regime, of, options.seed) for regime, of in stats.items() for claim in chosen]
    rows = [row for row in found if row is not None]
    shown(rows, stats, sizes, seconds, options)
    library = ledger.library()
    false = {claim.id for claim in chosen if ledger.recorded(claim, library).verdict is Verdict.REFUTED}
    return int(any(row.holds is False and row.claim.id not in false for row in rows))


def speaks_of_sums(claim: Claim) -> bool:
    return claim.family and not claim.existential()


def shown(
    rows: Sequence[Checked],
    stats: Mapping[str, BlockStats],
    sizes: Sequence[int],
    seconds: float,
    options: argparse.Namespace,
) -> None:
    """Print the table, or write the document."""
    if options.json:
        written = document(rows, stats, sizes, seconds, options)
        if options.json == "-":
            return report.dump(written, sys.stdout)
        store.write(Path(options.json), written)
    out = report.console()
    table = Table("vectors", "claim", "hypotheses", "conclusion", "slack", "tolerance", expand=True)
    for row in rows:
        numbers = [f"{row.slack:.3g}", f"{row.tolerance:.1e}"] if row.satisfied else ["", ""]
        table.add_row(row.regime, row.claim.id, row.hypotheses, row.words, *numbers)
    out.print(table)
    rate = len(stats) * sum(sizes) / seconds / 1e6
    out.print(f"{len(sizes)} blocks, {spaced(sum(sizes))} entries in each of {len(stats)} pairs of vectors")
    out.print(f"{seconds:.1f} s, {rate:.0f} million entries of x and of y a second")
    return None


def document(
    rows: Sequence[Checked],
    stats: Mapping[str, BlockStats],
    sizes: Sequence[int],
    seconds: float,
    options: argparse.Namespace,
) -> dict[str, Any]:
    """All that was found, as JSON."""
    return {
        "schema": 1,
        "versions": versions(),
        "seed": options.seed,
        "layout": options.layout,
        "entries": sum(sizes),
        "seconds": round(seconds, 4),
        "vectors": {regime: described(of) for regime, of in stats.items()},
        "claims": [
            {
                "id": row.claim.id,
                "vectors": row.regime,
                "hypotheses": row.hypotheses,
                "outcome": row.words,
                "slack": row.slack if row.satisfied else None,
                "tolerance": row.tolerance if row.satisfied else None,
            }
            for row in rows
        ],
    }


def described(stats: BlockStats) -> dict[str, Any]:
    """What there is to know of a pair of vectors."""
    cosines, bounds = stats.local_cosines, stats.error_bound
    return {
        "blocks": len(stats),
        "global_cosine": stats.global_cosine,
        "local_cosines": [float(np.min(cosines)), float(np.max(cosines))],
        "error_bound": float(np.max(bounds)),
    }
