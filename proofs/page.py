"""A notebook before it is run: the cells that a chapter's claims are told in.

Nothing of a claim is typed here. Its title, prose and source are the chapter's, its statement is written from the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from proofs import ledger, prose
from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.text import latex, unicode, where
from proofs.measured import Measured

WIDTH = 64
"""About how many characters of formulas stand in a line."""


@dataclass(frozen=True)
class Cell:
    """A cell to be: Markdown or code."""

    kind: str
    source: str


@dataclass
class Page:
    """A growing list of cells, and what a reader of them knows already."""

    cells: list[Cell] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    known: dict[str, t.Node] = field(default_factory=dict)

    def text(self, markdown: str) -> None:
        self.cells.append(Cell("markdown", unwrapped(markdown)))

    def code(self, source: str) -> None:
        self.cells.append(Cell("code", source.strip()))

    def opening(self, chapter: str) -> None:
        """A chapter's title and what it is about, from its docstring."""
        title, _, rest = prose.introduction(chapter).partition("\n")
        self.text(code_spans(f"# {title.removesuffix('.')}\n{rest}"))

    def claim(self, *ids: str) -> None:
        """State claims one after the other, each with its verdict."""
        for id in ids:
            claim = ledger.claim(id)
            self.told.add(id)
            self.cells.append(Cell("markdown", stated(claim, self.known)))
            self.code(f'verdict("{id}")')

    def measured(self, id: str) -> None:
        """State a claim that is measured, whose verdict is what the experiment after it says."""
        claim = ledger.rows()[id]
        assert isinstance(claim, Measured)
        source = f"`{claim.id}` · source: {claim.source}"
        parts = f"### {capitalised(claim.title)}", f"$$\n{claim.latex}\n$$", f"{capitalised(claim.text)}.", source
        self.cells.append(Cell("markdown", "\n\n".join(parts)))

    def rest(self, chapter: str) -> None:
        """State what the chapter claims beyond all that was told."""
        left = [claim.id for claim in ledger.select([chapter], ledger.claims()) if claim.id not in self.told]
        if left:
            self.text("## What else is known")
            self.claim(*left)


def unwrapped(markdown: str) -> str:
    """Paragraphs without the line breaks of the source."""
    paragraphs = markdown.strip().split("\n\n")
    return "\n\n".join(part if part.startswith(("- ", "| ")) else part.replace("\n", " ") for part in paragraphs)


# --- a claim in Markdown ----------------------------------------------------------------------------------------------


def stated(claim: Claim, known: dict[str, t.Node]) -> str:
    """Title, statement, prose and source; abbreviations that are known already are not explained again."""
    parts = [f"### {capitalised(claim.title)}", displayed(claim, known)]
    if remark := prose.prose(claim):
        parts.append(code_spans(remark.replace("\n", " ")))
    parts.append(f"`{claim.id}` · source: {claim.source}")
    return "\n\n".join(parts)


def capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def displayed(claim: Claim, known: dict[str, t.Node]) -> str:
    """The statement as displayed LaTeX, one row for each word."""
    body = " \\\\\n".join(line for word, formulas in worded(claim, known) for line in filled(word, formulas))
    return f"$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n$$"


@dataclass(frozen=True)
class Written:
    """A formula in LaTeX, about how many characters wide it is, and whether its row ends with it."""

    latex: str
    width: int
    last: bool = False


def written(formula: t.Node) -> Written:
    return Written(latex(formula), len(unicode(formula)))


def worded(claim: Claim, known: dict[str, t.Node]) -> Iterator[tuple[str, list[Written]]]:
    """Hypotheses, conclusion and abbreviations, by the word that introduces them."""
    yield "given", [written(part) for formula in claim.given for part in pieces(formula)]
    parts = pieces(claim.statement)
    plain = [part for part in parts if not isinstance(part, t.Exists)]
    yield "then" if claim.given else "it is true that", concluded(claim.statement, plain)
    for part in parts:
        if isinstance(part, t.Exists):
            yield "and there are" if plain else "there are", [written(variable) for variable in part.variables]
            yield "with", [written(piece) for formula in part.conditions for piece in pieces(formula)]
            yield "such that", [alternative for piece in pieces(part.body) for alternative in alternatives(piece)]
    yield "where", [meaning(name) for name in new_names(claim, known)]


def concluded(statement: t.Formula, plain: list[t.Formula]) -> list[Written]:
    """The parts of a conclusion that are no existence; where some of them belong together, no others share their row."""
    groups = [pieces(part) for part in statement.parts] if isinstance(statement, t.Both) and not is_chain(statement) else []
    ends = [group[-1] for group in groups] if any(len(group) > 1 for group in groups) else []
    return [replace(written(part), last=any(part is end for end in ends)) for part in plain]


def alternatives(formula: t.Formula) -> list[Written]:
    """The formula, in parts if it is a disjunction too long for a row."""
    whole = written(formula)
    if not isinstance(formula, t.Either) or whole.width <= WIDTH:
        return [whole]
    first, *others = map(written, formula.parts)
    return [first, *(Written(rf"\text{{or }} {part.latex}", part.width + 3) for part in others)]


def meaning(name: t.NamedScalar | t.NamedVector) -> Written:
    """An abbreviation and what it stands for."""
    parts = written(t.Symbol(name.name)), written(name.meaning)
    return Written(" = ".join(part.latex for part in parts), sum(part.width for part in parts) + 3)


def pieces(formula: t.Formula) -> list[t.Formula]:
    """The parts of a conjunction, but for those that are written as one chain."""
    if isinstance(formula, t.Both) and not is_chain(formula):
        return [piece for part in formula.parts for piece in pieces(part)]
    return [formula]


def is_chain(formula: t.Both) -> bool:
    """Whether it is written ``a ≤ b ≤ c``."""
    match formula.parts:
        case (t.Relation(op, _, middle), t.Relation(other, again, _)):
            return middle == again and op[0] == other[0] == "<"
    return False


def filled(word: str, formulas: Sequence[Written]) -> Iterator[str]:
    """The formulas in as few rows as fit; the word stands before the first."""
    line: list[Written] = []
    for formula in formulas:
        if line and (line[-1].last or sum(part.width + 2 for part in line) + formula.width > WIDTH):
            yield row(word, line) + ","
            word, line = "", []
        line.append(formula)
    if line:
        yield row(word, line)


def row(word: str, line: Sequence[Written]) -> str:
    start = rf"\text{{{word}}}\quad & " if word else "& "
    return start + r",\quad ".join(part.latex for part in line)


def new_names(claim: Claim, known: dict[str, t.Node]) -> Iterator[t.NamedScalar | t.NamedVector]:
    """The abbreviations of a claim that were not explained before, and are from now on."""
    for node in (node for part in claim.parts for node in where(part)):
        if known.get(node.name) != node.meaning:
            known[node.name] = node.meaning
            yield node


def code_spans(text: str) -> str:
    """Prose with ``…`` as `…`, as Markdown has it."""
    return text.replace("``", "`")
