"""4 · Search finds what is there: simple counterexamples, models, certificates; and what it finds is checked."""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from itertools import product as combinations
from typing import Any

import pytest
from evidence import context, judged, library, relation, searched

import proofs
from proofs import ledger
from proofs.kernel import (
    Claim,
    Family,
    Space,
    cosine,
    either,
    equal,
    every,
    exists,
    iff,
    inner,
    largest,
    nonzero,
    norm,
    real,
    root,
    terms,
    unequal,
)
from proofs.kernel import both as all_of
from proofs.kernel.check import And, Iff, Or, Poly, Relation, decide, proves
from proofs.kernel.core import lower
from proofs.kernel.signs import obvious
from proofs.kernel.text import unicode
from proofs.kernel.verdict import Verdict
from proofs.prove import prove, z3_query
from proofs.search import certificates, smt
from proofs.search.witnesses import complexity, counterexample, lift, model_of_hypotheses, refutes

x, y = Space("x", "y")
s, r = Space("s", "r", dimension=1)
p, q, norm_x, cos_x_y = real("p q norm_x cos_x_y")
(x_k, y_k), (xs, ys) = Family("x", "y")
FAR = Claim("mine.far", p < 10**40, given=[p > 10**20])


def shown(value: Any) -> str:
    """How a statement is called in the name of its test."""
    return unicode(value) if isinstance(value, terms.Formula) else getattr(value, "name", "")


def bits(inputs: dict[str, Any]) -> int:
    return complexity(inputs)[0]


class TestCounterexamples:
    """False statements are refuted by exact vectors, as simple as there are."""

    @pytest.mark.parametrize(
        ("statement", "given", "least"),
        [
            (p >= 0, [], 1),
            (p**2 > p, [], 0),
            (equal(p, 0), [p >= 0], 1),
            (p * q >= 0, [], 2),
            (cosine(x, y) >= 0, [nonzero(x), nonzero(y)], 2),
            (unequal(cosine(x, y), 1), [nonzero(x), nonzero(y), nonzero(x - y)], 3),
            (norm(x + y) >= norm(x), [], 2),
            (equal(norm(x + y), norm(x) + norm(y)), [], 2),
            (inner(x, y) >= norm(x) * norm(y), [], 2),
            (equal(inner(s, r), norm(s) * norm(r)), [], 2),
            (cosine(xs, ys) <= largest(cosine(x_k, y_k)), [every(all_of(nonzero(x_k), nonzero(y_k)))], 5),
        ],
        ids=shown,
    )
    def test_the_simplest(self, statement: Any, given: list[Any], least: int) -> None:
        claim = Claim("mine.false", statement, given=given)
        found = counterexample(claim)
        assert found is not None
        assert refutes(claim, found)
        assert bits(found) == least

    def test_none_is_simpler(self) -> None:
        """Every vector pair of fewer bits satisfies the inequality."""
        claim = Claim("mine.false", norm(x + y) >= norm(x))
        found = counterexample(claim)
        assert found is not None
        small = [list(entries) for entries in combinations((-1, 0, 1), repeat=len(found["x"]))]
        simpler = [{"x": v, "y": w} for v in small for w in small if bits({"x": v, "y": w}) < bits(found)]
        assert simpler
        assert not any(refutes(claim, inputs) for inputs in simpler)

    @pytest.mark.parametrize("id", [id for id in ledger.claims() if ledger.stored(id).get("witness")])
    def test_the_false_claims_of_the_texts(self, id: str) -> None:
        claim = proofs.claim(id)
        found = counterexample(claim)
        assert found is not None
        assert refutes(claim, found)

    @pytest.mark.parametrize(
        "claim", [Claim("mine.true", p**2 + q**2 >= 2 * p * q), Claim("mine.exists", exists(q, such_that=q < 0))]
    )
    def test_there_is_none(self, claim: Claim) -> None:
        assert counterexample(claim) is None

    def test_outside_the_hypotheses_does_not_count(self) -> None:
        claim = Claim("mine.true", p >= 0, given=[p >= 1])
        assert counterexample(claim, {"p": Fraction(-1)}) is None
        assert not refutes(claim, {"p": -1})

    def test_an_undefined_conclusion_is_no_counterexample(self) -> None:
        assert not refutes(Claim("mine.undefined", 1 / p > 0), {"p": 0})
        assert not refutes(Claim("mine.undefined", root(p) >= 0), {"p": -1})

    def test_models_of_hypotheses(self) -> None:
        found = model_of_hypotheses(Claim("mine.model", p >= 0, given=[p > 1, p * q < 0]))
        assert found is not None
        assert found["p"] > 1
        assert found["q"] < 0
        assert model_of_hypotheses(Claim("mine.model", p >= 0, given=[p > 1, p < 0])) is None


