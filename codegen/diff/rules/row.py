"""What a rule is, and how a row of the table is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from codegen.diff.facts import Kind
from codegen.diff.levels import Level


@dataclass(frozen=True, slots=True)
class Rule:
    """What a kind of change counts as.

    `question` names the question that it may fail (`W`, `R`, both or none); `softened` and
    `hardened` lead from a trait of the change to the level that it then has at most or at least;
    `guarded` says whether the tolerance of the reader concerned makes it a risk.
    """

    id: str
    kind: Kind
    question: str
    level: Level
    quiet: Level
    purpose: str
    softened: Mapping[str, Level]
    hardened: Mapping[str, Level]
    guarded: bool
    growth: bool

    @property
    def slug(self) -> str:
        """The rule's name for machines."""
        return self.kind.value


def row(
    id: str,
    kind: Kind,
    question: str,
    level: Level,
    purpose: str,
    *,
    quiet: Level | None = None,
    softened: Mapping[str, Level] | None = None,
    hardened: Mapping[str, Level] | None = None,
    guarded: bool = True,
    growth: bool = False,
) -> Rule:
    return Rule(
        id,
        kind,
        question,
        level,
        quiet or level,
        purpose,
        softened or {},
        hardened or {},
        guarded and level is Level.BREAKING,
        growth,
    )
