"""8 · The ledger: what is committed is what the kernel finds, and every difference is named."""

from __future__ import annotations

import copy
import json
import os
from dataclasses import replace
from typing import Any

import pytest

import proofs
from proofs import ledger, running, store
from proofs.kernel import terms as t
from proofs.kernel.record import Outcome
from proofs.kernel.verdict import Verdict
from proofs.kernel.verify import Library, with_solver

IDS = list(ledger.claims())
every_claim = pytest.mark.parametrize("id", IDS)


@pytest.fixture(scope="module")
def committed() -> dict[str, Any]:
    return {entry["id"]: entry for entry in ledger.committed()}


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A folder of its own for certificates and ledger, filled with what is committed."""
    folder = tmp_path / "certificates"
    folder.mkdir()
    for file in (*store.folder().glob("*.json"), ledger.path()):
        target = folder if file.parent == store.folder() else tmp_path
        (target / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(store, "folder", lambda: folder)
    return folder


# --- the claims -------------------------------------------------------------------------------------------------------


def test_claims_stand_in_chapter_order():
    chapters = [id.partition(".")[0] for id in IDS]
    assert list(dict.fromkeys(chapters)) == list(ledger.CHAPTERS)
    assert chapters == sorted(chapters, key=ledger.CHAPTERS.index)


def test_every_claim_says_where_it_comes_from():
    assert [id for id, claim in ledger.claims().items() if not (claim.source and claim.title)] == []


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("step.incremnt", "step.increment"),
        ("increment", "step.increment"),
        ("blocks.rnge", "blocks.range"),
        ("stpe", "step"),
    ],
)
def test_an_unknown_id_suggests_the_nearest(word, meant):
    with pytest.raises(ValueError, match=rf"there is no claim {word}; did you mean .*{meant}"):
        proofs.claim(word)


def test_what_is_like_nothing_suggests_nothing():
    with pytest.raises(ValueError, match=r"there is no claim zzz$"):
        proofs.claim("zzz")


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (["step.increment"], {"step.increment"}),
        (["step"], {id for id in IDS if id.startswith("step.")}),
        (["blocks.max_*.unsigned", "step.incr*ment"], {"blocks.max_local.unsigned", "step.increment"}),
        ([], set(IDS)),
    ],
)
def test_patterns(patterns, expected):
    assert {claim.id for claim in ledger.select(patterns, ledger.claims())} == expected


# --- what is committed ------------------------------------------------------------------------------------------------


@every_claim
def test_the_kernel_finds_what_is_committed(id, committed):
    library = ledger.library()
    found = ledger.finding(ledger.recorded(ledger.claim(id), library), library)
    assert list(ledger.changes(committed[id], found.entry)) == []
    assert found.rejected == ()


def test_the_ledger_is_complete_and_in_order(committed):
    assert list(committed) == IDS


def test_every_claim_is_settled_and_what_is_false_is_put_right(committed):
    assert {entry["verdict"] for entry in committed.values()} <= {"PROVED", "REFUTED", "MEASURED"}
    for id, entry in committed.items():
        assert (entry["verdict"] == "REFUTED") == bool(entry["witness"])
        if entry["verdict"] == "REFUTED":
            instead = ledger.replaced_by(id, ledger.claims())
            assert instead
            assert all(committed[other]["verdict"] == "PROVED" for other in instead)


@every_claim
def test_the_ledger_holds_nothing_of_a_solver(id):
    library = ledger.library()
    record = ledger.recorded(ledger.claim(id), library)
    answers = [Outcome("z3", "unknown", "time", 9.0), Outcome("z3", "not_run")]
    answers.append(Outcome("z3", "sat" if record.verdict is Verdict.REFUTED else "unsat", "", 1.0))
    kernel = ledger.finding(record, library)
    assert all(ledger.finding(with_solver(record, answer), library) == kernel for answer in answers)


def test_unsat_alone_is_unknown_to_the_ledger():
    claim = ledger.claim("step.increment")
    library = Library({claim.id: claim}, lambda _: {})
    record = library.record(claim.id)
    answered = with_solver(record, Outcome("z3", "unsat"))
    assert answered.verdict is Verdict.SOLVER_ONLY
    assert ledger.entry(record, library)["verdict"] == "UNKNOWN"
    assert ledger.finding(answered, library) == ledger.finding(record, library)


@pytest.mark.parametrize("id", ["step.increment", "blocks.max_local.unsigned"])
def test_a_contradiction_is_a_problem_of_its_own(id):
    library = ledger.library()
    record = ledger.recorded(ledger.claim(id), library)
    wrong = Outcome("z3", "unsat" if record.verdict is Verdict.REFUTED else "sat")
    problems = ledger.problems([ledger.finding(with_solver(record, wrong), library)], complete=False)
    assert problems[0].startswith(f"{id}: z3 says {wrong.outcome}")


# --- differences ------------------------------------------------------------------------------------------------------

ENTRY = {
    "id": "a.b", "source": "s", "title": "t", "scope": {"blocks": "2", "dimension": "every"}, "verdict": "PROVED",
    "uses": [], "assumptions": [], "hypotheses": [{"text": "x > 0", "needed": True, "witness": {"x": ["-1", "2"]}}],
    "rivals": [], "witness": None, "core": "c0", "certificate": "d0",
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"verdict": "REFUTED"}, "a.b: verdict is REFUTED, in ledger.json PROVED"),
        ({"title": "u"}, "a.b: title is u, in ledger.json t"),
        ({"scope": {"blocks": "every", "dimension": "every"}}, "a.b: scope is blocks = every, dimension = every, in"),
        ({"uses": ["a.c"]}, "a.b: uses is (a.c), in ledger.json ()"),
        ({"core": "c1"}, "a.b: the statement is another one: the digest of its core is c1, in ledger.json c0"),
        ({"certificate": "d1"}, "a.b: the stored evidence is another one: its digest is d1, in ledger.json d0"),
        ({"certificate": None}, "a.b: the stored evidence is another one: its digest is None, in ledger.json d0"),
        ({"witness": {"x": ["1"]}}, "a.b: witness is x = (1), in ledger.json absent"),
        ({"hypotheses": []}, "a.b: hypotheses is (), in ledger.json (text = x > 0, needed = True"),
        ({"new": 1}, "a.b: new is 1, in ledger.json absent"),
        (
            {"hypotheses": [{"text": "x > 1", "needed": True, "witness": None}]},
            "a.b: a hypothesis is x > 1, in ledger.json x > 0",
        ),
        (
            {"hypotheses": [{"text": "x > 0", "needed": None, "witness": None}]},
            "a.b: the hypothesis x > 0 is not settled, in ledger.json needed",
        ),
        (
            {"hypotheses": [{"text": "x > 0", "needed": True, "witness": {"x": ["5"]}}]},
            "a.b: without x > 0 the counterexample is x = (5), in ledger.json x = (-1, 2)",
        ),
    ],
)
def test_differences_are_said_in_words(change, sentence):
    (said,) = ledger.changes(ENTRY, ENTRY | change)
    assert said.startswith(sentence)


def test_no_difference_is_no_sentence():
    assert list(ledger.changes(ENTRY, copy.deepcopy(ENTRY))) == []


@pytest.mark.usefixtures("elsewhere")
class TestCommitted:
    def entries(self) -> list[ledger.Entry]:
        return ledger.committed()

    def test_unchanged(self):
        assert ledger.differences(self.entries(), complete=True) == []

    def test_a_claim_that_is_gone_and_one_that_is_new(self):
        entries = self.entries()
        ledger.save([*entries[1:], ENTRY])
        assert ledger.differences(entries, complete=False) == [f"{IDS[0]}: not in ledger.json; computed: PROVED"]
        assert ledger.differences(entries, complete=True)[1:] == ["a.b: ledger.json has it, but no chapter states it"]

    def test_another_order(self):
        entries = self.entries()
        ledger.save(entries[::-1])
        assert ledger.differences(entries, complete=False) == []
        assert "another order" in ledger.differences(entries, complete=True)[0]

    @pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": 2, "claims": []}', '{"schema": 1, "claims": [{}]}'])
    def test_a_damaged_ledger_is_named(self, text):
        ledger.path().write_text(text)
        assert ledger.differences([], complete=True)[0].startswith("ledger.json: ")

    def test_a_missing_ledger_is_named(self):
        ledger.path().unlink()
        assert ledger.differences([], complete=True)[0].startswith("ledger.json: ")

    def test_an_interrupted_write_leaves_the_old_file(self, monkeypatch):
        before = ledger.path().read_bytes()
        monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            ledger.save([])
        assert ledger.path().read_bytes() == before
        assert [file.name for file in ledger.path().parent.iterdir() if file.name.startswith(".")] == []


# --- what has been changed is noticed ---------------------------------------------------------------------------------


def numbers_in(evidence: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all coefficients of a certificate: weights, and polynomials that are squared or multiplied."""
    if isinstance(evidence, dict):
        own = [(*path, key) for key in ("weight", "square") if key in evidence]
        own += [(*path, "multiplier")] if isinstance(evidence.get("multiplier"), str) else []
        return own + [place for key, value in evidence.items() for place in numbers_in(value, (*path, key))]
    if isinstance(evidence, list):
        return [place for index, value in enumerate(evidence) for place in numbers_in(value, (*path, index))]
    return []