class TestModels:
    """Z3's models are lifted to vectors, and only vectors count."""

    @pytest.mark.parametrize("c", [Fraction(-1), Fraction(-9, 10), Fraction(0), Fraction(1, 3), Fraction(1)])
    def test_lifted_vectors_have_the_norms_and_the_cosine(self, c: Fraction) -> None:
        claim = Claim("mine.lifted", norm(x) * norm(y) >= p * inner(x, y))
        *_, inputs = lift(claim, {"|x|": Fraction(3), "|y|": Fraction(1, 2), "cos(x,y)": c, "p": Fraction(7, 3)})
        assert inputs["p"] == Fraction(7, 3)
        values = Claim("mine.values", all_of(equal(norm(x), 3), equal(norm(y), Fraction(1, 2))))
        assert values.evaluate(x=inputs["x"], y=inputs["y"]).conclusion
        assert abs(Claim("mine.cosine", cosine(x, y) >= c).evaluate(x=inputs["x"], y=inputs["y"]).slack) < 1e-3

    def test_lines_keep_their_dimension(self) -> None:
        for c in (-1, 1):
            *_, inputs = lift(
                Claim("mine.line", inner(s, r) >= 0), {"|s|": Fraction(2), "|r|": Fraction(3), "cos(s,r)": Fraction(c)}
            )
            assert inputs == {"s": [2], "r": [3 * c]}

    def test_no_model_no_vectors(self) -> None:
        assert list(lift(FAR, {})) == []

    def test_a_right_model_is_used(self) -> None:
        found = counterexample(FAR, {"p": Fraction(10**41)})
        assert found == {"p": 10**41}

    @pytest.mark.parametrize("value", [0, 5, 10**21, -(10**50)])
    def test_a_wrong_model_is_refused(self, value: int) -> None:
        assert counterexample(FAR, {"p": Fraction(value)}) is None

    def test_a_counterexample_that_only_a_solver_finds(self) -> None:
        assert counterexample(FAR) is None
        assert searched(FAR).verdict is Verdict.REFUTED


