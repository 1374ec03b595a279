"""What stands in the notebook on the gradient."""

from __future__ import annotations

from proofs.page import Page


def outline(page: Page) -> None:
    page.opening("gradient")
    page.code("""
import numpy as np

from cosnum.gradient import cosine_gradient
from proofs.display import counterexample, derivation, verdict, verdicts
from proofs.pictures import gradient as pictures
""")
    page.text("""
## The surprise

A cosine does not depend on lengths. Its gradient does: twice as long a vector has half as long a gradient, and so is moved
four times less, compared with its own length.
""")
    page.code("""
z, w = np.array([1.0, 2.0, 2.0]), np.array([2.0, -1.0, 2.0])
for scale in 1, 2, 4:
    length = np.linalg.norm(cosine_gradient(scale * z, w))
    print(f"norm {np.linalg.norm(scale * z):4.1f}, length of the gradient {length:.4f}")
""")
    page.text("""
## The gradient, derived

Move z a little in any direction h, and see how the cosine changes. What multiplies h is the gradient. No coordinates are
needed, and none of the rules for vectors beyond that of an inner product; coordinates give the same.
""")
    page.claim("gradient.projection")
    page.code('derivation("gradient.projection", sides=2)')
    page.text("""
A summary of the second text prints it with the sign of the direction in which a cosine grows, and calls it the gradient of
a loss, which is minus the cosine:
""")
    page.claim("gradient.sign_as_printed")
    page.code('counterexample("gradient.sign_as_printed")')
    page.claim("gradient.sign")
    page.text("""
## What it looks like

The direction of w, without its part along z: the gradient is a projection. So it is orthogonal to z, and its length is
known.
""")
    page.claim("gradient.projector", "gradient.orthogonal", "gradient.norm")
    page.code('derivation("gradient.norm")')
    page.code("pictures.length()")
    page.text("""
It fades for long vectors, and again where the vectors agree or are opposite: there the cosine is at its largest or
smallest, so its slope is zero. Both limits are stated as explicit bounds.
""")
    page.claim("gradient.vanishes_with_norm", "gradient.vanishes_at_antipode")
    page.text("If the vectors are cut into blocks, so is the gradient, and block k sees the others through C, A and B only:")
    page.claim("gradient.block_form")
    page.text("""
## How fast it turns

The second derivative says how far a gradient can be trusted. For the cosine it is known exactly, and so is its largest
value.
""")
    page.claim("gradient.hessian")
    page.code('derivation("gradient.hessian", sides=1)')
    page.claim("gradient.hessian_norm", "gradient.lipschitz")
    page.code("pictures.curvature()")
    page.rest("gradient")
    page.text("## All verdicts")
    page.code('verdicts("gradient")')
