"""Python names: legal, unique, decided by each name alone, and the wire never notices."""

from __future__ import annotations

import builtins
import json
import keyword
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.errors import InputError
from codegen.targets.python.lower import camel
from codegen.targets.python.names import MODULE_NAMES, PUBLIC_NAMES, class_name, field_names
from codegen.targets.python.package import _NAMES as IMPORTED
from tests.built import build
from tests.tool.schemas import INTEGER, STRING, Schema, branch, classes, names, obj, planned, ref

DEFINITIONS = [
    "None",
    "class",
    "Any",
    "2fa",
    "Ünï",
    "Meta",
    "list",
    "DefaultOnError",
    "decode",
    "True",
    "str",
    "int",
    "match",
    "type",
    "self",
    "Struct",
    "OpenStruct",
    "Field",
    "field",
    "models",
    "Root",
    "Root__",
    "Model",
    "Enum",
    "BaseModel",
    "UNSET",
    "DEFINITIONS",
    "typing",
    "msgspec",
    "datetime",
    "__class__",
    "_private",
    "__all__",
    "a-b",
    "a.c",
    "a/d",
    "lower",
    "lowerCamel",
    "snake_case",
    "X1",
    "Branches",
    "declare",
    "ByHand",
    "Method",
    "property",
    "lambda",
    "DecodeError",
    "annotations",
    "TYPE_CHECKING",
    "",
    "with space",
    "naïve",
    "日本",
    "ﬁrst",
    "'quoted'",
    "{{ jinja }}",
    "line\nfeed",
]

PROPERTIES = [
    "fooBar",
    "foo_bar",
    "from",
    "_meta",
    "model_config",
    "__class__",
    "list",
    "field",
    "Any",
    "None",
    "none",
    "class",
    "class_",
    "str",
    "dict",
    "int",
    "bool",
    "self",
    "extra",
    "payload",
    "2fa",
    "Ünï",
    "__init__",
    "__post_init__",
    "__struct_fields__",
    "date",
    "UNSET",
    "Meta",
    "Annotated",
    "a-b",
    "a_b",
    "a.b",
    "$ref",
    "@type",
    "HTTPServer",
    "httpServer",
    "x1Y",
    "URL",
    "ID",
    "id",
    "iD",
    "_",
    "__",
    "copy",
    "json",
    "schema",
    "kind",
    "Literal",
    "mro",
    "name",
    "lambda",
    "true",
    "True",
    "print",
    "property",
    "async",
    "await",
    "match",
    "",
    " ",
    "a b",
    "日本",
    "ﬁ",
    "ª",
    "İ",
    "{{ jinja }}",
]


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One module with a class for each awkward definition name, each naming itself in a field."""
    definitions = {
        name: obj(
            "value",
            value=STRING,
            **{"again": ref(name), "more": {"type": "array", "items": ref(name)}},
        )
        for name in DEFINITIONS
    }
    return build({"$defs": definitions}, tmp_path_factory.mktemp("named"))


@pytest.fixture(scope="module")
def propertied(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One class with every awkward property, each an array, so that hints use builtins."""
    properties = {wire: {"type": "array", "items": ref("list")} for wire in PROPERTIES}
    schema = {"$defs": {"Lamp": obj(**properties), "list": obj(Any=ref("Any")), "Any": STRING}}
    return build(schema, tmp_path_factory.mktemp("propertied"))


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_of_any_name_decodes_and_encodes(named: Any, name: str) -> None:
    wire = {"value": "x", "again": {"value": "y"}, "more": [{"value": "z"}]}
    decoded = named.decode(named.DEFINITIONS[name], json.dumps(wire))
    assert type(decoded) is type(decoded.again) is type(decoded.more[0]) is named.DEFINITIONS[name]
    assert json.loads(named.encode(decoded)) == wire


def test_names_in_the_module_are_legal_and_unique(named: Any) -> None:
    assert set(named.DEFINITIONS) == set(DEFINITIONS)
    found = [cls.__name__ for cls in named.DEFINITIONS.values()]
    assert len({id(cls) for cls in named.DEFINITIONS.values()}) == len(DEFINITIONS)
    assert len(set(found)) == len(found)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in found)
    assert not {*dir(builtins), *MODULE_NAMES, *PUBLIC_NAMES} & set(found)
    assert all(
        getattr(named, name) is cls
        for name, cls in zip(found, named.DEFINITIONS.values(), strict=True)
    )