class TestCertificates:
    """Certificates are found for what products of facts and squares show, and are checked before they are believed."""

    @pytest.mark.parametrize(
        ("goal", "facts", "plan"),
        [
            ("a + b > 0", ["a > 0", "b >= 0"], {}),
            ("a^2*b - 3 >= 0", ["a - 2 >= 0", "b - 1 >= 0", "a > 0", "b > 0"], {}),
            ("a >= 0", ["a*b >= 0", "b > 0"], {}),
            ("a = 0", ["a*b = 0", "b > 0"], {}),
            ("a^2 - 2*a*b + b^2 >= 0", [], {"squares": ["a - b"]}),
        ],
    )  # fmt: skip
    def test_found(self, goal: str, facts: list[str], plan: dict[str, Any]) -> None:
        known = context(*facts)
        evidence = certificates.find(relation(goal), known, plan)
        assert evidence is not None
        decide(relation(goal), evidence, known)

    def test_connectives(self) -> None:
        known = context("a > 0", "b > 0", Or((relation("c - a >= 0"), relation("c - b >= 0"))))
        one, two = relation("a + b > 0"), relation("-a >= 0")
        decide(And((one, one)), found(And((one, one)), known), known)
        decide(Or((two, one)), found(Or((two, one)), known), known)
        decide(Iff(one, relation("b > 0")), found(Iff(one, relation("b > 0")), known), known)
        plan = {"of": 0, "each": [{}, {}]}
        decide(relation("c > 0"), found(relation("c > 0"), known, plan), known)
        decide(relation("d^2*a >= 0"), found(relation("d^2*a >= 0"), known, {"on": "d"}), known)
        clash = context("a > 0", "-a - 1 >= 0")
        decide(two, found(two, clash, {"absurd": {}}), clash)

    @pytest.mark.parametrize("goal", ["a - b >= 0", "-a > 0", "a - 1 >= 0", "-1 >= 0"])
    def test_not_found(self, goal: str) -> None:
        assert certificates.find(relation(goal), context("a > 0", "b > 0"), {}) is None

    def test_what_is_seen_at_once(self) -> None:
        known = context("a > 0", "b >= 0", "a*c - b >= 0", "3*e - 3*f > 0")
        seen = ("a > 0", "2*a > 0", "a*b >= 0", "a + b > 0", "a*c - b >= 0", "d^2*a >= 0", "0 >= 0", "a != 0")
        for goal in (*seen, "e - f > 0", "2*e - 2*f >= 0"):
            evidence = obvious(relation(goal), known)
            assert evidence is not None
            decide(relation(goal), evidence, known)
        hidden = ("b > 0", "-a > 0", "a*d >= 0", "a*c >= 0", "0 > 0", "b != 0", "a = 0", "0 = 0", "a - b >= 0")
        for goal in (*hidden, "a*c - b > 0", "a*c - 2*b >= 0", "2*a*c - b >= 0", "-e + f >= 0"):
            assert obvious(relation(goal), known) is None

    @pytest.mark.parametrize(
        ("statement", "given", "verdict"),
        [
            (p**2 >= 0, [], Verdict.PROVED),
            (either(p > 0, p**2 >= 0), [], Verdict.PROVED),
            (iff(p > 0, 2 * p > 0), [], Verdict.PROVED),
            (p >= 0, [], Verdict.REFUTED),
            (equal(p / p, 1), [], Verdict.ILL_POSED),
            (p >= 1, [p > 2, p < 1], Verdict.VACUOUS),
            (exists(q, such_that=q > p), [], Verdict.UNKNOWN),
        ],
        ids=shown,
    )
    def test_a_claim_of_ones_own(self, statement: Any, given: list[Any], verdict: Verdict) -> None:
        record = searched(Claim("mine.own", statement, given=given))
        assert record.verdict is verdict
        assert record.reason

    def test_the_whole_way(self) -> None:
        """Companions and Z3's answer included."""
        record = prove(Claim("mine.own", p * q >= 0, given=[p >= 0, q >= 0]))
        assert record.verdict is Verdict.PROVED
        assert [h.needed for h in record.hypotheses] == [True, True]
        assert [o.outcome for o in record.evidence if o.checker == "z3"] == ["unsat"]


def found(goal: Any, known: Any, plan: dict[str, Any] | None = None) -> Any:
    evidence = certificates.find(goal, known, plan or {})
    assert evidence is not None
    assert proves(goal, evidence, known)
    return evidence


