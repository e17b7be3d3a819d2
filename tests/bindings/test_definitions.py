"""Every definition of every edition: its decoder builds, and instances of it come back equal."""

from __future__ import annotations

import json
import random
import typing
from typing import Any

import msgspec
import pytest

from tests.editions import DEFINITIONS, EDITIONS
from tests.instances import Instances, validator
from tests.rules import named, outcome, same_json

INSTANCES = 6


def _instances(edition: str, name: str, *, unknown: bool) -> list[Any]:
    source = Instances(
        EDITIONS[edition].document, random.Random(f"{edition} {name} {unknown}"), unknown=unknown
    )
    return [source.make(name) for _ in range(INSTANCES)]


def test_every_definition_has_a_type() -> None:
    for edition in EDITIONS.values():
        assert edition.document["$defs"].keys() <= edition.types.keys()


@pytest.mark.parametrize(("edition", "name"), DEFINITIONS)
def test_instances_come_back(edition: str, name: str) -> None:
    """A valid instance decodes without a repair worth the name and is written back as it came.

    Two things may differ, and only where the schema says so: a property with a `default` that
    was left out is written, and the keys of an earlier branch win where a value fits two
    untagged branches. `tests.rules` says what exactly is to come back; without those two it is
    the instance itself.
    """
    module = EDITIONS[edition].module
    check = validator(EDITIONS[edition].document, name)
    for value in _instances(edition, name, unknown=False):
        check.validate(value)
        expected = outcome(EDITIONS[edition].document, name, value)
        assert expected is not None
        repairs: list[Any] = []
        decoded = module.decode(
            EDITIONS[edition].types[name], json.dumps(value).encode(), on_repair=repairs.append
        )
        # An unknown variant is valid, and reported so that nobody takes it for a known one.
        assert {repair.kind for repair in repairs} <= {"unknown_variant"}
        found = json.loads(module.encode(decoded))
        assert same_json(found, expected.value)
        if not _may_be_rewritten(edition, name):
            assert same_json(found, value)
        check.validate(found)


def _may_be_rewritten(edition: str, name: str) -> bool:
    document = EDITIONS[edition].document
    return _rewrites(named(document, name), document, set())


def _rewrites(schema: Any, document: Any, seen: set[str]) -> bool:
    """Whether somewhere below a schema is a default, or objects that no tag tells apart."""
    if isinstance(schema, list):
        return any(_rewrites(part, document, seen) for part in schema)
    if not isinstance(schema, dict):
        return False
    ref = schema.get("$ref")
    if ref is not None and ref not in seen:
        seen.add(ref)
        target = document if ref == "#" else document["$defs"][ref.removeprefix("#/$defs/")]
        if _rewrites(target, document, seen):
            return True
    arms = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    objects = [arm for arm in arms if {"properties", "allOf", "$ref"} & arm.keys()]
    plain = [arm for arm in objects if not any("const" in p for p in _properties(arm))]
    if "default" in schema or len(plain) > 1:
        return True
    inner = [*_properties(schema), *arms, *schema.get("allOf", ()), schema.get("items")]
    return _rewrites([*inner, schema.get("additionalProperties")], document, seen)


def _properties(schema: Any) -> list[Any]:
    return list(schema.get("properties", {}).values())


def test_most_definitions_are_compared_with_themselves() -> None:
    for edition in EDITIONS.values():
        rewritten = [name for name in edition.types if _may_be_rewritten(edition.name, name)]
        assert len(rewritten) < len(edition.types) / 4, rewritten


@pytest.mark.parametrize(("edition", "name"), DEFINITIONS)
def test_unknown_keys_do_what_the_rules_say(edition: str, name: str) -> None:
    """Keys that nobody declared are dropped, or kept where the schema keeps them."""
    module = EDITIONS[edition].module
    for value in _instances(edition, name, unknown=True):
        expected = outcome(EDITIONS[edition].document, name, value)
        decoded = module.decode(EDITIONS[edition].types[name], json.dumps(value).encode())
        assert expected is not None
        assert same_json(json.loads(module.encode(decoded)), expected.value)


@pytest.mark.parametrize(("edition", "name"), DEFINITIONS)
def test_missing_and_null_required_properties(edition: str, name: str) -> None:
    """Each key of an instance is taken away and made null in turn."""
    module = EDITIONS[edition].module
    for value in _instances(edition, name, unknown=False)[:2]:
        if not isinstance(value, dict):
            continue
        for key in value:
            without = {other: part for other, part in value.items() if other != key}
            for changed in (without, {**value, key: None}):
                expected = outcome(EDITIONS[edition].document, name, changed)
                data = json.dumps(changed).encode()
                if expected is None:
                    with pytest.raises(module.DecodeError):
                        module.decode(EDITIONS[edition].types[name], data)
                else:
                    decoded = module.decode(EDITIONS[edition].types[name], data)
                    assert same_json(json.loads(module.encode(decoded)), expected.value)


@pytest.mark.parametrize("edition", EDITIONS)
def test_hints_say_no_more_than_the_schema(edition: str) -> None:
    """`Any` stands in a class only where the schema leaves the value open.

    A hint that the printer of classes has lost would make a decoder accept too much.
    """
    found = EDITIONS[edition]
    for name, schema in found.document["$defs"].items():
        cls = found.types[name]
        if not (isinstance(cls, type) and issubclass(cls, msgspec.Struct)):
            continue
        hints = typing.get_type_hints(cls, include_extras=True)
        fields = {field.encode_name: hints[field.name] for field in msgspec.structs.fields(cls)}
        for wire, part in schema.get("properties", {}).items():
            values = part.get("additionalProperties", part.get("items"))
            if isinstance(values, dict) and wire in fields:
                assert "typing.Any" not in str(fields[wire]), f"{name}.{wire}"
