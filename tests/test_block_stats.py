"""6 · Numbers: block statistics are what exact arithmetic says, within the bound that they state themselves."""

from __future__ import annotations

import json
import math
import tracemalloc
from typing import Any

import hostile_pairs
import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import cosnum
from cosnum import BlockStats, block_stats, exact

DTYPES = ["float64", "float32", "float16", "bfloat16"]
any_blocks = st.sampled_from(DTYPES).flatmap(hostile_pairs.blocks_of)


def split(x: Any, sizes: list[int]) -> list[Any]:
    return np.split(x, np.cumsum(sizes)[:-1])


def exact_cosines(x: Any, y: Any, sizes: list[int]) -> Any:
    return np.array([exact.cosine(p, q) for p, q in zip(split(x, sizes), split(y, sizes), strict=True)])


def assert_within(found: Any, true: Any, bound: Any) -> None:
    """Equal up to the bound, and NaN where the true value is."""
    found, true = np.asarray(found), np.asarray(true)
    assert np.array_equal(np.isnan(found), np.isnan(true))
    off = np.abs(found - true)
    assert (off[~np.isnan(true)] <= np.broadcast_to(bound, off.shape)[~np.isnan(true)]).all()


def same(s: BlockStats, t: BlockStats) -> bool:
    """Bit for bit."""
    return bool(
        np.array_equal(s.significands, t.significands, equal_nan=True)
        and np.array_equal(s.exponents, t.exponents)
        and np.array_equal(s.roundings, t.roundings)
    )


class TestCosines:
    """Local and global cosines, whatever the entries are."""

    @given(any_blocks)
    def test_are_the_exact_ones_within_the_bound(self, blocks):
        x, y, sizes = blocks
        stats = block_stats(x, y, sizes)
        assert_within(stats.local_cosines, exact_cosines(x, y, sizes), stats.error_bound)
        assert_within(stats.global_cosine, exact.cosine(x, y), stats.global_error_bound)

    @given(hostile_pairs.integer_pairs())
    def test_of_integers_too(self, pair):
        stats = block_stats(*pair)
        assert_within(stats.global_cosine, exact.cosine(*pair), stats.global_error_bound)

    @given(any_blocks)
    def test_are_at_most_one(self, blocks):
        stats = block_stats(*blocks)
        assert not (np.abs(stats.local_cosines) > 1).any()
        assert not abs(stats.global_cosine) > 1

    @given(st.data(), st.integers(-2098, 2098), st.sampled_from([1, -1]))
    def test_of_multiples_by_a_power_of_two_are_one(self, data, shift, sign):
        x = data.draw(hostile_pairs.finite("float64", 5))
        with np.errstate(over="ignore"):
            y = np.ldexp(x, shift) * sign
        exactly = np.isfinite(y).all() and np.array_equal(np.ldexp(y, -shift) * sign, x) and x.any()
        if exactly:
            assert block_stats(x, y).global_cosine == sign

    def test_of_multiples_of_long_vectors_are_one(self):
        x = np.random.default_rng(1).standard_normal(200_001)
        for shift in (-1000, -1, 0, 1, 400, 1000):
            assert block_stats(x, np.ldexp(x, shift)).global_cosine == 1
            assert block_stats(-x, np.ldexp(x, shift)).global_cosine == -1

    @pytest.mark.parametrize("n", [1, 7, 511, 512, 513, 4096, 65_535, 65_536, 65_537, 300_000])
    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    def test_of_long_well_conditioned_vectors_are_right_to_four_units(self, n, dtype):
        rng = np.random.default_rng(n)
        x = rng.standard_normal(n, dtype=np.float32).astype(dtype) / dtype(3)
        y = x + rng.standard_normal(n, dtype=np.float32).astype(dtype) / dtype(7)
        true = float(exact.cosine(x, y))
        assert abs(block_stats(x, y).global_cosine - true) <= 4 * math.ulp(true)

    @pytest.mark.parametrize("n", [100, 5000, 65_536, 1_000_000])
    def test_of_constants_are_right_to_four_units(self, n):
        """Where rounding errors of a plain sum all go the same way."""
        ramp = np.arange(1, n + 1) / n
        for x, y in [(np.full(n, 0.1), np.full(n, 0.3)), (np.full(n, 0.1), ramp)]:
            true = float(exact.cosine(x, y))
            assert abs(block_stats(x, y).global_cosine - true) <= 4 * math.ulp(true)

    def test_a_plain_float64_sum_is_not_right_to_four_units(self):
        """The control: on such constants."""
        x = np.full(100_000, 0.1)
        plain = sum(x * x)
        assert abs(plain - float(exact.squared_norm(x))) > 100 * math.ulp(plain)

    @pytest.mark.parametrize(("small", "large"), [(1e-300, 1e300), (5e-324, 1.7e308), (1e-160, 1.0)])
    def test_of_blocks_of_any_magnitudes(self, small, large):
        x = np.array([3 * small, 4 * small, 0.3 * large, 0.4 * large])
        y = np.array([4 * small, 3 * small, -0.4 * large, -0.3 * large])
        stats = block_stats(x, y, [2, 2])
        assert stats.local_cosines == pytest.approx(exact_cosines(x, y, [2, 2]), abs=1e-15)
        assert stats.global_cosine == pytest.approx(-0.96, abs=1e-15)

    @pytest.mark.parametrize("position", [0, 3, 70_000])
    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    def test_of_nonfinite_entries_are_nan(self, position, value, dtype):
        x, y = np.zeros(70_001, dtype), np.zeros(70_001, dtype)
        x[1], y[2], x[position] = 1, 1, value
        stats = block_stats(x, y, [4, 69_997])
        assert np.isnan(stats.global_cosine)
        assert np.isnan(stats.local_cosines[0 if position < 4 else 1])
        assert np.isnan(stats.global_range()).all() == np.isnan(stats.norm_ratio_bound()).all()

    @pytest.mark.parametrize("dtype", [np.float64, np.float32])
    def test_of_infinities_of_both_signs_are_nan(self, dtype):
        x, y = np.ones((2, 200_000), dtype)
        x[10], x[100_000] = np.inf, -np.inf
        assert np.isnan(block_stats(x, y).global_cosine)

    def test_of_products_that_underflow_one_by_one(self):
        """Each of 64 products is a quarter of the least subnormal; their sum isn't lost."""
        small = np.full(64, 2.0**-538)
        x, y = np.concatenate([[1.0, 0.0], small]), np.concatenate([[0.0, 1.0], small])
        assert block_stats(x, y).global_cosine == 2.0**-1070


