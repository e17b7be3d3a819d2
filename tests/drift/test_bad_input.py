"""Bad input gives a finding or an error with a line and a column, never a crash."""

from __future__ import annotations

import json
import time

import pytest

from codegen.drift.check import check_pages
from codegen.drift.documents import read_page
from codegen.drift.documents.jsontext import read_json
from codegen.drift.sidecar import EMPTY
from tests.drift.worlds import TODAY, check, fence, rules, small

BAD = '{\n  "id": 1,\n  "method": "kettle/boil",\n  "params": {\n    "waterLevell": 3\n  }\n}'


def test_unclosed_fence_hides_nothing_silently() -> None:
    assert rules(check("# A\n\n  ```json\n{}\n\nmore\n"))[0] == ("fence-unclosed", 3, "error")


@pytest.mark.parametrize(
    ("front", "line"),
    [
        ("---\na: [\n---\n", 3),
        ("---\na: 1\n\n# x\n", 1),
        ("---\n- a\n---\n", 2),
        ("---\n\ta: 1\n---\n", 2),
    ],
)
def test_front_matter_that_is_no_yaml(front: str, line: int) -> None:
    assert ("front-matter", line, "error") in rules(check(front))


def test_jsx_inside_lists_and_tables() -> None:
    text = (
        "<Steps>\n  <Step title=\"{x}\">\n    - one `waterLevel` <Icon name='a' />\n\n"
        f"      {BAD.join(['```json' + chr(10), chr(10) + '```']).replace(chr(10), chr(10) + '      ')}\n"
        "    </Step>\n</Steps>\n\n| a | b |\n| --- | --- |\n| <B c={1}>`teaKinds`</B> | {x} `teaKind` |\n"
    )
    assert rules(check(text)) == [
        ("json-schema", 9, "error"),
        ("json-unknown-property", 10, "error"),
        ("ident-unknown", 19, "warning"),
    ]


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"])
def test_line_ends_tabs_and_byte_order_mark(ends: str) -> None:
    text = "\ufeff`teaKinds`\n\n\t- x\n\n" + fence(BAD.replace("    ", "\t"))
    found = check(text.replace("\n", ends)).findings
    places = {(one.rule, one.at.line, one.at.column) for one in found}
    assert ("ident-unknown", 1, 2) in places
    assert ("json-unknown-property", 10, 2) in places


def test_a_block_in_a_quote_and_in_a_list_has_true_columns() -> None:
    quoted = "\n".join(f"> {line}" for line in fence(BAD).split("\n"))
    found = [one for one in check(quoted).findings if one.rule == "json-unknown-property"]
    assert [(one.at.line, one.at.column) for one in found] == [(6, 7)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('{"puffSize": 1, "puffSize": 1}', ["json-duplicate-key"]),
        ('{"id": 1, "method": "kettle/boil", "params": {"waterLevel": 1,},}', []),
        ('{"id": 1, "method": "kettle/boil", "params": {"waterLevel": 1} // why\n}', []),
        ('{"id": 1, "method": "kettle/boil", "params": {...}}', []),
        ('{"id": 1, "method": "kettle/boil", "params": {"waterLevel": <level>}}', []),
        ('{"id": 1, "method": "kettle/boil", "params": {"waterLevel": "x"}}\n{"id": 2, "method": "kettle/boil", "params": {"waterLevel": 2}}', ["json-schema"]),
        ("{ \"id\": 1, ... }", ["json-parse"]),
        ("{'a': 1}", ["json-parse"]),
        ('{"a": "\\x"}', ["json-parse"]),
        ('"unclosed', ["json-parse"]),
        ("[" * 300, ["json-parse"]),
        ('{"a": ' * 300, ["json-parse"]),
        ("", []),
        ('{"n": ' + "9" * 5000 + "}", []),
        ("\ud800", ["json-parse"]),
    ],
)  # fmt: skip
def test_json_that_is_almost_json(body: str, expected: list[str]) -> None:
    assert [rule for rule, _, _ in rules(check(fence(body)))] == expected


def test_problems_of_json_have_a_line_and_a_column() -> None:
    found = check("text\n\n" + fence('{\n  "a": 1\n  "b": 2\n}')).findings
    assert [(one.rule, one.at.line, one.at.column) for one in found] == [("json-parse", 6, 3)]
    assert found[0].message == "not JSON: a comma is missing before this"


@pytest.mark.parametrize(
    "text",
    ["", "\n", "---", "---\n---\n", "<", "</", "{", "{/*", "`", "```", "| a |\n|-|", "<a b={", "<A\n\n\n", "import x", "[a](", "- ", "\x00", "{/* acp-check */}", "<!-- acp-check -->", "<ParamField", "<ParamField>", "</ParamField>\n</ParamField>"],
)  # fmt: skip
def test_fragments_never_crash(text: str) -> None:
    for file in ("a.mdx", "a.md"):
        check(text, file)
        check(f"`teaKind`\n\n{text}\n\n{fence(BAD)}", file)


def test_a_block_of_a_hundred_thousand_lines() -> None:
    items = [{"eventKind": "steam_puff", "puffSize": n} for n in range(33_000)]
    items[-1] = {"eventKind": "steam_puff", "puffSize": 1, "hissPitch": 2}
    started = time.monotonic()
    found = check(fence(json.dumps(items, indent=0))).findings
    assert [one.rule for one in found] == ["json-unknown-property"]
    assert found[0].at.line > 99_000
    assert time.monotonic() - started < 60


MIX = "Some `waterLevel` {x} and <B c='d'/> [a](b).\n\n```json\n{\"waterLevel\": 1}\n```\n\n- `teaKind`\n\n"


@pytest.mark.parametrize(
    "unit",
    [MIX, "{ a \"b\n", "<a b=\" \n\n", "<a {\n", "`a ``b ", "> - ", "[a](<b ", "| `a` |\n|--|\n| `b` |\n\n", "# `a`\n\n", "{/* acp-check partial */}\n\n"],
)  # fmt: skip
def test_time_is_linear_in_the_page(unit: str) -> None:
    def seconds(count: int) -> float:
        page = unit * count
        started = time.process_time()
        check_pages([read_page(page, "a.mdx")], small(), {}, EMPTY, TODAY)
        return time.process_time() - started

    count = max(1, 20_000 // len(unit))
    seconds(10)
    short = min(seconds(count) for _ in range(2))
    long = seconds(8 * count)
    assert long < 8 * 4 * max(short, 0.02), f"{long:.2f} s against {short:.2f} s for an eighth"


@pytest.mark.sweep
def test_a_page_of_five_megabytes() -> None:
    text = MIX * (5_000_000 // len(MIX))
    started = time.process_time()
    checked = check_pages([read_page(text, "a.mdx")], small(), {}, EMPTY, TODAY)
    assert checked.tallies["json"].seen > 40_000
    assert time.process_time() - started < 180


def test_a_value_is_never_lost_between_values() -> None:
    found = read_json('{"a": 1}\n\n// and\n{"b": [1, 2, ...]}')
    assert [value.value for value in found.values] == [{"a": 1}, {"b": [1, 2]}]
    assert found.values[1].elided == {"/b"}
    assert found.position(found.values[1].offset("/b/1")) == (4, 11)
