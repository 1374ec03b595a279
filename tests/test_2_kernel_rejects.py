"""2 · The kernel rejects what is not: each control beside the example that it spoils.

Every test first lets the checker accept an example, then changes one thing in it and reads the reason of the refusal.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest
from evidence import IDENTITY, Evidence, both, cases, certificate, context, equation, product, relation, term

from proofs.kernel.check import And, Context, Formula, Iff, Or, Poly, Rejected, Relation, decide

KNOWN = context("a > 0", "b >= 0", "c = 0", "a*d - b >= 0", r="a^2 + 1")
A, B = certificate(term("a")), certificate(term("b"))


def refused(goal: Formula | str, evidence: Any, reason: str, known: Context = KNOWN) -> None:
    with pytest.raises(Rejected, match=reason):
        decide(relation(goal) if isinstance(goal, str) else goal, evidence, known)


def accepted(goal: Formula | str, evidence: Any, known: Context = KNOWN) -> None:
    decide(relation(goal) if isinstance(goal, str) else goal, evidence, known)


def entry(evidence: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        evidence = evidence[key]
    return evidence


def changed(evidence: Evidence, place: tuple[Any, ...], value: Any) -> Any:
    """The evidence with one entry replaced."""
    if not place:
        return value
    result = copy.deepcopy(evidence)
    entry(result, place[:-1])[place[-1]] = value
    return result


def places(evidence: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in the evidence, from the outside in."""
    items = evidence.items() if isinstance(evidence, dict) else enumerate(evidence) if isinstance(evidence, list) else ()
    return [place, *(deeper for key, value in items for deeper in places(value, (*place, key)))]


class TestCertificates:
    """``q·d = (a·d − b) + b`` with ``q = a``, and what happens to it."""

    goal = "d >= 0"
    good = certificate(term("a*d - b"), term("b"), multiplier=[product("a")])

    @pytest.mark.parametrize(
        ("place", "value", "reason"),
        [
            (("terms", 0, "weight"), "2", "differ by"),
            (("terms", 0, "weight"), "-1", "a weight is -1, but must be positive"),
            (("terms", 0, "weight"), "0", "a weight is 0, but must be positive"),
            (("terms", 0, "weight"), "b", "'b' is not a rational number"),
            (("terms", 0, "weight"), "1.0", "is not a rational number"),
            (("terms", 0, "weight"), 1, "1 is not a rational number"),
            (("terms", 0, "square"), "2", "differ by"),
            (("terms", 0, "square"), "a", "differ by"),
            (("terms", 0, "square"), "a +", "breaks off"),
            (("terms", 0, "facts"), ["b"], "differ by"),
            (("terms", 0, "facts"), ["a*d"], "≥ 0 is not among the facts"),
            (("terms", 0, "facts"), ["c"], "c ≥ 0 is not among the facts"),
            (("terms", 0, "facts"), ["-a*d + b"], "is not among the facts"),
            (("terms", 1, "facts"), ["-b"], "-b ≥ 0 is not among the facts"),
            (("multiplier", 0, "facts"), [], "differ by"),
            (("multiplier", 0, "facts"), ["b"], "has a factor of .* that may be zero"),
            (("multiplier", 0, "facts"), ["b", "a"], "has a factor of .* that may be zero"),
            (("multiplier", 0, "facts"), ["d"], "is not among the facts"),
            (("multiplier", 0, "facts"), ["a", "a"], "differ by"),
            (("multiplier", 0, "weight"), "-1", "a weight is -1"),
            (("multiplier", 0, "weight"), "1/2", "differ by"),
            (("multiplier",), [], "the multiplier is zero"),
            (("terms",), [], "differ by"),
            (("equations",), [equation("d")], "d = 0 is not among the facts"),
            (("equations",), [equation("a")], "a = 0 is not among the facts"),
            (("equations",), [equation("c")], "differ by"),
            (("equations",), [equation("b")], "b = 0 is not among the facts"),
        ],
    )
    def test_one_entry_changed(self, place: tuple[Any, ...], value: Any, reason: str) -> None:
        accepted(self.goal, self.good)
        refused(self.goal, changed(self.good, place, value), reason)

    @pytest.mark.parametrize("goal", ["-d >= 0", "d - 1 >= 0", "d + b >= 0", "2*d - b >= 0", "b*d >= 0", "-1 >= 0"])
    def test_another_goal(self, goal: str) -> None:
        refused(goal, self.good, "differ by")

    @pytest.mark.parametrize("missing", ["a > 0", "b >= 0", "a*d - b >= 0"])
    def test_a_fact_less(self, missing: str) -> None:
        facts = [fact for fact in ("a > 0", "b >= 0", "a*d - b >= 0") if fact != missing]
        refused(self.goal, self.good, "is not among the facts", context(*facts))

    def test_a_multiplier_that_can_be_zero(self) -> None:
        """With ``a = 0`` anything may be d."""
        refused(self.goal, self.good, "may be zero", context("a >= 0", "b >= 0", "a*d - b >= 0"))

    def test_a_multiplier_of_unknown_sign(self) -> None:
        """``a·d ≥ b ≥ 0`` with a nonzero says nothing of the sign of d, though ``a² > 0`` is a strict fact."""
        known = context("a != 0", "a*d - b >= 0", "b >= 0")
        refused(self.goal, self.good, "a ≥ 0 is not among the facts", known)
        accepted("a^2 > 0", certificate(term("a^2")), known)

    def test_a_multiplier_that_cancels(self) -> None:
        known = context("a > 0", "-a > 0")
        refused("d >= 0", certificate(multiplier=[product("a"), product("-a")]), "the multiplier is zero", known)


