"""The blocks chapter on vectors as long as a model: the layout, the stream and what the claims say of its sums."""

from __future__ import annotations

import json
import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cosnum import block_stats
from proofs import layouts, ledger
from proofs.__main__ import main
from proofs.kernel import Claim, Family, both, cosine, equal, every, inner, largest, nonzero, norm, real, total
from proofs.kernel.record import Record
from proofs.kernel.verdict import Verdict
from proofs.layouts import REGIMES, NoLayout, checked, llama_7b, pieces_of, scaled, streamed

SIZES = (5000, 1, 300, 64, 1, 2200)
(x_k, y_k), (x, y) = Family("x", "y")
(lam,) = real("lam")
nonzero_blocks = every(both(nonzero(x_k), nonzero(y_k)))


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    monkeypatch.setattr(layouts, "PIECE", 1024)


def stream(sizes=SIZES, seed=1, jobs=1):
    return streamed(sizes, seed, jobs, lambda _: None)


# --- the layout -------------------------------------------------------------------------------------------------------


def test_the_layout_is_that_of_the_seven_billion_model():
    sizes = llama_7b()
    assert (len(sizes), sum(sizes)) == (291, 6_738_415_616)
    assert sizes[0] == sizes[-1] == 32000 * 4096
    assert sizes.count(4096) == 65
    assert sizes.count(4096 * 4096) == 128
    assert sizes.count(4096 * 11008) == 96


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=40), st.data())
def test_scaled_sizes_keep_their_proportions(sizes, data):
    entries = data.draw(st.integers(len(sizes), sum(sizes)))
    found = scaled(sizes, entries)
    assert (len(found), sum(found)) == (len(sizes), entries)
    for size, wanted in zip(found, sizes, strict=True):
        assert 1 <= size <= wanted
        assert abs(size - 1 - (wanted - 1) * (entries - len(sizes)) / max(1, sum(sizes) - len(sizes))) <= 1


@pytest.mark.parametrize("entries", [290, 0, 6_738_415_617])
def test_a_number_of_entries_that_does_not_fit_is_refused(entries):
    with pytest.raises(NoLayout, match="from 291 to 6738415616"):
        scaled(llama_7b(), entries)


def test_the_whole_layout_is_reached():
    assert scaled(llama_7b(), sum(llama_7b())) == llama_7b()


# --- the stream -------------------------------------------------------------------------------------------------------


def test_streamed_sums_are_those_of_the_whole_vectors():
    """Each block joined from its pieces, read at once."""
    found = stream()
    for regime in REGIMES:
        of_blocks = regime.blocks(len(SIZES), 1)
        xs: dict[int, list] = {}
        ys: dict[int, list] = {}
        for piece in pieces_of(SIZES):
            rng = np.random.Generator(np.random.SFC64([1, piece.block, piece.number]))
            first, second = (rng.standard_normal(piece.size, dtype=np.float32) for _ in range(2))
            x_piece, y_piece = regime.pair(of_blocks[piece.block], first, second)
            assert x_piece.dtype == y_piece.dtype == np.float32
            xs.setdefault(piece.block, []).append(x_piece)
            ys.setdefault(piece.block, []).append(y_piece)
        whole = block_stats([np.concatenate(p) for p in xs.values()], [np.concatenate(p) for p in ys.values()])
        bound = found[regime.name].error_bound + whole.error_bound
        assert len(whole) == len(SIZES)
        assert (np.abs(found[regime.name].local_cosines - whole.local_cosines) <= bound).all()


def test_the_stream_depends_on_the_seed_and_not_on_the_threads():
    one, three, other = stream(), stream(jobs=3), stream(seed=2)
    for name in one:
        assert one[name].to_dict() == three[name].to_dict()
        assert one[name].to_dict() != other[name].to_dict()


def test_the_regimes_are_what_they_are_called():
    found = {name: stats.local_cosines for name, stats in stream((4000,) * 30).items()}
    assert (found["aligned"] > 0.5).all()
    assert (found["opposed"] < -0.5).all()
    assert (np.abs(found["near orthogonal"]) < 0.1).all()
    assert found["very unequal"].max() > 0.5 > -0.5 > found["very unequal"].min()


def test_memory_does_not_grow_with_the_number_of_entries():
    stream((2048, 2048))
    peaks = []
    for size in (2**13, 2**15):
        tracemalloc.start()
        stream((size, size))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


# --- claims on sums ---------------------------------------------------------------------------------------------------


