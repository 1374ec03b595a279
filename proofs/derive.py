"""Derivations: how one side of a claim is worked out, each line produced from the one before it.

The first lines unfold definitions in the language of statements. Then `interpret` reads the side over SymPy expressions, in
inner products first, in norms and cosines next, and SymPy puts it over one denominator and factors it. The only thing that
is typed is the side that the claim prints; whether the last line equals it is decided by the kernel, as an identity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy

from proofs.kernel import terms as t
from proofs.kernel.check import Context, Evidence, Poly, Rejected, decide, proves
from proofs.kernel.claim import Claim
from proofs.kernel.core import Core, lower
from proofs.kernel.existence import pair
from proofs.kernel.gram import Vector, concatenated, coordinate_vector, inner_product, named_vector
from proofs.kernel.interpret import scalar_value
from proofs.kernel.language import absolute
from proofs.kernel.lower import IllPosed, coordinate_name, relation_text
from proofs.kernel.text import unicode, where
from proofs.kernel.verify import Library
from proofs.search.certificates import obligations
from proofs.search.ingredients import PLANS
from proofs.search.smt import SolverMissing

Expr = Any
ONE = sympy.Integer(1)
LONGEST = 150
"""Characters in a line that a reader can follow."""
MAXIMUM = sympy.Function("max")


@dataclass(frozen=True)
class Line:
    """One line of a derivation: what was done to the line before, and the result, in SymPy once it is there."""

    done: str
    term: t.Scalar
    expr: Expr = None


@dataclass(frozen=True)
class Derivation:
    """One side of a relation worked out; `claimed` is what an equation prints as its other side."""

    lines: tuple[Line, ...]
    claimed: t.Scalar | None
    agrees: bool | None

    def readable(self) -> Iterator[Line]:
        """The lines that are short enough to be read; what was done on the way to each is said together.

        The side that is claimed stands last, unless it is the line before.
        """
        done = list[str]()
        for line in self.lines:
            done.append(line.done)
            if line is self.lines[-1] and self.claimed is not None and unicode(line.term) == unicode(self.claimed):
                yield Line(", ".join([*done, "as claimed"]), line.term)
                return
            if len(unicode(line.term)) <= LONGEST or line is self.lines[-1]:
                yield Line(", ".join(done), line.term)
                done = []
        if self.claimed is not None:
            how = "the kernel finds both identical" if self.agrees else "not by an identity, see below"
            yield Line(f"as claimed; {how}", self.claimed)


def derivations(claim: Claim, library: Library) -> list[Derivation]:
    """The derivations of a claim: one for each side, among those of its conclusion, that is made of composed vectors."""
    claim = claim.with_blocks(2)
    found = []
    for side, claimed in sides(claim.statement):
        lines = derived(side, claim)
        if claimed is None and len(unicode(lines[-1].term)) > LONGEST:
            continue
        agrees = None if claimed is None else decided(claim, lines[-1].term, claimed, library)
        found.append(Derivation(lines, claimed, agrees))
    return found


def sides(statement: t.Formula) -> list[tuple[t.Scalar, t.Scalar | None]]:
    """The sides worth working out; those of an equation that is claimed outright with what they are claimed to be."""
    claimed = {id(part) for part in t.conjuncts(statement) if isinstance(part, t.Relation) and part.op == "="}
    found: dict[t.Scalar, t.Scalar | None] = {}
    for node in t.walk(statement):
        if isinstance(node, t.Relation):
            composed = [(a, b) for a, b in ((node.left, node.right), (node.right, node.left)) if is_composed(a)]
            for side, other in composed[:1] if node.op == "=" else composed:
                if id(node) in claimed:
                    found.setdefault(side, other)
                else:
                    found.update((part, None) for part in worth_deriving(side) if part not in found)
    return list(found.items())


def worth_deriving(side: t.Scalar) -> list[t.Scalar]:
    """The side, or the composed cosines in it if it has a maximum, within which nothing can be factored."""
    nodes = list(t.walk(side))
    if not any(isinstance(node, t.Maximum) for node in nodes):
        return [side]
    return [node for node in nodes if isinstance(node, t.Cosine) and is_composed(node)]


def is_composed(term: t.Scalar) -> bool:
    """Whether a derivative is in it, or an inner product, norm or cosine of anything but named vectors."""
    return any(
        isinstance(node, t.Derivative) or not all(isinstance(vector, t.Base) for vector in t.children(node))
        for node in t.walk(term)
        if isinstance(node, t.Derivative | t.Inner | t.Cosine | t.Sine | t.Norm)
    )


def decided(claim: Claim, derived: t.Scalar, claimed: t.Scalar, library: Library) -> bool:
    """Whether the kernel finds the two identical under the hypotheses of the claim."""
    line = Claim(claim.id, t.Relation("=", derived, claimed), given=claim.given)
    try:
        core = lowered(line, library)
        decide(core.goal, {"rule": "identity"}, core.context)
    except (Rejected, SolverMissing):
        return False
    return True


def lowered(line: Claim, library: Library) -> Core:
    """The core of a line, whose terms may be defined for other reasons than those that are stored for the claim."""
    known = {text: list(found) for text, found in library.stored(line.id).get("obligations", {}).items()}
    while True:
        try:
            return lower(line, library.parts, known)
        except IllPosed as error:
            new = products(error) or obligations(error, PLANS.get(line.id, {}).get("obligations", {}))
            if not new or any(evidence in known.get(text, []) for text, evidence in new.items()):
                raise
            for text, evidence in new.items():
                known.setdefault(text, []).append(evidence)


def products(error: IllPosed) -> dict[str, Evidence]:
    """Evidence for one of the relations that a term waits for, where it says that a product of known facts is positive."""
    for wanted in error.wanted:
        evidence = as_product(wanted.poly, error.context)
        if evidence is not None and proves(wanted, evidence, error.context):
            return {relation_text(wanted): evidence}
    return {}


def as_product(poly: Poly, context: Context) -> Evidence | None:
    """The certificate that a polynomial is a product of variables, and of sums that are squares of variables."""
    squares = {in_sympy(square): name for name, square in context.squares.items()}
    c, factors = sympy.factor_list(in_sympy(poly))
    named = {
        base: [str(base)] if base.is_Symbol else [squares[base]] * 2
        for base, _ in factors
        if base.is_Symbol or base in squares
    }
    if c <= 0 or len(named) < len(factors):
        return None
    facts = [name for base, k in factors for name in named[base] * k]
    term = {"weight": str(c), "square": "1", "facts": facts}
    return {"rule": "certificate", "multiplier": [{"weight": "1", "facts": []}], "terms": [term], "equations": []}


def in_sympy(poly: Poly) -> Expr:
    terms = (sympy.Rational(Fraction(c)) * sympy.prod(sympy.Symbol(n) ** e for n, e in m) for m, c in poly.terms.items())
    return sympy.Add(*terms)


# --- the lines --------------------------------------------------------------------------------------------------------


def derived(side: t.Scalar, claim: Claim) -> tuple[Line, ...]:
    """The lines from the side as stated to its factored form; a line that changes nothing is left out."""
    lines = [Line("as stated", side)]

    def add(done: str, term: t.Scalar, expr: Expr = None) -> None:
        if unicode(term) != unicode(lines[-1].term):
            lines.append(Line(done, term, expr))

    add("abbreviations written out", unfolded(side))
    add("what a cosine is", defined(unfolded(side)))
    algebra = Symbolic(nonzero(claim), positive(claim))
    expr = scalar_value(side, algebra)
    for done, operation in operations(side, claim, algebra):
        expr = operation(expr)
        add(done, algebra.term(expr), expr)
    return tuple(lines)


Operation = Callable[[Expr], Expr]


def operations(side: t.Scalar, claim: Claim, algebra: Symbolic) -> Iterator[tuple[str, Operation]]:
    """What is done to the expression, one thing after the other."""
    yield "inner products expanded", lambda expr: expr
    yield "norms and cosines", algebra.in_norms_and_cosines
    names = abbreviations(side, claim)
    for equation in equations(claim):
        yield unicode(equation), lambda expr, e=equation: algebra.replaced(expr, e)  # type: ignore[misc]
    for name in names:
        yield algebra.written_with(name)
    yield "one denominator", unless_maximum(sympy.together)
    yield "factored", unless_maximum(sympy.factor)
    for name in names:
        if isinstance(name.meaning, t.Sine):
            yield f"{unicode(name)}² = 1 − cos²", lambda expr, n=name: algebra.with_sine(expr, n)  # type: ignore[misc]


def unless_maximum(operation: Operation) -> Operation:
    """The operation, but for expressions with a maximum, whose arguments it would pull apart."""
    return lambda expr: expr if expr.has(MAXIMUM) else operation(expr)


def nonzero(claim: Claim) -> frozenset[str]:
    """The named vectors that the hypotheses say are not zero, so that they have cosines."""
    return frozenset(vector.name for formula in claim.given for part in t.walk(formula) for vector in nonzero_vectors(part))


def positive(claim: Claim) -> frozenset[str]:
    """The numbers that the hypotheses say are positive."""
    signs = (part for part in claim.given if isinstance(part, t.Relation) and part.op == ">")
    return frozenset(
        part.left.name for part in signs if isinstance(part.left, t.Symbol) and part.right == t.Number(Fraction(0))
    )


def nonzero_vectors(part: t.Node) -> Iterator[t.Base]:
    match part:
        case t.Relation(">", t.Norm(t.Base() as vector), t.Number(value)) if value >= 0:
            yield vector


def equations(claim: Claim) -> list[t.Relation]:
    """The hypotheses on norms and inner products by which an expression can be rewritten, the longest first."""
    parts = (part for formula in claim.given for part in t.walk(formula) if isinstance(part, t.Relation) and part.op == "=")
    usable = [
        part for part in parts if isinstance(part.left, t.Norm | t.Inner) and isinstance(part.right, t.Norm | t.Number)
    ]
    return sorted(usable, key=lambda part: not is_composed(part.left))


def abbreviations(side: t.Scalar, claim: Claim) -> list[t.NamedScalar]:
    """The abbreviations of simple terms; of γ/‖z‖² and γ/‖w‖² that one first whose norm the side has more of."""
    named = dict.fromkeys(node for part in claim.parts for node in where(part) if isinstance(node, t.NamedScalar))
    norms = Counter(node for node in t.walk(side) if isinstance(node, t.Norm))
    simple = [name for name in named if not is_composed(name.meaning)]
    return sorted(simple, key=lambda name: -sum(norms[node] for node in t.walk(name.meaning) if isinstance(node, t.Norm)))


def unfolded(term: Any) -> Any:
    """The term with its abbreviations written out, but for those of a single norm or cosine."""
    if isinstance(term, t.NamedScalar) and coordinate_name(term.meaning) is None:
        return unfolded(term.meaning)
    return term if isinstance(term, t.NamedScalar | t.VectorTerm) else t.rebuild(term, unfolded)


def defined(term: Any) -> Any:
    """The term with each cosine of composed vectors as a quotient."""
    if isinstance(term, t.Cosine) and is_composed(term):
        return t.Quotient(t.Inner(term.left, term.right), t.Product((t.Norm(term.left), t.Norm(term.right))))
    return term if isinstance(term, t.NamedScalar | t.VectorTerm) else t.rebuild(term, defined)


# --- reading a statement over SymPy -----------------------------------------------------------------------------------


@dataclass
class Symbolic:
    """The algebra of SymPy expressions in the inner products of the named vectors; remembers what each symbol means."""

    nonzero: frozenset[str] = frozenset()
    positive: frozenset[str] = frozenset()
    meanings: dict[Any, t.Scalar] = field(default_factory=dict)
    bases: dict[str, t.Base] = field(default_factory=dict)

    def symbol_for(self, meaning: t.Scalar, name: str, **assumptions: bool) -> Expr:
        symbol = sympy.Symbol(name, real=True, **assumptions)
        self.meanings[symbol] = meaning
        return symbol

    def number(self, value: Fraction) -> Expr:
        return sympy.Rational(value.numerator, value.denominator)

    def symbol(self, name: str) -> Expr:
        return self.symbol_for(t.Symbol(name), name, **({"positive": True} if name in self.positive else {}))

    def quotient(self, numerator: Expr, denominator: Expr, term: t.Node) -> Expr:
        return numerator / denominator

    def root(self, radicand: Expr, term: t.Node) -> Expr:
        if isinstance(term, t.Norm) and isinstance(term.vector, t.Base):
            return self.norm(term.vector)
        return sympy.sqrt(radicand)

    def log(self, argument: Expr, term: t.Node) -> Expr:
        return sympy.log(argument)

    def maximum(self, arguments: tuple[Expr, ...]) -> Expr:
        return MAXIMUM(*arguments)

    def base(self, vector: t.Base) -> Vector[Expr]:
        self.bases[vector.name] = vector
        return named_vector(vector.name, vector.space, ONE)

    def literal(self, entries: tuple[Expr, ...]) -> Vector[Expr]:
        return coordinate_vector(entries)

    def scale(self, factor: Expr, vector: Vector[Expr]) -> Vector[Expr]:
        return vector.scaled(factor)

    def concatenate(self, parts: tuple[Vector[Expr], ...]) -> Vector[Expr]:
        return concatenated(parts)

    def inner(self, left: Vector[Expr], right: Vector[Expr]) -> Expr:
        return inner_product(left, right, self.gram, sympy.Integer(0))

    def gram(self, a: str, b: str) -> Expr:
        """The inner product of two named vectors, as a symbol of its own."""
        if a.isdigit():
            return ONE if a == b else None
        first, second = sorted((a, b), key=self.bases[a].space.index)
        return self.symbol_for(t.Inner(self.bases[first], self.bases[second]), f"<{first},{second}>")

    def norm(self, vector: t.Base) -> Expr:
        sign = "positive" if vector.name in self.nonzero else "nonnegative"
        return self.symbol_for(t.Norm(vector), f"|{vector.name}|", **{sign: True})

    def abbreviation(self, name: t.NamedScalar) -> Expr:
        """The symbol for an abbreviation, which is positive if all that it is made of says so."""
        if isinstance(name.meaning, t.Sine):
            return self.symbol_for(name, name.name, nonnegative=True)
        return self.symbol_for(name, name.name, **({"positive": True} if self.value(name.meaning).is_positive else {}))

    def in_norms_and_cosines(self, expr: Expr) -> Expr:
        """Each inner product as norms times a cosine, where there is one."""
        values = {}
        for symbol, meaning in list(self.meanings.items()):
            if isinstance(meaning, t.Inner) and isinstance(meaning.left, t.Base) and isinstance(meaning.right, t.Base):
                if meaning.left != meaning.right and not {meaning.left.name, meaning.right.name} <= self.nonzero:
                    continue
                values[symbol] = self.norm(meaning.left) * self.norm(meaning.right)
                if meaning.left != meaning.right:
                    name = pair(meaning.left.name, meaning.right.name, meaning.left.space)[0]
                    values[symbol] *= self.symbol_for(t.Cosine(meaning.left, meaning.right), name)
        return expr.subs(values)

    def value(self, term: t.Scalar) -> Expr:
        """The term in norms and cosines."""
        return self.in_norms_and_cosines(scalar_value(term, self))

    def replaced(self, expr: Expr, equation: t.Relation) -> Expr:
        return expr.subs(self.value(equation.left), self.value(equation.right))

    def written_with(self, name: t.NamedScalar) -> tuple[str, Operation]:
        """The expression with an abbreviation: for a norm or cosine, or for the number that it is a multiple of."""
        meaning, symbol = self.value(name.meaning), self.abbreviation(name)
        numbers = [s for s in meaning.free_symbols if isinstance(self.meanings.get(s), t.Symbol)]
        if coordinate_name(name.meaning):
            return f"{unicode(name)} = {unicode(name.meaning)}", lambda expr: expr.subs(meaning, symbol)
        if len(numbers) == 1 and sympy.diff(meaning, numbers[0], 2) == 0 and meaning.subs(numbers[0], 0) == 0:
            solved = symbol * numbers[0] / meaning
            return f"{unicode(name)} = {unicode(name.meaning)}", lambda expr: expr.subs(numbers[0], solved)
        return "", lambda expr: expr

    def with_sine(self, expr: Expr, name: t.NamedScalar) -> Expr:
        """The factored expression with ``1 − s²`` for the square of the cosine of the same vectors, within roots as well."""
        sine = self.abbreviation(name)
        cosine = self.value(t.Cosine(name.meaning.left, name.meaning.right))  # type: ignore[attr-defined]
        shorter = {s for s, m in self.meanings.items() if isinstance(m, t.NamedScalar) and self.value(m.meaning) == cosine}
        c = shorter.pop() if shorter else cosine

        def shortened(part: Expr) -> Expr:
            if part.is_Mul and part.has(sympy.Abs):
                return sympy.factor(sympy.prod(shortened(factor) for factor in part.args))
            if (part.is_Pow and part.exp.is_Integer) or part.func == sympy.Abs:
                return part.func(shortened(part.args[0]), *part.args[1:])
            above, below = sympy.fraction(sympy.together(part))
            if not part.has(c) or not (above.is_polynomial(c) and below.is_polynomial(c)):
                return part
            above, below = (sympy.rem(sympy.expand(part), c**2 + sine**2 - 1, c) for part in (above, below))
            return sympy.factor(above / below)

        return shortened(expr.replace(is_root, lambda root: shortened(root.base) ** root.exp))

    # --- back into the language ---

    def term(self, expr: Expr) -> t.Scalar:
        """The expression as a term, so that it is written and lowered like any other."""
        if expr in self.meanings:
            return self.meanings[expr]
        if expr.is_Rational:
            return t.Number(Fraction(int(expr.p), int(expr.q)))
        if expr.is_Add:
            return t.Sum(tuple(self.term(part) for part in _positive_first(expr)))
        if expr.is_Pow and not expr.exp.is_negative:
            base = self.term(expr.base)
            if expr.exp.is_Integer:
                return t.Power(base, int(expr.exp))
            root = t.Root(base)
            return root if expr.exp == sympy.Rational(1, 2) else t.Power(root, int(2 * expr.exp))
        if expr.func == sympy.log:
            return t.Log(self.term(expr.args[0]))
        if expr.func == sympy.Abs:
            return absolute(self.term(expr.args[0]))
        if expr.func == MAXIMUM:
            return t.Maximum(tuple(self.term(argument) for argument in expr.args))
        above, below = sympy.fraction(expr)
        sign, numerator = self.product(above)
        if below != 1:
            other, denominator = self.product(below)
            sign, numerator = sign * other, t.Quotient(numerator, denominator)
        return -numerator if sign < 0 else numerator

    def product(self, expr: Expr) -> tuple[int, t.Scalar]:
        """A sign and a product whose sums begin with a positive term of lowest degree."""
        c, rest = expr.as_coeff_Mul()
        sign, factors = 1 if c > 0 else -1, [] if abs(c) == 1 else [self.term(abs(c))]
        for factor in sympy.Mul.make_args(rest) if rest != 1 else ():
            base, exponent = factor.as_base_exp()
            if base.is_Add and exponent.is_Integer and _begins_negative(base):
                sign, factor = sign * (-1) ** int(exponent), (-base) ** exponent
            elif base.func == MAXIMUM and exponent == 1 and all(_is_negative(a) for a in base.args):
                sign = -sign
                factors.append(t.Minimum(tuple(self.term(-argument) for argument in base.args)))
                continue
            factors.append(self.term(factor))
        factors = factors or [t.Number(Fraction(1))]
        return sign, factors[0] if len(factors) == 1 else t.Product(tuple(factors))


def is_root(expr: Expr) -> bool:
    return bool(expr.is_Pow and expr.exp.is_Rational and not expr.exp.is_Integer)


def _positive_first(expr: Expr) -> list[Expr]:
    return sorted(expr.as_ordered_terms(), key=_is_negative)


def _is_negative(term: Expr) -> bool:
    return bool(term.is_zero or (-term if term.is_Add else term).as_coeff_Mul()[0] < 0)


def _begins_negative(total: Expr) -> bool:
    """Whether the term of lowest degree has a minus sign."""
    first = min(total.args, key=lambda part: (_degree(part), str(part)))
    return bool(first.as_coeff_Mul()[0] < 0)


def _degree(expr: Expr) -> Any:
    if expr.is_Pow and expr.exp.is_Number:
        return expr.exp * _degree(expr.base)
    if expr.is_Mul:
        return sum(map(_degree, expr.args))
    if expr.is_Add:
        return max(map(_degree, expr.args))
    return 1 if expr.free_symbols else 0
