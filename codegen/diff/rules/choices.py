"""Listed values and branches."""

from __future__ import annotations

from codegen.diff.facts import Kind as K
from codegen.diff.levels import Level
from codegen.diff.rules.row import row

B, R, C, S = Level.BREAKING, Level.RISK, Level.COMPATIBLE, Level.SOURCE

ROWS = (
    row(
        "ACP301",
        K.ENUM_VALUE_ADDED,
        "R",
        B,
        quiet=C,
        growth=True,
        purpose="Readers with a closed list reject the new value; an open list takes it in.",
    ),
    row(
        "ACP302",
        K.ENUM_VALUE_REMOVED,
        "W",
        B,
        quiet=R,
        softened={"opened": C},
        purpose="Old writers may still send the value. An open list takes it as an unknown one.",
    ),
    row(
        "ACP303",
        K.ENUM_VALUE_RENAMED,
        "WR",
        B,
        quiet=R,
        purpose="Each side knows one of two spellings. This includes constants.",
    ),
    row(
        "ACP304",
        K.ENUM_OPENED,
        "R",
        B,
        purpose="Readers of the old list reject every value that isn't on it. The price is paid "
        "once: later values cost nothing.",
    ),
    row(
        "ACP305",
        K.ENUM_CLOSED,
        "W",
        B,
        purpose="Values that aren't on the list are no longer taken.",
    ),
    row(
        "ACP306",
        K.KNOWN_VALUES_DOCUMENTED,
        "",
        C,
        purpose="A free string got a list of known values and stays free.",
    ),
    row(
        "ACP307",
        K.ENUM_INTRODUCED,
        "W",
        B,
        purpose="A free string became a closed list: everything else is now rejected.",
    ),
    row(
        "ACP401",
        K.VARIANT_ADDED,
        "R",
        B,
        quiet=C,
        hardened={"reserved": B},
        growth=True,
        purpose="Readers of a closed union reject the new branch; an open one takes it in. Tags "
        "that start with an underscore are reserved for extensions.",
    ),
    row(
        "ACP402",
        K.VARIANT_REMOVED,
        "W",
        B,
        quiet=R,
        purpose="Old writers may still send the branch. In an open union it falls to the "
        "catch-all.",
    ),
    row(
        "ACP403",
        K.VARIANT_RENAMED,
        "WR",
        B,
        quiet=R,
        purpose="The same payload under another tag: each side knows one of two names.",
    ),
    row(
        "ACP404",
        K.DISCRIMINATOR_RENAMED,
        "WR",
        B,
        purpose="Branches are told apart by another property: no branch is recognised by the "
        "other side.",
    ),
    row(
        "ACP405",
        K.DISCRIMINATOR_INTRODUCED,
        "W",
        B,
        purpose="A branch that was recognised by its shape now needs a tag that old writers "
        "don't send.",
    ),
    row(
        "ACP406",
        K.UNION_OPENED,
        "R",
        B,
        purpose="Readers of the old union reject unknown tags, and may now get some. The price "
        "is paid once.",
    ),
    row(
        "ACP407",
        K.UNION_CLOSED,
        "W",
        B,
        purpose="Unknown tags, which extensions may use, are no longer taken.",
    ),
    row(
        "ACP408",
        K.OBJECT_BECAME_UNION,
        "",
        S,
        purpose="One object became a choice. What that does on the wire is told by the rules on "
        "its branches.",
    ),
    row(
        "ACP409",
        K.UNION_COLLAPSED,
        "",
        S,
        purpose="A choice became one object. What that does on the wire is told by the rules on "
        "its branches.",
    ),
)
