"""Descriptions in `default`: the page cannot be broken out of, and the text stays the text.

An independent Markdown reader (markdown-it, with what MDX switches off switched off) looks at
what comes out: a brace or an angle bracket that it meets as running text would be code in MDX.
"""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from codegen.targets.mdx.escapes import cell, code, safe_attribute, safe_name
from codegen.targets.mdx.safe import safe_passage

HOSTILE = (
    *"{}<>`\\|[]()#*_~&!\"'",
    *("```", "~~~", "\n", "\n\n", "\n  ", "\n- ", "\n3. ", "\n1. ", "- ", "\n> ", "word", "a b"),
    *(
        "import x",
        "\nexport {a}",
        "</ResponseField>",
        "<!-- c -->",
        "{/*",
        "](",
        "[`A`]",
        "\n[a]: ",
    ),
    *("<https://e.org/a>", "https://e.org/`", "\n| a | b |\n| - | - |\n", "\n===\n", "\n---\n"),
    *("\u202e", "\x00", "\ud800", "\u2028", "\t", "\r\n", "\\{", "\\`", "[x](y {z})", "\n    "),
)


def _reader(found: list[str]) -> MarkdownIt:
    def guard(state: StateInline, silent: bool) -> bool:
        if state.src[state.pos] in "{}<":
            found.append(state.src[state.pos :][:20])
        return False

    reader = MarkdownIt("commonmark").enable("table")
    reader.disable(["html_block", "html_inline", "autolink", "code"])
    reader.inline.ruler.push("guard", guard)
    return reader


def _text(tokens: list[Token]) -> str:
    parts: list[str] = []
    for token in tokens:
        parts.append(_text(token.children) if token.children else token.content)
        parts.append(" " if token.type in ("softbreak", "inline", "fence") else "")
    return "".join(parts)


def _shown(text: str) -> str:
    """What a reader sees of a description, blanks folded."""
    found: list[str] = []
    tokens = _reader(found).parse("\n\n".join(safe_passage(text).blocks()))
    assert found == []
    return " ".join(_text(tokens).split())


def _cases() -> list[tuple[str, str]]:
    listed = json.loads((Path(__file__).parent / "example" / "pages.json").read_text("utf-8"))
    case = next(item for item in listed if item["id"] == "C19")
    return list(zip(case["input"]["descriptions"], case["expected"]["rendered"], strict=True))


@pytest.mark.parametrize(("text", "shown"), _cases())
def test_reported_descriptions(text: str, shown: str) -> None:
    assert _shown(text) == shown


@given(st.lists(st.sampled_from(HOSTILE), max_size=14).map("".join))
@settings(max_examples=1500, deadline=None)
def test_no_description_breaks_out(text: str) -> None:
    found: list[str] = []
    environment: dict[str, object] = {}
    written = "\n\n".join(safe_passage(text).blocks())
    tokens = _reader(found).parse(written, environment)
    assert found == []
    assert not environment.get("references")
    assert not [token for token in tokens if token.type == "heading_open"]
    assert not re.search(r"[^\S\n]$|\n\n\n|\t", written, re.MULTILINE)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\ud800-\udfff]", written)
    for line in _outside_fences(written):
        assert not re.match(r"(import|export)\b", line)


def _outside_fences(text: str) -> list[str]:
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = re.match(r"(?: |- |\d+\. )*(`{3,})[^`]*$", line)
        if fence:
            fence = "" if line.strip() == fence else fence
        elif mark:
            fence = mark[1]
        else:
            lines.append(line)
    assert not fence, "a fence is left open"
    return lines


@given(st.text(alphabet=st.sampled_from("ab {}<>|&\"'#+-.=!é字\n"), max_size=40))
@settings(max_examples=500, deadline=None)
def test_text_without_markdown_is_shown_as_it_is(text: str) -> None:
    plain = re.sub(r"(?m)^[ ]*([-+][ ]*)+", "", text).replace("&", "and")
    plain = re.sub(r"(?m)^([^a-zé字])", r"a\1", re.sub(r"\n+", "\n", plain))
    assert _shown(plain) == " ".join(plain.split())


