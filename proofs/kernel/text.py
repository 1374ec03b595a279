"""A statement in writing: Unicode for the terminal, LaTeX for notebooks.

Abbreviations are printed by their names; `where` lists what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from proofs.kernel import terms as t

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "kappa": "κ", "lam": "λ",
    "mu": "μ", "nu": "ν", "rho": "ρ", "tau": "τ", "phi": "φ", "pi": "π", "theta": "θ", "Delta": "Δ",
}  # fmt: skip
_LATEX_GREEK = {"lam": r"\lambda", "epsilon": r"\varepsilon", "phi": r"\varphi"}
_SUBSCRIPT = str.maketrans("0123456789kgijn", "₀₁₂₃₄₅₆₇₈₉ₖgᵢⱼₙ")
_POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUPERSCRIPT = str.maketrans("0123456789", _POWERS)


@dataclass(frozen=True)
class Style:
    """How to write the few things that Unicode and LaTeX write differently."""

    name: Callable[[str], str]
    fraction: Callable[[str, str], str]
    power: Callable[[str, int], str]
    root: Callable[[str], str]
    norm: Callable[[str], str]
    inner: Callable[[str, str], str]
    function: Callable[[str, str], str]
    derivative: Callable[[str, str], str]
    over_blocks: Callable[[str, str], str]
    relation: dict[str, str]
    times: str
    words: dict[str, str]
    brackets: tuple[str, str]


def unicode_name(name: str) -> str:
    stem, index, mark = _pieces(name)
    return GREEK.get(stem, stem) + index.translate(_SUBSCRIPT) + mark.replace("'", "′")


def latex_name(name: str) -> str:
    stem, index, mark = _pieces(name)
    symbol = _LATEX_GREEK.get(stem, "\\" + stem if stem in GREEK else stem)
    return symbol + (f"_{{{index}}}" if index else "") + mark


def _pieces(name: str) -> tuple[str, str, str]:
    """Stem, index and primes of a variable's name: ``x_1'`` and ``x1'`` alike."""
    match = re.fullmatch(r"(\w+?)_?(\d+|(?<=_)\w+)?('*)", name)
    if match is None:
        raise ValueError(f"{name!r} is not a name: write letters, an index and primes, as in c_1 or z'")
    return match[1], match[2] or "", match[3]


UNICODE = Style(
    name=unicode_name,
    fraction=lambda a, b: f"{a}/{b}",
    power=lambda base, e: base + str(e).translate(_SUPERSCRIPT),
    root=lambda inside: f"√{inside}" if inside.isalnum() and inside[-1] not in _POWERS else f"√({inside})",
    norm=lambda v: f"‖{v}‖",
    inner=lambda u, v: f"⟨{u}, {v}⟩",
    function=lambda name, arguments: f"{name}({arguments})",
    derivative=lambda name, of: f"d/d{name}|₀ {of}",
    over_blocks=lambda name, each: {"sum": f"Σₖ {each}", "max": f"maxₖ {each}", "min": f"minₖ {each}"}[name],
    relation={"=": " = ", "!=": " ≠ ", "<": " < ", "<=": " ≤ ", ">": " > ", ">=": " ≥ "},
    times="·",
    words={
        "and": " and ", "or": " or ", "iff": " if and only if ", "every": " for every k",
        "exists": "there are ", "with": " with ", "such": " such that ",
        "after": "after every number {} of steps ", "to": " → ", "from": " from ", "while": ", each with ", "colon": ": ",
    },
    brackets=("(", ")"),
)  # fmt: skip

LATEX = Style(
    name=latex_name,
    fraction=lambda a, b: rf"\frac{{{a}}}{{{b}}}",
    power=lambda base, e: f"{{{base}}}^{{{e}}}",
    root=lambda inside: rf"\sqrt{{{inside}}}",
    norm=lambda v: rf"\lVert {v} \rVert",
    inner=lambda u, v: rf"\langle {u}, {v} \rangle",
    function=lambda name, arguments: rf"\{name}({arguments})",
    derivative=lambda name, of: rf"\left.\frac{{d}}{{d{name}}}\right|_{{0}} {of}",
    over_blocks=lambda name, each: {"sum": rf"\sum_k {each}", "max": rf"\max_k {each}", "min": rf"\min_k {each}"}[name],
    relation={"=": " = ", "!=": r" \neq ", "<": " < ", "<=": r" \leq ", ">": " > ", ">=": r" \geq "},
    times=r" \, ",
    words={
        "and": r" \;\text{and}\; ", "or": r" \;\text{or}\; ", "iff": r" \iff ", "every": r" \;\text{for every } k",
        "exists": r"\exists\, ", "with": r" \;\text{with}\; ", "such": r" :\; ",
        "after": r"\text{{after every number }} {} \text{{ of steps }} ", "to": r" \mapsto ", "from": r" \text{ from } ",
        "while": r" \text{, each with } ", "colon": r" :\; ",
    },
    brackets=(r"\left(", r"\right)"),
)  # fmt: skip

