"""The checker: does this evidence prove this goal from these facts?

`decide` returns nothing and raises `Rejected` with the name of what is wrong. It knows a closed list of rules:

    identity      the two sides are equal modulo the defining equations ``v² = …``
    certificate   an exact identity that shows the goal to be a sum of products of things known to be nonnegative
    both, iff     each part; each direction
    cases         ``h ≥ 0`` or ``h < 0``; the parts of a known disjunction
    choose        one part of a disjunction
    absurd        the facts prove ``−1 ≥ 0``
    use           another claim, whose hypotheses are proved under the substitution, here and now
    witness       explicit terms for what is said to exist
    steps         the start, one step, and the conclusion from an invariant: every number of steps
    sums          one block, the merging of two, and the conclusion from an invariant: every number of blocks

To believe a verdict one must trust: Python's `int` and `fractions.Fraction`; the lines below; that the facts and the goal,
which `lower` makes, say what the statement says; that ``v² = p`` is listed for a variable only where it defines it. Search,
solvers, floats, SymPy and the stored evidence need not be trusted. Standard library only.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol, TypeVar

Monomial = tuple[tuple[str, int], ...]
Rational = int | Fraction
Evidence = Mapping[str, Any]
T = TypeVar("T")


LONGEST = 2**18
"""How many products of terms the multiplication of two polynomials may take: more would be no check, but a long wait."""


class Rejected(Exception):
    """The evidence does not prove the goal; the message says why."""


# --- polynomials ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Poly:
    """A polynomial with rational coefficients, by its monomials."""

    terms: Mapping[Monomial, Rational]

    @staticmethod
    def constant(value: Rational) -> Poly:
        return Poly({(): plain(value)} if value else {})

    @staticmethod
    def variable(name: str) -> Poly:
        return Poly({((name, 1),): 1})

    def __add__(self, other: Poly) -> Poly:
        sums = dict(self.terms)
        for monomial, c in other.terms.items():
            sums[monomial] = sums.get(monomial, 0) + c
        return Poly({monomial: c for monomial, c in sums.items() if c})

    def __neg__(self) -> Poly:
        return Poly({monomial: -c for monomial, c in self.terms.items()})

    def __sub__(self, other: Poly) -> Poly:
        return self + -other

    def __mul__(self, other: Poly) -> Poly:
        if len(self.terms) * len(other.terms) > LONGEST:
            raise Rejected(f"a product of {len(self.terms)} and {len(other.terms)} terms is too long to be multiplied out")
        sums: dict[Monomial, Rational] = {}
        for m, a in self.terms.items():
            for n, b in other.terms.items():
                product = _times(m, n)
                sums[product] = sums.get(product, 0) + a * b
        return Poly({monomial: c for monomial, c in sums.items() if c})

    def __pow__(self, exponent: int) -> Poly:
        result = Poly.constant(1)
        for _ in range(exponent):
            result = result * self
        return result

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def variables(self) -> set[str]:
        return {name for monomial in self.terms for name, _ in monomial}


def plain(value: Rational) -> Rational:
    """The same number, as an int where it is whole: ints are faster."""
    return value.numerator if value.denominator == 1 else value


def _times(m: Monomial, n: Monomial) -> Monomial:
    exponents = dict(m)
    for name, e in n:
        exponents[name] = exponents.get(name, 0) + e
    return tuple(sorted(exponents.items()))


def reduce(poly: Poly, squares: Mapping[str, Poly]) -> Poly:
    """The polynomial with every square of a defined variable replaced by its definition.

    Definitions mention earlier variables only, so one pass for each, latest first, leaves none of the squares.
    """
    for name in reversed(list(squares)):
        while any(v == name and e > 1 for monomial in poly.terms for v, e in monomial):
            result = Poly({})
            for monomial, c in poly.terms.items():
                e = dict(monomial).get(name, 0)
                rest = tuple((v, k if v != name else e % 2) for v, k in monomial if v != name or e % 2)
                result = result + Poly({rest: c}) * squares[name] ** (e // 2)
            poly = result
    return poly


# --- reading and writing ----------------------------------------------------------------------------------------------

_FACTOR = re.compile(r"(?P<name>\|[^|\s*^]+\||(?:cos|sin)\([\w',]+\)|[^\W\d][\w']*)(?:\^(?P<power>[1-9]\d?))?")
_NUMBER = re.compile(r"\d{1,999}(/[1-9]\d{0,998})?")


def polynomial(text: str) -> Poly:
    """Read what `write` writes: terms such as ``-1/2*a^2*cos(x,y)`` joined by `` + `` and `` - ``."""
    if not isinstance(text, str):
        raise Rejected(f"{text!r} is not the text of a polynomial")
    words, result = ["+", *text.split(" ")], Poly({})
    for sign, body in zip(words[::2], words[1::2], strict=False):
        if sign not in ("+", "-"):
            raise Rejected(f"{sign!r} in {text!r} is neither + nor -")
        negative = (sign == "-") != body.startswith("-")
        term = Poly.constant(-1 if negative else 1)
        for factor in body.removeprefix("-").split("*"):
            term = term * _factor(factor, text)
        result = result + term
    if len(words) % 2:
        raise Rejected(f"{text!r} breaks off")
    return result


def _factor(factor: str, text: str) -> Poly:
    if _NUMBER.fullmatch(factor):
        return Poly.constant(Fraction(factor))
    if (match := _FACTOR.fullmatch(factor)) is None:
        raise Rejected(f"{factor!r} in {text!r} is neither a number nor a power of a variable")
    return Poly({((match["name"], int(match["power"] or 1)),): 1})


def rational(text: str) -> Fraction:
    if not isinstance(text, str) or not _NUMBER.fullmatch(text.removeprefix("-")):
        raise Rejected(f"{text!r} is not a rational number")
    return Fraction(text)


def write(poly: Poly) -> str:
    """The polynomial as canonical text: `polynomial(write(p)) == p`, and equal polynomials have equal texts."""
    ordered = sorted(poly.terms.items(), key=lambda item: (-sum(e for _, e in item[0]), item[0]))
    pieces = []
    for monomial, c in ordered:
        powers = [name if e == 1 else f"{name}^{e}" for name, e in monomial]
        factors = powers if abs(c) == 1 and powers else [str(abs(c)), *powers]
        pieces.append(("- " if c < 0 else "+ ") + "*".join(factors))
    text = " ".join(pieces)
    return (text[2:] if text.startswith("+") else "-" + text[2:]) if text else "0"


# --- what is known and what is to be shown ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Relation:
    """``poly op 0`` with op one of >= > = !=."""

    op: str
    poly: Poly


@dataclass(frozen=True)
class And:
    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Or:
    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Iff:
    left: Formula
    right: Formula


class Open(Protocol):
    """A goal about things to be supplied; `opened` turns what the evidence supplies into plain goals."""

    @property
    def rule(self) -> str: ...

    def opened(self, evidence: Evidence, context: Context) -> Staged: ...


Formula = Relation | And | Or | Iff | Open
Stage = Callable[["Context"], tuple["Context", Formula]]


@dataclass(frozen=True)
class Staged:
    """Goals made one after the other, each in the context that its predecessors, once proved, have enlarged."""

    premises: tuple[Stage, ...]
    conclusion: Stage


class Language(Protocol):
    def lemma(self, claim: str, substitution: Mapping[str, str], context: Context) -> Staged: ...


@dataclass(frozen=True)
class Context:
    """Defining equations ``v² = p``, the facts assumed or proved so far, and the language of the statement."""

    squares: Mapping[str, Poly]
    facts: tuple[Formula, ...]
    language: Language

    def assume(self, formula: Formula) -> Context:
        if isinstance(formula, And):
            return functools.reduce(Context.assume, formula.parts, self)
        return replace(self, facts=(*self.facts, formula))

    @functools.cached_property
    def known(self) -> dict[Poly, str]:
        """The facts ``p ≥ 0``, ``p > 0`` and ``p = 0`` by their polynomial; ``p ≠ 0`` is the fact ``p² > 0``."""
        known: dict[Poly, str] = {}
        for fact in self.facts:
            if isinstance(fact, Relation):
                op, poly = (">", fact.poly * fact.poly) if fact.op == "!=" else (fact.op, fact.poly)
                poly = reduce(poly, self.squares)
                known[poly] = max(op, known.get(poly, ""), key=_STRENGTH.index)
        return known


_STRENGTH = ["", ">=", "=", ">"]


# --- the rules --------------------------------------------------------------------------------------------------------


def decide(goal: Formula, evidence: Evidence, context: Context) -> None:
    """Raise `Rejected` unless the evidence proves the goal from the context's facts."""
    if not isinstance(evidence, Mapping):
        raise Rejected(f"evidence is {evidence!r}, not an object with a rule")
    rule = evidence.get("rule")
    match rule, goal:
        case "identity", Relation("=", poly):
            fields(evidence)
            if (rest := reduce(poly, context.squares)).terms:
                raise Rejected(f"the two sides differ by {write(rest)}")
        case "certificate", Relation(">=" | ">" | "=" | "!="):
            certificate(goal, evidence, context)
        case "both", And(parts):
            fields(evidence, "parts")
            for part, piece in paired(parts, evidence["parts"], "parts"):
                decide(part, piece, context)
        case "choose", Or(parts):
            fields(evidence, "part", "by")
            decide(chosen(parts, evidence["part"], "part"), evidence["by"], context)
        case "iff", Iff(left, right):
            fields(evidence, "forward", "backward")
            decide(right, evidence["forward"], context.assume(left))
            decide(left, evidence["backward"], context.assume(right))
        case "cases", _ if "on" in evidence:
            fields(evidence, "on", "nonnegative", "negative")
            h = polynomial(evidence["on"])
            decide(goal, evidence["nonnegative"], context.assume(Relation(">=", h)))
            decide(goal, evidence["negative"], context.assume(Relation(">", -h)))
        case "cases", _:
            fields(evidence, "of", "each")
            known = tuple(fact for fact in context.facts if isinstance(fact, Or))
            for part, piece in paired(chosen(known, evidence["of"], "known disjunction").parts, evidence["each"], "cases"):
                decide(goal, piece, context.assume(part))
        case "absurd", _:
            fields(evidence, "by")
            decide(Relation(">=", Poly.constant(-1)), evidence["by"], context)
        case "use", _:
            fields(evidence, "claim", "substitute", "premises", "then")
            lemma = context.language.lemma(evidence["claim"], evidence["substitute"], context)
            context, formula = staged(lemma, evidence["premises"], context)
            decide(goal, evidence["then"], context.assume(formula))
        case (("witness" | "sums" | "steps"), _) if getattr(goal, "rule", None) == rule:
            opened = goal.opened(evidence, context)  # type: ignore[union-attr]
            context, formula = staged(opened, evidence["premises"], context)
            decide(formula, evidence["then"], context)
        case _:
            raise Rejected(f"rule {rule!r} cannot prove {type(goal).__name__.lower()} {getattr(goal, 'op', '')}".rstrip())


