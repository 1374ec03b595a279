"""Existence: the rule *witness*.

What is said to exist is given by explicit terms in the universal variables: a value for every number, and for vectors
their norms and cosines. The kernel checks that such vectors exist, then proves what is said of them.

Trusts: that two nonnegative norms and a cosine in [−1, 1] belong to two vectors of a plane.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proofs.kernel import check
from proofs.kernel import terms as t
from proofs.kernel.check import And, Context, Evidence, Formula, Rejected, Relation, Staged
from proofs.kernel.interpret import scalar_value
from proofs.kernel.ratio import constant

if TYPE_CHECKING:
    from proofs.kernel.lower import Lowering


@dataclass(frozen=True)
class Existential:
    """A goal that asks for vectors and numbers: the evidence gives their norms, cosines and values as terms."""

    statement: t.Exists
    lowering: Lowering
    rule: str = "witness"

    def opened(self, evidence: Evidence, context: Context) -> Staged:
        check.fields(evidence, "terms", "premises", "then")
        lowering = self.lowering.resumed(context)
        wanted = list(self.coordinates())
        if not isinstance(evidence["terms"], Mapping) or evidence["terms"].keys() != set(wanted):
            raise Rejected(f"the witness gives {evidence['terms']!r}, but {sorted(wanted)} are asked for")
        terms = {name: lowering.term(evidence["terms"][name]) for name in wanted}
        for name, term in terms.items():
            if not isinstance(term, t.Scalar):
                raise Rejected(f"the witness for {name} is not a number")
        try:
            values = {name: scalar_value(term, lowering) for name, term in terms.items()}
        except (TypeError, ValueError) as error:
            raise Rejected(str(error)) from error
        lowering.chart.update(values)
        lowering.names.update({v.name: v for v in self.statement.vectors})
        start = lowering.context()

        def realisable(_: Context) -> tuple[Context, Formula]:
            return start, And(tuple(self.realisability(lowering)))

        def lowered(part: t.Formula) -> check.Stage:
            return lowering.stage(lambda low: low.formula(part))

        return Staged((realisable, *map(lowered, self.statement.conditions)), lowered(self.statement.body))

    def coordinates(self) -> Iterable[str]:
        yield from (number.name for number in self.statement.numbers)
        for v in self.statement.vectors:
            yield f"|{v.name}|"
            yield from (pair(v.name, w.name, v.space)[0] for w in self.later(v))

    def later(self, v: t.Base) -> Iterable[t.Base]:
        place = self.statement.vectors.index(v)
        return (w for w in self.statement.vectors[place + 1 :] if w.space == v.space)

    def realisability(self, lowering: Lowering) -> Iterable[Formula]:
        """Norms are nonnegative and cosines lie in [−1, 1]: enough for at most two vectors in one space."""
        for v in self.statement.vectors:
            others = list(self.later(v))
            if len(v.space) > 2 or v.dimension is not None:
                raise Rejected(
                    f"{v.name} is one of {len(v.space)} vectors of a space: existence is shown for pairs of any dimension"
                )
            yield Relation(">=", lowering.chart[f"|{v.name}|"].numerator)
            for w in others:
                c = lowering.chart[pair(v.name, w.name, v.space)[0]]
                yield Relation(">=", lowering.settle(constant(1) + -c).numerator)
                yield Relation(">=", lowering.settle(constant(1) + c).numerator)


def pair(a: str, b: str, space: tuple[str, ...]) -> tuple[str, str]:
    first, second = sorted((a, b), key=space.index)
    return f"cos({first},{second})", f"sin({first},{second})"
