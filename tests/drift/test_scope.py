"""Which editions a block is about."""

from __future__ import annotations

import copy

import pytest

from codegen.drift.context import World
from codegen.drift.documents import read_page
from codegen.drift.rules import Stage
from codegen.drift.run import stage_of_docs_json
from codegen.drift.scope import Settings, stage_of
from tests.drift.worlds import SMALL, check, edition, fence

OTHER = copy.deepcopy(SMALL)
OTHER["$defs"]["BoilRequest"]["properties"]["waterTemperature"] = {"type": "integer"}
WORLD = World((edition("v1", SMALL), edition("v2", OTHER)))
NEW = {"id": 1, "method": "kettle/boil", "params": {"waterLevel": 1, "waterTemperature": 2}}


@pytest.mark.parametrize(
    ("text", "file", "expected"),
    [
        (fence(NEW), "docs/protocol/v1/a.mdx", ["error"]),
        (fence(NEW), "docs/protocol/v2/a.mdx", []),
        (fence(NEW), "docs/v2.mdx", []),
        (fence(NEW, "json v1 request"), "docs/protocol/v2/a.mdx", ["error"]),
        (fence(NEW, "json v2"), "docs/guide.mdx", []),
        ("## In v1\n\n" + fence(NEW), "docs/guide.mdx", ["error"]),
        ("## In v2\n\n" + fence(NEW), "docs/guide.mdx", []),
        ('<Tab title="v1">\n' + fence(NEW) + "</Tab>\n", "docs/guide.mdx", ["error"]),
        ('<Tab title="v1">\n</Tab>\n' + fence(NEW, "json v2"), "docs/guide.mdx", []),
        ("{/* acp-check bind=v1,v2:BoilRequest */}\n\n" + fence(NEW), "docs/v2/a.mdx", ["error"]),
    ],
)
def test_the_first_hint_wins(text: str, file: str, expected: list[str]) -> None:
    assert [one.severity.value for one in check(text, file, WORLD).findings] == expected


def test_without_a_hint_the_better_fit_counts_and_the_other_edition_is_a_note() -> None:
    found = check(fence(NEW), "docs/rfds/a.mdx", WORLD).findings
    assert [(one.rule, one.severity.value) for one in found] == [("json-unknown-property", "note")]
    assert "(better fit of v1, v2)" in found[0].message


def test_a_name_of_another_edition() -> None:
    found = check("`waterTemperature` and `teaKind`\n", "docs/protocol/v1/a.mdx", WORLD).findings
    assert [(one.rule, one.severity.value) for one in found] == [("ident-other-version", "warning")]
    assert "v2 has it" in found[0].message


@pytest.mark.parametrize(
    ("file", "stage"),
    [
        ("docs/protocol/v1/a.mdx", Stage.PROTOCOL),
        ("docs/protocol/v1/draft/a.mdx", Stage.DRAFT),
        ("docs/rfds/a.mdx", Stage.RFD),
        ("docs/start.mdx", Stage.GUIDE),
    ],
)
def test_stages_by_folder(file: str, stage: Stage) -> None:
    assert stage_of(read_page("", file), Settings()) is stage
    assert stage_of(read_page("", file), Settings((), Stage.COMPLETED)) is Stage.COMPLETED


def test_stages_by_the_groups_of_a_site() -> None:
    site = b'{"navigation": {"tabs": [{"tab": "RFDs", "groups": [{"group": "Completed", "pages": ["rfds/a"]}, {"group": "Draft", "pages": ["rfds/b"]}]}]}}'
    assert stage_of_docs_json(site, "docs.json") == {"rfds/a": Stage.COMPLETED, "rfds/b": Stage.RFD}
