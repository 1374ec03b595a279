"""6 · Numbers: how long convergence takes, by flow and step by step."""

from __future__ import annotations

from itertools import islice
from typing import Any

import array_api_strict as strict
import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cosnum._counts import _least_rate
from cosnum._planar import rates, read_pair
from cosnum.flow import flow_time, steps_to_converge, trajectory
from cosnum.step import Pair, ascent_step, rotation

UNIT = 2.0**-53
NO_FLOAT64 = strict.Device("no_float64")


def at(phi: Any, p: Any, q: Any = None) -> Pair:
    return Pair(np.cos(phi), np.abs(np.sin(phi)), p, p if q is None else q)


# Trajectories


@pytest.mark.parametrize("one_sided", [False, True])
@pytest.mark.parametrize("gamma", [0.01, 0.5, 3.0])
def test_a_trajectory_is_what_steps_on_vectors_do(gamma, one_sided):
    x, y = np.random.default_rng(4).standard_normal((2, 30, 6))
    x[0] = -y[0] + 1e-9 * x[0]
    for pair in islice(trajectory(Pair.of(x, y), gamma, one_sided), 40):
        expected = Pair.of(x, y)
        for field, value in zip(pair, expected, strict=True):
            assert field == pytest.approx(value, rel=1e-11, abs=1e-9)
        x, y = ascent_step(x, y, gamma, one_sided)


@pytest.mark.parametrize("one_sided", [False, True])
@pytest.mark.parametrize("s", [1e-3, 1e-9, 1e-150])
def test_a_trajectory_leaves_the_antipode_by_the_law_of_one_step(s, one_sided):
    """Claims step.rotation and step.norm_growth from c = −1, where s is all that tells angles apart."""
    start = Pair(-((1 - s * s) ** 0.5), s, 1.5, 0.5)
    with mp.workdps(400):
        s, c, p, q = mp.mpf(s), -mp.sqrt(1 - mp.mpf(s) ** 2), mp.mpf(1.5), mp.mpf(0.5)
        for pair in islice(trajectory(start, 0.125, one_sided), 10):
            assert abs(pair.sine / s - 1) <= 100 * UNIT
            assert abs(pair.p / p - 1) + abs(pair.q / q - 1) <= 100 * UNIT
            a, b = mp.mpf(0.125) / p**2, 0 if one_sided else mp.mpf(0.125) / q**2
            phi = mp.atan2(s, c) - mp.atan(a * s) - mp.atan(b * s)
            p, q = p * mp.sqrt(1 + (a * s) ** 2), q * mp.sqrt(1 + (b * s) ** 2)
            s, c = mp.sin(phi), mp.cos(phi)


def test_a_trajectory_stays_on_the_circle():
    start = Pair(np.float32(0.1), np.sqrt(1 - np.float32(0.1) ** 2), 1.0, 1.0)
    assert abs(float(start.cosine) ** 2 + float(start.sine) ** 2 - 1) > 1e-9
    for pair in islice(trajectory(start, 0.01), 1, 100):
        assert pair.cosine**2 + pair.sine**2 == pytest.approx(1, abs=4 * UNIT)


def test_a_trajectory_with_norms_of_any_size():
    first, second = islice(trajectory(Pair(0.0, 1.0, 1e-300, 1e300), 1.0), 2)
    assert first == (0.0, 1.0, 1e-300, 1e300)
    assert second == pytest.approx((1.0, 0.0, 1e300, 1e300))
    assert second.sine < 1e-15


def test_norm_growth_is_bounded():
    """Claim step.norm_growth_is_bounded: an acute pair grows by at most √2."""
    phi, gamma = np.linspace(0.01, np.pi - 0.3, 50), 0.4
    for pair in islice(trajectory(at(phi, 1.0), gamma), 3000):
        assert (gamma / pair.p**2 * (1 + pair.cosine) <= 1).all()
        assert (pair.p <= 1 / np.cos(phi / 2) + 1e-12).all()
    assert pair.p == pytest.approx(pair.q)
    assert pair.p.max() > 1.15


# Flow


def reference(phi0: Any, phi1: Any, rho: Any) -> Any:
    """Claim flow.time."""
    phi0, phi1, rho = map(mp.mpf, (float(phi0), float(phi1), float(rho)))
    return rho**2 / 2 * mp.log(mp.tan(phi0 / 2) / mp.tan(phi1 / 2))


angles = st.floats(1e-307, np.pi) | st.floats(np.pi - 1e-6, np.pi) | st.floats(1e-307, 1e-300)


@given(angles, angles, st.floats(1e-100, 1e100))
def test_flow_time(phi0, phi1, rho):
    phi0, phi1 = max(phi0, phi1), min(phi0, phi1)
    with mp.workdps(60):
        expected = reference(phi0, phi1, rho)
        assert abs(flow_time(phi0, phi1, rho) - expected) <= 10 * UNIT * expected + 1e-300


