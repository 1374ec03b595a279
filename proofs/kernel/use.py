"""What evidence says by name: terms of the statement, and other claims with such terms put for their variables.

A lemma's hypotheses become premises that have to be shown, each defined by those before it; then its conclusion is known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from proofs.kernel import check
from proofs.kernel import terms as t
from proofs.kernel.check import Rejected, Staged
from proofs.kernel.reader import read

if TYPE_CHECKING:
    from proofs.kernel.lower import Lowering


def lemma(lowering: Lowering, claim: str, substitution: Mapping[str, str]) -> Staged:
    """The hypotheses and the conclusion of another claim, with terms of this one put for its variables."""
    if not isinstance(claim, str) or not isinstance(substitution, Mapping):
        raise Rejected(f"{claim!r} with {substitution!r} is not the id of a claim with terms for its variables")
    given, statement = lowering.library(claim)
    terms = {name: lowering.term(text) for name, text in substitution.items()}
    variables = [n for part in (*given, statement) for n in t.walk(part) if isinstance(n, t.Base | t.Symbol)]
    for name in terms.keys() - {variable.name for variable in variables}:
        raise Rejected(f"{claim} has no variable {name}")
    for v in variables:
        if isinstance(v, t.Base) and v.dimension is not None and terms.get(v.name) != v:
            raise Rejected(f"{claim} speaks of {v.name} in dimension {v.dimension} only")
        if v.name in terms and isinstance(v, t.Base) != isinstance(terms[v.name], t.VectorTerm):
            raise Rejected(f"{v.name} of {claim} is a {'vector' if isinstance(v, t.Base) else 'number'}")

    def said(part: t.Formula) -> check.Stage:
        return lowering.stage(lambda low: low.formula(substituted(part, terms)))

    return Staged(tuple(map(said, given)), said(statement))


def substituted(statement: Any, values: Mapping[str, Any]) -> Any:
    """The statement with terms put for its free vectors and symbols; a term that would become bound is refused."""
    if isinstance(statement, t.Base | t.Symbol):
        if statement.name not in values:
            raise Rejected(f"nothing is substituted for {statement.name}")
        return values[statement.name]
    if isinstance(statement, t.Derivative | t.Exists | t.AfterSteps):
        bound = [statement.variable] if isinstance(statement, t.Derivative) else statement.variables
        names = {node.name for v in values.values() for node in t.walk(v) if isinstance(node, t.Base | t.Symbol)}
        for variable in bound:
            if variable.name in names:
                raise Rejected(f"{variable.name} is bound in the claim used; a term with that name cannot be put into it")
        values = {**values, **{variable.name: variable for variable in bound}}
    return t.rebuild(statement, lambda part: substituted(part, values))


def term(text: str, names: Mapping[str, t.Node]) -> Any:
    """A scalar or vector, by its text."""

    def atom(name: str) -> Any:
        if name.startswith("|"):
            return t.Norm(vector(name[1:-1]))
        function, _, arguments = name.rstrip(")").partition("(")
        if arguments:
            left, _, right = arguments.partition(",")
            return {"cos": t.Cosine, "sin": t.Sine, "inner": t.Inner}[function](vector(left), vector(right))
        return known(name)

    def known(name: str) -> Any:
        if name not in names:
            raise Rejected(f"{name} in {text!r} is no variable of the statement; known: {', '.join(names)}")
        return names[name]

    def vector(name: str) -> t.VectorTerm:
        if not isinstance(found := known(name), t.VectorTerm):
            raise Rejected(f"{name} in {text!r} is not a vector")
        return found

    def call(name: str, argument: Any) -> Any:
        if name not in ("root", "log"):
            raise Rejected(f"{name} in {text!r} is no function; those there are, are root and log")
        return t.Root(argument) if name == "root" else t.Log(argument)

    try:
        return read(text, atom, lambda n: t.Number(Fraction(n)), call)
    except TypeError as error:
        raise Rejected(f"{text!r} mixes numbers and vectors: {error}") from error


def relation(text: str, names: Mapping[str, t.Node]) -> t.Formula:
    """A relation between two numbers, by its text."""
    match = re.fullmatch(r"(.*?) (>=|<=|>|<|=) (.*)", text) if isinstance(text, str) else None
    if match is None:
        raise Rejected(f"{text!r} is not a relation between two expressions")
    left, right = term(match[1], names), term(match[3], names)
    if not isinstance(left, t.Scalar) or not isinstance(right, t.Scalar):
        raise Rejected(f"{text!r} is not a relation between two numbers")
    return t.Relation(match[2], left, right)
