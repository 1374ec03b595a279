"""Blocks: what local cosines say about the global one.

Two vectors are cut into blocks in the same way. Each pair of blocks has its own, local, cosine; the two whole vectors have
the global one. Does a high local cosine everywhere make the global one high? It does not, and this chapter says what holds
instead.

Sources: [blog] Su Jianlin, "Does High Local Cosine Similarity Guarantee High Global Cosine Similarity?", 2024-01-09.
[new] marks what is in neither of the two texts.
"""

from fractions import Fraction

from proofs.kernel import (
    Claim,
    Family,
    Space,
    absolute,
    blocks,
    both,
    cosine,
    equal,
    every,
    exists,
    iff,
    inner,
    largest,
    maximum,
    minimum,
    named,
    nonzero,
    norm,
    real,
    root,
    sign,
    smallest,
    total,
    unequal,
    vector,
)

(x_k, y_k), (x, y) = Family("x", "y")
a, b, c = norm(x_k), norm(y_k), cosine(x_k, y_k)
A, B, C = norm(x), norm(y), cosine(x, y)
S = named("S", total(a * b) / (A * B))

nonzero_blocks = every(both(nonzero(x_k), nonzero(y_k)))

decomposition = Claim(
    "blocks.decomposition",
    equal(C, total(c * a * b) / (A * B)),
    given=[nonzero_blocks],
    source="blog, decomposition into blocks",
    title="the global cosine is a combination of the local ones",
)
"""The weights ``a_k b_k/(A B)`` are positive, but they need not add up to one: that is the whole story."""

profile_factorisation = Claim(
    "blocks.profile_factorisation",
    equal(C, S * (total(a * b * c) / total(a * b))),
    given=[nonzero_blocks],
    source="new",
    title="the global cosine is the profile cosine times a mean of the local ones",
)
"""S is the cosine between the two lists of block norms, the profiles. The other factor is a true mean."""

profile_at_most_one = Claim(
    "blocks.profile_at_most_one",
    both(S > 0, S <= 1),
    given=[nonzero_blocks],
    source="blog, the weights add up to at most one",
    title="the profile cosine lies in (0, 1]",
    tightened=[S <= Fraction(99, 100)],
)

profile_equality = Claim(
    "blocks.profile_equality",
    iff(equal(S, 1), every(equal(a * B, b * A))),
    given=[nonzero_blocks],
    source="new",
    title="it is one exactly for proportional profiles",
)

unit_blocks = (
    named("x", blocks(vector(1), vector(1))),
    named("y", blocks(vector(1), vector(2))),
)

unit_locals_counterexample = Claim(
    "blocks.unit_locals_counterexample",
    both(
        equal(cosine(vector(1), vector(1)), 1),
        equal(cosine(vector(1), vector(2)), 1),
        equal(cosine(*unit_blocks), 3 / root(10)),
        cosine(*unit_blocks) < 1,
    ),
    source="blog, counterexample in two dimensions",
    title="both local cosines are one, the global one is not",
)

v, w = Space("v", "w")

unequal_implies_below_one = Claim(
    "blocks.unequal_implies_below_one",
    unequal(cosine(v, w), 1),
    given=[nonzero(v), nonzero(w), nonzero(v - w)],
    source="blog, an inference on the way",
    title="different vectors have a cosine other than one",
)
"""A positive multiple is a different vector in the same direction."""

below_one_unless_parallel = Claim(
    "blocks.below_one_unless_parallel",
    cosine(v, w) < 1,
    given=[nonzero(v), nonzero(w), nonzero(norm(w) * v - norm(v) * w)],
    source="new",
    title="vectors in different directions have a cosine below one",
    replaces=unequal_implies_below_one,
)

s, r = Space("s", "r", dimension=1)

scalar_blocks = Claim(
    "blocks.scalar_blocks",
    equal(cosine(s, r), sign(inner(s, r))),
    given=[nonzero(s), nonzero(r)],
    source="blog, blocks of dimension one",
    title="a nonzero block of dimension one has cosine ±1, the sign of the product",
)
"""Local cosines of single coordinates know nothing but signs."""

x1, y1 = Space("x1", "y1")
x2, y2 = Space("x2", "y2")
two_blocks = (named("x", blocks(x1, x2)), named("y", blocks(y1, y2)))
some_nonzero = (nonzero(x1), nonzero(y1), nonzero(x2), nonzero(y2))
c1, c2, epsilon, lam, mu, nu, m, M, lo, hi = real("c1 c2 epsilon lam mu nu m M lo hi")
a_cosine = [both(c1 >= -1, c1 <= 1), both(c2 >= -1, c2 <= 1)]
locals_are_c1_c2 = both(equal(cosine(x1, y1), c1), equal(cosine(x2, y2), c2))

no_positive_lower_bound = Claim(
    "blocks.no_positive_lower_bound",
    exists(
        x1, y1, x2, y2,
        where=some_nonzero,
        such_that=both(locals_are_c1_c2, absolute(cosine(*two_blocks)) < epsilon),
    ),
    given=[*a_cosine, epsilon > 0],
    source="blog, the local cosines give no lower bound",
    title="whatever the local cosines, the global one may be as near to zero as you like",
)  # fmt: skip
"""Put the weight of x into one block and the weight of y into the other."""

