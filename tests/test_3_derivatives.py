"""3 · Derivatives mean what they say: sums, products, quotients and roots, of numbers and of vectors, at 0."""

from __future__ import annotations

from typing import Any

import pytest
from evidence import IDENTITY, judged

from proofs.kernel import (
    Claim,
    Scalar,
    Space,
    blocks,
    cosine,
    derivative,
    equal,
    exists,
    inner,
    maximum,
    named,
    nonzero,
    norm,
    real,
    root,
    terms,
    vector,
)
from proofs.kernel.core import lower
from proofs.kernel.lower import IllPosed
from proofs.kernel.text import unicode
from proofs.kernel.verdict import Verdict

x, y = Space("x", "y")
(z,) = Space("z")
p, q, eps, delta = real("p q eps delta")
GIVEN = [p > 0, q > 0, nonzero(x), nonzero(y), nonzero(z)]
POINT = {"p": 3, "q": 2, "x": [1, 2], "y": [2, -1], "z": [1, 1]}

SLOPES: list[tuple[Scalar, Scalar]] = [
    (eps, 1 + 0 * p),
    (p, 0 * p),
    (p * eps + q, p),
    (p - eps, -1 + 0 * p),
    ((p + eps) ** 3, 3 * p**2),
    (eps**2, 0 * p),
    (1 / (p + eps), -1 / p**2),
    ((p + eps) / (q + 2 * eps), (q - 2 * p) / q**2),
    (p / q, 0 * p),
    (eps / p, 1 / p),
    (root(p + eps), 1 / (2 * root(p))),
    (root(p) * eps, root(p)),
    (root(p * p + eps), 1 / (2 * p)),
    (maximum(p, q) * eps, maximum(p, q)),
    (named("f", p * eps) + named("g", q), p),
    (inner(x + eps * y, x), inner(y, x)),
    (inner(x + eps * y, x + eps * y), 2 * inner(x, y)),
    (inner(x, y), 0 * p),
    (norm(x + eps * y), inner(x, y) / norm(x)),
    (norm(x) * eps, norm(x)),
    (norm((1 + eps) * x), norm(x)),
    (norm((p + eps) * (x + eps * y)) ** 2, 2 * p * norm(x) ** 2 + 2 * p**2 * inner(x, y)),
    (inner(x / (p + eps), y), -inner(x, y) / p**2),
    (cosine(x + eps * x, y), 0 * p),
    (inner(blocks(x + eps * y, z), blocks(x, z)), inner(x, y)),
    (inner(blocks(x, z), blocks(x, (1 + eps) * z)), norm(z) ** 2),
    (norm(blocks(x, z)) * eps, norm(blocks(x, z))),
    (inner(vector(eps, p), vector(q, eps)), p + q),
    (inner(vector(p, 1), vector(q, 2)) * eps, p * q + 2),
    (norm(vector(p, eps)), 0 * p),
    (derivative((p + 2 * eps) ** 3, eps) * eps, 6 * p**2),
    (derivative((p + eps + delta) ** 3, delta), 6 * p),
    (derivative(eps * q, eps) * eps, q),
    (derivative(norm(x + (eps + delta) * y) ** 2, delta), 2 * norm(y) ** 2),
]


def shown(value: Any) -> str:
    return unicode(value) if isinstance(value, terms.Scalar) else ""


@pytest.mark.parametrize(("of", "slope"), SLOPES, ids=shown)
class TestSlopes:
    def test_the_slope_is_proved(self, of: Scalar, slope: Scalar) -> None:
        claim = Claim("mine.slope", equal(derivative(of, eps), slope), given=GIVEN)
        model = {name: ["1"] if name in "xyz" else "1" for name in POINT}
        assert judged(claim, {"proof": IDENTITY, "model": model}).verdict is Verdict.PROVED

    def test_the_slope_has_its_value(self, of: Scalar, slope: Scalar) -> None:
        claim = Claim("mine.slope", equal(derivative(of, eps), slope), given=GIVEN)
        assert claim.evaluate(**POINT).conclusion

    def test_another_slope_is_refused(self, of: Scalar, slope: Scalar) -> None:
        claim = Claim("mine.slope", equal(derivative(of, eps), slope + 1), given=GIVEN)
        model = {name: ["1"] if name in "xyz" else "1" for name in POINT}
        assert judged(claim, {"proof": IDENTITY, "model": model}).verdict is Verdict.UNKNOWN
        assert not claim.evaluate(**POINT).conclusion

    def test_the_slope_is_a_limit(self, of: Scalar, slope: Scalar) -> None:
        """The difference quotient over a small step comes close to it."""
        if any(isinstance(node, terms.Derivative) for node in terms.walk(of)):
            return
        step, given = 1e-7, [*GIVEN, eps >= 0]
        here, there = (Claim("mine.value", of >= 0, given=given).evaluate(**POINT, eps=e).slack for e in (0, step))
        exact = Claim("mine.value", slope >= 0, given=given).evaluate(**POINT, eps=0).slack
        assert (there - here) / step == pytest.approx(exact, abs=1e-5)


class TestWhatIsNotDifferentiated:
    @pytest.mark.parametrize("of", [1 / eps, root(eps), root(p - p + eps), norm(eps * x), 1 / (p * eps)], ids=shown)
    def test_where_there_is_no_slope(self, of: Scalar) -> None:
        with pytest.raises(IllPosed):
            lower(Claim("mine.slope", equal(derivative(of, eps), 0), given=GIVEN), {}.__getitem__)

    def test_a_maximum_that_varies(self) -> None:
        with pytest.raises(ValueError, match="is not differentiated here"):
            lower(Claim("mine.slope", equal(derivative(maximum(p, eps), eps), 0)), {}.__getitem__)

    def test_the_variable_is_bound(self) -> None:
        claim = Claim("mine.slope", equal(derivative(eps * p, eps), p))
        assert [v.name for v in claim.variables()] == ["p"]
        assert claim.existential() == ()
        free = Claim("mine.free", equal(derivative(eps * p, eps), eps))
        assert [v.name for v in free.variables()] == ["p", "eps"]
        assert free.evaluate(p=5, eps=5).conclusion
        assert Claim("mine.exists", exists(eps, such_that=equal(derivative(eps, eps), 1))).existential() == (eps,)
