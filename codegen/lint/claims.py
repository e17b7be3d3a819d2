"""What a description says about its own property: required, optional, nullable, a default.

For maintainers: a claim is a sentence or clause about the property itself ("Required.", "It may
be `null`.", "Absent: unchanged."). Conditions ("required if …"), other subjects ("the required
keys") and code and quotations are no claims; a doubtful sentence is none either.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from codegen.source import Node

_OPENS = r"(?:^|[.;:(\n]\s*)"
_ENDS = r"(?=\s*(?:[.;,):\n]|$|and\b|or\b))"
_SELF = (
    r"(?:(?:^|[.;:\n]\s*)(?:and |but )?"
    r"(?:it|(?:this|the) (?:field|property|value|member|key)) (?:itself )?)"
)

_REQUIRED = re.compile(
    rf"{_OPENS}(?:always )?(?:required|mandatory){_ENDS}"
    rf"|{_SELF}(?:is|must|has to) (?:always |be )*(?:required|mandatory|present|given){_ENDS}",
    re.IGNORECASE,
)
_OPTIONAL = re.compile(
    rf"{_OPENS}(?:always )?optional{_ENDS}"
    rf"|(?:{_OPENS}|{_SELF})(?:is optional|(?:may|can) be (?:omitted|left out|absent)){_ENDS}"
    rf"|{_OPENS}(?:if )?absent(?: or null)?[:,]",
    re.IGNORECASE,
)
_NULLABLE = re.compile(
    rf"{_OPENS}(?:optional(?:,| and) )?nullable{_ENDS}"
    rf"|{_SELF}(?:is nullable|(?:may|can) (?:also )?be null){_ENDS}"
    rf"|{_OPENS}(?:may|can) be null{_ENDS}"
    rf"|{_OPENS}(?:(?:if )?absent or )?null(?: or `[^`]*`)?:",
    re.IGNORECASE,
)
_NOT_NULL = re.compile(
    rf"(?:{_OPENS}|{_SELF}(?:is |must |may |can)?)(?:never|not)(?: be)? null(?:able)?{_ENDS}",
    re.IGNORECASE,
)
_DEFAULT = re.compile(
    r"\bdefaults? (?:to|is)\s+(`[^`]+`|-?\d[\d.]*\d|-?\d|true|false|null)"
    r"|\bdefault:\s*(`[^`]+`|-?\d[\d.]*\d|-?\d|true|false|null)"
    r"|(`[^`]+`) by default\b",
    re.IGNORECASE,
)
_CODE_OR_QUOTE = re.compile(r"`[^`]*`|\"[^\"\n]*\"")


def contradictions(node: Node, wire: str, required: bool) -> Iterator[str]:
    """What the description of property `wire` says and the schema does not."""
    text = str(node.get("description", ""))
    plain = _CODE_OR_QUOTE.sub(_told, text.replace(f"`{wire}`", "this field"))
    if not required and _REQUIRED.search(plain):
        yield "says required, but the property is optional"
    if required and _OPTIONAL.search(plain):
        yield "says that the property can be absent, but it is required"
    takes_null = _takes_null(node, set())
    on_null = node.get("x-deserialize-default-on-null") is True
    if not takes_null and not on_null and _NULLABLE.search(plain):
        yield "says that the value can be null, but null is not valid here"
    if takes_null and not _anything(node) and _NOT_NULL.search(plain):
        yield "says that the value is never null, but null is valid here"
    for claim in _DEFAULT.finditer(text):
        said = next(group for group in claim.groups() if group is not None)
        if "default" not in node:
            yield f"says that {said} is the default, but the schema has none"
        elif not _equal(said.strip("`"), node.get("default")):
            yield f"says that {said} is the default, but it is {json.dumps(node.get('default'))}"


def _told(code: re.Match[str]) -> str:
    return "null" if code[0] == "`null`" else "`…`"


def _equal(said: str, default: Any) -> bool:
    try:
        value = json.loads(said)
    except ValueError:
        value = said
    return bool(value == default and isinstance(value, bool) == isinstance(default, bool))


def _anything(node: Node) -> bool:
    return not node.schema.keys() & {"type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"}


def _takes_null(node: Node, seen: set[str]) -> bool:
    """Whether null is a value of the shape; `seen` ends circles of references."""
    if node.pointer in seen:
        return False
    seen = seen | {node.pointer}
    kinds = node.get("type")
    if kinds is not None and "null" not in ([kinds] if isinstance(kinds, str) else kinds):
        return False
    if "const" in node and node.get("const") is not None:
        return False
    if "enum" in node and None not in node.get("enum"):
        return False
    if "$ref" in node and not _takes_null(node.target(), seen):
        return False
    if not all(_takes_null(part, seen) for part in node.children("allOf")):
        return False
    choices = [node.children(word) for word in ("anyOf", "oneOf") if word in node]
    return all(any(_takes_null(arm, seen) for arm in arms) for arms in choices)
