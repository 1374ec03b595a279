"""What stands in the notebook on steps."""

from __future__ import annotations

from proofs.page import Page


def outline(page: Page) -> None:
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