class TestStrictness:
    """A strict goal needs a positive number times strict facts; equality and nonvanishing are what they say."""

    @pytest.mark.parametrize(
        ("goal", "evidence"),
        [
            ("b > 0", B),
            ("a^2 > 0", certificate(term(square="a"))),
            ("b + d^2 > 0", certificate(term("b"), term(square="d"))),
            ("a*b > 0", certificate(term("a", "b"))),
            ("a*b > 0", certificate(term("b", "a"))),
            ("0 > 0", certificate()),
            ("0 > 0", certificate(term(square="0"))),
            ("b^2 != 0", certificate(term("b", "b", "b", "b"))),
            ("a*d^2 > 0", certificate(term("a", square="d"))),
            ("c > 0", certificate(equations=[equation("c")])),
        ],
    )
    def test_no_strict_term(self, goal: str, evidence: Evidence) -> None:
        refused(goal, evidence, "the goal is strict, but no term is a positive number times strict facts")

    def test_with_one(self) -> None:
        accepted("a + b > 0", certificate(term("a"), term("b")))
        accepted("d^2 + 1/9 > 0", certificate(term(square="d"), term(square="1/3")))
        accepted("r^2 > 0", certificate(term(square="a"), term()))

    def test_nonnegative_is_not_zero_and_nonzero_is_not_positive(self) -> None:
        accepted("c = 0", certificate(equations=[equation("c", "-c")]))
        refused("b = 0", certificate(term("b")), "differ by")
        refused("b = 0", IDENTITY, "the two sides differ by b")
        refused("d > 0", certificate(term("d^2")), "differ by", context("d != 0"))
        refused("d >= 0", certificate(term("d^2")), "differ by", context("d != 0"))

    @pytest.mark.parametrize("op", [">=", ">", "!="])
    def test_an_identity_is_for_equations(self, op: str) -> None:
        refused(f"0 {op} 0", IDENTITY, "rule 'identity' cannot prove relation")

    @pytest.mark.parametrize("op", ["<", "<=", "==", "", "≥"])
    def test_relations_that_there_are_not(self, op: str) -> None:
        refused(Relation(op, Poly.variable("a")), A, "rule 'certificate' cannot prove relation")


