"""A statement on many points at once, in floating point, on any array namespace, with a bound on every rounding error.

Floats suggest and rationals decide. A number here is a float and a bound on its distance from the real number that it
stands for, carried through every operation; so there is no tolerance to choose. A relation holds *surely* where its
slack exceeds the bound, *never* where minus the slack does, and in between nothing is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from proofs.kernel import terms as t
from proofs.kernel.interpret import scalar_value, vector_value

Array = Any

Value = TypeVar("Value")

LOG_ULPS = 16.0
"""Logarithms are taken to be this many half units in the last place from the true ones; libraries promise less than 8."""

UNIT = 2.0**-53 * (1 + 2.0**-20)
"""Half a unit in the last place of float64, and a little more for the roundings within the bounds themselves."""


@dataclass(frozen=True)
class Near:
    """One number a point, and how far it may be from the real number meant; a bound of 0.0 says that it is exact.

    Underflow is not accounted for: sizes near 1e±300 are not for sampling.
    """

    value: Array
    error: Array = 0.0

    def __add__(self, other: Near) -> Near:
        value = self.value + other.value
        return Near(value, plus(self.error, other.error) + UNIT * abs(value))

    def __mul__(self, other: Near) -> Near:
        if power_of_two(self):
            return Near(self.value * other.value, times(abs(self.value), other.error))
        if power_of_two(other):
            return other * self
        value = self.value * other.value
        return Near(value, product_error(self, other) + UNIT * abs(value))


def product_error(p: Near, q: Near) -> Array:
    """How far ``p·q`` may be off because its factors are."""
    left = times(abs(p.value), q.error)
    return plus(left, times(p.error, abs(q.value) + q.error))


def power_of_two(number: Near) -> bool:
    """Whether it is a constant that multiplies exactly."""
    value = number.value
    return isinstance(value, float) and exact(number.error) and math.frexp(abs(value))[0] in (0.0, 0.5)


def exact(error: Array) -> bool:
    return isinstance(error, float) and error == 0.0


def plus(a: Array, b: Array) -> Array:
    return b if exact(a) else a if exact(b) else a + b


def times(a: Array, b: Array) -> Array:
    return 0.0 if exact(a) or exact(b) else a * b


@dataclass(frozen=True)
class Piece:
    """A vector at every point, entries last. With `family`, the first axis is that of the blocks of one vector."""

    entries: Near
    family: bool = False


@dataclass(frozen=True)
class Vectors:
    """A vector at every point, by its orthogonal pieces."""

    pieces: tuple[Piece, ...]

    def __add__(self, other: Vectors) -> Vectors:
        pairs = zip(self.pieces, other.pieces, strict=True)
        return Vectors(tuple(Piece(p.entries + q.entries, p.family or q.family) for p, q in pairs))


# --- what a statement needs -------------------------------------------------------------------------------------------


def member(name: str) -> str:
    """The name under which the blocks of a family's vector go, as an array of them all."""
    return f"{name}_k"


def as_array(vector: t.Member | t.Whole) -> t.Base:
    name = member(vector.name) if isinstance(vector, t.Member) else vector.name
    return t.Base(name, vector.family, vector.dimension)


def arrays_only(node: Any) -> Any:
    """The same term, with names for the vectors of a family and for nothing else."""
    return as_array(node) if isinstance(node, t.Member | t.Whole) else t.rebuild(node, arrays_only)


class Program:
    """Terms prepared for evaluation at many points: recurring ones get a name, under which they are worked out once."""

    def __init__(self) -> None:
        self.terms: dict[str, t.Scalar | t.VectorTerm] = {}
        self.known: dict[t.Node, t.Symbol | t.Base] = {}

    def prepared(self, node: Any) -> Any:
        """The same term or formula, with names for what recurs and for the vectors of a family."""
        match node:
            case t.Member() | t.Whole():
                return as_array(node)
            case t.NamedScalar(_, meaning) | t.NamedVector(_, meaning):
                return self.shared(self.prepared(meaning))
            case t.Derivative():
                return self.shared(arrays_only(node))
            case t.Cosine() | t.Norm() | t.Sine() | t.Total() | t.Largest() | t.Smallest():
                return self.shared(t.rebuild(node, self.prepared))
        return t.rebuild(node, self.prepared)

    def shared(self, term: t.Scalar | t.VectorTerm) -> t.Symbol | t.Base:
        if term not in self.known:
            name = f"#{len(self.terms)}"
            self.terms[name] = term
            self.known[term] = t.Base(name, (name,)) if isinstance(term, t.VectorTerm) else t.Symbol(name)
        return self.known[term]


# --- the algebra ------------------------------------------------------------------------------------------------------


