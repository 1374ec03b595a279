"""A statement worked out on concrete vectors, as arithmetic that a reader can follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.evaluate import STEPS, Concrete, block_count, truth
from proofs.kernel.interpret import scalar_value
from proofs.kernel.steps import unrolled
from proofs.kernel.text import unicode, where


def failure(claim: Claim, inputs: Mapping[str, Any]) -> str:
    """Why inputs refute the claim, in one sentence without its full stop."""
    claim, algebra = placed(claim, inputs)
    part = next(p for p in t.conjuncts(claim.statement) if not truth(p, algebra)[0])
    sides = [side for relation in relations(part) for side in (relation.left, relation.right)]
    named = [n for n in abbreviations(claim.statement) if n not in sides]
    values = ", ".join(f"{unicode(t.Symbol(n.name))} = {valued(n, algebra)}" for n in named)
    place = ", ".join(inputs_said(algebra)) + (f", where {values}" if values else "")
    said = dict.fromkeys(f"{unicode(s)} is {valued(s, algebra)}" for s in sides if not isinstance(s, t.Number))
    return f"at {place}, {' and '.join(said)}, so {unicode(part)} is false"


def placed(claim: Claim, inputs: Mapping[str, Any]) -> tuple[Claim, Concrete]:
    claim = claim.with_blocks(block_count(claim, inputs))
    return claim.saying(unrolled(claim.statement, STEPS)), Concrete(inputs)


def relations(formula: t.Formula) -> Iterator[t.Relation]:
    return (node for node in t.walk(formula) if isinstance(node, t.Relation))


def abbreviations(formula: t.Formula) -> list[t.NamedScalar]:
    return [node for node in where(formula) if isinstance(node, t.NamedScalar)]


def inputs_said(algebra: Concrete) -> Iterator[str]:
    for name, value in algebra.inputs.items():
        text = "(" + ", ".join(map(str, value)) + ")" if isinstance(value, list | tuple) else str(value)
        yield f"{unicode(t.Symbol(name))} = {text}".replace("-", "−")


def quantities(claim: Claim, algebra: Concrete) -> Iterator[str]:
    """The inputs, and the abbreviations that the statement uses, with their values."""
    yield from inputs_said(algebra)
    for node in abbreviations(claim.statement):
        yield f"{unicode(t.Symbol(node.name))} = {valued(node, algebra)}"


def equation(formula: t.Formula, algebra: Concrete) -> str:
    """The formula with the values of its two sides."""
    match formula:
        case t.Relation(op, left, right):
            sign = {"=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}[op]
            return f"{valued(left, algebra)} {sign} {valued(right, algebra)}"
        case t.Iff(left, right):
            return f"({equation(left, algebra)}) if and only if ({equation(right, algebra)})"
        case t.Both(parts):
            return " and ".join(equation(part, algebra) for part in parts)
        case t.Either(parts):
            return " or ".join(equation(part, algebra) for part in parts)
    raise TypeError(f"{formula!r} is not a formula without quantifiers")


def valued(term: t.Scalar, algebra: Concrete) -> str:
    """The value in exact form, and roughly where it has roots."""
    value = scalar_value(term, algebra)
    text = str(value).replace("-", "−")
    return f"{text} ≈ {float(value):.4g}".replace("-", "−") if "√" in text else text


def worked(claim: Claim, inputs: Mapping[str, Any]) -> Iterator[str]:
    """Line by line: the inputs, each hypothesis with its values, the conclusion with its values."""
    claim, algebra = placed(claim, inputs)
    yield ", ".join(quantities(claim, algebra))
    for formula in (*(p for h in claim.given for p in t.conjuncts(h)), *t.conjuncts(claim.statement)):
        held = "holds" if truth(formula, algebra)[0] else "fails"
        yield f"{unicode(formula)}: {equation(formula, algebra)} {held}"
