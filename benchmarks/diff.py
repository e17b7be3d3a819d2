"""The schema diff: one full pair as a whole process, and how the work grows with the schema.

The larger schemas are copies of ours side by side, each with names and methods of its own. The
new one differs by a property in every tenth definition.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.messages import ROOT
from benchmarks.rounds import note
from codegen.diff.classify import classify
from codegen.diff.compare import compare
from codegen.diff.levels import Switches
from codegen.source import parse

_ROUNDS = 5
_COPIES = (1, 2, 4, 8)
_SCHEMA = ROOT / "schema" / "acp" / "v1" / "schema.unstable.json"


def report() -> str:
    """Both tables, as Markdown."""
    schema = json.loads(_SCHEMA.read_text("utf-8"))
    return f"{_growth(schema)}\n\n{_process(schema)}"


def copies(schema: dict[str, Any], count: int) -> dict[str, Any]:
    """A schema that describes `count` protocols like this one."""
    definitions: dict[str, Any] = {}
    arms: list[Any] = []
    for number in range(count):
        suffix = "" if number == 0 else f"_{number}"
        for name, part in schema["$defs"].items():
            definitions[f"{name}{suffix}"] = _renamed(part, suffix)
        arms += _renamed(schema["anyOf"], suffix)
    return {**schema, "anyOf": arms, "$defs": definitions}


def _renamed(value: Any, suffix: str) -> Any:
    if isinstance(value, dict):
        return {
            key: f"{part}{suffix}"
            if key in ("$ref", "x-method") and isinstance(part, str)
            else _renamed(part, suffix)
            for key, part in value.items()
        }
    return [_renamed(part, suffix) for part in value] if isinstance(value, list) else value


def edited(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema with one more property in every tenth definition."""
    definitions = dict(schema["$defs"])
    for name in list(definitions)[::10]:
        part = definitions[name]
        if "properties" in part and "x-docs-ignore" not in part:
            added = {**part["properties"], "addedForTheBenchmark": {"type": "string"}}
            definitions[name] = {**part, "properties": added}
    return {**schema, "$defs": definitions}


def _growth(schema: dict[str, Any]) -> str:
    lines = [
        "| definitions | compare and classify, ms processor | ms per 100 definitions |",
        "| --- | --- | --- |",
    ]
    for count in _COPIES:
        note(f"{count} times the schema")
        large = copies(schema, count)
        pair = [
            parse(json.dumps(part).encode(), name)
            for name, part in (("old.json", large), ("new.json", edited(large)))
        ]
        times = []
        for _ in range(_ROUNDS):
            started = time.process_time()
            classify(compare(pair[0], pair[1]), Switches())
            times.append(time.process_time() - started)
        best, size = min(times), len(large["$defs"])
        lines.append(f"| {size} | {best * 1000:.0f} | {best * 1e5 / size:.0f} |")
    return "\n".join(lines)


def _process(schema: dict[str, Any]) -> str:
    note("whole processes")
    walls = []
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("old.json", "new.json")]
        for path, part in zip(paths, (schema, edited(schema)), strict=True):
            path.write_text(json.dumps(part, indent=2), "utf-8")
        command = [sys.executable, "-m", "codegen", "diff", *map(str, paths)]
        for _ in range(_ROUNDS):
            started = time.monotonic()
            subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
            walls.append(time.monotonic() - started)
    low, high = min(walls), max(walls)
    return (
        "| one pair of full schemas | aim | seconds, whole process |\n| --- | --- | --- |\n"
        f"| `acp-codegen diff` with both verdicts | < 1 | {low:.2f} to {high:.2f} |"
    )
