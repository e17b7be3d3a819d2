"""The rendering step (`../src`, Node) called for many texts at once."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Job:
    """A page to render, with or without the site's extensions to Markdown."""

    text: str
    gfm: bool


@dataclass(frozen=True, slots=True)
class Rendered:
    """The markup and React's warnings, or why there is none."""

    html: str
    warnings: tuple[str, ...]
    error: str = ""


def unavailable() -> str | None:
    """Why nothing can be rendered here; None if it can."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not (FOLDER / "node_modules" / "react").is_dir():
        return "pages-check/node_modules is missing (make pages-check installs it)"
    return None


def rendered(jobs: Sequence[Job]) -> list[Rendered]:
    """Render all jobs in one process of Node, in order."""
    with tempfile.TemporaryDirectory() as name:
        given, got = Path(name, "jobs.json"), Path(name, "results.json")
        listed = [{"id": at, "text": job.text, "gfm": job.gfm} for at, job in enumerate(jobs)]
        given.write_text(json.dumps(listed), "ascii")
        command = ["node", str(FOLDER / "src" / "batch.mjs"), str(given), str(got)]
        subprocess.run(command, check=True)
        results = json.loads(got.read_text("utf-8"))
    return [_result(result) for result in results]


def _result(result: dict[str, Any]) -> Rendered:
    if "error" in result:
        line = result["line"]
        return Rendered("", (), f"line {line}: {result['error']}" if line else result["error"])
    return Rendered(result["html"], tuple(result["warnings"]))