def test_blocks_are_kept() -> None:
    steps = "Use:\n1. one\n2. two\n  - sub `{`\n\n"
    table = "| a | b |\n|--|:-:|\n| `x\\|y` | {z} |"
    passage = safe_passage(steps + '```json\n{"a": 1}\n```\n\n' + table)
    assert passage.lead == "Use:"
    assert passage.rest == (
        "1. one\n2. two\n   - sub `{`",
        '```json\n{"a": 1}\n```',
        "| a      | b     |\n| ------ | :---: |\n| `x\\|y` | \\{z\\} |",
    )


def test_a_fence_is_closed_and_outlasts_its_content() -> None:
    assert safe_passage("~~~x y\na\n```\nb").rest == ("````x\na\n```\nb\n````",)
    assert safe_passage("- ```\n  {a}\nafter {b}").rest == ("- ```\n  {a}\n  ```", "after \\{b\\}")


def test_links_survive() -> None:
    assert safe_passage("[a](https://e.org/x_y) b").lead == "[a](https://e.org/x_y) b"
    assert safe_passage("[`A`](b), [`A`][b], [`A`]").lead == "[`A`](b), [`A`][b], `A`"
    assert safe_passage("see https://e.org/a.").lead == "see https://e.org/a."
    assert _shown("see https://e.org/{id}/`x`.") == "see https://e.org/{id}/x."


def test_names_attributes_and_code() -> None:
    assert safe_name("a/set_b") == "a/set_b"
    assert safe_name("_m_|`{<") == "\\_m\\_\\|\\`\\{&lt;"
    assert safe_attribute('a"&b\n\u202e') == "a&quot;&amp;b&#10;\\u202e"
    assert code("a") == "`a`"
    assert code("a`b") == "``a`b``"
    assert code("`") == "`` ` ``"
    assert cell("`a|b`") == "`a\\|b`"


@pytest.mark.parametrize(
    "unit",
    [
        *("word ", "`a` ", "` ", "`" * 7 + " ", "[", "](", "<a", "- a\n", "  - a\n", "a\n\n"),
        *("|a|b|\n", "https://e.org/{ ", "```\n", "1. ", "-", "\\", "{", "[a](b ", "http://a`"),
    ],
)
def test_long_texts_take_linear_time(unit: str) -> None:
    started = time.perf_counter()
    safe_passage(unit * (100_000 // len(unit)))
    assert time.perf_counter() - started < 10  # measured below 0.5; quadratic would take minutes


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("~/.a and ~/.b, ~~c~~", "\\~/.a and \\~/.b, \\~\\~c\\~\\~"),
        ("`~a~` https://e.org/~a/", "`~a~` https&#58;//e.org/\\~a/"),
        ("https://e.org/a.\u202eb", "https&#58;//e.org/a.&#x202E;b"),
        ("https://e.org/a.**b** c", "https&#58;//e.org/a.**b** c"),
        ("https://e.org/?a=1&b=2#x_y", "https://e.org/?a=1&b=2#x_y"),
        ("www.e.org/{id}", "www&#46;e.org/\\{id\\}"),
        ("https://e.org/a&#123;b", "https&#58;//e.org/a&#123;b"),
        ("a\\\ufeffb", "a\\\\&#xFEFF;b"),
        ("x_\u200fy _a_", "x\\_&#x200F;y _a_"),
    ],
)
def test_what_a_site_reads_beyond_markdown(text: str, written: str) -> None:
    assert safe_passage(text).lead == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("\\[a](https://e.org/{x})", "\\[a](https&#58;//e.org/\\{x\\})"),
        ("[a [b](c) d](https://e.org/{x})", "[a [b](c) d](https&#58;//e.org/\\{x\\})"),
        ("[![b](c) d](https://e.org/{x})", "[![b](c) d](https://e.org/\\{x\\})"),
        ("`[`a](https://e.org/{x})", "`[`a](https&#58;//e.org/\\{x\\})"),
        ("[`A`] a](b {x})", "`A` a](b \\{x\\})"),
    ],
)
def test_only_a_bracket_that_is_open_closes_a_link(text: str, written: str) -> None:
    assert safe_passage(text).lead == written