class TestConnectives:
    both_goal, either_goal = And((relation("a > 0"), relation("b >= 0"))), Or((relation("a > 0"), relation("b > 0")))
    iff_goal = Iff(relation("d >= 0"), relation("a*d >= 0"))
    backward = certificate(term("a*d"), multiplier=[product("a")])
    iff: Evidence = {"rule": "iff", "forward": certificate(term("a", "d")), "backward": backward}  # noqa: RUF012

    @pytest.mark.parametrize("parts", [[], [A], [B, A], [A, A], [A, B, B], None, "AB", {"0": A, "1": B}, (A, B)])
    def test_both_needs_each_part(self, parts: Any) -> None:
        accepted(self.both_goal, both(A, B))
        refused(self.both_goal, {"rule": "both", "parts": parts}, "there are 2 parts, but|the goal is strict|differ by")

    @pytest.mark.parametrize("part", [1, 2, -1, -2, None, "0", 0.0, True, False, [0]])
    def test_choose_needs_a_part_that_holds(self, part: Any) -> None:
        accepted(self.either_goal, {"rule": "choose", "part": 0, "by": A})
        refused(self.either_goal, {"rule": "choose", "part": part, "by": A}, "there is no part|differ by")

    def test_iff_needs_both_directions(self) -> None:
        accepted(self.iff_goal, self.iff)
        refused(self.iff_goal, {**self.iff, "backward": certificate(term("a*d"))}, "differ by")
        refused(self.iff_goal, {**self.iff, "forward": certificate(term("a*d"))}, "is not among the facts")
        swapped = {**self.iff, "forward": self.iff["backward"], "backward": self.iff["forward"]}
        refused(self.iff_goal, swapped, "is not among the facts")

    def test_iff_assumes_each_side_for_its_own_direction_only(self) -> None:
        half = Iff(relation("d >= 0"), relation("d - 1 >= 0"))
        evidence = {"rule": "iff", "forward": certificate(term("d - 1")), "backward": certificate(term("d - 1"), term())}
        refused(half, evidence, "d - 1 ≥ 0 is not among the facts")

    @pytest.mark.parametrize(
        "known", [Or((relation("d >= 0"), relation("a > 0"))), iff_goal, Iff(Or(()), relation("d >= 0"))]
    )
    def test_part_of_what_is_known_is_not_known(self, known: Formula) -> None:
        accepted("d >= 0", certificate(term("d")), context(known, "d >= 0"))
        refused("d >= 0", certificate(term("d")), "d ≥ 0 is not among the facts", context(known))

    def test_one_rule_for_one_kind_of_goal(self) -> None:
        goals = {"both": self.both_goal, "choose": self.either_goal, "iff": self.iff_goal, "certificate": relation("a > 0")}
        good = {"both": both(A, B), "choose": {"rule": "choose", "part": 0, "by": A}, "iff": self.iff, "certificate": A}
        for rule, evidence in good.items():
            accepted(goals[rule], evidence)
            for other in goals.keys() - {rule}:
                refused(goals[other], evidence, f"rule '{rule}' cannot prove")

    @pytest.mark.parametrize("goal", [both_goal, either_goal, iff_goal, relation("a > 0")])
    def test_nothing_is_supplied_where_nothing_is_asked_for(self, goal: Formula) -> None:
        refused(goal, {"rule": "witness", "terms": {}, "premises": [], "then": A}, "rule 'witness' cannot prove")
        refused(goal, {"rule": "sums", "invariant": [], "premises": [], "then": A}, "rule 'sums' cannot prove")


class TestCases:
    """The root r of ``a²`` is at least a."""

    goal = "r - a >= 0"
    known = context("r >= 0", r="a^2")
    impossible = certificate(term("r", "a - r", weight="2"), multiplier=[product("a - r", "a - r")])
    compared = cases("r - a", certificate(term("r - a")), {"rule": "absurd", "by": impossible})
    good = cases("a", compared, certificate(term("r"), term("-a")))

    @pytest.mark.parametrize(
        ("place", "value", "reason"),
        [
            (("on",), "-a", "is not among the facts"),
            (("on",), "r", "is not among the facts"),
            (("on",), "a^2", "is not among the facts"),
            (("on",), 0, "0 is not the text of a polynomial"),
            (("nonnegative", "on"), "a - r", "is not among the facts"),
            (("nonnegative", "negative"), certificate(term("r - a")), "is not among the facts"),
            (("nonnegative", "negative", "by", "terms"), [], "differ by"),
            (("negative",), certificate(term("r - a")), "is not among the facts"),
            (("negative", "terms", 1, "facts"), ["a"], "is not among the facts"),
        ],
    )
    def test_each_case_has_its_own_assumption(self, place: tuple[Any, ...], value: Any, reason: str) -> None:
        accepted(self.goal, self.good, self.known)
        refused(self.goal, changed(self.good, place, value), reason, self.known)

    def test_the_negative_case_is_strict_and_the_other_is_not(self) -> None:
        accepted("d^2 >= 0", cases("d", certificate(term("d", "d")), certificate(term("-d", "-d"))))
        refused("d^2 > 0", cases("d", certificate(term("d", "d")), certificate(term("-d", "-d"))), "the goal is strict")
        accepted("-d > 0", certificate(term("-d")), context("-d > 0"))
        refused("-d > 0", cases("d", certificate(term("-d")), certificate(term("-d"))), "-d ≥ 0 is not among the facts")

    @pytest.mark.parametrize("of", [1, -1, None, "0", 0.0, True, False])
    def test_only_known_disjunctions(self, of: Any) -> None:
        known = context(Or((relation("d - 1 >= 0"), relation("d - 2 >= 0"))))
        each = [certificate(term("d - 1"), term()), certificate(term("d - 2"), term(weight="2"))]
        accepted("d >= 0", {"rule": "cases", "of": 0, "each": each}, known)
        refused("d >= 0", {"rule": "cases", "of": of, "each": each}, "there is no known disjunction", known)

    def test_every_part_of_a_disjunction(self) -> None:
        known = context(Or((relation("d - 1 >= 0"), relation("d - 2 >= 0"))))
        each = [certificate(term("d - 1"), term()), certificate(term("d - 2"), term(weight="2"))]
        for wrong in (each[:1], [*each, each[0]], None, {"0": each[0], "1": each[1]}):
            refused("d >= 0", {"rule": "cases", "of": 0, "each": wrong}, "there are 2 cases, but", known)
        refused("d >= 0", {"rule": "cases", "of": 0, "each": each[::-1]}, "is not among the facts", known)

    def test_absurd_needs_a_contradiction(self) -> None:
        contradictory = context("a > 0", "-a >= 0")
        by = certificate(term("-a"), multiplier=[product("a")])
        accepted("d > 0", {"rule": "absurd", "by": by}, contradictory)
        refused("d > 0", {"rule": "absurd", "by": by}, "is not among the facts")
        refused("d > 0", {"rule": "absurd", "by": by}, "may be zero", context("a >= 0", "-a >= 0"))
        refused("d > 0", {"rule": "absurd", "by": certificate()}, "differ by", contradictory)


