"""Definitions that refer to nothing but each other are refused by every command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codegen.cli import main


def schema(**definitions: Any) -> dict[str, Any]:
    first = next(iter(definitions))
    use = {"$ref": f"#/$defs/{first}"}
    return {"title": "Use", "type": "object", "properties": {"use": use}, "$defs": definitions}


def ref(name: str, **more: Any) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}", **more}


CIRCLES = {
    "two": schema(A=ref("B"), B=ref("A")),
    "itself": schema(A=ref("A")),
    "behind a start": schema(A=ref("B"), B=ref("C"), C=ref("B", description="round")),
}
ENDS = {
    "a type": schema(A=ref("B"), B=ref("C"), C={"type": "string"}),
    "a list of itself": schema(A=ref("B"), B={"type": "array", "items": ref("A")}),
}


def run(command: str, document: dict[str, Any], folder: Path) -> int:
    source = folder / "schema.json"
    source.write_text(json.dumps(document), "utf-8")
    output = {"docs": ["-o", str(folder / "page.mdx")], "lint": []}
    bindings = ["-o", str(folder), "--package", "made"]
    return main([command, str(source), *output.get(command, bindings)])


@pytest.mark.parametrize("command", ["bindings", "docs"])
@pytest.mark.parametrize("name", CIRCLES)
def test_a_circle_without_structure_is_bad_input(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command, CIRCLES[name], tmp_path) == 2
    assert "a circle of references with no structure" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["schema.json"]


@pytest.mark.parametrize("command", ["bindings", "docs"])
@pytest.mark.parametrize("name", ENDS)
def test_a_chain_that_ends_is_fine(name: str, command: str, tmp_path: Path) -> None:
    assert run(command, ENDS[name], tmp_path) == 0


def test_a_very_long_chain_is_bad_input_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = {f"D{index}": ref(f"D{index + 1}") for index in range(3000)}
    assert run("bindings", schema(**links, D3000={"type": "string"}), tmp_path) == 2
    error = capsys.readouterr().err
    assert "chained too deeply" in error
    assert "Traceback" not in error
