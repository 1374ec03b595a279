"""Vectors of any dimension, as linear combinations whose inner products are known.

A vector is a list of parts, one for each block; a part is a combination of named vectors of one space. Parts at different
positions are orthogonal, so an inner product is a sum over the parts, and within a part it is bilinear in the inner
products of the named vectors, which the caller supplies. Coefficients may be anything with ``+`` and ``*``.

Trusts: that a symmetric positive semidefinite matrix is the Gram matrix of vectors in R^n for every n ≥ its rank. That
is why a universal statement proved over all such matrices holds in every dimension.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

S = TypeVar("S")


@dataclass(frozen=True)
class Part(Generic[S]):
    """Coefficients by vector name, and the space that the names belong to."""

    space: tuple[str, ...]
    coefficients: dict[str, S]


@dataclass(frozen=True)
class Vector(Generic[S]):
    parts: tuple[Part[S], ...]

    def __add__(self, other: Vector[S]) -> Vector[S]:
        mine, theirs = [p.space for p in self.parts], [p.space for p in other.parts]
        if mine != theirs:
            raise TypeError(f"vectors of different spaces cannot be added: {_spaces(mine)} and {_spaces(theirs)}")
        return Vector(tuple(_add(p, q) for p, q in zip(self.parts, other.parts, strict=True)))

    def scaled(self, factor: S) -> Vector[S]:
        return Vector(
            tuple(
                Part(p.space, {name: multiply(factor, value) for name, value in p.coefficients.items()}) for p in self.parts
            )
        )


def named_vector(name: str, space: tuple[str, ...], one: S) -> Vector[S]:
    return Vector((Part(space, {name: one}),))


def coordinate_vector(entries: tuple[S, ...]) -> Vector[S]:
    """The vector with these coordinates, over the standard basis ``1, 2, …``."""
    return Vector((Part((f"R^{len(entries)}",), {str(i): entry for i, entry in enumerate(entries, 1)}),))


def concatenated(vectors: tuple[Vector[S], ...]) -> Vector[S]:
    return Vector(tuple(part for vector in vectors for part in vector.parts))


def inner_product(u: Vector[S], v: Vector[S], gram: Callable[[str, str], S | None], zero: S) -> S:
    """``⟨u, v⟩`` from ``gram(a, b)``, the inner product of two named vectors; None stands for 0."""
    mine, theirs = [p.space for p in u.parts], [p.space for p in v.parts]
    if mine != theirs:
        raise TypeError(f"no inner product between {_spaces(mine)} and {_spaces(theirs)}")
    result = zero
    for p, q in zip(u.parts, v.parts, strict=True):
        for a, alpha in p.coefficients.items():
            for b, beta in q.coefficients.items():
                entry = gram(a, b)
                if entry is not None:
                    result = result + multiply(multiply(alpha, beta), entry)
    return result


def orthonormal(a: str, b: str, one: S) -> S | None:
    """Inner products of the standard basis."""
    return one if a == b else None


def multiply(a: Any, b: Any) -> Any:
    return a * b


def _add(p: Part[S], q: Part[S]) -> Part[S]:
    sums: dict[str, Any] = dict(p.coefficients)
    for name, value in q.coefficients.items():
        sums[name] = sums[name] + value if name in sums else value
    return Part(p.space, sums)


def _spaces(spaces: list[tuple[str, ...]]) -> str:
    return " ⊕ ".join("span(" + ", ".join(space) + ")" for space in spaces)
