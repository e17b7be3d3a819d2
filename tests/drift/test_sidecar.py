"""Directives, inline and in a sidecar: understood, or an error at their place."""

from __future__ import annotations

import pytest

from codegen.drift.check import check_pages
from codegen.drift.directives import DirectiveError, parse_comment
from codegen.drift.documents import Spot, read_page
from codegen.drift.sidecar import read_sidecar
from codegen.errors import InputError
from tests.drift.worlds import TODAY, check, fence, rules, small

BAD = {"id": 1, "method": "kettle/boil", "params": {"waterLevel": "x"}}
IGNORE = 'ignore = "json-schema"\nreason = "shown on purpose"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{/* acp-check bnid=A */}", "unknown key `bnid`; did you mean `bind`"),
        ("{/* acp-check */}", "it says nothing"),
        ("{/* acp-check bind */}", "`bind` needs a value"),
        ("{/* acp-check bind=v1: */}", "is no binding"),
        ("{/* acp-check ignore=json-schema */}", "`ignore` needs a reason"),
        ("{/* acp-check ignore=json-shema reason=x */}", "did you mean `json-schema`"),
        ("{/* acp-check reason=x partial */}", "belong to `ignore`"),
        ('{/* acp-check ignore=json-schema reason="x" until=soon */}', "is no date"),
        ("{/* acp-check fields */}", "`fields` needs a `bind`"),
        ("{/* acp-check fields=some bind=A */}", "`fields` is a flag"),
        ("{/* acp-check example=old */}", "example=history"),
        ('{/* acp-check reason="x */}', "not a list of key=value words"),
        ("{/* acp-check partial\npartial */}", "one line"),
        ("{/* acp-check partial partial */}", "stands twice"),
    ],
)
def test_directives_that_cannot_be_understood(text: str, message: str) -> None:
    with pytest.raises(DirectiveError, match=message):
        parse_comment(text, Spot(1, 1))
    found = check(f"`teaKind`\n\n{text}\n\n- `a`\n").findings
    assert [(one.rule, one.at.line) for one in found] == [("directive", 3)]


def test_places_where_a_directive_can_not_stand() -> None:
    assert rules(check("`teaKind` {/* acp-check partial */} x\n")) == [("directive", 1, "error")]
    assert rules(check("`teaKind`\n\n{/* acp-check partial */}\n")) == [("directive", 3, "error")]
    assert rules(check("{/* acp-check bind=v9:TeaKind */}\n\n`teaKind`\n")) == [
        ("directive", 1, "error")
    ]
    assert rules(check("{/* acp-check bind=Teapot fields */}\n\n- `a`\n\n`teaKind`\n")) == [
        ("directive", 1, "error")
    ]


def test_a_blank_line_before_the_block_does_not_matter() -> None:
    for gap in ("\n", "\n\n", "\n\n\n"):
        text = f'{{/* acp-check ignore=json-schema reason="x" */}}{gap}{fence(BAD)}'
        checked = check(text)
        assert checked.findings == ()
        assert [one.detail for one in checked.suppressed] == ["suppressed: x"]


def test_plain_markdown_takes_html_comments() -> None:
    text = f'<!-- acp-check ignore=json-schema reason="x" -->\n\n{fence(BAD)}'
    assert check(text, "protocol/v1/a.md").findings == ()


def test_kinds_of_directives() -> None:
    bare = {"waterLevel": "x"}
    assert rules(check("{/* acp-check bind=BoilRequest */}\n\n" + fence(bare))) == [
        ("json-schema", 5, "error")
    ]
    assert (
        rules(check("{/* acp-check bind=request(kettle/boil) */}\n\n" + fence(BAD)))[0][0]
        == "json-schema"
    )
    missing = {"id": 1, "method": "kettle/boil", "params": {"teaKind": "mint_tea"}}
    assert rules(check("{/* acp-check partial */}\n\n" + fence(missing))) == []
    assert [
        one[2] for one in rules(check("{/* acp-check example=history */}\n\n" + fence(BAD)))
    ] == ["note"]
    assert rules(check("`teaKind`\n\n{/* acp-check skip */}\n\n" + fence(BAD))) == []
    ahead = {"id": 1, "method": "kettle/boil", "params": {"waterLevel": 1, "teaTimer": 1}}
    assert [one[2] for one in rules(check("{/* acp-check proposal */}\n\n" + fence(ahead)))] == [
        "note"
    ]
    listed = "{/* acp-check enum=TeaKind */}\n\n- `black_tea`\n- `white_tea`\n"
    assert [one[0] for one in rules(check(listed))] == ["enum-missing", "enum-unknown"]


