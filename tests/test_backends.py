"""6 · Numbers: whatever sums the products, and on whatever device, the result is within the bound."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from typing import Any

import array_api_strict
import hostile_pairs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from threadpoolctl import threadpool_info, threadpool_limits

from cosnum import BlockStats, block_stats, bounds, cosine, cosine_distance, exact
from cosnum.backends import _host, generic
from cosnum.backends import numpy as numpy_backend
from cosnum.backends._pieces import PIECE, PieceSums
from cosnum.backends.numpy import STEP

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="Numba is not installed")
BACKENDS = [pytest.param("numpy"), pytest.param("numba", marks=needs_numba)]
DEVICES = [array_api_strict.Device(name) for name in ("CPU_DEVICE", "device1", "no_float64", "no_x64")]
SINGLE = DEVICES[2:]
devices = pytest.mark.parametrize("device", DEVICES, ids=str)
precisions = pytest.mark.parametrize("device", [DEVICES[0], DEVICES[2]], ids=str)


def backend(name: str) -> Any:
    if name == "numpy":
        return numpy_backend
    from cosnum.backends import numba

    return numba


def stats_by(name: str, x: Any, y: Any, sizes: list[int]) -> BlockStats:
    sums, roundings = _host.block_sums([(x, y, np.array(sizes))], backend=backend(name))
    return BlockStats(sums.significand, sums.exponent, roundings)


def on(device: Any, x: Any) -> Any:
    """The same entries on a device of array-api-strict."""
    return array_api_strict.asarray(np.ascontiguousarray(x), device=device)


def assert_within(stats: BlockStats, x: Any, y: Any) -> None:
    true, found, bound = (float(v) for v in (exact.cosine(x, y), stats.global_cosine, stats.global_error_bound))
    assert np.isnan(found) if np.isnan(true) else abs(found - true) <= bound
    assert not abs(found) > 1


class TestHostBackends:
    """NumPy and Numba, one primitive each."""

    @pytest.mark.parametrize("name", BACKENDS)
    @given(pair=st.sampled_from(["float64", "float32"]).flatmap(hostile_pairs.pairs))
    def test_hostile_pairs(self, name, pair):
        assert_within(stats_by(name, *pair, [len(pair[0])]), *pair)

    @pytest.mark.parametrize("name", BACKENDS)
    @pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8", "uint64", "float32", "float64"])
    @pytest.mark.parametrize("n", [1, 100, 511, 512, 513, 700, 2500])
    def test_dtypes_and_lengths(self, name, dtype, n):
        rng = np.random.default_rng(n)
        x, y = (rng.standard_normal((2, n)) * 100).astype(dtype)
        if np.dtype(dtype).itemsize == 8 and dtype != "float64":
            x[0] = y[-1] = np.iinfo(dtype).max
        assert_within(stats_by(name, x, y, [n]), x, y)

    @pytest.mark.parametrize("name", BACKENDS)
    @pytest.mark.parametrize("scale", [(1e-300, 1e300), (1e-310, 1e-310), (1e300, 1e300), (1e-160, 1e100)])
    def test_extremes_in_long_blocks(self, name, scale):
        x, y = np.random.default_rng(0).standard_normal((2, 1500))
        ordinary = stats_by(name, x, y, [1000, 500])
        for stats in (stats_by(name, scale[0] * x, scale[1] * y, [1000, 500]), ordinary):
            assert stats.local_cosines == pytest.approx(ordinary.local_cosines, abs=1e-7)
            assert_within(stats, *((scale[0] * x, scale[1] * y) if stats is not ordinary else (x, y)))

    @pytest.mark.parametrize("name", BACKENDS)
    def test_blocks_of_all_lengths(self, name):
        sizes = [0, 1, 600, 0, 8, 8, 2000, 3, 0]
        x, y = np.random.default_rng(0).standard_normal((2, sum(sizes)))
        stats = stats_by(name, x, y, sizes)
        for found, p, q in zip(
            stats.local_cosines, np.split(x, np.cumsum(sizes)), np.split(y, np.cumsum(sizes)), strict=False
        ):
            assert found == pytest.approx(float(exact.cosine(p, q)), abs=1e-15, nan_ok=True)

    @pytest.mark.parametrize("name", BACKENDS)
    @pytest.mark.parametrize("value", [np.nan, np.inf])
    def test_nonfinite_entries(self, name, value):
        x, y = np.ones((2, 1000))
        x[700] = value
        assert np.isnan(stats_by(name, x, y, [1000]).global_cosine)

    @pytest.mark.parametrize("name", BACKENDS)
    @pytest.mark.parametrize(("n", "least"), [(1, 1), (100, 100), (512, 512), (5000, 512), (60_000, 512), (150_000, 513)])
    @pytest.mark.parametrize("dtype", [np.float32, np.int64])
    def test_every_rounding_is_counted(self, name, n, least, dtype):
        """A product, so many additions one after the other, pieces added, and 64-bit integers rounded to float64."""
        ones = np.ones(n, dtype)
        assert stats_by(name, ones, ones, [n]).roundings[0] >= least + 2 * (dtype == np.int64)

    @needs_numba
    def test_what_numba_cannot_read_goes_to_numpy(self):
        x, y = np.random.default_rng(0).standard_normal((2, 50))
        for p, q in [(x[::2], y[::2]), (x.astype(">f8"), y.astype(">f8")), (x.astype(np.float16), y), (x > 0, y > 0)]:
            assert not backend("numba").suits(p, q)
            assert_within(stats_by("numba", p, q, [len(p)]), p, q)

    @pytest.mark.parametrize("name", BACKENDS)
    @pytest.mark.parametrize("scale", [1.0, 1e-300])
    def test_any_number_of_threads_gives_the_same_bits(self, name, scale, monkeypatch):
        monkeypatch.setattr(_host, "TASK", PIECE)
        monkeypatch.setattr(_host, "MOST_TASKS", 3)
        sizes = np.array([5, 150_000, 0, 70_000, *[7] * 100, 65_536])
        x, y = scale * np.resize(np.random.default_rng(0).standard_normal((2, 1009)), (2, sizes.sum()))
        one, *others = (_host.block_sums([(x, y, sizes)], threads, backend(name)) for threads in (1, 2, 5))
        for other in others:
            assert np.array_equal(other.sums.significand, one.sums.significand)
            assert np.array_equal(other.sums.exponent, one.sums.exponent)
        assert len(list(_host.plan(sizes))) > 2
        assert_within(BlockStats(one.sums.significand, one.sums.exponent, one.roundings), x, y)

    def test_long_float64_blocks(self):
        """Beyond 2²¹ entries, where NumPy adds 32768 products at a time."""
        x, y = (np.resize(z, 2_200_000) for z in np.random.default_rng(0).standard_normal((2, 10_007)))
        stats = stats_by("numpy", x, y, [len(x)])
        assert stats.roundings[0] >= STEP
        assert_within(stats, x, y)
        scaled = stats_by("numpy", x * 1e300, y * 1e-300, [len(x)])
        assert scaled.global_cosine == pytest.approx(stats.global_cosine, abs=1e-12)

    def test_blas_has_one_thread_meanwhile(self):
        seen = []

        class Watching:
            suits = staticmethod(numpy_backend.suits)

            @staticmethod
            def bind(x, y):  # noqa: ARG004
                def kernel(edges):
                    seen.extend(pool["num_threads"] for pool in threadpool_info() if "numpy" in pool["filepath"])
                    return PieceSums(np.ones((3, len(edges) - 1)), None, np.ones(len(edges) - 1, dtype=int))

                return kernel

        x = np.broadcast_to(1.0, 1 << 22)
        with threadpool_limits(2, "blas"):
            _host.block_sums([(x, x, np.array([x.size]))], backend=Watching)
        assert set(seen) <= {1}

    def test_a_bound_that_is_too_small_is_caught(self):
        """The control: with one rounding where there were many, an error exceeds the bound."""
        x, y = np.full(60_000, 0.1), np.arange(1, 60_001) / 60_000
        plain = [float(np.cumsum(products)[-1]) for products in (x * y, x * x, y * y)]

        class Plain:
            suits = staticmethod(lambda x, y: True)  # noqa: ARG005
            roundings = 1
            bind = classmethod(
                lambda cls, x, y: lambda edges: PieceSums(np.array([plain]).T, None, np.array([cls.roundings]))  # noqa: ARG005
            )

        sums = (np.array([60_000]),)
        wrong = BlockStats(*self._fields(_host.block_sums([(x, y, *sums)], backend=Plain)))
        with pytest.raises(AssertionError):
            assert_within(wrong, x, y)
        Plain.roundings = 60_000
        assert_within(BlockStats(*self._fields(_host.block_sums([(x, y, *sums)], backend=Plain))), x, y)

    @staticmethod
    def _fields(sums: Any) -> Any:
        return sums.sums.significand, sums.sums.exponent, sums.roundings


class TestPlan:
    """Tasks cover every entry once, whatever the sizes."""

    @given(st.lists(st.integers(0, 100) | st.integers(0, 10**7), max_size=30), st.integers(0, 5))
    def test_pieces_are_the_blocks(self, sizes, start):
        position, before, found = start, -1, np.zeros(len(sizes), dtype=np.int64)
        for task in _host.plan(np.array(sizes, dtype=np.int64), start):
            assert task.edges[0] == position
            assert len(task.edges) == task.counts.sum() + 1
            assert np.diff(task.edges).max() <= PIECE
            assert task.first >= before
            position, before = task.edges[-1], task.first
            stops = np.cumsum(task.counts)
            found[task.first : task.first + len(stops)] += task.edges[stops] - task.edges[np.concatenate([[0], stops[:-1]])]
        assert position == start + sum(sizes)
        assert found.tolist() == sizes

    def test_tasks_stay_few(self):
        tasks = list(_host.plan(np.array([10**11])))
        assert len(tasks) <= _host.MOST_TASKS
        assert len(list(_host.plan(np.full(10**6, 8)))) < 10

    @needs_numba
    def test_numba_is_for_long_input(self):
        assert _host.choose(1000).__name__ == "cosnum.backends.numpy"
        assert _host.choose(1 << 30).__name__ == "cosnum.backends.numba"

    def test_numpy_does_without_numba(self, monkeypatch):
        monkeypatch.setattr(_host, "find_spec", lambda name: None)  # noqa: ARG005
        assert _host.choose(1 << 30).__name__ == "cosnum.backends.numpy"


class TestAnyNamespace:
    """The generic functions, on devices with float64 and without."""

    @precisions
    @given(pair=hostile_pairs.pairs("float32"))
    def test_hostile_pairs(self, device, pair):
        x, y = (on(device, v) for v in pair)
        assert_within(block_stats(x, y), *pair)
        assert float(cosine(x, y)) == pytest.approx(float(block_stats(x, y).global_cosine), nan_ok=True)

    @given(pair=hostile_pairs.pairs("float64"))
    def test_hostile_pairs_of_float64(self, pair):
        x, y = (on(DEVICES[0], v) for v in pair)
        assert_within(block_stats(x, y), *pair)

    @precisions
    @pytest.mark.parametrize(("n", "depth"), [(1, 1), (2, 2), (3, 3), (1000, 11), (1024, 11), (1025, 12)])
    def test_every_rounding_is_counted(self, device, n, depth):
        """A product, the levels of a tree, and integers that may not be numbers of the dtype."""
        floats, integers = (on(device, np.ones(n, dtype)) for dtype in (np.float32, np.int32))
        assert block_stats(floats, floats).roundings[0] >= depth
        assert block_stats(integers, integers).roundings[0] >= depth + 2

    @precisions
    @given(pair=hostile_pairs.pairs("float32"))
    def test_distances(self, device, pair):
        true = float(exact.cosine_distance(*pair))
        found = float(cosine_distance(*(on(device, v) for v in pair)))
        unit = 2.0**-24 if device in SINGLE else 2.0**-53
        assert found == pytest.approx(true, rel=16 * unit, abs=unit**2 / 64 + 1e-45, nan_ok=True)

    @devices
    def test_results_are_of_the_same_kind(self, device):
        x, y = (on(device, np.ones(6, np.float32) * k) for k in (1, 2))
        expected = array_api_strict.float32 if device in SINGLE else array_api_strict.float64
        stats = block_stats(x, y, [2, 4])
        results = [
            *(stats.significands, stats.local_cosines, stats.weights, stats.norms, stats.error_bound),
            *(stats.global_cosine, stats.profile_cosine, stats.global_error_bound),
            *(*stats.norm_ratio_range, *stats.global_range(), *stats.norm_ratio_bound()),
            *(cosine(x, y), cosine_distance(x, y), *bounds.realised(x, x, y), *bounds.global_range(x)),
            *(bounds.profile_cosine(x, y), bounds.norm_ratio_lower(x, x, y), *bounds.threshold_norms(y, x)),
        ]
        for result in results:
            assert isinstance(result, type(x))
            assert result.dtype == expected
            assert result.device == device

    @devices
    def test_adding(self, device):
        x, y = np.random.default_rng(0).standard_normal((2, 12)).astype(np.float32)
        stats = block_stats(on(device, x), on(device, y), [4, 8])
        halves = [block_stats(on(device, v[:6]), on(device, w[:6]), [2, 4]) for v, w in ((x, y), (x[6:], y[6:]))]
        for other in (halves[0] + halves[1], BlockStats.sum(halves)):
            expected = block_stats(x, y)
            assert float(other.global_cosine) == pytest.approx(expected.global_cosine, abs=1e-6)
        assert float(stats.coarsen([2]).global_cosine) == pytest.approx(float(stats.global_cosine), abs=1e-6)
        assert len(stats.append(halves[0])) == 4
        again = BlockStats.from_dict(stats.to_dict())
        assert again.global_cosine == pytest.approx(float(stats.global_cosine), abs=1e-6)
        assert again.global_error_bound == pytest.approx(float(stats.global_error_bound))

    @devices
    def test_small_blocks_empty_blocks_and_sequences(self, device):
        x, y = (on(device, np.array(v, np.float32)) for v in ([3, 4, 0], [4, 3, 1]))
        stats = block_stats(x, y, [2, 0, 1])
        assert np.isnan([float(c) for c in stats.local_cosines]).tolist() == [False, True, True]
        pair = {"a": array_api_strict.reshape(x, (3, 1)), "b": x}, {"a": array_api_strict.reshape(y, (3, 1)), "b": y}
        assert float(block_stats(*pair).global_cosine) == pytest.approx(float(block_stats(x, y).global_cosine))
        assert len(block_stats(x[:0], y[:0], [])) == 0

    @devices
    def test_rows_axes_and_conventions(self, device):
        x = on(device, np.array([[3.0, 4.0], [0.0, 0.0], [1.0, 0.0]], np.float32))
        y = on(device, np.array([4.0, 3.0], np.float32))
        assert [float(c) for c in cosine(x, y)] == pytest.approx([0.96, np.nan, 0.8], nan_ok=True)
        assert [float(c) for c in cosine(x, y, zero="one")] == pytest.approx([0.96, 1, 0.8])
        assert [float(d) for d in cosine_distance(x, y, zero="zero")] == pytest.approx([0.04, 1, 0.2])
        with pytest.raises(ValueError, match=r"x\[1\] is zero"):
            cosine(x, y, zero="raise")
        assert cosine(array_api_strict.zeros((0, 2), device=device), y).shape == (0,)
        columns = array_api_strict.permute_dims(x, (1, 0))
        assert cosine(columns, on(device, np.ones((2, 1), np.float32)), axis=0).shape == (3,)

    @devices
    def test_integers(self, device):
        x, y = (on(device, np.array(v, np.int32)) for v in ([2**31 - 1, 3, -5], [2**31 - 1, 7, 11]))
        assert_within(block_stats(x, y), np.array([2**31 - 1, 3, -5]), np.array([2**31 - 1, 7, 11]))

    @pytest.mark.parametrize("value", [np.nan, np.inf])
    @devices
    def test_nonfinite_entries(self, device, value):
        x = on(device, np.array([value, 1.0, 3e38], np.float32))
        y = on(device, np.array([1.0, 1.0, 3e38], np.float32))
        assert np.isnan(float(block_stats(x, y).global_cosine))
        assert np.isnan(float(cosine(x, y)))
        assert np.isnan(float(block_stats(y, x, [1, 2]).local_cosines[0]))

    def test_long_vectors_are_taken_in_spans(self, monkeypatch):
        monkeypatch.setattr(generic, "SPAN", 64)
        x, y = np.random.default_rng(0).standard_normal((2, 3, 300)).astype(np.float32)
        for device in (DEVICES[0], DEVICES[2]):
            stats = block_stats(on(device, x[0]), on(device, y[0]))
            assert_within(stats, x[0], y[0])
            assert stats.roundings[0] < 40
            single = device in SINGLE
            found = [float(d) for d in cosine_distance(on(device, x), on(device, x + 1e-3 * y))]
            true = [float(exact.cosine_distance(p, q)) for p, q in zip(x, x + 1e-3 * y, strict=True)]
            assert found == pytest.approx(true, rel=1e-5 if single else 1e-13)


class TestKinds:
    """Kinds and devices don't mix, and nothing is imported to tell."""

    def test_namespaces_do_not_mix(self):
        x, y = np.ones(2), on(DEVICES[0], np.ones(2))
        for function in (block_stats, cosine, cosine_distance, bounds.profile_cosine):
            with pytest.raises(TypeError, match=r"is numpy.ndarray, but .* is array_api_strict.*Array: convert one"):
                function(x, y)

    def test_devices_do_not_mix(self):
        x, y = (on(device, np.ones(2, np.float32)) for device in DEVICES[:2])
        for function in (block_stats, cosine, cosine_distance, bounds.profile_cosine):
            with pytest.raises(TypeError, match=r"x.* is on .*CPU_DEVICE.*, but y.* is on .*device1.*: move one"):
                function(x, y)

    def test_statistics_of_different_kinds_do_not_add(self):
        with pytest.raises(TypeError):
            block_stats([1.0], [1.0]) + block_stats(on(DEVICES[0], np.ones(1)), on(DEVICES[0], np.ones(1)))

    def test_complex_entries_are_refused_everywhere(self):
        x = array_api_strict.ones(2, dtype=array_api_strict.complex128)
        with pytest.raises(TypeError, match=r"x has dtype .*complex128"):
            block_stats(x, x)

    def test_nothing_heavy_is_imported(self):
        program = (
            "import sys, cosnum; cosnum.block_stats([1.0], [1.0]); cosnum.cosine([1.0], [1.0])\n"
            "heavy = {'numba', 'cupy', 'torch', 'jax', 'scipy', 'matplotlib', 'sympy', 'z3', 'ml_dtypes', 'proofs'}\n"
            "print(*sorted(heavy & set(sys.modules)))"
        )
        result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert result.stdout.strip() == ""


