"""What each claim says, read from the prose of the two texts and written down once more, in NumPy.

Nothing here is taken from the package: a reading gets concrete vectors and numbers and says whether the hypotheses hold,
whether the conclusion holds, and with how much slack. Floats decide with a tolerance: ``≤`` and ``=`` hold up to it,
``<`` and ``≠`` need more than it. The instances that are compared have a slack of exactly 0 or of far more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

TOLERANCE = 1e-9
Array = npt.NDArray[np.float64]
Blocks = Sequence[Array]


class Said(NamedTuple):
    """A statement about concrete numbers: whether it holds, by how much, and the slacks of what it is made of."""

    holds: bool
    slack: float
    parts: tuple[float, ...] = ()


@dataclass(frozen=True)
class Reading:
    hypotheses: bool
    conclusion: bool
    slack: float
    parts: tuple[float, ...]
    sides: tuple[float, float] | None = None


READINGS: dict[str, Callable[..., Reading]] = {}


def reading(id: str) -> Callable[[Callable[..., Reading]], Callable[..., Reading]]:
    """Enter a reading under its claim's id; dividing by zero is no error, since the hypotheses then fail."""

    def enter(read: Callable[..., Reading]) -> Callable[..., Reading]:
        def quiet(**inputs: Any) -> Reading:
            with np.errstate(all="ignore"):
                return read(**{name: as_array(value) for name, value in inputs.items()})

        READINGS[id] = quiet
        return quiet

    return enter


def as_array(value: Any) -> Any:
    """A number, a vector, or a list of blocks, in float64."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return [np.array([float(entry) for entry in block]) for block in value]
    return np.array([float(entry) for entry in value]) if isinstance(value, list) else np.float64(value)


# --- saying things ----------------------------------------------------------------------------------------------------


def at_most(a: float, b: float) -> Said:
    return Said(bool(b - a >= -TOLERANCE), float(b - a))


def below(a: float, b: float) -> Said:
    return Said(bool(b - a > TOLERANCE), float(b - a))


def same(a: float, b: float) -> Said:
    return Said(bool(abs(a - b) <= TOLERANCE), -abs(float(a - b)))


def different(a: float, b: float) -> Said:
    return Said(bool(abs(a - b) > TOLERANCE), abs(float(a - b)))


def all_of(*parts: Said) -> Said:
    slacks = tuple(slack for part in parts for slack in part.parts or (part.slack,))
    return Said(all(part.holds for part in parts), min(slacks), slacks)


def equivalent(left: Said, right: Said) -> Said:
    size = min(abs(left.slack), abs(right.slack))
    return Said(left.holds == right.holds, size if left.holds == right.holds else -size)


def implies(*given: Said, then: Said, sides: tuple[float, float] | None = None) -> Reading:
    return Reading(all(part.holds for part in given), then.holds, then.slack, then.parts, sides)


def identity(*given: Said, left: float, right: float) -> Reading:
    return implies(*given, then=same(left, right), sides=(float(left), float(right)))


def any_of(*parts: Said) -> Said:
    return Said(any(part.holds for part in parts), max(part.slack for part in parts))


def between(least: float, value: float, bound: float) -> Said:
    return all_of(below(value, bound), at_most(least, value))


def in_one(said: Said) -> Said:
    """A conjunction as one statement."""
    return Said(said.holds, said.slack)


# --- vectors ----------------------------------------------------------------------------------------------------------


def norm(v: Array) -> float:
    return float(np.sqrt(np.sum(v * v)))


def cosine(v: Array, w: Array) -> float:
    return float(np.sum(v * w) / np.float64(norm(v) * norm(w)))


def sine(v: Array, w: Array) -> float:
    """Of the angle between two vectors, without cancellation: from the part of w that is orthogonal to v."""
    v, w = v / np.float64(norm(v)), w / np.float64(norm(w))
    return norm(w - np.sum(v * w) * v)


def nonzero(*vectors: Array) -> Said:
    return all_of(*(below(0, norm(v)) for v in vectors))


def gradient(z: Array, w: Array) -> Array:
    """``(ŵ − c ẑ)/‖z‖``."""
    p, q = np.float64(norm(z)), np.float64(norm(w))
    result: Array = (w / q - cosine(z, w) * z / p) / p
    return result


def tiny_slope(of: Callable[[complex], Any]) -> float:
    """The derivative at 0 of something analytic: its imaginary part a tiny step off the real line."""
    return float(np.imag(of(1e-30j)) / 1e-30)


def analytic_norm(v: Any) -> Any:
    return np.sqrt(np.sum(v * v))


def analytic_cosine(v: Any, w: Any) -> Any:
    return np.sum(v * w) / (analytic_norm(v) * analytic_norm(w))
