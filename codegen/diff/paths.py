"""Readable paths: what a JSON Pointer means, without the indexes that move about."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.diff.reading import Wire
from codegen.source import Node

ROOT = "(root)"
_CHOICES = ("anyOf", "oneOf")
_ELEMENTS = {"items": "[]", "additionalProperties": "{}", "unevaluatedProperties": "{}"}


def readable(wire: Wire, pointer: str) -> str:
    """`/$defs/Update/oneOf/5/properties/entries` -> `Update[kind=plan].entries`."""
    tokens = pointer.split("/")[1:]
    text, at = ROOT, ""
    if len(tokens) > 1 and f"/{tokens[0]}/{tokens[1]}" in wire.names:
        at = f"/{tokens[0]}/{tokens[1]}"
        text, tokens = wire.names[at], tokens[2:]
    while tokens:
        keyword = tokens[0]
        if keyword == "properties" and len(tokens) > 1:
            text += f".{tokens[1].replace('~1', '/').replace('~0', '~')}"
            step = 2
        elif keyword in (*_CHOICES, "allOf", "prefixItems") and len(tokens) > 1:
            text += _branch(wire.node(f"{at}/{keyword}/{tokens[1]}"), keyword, tokens[1])
            step = 2
        else:
            text += _ELEMENTS.get(keyword, f".{keyword}")
            step = 1
        at += "".join(f"/{token}" for token in tokens[:step])
        tokens = tokens[step:]
    return text.removeprefix(f"{ROOT}.") if text != ROOT else text


def _branch(arm: Node, keyword: str, index: str) -> str:
    if keyword == "prefixItems":
        return f"[{index}]"
    if keyword == "allOf":
        return ""
    label = arm_label(arm)
    return f"[{label}]" if label else ""


def arm_label(arm: Node) -> str:
    """What tells a branch from its neighbours: its tag, its title or what it refers to."""
    for wire, part in arm.named("properties").items():
        if isinstance(part.get("const"), str):
            return f"{wire}={part.get('const')}"
    if isinstance(arm.get("title"), str):
        return str(arm.get("title"))
    for part in (arm, *arm.children("allOf")):
        if isinstance(part.get("$ref"), str):
            return str(part.get("$ref")).rpartition("/")[2]
    return ""


def ancestors(pointer: str) -> Iterator[str]:
    """The pointer itself and every pointer above it, innermost first; the root is left out."""
    while pointer:
        yield pointer
        pointer = pointer.rpartition("/")[0]