@given(st.floats(1e-300, 3.0), st.integers(0, 1 << 20))
def test_flow_time_of_close_angles(phi1, steps):
    phi0 = phi1 * (1 + steps * 2 * UNIT)
    with mp.workdps(60):
        expected = reference(phi0, phi1, 1.0)
        assert abs(flow_time(phi0, phi1, 1.0) - expected) <= 10 * UNIT * expected
    assert (flow_time(phi0, phi1, 1.0) == 0) == (phi0 == phi1)


@pytest.mark.parametrize("distance", [1e-3, 1e-9, 1e-15])
def test_the_antipode_is_logarithmic(distance):
    """Claim flow.antipode_is_logarithmic."""
    phi0, rho = np.pi - distance, 3.0
    time = flow_time(phi0, 1.0, rho)
    with mp.workdps(40):
        rest = time - rho**2 / 2 * mp.log(2 / (mp.pi - mp.mpf(phi0)))
        assert abs(rest + rho**2 / 2 * mp.log(mp.tan(mp.mpf(0.5)))) < distance**2 + 1e-13


def test_flow_is_what_small_steps_do():
    """Claim flow.ode: dφ/dτ = −(1/p² + 1/q²) sin φ."""
    phi, gamma = np.linspace(0.1, 3.1, 31), 1e-7
    turned = phi - rotation(at(phi, 1.3), gamma).angle
    assert turned / gamma == pytest.approx(2 / 1.3**2 * np.sin(phi), rel=1e-6)
    assert flow_time(phi, phi - turned, 1.3) == pytest.approx(np.full(31, gamma), rel=1e-6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3.15, 1.0, 1.0), "phi0 is not an angle below π"),
        ((np.nan, 1.0, 1.0), "phi0 is not an angle below π"),
        ((2.0, [1.0, 0.0], 1.0), r"phi1\[1\] is not a positive angle"),
        (([1.0, 1.0], [0.5, 1.5], 1.0), r"phi1\[1\] is above phi0"),
        ((2.0, 1.0, -1.0), "rho is no positive number"),
        ((2.0, 1.0, np.inf), "rho is no positive number"),
        (([2.0] * 2, [1.0] * 3, 1.0), "don't broadcast"),
    ],
)
def test_bad_flow(arguments, message):
    with pytest.raises(ValueError, match=message):
        flow_time(*arguments)


# Counts


@pytest.mark.parametrize("one_sided", [False, True])
def test_counts_are_those_of_steps_on_vectors(one_sided):
    x, y = np.random.default_rng(2).standard_normal((2, 40, 20))
    y[0] = 2 * x[0]
    result = steps_to_converge(Pair.of(x, y), 0.5, one_sided=one_sided)
    expected = np.zeros(40, dtype=int)
    while (waiting := Pair.of(x, y).cosine < 0.999).any():
        expected += waiting
        x, y = ascent_step(x, y, 0.5, one_sided)
    assert np.array_equal(result.steps, expected)
    assert result.steps[0] == 0 < result.steps[1:].min()
    assert (result.lower <= expected).all()
    assert (expected <= result.upper).all()


@given(
    st.floats(1e-6, np.pi - 1e-6),
    st.floats(0.05, 10),
    st.floats(0.05, 10),
    st.floats(1e-3, 1.0),
    st.floats(-0.99, 0.999),
    st.booleans(),
)
def test_counts_lie_between_their_bounds(phi, p, q, gamma, target, one_sided):
    start = at(phi, p, q)
    try:
        result = steps_to_converge(start, gamma, target, one_sided, limit=5000)
    except ValueError as error:
        assume("5000" not in str(error))
        raise
    assert result.lower <= result.steps <= result.upper
    assert (result.steps == 0) == (start.cosine >= target)


@pytest.mark.parametrize(("t", "least"), [(0.55, 2), (0.9, 1)])
def test_count_lower_bound(t, least):
    """Claim step.count_lower_bound, where steps can overshoot, which leaves no other bound."""
    result = steps_to_converge(at(3.14, 1.0), t, 0.999)
    assert np.ceil((0.999 - np.cos(3.14)) / (2 * t * (1 + t))) == least
    assert (result.lower, result.upper) == (least, np.inf)


@pytest.mark.parametrize("one_sided", [False, True])
@pytest.mark.parametrize("p", [1.0, 0.2, 5.0])
@pytest.mark.parametrize("phi", [3.1, 1.5, 0.5])
@pytest.mark.parametrize("kappa", [0.4, 0.05, 0.01])
def test_no_step_is_slower_than_the_bounds_suppose(kappa, phi, p, one_sided):
    """The rate κ of ``u'/u``, which is least where norms have grown most, along whole trajectories."""
    start, _ = read_pair(at(phi, p, 1.0))
    gamma = kappa * 2 / (1 / p**2 + (not one_sided))
    least = float(_least_rate(*rates(start, gamma, one_sided, np), 0.999 - start.cosine, np))
    u, rate = np.tan(phi / 2), kappa
    for pair in islice(trajectory(start, gamma, one_sided), 1, None):
        if pair.cosine > 0.999:
            break
        # u'/u = (1 − κ(1 + c))/(1 + κ(1 − c)), solved for κ
        u, ratio, c = pair.sine / (1 + pair.cosine), pair.sine / (1 + pair.cosine) / u, (1 - u * u) / (1 + u * u)
        rate = (1 - ratio) / (1 + c + ratio * (1 - c))
        assert rate >= least * (1 - 1e-12)
    # and hardly anything is given away where the steps are small
    assert rate <= least * (1 + 12 * kappa**2)