def test_true_claims_hold_and_hypotheses_are_met_where_they_should_be():
    found = stream((4000,) * 8)
    for regime, id, holds in [
        ("aligned", "blocks.max_local.nonnegative", True),
        ("aligned", "blocks.norm_ratio_lower", True),
        ("opposed", "blocks.norm_ratio_upper_negative", True),
        ("opposed", "blocks.max_local.nonnegative", None),
        ("very unequal", "blocks.profile_at_most_one", True),
    ]:
        row = checked(ledger.claim(id), regime, found[regime], 1)
        assert (row.claim.id, bool(row.satisfied), row.holds) == (id, holds is not None, holds)
        assert math.isnan(row.slack) if holds is None else row.slack > row.tolerance > 0


def test_an_identity_holds_within_rounding():
    row = checked(ledger.claim("blocks.decomposition"), "aligned", stream()["aligned"], 1)
    assert row.words == "holds within rounding"
    assert abs(row.slack) <= row.tolerance < 1e-10


def test_false_claims_fail():
    found = stream((4000,) * 8)
    for claim, regime in [
        (Claim("own.above", largest(cosine(x_k, y_k)) <= cosine(x, y), given=[nonzero_blocks]), "aligned"),
        (Claim("own.below", cosine(x, y) <= lam, given=[nonzero_blocks, lam <= 0]), "aligned"),
        (Claim("own.total", total(norm(x_k)) <= norm(x), given=[nonzero_blocks]), "near orthogonal"),
    ]:
        row = checked(claim, regime, found[regime], 1)
        assert (row.holds, row.words) == (False, "fails")
        assert row.slack < -row.tolerance


def test_combinations_of_the_vectors_are_worked_out_from_the_sums():
    parallelogram = equal(inner(x + y, x + y) + inner(x - y, x - y), 2 * norm(x) ** 2 + 2 * norm(y) ** 2)
    for claim, words in [
        (Claim("own.triangle", norm(x + y) <= norm(x) + norm(y)), "holds"),
        (Claim("own.parallelogram", parallelogram), "holds within rounding"),
    ]:
        assert checked(claim, "near orthogonal", stream()["near orthogonal"], 1).words == words


def test_a_claim_about_more_than_sums_is_left_out():
    _, (u, v, w) = Family("u", "v", "w")
    three = Claim("own.three", norm(u + v + w) <= norm(u) + norm(v) + norm(w))
    assert checked(three, "aligned", stream()["aligned"], 1) is None


# --- the command ------------------------------------------------------------------------------------------------------


def test_sample_on_a_layout(capsys):
    assert main(["sample", "blocks", "--layout", "llama-7b", "--entries", "2e4"]) == 0
    printed = capsys.readouterr()
    for word in ("aligned", "blocks.max_local.unsigned", "fails", "do not hold", "291 blocks, 20 000 entries"):
        assert word in printed.out
    assert "blocks.range_is_sharp" not in printed.out
    assert printed.err == ""


def test_sample_on_a_layout_as_json(capsys):
    assert main(["sample", "blocks.range", "--layout", "llama-7b", "--entries", "5000", "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["entries"] == 5000
    assert {row["outcome"] for row in document["claims"]} <= {"holds", "holds within rounding"}
    assert set(document["vectors"]) == {regime.name for regime in REGIMES} == {row["vectors"] for row in document["claims"]}
    assert document["vectors"]["aligned"]["blocks"] == 291


def test_a_claim_that_fails_although_it_is_proved_fails_the_command(monkeypatch, capsys):
    claim = Claim("own.below", cosine(x, y) <= 0, given=[nonzero_blocks])
    monkeypatch.setattr(ledger, "claims", lambda: {claim.id: claim})
    monkeypatch.setattr(ledger, "recorded", lambda claim, _: Record(claim, Verdict.PROVED, "by mistake", ()))
    assert main(["sample", "--layout", "llama-7b", "--entries", "1000"]) == 1
    assert "fails" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--layout", "llama-8b"], "there is no layout llama-8b; there is llama-7b"),
        (["--layout", "llama-7b", "--entries", "290"], "from 291 to 6738415616"),
        (["step", "--layout", "llama-7b", "--entries", "1000"], "none of these claims"),
        (["--layout", "llama-7b", "--backend", "cupy"], "numpy"),
    ],
)
def test_wrong_usage_is_said_before_work_starts(arguments, word, capsys):
    assert main(["sample", *arguments]) == 2
    assert word in capsys.readouterr().err
