"""Take over the structure of a schema and keep our own words where the node still exists.

Upstream's descriptions are not ours to publish; what is new gets none and is listed. The marker
of unstable things is a fact and not a text: it comes and goes with upstream's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from codegen.errors import escape_token
from codegen.source.keywords import SUBSCHEMA, Holds

MARKER = "**UNSTABLE**"
_WORDS = ("description", "$comment", "examples")
_MARKED = re.compile(re.escape(MARKER) + r"\s*")


def merge(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The merged schema, and the pointers of nodes that need words of ours."""
    missing: list[str] = []
    merged = _node(theirs, ours, "", missing)
    own = ours.get("$defs", {})
    merged["$defs"] = {
        name: _node(schema, own.get(name), f"/$defs/{escape_token(name)}", missing)
        for name, schema in theirs.get("$defs", {}).items()
    }
    return merged, missing


def _node(theirs: Any, ours: Any, at: str, missing: list[str]) -> Any:
    if not isinstance(theirs, Mapping):
        return theirs
    known = ours if isinstance(ours, Mapping) else {}
    merged: dict[str, Any] = {}
    for keyword, value in theirs.items():
        if keyword in _WORDS or keyword == "$defs":
            continue
        merged[keyword] = _below(keyword, value, known, f"{at}/{escape_token(keyword)}", missing)
    _words(merged, theirs, known, at, missing)
    return merged


def _words(
    merged: dict[str, Any],
    theirs: Mapping[str, Any],
    ours: Mapping[str, Any],
    at: str,
    missing: list[str],
) -> None:
    said, text = theirs.get("description"), ours.get("description")
    marked = isinstance(said, str) and MARKER in said
    if isinstance(text, str):
        bare = _MARKED.sub("", text).strip()
        merged["description"] = (
            f"{MARKER}\n\n{bare}" if marked and MARKER not in text else (text if marked else bare)
        )
    elif isinstance(said, str):
        missing.append(at)
        if marked:
            merged["description"] = MARKER


def _below(keyword: str, value: Any, ours: Mapping[str, Any], at: str, missing: list[str]) -> Any:
    known = ours.get(keyword)
    match SUBSCHEMA.get(keyword, Holds.VALUE):
        case Holds.SCHEMA:
            return _node(value, known, at, missing)
        case Holds.NAMED_SCHEMAS:
            named = known if isinstance(known, Mapping) else {}
            return {
                name: _node(part, named.get(name), f"{at}/{escape_token(name)}", missing)
                for name, part in value.items()
            }
        case Holds.SCHEMAS:
            arms = _arms(ours)
            return [
                _node(part, arms.get(_identity(part)), f"{at}/{index}", missing)
                for index, part in enumerate(value)
            ]
        case _:
            return value


def _arms(ours: Mapping[str, Any]) -> Mapping[str, Any]:
    """Our branches by what they are, whichever keyword lists them."""
    found: dict[str, Any] = {}
    for keyword in ("allOf", "anyOf", "oneOf"):
        for part in ours.get(keyword, ()):
            found.setdefault(_identity(part), part)
    return found


def _identity(arm: Any) -> str:
    """What a branch is: its constant, its tag, its title, what it refers to, or its type."""
    if not isinstance(arm, Mapping):
        return "?"
    if "const" in arm:
        return f"const {arm['const']!r}"
    for wire, part in arm.get("properties", {}).items():
        if isinstance(part, Mapping) and "const" in part:
            return f"{wire}={part['const']}"
    refs = [part.get("$ref") for part in (arm, *arm.get("allOf", ())) if isinstance(part, Mapping)]
    named = next((ref for ref in refs if ref), None)
    return str(arm.get("title") or named or arm.get("type") or sorted(arm))
