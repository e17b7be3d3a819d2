"""`MANIFEST.json`: digests of everything that decides the output, so that a change can't hide."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from codegen import __version__
from codegen.artifacts import digest
from codegen.project import FILE, Project

MANIFEST = "MANIFEST.json"
_LIBRARIES = ("black", "datamodel-code-generator", "jinja2", "jsonschema")
_CODE = Path(__file__).parent


def manifest_text(project: Project, outputs: Mapping[str, str]) -> str:
    """The manifest of a generation whose outputs have these digests."""
    return json.dumps({**_causes(project), "outputs": dict(outputs)}, indent=2) + "\n"


def read_manifest(folder: Path) -> Mapping[str, Any] | None:
    """The manifest in an output folder; `None` where there is none that can be read."""
    try:
        found = json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("outputs"), dict) else None


def made_by_us(folder: Path) -> list[str]:
    """The paths that the last generation wrote."""
    manifest = read_manifest(folder)
    return [MANIFEST, *manifest["outputs"]] if manifest else []


def is_fresh(project: Project) -> bool:
    """Whether nothing that decides the output, and no output, has changed since the last run."""
    folder = project.path(project.output)
    manifest = read_manifest(folder)
    if manifest is None:
        return False
    causes = _causes(project)
    if any(manifest.get(key) != value for key, value in causes.items()):
        return False
    outputs: Mapping[str, str] = manifest["outputs"]
    found = {
        path.relative_to(folder).as_posix(): digest(path.read_bytes()) for path in _files(folder)
    }
    return all(found.get(path) == expected for path, expected in outputs.items()) and not (
        unlisted(found, outputs)
    )


def unlisted(found: Mapping[str, object], outputs: Mapping[str, object]) -> list[str]:
    """Files in an output folder that no generation wrote (caches of tools don't count)."""
    return sorted(
        path
        for path in found
        if path not in outputs and path != MANIFEST and not _is_cache(Path(path))
    )


def _is_cache(path: Path) -> bool:
    folders = path.parts[:-1]
    return folders[:2] == ("python", "build") or any(
        part == "__pycache__"
        or part.endswith(".egg-info")
        or (part.startswith(".") and part.endswith("_cache"))
        for part in folders
    )


def _causes(project: Project) -> dict[str, Any]:
    schemas = [edition.schema for edition in project.editions]
    return {
        "versions": {
            "acp-codegen": __version__,
            **{name: version(name) for name in _LIBRARIES},
        },
        "configuration": _file_digest(project.path(FILE)),
        "schemas": {path: _file_digest(project.path(path)) for path in schemas},
        "templates": {
            path.relative_to(project.root).as_posix(): _file_digest(path)
            for path in _files(project.path(project.templates))
        },
        "code": _code_digest(),
    }


def _code_digest() -> str:
    """One digest over the tool's own source files and their names."""
    lines = (
        f"{path.relative_to(_CODE).as_posix()} {_file_digest(path)}\n"
        for path in _files(_CODE)
        if path.suffix == ".py"
    )
    return digest("".join(lines).encode())


def _file_digest(path: Path) -> str:
    try:
        return digest(path.read_bytes())
    except OSError:
        return "unreadable"


def _files(folder: Path) -> Iterator[Path]:
    return iter(sorted(path for path in folder.rglob("*") if path.is_file()))