def test_names_that_can_stay_stay(named: Any) -> None:
    plain = [n for n in DEFINITIONS if n.isidentifier() and n.isascii() and n[0] != "_"]
    taken = {*keyword.kwlist, *dir(builtins), *MODULE_NAMES, *PUBLIC_NAMES}
    assert len(plain) > 20
    for name in plain:
        expected = f"{name}_" if name in taken else name
        assert named.DEFINITIONS[name].__name__ == expected


@pytest.mark.parametrize("wire", PROPERTIES)
def test_a_property_of_any_name_goes_through_untouched(propertied: Any, wire: str) -> None:
    message = {wire: [{"Any": "x"}]}
    decoded = propertied.decode(propertied.Lamp, json.dumps(message))
    assert json.loads(propertied.encode(decoded)) == message
    held = [name for name in decoded.__struct_fields__ if getattr(decoded, name)]
    assert len(held) == 1
    assert type(getattr(decoded, held[0])[0]) is propertied.DEFINITIONS["list"]


def test_all_properties_at_once(propertied: Any) -> None:
    message = {wire: [{"Any": wire}] for wire in PROPERTIES}
    decoded = propertied.decode(propertied.Lamp, json.dumps(message))
    assert json.loads(propertied.encode(decoded)) == message
    attributes = decoded.__struct_fields__
    assert len(set(attributes)) == len(PROPERTIES)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in attributes)


@pytest.mark.parametrize(
    ("wire", "attribute"),
    [
        ("fooBar", "foo_bar"),
        ("_meta", "meta"),
        ("from", "from_"),
        ("HTTPServer", "http_server"),
        ("list", "list_"),
        ("listed", "listed"),
        ("2fa", "field_2fa"),
        ("Lamp", "lamp"),
        ("class", "class_"),
    ],
)
def test_attributes_are_snake_case(wire: str, attribute: str) -> None:
    assert field_names([wire]) == {wire: attribute}


@pytest.mark.parametrize(
    ("wires", "expected"),
    [
        (["fooBar", "foo_bar"], {"fooBar": "fooBar", "foo_bar": "foo_bar"}),
        (["class", "class_"], {"class": "wire_class", "class_": "class_"}),
        (["a-b", "a.b"], {"a-b": "wire_a_x2d_b", "a.b": "wire_a_x2e_b"}),
        (["_meta", "meta"], {"_meta": "wire__meta", "meta": "meta"}),
    ],
)
def test_properties_that_meet_keep_their_own_spelling(
    wires: list[str], expected: dict[str, str]
) -> None:
    assert field_names(wires) == expected
    assert field_names(reversed(wires)) == expected


@given(
    st.lists(
        st.text(max_size=12) | st.from_regex(r"[a-zA-Z_]{1,8}", fullmatch=True),
        unique=True,
        max_size=8,
    )
)
def test_attributes_are_legal_and_do_not_depend_on_order(wires: list[str]) -> None:
    found = field_names(wires, {"Lamp", "lamp"})
    assert field_names(reversed(wires), {"lamp", "Lamp"}) == found
    for name in found.values():
        assert name.isidentifier()
        assert not keyword.iskeyword(name)
        assert not name.startswith("__")
        assert name not in {
            "Lamp",
            "lamp",
            "list",
            "str",
            "int",
            "dict",
            "Any",
            "field",
            "Annotated",
        }


@given(st.text(max_size=12))
def test_class_names_are_legal(name: str) -> None:
    found = class_name(name)
    assert found.isidentifier()
    assert not found.startswith("_")
    assert found not in {*keyword.kwlist, *dir(builtins), *MODULE_NAMES, *PUBLIC_NAMES}


@given(st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True))
def test_the_wire_name_that_is_left_out_is_the_one_that_msgspec_makes(name: str) -> None:
    import msgspec

    struct = msgspec.defstruct("S", [(name, int)], rename="camel")
    assert camel(name) == struct.__struct_encode_fields__[0]


def test_every_name_that_a_module_imports_is_kept_free() -> None:
    imported = {name for listed in IMPORTED.values() for name in listed}
    assert imported <= MODULE_NAMES


