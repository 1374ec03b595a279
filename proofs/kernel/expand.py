"""A statement about a family of blocks, said of a number of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from proofs.kernel import terms as t


def mentions_family(node: t.Node) -> bool:
    return any(isinstance(part, t.Member | t.Whole) for part in t.walk(node))


def expand(node: Any, count: int) -> Any:
    """The statement about a family, said of `count` blocks; a sum within a sum has a k of its own."""

    def at(block: int) -> Callable[[t.Node], Any]:
        def place(part: t.Node) -> Any:
            if isinstance(part, t.Member):
                return _block(part, block)
            own = isinstance(part, t.Total | t.Largest | t.Smallest | t.Every)
            return part if own else t.rebuild(part, place)

        return place

    def spread(part: t.Node) -> Any:
        match part:
            case t.Whole():
                return t.NamedVector(part.name, t.Blocks(tuple(_block(part, k) for k in range(1, count + 1))))
            case t.Total() | t.Largest() | t.Smallest() | t.Every():
                copies = tuple(spread(at(k)(part.each)) for k in range(1, count + 1))
                return _GATHER[type(part)](copies)
            case t.Member():
                raise ValueError(f"{part.name}_k stands outside total, largest, smallest or every: which block is meant?")
            case _:
                return t.rebuild(part, spread)

    return spread(node)


def _block(part: t.Member | t.Whole, k: int) -> t.Base:
    return t.Base(f"{part.name}_{k}", tuple(f"{name}_{k}" for name in part.family), part.dimension)


_GATHER: dict[type, Callable[[tuple[Any, ...]], t.Node]] = {
    t.Total: lambda copies: reduce(lambda left, right: left + right, copies),
    t.Largest: t.Maximum,
    t.Smallest: t.Minimum,
    t.Every: t.Both,
}