def changed(evidence: Any, path: tuple[Any, ...]) -> Any:
    evidence = copy.deepcopy(evidence)
    inner = evidence
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = f"7*{inner[path[-1]]}" if path[-1] != "weight" else f"{inner[path[-1]]}7".replace("/", "7/")
    return evidence


def with_proofs() -> list[str]:
    return [id for id in IDS if numbers_in(store.load(id))]


@pytest.mark.parametrize("id", with_proofs())
def test_changing_one_coefficient_is_noticed(id, committed):
    evidence = store.load(id)
    places = numbers_in(evidence)
    for place in {places[0], places[len(places) // 2], places[-1]}:
        library = Library(
            ledger.claims(), lambda other, p=place: changed(evidence, p) if other == id else ledger.stored(other)
        )
        found = ledger.finding(ledger.recorded(ledger.claim(id), library), library)
        assert [said for said in ledger.changes(committed[id], found.entry) if said.startswith(f"{id}: ")], place
        assert found.rejected or place[0] not in ("proof", "every") or "obligations" in place, place


OPPOSITE = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "!=", "!=": "="}


def with_a_sign_changed(formula: Any) -> Any:
    """The formula with the sign of its last relation turned round."""
    relations = [node for node in t.walk(formula) if isinstance(node, t.Relation)]

    def change(node: Any) -> Any:
        if node is relations[-1]:
            return t.Relation(OPPOSITE[node.op], node.left, node.right)
        return t.rebuild(node, change)

    return change(formula)


@every_claim
def test_changing_one_sign_of_a_statement_is_noticed(id, committed):
    claim = ledger.claim(id)
    other = claim.saying(with_a_sign_changed(claim.statement))
    library = Library(ledger.claims() | {id: other}, ledger.stored)
    entry = ledger.entry(ledger.recorded(other, library), library)
    assert any(said.startswith(f"{id}: ") for said in ledger.changes(committed[id], entry))


@pytest.mark.parametrize(
    "evidence",
    [
        {"schema": 1, "proof": []},
        {"schema": 1, "proof": None},
        {"schema": 1, "proof": {"rule": "certificate", "multiplier": 3, "terms": [], "equations": []}},
        {"schema": 1, "proof": {"rule": "both", "parts": "no"}},
        {"schema": 1, "without": []},
        {"schema": 1, "without": {"0": 7}},
        {"schema": 1, "every": [1]},
        {"schema": 1, "obligations": [1]},
        {"schema": 1, "witness": 5},
        {"schema": 1, "model": {"x_1": 1}},
        {"schema": 1, "rivals": 5, "proof": {"rule": "identity"}},
    ],
    ids=json.dumps,
)
def test_evidence_of_the_wrong_shape_proves_nothing(evidence):
    id = "blocks.profile_at_most_one"
    record = ledger.recorded(ledger.claim(id), Library(ledger.claims(), lambda _: evidence))
    assert record.verdict in (Verdict.UNKNOWN, Verdict.ILL_POSED)
    assert record.reason


# --- bringing it up to date -------------------------------------------------------------------------------------------


@pytest.fixture
def three_claims(elsewhere, monkeypatch):
    """As if there were three claims only, each of them quick."""
    few = {id: ledger.claim(id) for id in (MISSING, "blocks.below_one_unless_parallel", "step.increment")}
    monkeypatch.setattr(ledger, "claims", lambda: few)
    ledger.save([entry for entry in ledger.committed() if entry["id"] in few])
    return elsewhere


MISSING = "blocks.unequal_implies_below_one"


def test_update_finds_what_is_missing_and_keeps_what_holds(three_claims):
    id, before = MISSING, ledger.path().read_bytes()
    kept = {file.name: file.read_bytes() for file in three_claims.iterdir()}
    (three_claims / f"{id}.json").unlink()
    assert running.update([ledger.claim(id), ledger.claim("step.increment")], lambda _: None) == [id]
    assert {file.name: file.read_bytes() for file in three_claims.iterdir()} == kept
    assert ledger.path().read_bytes() == before


@pytest.mark.usefixtures("three_claims")
def test_update_keeps_a_pinned_witness_that_still_verifies():
    id = MISSING
    pinned = {"v": ["3"], "w": ["5"]}
    store.save(id, {"schema": 1, "witness": pinned, "proof": {"rule": "identity"}})
    assert running.update([ledger.claim(id)], lambda _: None) == [id]
    assert store.load(id) == {"schema": 1, "witness": pinned}


def test_update_replaces_damaged_evidence(three_claims):
    id = MISSING
    (three_claims / f"{id}.json").write_text("{")
    assert running.update([ledger.claim(id)], lambda _: None) == [id]
    assert ledger.recorded(ledger.claim(id), ledger.library()).verdict is Verdict.REFUTED


def test_worse_evidence_does_not_replace_better(elsewhere, monkeypatch):
    id = "step.increment"
    before = (elsewhere / f"{id}.json").read_bytes()
    monkeypatch.setattr(running, "find", lambda *_: {"schema": 1})
    record = ledger.recorded(ledger.claim(id), ledger.library())
    running.improve(replace(record), ledger.library())
    assert (elsewhere / f"{id}.json").read_bytes() == before
