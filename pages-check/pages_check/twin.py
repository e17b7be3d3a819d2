"""A schema's twin: each description replaced by a plain word of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_WORD = re.compile("description[0-9]+x")


@dataclass(frozen=True, slots=True)
class Twin:
    """The schema with words, and the description behind each word."""

    schema: Mapping[str, Any]
    descriptions: Mapping[str, str]

    def filled(self, text: str, shown: Mapping[str, str]) -> str:
        """A text of the twin's page with each word replaced by what `shown` says."""
        return _WORD.sub(lambda found: shown.get(found[0], found[0]), text)

    def words(self, text: str) -> set[str]:
        """The words in a text."""
        return set(_WORD.findall(text))


def twin_of(schema: Mapping[str, Any]) -> Twin:
    """Build the twin; the schema is not changed. A description without text stays as it is."""
    descriptions: dict[str, str] = {}

    def copied(value: Any, names: bool) -> Any:
        if isinstance(value, list):
            return [copied(item, False) for item in value]
        if not isinstance(value, dict):
            return value
        built = {}
        for key, item in value.items():
            if key == "description" and not names and isinstance(item, str) and item.strip():
                word = f"description{len(descriptions)}x"
                descriptions[word] = item
                built[key] = word
            elif key in ("default", "const", "enum", "examples") and not names:
                built[key] = item
            else:
                below = key in ("properties", "$defs", "definitions") and not names
                built[key] = copied(item, below)
        return built

    return Twin(copied(dict(schema), False), descriptions)
