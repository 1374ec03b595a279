"""3 · What is written is what was stated: claims and their texts, and arithmetic that a reader can follow."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from evidence import certificate, judged, term

from proofs.kernel import (
    Claim,
    Family,
    Space,
    absolute,
    blocks,
    cosine,
    derivative,
    either,
    equal,
    every,
    exists,
    iff,
    inner,
    largest,
    log,
    maximum,
    minimum,
    named,
    nonzero,
    norm,
    real,
    root,
    sign,
    sine,
    smallest,
    terms,
    total,
    unequal,
    vector,
)
from proofs.kernel import both as all_of
from proofs.kernel.arithmetic import failure, worked
from proofs.kernel.text import latex, unicode
from proofs.kernel.verdict import Verdict

x, y = Space("x", "y")
x1, z1 = Space("x1")[0], Space("z'")[0]
p, q, lam, c_1 = real("p q lam c_1")
(x_k, y_k), (xs, ys) = Family("x", "y")


class TestStating:
    """What cannot be meant is refused when it is written down."""

    @pytest.mark.parametrize("id", ["blocks.range", "a.b", "a.b.c", "mine.claim_2"])
    def test_ids(self, id: str) -> None:
        assert Claim(id, p > 0).id == id

    @pytest.mark.parametrize(
        "id", ["", "range", "Blocks.range", "blocks.", ".range", "blocks range", "a.B", "a..b", "1.a", "a/b.c"]
    )
    def test_what_is_no_id(self, id: str) -> None:
        with pytest.raises(ValueError, match="is no claim id"):
            Claim(id, p > 0)

    @pytest.mark.parametrize("statement", [True, False, None, p, x, "p > 0", (p > 0, q > 0), p == q])
    def test_what_is_no_statement(self, statement: Any) -> None:
        for make in (lambda: Claim("mine.bad", statement), lambda: Claim("mine.bad", p > 0, given=[statement])):
            with pytest.raises(TypeError, match="is not a formula"):
                make()

    def test_chained_comparisons(self) -> None:
        """Python would keep the second half of ``p <= q <= lam`` only, and one of the two in ``max(p, q)``."""
        for make in (
            lambda: p <= q <= lam,
            lambda: 0 < p < 1,
            lambda: max(p, q),
            lambda: not p > 0,
            lambda: p > 0 and q > 0,
        ):
            with pytest.raises(TypeError, match=r"neither true nor false here: write both\(a <= b, b <= c\)"):
                make()

    @pytest.mark.parametrize("value", [0.1, 1j, "1", None, True, [1], x])
    def test_what_is_no_number(self, value: Any) -> None:
        for make in (
            lambda: p + value,
            lambda: p <= value,
            lambda: equal(p, value),
            lambda: vector(1, value),
            lambda: root(value),
        ):
            with pytest.raises(TypeError):
                make()

    @pytest.mark.parametrize("exponent", [-1, 0.5, Fraction(1, 2), p, "2"])
    def test_what_is_no_power(self, exponent: Any) -> None:
        with pytest.raises(TypeError, match="is not a power this language has"):
            p**exponent

    @pytest.mark.parametrize("value", [1, p, "x", None])
    def test_what_is_no_vector(self, value: Any) -> None:
        for make in (lambda: norm(value), lambda: cosine(x, value), lambda: blocks(x, value), lambda: x + value):
            with pytest.raises(TypeError, match="is not a vector"):
                make()

    def test_a_space_needs_names(self) -> None:
        for names in ((), ("x", "x")):
            with pytest.raises(ValueError, match="a space needs vectors with different names"):
                Space(*names)

    def test_statements_of_nothing(self) -> None:
        for make in (all_of, either):
            with pytest.raises(ValueError, match="made of no statements"):
                make()


class TestTexts:
    @pytest.mark.parametrize(
        ("node", "text", "tex"),
        [
            (p <= q, "p ≤ q", r"p \leq q"),
            (unequal(p, q), "p ≠ q", r"p \neq q"),
            (all_of(0 < p, p <= q), "p > 0 and p ≤ q", r"p > 0 \;\text{and}\; p \leq q"),
            (all_of(p < q, q <= lam), "p < q ≤ λ", r"p < q \leq \lambda"),
            (either(p > 0, all_of(p < 0, q > 0)), "p > 0 or (p < 0 and q > 0)", None),
            (iff(p > 0, either(q > 0, q < 0)), "p > 0 if and only if (q > 0 or q < 0)", None),
            (every(all_of(nonzero(x_k), nonzero(y_k))), "‖xₖ‖ > 0 and ‖yₖ‖ > 0 for every k", None),
            (exists(p, where=(p > 0,), such_that=p < q), "there are p with p > 0 such that p < q", None),
            (p - q + 1, "p − q + 1", "p − q + 1"),
            (-(p + q) * 2, "−(p + q)·2", None),
            ((p + q) ** 2, "(p + q)²", r"{\left(p + q\right)}^{2}"),
            (p / (q * lam), "p/(q·λ)", r"\frac{p}{q \, \lambda}"),
            (p / q * lam, "p/q·λ", None),
            (root(p), "√p", r"\sqrt{p}"),
            (root(p + 1), "√(p + 1)", r"\sqrt{p + 1}"),
            (log(p), "ln(p)", None),
            (absolute(p), "|p|", "|p|"),
            (maximum(0, p), "max(0, p)", r"\max(0, p)"),
            (minimum(0, c_1), "min(0, c₁)", r"\min(0, c_{1})"),
            (norm(x), "‖x‖", r"\lVert x \rVert"),
            (inner(x, y), "⟨x, y⟩", r"\langle x, y \rangle"),
            (cosine(x1, z1), "cos(x₁, z′)", r"\cos(x_{1}, z')"),
            (sine(x, y), "sin(x, y)", r"\sin(x, y)"),
            (norm(x / p - 2 * y), "‖x/p − 2·y‖", None),
            (norm(-x), "‖−x‖", None),
            (inner(blocks(x, x1), vector(1, Fraction(-1, 2))), "⟨[x, x₁], (1, −1/2)⟩", None),
            (total(norm(x_k)), "Σₖ ‖xₖ‖", r"\sum_k \lVert x_{k} \rVert"),
            (largest(norm(x_k) + 1), "maxₖ (‖xₖ‖ + 1)", None),
            (smallest(norm(xs)), "minₖ ‖x‖", None),
            (derivative(p * q, q), "d/dq|₀ (p·q)", None),
            (named("S", p + q) / 2, "S/2", None),
            (sign(p), "p/√(p²)", None),
            (Fraction(-2, 3) * p, "(−2/3)·p", None),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_written(self, node: Any, text: str, tex: str | None) -> None:
        assert unicode(node) == text
        if tex is not None:
            assert latex(node) == tex

    def test_a_claim_with_its_abbreviations(self) -> None:
        S = named("S", p + q)
        claim = Claim("mine.sum", S**2 >= 4 * p * q, given=[p > 0])
        assert str(claim) == "mine.sum: S² ≥ 4·p·q, given p > 0"
        assert claim.text == "p > 0 ⇒ S² ≥ 4·p·q; where S = p + q"
        assert claim.latex == r"p > 0 \implies {S}^{2} \geq 4 \, p \, q \quad\text{where } S = p + q"
        assert str(Claim("mine.plain", p > 0)) == "mine.plain: p > 0"

    @pytest.mark.parametrize("node", [object(), 1, None])
    def test_what_has_no_text(self, node: Any) -> None:
        with pytest.raises(TypeError):
            unicode(node)

    def test_no_two_statements_have_one_text(self) -> None:
        statements = [
            p / q * lam > 0, p / (q * lam) > 0, p / q / lam > 0, p / (q / lam) > 0, p * q + lam > 0, p * (q + lam) > 0,
            (p + q) ** 2 > 0, p + q**2 > 0, -(p**2) > 0, (-p) ** 2 > 0, (2 * p) ** 2 > 0, 2 * p**2 > 0, 2 * (p * q) > 0,
            p - (q - lam) > 0, p - q - lam > 0, -p - q > 0, -(p - q) > 0,
            root(p) * q > 0, root(p * q) > 0, root(p**2) > 0, root(p) ** 2 > 0, root(c_1**2) > 0, root(c_1) ** 2 > 0,
            iff(p > 0, all_of(q > 0, lam > 0)), all_of(iff(p > 0, q > 0), lam > 0),
            either(p > 0, all_of(q > 0, lam > 0)), all_of(either(p > 0, q > 0), lam > 0),
        ]  # fmt: skip
        assert len({unicode(statement) for statement in statements}) == len(statements)


class TestArithmetic:
    """A refutation as a sentence, a claim worked out line by line."""

    def test_a_refutation(self) -> None:
        claim = Claim("mine.false", all_of(p >= 0, cosine(x, y) >= named("h", p / 2)), given=[nonzero(x), nonzero(y)])
        said = failure(claim, {"x": [1, 1], "y": [1, 0], "p": 2})
        assert said == "at x = (1, 1), y = (1, 0), p = 2, cos(x, y) is √2/2 ≈ 0.7071 and h is 1, so cos(x, y) ≥ h is false"

    def test_line_by_line(self) -> None:
        claim = Claim(
            "mine.lines",
            all_of(either(p > q, p < q), iff(named("d", p - q) > 0, p > q)),
            given=[all_of(p >= -1, equal(q, 0))],
        )
        assert list(worked(claim, {"p": Fraction(-1, 2), "q": 0})) == [
            "p = −1/2, q = 0, d = −1/2",
            "p ≥ −1: −1/2 ≥ −1 holds",
            "q = 0: 0 = 0 holds",
            "p > q or p < q: −1/2 > 0 or −1/2 < 0 holds",
            "d > 0 if and only if p > q: (−1/2 > 0) if and only if (−1/2 > 0) holds",
        ]

    def test_a_claim_without_hypotheses(self) -> None:
        claim = Claim("mine.square", p**2 * p**2 >= 0)
        assert (claim.source, claim.title) == ("", "")
        assert (claim.text, claim.latex) == ("p²·p² ≥ 0", r"{p}^{2} \, {p}^{2} \geq 0")
        assert [v.name for v in claim.variables()] == ["p"]
        assert claim.with_blocks(3) is claim

    def test_a_record_says_what_it_is_about(self) -> None:
        s, r = Space("s", "r", dimension=1)
        for claim, blocks_, dimension in (
            (Claim("mine.any", norm(x) >= 0), None, "every"),
            (Claim("mine.numbers", p**2 >= 0), None, "every"),
            (Claim("mine.line", norm(s) + norm(r) >= 0), None, "n=1"),
            (Claim("mine.family", norm(xs) >= 0), "2", "every"),
            (Claim("mine.exists", exists(x, such_that=norm(x) >= 0)), None, "n>=2"),
        ):
            assert judged(claim, {}).scope == {"blocks": blocks_, "dimension": dimension}

    def test_a_reason_for_every_proof(self) -> None:
        record = judged(Claim("mine.square", p**2 >= 0), {"proof": certificate(term(square="p")), "model": {"p": "0"}})
        assert (record.verdict, record.reason) == (Verdict.PROVED, "a certificate, checked exactly")
        assert all(verdict.value and verdict.name == verdict.name.upper() for verdict in Verdict)
        assert isinstance(p > 0, terms.Formula)
