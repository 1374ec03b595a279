"""2 · Nothing is proved of what is not there: terms without a value, vectors and numbers that do not exist."""

from __future__ import annotations

import re
from typing import Any

import pytest
from evidence import IDENTITY, Evidence, both, certificate, judged, searched, term, witness

from proofs.kernel import Claim, Space, cosine, equal, exists, inner, nonzero, norm, real, root, sine, terms, unequal
from proofs.kernel import both as all_of
from proofs.kernel.text import unicode
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Record

x, y = Space("x", "y")
u, v, w = Space("u", "v", "w")
s, r = Space("s", "r", dimension=1)
p, q, a = real("p q a")


class TestDefinedness:
    """A denominator or radicand of unknown sign makes a claim ill-posed, not true."""

    @pytest.mark.parametrize(
        ("statement", "given"),
        [
            (equal(p / p, 1), [unequal(p, 0)]),
            (equal(root(p) ** 2, p), [p >= 0]),
            (equal(p / (p - q), 1 + q / (p - q)), [unequal(p, q)]),
            (cosine(x, y) <= 1, [nonzero(x), nonzero(y)]),
            (sine(x, y) >= 0, [nonzero(x), nonzero(y)]),
            (root(root(p)) >= 0, [p >= 0]),
        ],
        ids=lambda value: unicode(value) if isinstance(value, terms.Formula) else "",
    )
    def test_with_and_without_what_defines_it(self, statement: Any, given: list[Any]) -> None:
        claim = Claim("mine.defined", statement, given=given)
        assert judged(claim, {}).verdict is Verdict.UNKNOWN
        for index in range(len(given)):
            record = judged(claim.without(index), {})
            assert record.verdict is Verdict.ILL_POSED
            assert "is not shown to be" in record.reason

    def test_the_search_finds_no_way_around(self) -> None:
        claim = Claim("mine.defined", equal(p / p, 1), given=[unequal(p, 0)])
        assert searched(claim).verdict is Verdict.PROVED
        assert searched(claim.without(0)).verdict is Verdict.ILL_POSED

    def test_evidence_does_not_help(self) -> None:
        claim = Claim("mine.undefined", equal(p / p, 1))
        for text in ("p > 0", "-p > 0", "p^2 > 0"):
            forged = {"obligations": {text: [certificate(term(square="p")), IDENTITY, None, certificate(term("p"))]}}
            assert judged(claim, {"proof": IDENTITY, "model": {"p": "1"}, **forged}).verdict is Verdict.ILL_POSED

    def test_a_hypothesis_has_to_be_defined_too(self) -> None:
        """By those before it."""
        assert judged(Claim("mine.hypothesis", p >= 0, given=[root(p) >= 0]), {}).verdict is Verdict.ILL_POSED
        assert judged(Claim("mine.order", p >= 0, given=[1 / p > 0, p > 0]), {}).verdict is Verdict.ILL_POSED
        evidence = {"proof": certificate(term()), "model": {"p": "1"}}
        assert judged(Claim("mine.order", p > 0, given=[p > 0, 1 / p > 0]), evidence).verdict is Verdict.PROVED


