"""Every claim says what the texts say: its statement, its lowered core and an independent reading of the prose agree.

Exact evaluation decides. The reading is in floats; instances are small whole numbers and fractions, whose slack is exactly
0 or much larger than 1e-9, so that the reading's tolerance of 1e-9 mistakes neither for the other. Where a slack lies in
between, the reading is not asked.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from cores import holds, identified, values
from generated import generated
from handmade import HANDMADE, Inputs
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import changed_claims
from readings import READINGS, TOLERANCE, Reading

import proofs
from proofs import ledger
from proofs.kernel import Claim, terms
from proofs.kernel.check import polynomial
from proofs.kernel.core import Core, lower
from proofs.kernel.evaluate import Concrete, Evaluation, Undefined, exact_inputs, placed, truth
from proofs.kernel.interpret import scalar_value
from proofs.kernel.lower import IllPosed
from proofs.kernel.reader import read
from proofs.kernel.reals import Undecided

IDS = list(ledger.claims())
SORTS = ("holds", "boundary", "fails", "outside")
HANDMADE_INSTANCES = [
    pytest.param(id, sort, inputs, id=f"{id}-{sort}-{number}")
    for id, sorts in HANDMADE.items()
    for sort, listed in sorts.items()
    for number, inputs in enumerate(listed, 1)
]


def exactly(claim: Claim, inputs: Inputs) -> Evaluation | None:
    """What the claim says of the inputs; None where the conclusion has no value, or rational bounds cannot decide."""
    try:
        return claim.evaluate(**inputs)
    except (Undefined, Undecided):
        return None


def clear(evaluation: Evaluation) -> bool:
    """Whether floats can be trusted to see on which side of the boundary, or that exactly on it, the inputs are."""
    return evaluation.slack == 0 or abs(evaluation.slack) > TOLERANCE


def agree(claim: Claim, inputs: Inputs, exact: Evaluation, said: Reading) -> bool:
    """The hypotheses agree, and where they hold, so does the conclusion, and its slacks where both measure the same."""
    if all(exact.hypotheses) != said.hypotheses:
        return False
    if not said.hypotheses or not clear(exact):
        return True
    return exact.conclusion == said.conclusion and all(
        slack == pytest.approx(slack_read, abs=TOLERANCE) for slack, slack_read in slacks(claim, inputs, said)
    )


def slacks(claim: Claim, inputs: Inputs, said: Reading) -> Iterator[tuple[float, float]]:
    """The slack of each part of a conjunction, but for equivalences and existence, and what is read there."""
    claim, algebra = placed(claim, inputs)
    for part, slack in zip(terms.conjuncts(claim.statement), said.parts or (said.slack,), strict=False):
        if not any(isinstance(node, terms.Iff | terms.Exists) for node in terms.walk(part)):
            yield truth(part, algebra)[1], slack


@functools.cache
def core_of(id: str, count: int) -> Core | None:
    """The core for a number of blocks; None where a term is shown to be defined for two blocks only."""
    library = ledger.library()
    stored = library.stored(id).get("obligations", {}) if count == 2 else {}
    try:
        return lower(proofs.claim(id), library.parts, stored, count)
    except IllPosed:
        assert count != 2
        return None


def compare_core(id: str, inputs: Inputs, exact: Evaluation) -> None:
    """The core's hypotheses up to the first that fails, and if none does, all its facts and its goal."""
    count = len(inputs.get("x", [0, 0]))
    core, claim = core_of(id, count), proofs.claim(id).with_blocks(count)
    if core is None or claim.existential() or claim.repeats:
        return
    try:
        known = values(core, claim, exact_inputs(proofs.claim(id), inputs))
        met = [*exact.hypotheses, False].index(False)
        if met == len(exact.hypotheses):
            assert all(holds(fact, known) for fact in core.context.facts)
            assert holds(core.goal, known) == exact.conclusion
        elif not identified(claim):
            assert all(holds(hypothesis, known) for hypothesis in core.hypotheses[:met])
            assert not holds(core.hypotheses[met], known)
    except Undecided:
        return
    except ZeroDivisionError:
        assert not all(exact.hypotheses)


class TestInstances:
    """The instances made by hand are what they are said to be."""

    @pytest.mark.parametrize(("id", "sort", "inputs"), HANDMADE_INSTANCES)
    def test_exact_evaluation(self, id: str, sort: str, inputs: Inputs) -> None:
        exact = proofs.claim(id).evaluate(**inputs)
        assert all(exact.hypotheses) == (sort != "outside")
        match sort:
            case "holds":
                assert exact.conclusion
                assert exact.slack > 0
            case "boundary":
                assert exact.slack == 0
            case _:
                assert not exact.conclusion
                assert exact.slack <= 0 or math.isnan(exact.slack)

    @pytest.mark.parametrize(("id", "sort", "inputs"), HANDMADE_INSTANCES)
    def test_the_reading_agrees(self, id: str, sort: str, inputs: Inputs) -> None:
        claim = proofs.claim(id)
        assert agree(claim, inputs, claim.evaluate(**inputs), READINGS[id](**inputs))

    @pytest.mark.parametrize(("id", "sort", "inputs"), HANDMADE_INSTANCES)
    def test_the_core_agrees(self, id: str, sort: str, inputs: Inputs) -> None:
        compare_core(id, inputs, proofs.claim(id).evaluate(**inputs))

    @pytest.mark.parametrize("id", IDS)
    def test_every_claim_has_a_reading_and_instances(self, id: str) -> None:
        assert id in READINGS
        assert HANDMADE[id].keys() <= set(SORTS)
        assert HANDMADE[id].get("holds") or HANDMADE[id].get("boundary")

    @pytest.mark.parametrize("id", [id for id, claim in ledger.claims().items() if not claim.existential()])
    def test_only_false_claims_have_failing_instances(self, id: str) -> None:
        refuted = {record["id"] for record in ledger.committed() if record["verdict"] == "REFUTED"}
        assert bool(HANDMADE[id].get("fails")) == (id in refuted)


