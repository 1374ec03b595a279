"""Stored evidence as mathematics that a reader can follow: the rules of `check`, one by one, in words and formulas.

Nothing is decided here. The walk is that of `check.decide`, so what is printed is what was checked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.check import And, Context, Evidence, Formula, Iff, Monomial, Or, Poly, Relation, polynomial, reduce
from proofs.kernel.families import FamilyGoal
from proofs.kernel.lower import Existential
from proofs.kernel.text import LATEX, UNICODE, Style, unicode, written

ZERO = t.Number(Fraction(0))


@dataclass(frozen=True)
class Pen:
    """Writes polynomials and formulas of the core, in Unicode or LaTeX."""

    style: Style = UNICODE

    def math(self, node: t.Node) -> str:
        text = written(node, self.style)
        return f"${text}$" if self.style is LATEX else text

    def poly(self, poly: Poly) -> str:
        return self.math(expression(poly))

    def fact(self, op: str, poly: Poly) -> str:
        return self.math(t.Relation(op, expression(poly), ZERO))

    def formula(self, formula: Formula) -> str:
        match formula:
            case Relation(op, poly):
                return self.fact(op, poly)
            case And(parts):
                return " and ".join(self.formula(part) for part in parts)
            case Or(parts):
                return " or ".join(f"({self.formula(part)})" for part in parts)
            case Iff(left, right):
                return f"({self.formula(left)}) if and only if ({self.formula(right)})"
            case Existential(statement):
                return self.math(statement)
            case FamilyGoal():
                return self.math(formula.statement)
        raise TypeError(f"{formula!r} is not a formula")


# --- polynomials of the core as expressions ---------------------------------------------------------------------------


def expression(poly: Poly) -> t.Scalar:
    """The polynomial as an expression of the language, positive terms first."""
    ordered = sorted(poly.terms.items(), key=lambda item: (item[1] < 0, -sum(e for _, e in item[0]), item[0]))
    terms = [monomial(c, m) for m, c in ordered]
    return terms[0] if len(terms) == 1 else t.Sum(tuple(terms)) if terms else ZERO


def monomial(c: Fraction, powers: Monomial) -> t.Scalar:
    factors: list[t.Scalar] = [power(variable(name), e) for name, e in powers]
    if abs(c) != 1 or not factors:
        factors = [t.Number(abs(c)), *factors]
    product = factors[0] if len(factors) == 1 else t.Product(tuple(factors))
    return product if c > 0 else -product


def power(base: t.Scalar, exponent: int) -> t.Scalar:
    return base if exponent == 1 else t.Power(base, exponent)


def variable(name: str) -> t.Scalar:
    """A variable of the core as what it stands for: ``|x|`` is a norm, ``cos(x,y)`` a cosine, ``root2`` a root."""
    if name.startswith("|"):
        return t.Norm(vector(name[1:-1]))
    if match := re.fullmatch(r"(cos|sin)\((.+),(.+)\)", name):
        kind = t.Cosine if match[1] == "cos" else t.Sine
        return kind(vector(match[2]), vector(match[3]))
    if match := re.fullmatch(r"root(\d+)", name):
        return t.Root(t.Number(Fraction(match[1])))
    return t.Symbol(name)


def vector(name: str) -> t.VectorTerm:
    return t.Base(name, (name,))


# --- the rules --------------------------------------------------------------------------------------------------------


def narrated(goal: Formula, evidence: Evidence, context: Context, pen: Pen, depth: int = 0) -> Iterator[str]:
    """The proof line by line, deeper steps further in."""

    def say(text: str) -> str:
        return "  " * depth + text

    def inner(goal: Formula, evidence: Evidence, context: Context) -> Iterator[str]:
        return narrated(goal, evidence, context, pen, depth + 1)

    match evidence["rule"], goal:
        case "identity", Relation(op, poly):
            yield say(f"{pen.fact(op, poly)}: every term cancels, once the squares are replaced by what they are")
        case "certificate", Relation():
            yield from map(say, certificate(goal, evidence, context, pen))
        case "both", And(parts):
            for number, (part, piece) in enumerate(zip(parts, evidence["parts"], strict=True), 1):
                yield say(f"Part {number} of {len(parts)}:")
                yield from inner(part, piece, context)
        case "choose", Or(parts):
            yield say(f"Of the alternatives, this one holds: {pen.formula(parts[evidence['part']])}")
            yield from inner(parts[evidence["part"]], evidence["by"], context)
        case "iff", Iff(left, right):
            for word, given, shown, piece in (
                ("Forwards", left, right, evidence["forward"]),
                ("Backwards", right, left, evidence["backward"]),
            ):
                yield say(f"{word}, assuming {pen.formula(given)}:")
                yield from inner(shown, piece, context.assume(given))
        case "cases", _ if "on" in evidence:
            h = polynomial(evidence["on"])
            for fact, piece in ((Relation(">=", h), "nonnegative"), (Relation(">", -h), "negative")):
                yield say(f"Case {pen.formula(fact)}:")
                yield from inner(goal, evidence[piece], context.assume(fact))
        case "cases", _:
            known = [fact for fact in context.facts if isinstance(fact, Or)][evidence["of"]]
            for part, piece in zip(known.parts, evidence["each"], strict=True):
                yield say(f"Case {pen.formula(part)}:")
                yield from inner(goal, piece, context.assume(part))
        case "absurd", _:
            yield say("This cannot occur; a contradiction follows:")
            yield from inner(Relation(">=", Poly.constant(-1)), evidence["by"], context)
        case "use", _:
            put = ", ".join(f"{unicode(t.Symbol(name))} := {text}" for name, text in evidence["substitute"].items())
            yield say(f"By {evidence['claim']} with {put}, whose hypotheses hold:")
            lemma = context.language.lemma(evidence["claim"], evidence["substitute"], context)
            context = yield from premises(lemma, evidence["premises"], context, pen, depth + 1, {})
            context, formula = lemma.conclusion(context)
            yield say(f"So {pen.formula(formula)}, and with it:")
            yield from inner(goal, evidence["then"], context.assume(formula))
        case "witness", Existential():
            yield say("Take " + ", ".join(f"{pen.poly(Poly.variable(n))} = {e}" for n, e in evidence["terms"].items()))
            yield from opened(goal, evidence, context, pen, depth, {0: "such vectors exist"}, "They do what is asked:")
        case "sums", FamilyGoal():
            yield say("Invariant: " + " and ".join(pen.math(goal.relation(text)) for text in evidence["invariant"]))
            steps = {0: "One block has it", 1: "Two that have it, put together, have it"}
            yield from opened(goal, evidence, context, pen, depth, steps, "Whoever has it satisfies the claim:")


def opened(
    goal: Any, evidence: Evidence, context: Context, pen: Pen, depth: int, names: Mapping[int, str], last: str
) -> Iterator[str]:
    """A goal about something supplied: what must hold of it, then the conclusion."""
    steps = goal.opened(evidence, context)
    context = yield from premises(steps, evidence["premises"], context, pen, depth, names)
    context, conclusion = steps.conclusion(context)
    yield "  " * depth + last
    yield from narrated(conclusion, evidence["then"], context, pen, depth + 1)


def premises(
    steps: Any, evidence: list[Evidence], context: Context, pen: Pen, depth: int, names: Mapping[int, str]
) -> Any:
    """What must hold first, one after the other; returns the context with all of it known."""
    for number, (stage, piece) in enumerate(zip(steps.premises, evidence, strict=True)):
        context, premise = stage(context)
        name = names.get(number)
        yield "  " * depth + (f"{name}: " if name else "") + pen.formula(premise)
        yield from narrated(premise, piece, context, pen, depth + 1)
        context = context.assume(premise)
    return context


# --- certificates -----------------------------------------------------------------------------------------------------


def certificate(goal: Relation, evidence: Evidence, context: Context, pen: Pen) -> Iterator[str]:
    """``q·g = Σ weight·square·facts + Σ multiplier·equation``, with every fact that is no single variable named h."""
    names: dict[Poly, str] = {}
    asked = {"!=": goal.poly * goal.poly, "=": -(goal.poly * goal.poly)}.get(goal.op, goal.poly)
    multiplier = [summand(term["weight"], "1", term["facts"], names) for term in evidence["multiplier"]]
    terms = [summand(term["weight"], term["square"], term["facts"], names) for term in evidence["terms"]]
    for term in evidence["equations"]:
        terms.append(t.Product((expression(polynomial(term["multiplier"])), fact(polynomial(term["fact"]), names))))
    q = multiplier[0] if len(multiplier) == 1 else t.Sum(tuple(multiplier))
    left = t.Symbol("g") if q == t.Number(Fraction(1)) else t.Product((q, t.Symbol("g")))
    right = terms[0] if len(terms) == 1 else t.Sum(tuple(terms)) if terms else ZERO
    strict = ">" if goal.op in (">", "!=") else ">="
    told = {"!=": ", so the quantity squared in g is not zero", "=": ", so the quantity squared in g is zero"}
    yield f"{pen.math(t.Relation('=', t.Symbol('g'), expression(asked)))}"
    yield f"{pen.math(t.Relation('=', left, right))}, hence {pen.math(t.Relation(strict, t.Symbol('g'), ZERO))}" + told.get(
        goal.op, ""
    )
    known = context.known()
    for poly, name in names.items():
        op = known.get(reduce(poly, context.squares), ">=")
        yield f"  with {pen.math(t.Relation('=', t.Symbol(name), expression(poly)))} {pen_op(op, pen)}"


def pen_op(op: str, pen: Pen) -> str:
    sign = pen.style.relation[op].strip()
    return f"${sign} 0$" if pen.style is LATEX else f"{sign} 0"


def summand(weight: str, square: str, facts: list[str], names: dict[Poly, str]) -> t.Scalar:
    """A weight times a square times facts, equal factors as powers."""
    value, factors = Fraction(weight), Counter(fact(polynomial(text), names) for text in facts)
    root = polynomial(square)
    squares = [] if root == Poly.constant(1) else [t.Power(expression(root), 2)]
    parts: list[t.Scalar] = [*squares, *(power(factor, e) for factor, e in factors.items())]
    if value != 1 or not parts:
        parts = [t.Number(value), *parts]
    return parts[0] if len(parts) == 1 else t.Product(tuple(parts))


def fact(poly: Poly, names: dict[Poly, str]) -> t.Scalar:
    """A fact by its own name if it is a variable, and otherwise by a letter h with a number."""
    if list(poly.terms.values()) == [1] and len(next(iter(poly.terms))) == 1:
        return expression(poly)
    return t.Symbol(names.setdefault(poly, f"h_{len(names) + 1}"))


def definitions(context: Context, pen: Pen) -> Iterator[str]:
    """The defining equations of the core's variables."""
    for name, poly in context.squares.items():
        yield pen.math(t.Relation("=", t.Power(variable(name), 2), expression(poly)))