SUM, OPEN, PRODUCT, ATOM = range(4)
"""How tightly a text holds together; an open one, such as ``Σₖ aₖ``, takes in whatever is multiplied to its right."""


def unicode(node: t.Node) -> str:
    """The node as a line of Unicode text."""
    return written(node, UNICODE)


def latex(node: t.Node) -> str:
    """The node as LaTeX mathematics, without dollar signs."""
    return written(node, LATEX)


def written(node: t.Node, style: Style) -> str:
    if isinstance(node, t.Formula):
        return _formula(node, style)
    return _expression(node, style)[0]


def where(node: t.Node) -> Iterator[t.NamedScalar | t.NamedVector]:
    """The abbreviations in a statement, innermost last, each once; a name that only labels blocks is left out."""
    seen = set()
    for part in t.walk(node):
        if isinstance(part, t.NamedScalar | t.NamedVector) and part.name not in seen:
            seen.add(part.name)
            if not _labels_blocks(part):
                yield part


def _labels_blocks(node: t.NamedScalar | t.NamedVector) -> bool:
    match node.meaning:
        case t.Blocks(parts):
            return all(isinstance(b, t.Base) and b.name == f"{node.name}_{k}" for k, b in enumerate(parts, 1))
    return False


def _formula(node: t.Formula, style: Style) -> str:
    match node:
        case t.Relation(op, left, right):
            return written(left, style) + style.relation[op] + written(right, style)
        case t.Both((t.Relation(op, left, middle), t.Relation(other, again, right))) if (
            middle == again and op[0] == other[0] == "<"
        ):
            return (
                style.relation[op].join((written(left, style), written(middle, style)))
                + style.relation[other]
                + written(right, style)
            )
        case t.Both(parts):
            return style.words["and"].join(_grouped(part, style) for part in parts)
        case t.Either(parts):
            return style.words["or"].join(_grouped(part, style) for part in parts)
        case t.Iff(left, right):
            return style.words["iff"].join((_grouped(left, style), _grouped(right, style)))
        case t.Every(each):
            said = _grouped(each, style) if isinstance(each, t.Iff | t.Either) else _formula(each, style)
            return said + style.words["every"]
        case t.Exists(_, _, conditions, body):
            names = ", ".join(style.name(v.name) for v in node.variables)
            given = style.words["and"].join(_grouped(part, style) for part in conditions)
            return (
                style.words["exists"]
                + names
                + (style.words["with"] + given if given else "")
                + style.words["such"]
                + _formula(body, style)
            )
        case t.AfterSteps():
            return _after_steps(node, style)
    raise TypeError(f"{node!r} is not a formula")


def _after_steps(node: t.AfterSteps, style: Style) -> str:
    def pairs(values: tuple[t.VectorTerm, ...], sign: str) -> str:
        return ", ".join(written(v, style) + sign + written(u, style) for v, u in zip(node.current, values, strict=True))

    words = style.words
    allowed = words["and"].join(_grouped(part, style) for part in node.allowed)
    return (
        words["after"].format(style.name(node.count.name))
        + pairs(node.following, words["to"])
        + words["from"]
        + pairs(node.first, style.relation["="])
        + (words["while"] + allowed if allowed else "")
        + words["colon"]
        + _formula(node.each, style)
    )


def _grouped(node: t.Formula, style: Style) -> str:
    text = _formula(node, style)
    return text if isinstance(node, t.Relation) else f"({text})"


def _bracketed(node: t.Node, style: Style, least: int) -> str:
    text, level = _expression(node, style)
    return text if level >= least else style.brackets[0] + text + style.brackets[1]


