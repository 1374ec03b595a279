"""Every number of blocks: the rule *sums*.

Concatenating blocks gives a pair of vectors again, and its inner product and squared norms are the sums of those of the
blocks. So a statement about every family of blocks follows from an invariant of pairs of vectors that

1. every single block satisfies, by the hypotheses on blocks,
2. passes from two pairs to their concatenation, and
3. implies the conclusion.

What stands for the whole family inside a statement about one block (a maximum, a norm of the whole) is a number fixed
before the family is gone through: a symbol. The maximum enters as some ``max1`` with every ``c_k ≤ max1``, which is more
than is claimed. A sum ``Σ e_k`` enters as a symbol that adds; that ``e_k`` has a value is shown for one block. A
conclusion *for every k* is shown for one marked block ``(x', y')``, from which the family is built up by adding the others
one at a time.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from proofs.kernel import check, use
from proofs.kernel import terms as t
from proofs.kernel.check import And, Context, Evidence, Formula, Rejected, Staged
from proofs.kernel.claim import Claim
from proofs.kernel.interpret import scalar_value
from proofs.kernel.language import equal
from proofs.kernel.lower import Lowering, variables_of


@dataclass
class Abstraction:
    """Symbols for what belongs to the whole family."""

    family: tuple[str, ...]
    taken: set[str]
    bounds: dict[t.Scalar, t.Symbol] = field(default_factory=dict)
    totals: dict[t.Scalar, t.Symbol] = field(default_factory=dict)
    fixed: dict[t.Scalar, t.Symbol] = field(default_factory=dict)

    def outside(self, node: Any) -> Any:
        """A statement about the family, with the two whole vectors as a pair."""
        match node:
            case t.Largest() | t.Smallest():
                return self.symbol(self.bounds, node, "max" if isinstance(node, t.Largest) else "min")
            case t.Total(each):
                return self.symbol(self.totals, self.inside(each), "total")
            case t.Whole():
                return t.Base(node.name, node.family)
            case t.Every() | t.Member():
                raise Rejected("a statement about single blocks stands where one about the whole family is due")
        return t.rebuild(node, self.outside)

    def inside(self, node: Any) -> Any:
        """A statement about one block, with the block as the pair and the rest of the family as fixed numbers."""
        if isinstance(node, t.Member):
            return t.Base(node.name, node.family)
        if isinstance(node, t.Scalar) and mentions(node, t.Whole, t.Largest, t.Smallest, t.Total):
            if isinstance(node, t.Largest | t.Smallest):
                return self.outside(node)
            if not mentions(node, t.Member):
                return self.symbol(self.fixed, self.outside(node), "fixed")
        return t.rebuild(node, self.inside)

    def symbol(self, kind: dict[t.Scalar, t.Symbol], node: t.Scalar, stem: str) -> t.Symbol:
        if node not in kind:
            candidates = (f"{stem}{i}" for i in itertools.count(1))
            name = next(n for n in candidates if not self.taken & {n, f"{n}_1", f"{n}_2"})
            self.taken.add(name)
            kind[node] = t.Symbol(name)
        return kind[node]

    def bounding(self) -> list[t.Formula]:
        """What is known of one block by its belonging to the family."""
        formulas: list[t.Formula] = []
        for node, symbol in list(self.bounds.items()):
            each = self.inside(node.each)  # type: ignore[attr-defined]
            formulas.append(each <= symbol if isinstance(node, t.Largest) else symbol <= each)
        return formulas


@dataclass(frozen=True)
class FamilyGoal:
    """A goal about every number of blocks, one or more; the evidence supplies the invariant."""

    statement: t.Formula
    marked: bool
    about_numbers: tuple[t.Formula, ...]
    about_blocks: tuple[t.Formula, ...]
    about_whole: tuple[t.Formula, ...]
    abstraction: Abstraction
    base: Lowering
    rule: str = "sums"

    def opened(self, evidence: Evidence, context: Context) -> Staged:
        check.fields(evidence, "invariant", "premises", "then")
        if not isinstance(evidence["invariant"], list):
            raise Rejected("the invariant is not a list of relations")
        invariant = t.Both(tuple(use.relation(text, self.vocabulary()) for text in evidence["invariant"]))
        numbers = self.base.resumed(self.with_known_numbers(context))

        def stage(assumed: list[t.Formula], shown: t.Formula, defined: Iterable[t.Scalar] = ()) -> check.Stage:
            def make(_: Context) -> tuple[Context, Formula]:
                lowering = numbers.resumed(numbers.context())
                try:
                    lowering.identify(assumed)
                    for formula in (*self.about_numbers, *assumed):
                        lowering.assume(formula)
                    for term in defined:
                        scalar_value(term, lowering)
                    goal = lowering.formula(shown)
                except (TypeError, ValueError) as error:
                    raise Rejected(str(error)) from error
                return lowering.context(), goal

            return make

        mark = self.blocks("x'") if self.marked else []
        one = self.blocks("x'" if self.marked else "x")
        added = [self.single(each, symbol) for each, symbol in self.abstraction.totals.items()]
        first = stage(one, self.at(invariant, "x'" if self.marked else "x", self.single), added)
        second = self.blocks("x_2") if self.marked else [self.at(invariant, "x_2", self.second)]
        merged = stage([*mark, self.at(invariant, "x_1", self.first), *second], self.at(invariant, "x_1+x_2", self.sum))
        whole = [*mark, invariant, *self.about_whole, *(equal(s, e) for e, s in self.abstraction.fixed.items())]
        statement = self.at(self.statement, "x'", None) if self.marked else self.statement
        return Staged((first, merged), stage(whole, statement))

    def with_known_numbers(self, context: Context) -> Context:
        """The context that the goal was made in, and what is known since of the numbers fixed before the family.

        A fact that speaks of a pair of vectors must stay behind: the pair is another one in each of the three steps.
        """
        own = self.base.context()
        allowed = {n.name for n in self.vocabulary().values() if isinstance(n, t.Symbol)} - self.belonging()
        since = [fact for fact in context.facts if fact not in own.facts and variables_of([fact]) <= allowed]
        return functools.reduce(Context.assume, since, own)

    def belonging(self) -> set[str]:
        """The symbols that change as the family is gone through."""
        abstraction = self.abstraction
        return {symbol.name for kind in (abstraction.totals, abstraction.fixed) for symbol in kind.values()}

    # --- the invariant and what it is said of ---

    def vocabulary(self) -> dict[str, t.Node]:
        """What an invariant may speak of: the pair, the marked block, and numbers fixed before the family."""
        abstraction = self.abstraction
        names: dict[str, t.Node] = {v.name: v for v in pair_of(abstraction.family, "")}
        if self.marked:
            names |= {v.name: v for v in pair_of(abstraction.family, "'")}
        for kind in (abstraction.bounds, abstraction.totals, abstraction.fixed):
            names |= {symbol.name: symbol for symbol in kind.values()}
        parts = (self.statement, *self.about_numbers, *self.about_blocks, *self.about_whole)
        names |= {n.name: n for part in parts for n in t.walk(part) if isinstance(n, t.Symbol)}
        return names

    def blocks(self, name: str) -> list[t.Formula]:
        """The hypotheses on one block, said of the named pair."""
        return [self.at(formula, name, None) for formula in (*self.about_blocks, *self.abstraction.bounding())]

    def at(self, formula: Any, name: str, totals: Callable[[t.Scalar, t.Symbol], t.Scalar] | None) -> Any:
        """A formula about the pair ``(x, y)``, said of another pair and of its sums."""
        place = pair_named(self.abstraction.family, name)
        sums = {} if totals is None else {s: totals(e, s) for e, s in self.abstraction.totals.items()}

        def change(node: Any) -> Any:
            if isinstance(node, t.Symbol) and node in sums:
                return sums[node]
            if isinstance(node, t.Base) and node.name in place:
                return place[node.name]
            return t.rebuild(node, change)

        return change(formula)

    def single(self, each: t.Scalar, symbol: t.Symbol) -> t.Scalar:
        result: t.Scalar = self.at(each, "x'" if self.marked else "x", None)
        return result

    def first(self, each: t.Scalar, symbol: t.Symbol) -> t.Scalar:
        return t.Symbol(f"{symbol.name}_1")

    def second(self, each: t.Scalar, symbol: t.Symbol) -> t.Scalar:
        return t.Symbol(f"{symbol.name}_2")

    def sum(self, each: t.Scalar, symbol: t.Symbol) -> t.Scalar:
        added: t.Scalar = self.at(each, "x_2", None) if self.marked else self.second(each, symbol)
        return self.first(each, symbol) + added


def goal(claim: Claim, library: Any, stored: Mapping[str, Any] | None = None) -> tuple[Context, Formula]:
    """The context of fixed numbers and the goal that says the claim for every number of blocks, one or more."""
    names = next(n.family for part in claim.parts for n in t.walk(part) if isinstance(n, t.Member | t.Whole))
    for part in claim.parts:
        for node in t.walk(part):
            if isinstance(node, t.Exists | t.AfterSteps) or (isinstance(node, t.Member | t.Whole) and node.family != names):
                raise Rejected(f"{claim.id}: the rule for sums speaks of one family, and not of existence or of steps")
            if isinstance(node, t.Derivative) and varies_across(node):
                raise Rejected(f"{claim.id}: the rule for sums differentiates a block or the whole, and not both in one")
    taken = {v.name for part in claim.parts for v in t.walk(part) if isinstance(v, t.Base | t.Symbol)}
    abstraction = Abstraction(names, taken)
    lowering = Lowering(library, stored=stored or {})
    lowering.names = {v.name: v for v in claim.variables()}
    for formula in (f for h in claim.given for f in t.conjuncts(h) if not mentions(f, t.Whole, t.Total, t.Every)):
        lowering.assume(abstraction.outside(formula))
    goals = tuple(split(claim.given, claim.statement, abstraction, lowering))
    for kind in (abstraction.bounds, abstraction.totals, abstraction.fixed):
        lowering.names |= {symbol.name: symbol for symbol in kind.values()}
    return lowering.context(), goals[0] if len(goals) == 1 else And(goals)


def split(given: tuple[t.Formula, ...], statement: t.Formula, abstraction: Abstraction, base: Lowering) -> list[FamilyGoal]:
    """One goal for each part of a conjunction, each direction of an equivalence."""
    match statement:
        case t.Both(parts):
            return [goal for part in parts for goal in split(given, part, abstraction, base)]
        case t.Iff(left, right):
            return [*split((*given, left), right, abstraction, base), *split((*given, right), left, abstraction, base)]
    hypotheses = [part for formula in given for part in t.conjuncts(formula)]
    blocks = tuple(abstraction.inside(f.each) for f in hypotheses if isinstance(f, t.Every))
    others = [f for f in hypotheses if not isinstance(f, t.Every)]
    whole = tuple(abstraction.outside(f) for f in others if mentions(f, t.Whole, t.Total))
    numbers = tuple(abstraction.outside(f) for f in others if not mentions(f, t.Whole, t.Total))
    marked = isinstance(statement, t.Every)
    said = abstraction.inside(statement.each) if isinstance(statement, t.Every) else abstraction.outside(statement)
    return [FamilyGoal(said, marked, numbers, blocks, whole, abstraction, base)]


def varies_across(node: t.Derivative) -> bool:
    """Whether something that is fixed while blocks are gone through may vary inside."""
    return mentions(node, t.Total, t.Largest, t.Smallest) or (mentions(node, t.Member) and mentions(node, t.Whole))


def mentions(node: t.Node, *kinds: type) -> bool:
    return any(isinstance(part, kinds) for part in t.walk(node))


def pair_of(family: tuple[str, ...], mark: str) -> tuple[t.Base, ...]:
    names = tuple(name + mark for name in family)
    return tuple(t.Base(name, names) for name in names)


def pair_named(family: tuple[str, ...], name: str) -> dict[str, t.VectorTerm]:
    """The vectors that stand for those of the pair: ``x``, ``x'``, ``x_1``, ``x_2`` or the concatenation ``x_1+x_2``."""
    mark = name[1:]
    if "+" not in mark:
        return dict(zip(family, pair_of(family, mark), strict=True))
    first, second = pair_of(family, "_1"), pair_of(family, "_2")
    return {n: t.NamedVector(n, t.Blocks((u, v))) for n, u, v in zip(family, first, second, strict=True)}
