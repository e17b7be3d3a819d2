"""What is wrong with a JSON value, by JSON Pointer."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.drift.rules import Standing, Strength


@dataclass(frozen=True, slots=True)
class Issue:
    """A rule that fired at a pointer of an example.

    `hides`: nothing below its object can be judged any more (a tag that leads nowhere).
    `rename`: the key that the schema has now.
    """

    rule: str
    pointer: str
    message: str
    fix: str = ""
    subject: str = ""
    standing: Standing = Standing.PLAIN
    hides: bool = False
    rename: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an example (by pointer) and the definition it must satisfy.

    `other` is the definition on the other side of a call: a stray key may belong there.
    """

    pointer: str
    definition: str
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """A value that has been bound: how, how surely, its parts, and what binding alone shows."""

    how: str
    strength: Strength
    parts: tuple[Part, ...]
    issues: tuple[Issue, ...] = ()
    envelope: bool = False


@dataclass(frozen=True, slots=True)
class Unbound:
    """A value that isn't checked, and why."""

    reason: str