class TestZeroBlocks:
    """A block where one vector is zero has no cosine, and no weight."""

    def test_local_cosines_are_nan_and_weights_zero(self):
        stats = block_stats([0.0, 0.0, 3.0, 4.0], [1.0, 2.0, 4.0, 3.0], [2, 2])
        assert np.isnan(stats.local_cosines[0])
        assert stats.weights[0] == 0
        assert stats.global_cosine == pytest.approx(24 / (5 * math.sqrt(30)))
        assert stats.global_range() == (0, stats.local_cosines[1])

    @pytest.mark.parametrize("sizes", [[0, 2], [2, 0], [0, 0, 2, 0]])
    def test_empty_blocks_are_zero_blocks(self, sizes):
        stats = block_stats([3.0, 4.0], [4.0, 3.0], sizes)
        assert np.isnan(stats.local_cosines).sum() == len(sizes) - 1
        assert stats.weights.sum() == 1
        assert stats.global_cosine == 0.96

    def test_negative_zeros_are_zeros(self):
        stats = block_stats([-0.0, 0.0], [1.0, 1.0])
        assert np.isnan(stats.global_cosine)
        assert stats.significands[:2].tolist() == [[0], [0]]
        assert stats.exponents[:2].tolist() == [[0], [0]]

    def test_a_zero_vector_leaves_nothing_defined(self):
        stats = block_stats([0.0, 0.0], [1.0, 2.0], [1, 1])
        assert np.isnan([stats.global_cosine, stats.profile_cosine, *stats.weights]).all()
        assert stats.norm_ratio_range == (0, 0)

    def test_no_entries_and_no_blocks(self):
        assert np.isnan(block_stats([], []).global_cosine)
        stats = block_stats([], [], [])
        assert len(stats) == 0
        assert np.isnan([stats.global_cosine, *stats.norm_ratio_range]).all()
        assert stats.global_range() == (0, 0)


