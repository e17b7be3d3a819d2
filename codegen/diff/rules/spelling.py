"""Names, spelling, texts and status."""

from __future__ import annotations

from codegen.diff.facts import Kind as K
from codegen.diff.levels import Level
from codegen.diff.rules.row import row

R, C, S, A = Level.RISK, Level.COMPATIBLE, Level.SOURCE, Level.ANNOTATION

ROWS = (
    row("ACP701", K.DEFINITION_ADDED, "", S, purpose="A new name in generated code."),
    row("ACP702", K.DEFINITION_REMOVED, "", S, purpose="A name that generated code loses."),
    row("ACP703", K.DEFINITION_RENAMED, "", S, purpose="The same type under another name."),
    row("ACP704", K.REF_EXTRACTED, "", S, purpose="An inline type got a name."),
    row("ACP705", K.REF_INLINED, "", S, purpose="A named type was written out in place."),
    row("ACP706", K.COMBINATOR_CHANGED, "", S, purpose="The same choice, spelt differently."),
    row(
        "ACP707",
        K.DISCRIMINATOR_KEYWORD_CHANGED,
        "",
        S,
        purpose="The keyword helps generators; the tag itself is in the branches.",
    ),
    row(
        "ACP708",
        K.TITLE_CHANGED,
        "",
        S,
        purpose="A title may name a generated class; the source verdict says whether it does.",
    ),
    row(
        "ACP709",
        K.TYPE_KEYWORD_CHANGED,
        "",
        S,
        purpose="`type` next to properties or branches says what they say already.",
    ),
    row("ACP801", K.DESCRIPTION_CHANGED, "", A, purpose="Other words."),
    row("ACP802", K.DOCS_IGNORE_CHANGED, "", A, purpose="Shown or hidden on generated pages."),
    row("ACP803", K.ORDER_CHANGED, "", A, purpose="JSON objects have no order."),
    row("ACP804", K.COMMENT_CHANGED, "", A, purpose="Comments, examples, deprecation marks."),
    row(
        "ACP901",
        K.STABILISED,
        "",
        C,
        purpose="No longer marked as unstable: from now on changes count in full.",
    ),
    row(
        "ACP902",
        K.DESTABILISED,
        "",
        R,
        purpose="Marked as unstable: users were promised more before.",
    ),
    row(
        "ACP903",
        K.PROTOCOL_VERSION_CHANGED,
        "",
        C,
        purpose="Peers negotiate the protocol version, so everything may change: the gate is open.",
    ),
)
