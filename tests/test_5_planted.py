"""5 · Planted falsehoods: claims and certificates with one thing changed, none of which is proved.

A claim is planted when exact vectors refute it: a hypothesis dropped, a sign flipped, a bound moved, two variables
exchanged, a maximum made a minimum, a dimension forgotten. Changes that leave a claim true are no falsehoods and are left
out by that rule. Evidence is planted by changing one weight, square, fact, factor, case or term of what is stored. Each is
refused for a reason in words.
"""

from __future__ import annotations

import functools
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from evidence import judged, searched
from handmade import HANDMADE, Inputs
from mutations import changed_claims, changed_evidence

from proofs import ledger
from proofs.kernel import Claim, check, families
from proofs.kernel.core import lower
from proofs.kernel.evaluate import Undefined
from proofs.kernel.reals import Undecided
from proofs.kernel.verdict import Verdict

CLAIMS = ledger.claims()
STORED = {id: {k: v for k, v in ledger.stored(id).items() if k not in ("without", "rivals")} for id in CLAIMS}
EXTRA: dict[str, list[Inputs]] = {"blocks.scalar_blocks": [{"s": [3, 4], "r": [1, 0]}]}


def refuting(claim: Claim) -> Inputs | None:
    """One of the hand-made instances that satisfies the hypotheses and violates the conclusion, exactly."""
    for inputs in (i for listed in (*HANDMADE[claim.id].values(), EXTRA.get(claim.id, [])) for i in listed):
        try:
            result = claim.evaluate(**inputs)
        except (Undefined, Undecided, ValueError):
            continue
        if all(result.hypotheses) and not result.conclusion:
            return inputs
    return None


@functools.cache
def planted(id: str) -> dict[str, Claim]:
    """Of a claim up to seven falsehoods, of different kinds as far as they are soon found."""
    found: dict[str, Claim] = {}
    changes = sorted(changed_claims(CLAIMS[id]), key=lambda pair: MANY.get(kind(pair[0]), 0))
    for name, changed in changes[:MOST_TRIED]:
        if len(found) < 7 and kind(name) not in map(kind, found) and refuting(changed) is not None:
            found[name] = changed
    return found


def kind(name: str) -> str:
    return name.partition("-")[0]


MANY = {"raised": 1, "shrunk": 2, "stretched": 3}
"""The kinds of change that there are plenty of."""
MOST_TRIED = 24
CHANGED = [id for id, claim in CLAIMS.items() if not claim.existential() and not claim.repeats]
QUICK = [
    ("blocks.scalar_blocks", "any-dimension"),
    ("blocks.unit_locals_counterexample", "lowered-0"),
    ("blocks.max_local.one_nonnegative", "dropped-1"),
    ("step.bound_acute", "lowered-0"),
]


class TestClaims:
    def test_there_are_enough_of_every_kind(self) -> None:
        """Already in two chapters."""
        counts = Counter(kind(name) for id in CHANGED if id.startswith(("blocks.", "flow.")) for name in planted(id))
        assert sum(counts.values()) >= 100
        changes = "dropped flipped strict lowered raised shrunk stretched exchanged minimum any"
        assert set(changes.split()) == set(counts)

    @pytest.mark.parametrize("id", CHANGED)
    def test_the_evidence_of_the_true_claim_does_not_prove_them(self, id: str) -> None:
        assert planted(id)
        for name, claim in planted(id).items():
            record = judged(claim, STORED[id], *(c for other, c in CLAIMS.items() if other != id), stored=STORED)
            assert record.verdict is not Verdict.PROVED, name
            assert re.search(r"\w{3}", record.reason), name

    @pytest.mark.parametrize(("id", "name"), QUICK)
    def test_the_search_does_not_prove_it(self, id: str, name: str) -> None:
        record = searched(planted(id)[name])
        assert record.verdict in (Verdict.REFUTED, Verdict.UNKNOWN, Verdict.ILL_POSED)
        assert record.reason


# --- evidence ---------------------------------------------------------------------------------------------------------

PROVED = [id for id, stored in STORED.items() if "proof" in stored or "every" in stored]
CHANGES = 6


def proofs_of(id: str) -> Iterator[tuple[check.Formula, Any, check.Context]]:
    """What is stored for a claim: goal, evidence and context, for two blocks and for every number."""
    claim, stored, parts = CLAIMS[id], STORED[id], ledger.library().parts
    if "proof" in stored:
        core = lower(claim, parts, stored.get("obligations"))
        yield core.goal, stored["proof"], core.context
    if "every" in stored:
        context, goal = families.goal(claim, parts, stored["every"].get("obligations"))
        yield goal, stored["every"]["proof"], context


class TestEvidence:
    @pytest.mark.parametrize("id", PROVED)
    def test_one_thing_changed(self, id: str) -> None:
        for goal, evidence, context in proofs_of(id):
            check.decide(goal, evidence, context)
            changes = list(changed_evidence(evidence))
            for name, changed in random.Random(id).sample(changes, min(CHANGES, len(changes))):
                assert re.search(r"\w{3}", reason(goal, changed, context) or ""), name

    @pytest.mark.parametrize("id", [id for id in PROVED if CLAIMS[id].family and "proof" in STORED[id]])
    def test_a_proof_for_two_blocks_is_none_for_every_number(self, id: str) -> None:
        wider = {**STORED[id], "every": {"proof": STORED[id]["proof"], "obligations": STORED[id].get("obligations", {})}}
        record = judged(CLAIMS[id], wider)
        assert not record.every
        assert any(o.checker == "sums" and re.search(r"\w{3}", o.detail) for o in record.evidence)


def reason(goal: check.Formula, evidence: Any, context: check.Context) -> str | None:
    """Why the evidence is refused; None if it is not."""
    try:
        check.decide(goal, evidence, context)
    except check.Rejected as error:
        return str(error)
    return None
