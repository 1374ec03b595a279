"""Stored evidence as mathematics that a reader can follow: the rules of `check`, one by one, in words and formulas.

Nothing is decided here. The walk is that of `check.decide`, so what is printed is what was checked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.check import (
    And,
    Context,
    Evidence,
    Formula,
    Iff,
    Monomial,
    Or,
    Poly,
    Rational,
    Relation,
    polynomial,
    reduce,
)
from proofs.kernel.families import FamilyGoal
from proofs.kernel.language import absolute
from proofs.kernel.ratio import as_variable, common_monomial, content, divided
from proofs.kernel.steps import Repeated
from proofs.kernel.text import LATEX, UNICODE, Style, written
from proofs.kernel.use import relation

ZERO = t.Number(Fraction(0))


@dataclass(frozen=True)
class Pen:
    """Writes polynomials and formulas of the core, in Unicode or LaTeX."""

    style: Style = UNICODE

    def math(self, node: t.Node) -> str:
        return self.text(written(node, self.style))

    def text(self, formula: str) -> str:
        """A formula within a sentence."""
        return f"${formula}$" if self.style is LATEX else formula

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
            case _:
                return self.math(formula.statement)  # type: ignore[attr-defined]


# --- polynomials of the core as expressions ---------------------------------------------------------------------------


def expression(poly: Poly) -> t.Scalar:
    """The polynomial as an expression of the language, positive terms first."""
    ordered = sorted(
        without_squared_roots(poly).terms.items(), key=lambda item: (item[1] < 0, -sum(e for _, e in item[0]), item[0])
    )
    terms = [monomial(c, m) for m, c in ordered]
    return terms[0] if len(terms) == 1 else t.Sum(tuple(terms)) if terms else ZERO


def without_squared_roots(poly: Poly) -> Poly:
    """The polynomial with ``√3²`` as 3, and so on."""
    total = Poly({})
    for powers, c in poly.terms.items():
        roots = {name: int(match[1]) for name, _ in powers if (match := re.fullmatch(r"root(\d+)", name))}
        number = prod(roots[name] ** (e // 2) for name, e in powers if name in roots)
        rest = tuple((name, e % 2 if name in roots else e) for name, e in powers if name not in roots or e % 2)
        total = total + Poly({rest: c * number})
    return total


def monomial(c: Rational, powers: Monomial) -> t.Scalar:
    factors: list[t.Scalar] = [power(variable(name), e) for name, e in powers]
    if abs(c) != 1 or not factors:
        factors = [t.Number(Fraction(c if c > 0 else -c)), *factors]
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
            equation = f"{pen.fact(op, poly)}: " if poly.terms else "The two sides are one: over a common denominator "
            yield say(f"{equation}every term of their difference cancels, once the squares are replaced by what they are")
        case "certificate", Relation():
            yield from map(say, certificate(goal, evidence, context, pen))
        case "both", And(parts):
            known = [part for part in parts if is_known(part, context)]
            said = dict.fromkeys(pen.formula(part) for part in known if not is_constant(part))
            if said:
                yield say(f"Known already: {'; '.join(said)}")
            elif len(known) == len(parts):
                yield say(f"Plain: with positive factors cancelled, {left_over(parts)}")
            for part, piece in zip(parts, evidence["parts"], strict=True):
                if part not in known:
                    yield from narrated(part, piece, context, pen, depth)
        case "choose", Or(parts):
            yield say(f"Of the alternatives, this one holds: {pen.formula(parts[evidence['part']])}")
            yield from inner(parts[evidence["part"]], evidence["by"], context)
        case "iff", Iff(left, right) if left == right:
            yield say(f"Both sides say the same: {pen.formula(left)}")
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
            disjunction = [fact for fact in context.facts if isinstance(fact, Or)][evidence["of"]]
            for part, piece in zip(disjunction.parts, evidence["each"], strict=True):
                yield say(f"Case {pen.formula(part)}:")
                yield from inner(goal, piece, context.assume(part))
        case "absurd", _:
            yield say("This cannot occur; a contradiction follows:")
            yield from inner(Relation(">=", Poly.constant(-1)), evidence["by"], context)
        case "use", _:
            changed = {name: text for name, text in evidence["substitute"].items() if name != text}
            put = supplied(changed, context.language, pen, " := ", t.Symbol)
            yield say(f"By {evidence['claim']}{put and ' with '}{put}, whose hypotheses hold:")
            lemma = context.language.lemma(evidence["claim"], evidence["substitute"], context)
            context = yield from premises(lemma, evidence["premises"], context, pen, depth + 1, {})
            context, formula = lemma.conclusion(context)
            yield say(f"So {pen.formula(formula)}, and with it:")
            yield from inner(goal, evidence["then"], context.assume(formula))
        case "witness", _:
            yield say("Take " + supplied(evidence["terms"], context.language, pen, " = ", variable))
            yield from opened(goal, evidence, context, pen, depth, {0: "Such vectors exist"}, "They do what is asked")
        case "sums", FamilyGoal() if evidence["then"]["rule"] == "identity":
            yield say(f"{pen.math(goal.statement)}: the two sides are one, whatever the blocks are")
        case "sums", FamilyGoal():
            yield say(
                "Invariant: " + " and ".join(pen.math(relation(text, goal.vocabulary())) for text in evidence["invariant"])
            )
            yield from map(say, meanings(goal.abstraction, pen))
            names = {0: "One block has it", 1: f"Two that have it, put together, have it{of_both(goal.abstraction, pen)}"}
            yield from opened(goal, evidence, context, pen, depth, names, "What has it satisfies the claim")
        case "steps", Repeated():
            outside = goal.lowering.resumed(context)
            outside.names.update({v.name: v for v in goal.statement.variables})
            yield say(
                "Invariant: " + " and ".join(pen.math(relation(text, outside.names)) for text in evidence["invariant"])
            )
            names = {0: "It holds at the start", 1: "A step keeps it"}
            yield from opened(goal, evidence, context, pen, depth, names, "What has it satisfies the claim")
        case rule, _:
            raise TypeError(f"no words for the rule {rule!r}")


def opened(
    goal: Any, evidence: Evidence, context: Context, pen: Pen, depth: int, names: Mapping[int, str], last: str
) -> Iterator[str]:
    """A goal about something supplied: what must hold of it, then the conclusion."""
    steps = goal.opened(evidence, context)
    context = yield from premises(steps, evidence["premises"], context, pen, depth, names)
    context, conclusion = steps.conclusion(context)
    yield "  " * depth + f"{last}:"
    yield from narrated(conclusion, evidence["then"], context, pen, depth + 1)


def premises(
    steps: Any, evidence: list[Evidence], context: Context, pen: Pen, depth: int, names: Mapping[int, str]
) -> Generator[str, None, Context]:
    """What must hold first, one after the other; returns the context with all of it known."""
    for number, (stage, piece) in enumerate(zip(steps.premises, evidence, strict=True)):
        context, premise = stage(context)
        if number in names:
            yield "  " * depth + f"{names[number]}:"
        if number in names or not is_known(premise, context):
            yield from narrated(premise, piece, context, pen, depth + 1)
        context = context.assume(premise)
    return context


def left_over(parts: Sequence[Formula]) -> str:
    """What is left of relations that are known of numbers alone, once positive factors are cancelled."""
    if all(isinstance(part, Relation) and part.op == "=" for part in parts):
        return "the two sides of each equation are one"
    return "true relations between numbers are left"


def is_constant(goal: Formula) -> bool:
    return isinstance(goal, Relation) and not goal.poly.variables()


def is_known(goal: Formula, context: Context) -> bool:
    """Whether the goal is a true relation of numbers or one of the facts, so that there is nothing to tell."""
    if not isinstance(goal, Relation):
        return False
    if is_constant(goal):
        value = goal.poly.terms.get((), 0)
        return {">=": value >= 0, ">": value > 0, "=": value == 0, "!=": value != 0}[goal.op]
    op = context.known.get(reduce(goal.poly, context.squares))
    return op == goal.op or (op == ">" and goal.op == ">=")


def invariant(evidence: Evidence, names: Mapping[str, t.Node], pen: Pen) -> str:
    return " and ".join(pen.math(relation(text, names)) for text in evidence["invariant"])


def supplied(terms: Mapping[str, str], language: Any, pen: Pen, equals: str, left: Callable[[str], t.Scalar]) -> str:
    """The terms that the evidence gives for what is asked for."""
    return ", ".join(f"{pen.math(left(name))}{equals}{pen.math(language.term(text))}" for name, text in terms.items())


def of_both(abstraction: Any, pen: Pen) -> str:
    """How the sums over each of two families are written."""
    total = next(iter(abstraction.totals.values()), None)
    if total is None:
        return ""
    parts = (pen.math(t.Symbol(f"{total.name}_{i}")) for i in (1, 2))
    return f", where {' and '.join(parts)} are {pen.math(total)} of the one and of the other"


def meanings(abstraction: Any, pen: Pen) -> Iterator[str]:
    """What the symbols for the whole family stand for."""
    for node, symbol in abstraction.bounds.items():
        yield f"  {pen.math(symbol)} stands for {pen.math(node)}, or anything beyond it"
    for each, symbol in abstraction.totals.items():
        yield f"  {pen.math(symbol)} stands for the sum of {pen.math(each)} over the blocks"
    for node, symbol in abstraction.fixed.items():
        yield f"  {pen.math(symbol)} stands for {pen.math(node)} of the whole family"


# --- certificates -----------------------------------------------------------------------------------------------------


def certificate(goal: Relation, evidence: Evidence, context: Context, pen: Pen) -> Iterator[str]:
    """``q·p = Σ weight·square·facts + Σ multiplier·equation``: facts that are no single variable are named h."""
    if is_known(goal, context):
        yield f"{pen.formula(goal)}: known already"
        return
    left, right, names = identity(goal, evidence)
    if left == P and pen.math(right) == pen.poly(goal.poly):
        yield f"{pen.formula(goal)}: every term has its sign"
        return
    yield pen.math(t.Relation("=", P, expression(goal.poly)))
    yield f"{pen.math(t.Relation('=', left, right))}, hence {pen.math(t.Relation(goal.op, P, ZERO))}"
    known = context.known
    for poly, name in names.items():
        op = known.get(reduce(poly, context.squares), ">=")
        sign = pen.style.relation[op].strip()
        yield f"  with {pen.math(t.Relation('=', t.Symbol(name), expression(poly)))}{pen.text(f' {sign} 0')}"


def identity(goal: Relation, evidence: Evidence) -> tuple[t.Scalar, t.Scalar, dict[Poly, str]]:
    """The two sides of the identity, over p and the facts named h, and these names."""
    names: dict[Poly, str] = {}
    scale = common_weight(evidence)
    terms = [*products(evidence, scale, names), *multiples(evidence, scale, names)]
    right = terms[0] if len(terms) == 1 else t.Sum(tuple(terms)) if terms else ZERO
    return asked(goal.op, multiplier(evidence, scale)), right, names


P = t.Symbol("p")


def asked(op: str, q: Poly) -> t.Scalar:
    """What a certificate shows to be nonnegative: ``q·p``, or ``q·p²`` for p ≠ 0, or ``−q·p²`` for p = 0."""
    value = P if op in (">", ">=") else t.Power(P, 2)
    product = value if q == Poly.constant(1) else t.Product((expression(q), value))
    return -product if op == "=" else product


def common_weight(evidence: Evidence) -> Fraction:
    """What all weights of a certificate are multiples of: its two sides are divided by it before they are written."""
    weights: list[Rational] = [Fraction(term["weight"]) for part in ("multiplier", "terms") for term in evidence[part]]
    weights += [c for term in evidence["equations"] for c in polynomial(term["multiplier"]).terms.values()]
    return content(Poly({((str(i), 1),): c for i, c in enumerate(weights)}))


def multiplier(evidence: Evidence, scale: Fraction) -> Poly:
    total = Poly({})
    for term in evidence["multiplier"]:
        total = total + product(term["facts"], Fraction(term["weight"]) / scale)
    return total


def product(facts: list[str], weight: Fraction) -> Poly:
    value = Poly.constant(weight)
    for text in facts:
        value = value * polynomial(text)
    return value


def products(evidence: Evidence, scale: Fraction, names: dict[Poly, str]) -> Iterator[t.Scalar]:
    """The nonnegative terms; those with the same square and the same named facts are put together."""
    groups: dict[tuple[str, tuple[str, ...]], Poly] = {}
    for term in evidence["terms"]:
        named = tuple(sorted(text for text in term["facts"] if len(polynomial(text).terms) > 1))
        plain = [text for text in term["facts"] if text not in named]
        key = term["square"], named
        groups[key] = groups.get(key, Poly({})) + product(plain, Fraction(term["weight"]) / scale)
    for (square, named), value in groups.items():
        cofactor = without_squared_roots(value)
        factors: list[t.Scalar] = [power(label(text, names), e) for text, e in Counter(named).items()]
        if square != "1":
            factors.append(t.Power(expression(polynomial(square)), 2))
        shared = common_monomial(cofactor, cofactor.variables())
        factors += [power(variable(name), e) for name, e in shared]
        rest = divided(cofactor, shared)
        negative = rest == Poly.constant(-1)
        if negative:
            rest = -rest
        if rest != Poly.constant(1) or not factors:
            factors = [expression(rest), *factors] if len(rest.terms) == 1 else [*factors, expression(rest)]
        whole = factors[0] if len(factors) == 1 else t.Product(tuple(factors))
        yield -whole if negative else whole


def multiples(evidence: Evidence, scale: Fraction, names: dict[Poly, str]) -> Iterator[t.Scalar]:
    """The terms that are zero, multiples of known equations; those of one equation are put together."""
    totals: dict[str, Poly] = {}
    for term in evidence["equations"]:
        part = polynomial(term["multiplier"]) * Poly.constant(1 / scale)
        totals[term["fact"]] = totals.get(term["fact"], Poly({})) + part
    for text, cofactor in totals.items():
        fact = label(text, names)
        if cofactor in (Poly.constant(1), Poly.constant(-1)):
            yield fact if cofactor == Poly.constant(1) else -fact
        else:
            yield t.Product((expression(cofactor), fact))


def label(text: str, names: dict[Poly, str]) -> t.Scalar:
    """A fact by a letter h with a number, or by its own name if it is a variable."""
    poly = polynomial(text)
    if as_variable(poly) is not None:
        return expression(poly)
    return t.Symbol(names.setdefault(poly, f"h_{len(names) + 1}"))


def definitions(context: Context, pen: Pen) -> Iterator[str]:
    """What the core's variables stand for: roots, norms and sines by their squares, maxima and logarithms."""
    pairs = []
    for name, poly in context.squares.items():
        value = variable(name)
        if isinstance(value, t.Cosine):
            pairs.append(f"({', '.join(pen.math(side) for side in (value.left, value.right))})")
        elif isinstance(value, t.Symbol):
            yield pen.math(t.Relation("=", value, t.Root(expression(poly))))
        elif not isinstance(value, t.Root):
            yield pen.math(t.Relation("=", t.Power(value, 2), expression(poly)))
    if pairs:
        squares = "\\cos^2 = 1 - \\sin^2" if pen.style is LATEX else "cos² = 1 − sin²"
        yield f"{pen.text(squares)} for {', '.join(pairs)}"
    for key, name in context.language.roots.items():  # type: ignore[attr-defined]
        kind, _, rest = key.partition(" ")
        if kind in ("max", "log"):
            arguments = [ratio(text) for text in rest.split("; ")]
            yield pen.math(
                t.Relation("=", variable(name), t.Log(quotient(*arguments[0])) if kind == "log" else largest(arguments))
            )


Fractional = tuple[Poly, tuple[tuple[Poly, int], ...]]


def ratio(text: str) -> Fractional:
    """Numerator and factors of the denominator, from the text of a `proofs.kernel.ratio.Ratio`."""
    above, slash, below = text.partition(")/(")
    if not slash:
        return polynomial(text), ()
    factors = re.findall(r"\((.*?)\)\^(\d+)(?=\*\(|\)$)", below)
    return polynomial(above.removeprefix("(")), tuple((polynomial(factor), int(k)) for factor, k in factors)


def quotient(above: Poly, factors: tuple[tuple[Poly, int], ...]) -> t.Scalar:
    below = [power(expression(factor), k) for factor, k in factors]
    if not below:
        return expression(above)
    return t.Quotient(expression(above), below[0] if len(below) == 1 else t.Product(tuple(below)))


def largest(arguments: Sequence[Fractional]) -> t.Scalar:
    """The largest of some quotients; of one and its negative, the absolute value."""
    match arguments:
        case [(above, factors), (other, others)] if other == -above and factors == others:
            return absolute(quotient(above, factors))
    return t.Maximum(tuple(quotient(*argument) for argument in arguments))