@dataclass
class Points:
    """The algebra of numbers with error bounds, over inputs of shapes (N,) and (N, n), or (K, N, n) for a family.

    `shape` is (K, N), if there is a family. `inputs` may grow: what has been worked out stays worked out.
    """

    xp: Any
    inputs: dict[str, Array]
    terms: Mapping[str, t.Scalar | t.VectorTerm] = field(default_factory=dict)
    shape: tuple[int, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)
    products: dict[tuple[int, int], tuple[Any, Any, Near]] = field(default_factory=dict)

    def number(self, value: Fraction) -> Near:
        nearest = float(value)
        return Near(nearest, 0.0 if Fraction(nearest) == value else UNIT * abs(nearest))

    def symbol(self, name: str) -> Near:
        if name in self.inputs:
            self.values.setdefault(name, Near(self.inputs[name]))
        return self.worked_out(name, scalar)

    def base(self, vector: t.Base) -> Vectors:
        name = vector.name
        if name not in self.values and name not in self.terms:
            whole = name not in self.inputs
            entries = Near(self.inputs[member(name) if whole else name])
            self.values[name] = Vectors((Piece(entries, whole),))
        return self.worked_out(name, vector_value)  # type: ignore[no-any-return]

    def worked_out(self, name: str, work: Callable[[Any, Points], Value]) -> Value:
        if name not in self.values:
            self.values[name] = work(self.terms[name], self)
        return self.values[name]  # type: ignore[no-any-return]

    def literal(self, entries: tuple[Near, ...]) -> Vectors:
        value = self.columns([entry.value for entry in entries])
        if all(exact(entry.error) for entry in entries):
            return Vectors((Piece(Near(value)),))
        return Vectors((Piece(Near(value, self.columns([entry.error for entry in entries]))),))

    def columns(self, entries: list[Any]) -> Array:
        """Entries that may differ from point to point, as one array with the entries last."""
        arrays = self.xp.broadcast_arrays(*map(self.array, entries))
        return self.xp.stack([self.xp.reshape(array, (-1,)) for array in arrays], axis=-1)

    def scale(self, factor: Near, vector: Vectors) -> Vectors:
        column = Near(as_column(factor.value), as_column(factor.error))
        return Vectors(tuple(Piece(column * piece.entries, piece.family) for piece in vector.pieces))

    def concatenate(self, parts: tuple[Vectors, ...]) -> Vectors:
        return Vectors(tuple(piece for part in parts for piece in part.pieces))

    def inner(self, left: Vectors, right: Vectors) -> Near:
        first, *others = (self.piece_product(p, q) for p, q in zip(left.pieces, right.pieces, strict=True))
        for product in others:
            first = first + product
        return first

    def piece_product(self, p: Piece, q: Piece) -> Near:
        """``⟨p, q⟩``; the products of given vectors are kept, so that each is computed once."""
        key = (id(p.entries.value), id(q.entries.value))
        if key not in self.products:
            self.products[key] = (p.entries.value, q.entries.value, self.entry_product(p.entries, q.entries))
        product = self.products[key][2]
        return self.total(product) if p.family or q.family else product

    def entry_product(self, p: Near, q: Near) -> Near:
        entries = p.value * q.value
        value = self.xp.sum(entries, axis=-1)
        absolute = value if p.value is q.value else self.xp.sum(abs(entries), axis=-1)
        error = product_error(p, q)
        rounding = entries.shape[-1] * UNIT * absolute
        return Near(value, rounding if exact(error) else rounding + self.xp.sum(error, axis=-1))

    def total(self, each: Near) -> Near:
        """The sum over the blocks, which are the first axis."""
        each = self.spread(each)
        absolute = self.xp.sum(abs(each.value), axis=0)
        value = self.xp.sum(each.value, axis=0)
        return Near(value, self.xp.sum(each.error, axis=0) + each.value.shape[0] * UNIT * absolute)

    def spread(self, each: Near) -> Near:
        """One number for each block, also where it is the same for all of them."""
        return Near(*(self.xp.broadcast_to(self.array(part), self.shape) for part in (each.value, each.error)))

    def quotient(self, numerator: Near, denominator: Near, term: t.Node) -> Near:
        xp, below = self.xp, self.array(denominator.value)
        value = xp.where(below == 0, xp.nan, self.array(numerator.value) / xp.where(below == 0, 1.0, below))
        room = abs(below) - denominator.error
        error = plus(numerator.error, times(abs(value), denominator.error))
        if not exact(error):
            error = xp.where(room > 0, error / xp.where(room > 0, room, 1.0), xp.inf)
        return Near(value, error + UNIT * abs(value))

    def root(self, radicand: Near, term: t.Node) -> Near:
        xp = self.xp
        inside, error = self.array(radicand.value), self.array(radicand.error)
        high, low = (xp.sqrt(xp.where(side > 0, side, 0.0)) for side in (inside + error, inside - error))
        value = xp.sqrt(xp.where(inside > 0, inside, 0.0))
        value = xp.where(inside + error < 0, xp.nan, value)
        return Near(value, xp.maximum(high - value, value - low) + 2 * UNIT * high)

    def log(self, argument: Near, term: t.Node) -> Near:
        xp = self.xp
        value, error = self.array(argument.value), self.array(argument.error)
        result = xp.where(value > 0, xp.log(xp.where(value > 0, value, 1.0)), xp.nan)
        room = value - error
        spread = xp.where(room > 0, error / xp.where(room > 0, room, 1.0), xp.inf)
        return Near(result, spread + LOG_ULPS * UNIT * abs(result))

    def maximum(self, arguments: tuple[Near, ...]) -> Near:
        value = self.extreme([argument.value for argument in arguments], self.xp.maximum)
        errors = [argument.error for argument in arguments]
        return Near(value, 0.0 if all(map(exact, errors)) else self.extreme(errors, self.xp.maximum))

    def extreme(self, values: list[Any], choose: Callable[[Any, Any], Any]) -> Any:
        first, *others = map(self.array, values)
        for other in others:
            first = choose(*self.xp.broadcast_arrays(first, other))
        return first

    def array(self, value: Any) -> Any:
        return self.xp.asarray(value, dtype=self.xp.float64) if isinstance(value, float) else value


