"""All names that the schemas have ever had, so that "never seen" and "gone" are told apart.

`vocabulary.json` is written by the tool on every schema change and committed. A name in use has
`null`; a name that is gone has the day on which that was noticed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from codegen.drift.editions import Edition
from codegen.drift.rules import Standing
from codegen.errors import InputError, Place
from codegen.model import Model

VERSION = 1


@dataclass(frozen=True)
class Vocabulary:
    """Edition -> name -> the day it went, or `None`; properties stand as `Definition.property`."""

    editions: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)

    def day(self, name: str) -> str | None:
        """The last day on which a name went ("": it is gone only now); `None` if never known."""
        days = [names[name] or "" for names in self.editions.values() if name in names]
        return max(days) if days else None


def standing(
    vocabulary: Vocabulary, editions: Iterable[Edition], name: str, owner: str = ""
) -> tuple[Standing, str]:
    """How a name that isn't where a document has it stands, and a remark for people."""
    qualified = f"{owner}.{name}"
    day = vocabulary.day(qualified) if owner else None
    if day is not None:
        return Standing.RETIRED, _gone(f"{qualified} is gone", day)
    if any(name in edition.names for edition in editions):
        return Standing.PLAIN, ""
    day = vocabulary.day(name)
    if day is not None:
        return Standing.RETIRED, _gone("the schema had it once", day)
    return Standing.AHEAD, ""


def _gone(text: str, day: str) -> str:
    return f"{text} since {day}" if day else text


def current_names(model: Model) -> set[str]:
    """The names of a model, properties with and without their owners."""
    edition_names = Edition("", None, model).names  # type: ignore[arg-type]
    qualified = {
        f"{owner}.{name}" for name, owners in edition_names.properties.items() for owner in owners
    }
    return {*edition_names.all, *qualified}


def updated(vocabulary: Vocabulary, current: Mapping[str, set[str]], today: date) -> Vocabulary:
    """The vocabulary after a look at the schemas as they are now."""
    editions: dict[str, dict[str, str | None]] = {}
    for edition in sorted({*vocabulary.editions, *current}):
        known = vocabulary.editions.get(edition, {})
        names = current.get(edition, set())
        editions[edition] = {
            name: None if name in names else (known.get(name) or today.isoformat())
            for name in sorted({*known, *names})
        }
    return Vocabulary(editions)


def lacking(vocabulary: Vocabulary, current: Mapping[str, set[str]]) -> list[str]:
    """Names of the schemas that the vocabulary doesn't know as being in use."""
    return sorted(
        f"{edition}: {name}"
        for edition, names in current.items()
        for name in names
        if vocabulary.editions.get(edition, {}).get(name, "unknown") is not None
    )


def vocabulary_text(vocabulary: Vocabulary) -> str:
    """The file: sorted, one name a line."""
    editions = {name: dict(names) for name, names in vocabulary.editions.items()}
    return json.dumps({"version": VERSION, "editions": editions}, indent=1) + "\n"


def read_vocabulary(text: str, file: str) -> Vocabulary:
    """Read the file. Raises `InputError`."""
    try:
        found = json.loads(text)
        if found["version"] != VERSION:
            raise ValueError(f"version {found['version']}")
        return Vocabulary(
            {
                str(edition): {
                    str(name): None if day is None else date.fromisoformat(day).isoformat()
                    for name, day in names.items()
                }
                for edition, names in found["editions"].items()
            }
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        line = getattr(error, "lineno", None)
        raise InputError(
            f"not a vocabulary ({error})",
            at=Place(file, line, getattr(error, "colno", None)),
            cure="restore it from version control; `acp-codegen generate` adds what is new",
        ) from None
