"""2 · Every number of blocks: the kernel rejects an invariant that is none, and facts that belong to another pair.

In the three steps of the rule the names ``x`` and ``y`` stand for one block, for the whole of two parts, and for the whole
family. What is known of one of these must not be taken for known of another.
"""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import pytest
from evidence import both, cases, certificate, equation, judged, product, sums, term, use

from proofs import ledger
from proofs.kernel import (
    Claim,
    Family,
    Space,
    after_steps,
    cosine,
    either,
    equal,
    every,
    exists,
    families,
    inner,
    largest,
    norm,
    real,
    smallest,
    total,
)
from proofs.kernel import both as both_hold
from proofs.kernel.check import Rejected
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Record

(x_k, y_k), (x, y) = Family("x", "y")
p, q = real("p q")
TRIVIAL = both()
AT_MOST_ONE = "-2*|x| + 2"


def record(claim: Claim, proof: Any, model: dict[str, Any]) -> Record:
    return judged(claim, {"every": {"proof": proof}, "model": model})


def refused(claim: Claim, proof: Any, model: dict[str, Any], reason: str) -> None:
    result = record(claim, proof, model)
    assert result.verdict is Verdict.UNKNOWN
    assert reason in result.reason


class TestInvariants:
    """Each of the three steps has to hold."""

    obtuse = Claim("mine.obtuse", inner(x, y) <= 0, given=[every(inner(x_k, y_k) <= 0)])
    one = both(certificate(term("-cos(x,y)*|x|*|y|")))
    merge = both(certificate(*(term(f"-cos(x_{k},y_{k})*|x_{k}|*|y_{k}|") for k in (1, 2))))
    then = certificate(term("-cos(x,y)*|x|*|y|"))
    model = {"x_1": ["1"], "y_1": ["-1"]}  # noqa: RUF012
    good = sums(["inner(x,y) <= 0"], one, merge, then)

    def test_the_example(self) -> None:
        assert record(self.obtuse, self.good, self.model).verdict is Verdict.PROVED

    @pytest.mark.parametrize(
        ("invariant", "reason"),
        [
            ([], "there are 0 parts"),
            (["inner(x,y) <= 1"], "differ by"),
            (["inner(x,y) < 0"], "strict"),
            (["inner(x,y) >= 0"], "differ by"),
            (["|x| >= 0"], "differ by"),
            (["inner(x,y) <= p"], "p in 'p' is no variable"),
            (["inner(x_1,y_1) <= 0"], "x_1 in 'inner(x_1,y_1)' is no variable"),
            (["inner(x',y') <= 0"], "x' in \"inner(x',y')\" is no variable"),
            (["x <= 0"], "is not a relation between two numbers"),
            (["inner(x,y)"], "is not a relation between two expressions"),
            (["inner(x,y) != 0"], "is not a relation between two expressions"),
            ([1], "is not a relation between two expressions"),
            (None, "the invariant is not a list of relations"),
            ("inner(x,y) <= 0", "the invariant is not a list of relations"),
        ],
    )
    def test_another_invariant(self, invariant: Any, reason: str) -> None:
        refused(self.obtuse, {**self.good, "invariant": invariant}, self.model, reason)

    @pytest.mark.parametrize("premises", [[TRIVIAL, merge], [one, TRIVIAL], [one, one], [merge, one], [], [one], None])
    def test_a_step_left_out(self, premises: Any) -> None:
        assert record(self.obtuse, {**self.good, "premises": premises}, self.model).verdict is Verdict.UNKNOWN

    def test_a_hypothesis_left_out(self) -> None:
        refused(self.obtuse.without(0), self.good, self.model, "is not among the facts")

    def test_what_one_block_has_and_two_lose(self) -> None:
        """``‖x‖ ≤ 1`` for every block, and not for the whole."""
        claim = Claim("mine.false", norm(x) <= 1, given=[every(norm(x_k) <= 1)])
        step = both(certificate(term("1 - |x|")))
        for merge in (step, both(certificate(term("1 - |x_1|"), term("1 - |x_2|"))), TRIVIAL):
            refused(claim, sums(["|x| <= 1"], step, merge, certificate(term("1 - |x|"))), {"x_1": ["1"]}, "")

    @pytest.mark.parametrize("goal", ["inner(x,y) >= lam*2*root(m*M)/(m + M)*|x|*|y|", "inner(x,y)/(|x|*|y|) >= lam"])
    def test_the_norm_ratio_goal_is_no_invariant(self, goal: str) -> None:
        """``C ≥ λ·2√(mM)/(m+M)`` is true of every family, and is not closed under merging."""
        claim, stored = ledger.claims()["blocks.norm_ratio_lower"], ledger.stored("blocks.norm_ratio_lower")
        assert judged(claim, stored).every
        forged = copy.deepcopy(stored)
        forged["every"]["proof"]["invariant"][-1] = goal
        assert not judged(claim, forged).every

    def test_two_pairs_at_the_norm_ratio_bound_fall_below_it_together(self) -> None:
        merged = Claim("mine.merging", cosine(x, y) >= p, given=[every(cosine(x_k, y_k) >= p)])
        result = merged.evaluate(x=[[5, 0], [5, 0]], y=[[4, 3], [40, 30]], p=Fraction(4, 5))
        assert all(result.hypotheses)
        assert not result.conclusion

    @pytest.mark.parametrize("id", [id for id in ledger.claims() if ledger.stored(id).get("every")])
    def test_no_stored_proof_goes_without_its_invariant(self, id: str) -> None:
        """The last relation of each stored invariant is needed by its proof."""
        stored = ledger.stored(id)
        for path in invariants(stored["every"]["proof"]):
            forged = copy.deepcopy(stored)
            target: Any = forged["every"]["proof"]
            for key in path:
                target = target[key]
            del target["invariant"][-1]
            result = judged(ledger.claims()[id], forged)
            assert not result.every
            assert any(o.checker == "sums" and o.outcome == "rejected" and o.detail for o in result.evidence)


