"""3 · Lowering says what the statement says: norms, cosines, roots, extrema and quotients as polynomials.

A core is a list of definitions ``v^2 = p``, facts and a goal. Each test reads it as text; that it has the right value at
concrete vectors is tested with the readings.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from cores import holds
from evidence import IDENTITY, judged, relation

from proofs.kernel import (
    Claim,
    Family,
    Scalar,
    Space,
    absolute,
    blocks,
    cosine,
    either,
    equal,
    every,
    iff,
    inner,
    largest,
    maximum,
    minimum,
    named,
    nonzero,
    norm,
    real,
    root,
    sign,
    sine,
    smallest,
    total,
    unequal,
    vector,
)
from proofs.kernel import both as all_of
from proofs.kernel import terms as t
from proofs.kernel.check import And, Formula, Iff, Or, Poly, polynomial, write
from proofs.kernel.core import Core, lower
from proofs.kernel.evaluate import Undefined
from proofs.kernel.lower import IllPosed
from proofs.kernel.reals import Real
from proofs.kernel.text import unicode
from proofs.kernel.verdict import Verdict

x, y = Space("x", "y")
(z,) = Space("z")
u, v = Space("u", "v", dimension=1)
p, q, r = real("p q r")


def shown(value: Any) -> str:
    """How a statement is called in the name of its test."""
    return unicode(value) if isinstance(value, t.Formula | t.Scalar) else ""


def core(statement: t.Formula, *given: t.Formula, count: int = 2) -> Core:
    return lower(Claim("mine.core", statement, given=given), {}.__getitem__, {}, count)


def goal(statement: t.Formula, *given: t.Formula) -> Formula:
    return core(statement, *given).goal


def facts(statement: t.Formula, *given: t.Formula) -> list[Formula]:
    return list(core(statement, *given).context.facts)


def squares(statement: t.Formula, *given: t.Formula) -> dict[str, str]:
    return {name: write(poly) for name, poly in core(statement, *given).context.squares.items()}


def known(*texts: str) -> list[Formula]:
    return [relation(text) for text in texts]


def proved(statement: t.Formula, *given: t.Formula, model: dict[str, Any]) -> bool:
    """Whether the two sides are the same by the definitions alone."""
    record = judged(Claim("mine.identity", statement, given=given), {"proof": IDENTITY, "model": model})
    assert record.verdict in (Verdict.PROVED, Verdict.UNKNOWN)
    return record.verdict is Verdict.PROVED


class TestRelations:
    """``≤`` is turned round; positive factors fall away; nothing else changes."""

    @pytest.mark.parametrize(
        ("statement", "text"),
        [
            (p <= q, "-p + q >= 0"),
            (p < q, "-p + q > 0"),
            (p >= q, "p - q >= 0"),
            (p > q, "p - q > 0"),
            (equal(p, q), "p - q = 0"),
            (unequal(p, q), "p - q != 0"),
            (2 * p >= Fraction(4, 3) * q, "3*p - 2*q >= 0"),
            (-2 * p >= 4, "-p - 2 >= 0"),
            ((p + q) ** 2 - p**2 > 0, "2*p*q + q^2 > 0"),
            (p**0 > q, "-q + 1 > 0"),
        ],
        ids=shown,
    )
    def test_relations(self, statement: t.Formula, text: str) -> None:
        assert goal(statement) == relation(text)

    def test_connectives(self) -> None:
        one, two = known("p > 0", "q >= 0")
        assert goal(all_of(p > 0, q >= 0)) == And((one, two))
        assert goal(either(p > 0, q >= 0)) == Or((one, two))
        assert goal(iff(p > 0, q >= 0)) == Iff(one, two)

    def test_a_positive_factor_falls_away_and_no_other(self) -> None:
        assert goal(p * q >= p * r, p > 0) == relation("q - r >= 0")
        for given in (p >= 0, p < 0, p <= 0, unequal(p, 0), p > -1, q > 0):
            assert goal(p * q >= p * r, given) == relation("p*q - p*r >= 0")


class TestQuotients:
    """A quotient is cleared by what is known to be positive; of unknown sign, by its square; without a sign, not at all."""

    @pytest.mark.parametrize(
        ("statement", "given", "text"),
        [
            (p / q >= 1, q > 0, "p - q >= 0"),
            (p / q >= 1, q < 0, "-p + q >= 0"),
            (p / q >= 1, unequal(q, 0), "p*q - q^2 >= 0"),
            (equal(p / q, r), q > 0, "-q*r + p = 0"),
            (p / (q + 1) >= r, q > 0, "-q*r + p - r >= 0"),
            (1 / (p / q) >= 1, all_of(p > 0, q > 0), "-p + q >= 0"),
            (p / q + q / p >= 2, all_of(p > 0, q > 0), "p^2 - 2*p*q + q^2 >= 0"),
        ],
        ids=shown,
    )
    def test_cleared(self, statement: t.Formula, given: t.Formula, text: str) -> None:
        assert goal(statement, given) == relation(text)

    @pytest.mark.parametrize(
        ("term_", "given"),
        [
            (p / p, None), (p / q, q >= 0), (p / (q - r), q >= r), (1 / (p * q), p > 0),
            (p / (q**2 + r), r >= 0), (1 / (1 / p), None), (sign(p), None), (cosine(x, y), nonzero(x)), (cosine(x, x), None),
        ],
        ids=shown,
    )  # fmt: skip
    def test_not_shown_to_be_defined(self, term_: Scalar, given: t.Formula | None) -> None:
        with pytest.raises(IllPosed, match="is not shown to be different from 0") as error:
            core(equal(term_, term_), *([] if given is None else [given]))
        assert {relation.op for relation in error.value.wanted} == {">"}

    def test_nothing_cancels_before_it_is_defined(self) -> None:
        with pytest.raises(IllPosed):
            core(equal(p / p, 1))
        assert proved(equal(p / p, 1), unequal(p, 0), model={"p": "1"})
        with pytest.raises(Undefined):
            Claim("mine.quotient", equal(p / p, 1)).evaluate(p=0)


class TestRoots:
    """A root is a nonnegative variable with its square, unless the radicand is one already."""

    def test_a_root(self) -> None:
        assert squares(root(p) >= q, p >= 0) == {"r1": "p"}
        assert facts(root(p) >= q, p >= 0) == known("p >= 0", "r1 >= 0")
        assert facts(root(p) >= q, p > 0) == known("p > 0", "r1 > 0")
        assert goal(root(p) >= q, p > 0) == relation("r1 - q >= 0")

    def test_the_root_of_a_square_is_the_absolute_value(self) -> None:
        assert not proved(equal(root(p**2), p), model={"p": "1"})
        assert proved(equal(root(p**2), p), p >= 0, model={"p": "1"})
        assert squares(root(p**2) >= p) == {"r1": "p^2"}
        assert squares(root(p**2) >= q, p >= 0) == {}

    @pytest.mark.parametrize(
        ("left", "right"),
        [
            (root(8), 2 * root(2)), (root(Fraction(1, 2)), root(2) / 2), (root(12) * root(3), t.Number(Fraction(6))),
            (root(p) * root(p), p), (root(4 * p), 2 * root(p)), (root(p / 9), root(p) / 3), (root(p**3), p * root(p)),
            (root(p * p * q), p * root(q)), (1 / root(q), root(q) / q), (root(p / q), root(p * q) / q), (root(0 * p), 0 * p),
            (root(root(p)) ** 4, p), (root(p**2 / q**4), p / q**2), (root(q**3 / q), q),
        ],
        ids=shown,
    )  # fmt: skip
    def test_squares_come_out(self, left: Scalar, right: Scalar) -> None:
        assert proved(equal(left, right), p >= 0, q > 0, model={"p": "1", "q": "1"})
        assert not proved(equal(left, right + 1), p >= 0, q > 0, model={"p": "1", "q": "1"})

    def test_a_root_of_a_root(self) -> None:
        assert squares(root(root(p)) >= 0, p >= 0) == {"r1": "p", "r2": "r1"}

    def test_one_root_has_one_variable(self) -> None:
        assert goal(equal(root(p) + root(p), 2 * root(p)), p >= 0) == relation("0 = 0")
        assert goal(root(p) >= root(q), p >= 0, q >= 0) == relation("r1 - r2 >= 0")

    @pytest.mark.parametrize("radicand", [-p, -1 - p**2, p - q, root(p) - 1, p**3 - 1, t.Number(Fraction(-1))], ids=shown)
    def test_not_shown_to_be_defined(self, radicand: Scalar) -> None:
        with pytest.raises(IllPosed, match="is not shown to be nonnegative") as error:
            core(root(radicand) >= 0, p >= 0)
        assert [relation.op for relation in error.value.wanted] == [">", ">="]

    def test_the_definition_is_not_known_before_it_is_shown(self) -> None:
        """Otherwise ``√p ≥ 0`` would make p nonnegative."""
        with pytest.raises(IllPosed):
            core(p >= 0, root(p) >= 0)


class TestExtrema:
    """A maximum is at least each argument and is one of them."""

    def test_a_maximum(self) -> None:
        said = known("max1 - p >= 0", "max1 - q >= 0", "max1^2 - max1*p - max1*q + p*q = 0")
        assert facts(maximum(p, q) >= r) == said
        assert goal(maximum(p, q) >= r) == relation("max1 - r >= 0")

    def test_a_minimum_is_minus_a_maximum(self) -> None:
        said = known("max1 + p >= 0", "max1 + q >= 0", "max1^2 + max1*p + max1*q + p*q = 0")
        assert facts(minimum(p, q) >= r) == said
        assert goal(minimum(p, q) >= r) == relation("-max1 - r >= 0")

    def test_an_absolute_value(self) -> None:
        assert facts(absolute(p) >= q) == known("max1 - p >= 0", "max1 + p >= 0", "max1^2 - p^2 = 0")

    def test_one_maximum_has_one_variable(self) -> None:
        assert goal(equal(maximum(p, q), maximum(p, q))) == relation("0 = 0")
        assert goal(maximum(p, q) >= maximum(p, r)) == relation("max1 - max2 >= 0")

    def test_of_one_and_of_three(self) -> None:
        assert facts(maximum(p) >= q) == known("max1 - p >= 0", "max1 - p = 0")
        assert [fact.op for fact in facts(maximum(p, q, r) >= 0)] == [">=", ">=", ">=", "="]  # type: ignore[union-attr]

    def test_of_quotients(self) -> None:
        """The bounds are cleared of what is positive."""
        said = known("q > 0", "max1*q - p >= 0", "max1 - r >= 0", "max1^2*q - max1*p - max1*q*r + p*r = 0")
        assert facts(maximum(p / q, r) >= 0, q > 0) == said


class TestVectors:
    """Norms and cosines are the coordinates; the rest follows from them."""

    def test_what_is_known_of_two_vectors(self) -> None:
        cosine_and_sine = known("-cos(x,y) + 1 >= 0", "cos(x,y) + 1 >= 0", "sin(x,y) >= 0")
        assert squares(inner(x, y) >= 0) == {"cos(x,y)": "-sin(x,y)^2 + 1"}
        assert facts(inner(x, y) >= 0) == [*known("|x| >= 0", "|y| >= 0"), *cosine_and_sine]
        assert goal(inner(x, y) >= 0) == relation("cos(x,y)*|x|*|y| >= 0")

    def test_what_is_known_of_two_numbers(self) -> None:
        assert squares(inner(u, v) >= 0) == {"cos(u,v)": "1"}
        assert facts(inner(u, v) >= 0) == known("|u| >= 0", "|v| >= 0", "-cos(u,v) + 1 >= 0", "cos(u,v) + 1 >= 0")

    def test_what_is_known_of_three_vectors(self) -> None:
        """Their Gram determinant is not negative; the cosines alone would allow too much."""
        a, b, c = Space("a", "b", "c")
        gram = "2*cos(a,b)*cos(a,c)*cos(b,c) + sin(a,b)^2 + sin(a,c)^2 + sin(b,c)^2 - 2 >= 0"
        assert relation(gram) in facts(inner(a, b) + inner(b, c) + inner(a, c) >= 0)
        assert not any("cos(a,c)" in fact.poly.variables() for fact in facts(inner(a, b) + inner(b, c) >= 0))  # type: ignore[union-attr]

    @pytest.mark.parametrize(
        ("left", "right"),
        [
            (inner(x, x), norm(x) ** 2),
            (inner(x, y), inner(y, x)),
            (inner(x + y, x - y), norm(x) ** 2 - norm(y) ** 2),
            (norm(x + y) ** 2, norm(x) ** 2 + 2 * inner(x, y) + norm(y) ** 2),
            (norm(2 * x), 2 * norm(x)),
            (norm(-x), norm(x)),
            (cosine(x, x), t.Number(Fraction(1))),
            (cosine(x, -x), t.Number(Fraction(-1))),
            (cosine(2 * x, y / 3), cosine(x, y)),
            (cosine(x, y) * norm(x) * norm(y), inner(x, y)),
            (sine(x, y) ** 2, 1 - cosine(x, y) ** 2),
            (sine(x, x), t.Number(Fraction(0))),
            (norm(vector(3, 4)), t.Number(Fraction(5))),
            (norm(vector(1, 1)), root(2)),
            (inner(vector(1, 2), vector(3, -1)), t.Number(Fraction(1))),
            (norm(blocks(x, z)) ** 2, norm(x) ** 2 + norm(z) ** 2),
            (inner(blocks(x, z), blocks(y, z)), inner(x, y) + norm(z) ** 2),
            (norm(blocks(x, x)), root(2) * norm(x)),
            (norm(p * x), absolute(p) * norm(x)),
        ],
        ids=shown,
    )
    def test_the_algebra(self, left: Scalar, right: Scalar) -> None:
        """Where p is positive, so that the last one needs no case."""
        given = (nonzero(x), nonzero(y), nonzero(z), p > 0)
        statement = equal(left, right) if left != norm(p * x) else equal(left, p * norm(x))
        names = {variable.name for variable in Claim("mine.names", statement, given=given).variables()}
        assert proved(statement, *given, model={name: "1" if name == "p" else ["1"] for name in names})

    def test_a_sine_is_not_signed(self) -> None:
        assert goal(sine(x, y) >= 0, nonzero(x), nonzero(y)) == relation("sin(x,y) >= 0")

    def test_a_named_vector_names_its_norm(self) -> None:
        assert list(squares(norm(named("s", x + y)) >= 0)) == ["cos(x,y)", "|s|"]
        assert list(squares(norm(x + y) >= 0)) == ["cos(x,y)", "r1"]

    @pytest.mark.parametrize(
        "statement",
        [
            inner(x, z) >= 0,
            norm(x + z) >= 0,
            cosine(x, blocks(x, z)) >= 0,
            inner(blocks(x, z), blocks(z, x)) >= 0,
            norm(x + vector(1, 2)) >= 0,
            inner(vector(1), vector(1, 2)) >= 0,
        ],
        ids=shown,
    )
    def test_vectors_of_different_spaces(self, statement: t.Formula) -> None:
        with pytest.raises(TypeError, match=r"no inner product between|cannot be added"):
            core(statement, nonzero(x), nonzero(z))


class TestHypotheses:
    """A later hypothesis may rest on an earlier one; equal coordinates become one."""

    def test_order(self) -> None:
        assert goal(q >= 0, p > 0, 1 / p > 0) == relation("q >= 0")
        assert goal(q >= 0, all_of(p > 0, 1 / p > 0)) == relation("q >= 0")
        for given in ((1 / p > 0, p > 0), (all_of(1 / p > 0, p > 0),), (either(p > 0, 1 / p > 0),)):
            with pytest.raises(IllPosed):
                core(q >= 0, *given)

    @pytest.mark.parametrize(
        ("given", "statement", "text"),
        [
            ([equal(norm(x), norm(y))], norm(x) + norm(y) >= p, "2*|y| - p >= 0"),
            ([equal(norm(x), p)], norm(x) + p >= q, "2*p - q >= 0"),
            ([nonzero(x), nonzero(y), equal(cosine(x, y), p)], inner(x, y) + p >= 0, "p*|x|*|y| + p >= 0"),
            ([equal(p, q)], p + q >= r, "2*q - r >= 0"),
            ([all_of(equal(p, q), q > 0)], p + q >= r, "2*q - r >= 0"),
        ],
        ids=shown,
    )
    def test_equal_coordinates_are_identified(self, given: list[t.Formula], statement: t.Formula, text: str) -> None:
        assert goal(statement, *given) == relation(text)

    @pytest.mark.parametrize(
        "given", [either(equal(p, q), p > 0), iff(equal(p, q), p > 0), equal(p, q + 1), equal(2 * p, q), p <= q], ids=shown
    )
    def test_nothing_else_is_identified(self, given: t.Formula) -> None:
        assert goal(p - q >= 0, given) == relation("p - q >= 0")

    @pytest.mark.parametrize(
        "given",
        [(equal(p, q), equal(q, r)), (equal(q, r), equal(p, q)), (equal(p, q), equal(q, p)), (equal(p, p), equal(q, r))],
    )
    def test_a_chain_of_equal_coordinates_says_no_more_than_it_says(self, given: tuple[t.Formula, ...]) -> None:
        """Where all three numbers are 1 the core holds; where an equation fails, so does one of its facts."""
        found = core(p > 0, *given)
        ones = {name: Real.of(1) for name in "pqr"}
        assert all(holds(fact, ones) for fact in found.context.facts)
        assert holds(found.goal, ones)


class TestFamilies:
    """A statement about a family, said of so many blocks."""

    (x_k, y_k), (xs, ys) = Family("x", "y")

    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_sums_and_norms(self, count: int) -> None:
        each = range(1, count + 1)
        found = core(inner(self.xs, self.ys) >= total(norm(self.x_k)), count=count)
        terms = [f"cos(x_{k},y_{k})*|x_{k}|*|y_{k}|" for k in each]
        expected = Poly({})
        for k in each:
            expected = expected + polynomial(terms[k - 1]) - polynomial(f"|x_{k}|")
        assert found.goal.poly == expected  # type: ignore[union-attr]

    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_the_norm_of_the_whole(self, count: int) -> None:
        found = core(norm(self.xs) > 0, every(nonzero(self.x_k)), count=count).context.squares
        whole = polynomial(" + ".join(f"|x_{k}|^2" for k in range(1, count + 1)))
        assert found == ({"|x|": whole} if count > 1 else {})

    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_extrema(self, count: int) -> None:
        """A bound for each block on either side, and one equation each."""
        found = core(largest(norm(self.x_k)) >= smallest(norm(self.x_k)), count=count).context.facts
        about = [fact.op for fact in found if any(name.startswith("max") for name in fact.poly.variables())]  # type: ignore[union-attr]
        assert about == [*[">="] * count, "="] * 2

    def test_one_block_is_not_spoken_of_outside(self) -> None:
        with pytest.raises(ValueError, match="which block is meant"):
            core(norm(self.x_k) >= 0)

    def test_the_digest_tells_statements_apart(self) -> None:
        statements = (p > 0, p >= 0, p < 0, q > 0, equal(p, 0), unequal(p, 0), all_of(p > 0, q > 0), either(p > 0, q > 0))
        assert len({core(statement).digest() for statement in statements}) == len(statements)
        assert core(p > 0).digest() == core(0 < p).digest()
        assert core(p > 0, q > 0).digest() != core(p > 0).digest()
