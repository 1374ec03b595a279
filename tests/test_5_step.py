"""5 · The chapter step: every claim has its verdict, and a claim with a sign, a constant or a hypothesis changed has not.

Each sabotaged claim is false at the vectors beside it, so the stored evidence must fail for it, and the vectors refute it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from evidence import judged

from proofs import ledger, step
from proofs.kernel import Claim, absolute, after_steps, cosine, either, equal, exists, iff, inner, norm, root, sine
from proofs.kernel import terms as t
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import texts

F = Fraction
a, b, c, s, t_, gamma = step.a, step.b, step.c, step.s, step.t, step.gamma
A, B, z, w, z_new, w_new = step.A, step.B, step.z, step.w, step.z_new, step.w_new
gain, one_sided = step.gain, step.one_sided_gain
CLAIMS = {claim.id: claim for claim in ledger.stated(step)}
FALSE = {"step.bound_as_printed", "step.bracket_bound"}


def points(z: Sequence[Any], w: Sequence[Any], gamma: Any) -> dict[str, Any]:
    return {"z": list(z), "w": list(w), "gamma": gamma}


right, together = points([1, 0], [0, 1], 1), points([1, 0], [1, 0], 1)
acute, blunt = points([3, 4], [4, 3], F(7, 2)), points([3, 4], [-4, -3], F(1, 2))
obtuse, unequal = points([1, -1, 0], [0, 1, -1], 1), points([1, 0], [0, 2], 1)
swapped, beyond = points([3, 4], [4, 3], F(625, 24)), points([3, 4], [4, 3], 100)
nearly_opposite = points([1, 0], [F(-40, 41), F(9, 41)], F(1, 2))
nearly_parallel = points([1, 0], [F(40, 41), F(9, 41)], F(1, 10))
balanced = points([1, 0], [3, 4], 1) | {"lam": F(2, 5)}


class Sabotage(NamedTuple):
    """A claim of the chapter, with another statement or other hypotheses, and where it is false."""

    claim: Claim
    what: str
    statement: t.Formula
    given: Sequence[t.Formula]
    at: dict[str, Any] | None
    defined: dict[str, Any] | None = None


SABOTAGE: list[Sabotage] = []


def sabotage(claim: Claim, what: str, statement: t.Formula, at: dict[str, Any] | None) -> None:
    SABOTAGE.append(Sabotage(claim, what, statement, claim.given, at))


def dropped(claim: Claim, hypothesis: int, at: dict[str, Any]) -> None:
    """Without the hypothesis, but with what shows the claim's terms to be defined all the same."""
    weaker, companion = claim.without(hypothesis), ledger.stored(claim.id)["without"][str(hypothesis)]
    defined = {key: companion[key] for key in companion.keys() & {"obligations"}}
    SABOTAGE.append(Sabotage(claim, f"without hypothesis {hypothesis}", claim.statement, weaker.given, at, defined))


# --- the law of one step ----------------------------------------------------------------------------------------------

growth = gamma**2 * s**2 / norm(z) ** 2
sabotage(step.norm_growth, "another sign", equal(norm(z_new) ** 2, norm(z) ** 2 - growth), right)
sabotage(step.norm_growth, "always strict", norm(z_new) > norm(z), together)
dropped(step.norm_growth, 2, points([1, 0], [0, 1], 0))
sabotage(step.increment, "another sign", equal(gain, 2 * t_ * s**2 * (1 + t_ * c) / (1 + t_**2 * s**2)), acute)
sabotage(step.increment, "another constant", equal(gain, t_ * s**2 * (1 - t_ * c) / (1 + t_**2 * s**2)), right)
dropped(step.increment, 2, unequal)
wrong = (c + (a + b) * s**2 + a * b * c * s**2) / (A * B)
sabotage(step.increment_two_norms, "another sign", equal(cosine(z_new, w_new), wrong), acute)
sabotage(step.increment_two_norms, "one norm twice", equal(cosine(z_new, w_new), (c + 2 * a * s**2) / A**2), unequal)
sabotage(step.increment_one_sided, "another sign", equal(cosine(z_new, w), (c - a * s**2) / A), right)
sabotage(step.increment_one_sided, "another constant", equal(cosine(z_new, w), (c + 2 * a * s**2) / A), right)
sabotage(step.rotation, "no absolute value", equal(sine(z_new, w_new), step.y / (A * B)), beyond)
away = step.turned(c, s, -(a * s))
sabotage(step.rotation, "turned away", equal(cosine(z_new, w), away[0] / A), right)
dropped(step.rotation, 2, right | {"gamma": -1})
half = sine(z_new, w_new) / (1 + cosine(z_new, w_new))
shrunk = s / (1 + c) * ((1 - t_ * (1 + c)) / (1 + t_ * (1 - c)))
sabotage(step.half_angle, "no absolute value", equal(half, shrunk), swapped)
grown = s / (1 + c) * (absolute(1 - t_ * (1 - c)) / (1 + t_ * (1 - c)))
sabotage(step.half_angle, "another sign", equal(half, grown), acute)
met = equal(norm(z_new - w_new), 0)
sabotage(step.perfect_step, "the only way to coincide", iff(met, equal(t_, 1 / (1 + c))), together | {"gamma": 3})
sabotage(step.perfect_step, "another constant", iff(met, either(equal(t_, 2 / (1 + c)), equal(c, 1))), right)
halfway = norm(z + step.perfect * step.gradient(z, w) - (z + w) / 2)
sabotage(step.perfect_step, "another meeting point", equal(halfway, 0), acute)

