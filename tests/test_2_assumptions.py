"""2 · The kernel rejects: a classical theorem that nobody listed; and what rests on an assumption says so."""

from __future__ import annotations

import pytest
from evidence import certificate, judged, term, use

from proofs.kernel import Claim, real
from proofs.kernel.assumed import ASSUMED
from proofs.kernel.verdict import Verdict

(p,) = real("p")
MODEL = {"p": "1"}


def test_an_assumption_comes_from_the_list() -> None:
    with pytest.raises(ValueError, match="'the moon is cheese' is not among the classical theorems"):
        Claim("mine.bold", p >= 0, assumes=["the moon is cheese"])


def test_an_assumption_is_passed_on_to_what_uses_the_claim() -> None:
    lemma = Claim("mine.lemma", p >= 0, given=[p >= 0], assumes=["sine below angle"])
    shown = {"proof": certificate(term("p")), "model": MODEL}
    claim = Claim("mine.claim", p >= -1, given=[p >= 0], assumes=["half-angle formula"])
    proof = use("mine.lemma", {"p": "p"}, certificate(term("p"), term()), [certificate(term("p"))])
    record = judged(claim, {"proof": proof, "model": MODEL}, lemma, stored={"mine.lemma": shown})
    assert record.verdict is Verdict.PROVED
    assert record.assumptions == ("half-angle formula", "sine below angle")


def test_each_is_explained() -> None:
    assert all(ASSUMED.values())