class TestDecomposition:
    """``C = Σ c_k w_k``, ``S = Σ w_k``, and what the norms are."""

    @given(any_blocks)
    def test_weighted_local_cosines_add_up(self, blocks):
        stats = block_stats(*blocks)
        if not np.isnan(stats.global_cosine):
            terms = np.where(stats.weights == 0, 0, stats.local_cosines * stats.weights)
            slack = stats.error_bound.max() + 2 * stats.global_error_bound + 1e-14
            assert abs(terms.sum() - stats.global_cosine) <= slack
            assert abs(stats.weights.sum() - stats.profile_cosine) <= slack
            assert 0 <= stats.profile_cosine <= 1

    @given(any_blocks)
    def test_norms_are_the_exact_ones(self, blocks):
        x, y, sizes = blocks
        stats = block_stats(x, y, sizes)
        for norms, vector in zip(stats.norms, (x, y), strict=True):
            for norm, block in zip(norms, split(vector, sizes), strict=True):
                true = exact.squared_norm_fraction(block)
                if 1e-300 < true < 1e300:
                    assert norm == pytest.approx(math.sqrt(true), rel=1e-13)

    def test_norms_where_squares_have_no_room(self):
        stats = block_stats([3e200, 4e200, 3e-320], [1e-300, 0.0, 0.0], [2, 1])
        assert stats.norms[0] == pytest.approx([5e200, 3e-320], rel=1e-3)
        assert stats.norms[1].tolist() == [1e-300, 0]

    def test_the_profile_is_one_for_proportional_profiles_only(self):
        assert block_stats([1.0, 2.0, 3.0], [2.0, -4.0, 6.0], [1, 1, 1]).profile_cosine == 1
        assert block_stats([1.0, 2.0, 3.0], [2.0, -4.0, 5.0], [1, 1, 1]).profile_cosine < 0.999

    def test_norm_ratios(self):
        assert block_stats([1e-200, 3.0], [1e200, 1.0], [1, 1]).norm_ratio_range == (0, 3)
        assert block_stats([1.0, 3.0], [0.0, 1.0], [1, 1]).norm_ratio_range == (3, math.inf)
        assert np.isnan(block_stats([0.0], [0.0]).norm_ratio_range).all()


class TestClaims:
    """What the blocks chapter says of local and global cosines."""

    @given(any_blocks)
    def test_the_global_cosine_is_in_both_ranges(self, blocks):
        stats = block_stats(*blocks)
        slack = stats.error_bound.max() + stats.global_error_bound
        for low, high in (stats.global_range(), stats.norm_ratio_bound()):
            assert not stats.global_cosine < low - slack
            assert not stats.global_cosine > high + slack

    @given(any_blocks)
    def test_norm_ratios_only_narrow_the_range(self, blocks):
        stats = block_stats(*blocks)
        (low, high), (narrow_low, narrow_high) = stats.global_range(), stats.norm_ratio_bound()
        assert not narrow_low < low
        assert not narrow_high > high

    @pytest.mark.parametrize(("sign", "expected"), [(1, (0.8, 1.0)), (-1, (-1.0, -0.8))])
    def test_norm_ratios_carry_a_threshold_of_either_sign(self, sign, expected):
        stats = block_stats([2.0, 4.0], [2.0 * sign, 1.0 * sign], [1, 1])
        assert stats.norm_ratio_bound() == pytest.approx(expected, abs=1e-15)
        assert stats.global_cosine == pytest.approx(0.8 * sign, abs=1e-15)

    def test_local_cosines_of_both_signs_carry_none(self):
        stats = block_stats([1.0, 1.0], [1.0, -2.0], [1, 1])
        assert stats.norm_ratio_bound() == stats.global_range() == (-1, 1)

    @given(any_blocks, st.data())
    def test_coarsening_narrows_the_range(self, blocks, data):
        stats = block_stats(*blocks)
        first = data.draw(st.integers(0, len(stats)))
        coarse = stats.coarsen([first, len(stats) - first])
        slack = stats.error_bound.max() + coarse.error_bound.max()
        assert not coarse.global_range()[0] < stats.global_range()[0] - slack
        assert not coarse.global_range()[1] > stats.global_range()[1] + slack

    def test_the_largest_local_cosine_bounds_nothing_when_negative(self):
        """The control: ``blocks.max_local.unsigned`` is false."""
        stats = block_stats([1.0, 2.0], [-2.0, -1.0], [1, 1])
        assert stats.global_cosine == pytest.approx(-0.8)
        assert stats.global_cosine > max(stats.local_cosines)


