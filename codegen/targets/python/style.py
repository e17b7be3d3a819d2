"""The only caller of black: the last touch on every Python file."""

from __future__ import annotations

import black
from black.mode import TargetVersion

_MODE = black.Mode(target_versions={TargetVersion.PY311}, line_length=100)


def styled(source: str) -> str:
    """Python source in black's style. Raises `black.InvalidInput` for source that is no Python."""
    return black.format_str(source, mode=_MODE)
