"""3 · Lowering says what the statement says: logarithms and derivatives."""

from __future__ import annotations

from fractions import Fraction
from math import log as ln

import pytest
from evidence import IDENTITY, certificate, judged, term

from proofs.kernel import Claim, Scalar, Space, derivative, equal, log, norm, real
from proofs.kernel.core import lower
from proofs.kernel.evaluate import Undefined, evaluate
from proofs.kernel.lower import IllPosed
from proofs.kernel.reals import Real
from proofs.kernel.verdict import Verdict

p, q, eps = real("p q eps")
positive = [p > 0, q > 0]
MODEL = {"p": "1", "q": "1"}


def verdict(statement: object, evidence: object = IDENTITY) -> Verdict:
    claim = Claim("mine.logs", statement, given=positive)  # type: ignore[arg-type]
    return judged(claim, {"proof": evidence, "model": MODEL}).verdict  # type: ignore[dict-item]


class TestLogarithms:
    """A logarithm is the sum of those of its factors, lies between its two tangents, and is defined for what is positive."""

    @pytest.mark.parametrize(
        ("left", "right"),
        [
            (log(p * q), log(p) + log(q)),
            (log(p / q), log(p) - log(q)),
            (log(p**3), 3 * log(p)),
            (log(p * 2 / (3 * q)), log(2) + log(p) - log(q) - log(3)),
            (log(p / p), 0 * p),
            (log(p**2 + p * q), log(p) + log(p + q)),
        ],
    )
    def test_factors_become_terms(self, left: Scalar, right: Scalar) -> None:
        assert verdict(equal(left, right)) is Verdict.PROVED

    @pytest.mark.parametrize(
        ("left", "right"),
        [
            (log(p * q), log(p) - log(q)),
            (log(p + q), log(p) + log(q)),
            (log(p / q), log(q) - log(p)),
            (log(p**3), 2 * log(p)),
            (log(2 * p), log(p)),
            (log(p), p - 1),
        ],
    )
    def test_what_is_false_is_no_identity(self, left: Scalar, right: Scalar) -> None:
        assert verdict(equal(left, right)) is Verdict.UNKNOWN
        claim = Claim("mine.logs", equal(left, right), given=positive)
        assert not evaluate(claim, {"p": 3, "q": 2}).conclusion

    def test_the_two_tangents_are_known(self) -> None:
        assert verdict(log(p / q) <= p / q - 1, certificate(term("-q*log1 + q*log2 + p - q"))) is Verdict.PROVED
        assert verdict(log(p / q) >= 1 - q / p, certificate(term("p*log1 - p*log2 - p + q"))) is Verdict.PROVED

    def test_nothing_sharper_is_known(self) -> None:
        assert verdict(log(p) <= p - 2, certificate(term("-log1 + p - 2"))) is Verdict.UNKNOWN

    @pytest.mark.parametrize("argument", [p, p - q, -p, p * q, 0 * p])
    def test_of_something_positive_only(self, argument: Scalar) -> None:
        with pytest.raises(IllPosed, match="is not shown to be positive"):
            lower(Claim("mine.logs", log(argument) <= 0, given=[p >= 0, q > 0]), {}.__getitem__)

    @pytest.mark.parametrize("name", ["log1", "log2"])
    def test_a_number_called_like_a_logarithm(self, name: str) -> None:
        (other,) = real(name)
        claim = Claim("mine.logs", equal(log(p), other), given=[p > 0])
        assert judged(claim, {"proof": IDENTITY, "model": {"p": "1", name: "0"}}).verdict is Verdict.UNKNOWN


class TestDerivatives:
    (z,) = Space("z")

    @pytest.mark.parametrize(
        ("of", "slope"),
        [
            (log(p + eps), 1 / p),
            (log(p + eps) * q, q / p),
            (log((p + eps) / (q + 2 * eps)), 1 / p - 2 / q),
            (log(p) + eps**2, 0 * p),
            (derivative(log(p + eps + q * eps), eps) + eps, 1 + 0 * p),
        ],
    )
    def test_of_a_logarithm(self, of: Scalar, slope: Scalar) -> None:
        assert verdict(equal(derivative(of, eps), slope)) is Verdict.PROVED

    def test_a_wrong_slope_is_rejected(self) -> None:
        assert verdict(equal(derivative(log(p + eps), eps), 1 / p**2)) is Verdict.UNKNOWN

    def test_assumptions_are_named(self) -> None:
        claim = Claim("mine.logs", equal(derivative(log(p + eps), eps), 1 / p), given=positive)
        assert judged(claim, {"proof": IDENTITY, "model": MODEL}).assumptions == ("differentiation", "logarithm")
        plain = Claim("mine.plain", norm(self.z) >= 0)
        assert judged(plain, {"proof": certificate(term("|z|")), "model": {"z": ["1"]}}).assumptions == ("Cauchy–Schwarz",)


class TestExactValues:
    @pytest.mark.parametrize("value", [Fraction(1, 10**30), Fraction(1, 3), 1, Fraction(10**9 + 1, 10**9), 7, 10**40])
    @pytest.mark.parametrize("bits", [64, 256, 1024])
    def test_bounds_enclose_tightly(self, value: Fraction | int, bits: int) -> None:
        low, high = Real.of(value).log().bounds(bits)
        assert low <= high
        assert high - low <= Fraction(1, 2 ** (bits - 8))
        assert float(low) == pytest.approx(ln(value), rel=1e-6)

    def test_of_a_root(self) -> None:
        half = Real.of(2).root().log() - Real.of(2).log() * Real.of(Fraction(1, 2))
        low, high = half.bounds(256)
        assert low <= 0 <= high < Fraction(1, 2**200)

    def test_zero_times_anything_is_zero(self) -> None:
        zero, unsettled = Real.of(0), Real.of(2).log()
        assert all(product.sign() == 0 for product in (zero * unsettled, unsettled * zero, zero / unsettled))

    @pytest.mark.parametrize("value", [0, -1])
    def test_none_of_what_is_not_positive(self, value: int) -> None:
        with pytest.raises(ValueError, match="not positive"):
            Real.of(value).log()
        with pytest.raises(Undefined, match="ln"):
            evaluate(Claim("mine.logs", log(p) <= 0), {"p": value})
