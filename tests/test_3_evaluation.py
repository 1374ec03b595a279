"""3 · What a statement says of concrete vectors: `Claim.evaluate`, the inputs that it takes and those that it refuses."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.kernel import (
    Claim,
    Family,
    Space,
    after_steps,
    both,
    cosine,
    either,
    equal,
    every,
    exists,
    iff,
    inner,
    largest,
    log,
    nonzero,
    norm,
    real,
    root,
    unequal,
)
from proofs.kernel.evaluate import Undefined, evaluate, hypotheses_hold

x, y = Space("x", "y")
(u,) = Space("u", dimension=1)
p, q = real("p q")
(x_k, y_k), (xs, ys) = Family("x", "y")

acute = Claim("mine.acute", cosine(x, y) > 0, given=[nonzero(x), nonzero(y)])
below = Claim("mine.below", p <= q, given=[p >= 0])
largest_local = Claim("mine.family", cosine(xs, ys) <= largest(cosine(x_k, y_k)), given=[every(nonzero(x_k))])


class TestWhatIsSaid:
    """Hypotheses, conclusion and slack."""

    @pytest.mark.parametrize(
        ("statement", "holds", "slack"),
        [
            (p < q, True, 1.0),
            (q < p, False, -1.0),
            (p < p, False, 0.0),
            (p <= p, True, 0.0),
            (q > p, True, 1.0),
            (p > q, False, -1.0),
            (p >= p, True, 0.0),
            (p > p, False, 0.0),
            (q <= p, False, -1.0),
            (p >= q, False, -1.0),
            (equal(p, p), True, 0.0),
            (equal(p, q), False, -1.0),
            (unequal(p, q), True, 1.0),
            (unequal(p, p), False, 0.0),
            (both(p < q, q < 5), True, 1.0),
            (both(p < q, q < 2), False, 0.0),
            (either(q < p, q < 5), True, 3.0),
            (either(q < p, q < 2), False, 0.0),
            (iff(p < q, q < 5), True, 1.0),
            (iff(p < q, q < p - 3), False, -1.0),
        ],
    )
    def test_truth_and_slack(self, statement: Any, holds: bool, slack: float) -> None:
        result = Claim("mine.said", statement).evaluate(**{name: {"p": 1, "q": 2}[name] for name in names(statement)})
        assert (result.conclusion, result.slack) == (holds, slack)

    def test_an_implication_fails_only_where_its_hypotheses_hold(self) -> None:
        assert not below.evaluate(p=1, q=0).holds
        assert below.evaluate(p=-1, q=-2).holds
        assert below.evaluate(p=0, q=0).holds
        assert Claim("mine.both", p < q, given=[p > 0, q > 0]).evaluate(p=1, q=-1).holds

    def test_what_exists_is_an_input_and_has_to_satisfy_the_conditions(self) -> None:
        claim = Claim("mine.between", exists(q, where=(q > 0,), such_that=q < p), given=[p > 0])
        assert claim.evaluate(p=1, q=Fraction(1, 2)).conclusion
        assert not claim.evaluate(p=1, q=-1).conclusion
        assert not claim.evaluate(p=1, q=2).conclusion

    def test_a_boundary_is_decided_exactly(self) -> None:
        claim = Claim("mine.cauchy", inner(x, y) < norm(x) * norm(y))
        almost = [Fraction(1, 3), Fraction(1, 7) + Fraction(1, 10**40)]
        assert not claim.evaluate(x=[Fraction(2, 3), Fraction(2, 7)], y=[Fraction(1, 3), Fraction(1, 7)]).conclusion
        assert claim.evaluate(x=[Fraction(2, 3), Fraction(2, 7)], y=almost).conclusion

    def test_after_steps_the_least_slack_counts_or_that_of_the_first_failure(self) -> None:
        (z,), (z_n,) = Space("z"), Space("z_n")
        claim = Claim("mine.growth", after_steps(q, start={z_n: z}, step={z_n: 2 * z_n}, holds=norm(z_n) <= 10 + p * q))
        assert claim.evaluate(z=[3], p=1).slack == 0
        assert claim.evaluate(z=[1], p=-2).slack == 2
        assert claim.evaluate(z=[20], p=0).slack == -10

    def test_each_hypothesis_is_reported_for_itself(self) -> None:
        claim = Claim("mine.several", p > q, given=[p > 5, q > 0, 1 / (p - 1) > 0])
        assert claim.evaluate(p=2, q=1).hypotheses == (False, True, True)
        assert claim.evaluate(p=1, q=1).hypotheses == (False, True, False)


class TestUndefined:
    """Where the hypotheses hold, everything has a value or the claim says so; elsewhere nothing is asked."""

    @pytest.mark.parametrize(
        ("statement", "value"),
        [(1 / p > 0, 0), (root(p) >= 0, -1), (equal(p / p, 1), 0), (root(p - 1) > 0, 0), (log(p) > 0, 0)],
    )
    def test_a_conclusion_without_a_value(self, statement: Any, value: int) -> None:
        with pytest.raises(
            Undefined, match=r"divides by zero|root of a negative number|logarithm of a number that is not positive"
        ):
            Claim("mine.undefined", statement).evaluate(p=value)
        outside = Claim("mine.outside", statement, given=[p > 5]).evaluate(p=value)
        assert outside.holds
        assert not outside.conclusion
        assert math.isnan(outside.slack)

    def test_a_hypothesis_without_a_value(self) -> None:
        claim = Claim("mine.hypothesis", p > 0, given=[1 / p > 0])
        with pytest.raises(Undefined, match="divides by zero"):
            claim.evaluate(p=0)
        assert not hypotheses_hold(claim, {"p": 0})

    def test_a_zero_vector_has_no_cosine(self) -> None:
        assert not hypotheses_hold(acute, {"x": [0, 0], "y": [1, 1]})
        with pytest.raises(Undefined, match=r"cos\(x, y\) divides by zero"):
            Claim("mine.bare", cosine(x, y) <= 1).evaluate(x=[0, 0], y=[1, 1])


class TestInputs:
    """Numbers in any finite form, each taken exactly; everything else is refused by name."""

    @pytest.mark.parametrize(
        "half", [Fraction(1, 2), 0.5, np.float64(0.5), np.float32(0.5), np.float16(0.5), np.longdouble(0.5), np.array(0.5)]
    )
    def test_forms_of_one_number(self, half: Any) -> None:
        assert below.evaluate(p=half, q=Fraction(1, 2)).slack == 0

    @pytest.mark.parametrize("two", [2, np.int8(2), np.uint64(2), Fraction(2), 2.0])
    def test_forms_of_a_whole_number(self, two: Any) -> None:
        assert below.evaluate(p=two, q=2).slack == 0

    @pytest.mark.parametrize("form", [list, tuple, np.array, lambda v: np.array(v, dtype=np.float32)])
    def test_forms_of_a_vector(self, form: Any) -> None:
        assert acute.evaluate(x=form([3, 4]), y=form([4, -3])).slack == 0

    @given(st.floats(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False, allow_infinity=False))
    def test_a_float_is_the_dyadic_number_that_it_is(self, a: float, b: float) -> None:
        assert below.evaluate(p=a, q=b).conclusion == (a <= b)
        assert below.evaluate(p=a, q=Fraction(a)).slack == 0

    def test_a_tenth_is_not_a_float(self) -> None:
        assert not below.evaluate(p=0.1, q=Fraction(1, 10)).conclusion

    @given(st.lists(st.floats(-1e3, 1e3).filter(bool), min_size=1, max_size=5), st.integers(2, 9))
    def test_parallel_floats_have_cosine_one(self, entries: list[float], factor: int) -> None:
        claim = Claim("mine.parallel", equal(cosine(x, y), 1))
        assert claim.evaluate(x=entries, y=[factor * Fraction(e) for e in entries]).conclusion

    @pytest.mark.parametrize("extreme", [5e-324, 1e-300, 1e300, 1.7e308])
    def test_extreme_floats_neither_overflow_nor_vanish(self, extreme: float) -> None:
        result = acute.evaluate(x=[extreme, extreme], y=[extreme, 0.0])
        assert result.slack == pytest.approx(math.sqrt(0.5))

    @pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, np.float32("nan"), np.longdouble("inf")])
    def test_what_is_not_finite_is_refused(self, value: Any) -> None:
        with pytest.raises(ValueError, match=r"p holds .*, which is not finite"):
            below.evaluate(p=value, q=1)
        with pytest.raises(ValueError, match=r"x holds .*, which is not finite"):
            acute.evaluate(x=[1, value], y=[1, 1])

    @pytest.mark.parametrize("value", ["1", None, True, np.True_, 1j, np.complex128(1), {"a": 1}, object()])
    def test_what_is_no_number_is_refused(self, value: Any) -> None:
        with pytest.raises(ValueError, match=r"p holds .*, which is no number"):
            below.evaluate(p=value, q=1)
        with pytest.raises(ValueError, match=r"x holds .*, which is no number"):
            acute.evaluate(x=[value, 1], y=[1, 1])

    @pytest.mark.parametrize("value", [1, [], [[1, 2]], [[1], 2], np.array([[1.0, 2.0]]), np.array(3.0)])
    def test_what_is_no_vector_is_refused(self, value: Any) -> None:
        with pytest.raises(ValueError, match="x must be a list of numbers"):
            acute.evaluate(x=value, y=[1, 1])

    def test_a_vector_for_a_number_is_refused(self) -> None:
        with pytest.raises(ValueError, match="p is a list, but must be a number"):
            below.evaluate(p=[1], q=1)

    def test_missing_unknown_and_unequal_inputs_are_named(self) -> None:
        with pytest.raises(ValueError, match=r"mine\.acute needs a value for y"):
            acute.evaluate(x=[1])
        with pytest.raises(ValueError, match=r"mine\.acute has no variable z; its variables are x, y"):
            acute.evaluate(x=[1], y=[1], z=[1])
        with pytest.raises(ValueError, match="y has 2 entries, but x has 1"):
            acute.evaluate(x=[1], y=[1, 2])
        with pytest.raises(ValueError, match="u has 2 entries, but must have 1"):
            Claim("mine.line", norm(u) >= 0).evaluate(u=[1, 2])

    def test_a_variable_may_be_called_self(self) -> None:
        assert Claim("mine.self", real("self")[0] > 0).evaluate(self=1).conclusion


class TestFamilies:
    """Blocks one by one or all together, as many as there are, each of its own dimension."""

    @pytest.mark.parametrize("count", [1, 2, 3, 12])
    def test_both_forms_mean_the_same(self, count: int) -> None:
        blocks = [[k + 1, -k][: 1 + k % 2] for k in range(count)]
        apart = {f"{name}_{k}": block for name in "xy" for k, block in enumerate(blocks, 1)}
        together = largest_local.evaluate(x=blocks, y=blocks)
        assert together == largest_local.evaluate(**apart)
        assert together.slack == 0

    def test_arrays_of_blocks(self) -> None:
        blocks = np.array([[1.0, 0.0], [0.0, 2.0]])
        assert largest_local.evaluate(x=blocks, y=-blocks).conclusion

    @pytest.mark.parametrize("value", [[1, 2], [[1], 2], 3, np.array([1.0, 2.0])])
    def test_blocks_are_lists(self, value: Any) -> None:
        with pytest.raises(ValueError, match=r"x is .*, but must be a list of blocks"):
            largest_local.evaluate(x=value, y=[[1], [2]])

    def test_unequal_numbers_of_blocks(self) -> None:
        with pytest.raises(ValueError, match="needs a value for y_2"):
            largest_local.evaluate(x=[[1], [2]], y=[[1]])
        with pytest.raises(ValueError, match="needs a value for x_2"):
            largest_local.evaluate(x=[[1]], y=[[1], [2]])

    def test_a_block_given_twice(self) -> None:
        with pytest.raises(ValueError, match="x_1 is given twice"):
            largest_local.evaluate(x=[[1]], x_1=[1], y=[[1]])

    def test_no_blocks(self) -> None:
        with pytest.raises(ValueError, match="needs a value for x_1"):
            largest_local.evaluate(x=[], y=[])


def names(statement: Any) -> list[str]:
    return [variable.name for variable in Claim("mine.names", statement).variables()]


def test_the_method_is_the_function() -> None:
    inputs = {"x": [1, 2], "y": [2, Fraction(-1, 3)]}
    assert acute.evaluate(**inputs) == evaluate(acute, inputs)
