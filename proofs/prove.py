"""One claim in, one record out: the only place where kernel and search meet.

The kernel first looks at the stored evidence. Then Z3 is asked for the negation; its answer is shown and can contradict
the kernel, but proves nothing. Where evidence is missing, the search looks for it, and the kernel judges what it finds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from proofs.kernel.check import Rejected
from proofs.kernel.claim import Claim
from proofs.kernel.core import Core, lower
from proofs.kernel.lower import IllPosed
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Library, Outcome, Record, Stored, numbers, texts, verify, with_solver
from proofs.search import certificates, smt, witnesses
from proofs.search.ingredients import PLANS


@dataclass(frozen=True)
class Budget:
    """Z3's deterministic resource limit and seed, and the wall-clock seconds after which it is killed."""

    rlimit: int = smt.RLIMIT
    seed: int = smt.SEED
    wall: float = smt.WALL


def prove(claim: Claim, library: Library | None = None, budget: Budget | None = None) -> Record:
    """Decide a claim of one's own: search for evidence, and let the kernel judge it.

    Parameters
    ----------
    claim : Claim
    library : Library, optional
        Claims that the proof may use.

    Returns
    -------
    Record

    Raises
    ------
    proofs.search.smt.SolverMissing
        If Z3 cannot be imported.
    """
    library = library or Library({claim.id: claim}, lambda _: {})
    return examined(verify(claim, find(claim, library), library), budget or Budget())


def examined(record: Record, budget: Budget) -> Record:
    """The record with Z3's answer to the negation of its claim."""
    if record.core is None:
        return record
    query = z3_query(record)
    if query is None:
        return with_solver(record, Outcome("z3", "not_run", "the negation has a quantifier"))
    answer = smt.ask(query, rlimit=budget.rlimit, seed=budget.seed, wall=budget.wall)
    return with_solver(record, Outcome("z3", answer.outcome, answer.detail, answer.seconds))


def z3_query(record: Record) -> str | None:
    """The SMT-LIB query that is satisfiable exactly if the claim is false of some Gram data."""
    assert record.core is not None
    if record.claim.existential():
        return None
    return smt.negation(record.core.context, record.core.goal, f"{record.claim.id}\n{record.claim.text}")


# --- search -----------------------------------------------------------------------------------------------------------


def find(claim: Claim, library: Library, old: Stored | None = None, companions: bool = True) -> dict[str, Any]:
    """Evidence for or against a claim, as far as the search gets; what is pinned and still holds is kept."""
    stored: dict[str, Any] = {"schema": 1}
    plan = PLANS.get(claim.id, {})
    try:
        core, obligations, proof = attempt(claim, library, plan)
    except IllPosed:
        return stored
    if obligations:
        stored["obligations"] = obligations
    witness = pinned(claim, old, "witness") or (None if proof else refuting(claim, core))
    if witness is not None:
        return stored | {"witness": witness}
    if proof is not None:
        stored["proof"] = proof
    model = pinned(claim, old, "model") or modelling(claim, core)
    if model is not None:
        stored["model"] = model
    elif (absurd := certificates.find(certificates.ABSURD, core.context, {})) is not None:
        return stored | {"absurd": absurd}
    if companions:
        dropped = without(claim, library, plan, (old or {}).get("without", {}))
        stored |= {"without": dropped} if dropped else {}
    return stored


def attempt(claim: Claim, library: Library, plan: certificates.Plan) -> tuple[Core, dict[str, Any], Any]:
    """The core, evidence for the obligations met on the way, and a proof if one was found."""
    obligations: dict[str, Any] = {}
    while True:
        try:
            core = lower(claim, library.claim, obligations)
            return core, obligations, certificates.find(core.goal, core.context, plan)
        except IllPosed as error:
            found = certificates.obligations(error, plan.get("obligations", {}))
            if not found or any(evidence in obligations.get(text, []) for text, evidence in found.items()):
                raise
            for text, evidence in found.items():
                obligations.setdefault(text, []).append(evidence)


def refuting(claim: Claim, core: Core) -> dict[str, Any] | None:
    if claim.existential():
        return None
    answer = smt.ask(smt.negation(core.context, core.goal))
    found = witnesses.counterexample(claim, smt.coordinates(answer, core.context))
    return None if found is None else texts(found)


def modelling(claim: Claim, core: Core) -> dict[str, Any] | None:
    found = witnesses.model_of_hypotheses(claim)
    if found is None:
        answer = smt.ask(smt.script(core.context))
        found = witnesses.model_of_hypotheses(claim, smt.coordinates(answer, core.context))
    return None if found is None else texts(found)


def pinned(claim: Claim, old: Stored | None, what: str) -> dict[str, Any] | None:
    """The stored witness or model, if it still does what it is there for."""
    if not old or what not in old:
        return None
    test = witnesses.refutes if what == "witness" else witnesses.hypotheses_hold
    try:
        return dict(old[what]) if test(claim, numbers(old[what])) else None
    except (ValueError, Rejected):
        return None


def without(claim: Claim, library: Library, plan: certificates.Plan, old: Mapping[str, Stored]) -> dict[str, Any]:
    """For each hypothesis that can be dropped: a counterexample without it, or a proof without it.

    What is said to exist cannot be refuted by an example, so such claims have no companions of this kind.
    """
    companions: dict[str, Any] = {}
    for index in range(0 if claim.existential() else len(claim.given)):
        found = find(claim.without(index), library, old.get(str(index)), companions=False)
        kept = {key: found[key] for key in ("witness", "proof", "obligations") if key in found}
        if "witness" in kept or "proof" in kept:
            companions[str(index)] = kept
    return companions


def main(path: str) -> int:
    """Run the claims of one chapter, given by its file."""
    from pathlib import Path

    from proofs.__main__ import main as command

    return command(["run", f"{Path(path).stem}.*"])


__all__ = ["Budget", "Verdict", "examined", "find", "main", "prove", "z3_query"]