threshold_is_not_inherited = Claim(
    "blocks.threshold_is_not_inherited",
    exists(
        x1, y1, x2, y2,
        where=some_nonzero,
        such_that=both(equal(cosine(x1, y1), lam), equal(cosine(x2, y2), lam), equal(cosine(*two_blocks), mu)),
    ),
    given=[mu > 0, mu < lam, lam <= 1],
    source="blog, no threshold is inherited",
    title="locals at a threshold allow every smaller positive global cosine",
)  # fmt: skip

bracket = Claim(
    "blocks.max_local.bracket",
    both(S * smallest(c) <= C, C <= S * largest(c)),
    given=[nonzero_blocks],
    source="blog, displayed step of the upper bound's proof",
    title="the global cosine lies between the extreme locals, each times the profile cosine",
)

unsigned = Claim(
    "blocks.max_local.unsigned",
    C <= largest(c),
    given=[nonzero_blocks],
    source="the upper bound without its sign condition",
    title="the global cosine is at most the largest local one",
)
"""Where every local cosine is negative, dilution by the profile cosine brings the global one closer to zero."""

nonnegative = Claim(
    "blocks.max_local.nonnegative",
    C <= largest(c),
    given=[nonzero_blocks, every(c >= 0)],
    source="blog, upper bound by the largest local cosine",
    title="for nonnegative locals the global cosine is at most the largest",
)

one_nonnegative = Claim(
    "blocks.max_local.one_nonnegative",
    C <= largest(c),
    given=[nonzero_blocks, largest(c) >= 0],
    source="new",
    title="one nonnegative local cosine suffices",
    replaces=unsigned,
    tightened=[C <= Fraction(99, 100) * largest(c)],
)

range_ = Claim(
    "blocks.range",
    both(minimum(0, smallest(c)) <= C, C <= maximum(0, largest(c))),
    given=[nonzero_blocks],
    source="new, the slight modification that the blog leaves open",
    title="the global cosine lies between the extreme locals and zero",
)

refinement = Claim(
    "blocks.refinement",
    both(
        minimum(0, smallest(c), lo) <= minimum(0, C, lo),
        maximum(0, C, hi) <= maximum(0, largest(c), hi),
    ),
    given=[nonzero_blocks],
    source="new",
    title="a coarser partition has the narrower range",
)
"""One block of the coarser partition, with cosine C, is cut into the blocks of the family; lo and hi are the extreme
cosines of the blocks that both partitions share. Cutting one block after another makes every refinement."""

range_is_sharp = Claim(
    "blocks.range_is_sharp",
    exists(
        x1, y1, x2, y2,
        where=some_nonzero,
        such_that=both(locals_are_c1_c2, equal(cosine(*two_blocks), nu)),
    ),
    given=[*a_cosine, minimum(0, c1, c2) < nu, nu < maximum(0, c1, c2)],
    source="new",
    title="every value strictly inside that range is reached",
)  # fmt: skip
"""Proportional profiles reach every mean of the local cosines; crossed profiles shrink the sum towards zero."""

positive_stays_positive = Claim(
    "blocks.positive_stays_positive",
    C > 0,
    given=[nonzero_blocks, every(c > 0)],
    source="new",
    title="positive locals make a positive global cosine: diluted, never reversed",
)

ratio_bound = named("g", 2 * root(m * M) / (m + M))
ratios_between = [m > 0, m <= M, every(both(m * b <= a, a <= M * b))]

norm_ratio_lower = Claim(
    "blocks.norm_ratio_lower",
    C >= lam * ratio_bound,
    given=[nonzero_blocks, *ratios_between, lam >= 0, every(c >= lam)],
    source="new",
    title="norm ratios within [m, M] carry a local threshold to the global cosine",
    tightened=[C >= Fraction(101, 100) * lam * ratio_bound],
)
"""What does carry a threshold over: block norms whose ratios stay within a known interval."""

norm_ratio_is_sharp = Claim(
    "blocks.norm_ratio_is_sharp",
    exists(
        x1, y1, x2, y2,
        where=some_nonzero,
        such_that=both(
            both(m * norm(y1) <= norm(x1), norm(x1) <= M * norm(y1)),
            both(m * norm(y2) <= norm(x2), norm(x2) <= M * norm(y2)),
            both(cosine(x1, y1) >= lam, cosine(x2, y2) >= lam),
            equal(cosine(*two_blocks), lam * ratio_bound),
        ),
    ),
    given=[m > 0, m <= M, lam >= 0, lam <= 1],
    source="new",
    title="that bound is reached",
)  # fmt: skip

norm_ratio_upper_negative = Claim(
    "blocks.norm_ratio_upper_negative",
    C <= mu * ratio_bound,
    given=[nonzero_blocks, *ratios_between, mu <= 0, every(c <= mu)],
    source="new",
    title="and a negative local threshold from above",
    tightened=[C <= Fraction(101, 100) * mu * ratio_bound],
)

if __name__ == "__main__":
    from proofs.__main__ import main

    raise SystemExit(main(["run", "blocks"]))
