"""A statement worked out on concrete vectors, as arithmetic that a reader can follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.evaluate import Concrete, block_count, truth
from proofs.kernel.interpret import scalar_value
from proofs.kernel.text import unicode, where


def failure(claim: Claim, inputs: Mapping[str, Any]) -> str:
    """What the claim says of inputs that refute it, in one sentence."""
    claim, algebra = placed(claim, inputs)
    part = next(p for p in conjuncts(claim.statement) if not truth(p, algebra)[0])
    return f"at {', '.join(quantities(claim, algebra))} it would say {equation(part, algebra)}, which is false"


def placed(claim: Claim, inputs: Mapping[str, Any]) -> tuple[Claim, Concrete]:
    return claim.with_blocks(block_count(claim, inputs)), Concrete(inputs)


def conjuncts(formula: t.Formula) -> Iterator[t.Formula]:
    if isinstance(formula, t.Both):
        for part in formula.parts:
            yield from conjuncts(part)
    else:
        yield formula


def quantities(claim: Claim, algebra: Concrete) -> Iterator[str]:
    """The inputs, and the abbreviations that the statement uses, with their values."""
    for name, value in algebra.inputs.items():
        text = "(" + ", ".join(map(str, value)) + ")" if isinstance(value, list | tuple) else str(value)
        yield f"{unicode(t.Symbol(name))} = {text}".replace("-", "−")
    for node in where(claim.statement):
        if isinstance(node, t.NamedScalar):
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
    return str(scalar_value(term, algebra)).replace("-", "−")


def worked(claim: Claim, inputs: Mapping[str, Any]) -> Iterator[str]:
    """Line by line: the inputs, each hypothesis with its values, the conclusion with its values."""
    claim, algebra = placed(claim, inputs)
    yield ", ".join(quantities(claim, algebra))
    for formula in (*(p for h in claim.given for p in conjuncts(h)), *conjuncts(claim.statement)):
        held = "holds" if truth(formula, algebra)[0] else "fails"
        yield f"{unicode(formula)}: {equation(formula, algebra)} {held}"
