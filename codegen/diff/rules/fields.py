"""Properties of objects."""

from __future__ import annotations

from codegen.diff.facts import Kind as K
from codegen.diff.levels import Level
from codegen.diff.rules.row import row

B, R, C, A = Level.BREAKING, Level.RISK, Level.COMPATIBLE, Level.ANNOTATION

ROWS = (
    row(
        "ACP101",
        K.PROPERTY_ADDED_OPTIONAL,
        "R",
        B,
        quiet=C,
        purpose="Readers skip keys they don't know, unless the old object was closed.",
    ),
    row(
        "ACP102",
        K.PROPERTY_ADDED_REQUIRED,
        "W",
        B,
        softened={"default": R},
        purpose="Writers of the old schema don't send the property. A default in the new schema "
        "lets its readers fill it in.",
    ),
    row(
        "ACP103",
        K.PROPERTY_REMOVED_OPTIONAL,
        "W",
        B,
        quiet=R,
        purpose="Nobody rejects anything (unless the new object is closed), but what old writers "
        "send is dropped and what old readers look for no longer comes.",
    ),
    row(
        "ACP104",
        K.PROPERTY_REMOVED_REQUIRED,
        "R",
        B,
        softened={"default": R},
        purpose="Readers of the old schema insist on the property.",
    ),
    row(
        "ACP105",
        K.PROPERTY_RENAMED,
        "WR",
        B,
        quiet=R,
        purpose="Reported once instead of as removed and added. Required: each side misses the "
        "name it knows. Optional: the value is silently lost both ways.",
    ),
    row(
        "ACP106",
        K.PROPERTY_BECAME_REQUIRED,
        "W",
        B,
        softened={"default": R},
        purpose="Writers of the old schema may leave the property out.",
    ),
    row(
        "ACP107",
        K.PROPERTY_BECAME_OPTIONAL,
        "R",
        B,
        softened={"default": R},
        purpose="Readers of the old schema insist on the property. That the property itself "
        "tolerates bad values doesn't help: a missing one is an error all the same.",
    ),
)
