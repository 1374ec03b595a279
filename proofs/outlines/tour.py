"""What stands in the notebook that leads through the project."""

from __future__ import annotations

import json
from typing import Any

from proofs import store
from proofs.page import Page


def outline(page: Page, chapters: dict[str, str]) -> None:
    """The tour; of the other notebooks it needs the names and titles."""
    page.text("""
# A tour: two findings, and a claim of your own

Two texts make statements about cosine similarity. Here each of them is stated exactly and proved or refuted, for vectors
of any dimension: solvers suggest, and a small checker in exact arithmetic decides. Beside the proofs stands a library that
computes the same quantities, and knows how wrong it can be.

The other notebooks tell it chapter by chapter:
""")
    page.text("\n".join(f"- [{name}]({name}.ipynb): {title}" for name, title in chapters.items()))
    page.code("""
import numpy as np

from cosnum import exact
from proofs import Claim, prove
from proofs.display import counterexample, example, proof, solver, verdict
from proofs.kernel import Space, cosine, nonzero, norm
from proofs.pictures import blocks, step
""")
    page.text("""
## The first finding: a printed bound fails

Two embeddings each move along the gradient of their cosine. How much can the cosine rise? A bound that is quoted for the
second text is not one:
""")
    page.claim("step.bound_as_printed")
    page.code('counterexample("step.bound_as_printed")')
    page.text("A factor repairs it, at every angle, and no smaller one does:")
    page.claim("step.universal_bound")
    page.code('step.gain(*example("step.bound_as_printed"))')
    page.text("""
The certificate is a sum of terms that nobody can dispute. To find it takes a search; to check it takes arithmetic.
""")
    page.code('proof("step.universal_bound")')
    page.text("""
Z3 is asked as well. Its answer is shown beside a proof, and is never one:
""")
    page.code('solver("step.bound_as_printed")')
    page.text("""
## The second finding: wrong cosines from released libraries

A cosine is one line of NumPy, and that line is wrong for ordinary finite numbers. Here the products do not fit their type:
""")
    page.code(computed(public("scipy-9961-i8")))
    page.text(f"""
Public reports of such inputs, what released versions answered there, and the true value:

{reported("keras-f64", "torch-51912", "qdrant-10692", "scipy-9961-i8")}
""")
    page.text("""
## What the first text asks

If two vectors agree well in every block, do they agree? Not always, and here is all that can be said:
""")
    page.claim("blocks.unit_locals_counterexample", "blocks.range")
    page.code("blocks.reachable_cosines()")
    page.text("""
## A claim of your own

Is the mean of two vectors similar to each of them? One would think so. State it, for vectors of any dimension:
""")
    page.code("""
x, y = Space("x", "y")
defined = [nonzero(x), nonzero(x + y)]
similar = Claim("mine.similar", cosine(x, x + y) >= 0, given=defined)
print(similar)
""")
    page.code("verdict(prove(similar))")
    page.text("""
It is not. The counterexample shows what went wrong: the other vector is longer, and points away. So ask it of the longer
one of the two.
""")
    page.code("""
longer = [*defined, norm(x) >= norm(y)]
repaired = Claim("mine.similar_to_longer", similar.statement, given=longer, replaces=similar)
verdict(prove(repaired))
""")
    page.text("""
The search found a certificate, and the checker accepted it. `python -m proofs run --file mine.py` does the same for a file
of claims, and `python -m proofs show ID` tells all that is known of any claim here.
""")


PUBLIC = "tests/data/public.jsonl"
"""Inputs from public reports, with exact values and the answers of released libraries."""


def public(id: str) -> dict[str, Any]:
    """A row of the public inputs."""
    rows = map(json.loads, (store.folder().parent.parent / PUBLIC).read_text(encoding="utf-8").splitlines()[1:])
    return next(row for row in rows if row["id"] == id)


def computed(row: dict[str, Any]) -> str:
    """Code that computes the cosine of a public input by the formula, and exactly."""
    lines = [f"{name} = np.array({row[name]}, dtype={row['dtype']!r})" for name in "xy"]
    lines.append('print("by the formula:", round(x @ y / (np.linalg.norm(x) * np.linalg.norm(y)), 6))')
    return "\n".join([*lines, 'print("exactly:", round(exact.cosine(x, y), 6))'])


def reported(*ids: str) -> str:
    """Public inputs with the first wrong answer that is reported, as a table in Markdown."""
    lines = ["| type | x | y | released version | its answer | exact value |", "|:--|:--|:--|:--|:--|:--|"]
    for row in map(public, ids):
        first, (x, y) = row["reported"][0], (", ".join(f"{float(v):.8g}" for v in row[name]) for name in "xy")
        answer, value = (f"{float(number):.10g}".replace("-", "−") for number in (first["answer"], row["value"]))
        lines.append(f"| {row['dtype']} | {x} | {y} | `{first['by']}` | {answer} | {value} |")
    return "\n".join(lines)
