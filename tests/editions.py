"""The committed bindings of every edition beside the schema that they were generated from."""

from __future__ import annotations

import importlib
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Edition:
    """One edition: `types` leads from a definition's name to what `decode` takes."""

    name: str
    document: dict[str, Any]
    module: Any

    @property
    def types(self) -> dict[str, Any]:
        """Every definition by its name in the schema."""
        found: dict[str, Any] = self.module.models.DEFINITIONS
        return found


def _editions() -> dict[str, Edition]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    config = project["tool"]["acp-codegen"]
    return {
        name: Edition(name, _document(entry["schema"]), _bindings(config["package"], name))
        for name, entry in config["editions"].items()
        if entry.get("bindings", True)
    }


def _document(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / path).read_text("utf-8"))
    return found


def _bindings(package: str, name: str) -> ModuleType:
    return importlib.import_module(f"{package}.{name}")


EDITIONS = _editions()
DEFINITIONS = [(edition, name) for edition in EDITIONS for name in EDITIONS[edition].types]
"""Edition and name of every definition that has a type."""
