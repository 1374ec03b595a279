"""What stands in each notebook, in which order: the question, the surprise, the claims, the pictures."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from proofs import store
from proofs.page import Page
from proofs.prose import introduction

IMPORTS = """
from cosnum import block_stats, bounds
from proofs.display import counterexample, derivation, example, proof, verdict, verdicts
from proofs.pictures import {chapter} as pictures
"""


def blocks(page: Page) -> None:
    page.opening("blocks")
    page.code(IMPORTS.format(chapter="blocks"))
    page.text("""
## The surprise

Let every block of one vector agree perfectly with its block of the other. Do the vectors agree?
""")
    page.claim("blocks.unit_locals_counterexample")
    page.code("""
x, y = example("blocks.unit_locals_counterexample")
stats = block_stats(x, y, blocks=[1, 1])
print("local cosines:", *stats.local_cosines)
print(f"global cosine: {stats.global_cosine:.4f}")
""")
    page.text("""
The blocks point the same way, but by different amounts. A single number as a block has nothing but a sign to agree with,
and even in higher dimension a cosine sees directions only: what it does not see are lengths.
""")
    page.claim("blocks.scalar_blocks", "blocks.unequal_implies_below_one", "blocks.below_one_unless_parallel")
    page.text("""
## Where it comes from

Inner products of blocks add up to the inner product of the whole, and so do squared norms. Divide the one by the root of
the others, and the global cosine is there, in terms of the local ones:
""")
    page.claim("blocks.decomposition")
    page.code('derivation("blocks.decomposition")')
    page.text("""
The weights are a product of two unit vectors, entry by entry: the list of the norms of x's blocks, and that of y's. They
add up to the cosine between these two lists, which is one only if the lists are proportional. In the example above:
""")
    page.code("""
print("weights:", *(f"{weight:.4f}" for weight in stats.weights))
print(f"profile cosine: {stats.profile_cosine:.4f}")
""")
    page.claim("blocks.profile_factorisation", "blocks.profile_at_most_one", "blocks.profile_equality")
    page.text("""
## Nothing holds from below

If weights can be small, the global cosine can be, whatever the local ones are. Let x have nearly all of its length in one
block, and y in another.
""")
    page.claim("blocks.no_positive_lower_bound", "blocks.threshold_is_not_inherited")
    page.text("Two blocks with a cosine of 0.99 each, and a global cosine as small as one likes:")
    page.code("""
for target in 0.5, 0.1, 0.01:
    x_norms, y_norms = bounds.threshold_norms(0.99, target)
    print(f"{bounds.global_cosine([0.99, 0.99], x_norms, y_norms):.4f}")
""")
    page.text("""
## What holds from above

Small weights bring the global cosine towards zero. Seen from a positive number that is downwards; from a negative one it
is upwards. So the largest local cosine bounds the global one as long as it is not negative.
""")
    page.claim("blocks.max_local.bracket", "blocks.max_local.unsigned")
    page.code('counterexample("blocks.max_local.unsigned")')
    page.claim("blocks.max_local.nonnegative", "blocks.max_local.one_nonnegative")
    page.text("""
The proof goes by merging blocks. A block is three sums, the inner product and the two squared norms, and joining blocks
adds them. A property of these sums that one block has, and that is not lost when two are joined, holds for any number of
blocks. What is multiplied and squared below is exactly what a reader would have to find; checking it is arithmetic.
""")
    page.code('proof("blocks.max_local.one_nonnegative")')
    page.text("""
In a picture: scaled to the same total length, pairs of vectors fill a disc, and joining two pairs takes a mean of their
points. Those with a cosine of at most a given number lie below an arc. The region is convex where the arc bends
downwards, that is, where the number is not negative.
""")
    page.code("pictures.cones()")
    page.text("""
## The range

Put together: the global cosine lies between the extreme local ones, stretched to include zero, and nothing narrower is
true.
""")
    page.claim("blocks.range", "blocks.range_is_sharp")
    page.code("pictures.reachable_cosines()")
    page.claim("blocks.positive_stays_positive", "blocks.refinement")
    page.text("""
