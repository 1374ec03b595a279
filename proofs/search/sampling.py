"""A claim tried on very many points: floats look for a violation, exact arithmetic says whether it is one.

Only points that satisfy the hypotheses count. A violation beyond all rounding is a suspicion; suspects, and the point
with the least slack, are evaluated exactly by the kernel. What is found can refute a claim, or contradict its proof. It
never proves anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import array_api_compat.numpy
import numpy as np

from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.evaluate import STEPS, Evaluation
from proofs.kernel.steps import unrolled
from proofs.search.conditions import Plan, plan
from proofs.search.draws import EVEN, Shape, Signs, SpaceOf, drawn
from proofs.search.numeric import Points, Program, judged
from proofs.search.suspects import Inputs, refutes, refuting, said, satisfying

SLOP = 8.0
"""How many rounding bounds apart the two sides of an equation among the hypotheses may be, and a suspicion goes beyond."""

SUSPECTS = 8
"""How many of the points that look like violations are evaluated exactly."""

BLOCKS_AND_DIMENSIONS = (
    *(Shape(8192, 2, 1), Shape(16384, 2, 2), Shape(8192, 2, 3), Shape(8192, 3, 2), Shape(2048, 1, 2)),
    *(Shape(3072, 5, 1), Shape(768, 8, 3), Shape(1024, 2, 8), Shape(192, 2, 64), Shape(128, 64, 1)),
)
DIMENSIONS = (Shape(2048, 1, 1), Shape(24576, 1, 2), Shape(16384, 1, 3), Shape(2048, 1, 8), Shape(256, 1, 64))
CONSTANT = (Shape(1, 1, 1),)
"""Where there is nothing to draw."""

PATIENCE = 16
"""How many times as many points as asked for are drawn before giving up on meeting the hypotheses more often."""

Point = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A claim made ready for sampling."""

    claim: Claim
    given: tuple[t.Formula, ...]
    statement: t.Formula
    terms: Mapping[str, t.Scalar | t.VectorTerm]
    spaces: tuple[SpaceOf, ...]
    plan: Plan
    shapes: tuple[Shape, ...]
    signs: Signs = EVEN

    @property
    def rows(self) -> int:
        """How many points a chunk has."""
        return sum(shape.rows for shape in self.shapes)


def case(claim: Claim) -> Case:
    """The claim, ready for sampling.

    Raises
    ------
    NotSampled
        If it says that something exists: no number of points can speak for that, nor against it. Or if it has terms that
        can't be evaluated in bulk.
    """
    if claim.existential():
        raise NotSampled("says that something exists, for which samples prove nothing and refute nothing")
    program = Program()
    found = spaces(claim)
    conditions = plan(claim).prepared(program.prepared)
    ready = Case(
        claim,
        tuple(program.prepared(formula) for formula in claim.given),
        program.prepared(unrolled(claim.statement, STEPS) if claim.repeats else claim.statement),
        program.terms,
        found,
        conditions,
        shapes(claim, found) if found or conditions.numbers else CONSTANT,
    )
    try:
        return replace(ready, signs=preferred(ready))
    except ValueError as error:
        raise NotSampled(f"cannot be evaluated on points: {error}") from error


def preferred(case: Case) -> Signs:
    """The signs of cosines in proportion to how often the hypotheses let them pass; none is ever left out."""
    shape, shares = Shape(256, 2, 2), []
    for signs in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        with np.errstate(all="ignore"):
            points = points_of(replace(case, signs=signs), shape, "pilot", array_api_compat.numpy)
            shares.append(looked_at(case, points, shape).points / shape.rows)
    return tuple(even * (0.1 + share) for even, share in zip(EVEN, shares, strict=True))  # type: ignore[return-value]


class NotSampled(ValueError):
    """A claim that points have nothing to say about."""


