"""Every number of steps: the rule *steps*.

What is said after every number n of steps follows from an invariant of the current vectors and of n that

1. holds at the start, with n = 0,
2. passes from any vectors and n ≥ 0 for which a step is allowed to the vectors after the step and n + 1, and
3. implies what is said.

That is induction on n. Of the current vectors and of n nothing is known but the invariant and n ≥ 0; what is fixed before
the first step keeps its meaning, and what is known of it may be used in all three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from proofs.kernel import check, use
from proofs.kernel import terms as t
from proofs.kernel.check import Context, Evidence, Formula, Rejected, Staged
from proofs.kernel.existence import pair
from proofs.kernel.interpret import vector_value
from proofs.kernel.text import unicode

if TYPE_CHECKING:
    from proofs.kernel.lower import Lowering


@dataclass(frozen=True)
class Repeated:
    """A goal about every number of steps; the evidence supplies the invariant."""

    statement: t.AfterSteps
    lowering: Lowering
    rule: str = "steps"

    def opened(self, evidence: Evidence, context: Context) -> Staged:
        check.fields(evidence, "invariant", "premises", "then")
        if not isinstance(evidence["invariant"], list):
            raise Rejected("the invariant is not a list of relations")
        run, outside = self.statement, self.lowering.resumed(context)
        self.check_names(outside)
        outside.names.update({v.name: v for v in run.variables})
        invariant = tuple(use.relation(text, outside.names) for text in evidence["invariant"])
        reached = (run.count >= 0, *invariant)
        spaces = [v.space for v in run.current]
        first = [*zip(spaces, run.first, strict=True), *((v.space, v) for v in self.standing())]
        start = stage(outside, (), first, self.at(invariant, run.first, t.Number(Fraction(0))))
        moved = [*zip(spaces, run.current, strict=True), *zip(spaces, run.following, strict=True)]
        step = stage(outside, (*reached, *run.allowed), moved, self.at(invariant, run.following, run.count + 1))
        return Staged((start, step), stage(outside, reached, (), run.each))

    def at(self, invariant: tuple[t.Formula, ...], vectors: tuple[t.VectorTerm, ...], count: t.Scalar) -> t.Formula:
        """The invariant, said of other vectors and another count."""
        values: dict[str, t.Node] = dict(zip((v.name for v in self.statement.variables), (*vectors, count), strict=True))
        return t.Both(tuple(replaced(part, values) for part in invariant))

    def check_names(self, outside: Lowering) -> None:
        """Nothing may be known of the current vectors and their count from elsewhere."""
        known = outside.known_names()
        for name in self.own_names():
            if name in known:
                raise Rejected(f"{name} belongs to the steps, but already stands for something else")

    def standing(self) -> Iterator[t.Base]:
        """Vectors that stay where they are, and may have inner products with those that move."""
        run = self.statement
        parts: tuple[t.Node, ...] = (*run.following, *run.allowed, run.each)
        for part in parts:
            yield from (node for node in t.walk(part) if isinstance(node, t.Base) and node not in run.current)

    def own_names(self) -> Iterator[str]:
        run = self.statement
        yield run.count.name
        for v in run.current:
            yield from (v.name, f"|{v.name}|")
            yield from (name for w in v.space if w != v.name for name in pair(v.name, w, v.space))


def stage(
    outside: Lowering,
    assumed: Iterable[t.Formula],
    defined: Iterable[tuple[tuple[str, ...], t.VectorTerm]],
    shown: t.Formula,
) -> check.Stage:
    """To show something of the current vectors from what is assumed of them.

    The vectors `defined` must be so; those under one space must lie in one, or their inner product would have no value.
    """

    def make(_: Context) -> tuple[Context, Formula]:
        lowering = outside.resumed(outside.context())
        places: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
        try:
            lowering.identify(assumed)
            for formula in assumed:
                lowering.assume(formula)
            for space, vector in defined:
                place = [part.space for part in vector_value(vector, lowering).parts]
                if places.setdefault(space, place) != place:
                    raise Rejected(f"{unicode(vector)} is in another space than the vectors that it has inner products with")
            goal = lowering.formula(shown)
        except (TypeError, ValueError) as error:
            raise Rejected(str(error)) from error
        return lowering.context(), goal

    return make


# --- a few steps, written out -----------------------------------------------------------------------------------------


def unrolled(node: Any, steps: int) -> Any:
    """The statement with what is said after every number of steps said after 0, 1, …, `steps` of them."""
    if not isinstance(node, t.AfterSteps):
        return t.rebuild(node, lambda part: unrolled(part, steps))
    said: list[t.Formula] = []
    refused: list[t.Formula] = []
    values: dict[str, t.Node] = {v.name: first for v, first in zip(node.current, node.first, strict=True)}
    for k in range(steps + 1):
        values[node.count.name] = t.Number(Fraction(k))
        each = replaced(node.each, values)
        said.append(t.Either((*refused, each)) if refused else each)
        refused += [negated(replaced(formula, values)) for formula in node.allowed]
        moved = [replaced(vector, values) for vector in node.following]
        for v, vector in zip(node.current, moved, strict=True):
            values[v.name] = t.NamedVector(f"{v.name.partition('_')[0]}_{k + 1}", vector)
    return t.Both(tuple(said))


def replaced(node: Any, values: Mapping[str, t.Node]) -> Any:
    """The node with terms put for some of its named vectors and symbols; an abbreviation that this changes is spelt out."""
    if isinstance(node, t.Base | t.Symbol):
        return values.get(node.name, node)
    if isinstance(node, t.NamedScalar | t.NamedVector):
        meaning = replaced(node.meaning, values)
        return node if meaning == node.meaning else meaning
    return t.rebuild(node, lambda part: replaced(part, values))


def negated(formula: t.Formula) -> t.Formula:
    """The formula that holds where this one fails."""
    match formula:
        case t.Relation(op, left, right):
            return t.Relation(_COMPLEMENT[op], left, right)
        case t.Both(parts):
            return t.Either(tuple(negated(part) for part in parts))
        case t.Either(parts):
            return t.Both(tuple(negated(part) for part in parts))
        case t.Iff(left, right):
            return t.Iff(left, negated(right))
    raise TypeError(f"{formula!r} is not negated here")


_COMPLEMENT = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
