"""How long two vectors take to become parallel: by gradient flow, and step by step."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from array_api_compat import device

from cosnum._arrays import Array, Namespace
from cosnum._counts import bounds_on_count
from cosnum._planar import Pair, advanced, plain, positive, read_numbers, read_pair
from cosnum._tangent import first_index

__all__ = ["StepCount", "flow_time", "steps_to_converge", "trajectory"]


def trajectory(pair: Pair, gamma: float, one_sided: bool = False) -> Iterator[Pair]:
    """The pair after 0, 1, 2, … steps, without end.

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
    iterator of Pair
        Of arrays of the same kind as those in ``pair``.

    Raises
    ------
    TypeError
        If the arrays differ in namespace or device.
    ValueError
        If ``pair`` is not an angle and two norms, or ``gamma`` is not positive.

    Notes
    -----
    Claims ``step.rotation`` and ``step.norm_growth``. The number of entries of the vectors doesn't matter: this is what
    `ascent_step` does again and again, seen in the plane of the two.

    Examples
    --------
    >>> from itertools import islice
    >>> start = Pair(cosine=-0.5, sine=0.75**0.5, p=2**0.5, q=2**0.5)
    >>> [round(float(pair.cosine), 6) for pair in islice(trajectory(start, gamma=1.0), 4)]
    [-0.5, 0.289474, 0.872307, 0.987178]
    """
    gamma = positive("gamma", gamma)
    start, xp = read_pair(pair)
    return _walk(start, gamma, one_sided, xp)


@np.errstate(all="ignore")
def flow_time(phi0: Any, phi1: Any, rho: Any) -> Any:
    """Time that gradient flow takes from angle ``phi0`` to angle ``phi1``, for two vectors of norm ``rho``.

    ``(ρ²/2) ln(tan(φ_0/2)/tan(φ_1/2))``. Divided by γ, about the number of steps, if ``γ/ρ²`` is small.

    Parameters
    ----------
    phi0, phi1 : array or float, shapes (...)
        Angles in radians, ``0 < phi1 ≤ phi0 < π``. Numbers and arrays of one namespace and device may be mixed; shapes
        broadcast.
    rho : array or float, shape (...)
        Norm of both vectors, which the flow keeps.

    Returns
    -------
    array, shape (...)
        In units of squared length, like γ.

    Raises
    ------
    TypeError
        If the arrays differ in namespace or device.
    ValueError
        If the angles are not in that order or range, or ``rho`` is not positive.

    Notes
    -----
    Claims ``flow.time`` and ``flow.antipode_is_logarithmic``. To relative accuracy where the angles are close too.

    Examples
    --------
    >>> from math import acos, pi
    >>> print(f"{flow_time(pi / 2, acos(0.999), rho=1.0) / 0.02:.1f} steps of 0.02")
    95.0 steps of 0.02
    """
    (start, end, norm), xp = read_numbers(("phi0", phi0), ("phi1", phi1), ("rho", rho))
    most = 3.1415925 if xp.finfo(start.dtype).bits == 32 else np.pi  # the largest number below π
    for name, bad, why in (
        ("phi0", ~(start <= most), "not an angle below π"),
        ("phi1", ~(end > 0), "not a positive angle"),
        ("phi1", end > start, "above phi0: the flow only brings vectors closer"),
        ("rho", ~((norm > 0) & xp.isfinite(norm)), "no positive number"),
    ):
        if bool(xp.any(bad)):
            raise ValueError(f"{name}{first_index(bad, xp)} is {why}")
    # tan a/tan b − 1 = sin(a − b)/(cos a sin b), where a − b is exact if it is small
    excess = xp.sin((start - end) / 2) / xp.cos(start / 2) / xp.sin(end / 2)
    apart = xp.log(xp.tan(start / 2)) - xp.log(xp.tan(end / 2))
    logarithm = xp.where(xp.isfinite(excess), xp.log1p(excess), apart)
    return plain(norm * (norm * (logarithm / 2)), xp)


@dataclass(frozen=True, eq=False)
class StepCount:
    """How many steps it takes. Made by `steps_to_converge`.

    Attributes
    ----------
    steps : array of int, shape (...)
        Counted.
    lower, upper : array, shape (...)
        Bounds, known without counting: whole numbers, in floating point. ``upper`` is infinite where the first steps
        may overshoot.
    """

    steps: Array
    lower: Array
    upper: Array


@np.errstate(all="ignore")
def steps_to_converge(
    pair: Pair, gamma: float, target: float = 0.999, one_sided: bool = False, limit: int = 1_000_000
) -> StepCount:
    """How many steps it takes until the cosine is at least ``target``: counted, and bounded from both sides.

    Parameters
    ----------
    pair : Pair
        Angle and norms at the start, shape (...): see `Pair.of` for vectors.
    gamma : float
        Step size, in units of squared length.
    target : float
        Cosine to reach, above −1 and below 1.
    one_sided : bool
        Whether the second vector stays where it is.
    limit : int
        Most steps to take.

    Returns
    -------
    StepCount
        Of arrays of the same kind as those in ``pair``.

    Raises
    ------
    TypeError
        If the arrays differ in namespace or device.
    ValueError
        If ``pair`` is not an angle and two norms, ``gamma`` or ``limit`` is not positive, ``target`` is not a cosine
        that can be reached, or more than ``limit`` steps are needed: before the first step, where the bound says so.

    Notes
    -----
    The lower bound is the better one of two: claim ``step.count_lower_bound``, and what follows from ``step.rotation``:
    with ``κ = (a + b)/2`` of the start, no step divides ``tan(φ/2)`` by more than
    ``(1 + κ(1 − C*))/(1 − κ(1 + C*))``, if ``C*`` is the target. The upper bound is its counterpart for the norms at
    their largest, which ``step.relative_error`` bounds; it holds if ``κ(1 + C*) < 1``. The two bounds differ by a factor
    of at most about ``1 + 6κ``, or ``1 + 3κ`` for equal norms.

    Examples
    --------
    >>> start = Pair(cosine=0.0, sine=1.0, p=np.array([0.5, 1.0, 2.0]), q=np.array([0.5, 1.0, 2.0]))
    >>> count = steps_to_converge(start, gamma=0.02)
    >>> count.steps
    array([ 23,  95, 380])
    >>> count.lower, count.upper
    (array([ 22.,  94., 379.]), array([ 25.,  96., 381.]))
    """
    gamma = positive("gamma", gamma)
    if operator.index(limit) < 1:
        raise ValueError(f"limit is {limit}, but must be at least 1")
    if not -1 < target < 1:
        raise ValueError(f"target is {target}, but must be a cosine above −1 and below 1")
    start, xp = read_pair(pair)
    stuck = (start.sine == 0) & (start.cosine < target)
    if bool(xp.any(stuck)):
        raise ValueError(f"the vectors of pair{first_index(stuck, xp)} are antipodal: no step moves them")
    lower, upper = bounds_on_count(start, gamma, float(target), one_sided, xp)
    if bool(xp.any(lower > limit)):
        first = first_index(lower > limit, xp)
        raise ValueError(f"pair{first} takes at least {float(xp.max(lower)):.0f} steps, but limit is {limit}")
    steps = _counted(start, gamma, float(target), one_sided, limit, xp)
    return StepCount(*(plain(value, xp) for value in (steps, lower, upper)))


def _walk(pair: Pair, gamma: float, one_sided: bool, xp: Namespace) -> Iterator[Pair]:
    while True:
        yield pair
        with np.errstate(all="ignore"):
            pair = advanced(pair, gamma, one_sided, xp)


def _counted(pair: Pair, gamma: float, target: float, one_sided: bool, limit: int, xp: Namespace) -> Array:
    """The number of steps after which the cosine first is at least the target."""
    place = device(pair.cosine)
    whole = xp.__array_namespace_info__().default_dtypes(device=place)["integral"]
    steps, waiting, taken = xp.zeros(pair.cosine.shape, dtype=whole, device=place), pair.cosine < target, 0
    while bool(xp.any(waiting)):
        if taken == limit:
            raise ValueError(f"pair{first_index(waiting, xp)} has not converged after {limit} steps")
        pair, steps, taken = advanced(pair, gamma, one_sided, xp), steps + xp.astype(waiting, whole), taken + 1
        waiting = waiting & (pair.cosine < target)
    return steps
