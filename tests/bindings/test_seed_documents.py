"""The JSON blocks of the documents that came with the request decode, and encode back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from acp_schema import v1, v2
from markdown_it import MarkdownIt

DOCUMENTS = Path(__file__).parents[3] / "shared" / "seeds" / "states" / "post" / "docs"
EDITIONS: dict[str, tuple[ModuleType, ...]] = {
    "rfds/subagents.mdx": (v1, v2),
    "protocol/v1/draft/prompt-turn.mdx": (v1,),
    "protocol/v2/draft/prompt-lifecycle.mdx": (v2,),
}


def blocks(path: Path) -> Iterator[tuple[int, Any]]:
    """Line and value of each JSON block that is whole: it parses, and it is a message."""
    for token in MarkdownIt("commonmark").parse(path.read_text("utf-8")):
        if token.type == "fence" and token.info.split()[:1] == ["json"]:
            try:
                value = json.loads(token.content)
            except json.JSONDecodeError:
                continue
            if isinstance(value, dict) and "jsonrpc" in value:
                yield (token.map or [0])[0] + 1, value


def round_trip(edition: ModuleType, message: dict[str, Any]) -> Any:
    """The message decoded by the side that gets it, and encoded again."""
    found: Any = None
    for receiver in ("client", "agent"):
        found = edition.decode_message(message, receiver)
        if isinstance(found, edition.Request | edition.Notification):
            return json.loads(edition.encode_message(found))
    return found


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the request's documents are not here")
@pytest.mark.parametrize("name", EDITIONS)
def test_every_whole_block_survives(name: str) -> None:
    found = list(blocks(DOCUMENTS / name))
    assert found
    for line, message in found:
        if "method" not in message:
            fits = [_fits_a_result(edition, message) for edition in EDITIONS[name]]
            assert any(fits), f"{name}:{line}"
            continue
        for edition in EDITIONS[name]:
            assert round_trip(edition, message) == message, f"{name}:{line} as {edition.__name__}"


def _fits_a_result(edition: ModuleType, message: dict[str, Any]) -> bool:
    """Whether a response is the result of some method, with nothing lost."""
    methods = {**edition.AGENT_METHODS, **edition.CLIENT_METHODS}
    for method in methods.values():
        try:
            value = edition.decode(method.result, message["result"], strict=True)
        except (edition.DecodeError, TypeError):
            continue
        if method.result is not None and json.loads(edition.encode(value)) == message["result"]:
            return True
    return False