@pytest.mark.parametrize("id", IDS)
@settings(max_examples=10)
@given(data=st.data())
def test_statement_reading_and_core_agree_on_generated_instances(id: str, data: st.DataObject) -> None:
    inputs = data.draw(generated(id))
    exact = exactly(proofs.claim(id), inputs)
    if exact is not None:
        assert agree(proofs.claim(id), inputs, exact, READINGS[id](**inputs))
        compare_core(id, inputs, exact)


@pytest.mark.parametrize("id", IDS)
def test_an_identity_equates_what_the_prose_equates(id: str) -> None:
    """Both sides of an identity, so that a trivial one under the right id would be noticed."""
    for inputs in HANDMADE[id].get("boundary", []):
        sides_read = READINGS[id](**inputs).sides
        if sides_read is None:
            continue
        blocks = exact_inputs(proofs.claim(id), inputs)
        relation = proofs.claim(id).with_blocks(len(inputs.get("x", [0, 0]))).statement
        assert isinstance(relation, terms.Relation)
        assert relation.op == "="
        sides = [float(scalar_value(side, Concrete(blocks))) for side in (relation.left, relation.right)]
        assert sides == pytest.approx(list(sides_read), abs=TOLERANCE)


EQUIVALENT = {("step.improves_iff_one_sided", "raised-1")}
"""Changes that change nothing: for 0 < c ≤ 1/100, ``a(c² − s²)`` is negative anyway, and so below 2c."""


def notices(changed: Claim, inputs: Inputs, said: Reading) -> bool:
    exact = exactly(changed, inputs)
    return exact is not None and not agree(changed, inputs, exact, said)


@pytest.mark.parametrize("id", IDS)
def test_a_changed_statement_is_noticed(id: str) -> None:
    """The readings tell a claim from a slightly stronger or weaker one: at some instance they then disagree."""
    if proofs.claim(id).existential():
        return
    instances = [(inputs, READINGS[id](**inputs)) for listed in HANDMADE[id].values() for inputs in listed]
    for name, changed in changed_claims(proofs.claim(id)):
        if name.partition("-")[0] in ("flipped", "lowered", "raised") and (id, name) not in EQUIVALENT:
            assert any(notices(changed, inputs, said) for inputs, said in instances), name


# --- what is said to exist --------------------------------------------------------------------------------------------

EXISTENTIAL = [id for id, claim in ledger.claims().items() if any(isinstance(v, terms.Base) for v in claim.existential())]
GRID = [-1, -0.75, -0.25, 0, 0.3, 0.5, 0.9, 1, 4]


def vectors_of(id: str, terms_of_witness: Mapping[str, str], numbers: Mapping[str, float]) -> Inputs:
    """Plane vectors with the norms and cosines that a witness names, in floats."""

    def number(text: str) -> float:
        return float(read(text, lambda name: float(numbers[name]), float, lambda _, value: math.sqrt(max(value, 0.0))))

    found = {name: number(text) for name, text in terms_of_witness.items()}
    vectors: Inputs = {}
    for v, w in {vector.space for vector in vectors_said_to_exist(id)}:
        c = found[f"cos({v},{w})"]
        vectors[v] = [found[f"|{v}|"], 0.0]
        vectors[w] = [found[f"|{w}|"] * c, found[f"|{w}|"] * math.sqrt(max(0.0, 1 - c * c))]
    return vectors


def vectors_said_to_exist(id: str) -> list[terms.Base]:
    return [vector for vector in proofs.claim(id).existential() if isinstance(vector, terms.Base)]


def witness_at(evidence: Any, numbers: Mapping[str, float]) -> Mapping[str, str]:
    """The terms that the evidence supplies in the case that the numbers are in."""
    if evidence["rule"] == "cases":
        h = sum(
            float(c) * math.prod(numbers[name] ** e for name, e in monomial)
            for monomial, c in polynomial(evidence["on"]).terms.items()
        )
        return witness_at(evidence["nonnegative" if h >= 0 else "negative"], numbers)
    assert evidence["rule"] == "witness"
    return dict(evidence["terms"])


@pytest.mark.parametrize("id", EXISTENTIAL)
def test_stored_witnesses_do_what_the_prose_says(id: str) -> None:
    """At every point of a grid that satisfies the hypotheses."""
    evidence = ledger.stored(id)["proof"]
    names = [v.name for v in proofs.claim(id).variables()]
    anything = {vector.name: [1.0, 0.0] for vector in vectors_said_to_exist(id)}
    points = [dict(zip(names, values, strict=True)) for values in itertools.product(GRID, repeat=len(names))]
    met = [numbers for numbers in points if READINGS[id](**numbers, **anything).hypotheses]
    assert len(met) > 5
    for numbers in met:
        assert READINGS[id](**numbers, **vectors_of(id, witness_at(evidence, numbers), numbers)).conclusion
