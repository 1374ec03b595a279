"""What is known of a claim: outcomes of checkers, hypotheses with their need, and the record of it all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.core import Core
from proofs.kernel.verdict import Verdict


@dataclass(frozen=True)
class Outcome:
    """What one checker said: verified, unsat, sat, unknown, not_run or rejected."""

    checker: str
    outcome: str
    detail: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis, and whether the claim needs it: True with a counterexample, False with a proof, None if unsettled."""

    text: str
    needed: bool | None
    witness: Mapping[str, Any] | None


@dataclass(frozen=True)
class Record:
    """All that is known of one claim."""

    claim: Claim
    verdict: Verdict
    reason: str
    evidence: tuple[Outcome, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    uses: tuple[str, ...] = ()
    witness: Mapping[str, Any] | None = None
    model: Mapping[str, Any] | None = None
    core: Core | None = None
    every: bool = False
    inherited: tuple[str, ...] = ()

    @property
    def scope(self) -> dict[str, str | None]:
        blocks = "every" if self.every else blocks_scope(self.claim)
        return {"blocks": blocks, "dimension": dimension_scope(self.claim)}

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The classical theorems that this rests on, itself or through the claims that it uses."""
        return tuple(dict.fromkeys([*assumptions(self.claim), *self.inherited]))


def blocks_scope(claim: Claim) -> str | None:
    """How many blocks the record speaks of: None where the claim is not about blocks, 2 of any number if not of every."""
    if claim.family:
        return "2"
    counts = [len(n.parts) for part in claim.parts for n in t.walk(part) if isinstance(n, t.Blocks)]
    return str(max(counts)) if counts else None


def dimension_scope(claim: Claim) -> str:
    """The dimensions of the spaces: what is said to exist as a pair of vectors needs a plane."""
    fixed = {v.dimension for v in claim.with_blocks(2).variables() if isinstance(v, t.Base)}
    if claim.existential():
        return "n>=2"
    return "every" if not fixed or fixed == {None} else f"n={max(d for d in fixed if d is not None)}"


def assumptions(claim: Claim) -> tuple[str, ...]:
    """The classical theorems that a claim rests on by what it speaks of and how it is read."""
    found = ["Cauchy–Schwarz"] if any(isinstance(v, t.Base) for v in claim.with_blocks(2).variables()) else []
    if any(isinstance(v, t.Base) for v in claim.existential()):
        found.append("Gram realisation")
    nodes = {type(node) for part in claim.parts for node in t.walk(part)}
    found += [name for kind, name in ((t.Derivative, "differentiation"), (t.Log, "logarithm")) if kind in nodes]
    return (*found, *claim.assumes)
