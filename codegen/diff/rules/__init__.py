"""The rules: one row for each kind of change, and nothing else that decides.

Ids never change and are never used again. `level` counts where a question fails, `quiet` where
none does. The judgements rest on the protocol's own reading rules (docs/decoding.md) and on what
other schema differs learnt (docs/diff.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from codegen.diff.facts import Kind
from codegen.diff.rules import choices, fields, messages, spelling, types
from codegen.diff.rules.row import Rule

_ROWS = tuple(row for part in (fields, types, choices, messages, spelling) for row in part.ROWS)

RULES: Mapping[Kind, Rule] = {rule.kind: rule for rule in _ROWS}
"""Kind of change -> its rule."""

BY_ID: Mapping[str, Rule] = {rule.id: rule for rule in _ROWS}
"""Id -> rule, in the order of the table."""

__all__ = ["BY_ID", "RULES", "Rule"]
