"""The reference rules one by one: a case that fires and a near miss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from codegen.targets.mdx.expressions import inline
from codegen.targets.mdx.lists import laid_out
from codegen.targets.mdx.text import escaped, fill, width, without_doc_links, without_headings
from codegen.targets.mdx.types import UpstreamTypes
from codegen.targets.mdx.unions import arm_name

Print = Callable[..., str]


def _object(**properties: object) -> dict[str, object]:
    return {"type": "object", "properties": properties}


def test_text_functions() -> None:
    assert without_doc_links("[`A`] and [b]") == "`A` and [b]"
    assert escaped("a|b <c> `{}` &_*") == "a\\|b &lt;c&gt; `\\{\\}` &_*"
    assert without_headings("# a\n  # b\nc # d") == "\\# a\n  \\# b\nc # d"
    assert width("ab字") == 4


def test_fill_breaks_after_eighty_columns() -> None:
    assert fill(["a" * 40, "b" * 37], 2) == "  " + "a" * 40 + " " + "b" * 37
    assert fill(["a" * 40, "b" * 38], 2) == "  " + "a" * 40 + "\n  " + "b" * 38
    assert fill(["x" * 99], 2) == "  " + "x" * 99


@pytest.mark.parametrize(
    ("node", "shown"),
    [
        ({"$ref": "#/$defs/Ab"}, '<a href="#ab">Ab</a>'),
        ({"allOf": [{"$ref": "#/$defs/Ab"}]}, '<a href="#ab">Ab</a>'),
        ({"type": "integer", "format": "uint64"}, '"uint64"'),
        ({"type": "number", "format": "double"}, '"number"'),
        ({"type": "array"}, '"array"'),
        ({"type": "array", "items": {"allOf": [{"$ref": "#/$defs/Ab"}]}}, '<a href="#ab">Ab[]</a>'),
        (
            {"type": ["array", "null"], "items": {"type": "string"}},
            '<><span><><span>"string"</span><span>[]</span></></span><span> | null</span></>',
        ),
        ({"type": ["integer", "null"], "format": "uint32"}, '"integer | null"'),
        ({"type": []}, '"object"'),
        (
            {"anyOf": [{"$ref": "#/$defs/Ab"}, {"type": "null"}]},
            '<><span><a href="#ab">Ab</a></span><span> | null</span></>',
        ),
        ({"anyOf": [{"allOf": [{"$ref": "#/$defs/Ab"}]}, {"type": "null"}]}, "union"),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}, "union"),
        ({"enum": ["a"]}, '"enum"'),
        ({}, '"object"'),
    ],
)
def test_type_expressions(node: dict[str, Any], shown: str) -> None:
    assert inline(UpstreamTypes().of(node)) == shown


@pytest.mark.parametrize(
    ("node", "name"),
    [
        ({"$ref": "#/$defs/Ab", "title": "x"}, "Ab"),
        ({"enum": ["a", 1]}, "a | 1"),
        ({"const": -3}, "-3"),
        ({"type": "null", "title": "x"}, "null"),
        ({"properties": {"a": {}, "b": {"const": "t"}}, "title": "x"}, "t"),
        ({"properties": {"a": {}}, "title": "x"}, "x"),
        ({"properties": {}}, "Object"),
        ({"title": "x", "type": "string"}, "x"),
        ({"type": "string"}, "string"),
        ({}, "Variant"),
    ],
)
def test_variant_names(node: dict[str, Any], name: str) -> None:
    assert arm_name(node) == name


@pytest.mark.parametrize(
    "loosening",
    [
        {"description": "One.\n\nTwo."},
        {"description": "Send {}."},
        {"minimum": 0},
        {"enum": ["a"]},
        {"format": "uri"},
    ],
)
def test_one_loose_field_makes_all_loose(section: Print, loosening: dict[str, object]) -> None:
    block = section(_object(a={"type": "string"}, b={"type": "string", **loosening}), "upstream")
    assert block.count("} >\n") == 2


@pytest.mark.parametrize(
    "near", [{"description": "One.\nTwo."}, {"minItems": 1}, {"title": "x"}, {"const": "c"}]
)
def test_near_misses_stay_tidy(section: Print, near: dict[str, object]) -> None:
    block = section(_object(a={"type": "string"}, b={"type": "string", **near}), "upstream")
    assert "} >" not in block
    assert '<ResponseField name="a" type={"string"}></ResponseField>' in block


def test_integer_format_is_no_constraint(section: Print) -> None:
    block = section(_object(a={"type": "integer", "format": "uint8"}), "upstream")
    assert block.endswith('<ResponseField name="a" type={"uint8"}></ResponseField>')


def test_opening_tag_wraps_after_eighty_columns(section: Print) -> None:
    def tag(length: int) -> str:
        name = "n" * length
        return section(_object(**{name: {"type": "string", "description": "d"}}), "upstream")

    fitting = 80 - len('<ResponseField name="" type={"string"}>')
    assert f'name="{"n" * fitting}" type=' in tag(fitting)
    assert f'<ResponseField\n  name="{"n" * (fitting + 1)}"\n  type={{"string"}}\n>' in tag(
        fitting + 1
    )


def test_description_hides_the_const_sentence(section: Print) -> None:
    shown = section(_object(a={"const": "x"}, b={"const": "y", "description": "Mine."}), "upstream")
    assert 'Must be `"x"`.' in shown
    assert '"y"' not in shown


def test_arm_properties_never_replace_those_of_the_base(section: Print) -> None:
    base = _object(k={"type": "string", "description": "base"}) | {"required": ["k"]}
    arm = {
        "allOf": [{"$ref": "#/$defs/Base"}, _object(m={"type": "null"})],
        "properties": {"k": {"description": "arm"}, "m": {"description": "late"}, "n": {}},
        "required": ["n", "k"],
    }
    shown = section({"oneOf": [arm, {"type": "null"}]}, "upstream", Base=base)
    assert "base" in shown
    assert "arm" not in shown
    assert "late" not in shown
    assert shown.count(" required>") == 2


def test_single_arm_that_merges_is_shown_as_what_it_is(section: Print) -> None:
    arm = {"description": "Arm.", "allOf": [{"$ref": "#/$defs/Base"}]}
    shown = section({"anyOf": [arm], "description": "Def."}, "upstream", Base=_object(k={}))
    assert shown.startswith("Def.\n\nArm.\n\n**Type:** Object\n\n**Properties:**")


def test_single_arm_that_does_not_merge_is_a_union(section: Print) -> None:
    shown = section({"anyOf": [{"type": "string", "const": "c"}]}, "upstream")
    assert shown.startswith('**Type:** Union\n\n<ResponseField name="c" type="string">\n  {""}\n')


def test_lists_are_laid_out() -> None:
    assert laid_out("The peer:\n- a\n- b") == "The peer:\n\n- a\n- b"
    assert laid_out("Year was\n2024. Good.") == "Year was 2024. Good."
    assert laid_out("1. a\n2. b:\n  - c\n    d\n  - e\n\nend") == (
        "1. a\n2. b:\n\n- c\n  d\n- e\n\nend"
    )
    assert laid_out("1. a\n   - b\n2. c") == "1. a\n   - b\n2. c"
    assert laid_out("* a\n*   b") == "- a\n- b"
    assert laid_out("* a\n+ b\n- c") == "- a\n\n* b\n\n- c"
    assert laid_out("3) a\n7) b\n9) c") == "3. a\n4. b\n5. c"
    assert laid_out("1. a\n1. b\n3. c") == "1. a\n1. b\n1. c"
    assert laid_out("*a b*  __c__ `*d*  e` **f** 2 * 3") == "_a b_ **c** `*d*  e` **f** 2 * 3"
    assert laid_out("- a\n  b\n- c") == "- a\n  b\n- c"
    assert laid_out("```\n- a\n  - b\n```\n- c") == "```\n- a\n  - b\n```\n- c"


def test_method_anchor_is_prefixed_when_two_sides_have_the_name(print_page: Print) -> None:
    text = print_page(
        {
            "A": {"x-side": "both", "x-method": "t/Do_it"},
            "B": {"x-side": "agent", "x-method": "plain"},
            "C": {"x-side": "protocol", "x-method": "$/one"},
        },
        "upstream",
    )
    ids = [line for line in text.split("\n") if line.startswith("<a id")]
    assert ids == [
        '<a id="agent-t-do_it"></a>',
        '<a id="client-t-do_it"></a>',
        '<a id="$-one"></a>',
    ]
    assert text.count("#### ") == 4


def test_ignored_and_odd_placements(print_page: Print) -> None:
    text = print_page(
        {
            "Hidden": {"x-docs-ignore": True, "type": "string"},
            "NoMethod": {"x-side": "agent", "type": "string"},
            "ListSide": {"x-side": ["agent"], "x-method": "m", "type": "string"},
        },
        "upstream",
    )
    assert "Hidden" not in text
    assert text.index(">ListSide<") < text.index(">NoMethod<")
