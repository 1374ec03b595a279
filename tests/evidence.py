"""Evidence written by hand, and the kernel's judgement of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from proofs import ledger
from proofs.kernel import Claim
from proofs.kernel.check import Context, Formula, Poly, Relation, polynomial
from proofs.kernel.verify import Library, Record, verify
from proofs.prove import find

Evidence = dict[str, Any]
IDENTITY: Evidence = {"rule": "identity"}


def product(*facts: str, weight: str = "1") -> Evidence:
    """A product of strict facts with a positive weight, as a multiplier has them."""
    return {"weight": weight, "facts": list(facts)}


def term(*facts: str, weight: str = "1", square: str = "1") -> Evidence:
    """A weight times a square times facts."""
    return {"weight": weight, "square": square, "facts": list(facts)}


def equation(fact: str, multiplier: str = "1") -> Evidence:
    return {"multiplier": multiplier, "fact": fact}


def certificate(
    *terms: Evidence, multiplier: Iterable[Evidence] = (product(),), equations: Iterable[Evidence] = ()
) -> Evidence:
    return {"rule": "certificate", "multiplier": list(multiplier), "terms": list(terms), "equations": list(equations)}


def both(*parts: Evidence) -> Evidence:
    return {"rule": "both", "parts": list(parts)}


def cases(on: str, nonnegative: Evidence, negative: Evidence) -> Evidence:
    return {"rule": "cases", "on": on, "nonnegative": nonnegative, "negative": negative}


def use(claim: str, substitute: Mapping[str, str], then: Evidence, premises: Any = ()) -> Evidence:
    listed = list(premises) if isinstance(premises, tuple) else premises
    return {"rule": "use", "claim": claim, "substitute": substitute, "premises": listed, "then": then}


def witness(terms: Mapping[str, str], then: Evidence, *premises: Evidence) -> Evidence:
    """The first premise is that such vectors exist, the others are the conditions."""
    return {"rule": "witness", "terms": dict(terms), "premises": list(premises), "then": then}


def sums(invariant: Iterable[str], one: Evidence, merge: Evidence, then: Evidence) -> Evidence:
    return {"rule": "sums", "invariant": list(invariant), "premises": [one, merge], "then": then}


# --- polynomial facts and goals, as the checker sees them -------------------------------------------------------------


def relation(text: str) -> Relation:
    """``p >= 0`` and the like, read as the checker writes it."""
    poly, op, zero = text.rsplit(" ", 2)
    assert zero == "0"
    return Relation(op, polynomial(poly))


class NoLemmas:
    """A language in which no other claim can be spoken of."""

    def lemma(self, claim: str, substitution: Mapping[str, str], context: Context) -> Any:
        raise AssertionError("no lemma is used here")


def context(*facts: Formula | str, **squares: str) -> Context:
    """A context of facts ``p >= 0`` and definitions ``v = "p"``, the square of v being p."""
    known = tuple(relation(fact) if isinstance(fact, str) else fact for fact in facts)
    definitions: dict[str, Poly] = {name: polynomial(text) for name, text in squares.items()}
    return Context(definitions, known, NoLemmas())


# --- whole claims -----------------------------------------------------------------------------------------------------


def library(*claims: Claim, stored: Mapping[str, Evidence] | None = None) -> Library:
    return Library({claim.id: claim for claim in claims}, lambda id: (stored or {}).get(id, {}))


def judged(claim: Claim, evidence: Evidence, *lemmas: Claim, stored: Mapping[str, Evidence] | None = None) -> Record:
    """The kernel's record of a claim whose stored evidence this is; `stored` is that of the lemmas."""
    return verify(claim, evidence, library(claim, *lemmas, stored={claim.id: evidence, **(stored or {})}))


def searched(claim: Claim, *lemmas: Claim, stored: Mapping[str, Evidence] | None = None) -> Record:
    """The kernel's record of a claim with the evidence that the search finds for it alone."""
    known = library(claim, *lemmas, stored=stored)
    return verify(claim, find(claim, known, companions=False), known)


def routes(claim: Claim, evidence: Evidence, *lemmas: Claim, stored: Mapping[str, Evidence] | None = None) -> list[Record]:
    """The record of a claim by each way that leads to one: handed its evidence, from stored evidence, by search."""
    on_disk = library(claim, *lemmas, stored={claim.id: evidence, **(stored or {})})
    return [
        judged(claim, evidence, *lemmas, stored=stored),
        ledger.recorded(claim, on_disk),
        searched(claim, *lemmas, stored=stored),
    ]