class TestAdding:
    """Blocks add, however they are cut."""

    @given(any_blocks, st.integers(0, 40))
    def test_shards_of_equal_partitions(self, blocks, cut):
        x, y, sizes = blocks
        masks = [np.arange(len(x)) % 41 < cut, np.arange(len(x)) % 41 >= cut]
        shards = []
        for mask in masks:
            counts = [int(part.sum()) for part in split(mask, sizes)]
            shards.append(block_stats(x[mask], y[mask], counts))
        stats = shards[0] + shards[1]
        assert_within(stats.local_cosines, exact_cosines(x, y, sizes), stats.error_bound)
        assert_within(stats.global_cosine, exact.cosine(x, y), stats.global_error_bound)

    @given(any_blocks, any_blocks)
    def test_appending(self, first, second):
        (s, t), (x, y) = (block_stats(*blocks) for blocks in (first, second)), (first, second)
        stats = s.append(t)
        assert len(stats) == len(s) + len(t)
        assert np.array_equal(stats.local_cosines, [*s.local_cosines, *t.local_cosines], equal_nan=True)
        whole = [np.concatenate([np.asarray(x[i], float), np.asarray(y[i], float)]) for i in (0, 1)]
        assert_within(stats.global_cosine, exact.cosine(*whole), stats.global_error_bound)

    @given(any_blocks)
    def test_coarsening(self, blocks):
        x, y, sizes = blocks
        stats = block_stats(x, y, sizes)
        for groups in ([len(sizes)], [1] * len(sizes), [0, len(sizes)], [len(sizes) - 1, 1]):
            entries = [sum(part) for part in split(sizes, groups)]
            coarse = stats.coarsen(groups)
            assert_within(coarse.local_cosines, exact_cosines(x, y, entries), coarse.error_bound)
            assert_within(coarse.global_cosine, exact.cosine(x, y), coarse.global_error_bound)

    @pytest.mark.parametrize("parts", [1, 2, 3, 64, 1000])
    def test_many_parts_as_they_come(self, parts):
        x, y = np.random.default_rng(parts).standard_normal((2, parts, 6))
        stats = BlockStats.sum(block_stats(p, q, [2, 4]) for p, q in zip(x, y, strict=True))
        whole = [np.concatenate([a[:, :2].ravel(), a[:, 2:].ravel()]) for a in (x, y)]
        assert_within(stats.local_cosines, exact_cosines(*whole, [2 * parts, 4 * parts]), stats.error_bound)
        assert_within(stats.global_cosine, exact.cosine(*whole), stats.global_error_bound)

    def test_many_parts_cost_few_roundings(self):
        part = block_stats([0.1, 0.7], [0.3, 0.2])
        stats = BlockStats.sum(part for _ in range(10_000))
        assert stats.roundings[0] <= part.roundings[0] + math.ceil(math.log2(10_000)) + 1
        assert abs(stats.global_cosine - part.global_cosine) <= 4 * math.ulp(1)
        folded = part
        for _ in range(99):
            folded = folded + part
        assert folded.roundings[0] == part.roundings[0] + 99

    def test_many_blocks_as_they_come(self):
        parts = [block_stats([float(i), 1.0], [1.0, 1.0]) for i in range(5)]
        assert np.array_equal(BlockStats.concatenate(iter(parts)).local_cosines, [part.global_cosine for part in parts])

    def test_what_does_not_add(self):
        one, two = block_stats([1.0], [1.0]), block_stats([1.0, 1.0], [1.0, 1.0], [1, 1])
        with pytest.raises(ValueError, match="1 blocks and 2 blocks don't add: use append"):
            one + two
        with pytest.raises(TypeError):
            one + 1
        with pytest.raises(ValueError, match="sizes sum to 3, but there are 2 blocks"):
            two.coarsen([3])
        with pytest.raises(ValueError, match="no parts to sum"):
            BlockStats.sum([])
        with pytest.raises(ValueError, match="no parts to concatenate"):
            BlockStats.concatenate([])


