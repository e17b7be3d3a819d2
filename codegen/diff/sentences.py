"""One sentence for people about a change: what happens, to whom, and what to know about it."""

from __future__ import annotations

from collections.abc import Mapping

from codegen.diff.facts import Change, Kind, Question
from codegen.diff.levels import Level

_SAID: Mapping[Kind, str] = {
    Kind.PROPERTY_ADDED_OPTIONAL: "a new property that may be left out",
    Kind.PROPERTY_ADDED_REQUIRED: "a new property that must be there",
    Kind.PROPERTY_REMOVED_OPTIONAL: "no longer described: what is still sent is dropped",
    Kind.PROPERTY_REMOVED_REQUIRED: "no longer sent, and old readers insist on it",
    Kind.PROPERTY_RENAMED: "{old} is now called {new}",
    Kind.PROPERTY_BECAME_REQUIRED: "must be there now",
    Kind.PROPERTY_BECAME_OPTIONAL: "may be left out now",
    Kind.TYPE_WIDENED: "{old} became {new}",
    Kind.TYPE_NARROWED: "{old} became {new}",
    Kind.TYPE_CHANGED: "{old} became {new}",
    Kind.NULL_ALLOWED: "may be null now: left out, null and a value are three things to tell apart",
    Kind.NULL_DISALLOWED: "may no longer be null: leave it out instead, if it is optional",
    Kind.CONSTRAINT_TIGHTENED: "the limit is tighter: {old} to {new}",
    Kind.CONSTRAINT_LOOSENED: "the limit is looser: {old} to {new}",
    Kind.FORMAT_CHANGED: "format {old} became {new}",
    Kind.ENCODING_CHANGED: "encoding {old} became {new}",
    Kind.DEFAULT_CHANGED: "left out, it now means {new}; before, {old}",
    Kind.ELEMENT_SCHEMA_CHANGED: "elements: {old} became {new}",
    Kind.OBJECT_CLOSED: "undeclared keys are rejected now",
    Kind.OBJECT_OPENED: "undeclared keys are allowed now",
    Kind.ENUM_VALUE_ADDED: "new value {new}",
    Kind.ENUM_VALUE_REMOVED: "value {old} is gone",
    Kind.ENUM_VALUE_RENAMED: "value {old} is now {new}",
    Kind.ENUM_OPENED: "takes values that aren't listed, from now on: a cost that is paid once",
    Kind.ENUM_CLOSED: "takes listed values only, from now on",
    Kind.KNOWN_VALUES_DOCUMENTED: "known values are listed, others stay valid: {new}",
    Kind.ENUM_INTRODUCED: "a free value became a closed list: {new}",
    Kind.VARIANT_ADDED: "new branch {new}",
    Kind.VARIANT_REMOVED: "branch {old} is gone",
    Kind.VARIANT_RENAMED: "branch {old} is now {new}",
    Kind.DISCRIMINATOR_RENAMED: "branches are told apart by {new} instead of {old}",
    Kind.DISCRIMINATOR_INTRODUCED: "needs the tag {new}, which it had none of",
    Kind.UNION_OPENED: "takes unknown tags from now on: a cost that is paid once",
    Kind.UNION_CLOSED: "takes known tags only, from now on",
    Kind.OBJECT_BECAME_UNION: "became a choice of {new}",
    Kind.UNION_COLLAPSED: "a choice of {old} became one object",
    Kind.METHOD_ADDED: "new method",
    Kind.METHOD_REMOVED: "the method is gone: callers get error -32601",
    Kind.METHOD_RENAMED: "{old} is now called {new}",
    Kind.METHOD_SIDE_CHANGED: "called by the other side now",
    Kind.MESSAGE_KIND_CHANGED: "was a {old}, is a {new}",
    Kind.MESSAGE_TYPE_REPOINTED: "carries {new} instead of {old}",
    Kind.ENVELOPE_CHANGED: "JSON-RPC around the messages changed",
    Kind.TOLERANCE_ADDED: "readers survive bad values here",
    Kind.TOLERANCE_REMOVED: "readers no longer survive bad values here",
    Kind.TOLERANCE_SWAPPED: "readers survive null here, but no other bad value",
    Kind.DEFINITION_ADDED: "new definition",
    Kind.DEFINITION_REMOVED: "the definition is gone",
    Kind.DEFINITION_RENAMED: "{old} is now called {new}",
    Kind.REF_EXTRACTED: "the inline type is now {new}",
    Kind.REF_INLINED: "{old} is now written out in place",
    Kind.COMBINATOR_CHANGED: "spelt with {new} instead of {old}",
    Kind.DISCRIMINATOR_KEYWORD_CHANGED: "discriminator keyword: {old} became {new}",
    Kind.TITLE_CHANGED: "title {old} became {new}",
    Kind.TYPE_KEYWORD_CHANGED: "type keyword: {old} became {new}",
    Kind.DESCRIPTION_CHANGED: "other words",
    Kind.DOCS_IGNORE_CHANGED: "shown or hidden on pages",
    Kind.ORDER_CHANGED: "another order of {variant}",
    Kind.COMMENT_CHANGED: "another {variant}",
    Kind.STABILISED: "no longer unstable",
    Kind.DESTABILISED: "unstable from now on",
    Kind.PROTOCOL_VERSION_CHANGED: "protocol version {old} became {new}: all changes are allowed",
}


def sentence(change: Change, level: Level, parties: tuple[str, ...], tolerated: bool) -> str:
    """What a change does, in one sentence without a final stop."""
    words = {
        "old": change.old if change.old is not None else "none",
        "new": change.new if change.new is not None else "none",
        "variant": change.variant or "definitions",
    }
    parts = [_SAID[change.kind].format(**words)]
    if change.detail:
        parts.append(change.detail)
    parts += _consequence(change, level, parties, tolerated)
    return "; ".join(parts)


def _consequence(
    change: Change, level: Level, parties: tuple[str, ...], tolerated: bool
) -> list[str]:
    if not change.met:
        return ["what it stands in was renamed or removed as well, so the two forms never meet"]
    if not parties:
        return []
    who = " and ".join(f"existing {party}s" for party in parties)
    if tolerated:
        return [f"{who} lose the value: a reader's tolerance replaces or drops it"]
    if level is not Level.BREAKING:
        return [f"{who} may be hit"]
    match change.questions:
        case questions if questions == {Question.R}:
            return [f"{who} reject it"]
        case questions if questions == {Question.W}:
            return [f"{who} are rejected"]
        case _:
            return [f"{who} can't talk about it any more"]
