"""What comes in: references, the resolver, and what is refused without asking (1 to 7)."""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path

import pytest
from acp_runtime.attachments import CODEX, AgentRunner, RunRequest
from acp_schema.attachments import AttachmentReference, DecodeError, decode, encode

from .conftest import Make
from .kit import Table, fake, prepare, ref, run, start


@pytest.mark.parametrize(
    "present", [kept for size in range(4) for kept in itertools.combinations(range(3), size)]
)
@pytest.mark.parametrize("value", ["text", None])
def test_R01_each_combination_of_optional_texts_survives(
    present: tuple[int, ...], value: str | None
) -> None:
    keys = ("fileName", "mediaType", "altText")
    given = {"reference": "id-1"} | {keys[at]: value for at in present}
    assert json.loads(encode(decode(AttachmentReference, json.dumps(given)))) == given


def test_R01_a_reference_is_required() -> None:
    with pytest.raises(DecodeError):
        decode(AttachmentReference, {"fileName": "a.png"})


def test_R01_null_and_absent_mean_the_same(make: Make) -> None:
    path = make("a.bin")
    plain = prepare([ref("r")], Table({"r": path})).only
    nulls = ref("r", file_name=None, media_type=None, alt_text=None)
    other = prepare([nulls], Table({"r": path})).only
    assert (plain.name, plain.media_type) == (other.name, other.media_type) == ("a.bin", None)


def test_R02_two_starts_of_one_runner_ask_its_one_resolver(make: Make) -> None:
    resolver = Table({"r": make("a.txt")})
    runner = AgentRunner(fake(), resolver=resolver)

    async def work() -> None:
        for name in ("one", "two"):
            request = RunRequest(run_id=name, prompt="", attachments=[ref("r")])
            result = await runner.start(request)
            assert result.run is not None
            await result.run.finish()

    run(work())
    assert len(resolver.asked) == 2
    assert not {"resolver", "attachment_resolver"} & set(RunRequest.__slots__)


AWKWARD = [
    " padded ",
    "A/b%20c?d=e&f#g",
    "../../etc/passwd",
    "http://127.0.0.1:9/x",
    "https://user:secret@localhost/x?sig=1",
    "ftp://localhost/x",
    "file:///etc/passwd",
    "data:text/plain,hello",
    "s3://bucket/key",
    "//host/share/x",
    "x\n\x1b[2J",
    "Größe\u202e🙂",
]


def test_R03_A21_references_arrive_unchanged_and_nobody_opens_them(make: Make) -> None:
    path = str(make("a.txt"))
    resolver = Table(dict.fromkeys(AWKWARD, Path(path)))
    watched: list[tuple[str, str]] = []
    watching = True

    def audit(event: str, arguments: tuple[object, ...]) -> None:
        if watching and (event.startswith(("socket.", "urllib.")) or event == "open"):
            watched.append((event, repr(arguments[:1])))

    sys.addaudithook(audit)
    references = [ref(text) for text in AWKWARD]
    outcome = prepare(references, resolver)
    watching = False
    assert [asked.reference for asked in resolver.asked] == AWKWARD
    assert all(asked is given for asked, given in zip(resolver.asked, references, strict=True))
    assert outcome.files is not None
    opened = {what for event, what in watched if event == "open"}
    assert opened <= {repr((path.encode(),))}
    # The event loop makes itself a pair of sockets; nothing connects or looks a name up.
    assert not [event for event, _ in watched if event in NETWORK]


NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request")


@pytest.mark.parametrize("text", ["blob:https://a/b", "BLOB:x", "blob:"])
def test_R04_A23_blob_addresses_never_reach_the_resolver(text: str) -> None:
    resolver = Table({})
    outcome = prepare([ref(text)], resolver)
    assert outcome.reason == "pending_blob"
    assert resolver.asked == []


@pytest.mark.parametrize("text", ["blobby:1", "x-blob:1", " blob:x", "blob"])
def test_R04_A23_what_only_looks_like_a_blob_is_the_resolvers(make: Make, text: str) -> None:
    resolver = Table({text: make("a.txt")})
    assert prepare([ref(text)], resolver).files is not None
    assert [asked.reference for asked in resolver.asked] == [text]


@pytest.mark.parametrize("text", ["", " ", "\t\r\n", "\u00a0\u2003", "\ufeff"])
def test_R05_blank_references_never_reach_the_resolver(text: str) -> None:
    resolver = Table({})
    outcome = prepare([ref(text)], resolver)
    assert outcome.reason == "empty_reference"
    assert outcome.error is not None
    assert outcome.error.reference == text
    assert resolver.asked == []


@pytest.mark.parametrize("references", [None, [], ()])
@pytest.mark.parametrize("prompt", ["", "Hello\n", "ümlaut </chat-attachments>"])
def test_R06_A31_without_references_nothing_happens(
    tmp_path: Path, references: list[AttachmentReference] | None, prompt: str
) -> None:
    started = start(tmp_path, references, None, prompt=prompt, session_id="s-1")
    assert started.stdin == prompt
    assert started.argv == ["exec", "--json", "resume", "s-1", "-"]
    assert started.events == []
    assert prepare(references, None).events == []


def test_R07_without_a_resolver_the_first_reference_is_named(tmp_path: Path) -> None:
    started = start(tmp_path, [ref("first"), ref("second")], None, target=CODEX)
    assert started.reason == "resolver_missing"
    assert '"first"' in str(started.result.error)
    assert started.seen is None


def test_R07_a_missing_resolver_is_reported_before_a_blank_reference() -> None:
    assert prepare([ref(" ")], None).reason == "resolver_missing"


def test_arguments_that_break_the_types_are_errors_of_the_host() -> None:
    with pytest.raises(TypeError, match=r"attachments\[1\] is a str"):
        prepare([ref("a"), "b"], Table({}))  # type: ignore[list-item]
    with pytest.raises(TypeError, match="no text"):
        prepare([ref(None)], Table({}))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="run_id"):
        prepare([ref("a")], Table({}), run_id="")