def spaces(claim: Claim) -> tuple[SpaceOf, ...]:
    """The spaces that the claim speaks of, with the vectors it speaks of."""
    found: dict[tuple[str, ...], SpaceOf] = {}
    free = {variable.name for variable in claim.with_blocks(1).variables()}
    for part in claim.parts:
        for node in t.walk(part):
            if isinstance(node, t.Member | t.Whole) or (isinstance(node, t.Base) and node.name in free):
                family = not isinstance(node, t.Base)
                space = node.family if isinstance(node, t.Member | t.Whole) else node.space
                old = found.get(space, SpaceOf((), node.dimension, family))
                if node.name not in old.names:
                    found[space] = replace(old, names=(*old.names, node.name))
    return tuple(found.values())


def shapes(claim: Claim, spaces: Sequence[SpaceOf]) -> tuple[Shape, ...]:
    """How many points of which shape; where all dimensions are given, only the number of blocks differs."""
    wanted: Sequence[Shape] = BLOCKS_AND_DIMENSIONS if claim.family else DIMENSIONS
    if any(space.dimension is None for space in spaces):
        return tuple(wanted)
    rows: dict[int, int] = {}
    for shape in wanted:
        rows[shape.blocks] = rows.get(shape.blocks, 0) + shape.rows
    return tuple(Shape(count, blocks, 1) for blocks, count in rows.items())


