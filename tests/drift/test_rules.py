"""Each rule has a page that makes it fire and a near miss that doesn't."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from codegen.drift.rules import RULES, Stage
from codegen.drift.scope import Settings
from tests.drift.worlds import check, fence, rules, small

BOIL = {"jsonrpc": "2.0", "id": 1, "method": "kettle/boil", "params": {"waterLevel": 3}}
PUFF = {"eventKind": "steam_puff", "puffSize": 2}


def steam(event: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "method": "kettle/steam", "params": {"steamEvent": event}}


def boil(**params: object) -> dict[str, object]:
    return {**BOIL, "params": {"waterLevel": 3, **params}}


@dataclass(frozen=True)
class Case:
    rule: str
    fires: str
    line: int
    silent: str
    severity: str = "error"
    file: str = "protocol/v1/page.mdx"


FIELDS = "{/* acp-check bind=BoilRequest fields */}\n\n- `waterLevel`: %s\n- `teaKind`: optional\n"
EXACT = "{/* acp-check bind=BoilRequest fields=exact */}\n\n- `waterLevel`\n- `teaKind`\n"
VALUES = "A `TeaKind` is one of:\n\n- `black_tea`\n- `green_tea`\n"
PARAM = '# `kettle/boil`\n\n<ParamField path="%s" %s>\n</ParamField>\n<ParamField path="waterLevel" type="integer" required />\n'
TABLE = "| Place | Why |\n| --- | --- |\n| `params.steamEvent.%s` in `steam_hiss` | x |\n"
DIAGRAM = "```mermaid\nsequenceDiagram\n  Client->>Agent: %s\n```\n"
HISTORY = "# A\n\n## Revision history\n\n- %s: two\n- 2026-01-02: one\n"

CASES = [
    Case("fence-unclosed", "# A\n\n```json\n{}\n", 3, "# A\n\n```json\n{}\n```\n"),
    Case("front-matter", "---\na: [\n---\n\n# A\n", 3, "---\na: [1]\n---\n\n# A\n"),
    Case("json-parse", fence('{"a" 1}'), 2, fence('{"a": 1, ...}')),
    Case("json-duplicate-key", fence('{"puffSize": 1,\n "puffSize": 2}'), 3, fence('{"puffSize": 1,\n "x": {"puffSize": 2}}')),
    Case("json-schema", fence({**BOIL, "params": {"teaKind": "mint_tea"}}), 6, fence('{"id": 1, "method": "kettle/boil", "params": {"teaKind": "mint_tea", ...}}')),
    Case("json-schema", fence(boil(waterLevel="much")), 7, fence(boil(waterLevel="<level>"))),
    Case("json-unknown-property", fence(boil(teaKindd="mint_tea")), 8, fence(boil(teaKind="mint_tea"))),
    Case("json-open-value", fence(steam({"eventKind": "steam_hisss"})), 7, fence(steam({"eventKind": "_mine"}))),
    Case("json-open-value", fence(boil(teaKind="mint_te")), 8, fence(boil(teaKind="_mate"))),
    Case("json-side", fence(boil(finalHeat=99)), 8, fence({"jsonrpc": "2.0", "id": 1, "method": "kettle/boil", "result": {"finalHeat": 99}})),
    Case("json-side", fence({"method": "kettle/boil", "params": {"waterLevel": 1}}), 3, fence(BOIL)),
    Case("json-side", fence({"id": 4, **steam(PUFF)}), 3, fence(steam(PUFF))),
    Case("method-unknown", fence({"id": 1, "method": "kettle/boill", "params": {}}), 4, fence({"id": 1, "method": "_kettle/sing", "params": {}}) + fence(BOIL)),
    Case("component-name", PARAM % ("waterHigh", ""), 3, PARAM % ("teaKind", 'type="TeaKind"')),
    Case("component-required", PARAM % ("teaKind", "required"), 3, PARAM % ("teaKind", ""), "warning"),
    Case("component-type", PARAM % ("userNote", 'type="integer"'), 3, PARAM % ("userNote", 'type="string | null"'), "warning"),
    Case("component-default", PARAM % ("userNote", 'default="some"'), 3, PARAM % ("userNote", 'default="none"'), "warning"),
    Case("enum-missing", VALUES, 3, VALUES + "- `mint_tea`\n", "warning"),
    Case("enum-unknown", VALUES + "- `mint_te`\n", 5, VALUES + "- `mint_tea`\n- `_mate`\n"),
    Case("list-claim", FIELDS % "optional", 3, FIELDS % "required and non-nullable"),
    Case("list-fields", "{/* acp-check bind=SteamPuff&SteamHiss fields */}\n\n- `puffSize`\n- `hissPitch`\n", 4, "{/* acp-check bind=SteamHiss fields */}\n\n- `puffSize`\n- `hissPitch`\n"),
    Case("list-fields", EXACT, 3, EXACT + "- `userNote`\n"),
    Case("list-fields", "{/* acp-check only=SteamPuff not=SteamHiss fields */}\n\n- `puffSize`\n- `puffName`\n", 3, "{/* acp-check only=SteamPuff not=SteamHiss fields */}\n\n- `puffName`\n"),
    Case("table-path", TABLE % "puffName", 3, TABLE % "hissPitch"),
    Case("ident-unknown", "Set `teaKinds` before `waterLevel`.\n", 1, "Set `teaKind` before `waterLevel`; see `README.md`, `Tea::Kind`, `_teaKinds`.\n", "warning"),
    Case("ident-retired", "Set `waterHeight`.\n\n`teaKind`\n", 1, "Set `waterLevel`.\n"),
    Case("mermaid-message", DIAGRAM % "kettle/boill", 3, DIAGRAM % "kettle/boil"),
    Case("mermaid-message", DIAGRAM % "kettle/steam", 3, DIAGRAM.replace("Client->>Agent", "Agent->>Client") % "kettle/steam (steam_puff)"),
    Case("schema-anchor", "`teaKind`: [x](/protocol/v1/schema#teakinds)\n", 1, "`teaKind`: [x](/protocol/v1/schema#teakind)\n", "warning"),
    Case("revision-history", HISTORY % "2026-01-01", 6, HISTORY % "2026-01-03", file="rfds/page.mdx"),
    Case("directive", "{/* acp-check binds=TeaKind */}\n\n- `a`\n", 1, "{/* another comment */}\n\n`teaKind`\n"),
    Case("directive-unused", '{/* acp-check ignore=json-schema reason="later" */}\n\n' + fence(BOIL), 1, '{/* acp-check ignore=json-schema reason="later" */}\n\n' + fence({**BOIL, "params": {}})),
    Case("directive-expired", '{/* acp-check ignore=json-schema reason="later" until=2026-10-31 */}\n\n' + fence({**BOIL, "params": {}}), 1, '{/* acp-check ignore=json-schema reason="later" until=2026-11-01 */}\n\n' + fence({**BOIL, "params": {}})),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_rule_fires_on_its_line_and_near_misses_are_silent(case: Case) -> None:
    found = [one for one in rules(check(case.fires, case.file)) if one[0] == case.rule]
    assert (case.rule, case.line, case.severity) in found
    assert [one for one in rules(check(case.silent, case.file)) if one[0] == case.rule] == []


ELSEWHERE = {
    "ident-other-version": "test_scope.py",
    "lock-stale": "test_locks.py",
    "lock-unconfirmed": "test_locks.py",
    "lock-text": "test_locks.py",
    "lock-ahead": "test_locks.py",
    "lock-broken": "test_locks.py",
    "lock-unreadable": "test_locks.py",
    "sidecar-target": "test_sidecar.py",
    "baseline-unused": "test_document_commands.py",
    "vocabulary-stale": "test_document_commands.py",
    "nothing-bound": "test_document_commands.py",
}


def test_no_rule_is_without_a_test() -> None:
    assert {case.rule for case in CASES} | ELSEWHERE.keys() == RULES.keys()
    assert not {case.rule for case in CASES} & ELSEWHERE.keys()


def test_a_retired_key_is_an_error_everywhere_and_names_the_day() -> None:
    for file in ("protocol/v1/page.mdx", "rfds/page.mdx"):
        found = check(fence(boil(waterHeight=3)), file).findings
        assert [(one.rule, one.severity.value) for one in found] == [
            ("json-unknown-property", "error")
        ]
        assert "BoilRequest.waterHeight is gone since 2026-09-01" in found[0].message
    assert (
        check(fence({"id": 1, "method": "kettle/whistle", "params": {}}), "rfds/a.mdx")
        .findings[0]
        .severity.value
        == "error"
    )


def test_a_proposal_may_be_ahead_of_the_schema_but_not_contradict_it() -> None:
    ahead = check(fence(boil(teaTimer=3)), "rfds/page.mdx").findings
    assert [(one.rule, one.severity.value) for one in ahead] == [("json-unknown-property", "note")]
    against = check(fence(boil(teaTimer=3, waterLevel="x")), "rfds/page.mdx").findings
    assert {(one.rule, one.severity.value) for one in against} == {
        ("json-unknown-property", "note"),
        ("json-schema", "error"),
    }
    soft = check("## Status quo\n\n" + fence(boil(waterLevel="x")), "rfds/page.mdx").findings
    assert [one.severity.value for one in soft] == ["note"]
    done = check(
        fence(boil(waterLevel="x")),
        "rfds/page.mdx",
        settings=Settings((), Stage.COMPLETED),
    ).findings
    assert [one.severity.value for one in done] == ["warning"]


def test_a_binding_by_keys_alone_is_never_more_than_a_warning() -> None:
    found = check(fence({"puffSize": 1, "hissPitch": "high"})).findings
    assert [(one.rule, one.severity.value) for one in found] == [("json-schema", "warning")]


def test_messages_name_the_variant_and_how_it_was_bound() -> None:
    found = check(fence(steam({**PUFF, "hissPitch": 2}))).findings
    assert found[0].message == "`hissPitch` is not a property of SteamPuff (v1)"
    assert found[0].fix == "SteamHiss has it"
    assert found[0].bound == "method kettle/steam, v1 by path"
    assert found[0].at.column == 7
    assert small().editions[0].name == "v1"
