"""Points for a claim: vectors in all positions and sizes, then numbers within what the hypotheses leave them.

Vectors come near-parallel, near-antiparallel, near-orthogonal and anyhow; with equal, proportional, crossed and very
unequal norms; huge and tiny; and as small whole numbers, where equality is exact. Numbers are drawn last, since a
threshold such as ``c_k ≥ λ`` is met by choosing λ and not by waiting for the cosines. What is an equation is solved.
The points depend on a key alone: a counter is hashed, so that every array namespace draws the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, prod
from typing import Any

from proofs.kernel.interpret import scalar_value
from proofs.search import newton
from proofs.search.conditions import Affine, Length, Number, Plan, Projection
from proofs.search.numeric import Array, Near, Points, member

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
FACTORS = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
AT_ONCE = 2**14
NICE = (0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 0.25, 3.0, 4.0)
ANGLES = (0.5, 3.0**-0.5, 0.5**0.5, 0.6, 0.8, 1.0, 0.0)


@dataclass(frozen=True)
class Shape:
    """How many points at once, of how many blocks for a family, and the dimension where any is meant."""

    rows: int
    blocks: int
    dimension: int


@dataclass(frozen=True)
class SpaceOf:
    """Vectors that have inner products with each other."""

    names: tuple[str, ...]
    dimension: int | None
    family: bool


Signs = tuple[float, float, float]
"""How often all cosines of a point are at least zero, how often at most, how often of any sign; in proportion."""

Choice = Callable[[Number, Points], Array]

EVEN: Signs = (0.35, 0.35, 0.3)


def drawn(
    spaces: Sequence[SpaceOf],
    plan: Plan,
    terms: Mapping[str, Any],
    shape: Shape,
    key: int,
    xp: Any,
    signs: Signs = EVEN,
) -> Points:
    """Points that meet the hypotheses as far as the plan goes, with all that has been worked out on the way."""
    stream = Stream(xp, key)
    rows = Rows(stream, shape.rows, signs)

    def points(inputs: dict[str, Array]) -> Points:
        return Points(xp, inputs, terms, (shape.blocks, shape.rows))

    def met(known: Points, choose: Choice) -> Points:
        for projection in plan.projections:
            known = points(projected(projection, known))
        for length in plan.lengths:
            known = points(stretched(length, known))
        for number in plan.numbers:
            known.inputs[number.name] = value(number, known, choose)
        for length in plan.lengths_after:
            known = points(stretched(length, known))
        return known

    def anew(number: Number, known: Points) -> Array:
        return chosen(number, known, rows, stream)

    def again(inputs: dict[str, Array]) -> Points:
        return met(points(inputs), lambda number, _: inputs[number.name])

    known = met(points(vectors(spaces, shape, rows, stream)), anew)
    return newton.solved(plan.unsolved, known, stream, again) if plan.unsolved else known


class Rows:
    """What all vectors and numbers of one point have in common."""

    def __init__(self, stream: Stream, n: int, signs: Signs) -> None:
        exponents = (stream.between(-8, 8, n), stream.one_of([-30, 30], n))
        self.size = stream.mode([5, 2, 1], [exponents[0] * 0.0, *exponents], n)
        self.spread = stream.one_of([0, 0, 2.0**-20, 1, 1, 4, 16], n)
        self.whole = stream.chance(0.15, n)
        self.same_angle = stream.chance(0.4, n)
        plus, minus, _ = (weight / sum(signs) for weight in signs)
        u = stream.uniform(n)
        self.same_sign = u < plus + minus
        self.sign = stream.xp.where(u < plus, 1.0, -stream.xp.ones_like(u))


# --- vectors ----------------------------------------------------------------------------------------------------------


def vectors(spaces: Sequence[SpaceOf], shape: Shape, rows: Rows, stream: Stream) -> dict[str, Array]:
    """All vectors of all spaces, those of a family as one array with the blocks first."""
    inputs: dict[str, Array] = {}
    longest = max((len(space.names) for space in spaces), default=0)
    profiles = [Profile(rows, stream, shape.rows, j) for j in range(longest)]
    for space in spaces:
        blocks = shape.blocks if space.family else 1
        drawn = in_space(len(space.names), (blocks, shape.rows, space.dimension or shape.dimension), profiles, rows, stream)
        for name, vector in zip(space.names, drawn, strict=True):
            inputs[member(name) if space.family else name] = vector if space.family else vector[0, ...]
    return inputs


class Profile:
    """How the norms of the j-th vector of every block compare with those of the first.

    Equal, proportional, crossed (large where the first is small), independent, or nearly one of these.
    """

    def __init__(self, rows: Rows, stream: Stream, n: int, j: int) -> None:
        offset = stream.mode([3, 2, 1], [rows.size * 0.0, stream.between(-4, 4, n), stream.one_of([-16, 16], n)], n)
        self.offset = rows.size + (offset if j else 0.0)
        self.follow = stream.one_of([1, 1, -1, 0], n) if j else 1.0
        self.own = stream.one_of([0, 0, 2.0**-20, 1], n) if j else 0.0


def in_space(
    count: int, size: tuple[int, int, int], profiles: Sequence[Profile], rows: Rows, stream: Stream
) -> Iterator[Array]:
    """Vectors of one space, each at an angle to the first and sometimes leaning on the one before."""
    xp, (blocks, n, _) = stream.xp, size
    place = stream.between(-1, 1, blocks, n)
    first = before = None
    for profile in profiles[:count]:
        cube = stream.uniform(*size)
        direction, whole = unit(2 * cube - 1, xp), xp.floor(7 * cube) - 3
        if first is None:
            first = before = direction
        else:
            direction = before = turned(first, before, direction, angles(rows, stream, blocks, n), stream)
        exponent = profile.offset + rows.spread * (profile.follow * place + profile.own * stream.between(-1, 1, blocks, n))
        yield xp.where(rows.whole[:, None], whole, two_to(exponent, xp)[..., None] * direction)


def angles(rows: Rows, stream: Stream, blocks: int, n: int) -> tuple[Array, Array]:
    """Weights of the first vector and of a direction orthogonal to it: often the same in all blocks, or of one sign."""
    xp, sign = stream.xp, stream.one_of([1, -1], blocks, n)
    same, own = angle(stream, n), angle(stream, blocks, n)
    along, across = (xp.where(rows.same_angle, p, q) for p, q in zip(same, own, strict=True))
    return along * xp.where(rows.same_sign, rows.sign, sign), across


def angle(stream: Stream, *shape: int) -> tuple[Array, Array]:
    """Any, nearly parallel, parallel, nearly orthogonal, or one of the notable ones."""
    xp, u = stream.xp, 6 * stream.uniform(*shape)
    kind = xp.floor(u)
    rest = u - kind
    notable, small, one = stream.picked(ANGLES, rest), two_to(-27 * rest, xp), xp.ones_like(rest)
    along = choice(xp, [(kind < 2, rest), (kind < 4, one), (kind == 4, small)], notable)
    free, across = stream.between(-1, 1, *shape), xp.sqrt(1 - notable * notable)
    across = choice(xp, [(kind < 2, free), (kind == 2, 0.0), (kind == 3, small), (kind == 4, one)], across)
    return along, across


def choice(xp: Any, cases: Sequence[tuple[Array, Array]], otherwise: Array) -> Array:
    """At each place the value of the first case that applies."""
    for condition, value in reversed(cases):
        otherwise = xp.where(condition, value, otherwise)
    return otherwise


def turned(first: Array, before: Array, fresh: Array, weights: tuple[Array, Array], stream: Stream) -> Array:
    """A unit vector made of the first, of what `fresh` has across it, and at times of the vector before."""
    xp, (along, across) = stream.xp, weights
    across_first = unit(fresh - xp.sum(fresh * first, axis=-1)[..., None] * first, xp)
    if fresh.shape[-1] == 1:
        across_first = 0.0 * fresh
    vector = along[..., None] * first + across[..., None] * across_first
    if before is not first:
        vector = vector + stream.one_of([0, 0, 1, -1, 0.5], *along.shape)[..., None] * before
    return unit(vector, xp)


def unit(vector: Array, xp: Any) -> Array:
    length = xp.sqrt(xp.sum(vector * vector, axis=-1))
    return vector / xp.where(length > 0, length, 1.0)[..., None]


def projected(projection: Projection, points: Points) -> dict[str, Array]:
    """The inputs with what a vector has along another taken away, twice for the sake of rounding."""
    xp, inputs = points.xp, dict(points.inputs)
    along = unit(inputs[projection.along], xp)
    for _ in range(2):
        vector = inputs[projection.vector]
        inputs[projection.vector] = vector - xp.sum(vector * along, axis=-1)[..., None] * along
    return inputs


def stretched(length: Length, points: Points) -> dict[str, Array]:
    """The inputs with a vector stretched so that an equation holds."""
    xp, inputs = points.xp, dict(points.inputs)
    constant, slope = (scalar_value(term, points).value for term in (length.equation.constant, length.equation.slope))
    factor = xp.where(slope == 0, 0.0, -constant / xp.where(slope == 0, 1.0, slope))
    name = length.vector if length.vector in inputs else member(length.vector)
    inputs[name] = inputs[name] * xp.where(factor > 0, factor, 1.0)[..., None]
    return inputs


# --- numbers ----------------------------------------------------------------------------------------------------------


def value(number: Number, points: Points, choose: Choice) -> Array:
    """The number that an equation gives, if there is one: the root near the chosen number, where it is not affine."""
    if number.equation is not None:
        return points.xp.broadcast_to(solution(number.equation, points), points.shape[-1:])
    start = choose(number, points)
    return start if number.implicit is None else newton.root(number.implicit, number.name, start, points)


def chosen(number: Number, points: Points, rows: Rows, stream: Stream) -> Array:
    """A number within its bounds, at an end of them, or near it."""
    xp, n = stream.xp, points.shape[-1]
    free = anything(rows, stream, n)
    low, high = interval(number.bounds, points, n)
    below, above = xp.isinf(low), xp.isinf(high)
    size = choice(xp, [(~below, abs(low)), (~above, abs(high))], xp.ones_like(low))
    reach = (1.0 + stream.one_of([0, 1, 1], n) * size) * stream.size(-24, 8, n)
    left = choice(xp, [(below & above, -1.0), (below, high - reach)], low)
    right = choice(xp, [(below & above, 1.0), (above, low + reach)], high)
    kind, part, small = stream.one_of(range(6), n), stream.uniform(n), stream.size(-48, -1, n)
    within = left + (right - left) * choice(xp, [(kind == 2, small), (kind == 3, 1 - small)], part)
    within = choice(xp, [(kind == 0, left), (kind == 1, right)], within)
    return xp.where((free >= low) & (free <= high) & ((kind == 5) | (below & above)), free, within)


def anything(rows: Rows, stream: Stream, n: int) -> Array:
    """A number that is simple, within [−1, 1], or of any size, that of the vectors to some power included."""
    xp = stream.xp
    nice, inside = stream.one_of(NICE, n), stream.between(-1, 1, n)
    sign, power = stream.one_of([1, 1, -1], n), stream.one_of([0, 0, 1, 2, -1, -2], n)
    wide = sign * stream.size(-10, 10, n) * two_to(power * rows.size, xp)
    number = stream.mode([1, 1, 3], [nice, inside, wide], n)
    return xp.where(rows.whole, nice, number)


def interval(bounds: Sequence[Affine], points: Points, n: int) -> tuple[Array, Array]:
    """Where all bounds hold, rounding included; infinite where there are none."""
    xp = points.xp
    low, high = xp.full((n,), -xp.inf), xp.full((n,), xp.inf)
    for bound in bounds:
        constant, slope = scalar_value(bound.constant, points), scalar_value(bound.slope, points)
        steep = points.array(slope.value)
        flat = steep == 0
        root = -points.array(constant.value) / xp.where(flat, 1.0, steep)
        unsure = 4 * (constant.error + abs(root) * slope.error)
        root = root + xp.where(flat, 0.0, unsure / xp.where(flat, 1.0, steep))
        at_least, at_most = xp.where(steep > 0, root, -xp.inf), xp.where(steep < 0, root, xp.inf)
        if bound.of_blocks:
            at_least = xp.max(points.spread(Near(at_least)).value, axis=0)
            at_most = xp.min(points.spread(Near(at_most)).value, axis=0)
        low, high = xp.maximum(*xp.broadcast_arrays(low, at_least)), xp.minimum(*xp.broadcast_arrays(high, at_most))
    return low, high


def solution(equation: Affine, points: Points) -> Array:
    """The number at which the equation holds; for blocks that disagree, in the first of them."""
    xp = points.xp
    constant, slope = (points.array(scalar_value(term, points).value) for term in (equation.constant, equation.slope))
    value = xp.where(slope == 0, 0.0, -constant / xp.where(slope == 0, 1.0, slope))
    return points.spread(Near(value)).value[0, :] if equation.of_blocks else value


# --- uniform numbers --------------------------------------------------------------------------------------------------


class Stream:
    """Uniform numbers in [0, 1): SplitMix64 over a counter, from a key."""

    def __init__(self, xp: Any, key: int) -> None:
        self.xp, self.counter = xp, key
        self.ready = self.more(AT_ONCE)

    def uniform(self, *shape: int) -> Array:
        count = prod(shape)
        if count > AT_ONCE:
            return self.xp.reshape(self.more(count), shape)
        if count > self.ready.shape[0]:
            self.ready = self.more(AT_ONCE)
        taken, self.ready = self.ready[:count], self.ready[count:]
        return self.xp.reshape(taken, shape)

    def more(self, count: int) -> Array:
        """The next numbers: the hash of the counter, of each of the next values of it."""
        xp, (a, b) = self.xp, FACTORS
        z = xp.arange(count, dtype=xp.uint64)
        z *= xp.asarray([GOLDEN], dtype=xp.uint64)
        z += xp.asarray([self.counter], dtype=xp.uint64)
        self.counter = self.counter + count * GOLDEN & MASK
        for shift, factor in ((30, a), (27, b), (31, 1)):
            z ^= z >> shift
            z *= xp.asarray([factor], dtype=xp.uint64)
        z >>= 11
        return xp.astype(z, xp.float64) * 2.0**-53

    def between(self, low: float, high: float, *shape: int) -> Array:
        return low + (high - low) * self.uniform(*shape)

    def size(self, low: float, high: float, *shape: int) -> Array:
        """Powers of two, their exponents uniform between the two."""
        return two_to(self.between(low, high, *shape), self.xp)

    def one_of(self, values: Sequence[float], *shape: int) -> Array:
        return self.picked(values, self.uniform(*shape))

    def picked(self, values: Sequence[float], u: Array) -> Array:
        """The values at these fractions of the way along them."""
        xp = self.xp
        index = xp.reshape(xp.astype(len(values) * u, xp.int64), (-1,))
        return xp.reshape(xp.take(xp.asarray(values, dtype=xp.float64), index), u.shape)

    def mode(self, weights: Sequence[float], choices: Sequence[Array], *shape: int) -> Array:
        """At each place one of the choices, with probabilities in proportion to the weights."""
        u, reached = self.uniform(*shape) * sum(weights), 0.0
        result = choices[-1]
        for weight, choice in list(zip(weights, choices, strict=True))[:-1]:
            inside = (u >= reached) & (u < reached + weight)
            result, reached = self.xp.where(inside, choice, result), reached + weight
        return result

    def chance(self, probability: float, *shape: int) -> Array:
        return self.uniform(*shape) < probability


def two_to(exponent: Array, xp: Any) -> Array:
    return xp.exp(log(2) * exponent)
