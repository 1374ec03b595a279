"""3 · In writing: statements that differ are written differently, and what is no statement has no text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from proofs.kernel import (
    Claim,
    Family,
    Space,
    absolute,
    equal,
    every,
    exists,
    iff,
    largest,
    maximum,
    named,
    norm,
    real,
    terms,
    total,
)
from proofs.kernel import both as all_of
from proofs.kernel.evaluate import Concrete
from proofs.kernel.interpret import scalar_value, vector_value
from proofs.kernel.terms import Number
from proofs.kernel.text import latex_name, unicode, unicode_name

(x,) = Space("x")
(x_k,), _ = Family("x")
n, a, p, q = real("n a p q")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Claim("m.a", equal((p**2) ** 3, 1)), Claim("m.a", equal(p**23, 1))),
        (Claim("m.a", largest(norm(x_k)) * p >= 0), Claim("m.a", largest(norm(x_k) * p) >= 0)),
        (Claim("m.a", p * largest(norm(x_k)) * q >= 0), Claim("m.a", p * largest(norm(x_k) * q) >= 0)),
        (Claim("m.a", total(norm(x_k)) / p >= 0), Claim("m.a", total(norm(x_k) / p) >= 0)),
        (Claim("m.a", iff(p >= 0, every(norm(x_k) > 0))), Claim("m.a", every(iff(p >= 0, norm(x_k) > 0)))),
        (Claim("m.a", all_of(p >= 0, every(norm(x_k) > 0))), Claim("m.a", every(all_of(p >= 0, norm(x_k) > 0)))),
        (Claim("m.a", norm(named("v", x)) >= 0), Claim("m.a", norm(named("v", 2 * x)) >= 0)),
        (Claim("m.a", all_of(p <= q, a <= n)), Claim("m.a", all_of(p <= q, q <= n))),
        (Claim("m.a", norm((2 / p) * x) >= 0), Claim("m.a", norm((1 / p) * x) >= 0)),
        (Claim("m.a", maximum(p, -q) >= 0), Claim("m.a", absolute(p) >= 0)),
        (Claim("m.a", maximum(p, 2 * p) >= 0), Claim("m.a", absolute(p) >= 0)),
    ],
    ids=lambda claim: claim.text,
)
def test_two_statements(one: Claim, other: Claim) -> None:
    assert one.text != other.text
    assert one.latex != other.latex


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (all_of(p <= q, q >= n), "p ≤ q and q ≥ n"),
        (-p + q >= 0, "−p + q ≥ 0"),
        (p * -2 >= 0, "p·(−2) ≥ 0"),
        (Number(Fraction(1, 2)) ** 2 > 0, "(1/2)² > 0"),
        (exists(p, such_that=p > 0), "there are p such that p > 0"),
        (exists(p, where=(p > 1,), such_that=p > 0), "there are p with p > 1 such that p > 0"),
    ],
)
def test_one_statement(statement: Any, text: str) -> None:
    assert unicode(statement) == text


def test_names() -> None:
    assert [latex_name(name) for name in ("gamma", "x_1", "epsilon", "z'")] == [r"\gamma", "x_{1}", r"\varepsilon", "z'"]
    for write in (latex_name, unicode_name):
        with pytest.raises(ValueError, match="'x y' is not a name"):
            write("x y")


def test_what_is_no_term() -> None:
    nothing: Any = object()
    for work in (unicode, lambda node: scalar_value(node, Concrete({})), lambda node: vector_value(node, Concrete({}))):
        with pytest.raises(TypeError, match=r"has no written form|is not a"):
            work(nothing)
    with pytest.raises(TypeError, match="is not a formula"):
        unicode(terms.Formula())
    with pytest.raises(ValueError, match="until its number of blocks is fixed"):
        scalar_value(total(norm(x_k)), Concrete({}))
