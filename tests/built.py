"""Bindings of a schema written in a test, as an imported module."""

from __future__ import annotations

import importlib
import itertools
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from codegen.oneoff import write_bindings

_COUNT = itertools.count()


def build(schema: dict[str, Any], folder: Path) -> ModuleType:
    """Generate bindings of a schema into a folder and import them."""
    name = f"built_{next(_COUNT)}"
    source = folder / f"{name}.json"
    source.write_text(json.dumps(schema), "utf-8")
    write_bindings(source, folder, name)
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
