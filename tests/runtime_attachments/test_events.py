"""Log records: when, what is in them, how they are written, what stays out (41 to 45)."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from acp_runtime.attachments import event_line, event_record, logging_sink
from acp_schema.attachments import AttachmentEvent, AttachmentReference, decode

from .conftest import Make
from .kit import SCHEMA, Outcome, Table, found, prepare, prepare_one, ref, start

EVENT = {"$ref": "#/$defs/AttachmentEvent", "$defs": SCHEMA["$defs"]}
SIGNED = "https://u:secret@h/x?sig=abc"


def outcomes(make: Make) -> dict[str, Outcome]:
    """A success and failures of every sort that a resolver or its file can cause."""
    path = make("a.txt")
    answers: dict[str, object] = {
        "success": path,
        "no_file": None,
        "invalid_result": 7,
        "resolver_error": ValueError("words"),
        "empty_path": found(""),
        "relative_path": found("a"),
        "invalid_path": found("/\n"),
        "missing_file": path / "x",
        "not_a_file": path.parent,
    }
    results = {name: prepare_one(answer) for name, answer in answers.items()}
    results["empty_reference"] = prepare([ref("")], Table({}))
    results["pending_blob"] = prepare([ref("blob:x")], Table({}))
    results["resolver_missing"] = prepare([ref("r")], None)
    return results


def test_R41_one_record_opens_and_one_closes(make: Make) -> None:
    for name, outcome in outcomes(make).items():
        closing = "Completed" if name == "success" else "Failed"
        kinds = [record["event"] for record in outcome.records]
        assert kinds == ["AttachmentResolutionStarted", f"AttachmentResolution{closing}"]
        assert outcome.reason == (None if name == "success" else name)


def test_R41_the_opening_record_comes_before_the_first_question(make: Make) -> None:
    path, seen = make("a.txt"), list[str]()

    class Notes:
        async def resolve(self, attachment: AttachmentReference, /) -> Any:
            seen.append("asked")
            return found(str(path))

    prepare([ref("1"), ref("2")], Notes(), emit=lambda event: seen.append(event.event[20:]))
    assert seen == ["Started", "asked", "asked", "Completed"]


def test_R41_a_refused_path_is_no_success(tmp_path: Path, make: Make) -> None:
    started = start(tmp_path, [ref("r")], Table({"r": make("a,b.png")}))
    assert [event.event[20:] for event in started.events] == ["Started", "Failed"]


@pytest.mark.parametrize(
    ("nanoseconds", "milliseconds"), [(0, 0), (999_999, 0), (1_000_000, 1), (2_999_999, 2)]
)
def test_R42_elapsed_time_is_in_whole_milliseconds(
    make: Make, nanoseconds: int, milliseconds: int
) -> None:
    for answer in (make("a.txt"), None):
        times = iter((5, 5 + nanoseconds))
        outcome = prepare([ref("r")], Table({"r": answer}), clock=times.__next__)
        assert outcome.records[1]["elapsedMilliseconds"] == milliseconds
        assert "elapsedMilliseconds" not in outcome.records[0]


def test_R42_A30_a_clock_that_jumps_back_gives_zero(make: Make) -> None:
    clock = itertools.count(10**18, -(10**9)).__next__
    outcome = prepare([ref("r")], Table({"r": make("a.txt")}), clock=clock)
    assert outcome.records[1]["elapsedMilliseconds"] == 0


def test_R43_a_failure_says_everything(make: Make) -> None:
    resolver = Table({"a": make("a.txt"), "b": ValueError("two\nlines")})
    outcome = prepare([ref("a"), ref("b")], resolver, run_id="run-7")
    failed = outcome.records[1]
    del failed["elapsedMilliseconds"]
    assert failed == {
        "event": "AttachmentResolutionFailed",
        "runId": "run-7",
        "reference": "b",
        "attachmentIndex": 1,
        "reason": "resolver_error",
        "message": str(outcome.error),
    }
    assert outcome.records[0]["runId"] == "run-7"
    assert outcome.records[0]["attachmentCount"] == 2


def test_R44_every_record_is_valid(make: Make) -> None:
    for outcome in outcomes(make).values():
        for event in outcome.events:
            jsonschema.validate(event_record(event), EVENT)
            assert decode(AttachmentEvent, event_line(event), strict=True) == event


@pytest.mark.parametrize("text", ["x\ud800", "\udcff", "é\u2028"])
def test_R44_A11_records_are_valid_for_broken_text(text: str) -> None:
    outcome = prepare([ref(text)], Table({text: ValueError(text)}), run_id=f"run{text}")
    for event in outcome.events:
        jsonschema.validate(event_record(event), EVENT)
        assert event_line(event).isascii()


@pytest.mark.parametrize("text", ["\n", "\x1b[2J", "\r", "\u2028", "\x85", "\0"])
def test_R44_A22_no_reference_forges_a_line(text: str) -> None:
    reference = f'x{text}{{"event":"AttachmentResolutionCompleted"}}'
    outcome = prepare([ref(reference)], Table({reference: ValueError(reference)}))
    line = event_line(outcome.events[1])
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["reference"] == reference
    assert json.loads(line)["event"] == "AttachmentResolutionFailed"


def test_R44_records_have_their_level(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "acp_runtime.attachments")
    sink = logging_sink()
    prepare([ref("r")], Table({"r": make("a.txt")}), emit=sink)
    prepare([ref("r")], Table({}), emit=sink)
    found_levels = [(r.levelno, r.attachment_event["event"][20:]) for r in caplog.records]  # type: ignore[attr-defined]
    assert found_levels == [
        (logging.INFO, "Started"),
        (logging.INFO, "Completed"),
        (logging.INFO, "Started"),
        (logging.ERROR, "Failed"),
    ]
    assert [json.loads(r.getMessage()) for r in caplog.records][3]["reason"] == "no_file"


def test_R44_a_logger_of_the_hosts_own(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("host.audit")
    caplog.set_level(logging.INFO, "host.audit")
    prepare([ref("r")], Table({"r": make("a.txt")}), emit=logging_sink(logger))
    assert {record.name for record in caplog.records} == {"host.audit"}


@pytest.mark.parametrize("error", [ValueError("secret"), asyncio.CancelledError()])
def test_R44_A30_a_sink_that_fails_changes_nothing(
    tmp_path: Path, make: Make, error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(event: object) -> None:
        raise error

    started = start(tmp_path, [ref("r")], Table({"r": make("a.txt")}), settings={"emit": broken})
    assert started.seen is not None
    failed = start(tmp_path, [ref("r")], Table({}), settings={"emit": broken})
    assert failed.reason == "no_file"
    assert "secret" not in caplog.text
    assert type(error).__name__ in caplog.text


def test_R45_references_are_shown_as_given_by_default() -> None:
    assert prepare([ref(SIGNED)], Table({})).records[1]["reference"] == SIGNED


def test_R45_A21_redaction_reaches_the_records_only(tmp_path: Path) -> None:
    resolver = Table({SIGNED: ValueError(f"403 for {SIGNED}")})
    started = start(
        tmp_path, [ref(SIGNED)], resolver, settings={"redact": lambda text: text[:5] + "…"}
    )
    lines = "".join(map(event_line, started.events))
    assert "secret" not in lines
    assert "sig" not in lines
    record = event_record(started.events[1])
    assert record["reference"] == "https…"
    assert record["message"] == 'attachment 1 ("https…"): the resolver failed: 403 for https…'
    assert [asked.reference for asked in resolver.asked] == [SIGNED]
    assert SIGNED in str(started.result.error)


def test_R45_a_redaction_that_fails_shows_nothing() -> None:
    def broken(text: str) -> str:
        raise ValueError(text)

    outcome = prepare([ref(SIGNED)], Table({}), redact=broken)
    assert outcome.records[1]["reference"] == "<redacted>"
    assert "secret" not in json.dumps(outcome.records)
    assert outcome.error is not None
    assert outcome.error.reference == SIGNED


def test_R45_paths_labels_and_contents_stay_out(
    tmp_path: Path, make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    path = make("private-name.txt")
    sink = logging_sink()
    reference = ref("r", alt_text="private-label", file_name="private-file")
    answers = [path, path / "x", path.parent, found("private-relative"), found("/private\n")]
    for answer in answers:
        prepare([reference], Table({"r": answer}), emit=sink)
    start(tmp_path, [reference], Table({"r": path}), settings={"emit": sink})
    assert "AttachmentResolutionFailed" in caplog.text
    for private in ("private", str(tmp_path), "content of"):
        assert private not in caplog.text
