"""Valid instances of schemas, and mutations of them; the same numbers from the same seed.

`Instances` reads a JSON Schema 2020-12 document of the kind that this project takes and makes
values that the document accepts. `mutated` damages a value the way sloppy peers do, with words
from the schema itself, so that the damage is often nearly right.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator

from tests.rules import RANGES, asserting, named

Schema = Mapping[str, Any]

_TEXTS = ("", "a", "text é", "/abs/path", "line\nline", "🙂", "_acme/x", "zero-width\u200bspace")
_NAMES = ("zzUnknown", "_acme/extra", "model_", "__class__")
_ANY: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 7, 2**53 + 1, 2**64, 1.5, -0.25, "", "x", "é", [], {}),
    *([1, [2]], {"k": None}, {"a": {"b": [True]}}),
)


class _TooDeep(Exception):
    pass


def validator(document: Schema, name: str) -> Draft202012Validator:
    """What checks values against one definition."""
    return Draft202012Validator(document).evolve(schema=named(document, name))


class Instances:
    """Makes valid instances of a document's definitions.

    Optional properties are left out below `depth`; a recursion that can't end there raises
    `ValueError`. With `unknown`, objects now and then get a key that nobody declared, where
    their schema allows it.
    """

    def __init__(
        self, document: Schema, rng: random.Random, *, depth: int = 5, unknown: bool = False
    ) -> None:
        self.document = document
        self.rng = rng
        self.depth = depth
        self.unknown = unknown

    def make(self, name: str, attempts: int = 60) -> Any:
        """A valid instance of a definition."""
        return self.make_of(named(self.document, name), attempts)

    def make_of(self, schema: Schema, attempts: int = 60) -> Any:
        """A valid instance of a schema that may refer to the document's definitions."""
        check = Draft202012Validator(self.document).evolve(schema=schema)
        for _ in range(attempts):
            try:
                value = self._value([schema], 0)
            except _TooDeep:
                continue
            if check.is_valid(value):
                return value
        raise ValueError(f"no valid instance of {dict(schema)!r} in {attempts} attempts")

    # A value that all the schemas of a list accept, up to `oneOf` and `not`

    def _value(self, schemas: list[Any], depth: int) -> Any:
        if depth > 3 * self.depth:
            raise _TooDeep
        parts = [part for schema in schemas for part in self._settled(schema, depth)]
        for part in parts:
            if "const" in part:
                return part["const"]
        for part in parts:
            if "enum" in part:
                return self.rng.choice(part["enum"])
        kinds = self._kinds(parts)
        if kinds is None:
            return self._anything(parts)
        if not kinds:
            raise _TooDeep
        if depth > self.depth and "null" in kinds:
            return None
        kind = self.rng.choice(sorted(kinds))
        match kind:
            case "null":
                return None
            case "boolean":
                return self.rng.random() < 0.5
            case "integer":
                return self._integer(parts)
            case "number":
                return self._number(parts)
            case "string":
                return self._string(parts)
            case "array":
                return self._array(parts, depth)
            case _:
                return self._object(parts, depth)

    def _settled(self, schema: Any, depth: int) -> Iterator[Schema]:
        """The plain schemas that a schema comes down to once every choice in it is made."""
        if schema is True:
            return
        if depth > 3 * self.depth:
            raise _TooDeep
        yield {
            key: schema[key]
            for key in asserting(schema) - {"$ref", "allOf", "anyOf", "oneOf", "not"}
        }
        if "$ref" in schema:
            yield from self._settled(self._target(schema["$ref"]), depth + 1)
        for part in schema.get("allOf", ()):
            yield from self._settled(part, depth)
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                yield from self._chosen(schema[keyword], depth)

    def _chosen(self, arms: list[Schema], depth: int) -> list[Schema]:
        order = self.rng.sample(arms, len(arms))
        if depth > self.depth:
            order.sort(key=lambda arm: arm.get("type") != "null")
        for arm in order:
            try:
                return list(self._settled(arm, depth))
            except _TooDeep:
                continue
        raise _TooDeep

    def _target(self, ref: str) -> Schema:
        found: Schema = (
            self.document if ref == "#" else self.document["$defs"][ref.removeprefix("#/$defs/")]
        )
        return found

    @staticmethod
    def _kinds(parts: list[Schema]) -> set[str] | None:
        """The types that all parts allow; `None` where no part names one."""
        found: set[str] | None = None
        for part in parts:
            stated = part.get("type", "object" if "properties" in part else None)
            if stated is not None:
                kinds = {stated} if isinstance(stated, str) else set(stated)
                found = kinds if found is None else found & kinds
        return found

    def _anything(self, parts: list[Schema]) -> Any:
        if any(part.keys() - {"format"} for part in parts):
            raise _TooDeep
        return self.rng.choice(_ANY)

    def _integer(self, parts: list[Schema]) -> int:
        low, high = -(2**63), 2**64 - 1
        for part in parts:
            bounds = RANGES.get(part.get("format", ""), (low, high))
            low = max(low, bounds[0], part.get("minimum", low))
            high = min(high, bounds[1], part.get("maximum", high))
        near = [edge for edge in (0, 1, 7, low, high, 65536) if low <= edge <= high]
        return int(self.rng.choice(near))

    def _number(self, parts: list[Schema]) -> float:
        low = max((part["minimum"] for part in parts if "minimum" in part), default=-1e6)
        high = min((part["maximum"] for part in parts if "maximum" in part), default=1e6)
        whole = [edge for edge in (0, 1, 250, int(low), int(high)) if low <= edge <= high]
        return self.rng.choice([*whole, round(self.rng.uniform(low, high), 3)])

    def _string(self, parts: list[Schema]) -> str:
        if any(part.get("pattern") == "^[A-Z]{3}$" for part in parts):
            return "EUR"
        low = max((part.get("minLength", 0) for part in parts), default=0)
        high = min((part["maxLength"] for part in parts if "maxLength" in part), default=None)
        text = self.rng.choice(_TEXTS)
        text += "ü" * (low - len(text))
        return text[:high]

    def _array(self, parts: list[Schema], depth: int) -> list[Any]:
        low = max(part.get("minItems", 0) for part in parts)
        high = min((part["maxItems"] for part in parts if "maxItems" in part), default=low + 3)
        count = low if depth > self.depth else self.rng.randint(low, min(high, low + 3))
        items = [part["items"] for part in parts if "items" in part]
        return [self._value(items, depth + 1) for _ in range(count)]

    def _object(self, parts: list[Schema], depth: int) -> dict[str, Any]:
        declared: dict[str, list[Any]] = {}
        required: set[str] = set()
        for part in parts:
            required.update(part.get("required", ()))
            for name, schema in part.get("properties", {}).items():
                declared.setdefault(name, []).append(schema)
        value: dict[str, Any] = {}
        for name, schemas in declared.items():
            if name not in required and (depth > self.depth or self.rng.random() < 0.5):
                continue
            try:
                value[name] = self._value(schemas, depth + 1)
            except _TooDeep:
                if name in required:
                    raise
        self._undeclared(value, declared, parts, depth)
        names = self.rng.sample(list(value), len(value))
        return {name: value[name] for name in names}

    def _undeclared(
        self, value: dict[str, Any], declared: Mapping[str, Any], parts: list[Schema], depth: int
    ) -> None:
        stated = [
            part[keyword]
            for part in parts
            for keyword in ("additionalProperties", "unevaluatedProperties")
            if keyword in part
        ]
        if False in stated or depth > self.depth:
            return
        if not (self.unknown or stated):
            return
        for name in self.rng.sample(_NAMES, self.rng.randint(0, 2)):
            if name not in declared:
                value[name] = self._value(list(stated), depth + 1)