def test_the_rate_of_equal_norms_is_t():
    """Claim step.half_angle: κ = t, whatever the angle."""
    t = np.array([0.9, 0.1, 1e-9])
    assert _least_rate(t, t, 0 * t, np) == pytest.approx(t, rel=1e-15)


@pytest.mark.parametrize("t", [0.1, 1e-2, 1e-3])
@pytest.mark.parametrize("one_sided", [False, True])
def test_bounds_are_close_for_small_steps(t, one_sided):
    """The bounds differ by at most about 1 + 6κ, or 1 + 3κ for equal norms, and the flow's time lies between them."""
    phi, rho = np.array([0.2, 1.0, 2.0, 3.0, np.pi - 1e-4]), 2.0
    gamma = t * rho**2
    result = steps_to_converge(at(phi, rho), gamma, 0.999, one_sided)
    kappa = t / 2 if one_sided else t
    assert ((result.upper - 1) / (result.lower + 1) < 1 + (7 if one_sided else 4) * kappa).all()
    flow = flow_time(phi, np.arccos(0.999), rho) / gamma * (2 if one_sided else 1)
    assert (result.lower <= flow + 1).all()
    assert (flow <= result.upper + 1).all()


def test_the_antipode_and_the_target():
    assert steps_to_converge(Pair(-1.0, 1e-300, 1.0, 1.0), 0.1).steps > 3000
    assert steps_to_converge(Pair(1.0, 0.0, 1.0, 1.0), 0.1).steps == 0
    # the perfect step: t = 1/(1 + c)
    assert steps_to_converge(Pair(0.0, 1.0, 1.0, 1.0), 1.0, 0.999999).steps == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gamma": 0.0}, "gamma is 0.0"),
        ({"gamma": 0.1, "target": 1.0}, "target is 1.0, but must be a cosine above −1 and below 1"),
        ({"gamma": 0.1, "target": np.nan}, "target is nan"),
        ({"gamma": 0.1, "limit": 0}, "limit is 0, but must be at least 1"),
        ({"gamma": 0.1, "limit": 10}, r"pair takes at least \d\d steps, but limit is 10"),
        ({"gamma": 3.0, "limit": 2}, "pair has not converged after 2 steps"),
        ({"gamma": 1e-200}, "pair takes at least"),
        ({"gamma": 5e-324}, "pair takes at least inf steps"),
    ],
)
def test_bad_counts(options, message):
    with pytest.raises(ValueError, match=message):
        steps_to_converge(at(2.0, 10.0 if options["gamma"] == 5e-324 else 1.0), **options)


def test_antipodal_vectors_stay():
    with pytest.raises(ValueError, match=r"the vectors of pair\[1\] are antipodal: no step moves them"):
        steps_to_converge(Pair([1.0, -1.0], [0.0, 0.0], 1.0, 1.0), 0.1)


@pytest.mark.parametrize("place", [strict.Device("CPU_DEVICE"), strict.Device("device1"), NO_FLOAT64], ids=str)
def test_array_in_same_kind_of_array_out(place):
    dtype = strict.float32 if place == NO_FLOAT64 else strict.float64
    cosine, sine = (strict.asarray(v, dtype=dtype, device=place) for v in ([-0.6, 0.0, 0.8], [0.8, 1.0, 0.6]))
    count = steps_to_converge(Pair(cosine, sine, 1.0, 1.0), 0.03)
    expected = steps_to_converge(Pair([-0.6, 0.0, 0.8], [0.8, 1.0, 0.6], 1.0, 1.0), 0.03)
    assert [int(n) for n in count.steps] == expected.steps.tolist()
    assert strict.isdtype(count.steps.dtype, "signed integer")
    assert count.lower.dtype == count.upper.dtype == dtype
    second = next(islice(trajectory(Pair(cosine, sine, 1.0, 1.0), 0.03), 1, None))
    time = flow_time(strict.asarray(float(np.float32(3.1415925)), dtype=dtype, device=place), 0.5, 2)
    assert float(time) == pytest.approx(float(reference(np.float32(3.1415925), 0.5, 2)), rel=1e-6)
    for array in (*vars(count).values(), *second, time):
        assert isinstance(array, type(cosine))
        assert array.device == place


def test_the_largest_float32_below_pi_is_the_limit():
    with pytest.raises(ValueError, match="phi0 is not an angle below π"):
        flow_time(strict.asarray(np.pi, dtype=strict.float32, device=NO_FLOAT64), 0.5, 2)
