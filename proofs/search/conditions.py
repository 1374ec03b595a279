"""What hypotheses ask of the quantities in them, as far as it can be met by construction.

A relation that is affine in a number bounds it or, if it is an equation, gives it; an equation that is affine in the
length of a vector gives the length; what is orthogonal is projected. Whatever else is asked is left to Newton's method
and to chance: all points are checked in the end, so nothing here has to be complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.search.numeric import as_array

ZERO, ONE = t.Number(Fraction(0)), t.Number(Fraction(1))


@dataclass(frozen=True)
class Affine:
    """``constant + slope·s``, for the s that it is affine in; one for each block where it speaks `of_blocks`."""

    constant: t.Scalar
    slope: t.Scalar
    of_blocks: bool


@dataclass(frozen=True)
class Projection:
    """A vector to be freed of what it has along another, so that ``⟨vector, along⟩ = 0``."""

    vector: str
    along: str


@dataclass(frozen=True)
class Length:
    """A vector to be stretched by the factor at which ``constant + slope·factor`` vanishes."""

    vector: str
    equation: Affine


@dataclass(frozen=True)
class Number:
    """A number to be drawn where all `bounds` are at least zero, or to be solved for.

    An `implicit` equation holds it in some other form than the affine one, and is solved by Newton's method.
    """

    name: str
    bounds: tuple[Affine, ...]
    equation: Affine | None
    implicit: t.Relation | None


@dataclass(frozen=True)
class Plan:
    """How to meet the hypotheses: projections, lengths, numbers in order, then the lengths that depend on numbers.

    This does not meet those of the `equations` that are `unsolved`.
    """

    projections: tuple[Projection, ...]
    lengths: tuple[Length, ...]
    numbers: tuple[Number, ...]
    lengths_after: tuple[Length, ...]
    equations: tuple[tuple[t.Relation, bool], ...]
    unsolved: tuple[tuple[t.Relation, bool], ...]

    def prepared(self, prepare: Callable[[Any], Any]) -> Plan:
        """The same plan in terms that are ready for evaluation."""

        def ready(part: Affine) -> Affine:
            return replace(part, constant=prepare(part.constant), slope=prepare(part.slope))

        def lengths(parts: tuple[Length, ...]) -> tuple[Length, ...]:
            return tuple(replace(part, equation=ready(part.equation)) for part in parts)

        def number(part: Number) -> Number:
            implicit = None if part.implicit is None else prepare(part.implicit)
            return Number(part.name, tuple(map(ready, part.bounds)), part.equation and ready(part.equation), implicit)

        def equations(parts: tuple[tuple[t.Relation, bool], ...]) -> tuple[tuple[t.Relation, bool], ...]:
            return tuple((prepare(relation), of_blocks) for relation, of_blocks in parts)

        return Plan(
            self.projections,
            lengths(self.lengths),
            tuple(map(number, self.numbers)),
            lengths(self.lengths_after),
            equations(self.equations),
            equations(self.unsolved),
        )


def plan(claim: Claim) -> Plan:
    """What to do for the hypotheses of a claim."""
    relations = [part for hypothesis in claim.given for part in conjuncts(by_name(hypothesis))]
    equations = [(relation, of_blocks) for relation, of_blocks in relations if relation.op == "="]
    names = [v.name for v in claim.with_blocks(1).variables() if isinstance(v, t.Symbol)]
    vectors = list(dict.fromkeys(v.name for r, _ in relations for v in t.walk(r) if isinstance(v, t.Base)))
    lengths: list[Length] = []
    after: list[Length] = []
    projections: list[Projection] = []
    given: dict[str, Affine] = {}
    implicit: dict[str, t.Relation] = {}
    unsolved = []
    for relation, of_blocks in equations:
        numbers = [name for name in names if depends(relation, name)]
        taken = {root_of(length.vector) for length in (*lengths, *after)}
        solved = stretch(relation, of_blocks, [v for v in reversed(vectors) if root_of(v) not in taken])
        number = next((n for n in reversed(numbers) if n not in given and affine(relation, n, of_blocks)), None)
        if number is not None and not (of_blocks and solved):
            given[number] = affine(relation, number, of_blocks)  # type: ignore[assignment]
        elif solved:
            (after if numbers else lengths).append(solved)
        elif (of_blocks or not claim.family) and (projection := projected(relation, projections)):
            projections.append(projection)
        elif numbers and numbers[-1] not in (*given, *implicit) and not of_blocks:
            implicit[numbers[-1]] = relation
        else:
            unsolved.append((relation, of_blocks))
    steps = tuple(
        Number(name, bounds(name, names[:i], relations), given.get(name), implicit.get(name)) for i, name in enumerate(names)
    )
    return Plan(tuple(projections), tuple(lengths), steps, tuple(after), tuple(equations), tuple(unsolved))


def bounds(name: str, earlier: Sequence[str], relations: Sequence[tuple[t.Relation, bool]]) -> tuple[Affine, ...]:
    """What the hypotheses demand of a number, once the earlier ones are known."""
    found = []
    for relation, of_blocks in relations:
        others = {v.name for v in t.walk(relation) if isinstance(v, t.Symbol)} - {name, *earlier}
        if relation.op in ("<", "<=", ">", ">=") and depends(relation, name) and not others:
            found.append(affine(relation, name, of_blocks))
    return tuple(bound for bound in found if bound is not None)


def stretch(relation: t.Relation, of_blocks: bool, vectors: Sequence[str]) -> Length | None:
    """The last vector whose length the equation determines."""
    for vector in vectors:
        equation = affine(relation, vector, of_blocks)
        if equation is not None and depends(relation, vector) and not vanishes(equation.constant):
            return Length(vector, equation)
    return None


def projected(relation: t.Relation, earlier: Sequence[Projection]) -> Projection | None:
    """The projection that makes two vectors orthogonal; none of a vector that an earlier one rests on."""
    match relation:
        case t.Relation("=", t.Inner(t.Base(along), t.Base(vector)), t.Number(value)) if value == 0 and along != vector:
            used = {name for projection in earlier for name in (projection.vector, projection.along)}
            return Projection(vector, along) if vector not in used else None
    return None


def vanishes(term: t.Scalar) -> bool:
    """Whether the term is built of zeros, as the rest of ``⟨x, y⟩ = 0`` is: no length of x solves that."""
    match term:
        case t.Number(value):
            return value == 0
        case t.Sum(terms):
            return all(map(vanishes, terms))
        case t.Product(factors):
            return any(map(vanishes, factors))
    return False


def conjuncts(formula: t.Formula, of_blocks: bool = False) -> Iterator[tuple[t.Relation, bool]]:
    """The relations that must all hold, and whether each is said of every block of a family."""
    match formula:
        case t.Relation():
            yield formula, of_blocks
        case t.Both(parts):
            for part in parts:
                yield from conjuncts(part, of_blocks)
        case t.Every(each):
            yield from conjuncts(each, True)


def by_name(node: Any) -> Any:
    """The formula with the vectors of a family under the names that they have as arrays, and without abbreviations."""
    match node:
        case t.Member() | t.Whole():
            return as_array(node)
        case t.NamedScalar(_, meaning) | t.NamedVector(_, meaning):
            return by_name(meaning)
    return t.rebuild(node, by_name)


def root_of(vector: str) -> str:
    """The one name of a family's vector and of its blocks."""
    return vector.removesuffix("_k")