class TestExistence:
    """What is said to exist has to: norms are not negative, cosines lie in [−1, 1], nothing is left out."""

    claim = Claim(
        "mine.acute",
        exists(x, y, where=(nonzero(x), nonzero(y)), such_that=equal(cosine(x, y), a)),
        given=[0 <= a, a <= 1],
    )
    one = certificate(term())
    realisable = both(one, certificate(term("-a + 1")), certificate(term("a"), term()), one)
    terms = {"|x|": "1", "|y|": "1", "cos(x,y)": "a"}  # noqa: RUF012

    def verdict(self, terms: Any, claim: Claim | None = None, *premises: Evidence) -> Record:
        proof = witness({}, IDENTITY, *(premises or (self.realisable, self.one, self.one)))
        return judged(claim or self.claim, {"proof": {**proof, "terms": terms}, "model": {"a": "1/2"}})

    def test_the_example(self) -> None:
        assert self.verdict(self.terms).verdict is Verdict.PROVED

    @pytest.mark.parametrize(
        ("terms", "reason"),
        [
            ({"cos(x,y)": "2*a"}, "differ by"),
            ({"cos(x,y)": "a + 1"}, "differ by"),
            ({"cos(x,y)": "-2"}, "differ by"),
            ({"|x|": "-1"}, "differ by"),
            ({"|x|": "0"}, "differ by|goal is strict|different from 0"),
            ({"|x|": "a - 1"}, "differ by"),
            ({"|x|": None}, "is not the text of an expression"),
            ({"|z|": "1"}, "are asked for"),
            ({"sin(x,y)": "0"}, "are asked for"),
            ({"a": "1"}, "are asked for"),
        ],
    )
    def test_impossible_vectors(self, terms: dict[str, Any], reason: str) -> None:
        record = self.verdict({**self.terms, **terms})
        assert record.verdict is Verdict.UNKNOWN
        assert re.search(reason, record.reason)

    @pytest.mark.parametrize("missing", ["|x|", "|y|", "cos(x,y)"])
    def test_a_missing_coordinate(self, missing: str) -> None:
        record = self.verdict({name: text for name, text in self.terms.items() if name != missing})
        assert record.verdict is Verdict.UNKNOWN
        assert "are asked for" in record.reason

    @pytest.mark.parametrize("terms", [None, [], ["|x|", "|y|", "cos(x,y)"], "|x|", 1])
    def test_terms_of_the_wrong_shape(self, terms: Any) -> None:
        assert "are asked for" in self.verdict(terms).reason

    def test_a_cosine_beyond_one(self) -> None:
        """With ``a ≤ 2`` the same witness would make a vector pair of cosine 2."""
        claim = Claim("mine.false", self.claim.statement, given=[0 <= a, a <= 2])
        record = self.verdict(self.terms, claim)
        assert record.verdict is Verdict.UNKNOWN
        assert "-a + 1 ≥ 0 is not among the facts" in record.reason

    def test_a_vector_is_not_a_number(self) -> None:
        claim = Claim("mine.number", exists(q, such_that=q >= norm(x)))
        good = {"proof": witness({"q": "|x|"}, certificate(), both()), "model": {"x": ["1"]}}
        assert judged(claim, good).verdict is Verdict.PROVED
        bad = {**good, "proof": witness({"q": "x"}, certificate(), both())}
        assert "the witness for q is not a number" in judged(claim, bad).reason

    def test_three_vectors_need_more_than_their_cosines(self) -> None:
        """Three unit vectors with mutual cosines −1 do not exist, though each pair does."""
        claim = Claim(
            "mine.false", exists(u, v, w, such_that=all_of(*(equal(inner(*two), -1) for two in ((u, v), (v, w), (u, w)))))
        )
        terms = {"|u|": "1", "|v|": "1", "|w|": "1", "cos(u,v)": "-1", "cos(u,w)": "-1", "cos(v,w)": "-1"}
        record = judged(claim, {"proof": witness(terms, both(*[IDENTITY] * 3), both(*[self.one] * 9)), "model": {}})
        assert record.verdict is Verdict.UNKNOWN
        assert "existence is shown for pairs" in record.reason

    def test_vectors_of_one_dimension_have_few_cosines(self) -> None:
        claim = Claim("mine.false", exists(s, r, such_that=equal(inner(s, r), a)), given=[0 <= a, a <= 1])
        terms = {"|s|": "1", "|r|": "1", "cos(s,r)": "a"}
        record = judged(claim, {"proof": witness(terms, IDENTITY, self.realisable), "model": {"a": "1/2"}})
        assert record.verdict is Verdict.UNKNOWN
        assert "existence is shown for pairs" in record.reason

    def test_a_counterexample_does_not_refute_existence(self) -> None:
        record = judged(self.claim, {"witness": {"a": "1/2", "x": ["1", "0"], "y": ["1", "1"]}})
        assert record.verdict is Verdict.UNKNOWN