# --- in floats --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """What some points say: how many were drawn, how many met the hypotheses, the worst of them and the suspects.

    Where the conclusion has no value in floats, that may be rounding too; so such points are suspects, though apart from the
    others.
    """

    drawn: int = 0
    points: int = 0
    undefined: int = 0
    suspicious: int = 0
    slack: float = math.inf
    worst: Point | None = None
    suspects: tuple[Point, ...] = ()

    def __add__(self, other: Part) -> Part:
        worst = self if self.slack <= other.slack else other
        return Part(
            self.drawn + other.drawn,
            self.points + other.points,
            self.undefined + other.undefined,
            self.suspicious + other.suspicious,
            worst.slack,
            worst.worst,
            (self.suspects + other.suspects)[:SUSPECTS],
        )


def chunk(case: Case, seed: int, index: int, xp: Any) -> Part:
    """The chunk of points with this number: the same for a seed, whatever else is drawn, and on every backend."""
    part = Part()
    for number, shape in enumerate(case.shapes):
        with np.errstate(all="ignore"):
            points = points_of(case, shape, f"{seed}/{index}/{number}", xp)
            part = part + looked_at(case, points, shape)
    return part


def points_of(case: Case, shape: Shape, name: str, xp: Any) -> Points:
    """Points that a name determines."""
    key = int.from_bytes(blake2b(f"{case.claim.id}/{name}".encode(), digest_size=8).digest(), "big")
    return drawn(case.spaces, case.plan, case.terms, shape, key, xp, case.signs)


def looked_at(case: Case, points: Points, shape: Shape) -> Part:
    """What the points say that satisfy the hypotheses."""
    xp, every = points.xp, (shape.rows,)
    good = xp.ones(every, dtype=xp.bool)
    for hypothesis in case.given:
        good = good & judged(hypothesis, points, SLOP).surely
    truth = judged(case.statement, points, caution=1 + SLOP if case.plan.equations else 1.0)
    undefined, never = good & xp.isnan(truth.slack), good & truth.never
    good = good & ~undefined
    most = xp.where(good, truth.most, xp.inf)
    count, suspicious = int(xp.count_nonzero(good)), int(xp.count_nonzero(never))
    worst = int(xp.argmin(most))
    rows = [*np.flatnonzero(on_host(never)), *np.flatnonzero(on_host(undefined))][:SUSPECTS]
    return Part(
        shape.rows,
        count,
        int(xp.count_nonzero(undefined)),
        suspicious,
        float(most[worst]),
        point(points, worst) if count else None,
        tuple(point(points, int(row)) for row in rows),
    )


def on_host(array: Any) -> Any:
    return array.get() if hasattr(array, "get") else np.asarray(array)


def point(points: Points, row: int) -> Point:
    """One of the points, as exact numbers by the names that the claim uses."""
    found: Point = {}
    for name, array in points.inputs.items():
        if array.ndim == 3:
            for k in range(array.shape[0]):
                found[f"{name.removesuffix('_k')}_{k + 1}"] = rational(array[k, row, :])
        else:
            found[name] = rational(array[row, ...])
    return found


def rational(array: Any) -> Any:
    value = on_host(array).tolist()
    return [Fraction(entry) for entry in value] if isinstance(value, list) else Fraction(value)


# --- many points ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """What sampling a claim came to, as far as it got.

    Attributes
    ----------
    start, stop : int
        Numbers of the first chunk, and of the one after the last: where to go on.
    nearest : Inputs
        The point with the least slack; if an equation among the hypotheses holds there up to rounding only, an exact
        neighbour.
    exactly : Evaluation or None
        What the kernel says there.
    refutation : Inputs or None
        Exact inputs that satisfy the hypotheses and violate the conclusion.
    unsettled : int
        Points that look like a violation beyond rounding, or have no value in floats, and were not decided exactly.
    """

    claim: Claim
    seed: int
    start: int
    stop: int
    part: Part
    nearest: Inputs | None = None
    exactly: Evaluation | None = None
    refutation: Inputs | None = None
    unsettled: int = 0

    @property
    def outcome(self) -> str:
        """``sat``, ``verified``, ``unknown``, or ``rejected`` if no point met the hypotheses."""
        if self.refutation is not None:
            return "sat"
        if not self.part.points:
            return "rejected"
        return "unknown" if self.unsettled else "verified"

    @property
    def detail(self) -> str:
        """The outcome in words."""
        part = self.part
        if self.refutation is not None:
            return f"false at {said(self.refutation)}; {part.suspicious} of {part.points} points violate it beyond rounding"
        if not part.points:
            return f"none of {part.drawn} points satisfied the hypotheses"
        words = [f"{part.points} point{'s' if part.points > 1 else ''} satisfied the hypotheses"]
        slack = part.slack if self.exactly is None else self.exactly.slack
        where = f" at {said(self.nearest)}" if self.nearest else ""
        words.append(f"least slack {slack + 0.0:.3g}" + (" in floats" if self.exactly is None else "") + where)
        if self.unsettled:
            words.append(f"{self.unsettled} look like violations in floats and were not decided exactly")
        if part.undefined:
            words.append(f"in floats the conclusion is undefined at {part.undefined}")
        return "; ".join(words)


def sampled(claim: Claim, points: int, seed: int, xp: Any, stopped: Callable[[], bool] = lambda: False) -> Sample:
    """The claim tried on at least so many points that satisfy its hypotheses, if they can be found.

    Raises
    ------
    NotSampled
        If points have nothing to say about the claim.
    """
    ready, part, index = case(claim), Part(), 0
    while not (enough(ready, part, points) or stopped()):
        part, index = part + chunk(ready, seed, index, xp), index + 1
    return concluded(claim, seed, 0, index, part)


def enough(case: Case, part: Part, points: int) -> bool:
    """Whether there are as many points as asked for, or so many were drawn in vain that it is time to give up."""
    if case.shapes == CONSTANT:
        return part.drawn > 0
    return part.points >= points or part.drawn >= PATIENCE * max(points, case.rows)


def concluded(claim: Claim, seed: int, start: int, stop: int, part: Part) -> Sample:
    """What the points come to, after the suspects and the worst point are evaluated exactly."""
    unsettled = part.suspicious + part.undefined - len(part.suspects)
    nearest, evaluation = (None, None) if part.worst is None else satisfying(claim, part.worst)
    suspects = (*part.suspects, *([nearest] if nearest is not None and refutes(evaluation) else []))
    for suspect in suspects:
        refutation = refuting(claim, suspect)
        if refutation is not None:
            return Sample(claim, seed, start, stop, part, nearest, evaluation, refutation)
        unsettled += satisfying(claim, suspect)[1] is None
    return Sample(claim, seed, start, stop, part, nearest, evaluation, None, unsettled)
