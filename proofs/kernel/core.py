"""The polynomial core of a claim: what the checker is asked, in canonical text and with a digest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from proofs.kernel import terms as t
from proofs.kernel.check import And, Context, Evidence, Formula, Iff, Or, Relation, write
from proofs.kernel.claim import Claim
from proofs.kernel.existence import Existential
from proofs.kernel.lower import Lowering, relation_text
from proofs.kernel.steps import Repeated
from proofs.kernel.text import unicode, where

Library = Callable[[str], tuple[tuple[t.Formula, ...], t.Formula]]


@dataclass(frozen=True)
class Core:
    """Definitions and facts, the goal, and the certificates of the obligations met on the way."""

    context: Context
    hypotheses: tuple[Formula, ...]
    goal: Formula
    obligations: Mapping[str, Evidence]

    def text(self) -> str:
        lines = [f"{name}^2 = {write(poly)}" for name, poly in self.context.squares.items()]
        lines += ["given " + formula_text(fact) for fact in self.context.facts]
        return "\n".join([*lines, "show " + formula_text(self.goal)]) + "\n"

    def digest(self) -> str:
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]


def lower(
    claim: Claim, library: Library, obligations: Mapping[str, Sequence[Evidence]] | None = None, blocks: int = 2
) -> Core:
    """The core of a claim, said of two blocks (or as many as asked for) where it is about a family.

    Raises
    ------
    IllPosed
        If some term is not shown to be defined under the claim's own hypotheses.
    """
    claim = claim.with_blocks(blocks)
    lowering = Lowering(library, stored=obligations or {})
    lowering.names = {v.name: v for v in claim.variables()}
    lowering.identify(claim.given)
    hypotheses = tuple(lowering.assume(hypothesis) for hypothesis in claim.given)
    goal = lowering.formula(claim.statement)
    return Core(lowering.context(), hypotheses, goal, lowering.obligations)


def formula_text(formula: Formula) -> str:
    match formula:
        case Relation():
            return relation_text(formula)
        case And(parts):
            return "(" + " and ".join(map(formula_text, parts)) + ")"
        case Or(parts):
            return "(" + " or ".join(map(formula_text, parts)) + ")"
        case Iff(left, right):
            return f"({formula_text(left)} iff {formula_text(right)})"
        case Existential(statement) | Repeated(statement):
            meanings = (f"{node.name} = {unicode(node.meaning)}" for node in where(statement))
            return "; ".join([unicode(statement), *meanings])
    raise TypeError(f"{formula!r} is not a formula")