class TestInput:
    """Views, maps and mixtures are read where they lie."""

    X, Y = np.random.default_rng(0).standard_normal((2, 6, 40))

    @pytest.mark.parametrize(
        "view",
        {
            "strided": lambda a: np.repeat(a.ravel(), 2)[::2],
            "reversed": lambda a: a.ravel()[::-1].copy()[::-1],
            "byte-swapped": lambda a: a.ravel().astype(a.dtype.newbyteorder()),
            "unaligned": lambda a: np.frombuffer(b"\0" + a.tobytes(), np.uint8)[1:].view(a.dtype),
            "subclass": lambda a: a.ravel().view(np.recarray),
            "list": lambda a: a.ravel().tolist(),
        }.items(),
        ids=lambda item: item[0],
    )
    def test_layouts_make_no_difference(self, view):
        expected = block_stats(self.X.ravel(), self.Y.ravel(), [100, 140])
        assert same(block_stats(view[1](self.X), view[1](self.Y), [100, 140]), expected)

    @pytest.mark.parametrize("order", ["transposed", "sliced", "broadcast"])
    def test_arrays_of_a_mapping_have_any_layout(self, order):
        views = {"transposed": lambda a: a.T, "sliced": lambda a: a[:, ::3], "broadcast": lambda a: a[:, None] + 0 * a}
        a, b = views[order](self.X), views[order](self.Y)
        copies = block_stats({"w": a.copy(order="C")}, {"w": b.copy(order="C")})
        assert same(block_stats({"w": a}, {"w": b}), copies)

    def test_long_transposed_arrays(self):
        a, b = np.random.default_rng(1).standard_normal((2, 400, 500))
        expected = block_stats([a.T.copy()], [b.T.copy()])
        assert same(block_stats([a.T], [b.T]), expected)

    def test_mappings_and_sequences_are_blocks(self):
        x, y = {"b": self.X, "a": self.X[0]}, {"a": self.Y[0], "b": self.Y}
        expected = block_stats(
            np.concatenate([self.X.ravel(), self.X[0]]), np.concatenate([self.Y.ravel(), self.Y[0]]), [240, 40]
        )
        assert np.array_equal(block_stats(x, y).local_cosines, expected.local_cosines)
        assert same(block_stats([self.X, self.X[0]], (self.Y, self.Y[0])), block_stats(x, y))

    def test_scalars_of_a_mapping_are_blocks_of_one(self):
        stats = block_stats({"w": [3.0, 4.0], "count": 7}, {"w": [4.0, 3.0], "count": -2})
        assert stats.local_cosines.tolist() == [0.96, -1]

    def test_dtypes_may_differ(self):
        x, y = np.array([1, 2, 3], np.int8), np.array([0.1, 0.7, -0.3], np.float32)
        assert block_stats(x, y).global_cosine == pytest.approx(float(exact.cosine(x, y)), abs=1e-15)
        bits = np.array([True, False, True])
        assert block_stats(bits, bits).global_cosine == 1

    def test_memory_maps(self, tmp_path):
        x, y = (np.memmap(tmp_path / name, np.float32, "w+", shape=(5000,)) for name in "xy")
        x[:], y[:] = self.X.ravel()[np.arange(5000) % 240], self.Y.ravel()[np.arange(5000) % 240]
        read = [np.memmap(tmp_path / name, np.float32, "r") for name in "xy"]
        assert same(block_stats(*read, [1000, 4000]), block_stats(np.array(x), np.array(y), [1000, 4000]))

    def test_input_is_left_alone(self):
        x = self.X.copy()
        x.flags.writeable = False
        block_stats([x * 1e300, x], [x, x])
        assert np.array_equal(x, self.X)

    def test_floating_point_errors_of_the_user_stay_unraised(self):
        with np.errstate(all="raise"):
            stats = block_stats([1e300, 1e-310], [1e-310, 1e300], [1, 1])
            assert stats.global_cosine == 0
            assert stats.norms.max() == 1e300


