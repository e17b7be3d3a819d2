"""Types, null, limits and elements."""

from __future__ import annotations

from codegen.diff.facts import Kind as K
from codegen.diff.levels import Level
from codegen.diff.rules.row import row

B, R, C, A = Level.BREAKING, Level.RISK, Level.COMPATIBLE, Level.ANNOTATION

ROWS = (
    row(
        "ACP201",
        K.TYPE_WIDENED,
        "R",
        B,
        purpose="New writers may send a type that old readers don't take.",
    ),
    row(
        "ACP202",
        K.TYPE_NARROWED,
        "W",
        B,
        purpose="Old writers may send a type that new readers no longer take.",
    ),
    row(
        "ACP203",
        K.TYPE_CHANGED,
        "WR",
        B,
        purpose="Each side sends what the other doesn't take.",
    ),
    row(
        "ACP204",
        K.NULL_ALLOWED,
        "R",
        B,
        softened={"null-empty": R},
        purpose="New writers may send null to readers that don't expect it. Leaving a property "
        "out, sending null and sending a value may mean three different things.",
    ),
    row(
        "ACP205",
        K.NULL_DISALLOWED,
        "W",
        B,
        softened={"null-empty": R},
        purpose="Old writers may send null, which new readers don't take.",
    ),
    row(
        "ACP206",
        K.CONSTRAINT_TIGHTENED,
        "W",
        B,
        softened={"set": R},
        purpose="Values that were within the limit are now outside. A limit that is stated for "
        "the first time is a risk: it usually writes down what was true before.",
    ),
    row(
        "ACP207",
        K.CONSTRAINT_LOOSENED,
        "R",
        R,
        purpose="Readers of the old schema may still check the old limit.",
    ),
    row(
        "ACP208",
        K.FORMAT_CHANGED,
        "WR",
        R,
        hardened={"shrinks": B},
        purpose="A format is checked by some readers and a remark to others. A whole number that "
        "loses bits or its sign is another matter: old values no longer fit.",
    ),
    row(
        "ACP209",
        K.ENCODING_CHANGED,
        "WR",
        R,
        quiet=C,
        softened={"restated": C},
        purpose="Another encoding of the same bytes is misread rather than rejected. "
        "`format: byte` and `contentEncoding: base64` say the same.",
    ),
    row(
        "ACP210",
        K.DEFAULT_CHANGED,
        "",
        R,
        softened={"restated": A},
        purpose="What a left-out property means changed. A default object that only grew by "
        "optional keys means what it meant.",
    ),
    row(
        "ACP211",
        K.ELEMENT_SCHEMA_CHANGED,
        "WR",
        B,
        purpose="The type of list items or map values changed. A list that drops bad items "
        "loses them instead of failing.",
    ),
    row(
        "ACP212",
        K.OBJECT_CLOSED,
        "W",
        B,
        purpose="Keys that aren't declared are no longer skipped but rejected.",
    ),
    row(
        "ACP213",
        K.OBJECT_OPENED,
        "R",
        B,
        purpose="Readers of the old schema reject keys that aren't declared, and may now get some.",
    ),
)
