"""The profile `upstream` on the published schemas: the regions that the seed patch quotes."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from codegen.cli import main
from tests.pages.seed_patch import Change, applied, positions, read_patch

ROOT = Path(__file__).parents[2]
SEED = ROOT.parent / "shared" / "seeds" / "subagents-message-references.patch.txt"
PACKAGE = "@agentclientprotocol/sdk@2.0.2"
CUT_OFF = '           "allOf": [\n             {\n'
MESSAGE, CHUNK = "SessionMessage", "SessionMessageChunk"

pytestmark = pytest.mark.network


@pytest.fixture(scope="module")
def changes() -> list[Change]:
    if not SEED.is_file():
        pytest.skip("the seed patch (../shared/seeds) is not here")
    text = SEED.read_text("utf-8")
    return read_patch(text if text.endswith(CUT_OFF) else text.rstrip("\n") + "\n" + CUT_OFF)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("sdk")
    command = ["npm", "pack", "--silent", "--fetch-retries=0", PACKAGE]
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        pytest.skip("npm did not answer in two minutes")
    if run.returncode:
        pytest.skip(f"npm can't be reached: {run.stderr.strip().splitlines()[-1:]}")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def _page(schema: str, version: str, folder: Path) -> list[str]:
    """The page of a schema with a configuration that works like the site's."""
    address = "https://agentclientprotocol.com/protocol/"
    config = {
        "title": "Schema",
        "description": "All types",
        "note": "Made from the schema.",
        "sides": [
            {"side": side, "heading": side.capitalize(), "intro": f"What the {side} answers."}
            for side in ("agent", "client", "protocol")
        ],
        "link_rewrites": [[rf"{address}(?!v\d)", f"{address}{version}/draft/"]],
    }
    (folder / "schema.json").write_text(schema, "utf-8")
    (folder / "page.json").write_text(json.dumps(config), "utf-8")
    arguments = ["--profile", "upstream", "--page", folder / "page.json"]
    output = folder / "schema.mdx"
    command = ["-q", "docs", folder / "schema.json", *arguments, "-o", output]
    assert main(list(map(str, command))) == 0
    return output.read_text("utf-8").split("\n")


def _section(lines: list[str], at: int) -> str:
    """The definition in whose section a line stands."""
    heading = next(line for line in reversed(lines[: at + 1]) if line.startswith("## "))
    return heading.removesuffix("</span>").rpartition(">")[2]


def _compare(page: list[str], blocks: list[tuple[str, tuple[str, ...]]]) -> None:
    """Each quoted block stands in the page as a whole, in order, in its definition's section."""
    start = 0
    for section, block in blocks:
        found = [at for at in positions(page, block, start) if _section(page, at + 3) == section]
        assert found, f"not in {section}:\n" + "\n".join(block)
        start = found[0] + 1


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_the_quoted_regions_come_out(
    version: str, package: Path, changes: list[Change], tmp_path: Path
) -> None:
    schema_file = f"schema/{version}/schema.unstable.json"
    page_file = f"docs/protocol/{version}/draft/schema.mdx"
    added, moved = (change for change in changes if change.file == schema_file)
    quoted, last = ([h.after for h in c.hunks] for c in changes if c.file == page_file)
    lines = (package / schema_file).read_text("utf-8").split("\n")

    lines = applied(lines, added)
    page = _page("\n".join(lines), version, tmp_path)
    names = (MESSAGE, CHUNK, "SessionUpdate", "SessionUpdate")
    _compare(page, list(zip(names, quoted, strict=True)))

    lines = applied(lines, moved)
    page = _page("\n".join(lines), version, tmp_path)
    regions = [
        (MESSAGE, quoted[0]),
        *((CHUNK, block) for block in last[:2]),
        ("SessionUpdate", quoted[2]),
        ("SessionUpdate", last[2]),
    ]
    _compare(page, regions)


def test_the_regions_are_not_there_without_the_patch(
    package: Path, changes: list[Change], tmp_path: Path
) -> None:
    page = _page((package / "schema/v1/schema.unstable.json").read_text("utf-8"), "v1", tmp_path)
    quoted = next(c for c in changes if c.file.endswith("v1/draft/schema.mdx")).hunks
    assert not positions(page, quoted[0].after)
    assert positions(page, quoted[0].before)