def test_a_table_may_use_phrases() -> None:
    table = "| Place |\n| --- |\n| `params.steamEvent.puffName` in %s |\n"
    say = '{/* acp-check say="a puff or a hiss=SteamPuff&SteamHiss" say="a puff=SteamPuff" */}\n\n'
    assert rules(check(say + table % "a puff")) == []
    assert rules(check(say + table % "a puff or a hiss")) == [("table-path", 5, "error")]


ENTRY = 'version = 1\n\n[[block]]\nfile = "v1/page.mdx"\nkind = "code"\n'


def _with(sidecar: str, text: str = fence(BAD)) -> list[tuple[str, str, int]]:
    page = read_page(text, "protocol/v1/page.mdx")
    checked = check_pages([page], small(), {}, read_sidecar(sidecar, "s.toml"), TODAY)
    return [(one.rule, one.at.file, one.at.line or 0) for one in checked.findings]


def test_a_sidecar_says_the_same_as_an_inline_directive() -> None:
    assert _with(ENTRY + IGNORE) == []
    assert _with(ENTRY + "partial = true\n") == [("json-schema", "protocol/v1/page.mdx", 6)]


def test_blocks_are_found_by_heading_first_words_and_ordinal() -> None:
    text = f"# A\n\nFirst:\n\n{fence(BAD)}\n# B\n\nSecond:\n\n{fence(BAD)}"
    for where in ('heading = "A"', 'after = "First:"', "ordinal = 1"):
        assert [line for _, _, line in _with(ENTRY + where + "\n" + IGNORE, text)] == [24]
    assert _with(ENTRY + IGNORE, text)[0][:2] == ("sidecar-target", "s.toml")
    assert _with(ENTRY + "ordinal = 3\n" + IGNORE, text)[0] == ("sidecar-target", "s.toml", 3)


def test_entries_without_a_target_are_errors_at_their_line() -> None:
    lost = ENTRY.replace("page.mdx", "gone.mdx") + IGNORE
    assert _with(lost)[0] == ("sidecar-target", "s.toml", 3)
    nothing = ENTRY.replace("code", "table") + IGNORE
    assert _with(nothing)[0] == ("sidecar-target", "s.toml", 3)
    assert ("sidecar-target", "s.toml", 3) not in _with(nothing + "optional = true\n")
    unused = _with(
        ENTRY + IGNORE, fence({"id": 1, "method": "kettle/boil", "params": {"waterLevel": 1}})
    )
    assert unused == [("directive-unused", "s.toml", 3)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("version = 1\n[[block]\n", "s.toml:2:8: not TOML"),
        ("version = 2\n", "`version` is not 1"),
        ("version = 1\nblocks = 1\n", "unknown key 'blocks'"),
        ("version = 1\n[[page]]\nfile = 'a'\nstages = 'rfd'\n", "s.toml:2:1: unknown key 'stages'"),
        ("version = 1\n[[page]]\nfile = 'a'\nstage = 'rfds'\n", "is no stage"),
        (ENTRY.replace("code", "cod") + IGNORE, "s.toml:3:1: 'cod' is no kind"),
        (ENTRY + "ordinal = -1\n" + IGNORE, "counts from 1"),
        (ENTRY + "igonre = 'x'\n", "unknown key `igonre`; did you mean `ignore`"),
        (ENTRY, "it says nothing"),
        ("version = 1\npage = 3\n", "not written as"),
    ],
)
def test_a_sidecar_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_sidecar(text, "s.toml")
    assert message in str(caught.value)
