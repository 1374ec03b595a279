"""5 · The blocks chapter: each function against the statement of its claim, on vectors that realise what it is given."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cosnum import bounds, exact

SLACK = 1e-14
cosines = st.floats(-1, 1)
norms = st.floats(1e-6, 1e6)
blocks = st.lists(st.tuples(cosines, norms, norms), min_size=1, max_size=6)


def columns(rows: list[Any]) -> list[Any]:
    return [np.array(column) for column in zip(*rows, strict=True)]


def true_global(c: Any, a: Any, b: Any) -> float:
    """By exact arithmetic, from vectors."""
    return float(exact.cosine(*bounds.realised(c, a, b)))


class TestRealised:
    """The vectors that the other tests rest on."""

    @given(blocks)
    def test_local_cosines_and_norms_are_the_given_ones(self, rows):
        c, a, b = columns(rows)
        x, y = (v.reshape(-1, 2) for v in bounds.realised(c, a, b))
        assert [float(exact.cosine(p, q)) for p, q in zip(x, y, strict=True)] == pytest.approx(c, abs=SLACK)
        assert np.hypot(*x.T) == pytest.approx(a, rel=SLACK)
        assert np.hypot(*y.T) == pytest.approx(b, rel=SLACK)

    def test_batches(self):
        x, y = bounds.realised(np.full((3, 4), 0.5), np.ones((3, 4)), np.ones((3, 4)))
        assert x.shape == y.shape == (3, 8)


class TestGlobalCosine:
    """blocks.decomposition, blocks.profile_factorisation, blocks.profile_at_most_one and blocks.profile_equality."""

    @given(blocks)
    def test_decomposition(self, rows):
        assert bounds.global_cosine(*columns(rows)) == pytest.approx(true_global(*columns(rows)), abs=SLACK)

    @given(blocks)
    def test_profile_factorisation(self, rows):
        c, a, b = columns(rows)
        mean = (c * a * b).sum() / (a * b).sum()
        assert bounds.global_cosine(c, a, b) == pytest.approx(bounds.profile_cosine(a, b) * mean, abs=SLACK)

    @given(blocks)
    def test_profile_is_the_global_cosine_of_local_ones(self, rows):
        _, a, b = columns(rows)
        assert bounds.profile_cosine(a, b) == pytest.approx(true_global(np.ones_like(a), a, b), abs=SLACK)
        assert 0 < bounds.profile_cosine(a, b) <= 1 + SLACK

    @given(st.lists(norms, min_size=1, max_size=6), norms)
    def test_profile_is_one_for_proportional_norms(self, a, factor):
        assert bounds.profile_cosine(a, factor * np.array(a)) == pytest.approx(1, abs=SLACK)

    @given(norms, norms, st.floats(1.01, 1e6))
    def test_and_for_no_others(self, a, b, factor):
        assert bounds.profile_cosine([a, a], [b, b * factor]) < 1 - 1e-6

    def test_norms_of_any_size(self):
        assert bounds.profile_cosine([3e200, 4e200], [3e-300, 4e-300]) == pytest.approx(1)


class TestRanges:
    """blocks.max_local.bracket, blocks.range and what follows from it."""

    @given(blocks)
    def test_bracket(self, rows):
        low, high = bounds.bracket(*columns(rows))
        assert low - SLACK <= true_global(*columns(rows)) <= high + SLACK

    @given(blocks)
    def test_range(self, rows):
        low, high = bounds.global_range(columns(rows)[0])
        assert low - SLACK <= true_global(*columns(rows)) <= high + SLACK

    @given(st.lists(cosines, min_size=2, max_size=6), st.floats(0.01, 0.99))
    def test_range_is_sharp(self, c, position):
        """Every value well inside is reached: by proportional profiles and by diluted ones."""
        low, high = bounds.global_range(c)
        target = low + position * (high - low)
        largest, least = max(c), min(c)
        assume(high - low > 1e-3)
        if least <= target <= largest:
            weight = (target - least) / (largest - least) if largest > least else 1.0
            a = b = np.sqrt([weight, 1 - weight])
            found = true_global([largest, least], a, b)
        else:
            end = largest if target > 0 else least
            a, b = bounds.threshold_norms(abs(end), abs(target))
            found = true_global([end, end], a, b)
        assert found == pytest.approx(target, abs=1e-9)

    @pytest.mark.parametrize("c", [[0.5, 0.9], [-0.5, 0.9], [-0.5, -0.9], [0.0, 0.0], [1.0]])
    def test_range_has_its_two_ends(self, c):
        assert bounds.global_range(c) == (min(0, *c), max(0, *c))

    @given(st.lists(st.tuples(st.floats(0.01, 1), norms, norms), min_size=1, max_size=6))
    def test_positive_stays_positive(self, rows):
        assert true_global(*columns(rows)) > 0

    def test_without_zero_the_range_is_wrong(self):
        """The control: ``blocks.max_local.unsigned``, the same range without the 0."""
        c, a, b = np.array([-1.0, -1.0]), np.array([1.0, 2.0]), np.array([2.0, 1.0])
        assert true_global(c, a, b) == -0.8
        assert max(c) < -0.8 < bounds.global_range(c)[1]

    def test_without_the_profile_the_bracket_is_wrong(self):
        """The control: the least local cosine alone bounds nothing."""
        c, (a, b) = np.array([0.9, 0.9]), bounds.diluting_norms(0.01)
        assert bounds.bracket(c, a, b)[0] - SLACK <= true_global(c, a, b) < min(c)


class TestNormRatios:
    """blocks.norm_ratio_lower, blocks.norm_ratio_upper_negative and blocks.norm_ratio_is_sharp."""

    @given(blocks)
    def test_nonnegative_thresholds(self, rows):
        c, a, b = columns(rows)
        c, ratios = np.abs(c), a / b
        assert true_global(c, a, b) >= bounds.norm_ratio_lower(c.min(), ratios.min(), ratios.max()) - SLACK

    @given(blocks)
    def test_nonpositive_thresholds(self, rows):
        c, a, b = columns(rows)
        c, ratios = -np.abs(c), a / b
        assert true_global(c, a, b) <= bounds.norm_ratio_upper_negative(c.max(), ratios.min(), ratios.max()) + SLACK

    @given(st.floats(0, 1), norms, st.floats(1, 1e4))
    def test_extremal_norms_reach_both(self, threshold, m, spread):
        a, b = bounds.extremal_norms(m, m * spread)
        assert a / b == pytest.approx([m, m * spread])
        lower = bounds.norm_ratio_lower(threshold, m, m * spread)
        assert true_global([threshold] * 2, a, b) == pytest.approx(lower, abs=SLACK)
        upper = bounds.norm_ratio_upper_negative(-threshold, m, m * spread)
        assert true_global([-threshold] * 2, a, b) == pytest.approx(upper, abs=SLACK)

    def test_negative_thresholds_carry_nothing(self):
        """The control: with λ < 0 the same formula is no lower bound."""
        c, a, b = np.array([-0.5, -0.5]), np.ones(2), np.ones(2)
        assert true_global(c, a, b) < bounds.norm_ratio_lower(-0.5, 0.25, 4.0)

    def test_the_ratios_must_be_those_of_the_blocks(self):
        """The control: with a narrower range of ratios the bound fails."""
        a, b = bounds.extremal_norms(0.25, 4.0)
        assert true_global([1.0, 1.0], a, b) < bounds.norm_ratio_lower(1.0, 0.5, 2.0)

    @pytest.mark.parametrize(("m", "M"), [(1e-300, 1e300), (1e-300, 1e-300), (1.0, math.inf), (5e-324, 1.0)])
    def test_extreme_ratios(self, m, M):
        expected = 0 if M == math.inf else 1 / math.cosh(math.log(m) / 2 - math.log(M) / 2)
        assert bounds.norm_ratio_lower(1.0, m, M) == pytest.approx(expected, rel=1e-12, abs=5e-324)


class TestExamples:
    """blocks.no_positive_lower_bound, blocks.threshold_is_not_inherited and blocks.scalar_blocks."""

    @given(cosines, cosines, st.floats(1e-12, 10))
    def test_dilution(self, first, second, epsilon):
        (a, b), delta = bounds.diluting_norms(epsilon), epsilon / 2
        found = true_global([first, second], a, b)
        assert abs(found) < epsilon
        assert found == pytest.approx(delta * (first + second) / (1 + delta**2), rel=1e-9, abs=SLACK)

    @given(st.floats(0.01, 1), st.floats(1e-9, 0.999))
    def test_thresholds(self, local, part):
        target = local * part
        found = true_global([local, local], *bounds.threshold_norms(local, target))
        assert found == pytest.approx(target, rel=1e-9)

    def test_threshold_norms_as_printed(self):
        local, target = 0.9, 0.3
        printed = (local - math.sqrt(local**2 - target**2)) / target
        a, b = bounds.threshold_norms(local, target)
        assert a.tolist() == pytest.approx([printed, 1])
        assert b.tolist() == pytest.approx([1, printed])

    @given(st.lists(st.tuples(*[st.floats(-1e308, 1e308)] * 2), min_size=1, max_size=5))
    def test_scalar_blocks(self, rows):
        x, y = columns(rows)
        expected = [float(exact.cosine([p], [q])) for p, q in rows]
        assert np.array_equal(bounds.scalar_blocks(x, y), expected, equal_nan=True)

    def test_unit_locals_and_a_smaller_global(self):
        """blocks.unit_locals_counterexample."""
        x, y = np.array([1.0, 1.0]), np.array([1.0, 2.0])
        assert bounds.scalar_blocks(x, y).tolist() == [1, 1]
        assert bounds.global_cosine([1.0, 1.0], x, y) == pytest.approx(3 / math.sqrt(10), abs=SLACK)


@pytest.mark.parametrize("bad", [np.array([1j]), np.array([None])])
def test_other_entries_are_refused(bad):
    with pytest.raises(TypeError, match="y_norms has dtype"):
        bounds.profile_cosine([1.0], bad)
