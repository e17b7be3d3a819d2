"""Attachments as content blocks of the Agent Client Protocol, versions 1 and 2."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from acp_runtime.attachments import (
    AttachmentError,
    PreparedAttachment,
    content,
    file_uri,
    to_content_blocks,
)
from acp_schema import v1, v2

from .conftest import Make
from .kit import Table, prepare, ref

EDITIONS = pytest.mark.parametrize("edition", [v1, v2], ids=["v1", "v2"])


def caps(
    edition: ModuleType, *, image: bool = False, audio: bool = False, embedded: bool = False
) -> Any:
    """What an agent offers, in the way of the edition."""
    offered = {"image": image, "audio": audio, "embeddedContext": embedded}
    wire: dict[str, object] = dict(offered)
    if edition is v2:
        wire = {name: {} if yes else None for name, yes in offered.items()}
    return edition.decode(edition.PromptCapabilities, wire, strict=True)


def files_of(*pairs: tuple[Path, str | None]) -> tuple[PreparedAttachment, ...]:
    references = [ref(str(at), media_type=kind) for at, (_, kind) in enumerate(pairs)]
    outcome = prepare(references, Table({str(at): path for at, (path, _) in enumerate(pairs)}))
    assert outcome.files is not None
    return outcome.files


def wire(blocks: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(v1.encode(blocks))
    return found


@EDITIONS
def test_blocks_are_the_prompt_and_one_for_each_file(make: Make, edition: ModuleType) -> None:
    picture, sound, text = make("ä b.png"), make("s.wav"), make("t.txt")
    files = files_of((picture, "image/PNG; x=1"), (sound, "audio/wav"), (text, "text/plain"))
    blocks = to_content_blocks("Look.", files, caps(edition, image=True, audio=True, embedded=True))
    assert wire(blocks) == [
        {"type": "text", "text": "Look."},
        {
            "type": "image",
            "data": base64.b64encode(picture.read_bytes()).decode(),
            "mimeType": "image/png",
            "uri": picture.as_uri(),
        },
        {
            "type": "audio",
            "data": base64.b64encode(sound.read_bytes()).decode(),
            "mimeType": "audio/wav",
        },
        {
            "type": "resource_link",
            "uri": text.as_uri(),
            "name": "t.txt",
            "mimeType": "text/plain",
            "size": text.stat().st_size,
        },
    ]
    assert isinstance(blocks[1], edition.ContentBlockImage)
    assert "chat-attachments" not in json.dumps(wire(blocks))


@EDITIONS
def test_what_is_not_offered_becomes_a_link(make: Make, edition: ModuleType) -> None:
    files = files_of((make("a.png"), "image/png"), (make("s.wav"), "audio/wav"))
    blocks = to_content_blocks("", files, caps(edition))
    assert [block["type"] for block in wire(blocks)] == ["text", "resource_link", "resource_link"]
    absent = edition.PromptCapabilities()
    assert wire(to_content_blocks("", files, absent)) == wire(blocks)


@EDITIONS
def test_an_image_without_a_known_type_becomes_a_link(make: Make, edition: ModuleType) -> None:
    files = files_of((make("a.png"), None), (make("b.png"), "image/png\nx"))
    everything = caps(edition, image=True, audio=True, embedded=True)
    blocks = wire(to_content_blocks("", files[:1], everything, embed=True))
    assert blocks[1]["type"] == "resource_link"
    assert "mimeType" not in blocks[1]
    assert "mimeType" not in wire(to_content_blocks("", files[1:], everything))[1]


@EDITIONS
def test_limits_turn_bytes_into_links(make: Make, edition: ModuleType) -> None:
    paths = [make(f"{name}.png") for name in "abc"]
    for path in paths:
        path.write_bytes(b"x" * 10)
    files = files_of(*((path, "image/png") for path in paths))
    offered = caps(edition, image=True)

    def kinds(**limits: Any) -> list[str]:
        return [block["type"] for block in wire(to_content_blocks("", files, offered, **limits))][
            1:
        ]

    assert kinds(max_inline_bytes=10) == ["image"] * 3
    assert kinds(max_inline_bytes=9) == ["resource_link"] * 3
    assert kinds(max_total_bytes=25) == ["image", "image", "resource_link"]
    assert content.MAX_INLINE_BYTES <= content.MAX_TOTAL_BYTES < 24 * 2**20


@EDITIONS
def test_embedding_is_opt_in_and_keeps_text_as_text(make: Make, edition: ModuleType) -> None:
    text, binary = make("t.md"), make("b.bin")
    text.write_text("größer", "utf-8")
    binary.write_bytes(b"\xff\x00")
    files = files_of((text, "text/markdown"), (binary, None))
    offered = caps(edition, embedded=True)
    kinds = [block["type"] for block in wire(to_content_blocks("", files, offered))]
    assert kinds == ["text", "resource_link", "resource_link"]
    blocks = wire(to_content_blocks("", files, offered, embed=True))
    assert blocks[1]["resource"] == {
        "uri": text.as_uri(),
        "mimeType": "text/markdown",
        "text": "größer",
    }
    assert blocks[2]["resource"] == {"uri": binary.as_uri(), "blob": "/wA="}


def _vanish(path: Path) -> None:
    path.unlink()


def _become_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _shrink(path: Path) -> None:
    path.write_bytes(b"x")


def _grow(path: Path) -> None:
    with path.open("ab") as stream:
        stream.write(b"more")


def _be_replaced(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"y" * path.stat().st_size)
    other.replace(path)


@EDITIONS
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_vanish, "missing_file"),
        (_become_a_pipe, "not_a_file"),
        (_shrink, "unreadable_file"),
        (_grow, "unreadable_file"),
        (_be_replaced, "unreadable_file"),
    ],
)
def test_R26_A27_a_file_that_changed_after_the_check_fails_cleanly(
    make: Make, edition: ModuleType, change: Any, reason: str
) -> None:
    first, second = make("a.png"), make("b.png")
    files = files_of((first, "image/png"), (second, "image/png"))
    change(second)
    with pytest.raises(AttachmentError) as caught:
        to_content_blocks("", files, caps(edition, image=True))
    assert (caught.value.reason, caught.value.index, caught.value.reference) == (reason, 1, "1")


@pytest.mark.parametrize("path", ["/a b/ü?#%.png", "/@x/a&b=c;d,e.png", "/x</y>.png"])
def test_addresses_are_those_of_pathlib(path: str) -> None:
    assert file_uri(path) == Path(path).as_uri()


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("C:\\a b\\ü.png", "file:///C:/a%20b/%C3%BC.png"),
        ("\\\\host\\share\\a.png", "file://host/share/a.png"),
    ],
)
def test_addresses_on_windows(monkeypatch: pytest.MonkeyPatch, path: str, uri: str) -> None:
    monkeypatch.setattr(content, "WINDOWS", True)
    assert file_uri(path) == uri


def test_addresses_keep_every_step_of_a_path() -> None:
    assert file_uri("/a//b/./c/../d") == "file:///a//b/./c/../d"
