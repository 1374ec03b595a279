"""What one step of gradient ascent on the cosine does.

A step moves ``x`` by ``γ ∇_x cos(x, y)``, and at once ``y`` by ``γ ∇_y cos(x, y)``, unless it is one-sided: then ``y``
stays. What happens depends on the angle and the two norms only: on a `Pair`. With norms of 1, γ is the ``t = γ/ρ²`` of
the claims. What many steps do is in `cosnum.flow`, and can be had from here too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from array_api_compat import array_namespace

from cosnum._arrays import Array, Namespace
from cosnum._planar import Pair, plain, positive, rates, read_pair, tangents
from cosnum._tangent import Scaled, read_vectors, refuse_zero, tangent
from cosnum._wide import Wide, ldexp
from cosnum.flow import StepCount, flow_time, steps_to_converge, trajectory

__all__ = [
    "Pair",
    "Rotation",
    "StepCount",
    "StepIncrement",
    "ascent_step",
    "flow_time",
    "rotation",
    "step_increment",
    "steps_to_converge",
    "trajectory",
]


@np.errstate(over="ignore")
def ascent_step(x: Any, y: Any, gamma: float, one_sided: bool = False) -> tuple[Any, Any]:
    """Both vectors after one step of gradient ascent on their cosine.

    Parameters
    ----------
    x, y : array, shapes (..., n)
        Booleans, integers, float16, float32, float64 or bfloat16; of one namespace and on one device. The leading
        axes broadcast.
    gamma : float
        Step size, in units of squared length.
    one_sided : bool
        Whether ``y`` stays where it is: a stop-gradient.

    Returns
    -------
    x_new, y_new : array, shape (..., n)
        Of the same kind: float64, or float32 on a device without float64.

    Raises
    ------
    TypeError
        If entries are of another dtype, or the arrays differ in namespace or device.
    ValueError
        If the last axes differ, a vector of ``x`` or ``y`` is zero, or ``gamma`` is not positive.

    Notes
    -----
    Claims ``gradient.projection`` and ``step.norm_growth``: norms never shrink.

    Examples
    --------
    >>> ascent_step([1.0, -1.0, 0.0], [0.0, 1.0, -1.0], gamma=1.0)
    (array([ 1.25, -0.75, -0.5 ]), array([ 0.5 ,  0.75, -1.25]))
    """
    gamma = positive("gamma", gamma)
    (first, second), xp = read_vectors(("x", x), ("y", y))
    refuse_zero({"x": first, "y": second}, "the cosine has no gradient", xp)
    stays = ldexp(Wide(second.entries, second.exponent[..., None]), xp)
    return _moved(first, second, gamma, xp), stays if one_sided else _moved(second, first, gamma, xp)


@dataclass(frozen=True, eq=False)
class StepIncrement:
    """What one step gains, and what bounds say of it. Made by `step_increment`.

    Attributes
    ----------
    increment : array, shape (...)
        Δ, the change of the cosine; below 0 for a step that overshoots by far.
    first_order : array, shape (...)
        ``(a + b)s²``: for equal norms ``2ts²``, a bound as quoted in a public summary, which fails at obtuse angles.
    first_order_holds : array of bool, shape (...)
        Whether Δ is below it: for equal norms, where ``c > −ts²``; one-sided, where ``c > −as²``.
    universal : array, shape (...)
        ``(a + b)s²(1 + (a + b)/2)``, which is above Δ at every angle.
    relative_error : array, shape (...)
        ``Δ/((a + b)s²) − 1``; for parallel vectors, what it tends to.
    relative_error_bound : array, shape (...)
        ``(a + b)/2``, which the magnitude of `relative_error` stays below, and comes near to at ``c → ±1``.
    """

    increment: Array
    first_order: Array
    first_order_holds: Array
    universal: Array
    relative_error: Array
    relative_error_bound: Array

    @property
    def upper_bound(self) -> Array:
        """The lesser of the two bounds that hold."""
        return array_namespace(self.increment).where(self.first_order_holds, self.first_order, self.universal)

    @property
    def tightness(self) -> Array:
        """``Δ/upper_bound``: near 1 where that bound is tight. For parallel vectors, what it tends to."""
        xp, slack = array_namespace(self.increment), self.relative_error_bound
        return (1 + self.relative_error) / (1 + xp.where(self.first_order_holds, xp.zeros_like(slack), slack))


@np.errstate(all="ignore")
def step_increment(pair: Pair, gamma: float, one_sided: bool = False) -> StepIncrement:
    """The change of the cosine in one step, and which bound on it applies.

    Parameters
    ----------
    pair : Pair
        Angle and norms, shape (...): see `Pair.of` for vectors.
    gamma : float
        Step size, in units of squared length.
    one_sided : bool
        Whether the second vector stays where it is.

    Returns
    -------
    StepIncrement
        Of arrays of the same kind as those in ``pair``.

    Raises
    ------
    TypeError
        If the arrays differ in namespace or device.
    ValueError
        If ``pair`` is not an angle and two norms, or ``gamma`` is not positive.

    Notes
    -----
    ``Δ = cos(φ − θ) − cos φ = 2 sin(θ/2) (s cos(θ/2) − c sin(θ/2))``, where ``θ = arctan(as) + arctan(bs)``: nothing
    cancels for ``c ≤ 0``, and for ``c > 0`` only what must, near a step that overshoots and gains nothing.

    Claims ``step.increment``, ``step.increment_two_norms`` and ``step.increment_one_sided``; for the bounds
    ``step.bound_condition``, ``step.one_sided_condition``, ``step.universal_bound``, ``step.one_sided_bound`` and
    ``step.relative_error``.

    Examples
    --------
    At 120° and ``t = 1/2`` the cosine rises by 15/19, and the bound as printed allows 3/4:

    >>> gain = step_increment(Pair.of([1.0, -1.0, 0.0], [0.0, 1.0, -1.0]), gamma=1.0)
    >>> print(f"{gain.increment:.6f} {gain.first_order:.6f} {gain.universal:.6f} {gain.first_order_holds}")
    0.789474 0.750000 1.125000 False
    """
    gamma = positive("gamma", gamma)
    pair, xp = read_pair(pair)
    (first, second), (a, b) = tangents(pair, gamma, one_sided, xp), rates(pair, gamma, one_sided, xp)
    one = xp.ones_like(first)
    half, complement = (xp.atan(first) + xp.atan(second)) / 2, (xp.atan2(one, first) + xp.atan2(one, second)) / 2
    rest = pair.sine * xp.sin(complement) - pair.cosine * xp.sin(half)
    gain, first_order, bound = 2 * xp.sin(half) * rest, (first + second) * pair.sine, (a + b) / 2
    ratio = gain / first_order
    error = xp.where((a + b > 1) & (first_order > 0), ratio - 1, _relative_error(pair, a, b, first, second, xp))
    values = (gain, first_order, error < 0, first_order * (1 + bound), error, bound)
    return StepIncrement(*(plain(value, xp) for value in values))


@dataclass(frozen=True, eq=False)
class Rotation:
    """What one step does to the angle. Made by `rotation`.

    Attributes
    ----------
    first, second : array, shape (...)
        Angles in radians by which the two vectors turn towards each other: ``arctan(as)`` and ``arctan(bs)``.
    angle : array, shape (...)
        The new angle ``abs(φ − first − second)``, in radians.
    passes : array of bool, shape (...)
        Whether the vectors pass each other.
    """

    first: Array
    second: Array
    angle: Array
    passes: Array


@np.errstate(all="ignore")
def rotation(pair: Pair, gamma: float, one_sided: bool = False) -> Rotation:
    """The exact law of one step: the vectors turn towards each other by ``arctan(as)`` and ``arctan(bs)``.

    Parameters
    ----------
    pair : Pair
        Angle and norms, shape (...): see `Pair.of` for vectors.
    gamma : float
        Step size, in units of squared length.
    one_sided : bool
        Whether the second vector stays where it is.

    Returns
    -------
    Rotation
        Of arrays of the same kind as those in ``pair``.

    Raises
    ------
    TypeError
        If the arrays differ in namespace or device.
    ValueError
        If ``pair`` is not an angle and two norms, or ``gamma`` is not positive.

    Notes
    -----
    Claim ``step.rotation``.

    Examples
    --------
    At a right angle, with ``t = 1``, each vector turns by 45°:

    >>> rotation(Pair(cosine=0.0, sine=1.0, p=1.0, q=1.0), gamma=1.0).angle
    np.float64(0.0)
    """
    gamma = positive("gamma", gamma)
    pair, xp = read_pair(pair)
    first, second = (xp.atan(t) for t in tangents(pair, gamma, one_sided, xp))
    angle = xp.atan2(pair.sine, pair.cosine) - first - second
    return Rotation(*(plain(value, xp) for value in (first, second, xp.abs(angle), angle < 0)))


def _moved(x: Scaled, y: Scaled, gamma: float, xp: Namespace) -> Array:
    """``x + γ ∇_x cos(x, y)``."""
    scaled_gamma, exponent = np.frexp(gamma)
    step = float(scaled_gamma) * tangent(x, y, xp) / x.norm[..., None]
    place = x.exponent[..., None]
    return ldexp(Wide(x.entries, place), xp) + ldexp(Wide(step, int(exponent) - place), xp)


def _relative_error(pair: Pair, a: Array, b: Array, first: Array, second: Array, xp: Namespace) -> Array:
    """``Δ/((a + b)s²) − 1``, where that would cancel: ``−(w(σ + c) + abc)/(D(a + b))``.

    Here ``σ = (a + b)s²``, ``D = √((1 + a²s²)(1 + b²s²))`` and ``w = (D − 1)/s²``.
    """
    one = xp.ones_like(a)
    product = xp.hypot(one, first) * xp.hypot(one, second)
    share = xp.where(a + b > 0, b / xp.where(a + b > 0, a + b, one), 0 * one)
    w = (a * (1 - share) + b * share + first * first * b * share) / (1 + product)
    return -(w * ((first + second) * pair.sine + pair.cosine) + a * share * pair.cosine) / product
