"""Step: what one gradient step can gain.

Two embeddings z, w of equal norm ρ at angle φ each take one step along the gradient of their cosine. How much can the
cosine rise? A bound quoted for the second text fails for obtuse angles; this chapter finds where, and puts a bound for
every angle in its place.

Sources: [paper] Draganov, Vadgama, Bekkers, "The Hidden Pitfalls of the Cosine Similarity Loss", arXiv 2406.16468, known
here through a public summary only; the paper's own theorem text was not available. [new] marks what is in neither text.
"""

from proofs.kernel import Claim, Space, Vector, cosine, equal, iff, named, nonzero, norm, real, sine

z, w = Space("z", "w")
(gamma,) = real("gamma")
c = named("c", cosine(z, w))
s = named("s", sine(z, w))
t = named("t", gamma / norm(z) ** 2)


def gradient(u: Vector, v: Vector) -> Vector:
    """The gradient of ``cos(u, v)`` in u: ``(v/‖v‖ − cos(u, v) u/‖u‖)/‖u‖``."""
    return (v / norm(v) - u / norm(u) * cosine(u, v)) / norm(u)


z_new = named("z'", z + gamma * gradient(z, w))
w_new = named("w'", w + gamma * gradient(w, z))
gain = named("Delta", cosine(z_new, w_new) - c)

equal_norms = [nonzero(z), nonzero(w), equal(norm(w), norm(z)), gamma > 0]
apart = s > 0

increment = Claim(
    "step.increment",
    equal(gain, 2 * t * s**2 * (1 - t * c) / (1 + t**2 * s**2)),
    given=equal_norms,
    source="paper",
    title="the exact gain of one step",
)

bound_as_printed = Claim(
    "step.bound_as_printed",
    gain < 2 * t * s**2,
    given=[*equal_norms, apart],
    source="paper, a bound as quoted in a public summary of it",
    title="the gain is below 2γ sin²φ/ρ² at every angle",
)
"""The theorem text of the paper was not available; the statement is the summary's."""

bound_condition = Claim(
    "step.bound_condition",
    iff(gain < 2 * t * s**2, c > -t * s**2),
    given=[*equal_norms, apart],
    source="new",
    title="that bound holds exactly when cos φ > −t sin²φ",
)

bound_acute = Claim(
    "step.bound_acute",
    gain < 2 * t * s**2,
    given=[*equal_norms, apart, c >= 0],
    source="new",
    title="so it holds for angles of at most 90°",
)

universal_bound = Claim(
    "step.universal_bound",
    gain < 2 * t * s**2 * (1 + t),
    given=[*equal_norms, apart],
    source="new",
    title="with a factor 1 + t it holds at every angle",
    replaces=bound_as_printed,
)

if __name__ == "__main__":
    from proofs.prove import main

    raise SystemExit(main(__file__))