def vocabulary(document: Schema) -> tuple[str, ...]:
    """The words of a document: names of properties and constants, sorted."""
    words: set[str] = set()

    def collect(schema: Any) -> None:
        if isinstance(schema, Mapping):
            words.update(schema.get("properties", {}))
            listed = [schema.get("const"), *schema.get("enum", ())]
            words.update(word for word in listed if isinstance(word, str))
            for key, part in schema.items():
                if key in ("properties", "$defs"):
                    for inner in part.values():
                        collect(inner)
                elif key not in ("default", "enum", "const"):
                    collect(part)
        elif isinstance(schema, list):
            for part in schema:
                collect(part)

    collect(document)
    return tuple(sorted(words))


_JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 2**31, 2**32, 2**53, 2**63, 2**64 - 1, 2**64, -(2**63) - 1),
    *(1.0, 1.5, -0.0, 1e300, "", "1", "yes", "bogus", [], [None], ["x"], [[]], {}, {"x": 1}),
)


def mutated(value: Any, rng: random.Random, words: tuple[str, ...], times: int = 1) -> Any:
    """A copy of a JSON value with `times` things changed; the value itself stays as it is."""
    found = _copy(value)
    for _ in range(times):
        found = _once(found, rng, words)
    return found


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(part) for key, part in value.items()}
    return [_copy(part) for part in value] if isinstance(value, list) else value


def _once(value: Any, rng: random.Random, words: tuple[str, ...]) -> Any:
    holders = [part for part in _parts(value) if part and isinstance(part, dict | list)]
    if not holders or rng.random() < 0.03:
        return _replacement(value, rng, words)
    holder = rng.choice(holders)
    if isinstance(holder, list):
        _damage_list(holder, rng, words)
    else:
        _damage_dict(holder, rng, words)
    return value


def _parts(value: Any) -> Iterator[Any]:
    yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inner:
        yield from _parts(part)


def _damage_dict(holder: dict[str, Any], rng: random.Random, words: tuple[str, ...]) -> None:
    key = rng.choice(list(holder))
    match rng.randrange(6):
        case 0:
            del holder[key]
        case 1:
            holder[rng.choice(words)] = holder.pop(key)
        case 2:
            holder[rng.choice(words)] = _junk(rng, words)
        case 3:
            holder[rng.choice(_NAMES)] = _junk(rng, words)
        case _:
            holder[key] = _replacement(holder[key], rng, words)


def _damage_list(holder: list[Any], rng: random.Random, words: tuple[str, ...]) -> None:
    index = rng.randrange(len(holder))
    match rng.randrange(4):
        case 0:
            del holder[index]
        case 1:
            holder.insert(index, _junk(rng, words))
        case 2:
            holder.insert(index, _copy(holder[index]))
        case _:
            holder[index] = _replacement(holder[index], rng, words)


def _replacement(value: Any, rng: random.Random, words: tuple[str, ...]) -> Any:
    match rng.randrange(5):
        case 0:
            return None
        case 1:
            return [value]
        case 2 if isinstance(value, str):
            return rng.choice(words)
        case 3 if isinstance(value, int) and not isinstance(value, bool):
            return rng.choice((float(value), str(value), -value, value + 1))
        case _:
            return _junk(rng, words)


def _junk(rng: random.Random, words: tuple[str, ...]) -> Any:
    if rng.random() < 0.2:
        return rng.choice(words)
    return _copy(rng.choice(_JUNK))