def test_every_name_that_an_edition_offers_is_kept_free(named: Any) -> None:
    offered = {name for name in vars(named) if not name.startswith("_")}
    assert offered - {cls.__name__ for cls in named.DEFINITIONS.values()} <= PUBLIC_NAMES


CLASHES: dict[str, tuple[Schema, str, str, str]] = {
    "definitions": (
        {"$defs": {"foo-bar": obj(a=STRING), "foo.bar": obj(b=STRING)}},
        "/$defs/foo-bar",
        "/$defs/foo.bar",
        "rename one definition",
    ),
    "a definition and a respelt one": (
        {"$defs": {"None": obj(a=STRING), "None_": obj(b=STRING)}},
        "/$defs/None",
        "/$defs/None_",
        "rename one definition",
    ),
    "a definition and a branch": (
        {"$defs": {"LampRed": obj(a=STRING), "Lamp": {"oneOf": [branch("red"), branch("blue")]}}},
        "/$defs/LampRed",
        "/$defs/Lamp/oneOf/0",
        "rename one definition",
    ),
    "a definition and an inline object": (
        {"$defs": {"LampShade": STRING, "Lamp": obj(shade=obj(a=STRING))}},
        "/$defs/LampShade",
        "/$defs/Lamp/properties/shade",
        "make the nested branch or object a definition",
    ),
    "two inline objects": (
        {"$defs": {"Lamp": obj(**{"a-b": obj(x=STRING), "aB": obj(y=STRING)})}},
        "/$defs/Lamp/properties/a-b",
        "/$defs/Lamp/properties/aB",
        "make the nested branch or object a definition",
    ),
    "two branches": (
        {"$defs": {"Lamp": {"oneOf": [branch("red-hot"), branch("red_hot", a=STRING)]}}},
        "/$defs/Lamp/oneOf/0",
        "/$defs/Lamp/oneOf/1",
        "make the branch a $ref to a definition",
    ),
    "a branch and a default one": (
        {"$defs": {"Lamp": {"anyOf": [branch("red"), {"title": "Red", **obj(a=STRING)}]}}},
        "/$defs/Lamp/anyOf/0",
        "/$defs/Lamp/anyOf/1",
        "give it a title",
    ),
    "the root and a definition": (
        {"title": "lamp", **obj(a=STRING), "$defs": {"Lamp": STRING}},
        "/title",
        "the root and a definition are both named 'Lamp'",
        "another title",
    ),
    "properties": (
        {"$defs": {"Lamp": obj(**{"class": STRING, "class_": STRING, "wire_class": INTEGER})}},
        "/$defs/Lamp/properties/class",
        "/$defs/Lamp/properties/wire_class",
        "rename one of the properties",
    ),
}


@pytest.mark.parametrize("name", CLASHES)
def test_a_clash_names_both_places_and_the_cure(name: str) -> None:
    schema, one, other, cure = CLASHES[name]
    with pytest.raises(InputError) as caught:
        planned(schema)
    assert caught.value.rule == "name-clash"
    assert one in str(caught.value)
    assert other in str(caught.value)
    assert cure in caught.value.cure


