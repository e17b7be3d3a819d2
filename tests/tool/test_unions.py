"""Every form of union that a schema can have becomes what it means: tag, roles, openness, fields."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest

from codegen.errors import InputError
from codegen.model import Any as Anything
from codegen.model import (
    Array,
    Const,
    Enum,
    Extras,
    Field,
    Map,
    Model,
    Nullable,
    Ref,
    Role,
    Scalar,
    ScalarType,
    Shape,
    Struct,
    Union,
)
from codegen.normalise import normalise
from codegen.source import parse
from tests.tool.schemas import INTEGER, STRING, Schema, branch, obj, ref


def model(schema: Schema) -> Model:
    return normalise(parse(json.dumps(schema).encode(), "schema.json"))


def shape(schema: Schema, **others: Schema) -> Shape:
    """The shape of a definition `Lamp`."""
    return model({"$defs": {"Lamp": schema, **others}}).definitions["Lamp"].shape


def union(schema: Schema, **others: Schema) -> Union:
    found = shape(schema, **others)
    assert isinstance(found, Union), found
    return found


def roles(found: Union) -> list[tuple[str, Role, str | None]]:
    return [(variant.label, variant.role, variant.tag) for variant in found.variants]


def struct(found: Union, index: int) -> Struct:
    inner = found.variants[index].shape
    assert isinstance(inner, Struct), inner
    return inner


def wires(fields: tuple[Field, ...]) -> dict[str, bool]:
    """Wire name → required."""
    return {field.wire: field.required for field in fields}


def refused(schema: Schema, **others: Schema) -> InputError:
    with pytest.raises(InputError) as caught:
        shape(schema, **others)
    return caught.value


TAGGED, UNTAGGED, CATCH_ALL = Role.TAGGED, Role.UNTAGGED, Role.CATCH_ALL

RED = {**branch("red"), "allOf": [ref("Red")]}
BLUE = branch("blue", depth=INTEGER)
OTHER = {
    "title": "other",
    **obj("kind", kind=STRING),
    "not": {"anyOf": [branch("red"), branch("blue")]},
}
DEFS = {"Red": obj("heat", heat=INTEGER, glow=STRING), "Blue": obj(depth=INTEGER)}


class TestTagged:
    def test_discriminator_and_one_of(self) -> None:
        found = union({"discriminator": {"propertyName": "kind"}, "oneOf": [RED, BLUE]}, **DEFS)
        assert (found.tag, found.open, found.shared) == ("kind", False, ())
        assert roles(found) == [("red", TAGGED, "red"), ("blue", TAGGED, "blue")]
        red, blue = struct(found, 0), struct(found, 1)
        assert (red.name, wires(red.fields)) == ("LampRed", {"heat": True, "glow": False})
        assert (blue.name, wires(blue.fields)) == ("LampBlue", {"depth": False})
        assert [variant.payload for variant in found.variants] == ["Red", None]

    def test_the_constants_alone_tell_the_tag(self) -> None:
        assert union({"anyOf": [RED, BLUE]}, **DEFS).tag == "kind"

    def test_a_one_of_with_a_tag_that_no_discriminator_names(self) -> None:
        assert union({"oneOf": [branch("a", by="type"), branch("b", by="type")]}).tag == "type"

    def test_a_constant_that_may_be_missing_is_no_tag(self) -> None:
        found = union(
            {"anyOf": [obj(kind={"const": "a"}), {"title": "b", **obj(kind={"const": "b"})}]}
        )
        assert found.tag is None
        assert [variant.role for variant in found.variants] == [UNTAGGED, UNTAGGED]

    def test_a_constant_that_is_no_string_is_no_tag(self) -> None:
        found = union(
            {"anyOf": [obj("n", n={"const": 1}), {"title": "two", **obj("n", n={"const": 2})}]}
        )
        assert found.tag is None

    def test_a_branch_that_is_a_reference_keeps_the_definition(self) -> None:
        found = union({"oneOf": [ref("A"), ref("B")]}, A=branch("a"), B=branch("b"))
        assert (found.tag, roles(found)) == ("kind", [("a", TAGGED, "a"), ("b", TAGGED, "b")])
        assert [variant.shape for variant in found.variants] == [Ref("A"), Ref("B")]

    def test_a_reference_that_requires_more_is_a_branch_of_its_own(self) -> None:
        more = {**ref("Red"), "required": ["glow"]}
        found = union({"anyOf": [{"title": "glowing", **more}, BLUE]}, **DEFS)
        assert wires(struct(found, 0).fields) == {"heat": True, "glow": True}

    def test_the_tag_is_no_field_of_a_branch(self) -> None:
        found = union({"oneOf": [BLUE, branch("red")]})
        assert wires(struct(found, 0).fields) == {"depth": False}

    def test_a_constant_beside_the_tag_stays_a_field(self) -> None:
        found = union({"oneOf": [branch("a", fixed={"const": "x"}), branch("b")]})
        assert struct(found, 0).fields[0].shape == Const("x")


class TestCatchAll:
    def test_not_beside_a_plain_tag(self) -> None:
        found = union({"anyOf": [RED, BLUE, OTHER]}, **DEFS)
        assert (found.tag, found.open) == ("kind", True)
        assert roles(found)[2] == ("other", CATCH_ALL, None)
        other = struct(found, 2)
        assert (other.name, other.extras) == ("LampOther", Extras.KEEP)
        assert wires(other.fields) == {"kind": True}

    def test_a_tag_that_is_listed_is_no_catch_all(self) -> None:
        other = {"title": "other", **obj("kind", kind={"enum": ["x", "y"]})}
        assert [
            variant.role for variant in union({"anyOf": [BLUE, branch("red"), other]}).variants
        ][2] is UNTAGGED

    def test_a_tag_that_may_be_missing_is_no_catch_all(self) -> None:
        other = {"title": "other", **obj(kind=STRING)}
        assert union({"anyOf": [BLUE, branch("red"), other]}).variants[2].role is UNTAGGED

    def test_not_without_the_tag_is_refused(self) -> None:
        other = {**obj(kind=STRING), "not": branch("blue")}
        assert (
            "declare the tag as a required plain string" in refused({"anyOf": [BLUE, other]}).cure
        )

    def test_not_in_a_branch_with_a_tag_is_refused(self) -> None:
        assert (
            "`not` is supported in a catch-all branch only"
            in refused({"anyOf": [{**BLUE, "not": branch("x")}, branch("y")]}).what
        )

    def test_two_catch_alls_are_refused(self) -> None:
        error = refused({"anyOf": [BLUE, OTHER, {**OTHER, "title": "more"}]})
        assert (error.rule, "also at /$defs/Lamp/anyOf/1" in error.what) == ("tag-clash", True)

    def test_one_tag_for_two_branches_is_refused(self) -> None:
        error = refused({"oneOf": [ref("A"), ref("B")]}, A=branch("a"), B=branch("a", x=STRING))
        assert error.rule == "tag-clash"
        assert error.at is not None
        assert error.at.pointer == "/$defs/Lamp/oneOf/1"
        assert "also at /$defs/Lamp/oneOf/0" in error.what


class TestDefaultBranch:
    def test_one_without_a_tag_beside_tagged_ones(self) -> None:
        plain = {"title": "by_name", **obj("name", name=STRING)}
        found = union({"anyOf": [BLUE, branch("red"), plain]})
        assert (found.tag, found.open) == ("kind", False)
        assert roles(found)[2] == ("by_name", UNTAGGED, None)
        assert struct(found, 2).name == "LampByName"

    def test_one_that_only_refers_to_a_definition(self) -> None:
        found = union(
            {"anyOf": [BLUE, branch("x"), {"title": "red", "allOf": [ref("Red")]}]}, **DEFS
        )
        assert found.variants[2].shape == Ref("Red")
        assert found.variants[2].role is UNTAGGED

    def test_one_with_a_discriminator_that_names_its_missing_tag(self) -> None:
        found = union(
            {
                "discriminator": {"propertyName": "kind"},
                "oneOf": [BLUE, {"title": "red", **ref("Red")}],
            },
            **DEFS,
        )
        assert [variant.role for variant in found.variants] == [TAGGED, UNTAGGED]


class TestShared:
    SHARED: ClassVar[Schema] = {
        "type": "object",
        "properties": {"id": STRING, "note": STRING},
        "required": ["id"],
    }

    @pytest.mark.parametrize("word", ["oneOf", "anyOf"])
    def test_properties_beside_the_branches_are_in_each(self, word: str) -> None:
        found = union({**self.SHARED, word: [RED, BLUE, OTHER]}, **DEFS)
        assert wires(found.shared) == {"id": True, "note": False}
        assert wires(struct(found, 0).fields) == {
            "id": True,
            "note": False,
            "heat": True,
            "glow": False,
        }
        assert wires(struct(found, 1).fields) == {"id": True, "note": False, "depth": False}
        assert wires(struct(found, 2).fields) == {"id": True, "note": False, "kind": True}

    def test_a_branch_that_is_a_reference_gets_them_too(self) -> None:
        found = union(
            {
                **self.SHARED,
                "anyOf": [{"title": "red", **ref("Red")}, {"title": "blue", **ref("Blue")}],
            },
            **DEFS,
        )
        assert wires(struct(found, 0).fields) == {
            "id": True,
            "note": False,
            "heat": True,
            "glow": False,
        }
        assert struct(found, 0).name == "LampRed"

    def test_inherited_ones_are_shared_like_declared_ones(self) -> None:
        found = union({"allOf": [ref("Red")], "oneOf": [BLUE, branch("green")]}, **DEFS)
        assert wires(found.shared) == {"heat": True, "glow": False}
        assert wires(struct(found, 0).fields) == {"heat": True, "glow": False, "depth": False}

    def test_a_branch_may_require_what_is_shared(self) -> None:
        stricter = {**BLUE, "required": ["kind", "note"]}
        found = union({**self.SHARED, "oneOf": [stricter, branch("red")]})
        assert [wires(struct(found, index).fields)["note"] for index in (0, 1)] == [True, False]

    def test_a_shared_tag_may_be_narrowed(self) -> None:
        shared = {"type": "object", "properties": {"kind": STRING}, "required": ["kind"]}
        assert roles(union({**shared, "oneOf": [BLUE, branch("red")]})) == [
            ("blue", TAGGED, "blue"),
            ("red", TAGGED, "red"),
        ]

    def test_another_property_may_not_change(self) -> None:
        error = refused({**self.SHARED, "oneOf": [branch("red", note=INTEGER), BLUE]})
        assert "'note' is declared with two" in error.what
        assert "/$defs/Lamp/properties/note" in error.what

    def test_a_branch_that_is_no_object_is_refused(self) -> None:
        assert "must be an object" in refused({**self.SHARED, "anyOf": [BLUE, STRING]}).what

    def test_closing_the_union_from_outside_is_refused(self) -> None:
        error = refused(
            {**self.SHARED, "unevaluatedProperties": False, "oneOf": [BLUE, branch("red")]}
        )
        assert "unevaluatedProperties beside anyOf or oneOf" in error.what

    def test_both_languages_at_once_are_refused(self) -> None:
        assert (
            "anyOf beside oneOf" in refused({**self.SHARED, "oneOf": [BLUE], "anyOf": [BLUE]}).what
        )


class TestUntagged:
    def test_definitions_scalars_and_lists(self) -> None:
        found = union(
            {"anyOf": [ref("Red"), STRING, {"type": "array", "items": ref("Blue")}]}, **DEFS
        )
        assert (found.tag, found.open) == (None, False)
        assert [variant.shape for variant in found.variants] == [
            Ref("Red"),
            Scalar(ScalarType.STRING),
            Array(Ref("Blue")),
        ]
        assert {variant.role for variant in found.variants} == {UNTAGGED}

    def test_a_list_of_types(self) -> None:
        found = union({"type": ["string", "integer", "null"]})
        assert [variant.shape for variant in found.variants] == [
            Scalar(ScalarType.STRING),
            Scalar(ScalarType.INTEGER),
            Scalar(ScalarType.NULL),
        ]

    def test_an_inline_object_is_named_by_its_title(self) -> None:
        found = union({"anyOf": [{"title": "bright one", **obj(a=STRING)}, STRING]})
        assert struct(found, 0).name == "LampBrightOne"

    def test_two_inline_objects_without_titles_are_refused(self) -> None:
        error = refused({"anyOf": [obj(a=STRING), obj(b=STRING)]})
        assert error.rule == "name-clash"
        assert "give it a title" in error.cure

    def test_a_boolean_beside_an_object(self) -> None:
        found = union({"anyOf": [{"type": "boolean"}, ref("Red")]}, **DEFS)
        assert [variant.shape for variant in found.variants] == [
            Scalar(ScalarType.BOOLEAN),
            Ref("Red"),
        ]


class TestEnumerations:
    A, B = {"const": "a", "title": "A", "description": "First."}, {"const": "b"}

    @pytest.mark.parametrize("word", ["oneOf", "anyOf"])
    def test_closed_strings(self, word: str) -> None:
        found = shape({word: [self.A, self.B]})
        assert isinstance(found, Enum)
        assert (found.open, [member.value for member in found.members]) == (False, ["a", "b"])
        assert (found.members[0].title, found.members[0].description) == ("A", "First.")

    def test_open_strings(self) -> None:
        found = shape({"anyOf": [self.A, self.B, {"title": "other", **STRING}]})
        assert isinstance(found, Enum)
        assert found.rest == Scalar(ScalarType.STRING)

    @pytest.mark.parametrize("rest", [None, {**INTEGER, "format": "int32"}])
    def test_integers(self, rest: Schema | None) -> None:
        arms = [{"const": -1, "type": "integer"}, {"const": 7}, *([rest] if rest else [])]
        found = shape({"anyOf": arms})
        assert isinstance(found, Enum)
        assert [member.value for member in found.members] == [-1, 7]
        assert found.open is (rest is not None)
        assert found.rest is None or (found.rest.minimum, found.rest.maximum) == (
            -(2**31),
            2**31 - 1,
        )

    def test_the_keyword_enum(self) -> None:
        found = shape({"enum": ["a", "b"], "type": "string"})
        assert isinstance(found, Enum)
        assert not found.open
        assert shape({"enum": ["a"]}) == Const("a")
        assert shape({"enum": ["a", None]}) == Nullable(Const("a"))
        nullable = shape({"enum": ["a", "b", None]})
        assert isinstance(nullable, Nullable)
        assert isinstance(nullable.inner, Enum)

    def test_a_nullable_one(self) -> None:
        found = shape({"anyOf": [self.A, self.B, {"type": "null"}]})
        assert isinstance(found, Nullable)
        assert isinstance(found.inner, Enum)

    def test_constants_of_two_types_are_no_enumeration(self) -> None:
        found = union({"anyOf": [{"const": "a"}, {"const": 1}]})
        assert [variant.shape for variant in found.variants] == [Const("a"), Const(1)]

    def test_a_constant_and_an_object_are_no_enumeration(self) -> None:
        found = union({"anyOf": [self.A, ref("Red")]}, **DEFS)
        assert [variant.shape for variant in found.variants] == [Const("a"), Ref("Red")]

    def test_strings_that_are_bounded_cannot_be_the_rest(self) -> None:
        assert "can't bound" in refused({"anyOf": [self.A, {**STRING, "maxLength": 3}]}).what

    @pytest.mark.parametrize("listed", [[1.5], [["a"]], [True, False], [{}]])
    def test_other_constants_are_refused(self, listed: list[Any]) -> None:
        assert "only strings and integers" in refused({"enum": listed}).cure


class TestOneBranch:
    def test_a_wrapper_is_what_it_wraps(self) -> None:
        assert shape({"anyOf": [{"title": "red", "allOf": [ref("Red")]}]}, **DEFS) == Ref("Red")
        assert shape({"oneOf": [STRING]}) == Scalar(ScalarType.STRING)

    def test_a_constant_is_an_open_list_of_one(self) -> None:
        found = shape({"oneOf": [{"const": "a", **STRING}]})
        assert isinstance(found, Enum)
        assert [member.value for member in found.members] == ["a"]

    def test_a_tagged_one_is_a_union_of_one(self) -> None:
        found = union({"oneOf": [BLUE]})
        assert (found.tag, struct(found, 0).name) == ("kind", "LampBlue")

    def test_one_beside_shared_properties_is_a_union_of_one(self) -> None:
        found = union(
            {**TestShared.SHARED, "discriminator": {"propertyName": "kind"}, "oneOf": [BLUE]}
        )
        assert wires(struct(found, 0).fields) == {"id": True, "note": False, "depth": False}


class TestNullable:
    @pytest.mark.parametrize(
        ("schema", "inner"),
        [
            ({"anyOf": [ref("Red"), {"type": "null"}]}, Ref("Red")),
            ({"oneOf": [{"type": "null"}, {"allOf": [ref("Red")]}]}, Ref("Red")),
            ({"type": ["string", "null"]}, Scalar(ScalarType.STRING)),
            ({"type": ["null", "array"], "items": STRING}, Array(Scalar(ScalarType.STRING))),
            (
                {"type": ["object", "null"], "additionalProperties": INTEGER},
                Map(Scalar(ScalarType.INTEGER)),
            ),
            (
                {"anyOf": [{"type": ["string", "null"]}, {"type": "null"}]},
                Scalar(ScalarType.STRING),
            ),
        ],
    )
    def test_wrappers(self, schema: Schema, inner: Shape) -> None:
        assert shape(schema, **DEFS) == Nullable(inner)

    def test_null_alone(self) -> None:
        assert shape({"type": "null"}) == Scalar(ScalarType.NULL)

    def test_null_beside_several_is_one_more_branch(self) -> None:
        found = union({"anyOf": [STRING, INTEGER, {"type": "null"}]})
        assert [variant.shape for variant in found.variants][-1] == Scalar(ScalarType.NULL)

    def test_an_inline_object_is_named_by_its_property(self) -> None:
        found = shape(obj(shade={"anyOf": [obj(a=STRING), {"type": "null"}]}))
        assert isinstance(found, Struct)
        inner = found.fields[0].shape
        assert isinstance(inner, Nullable)
        assert isinstance(inner.inner, Struct)
        assert inner.inner.name == "LampShade"


class TestNested:
    STATE: ClassVar[Schema] = {
        "anyOf": [
            branch("idle", by="state"),
            branch("busy", by="state", load=INTEGER),
            {"title": "other", **obj("state", state=STRING)},
        ]
    }

    def test_a_payload_that_is_a_union_with_another_tag(self) -> None:
        update = {**branch("state_update"), "allOf": [ref("State")]}
        found = union({"oneOf": [update, BLUE]}, State=self.STATE)
        variant = found.variants[0]
        assert (variant.payload, variant.nested) == ("State", Ref("State"))
        assert wires(struct(found, 0).fields) == {}
        assert struct(found, 0).name == "LampStateUpdate"
        assert found.variants[1].nested is None

    def test_one_in_place(self) -> None:
        update = {**branch("ask"), "oneOf": [branch("form", by="mode"), branch("url", by="mode")]}
        found = union({"oneOf": [update, BLUE]})
        nested = found.variants[0].nested
        assert isinstance(nested, Union)
        assert (nested.name, nested.tag) == ("LampAskPayload", "mode")
        assert [variant.label for variant in nested.variants] == ["form", "url"]

    def test_a_catch_all_with_a_union_in_place(self) -> None:
        other = {**OTHER, "oneOf": [branch("form", by="mode"), branch("url", by="mode")]}
        found = union({"anyOf": [branch("red"), BLUE, other]})
        assert found.variants[2].role is CATCH_ALL
        assert isinstance(found.variants[2].nested, Union)

    def test_a_payload_beside_a_union_is_refused(self) -> None:
        update = {**branch("x"), "allOf": [ref("State"), ref("Red")]}
        assert (
            "can't extend a union and something else"
            in refused({"oneOf": [update, BLUE]}, State=self.STATE, **DEFS).what
        )

    def test_an_object_that_takes_over_a_union_is_refused(self) -> None:
        assert (
            "can't take over a union"
            in refused({"allOf": [ref("State")], **obj(a=STRING)}, State=self.STATE).what
        )

    def test_inline_objects_in_branches_are_named_by_the_branch(self) -> None:
        found = union({"oneOf": [branch("red", shade=obj(a=STRING)), BLUE]})
        inner = struct(found, 0).fields[0].shape
        assert isinstance(inner, Struct)
        assert inner.name == "LampRedShade"


class TestRecursion:
    @pytest.mark.parametrize(
        "schema",
        [
            obj(next=ref("Lamp")),
            obj("next", next=ref("Lamp")),
            {"type": "array", "items": ref("Lamp")},
            {"type": "object", "additionalProperties": ref("Lamp")},
            {"anyOf": [STRING, {"type": "array", "items": ref("Lamp")}]},
            {
                "oneOf": [
                    branch("leaf"),
                    branch("twig", lamps={"type": "array", "items": ref("Lamp")}),
                ]
            },
        ],
    )
    def test_types_may_hold_themselves(self, schema: Schema) -> None:
        assert shape(schema) is not None

    def test_the_root_may_hold_itself(self) -> None:
        schema = {"title": "the tree", **obj(left={"$ref": "#"}, value=ref("Red")), "$defs": DEFS}
        definitions = model(schema).definitions
        assert list(definitions) == ["Red", "Blue", "TheTree"]
        assert definitions["TheTree"].at == ""
        tree = definitions["TheTree"].shape
        assert isinstance(tree, Struct)
        assert tree.fields[0].shape == Ref("TheTree")

    def test_a_reference_to_a_root_of_messages_is_refused(self) -> None:
        schema = {"anyOf": [MESSAGE], "$defs": {"Lamp": {"type": "array", "items": {"$ref": "#"}}}}
        with pytest.raises(InputError, match="the root joins messages and is no type"):
            model(schema)


MESSAGE = obj("jsonrpc", jsonrpc={"enum": ["2.0"]}, id=INTEGER)


class TestRoot:
    @pytest.mark.parametrize(
        ("schema", "name"),
        [
            ({"title": "Lamp", **obj(a=STRING)}, "Lamp"),
            ({"title": "session update, v2", **obj(a=STRING)}, "SessionUpdateV2"),
            ({"title": "lamp_shade", "oneOf": [branch("red"), BLUE]}, "LampShade"),
            ({"title": "baseUrl", **STRING}, "BaseUrl"),
            (obj(a=STRING), "Root"),
            ({"title": "!", **obj(a=STRING)}, "Root"),
            ({"title": "Kinds", "enum": ["a", "b"]}, "Kinds"),
            ({"title": "Lamps", "type": "array", "items": STRING}, "Lamps"),
        ],
    )
    def test_a_root_with_a_meaning_is_a_type(self, schema: Schema, name: str) -> None:
        assert list(model(schema).definitions) == [name]

    @pytest.mark.parametrize(
        "schema",
        [
            {"title": "Protocol", "anyOf": [MESSAGE, MESSAGE]},
            {"title": "Protocol", "oneOf": [MESSAGE, {"type": "array", "items": MESSAGE}]},
            {"title": "Protocol", "$defs": {}},
            {"title": "Protocol"},
        ],
    )
    def test_a_root_that_joins_messages_or_nothing_is_none(self, schema: Schema) -> None:
        assert model(schema).definitions == {}

    def test_batches_are_seen(self) -> None:
        assert model({"anyOf": [MESSAGE, {"type": "array", "items": MESSAGE}]}).batches
        assert not model({"anyOf": [MESSAGE]}).batches

    def test_a_message_beside_something_else_is_a_union(self) -> None:
        assert list(model({"title": "Both", "anyOf": [MESSAGE, STRING]}).definitions) == ["Both"]


class TestObjects:
    def test_three_facts_of_a_property_are_apart(self) -> None:
        found = shape(
            obj(
                "a",
                "b",
                a=STRING,
                b={"type": ["string", "null"]},
                c={"type": ["string", "null"], "default": None},
                d=STRING,
            )
        )
        assert isinstance(found, Struct)
        text = Scalar(ScalarType.STRING)
        assert [(f.wire, f.required, f.shape) for f in found.fields] == [
            ("a", True, text),
            ("b", True, Nullable(text)),
            ("c", False, Nullable(text)),
            ("d", False, text),
        ]
        assert found.fields[2].default is None
        assert found.fields[3].default is not None

    @pytest.mark.parametrize(
        ("more", "extras"),
        [
            ({}, Extras.DROP),
            ({"additionalProperties": False}, Extras.REFUSE),
            ({"unevaluatedProperties": False}, Extras.REFUSE),
            ({"additionalProperties": True}, Extras.KEEP),
            ({"additionalProperties": STRING}, Extras.KEEP),
        ],
    )
    def test_undeclared_properties(self, more: Schema, extras: Extras) -> None:
        found = shape({**obj(a=STRING), **more})
        assert isinstance(found, Struct)
        assert found.extras is extras

    def test_an_object_without_properties(self) -> None:
        assert isinstance(shape({"type": "object"}), Struct)
        assert shape({"type": "object", "additionalProperties": True}) == Map(Anything())
        found = shape(obj(inner={"type": "object"}))
        assert isinstance(found, Struct)
        assert found.fields[0].shape == Map(Anything())

    def test_nothing_said_is_anything(self) -> None:
        assert shape({}) == shape({"description": "Anything."}) == Anything()
        assert model({"$defs": {"Lamp": True}}).definitions["Lamp"].shape == Anything()

    def test_inheritance_all_the_way_down(self) -> None:
        found = shape(
            {"allOf": [ref("B"), obj("c", c=STRING)], **obj("a", d=STRING)},
            B={"allOf": [ref("A")], **obj("b", b=STRING)},
            A=obj(a=STRING),
        )
        assert isinstance(found, Struct)
        assert wires(found.fields) == {"a": True, "b": True, "c": True, "d": False}