# --- one step ---------------------------------------------------------------------------------------------------------

sabotage(step.improves_iff, "another constant", iff(gain > 0, t_ * c < 2), swapped)
sabotage(step.improves_iff, "another sign", iff(gain > 0, -t_ * c < 1), swapped)
dropped(step.improves_iff, 4, together | {"gamma": F(1, 2)})
sabotage(step.improves_iff_one_sided, "one alternative", iff(one_sided > 0, a * (c**2 - s**2) < 2 * c), blunt)
either_way = either(c <= 0, a * (c**2 + s**2) < 2 * c)
sabotage(step.improves_iff_one_sided, "another sign", iff(one_sided > 0, either_way), points([1, 0], [4, 3], 2))
sabotage(step.bound_condition, "another sign", iff(gain < 2 * t_ * s**2, c > t_ * s**2), right)
sabotage(step.bound_condition, "another constant", iff(gain < 2 * t_ * s**2, c > -2 * t_ * s**2), obtuse)
dropped(step.bound_acute, 5, obtuse)
sabotage(step.bound_acute, "another constant", gain < t_ * s**2, right)
product = inner(z_new, w_new)
sabotage(step.bracket_condition, "another sign", iff(gain <= t_ * s**2 * (2 - t_ * c), product <= 0), right)
printed = norm(z) ** 2 * (c + 2 * t_ * s**2 + t_**2 * c * s**2)
sabotage(step.bracket_condition, "another inner product", equal(product, printed), acute)
sabotage(step.universal_bound, "another constant", gain < 2 * t_ * s**2 * (1 + F(9, 10) * t_), nearly_opposite)
sabotage(step.universal_bound, "another sign", gain < 2 * t_ * s**2 * (1 - t_), right)
dropped(step.universal_bound, 4, together)
dropped(step.universal_bound, 2, points([1, 0], [0, F(1, 4)], F(1, 16)))

best = a * s**2 * (1 + a / 2)
sabotage(step.one_sided_bound, "another constant", one_sided < a * s**2 * (1 + a / 3), nearly_opposite)
sabotage(step.one_sided_bound, "the lower bound too high", one_sided >= best - a**2 * s**2 * (1 + c) / 8, right)
dropped(step.one_sided_bound, 3, together)
sabotage(step.one_sided_condition, "another sign", iff(one_sided < a * s**2, c > a * s**2), right)
sabotage(step.one_sided_condition, "another constant", iff(one_sided < a * s**2, c > -2 * a * s**2), obtuse)

# --- what nothing can refute: something is said to exist --------------------------------------------------------------

said = step.universal_bound_is_sharp.statement
assert isinstance(said, t.Exists)
any_t, kappa, rho = step.any_t, step.kappa, step.rho
SABOTAGE += [
    Sabotage(step.universal_bound_is_sharp, "at the factor itself", said, [rho > 0, any_t > 0, kappa <= 1 + any_t], None),
    Sabotage(step.universal_bound_is_sharp, "steps backwards", said, [rho > 0, kappa < 1 + any_t], None),
]
unit = exists(z, w, where=(equal(norm(z), rho), equal(norm(w), 1), s > 0), such_that=said.body)
sabotage(step.universal_bound_is_sharp, "another norm", unit, None)

# --- any two norms ----------------------------------------------------------------------------------------------------

X, Q, m, R, h = step.X, step.Q, step.m, step.excess, step.h
small = {"a": 1, "b": 1, "s": F(1, 10)}
left = (X * (1 - 1 / Q)) ** 2 + (1 - (1 - m) / Q) ** 2
sabotage(step.lemma_two_turns, "another constant", left < X**4 / 5, small)
sabotage(step.lemma_two_turns, "another sign", left < X**4 / 4 - 2 * X**6, small)
dropped(step.lemma_two_turns, 0, {"a": -1, "b": F(1, 2), "s": 1})
turn = {"z": nearly_parallel["z"], "w": nearly_parallel["w"], "a": F(1, 10), "b": F(1, 10)}
sabotage(step.lemma_relative_error, "another constant", absolute(R) < h / 3, turn)
sabotage(step.lemma_relative_error, "the lower bound too high", absolute(R) >= h / 2 * (1 - s**2 / 4), turn | {"w": [0, 1]})
error = step.relative
sabotage(step.relative_error, "another constant", absolute(error) < (a + b) / 3, nearly_parallel)
sabotage(step.relative_error, "one norm only", absolute(error) < a / 2, nearly_parallel)

# --- many steps -------------------------------------------------------------------------------------------------------