def depends(node: t.Node, name: str) -> bool:
    """Whether a number, a vector or the blocks of that vector occur."""
    for part in t.walk(node):
        if isinstance(part, t.Symbol) and part.name == name:
            return True
        if isinstance(part, t.Base) and root_of(part.name) == root_of(name):
            return True
    return False


def affine(relation: t.Relation, name: str, of_blocks: bool) -> Affine | None:
    """The relation as ``constant + slope·s ≥ 0`` (or = 0), s being a number or the length of a vector, if it is so."""
    left, right = split(relation.left, name), split(relation.right, name)
    if left is None or right is None:
        return None
    if relation.op in (">", ">="):
        left, right = right, left
    return Affine(right[0] - left[0], right[1] - left[1], of_blocks)


def split(term: t.Scalar, name: str) -> tuple[t.Scalar, t.Scalar] | None:
    """``(p, q)`` with term = p + q·s, both free of s; None if it is of no such form."""
    if not depends(term, name):
        return term, ZERO
    match term:
        case t.Symbol():
            return ZERO, ONE
        case t.Sum(terms):
            pieces = [split(part, name) for part in terms]
            known = [piece for piece in pieces if piece is not None]
            constant, slope = t.Sum(tuple(p for p, _ in known)), t.Sum(tuple(q for _, q in known))
            return (constant, slope) if len(known) == len(pieces) else None
        case t.Product(factors):
            fixed = [factor for factor in factors if not depends(factor, name)]
            return scaled(name, [factor for factor in factors if depends(factor, name)], t.Product((ONE, *fixed)))
        case t.Quotient(above, below):
            return scaled(name, [above], ONE / below) if not depends(below, name) else None
        case t.Norm(vector):
            return (ZERO, term) if stretches(vector, name) else None
        case t.Inner(left, right):
            one_sided = depends(left, name) != depends(right, name)
            return (ZERO, term) if one_sided and stretches(left if depends(left, name) else right, name) else None
    return None


def scaled(name: str, varying: Sequence[t.Scalar], factor: t.Scalar) -> tuple[t.Scalar, t.Scalar] | None:
    pieces = split(varying[0], name) if len(varying) == 1 else None
    return None if pieces is None else (factor * pieces[0], factor * pieces[1])


def stretches(vector: t.VectorTerm, name: str) -> bool:
    """Whether stretching the named vector stretches this one by the same factor."""
    match vector:
        case t.Base(other):
            return other == name
        case t.Scaled(factor, inside):
            return not depends(factor, name) and stretches(inside, name)
        case t.VectorSum(terms) | t.Blocks(terms):
            return all(stretches(part, name) for part in terms)
    return False
