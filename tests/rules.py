"""The decoding rules, read off a schema in the plainest way: what the bindings are compared with.

Nothing here is shared with the tool or its runtime. `outcome` walks the schema document itself,
takes no short cut and remembers nothing, so it is slow and easy to check by eye against
docs/decoding.md. A value comes out as the JSON that a reader would write back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

ON_ERROR = "x-deserialize-default-on-error"
SKIP = "x-deserialize-skip-invalid-items"
ON_NULL = "x-deserialize-default-on-null"

RANGES = {
    "uint16": (0, 2**16 - 1),
    "uint32": (0, 2**32 - 1),
    "uint64": (0, 2**64 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1),
}
_NOT_ASSERTING = {
    *("title", "description", "$comment", "default", "examples", "deprecated", "$schema", "$id"),
    *("$defs", "x-side", "x-method", "x-docs-ignore", ON_ERROR, SKIP, ON_NULL),
}

Schema = Mapping[str, Any]


class _Refused(Exception):
    """The value doesn't fit."""


class _Absent:
    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Any = _Absent()


@dataclass(frozen=True)
class Outcome:
    """The value as it is written back, and what was forgiven: pointer and kind of each repair."""

    value: Any
    repairs: tuple[tuple[str, str], ...]


def outcome(document: Schema, name: str, value: Any) -> Outcome | None:
    """What the rules make of a JSON value as the definition `name`; `None` if they refuse it."""
    reader = _Reader(document)
    try:
        found = reader.read(named(document, name), value, "")
    except _Refused:
        return None
    return Outcome(found, tuple(reader.repairs))


def named(document: Schema, name: str) -> Schema:
    """A reference to a definition; the root is one too, by a name of its own."""
    return {"$ref": f"#/$defs/{name}" if name in document["$defs"] else "#"}


def asserting(schema: Schema) -> set[str]:
    """The keywords of a schema that say something about values."""
    return schema.keys() - _NOT_ASSERTING


