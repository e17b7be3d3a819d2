"""Who takes part: the generated bindings, and libraries that are installed for benchmarks only.

All are imported by name, so that type checkers need none of them.
"""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.messages import ROOT, Edition

BINDINGS = ROOT / "generated" / "python"


class NotInstalled(Exception):
    """A peer is missing in this environment."""


def peer(name: str) -> Any:
    """A peer's module. Raises `NotInstalled`."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise NotInstalled(
            f"{error.name} is not installed: pip install -r benchmarks/requirements.txt"
        ) from None


def bindings(edition: Edition) -> Any:
    """The generated module of an edition."""
    if str(BINDINGS) not in sys.path:
        sys.path.insert(0, str(BINDINGS))
    return importlib.import_module(f"acp_schema.{edition.name}")


def raw_pydantic_model(edition: Edition) -> Any:
    """The edition's class as datamodel-code-generator prints it without any help of ours."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"raw_{edition.name}.py"
        command = [
            *(sys.executable, "-W", "ignore", "-m", "datamodel_code_generator"),
            *("--input", str(edition.schema_file), "--input-file-type", "jsonschema"),
            *("--output", str(path), "--output-model-type", "pydantic_v2.BaseModel"),
            *("--target-python-version", "3.11", "--use-annotated", "--snake-case-field"),
            *("--formatters", "black"),
        ]
        subprocess.run(command, check=True, capture_output=True)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
    return getattr(module, edition.definition)
