"""A hit: a rule that fired at a place of a page, before anybody decides how bad that is."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.drift.documents import Spot
from codegen.drift.edits import Edit
from codegen.drift.rules import Standing, Strength


@dataclass(frozen=True, slots=True)
class Hit:
    """What fired, where, what the document and the schema say.

    `subject` tells hits of one rule on one page apart without line numbers (the definition and
    the property or value); `bound` says how the claim found its definition; `edit` is a mechanical
    repair; `advice` is never more than a note.
    """

    rule: str
    spot: Spot
    message: str
    fix: str = ""
    subject: str = ""
    bound: str = ""
    standing: Standing = Standing.PLAIN
    strength: Strength = Strength.NAMED
    edit: Edit | None = None
    advice: bool = False