def as_column(value: Array) -> Array:
    return value[..., None] if getattr(value, "ndim", 0) else value


def scalar(term: Any, points: Points) -> Near:
    """The value of a scalar expression, over the blocks of a family too."""
    match term:
        case t.Total(each):
            return points.total(scalar_value(each, points))
        case t.Largest(each) | t.Smallest(each):
            xp, numbers = points.xp, points.spread(scalar_value(each, points))
            choose = xp.max if isinstance(term, t.Largest) else xp.min
            return Near(choose(numbers.value, axis=0), xp.max(numbers.error, axis=0))
    return scalar_value(term, points)  # type: ignore[no-any-return]


# --- formulas ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Truth:
    """By how much a formula holds at each point (NaN: undefined), how far off that may be, and its best case with rounding.

    And where the formula holds, or does not, whatever the rounding.
    """

    slack: Array
    error: Array
    most: Array
    surely: Array
    never: Array


def judged(formula: t.Formula, points: Points, slop: float = 0.0, caution: float = 1.0) -> Truth:
    """Where the formula holds, where it fails, and by how much.

    Floats can't satisfy most equations exactly. So for hypotheses, `slop` says how many error bounds apart two sides may
    be that count as equal. What follows from such hypotheses is off by more than its own rounding: `caution` multiplies
    the error bounds.
    """

    def inside(part: t.Formula) -> Truth:
        return judged(part, points, slop, caution)

    match formula:
        case t.Relation(op, left, right):
            difference = scalar_value(right - left, points)
            return related(op, Near(difference.value, caution * difference.error), points, slop)
        case t.Both(parts):
            return combined([inside(part) for part in parts], points, all_of=True)
        case t.Either(parts):
            return combined([inside(part) for part in parts], points, all_of=False)
        case t.Iff(left, right):
            return equivalent(inside(left), inside(right), points)
        case t.Exists(_, _, conditions, body):
            return inside(t.Both((*conditions, body)))
        case t.Every(each):
            truth, xp = inside(each), points.xp
            parts = (truth.slack, truth.most, truth.error, truth.surely, truth.never)
            slack, most, error, surely, never = (xp.broadcast_to(part, points.shape) for part in parts)
            least, best, error = xp.min(slack, axis=0), xp.min(most, axis=0), xp.max(error, axis=0)
            return Truth(least, error, best, xp.all(surely, axis=0), xp.any(never, axis=0))
    raise TypeError(f"{formula!r} is not a formula")


def related(op: str, difference: Near, points: Points, slop: float) -> Truth:
    """A relation between two sides, by the right one minus the left one."""
    d, e = points.array(difference.value), points.array(difference.error)
    distance = abs(d)
    if op == "=":
        same = distance <= slop * e if slop else (d == 0) & (e == 0)
        return Truth(-distance, e, points.xp.where(distance > e, e - distance, 0.0 * d), same, distance > e)
    if op == "!=":
        return Truth(distance, e, distance + e, distance > e, (d == 0) & (e == 0))
    slack = d if op[0] == "<" else -d
    if op in ("<", ">"):
        return Truth(slack, e, slack + e, slack > e, slack + e <= 0)
    return Truth(slack, e, slack + e, slack >= e, slack + e < 0)


def combined(truths: list[Truth], points: Points, all_of: bool) -> Truth:
    choose = points.xp.minimum if all_of else points.xp.maximum
    slack, most = (points.extreme([getattr(truth, part) for truth in truths], choose) for part in ("slack", "most"))
    error = points.extreme([truth.error for truth in truths], points.xp.maximum)
    surely, never = truths[0].surely, truths[0].never
    for truth in truths[1:]:
        surely = surely & truth.surely if all_of else surely | truth.surely
        never = never | truth.never if all_of else never & truth.never
    return Truth(slack, error, most, surely, never)


def equivalent(a: Truth, b: Truth, points: Points) -> Truth:
    """Positive where both sides agree, by what the nearer of them is away from its boundary."""
    xp = points.xp
    size = points.extreme([abs(a.slack), abs(b.slack)], xp.minimum)
    agree = (a.surely & b.surely) | (a.never & b.never)
    differ = (a.surely & b.never) | (a.never & b.surely)
    slack = xp.where((a.slack >= 0) == (b.slack >= 0), size, -size)
    error = xp.where(abs(a.slack) <= abs(b.slack), a.error, b.error)
    return Truth(slack, error, xp.where(differ, -size, size), agree, differ)
