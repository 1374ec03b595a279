"""Exact vectors that show something: counterexamples to a claim, and models of its hypotheses.

Two sources: Z3's model, lifted to vectors with rational norms and cosines; and small whole numbers, tried in bulk with
floats. Only what the kernel evaluates exactly counts, and the simplest find (least total bit length) wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from proofs.kernel import terms as t
from proofs.kernel.claim import Claim
from proofs.kernel.evaluate import Undefined, evaluate, hypotheses_hold
from proofs.kernel.existence import pair
from proofs.kernel.reals import Undecided
from proofs.search.floats import Arrays, holds, slack

Inputs = dict[str, Any]
TOLERANCE = 1e-9
ENTRIES = (0, 1, -1, 2, -2)
NUMBERS = tuple(
    Fraction(n, d) for n, d in ((1, 1), (0, 1), (-1, 1), (2, 1), (1, 2), (-1, 2), (-2, 1), (1, 4), (4, 1), (3, 1))
)
MOST_POINTS = 400_000


def counterexample(claim: Claim, model: Mapping[str, Fraction] | None = None) -> Inputs | None:
    """The simplest inputs found that satisfy the hypotheses and violate the conclusion.

    `model` gives values for norms, cosines and numbers, by the names that the core uses.
    """
    return _simplest(claim, lambda inputs: refutes(claim, inputs), model, want_failure=True)


def model_of_hypotheses(claim: Claim, model: Mapping[str, Fraction] | None = None) -> Inputs | None:
    """The simplest inputs found that satisfy the hypotheses."""
    return _simplest(claim, lambda inputs: hypotheses_hold(claim, inputs), model, want_failure=False)


def refutes(claim: Claim, inputs: Mapping[str, Any]) -> bool:
    """Whether the inputs satisfy every hypothesis and the conclusion is defined and false."""
    try:
        result = evaluate(claim, inputs)
    except (Undefined, Undecided):
        return False
    return all(result.hypotheses) and not result.conclusion


def _simplest(claim: Claim, accepts: Any, model: Mapping[str, Fraction] | None, want_failure: bool) -> Inputs | None:
    claim = claim.with_blocks(2)
    asked = (*claim.parts,) if want_failure else claim.given
    if any(isinstance(node, t.Exists) for part in asked for node in t.walk(part)):
        return None
    lifted = [inputs for inputs in lift(claim, model or {}) if accepts(inputs)]
    best = min(lifted, key=complexity, default=None)
    for inputs in small(claim, want_failure):
        if best is not None and complexity(inputs) >= complexity(best):
            break
        if accepts(inputs):
            return inputs
    return best


def complexity(inputs: Mapping[str, Any]) -> tuple[int, int, int, str]:
    """Total bit length first; then fewer entries, fewer minus signs, and the order of the digits."""
    numbers = [n for value in inputs.values() for n in (value if isinstance(value, Sequence) else [value])]
    bits = sum(abs(Fraction(n).numerator).bit_length() + Fraction(n).denominator.bit_length() - 1 for n in numbers)
    return bits, len(numbers), sum(n < 0 for n in numbers), str(list(inputs.values()))


# --- small whole numbers ----------------------------------------------------------------------------------------------


def small(claim: Claim, want_failure: bool) -> Iterator[Inputs]:
    """Small inputs that pass the test in floats, simplest first."""
    variables = list(claim.variables())
    found: list[Inputs] = []
    for dimension in (1, 2, 3):
        if any(isinstance(v, t.Base) and v.dimension not in (None, dimension) for v in variables):
            continue
        grid = _grid(variables, dimension)
        inputs = {v.name: columns for v, columns in zip(variables, grid, strict=True)}
        for index in _passing(claim, inputs, want_failure):
            found.append({name: _exact(columns[index]) for name, columns in inputs.items()})
    yield from sorted(found, key=complexity)[:200]


def _grid(variables: Sequence[t.Base | t.Symbol], dimension: int) -> list[np.ndarray[Any, Any]]:
    """All combinations of small values, or a fixed sample of them where they are too many."""
    vectors = np.array(list(product(ENTRIES, repeat=dimension)), dtype=float)
    numbers = np.array([float(n) for n in NUMBERS])
    pools = [vectors if isinstance(v, t.Base) else numbers for v in variables]
    sizes = [len(pool) for pool in pools]
    total = int(np.prod([float(size) for size in sizes])) if sizes else 1
    if total <= MOST_POINTS:
        picks = np.indices(sizes).reshape(len(sizes), -1) if sizes else np.zeros((0, 1), dtype=int)
    else:
        rng = np.random.default_rng(0)
        picks = np.stack([np.minimum(rng.geometric(3 / size, MOST_POINTS) - 1, size - 1) for size in sizes])
    return [pool[pick] for pool, pick in zip(pools, picks, strict=True)]


def _passing(claim: Claim, inputs: Mapping[str, np.ndarray[Any, Any]], want_failure: bool) -> Iterable[int]:
    algebra = Arrays(np, inputs)
    with np.errstate(all="ignore"):
        good = np.ones(max((len(column) for column in inputs.values()), default=1), dtype=bool)
        for hypothesis in claim.given:
            good &= holds(hypothesis, algebra, TOLERANCE)
        if want_failure:
            good &= ~holds(claim.statement, algebra, TOLERANCE) & ~np.isnan(slack(claim.statement, algebra))
    order = np.flatnonzero(good)
    sizes = sum((np.abs(column).reshape(len(column), -1).sum(axis=1) for column in inputs.values()), np.zeros(len(good)))
    return [int(i) for i in order[np.argsort(sizes[order], kind="stable")][:2000]]


def _exact(value: Any) -> Any:
    if np.ndim(value):
        return [int(entry) for entry in value]
    number = Fraction(float(value)).limit_denominator(64)
    return int(number) if number.denominator == 1 else number


# --- Z3's models ------------------------------------------------------------------------------------------------------


def lift(claim: Claim, model: Mapping[str, Fraction]) -> Iterator[Inputs]:
    """Vectors in the plane with rational norms and cosines near the model's, coarse to fine.

    A cosine c becomes ``(1 − u²)/(1 + u²)`` with a rational ``u = tan(φ/2)``, so that the sine is rational too.
    """
    if not model:
        return
    for denominator in (1, 2, 4, 8, 16, 64, 256, 4096):
        inputs: Inputs = {}
        for variable in claim.variables():
            if isinstance(variable, t.Symbol):
                inputs[variable.name] = near(model.get(variable.name, Fraction(0)), denominator)
            else:
                inputs[variable.name] = _plane_vector(variable, model, denominator)
        yield inputs


def near(value: Fraction, denominator: int) -> Fraction:
    return value.limit_denominator(denominator)


def _plane_vector(vector: t.Base, model: Mapping[str, Fraction], denominator: int) -> list[Fraction]:
    length = near(model.get(f"|{vector.name}|", Fraction(1)), denominator)
    first = vector.space[0]
    if vector.dimension == 1:
        sign = 1 if vector.name == first or model.get(pair(first, vector.name, vector.space)[0], Fraction(1)) > 0 else -1
        return [sign * length]
    if vector.name == first:
        return [length, Fraction(0)]
    c = model.get(pair(first, vector.name, vector.space)[0], Fraction(0))
    if c <= -1:
        return [-length, Fraction(0)]
    u = near(Fraction(float((1 - c) / (1 + c)) ** 0.5), 4 * denominator)
    return [length * (1 - u * u) / (1 + u * u), length * 2 * u / (1 + u * u)]