## What does carry a threshold over

Dilution needs norms that are distributed differently. If the ratios of the blocks' norms stay within known limits, a local
threshold survives, up to a factor.
""")
    page.claim("blocks.norm_ratio_lower")
    page.code('proof("blocks.norm_ratio_lower")')
    page.claim("blocks.norm_ratio_is_sharp", "blocks.norm_ratio_upper_negative")
    page.code("pictures.norm_ratio()")
    page.rest("blocks")
    page.text("## All verdicts")
    page.code('verdicts("blocks")')


def step(page: Page) -> None:
    page.opening("step")
    page.code("""
from cosnum.step import Pair, rotation, step_increment
from proofs.display import counterexample, derivation, example, proof, verdict, verdicts
from proofs.pictures import step as pictures
""")
    page.text("""
## The surprise

A short step of both vectors gains the right-hand side below, to first order. Is it also the most that a step can gain, at
every angle and of any length?
""")
    page.claim("step.bound_as_printed")
    page.code('counterexample("step.bound_as_printed")')
    page.text("""
The same in floating point, and with the bounds that do hold:
""")
    page.code("""
z, w, gamma = example("step.bound_as_printed")
gain = step_increment(Pair.of(z, w), gamma)
print(f"gain: {gain.increment:.4f}")
print(f"printed bound: {gain.first_order:.4f}, repaired bound: {gain.universal:.4f}")
""")
    page.text("""
## What a step gains

Nothing needs to be estimated: the cosine after the step is a rational function of the cosine before it. The derivation
starts from the definitions; each line is made from the one before it by what is said beside it.
""")
    page.claim("step.increment")
    page.code('derivation("step.increment")')
    page.text("""
## Where the printed bound fails, and what holds instead

The difference between bound and gain has the sign of one short expression. It is positive for acute angles, and negative
close enough to the antipode, however small the step.
""")
    page.claim("step.bound_condition", "step.bound_acute", "step.universal_bound")
    page.code('proof("step.universal_bound")')
    page.code("pictures.gain(z, w, gamma)")
    page.text("""
## What a step does

Seen in the plane of the two vectors, a step is simple: each vector moves along its tangent, by t sin φ of its own length,
and so turns by the angle with this tangent. Everything above follows from that.
""")
    page.code("""
turned = rotation(Pair(cosine=0.0, sine=1.0, p=1.0, q=1.0), gamma=0.5)
print(f"at a right angle, t = 1/2: each turns by {turned.first:.4f}, {turned.angle:.4f} are left")
""")
    page.code("pictures.turn()")
    page.text("""
A tangent step never shortens. But as the vectors turn towards each other, steps get shorter, and norms stay bounded:
""")
    page.code("pictures.norms()")
    page.rest("step")
    page.text("## All verdicts")
    page.code('verdicts("step")')


def tour(page: Page) -> None:
    page.text("""
# A tour: two findings, and a claim of your own

Two texts make statements about cosine similarity. Here each of them is stated exactly and proved or refuted, for vectors
of any dimension: solvers suggest, and a small checker in exact arithmetic decides. Beside the proofs stands a library that
computes the same quantities, and knows how wrong it can be.

The other notebooks tell it chapter by chapter:
""")
    page.text("\n".join(f"- [{name}]({name}.ipynb): {title(name)}" for name in CHAPTERS))
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


CHAPTERS: dict[str, Callable[[Page], None]] = {"01_blocks": blocks, "05_step": step}
"""The notebooks that tell a chapter, by name."""
OUTLINES: dict[str, Callable[[Page], None]] = {"00_tour": tour} | CHAPTERS
"""All notebooks by name."""


def title(name: str) -> str:
    """What a chapter is about, from the first line of its docstring."""
    return introduction(name.partition("_")[2]).partition("\n")[0].removesuffix(".")


def page(name: str) -> Page:
    """The cells of a notebook, before they are run."""
    new = Page()
    OUTLINES[name](new)
    return new