def invariants(evidence: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where in the evidence invariants stand."""
    items = evidence.items() if isinstance(evidence, dict) else enumerate(evidence) if isinstance(evidence, list) else ()
    here = [path] if isinstance(evidence, dict) and evidence.get("rule") == "sums" else []
    return here + [deeper for key, value in items for deeper in invariants(value, (*path, key))]


class TestFactsOfAnotherPair:
    """What is known before the family is gone through may speak of fixed numbers only."""

    unit = Claim("mine.false", equal(norm(x), 1), given=[every(equal(norm(x_k), 1))])
    model = {"x_1": ["1"]}  # noqa: RUF012

    def test_a_case_split_on_a_norm(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Were ``‖x‖ ≤ 1`` known of one block, of the two parts and of the whole alike, or else ``‖x‖ > 1``, then all
        steps would hold, and two orthogonal unit vectors would make a unit vector. Each of two precautions is enough."""
        one = certificate(equations=[equation("|x| - 1", "-|x| + 1")])
        two = [equation("|x_1| - 1", "|x_1| + |x_2|"), equation("|x_2| - 1", "2 - |x_1| + |x_2|")]
        clash = certificate(term(AT_MOST_ONE, weight="1/2"), term(AT_MOST_ONE, "|x|", weight="1/2"), equations=two)
        first = sums(["|x| = 1"], both(one), {"rule": "absurd", "by": clash}, one)
        above = certificate(multiplier=[product("2*|x| - 2")], equations=[equation("|x| - 1", "-2")])
        nothing = certificate(term("-1"))
        second = sums(["0 >= 1"], {"rule": "absurd", "by": above}, both(nothing), {"rule": "absurd", "by": nothing})
        proof = cases(AT_MOST_ONE, first, second)
        refused(self.unit, proof, self.model, f"{AT_MOST_ONE} ≥ 0 is not among the facts")
        monkeypatch.setattr(families.FamilyGoal, "with_known_numbers", lambda _, context: context)
        assert record(self.unit, proof, self.model).verdict is Verdict.UNKNOWN
        monkeypatch.setattr(families.Lowering, "root_name", lambda *of: f"|{of[2].name}|")
        assert record(self.unit, proof, self.model).verdict is Verdict.PROVED

    @pytest.mark.parametrize("name", ["|x|", "|x_1|", "|x_2|", "|x'|", "cos(x,y)", "sin(x,y)", "total1_1", "fixed1", "r1"])
    def test_an_assumption_about_what_changes_is_not_carried_in(self, name: str) -> None:
        """In neither case is the case known in the steps."""
        claim = Claim("mine.cases", either(norm(x) >= p, norm(x) < p))
        right = {"rule": "choose", "part": 0, "by": certificate(term(f"{name} - p"))}
        wrong = {"rule": "choose", "part": 1, "by": certificate(term(f"p - {name}"))}
        proofs = [sums([], TRIVIAL, TRIVIAL, then) for then in (right, wrong)]
        refused(claim, cases(f"{name} - p", *proofs), self.model | {"p": "1"}, "is not among the facts")

    def test_an_assumption_about_a_fixed_number_is(self) -> None:
        claim = Claim("mine.cases", either(p >= 0, p < 0), given=[norm(x) >= 0])
        parts = [{"rule": "choose", "part": i, "by": certificate(term(fact))} for i, fact in enumerate(("p", "-p"))]
        proof = cases("p", *(sums([], TRIVIAL, TRIVIAL, part) for part in parts))
        assert record(claim, proof, self.model | {"p": "1"}).verdict is Verdict.PROVED

    def test_a_maximum_is_some_upper_bound_and_no_more(self) -> None:
        """That it is attained is not known: the conclusion must follow from every upper bound."""
        claim = Claim("mine.attained", largest(norm(x_k)) <= norm(x))
        step = both(certificate(term("max1 - |x|")))
        refused(claim, sums(["|x| <= max1"], step, step, certificate(term("|x| - max1"))), self.model, "")

    @pytest.mark.parametrize(
        ("said", "gap"), [(norm(x_k) < largest(norm(x_k)), "max1 - |x'|"), (smallest(norm(x_k)) < norm(x_k), "-min1 + |x'|")]
    )
    def test_a_maximum_is_not_beyond_every_block(self, said: Any, gap: str) -> None:
        then = certificate(term(gap))
        refused(Claim("mine.false", every(said)), sums([], TRIVIAL, TRIVIAL, then), self.model, "the goal is strict")

    def test_a_block_that_is_added_is_any_block(self) -> None:
        """``⟨x, y⟩‖x'‖² ≥ ‖x‖²⟨x', y'⟩`` holds of the marked block and adds, but need not hold of the others."""
        claim = Claim("mine.false", every(inner(x, y) * norm(x_k) ** 2 >= norm(x) ** 2 * inner(x_k, y_k)))
        gaps = [f"cos(x_{k},y_{k})*|x_{k}|*|y_{k}|*|x'|^2 - cos(x',y')*|x'|*|y'|*|x_{k}|^2" for k in (1, 2)]
        merge = both(certificate(*map(term, gaps)))
        proof = sums(["inner(x,y)*|x'|^2 >= |x|^2*inner(x',y')"], both(certificate()), merge, certificate())
        refused(claim, proof, {"x_1": ["1"], "y_1": ["1"]}, f"{gaps[1]} ≥ 0 is not among the facts")

    def test_a_sum_is_not_fixed(self) -> None:
        """``Σ‖x_k‖ ≤ p`` is known of the whole, not of its parts."""
        claim = Claim("mine.false", norm(x) <= p, given=[total(norm(x_k)) >= p, every(norm(x_k) >= 0)])
        one = both(certificate(term("total1 - p")))
        refused(claim, sums(["|x| <= p"], one, one, certificate(term("p - |x|"))), self.model | {"p": "1"}, "")

    def test_what_is_given_of_the_whole_is_not_known_of_a_block(self) -> None:
        claim = Claim("mine.false", every(norm(x_k) >= 1), given=[norm(x) >= 1])
        then = certificate(term("fixed1 - 1"))
        for proof in (then, certificate(term("|x| - 1")), certificate(term("|x'| - 1"))):
            refused(claim, sums([], TRIVIAL, TRIVIAL, proof), self.model, "")

    def test_a_vector_beside_the_family_is_not_the_marked_block(self) -> None:
        (other,) = Space("w")
        claim = Claim("mine.false", every(norm(x_k) >= norm(other)), given=[norm(other) >= 1])
        then = certificate(term("|w| - 1"))
        refused(claim, sums([], TRIVIAL, TRIVIAL, then), {"w": ["1"], "x_1": ["1"]}, "differ by")

    def test_a_lemma_about_the_pair(self) -> None:
        """Vectors of the family are not there before the family is opened."""
        (v,) = Space("v")
        lemma = Claim("lemma.positive", norm(v) >= 0)
        stored = {lemma.id: {"proof": certificate(term("|v|")), "model": {"v": ["1"]}}}
        claim = Claim("mine.fine", norm(x) >= 0)
        opened = sums([], TRIVIAL, TRIVIAL, certificate(term("|x|")))
        assert record(claim, opened, self.model).verdict is Verdict.PROVED
        proof = use(lemma.id, {"v": "x"}, opened, [])
        result = judged(claim, {"every": {"proof": proof}, "model": self.model}, lemma, stored=stored)
        assert result.verdict is Verdict.UNKNOWN
        assert "x in 'x' is no variable of the statement" in result.reason


class TestBeyondTheRule:
    """Statements that the rule does not speak of are refused in words."""

    (u_k,), (u,) = Family("u")

    @pytest.mark.parametrize(
        "claim",
        [
            Claim("mine.two", norm(x) + norm(u) >= 0),
            Claim("mine.exists", exists(p, such_that=p > norm(x))),
            Claim("mine.either", norm(x) >= 0, given=[either(every(norm(x_k) > 0), p > 0)]),
            Claim("mine.nested", norm(x) >= 0, given=[every(every(norm(x_k) > 0))]),
            Claim("mine.total", every(total(norm(x_k)) >= norm(x_k))),
            Claim("mine.negated", either(every(norm(x_k) >= 0), p > 0)),
        ],
        ids=lambda claim: claim.id,
    )
    def test_refused(self, claim: Claim) -> None:
        proof = sums([], TRIVIAL, TRIVIAL, certificate(term("|x|")))
        result = judged(claim, {"every": {"proof": proof}, "model": {}})
        assert result.verdict is Verdict.UNKNOWN
        assert not result.every
        assert any(o.checker == "sums" and o.outcome == "rejected" and o.detail for o in result.evidence)

    def test_a_claim_about_no_family(self) -> None:
        v, w = Space("v", "w")
        claim = Claim("mine.pair", norm(v) * norm(w) >= 0)
        result = judged(claim, {"every": {"proof": certificate(term("|v|", "|w|"))}, "model": {"v": ["1"], "w": ["1"]}})
        assert result.verdict is Verdict.UNKNOWN


class TestTheRuleSpeaksOfOneFamily:
    """And of what holds of it: neither of what exists nor of steps."""

    (u_k,), (u,) = Family("u")
    z, z_n = Space("z", "z_n")
    n, e = real("n e")

    @pytest.mark.parametrize(
        "statement",
        [
            norm(x) <= norm(u),
            both_hold(norm(x) >= 0, norm(u) >= 0),
            exists(e, such_that=e > norm(x)),
            both_hold(norm(x) >= 0, after_steps(n, start={z_n: z}, step={z_n: 2 * z_n}, holds=norm(z_n) >= 0)),
        ],
        ids=["two", "two, one after the other", "existence", "steps"],
    )
    def test_nothing_else_is_lowered(self, statement: Any) -> None:
        with pytest.raises(Rejected, match="the rule for sums speaks of one family, and not of existence or of steps"):
            families.goal(Claim("mine.other", statement), {})
