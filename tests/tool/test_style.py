"""One pass of black is enough: what is generated is black's own style already."""

from __future__ import annotations

from pathlib import Path

import black
import pytest
from black.mode import TargetVersion

GENERATED = Path(__file__).parents[2] / "generated" / "python" / "acp_schema"
MODE = black.Mode(target_versions={TargetVersion.PY311}, line_length=100)


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(GENERATED.rglob("*.py")) if path.parent.name != "_runtime"],
    ids=lambda path: path.relative_to(GENERATED).as_posix(),
)
def test_black_changes_nothing(path: Path) -> None:
    with pytest.raises(black.NothingChanged):
        black.format_file_contents(path.read_text("utf-8"), fast=True, mode=MODE)
