"""6 · Numbers: what one step gains and how it turns, against the formulas of the claims in 60 digits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import array_api_strict as strict
import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cosnum.gradient import cosine_gradient
from cosnum.step import Pair, ascent_step, rotation, step_increment

UNIT = 2.0**-53
NO_FLOAT64 = strict.Device("no_float64")
TRIPLES = [(0, 1), (3, 4), (5, 12), (12, 5), (20, 21), (99, 20), (-3, 4), (-5, 12), (-12, 5), (-21, 20), (-9999, 200)]
"""Cosines and sines that are rational, without their denominators."""


def exact_angle(c: int, s: int) -> tuple[Fraction, Fraction]:
    radius = Fraction(round((c * c + s * s) ** 0.5))
    assert radius**2 == c * c + s * s
    return c / radius, s / radius


def digits(x: Any) -> Any:
    return mp.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mp.mpf(float(x))


def gain(c: Any, s: Any, a: Any, b: Any) -> Any:
    """Claim step.increment_two_norms."""
    c, s, a, b = map(digits, (c, s, a, b))
    return (c + (a + b) * s**2 - a * b * c * s**2) / mp.sqrt((1 + a**2 * s**2) * (1 + b**2 * s**2)) - c


def increment(c: Any, s: Any, a: float, b: float) -> Any:
    """The same by `step_increment`; the second vector stays if ``b`` is 0."""
    if b == 0:
        return step_increment(Pair(float(c), float(s), 1.0, 7.0), a, one_sided=True)
    return step_increment(Pair(float(c), float(s), 1.0, (a / b) ** 0.5), a)


# Points


def length(x: Any) -> Any:
    return mp.sqrt(mp.fsum(mp.mpf(float(v)) ** 2 for v in x))


@pytest.mark.parametrize("one_sided", [False, True])
@pytest.mark.parametrize("entries", [1, 2, 20])
def test_a_step_adds_the_gradients(entries, one_sided):
    x, y = np.random.default_rng(entries).standard_normal((2, 3, entries))
    x_new, y_new = ascent_step(x, y, 0.3, one_sided)
    assert x_new == pytest.approx(x + 0.3 * cosine_gradient(x, y), rel=1e-15, abs=1e-15)
    assert y_new == pytest.approx(y if one_sided else y + 0.3 * cosine_gradient(y, x), rel=1e-15, abs=1e-15)
    assert (np.linalg.norm(x_new, axis=-1) >= np.linalg.norm(x, axis=-1) * (1 - 1e-15)).all()


def test_the_printed_bounds_counterexample():
    """Claim step.bound_as_printed: z = (1, −1, 0), w = (0, 1, −1), γ = 1 rises by 15/19."""
    z, w = ascent_step([1, -1, 0], [0, 1, -1], 1)
    assert z == pytest.approx([1.25, -0.75, -0.5], rel=1e-15)
    assert w == pytest.approx([0.5, 0.75, -1.25], rel=1e-15)
    gain = step_increment(Pair.of([1, -1, 0], [0, 1, -1]), 1)
    assert gain.increment == pytest.approx(15 / 19, rel=1e-15)
    assert gain.first_order == pytest.approx(3 / 4, rel=1e-15)
    assert not gain.first_order_holds


def test_points_of_any_size():
    x, y = np.array([3e-200, 4e-200]), np.array([1e300, 0.0])
    assert ascent_step(x, y, 1e-200)[0] == pytest.approx([0.128, -0.096], rel=1e-15)
    assert ascent_step(x, y, 1e-200)[1] == pytest.approx(y)
    assert ascent_step([2.0**-1060, 0.0], [0.0, 1.0], 2.0**-1060)[0].tolist() == [2.0**-1060, 1.0]
    assert ascent_step([3.0, 4.0], [1.0, 0.0], 1e308)[0] == pytest.approx([1.28e307, -9.6e306], rel=1e-14)
    assert ascent_step([1e-10, 0.0], [0.0, 1.0], 1e300)[0].tolist() == [1e-10, np.inf]


def test_points_of_batches_have_one_shape():
    x, y = np.ones((4, 1, 3)), np.arange(6.0).reshape(2, 3)
    for one_sided in (False, True):
        assert [points.shape for points in ascent_step(x, y, 1.0, one_sided)] == [(4, 2, 3)] * 2


# The pair


@pytest.mark.parametrize("angle", [1.0, 1e-5, 1e-12, 1e-16, 1e-200])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_sine_of_nearly_parallel_vectors_is_known(angle, sign):
    x, y = np.array([3e200, 4e200, 0.0]), sign * np.array([3.0, 4.0, 5 * angle])
    pair = Pair.of(x, y)
    assert pair.sine == pytest.approx(angle / np.hypot(1, angle), rel=1e-15)
    assert pair.cosine == pytest.approx(sign / np.hypot(1, angle), rel=1e-15)
    assert (pair.p, pair.q) == (pytest.approx(5e200), pytest.approx(5 * np.hypot(1, angle)))


def test_pairs_of_batches():
    x, y = np.random.default_rng(0).standard_normal((2, 5, 4))
    pair = Pair.of(x, y[0])
    assert [field.shape for field in pair] == [(5,)] * 4
    assert pair.cosine**2 + pair.sine**2 == pytest.approx(np.ones(5), rel=1e-15)
    assert Pair.of([1.0, 1.0], [2.0, 2.0]) == (1.0, 0.0, pytest.approx(2**0.5), pytest.approx(8**0.5))


# The increment


RATES = [
    (0.1, 0.1),
    (0.5, 0.5),
    (1e-12, 1e-12),
    (2.0, 2.0),
    (0.1, 0.001),
    (1e-9, 1e3),
    (0.25, 0),
    (1e-7, 0),
    (9.0, 0),
    (1e6, 1e6),
]


@pytest.mark.parametrize(("a", "b"), RATES)
@pytest.mark.parametrize(("c", "s"), TRIPLES)
def test_increment(c, s, a, b):
    c, s = exact_angle(c, s)
    result = increment(c, s, a, b)
    with mp.workdps(60):
        expected, first_order = gain(c, s, a, b), (digits(a) + digits(b)) * digits(s) ** 2
        universal = first_order * (1 + (digits(a) + digits(b)) / 2)
        error = expected / first_order - 1
        assert abs(result.increment - expected) <= 30 * UNIT * (abs(expected) if c <= 0 else min(first_order, 2 * float(s)))
        assert abs(result.first_order - first_order) <= 30 * UNIT * first_order
        assert abs(result.universal - universal) <= 30 * UNIT * universal
        assert abs(result.relative_error_bound - (digits(a) + digits(b)) / 2) <= 30 * UNIT * (a + b)
        assert abs(result.relative_error - error) <= 30 * UNIT * min(a + b, 1)
        assert abs(result.relative_error) < result.relative_error_bound
        assert result.increment < result.universal
        # a tie, such as the counterexample's neighbours could be, isn't decided by rounding
        if abs(error) > 1e-14 * (a + b):
            assert result.first_order_holds == (error < 0)
        assert result.upper_bound == (result.first_order if result.first_order_holds else result.universal)
        assert abs(result.tightness - expected / result.upper_bound) <= 40 * UNIT


@pytest.mark.parametrize(("c", "s"), TRIPLES)
def test_conditions_of_the_claims(c, s):
    """Claims step.bound_condition and step.one_sided_condition, a little to either side of equality."""
    c, s = exact_angle(c, s)
    if c < 0:
        threshold = float(-c / s**2)
        for factor in (1 - 1e-9, 1 + 1e-9):
            t = threshold * factor
            for b in (t, 0):
                assert increment(c, s, t, b).first_order_holds == (factor > 1)
    else:
        assert increment(c, s, 1e-9, 1e-9).first_order_holds
        assert increment(c, s, 1e9, 0).first_order_holds


def test_first_order_bound_at_equality():
    """c = −4/5, s = 3/5, t = 20/9: then 2ts² is the gain, 8/5, up to rounding."""
    result = increment(Fraction(-4, 5), Fraction(3, 5), 20 / 9, 20 / 9)
    assert result.increment == pytest.approx(1.6, rel=1e-15)
    assert result.first_order == pytest.approx(1.6, rel=1e-15)
    assert result.relative_error == pytest.approx(0, abs=1e-14)


@given(
    st.floats(0, np.pi),
    st.floats(1e-300, 1e300),
    st.floats(1e-300, 1e300),
    st.booleans(),
)
def test_increment_wherever_hypothesis_looks(phi, p, q, one_sided):
    """Δ is known to relative accuracy at obtuse angles, and within its first-order term at acute ones."""
    c, s = np.cos(phi), np.sin(phi)
    result = step_increment(Pair(c, s, p, q), 1.0, one_sided)
    with mp.workdps(700):
        # the angle that the two numbers mean, in more digits than they have
        phi = mp.atan2(digits(s), digits(c))
        a, b = 1 / digits(p) ** 2, 0 if one_sided else 1 / digits(q) ** 2
        s = mp.sin(phi)
        theta = mp.atan(a * s) + mp.atan(b * s)
        expected = 2 * mp.sin(theta / 2) * mp.sin(phi - theta / 2)
        allowed = expected if c <= 0 else 2 * mp.sin(theta / 2) * mp.sin(min(phi + theta / 2, mp.pi / 2))
        assert abs(result.increment - expected) <= 20 * UNIT * abs(allowed) + mp.mpf(2) ** -1060
        assert not np.isnan([result.increment, result.relative_error, result.universal, result.tightness]).any()
        if s > 0 and a + b < 1e6:
            exact = expected / ((a + b) * s**2) - 1
            wide = max(min(a + b, 1), abs(exact))
            assert abs(result.relative_error - exact) <= 30 * UNIT * wide + 1e-300


def test_the_universal_bound_is_attained_at_the_antipode():
    """Claims step.universal_bound_is_sharp and step.relative_error: sharp as c → ±1."""
    for s in (1e-3, 1e-8, 1e-200, 0.0):
        obtuse, acute = (step_increment(Pair(c, s, 1.0, 1.0), 0.25) for c in (-((1 - s * s) ** 0.5), (1 - s * s) ** 0.5))
        assert obtuse.tightness == pytest.approx(1, abs=2 * s * s + 1e-15)
        assert obtuse.relative_error == pytest.approx(0.25, abs=s * s + 1e-15)
        assert acute.relative_error == pytest.approx(-0.25, abs=s * s + 1e-15)


def test_the_control_cancels():
    """The formula of the claim as it stands loses most digits of a small gain."""
    s = 1e-7
    c, a = -((1 - s * s) ** 0.5), 1e-3
    naive = (c + 2 * a * s**2 - a * a * c * s**2) / (1 + a * a * s * s) - c
    with mp.workdps(60):
        expected = gain(mp.cos(mp.atan2(s, c)), mp.sin(mp.atan2(s, c)), a, a)
        assert abs(naive / expected - 1) > 1e-3
        assert abs(step_increment(Pair(c, s, 1.0, 1.0), a).increment / expected - 1) < 1e-15


# The rotation


@pytest.mark.parametrize(("a", "b"), RATES)
@pytest.mark.parametrize(("c", "s"), TRIPLES)
def test_rotation(c, s, a, b):
    """The new angle has the cosine of step.increment_two_norms."""
    c, s = exact_angle(c, s)
    pair = Pair(float(c), float(s), 1.0, 7.0 if b == 0 else (a / b) ** 0.5)
    result = rotation(pair, a, one_sided=b == 0)
    with mp.workdps(60):
        new = mp.acos(digits(c) + gain(c, s, a, b))
        assert abs(result.angle - new) <= 10 * UNIT
        assert abs(result.first - mp.atan(digits(a) * digits(s))) <= 10 * UNIT * result.first
        assert abs(result.second - mp.atan(digits(b) * digits(s))) <= 10 * UNIT * max(result.second, UNIT)
        turned = mp.atan2(digits(s), digits(c)) - mp.atan(digits(a) * digits(s)) - mp.atan(digits(b) * digits(s))
        assert result.passes == (turned < 0) or abs(turned) < 1e-15


@pytest.mark.parametrize("one_sided", [False, True])
def test_rotation_of_vectors(one_sided):
    """Each vector turns by its share: seen in the vectors themselves."""
    x, y = np.random.default_rng(6).standard_normal((2, 50, 7))
    pair, (x_new, y_new) = Pair.of(x, y), ascent_step(x, y, 0.8, one_sided)
    result, after = rotation(pair, 0.8, one_sided), Pair.of(x_new, y_new)
    for old, new, turn in ((x, x_new, result.first), (y, y_new, result.second)):
        turned = Pair.of(old, new)
        assert np.atan2(turned.sine, turned.cosine) == pytest.approx(turn, abs=1e-14)
    assert np.atan2(after.sine, after.cosine) == pytest.approx(result.angle, abs=1e-14)
    gain = step_increment(pair, 0.8, one_sided)
    assert after.cosine - pair.cosine == pytest.approx(gain.increment, abs=1e-14)


@pytest.mark.parametrize(("c", "s"), TRIPLES)
def test_perfect_step(c, s):
    """Claims step.perfect_step and step.improves_iff: t = 1/(1+c) leads to the angle 0, and t = 1/c back to φ."""
    c, s = map(float, exact_angle(c, s))
    assert rotation(Pair(c, s, 1.0, 1.0), 1 / (1 + c)).angle == pytest.approx(0, abs=1e-14)
    if c > 0:
        back = rotation(Pair(c, s, 1.0, 1.0), 1 / c)
        assert back.passes
        assert back.angle == pytest.approx(np.atan2(s, c), rel=1e-14)
        for factor in (0.999, 1.001):
            assert (step_increment(Pair(c, s, 1.0, 1.0), factor / c).increment > 0) == (factor < 1)


# Other namespaces


@pytest.mark.parametrize("place", [strict.Device("CPU_DEVICE"), strict.Device("device1"), NO_FLOAT64], ids=str)
@pytest.mark.parametrize("one_sided", [False, True])
def test_array_in_same_kind_of_array_out(place, one_sided):
    dtype = strict.float32 if place == NO_FLOAT64 else strict.float64
    unit = float(np.finfo(np.float32 if place == NO_FLOAT64 else np.float64).eps)
    vectors = np.random.default_rng(9).standard_normal((2, 4, 5)).astype(np.float32)
    x, y = (strict.asarray(v, dtype=dtype, device=place) for v in vectors)
    pair, expected_pair = Pair.of(x, y), Pair.of(*vectors)
    results = [*pair, *ascent_step(x, y, 0.5, one_sided)]
    expected = [*expected_pair, *ascent_step(*vectors, 0.5, one_sided)]
    for of in (step_increment, rotation):
        # a number beside arrays is read as one of them
        results += vars(of(pair._replace(p=2.0), 0.5, one_sided)).values()
        expected += vars(of(expected_pair._replace(p=2.0), 0.5, one_sided)).values()
    gains = step_increment(pair, 0.5, one_sided), step_increment(expected_pair, 0.5, one_sided)
    results += [gains[0].upper_bound, gains[0].tightness]
    expected += [gains[1].upper_bound, gains[1].tightness]
    assert len(results) == len(expected) == 18
    for result, values in zip(results, expected, strict=True):
        assert isinstance(result, type(x))
        assert result.device == place
        assert result.dtype == (strict.bool if values.dtype == bool else dtype)
        numbers = [float(v) for v in strict.reshape(result, (-1,))]
        assert numbers == pytest.approx(values.ravel().astype(float).tolist(), abs=20 * unit)


def test_numbers_in_numbers_out():
    gain = step_increment(Pair(0, 1, 1, 2), 1)
    assert all(isinstance(value, (np.floating, np.bool_)) for value in vars(gain).values())
    assert gain.increment == pytest.approx((1 + 0.25) / np.sqrt(2 * (1 + 1 / 16)))
    assert step_increment(Pair([0, 0.6], [1, 0.8], 1, 2), 1).increment.shape == (2,)


# Bad input


@pytest.mark.parametrize("of", [step_increment, rotation])
@pytest.mark.parametrize(
    ("pair", "gamma", "message"),
    [
        (Pair(0.0, 1.0, 1.0, 1.0), 0.0, "gamma is 0.0, but must be a positive number"),
        (Pair(0.0, 1.0, 1.0, 1.0), np.inf, "gamma is inf, but must be a positive number"),
        (Pair(0.0, 1.0, 1.0, 1.0), np.nan, "gamma is nan"),
        (Pair(0.5, 0.5, 1.0, 1.0), 1.0, "cosine and sine are not those of an angle"),
        (Pair(np.nan, 1.0, 1.0, 1.0), 1.0, "cosine and sine are not those of an angle"),
        (Pair([1.0, 0.5], [0.0, 0.5], 1.0, 1.0), 1.0, r"cosine\[1\] and sine\[1\] are not those of an angle"),
        (Pair(0.0, -1.0, 1.0, 1.0), 1.0, "sine is negative"),
        (Pair(0.0, 1.0, 0.0, 1.0), 1.0, "p is no positive number, but must be the norm of a vector"),
        (Pair(0.0, 1.0, 1.0, [[1.0, np.inf]]), 1.0, r"q\[0, 1\] is no positive number"),
        (Pair(0.0, 1.0, [1.0] * 2, [1.0] * 3), 1.0, r"the shapes \(\) of cosine, .*, \(3,\) of q don't broadcast"),
    ],
)
def test_bad_values(of, pair, gamma, message):
    with pytest.raises(ValueError, match=message):
        of(pair, gamma)


def test_bad_points():
    with pytest.raises(ValueError, match="gamma is -1"):
        ascent_step([1.0], [1.0], -1)
    with pytest.raises(ValueError, match="y is zero: the cosine has no gradient"):
        ascent_step([1.0], [0.0], 1)
    with pytest.raises(ValueError, match=r"x\[1\] is zero: there is no angle"):
        Pair.of([[1.0], [0.0]], [1.0])


def test_bad_kinds():
    with pytest.raises(TypeError, match="convert one of them first"):
        step_increment(Pair(strict.zeros(2), np.ones(2), 1.0, 1.0), 1.0)
    with pytest.raises(TypeError, match="sine has dtype complex128"):
        step_increment(Pair(np.zeros(2), np.ones(2, dtype=complex), 1.0, 1.0), 1.0)
