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
The factor cannot be lowered: close to the antipode the gain comes as near to it as one likes. And since t is γ over the
squared norm, long vectors gain little:
""")
    page.claim("step.universal_bound_is_sharp", "step.quadratic_slowdown")
    page.text("Another form of the bound is met, with a bracket that takes the overshoot into account. It fails as well:")
    page.claim("step.bracket_bound", "step.bracket_condition")
    page.text("""
## What a step does

Seen in the plane of the two vectors, a step is simple: each vector moves along its tangent, by t sin φ of its own length,
and so turns by the angle with this tangent. Everything above follows from that.
""")
    page.claim("step.norm_growth", "step.rotation")
    page.code("""
turned = rotation(Pair(cosine=0.0, sine=1.0, p=1.0, q=1.0), gamma=0.5)
print(f"at a right angle, t = 1/2: each turns by {turned.first:.4f}, {turned.angle:.4f} are left")
""")
    page.code("pictures.turn()")
    page.text("""
In the tangent of half the angle, a step is a factor. Where it is zero the two points meet; beyond that they pass each
other, and a step that is longer still loses.
""")
    page.claim("step.half_angle")
    page.code('derivation("step.half_angle")')
    page.claim("step.perfect_step", "step.improves_iff")
    page.text("""
## Unequal norms, and one point that stays

The same law holds for any two norms, with a = γ/p² and b = γ/q², and for a single moving point, which is b = 0.
""")
    page.claim("step.increment_two_norms", "step.increment_one_sided")
    page.code('derivation("step.increment_one_sided")')
    page.text("""
What is (a + b)s² worth, the gain to first order? Its relative error is less than half of a + b. The two lemmas before say
so of turning in general; what the second leaves out is a sum of two squares, which the first bounds.
""")
    page.claim("step.lemma.two_turns", "step.lemma.relative_error", "step.relative_error")
    page.text("If one point stays, less can be gained, and it is known as exactly when the first order is too small:")
    page.claim("step.one_sided_bound", "step.one_sided_condition", "step.improves_iff_one_sided")
    page.text("""
## Many steps

The bound on one step, summed up, says how many are needed at least. No step shortens a vector, so t only falls:
""")
    page.claim("step.count_lower_bound")
    page.text("""
But as the vectors turn towards each other, steps get shorter, and norms stay bounded:
""")
    page.claim("step.norm_growth_is_bounded")
    page.code("pictures.norms()")
    page.text("""
## Weight decay

Weight decay shortens what the gradient lengthens. The two balance at one norm, and there each step turns a vector by an
angle that no longer depends on the loss:
""")
    page.claim("step.norm_balance", "step.balance_angle")
    page.rest("step")
    page.text("## All verdicts")
    page.code('verdicts("step")')