@pytest.mark.parametrize("name", CLASHES)
def test_a_clash_is_one_in_any_order(name: str) -> None:
    schema = CLASHES[name][0]
    turned = json.loads(json.dumps(schema), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    for union in turned["$defs"].values():
        for word in {"anyOf", "oneOf"} & union.keys():
            union[word].reverse()
    with pytest.raises(InputError, match="both"):
        planned(turned)


NEAR: dict[str, tuple[Schema, set[str]]] = {
    "names that differ in case": (
        {"$defs": {"foo": obj(a=STRING), "Foo": obj(b=STRING)}},
        {"foo", "Foo"},
    ),
    "branches of different unions": (
        {
            "$defs": {
                "Lamp": {"oneOf": [branch("red"), branch("blue")]},
                "Door": {"oneOf": [branch("red"), branch("blue")]},
            }
        },
        {"LampRed", "LampBlue", "DoorRed", "DoorBlue"},
    ),
    "a branch named like its payload": (
        {
            "$defs": {
                "LampRed": obj(a=STRING),
                "Lamp": {
                    "oneOf": [{**branch("red"), "allOf": [ref("LampRed")]}, branch("blue")],
                },
            }
        },
        {"LampRed", "LampRedVariant", "LampBlue"},
    ),
    "tags that read alike, one a definition": (
        {
            "$defs": {
                "RedHot": branch("red-hot"),
                "Lamp": {"oneOf": [ref("RedHot"), branch("red_hot", a=STRING)]},
            }
        },
        {"RedHot", "LampRedHot"},
    ),
    "branches without a class of their own": (
        {"$defs": {"Lamp": {"anyOf": [STRING, {"type": "string", "minLength": 1}, INTEGER]}}},
        set(),
    ),
}


@pytest.mark.parametrize("name", NEAR)
def test_what_only_looks_like_a_clash_is_none(name: str) -> None:
    schema, expected = NEAR[name]
    assert classes(schema).keys() == expected


def test_a_property_may_be_named_like_the_type_of_its_value(tmp_path: Path) -> None:
    schema = {
        "$defs": {
            "str": obj("str", str=STRING),
            "lamp": obj(
                "lamp",
                "list",
                lamp={"anyOf": [ref("lamp"), {"type": "null"}]},
                list={"type": "array", "items": ref("str")},
            ),
        }
    }
    module = build(schema, tmp_path)
    wire = {"lamp": {"lamp": None, "list": []}, "list": [{"str": "x"}]}
    decoded = module.decode(module.lamp, json.dumps(wire))
    assert type(decoded.lamp_) is module.lamp
    assert type(decoded.list_[0]) is module.DEFINITIONS["str"]
    assert json.loads(module.encode(decoded)) == wire


def test_tags_are_wire_names_too(tmp_path: Path) -> None:
    tags = ["red-hot", "Red Hat", "None", "class", "2fa", "Ünï", '"""', "\\", "{{ x }}", "a\nb"]
    union = {
        "oneOf": [
            branch(tag, by="__class__", value=STRING) for tag in tags if tag not in ('"""', "\\")
        ]
    }
    module = build({"$defs": {"Lamp": union}}, tmp_path)
    assert names({"$defs": {"Lamp": union}})["LampRedHat"] == "LampRedHat"
    for tag in tags:
        if tag in ('"""', "\\"):
            continue
        wire = {"__class__": tag, "value": "x"}
        assert json.loads(module.encode(module.decode(module.Lamp, json.dumps(wire)))) == wire


@pytest.mark.parametrize("tag", ['"""', "\\", "", "_"])
def test_a_tag_of_no_letters_needs_a_definition(tag: str, tmp_path: Path) -> None:
    union = {"oneOf": [branch(tag, a=STRING), branch("blue")]}
    with pytest.raises(InputError, match="no name can be made of"):
        planned({"$defs": {"Lamp": union}})
    union["oneOf"][0] = ref("Odd")
    module = build({"$defs": {"Lamp": union, "Odd": branch(tag, a=STRING)}}, tmp_path)
    wire = {"kind": tag, "a": "x"}
    decoded = module.decode(module.Lamp, json.dumps(wire))
    assert type(decoded) is module.Odd
    assert json.loads(module.encode(decoded)) == wire


@pytest.mark.parametrize("wire", ['"""', "\\", "line\nfeed", "\x00"])
def test_a_property_that_msgspec_cannot_write_is_refused(wire: str) -> None:
    with pytest.raises(InputError, match="msgspec can't write the property name") as caught:
        planned({"$defs": {"Lamp": obj(**{wire: STRING})}})
    assert caught.value.at is not None
    assert caught.value.at.pointer == f"/$defs/Lamp/properties/{wire}"


@pytest.mark.parametrize("wire", ["'", "\x7f", "\u2028", "/", "~"])
def test_other_odd_property_names_go_through(wire: str, tmp_path: Path) -> None:
    module = build({"$defs": {"Lamp": obj(**{wire: STRING})}}, tmp_path)
    message = {wire: "x"}
    assert json.loads(module.encode(module.decode(module.Lamp, json.dumps(message)))) == message


@pytest.mark.sweep
@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=8), unique=True, min_size=2, max_size=6))
def test_random_names_go_through_the_printer(
    tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    schema = {"$defs": {word: obj(**dict.fromkeys(words, STRING)) for word in words}}
    try:
        planned(schema)
    except InputError:
        return
    module = build(schema, tmp_path_factory.mktemp("random"))
    wire = {word: word for word in words}
    for word in words:
        decoded = module.decode(module.DEFINITIONS[word], json.dumps(wire))
        assert json.loads(module.encode(decoded)) == wire
