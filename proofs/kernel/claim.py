"""A claim: one statement, its hypotheses and where it comes from. Everything else is derived from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from proofs.kernel import terms as t
from proofs.kernel.assumed import ASSUMED
from proofs.kernel.expand import expand, mentions_family
from proofs.kernel.text import latex, unicode, unicode_name, where

if TYPE_CHECKING:
    from proofs.kernel.evaluate import Evaluation


@dataclass(frozen=True, init=False)
class Claim:
    """A statement about vectors and numbers, with the hypotheses under which it is claimed.

    Parameters
    ----------
    id : str
        ``chapter.name``, in lower case.
    statement : Formula
        What is claimed, for all values of its free variables.
    given : sequence of Formula
        The hypotheses, each listed so that it can be dropped. A later one may rest on an earlier one to be defined.
    source : str
        Where the claim is made.
    title : str
        A short phrase.
    replaces : Claim, optional
        A false claim that this one puts right.
    tightened : sequence of Formula
        Better statements that a sharp claim rules out; each is refuted by exact vectors.
    assumes : sequence of str
        Names of classical theorems, from the list in `assumed`, that the reading of the statement rests on.

    Examples
    --------
    >>> from proofs.kernel import Claim, Space, cosine, nonzero
    >>> x, y = Space("x", "y")
    >>> claim = Claim("mine.range", cosine(x, y) <= 1, given=[nonzero(x), nonzero(y)])
    >>> print(claim)
    mine.range: cos(x, y) ≤ 1, given ‖x‖ > 0, ‖y‖ > 0
    """

    id: str
    statement: t.Formula
    given: tuple[t.Formula, ...]
    source: str
    title: str
    replaces: Claim | None
    tightened: tuple[t.Formula, ...]
    assumes: tuple[str, ...]

    def __init__(
        self,
        id: str,
        statement: t.Formula,
        *,
        given: Sequence[t.Formula] = (),
        source: str = "",
        title: str = "",
        replaces: Claim | None = None,
        tightened: Sequence[t.Formula] = (),
        assumes: Sequence[str] = (),
    ) -> None:
        if not re.fullmatch(r"[a-z]\w*(\.[a-z]\w*)+", id):
            raise ValueError(f"{id!r} is no claim id: write chapter.name in lower case, such as blocks.range")
        for formula in (statement, *given, *tightened):
            if not isinstance(formula, t.Formula):
                raise TypeError(
                    f"{id}: {formula!r} is not a formula; compare with <=, <, equal(…), or combine with both, iff"
                )
        for name in assumes:
            if name not in ASSUMED:
                raise ValueError(f"{id}: {name!r} is not among the classical theorems: {', '.join(ASSUMED)}")
        values = {"id": id, "statement": statement, "given": tuple(given), "source": source, "title": title}
        values |= {"replaces": replaces, "tightened": tuple(tightened), "assumes": tuple(assumes)}
        for name, value in values.items():
            object.__setattr__(self, name, value)
        _check_names(self)
        _check_places(self)

    def __str__(self) -> str:
        given = ", ".join(unicode(part) for part in self.given)
        return f"{self.id}: {unicode(self.statement)}" + (f", given {given}" if given else "")

    @property
    def text(self) -> str:
        """Hypotheses and conclusion as one line of Unicode."""
        given = ", ".join(unicode(part) for part in self.given)
        return (f"{given} ⇒ " if given else "") + unicode(self.statement) + _where(self, "; where ", unicode, " = ", ", ")

    @property
    def latex(self) -> str:
        given = r",\; ".join(latex(part) for part in self.given)
        abbreviations = _where(self, r" \quad\text{where } ", latex, " = ", r",\; ")
        return (rf"{given} \implies " if given else "") + latex(self.statement) + abbreviations

    @property
    def parts(self) -> tuple[t.Formula, ...]:
        return (*self.given, self.statement)

    @cached_property
    def family(self) -> bool:
        """Whether the claim speaks of any number of blocks."""
        return any(mentions_family(part) for part in self.parts)

    def with_blocks(self, count: int) -> Claim:
        """The claim said of `count` blocks; itself if it is not about a family."""
        if not self.family:
            return self
        return self.saying(expand(self.statement, count), [expand(part, count) for part in self.given])

    def without(self, hypothesis: int) -> Claim:
        """The claim with one hypothesis dropped."""
        return self.saying(self.statement, self.given[:hypothesis] + self.given[hypothesis + 1 :])

    def saying(self, statement: t.Formula, given: Sequence[t.Formula] | None = None) -> Claim:
        """Another statement, and other hypotheses if any are given, under the same id."""
        given = self.given if given is None else given
        return Claim(self.id, statement, given=given, source=self.source, title=self.title, replaces=self.replaces)

    def evaluate(self, /, **inputs: Any) -> Evaluation:
        """What the claim says of concrete vectors and numbers, decided exactly.

        Parameters
        ----------
        **inputs
            A value for each variable: whole numbers, fractions, finite floats (each the dyadic number that it is), or array
            scalars; for a vector a list or array of them. The blocks of a family are ``x_1=…, x_2=…`` or ``x=[…, …]``.

        Returns
        -------
        Evaluation
            Whether the hypotheses hold, whether the conclusion does, and its slack.

        Raises
        ------
        ValueError
            If an input is missing, unknown, not finite, or of the wrong kind or dimension.

        Examples
        --------
        >>> from proofs.kernel import Claim, Space, cosine, nonzero
        >>> x, y = Space("x", "y")
        >>> claim = Claim("mine.acute", cosine(x, y) >= 0, given=[nonzero(x), nonzero(y)])
        >>> claim.evaluate(x=[3, 4], y=[0.5, -1.0])
        Evaluation(hypotheses=(True, True), conclusion=False, slack=-0.4472135954999579)
        """
        from proofs.kernel.evaluate import evaluate

        return evaluate(self, inputs)

    def variables(self) -> Iterator[t.Base | t.Symbol]:
        """The named vectors and numbers that the claim speaks of for all values, each once, in order of appearance."""
        seen: set[str] = set()
        for variable in _free(self.parts):
            if variable.name not in seen:
                seen.add(variable.name)
                yield variable

    @cached_property
    def repeats(self) -> bool:
        """Whether the claim says something after every number of steps."""
        return any(isinstance(node, t.AfterSteps) for part in self.parts for node in t.walk(part))

    def existential(self) -> tuple[t.Base | t.Symbol, ...]:
        """The vectors and numbers whose existence is claimed."""
        found = [node for part in self.parts for node in t.walk(part) if isinstance(node, t.Exists)]
        return tuple(v for node in found for v in node.variables)


def _free(nodes: Iterable[t.Node], bound: frozenset[str] = frozenset()) -> Iterator[t.Base | t.Symbol]:
    for node in nodes:
        if isinstance(node, t.Base | t.Symbol):
            if node.name not in bound:
                yield node
        elif isinstance(node, t.Exists):
            names = {v.name for v in node.variables}
            yield from _free((*node.conditions, node.body), bound | names)
        elif isinstance(node, t.AfterSteps):
            names = {v.name for v in node.variables}
            yield from _free(node.first, bound)
            yield from _free((*node.following, *node.allowed, node.each), bound | names)
        elif isinstance(node, t.Derivative):
            yield from _free((node.of,), bound | {node.variable.name})
        else:
            yield from _free(t.children(node), bound)


def _check_names(claim: Claim) -> None:
    """One name, one thing; and no name that the kernel gives to something else: a coordinate, a block of a family."""
    meaning: dict[str, Any] = {}
    for node in (node for part in claim.parts for node in t.walk(part)):
        if isinstance(node, t.Base | t.Symbol | t.NamedScalar | t.NamedVector):
            if meaning.setdefault(node.name, node) != node:
                raise ValueError(f"{claim.id}: {node.name} names two different things")
            for name in (node.name, *(node.space if isinstance(node, t.Base) else ())):
                if not _is_name(name):
                    raise ValueError(f"{claim.id}: {name!r} is not a name; write c, c_1, x1 or z'")
        match node:
            case t.Base(name, own) | t.Member(name, own) | t.Whole(name, own) if name not in own:
                raise ValueError(f"{claim.id}: {name} is not among its own vectors, {', '.join(own)}")
    written: dict[str, str] = {}
    for name in meaning:
        if (other := written.setdefault(unicode_name(name), name)) != name:
            raise ValueError(f"{claim.id}: {other} and {name} would both be written {unicode_name(name)}")
    _check_families(claim, meaning)


def _check_families(claim: Claim, names: Iterable[str]) -> None:
    found = {n.family for part in claim.parts for n in t.walk(part) if isinstance(n, t.Member | t.Whole)}
    for family in (name for members in found for name in members):
        if not re.fullmatch(r"[^\W\d_]+", family):
            raise ValueError(f"{claim.id}: {family!r} is not a name for a family; write letters only")
        for name in names:
            if re.match(rf"{family}(['_\d]|$)", name):
                raise ValueError(f"{claim.id}: {name} would be taken for the family {family} or a block of it")


def _is_name(name: str) -> bool:
    return re.fullmatch(r"[^\W\d_]\w*'*", name) is not None and normalize("NFKC", name) == name


def _check_places(claim: Claim) -> None:
    """A few steps written out refute, and never confirm: nothing may rest on what is said after every number of them."""
    for part in claim.given:
        if any(isinstance(node, t.Exists | t.AfterSteps) for node in t.walk(part)):
            raise ValueError(f"{claim.id}: existence and steps can be claimed, and not assumed, as in {unicode(part)}")
    for node in (node for part in (claim.statement, *claim.tightened) for node in t.walk(part)):
        if isinstance(node, t.Iff) and any(isinstance(inner, t.AfterSteps) for inner in t.walk(node)):
            raise ValueError(f"{claim.id}: steps cannot stand in an equivalence, as in {unicode(node)}")


def _where(claim: Claim, start: str, write: Any, equals: str, comma: str) -> str:
    seen: dict[str, str] = {}
    for part in claim.parts:
        for node in where(part):
            named = t.Symbol(node.name)
            seen.setdefault(node.name, write(named) + equals + write(node.meaning))
    return start + comma.join(seen.values()) if seen else ""
