"""The rules: one row for each kind of change, and nothing else that decides.

Ids never change and are never used again. `level` counts where a question fails, `quiet` where
none does. The sources of each judgement are the protocol's own reading rules (docs/decoding.md)
and what other schema differs learnt (docs/diff.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from codegen.diff.facts import Kind
from codegen.diff.levels import Level

B, R, C, S, A = Level.BREAKING, Level.RISK, Level.COMPATIBLE, Level.SOURCE, Level.ANNOTATION


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


def _row(
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
        guarded and level in (B,),
        growth,
    )


K = Kind
_ROWS = (
    # Properties
    _row(
        "ACP101",
        K.PROPERTY_ADDED_OPTIONAL,
        "R",
        B,
        quiet=C,
        purpose="Readers skip keys they don't know, unless the old object was closed.",
    ),
    _row(
        "ACP102",
        K.PROPERTY_ADDED_REQUIRED,
        "W",
        B,
        softened={"default": R},
        purpose="Writers of the old schema don't send the property. A default in the new schema "
        "lets its readers fill it in.",
    ),
    _row(
        "ACP103",
        K.PROPERTY_REMOVED_OPTIONAL,
        "W",
        B,
        quiet=R,
        purpose="Nobody rejects anything (unless the new object is closed), but what old writers "
        "send is dropped and what old readers look for no longer comes.",
    ),
    _row(
        "ACP104",
        K.PROPERTY_REMOVED_REQUIRED,
        "R",
        B,
        softened={"default": R},
        purpose="Readers of the old schema insist on the property.",
    ),
    _row(
        "ACP105",
        K.PROPERTY_RENAMED,
        "WR",
        B,
        quiet=R,
        softened={"default": R},
        purpose="Reported once instead of as removed and added. Required: each side misses the "
        "name it knows. Optional: the value is silently lost both ways.",
    ),
    _row(
        "ACP106",
        K.PROPERTY_BECAME_REQUIRED,
        "W",
        B,
        softened={"default": R},
        purpose="Writers of the old schema may leave the property out.",
    ),
    _row(
        "ACP107",
        K.PROPERTY_BECAME_OPTIONAL,
        "R",
        B,
        softened={"default": R},
        purpose="Readers of the old schema insist on the property. That the property itself "
        "tolerates bad values doesn't help: a missing one is an error all the same.",
    ),
    # Types and limits
    _row(
        "ACP201",
        K.TYPE_WIDENED,
        "R",
        B,
        purpose="New writers may send a type that old readers don't take.",
    ),
    _row(
        "ACP202",
        K.TYPE_NARROWED,
        "W",
        B,
        purpose="Old writers may send a type that new readers no longer take.",
    ),
    _row(
        "ACP203",
        K.TYPE_CHANGED,
        "WR",
        B,
        purpose="Each side sends what the other doesn't take.",
    ),
    _row(
        "ACP204",
        K.NULL_ALLOWED,
        "R",
        B,
        softened={"null-empty": R},
        purpose="New writers may send null to readers that don't expect it. Leaving a property "
        "out, sending null and sending a value may mean three different things.",
    ),
    _row(
        "ACP205",
        K.NULL_DISALLOWED,
        "W",
        B,
        softened={"null-empty": R},
        purpose="Old writers may send null, which new readers don't take.",
    ),
    _row(
        "ACP206",
        K.CONSTRAINT_TIGHTENED,
        "W",
        B,
        softened={"set": R},
        purpose="Values that were within the limit are now outside. A limit that is stated for "
        "the first time is a risk: it usually writes down what was true before.",
    ),
    _row(
        "ACP207",
        K.CONSTRAINT_LOOSENED,
        "R",
        R,
        purpose="Readers of the old schema may still check the old limit.",
    ),
    _row(
        "ACP208",
        K.FORMAT_CHANGED,
        "WR",
        R,
        hardened={"shrinks": B},
        purpose="A format is checked by some readers and a remark to others. A whole number that "
        "loses bits or its sign is another matter: old values no longer fit.",
    ),
    _row(
        "ACP209",
        K.ENCODING_CHANGED,
        "WR",
        R,
        quiet=C,
        softened={"restated": C},
        purpose="Another encoding of the same bytes is misread rather than rejected. "
        "`format: byte` and `contentEncoding: base64` say the same.",
    ),
    _row(
        "ACP210",
        K.DEFAULT_CHANGED,
        "",
        R,
        softened={"restated": A},
        purpose="What a left-out property means changed. A default object that only grew by "
        "optional keys means what it meant.",
    ),
    _row(
        "ACP211",
        K.ELEMENT_SCHEMA_CHANGED,
        "WR",
        B,
        purpose="The type of list items or map values changed. A list that drops bad items "
        "loses them instead of failing.",
    ),
    _row(
        "ACP212",
        K.OBJECT_CLOSED,
        "W",
        B,
        purpose="Keys that aren't declared are no longer skipped but rejected.",
    ),
    _row(
        "ACP213",
        K.OBJECT_OPENED,
        "R",
        B,
        purpose="Readers of the old schema reject keys that aren't declared, and may now get some.",
    ),
    # Listed values
    _row(
        "ACP301",
        K.ENUM_VALUE_ADDED,
        "R",
        B,
        quiet=C,
        growth=True,
        purpose="Readers with a closed list reject the new value; an open list takes it in.",
    ),
    _row(
        "ACP302",
        K.ENUM_VALUE_REMOVED,
        "W",
        B,
        quiet=R,
        softened={"opened": C},
        purpose="Old writers may still send the value. An open list takes it as an unknown one.",
    ),
    _row(
        "ACP303",
        K.ENUM_VALUE_RENAMED,
        "WR",
        B,
        quiet=R,
        purpose="Each side knows one of two spellings. This includes constants.",
    ),
    _row(
        "ACP304",
        K.ENUM_OPENED,
        "R",
        B,
        purpose="Readers of the old list reject every value that isn't on it. The price is paid "
        "once: later values cost nothing.",
    ),
    _row(
        "ACP305",
        K.ENUM_CLOSED,
        "W",
        B,
        purpose="Values that aren't on the list are no longer taken.",
    ),
    _row(
        "ACP306",
        K.KNOWN_VALUES_DOCUMENTED,
        "",
        C,
        purpose="A free string got a list of known values and stays free.",
    ),
    _row(
        "ACP307",
        K.ENUM_INTRODUCED,
        "W",
        B,
        purpose="A free string became a closed list: everything else is now rejected.",
    ),
    # Branches
    _row(
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
    _row(
        "ACP402",
        K.VARIANT_REMOVED,
        "W",
        B,
        quiet=R,
        purpose="Old writers may still send the branch. In an open union it falls to the "
        "catch-all.",
    ),
    _row(
        "ACP403",
        K.VARIANT_RENAMED,
        "WR",
        B,
        quiet=R,
        purpose="The same payload under another tag: each side knows one of two names.",
    ),
    _row(
        "ACP404",
        K.DISCRIMINATOR_RENAMED,
        "WR",
        B,
        purpose="Branches are told apart by another property: no branch is recognised by the "
        "other side.",
    ),
    _row(
        "ACP405",
        K.DISCRIMINATOR_INTRODUCED,
        "W",
        B,
        purpose="A branch that was recognised by its shape now needs a tag that old writers "
        "don't send.",
    ),
    _row(
        "ACP406",
        K.UNION_OPENED,
        "R",
        B,
        purpose="Readers of the old union reject unknown tags, and may now get some. The price "
        "is paid once.",
    ),
    _row(
        "ACP407",
        K.UNION_CLOSED,
        "W",
        B,
        purpose="Unknown tags, which extensions may use, are no longer taken.",
    ),
    _row(
        "ACP408",
        K.OBJECT_BECAME_UNION,
        "",
        S,
        purpose="One object became a choice. What that does on the wire is told by the rules on "
        "its branches.",
    ),
    _row(
        "ACP409",
        K.UNION_COLLAPSED,
        "",
        S,
        purpose="A choice became one object. What that does on the wire is told by the rules on "
        "its branches.",
    ),
    # Methods
    _row(
        "ACP501",
        K.METHOD_ADDED,
        "",
        C,
        purpose="Peers that don't know the method say so (error -32601).",
    ),
    _row(
        "ACP502",
        K.METHOD_REMOVED,
        "W",
        B,
        guarded=False,
        purpose="Callers of the old method get error -32601, or are not heard.",
    ),
    _row(
        "ACP503",
        K.METHOD_RENAMED,
        "WR",
        B,
        guarded=False,
        purpose="Whoever was upgraded first loses the function, in both pairings.",
    ),
    _row(
        "ACP504",
        K.METHOD_SIDE_CHANGED,
        "WR",
        B,
        guarded=False,
        purpose="The other side calls it now: callers find nobody, handlers get calls they "
        "don't expect.",
    ),
    _row(
        "ACP505",
        K.MESSAGE_KIND_CHANGED,
        "WR",
        B,
        guarded=False,
        purpose="A request waits for an answer that a notification never gets.",
    ),
    _row(
        "ACP506",
        K.MESSAGE_TYPE_REPOINTED,
        "",
        S,
        purpose="The method carries another definition. What differs is told by the rules on "
        "its parts.",
    ),
    _row(
        "ACP507",
        K.ENVELOPE_CHANGED,
        "WR",
        R,
        quiet=S,
        purpose="JSON-RPC's own members or batches changed. Another nesting of the same "
        "envelopes is no change.",
    ),
    # Tolerance
    _row(
        "ACP601",
        K.TOLERANCE_ADDED,
        "",
        C,
        purpose="Readers now survive bad values at this place.",
    ),
    _row(
        "ACP602",
        K.TOLERANCE_REMOVED,
        "W",
        R,
        purpose="Writers that sent bad values got away with it and no longer do. Where the type "
        "is a closed list or union, its growth becomes breaking from now on.",
    ),
    _row(
        "ACP603",
        K.TOLERANCE_SWAPPED,
        "W",
        R,
        purpose="Null is still replaced, every other bad value now fails the message.",
    ),
    # Names and spelling
    _row("ACP701", K.DEFINITION_ADDED, "", S, purpose="A new name in generated code."),
    _row("ACP702", K.DEFINITION_REMOVED, "", S, purpose="A name that generated code loses."),
    _row("ACP703", K.DEFINITION_RENAMED, "", S, purpose="The same type under another name."),
    _row("ACP704", K.REF_EXTRACTED, "", S, purpose="An inline type got a name."),
    _row("ACP705", K.REF_INLINED, "", S, purpose="A named type was written out in place."),
    _row("ACP706", K.COMBINATOR_CHANGED, "", S, purpose="The same choice, spelt differently."),
    _row(
        "ACP707",
        K.DISCRIMINATOR_KEYWORD_CHANGED,
        "",
        S,
        purpose="The keyword helps generators; the tag itself is in the branches.",
    ),
    _row(
        "ACP708",
        K.TITLE_CHANGED,
        "",
        S,
        purpose="A title may name a generated class; the source verdict says whether it does.",
    ),
    _row(
        "ACP709",
        K.TYPE_KEYWORD_CHANGED,
        "",
        S,
        purpose="`type` next to properties or branches says what they say already.",
    ),
    # Texts
    _row("ACP801", K.DESCRIPTION_CHANGED, "", A, purpose="Other words."),
    _row("ACP802", K.DOCS_IGNORE_CHANGED, "", A, purpose="Shown or hidden on generated pages."),
    _row("ACP803", K.ORDER_CHANGED, "", A, purpose="JSON objects have no order."),
    _row("ACP804", K.COMMENT_CHANGED, "", A, purpose="Comments, examples, deprecation marks."),
    # Status
    _row(
        "ACP901",
        K.STABILISED,
        "",
        C,
        purpose="No longer marked as unstable: from now on changes count in full.",
    ),
    _row(
        "ACP902",
        K.DESTABILISED,
        "",
        R,
        purpose="Marked as unstable: users were promised more before.",
    ),
    _row(
        "ACP903",
        K.PROTOCOL_VERSION_CHANGED,
        "",
        C,
        purpose="Peers negotiate the protocol version, so everything may change: the gate is open.",
    ),
)

RULES: Mapping[Kind, Rule] = {rule.kind: rule for rule in _ROWS}
"""Kind of change -> its rule."""

BY_ID: Mapping[str, Rule] = {rule.id: rule for rule in _ROWS}
"""Id -> rule, in the order of the table."""
