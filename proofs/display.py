"""What the cells of a notebook show: verdicts, derivations and proofs, each worked out by the kernel as the cell runs.

A notebook shows Markdown with LaTeX, a terminal plain Unicode; both are written from the same lines.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from proofs import ledger, show
from proofs.derive import Derivation, derivations
from proofs.kernel import terms as t
from proofs.kernel.arithmetic import worked
from proofs.kernel.companions import explained
from proofs.kernel.evidence import numbers
from proofs.kernel.record import Record
from proofs.kernel.text import LATEX, UNICODE
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Library
from proofs.narrate import Pen
from proofs.report import scope

__all__ = ["counterexample", "derivation", "example", "proof", "solver", "verdict", "verdicts"]


@dataclass(frozen=True, repr=False)
class Shown:
    """Text for a notebook and for a terminal."""

    markdown: str
    plain: str

    def __repr__(self) -> str:
        return self.plain

    def _repr_markdown_(self) -> str:
        return self.markdown


def verdict(what: str | Record) -> Shown:
    """The verdict on a claim, why, and what becomes of the claim without each hypothesis that it needs.

    Parameters
    ----------
    what : str or Record
        A claim's id, such as ``blocks.range``, or what `proofs.prove` gives.
    """
    record = recorded(what) if isinstance(what, str) else what
    first = f"**{record.verdict.name}** · {scope(record)} · {record.reason}."
    return both_ways([first, *(f"- {line}" for line in remarks(record))])


def verdicts(pattern: str) -> Shown:
    """The verdicts on many claims, as a table.

    Parameters
    ----------
    pattern : str
        A chapter, or an id with ``*`` and ``?``.
    """
    records = [recorded(claim.id) for claim in ledger.select([pattern], ledger.claims())]
    rows = [(f"`{r.claim.id}`", r.claim.title.replace("|", r"\|"), scope(r), f"**{r.verdict.name}**") for r in records]
    head = ["| claim | says that | for | verdict |", "|:--|:--|:--|:--|"]
    words = [f"**{v.name}**: {v.value}." for v in Verdict if any(r.verdict is v for r in records)]
    table = "\n".join([*head, *("| " + " | ".join(row) + " |" for row in rows), "", "  \n".join(words)])
    width = max(len(r.claim.id) for r in records)
    return Shown(table, "\n".join(f"{r.claim.id:{width}}  {r.verdict.name:8}  {r.claim.title}" for r in records))


def derivation(id: str, sides: int | None = None) -> Shown:
    """How the sides of a claim are worked out, each line made from the one before it.

    Parameters
    ----------
    id : str
        A claim's id.
    sides : int, optional
        How many of them to show; by default all.
    """
    found = derivations(ledger.claim(id), library())[:sides]
    if not found:
        return both_ways([f"There is nothing to derive in {id}: no side of it is made of composed vectors."])
    paragraphs = [line for one in found for line in derived(one)]
    plain = [line for one in found for line in show.derivation_lines([one], Pen(UNICODE))]
    return Shown("\n\n".join(paragraphs), "\n".join(plain))


def proof(id: str) -> Shown:
    """The evidence for a claim, in words and formulas: an invariant where it is about any number of blocks.

    Parameters
    ----------
    id : str
        A claim's id.
    """
    record = recorded(id)
    stored = library().stored(id)
    if record.every:
        start = "A property of the sums over blocks, which one block has, and which is kept when two are joined:"
        tell = functools.partial(show.every_number, record, stored, library())
    else:
        start = "The claim in polynomials p of norms and cosines, with identities that show their signs:"
        tell = functools.partial(show.proof, record, stored)
    return Shown("\n".join([start, "", *nested(tell(Pen(LATEX)))]), "\n".join([start, *tell(Pen(UNICODE))]))


def counterexample(id: str) -> Shown:
    """The arithmetic of the vectors that refute a claim.

    Parameters
    ----------
    id : str
        A claim's id.
    """
    record = recorded(id)
    if record.witness is None:
        return both_ways([f"There is no counterexample to {id}: it is {record.verdict.name}."])
    return both_ways([f"- {line}" for line in worked(record.claim, numbers(record.witness))])


def solver(id: str) -> Shown:
    """What Z3 answers when asked for a counterexample: an opinion beside the proof, and no part of it.

    Parameters
    ----------
    id : str
        A claim's id.
    """
    from proofs.prove import Budget, examined

    answer = examined(recorded(id), Budget()).evidence[-1].outcome
    meaning = {"sat": "there is one", "unsat": "there is none", "unknown": "it gave up", "not_run": "it was not asked"}
    return both_ways([f"Z3, asked for a counterexample: *{answer}*, {meaning.get(answer, answer)}."])


def example(id: str) -> tuple[Any, ...]:
    """The vectors and numbers of a claim about given ones, or of its counterexample, as floats.

    Parameters
    ----------
    id : str
        A claim's id. The blocks of a family are joined.
    """
    record = recorded(id)
    if record.witness is None:
        named = {n.name: n.meaning for n in t.walk(record.claim.statement) if isinstance(n, t.NamedVector)}
        return tuple(floats(literal(vector)) for _, vector in sorted(named.items()))
    found = numbers(record.witness)
    if record.claim.family:
        return tuple(floats(v for name in found if name[0] == letter for v in found[name]) for letter in "xy")
    return tuple(floats(value) if isinstance(value, list) else float(value) for value in found.values())


def floats(numbers: Iterable[Any]) -> list[float]:
    return [float(number) for number in numbers]


def literal(vector: t.Node) -> Iterator[Any]:
    """The entries of a vector of given numbers, block by block."""
    return (node.value for node in t.walk(vector) if isinstance(node, t.Number))


# --- the parts --------------------------------------------------------------------------------------------------------


@functools.cache
def library() -> Library:
    """All claims with their stored evidence, verified as they are asked for and then remembered."""
    return ledger.library()


def recorded(id: str) -> Record:
    return ledger.recorded(ledger.claim(id), library())


def remarks(record: Record) -> Iterator[str]:
    """What a reader should know beside the verdict."""
    claim = record.claim
    if record.verdict is Verdict.REFUTED:
        for other in ledger.replaced_by(claim.id, library().claims):
            yield f"What holds instead: `{other}`."
        return
    for index, hypothesis in enumerate(record.hypotheses):
        if hypothesis.needed:
            yield f"Needed: {hypothesis.text}; {explained(claim, index, hypothesis, library().parts)}."
    if spare := [hypothesis.text for hypothesis in record.hypotheses if hypothesis.needed is False]:
        yield f"Not needed, for the claim is proved without it: {'; '.join(spare)}."
    if record.assumptions:
        yield f"Assumed: {', '.join(record.assumptions)}."


def derived(found: Derivation) -> Iterator[str]:
    """The lines of a derivation that can be read, one paragraph each."""
    pen = Pen(LATEX)

    def line(term: t.Scalar, done: str) -> str:
        before = "" if term is found.lines[0].term else "{} = "
        return rf"$\displaystyle {before}{pen.math(term).strip('$')}$ &emsp; *{done}*"

    for step in found.readable():
        yield line(step.term, step.done)


def nested(lines: Iterable[str]) -> Iterator[str]:
    """Lines that are two spaces further in for each step deeper, as a Markdown list."""
    for line in lines:
        text = line.lstrip(" ")
        yield "  " * ((len(line) - len(text)) // 2) + "- " + text.replace("$$", "")


def both_ways(lines: Iterable[str]) -> Shown:
    """Text without formulas in LaTeX: plain text is the same without emphasis."""
    markdown = "\n".join(with_space(list(lines)))
    return Shown(markdown, markdown.replace("**", "").replace("`", "").replace("\n\n", "\n"))


def with_space(lines: list[str]) -> list[str]:
    """An empty line before a list, which Markdown asks for."""
    starts = next((i for i, line in enumerate(lines) if line.startswith("- ")), 0)
    return [*lines[:starts], "", *lines[starts:]] if starts else lines
