"""Equations among the hypotheses that are not affine in anything: Newton's method, on all points at once.

In one number a step is the classical one. For all inputs together it looks along a few random directions, and takes the
shortest combination of them that solves the equations to first order. Points where that leads nowhere fail the check
that all points go through.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.interpret import scalar_value
from proofs.search.numeric import Array, Points

STEPS = 8
SMALL = 2.0**-20

Inputs = dict[str, Array]
Equations = Sequence[tuple[t.Relation, bool]]


def root(relation: t.Relation, name: str, start: Array, points: Points) -> Array:
    """The number near `start` at which the equation holds, all else being as at the points."""
    xp, value = points.xp, start

    def off(number: Array) -> tuple[Array, Array]:
        now, error = residuals(
            [(relation, False)], replace(points, inputs={**points.inputs, name: number}, values={}, products={})
        )
        return now[0, :], error[0, :]

    for _ in range(STEPS):
        now, error = off(value)
        change = SMALL * xp.where(value == 0, 1.0, abs(value))
        slope = (off(value + change)[0] - now) / change
        better = (abs(now) > error) & xp.isfinite(slope) & (slope != 0)
        value = xp.where(better, value - now / xp.where(better, slope, 1.0), value)
    return value


def solved(equations: Equations, points: Points, stream: Any, met: Callable[[Inputs], Points]) -> Points:
    """Points that satisfy the equations, as near to the given ones as a few steps get.

    After each move `met` puts right again what can be met by construction.
    """
    for _ in range(STEPS):
        points = improved(equations, points, stream, met)
    return points


def improved(equations: Equations, points: Points, stream: Any, met: Callable[[Inputs], Points]) -> Points:
    """One step."""
    xp = points.xp
    now, error = residuals(equations, points)
    directions = [direction(points, stream) for _ in range(now.shape[0] + 1)]
    slopes = [(residuals(equations, met(moved(points.inputs, d, SMALL)))[0] - now) / SMALL for d in directions]
    weights = shortest(xp.stack(slopes), xp.where(abs(now) <= error, 0.0, -now), xp)
    inputs = points.inputs
    for weight, step in zip((weights[h, :] for h in range(len(directions))), directions, strict=True):
        inputs = moved(inputs, step, weight)
    return met(inputs)


def residuals(equations: Equations, points: Points) -> tuple[Array, Array]:
    """Right minus left side of each equation at each point, and what rounding may add to it; shapes (E, N)."""
    values, errors = [], []
    for relation, of_blocks in equations:
        difference = scalar_value(relation.right - relation.left, points)
        spread = points.spread(difference)
        for k in range(points.shape[0] if of_blocks else 1):
            values.append(spread.value[k, :])
            errors.append(spread.error[k, :])
    return points.xp.stack(values), points.xp.stack(errors)


def direction(points: Points, stream: Any) -> dict[str, Array]:
    """A random change of all inputs, in proportion to their sizes."""
    xp = points.xp
    change = {}
    for name, value in points.inputs.items():
        wide = stream.between(-1, 1, *value.shape)
        size = xp.sqrt(xp.sum(value * value, axis=-1))[..., None] if is_vector(value) else abs(value)
        change[name] = wide * size
    return change


def is_vector(value: Array) -> bool:
    return bool(value.ndim > 1)


def moved(inputs: Inputs, change: Inputs, amount: Any) -> Inputs:
    result = {}
    for name, value in inputs.items():
        factor = amount[..., None] if is_vector(value) and not isinstance(amount, float) else amount
        result[name] = value + factor * change[name]
    return result


def shortest(slopes: Array, wanted: Array, xp: Any) -> Array:
    """The least combination of directions, of at most 1 each, with ``Σ weight·slope = wanted``; shapes (H, E, N), (E, N)."""
    slopes = xp.where(xp.isfinite(slopes), slopes, 0.0)
    scale = xp.sqrt(xp.sum(slopes * slopes, axis=0))
    scale = xp.where(scale > 0, scale, 1.0)
    slopes = slopes / scale
    right = xp.where(xp.isfinite(wanted), wanted, 0.0) / scale
    jacobian = xp.permute_dims(slopes, (2, 1, 0))
    gram = jacobian @ xp.permute_dims(jacobian, (0, 2, 1)) + 1e-13 * xp.eye(right.shape[0])
    multipliers = xp.linalg.solve(gram, xp.permute_dims(right, (1, 0))[..., None])
    weights = (xp.permute_dims(jacobian, (0, 2, 1)) @ multipliers)[..., 0]
    return xp.permute_dims(xp.clip(weights, -1.0, 1.0), (1, 0))
