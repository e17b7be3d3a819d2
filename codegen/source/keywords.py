"""The closed table of schema keywords, and the check that accounts for every one of them.

A keyword that the tool doesn't know is an error: skipping it silently could change what a
reader accepts. A keyword that a schema's owner wants skipped is listed, with a reason, in the
configuration (`ignored-keywords`), which arrives here as a `KeywordPolicy`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from codegen.errors import InputError, Place, escape_token
from codegen.source.document import SchemaDocument


class Holds(Enum):
    """What the value of a keyword is: how the walk goes on below it."""

    VALUE = auto()
    SCHEMA = auto()
    SCHEMAS = auto()
    NAMED_SCHEMAS = auto()


ANNOTATIONS: Mapping[str, Holds] = dict.fromkeys(
    ("title", "description", "$comment", "default", "examples", "deprecated"), Holds.VALUE
)
TOLERANCE = (
    "x-deserialize-default-on-error",
    "x-deserialize-skip-invalid-items",
    "x-deserialize-default-on-null",
)
EXTENSIONS: Mapping[str, Holds] = dict.fromkeys(
    (*TOLERANCE, "x-side", "x-method", "x-docs-ignore"), Holds.VALUE
)
ASSERTIONS: Mapping[str, Holds] = {
    **dict.fromkeys(
        (
            *("$ref", "type", "enum", "const", "required", "format", "pattern"),
            *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"),
            *("contentEncoding", "contentMediaType", "discriminator"),
        ),
        Holds.VALUE,
    ),
    **dict.fromkeys(
        ("items", "not", "additionalProperties", "unevaluatedProperties"), Holds.SCHEMA
    ),
    **dict.fromkeys(("anyOf", "oneOf", "allOf"), Holds.SCHEMAS),
    "properties": Holds.NAMED_SCHEMAS,
}
SUBSCHEMA: Mapping[str, Holds] = {**ANNOTATIONS, **EXTENSIONS, **ASSERTIONS}
_CLOSING = ("additionalProperties", "unevaluatedProperties")
_ROOT_ONLY = ("$schema", "$id", "$defs", "definitions")

SIDES = ("agent", "client", "protocol", "both")


@dataclass(frozen=True, slots=True)
class KeywordPolicy:
    """Keywords to skip, each with the reason why that is safe.

    Raises `InputError` for a keyword that the tool reads: skipping it would change its meaning.
    """

    ignored: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = [word for word in self.ignored if word in SUBSCHEMA or word in _ROOT_ONLY]
        if known:
            raise InputError(
                f"{known[0]!r} in ignored-keywords is a keyword that the tool reads",
                at=Place("pyproject.toml"),
                cure="drop the exception",
            )


def check_keywords(document: SchemaDocument, policy: KeywordPolicy) -> Iterator[InputError]:
    """Account for every keyword of every subschema, in the order of the file.

    Yields an error for each unknown keyword, wrong extension value, and `$ref` that doesn't
    name a definition of this file (nothing is ever fetched).
    """
    definitions = document.dialect.definitions
    root = {"$schema": Holds.VALUE, "$id": Holds.VALUE, definitions: Holds.NAMED_SCHEMAS}
    stack: list[tuple[str, Any, Mapping[str, Holds]]] = [("", document.root, {**SUBSCHEMA, **root})]
    while stack:
        pointer, schema, accepted = stack.pop()
        if not isinstance(schema, dict):
            if schema is False:
                yield document.error(
                    pointer,
                    "the schema `false` accepts nothing",
                    "remove the property or branch",
                )
            continue
        below: list[tuple[str, Any, Mapping[str, Holds]]] = []
        for keyword, value in schema.items():
            if keyword in policy.ignored:
                continue
            at = f"{pointer}/{escape_token(keyword)}"
            holds = accepted.get(keyword)
            if holds is None:
                yield _unknown(document, at, keyword)
                continue
            yield from _check_value(document, at, keyword, value)
            if keyword in _CLOSING and value is False:
                continue
            below += [(inner, part, SUBSCHEMA) for inner, part in _below(at, holds, value)]
        stack += reversed(below)


def check_circles(document: SchemaDocument) -> Iterator[InputError]:
    """Definitions that are nothing but a `$ref`, and lead back to themselves."""
    ahead = {
        name: document.definition_name(node.schema["$ref"])
        for name, node in document.definitions()
        if "$ref" in node and not ASSERTIONS.keys() & node.schema.keys() - {"$ref"}
    }
    settled: set[str | None] = set()
    for start in ahead:
        trail: list[str | None] = [start]
        while (name := trail[-1]) in ahead and name not in settled:
            trail.append(ahead[str(name)])
            if trail[-1] in trail[:-1]:
                circle = " -> ".join(map(str, trail[trail.index(trail[-1]) :]))
                yield document.error(
                    f"/{document.dialect.definitions}/{escape_token(str(trail[-1]))}",
                    f"a circle of references with no structure: {circle}",
                    "give one of them a type",
                    "empty-circle",
                )
                break
        settled.update(trail)


def _unknown(document: SchemaDocument, at: str, keyword: str) -> InputError:
    kind = "extension" if keyword.startswith("x-") else "keyword"
    return document.error(
        at,
        f"unknown {kind} {keyword!r}",
        "remove it, or list it with a reason under ignored-keywords in [tool.acp-codegen]",
        "unknown-keyword",
    )


def _below(at: str, holds: Holds, value: Any) -> Iterator[tuple[str, Any]]:
    match holds:
        case Holds.VALUE:
            return
        case Holds.SCHEMA:
            yield at, value
        case Holds.SCHEMAS:
            yield from ((f"{at}/{index}", part) for index, part in enumerate(value))
        case Holds.NAMED_SCHEMAS:
            yield from ((f"{at}/{escape_token(name)}", part) for name, part in value.items())


def _check_value(
    document: SchemaDocument, at: str, keyword: str, value: Any
) -> Iterator[InputError]:
    """What the dialect's meta-schema can't check."""
    if keyword == "$ref":
        yield from _check_reference(document, at, value)
    elif keyword in TOLERANCE or keyword == "x-docs-ignore":
        if not isinstance(value, bool):
            yield document.error(at, f"{keyword} must be true or false", "write true or remove it")
    elif keyword == "x-side":
        if value not in SIDES:
            yield document.error(at, f"x-side is {value!r}", f"write one of {', '.join(SIDES)}")
    elif keyword == "x-method":
        if not isinstance(value, str) or not value:
            yield document.error(at, "x-method must be a method name", "write a non-empty string")
    elif keyword == "discriminator" and not (
        isinstance(value, dict) and isinstance(value.get("propertyName"), str)
    ):
        yield document.error(at, "discriminator needs a propertyName", "name the tag property")


def _check_reference(document: SchemaDocument, at: str, ref: str) -> Iterator[InputError]:
    if ref == "#":
        return
    prefix = f"#/{document.dialect.definitions}/"
    if not ref.startswith("#"):
        yield document.error(
            at,
            f"{ref!r} leads out of this file",
            f"copy the definition here and refer to it as {prefix}NAME; nothing is fetched",
            "bad-reference",
        )
    elif not ref.startswith(prefix) or "/" in ref.removeprefix(prefix):
        yield document.error(
            at,
            f"{ref!r} does not name a definition",
            f"references have the form {prefix}NAME",
            "bad-reference",
        )
    elif (name := document.definition_name(ref)) not in document.definition_names:
        yield document.error(
            at, f"{ref!r} has no definition", f"add {name!r} or fix the name", "bad-reference"
        )
