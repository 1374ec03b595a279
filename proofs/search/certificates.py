"""Finding certificates: Z3's linear arithmetic weighs products of facts and squares until they add up to the goal.

A plan for a claim, in `ingredients`, may name a case split, a witness, a lemma, squares or multipliers worth trying. The
result is evidence like any other, and the kernel decides whether it proves anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from proofs.kernel import check
from proofs.kernel.check import (
    And,
    Context,
    Evidence,
    Formula,
    Iff,
    Monomial,
    Or,
    Poly,
    Relation,
    polynomial,
    reduce,
    write,
)
from proofs.kernel.lower import IllPosed, relation_text
from proofs.kernel.ratio import as_variable
from proofs.kernel.signs import obvious
from proofs.search import smt

Plan = Mapping[str, Any]
ABSURD = Relation(">=", Poly.constant(-1))


@dataclass(frozen=True)
class Term:
    """A product of facts and a square, as a candidate for one side of a certificate."""

    value: Poly
    square: Poly
    facts: tuple[str, ...]
    strict: bool


def find(goal: Formula, context: Context, plan: Plan) -> Evidence | None:
    """Evidence for the goal, or None if none was found along this plan."""
    evidence = attempt(goal, context, plan)
    return evidence if evidence is not None and check.proves(goal, evidence, context) else None


def attempt(goal: Formula, context: Context, plan: Plan) -> Evidence | None:
    if "use" in plan:
        return use(goal, context, plan)
    if "on" in plan:
        return cases(goal, context, plan)
    if "of" in plan:
        known = [fact for fact in context.facts if isinstance(fact, Or)]
        if plan["of"] >= len(known):
            return None
        pieces = [find(goal, context.assume(part), p) for part, p in zip(known[plan["of"]].parts, plan["each"], strict=True)]
        return None if None in pieces else {"rule": "cases", "of": plan["of"], "each": pieces}
    if "absurd" in plan:
        by = find(Relation(">=", Poly.constant(-1)), context, plan["absurd"])
        return None if by is None else {"rule": "absurd", "by": by}
    match goal:
        case And(parts):
            plans = plan.get("parts", [plan] * len(parts))
            pieces = [find(part, context, p) for part, p in zip(parts, plans, strict=True)]
            return None if None in pieces else {"rule": "both", "parts": pieces}
        case Or(parts):
            for index in [plan["part"]] if "part" in plan else range(len(parts)):
                if (by := find(parts[index], context, plan.get("by", {}))) is not None:
                    return {"rule": "choose", "part": index, "by": by}
            return None
        case Iff(left, right):
            forward = find(right, context.assume(left), plan.get("forward", plan))
            backward = find(left, context.assume(right), plan.get("backward", plan))
            return None if forward is None or backward is None else {"rule": "iff", "forward": forward, "backward": backward}
        case Relation():
            return relation(goal, context, plan)
        case _:
            return opened(goal, context, plan)


def relation(goal: Relation, context: Context, plan: Plan) -> Evidence | None:
    if goal.op == "=" and not reduce(goal.poly, context.squares).terms:
        return {"rule": "identity"}
    return obvious(goal, context) or certificate(goal, context, plan)


def cases(goal: Formula, context: Context, plan: Plan) -> Evidence | None:
    h = polynomial(plan["on"])
    yes = find(goal, context.assume(Relation(">=", h)), plan.get("nonnegative", {}))
    no = find(goal, context.assume(Relation(">", -h)), plan.get("negative", {}))
    return None if yes is None or no is None else {"rule": "cases", "on": write(h), "nonnegative": yes, "negative": no}


def opened(goal: Any, context: Context, plan: Plan) -> Evidence | None:
    """Evidence for a goal that asks for something: the plan supplies it, the rest is searched for."""
    supplied = {key: value for key, value in plan.items() if key not in ("premises", "then")}
    if not supplied:
        return None
    steps = goal.opened({"rule": goal.rule, **supplied, "premises": [], "then": {}}, context)
    found = premises(steps, context, plan.get("premises", {}))
    if found is None:
        return None
    context, pieces = found
    context, conclusion = steps.conclusion(context)
    then = find(conclusion, context, plan.get("then", {}))
    return None if then is None else {"rule": goal.rule, **supplied, "premises": pieces, "then": then}


def use(goal: Formula, context: Context, plan: Plan) -> Evidence | None:
    steps = context.language.lemma(plan["use"], plan["substitute"], context)
    found = premises(steps, context, plan.get("premises", {}))
    if found is None:
        return None
    context, pieces = found
    context, conclusion = steps.conclusion(context)
    then = find(goal, context.assume(conclusion), plan.get("then", {}))
    if then is None:
        return None
    return {"rule": "use", "claim": plan["use"], "substitute": plan["substitute"], "premises": pieces, "then": then}


def premises(steps: check.Staged, context: Context, plans: Mapping[str, Plan]) -> tuple[Context, list[Evidence]] | None:
    pieces = []
    for number, stage in enumerate(steps.premises):
        context, premise = stage(context)
        piece = find(premise, context, plans.get(str(number), {}))
        if piece is None:
            return None
        pieces.append(piece)
        context = context.assume(premise)
    return context, pieces


# --- certificates by linear arithmetic --------------------------------------------------------------------------------


def certificate(goal: Relation, context: Context, plan: Plan) -> Evidence | None:
    """Weights that turn the candidates into a certificate, smallest degrees first."""
    known = context.known
    g = {"!=": goal.poly * goal.poly, "=": -(goal.poly * goal.poly)}.get(goal.op, goal.poly)
    equations, strict = _equations(plan, known, goal), goal.op in (">", "!=")
    if "products" in plan:
        terms = [_product(facts, known, context) for facts in plan["products"]]
        return weigh(g, _multipliers(plan, known, context, 0), terms, equations, strict, context)
    squares = [Poly.constant(1), *map(polynomial, plan.get("squares", []))]
    chosen = (
        known if "facts" not in plan else {p: op for p, op in known.items() if as_variable(p) or write(p) in plan["facts"]}
    )
    for degree, rounds in plan.get("effort", [(1, 1), (1, 2), (2, 1), (2, 2)]):
        multipliers = _multipliers(plan, known, context, degree)
        support = {m for q in multipliers for m in reduce(q.value * g, context.squares).terms}
        terms = []
        for _ in range(rounds):
            terms = list(candidates(chosen, context, degree, squares, support))
            support |= {m for term in terms for m in term.value.terms}
        found = weigh(g, multipliers, terms, equations, strict, context)
        if found is not None:
            return found
    return None


def candidates(
    known: Mapping[Poly, str], context: Context, degree: int, squares: Sequence[Poly], support: set[Monomial]
) -> Iterator[Term]:
    """Products of at most `degree` facts and one square, times monomials that bring one of their terms into the support."""
    variables = {name: op for poly, op in known.items() if (name := as_variable(poly)) and op != "="}
    facts = [(p, op) for p, op in known.items() if op != "=" and p.terms and as_variable(p) in (None, *context.squares)]
    seen = set()
    for square in squares:
        for count in range(degree + 1):
            for chosen in combinations_with_replacement(facts, count):
                value = square * square
                for poly, _ in chosen:
                    value = reduce(value * poly, context.squares)
                for cofactor in cofactors(value, support, variables):
                    term = _term(value, square, chosen, cofactor, variables, context)
                    if (key := (term.facts, write(term.square))) not in seen:
                        seen.add(key)
                        yield term


def cofactors(value: Poly, support: set[Monomial], variables: Mapping[str, str]) -> set[Monomial]:
    """Monomials of known sign that multiply some term of `value` into the support."""
    found: set[Monomial] = set()
    for wanted in support:
        for monomial in value.terms:
            left = dict(wanted)
            for name, e in monomial:
                left[name] = left.get(name, 0) - e
            if min(left.values(), default=0) >= 0 and all(e % 2 == 0 or name in variables for name, e in left.items()):
                found.add(tuple(sorted((name, e) for name, e in left.items() if e)))
    return found


def _term(
    value: Poly,
    square: Poly,
    chosen: Sequence[tuple[Poly, str]],
    cofactor: Monomial,
    variables: Mapping[str, str],
    context: Context,
) -> Term:
    names = [name for name, e in cofactor for _ in range(e if name in variables else 0)]
    for name, e in cofactor:
        square = square if name in variables else square * Poly.variable(name) ** (e // 2)
    strict = all(op == ">" for _, op in chosen) and all(variables[name] == ">" for name in names)
    product = reduce(value * Poly({cofactor: Fraction(1)}), context.squares)
    return Term(product, square, (*(write(p) for p, _ in chosen), *names), strict and not square.variables())


def _product(facts: Sequence[str], known: Mapping[Poly, str], context: Context) -> Term:
    """The one product that a plan names; a factor in parentheses is squared."""
    squared = [polynomial(text[1:-1]) for text in facts if text.startswith("(")]
    plain = [text for text in facts if not text.startswith("(")]
    square, value = Poly.constant(1), Poly.constant(1)
    for poly in squared:
        square = square * poly
    for poly in (square, square, *map(polynomial, plain)):
        value = reduce(value * poly, context.squares)
    strict = all(known.get(reduce(polynomial(text), context.squares)) == ">" for text in plain) and not square.variables()
    return Term(value, square, tuple(plain), strict)


def _multipliers(plan: Plan, known: Mapping[Poly, str], context: Context, degree: int) -> list[Term]:
    """The products of strict facts that the plan names, or else those of at most `degree` strict facts."""
    strict = [write(poly) for poly, op in known.items() if op == ">"]
    default = [list(chosen) for count in range(degree + 1) for chosen in combinations_with_replacement(strict, count)]
    terms = []
    for facts in plan.get("multipliers", default):
        value = Poly.constant(1)
        for text in facts:
            value = reduce(value * polynomial(text), context.squares)
        terms.append(Term(value, Poly.constant(1), tuple(facts), True))
    return terms


def _equations(plan: Plan, known: Mapping[Poly, str], goal: Relation) -> list[tuple[Poly, Poly]]:
    """Known equations, each times the monomials that the plan allows; for an equation, times those of its difference."""
    equations = [poly for poly, op in known.items() if op == "=" and poly.terms]
    own = [Poly({m: Fraction(1)}) for m in goal.poly.terms] if goal.op == "=" else []
    factors = [polynomial(text) for text in plan.get("equation_multipliers", ["1"])] + own
    return [(factor, equation) for equation in equations for factor in factors]


def weigh(
    g: Poly,
    multipliers: list[Term],
    terms: list[Term],
    equations: list[tuple[Poly, Poly]],
    strict: bool,
    context: Context,
) -> Evidence | None:
    """Solve ``Σ v·multiplier·g = Σ w·term + Σ u·equation`` for v, w ≥ 0, v not all zero."""
    sides = [(f"v{i}", reduce(m.value * g, context.squares)) for i, m in enumerate(multipliers)]
    sides += [(f"w{i}", -t.value) for i, t in enumerate(terms)]
    sides += [(f"u{i}", -reduce(f * e, context.squares)) for i, (f, e) in enumerate(equations)]
    rows: dict[Any, list[str]] = {}
    for name, poly in sides:
        for monomial, c in poly.terms.items():
            rows.setdefault(monomial, []).append(f"(* {smt.number(c)} {name})")
    lines = ["(set-logic QF_LRA)", *(f"(declare-const {name} Real)" for name, _ in sides)]
    lines += [f"(assert (>= {name} 0.0))" for name, _ in sides if name[0] != "u"]
    lines += [f"(assert (= (+ 0.0 {' '.join(row)}) 0.0))" for row in rows.values()]
    lines.append(f"(assert (= (+ 0.0 {' '.join(f'v{i}' for i in range(len(multipliers)))}) 1.0))")
    if strict:
        candidates = " ".join(f"w{i}" for i, t in enumerate(terms) if t.strict)
        lines.append(f"(assert (> (+ 0.0 {candidates}) 0.0))")
    costs = [f"(* {1 + 2 * len(t.facts) + len(t.square.terms)}.0 w{i})" for i, t in enumerate(terms)]
    costs += [f"(* {len(m.facts)}.0 v{i})" for i, m in enumerate(multipliers)]
    least = f"(minimize (+ 0.0 {' '.join(costs)}))"
    answer = smt.ask("\n".join([*lines, least, "(check-sat)"]), wall=10)
    if answer.outcome == "unknown":
        answer = smt.ask("\n".join([*lines, "(check-sat)"]), rlimit=500_000_000, wall=60)
    if answer.outcome != "sat":
        return None
    weight = {name: answer.model.get(name, Fraction(0)) for name, _ in sides}
    return {
        "rule": "certificate",
        "multiplier": [
            {"weight": str(weight[f"v{i}"]), "facts": list(m.facts)} for i, m in enumerate(multipliers) if weight[f"v{i}"]
        ],
        "terms": [
            {"weight": str(weight[f"w{i}"]), "square": write(t.square), "facts": list(t.facts)}
            for i, t in enumerate(terms)
            if weight[f"w{i}"]
        ],
        "equations": [
            {"multiplier": write(Poly({m: c * weight[f"u{i}"] for m, c in f.terms.items()})), "fact": write(e)}
            for i, (f, e) in enumerate(equations)
            if weight[f"u{i}"]
        ],
    }


def obligations(error: IllPosed, plan: Plan) -> dict[str, Evidence]:
    """Evidence for one of the relations that an ill-posed term is waiting for, if it can be found."""
    for wanted in error.wanted:
        evidence = find(wanted, error.context, plan)
        if evidence is not None:
            return {relation_text(wanted): evidence}
    return {}
