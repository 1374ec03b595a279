"""What stands in each notebook, in which order: the question, the surprise, the claims, the pictures."""

from __future__ import annotations

from collections.abc import Callable

from proofs import ledger
from proofs.outlines import blocks, flow, gradient, step, tour
from proofs.page import Page
from proofs.prose import introduction

WRITTEN: dict[str, Callable[[Page], None]] = {
    "01_blocks": blocks.outline,
    "04_gradient": gradient.outline,
    "05_step": step.outline,
    "06_flow": flow.outline,
}
CHAPTERS = {name: outline for name, outline in WRITTEN.items() if name.partition("_")[2] in ledger.CHAPTERS}
"""The notebooks that tell a chapter of the ledger, by name."""
OUTLINES: dict[str, Callable[[Page], None]] = {
    "00_tour": lambda page: tour.outline(page, {name: title(name) for name in CHAPTERS}),
    **CHAPTERS,
}
"""All notebooks by name."""


def title(name: str) -> str:
    """What a chapter is about, from the first line of its docstring."""
    return introduction(name.partition("_")[2]).partition("\n")[0].removesuffix(".")


def page(name: str) -> Page:
    """The cells of a notebook, before they are run."""
    new = Page()
    OUTLINES[name](new)
    return new
