"""The only caller of black: the last touch on every Python file."""

from __future__ import annotations

import black
from black.mode import TargetVersion

_MODE = black.Mode(target_versions={TargetVersion.PY311}, line_length=100)


def styled(source: str) -> str:
    """Python source in black's style. Raises `black.InvalidInput` for source that is no Python.

    `black.format_str` formats a changed text a second time, in case the first result isn't
    stable. That doubles the time of the slowest step, so one pass has to do; the tests run black
    over everything that is generated and find nothing to change.
    """
    return black._format_str_once(source, mode=_MODE)
