"""What stands in the notebook on blocks."""

from __future__ import annotations

from proofs.page import Page


def outline(page: Page) -> None:
    page.opening("blocks")
    page.code("""
from cosnum import block_stats, bounds
from proofs.display import counterexample, derivation, example, proof, verdict, verdicts
from proofs.pictures import blocks as pictures
""")
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