class TestSpeedAndMemory:
    """Threads don't change results, and scratch doesn't grow."""

    @pytest.mark.parametrize("dtype", [np.float32, np.float64])
    def test_any_number_of_threads_gives_the_same_bits(self, dtype):
        x, y = (np.resize(z, 4_000_000) for z in np.random.default_rng(0).standard_normal((2, 1009)).astype(dtype))
        sizes = [1, 2_500_000, 7, 0, 1_000_000, *[8] * 1000, 65_536]
        sizes.append(len(x) - sum(sizes))
        one = block_stats(x, y, sizes, threads=1)
        assert all(same(block_stats(x, y, sizes, threads=threads), one) for threads in (2, 3, 8))

    def test_scratch_stays_small(self):
        ones = np.broadcast_to(np.float32(1), 1 << 24)
        tracemalloc.start()
        try:
            assert block_stats(ones, ones).global_cosine == 1
            assert tracemalloc.get_traced_memory()[1] < 64 * 2**20
        finally:
            tracemalloc.stop()

    @pytest.mark.parametrize("n", [1, 8, 8 * 12_345 + 5])
    def test_many_small_blocks(self, n):
        x, y = np.random.default_rng(n).standard_normal((2, n))
        sizes = [8] * (n // 8) + [n % 8]
        stats = block_stats(x, y, sizes)
        full = n // 8 * 8
        p, q = x[:full].reshape(-1, 8), y[:full].reshape(-1, 8)
        expected = (p * q).sum(1) / np.sqrt((p * p).sum(1) * (q * q).sum(1))
        assert np.allclose(stats.local_cosines[:-1], expected, rtol=0, atol=1e-14)
        assert stats.global_cosine == pytest.approx(float(exact.cosine(x, y)), abs=stats.global_error_bound)

    def test_many_small_blocks_of_extremes(self):
        x, y = np.random.default_rng(0).standard_normal((2, 20_000))
        tiny, huge = block_stats(x * 1e-300, y * 1e-300, [8] * 2500), block_stats(x * 1e300, y * 1e-5, [8] * 2500)
        ordinary = block_stats(x, y, [8] * 2500)
        for stats in (tiny, huge):
            assert stats.local_cosines == pytest.approx(ordinary.local_cosines, abs=1e-14)


class TestRefusals:
    """Whatever is wrong is said before work starts, with what would be right."""

    ONE = np.ones(3)

    @pytest.mark.parametrize(
        ("x", "y", "blocks", "error", "message"),
        [
            (ONE, np.ones(4), None, ValueError, "x has 3 entries, but y has 4"),
            (ONE, ONE, [1, 1], ValueError, "blocks sum to 2, but x has 3 entries"),
            (ONE, ONE, [4, -1], ValueError, r"blocks\[1\] is -1, but a size is at least 0"),
            (ONE, ONE, [1.5, 1.5], TypeError, "blocks must be a sequence of whole numbers"),
            (ONE, ONE, 3, TypeError, "blocks must be a sequence of whole numbers, not 3"),
            (ONE + 0j, ONE, None, TypeError, "x has dtype complex128, but must hold booleans, integers or one of float64"),
            (ONE, np.array([1, 2, None]), None, TypeError, "y has dtype object"),
            (ONE, np.array(["a", "b", "c"]), None, TypeError, "y has dtype <U1"),
            (ONE.astype(np.longdouble), ONE, None, TypeError, "x has dtype float128|x has dtype float96"),
            (ONE.astype(ml_dtypes.float8_e5m2), ONE, None, TypeError, "x has dtype float8_e5m2"),
            (np.ones((3, 1)), ONE, None, ValueError, r"x has shape \(3, 1\), but must have one dimension"),
            (1.0, 1.0, None, ValueError, r"x has shape \(\), but must have one dimension"),
            ([[1.0], [1.0, 2.0]], [[1.0], [1.0]], None, ValueError, r"x\[1\] has shape \(2,\), but y\[1\] has shape \(1,\)"),
            ([[[1.0], [1.0, 2.0]]], [[1.0]], None, ValueError, r"x\[0\] is ragged"),
            ([ONE], [ONE, ONE], None, ValueError, "x has 1 blocks, but y has 2"),
            ([ONE], ONE, None, TypeError, "x is a sequence of arrays, but y is a ndarray"),
            ([ONE], [ONE], [3], ValueError, "blocks are for one-dimensional x and y"),
            ({"a": ONE}, {"b": ONE}, None, ValueError, r"only x has \['a'\], and only y has \['b'\]"),
            ({"a": ONE}, ONE, None, TypeError, "x is a dict, but y is a ndarray"),
            ({"a": ONE}, {"a": ONE[:2]}, None, ValueError, r"x\['a'\] has shape \(3,\), but y\['a'\] has shape \(2,\)"),
            ({"a": ONE}, {"a": ONE + 0j}, None, TypeError, r"y\['a'\] has dtype complex128"),
            ({}, {}, None, ValueError, "x and y hold no arrays"),
            (np.ma.masked_array(ONE, [0, 1, 0]), ONE, None, TypeError, "x is a masked array"),
        ],
    )
    def test_bad_input(self, x, y, blocks, error, message):
        with pytest.raises(error, match=message):
            block_stats(x, y, blocks)

    @pytest.mark.parametrize(("threads", "error"), [(0, ValueError), (-2, ValueError), (1.5, TypeError)])
    def test_bad_threads(self, threads, error):
        with pytest.raises(error):
            block_stats(self.ONE, self.ONE, threads=threads)


class TestRecords:
    """Immutable, and exact as plain numbers."""

    @given(any_blocks)
    @settings(max_examples=50)
    def test_dicts_go_through_json(self, blocks):
        stats = block_stats(*blocks)
        text = json.dumps(stats.to_dict(), allow_nan=False)
        assert same(BlockStats.from_dict(json.loads(text)), stats)

    @given(hnp.arrays(np.float64, 3, elements=st.sampled_from([np.nan, np.inf, 1.0])))
    def test_nan_goes_through_json(self, x):
        stats = block_stats(x, np.ones(3), [1, 2])
        assert same(BlockStats.from_dict(json.loads(json.dumps(stats.to_dict(), allow_nan=False))), stats)

    @pytest.mark.parametrize(
        "change",
        [{"dtype": "int8"}, {"roundings": [1]}, {"significands": [[1]]}, {"exponents": "x"}, {"significands": None}],
    )
    def test_other_dicts_are_refused(self, change):
        data = {**block_stats([1.0, 1.0], [1.0, 1.0], [1, 1]).to_dict(), **change}
        with pytest.raises(ValueError, match="not the dict of a BlockStats"):
            BlockStats.from_dict(data)

    def test_nothing_can_be_assigned(self):
        stats = block_stats([1.0, 1.0], [1.0, 1.0], [1, 1])
        with pytest.raises(AttributeError):
            stats.roundings = 0
        for array in (stats.significands, stats.exponents, stats.roundings):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0

    def test_a_person_sees_the_size_and_the_cosine(self):
        assert repr(block_stats([1.0, 0.0], [1.0, 0.0], [1, 1])) == "<BlockStats of 2 blocks, global cosine 1.0>"

    def test_public_names(self):
        assert {"BlockStats", "block_stats", "bounds", "cosine", "cosine_distance", "exact"} <= set(cosnum.__all__)
