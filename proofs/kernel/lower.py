"""From the human statement to polynomials over the reals.

Every vector is read in norms and cosines (`gram`), every root and maximum becomes a variable with its defining equation,
and every quotient is cleared. Each denominator must be nonzero, each radicand nonnegative and each cleared denominator of
known sign *by the claim's own hypotheses*, shown by a certificate; otherwise the claim is ill-posed. Nothing is assumed
here beyond the claim's hypotheses, the definitions, and what holds for all vectors: ``‖v‖ ≥ 0``, ``−1 ≤ cos ≤ 1``,
``cos² + sin² = 1`` (``cos² = 1`` in dimension one), and that the squared norm of a vector is not negative.

Trusts: `interpret` and `gram` for the meaning of terms, and the lines below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from proofs.kernel import check, existence, steps, use
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
    Rejected,
    Relation,
    Staged,
    reduce,
    write,
)
from proofs.kernel.existence import pair
from proofs.kernel.gram import Vector, concatenated, coordinate_vector, inner_product, named_vector
from proofs.kernel.interpret import scalar_value
from proofs.kernel.ratio import (
    Ratio,
    as_variable,
    common_monomial,
    constant,
    content,
    divided,
    ordered,
    scaled,
    settled,
    split,
    square_part,
)
from proofs.kernel.signs import obvious
from proofs.kernel.text import unicode

ONE = constant(1)


class IllPosed(Rejected):
    """Some term is undefined for inputs that the hypotheses allow, as far as anyone could show.

    `wanted` holds the relations of which one would do, and `context` what they must follow from.
    """

    def __init__(self, message: str, wanted: tuple[Relation, ...], context: Context) -> None:
        super().__init__(message)
        self.wanted, self.context = wanted, context


@dataclass
class Lowering:
    """One statement under translation: definitions and facts grow as terms are met."""

    library: Callable[[str], tuple[tuple[t.Formula, ...], t.Formula]]
    stored: Mapping[str, Sequence[Evidence]] = field(default_factory=dict)
    squares: dict[str, Poly] = field(default_factory=dict)
    facts: list[Formula] = field(default_factory=list)
    chart: dict[str, Ratio] = field(default_factory=dict)
    roots: dict[str, str] = field(default_factory=dict)
    names: dict[str, t.Node] = field(default_factory=dict)
    spaces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lines: set[tuple[str, ...]] = field(default_factory=set)
    pairs: set[str] = field(default_factory=set)
    obligations: dict[str, Evidence] = field(default_factory=dict)
    memo: dict[int, tuple[t.Node, Any]] = field(default_factory=dict, repr=False)

    # --- numbers: the algebra of `interpret` ---

    def number(self, value: Fraction) -> Ratio:
        return constant(value)

    def symbol(self, name: str) -> Ratio:
        return self.coordinate(name)

    def base(self, vector: t.Base) -> Vector[Ratio]:
        self.spaces[vector.name] = vector.space
        self.know(Relation(">=", self.coordinate(f"|{vector.name}|").numerator))
        if vector.dimension == 1:
            self.lines.add(vector.space)
        return named_vector(vector.name, vector.space, ONE)

    def literal(self, entries: tuple[Ratio, ...]) -> Vector[Ratio]:
        return coordinate_vector(entries)

    def scale(self, factor: Ratio, vector: Vector[Ratio]) -> Vector[Ratio]:
        return vector.scaled(factor)

    def concatenate(self, parts: tuple[Vector[Ratio], ...]) -> Vector[Ratio]:
        return concatenated(parts)

    def inner(self, left: Vector[Ratio], right: Vector[Ratio]) -> Ratio:
        return self.settle(inner_product(left, right, self.gram, constant(0)))

    def quotient(self, numerator: Ratio, denominator: Ratio, term: t.Node) -> Ratio:
        """Multiply by the inverse of something proved positive: the denominator, its negative or its square."""
        above, below = self.settle(numerator), self.settle(denominator)
        poly = below.numerator
        candidates = [(reduce(p, self.squares), f) for p, f in ((poly, ONE), (-poly, -ONE), (poly * poly, Ratio(poly)))]
        for candidate, factor in candidates:
            if self.holds(Relation(">", candidate)):
                c, powers = split(candidate, self.positive_variables())
                inverse = Ratio(Poly.constant(1 / c), ordered(powers))
                cleared = Ratio(Poly.constant(1))
                for f, k in below.factors:
                    cleared = cleared * Ratio(f**k)
                return self.settle(above * factor * cleared * inverse)
        wanted = tuple(Relation(">", candidate) for candidate, _ in candidates)
        raise IllPosed(f"{unicode(term)}: {write(poly)} is not shown to be different from 0", wanted, self.context())

    def root(self, radicand: Ratio, term: t.Node) -> Ratio:
        """``√(N/D)``: the known squares come out, the rest becomes a variable r ≥ 0 with its r²."""
        if isinstance(term, t.Norm) and isinstance(term.vector, t.Base):
            return self.coordinate(f"|{term.vector.name}|")
        value = self.settle(radicand)
        inside, outside = value.numerator, ONE
        for f, k in value.factors:
            inside = reduce(inside * f ** (k % 2), self.squares)
            outside = outside * Ratio(Poly.constant(1), ((f, (k + 1) // 2),))
        if not inside.terms:
            return constant(0)
        halves, inside = self.square_factors(inside, term)
        r, d = square_part(content(inside))
        inside = scaled(inside, Fraction(d) / content(inside))
        outside = outside * Ratio(scaled(Poly({halves: Fraction(1)}), r))
        if inside == Poly.constant(1):
            return self.settle(outside)
        label = term.vector if isinstance(term, t.Norm) and outside == ONE else None
        return self.settle(outside * Ratio(Poly.variable(self.root_variable(inside, label))))

    def square_factors(self, radicand: Poly, term: t.Node) -> tuple[Monomial, Poly]:
        """``n`` and A with ``radicand = n²·A``, where n is a product of variables ``≥ 0`` and A is shown to be so too.

        Of ``n²·A ≥ 0`` alone nothing follows for A at n = 0. If A is not shown to be nonnegative, only variables that are
        positive are taken out.
        """
        wanted: list[Relation] = []
        for names in (self.nonnegative_variables(), self.positive_variables()):
            halves = tuple((n, e // 2) for n, e in common_monomial(radicand, names) if e > 1)
            rest = divided(radicand, tuple((n, 2 * e) for n, e in halves))
            if self.holds(Relation(">=", rest)):
                return halves, rest
            wanted += [Relation(">", rest), Relation(">=", rest)]
        if isinstance(term, t.Norm):
            return halves, rest
        message = f"{unicode(term)}: {write(rest)} is not shown to be nonnegative"
        raise IllPosed(message, tuple(dict.fromkeys(wanted)), self.context())

    def log(self, argument: Ratio, term: t.Node) -> Ratio:
        """``ln y`` as a sum over the factors of y, with what is known of every logarithm: ``1 − 1/y ≤ ln y ≤ y − 1``."""
        y = self.settle(argument)
        if not self.holds(Relation(">", y.numerator)):
            message = f"{unicode(term)}: {write(y.numerator)} is not shown to be positive"
            raise IllPosed(message, (Relation(">", y.numerator),), self.context())
        c, factors = split(y.numerator, self.positive_variables())
        factors |= {f: factors.get(f, 0) - k for f, k in y.factors}
        factors |= {Poly.constant(c.numerator): 1, Poly.constant(c.denominator): -1} if c != 1 else {}
        total = constant(0)
        for f, k in factors.items():
            if k and f != Poly.constant(1):
                total = total + constant(k) * Ratio(Poly.variable(self.log_variable(f)))
        for bound in (y + -ONE + -total, y * total + -y + ONE):
            if (poly := self.settle(bound).numerator).terms:
                self.know(Relation(">=", self.primitive(poly)))
        return total

    def maximum(self, arguments: tuple[Ratio, ...]) -> Ratio:
        """A variable m with ``m ≥`` each argument and ``Π (m − argument) = 0``."""
        values = [self.settle(argument) for argument in arguments]
        key = "max " + "; ".join(map(str, values))
        if key not in self.roots:
            self.roots[key] = name = self.fresh("max")
            product = Poly.constant(1)
            for value in values:
                gap = self.settle(Ratio(Poly.variable(name)) + -value).numerator
                self.facts.append(Relation(">=", self.primitive(gap)))
                product = product * gap
            self.facts.append(Relation("=", self.primitive(reduce(product, self.squares))))
        return Ratio(Poly.variable(self.roots[key]))

    # --- coordinates: norms, cosines, sines, symbols ---

    def coordinate(self, name: str) -> Ratio:
        if name in self.roots.values():
            raise Rejected(f"{name} already names an auxiliary variable; rename it in the statement")
        return self.chart.get(name, Ratio(Poly.variable(name)))

    def declare_pair(self, a: str, b: str) -> Ratio:
        """The cosine between two named vectors of a space; what holds for all cosines is noted when it is first met."""
        space = self.spaces[a]
        cosine, sine = pair(a, b, space)
        c = self.coordinate(cosine)
        if cosine in self.pairs:
            return c
        self.pairs.add(cosine)
        self.know(Relation(">=", self.settle(ONE + -c).numerator))
        self.know(Relation(">=", self.settle(ONE + c).numerator))
        if cosine not in self.chart:
            s = Poly.variable(sine)
            self.squares[cosine] = Poly.constant(1) if space in self.lines else Poly.constant(1) - s * s
            if space not in self.lines:
                self.know(Relation(">=", s))
        for other in space:
            if {pair(a, other, space)[0], pair(b, other, space)[0]} <= self.pairs:
                self.declare_triple(space, sorted((a, b, other), key=space.index))
        return c

    def declare_triple(self, space: tuple[str, ...], names: Sequence[str]) -> None:
        """The Gram determinant of three unit vectors is not negative."""
        p, q, r = (self.coordinate(pair(a, b, space)[0]) for a, b in combinations(names, 2))
        determinant = ONE + constant(2) * p * q * r + -(p * p) + -(q * q) + -(r * r)
        self.know(Relation(">=", self.settle(determinant).numerator))

    def know(self, fact: Formula) -> None:
        if fact not in self.facts:
            self.facts.append(fact)

    def gram(self, a: str, b: str) -> Ratio | None:
        """The inner product of two named vectors, or of two vectors of the standard basis."""
        if a.isdecimal():
            return ONE if a == b else None
        lengths = self.coordinate(f"|{a}|") * self.coordinate(f"|{b}|")
        if a == b:
            return lengths
        return lengths * self.declare_pair(a, b)

    # --- signs ---

    def context(self) -> Context:
        return Context(dict(self.squares), tuple(self.facts), self)

    def holds(self, goal: Relation) -> bool:
        """Whether the goal is shown, by inspection or by stored evidence, from the facts so far."""
        context, text = self.context(), relation_text(goal)
        by_inspection = obvious(goal, context)
        for evidence in (by_inspection,) if by_inspection else self.stored.get(text, ()):
            if check.proves(goal, evidence, context):
                self.obligations[text] = evidence
                return True
        return goal.op == ">=" and self.holds(Relation(">", goal.poly))

    def positive_variables(self) -> set[str]:
        return self._variables(">")

    def nonnegative_variables(self) -> set[str]:
        return self._variables(">=", ">")

    def _variables(self, *ops: str) -> set[str]:
        return {
            name for fact in self.facts if isinstance(fact, Relation) and fact.op in ops if (name := as_variable(fact.poly))
        }

    def root_variable(self, radicand: Poly, vector: t.VectorTerm | None) -> str:
        """The variable whose square is the radicand; named after the vector whose norm it is, if it is one."""
        key = write(radicand)
        if key not in self.roots:
            strict = self.holds(Relation(">", radicand))
            self.roots[key] = variable = self.root_name(radicand, vector)
            self.squares[variable] = radicand
            self.facts.append(Relation(">" if strict else ">=", Poly.variable(variable)))
        return self.roots[key]

    def log_variable(self, factor: Poly) -> str:
        """The variable that stands for the logarithm of something positive."""
        return self.roots.setdefault(f"log {write(factor)}", self.fresh("log"))

    def root_name(self, radicand: Poly, vector: t.VectorTerm | None) -> str:
        taken = {name.strip("|") for name in self.known_names()}
        if isinstance(vector, t.NamedVector) and vector.name not in taken:
            return f"|{vector.name}|"
        if not radicand.variables() and (name := f"root{write(radicand)}") not in taken:
            return name
        return self.fresh("r")

    def known_names(self) -> set[str]:
        """The names that stand for something here."""
        return {*self.names, *self.spaces, *self.chart, *self.squares, *self.roots.values(), *variables_of(self.facts)}

    def fresh(self, stem: str) -> str:
        """A name that no variable of the context has."""
        taken = self.known_names()
        return next(name for n in range(1, len(taken) + 2) if (name := f"{stem}{n}") not in taken)

    def settle(self, value: Ratio) -> Ratio:
        return settled(value, self.squares, self.positive_variables())

    def primitive(self, poly: Poly) -> Poly:
        """The polynomial without its positive content: a positive rational and variables known to be positive."""
        shared = common_monomial(poly, self.positive_variables())
        return scaled(divided(poly, shared), 1 / content(poly))

    # --- formulas ---

    def formula(self, statement: t.Formula) -> Formula:
        match statement:
            case t.Relation(op, left, right):
                difference = self.settle(
                    scalar_value(right, self) + -scalar_value(left, self)
                    if op in ("<", "<=")
                    else scalar_value(left, self) + -scalar_value(right, self)
                )
                return Relation(op.replace("<", ">"), self.primitive(difference.numerator))
            case t.Both(parts):
                return And(tuple(self.formula(part) for part in parts))
            case t.Either(parts):
                return Or(tuple(self.formula(part) for part in parts))
            case t.Iff(left, right):
                return Iff(self.formula(left), self.formula(right))
            case t.Exists():
                return existence.Existential(statement, self.resumed(self.context()))
            case t.AfterSteps():
                return steps.Repeated(statement, self.resumed(self.context()))
        raise TypeError(f"{statement!r} is not a formula")

    def assume(self, statement: t.Formula) -> Formula:
        if isinstance(statement, t.Both):
            return And(tuple(self.assume(part) for part in statement.parts))
        formula = self.formula(statement)
        self.facts = list(self.context().assume(formula).facts)
        return formula

    def identify(self, hypotheses: Iterable[t.Formula]) -> None:
        """An equation between two coordinates makes them one: the left one is read as the right one.

        A cosine is left alone unless its vectors are said to be nonzero: what it is read as must not help to show that it
        has a value.
        """
        said = [part for hypothesis in hypotheses for part in t.conjuncts(hypothesis)]
        nonzero = {name for part in said if (name := nonzero_vector(part))}
        for part in said:
            match part:
                case t.Relation("=", t.Cosine(t.Base(v), t.Base(w))) if not {v, w} <= nonzero:
                    pass
                case t.Relation("=", left, right):
                    a, b = coordinate_name(left), coordinate_name(right)
                    if a and b and a not in self.chart and self.coordinate(b) != Ratio(Poly.variable(a)):
                        self.chart[a] = self.coordinate(b)

    def resumed(self, context: Context) -> Lowering:
        """A copy that goes on from a context."""
        return replace(
            self,
            squares=dict(context.squares),
            facts=list(context.facts),
            chart=dict(self.chart),
            roots=dict(self.roots),
            names=dict(self.names),
            spaces=dict(self.spaces),
            lines=set(self.lines),
            pairs=set(self.pairs),
            memo={},
        )

    # --- the language of `check` ---

    def lemma(self, claim: str, substitution: Mapping[str, str], context: Context) -> Staged:
        return use.lemma(self.resumed(context), claim, substitution)

    def stage(self, make: Callable[[Lowering], Formula]) -> check.Stage:
        def enlarge(context: Context) -> tuple[Context, Formula]:
            lowering = context.language.resumed(context)  # type: ignore[attr-defined]
            try:
                formula = make(lowering)
            except (TypeError, ValueError) as error:
                raise Rejected(str(error)) from error
            return lowering.context(), formula

        return enlarge

    def term(self, text: str) -> Any:
        """A scalar or vector of this statement, by its text."""
        return use.term(text, self.names)


def variables_of(facts: Iterable[Formula]) -> set[str]:
    """The variables of all relations among the facts."""
    return {name for fact in facts for relation in relations(fact) for name in relation.poly.variables()}


def relations(formula: Formula) -> Iterable[Relation]:
    match formula:
        case Relation():
            yield formula
        case And(parts) | Or(parts):
            for part in parts:
                yield from relations(part)
        case Iff(left, right):
            yield from relations(left)
            yield from relations(right)


def nonzero_vector(formula: t.Formula) -> str | None:
    """The vector of which it is said that its norm is positive."""
    match formula:
        case t.Relation(">", t.Norm(t.Base(name)), t.Number(value)) if value == 0:
            return name
    return None


def coordinate_name(term: t.Scalar) -> str | None:
    match term:
        case t.Symbol(name):
            return name
        case t.Norm(t.Base(name)):
            return f"|{name}|"
        case t.Cosine(t.Base() as v, t.Base() as w) if v.space == w.space and v != w:
            return pair(v.name, w.name, v.space)[0]
    return None


def relation_text(relation: Relation) -> str:
    return f"{write(relation.poly)} {relation.op} 0"
