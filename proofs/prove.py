"""One claim in, one record out: the only place where kernel and search meet.

The kernel first looks at the stored evidence. Then Z3 is asked for the negation; its answer is shown and can contradict
the kernel, but proves nothing. Where evidence is missing, the search looks for it, and the kernel judges what it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from proofs.kernel import check, families
from proofs.kernel import terms as t
from proofs.kernel.check import Context, Formula, Rejected
from proofs.kernel.claim import Claim
from proofs.kernel.companions import rivals
from proofs.kernel.core import Core, lower
from proofs.kernel.evaluate import hypotheses_hold
from proofs.kernel.lower import IllPosed
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Library, Outcome, Record, Stored, numbers, texts, verify, with_solver
from proofs.search import certificates, smt, witnesses
from proofs.search.ingredients import EVERY, PLANS


@dataclass(frozen=True)
class Budget:
    """Z3's deterministic resource limit and seed, and the wall-clock seconds after which it is killed.

    What Z3 does before it starts to count is what takes long; where it answers at all, it does within a second.
    """

    rlimit: int = smt.RLIMIT
    seed: int = smt.SEED
    wall: float = 3.0


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
    outcome, detail = answer.outcome, answer.detail
    if outcome == "sat" and any(isinstance(node, t.Log) for part in record.claim.parts for node in t.walk(part)):
        outcome, detail = "unknown", "the model gives logarithms values that they may not have"
    return with_solver(record, Outcome("z3", outcome, detail, answer.seconds))


def z3_query(record: Record) -> str | None:
    """The SMT-LIB query that is satisfiable exactly if the claim is false of some Gram data; if there are logarithms, of
    which it says little, only that it is satisfiable if the claim is false."""
    assert record.core is not None
    if record.claim.existential() or record.claim.repeats:
        return None
    return smt.negation(record.core.context, record.core.goal, f"{record.claim.id}\n{record.claim.text}")


# --- search -----------------------------------------------------------------------------------------------------------


def find(claim: Claim, library: Library, old: Stored | None = None, companions: bool = True) -> dict[str, Any]:
    """Evidence for or against a claim, as far as the search gets; what is pinned and still holds is kept."""
    stored: dict[str, Any] = {"schema": 1}
    old = old or {}
    try:
        core, obligations, proof = attempt(lambda known: two_blocks(claim, library, known), PLANS.get(claim.id, {}), old)
    except IllPosed:
        return stored
    if obligations:
        stored["obligations"] = obligations
    every = for_every_number(claim, library, old.get("every", {}))
    witness = pinned(claim, old, "witness") or (None if proof or every else refuting(claim, core))
    if witness is not None:
        return stored | {"witness": witness}
    stored |= {key: value for key, value in (("proof", proof), ("every", every)) if value is not None}
    model = pinned(claim, old, "model") or modelling(claim, core)
    if model is not None:
        stored["model"] = model
    elif (absurd := contradiction(core)) is not None:
        return stored | {"absurd": absurd}
    if companions:
        dropped = without(claim, library, old.get("without", {}))
        against = rivals_refuted(claim, library, obligations, old.get("rivals", {}))
        stored |= {key: value for key, value in (("without", dropped), ("rivals", against)) if value}
    return stored


def contradiction(core: Core) -> Any:
    """Evidence that the hypotheses clash, first without a multiplier: several could add up to nothing."""
    plans: tuple[certificates.Plan, ...] = ({"multipliers": [[]]}, {})
    for plan in plans:
        if (found := certificates.find(certificates.ABSURD, core.context, plan)) is not None:
            return found
    return None


def two_blocks(claim: Claim, library: Library, obligations: dict[str, Any]) -> tuple[Core, Context, Formula]:
    core = lower(claim, library.parts, obligations)
    return core, core.context, core.goal


def for_every_number(claim: Claim, library: Library, old: Stored) -> dict[str, Any] | None:
    """Evidence for every number of blocks, along the plan that names an invariant."""
    if not claim.family or claim.id not in EVERY:
        return None

    def lowered(obligations: dict[str, Any]) -> tuple[None, Context, Formula]:
        return None, *families.goal(claim, library.parts, obligations)

    try:
        _, obligations, proof = attempt(lowered, EVERY[claim.id], old)
    except Rejected:
        return None
    return None if proof is None else {"proof": proof} | ({"obligations": obligations} if obligations else {})


def attempt(
    lowered: Callable[[dict[str, Any]], Any], plan: certificates.Plan, old: Stored
) -> tuple[Any, dict[str, Any], Any]:
    """What was lowered, evidence for the obligations met on the way, and a proof: the pinned one if it still holds."""
    obligations: dict[str, Any] = dict(old.get("obligations", {}))
    try:
        what, context, goal = lowered(obligations)
        if "proof" in old and check.proves(goal, old["proof"], context):
            return what, obligations, old["proof"]
    except Rejected:
        pass
    obligations = {}
    while True:
        try:
            what, context, goal = lowered(obligations)
            return what, obligations, certificates.find(goal, context, plan)
        except IllPosed as error:
            found = certificates.obligations(error, plan.get("obligations", {}))
            if not found or any(evidence in obligations.get(text, []) for text, evidence in found.items()):
                raise
            for text, evidence in found.items():
                obligations.setdefault(text, []).append(evidence)


def refuting(claim: Claim, core: Core) -> dict[str, Any] | None:
    if claim.existential():
        return None
    model = None if claim.repeats else smt.coordinates(smt.ask(smt.negation(core.context, core.goal)), core.context)
    found = witnesses.counterexample(claim, model)
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
    test = witnesses.refutes if what == "witness" else hypotheses_hold
    try:
        return dict(old[what]) if test(claim, numbers(old[what])) else None
    except (ValueError, Rejected):
        return None


def without(claim: Claim, library: Library, old: Mapping[str, Stored]) -> dict[str, Any]:
    """For each hypothesis that can be dropped: a counterexample without it, or a proof without it.

    What is said to exist cannot be refuted by an example, so such claims have no companions of this kind.
    """
    companions: dict[str, Any] = {}
    for index in range(0 if claim.existential() else len(claim.given)):
        found = find(claim.without(index), library, old.get(str(index)), companions=False)
        kept = {key: found[key] for key in ("witness", "proof", "every", "obligations") if key in found}
        if kept.keys() & {"witness", "proof", "every"}:
            companions[str(index)] = kept
    return companions


def rivals_refuted(claim: Claim, library: Library, obligations: dict[str, Any], old: Mapping[str, Stored]) -> dict[str, Any]:
    """A counterexample to each statement that must be false if the claim is to say something."""
    found = {}
    for name, rival in rivals(claim):
        witness = pinned(rival, old.get(name), "witness")
        witness = witness or refuting(rival, lower(rival, library.parts, obligations))
        if witness is not None:
            found[name] = {"witness": witness}
    return found


__all__ = ["Budget", "Verdict", "examined", "find", "prove", "z3_query"]
