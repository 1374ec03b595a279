"""5 · The chapter on gradient flow: one sign, constant, factor or hypothesis changed, and the claim is false.

Each changed claim is refuted by exact vectors, and the evidence of the true one does not prove it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from evidence import judged

from proofs import flow as chapter
from proofs import ledger
from proofs.flow import c, delta, epsilon, eta, half_tangent, rate, s, start, time, u, u_0, w, w_next, y, z, z_next
from proofs.gradient import gradient
from proofs.kernel import Claim, cosine, equal, log, norm, sine
from proofs.kernel.check import Rejected
from proofs.kernel.core import lower
from proofs.kernel.verdict import Verdict

AT: dict[str, Any] = {"z": [3, 4], "w": [4, 3]}
UNEVEN: dict[str, Any] = {"z": [3, 4], "w": [0, 2]}
CLOCK = AT | {"u_0": 1}
NEAR = {"z": [-1, 0, 1], "w": [1, 1, 0], "u_1": 1, "delta": 1, "epsilon": 1}
LN: dict[str, Any] = {"y": Fraction(1, 2), "eta": 1}

p2, q2 = norm(z) ** 2, norm(w) ** 2
alone = z + epsilon * gradient(z, w)
backwards = z - epsilon * gradient(z, w)
r = chapter.remainder


def clock(factor: Any) -> Any:
    return factor * log(u_0 / half_tangent(z_next, w_next))


CHANGED = [
    ("ode", "the cosine falls", equal(rate(cosine(z_next, w_next)), -(1 / p2 + 1 / q2) * s**2), UNEVEN),
    ("ode", "one sine", equal(rate(cosine(z_next, w_next)), (1 / p2 + 1 / q2) * s), UNEVEN),
    ("ode", "one of the two moves", equal(rate(cosine(alone, w)), (1 / p2 + 1 / q2) * s**2), UNEVEN),
    ("ode", "the product of the norms", equal(rate(cosine(z_next, w_next)), 2 / (norm(z) * norm(w)) * s**2), UNEVEN),
    ("ode", "the sine grows", equal(rate(sine(z_next, w_next)), c * s * (1 / p2 + 1 / q2)), UNEVEN),
    ("ode", "the norm grows", rate(norm(z_next)) > 0, UNEVEN),
    ("closed_form", "half the rate", equal(rate(half_tangent(z_next, w_next)), -(1 / p2 * u)), AT),
    ("closed_form", "growth", equal(rate(half_tangent(z_next, w_next)), 2 / p2 * u), AT),
    ("closed_form", "linear in the norm", equal(rate(half_tangent(z_next, w_next)), -(2 / norm(z) * u)), AT),
    ("closed_form", "downhill", equal(rate(half_tangent(backwards, w_next)), -(2 / p2 * u)), AT),
    ("time", "without the half", equal(rate(clock(p2)), 1), CLOCK),
    ("time", "linear in the norm", equal(rate(clock(norm(z) / 2)), 1), CLOCK),
    ("time", "backwards", equal(rate(clock(-p2 / 2)), 1), CLOCK),
    ("time", "not 0 at the start", equal(time(2 * u, z, w), 0), AT),
    ("lemma.logarithm", "above 0", log(y) >= 0, LN),
    ("lemma.logarithm", "half of it", -eta / 2 <= log(y), LN),
    ("antipode_is_logarithmic", "from above", r > 0, NEAR),
    ("antipode_is_logarithmic", "a tenth of it", -epsilon / 10 < r, NEAR),
    ("antipode_is_logarithmic", "the leading term added", p2 / 2 * (log(start) + log(2 / delta)) <= 0, NEAR),
]  # fmt: skip


def mutant(name: str, statement: Any) -> Claim:
    return ledger.claim(f"flow.{name}").saying(statement)


@pytest.mark.parametrize(
    ("claim", "inputs"),
    [pytest.param(mutant(name, part), inputs, id=f"{name}-{what}") for name, what, part, inputs in CHANGED],
)
def test_a_changed_claim_is_false_and_not_proved(claim: Claim, inputs: dict[str, Any]) -> None:
    spoken_of = {v.name for v in claim.variables()}
    result = claim.evaluate(**{name: value for name, value in inputs.items() if name in spoken_of}, **missing(claim, inputs))
    assert all(result.hypotheses)
    assert not result.conclusion
    lemma = ledger.claim("flow.lemma.logarithm")
    record = judged(claim, ledger.stored(claim.id), lemma, stored={lemma.id: ledger.stored(lemma.id)})
    assert record.verdict is not Verdict.PROVED


def missing(claim: Claim, inputs: dict[str, Any]) -> dict[str, Any]:
    """A value for what only the hypotheses speak of."""
    return {v.name: 1 for v in claim.variables() if v.name not in inputs}


@pytest.mark.parametrize(
    ("name", "index", "inputs"),
    [
        ("closed_form", 2, {"z": [1, 0], "w": [0, 2]}),
        ("time", 2, {"z": [1, 0], "w": [0, 2], "u_0": 1}),
        ("lemma.logarithm", 1, {"y": 2, "eta": 0}),
        ("lemma.logarithm", 2, {"y": Fraction(1, 10), "eta": 0}),
        ("antipode_is_logarithmic", 5, {"z": [1, 0], "w": [0, 1], "u_1": 1, "delta": 1, "epsilon": Fraction(1, 3)}),
        ("antipode_is_logarithmic", 6, NEAR | {"delta": Fraction(5, 4)}),
        ("antipode_is_logarithmic", 7, {"z": [10, 1], "w": [10, -1], "u_1": 1, "delta": 2, "epsilon": 102}),
        ("antipode_is_logarithmic", 8, NEAR | {"epsilon": Fraction(1, 10)}),
    ],
)
def test_without_a_hypothesis_it_is_false(name: str, index: int, inputs: dict[str, Any]) -> None:
    weaker = ledger.claim(f"flow.{name}").without(index)
    result = weaker.evaluate(**inputs)
    assert all(result.hypotheses)
    assert not result.conclusion
    assert judged(weaker, ledger.stored(weaker.id), ledger.claim("flow.lemma.logarithm")).verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    ("name", "index"), [("ode", 2), ("closed_form", 3), ("time", 3), ("time", 4), ("lemma.logarithm", 0)]
)
def test_where_nothing_moves_there_is_no_rate(name: str, index: int) -> None:
    with pytest.raises(Rejected, match="not shown"):
        lower(ledger.claim(f"flow.{name}").without(index), ledger.library().parts)


@pytest.mark.parametrize(
    ("assumed", "name"), [("exponential decay", "closed_form"), ("tangent above angle", "antipode_is_logarithmic")]
)
def test_what_is_assumed_is_said(assumed: str, name: str) -> None:
    assert assumed in ledger.recorded(ledger.claim(f"flow.{name}"), ledger.library()).assumptions