flat = 2 * gamma * (1 - gamma / norm(z) ** 2) * s**2 / norm(z) ** 2
sabotage(step.quadratic_slowdown, "another sign", gain <= flat, right)
dropped(step.quadratic_slowdown, 2, points([1, 0], [0, F(1, 4)], F(1, 16)))
n, z_n, w_n, c_n = step.n, step.z_n, step.w_n, step.c_n


def run(holds: t.Formula, *allowed: t.Formula) -> t.Formula:
    return after_steps(n, start=step.start, step=step.step, holds=holds, allowed=allowed)


sabotage(step.count_lower_bound, "another constant", run((c_n - c) / (t_ / 2) <= n), right)
sabotage(step.count_lower_bound, "one step less", run((c_n - c) / (2 * t_ * (1 + t_)) <= n - 1), right)
dropped(step.count_lower_bound, 2, points([1, 0], [0, F(1, 4)], F(1, 16)))
ceiling = norm(z_n) <= norm(z) / step.half_cosine
root_of_two = either(c < 0, norm(z_n) <= root(2) * norm(z))
no_overshoot = step.t_n * (1 + c_n) <= 1
sabotage(step.norm_growth_is_bounded, "steps that overshoot", run(ceiling), beyond)
sabotage(step.norm_growth_is_bounded, "steps twice as long", run(ceiling, step.t_n * (1 + c_n) <= 2), acute | {"gamma": 25})
sabotage(step.norm_growth_is_bounded, "no growth", run(either(c < 0, norm(z_n) <= norm(z)), no_overshoot), right)
sabotage(
    step.norm_growth_is_bounded, "obtuse pairs too", run(norm(z_n) <= root(2) * norm(z), no_overshoot), obtuse | {"gamma": 4}
)

# --- weight decay -----------------------------------------------------------------------------------------------------

stands, lam = equal(norm(step.z_decayed), norm(z)), step.lam
doubled = equal(norm(z) ** 4 * lam * (2 + gamma * lam), gamma * s**2)
sabotage(step.norm_balance, "another sign", iff(stands, doubled), balanced)
sabotage(step.norm_balance, "another power", iff(stands, equal(norm(z) ** 2 * lam * (2 - gamma * lam), gamma * s**2)), {
    "z": [2, 0], "w": [0, 1], "gamma": 2, "lam": F(1, 2),
})  # fmt: skip
pulled = {"u": [5, 0], "g": [0, 4], "gamma": 1, "lam": F(2, 5)}
sabotage(step.balance_angle, "another sign", equal(cosine(step.u, step.u_decayed), 1 + gamma * lam), pulled)
dropped(step.balance_angle, 1, {"u": [1, 0], "g": [0, 1], "gamma": 1, "lam": 0} | {"g": [-1, 1]})


def stored(id: str) -> dict[str, Any]:
    return {key: value for key, value in ledger.stored(id).items() if key in ("proof", "obligations", "model")}


LEMMAS = ("step.lemma.two_turns", "step.lemma.relative_error", "step.quadratic_slowdown")


def verdict(claim: Claim, evidence: dict[str, Any]) -> Verdict:
    lemmas = [CLAIMS[id] for id in LEMMAS if id != claim.id]
    return judged(claim, evidence, *lemmas, stored={id: stored(id) for id in LEMMAS if id != claim.id}).verdict


@pytest.mark.parametrize("id", CLAIMS)
def test_every_claim_has_its_verdict(id: str) -> None:
    record = ledger.recorded(CLAIMS[id], ledger.library())
    assert record.verdict is (Verdict.REFUTED if id in FALSE else Verdict.PROVED), record.reason
    assert bool(ledger.replaced_by(id, CLAIMS)) == (id in FALSE)


@pytest.mark.parametrize("case", SABOTAGE, ids=lambda case: f"{case.claim.id}-{case.what}")
def test_sabotage_is_caught(case: Sabotage) -> None:
    changed = case.claim.saying(case.statement, case.given)
    witness = {} if case.at is None else {"witness": texts(case.at)}
    expected = Verdict.UNKNOWN if case.at is None else Verdict.REFUTED
    assert verdict(changed, {**stored(case.claim.id), **(case.defined or {}), **witness}) is expected


@pytest.mark.parametrize("id", sorted(CLAIMS.keys() - FALSE))
def test_every_proved_claim_is_sabotaged(id: str) -> None:
    assert [case.what for case in SABOTAGE if case.claim.id == id]


@pytest.mark.parametrize("id", sorted(FALSE))
def test_other_vectors_refute_nothing(id: str) -> None:
    assert verdict(CLAIMS[id], {"witness": texts(right)}) is Verdict.UNKNOWN


@pytest.mark.parametrize("id", ["step.count_lower_bound", "step.norm_growth_is_bounded"])
def test_every_line_of_an_invariant_is_needed(id: str) -> None:
    evidence = stored(id)
    lines = evidence["proof"]["invariant"]
    assert verdict(CLAIMS[id], evidence) is Verdict.PROVED
    for left_out in range(len(lines)):
        fewer = {**evidence["proof"], "invariant": lines[:left_out] + lines[left_out + 1 :]}
        assert verdict(CLAIMS[id], {**evidence, "proof": fewer}) is Verdict.UNKNOWN
