"""3 · The numbers that lowering and evaluation stand on: polynomials, quotients of them, and exact reals."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from proofs.kernel.check import Poly, Rejected, polynomial, rational, reduce, write
from proofs.kernel.ratio import (
    Ratio,
    as_variable,
    common_monomial,
    constant,
    content,
    divided,
    scaled,
    settled,
    split,
    square_part,
)
from proofs.kernel.reals import Real, Undecided, larger

NAMES = ("a", "b", "c_1", "z'", "|x|", "|x_1|", "cos(x,y)", "sin(x_1,y_1)", "max1", "root2", "λ")
fractions = st.builds(Fraction, st.integers(-20, 20), st.sampled_from([1, 2, 3, 7]))


def polynomials_in(names: Sequence[str]) -> st.SearchStrategy[Poly]:
    """Sums of at most four products of a rational number and at most four variables."""
    monomials = st.lists(st.tuples(fractions, st.lists(st.sampled_from(names), max_size=4)), max_size=4)
    return monomials.map(lambda terms: sum((product(c, variables) for c, variables in terms), Poly({})))


def product(c: Fraction, variables: Sequence[str]) -> Poly:
    return math.prod(map(Poly.variable, variables), start=Poly.constant(c))


polynomials, small = polynomials_in(NAMES), polynomials_in("ab")
points = st.lists(fractions, min_size=len(NAMES), max_size=len(NAMES)).map(
    lambda values: dict(zip(NAMES, values, strict=True))
)
ZERO, ONE = Poly.constant(0), Poly.constant(1)
A, B = Poly.variable("a"), Poly.variable("b")


def at(poly: Poly, point: Mapping[str, Fraction]) -> Fraction:
    return sum((c * math.prod(point[name] ** e for name, e in monomial) for monomial, c in poly.terms.items()), Fraction(0))


class TestPolynomials:
    @given(polynomials, polynomials, points)
    def test_the_operations_are_those_of_their_values(self, p: Poly, q: Poly, point: dict[str, Fraction]) -> None:
        assert at(p + q, point) == at(p, point) + at(q, point)
        assert at(p - q, point) == at(p, point) - at(q, point)
        assert at(p * q, point) == at(p, point) * at(q, point)
        assert at(-p, point) == -at(p, point)

    @given(small, st.integers(0, 4), points)
    def test_powers(self, p: Poly, exponent: int, point: dict[str, Fraction]) -> None:
        assert at(p**exponent, point) == at(p, point) ** exponent

    @given(polynomials, polynomials, polynomials)
    def test_a_commutative_ring(self, p: Poly, q: Poly, r: Poly) -> None:
        assert p + q == q + p
        assert p * q == q * p
        assert (p + q) + r == p + (q + r)
        assert p * (q + r) == p * q + p * r
        assert p + ZERO == p * ONE == p
        assert (p - p).terms == {}
        assert p * ZERO == ZERO

    @given(polynomials, polynomials)
    def test_equal_polynomials_have_one_hash(self, p: Poly, q: Poly) -> None:
        assert hash(p + q) == hash(q + p)

    def test_variables(self) -> None:
        assert polynomial("a^2*|x| - 3*cos(x,y) + 1").variables() == {"a", "|x|", "cos(x,y)"}


class TestText:
    @given(polynomials)
    def test_reading_undoes_writing(self, p: Poly) -> None:
        assert polynomial(write(p)) == p

    @given(polynomials, polynomials)
    def test_one_polynomial_has_one_text(self, p: Poly, q: Poly) -> None:
        assert (write(p) == write(q)) == (p == q)
        assert write(p + q) == write(q + p)

    @pytest.mark.parametrize(
        ("text", "poly"),
        [
            ("0", ZERO), ("1", ONE), ("-1", -ONE), ("a", A), ("-a", -A), ("2*a", A + A), ("a - b", A - B), ("-a + b", B - A),
            ("a^2", A * A), ("a*a", A * A), ("3/2*a*b^2", scaled(A * B * B, Fraction(3, 2))), ("a - -b", A + B),
            ("a + b - a", B), ("2 + 3", Poly.constant(5)),
        ],
    )  # fmt: skip
    def test_texts(self, text: str, poly: Poly) -> None:
        assert polynomial(text) == poly

    @pytest.mark.parametrize(
        "text",
        [
            "", " ", "a +", "+ a", "a + + b", "a  + b", "a+b", "a^0", "a^-1", "a^", "a**2", "2a", "a b", "1/0", "1/", "a/b",
            "(a)", "|x", "x|", "cos(x,y", "cos x", "a*", "*a", "--a", "a - ", "tan(x,y)", "1.5", "1e3", "a^1/2", "a\n+ b",
        ],
    )  # fmt: skip
    def test_what_is_no_polynomial(self, text: str) -> None:
        with pytest.raises(Rejected):
            polynomial(text)

    @pytest.mark.parametrize("text", [None, 1, ["a"], {"a": 1}, b"a", True])
    def test_what_is_no_text(self, text: Any) -> None:
        with pytest.raises(Rejected, match="is not the text of a polynomial"):
            polynomial(text)

    @given(st.fractions())
    def test_rational_numbers(self, value: Fraction) -> None:
        assert rational(str(value)) == value

    @pytest.mark.parametrize(
        "text", ["", "1.5", "1/0", "1/-2", "+1", " 1", "1 ", "a", "1/2/3", "--1", 1, None, 0.5, True, "1\n"]
    )
    def test_what_is_no_rational_number(self, text: Any) -> None:
        with pytest.raises(Rejected, match="is not a rational number"):
            rational(text)


class TestReduction:
    """Squares are replaced by what they are defined to be, and nothing else changes."""

    squares: Mapping[str, Poly] = {"s": polynomial("-c^2 + 1"), "r": polynomial("s + 2"), "k": ONE}

    @pytest.mark.parametrize(
        ("text", "reduced"),
        [
            ("s", "s"), ("s^2", "-c^2 + 1"), ("s^3", "-c^2*s + s"), ("s^2 + c^2", "1"), ("r^2", "s + 2"), ("k^3", "k"),
            ("r^4", "-c^2 + 4*s + 5"), ("k^2 - 1", "0"), ("c^2", "c^2"), ("r^2*k^2*c", "c*s + 2*c"), ("0", "0"),
        ],
    )  # fmt: skip
    def test_squares_are_replaced(self, text: str, reduced: str) -> None:
        assert reduce(polynomial(text), self.squares) == polynomial(reduced)

    @given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 3), fractions)
    def test_the_value_stays(self, i: int, j: int, n: int, slope: Fraction) -> None:
        c = (1 - slope**2) / (1 + slope**2)
        point = {"c": c, "s": 2 * slope / (1 + slope**2), "k": Fraction(-1)}
        poly = Poly.variable("s") ** i * Poly.variable("c") ** j * Poly.variable("k") ** n + Poly.variable("s")
        left = reduce(poly, {"s": self.squares["s"], "k": ONE})
        assert at(left, point) == at(poly, point)
        assert all(e < 2 for monomial in left.terms for name, e in monomial if name in ("s", "k"))


# --- quotients --------------------------------------------------------------------------------------------------------


positive = st.sampled_from([A, B, A + B, polynomial("a^2 + 1"), polynomial("2*b")])
ratios = st.builds(
    lambda numerator, factors: Ratio(numerator, tuple(sorted(factors.items(), key=lambda item: write(item[0])))),
    small, st.dictionaries(positive, st.integers(1, 2), max_size=2),
)  # fmt: skip
positive_points = st.fixed_dictionaries({name: st.fractions(Fraction(1, 5), 5, max_denominator=5) for name in "ab"})


def value(ratio: Ratio, point: Mapping[str, Fraction]) -> Fraction:
    return at(ratio.numerator, point) / math.prod(at(f, point) ** k for f, k in ratio.factors)


class TestQuotients:
    @given(ratios, ratios, positive_points)
    def test_the_operations_are_those_of_their_values(self, u: Ratio, v: Ratio, point: dict[str, Fraction]) -> None:
        assert value(u + v, point) == value(u, point) + value(v, point)
        assert value(u * v, point) == value(u, point) * value(v, point)
        assert value(-u, point) == -value(u, point)

    @given(ratios, positive_points)
    def test_the_normal_form_has_the_same_value(self, u: Ratio, point: dict[str, Fraction]) -> None:
        assert value(settled(u, {}, {"a", "b"}), point) == value(u, point)

    @given(ratios, st.fractions(0, 3, max_denominator=4).filter(bool))
    def test_the_normal_form_knows_the_squares(self, u: Ratio, slope: Fraction) -> None:
        """With ``a² = b² + 1``, at rational points of that curve."""
        point = {"b": abs(1 - slope**2) / (2 * slope), "a": (1 + slope**2) / (2 * slope)}
        assume(point["b"])
        assert value(settled(u, {"a": polynomial("b^2 + 1")}, {"a", "b"}), point) == value(u, point)

    def test_the_normal_form_knows_squares_of_squares(self) -> None:
        """With ``r² = s`` and ``s² = a² + b²``, at a triangle of sides 48, 64 and 80; only r² is rational there."""
        squares = {"s": polynomial("a^2 + b^2"), "r": polynomial("s")}
        point = {"a": Fraction(48), "b": Fraction(64), "s": Fraction(80)}
        for i, j in itertools.product(range(5), repeat=2):
            factors = [(Poly.variable("r"), 2 * i), (Poly.variable("s"), j)]
            form = settled(Ratio(ONE, tuple((f, k) for f, k in factors if k)), squares, {"r", "s"})
            assert value(form, point) == Fraction(1, 80 ** (i + j))

    def test_the_normal_form_knows_multiples_of_squares(self) -> None:
        """With ``t² = 2a``, at a = 8."""
        for k in range(1, 6):
            form = settled(Ratio(ONE, ((Poly.variable("t"), k),)), {"t": polynomial("2*a")}, {"a", "t"})
            assert value(form, {"a": Fraction(8), "t": Fraction(4)}) == Fraction(1, 4**k)

    def test_only_what_is_known_to_be_positive_cancels(self) -> None:
        assert settled(Ratio(A * B, ((A, 1),)), {}, {"a"}) == Ratio(B)
        assert settled(Ratio(A * B, ((A + B, 1),)), {}, {"a", "b"}) == Ratio(A * B, ((A + B, 1),))
        assert settled(Ratio(A * A * B, ((A, 1), (B, 2))), {}, {"a", "b"}) == Ratio(A, ((B, 1),))

    def test_texts(self) -> None:
        assert str(constant(Fraction(1, 2))) == "1/2"
        assert str(Ratio(A - B, ((A, 2), (A + B, 1)))) == "(a - b)/((a)^2*(a + b)^1)"

    @given(polynomials.filter(lambda p: p.terms))
    def test_the_content_leaves_coprime_whole_numbers(self, p: Poly) -> None:
        numbers = [c / content(p) for c in p.terms.values()]
        assert content(p) > 0
        assert all(n.denominator == 1 for n in numbers)
        assert math.gcd(*(n.numerator for n in numbers)) == 1

    def test_the_content_of_zero(self) -> None:
        assert content(ZERO) == 1

    @given(small.filter(lambda p: p.terms), st.integers(0, 2), st.integers(0, 2))
    def test_the_common_monomial_divides(self, p: Poly, i: int, j: int) -> None:
        q = p * A**i * B**j
        shared = dict(common_monomial(q, {"a"}))
        assert set(shared) <= {"a"}
        assert shared.get("a", 0) >= i
        assert divided(q, tuple(shared.items())) * A ** shared.get("a", 0) == q

    def test_zero_has_no_common_monomial(self) -> None:
        assert common_monomial(ZERO, {"a"}) == ()

    @given(small.filter(lambda p: p.terms))
    def test_splitting_leaves_the_product(self, p: Poly) -> None:
        c, powers = split(p, {"a"})
        product = Poly.constant(c)
        for f, k in powers.items():
            product = product * f**k
        assert product == p
        assert c > 0

    def test_a_variable_and_what_is_none(self) -> None:
        assert as_variable(A) == "a"
        assert [as_variable(p) for p in (A + B, A * A, A * B, -A, A + A, ONE, ZERO)] == [None] * 7

    @given(st.integers(1, 4000), st.integers(1, 60))
    def test_square_parts(self, n: int, d: int) -> None:
        r, rest = square_part(Fraction(n, d))
        assert r > 0
        assert r * r * rest == Fraction(n, d)
        assert all(rest % (p * p) for p in range(2, math.isqrt(rest) + 1))

    def test_large_numbers_are_not_factored(self) -> None:
        prime = 2**127 - 1
        assert square_part(Fraction(prime)) == (1, prime)
        assert square_part(Fraction(prime**2 * 12, 5)) == (Fraction(2 * prime, 5), 15)
        assert square_part(Fraction(4 * prime, 9)) == (Fraction(2, 3), prime)


# --- reals ------------------------------------------------------------------------------------------------------------

mpmath.mp.dps = 60
OPERATIONS: list[Callable[[Any, Any], Any]] = [operator.add, operator.sub, operator.mul, operator.truediv]
roots = st.integers(0, 40).map(lambda n: (Real.of(n).root(), mpmath.sqrt(n)))
large = st.integers(1, 2**90).map(lambda n: (Real.of(n).root(), mpmath.sqrt(n)))
plain = fractions.map(lambda q: (Real.of(q), mpmath.mpf(q.numerator) / q.denominator))


def combined(children: st.SearchStrategy[tuple[Real, Any]]) -> st.SearchStrategy[tuple[Real, Any]]:
    def apply(operation: Callable[[Any, Any], Any], a: tuple[Real, Any], b: tuple[Real, Any]) -> tuple[Real, Any]:
        if operation is operator.truediv and abs(b[1]) < 1e-30:
            return a
        return operation(a[0], b[0]), operation(a[1], b[1])

    def rooted(a: tuple[Real, Any]) -> tuple[Real, Any]:
        return (a[0].root(), mpmath.sqrt(a[1])) if a[1] > 1e-30 else a

    return st.one_of(st.builds(apply, st.sampled_from(OPERATIONS), children, children), children.map(rooted))


reals = st.recursive(st.one_of(plain, roots, large), combined, max_leaves=6)


class TestReals:
    @given(reals)
    def test_the_value_is_right(self, number: tuple[Real, Any]) -> None:
        exact, reference = number
        low, high = exact.bounds(100)
        assert low <= high
        slack = mpmath.mpf(10) ** -25 * (1 + abs(reference))
        assert mpmath.mpf(low.numerator) / low.denominator - slack <= reference
        assert reference <= mpmath.mpf(high.numerator) / high.denominator + slack
        assert float(exact) == pytest.approx(float(reference), rel=1e-14, abs=1e-25)

    @given(reals)
    def test_the_sign_is_right(self, number: tuple[Real, Any]) -> None:
        exact, reference = number
        if abs(reference) > 1e-30:
            assert exact.sign() == mpmath.sign(reference)
        elif exact.terms is not None:
            assert exact.sign() == 0

    @given(roots, roots, roots, plain)
    def test_a_field(self, a: tuple[Real, Any], b: tuple[Real, Any], c: tuple[Real, Any], q: tuple[Real, Any]) -> None:
        x, y, z = a[0] + q[0], b[0], c[0] - q[0]
        assert same(x + y, y + x)
        assert same((x + y) * z, x * z + y * z)
        assert same(x * (y * z), (x * y) * z)
        assert same(x - x, Real.of(0))
        if z.sign():
            assert same(x / z * z, x)

    @given(st.integers(1, 2**80), st.integers(1, 2**40), st.integers(1, 2**40))
    def test_roots_of_one_square_class_are_multiples(self, n: int, p: int, q: int) -> None:
        assert same(Real.of(n * p * p).root() * Real.of(q), Real.of(n * q * q).root() * Real.of(p))

    @given(st.lists(st.integers(1, 2**80), min_size=1, max_size=4))
    def test_division_undoes_multiplication(self, numbers: list[int]) -> None:
        total = Real.of(1)
        for n in numbers:
            total = total + Real.of(n).root()
        assert same(Real.of(1) / total * total, Real.of(1))

    @given(fractions)
    def test_the_root_of_a_square(self, q: Fraction) -> None:
        assert same((Real.of(q) * Real.of(q)).root(), Real.of(abs(q)))

    def test_a_root_is_squared_back(self) -> None:
        assert same(Real.of(2).root() * Real.of(2).root(), Real.of(2))
        assert same(Real.of(Fraction(8, 9)).root(), Real.of(2).root() * Real.of(Fraction(2, 3)))

    def test_there_is_no_root_of_a_negative_number(self) -> None:
        with pytest.raises(ValueError, match="negative"):
            (Real.of(1) - Real.of(2).root()).root()

    def test_there_is_no_division_by_zero(self) -> None:
        with pytest.raises(ZeroDivisionError):
            Real.of(1) / (Real.of(8).root() - Real.of(2).root() - Real.of(2).root())

    def test_close_numbers_are_told_apart(self) -> None:
        """``√(10^60 + 1) − 10^30`` is about 5·10⁻³¹."""
        gap = Real.of(10**60 + 1).root() - Real.of(10**30)
        assert gap.sign() == 1
        assert float(gap) == pytest.approx(5e-31)

    def test_nothing_is_guessed(self) -> None:
        """``√(3 + 2√2)`` is ``1 + √2``, which rational bounds never show."""
        nested = (Real.of(3) + Real.of(2) * Real.of(2).root()).root()
        with pytest.raises(Undecided):
            (nested - Real.of(1) - Real.of(2).root()).sign()
        assert (nested - Real.of(Fraction(24, 10))).sign() == 1

    def test_what_is_no_sum_of_roots_is_divided(self) -> None:
        nested = (Real.of(1) + Real.of(2).root()).root()
        reference = mpmath.sqrt(1 + mpmath.sqrt(2))
        for divisor in (Real.of(3), Real.of(2).root(), nested + Real.of(1)):
            assert float(nested / divisor) == pytest.approx(float(reference) / float(divisor), rel=1e-14)

    @pytest.mark.parametrize("sign", [1, -1])
    def test_bounds_that_enclose_zero_are_narrowed(self, sign: int) -> None:
        """``√(√2/2³⁰⁰)`` is not told from zero by 64 binary places, so its inverse has no bounds there."""
        tiny = (Real.of(2).root() * Real.of(Fraction(1, 2**300))).root()
        size = 2.0**0.25 / 2.0**150
        assert float(Real.of(sign) / tiny) == pytest.approx(sign / size, rel=1e-14)
        assert float(Real.of(1) / (Real.of(sign) * tiny)) == pytest.approx(sign / size, rel=1e-14)
        gap = (Real.of(1) + Real.of(2).root()).root() - (Real.of(2).root() + Real.of(1 + Fraction(1, 2**90))).root()
        assert (Real.of(sign) / gap).sign() == -sign

    def test_logarithms_of_what_is_close_to_zero(self) -> None:
        tiny = (Real.of(2).root() * Real.of(Fraction(1, 2**300))).root()
        gap = (Real.of(2).root() + Real.of(1 + Fraction(1, 2**90))).root() - (Real.of(1) + Real.of(2).root()).root()
        assert float(tiny.log()) == pytest.approx(math.log(2) * -149.75, rel=1e-14)
        assert float(gap.log()) == pytest.approx(math.log(2) * -91 - math.log1p(math.sqrt(2)) / 2, rel=1e-14)

    def test_bounds_enclose_at_every_precision(self) -> None:
        inside = Real.of(1) + Real.of(2).root()
        for bits in range(16):
            low, high = inside.root().bounds(bits)
            assert (inside - Real.of(low * low)).sign() >= 0 or low < 0
            assert (Real.of(high * high) - inside).sign() >= 0

    def test_what_no_precision_tells_from_zero_has_no_sign(self) -> None:
        minute = (Real.of(2).root() * Real.of(Fraction(1, 2**20000))).root()
        for number in (minute, -minute):
            with pytest.raises(Undecided):
                number.sign()

    def test_large_numbers_are_as_precise_as_small_ones(self) -> None:
        nested = (Real.of(1) + Real.of(2).root()).root()
        for exponent in (-200, 0, 100, 200):
            scaled = nested * Real.of(Fraction(2) ** exponent)
            assert float(scaled) == pytest.approx(1.5537739740300374 * 2.0**exponent, rel=1e-15)

    def test_large_squares_are_rational(self) -> None:
        p, q = 1009, 1013
        assert same(Real.of(p * p * q).root() * Real.of(q).root(), Real.of(p * q))

    def test_a_rational_number_is_its_own_bounds(self) -> None:
        third = Fraction(1, 3)
        assert Real.of(third).bounds(4) == (third, third)
        assert Real.of(0).bounds(4) == (0, 0)

    @pytest.mark.parametrize(("a", "b"), [(1, 2), (2, 1), (-1, 1)])
    def test_the_larger_of_two(self, a: int, b: int) -> None:
        assert same(larger(Real.of(a), Real.of(b)), Real.of(max(a, b)))

    @pytest.mark.parametrize(("exponent", "size"), [(400, math.inf), (-400, 0.0)])
    def test_floats_overflow_and_vanish(self, exponent: int, size: float) -> None:
        assert float(Real.of(Fraction(10) ** exponent)) == size
        assert float(-Real.of(Fraction(10) ** exponent)) == -size

    @pytest.mark.parametrize(
        ("number", "text"),
        [
            (Real.of(0), "0"),
            (Real.of(Fraction(-3, 5)), "-3/5"),
            (Real.of(2).root(), "√2"),
            (-Real.of(2).root() / Real.of(3), "-√2/3"),
            (Real.of(1) - Real.of(Fraction(8, 9)).root(), "1 − 2√2/3"),
            (Real.of(3).root() + Real.of(2).root(), "√2 + √3"),
            ((Real.of(1) + Real.of(2).root()).root(), "≈ 1.55377397403"),
        ],
    )
    def test_texts(self, number: Real, text: str) -> None:
        assert str(number) == text


def same(a: Real, b: Real) -> bool:
    return (a - b).sign() == 0