# --- evidence that is not what it should look like --------------------------------------------------------------------

GOOD: dict[str, tuple[Formula, Evidence, Context]] = {
    "identity": (relation("a - a = 0"), IDENTITY, KNOWN),
    "certificate": (relation(TestCertificates.goal), TestCertificates.good, KNOWN),
    "equations": (relation("c = 0"), certificate(equations=[equation("c", "-c")]), KNOWN),
    "both": (TestConnectives.both_goal, both(A, B), KNOWN),
    "choose": (TestConnectives.either_goal, {"rule": "choose", "part": 0, "by": A}, KNOWN),
    "iff": (TestConnectives.iff_goal, TestConnectives.iff, KNOWN),
    "cases": (relation(TestCases.goal), TestCases.good, TestCases.known),
}
JUNK = [None, 0, -1, 1.5, True, "", "junk", "0", [], [None], ["junk"], {}, {"rule": "junk"}, {"junk": []}, [[]], b"junk"]


class TestShape:
    """Whatever stands in a place where it does not belong is refused in words; nothing else is raised."""

    @pytest.mark.parametrize("name", GOOD)
    def test_junk_in_every_place(self, name: str) -> None:
        goal, evidence, known = GOOD[name]
        accepted(goal, evidence, known)
        for place in places(evidence):
            for junk in JUNK:
                if junk != entry(evidence, place):
                    refused(goal, changed(evidence, place, junk), ".", known)

    @pytest.mark.parametrize("name", GOOD)
    def test_a_field_more_and_a_field_less(self, name: str) -> None:
        goal, evidence, known = GOOD[name]
        for place in places(evidence):
            fields = entry(evidence, place)
            if not isinstance(fields, dict):
                continue
            refused(goal, changed(evidence, (*place, "note"), "trust me"), "expected an object with fields", known)
            for field in fields:
                less = {key: value for key, value in fields.items() if key != field}
                refused(goal, changed(evidence, place, less), "expected an object with fields|None cannot prove", known)

    @pytest.mark.parametrize("rule", ["", "Certificate", "certificate ", "trust", "assume", None, 1, ["certificate"]])
    def test_unknown_rules(self, rule: Any) -> None:
        accepted("a > 0", {**A, "rule": "certificate"})
        refused("a > 0", {**A, "rule": rule}, "cannot prove relation >")

    @pytest.mark.parametrize(
        "text", ["a**2", "2a", "(a)", "a+b", "a^0", "a^-1", "a^1/2", "1.5", "x y", "a ± b", "", "a^1000", 1000 * "9"]
    )
    @pytest.mark.parametrize("place", [("terms", 0, "square"), ("terms", 0, "facts", 0), ("multiplier", 0, "facts", 0)])
    def test_malformed_polynomials(self, text: str, place: tuple[Any, ...]) -> None:
        refused(
            "d >= 0", changed(TestCertificates.good, place, text), "is neither a number nor|is neither .* nor -|breaks off"
        )