def proves(goal: Formula, evidence: Evidence, context: Context) -> bool:
    """Whether `decide` accepts the evidence."""
    try:
        decide(goal, evidence, context)
    except Rejected:
        return False
    return True


def certificate(goal: Relation, evidence: Evidence, context: Context) -> None:
    """Check ``q·g = Σ w·f²·(facts) + Σ p·(equations)`` for the goal ``g ≥ 0`` or ``g > 0``.

    ``q`` is a sum of products of strict facts with positive weights. For a strict goal some term must be a positive number
    times strict facts alone. ``g ≠ 0`` is shown as ``g² > 0`` and ``g = 0`` as ``−g² ≥ 0``.
    """
    fields(evidence, "multiplier", "terms", "equations")
    known = context.known
    g = {"!=": goal.poly * goal.poly, "=": -(goal.poly * goal.poly)}.get(goal.op, goal.poly)
    q, total, strict_term = Poly({}), Poly({}), False
    for term in listed(evidence["multiplier"], "the multiplier"):
        fields(term, "weight", "facts")
        product, strict = facts_product(term["facts"], known, context.squares)
        if not strict:
            raise Rejected(f"the multiplier has a factor of {term['facts']} that may be zero")
        q = q + Poly.constant(positive(term["weight"])) * product
    if not q.terms:
        raise Rejected("the multiplier is zero")
    for term in listed(evidence["terms"], "the right side"):
        fields(term, "weight", "square", "facts")
        product, strict = facts_product(term["facts"], known, context.squares)
        square = polynomial(term["square"])
        total = total + Poly.constant(positive(term["weight"])) * square * square * product
        strict_term = strict_term or (strict and bool(square.terms) and not square.variables())
    for term in listed(evidence["equations"], "the part with equations"):
        fields(term, "multiplier", "fact")
        equation = reduce(polynomial(term["fact"]), context.squares)
        if known.get(equation) != "=":
            raise Rejected(f"{term['fact']} = 0 is not among the facts")
        total = total + polynomial(term["multiplier"]) * equation
    if goal.op in (">", "!=") and not strict_term:
        raise Rejected("the goal is strict, but no term is a positive number times strict facts")
    if (rest := reduce(q * g - total, context.squares)).terms:
        raise Rejected(f"the two sides of the certificate differ by {write(rest)}")


