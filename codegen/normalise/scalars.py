"""Scalars and their constraints; the range of an integer is its format and its bounds together."""

from __future__ import annotations

from codegen.model import Scalar, ScalarType
from codegen.source import Node

INTEGER_RANGES = {
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
}


def single_type(node: Node) -> str | None:
    """The `type` of a node where it is one word."""
    kind = node.get("type")
    return kind if isinstance(kind, str) else None


def scalar(node: Node, kind: str | None = None) -> Scalar:
    """The scalar that a node describes (as `kind`, where its `type` lists several)."""
    kind = kind or single_type(node)
    match kind:
        case "string":
            return Scalar(
                ScalarType.STRING,
                format=node.get("format"),
                min_length=node.get("minLength"),
                max_length=node.get("maxLength"),
                pattern=node.get("pattern"),
                content_encoding=node.get("contentEncoding"),
            )
        case "integer":
            low, high = INTEGER_RANGES.get(node.get("format", ""), (None, None))
            lows = [bound for bound in (low, node.get("minimum")) if bound is not None]
            highs = [bound for bound in (high, node.get("maximum")) if bound is not None]
            return Scalar(
                ScalarType.INTEGER,
                format=node.get("format"),
                minimum=max(lows, default=None),
                maximum=min(highs, default=None),
            )
        case "number":
            return Scalar(
                ScalarType.NUMBER,
                format=node.get("format"),
                minimum=node.get("minimum"),
                maximum=node.get("maximum"),
            )
        case "boolean" | "null":
            return Scalar(ScalarType(kind))
        case _:
            raise node.error(f"type {kind!r} is not a scalar", "see the JSON Schema reference")