class TestSolver:
    """Z3 runs in a process of its own; whatever becomes of it, the answer is an answer."""

    @pytest.mark.parametrize("id", ledger.claims())
    def test_every_query_is_read_by_z3(self, id: str) -> None:
        z3 = pytest.importorskip("z3")
        record = ledger.recorded(proofs.claim(id), LIBRARY)
        if (query := z3_query(record)) is None:
            assert record.claim.existential() or record.claim.repeats
            return
        solver = z3.Solver()
        solver.from_string(query)
        assert solver.assertions()
        assert "/" not in query.replace("(/ ", "").partition("(set-logic")[2]

    @pytest.mark.parametrize(
        ("statement", "given", "answer"),
        [
            (p >= 0, [], "sat"),
            (p**2 >= 0, [], "unsat"),
            (p**2 + q**2 >= 0, [p >= 1], "unsat"),
            (norm(x) >= norm_x, [], "sat"),
            (inner(x, y) <= cos_x_y * norm(x) * norm(y), [cos_x_y <= 1], "sat"),
            (either(p > 0, p <= 0), [], "unsat"),
            (iff(p > 0, p**3 > 0), [], "unsat"),
            (unequal(p**2 + 1, 0), [], "unsat"),
            (Fraction(-3, 7) * p >= 0, [p < 0], "unsat"),
        ],
        ids=shown,
    )
    def test_answers(self, statement: Any, given: list[Any], answer: str) -> None:
        record = judged(Claim("mine.query", statement, given=given), {})
        query = z3_query(record)
        assert query is not None
        found = smt.ask(query)
        assert found.outcome == answer
        if answer == "sat":
            assert record.core is not None
            assert counterexample(record.claim, smt.coordinates(found, record.core.context)) is not None

    def test_a_statement_cannot_end_its_comment(self) -> None:
        claim = Claim("mine.query", p > 0, source="a\n(assert false)")
        core = lower(claim, library(claim).parts)
        query = smt.negation(core.context, core.goal, claim.id + "\n(assert false)\n" + claim.text)
        assert smt.ask(query).outcome == "sat"

    def test_a_killed_solver_is_unknown(self) -> None:
        started = time.monotonic()
        answer = smt.ask(HARD, rlimit=0, wall=0.5)
        assert answer.outcome == "unknown"
        assert "stopped after 0.5 s" in answer.detail
        assert time.monotonic() - started < 10

    def test_a_solver_without_resources_is_unknown(self) -> None:
        assert smt.ask(HARD, rlimit=1000).outcome == "unknown"

    def test_a_query_that_is_none_is_unknown(self) -> None:
        answer = smt.ask("(assert (> p 0))")
        assert answer.outcome == "unknown"
        assert "ended with status" in answer.detail

    def test_a_crash_is_unknown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(smt, "_WORKER", "import os; os.abort()")
        assert smt.ask("(check-sat)").outcome == "unknown"

    def test_a_missing_solver_is_an_error_of_its_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(smt, "_WORKER", "import sys; sys.modules['z3'] = None\n" + smt._WORKER)
        with pytest.raises(smt.SolverMissing, match="pip install"):
            smt.ask("(check-sat)")
        assert "z3" not in sys.modules or sys.modules["z3"] is not None

    @pytest.mark.parametrize(
        ("poly", "text"),
        [
            (Poly({}), "0.0"),
            (relation("a >= 0").poly, "|a|"),
            (relation("-1/2*a^2 + |x| >= 0").poly, "(+ (* (- (/ 1.0 2.0)) |a| |a|) |norm(x)|)"),
            (relation("2 >= 0").poly, "2.0"),
        ],
    )
    def test_polynomials(self, poly: Poly, text: str) -> None:
        assert smt.polynomial_smt(poly) == text
        assert smt.smt(Relation("!=", poly)) == f"(not (= {text} 0.0))"


LIBRARY = ledger.library()
NAMES = [f"v{i}" for i in range(9)]
TRIPLES = zip(NAMES, NAMES[1:], NAMES[2:], strict=False)
HARD = "\n".join(
    [
        "(set-logic QF_NRA)",
        *(f"(declare-const {v} Real)" for v in NAMES),
        *(f"(assert (> (* {v} {v} {w}) (+ {v} (* {w} {w} {w} {u}) 3.0)))" for v, w, u in TRIPLES),
        "(assert (= (+ " + " ".join(f"(* {v} {v} {v})" for v in NAMES) + ") 7.0))",
        "(check-sat)",
    ]
)
"""Inequalities of degree four in nine unknowns."""
