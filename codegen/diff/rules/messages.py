"""Methods, envelopes and tolerance."""

from __future__ import annotations

from codegen.diff.facts import Kind as K
from codegen.diff.levels import Level
from codegen.diff.rules.row import row

B, R, C, S = Level.BREAKING, Level.RISK, Level.COMPATIBLE, Level.SOURCE

ROWS = (
    row(
        "ACP501",
        K.METHOD_ADDED,
        "",
        C,
        purpose="Peers that don't know the method say so (error -32601).",
    ),
    row(
        "ACP502",
        K.METHOD_REMOVED,
        "W",
        B,
        guarded=False,
        purpose="Callers of the old method get error -32601, or are not heard.",
    ),
    row(
        "ACP503",
        K.METHOD_RENAMED,
        "WR",
        B,
        guarded=False,
        purpose="Whoever was upgraded first loses the function, in both pairings.",
    ),
    row(
        "ACP504",
        K.METHOD_SIDE_CHANGED,
        "WR",
        B,
        guarded=False,
        purpose="The other side calls it now: callers find nobody, handlers get calls they "
        "don't expect.",
    ),
    row(
        "ACP505",
        K.MESSAGE_KIND_CHANGED,
        "WR",
        B,
        guarded=False,
        purpose="A request waits for an answer that a notification never gets.",
    ),
    row(
        "ACP506",
        K.MESSAGE_TYPE_REPOINTED,
        "",
        S,
        purpose="The method carries another definition. What differs is told by the rules on "
        "its parts.",
    ),
    row(
        "ACP507",
        K.ENVELOPE_CHANGED,
        "WR",
        R,
        quiet=S,
        purpose="JSON-RPC's own members or batches changed. Another nesting of the same "
        "envelopes is no change.",
    ),
    row(
        "ACP601",
        K.TOLERANCE_ADDED,
        "",
        C,
        purpose="Readers now survive bad values at this place.",
    ),
    row(
        "ACP602",
        K.TOLERANCE_REMOVED,
        "W",
        R,
        purpose="Writers that sent bad values got away with it and no longer do. Where the type "
        "is a closed list or union, its growth becomes breaking from now on.",
    ),
    row(
        "ACP603",
        K.TOLERANCE_SWAPPED,
        "W",
        R,
        purpose="Null is still replaced, every other bad value now fails the message.",
    ),
)
