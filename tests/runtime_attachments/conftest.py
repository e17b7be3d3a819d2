"""Files that the tests attach."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Make = Callable[[str], Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Make a file of a few bytes by its name below a fresh folder, and tell its path."""
    folder = tmp_path / "files"

    def create(name: str) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"content of " + name.encode("utf-8", "surrogateescape"))
        return path

    return create