class TestCupy:
    """The kernel needs a GPU."""

    cupy = pytest.importorskip("cupy", reason="CuPy is not installed") if find_spec("cupy") else None
    needs_gpu = pytest.mark.skipif(cupy is None or not cupy.is_available(), reason="there is no GPU with CuPy here")

    @needs_gpu
    @pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int8", "int64", "bool"])
    def test_dtypes_and_lengths(self, dtype):
        for n in (1, 300, 65_536, 200_000):
            x, y = (np.random.default_rng(n).standard_normal((2, n)) * 50).astype(dtype)
            assert_within(block_stats(self.cupy.asarray(x), self.cupy.asarray(y)), x, y)

    @needs_gpu
    @given(pair=st.sampled_from(["float64", "float32", "float16"]).flatmap(hostile_pairs.pairs))
    def test_hostile_pairs(self, pair):
        assert_within(block_stats(*(self.cupy.asarray(v) for v in pair)), *pair)

    @needs_gpu
    def test_blocks_are_those_of_the_host(self):
        sizes = [0, 1, 70_000, 8, 8, 65_536, 3]
        x, y = np.random.default_rng(0).standard_normal((2, sum(sizes)))
        found, expected = block_stats(self.cupy.asarray(x), self.cupy.asarray(y), sizes), block_stats(x, y, sizes)
        assert found.local_cosines.get() == pytest.approx(expected.local_cosines, abs=1e-14, nan_ok=True)
        assert isinstance(found.local_cosines, self.cupy.ndarray)