def _expression(node: t.Node, style: Style) -> tuple[str, int]:
    """The text and how tightly it holds together."""
    match node:
        case t.Number(value):
            return _number(value, style)
        case t.Symbol(name) | t.NamedScalar(name) | t.NamedVector(name) | t.Base(name) | t.Whole(name):
            return style.name(name), ATOM
        case t.Member(name):
            return style.name(f"{name}_k"), ATOM
        case t.Sum(terms) | t.VectorSum(terms):
            return _sum(terms, style), SUM
        case t.Product((t.Number(value), factor)) | t.Scaled(t.Number(value), factor) if value == -1:
            text, level = _product((factor,), style)
            return "−" + text, level
        case t.Product(factors):
            return _product(factors, style)
        case t.Scaled(t.Quotient(t.Number(value), below), vector) if value == 1 and style is UNICODE:
            return style.fraction(_bracketed(vector, style, PRODUCT), _bracketed(below, style, ATOM)), PRODUCT
        case t.Scaled(factor, vector):
            return _product((factor, vector), style)
        case t.Quotient(above, below):
            if style is LATEX:
                return style.fraction(written(above, style), written(below, style)), ATOM
            return style.fraction(_bracketed(above, style, PRODUCT), _bracketed(below, style, ATOM)), PRODUCT
        case t.Power(base, exponent):
            tight = ATOM + 1 if isinstance(base, t.Power) else ATOM
            return style.power(_bracketed(base, style, tight), exponent), ATOM
        case t.Root(radicand):
            return style.root(written(radicand, style)), ATOM
        case t.Log(argument):
            return style.function("ln", written(argument, style)), ATOM
        case t.Maximum((value, t.Product((t.Number(minus), again)))) if minus == -1 and again == value:
            return f"|{written(value, style)}|", ATOM
        case t.Maximum(arguments):
            return style.function("max", ", ".join(written(a, style) for a in arguments)), ATOM
        case t.Minimum(arguments):
            return style.function("min", ", ".join(written(a, style) for a in arguments)), ATOM
        case t.Inner(left, right):
            return style.inner(written(left, style), written(right, style)), ATOM
        case t.Norm(vector):
            return style.norm(written(vector, style)), ATOM
        case t.Cosine(left, right):
            return style.function("cos", f"{written(left, style)}, {written(right, style)}"), ATOM
        case t.Sine(left, right):
            return style.function("sin", f"{written(left, style)}, {written(right, style)}"), ATOM
        case t.Total(each):
            return style.over_blocks("sum", _bracketed(each, style, OPEN)), OPEN
        case t.Largest(each):
            return style.over_blocks("max", _bracketed(each, style, OPEN)), OPEN
        case t.Smallest(each):
            return style.over_blocks("min", _bracketed(each, style, OPEN)), OPEN
        case t.Literal(entries):
            return style.brackets[0] + ", ".join(written(entry, style) for entry in entries) + style.brackets[1], ATOM
        case t.Derivative(of, variable):
            name = style.name(variable.name)
            return style.derivative(name, _bracketed(of, style, ATOM)), PRODUCT
        case t.Blocks(parts):
            return "[" + ", ".join(written(part, style) for part in parts) + "]", ATOM
    raise TypeError(f"{node!r} has no written form")


def _product(factors: tuple[t.Node, ...], style: Style) -> tuple[str, int]:
    *others, last = factors
    text = style.times.join((*(_bracketed(f, style, PRODUCT) for f in others), _bracketed(last, style, OPEN)))
    return text, OPEN if _expression(last, style)[1] == OPEN else PRODUCT


def _sum(terms: tuple[t.Node, ...], style: Style) -> str:
    text = ""
    for term in terms:
        piece = _bracketed(term, style, SUM)
        if piece.startswith("−") and text:
            text += " − " + piece.removeprefix("−")
        else:
            text += (" + " if text else "") + piece
    return text


def _number(value: Fraction, style: Style) -> tuple[str, int]:
    sign = "−" if value < 0 else ""
    if value.denominator == 1:
        return f"{sign}{abs(value)}", ATOM if not sign else SUM
    return sign + style.fraction(str(abs(value.numerator)), str(value.denominator)), PRODUCT if not sign else SUM
