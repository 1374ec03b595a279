"""Words for plans: the products to weigh, and the cases to look at. Suggestions only; the kernel decides."""

from __future__ import annotations

from typing import Any

from proofs.kernel.check import Poly, polynomial, write

Plan = dict[str, Any]
Factors = list[str]

ONE = Poly.constant(1)


def certificate(*products: str | Factors, by: tuple[str | Factors, ...] = ("",), equations: tuple[str, ...] = ()) -> Plan:
    """The products to weigh, the strict ones to multiply the goal by, and multipliers for equations.

    A product is a list of facts, or one text ``f . g . (h)``; a factor in parentheses is a square.
    """
    plan: Plan = {"products": [*map(factors, products)], "multipliers": [*map(factors, by)]}
    return plan | ({"equation_multipliers": list(equations)} if equations else {})


def factors(product: str | Factors) -> Factors:
    return list(product) if isinstance(product, list) else product.split(" . ") if product else []


def positive(h: str, absurd: Plan, plan: Plan) -> Plan:
    """Go on with ``h > 0``, after showing that ``h ≤ 0`` is absurd."""
    return {"on": write(-polynomial(h)), "nonnegative": {"absurd": absurd}, "negative": plan}


def nonnegative(h: str, absurd: Plan, plan: Plan) -> Plan:
    """Go on with ``h ≥ 0``, after showing that ``h < 0`` is absurd."""
    return {"on": h, "nonnegative": plan, "negative": {"absurd": absurd}}


def one_plus(h: Poly, products: list[Factors], plan: Plan) -> Plan:
    """Go on with ``h > 0``, where h is 1 and a sum of products."""
    return positive(write(h), certificate([write(-h)], *products), plan)


def no_difference(d: str, square: str, larger: list[str], smaller: list[str], multiplier: str) -> Plan:
    """A goal ``square·d = 0``, where ``d`` is the difference of two numbers ≥ 0 whose squares differ by a known equation.

    The larger number is given by products of facts, the smaller one as well: d > 0 and d < 0 are both absurd.
    """
    minus, equations = write(-polynomial(d)), (multiplier,)
    more = certificate(*(f"{d} . {p}" for p in larger), by=(f"{d} . {d}",), equations=equations)
    less = certificate(*(f"{minus} . {p}" for p in smaller), by=(f"{minus} . {minus}",), equations=equations)
    both = certificate(f"({square}) . {d} . {minus}")
    return {
        "on": d,
        "nonnegative": {"on": minus, "nonnegative": both, "negative": {"absurd": more}},
        "negative": {"absurd": less},
    }
