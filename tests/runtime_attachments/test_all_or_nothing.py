"""One failure stops everything, and its error says which reference and why (26 and 27)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from acp_runtime.attachments import CODEX

from .conftest import Make
from .kit import Table, found, prepare, prepare_one, ref, start


@pytest.mark.parametrize("session", [None, "s-1"])
def test_R26_A18_the_third_of_three_fails(
    tmp_path: Path, make: Make, session: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    resolver = Table({"1": make("a,b.png"), "2": make("b.txt")})
    started = start(
        tmp_path,
        [ref("1"), ref("2"), ref("third")],
        resolver,
        target=CODEX,
        settings={"stage_links": True},
        session_id=session,
    )
    assert started.seen is None
    assert started.result.run is None
    assert started.reason == "no_file"
    assert '"third"' in str(started.result.error)
    assert list(temporary.iterdir()) == []
    assert [event.event[20:] for event in started.events] == ["Started", "Failed"]


FOUR_CASES = {
    "resolver_missing": "no resolver is configured",
    "no_file": "found no file",
    "relative_path": "not fully qualified",
    "invalid_path": "control character",
    "missing_file": "does not exist",
}


def test_R27_the_cases_are_told_apart(tmp_path: Path) -> None:
    answers: dict[str, object] = {
        "no_file": None,
        "relative_path": found("a.png"),
        "invalid_path": found("/a\nb.png"),
        "missing_file": found(str(tmp_path / "gone")),
    }
    for reason, words in FOUR_CASES.items():
        resolver = Table({"id-7": answers[reason]}) if reason in answers else None
        outcome = prepare([ref("id-7")], resolver)
        assert outcome.error is not None
        assert outcome.error.reason == reason
        assert outcome.error.index == 0
        assert '"id-7"' in outcome.error.message
        assert words in outcome.error.message
        assert str(outcome.error) == outcome.error.message


def test_R27_the_index_is_that_of_the_failed_reference(make: Make) -> None:
    outcome = prepare([ref("a"), ref("b"), ref("c")], Table({"a": make("a"), "b": make("b")}))
    assert outcome.error is not None
    assert outcome.error.index == 2
    assert outcome.error.message.startswith("attachment 3 ")


@pytest.mark.parametrize("char", ["\n", "\r", "\x1b", "\0", "\u2028", "\x85", "\u202e"])
def test_R27_A22_the_error_is_one_line(char: str) -> None:
    reference = f'x{char}{{"event":"AttachmentResolutionCompleted"}}'
    outcome = prepare([ref(reference)], Table({}))
    assert outcome.error is not None
    assert char not in outcome.error.message
    assert len(outcome.error.message.splitlines()) == 1
    assert outcome.error.reference == reference


def test_R27_A24_a_long_reference_is_cut_for_display_only() -> None:
    reference = "data:image/png;base64," + "QUJD" * 1_300_000
    outcome = prepare([ref(reference)], Table({}))
    assert outcome.error is not None
    assert len(outcome.error.message) < 500
    assert "data:image/png" in outcome.error.message
    assert outcome.error.message.count("…") == 2
    assert outcome.error.reference == reference


def test_R27_a_reference_of_200_characters_is_shown_whole() -> None:
    assert "x" * 200 in str(prepare([ref("x" * 200)], Table({})).error)
    assert "x" * 200 not in str(prepare([ref("x" * 201)], Table({})).error)


def test_R27_quotes_and_backslashes_stay_inside_the_quotes() -> None:
    outcome = prepare([ref('a"): fine; ("b\\')], Table({}))
    assert r'("a\"): fine; (\"b\\")' in str(outcome.error)


def test_errors_never_show_a_path(tmp_path: Path) -> None:
    for path in (str(tmp_path / "gone"), "relative/secret", "/secret\n", str(tmp_path)):
        outcome = prepare_one(found(path))
        assert outcome.error is not None
        assert "secret" not in str(outcome.error)
        assert str(tmp_path) not in str(outcome.error)
