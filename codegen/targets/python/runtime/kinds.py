"""The kinds of JSON values, by their exact Python types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

kind_of: Callable[[Any], Any] = type
"""The exact type of a JSON value. Exact, because `True` is no integer."""
