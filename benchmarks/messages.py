"""The messages that are decoded: a realistic stream, the same malformed, and a few big ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any as JSON

from benchmarks.malform import Malformer

ROOT = Path(__file__).parent.parent
_DATA = Path(__file__).parent / "data"
_SEED = 20260101


@dataclass(frozen=True, slots=True)
class Edition:
    """One protocol version: its name and the definition that its stream consists of."""

    name: str
    definition: str

    @property
    def schema_file(self) -> Path:
        """The edition's schema."""
        return ROOT / "schema" / "acp" / self.name / "schema.unstable.json"

    def stream(self) -> list[bytes]:
        """2,000 notifications, one JSON text each."""
        return (_DATA / f"session_updates_{self.name}.jsonl").read_bytes().splitlines()

    def malformed(self, share: float) -> list[bytes]:
        """The stream with all forgivable fields malformed in this share of its messages."""
        spoil = self._malformer().spoil
        chosen = random.Random(_SEED)
        lines = self.stream()
        picked = set(chosen.sample(range(len(lines)), round(share * len(lines))))
        return [
            _text(spoil(json.loads(line))) if index in picked else line
            for index, line in enumerate(lines)
        ]

    def big(self) -> dict[str, bytes]:
        """Single messages of about 1 MB, made from messages of the stream."""
        messages = [json.loads(line) for line in self.stream()]
        plan = next(message for message in messages if _lists_under(message, "entries"))
        for entries in _lists_under(plan, "entries"):
            entries[:] = (entries * 10_000)[:10_000]
        bad = json.loads(_text(plan))
        _lists_under(bad, "entries")[0].insert(5_000, False)
        return {
            "1 MB diff in a tool call": _text(_with_long_text(messages)),
            "plan of 10,000 entries": _text(plan),
            "plan of 10,000 entries and a bad one": _text(bad),
        }

    def _malformer(self) -> Malformer:
        return Malformer(json.loads(self.schema_file.read_bytes()), self.definition, _SEED)


EDITIONS = (
    Edition("v1", "SessionNotification"),
    Edition("v2", "UpdateSessionNotification"),
)


def _text(message: JSON) -> bytes:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()


def _objects(value: JSON) -> Iterator[dict[str, JSON]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _objects(item)


def _lists_under(message: JSON, key: str) -> list[list[JSON]]:
    return [found[key] for found in _objects(message) if isinstance(found.get(key), list)]


def _with_long_text(messages: list[JSON]) -> JSON:
    """The first message with a diff, its longest text repeated up to a million characters."""
    message = next(m for m in messages if any(o.get("type") == "diff" for o in _objects(m)))
    diff = next(found for found in _objects(message) if found.get("type") == "diff")
    texts = [
        (len(text), key, holder)
        for holder in _objects(diff)
        for key, text in holder.items()
        if isinstance(text, str)
    ]
    length, key, holder = max(texts, key=lambda entry: entry[0])
    holder[key] = holder[key] * (1_000_000 // length + 1)
    return message