def facts_product(factors: Any, known: Mapping[Poly, str], squares: Mapping[str, Poly]) -> tuple[Poly, bool]:
    """The product of the facts named by their polynomials, and whether all of them are strict."""
    product, strict = Poly.constant(1), True
    for text in listed(factors, "a product of facts"):
        factor = reduce(polynomial(text), squares)
        op = known.get(factor)
        if op not in (">=", ">"):
            raise Rejected(f"{text} ≥ 0 is not among the facts")
        product, strict = product * factor, strict and op == ">"
    return product, strict


def positive(weight: str) -> Fraction:
    value = rational(weight)
    if value <= 0:
        raise Rejected(f"a weight is {value}, but must be positive")
    return value


def staged(steps: Staged, evidence: Any, context: Context) -> tuple[Context, Formula]:
    for stage, piece in paired(steps.premises, evidence, "premises"):
        context, premise = stage(context)
        decide(premise, piece, context)
        context = context.assume(premise)
    return steps.conclusion(context)


def paired(items: tuple[T, ...], evidence: Any, what: str) -> list[tuple[T, Evidence]]:
    if not isinstance(evidence, list) or len(evidence) != len(items):
        raise Rejected(f"there are {len(items)} {what}, but the evidence is not a list of {len(items)}")
    return list(zip(items, evidence, strict=True))


def chosen(items: tuple[T, ...], index: Any, what: str) -> T:
    if type(index) is not int or not 0 <= index < len(items):
        raise Rejected(f"there is no {what} {index!r} among {len(items)}")
    return items[index]


def listed(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise Rejected(f"{what} is {value!r}, not a list")
    return value


def fields(evidence: Any, *names: str) -> None:
    """The object has exactly these fields, beside its rule."""
    if not isinstance(evidence, Mapping) or set(evidence) - {"rule"} != set(names):
        raise Rejected(f"expected an object with fields {sorted(names)}, not {evidence!r}")
