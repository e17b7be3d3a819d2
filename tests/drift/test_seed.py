"""The accident that the check must prevent: three documents of the seed, in three states."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from codegen.drift.check import Checked, check_pages
from codegen.drift.documents import Page, read_page
from codegen.drift.locks.accept import accept
from codegen.drift.locks.lock import Lock, lock_text, read_lock
from codegen.drift.rules import Stage
from codegen.drift.run import Inputs, Run, impact, run, stage_for
from codegen.drift.sidecar import EMPTY, read_sidecar
from codegen.errors import InputError
from codegen.findings import Severity
from tests.drift.worlds import SEEDS, TODAY, above_note, pages_of, seed_world

pytestmark = pytest.mark.skipif(
    not (SEEDS / "stale-spots.json").is_file(), reason="the seed's documents are not here"
)
SIDECAR = read_sidecar(
    Path(__file__).with_name("seed_sidecar.toml").read_text("utf-8"), "seed_sidecar.toml"
)
RFD = "docs/rfds/subagents.mdx"


def _check(state: str, schemas: str, sidecar: bool = True) -> Checked:
    pages = pages_of(SEEDS / "states" / state)
    return check_pages(pages, seed_world(schemas), {}, SIDECAR if sidecar else EMPTY, TODAY)


def _spots(kind: str) -> dict[str, tuple[str, int, int]]:
    found = json.loads((SEEDS / "stale-spots.json").read_text())["spots"]
    return {
        spot["id"]: (spot["file"], spot["lines"][0], spot["lines"][1])
        for spot in found
        if spot[kind]
    }


def _covered(
    places: list[tuple[str, int, int]], spots: dict[str, tuple[str, int, int]]
) -> set[str]:
    return {
        name
        for name, (file, first, last) in spots.items()
        if any(place == file and start <= last and end >= first for place, start, end in places)
    }


def _lines(checked: Checked) -> set[tuple[str, int]]:
    return {(one.at.file, one.at.line or 0) for one in above_note(checked.findings)}


def test_without_directives_the_two_stale_examples_are_found() -> None:
    found = _lines(_check("mid", "S3", sidecar=False))
    v1, v2 = "docs/protocol/v1/draft/prompt-turn.mdx", "docs/protocol/v2/draft/prompt-lifecycle.mdx"
    assert found == {(v1, 61), (v1, 62), (v2, 91), (v2, 92)}
    assert _covered([(f, n, n) for f, n in found], _spots("zero_config")) == {"S15", "S19"}


def test_with_directives_and_locks_six_spots_and_all_documents_are_found() -> None:
    found = _run_with_locks("mid", "S3")
    places = [
        (one.at.file, one.at.line or 0, one.at.line or 0) for one in above_note(found.findings)
    ]
    assert _covered(places, _spots("directive")) >= {"S02", "S07", "S08", "S12", "S15", "S19"}
    stale = {one.at.file for one in found.findings if one.rule == "lock-stale"}
    assert stale == {page.file for page in pages_of(SEEDS / "states/mid")}
    assert [one.at.line for one in found.findings if one.rule == "revision-history"] == [1271]


def test_the_documents_that_were_mended_have_no_finding_above_note() -> None:
    for sidecar in (False, True):
        checked = _check("post", "S3", sidecar)
        assert above_note(checked.findings) == []
        assert checked.tallies["json"].bound == 8


def test_documents_ahead_of_the_schema_give_notes_only() -> None:
    checked = _check("mid", "S0")
    assert above_note(checked.findings) == []
    rules = Counter(one.rule for one in checked.findings)
    # Two of the 17 names that the schema doesn't have yet stand at the head of list items, and
    # in each of two examples one key is new.
    assert rules["ident-unknown"] == 15
    assert rules["list-fields"] == 4  # Each in both of its targets.
    assert rules["json-unknown-property"] == 2


def test_a_list_that_lacks_new_fields_is_incomplete() -> None:
    found = above_note(_check("pre", "S2").findings)
    assert [(one.rule, one.at.line) for one in found] == [("list-fields", 262)]
    assert "`recipientMessageId`, `senderMessageId`" in found[0].message


def test_the_impact_list_covers_fourteen_spots() -> None:
    pages = pages_of(SEEDS / "states/mid")
    mentions = impact(pages, seed_world("S2"), seed_world("S3"))
    places = [(one.file, one.line, one.end) for one in mentions]
    spots = _spots("impact")
    assert len(_covered(places, spots)) >= 14
    assert len(mentions) < 30


def _locks(state: str, schemas: str) -> dict[str, tuple[str, str]]:
    """Locks that somebody accepted in a state."""
    pages = pages_of(SEEDS / "states" / state)
    world = seed_world(schemas)
    found: dict[str, tuple[str, str]] = {}
    for page in pages:
        names = ("v1", "v2") if "rfds" in page.file else ("v2",) if "/v2/" in page.file else ("v1",)
        targets = [
            f"{name}#{own}" for name in names for own in ("SessionMessage", "SessionMessageChunk")
        ]
        stage = Stage.RFD if "rfds" in page.file else Stage.DRAFT
        lock, _ = accept(page, world, Lock(()), stage, targets, "read", date(2026, 10, 22))
        found[page.file] = (f"contracts/{page.file}.toml", lock_text(lock))
    return found


def _run_with_locks(state: str, schemas: str) -> Run:
    inputs = Inputs(
        seed_world(schemas),
        pages_of(SEEDS / "states" / state),
        {},
        SIDECAR,
        _locks("mid", "S2"),
    )
    return run(inputs, TODAY)


def test_locks_walk_through_the_patches() -> None:
    fresh = _run_with_locks("mid", "S2")
    assert [one for one in fresh.findings if one.rule.startswith("lock")] == []
    mended = _run_with_locks("post", "S3")
    rules = {one.rule for one in above_note(mended.findings)}
    assert rules == {"lock-unconfirmed"}
    ahead = _run_with_locks("post", "S2")
    assert {one.rule for one in ahead.findings if one.rule.startswith("lock")} == {"lock-ahead"}


def test_a_stale_lock_says_what_went() -> None:
    found = _run_with_locks("mid", "S3")
    texts = [one.message for one in found.findings if one.rule == "lock-stale"]
    assert any("-senderSessionId?: SessionId|null" in text for text in texts)


def test_an_rfd_is_accepted_only_with_an_entry_in_its_history() -> None:
    locks = _locks("mid", "S2")
    lock = read_lock(locks[RFD][1], "lock")
    world = seed_world("S3")
    stale = next(page for page in pages_of(SEEDS / "states/mid") if page.file == RFD)
    with pytest.raises(InputError, match="no new or edited entry"):
        accept(stale, world, lock, Stage.RFD, (), "chunks carry only content", TODAY)
    mended = next(page for page in pages_of(SEEDS / "states/post") if page.file == RFD)
    after, lines = accept(mended, world, lock, Stage.RFD, (), "chunks carry only content", TODAY)
    assert any("- senderSessionId?" in line for line in lines)
    inputs = Inputs(world, (mended,), {}, SIDECAR, {RFD: ("lock", lock_text(after))}, whole=False)
    assert above_note(run(inputs, TODAY).findings) == []
    assert stage_for(mended, inputs) is Stage.RFD


def test_findings_keep_their_fingerprints_when_lines_move() -> None:
    pages = pages_of(SEEDS / "states/mid")
    moved = tuple(_moved(page) for page in pages)
    marks = [
        sorted(
            one.fingerprint
            for one in check_pages(some, seed_world("S3"), {}, SIDECAR, TODAY).findings
        )
        for some in (pages, moved)
    ]
    assert marks[0] == marks[1]
    assert len(set(marks[0])) == len(marks[0])


def _moved(page: Page) -> Page:
    return read_page(f"\n\n\n{page.text}", page.file)


def test_severities_are_those_of_the_findings() -> None:
    checked = _check("mid", "S3")
    assert {one.severity for one in above_note(checked.findings)} == {Severity.ERROR}
