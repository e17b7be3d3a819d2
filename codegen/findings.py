"""What a check reports: one finding is one rule that fired at one place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from codegen.errors import Place


class Severity(StrEnum):
    """How bad a finding is: errors and warnings make a run exit with 1, notes never do."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that fired: its id, where, what is wrong and how to mend it.

    `bound` says what a document's claim was compared with; `fingerprint` stays the same when the
    lines of a file move ("" where a rule has none).
    """

    rule: str
    severity: Severity
    at: Place
    message: str
    fix: str = ""
    detail: str = ""
    bound: str = ""
    fingerprint: str = ""

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """Sort key: by file, then position, then rule."""
        return (self.at.file, self.at.line or 0, self.at.column or 0, self.rule, self.message)
