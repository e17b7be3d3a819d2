"""Schemas and pages for the tests of the document check."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from codegen.drift.check import Checked, check_pages
from codegen.drift.context import World
from codegen.drift.documents import Page, read_page
from codegen.drift.editions import Edition
from codegen.drift.run import load_edition
from codegen.drift.scope import Settings
from codegen.drift.sidecar import EMPTY, Sidecar
from codegen.drift.vocabulary import Vocabulary, current_names
from codegen.findings import Finding, Severity
from codegen.source import KeywordPolicy

ROOT = Path(__file__).parent.parent.parent
SHARED = ROOT.parent / "shared"
SEEDS = SHARED / "seeds"
HISTORY = SHARED / "facts" / "history"
STATES = {"S0": "0-before", "S2": "1-message-references", "S3": "2-content-only-chunks"}
TODAY = date(2026, 11, 1)
PAGES = Path(__file__).parent / "pages"


def edition(name: str, root: Any) -> Edition:
    """An edition from a schema as a value."""
    return load_edition(name, json.dumps(root).encode(), f"{name}.json", KeywordPolicy())


@cache
def committed() -> World:
    """The committed schemas, with a vocabulary that knows their names."""
    return with_words(
        [_load(name, ROOT / f"schema/acp/{name}/schema.unstable.json") for name in ("v1", "v2")]
    )


@cache
def seed_world(state: str) -> World:
    """The schemas of a state of the seed, without any vocabulary."""
    folder = HISTORY / STATES[state]
    return World(
        tuple(_load(name, folder / name / "schema.unstable.json") for name in ("v1", "v2"))
    )


def _load(name: str, path: Path) -> Edition:
    return load_edition(name, path.read_bytes(), str(path), KeywordPolicy())


def with_words(editions: list[Edition]) -> World:
    names = {one.name: dict.fromkeys(sorted(current_names(one.model))) for one in editions}
    return World(tuple(editions), Vocabulary(names))


def pages_of(folder: Path) -> tuple[Page, ...]:
    """The pages below a folder, named relative to it."""
    return tuple(
        read_page(path.read_bytes().decode(), path.relative_to(folder).as_posix())
        for path in sorted(folder.rglob("*.mdx"))
    )


def check(
    text: str,
    file: str = "protocol/v1/page.mdx",
    world: World | None = None,
    sidecar: Sidecar = EMPTY,
    settings: Settings | None = None,
) -> Checked:
    """Check one page given as text."""
    page = read_page(text, file)
    found = {file: settings} if settings else {}
    return check_pages([page], world or small(), found, sidecar, TODAY)


def rules(checked: Checked) -> list[tuple[str, int, str]]:
    """Rule, line and severity of each finding."""
    return [
        (one.rule, one.at.line or 0, one.severity.value)
        for one in sorted(checked.findings, key=lambda one: one.order)
    ]


def above_note(findings: tuple[Finding, ...] | list[Finding]) -> list[Finding]:
    return [one for one in findings if one.severity is not Severity.NOTE]


def fence(value: Any, words: str = "json") -> str:
    """A JSON block."""
    text = value if isinstance(value, str) else json.dumps(value, indent=2)
    return f"```{words}\n{text}\n```\n"


SMALL: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Kettle",
    "anyOf": [
        {
            "type": "object",
            "properties": {
                "jsonrpc": {"type": "string", "const": "2.0"},
                "id": {"type": "integer"},
                "method": {"type": "string"},
                "params": {"anyOf": [{"$ref": "#/$defs/BoilRequest"}]},
            },
            "required": ["jsonrpc", "id", "method"],
        },
        {
            "type": "object",
            "properties": {
                "jsonrpc": {"type": "string", "const": "2.0"},
                "method": {"type": "string"},
                "params": {"anyOf": [{"$ref": "#/$defs/SteamNotification"}]},
            },
            "required": ["jsonrpc", "method"],
        },
        {
            "type": "object",
            "properties": {
                "jsonrpc": {"type": "string", "const": "2.0"},
                "id": {"type": "integer"},
                "result": {"anyOf": [{"$ref": "#/$defs/BoilResponse"}]},
            },
            "required": ["jsonrpc", "id", "result"],
        },
    ],
    "$defs": {
        "BoilRequest": {
            "type": "object",
            "x-method": "kettle/boil",
            "x-side": "agent",
            "properties": {
                "waterLevel": {"type": "integer"},
                "teaKind": {"$ref": "#/$defs/TeaKind"},
                "userNote": {"type": ["string", "null"], "default": "none"},
            },
            "required": ["waterLevel"],
        },
        "BoilResponse": {
            "type": "object",
            "x-method": "kettle/boil",
            "x-side": "agent",
            "properties": {"finalHeat": {"type": "number"}, "teaKind": {"$ref": "#/$defs/TeaKind"}},
            "required": ["finalHeat"],
        },
        "SteamNotification": {
            "type": "object",
            "x-method": "kettle/steam",
            "x-side": "client",
            "properties": {"steamEvent": {"$ref": "#/$defs/SteamEvent"}},
            "required": ["steamEvent"],
        },
        "SteamEvent": {
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"eventKind": {"type": "string", "const": "steam_puff"}},
                    "required": ["eventKind"],
                    "allOf": [{"$ref": "#/$defs/SteamPuff"}],
                },
                {
                    "type": "object",
                    "properties": {"eventKind": {"type": "string", "const": "steam_hiss"}},
                    "required": ["eventKind"],
                    "allOf": [{"$ref": "#/$defs/SteamHiss"}],
                },
                {
                    "title": "other",
                    "type": "object",
                    "properties": {"eventKind": {"type": "string"}},
                    "required": ["eventKind"],
                    "not": {
                        "properties": {"eventKind": {"enum": ["steam_puff", "steam_hiss"]}},
                        "required": ["eventKind"],
                    },
                },
            ]
        },
        "SteamPuff": {
            "type": "object",
            "properties": {
                "puffSize": {"type": "integer"},
                "puffName": {"type": ["string", "null"]},
            },
            "required": ["puffSize"],
        },
        "SteamHiss": {
            "type": "object",
            "properties": {"puffSize": {"type": "integer"}, "hissPitch": {"type": "number"}},
            "required": ["puffSize", "hissPitch"],
        },
        "TeaKind": {
            "anyOf": [
                {"type": "string", "const": "black_tea"},
                {"type": "string", "const": "green_tea"},
                {"type": "string", "const": "mint_tea"},
                {"type": "string"},
            ]
        },
        "CupSize": {"type": "string", "enum": ["small_cup", "large_cup"]},
        "Tray": {
            "type": "object",
            "properties": {"cupSize": {"$ref": "#/$defs/CupSize"}},
            "required": ["cupSize"],
        },
    },
}


@cache
def small() -> World:
    """One small edition named v1; its vocabulary knows three names that are gone."""
    world = with_words([edition("v1", SMALL)])
    names = dict(world.vocabulary.editions["v1"])
    names |= {
        "BoilRequest.waterHeight": "2026-09-01",
        "waterHeight": "2026-09-01",
        "kettle/whistle": "2026-08-01",
    }
    return World(world.editions, Vocabulary({"v1": names}))
