"""Validators for the property test: fast, and as tolerant as a reader of the schema is.

`jsonschema` takes about a millisecond for a message; the test asks millions of times. The
closures here know the keywords that the schemas use and are checked against `jsonschema`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Check = Callable[[Any], bool]
_TYPES: dict[str, Check] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "integer": lambda value: (
        not isinstance(value, bool) and isinstance(value, int | float) and value == int(value)
    ),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}


class Validator:
    """Checks values against one document; `tolerant`: bad values are forgiven where annotated."""

    def __init__(self, document: dict[str, Any], *, tolerant: bool) -> None:
        self.document = document
        self.tolerant = tolerant
        self._checks: dict[int, Check] = {}

    def definition(self, name: str) -> Check:
        return self.check(self.document["$defs"][name])

    def check(self, schema: Any) -> Check:
        if schema is True or schema == {}:
            return lambda value: True
        known = self._checks.get(id(schema))
        if known is None:
            # A definition may refer to itself: what it does is looked up when it is called.
            self._checks[id(schema)] = lambda value: self._checks[id(schema)](value)
            parts = [self._part(key, schema) for key in schema if key in _PARTS]
            known = self._checks[id(schema)] = _all(parts)
        return known

    def _part(self, keyword: str, schema: dict[str, Any]) -> Check:
        return _PARTS[keyword](self, schema[keyword], schema)

    def property(self, schema: Any) -> Check:
        """A property's value as a reader takes it."""
        if not self.tolerant or not isinstance(schema, dict):
            return self.check(schema)
        if schema.get("x-deserialize-default-on-error"):
            return lambda value: True
        if schema.get("x-deserialize-skip-invalid-items"):
            return self.check(_without_items(schema))
        inner = self.check(schema)
        if schema.get("x-deserialize-default-on-null"):
            return lambda value: value is None or inner(value)
        return inner


def _without_items(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {
            key: [_without_items(arm) for arm in value] if key in ("anyOf", "oneOf") else value
            for key, value in schema.items()
            if key != "items"
        }
    return schema


def _all(parts: list[Check]) -> Check:
    if len(parts) == 1:
        return parts[0]
    return lambda value: all(part(value) for part in parts)


def _ref(self: Validator, ref: str, schema: Any) -> Check:
    target = self.document["$defs"][ref.rpartition("/")[2]]
    return self.check(target)


def _type(self: Validator, kinds: Any, schema: Any) -> Check:
    checks = [_TYPES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return checks[0] if len(checks) == 1 else lambda value: any(check(value) for check in checks)


def _same(one: Any, other: Any) -> bool:
    return one == other and isinstance(one, bool) is isinstance(other, bool)


def _properties(self: Validator, properties: Any, schema: Any) -> Check:
    checks = {wire: self.property(part) for wire, part in properties.items()}

    def run(value: Any) -> bool:
        if not isinstance(value, dict):
            return True
        return all(checks[wire](part) for wire, part in value.items() if wire in checks)

    return run


def _additional(self: Validator, extra: Any, schema: Any) -> Check:
    declared = schema.get("properties", {})
    check = (lambda value: False) if extra is False else self.check(extra)
    return lambda value: (
        not isinstance(value, dict)
        or all(check(part) for wire, part in value.items() if wire not in declared)
    )


def _required(self: Validator, names: Any, schema: Any) -> Check:
    return lambda value: not isinstance(value, dict) or all(name in value for name in names)


def _items(self: Validator, items: Any, schema: Any) -> Check:
    check = self.check(items)
    return lambda value: not isinstance(value, list) or all(map(check, value))


def _some(self: Validator, arms: Any, schema: Any) -> Check:
    checks = [self.check(arm) for arm in arms]
    return lambda value: any(check(value) for check in checks)


def _every(self: Validator, arms: Any, schema: Any) -> Check:
    return _all([self.check(arm) for arm in arms])


def _not(self: Validator, inner: Any, schema: Any) -> Check:
    check = Validator(self.document, tolerant=False).check(inner)
    return lambda value: not check(value)


def _length(low: bool, kind: type) -> Callable[[Validator, Any, Any], Check]:
    def part(self: Validator, limit: Any, schema: Any) -> Check:
        if low:
            return lambda value: not isinstance(value, kind) or len(value) >= limit
        return lambda value: not isinstance(value, kind) or len(value) <= limit

    return part


def _bound(low: bool) -> Callable[[Validator, Any, Any], Check]:
    def part(self: Validator, limit: Any, schema: Any) -> Check:
        number = _TYPES["number"]
        if low:
            return lambda value: not number(value) or value >= limit
        return lambda value: not number(value) or value <= limit

    return part


def _pattern(self: Validator, pattern: Any, schema: Any) -> Check:
    found = re.compile(pattern)
    return lambda value: not isinstance(value, str) or bool(found.search(value))


_PARTS: dict[str, Callable[[Validator, Any, Any], Check]] = {
    "$ref": _ref,
    "type": _type,
    "const": lambda self, const, schema: lambda value: _same(value, const),
    "enum": lambda self, values, schema: lambda value: any(_same(value, one) for one in values),
    "properties": _properties,
    "required": _required,
    "additionalProperties": _additional,
    "unevaluatedProperties": _additional,
    "items": _items,
    "anyOf": _some,
    "oneOf": _some,
    "allOf": _every,
    "not": _not,
    "minLength": _length(True, str),
    "maxLength": _length(False, str),
    "minItems": _length(True, list),
    "maxItems": _length(False, list),
    "minimum": _bound(True),
    "maximum": _bound(False),
    "pattern": _pattern,
}
