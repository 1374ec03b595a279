"""5 · The chapter on gradients: one sign, constant, factor or hypothesis changed, and the claim is false.

Each changed claim is refuted by exact vectors, and the evidence of the true one does not prove it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from evidence import judged

from proofs import gradient as chapter
from proofs import ledger
from proofs.gradient import bend, c, ceiling, curvature, epsilon, gradient, h, k, lam, phi, pi, projected, s, unit, w, z
from proofs.kernel import Claim, absolute, both, cosine, derivative, equal, iff, inner, norm, root, total
from proofs.kernel.check import Rejected
from proofs.kernel.core import lower
from proofs.kernel.verdict import Verdict

grad = chapter.grad
AT: dict[str, Any] = {"z": [3, 4], "w": [4, 3]}
ALONG = AT | {"h": [1, 2]}
PLACED = ALONG | {"x_1": 3, "x_2": 4, "y_1": 5, "y_2": 0, "u_1": 1, "u_2": 2, "u_3": 2, "v_1": 2, "v_2": -1, "v_3": 2}
BENT = AT | {"h": [1, 0], "k": [2, 1]}
BLOCKS = {"x": [[3], [4, 0]], "y": [[0], [6, 8]], "h": [[1], [2, -1]]}
CUT = {"x": [[3], [4]], "z": [3, 4]}
SEEN = CUT | {"h": [1, 0], "k": [2, 5]}
NEAR = AT | {"phi": Fraction(7, 25), "pi": 3, "epsilon": Fraction(1, 2)}

x_k, y_k, h_k, A, B, C = chapter.x_k, chapter.y_k, chapter.h_k, chapter.A, chapter.B, chapter.C


def hessian(bend_sign: int, cosine_sign: int, power: int = 2) -> Any:
    """The Hessian with its signs and its power of ‖z‖ chosen."""
    crossed = inner(bend, h) * inner(unit(z), k) + inner(unit(z), h) * inner(bend, k)
    return -(bend_sign * crossed + cosine_sign * (c * inner(projected(h), k))) / norm(z) ** power


def largest(factor: int) -> Any:
    return (absolute(cosine(z, w)) + root(cosine(z, w) ** 2 + factor * s**2)) / (2 * norm(z) ** 2)


SLOPE, BLOCK_SLOPE = chapter.slope(z, w, h), chapter.slope(chapter.whole_x, chapter.whole_y, chapter.whole_h)
DIAGONAL = {"z": [1, 1, 1], "w": [1, 0, 0]}

CHANGED = [
    ("projection", "the sign of the projected part", equal(SLOPE, inner(unit(w) + unit(z) * c, h) / norm(z)), PLACED),
    ("projection", "no projection", equal(SLOPE, inner(unit(w) / norm(z), h)), PLACED),
    ("projection", "no division by the norm", equal(SLOPE, inner(unit(w) - unit(z) * c, h)), PLACED),
    ("projection", "the gradient in the other vector", equal(SLOPE, inner(gradient(w, z), h)), PLACED),
    ("sign", "the printed sign", equal(derivative(-cosine(z + epsilon * h, w), epsilon), inner(grad, h)), ALONG),
    ("sign", "right everywhere", equal(derivative(-cosine(z + epsilon * grad, w), epsilon), inner(grad, grad)), AT),
    ("projector", "a projector that does not project", equal(inner(projected(h), k), inner(h, k)), SEEN),
    ("projector", "z is left alone", equal(inner(projected(z), z), inner(z, z)), CUT),
    ("projector", "trace n", equal(total(1 - norm(chapter.e_k / norm(chapter.whole_e)) ** 2), total(1)), CUT),
    ("orthogonal", "to the other vector", equal(inner(grad, w), 0), AT),
    ("norm", "the cosine for the sine", equal(norm(grad), c / norm(z)), AT),
    ("norm", "no division by the norm", equal(norm(grad), s), AT),
    ("norm", "the other norm", equal(norm(grad), s / norm(2 * w)), AT),
    ("vanishes_with_norm", "quadratically", norm(grad) <= 1 / norm(z) ** 2, AT | {"epsilon": Fraction(1, 4)}),
    ("vanishes_with_norm", "half of it", 1 / norm(z) < epsilon / 2, AT | {"epsilon": Fraction(1, 4)}),
    ("vanishes_at_antipode", "half the angle", norm(grad) <= phi / (2 * norm(z)), NEAR),
    ("vanishes_at_antipode", "a tenth", norm(grad) <= (pi - phi) / (10 * norm(z)), NEAR | {"pi": Fraction(14, 25)}),
    ("block_form", "the local cosine", equal(BLOCK_SLOPE, total(inner(y_k / B - x_k / A, h_k)) / A), BLOCKS),
    ("block_form", "the wrong norm", equal(BLOCK_SLOPE, total(inner(y_k / A - x_k * C / A, h_k)) / A), BLOCKS),
    ("hessian", "the sign of cP", equal(curvature(z, w, h, k), hessian(1, -1)), BENT),
    ("hessian", "the sign of the crossed part", equal(curvature(z, w, h, k), hessian(-1, 1)), BENT),
    ("hessian", "one power of the norm", equal(curvature(z, w, h, k), hessian(1, 1, power=1)), BENT),
    ("lipschitz", "a smaller constant", lam <= Fraction(19, 10) / (root(3) * norm(z) ** 2), DIAGONAL),
    ("lipschitz", "reached elsewhere", iff(equal(lam, ceiling), equal(c**2, Fraction(1, 2))), {"z": [1, 1], "w": [1, 0]}),
]  # fmt: skip


def mutant(name: str, statement: Any) -> Claim:
    return ledger.claim(f"gradient.{name}").saying(statement)


@pytest.mark.parametrize(
    ("claim", "inputs"),
    [pytest.param(mutant(name, part), inputs, id=f"{name}-{what}") for name, what, part, inputs in CHANGED],
)
def test_a_changed_claim_is_false_and_not_proved(claim: Claim, inputs: dict[str, Any]) -> None:
    result = claim.evaluate(**inputs)
    assert all(result.hypotheses)
    assert not result.conclusion
    assert judged(claim, ledger.stored(claim.id)).verdict is not Verdict.PROVED


@pytest.mark.parametrize("factor", [3, 5])
def test_the_largest_curvature_has_a_four_in_it(factor: int) -> None:
    """With less there is a direction that bends more; with more, none that bends as much."""
    true = ledger.claim("gradient.hessian_norm")
    changed = both(
        both(
            -largest(factor) * norm(h) ** 2 <= curvature(z, w, h, h), curvature(z, w, h, h) <= largest(factor) * norm(h) ** 2
        ),
        true.statement.parts[1],  # type: ignore[attr-defined]
    )
    assert judged(true.saying(changed), ledger.stored(true.id)).verdict is not Verdict.PROVED
    bound = Claim("mine.bound", curvature(z, w, h, h) <= largest(factor) * norm(h) ** 2, given=true.given)
    assert bound.evaluate(z=[1, 0], w=[0, 1], h=[1, -1]).conclusion is (factor > 4)


@pytest.mark.parametrize(
    ("name", "index", "inputs"),
    [
        ("vanishes_with_norm", 2, AT | {"epsilon": Fraction(1, 6)}),
        ("vanishes_at_antipode", 2, NEAR | {"phi": Fraction(1, 10)}),
        ("vanishes_at_antipode", 3, NEAR | {"pi": Fraction(1, 2)}),
        ("vanishes_at_antipode", 4, NEAR | {"phi": 10, "pi": 20, "epsilon": Fraction(1, 100)}),
    ],
)
def test_without_a_hypothesis_it_is_false(name: str, index: int, inputs: dict[str, Any]) -> None:
    weaker = ledger.claim(f"gradient.{name}").without(index)
    result = weaker.evaluate(**inputs)
    assert all(result.hypotheses)
    assert not result.conclusion
    assert judged(weaker, ledger.stored(weaker.id)).verdict is not Verdict.PROVED


@pytest.mark.parametrize("name", ["projection", "sign", "orthogonal", "norm", "hessian", "hessian_norm", "lipschitz"])
@pytest.mark.parametrize("index", [0, 1])
def test_zero_vectors_have_no_gradient(name: str, index: int) -> None:
    with pytest.raises(Rejected, match="not shown"):
        lower(ledger.claim(f"gradient.{name}").without(index), ledger.library().parts)


def test_the_printed_sign_is_the_direction_of_ascent() -> None:
    """Where s is not 0, it holds for directions orthogonal to the gradient and for no other."""
    printed = ledger.claim("gradient.sign_as_printed")
    assert [printed.evaluate(**AT, h=direction).conclusion for direction in ([1, 0], [0, 1], [3, 4], [0, 0])] == [
        False, False, True, True,
    ]  # fmt: skip
    assert ledger.recorded(printed, ledger.library()).verdict is Verdict.REFUTED


def test_second_derivatives_commute() -> None:
    exchanged = Claim(
        "mine.symmetric", equal(curvature(z, w, h, k), curvature(z, w, k, h)), given=ledger.claim("gradient.hessian").given
    )
    assert judged(exchanged, {"proof": {"rule": "identity"}, "model": {n: ["1"] for n in "zwhk"}}).verdict is Verdict.PROVED
