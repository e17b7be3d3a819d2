"""Make messages malformed where a schema says that a reader forgives it."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any as JSON

DEFAULTS = "x-deserialize-default-on-error"
SKIPS = "x-deserialize-skip-invalid-items"

_BAD_TEXT = "malformed"
_BAD_NUMBER = -17.5


@dataclass(frozen=True, slots=True)
class _Spot:
    """A property of one object in a message that may be malformed."""

    holder: dict[str, JSON]
    key: str
    schema: Mapping[str, JSON]


class Malformer:
    """Spoils messages of one definition of a schema document."""

    def __init__(self, document: Mapping[str, JSON], definition: str, seed: int) -> None:
        self._definitions: Mapping[str, Mapping[str, JSON]] = document["$defs"]
        self._root = self._definitions[definition]
        self._random = random.Random(seed)

    def spoil(self, message: JSON) -> JSON:
        """A copy in which every forgivable property is malformed.

        A list whose bad items are skipped gets one bad item more; other values are replaced. A
        message that has no such property gets one.
        """
        spoilt = copy.deepcopy(message)
        spots = list(self._spots(spoilt, self._root))
        # Inner ones first, so that nothing is spoilt inside of what was replaced already.
        present = [spot for spot in reversed(spots) if spot.key in spot.holder]
        for spot in present or [self._random.choice(spots)]:
            self._spoil(spot)
        return spoilt

    def _spoil(self, spot: _Spot) -> None:
        held = spot.holder.get(spot.key)
        if isinstance(held, list) and SKIPS in spot.schema:
            held.insert(self._random.randint(0, len(held)), _BAD_NUMBER)
        else:
            takes_text = "string" in set(self._kinds(spot.schema))
            spot.holder[spot.key] = _BAD_NUMBER if takes_text else _BAD_TEXT

    def _spots(self, value: JSON, schema: Mapping[str, JSON]) -> Iterator[_Spot]:
        if isinstance(value, list):
            parts = self._parts(value, schema)
            items: Mapping[str, JSON] = next((p["items"] for p in parts if "items" in p), {})
            for item in value:
                yield from self._spots(item, items)
        if not isinstance(value, dict):
            return
        for part in self._parts(value, schema):
            for key, inner in part.get("properties", {}).items():
                # A property of any type can't be malformed.
                if (DEFAULTS in inner or SKIPS in inner) and set(self._kinds(inner)):
                    yield _Spot(value, key, inner)
                if key in value:
                    yield from self._spots(value[key], inner)

    def _parts(self, value: JSON, schema: Mapping[str, JSON]) -> Iterator[Mapping[str, JSON]]:
        """The schema objects that apply to a value: joined, referred to, or chosen by a tag."""
        yield schema
        for inner in schema.get("allOf", ()):
            yield from self._parts(value, inner)
        if "$ref" in schema:
            yield from self._parts(value, self._definitions[schema["$ref"].rsplit("/", 1)[1]])
        branches = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
        fitting = [branch for branch in branches if self._may_hold(value, branch)]
        if fitting:
            yield from self._parts(value, fitting[0])

    def _may_hold(self, value: JSON, branch: Mapping[str, JSON]) -> bool:
        kinds = set(self._kinds(branch))
        if not isinstance(value, dict):
            return not kinds or ("array" in kinds) == isinstance(value, list)
        tags = {
            key: inner["const"]
            for key, inner in branch.get("properties", {}).items()
            if "const" in inner
        }
        fits = all(value.get(key) == const for key, const in tags.items())
        return fits and (not kinds or "object" in kinds)

    def _kinds(self, schema: Mapping[str, JSON]) -> Iterator[str]:
        """The JSON types that a schema names."""
        named = schema.get("type", [])
        yield from [named] if isinstance(named, str) else named
        for inner in (*schema.get("allOf", ()), *schema.get("oneOf", ()), *schema.get("anyOf", ())):
            yield from self._kinds(inner)
        if "$ref" in schema:
            yield from self._kinds(self._definitions[schema["$ref"].rsplit("/", 1)[1]])
