"""Whole pages: what holds for every page, and what `default` says beyond the reference."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.targets.mdx import PageConfig, Profile, SideEntry, page_view, render

Print = Callable[..., str]
REPOSITORY = Path(__file__).parents[2]
SCHEMAS = sorted((REPOSITORY / "schema").glob("acp/*/schema.unstable.json"))
TEMPLATES = REPOSITORY / "templates" / "mdx"
E = {"x-deserialize-default-on-error": True}
PLAIN = PageConfig(
    "T",
    "D",
    "N",
    (
        SideEntry("agent", "Agent", "a"),
        SideEntry("client", "Client", "c"),
        SideEntry("protocol", "Both", "p"),
    ),
)


def _ids(text: str) -> list[str]:
    return re.findall(r' id="([^"]*)"', text)


def _targets(text: str) -> set[str]:
    return set(re.findall(r'href="#([^"]*)"', text))


def assert_well_formed(text: str) -> None:
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\n\n\n" not in text
    assert "\t" not in text
    assert not re.search(r"[^\S\n]$", text, re.MULTILINE)


def assert_linked(text: str) -> None:
    ids = _ids(text)
    assert len(ids) == len(set(ids))
    assert _targets(text) <= set(ids)


@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.parent.name)
def test_real_schemas(path: Path, profile: Profile) -> None:
    schema = json.loads(path.read_text("utf-8"))
    started = time.perf_counter()
    text = render(page_view(schema, PLAIN, profile), TEMPLATES)
    assert time.perf_counter() - started < 2  # measured 0.1; a bound that only a blow-up breaks
    assert text == render(page_view(schema, PLAIN, profile), TEMPLATES)
    assert_well_formed(text)
    if profile is Profile.UPSTREAM:
        return
    assert_linked(text)
    assert "={union}" not in text
    shown = [name for name, node in schema["$defs"].items() if not node.get("x-docs-ignore")]
    for name in shown:
        assert text.count(f'# <span className="font-mono">{name}</span>') == 1
    messages = sum("x-method" in schema["$defs"][name] for name in shown)
    assert text.count("**Direction:**") >= messages
    assert text.count("**Malformed input:**") > 100


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.parent.name)
def test_upstream_links_point_to_headings(path: Path) -> None:
    text = render(page_view(json.loads(path.read_text("utf-8")), PLAIN, "upstream"), TEMPLATES)
    slugs = {name.lower() for name in re.findall(r'font-mono">([^<]*)</span>', text)}
    assert _targets(text) <= slugs


NAMES = st.text(alphabet='abA_/$"|\\{}<>`&# \u202eé', min_size=1, max_size=5)
TEXTS = st.text(alphabet="ab `{}<>|\\-\n#*[]():", max_size=20)
SHAPES = st.sampled_from(
    [
        {"type": "string"},
        {"type": ["integer", "null"], "format": "uint32"},
        {"type": "array", "items": {"$ref": "#/$defs/a"}, **E},
        {"$ref": "#/$defs/b"},
        {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]},
        {"const": "k"},
        {"enum": ["a|b", 1]},
        {"type": "string", "pattern": "`|`", "minLength": 1},
    ]
)
FIELDS = st.dictionaries(
    NAMES, st.builds(lambda node, text: {**node, "description": text}, SHAPES, TEXTS), max_size=3
)
OBJECTS = st.builds(
    lambda fields, text: {"type": "object", "description": text, "properties": fields},
    FIELDS,
    TEXTS,
)
PLACED = st.builds(
    lambda node, side, method: {**node, "x-side": side, "x-method": method},
    OBJECTS,
    st.sampled_from(["agent", "client", "protocol", "both", "other"]),
    NAMES,
)
UNIONS = st.builds(lambda arms: {"oneOf": arms}, st.lists(OBJECTS | SHAPES, max_size=3))
DEFINITIONS = st.dictionaries(NAMES, OBJECTS | PLACED | UNIONS | SHAPES, max_size=5)


@given(DEFINITIONS)
@settings(max_examples=150, deadline=None)
def test_every_schema_gives_a_linked_page(definitions: dict[str, Any]) -> None:
    text = render(page_view({"$defs": definitions}, PLAIN, "default"), TEMPLATES)
    assert_well_formed(text)
    assert_linked(text)
    render(page_view({"$defs": definitions}, PLAIN, "upstream"), TEMPLATES)


@pytest.mark.parametrize("root", [{"$defs": 1}, {"$defs": {"A": True, "B": 1}}, {"anyOf": 3}])
def test_odd_documents_are_shown(root: dict[str, object]) -> None:
    assert_well_formed(render(page_view(root, PLAIN, "default"), TEMPLATES))


def test_names_that_differ_in_case_keep_apart(print_page: Print) -> None:
    ref = {"type": "object", "properties": {"x": {"$ref": "#/$defs/aB"}}}
    text = print_page({"Ab": {}, "aB": {}, "Use": ref, "M": {"x-side": "agent", "x-method": "ab"}})
    assert_linked(text)
    assert sorted(_ids(text)) == ["ab", "ab-2", "ab-3", "m", "use"]
    assert 'href="#ab-3">aB</a>' in text


def test_both_sides_share_one_copy(print_page: Print) -> None:
    text = print_page(
        {
            "Ask": {"x-side": "both", "x-method": "t/x"},
            "Own": {"x-side": "client", "x-method": "t/x"},
        }
    )
    assert_linked(text)
    assert {"agent-t-x", "client-t-x"} <= set(_ids(text))
    assert text.count(">Ask</span>") == 1
    assert '**Messages, as for the other side:** <a href="#ask">Ask</a>' in text


def test_unknown_references_are_words(section: Print) -> None:
    node = {"type": "object", "properties": {"x": {"$ref": "#/$defs/Gone"}}}
    assert 'type={"Gone"}' in section(node)


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ({"type": ["integer", "null"], "format": "uint32"}, 'type={"uint32 | null"} >'),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, 'type={"string | null"} >'),
        ({"anyOf": [{"const": "a"}, {"type": "string"}]}, 'type={"\\"a\\" | string"} >'),
        (
            {"type": "array", "items": {"type": ["string", "null"]}},
            'type={<><span>"(string | null)"</span><span>[]</span></>} >',
        ),
        ({"type": "array", "minItems": 1}, "    - Min items: `1`"),
        ({"type": "array", "items": {"type": "string", "minLength": 1}}, "- Item min length: `1`"),
        ({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}, "    - Minimum: `0`"),
        ({"type": "string", "pattern": "a|b"}, '    - Pattern: `"a|b"`'),
        ({"type": "string", "pattern": "a|b", "minLength": 1}, '    | Pattern | `"a\\|b"` |'),
        (
            {"type": "object", "additionalProperties": {"type": "string"}},
            "A map: any key, each value `string`.",
        ),
        (
            {"type": "array", **E},
            "**Malformed input:** read as `[]`, as is `null`",
        ),
        ({"description": "export it"}, "  &#101;xport it"),
    ],
)
def test_default_says_more_about_a_field(section: Print, field: object, line: str) -> None:
    assert line in section({"type": "object", "properties": {"x": field}})


def test_a_list_at_the_end_swallows_nothing(section: Print) -> None:
    field = {"type": "string", "description": "One of:\n- a\n- b", "default": "a", "enum": ["a"]}
    shown = section({"type": "object", "properties": {"x": field}})
    assert shown.endswith(
        '  One of:\n\n- a\n- b\n\n**Default:** `"a"`\n\n'
        '**Allowed values:**\n- `"a"`\n\n</ResponseField>'
    )


def test_always_loose(section: Print) -> None:
    fields: dict[str, object] = {"a": {"type": "string", "description": "A."}}
    alone = section({"type": "object", "properties": fields})
    fields["b"] = {"type": "string", "description": "B.\n\nMore."}
    assert section({"type": "object", "properties": fields}).startswith(alone)


def _tagged(name: str, **more: object) -> dict[str, object]:
    tag = {"k": {"type": "string", "const": name}}
    return {"type": "object", "properties": tag, "required": ["k"], **more}


OTHER = {"title": "other", "properties": {"k": {"type": "string"}}, "required": ["k"]}


@pytest.mark.parametrize(
    ("arms", "remark"),
    [
        ([_tagged("a"), _tagged("b")], "Told apart by `k`. Closed: any other tag is malformed."),
        (
            [_tagged("a"), {**OTHER, "not": {}}],
            "Told apart by `k`. Open: any other tag is valid and read as `other`.",
        ),
        (
            [_tagged("a"), {"title": "bare", "properties": {"z": {}}}],
            "Told apart by `k`. A value that no other member claims is tried as `bare`.",
        ),
        ([{"const": "a"}, {"const": "b"}], "Closed: any other value is malformed."),
        (
            [{"const": "a"}, {"type": "string", "title": "rest"}],
            "Open: any other value is valid and read as `rest`.",
        ),
    ],
)
def test_unions_say_whether_they_are_open(section: Print, arms: list[object], remark: str) -> None:
    assert section({"oneOf": arms}).startswith(f"**Type:** Union\n\n{remark}\n\n<ResponseField")


def test_a_union_without_constants_has_no_remark(section: Print) -> None:
    shown = section({"anyOf": [{"type": "string"}, {"type": "integer"}]})
    assert shown.startswith("**Type:** Union\n\n<ResponseField")


def test_a_union_inside_the_base_is_named(section: Print) -> None:
    base = {"type": "object", "properties": {}, "anyOf": [{"$ref": "#/$defs/In"}, {"title": "o"}]}
    arm = _tagged("a", allOf=[{"$ref": "#/$defs/Base"}])
    shown = section({"oneOf": [arm, _tagged("b")]}, Base=base, In={"type": "object"})
    assert 'Also has the content of one of: <a href="#in">In</a>, `o`.' in shown


def test_a_union_inside_a_member_is_named(section: Print) -> None:
    arm = _tagged("a", anyOf=[{"$ref": "#/$defs/In"}, {"title": "o"}])
    shown = section({"oneOf": [arm, _tagged("b")]}, In={"type": "object"})
    assert 'Also has the content of one of: <a href="#in">In</a>, `o`.' in shown


def test_what_takes_every_value_is_called_any(section: Print) -> None:
    fields = {"a": {"description": "A."}, "b": {"type": "array", "items": {}}}
    shown = section({"type": "object", "properties": fields})
    assert 'name="a" type={"any"} >' in shown
    assert 'type={<><span>"any"</span><span>[]</span></>} >' in shown


def test_front_matter_is_quoted() -> None:
    odd = PageConfig('a "b" \\ c', "d: e\u2028", "N {x}", PLAIN.sides)
    text = render(page_view({}, odd, "default"), TEMPLATES)
    assert text.startswith('---\ntitle: "a \\"b\\" \\\\ c"\ndescription: "d: e\\u2028"\n---\n')
    assert "<Note>N \\{x\\}</Note>" in text


def test_a_note_starts_no_list_where_it_breaks() -> None:
    odd = PageConfig("T", "D", "x" * 77 + " - " + "y" * 76 + " # z", PLAIN.sides)
    text = render(page_view({}, odd, "default"), TEMPLATES)
    assert f"\n  \\- {'y' * 76}\n  \\# z\n</Note>" in text


def test_links_are_rewritten_before_layout() -> None:
    rule = ((r"https://e\.org/(?!v\d)", "https://e.org/v9/"),)
    config = PageConfig("T", "D", "N", PLAIN.sides, rule)
    schema = {"$defs": {"A": {"description": "https://e.org/a https://e.org/v1/b"}}}
    for profile in Profile:
        text = render(page_view(schema, config, profile), TEMPLATES)
        assert "https://e.org/v9/a https://e.org/v1/b" in text


def test_a_long_description_is_no_problem(print_page: Print) -> None:
    text = print_page({"A": {"type": "string", "description": "word `{}` <a> \n" * 7000}})
    assert_well_formed(text)
