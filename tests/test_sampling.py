"""Sampling: what is false is caught, what is true is not, and only points that satisfy the hypotheses count."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import replace
from fractions import Fraction

import array_api_compat.numpy as xp
import array_api_strict
import numpy as np
import pytest

from proofs import ledger, running, sample, sampler
from proofs.__main__ import main
from proofs.kernel import (
    Claim,
    Family,
    Space,
    absolute,
    both,
    cosine,
    equal,
    every,
    iff,
    inner,
    maximum,
    nonzero,
    norm,
    real,
    root,
    sine,
    total,
)  # fmt: skip
from proofs.kernel.evaluate import evaluate, hypotheses_hold
from proofs.kernel.record import Record
from proofs.kernel.terms import Derivative
from proofs.kernel.verdict import Verdict
from proofs.prove import Budget
from proofs.sample import Long
from proofs.sampler import Sampler, with_sample
from proofs.search import sampling
from proofs.search.numeric import judged
from proofs.search.sampling import NotSampled, Part, Sample, case, chunk, concluded, point, points_of, sampled
from proofs.search.suspects import satisfying

CLAIMS = ledger.claims()
SAMPLED = [id for id, claim in CLAIMS.items() if not claim.existential()]
RECORDS = {id: ledger.recorded(CLAIMS[id], ledger.library()) for id in SAMPLED}
FALSE = [id for id in SAMPLED if RECORDS[id].verdict is Verdict.REFUTED]
TRUE = [id for id in SAMPLED if RECORDS[id].verdict is Verdict.PROVED]

x, y, h = Space("x", "y", "h")
(x_k, y_k), (X, Y) = Family("x", "y")
a, b, c = norm(x_k), norm(y_k), cosine(x_k, y_k)
r, lam, mu, eps = real("r lam mu eps")
both_nonzero = [nonzero(x), nonzero(y)]
nonzero_blocks = every(both(nonzero(x_k), nonzero(y_k)))
proportional = [nonzero_blocks, r > 0, every(equal(a, r * b))]
orthogonal = [equal(inner(x, y), 0), equal(inner(x, h), 0), equal(inner(y, h), 0)]
pythagoras = equal(norm(x + y + h) ** 2, norm(x) ** 2 + norm(y) ** 2 + norm(h) ** 2)
derivative = Derivative(cosine(x + eps * h, y), eps)
gradient = inner(y / norm(y) - cosine(x, y) * (x / norm(x)), h) / norm(x)
balance = [lam > 0, mu > 0, lam * mu < 2, equal(norm(x) ** 4 * lam * (2 - lam * mu), mu * sine(x, y) ** 2), sine(x, y) > 0]

OWN_TRUE = [
    Claim("own.unit", norm(x - y) <= 2, given=[equal(norm(x), 1), equal(norm(y), 1)]),
    Claim("own.squares", norm(x - y) <= 2, given=[equal(inner(x, x), 1), equal(inner(y, y), 1)]),
    Claim("own.pythagoras", pythagoras, given=orthogonal),
    Claim("own.right_angle", norm(x) <= norm(x + y), given=[*both_nonzero, equal(cosine(x, y), 0)]),
    Claim("own.proportional", equal(cosine(X, Y), total(b * b * c) / norm(Y) ** 2), given=proportional),
    Claim("own.at_threshold", cosine(X, Y) <= lam, given=[nonzero_blocks, lam >= 0, every(equal(c, lam))]),
    Claim("own.derivative", equal(derivative, gradient), given=both_nonzero),
    Claim("own.root", root(lam * lam) >= lam),
    Claim("own.balance", norm(x) > 0, given=[*both_nonzero, *balance]),
]
OWN_FALSE = [
    Claim("own.proportions", equal(cosine(X, Y), total(b * b * c) / norm(X) ** 2), given=proportional),
    Claim("own.threshold", cosine(X, Y) >= lam, given=[nonzero_blocks, lam >= 0, every(equal(c, lam))]),
    Claim("own.acute", cosine(x, y) >= 0, given=both_nonzero),
    Claim("own.boundary", lam < mu, given=[lam <= mu]),
    Claim("own.sign", iff(cosine(x, y) > 0, inner(x, y) < 0), given=both_nonzero),
]


def small(claim: Claim, rows: int = 256) -> sampling.Case:
    """The claim with few points a chunk."""
    ready = case(claim)
    return replace(ready, shapes=tuple(replace(shape, rows=min(shape.rows, rows)) for shape in ready.shapes))


# --- false and true claims --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", FALSE)
def test_a_false_claim_is_caught(id):
    found = sampled(CLAIMS[id], 100_000, 1, xp)
    assert found.outcome == "sat"
    result = evaluate(CLAIMS[id], found.refutation)
    assert all(result.hypotheses)
    assert not result.conclusion


@pytest.mark.parametrize("claim", OWN_FALSE, ids=lambda claim: claim.id)
def test_a_planted_false_claim_is_caught(claim):
    found = sampled(claim, 1, 1, xp)
    assert found.outcome == "sat"
    assert not evaluate(claim, found.refutation).conclusion


RARELY_MET = {"flow.antipode_is_logarithmic": 0.05}
"""δ is squeezed between 2(1 + c)/s and √(2(1 + c)), of which no draw knows the second, for it is not affine in δ."""


@pytest.mark.parametrize("id", TRUE)
def test_a_proved_claim_is_not_suspected(id):
    found = concluded(CLAIMS[id], 1, 0, 1, chunk(small(CLAIMS[id], 1024), 1, 0, xp))
    assert (found.outcome, found.part.suspicious) == ("verified", 0)
    assert found.part.undefined <= 0.001 * found.part.points
    assert found.part.points > RARELY_MET.get(id, 0.2) * found.part.drawn
    assert found.exactly is not None
    assert found.exactly.conclusion
    assert all(found.exactly.hypotheses)


@pytest.mark.parametrize("claim", OWN_TRUE, ids=lambda claim: claim.id)
def test_equations_among_the_hypotheses_are_solved(claim):
    part = chunk(small(claim), 1, 0, xp)
    assert part.points > 0.2 * part.drawn
    assert part.suspicious == part.undefined == 0


def test_what_exists_is_not_sampled():
    claim = CLAIMS["blocks.threshold_is_not_inherited"]
    with pytest.raises(NotSampled, match="exists"):
        case(claim)
    record = Sampler(1000).tried(ledger.recorded(claim, ledger.library()))
    assert (record.evidence[-1].checker, record.evidence[-1].outcome) == ("sampling", "not_run")
    assert "exists" in record.evidence[-1].detail


def test_what_cannot_be_evaluated_is_not_sampled():
    claim = Claim("own.corner", Derivative(maximum(eps, -eps), eps) >= 0)
    with pytest.raises(NotSampled, match="maximum of things that vary"):
        case(claim)


def test_a_claim_without_variables_is_one_point():
    found = sampled(CLAIMS["blocks.unit_locals_counterexample"], 100_000, 1, xp)
    assert (found.part.drawn, found.part.points, found.outcome) == (1, 1, "verified")
    assert sampled(Claim("own.false", root(2) >= Fraction(3, 2)), 100_000, 1, xp).outcome == "sat"


# --- which points count -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "id", ["blocks.norm_ratio_lower", "blocks.max_local.one_nonnegative", "blocks.positive_stays_positive"]
)
def test_the_points_that_count_satisfy_the_hypotheses_exactly(id):
    ready = case(CLAIMS[id])
    counted = 0
    for shape in ready.shapes[:4]:
        shape = replace(shape, rows=24)
        points = points_of(ready, shape, "exactly", xp)
        good = np.ones(shape.rows, dtype=bool)
        for hypothesis in ready.given:
            good &= judged(hypothesis, points).surely
        counted += int(good.sum())
        assert all(hypotheses_hold(ready.claim, point(points, int(row))) for row in np.flatnonzero(good))
    assert counted > 20


@pytest.mark.parametrize(
    "id", ["blocks.max_local.bracket", "blocks.decomposition", "step.increment", "blocks.norm_ratio_lower"]
)
def test_slacks_are_off_by_no_more_than_their_bounds(id):
    """The exact slack at the very floats lies within the bound of the one computed in floats."""
    ready = case(CLAIMS[id])
    for shape in ready.shapes[1:4]:
        shape = replace(shape, rows=12)
        points = points_of(ready, shape, "bounds", xp)
        with np.errstate(all="ignore"):
            truth = judged(ready.statement, points)
        for row in range(shape.rows):
            exact = evaluate(ready.claim, point(points, row)).slack
            if exact == exact and np.isfinite(truth.error[row]):
                assert abs(exact - truth.slack[row]) <= truth.error[row] + 1e-15 * abs(exact)


def test_hypotheses_that_are_never_met_are_a_failure():
    claim = Claim("own.never", norm(x) <= 1, given=[norm(x) < 0])
    found = sampled(claim, 1000, 1, xp)
    assert (found.outcome, found.part.points) == ("rejected", 0)
    assert found.detail.startswith("none of")
    record = with_sample(Record(claim, Verdict.UNKNOWN, "", ()), found)
    assert record.verdict is Verdict.UNKNOWN
    assert sampler.problems([record]) == [f"own.never: sampling, {found.detail}"]
    assert sampler.problems([replace(record, verdict=Verdict.VACUOUS)]) == []


def test_adversarial_points_are_among_them():
    """Nearly parallel, nearly opposite and nearly orthogonal vectors; huge and tiny norms; proportional and crossed ones."""
    ready = case(CLAIMS["blocks.range"])
    points = points_of(ready, replace(ready.shapes[1], rows=4096), "1", xp)
    vectors = [points.inputs["x_k"], points.inputs["y_k"]]
    with np.errstate(all="ignore"):
        a, b = (np.linalg.norm(v, axis=-1) for v in vectors)
        cosines = (vectors[0] * vectors[1]).sum(axis=-1) / (a * b)
        ratios = a / b
    for near in (1, -1, 0):
        gap = np.abs(cosines - near)
        assert ((gap > 0) & (gap < 1e-6)).mean() > 0.01
    assert (a > 1e6).any()
    assert (a[a > 0] < 1e-6).any()
    assert np.isclose(ratios[0], ratios[1], rtol=1e-12).mean() > 0.1
    assert ((ratios[0] > 16) & (ratios[1] < 1 / 16)).any()


# --- exact evaluation has the last word -------------------------------------------------------------------------------


def test_an_artefact_of_floats_is_refused():
    """In floats r is off by 1e-8, since 1e8 swallows its last digits: a violation beyond all rounding, and none at all."""
    given = [nonzero(x), norm(x) <= 1, equal(r + 10**8, norm(x) + 10**8)]
    claim = Claim("own.artefact", absolute(r - norm(x)) * 10**12 <= 1, given=given)
    found = sampled(claim, 1000, 1, xp)
    assert found.part.suspicious > 0
    assert found.refutation is None
    assert found.outcome == "unknown"
    near, evaluation = satisfying(claim, found.part.suspects[0])
    assert near["r"] != found.part.suspects[0]["r"]
    assert evaluation.conclusion
    record = Record(claim, Verdict.PROVED, "", ())
    assert with_sample(record, found).verdict is Verdict.PROVED


def test_a_suspect_that_holds_exactly_is_settled():
    claim = CLAIMS["blocks.range"]
    suspect = {"x_1": [Fraction(1)], "y_1": [Fraction(1)]}
    found = concluded(claim, 1, 0, 1, Part(drawn=1, points=1, suspicious=1, slack=0.0, worst=suspect, suspects=(suspect,)))
    assert (found.outcome, found.unsettled) == ("verified", 0)
    many = concluded(claim, 1, 0, 1, Part(drawn=9, points=9, suspicious=9, slack=0.0, worst=suspect, suspects=(suspect,)))
    assert (many.outcome, many.unsettled) == ("unknown", 8)


def test_what_is_undefined_in_floats_is_settled_like_a_suspect():
    """Of two agreeing numbers of length 1e-9 floats may say that a step sets them opposite, where tan(φ/2) has no value."""
    claim = CLAIMS["step.half_angle"]
    agreeing = {"z": [Fraction(1, 10**9)], "w": [Fraction(1, 10**9)], "gamma": Fraction(8)}
    assert concluded(claim, 1, 0, 1, Part(drawn=1, undefined=1, suspects=(agreeing,), points=1)).outcome == "verified"
    opposite = agreeing | {"w": [Fraction(-1, 10**9)]}
    for suspects in ((opposite,), ()):
        found = concluded(claim, 1, 0, 1, Part(drawn=1, undefined=1, suspects=suspects, points=1))
        assert (found.outcome, found.unsettled) == ("unknown", 1)
        assert "undefined at 1" in found.detail


def counterexample(claim: Claim, **inputs: object) -> Sample:
    return Sample(claim, 1, 0, 1, Part(drawn=1, points=1, suspicious=1), refutation=inputs)


def test_a_sample_refutes_what_nobody_decided_and_contradicts_a_proof():
    claim = OWN_FALSE[2]
    found = counterexample(claim, x=[1, 0], y=[-1, 0])
    unknown = with_sample(Record(claim, Verdict.UNKNOWN, "nobody knows", ()), found)
    assert unknown.verdict is Verdict.REFUTED
    assert unknown.witness == {"x": ["1", "0"], "y": ["-1", "0"]}
    assert unknown.evidence[-1].outcome == "sat"
    for verdict in (Verdict.PROVED, Verdict.VACUOUS, Verdict.SOLVER_ONLY):
        assert with_sample(Record(claim, verdict, "proved", ()), found).verdict is Verdict.DISAGREEMENT
    assert with_sample(Record(claim, Verdict.REFUTED, "known", ()), found).verdict is Verdict.REFUTED


def test_a_sample_never_upgrades_a_verdict():
    claim = OWN_TRUE[0]
    found = sampled(claim, 1000, 1, xp)
    assert found.outcome == "verified"
    for verdict in Verdict:
        assert with_sample(Record(claim, verdict, "", ()), found).verdict is verdict


def test_what_the_kernel_does_not_confirm_changes_nothing():
    claim = OWN_FALSE[2]
    for inputs in ({"x": [1, 0], "y": [1, 0]}, {"x": [0, 0], "y": [-1, 0]}):
        record = with_sample(Record(claim, Verdict.PROVED, "", ()), counterexample(claim, **inputs))
        assert record.verdict is Verdict.PROVED


# --- the same points --------------------------------------------------------------------------------------------------


def test_seed_and_chunk_determine_the_points():
    ready = small(CLAIMS["step.universal_bound"])
    assert chunk(ready, 1, 3, xp) == chunk(ready, 1, 3, xp)
    assert chunk(ready, 1, 3, xp).worst != chunk(ready, 1, 4, xp).worst
    assert chunk(ready, 1, 3, xp).worst != chunk(ready, 2, 3, xp).worst
    other = small(CLAIMS["step.bound_acute"])
    assert (
        points_of(ready, ready.shapes[1], "1", xp).inputs["z"][0, 0]
        != points_of(other, ready.shapes[1], "1", xp).inputs["z"][0, 0]
    )


def test_a_sample_goes_on_where_another_stopped(monkeypatch):
    claim = CLAIMS["blocks.range"]
    monkeypatch.setattr(sample, "case", small)
    whole = Long(6000, 1, 0, 1, xp).sample(claim, lambda _: None)
    first = Long(1, 1, 0, 1, xp).sample(claim, lambda _: None)
    rest = Long(6000 - first.part.points, 1, first.stop, 2, xp).sample(claim, lambda _: None)
    assert rest.stop == whole.stop > 2
    assert first.part + rest.part == whole.part


def test_threads_change_nothing(monkeypatch):
    monkeypatch.setattr(sample, "case", small)
    one, three = (Long(6000, 1, 0, jobs, xp).sample(CLAIMS["blocks.range"], lambda _: None) for jobs in (1, 3))
    assert one == three


@pytest.mark.parametrize("claim", [*(CLAIMS[id] for id in SAMPLED), *OWN_TRUE, *OWN_FALSE], ids=lambda claim: claim.id)
def test_every_array_namespace_gives_the_same(claim):
    ready = small(claim, 16)
    ready = replace(ready, shapes=ready.shapes[1:4:2] or ready.shapes)
    assert chunk(ready, 1, 0, array_api_strict) == chunk(ready, 1, 0, xp)


def test_cupy_finds_the_same_counterexamples():
    pytest.importorskip("cupy", reason="cupy is not installed")
    try:
        cupy = sampler.namespace("cupy")
    except sampler.NoBackend as reason:
        pytest.skip(str(reason))
    for id in FALSE:
        assert sampled(CLAIMS[id], 100_000, 1, cupy).outcome == "sat"
    part = chunk(case(CLAIMS["blocks.range"]), 1, 0, cupy)
    assert part.points > 0
    assert part.suspicious == 0


def test_memory_does_not_grow_with_the_number_of_points(monkeypatch):
    monkeypatch.setattr(sample, "case", lambda claim: small(claim, 64))
    peaks = []
    for points in (200, 1000):
        tracemalloc.start()
        Long(points, 1, 0, 2, xp).sample(CLAIMS["blocks.norm_ratio_lower"], lambda _: None)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 2 * peaks[0]


# --- the command ------------------------------------------------------------------------------------------------------


def test_sample_prints_a_table(capsys, monkeypatch):
    monkeypatch.setattr(sample, "case", small)
    assert main(["sample", "step.bound_as_printed", "step.bound_acute", "--points", "1e3"]) == 0
    printed = capsys.readouterr()
    for word in ("step.bound_acute", "PROVED", "verified:", "REFUTED", "sat: false at", "million a minute"):
        assert word in printed.out
    assert printed.err == ""


def test_sample_writes_json(capsys, monkeypatch):
    monkeypatch.setattr(sample, "case", small)
    arguments = ["step.universal_bound", "blocks.range_is_sharp", "--points", "500", "--seed", "7", "--json", "-"]
    assert main(["sample", *arguments]) == 0
    document = json.loads(capsys.readouterr().out)
    sharp, found = document["claims"]
    assert (document["seed"], found["id"], found["outcome"]) == (7, "step.universal_bound", "verified")
    assert found["points"] >= 500
    assert found["next"] > found["start"] == 0
    assert found["counterexample"] is None
    assert hypotheses_hold(CLAIMS[found["id"]], {name: parsed(value) for name, value in found["nearest"].items()})
    assert (sharp["id"], sharp["outcome"]) == ("blocks.range_is_sharp", "not_run")


def parsed(value: object) -> object:
    return [Fraction(entry) for entry in value] if isinstance(value, list) else Fraction(value)


def test_an_interrupt_says_how_to_go_on(capsys, monkeypatch):
    def interrupted(ready, seed, index, xp):
        if index == 2:
            raise KeyboardInterrupt
        return chunk(ready, seed, index, xp)

    monkeypatch.setattr(sample, "case", small)
    monkeypatch.setattr(sample, "chunk", interrupted)
    assert main(["sample", "blocks.range", "--points", "1e9", "--seed", "3", "--jobs", "1"]) == 130
    said = capsys.readouterr().err
    points = sum(chunk(small(CLAIMS["blocks.range"]), 3, index, xp).points for index in (0, 1))
    assert f"python -m proofs sample blocks.range --points {10**9 - points} --seed 3 --start 2" in said


def test_a_claim_that_a_sample_contradicts_fails_the_command(capsys, monkeypatch):
    """A proof accepted by mistake: the ledger says PROVED of a false claim."""
    claim = OWN_FALSE[2]
    monkeypatch.setattr(ledger, "claims", lambda: {claim.id: claim})
    monkeypatch.setattr(ledger, "recorded", lambda claim, _: Record(claim, Verdict.PROVED, "by mistake", ()))
    assert main(["sample", "--points", "100"]) == 1
    assert "DISAGREEMENT" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--points", "0"], "at least 1"),
        (["--points", "1.5"], "'1.5' is not a whole number"),
        (["--points", "1e999"], "'1e999' is not a whole number"),
        (["--entries", "1000"], "goes with --layout"),
        (["nothing.like_it"], "there is no claim"),
        (["--backend", "abacus"], "invalid choice"),
    ],
)
def test_wrong_usage_is_said_before_work_starts(arguments, word, capsys):
    try:
        status = main(["sample", *arguments])
    except SystemExit as left:
        status = left.code
    assert status == 2
    assert word in capsys.readouterr().err


def test_a_run_that_is_interrupted_ends_although_claims_are_waiting(monkeypatch):
    """With one thread and several claims, most are cancelled before they begin."""

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Sampler, "tried", interrupted)
    chosen = [CLAIMS[id] for id in ("blocks.scalar_blocks", "blocks.max_local.unsigned", "step.increment")]
    with pytest.raises(KeyboardInterrupt):
        running.run(chosen, ledger.library(), Budget(), 1, lambda _: None, Sampler(1))


def test_a_run_samples_every_claim():
    sampling_of = Sampler(1)
    record = sampling_of.tried(RECORDS["step.universal_bound"])
    assert (record.evidence[-1].checker, record.evidence[-1].outcome) == ("sampling", "verified")
    assert "least slack" in record.evidence[-1].detail
    assert Sampler(0).tried(RECORDS["step.universal_bound"]).evidence[-1].outcome == "not_run"