class _Reader:
    def __init__(self, document: Schema) -> None:
        self.document = document
        self.repairs: list[tuple[str, str]] = []

    def target(self, schema: Schema) -> Schema:
        ref = schema["$ref"]
        if ref == "#":
            return self.document
        found: Schema = self.document["$defs"][ref.removeprefix("#/$defs/")]
        return found

    # One value

    def read(self, schema: Any, value: Any, at: str, *, named: bool = False) -> Any:
        return value if schema is True else self.read_named(schema, value, at, named)[0]

    def read_named(self, schema: Schema, value: Any, at: str, named: bool) -> tuple[Any, set[str]]:
        """The value and, of an object, the names of the properties that are declared for it."""
        said = asserting(schema)
        if said == {"$ref"}:
            return self.read_named(self.target(schema), value, at, True)
        if "anyOf" in said or "oneOf" in said:
            return self.union(schema, value, at)
        if said <= {"allOf", "type"} and len(schema.get("allOf", ())) == 1:
            return self.read_named(schema["allOf"][0], value, at, named)
        if said & {"properties", "allOf", "$ref"}:
            return self.object([schema], value, at, extras(schema))
        return self.simple(schema, value, at, named), set()

    def simple(self, schema: Schema, value: Any, at: str, named: bool) -> Any:
        if "const" in schema:
            return self.one_of([schema["const"]], value)
        if "enum" in schema:
            return self.one_of(schema["enum"], value)
        kinds = schema.get("type")
        if kinds is None:
            return value
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            if kind_fits(kind, value):
                return self.typed(schema, kind, value, at, named)
        raise _Refused

    @staticmethod
    def one_of(listed: list[Any], value: Any) -> Any:
        if any(type(item) is type(value) and item == value for item in listed):
            return value
        raise _Refused

    def typed(self, schema: Schema, kind: str, value: Any, at: str, named: bool) -> Any:
        if kind in ("integer", "number"):
            low, high = RANGES.get(schema.get("format", ""), (None, None))
            bounds = (low, schema.get("minimum")), (high, schema.get("maximum"))
            if any(bound is not None and value < bound for bound in bounds[0]):
                raise _Refused
            if any(bound is not None and value > bound for bound in bounds[1]):
                raise _Refused
        elif kind == "string":
            _check_length(schema, value, "minLength", "maxLength")
        elif kind == "array":
            return self.array(schema, value, at, skip=False)
        elif kind == "object":
            return self.bare_object(schema, value, at, named)
        return value

    def array(self, schema: Schema, value: Any, at: str, *, skip: bool) -> list[Any]:
        if type(value) is not list:
            raise _Refused
        kept = []
        for index, item in enumerate(value):
            mark = len(self.repairs)
            try:
                kept.append(self.read(schema.get("items", True), item, f"{at}/{index}"))
            except _Refused:
                if not skip:
                    raise
                del self.repairs[mark:]
                self.repairs.append((f"{at}/{index}", "skipped_item"))
        _check_length(schema, kept, "minItems", "maxItems")
        return kept

    def bare_object(self, schema: Schema, value: Any, at: str, named: bool) -> Any:
        held = extras(schema)
        if held is False and value:
            raise _Refused
        if held is None and named:
            return {}
        inner = True if held is None else held
        return {key: self.read(inner, part, _below(at, key)) for key, part in value.items()}

    # Objects with properties

    def object(
        self, layers: list[Schema], value: Any, at: str, held: Any
    ) -> tuple[dict[str, Any], set[str]]:
        if type(value) is not dict:
            raise _Refused
        properties: dict[str, Schema] = {}
        required: set[str] = set()
        unions: list[Schema] = []
        for layer in layers:
            self.gather(layer, properties, required, unions)
        declared = set(properties)
        if held is False and value.keys() - declared:
            raise _Refused
        found: dict[str, Any] = {}
        for wire, schema in properties.items():
            if wire in value:
                part = self.present(schema, value[wire], _below(at, wire))
            elif wire in required:
                raise _Refused
            else:
                part = self.read(schema, schema["default"], at) if "default" in schema else ABSENT
            if part is not ABSENT:
                found[wire] = part
        for union in unions:
            others = {key: part for key, part in value.items() if key not in properties}
            beside, names = self.union(union, others, at)
            found |= beside
            declared |= names
        if held not in (None, False):
            for key, part in value.items():
                if key not in declared:
                    found[key] = self.read(held, part, _below(at, key))
        return found, declared

    def gather(
        self,
        layer: Schema,
        properties: dict[str, Schema],
        required: set[str],
        unions: list[Schema],
    ) -> None:
        """Collect what a schema declares, through references and `allOf`."""
        if "$ref" in layer:
            self.gather(self.target(layer), properties, required, unions)
        for part in layer.get("allOf", ()):
            self.gather(part, properties, required, unions)
        if "anyOf" in layer or "oneOf" in layer:
            # Its shared properties are the union's own affair.
            unions.append(layer)
            return
        properties.update(layer.get("properties", {}))
        required.update(layer.get("required", ()))

    def present(self, schema: Schema, value: Any, at: str) -> Any:
        """A property that is there (rule 1), or ABSENT."""
        if value is None and schema.get(ON_NULL):
            empty = self.empty(schema, nullable=True)
            if empty is not ABSENT:
                self.repairs.append((at, "null_to_empty"))
                return empty
        mark = len(self.repairs)
        try:
            array = self.array_of(schema) if schema.get(SKIP) else None
            if array is None or (value is None and self.takes_null(schema)):
                return self.read(schema, value, at)
            return self.array(array, value, at, skip=True)
        except _Refused:
            if not schema.get(ON_ERROR):
                raise
            del self.repairs[mark:]
            self.repairs.append((at, "defaulted"))
        if "default" in schema:
            return self.read(schema, schema["default"], at)
        return self.empty(schema, nullable=False)

    def empty(self, schema: Schema, *, nullable: bool) -> Any:
        """The empty list or map of a property that is one; `nullable`: or null."""
        if self.takes_null(schema) and not nullable:
            return ABSENT
        if self.array_of(schema) is not None:
            return []
        kinds = schema.get("type") or ()
        is_object = "object" in ([kinds] if isinstance(kinds, str) else kinds)
        return {} if is_object and "additionalProperties" in schema else ABSENT

    @staticmethod
    def takes_null(schema: Schema) -> bool:
        kinds = schema.get("type")
        arms = (*schema.get("anyOf", ()), *schema.get("oneOf", ()))
        return (isinstance(kinds, list) and "null" in kinds) or any(
            arm.get("type") == "null" for arm in arms
        )

    @staticmethod
    def array_of(schema: Schema) -> Schema | None:
        arms = (schema, *schema.get("anyOf", ()), *schema.get("oneOf", ()))
        for arm in arms:
            kinds = arm.get("type")
            if kinds == "array" or (isinstance(kinds, list) and "array" in kinds):
                return arm
        return None

    # Unions

    def union(self, schema: Schema, value: Any, at: str) -> tuple[Any, set[str]]:
        arms = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
        if value is None and any(arm.get("type") == "null" for arm in arms):
            return None, set()
        shared = {key: part for key, part in schema.items() if key not in ("anyOf", "oneOf")}
        tag = schema.get("discriminator", {}).get("propertyName") or self.common_tag(arms)
        value, found = self.tag_of(shared, tag, value, at)
        tagged = {const: arm for arm in arms if (const := self.constants(arm).get(tag))}
        mark = len(self.repairs)
        if type(found) is str and found in tagged:
            try:
                return self.arm(shared, tagged[found], value, at)
            except _Refused:
                del self.repairs[mark:]
        for arm in arms:
            if arm in tagged.values():
                continue
            catch_all = self.is_catch_all(arm, tag)
            if catch_all and (type(found) is not str or found in tagged):
                continue
            try:
                result = self.arm(shared, arm, value, at, keep=catch_all)
            except _Refused:
                del self.repairs[mark:]
                continue
            if catch_all:
                self.repairs.append((_below(at, tag or ""), "unknown_variant"))
            elif tagged and found is not ABSENT and found is not None:
                self.repairs.append((at, "untagged_fallback"))
            return result
        raise _Refused

    def tag_of(self, shared: Schema, tag: str | None, value: Any, at: str) -> tuple[Any, Any]:
        if type(value) is not dict or tag not in value:
            return value, ABSENT
        properties: dict[str, Schema] = {}
        self.gather(shared, properties, set(), [])
        if properties.get(tag, {}).get(ON_ERROR):
            try:
                self.read(properties[tag], value[tag], at)
            except _Refused:
                self.repairs.append((_below(at, tag), "defaulted"))
                return {key: part for key, part in value.items() if key != tag}, ABSENT
        return value, value[tag]

    def common_tag(self, arms: Iterable[Schema]) -> str | None:
        counts = Counter(wire for arm in arms for wire in self.constants(arm))
        return counts.most_common(1)[0][0] if counts else None

    def constants(self, arm: Schema) -> dict[str, str]:
        """The required string constants of a branch."""
        properties: dict[str, Schema] = {}
        required: set[str] = set()
        self.gather(arm, properties, required, [])
        return {
            wire: schema["const"]
            for wire, schema in properties.items()
            if wire in required and isinstance(schema.get("const"), str)
        }

    @staticmethod
    def is_catch_all(arm: Schema, tag: str | None) -> bool:
        declared = arm.get("properties", {}).get(tag, {})
        plain = declared.get("type") == "string" and not {"const", "enum"} & declared.keys()
        return plain and tag in arm.get("required", ())

    def arm(
        self, shared: Schema, arm: Schema, value: Any, at: str, *, keep: bool = False
    ) -> tuple[Any, set[str]]:
        beside = asserting(shared) & {"properties", "$ref", "allOf"}
        own = "properties" in arm
        if not beside and not own:
            return self.read_named(arm, value, at, False)
        held = extras(arm)
        if type(value) is not dict:
            raise _Refused
        return self.object([shared, arm], value, at, True if keep and held is None else held)


def extras(schema: Schema) -> Any:
    """What a schema says of undeclared properties; `None` if nothing."""
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        if keyword in schema:
            return schema[keyword]
    return None


def kind_fits(kind: str, value: Any) -> bool:
    """Whether a value is of a JSON Schema type; an integer is an integer literal only."""
    found = type(value)
    return {
        "null": value is None,
        "boolean": found is bool,
        "integer": found is int,
        "number": found in (int, float),
        "string": found is str,
        "array": found is list,
        "object": found is dict,
    }[kind]


def _check_length(schema: Schema, value: Any, low: str, high: str) -> None:
    if not schema.get(low, 0) <= len(value) <= schema.get(high, len(value)):
        raise _Refused


def _below(at: str, key: str) -> str:
    return f"{at}/{key.replace('~', '~0').replace('/', '~1')}"


def same_json(left: Any, right: Any) -> bool:
    """Equal as JSON: `1` and `1.0` are one number, `true` is none; the order of keys is nothing."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_json(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    return bool(left == right)
