"""Run the lint rules over one schema file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from codegen.errors import InputError, Place, escape_token
from codegen.findings import Finding
from codegen.lint.descriptions import description_remarks
from codegen.lint.nodes import nodes
from codegen.lint.rules import RULES
from codegen.model import Array, Field, Map, Model, Nullable, Shape, Struct
from codegen.model.model import parts
from codegen.normalise import normalise
from codegen.source import KeywordPolicy, Node, SchemaDocument, check_keywords, read
from codegen.targets.python.planner import plan_module

_APPLIES = {
    keyword: types
    for types, keywords in (
        (("string",), ("minLength", "maxLength", "pattern", "contentEncoding")),
        (("integer", "number"), ("minimum", "maximum")),
        (("array",), ("items", "minItems", "maxItems")),
        (("object",), ("properties", "required", "additionalProperties")),
    )
    for keyword in keywords
}


def lint(path: Path, policy: KeywordPolicy, name: str) -> list[Finding]:
    """All findings for a schema file, in the order of the file.

    Raises `InputError` only where there is nothing to check: the file can't be read as JSON.
    """
    document = read(path, name)
    findings = [_from_error(error) for error in check_keywords(document, policy)]
    if findings:
        return findings
    try:
        model = normalise(document)
        plan_module(model, document.place)
    except InputError as error:
        return [_from_error(error)]
    found = [
        *_node_findings(document),
        *(
            _finding(document, remark.rule, remark.pointer, remark.message, remark.fix)
            for remark in description_remarks(document)
        ),
        *_model_findings(document, model),
        *_unused_exceptions(document, policy),
    ]
    return sorted(found, key=lambda finding: finding.order)


def _from_error(error: InputError) -> Finding:
    rule = RULES[error.rule]
    return Finding(rule.id, rule.severity, error.at or Place("?"), error.what, error.cure)


def _finding(document: SchemaDocument, rule: str, pointer: str, message: str, fix: str) -> Finding:
    return Finding(rule, RULES[rule].severity, document.place(pointer), message, fix)


def _node_findings(document: SchemaDocument) -> Iterator[Finding]:
    """Rules about one node and its keywords."""
    for place in nodes(document):
        node, described = place.node, place.needs_description
        if described and not str(node.get("description", "")).strip():
            yield _finding(
                document, "missing-description", node.pointer, "no description", "describe it"
            )
        properties = node.named("properties")
        declared = properties.keys() | place.inherited
        for wire in node.get("required", ()):
            if "properties" in node and wire not in declared:
                yield _finding(
                    document,
                    "undeclared-required",
                    f"{node.pointer}/required",
                    f"{wire!r} is required but not declared",
                    "declare it or remove it from the list",
                )
            elif wire in properties and "default" in properties[wire]:
                yield _finding(
                    document,
                    "required-with-default",
                    f"{node.pointer}/properties/{escape_token(wire)}",
                    f"{wire!r} is required and has a default",
                    "drop one of the two",
                )
        yield from _idle_keywords(document, node)


def _idle_keywords(document: SchemaDocument, node: Node) -> Iterator[Finding]:
    kinds = node.get("type")
    if kinds is None:
        return
    listed = {kinds} if isinstance(kinds, str) else set(kinds)
    for keyword, types in _APPLIES.items():
        if keyword in node and listed.isdisjoint(types):
            yield _finding(
                document,
                "idle-keyword",
                f"{node.pointer}/{keyword}",
                f"{keyword} says nothing about {' or '.join(sorted(listed))}",
                "remove it or change the type",
            )


def _model_findings(document: SchemaDocument, model: Model) -> Iterator[Finding]:
    """Rules about what the schema means."""
    for field in _fields(model):
        shape = model.resolve(field.shape)
        inner = model.resolve(shape.inner) if isinstance(shape, Nullable) else shape
        if field.tolerance.skip_invalid_items and not isinstance(inner, Array):
            yield _idle_tolerance(document, field, "skip-invalid-items", "an array")
        if field.tolerance.default_on_null and not isinstance(shape, Array | Map):
            yield _idle_tolerance(document, field, "default-on-null", "a list or map without null")
    reached = _reached(document, model)
    for name, definition in model.definitions.items():
        # The root needs nobody to refer to it.
        if name not in reached and definition.at:
            yield _finding(
                document,
                "unreachable-definition",
                definition.at,
                f"nothing leads to {name!r}",
                "refer to it, give it an x-method, or remove it",
            )


def _idle_tolerance(document: SchemaDocument, field: Field, word: str, shape: str) -> Finding:
    return _finding(
        document,
        "idle-tolerance",
        f"{field.at}/x-deserialize-{word}",
        f"x-deserialize-{word} acts on {shape} only",
        "remove it or change the type",
    )


def _fields(model: Model) -> Iterator[Field]:
    seen: set[str] = set()
    stack: list[Shape] = [definition.shape for definition in model.definitions.values()]
    while stack:
        shape = stack.pop()
        if isinstance(shape, Struct):
            for field in shape.fields:
                if field.at not in seen:
                    seen.add(field.at)
                    yield field
        stack += parts(shape)


def _reached(document: SchemaDocument, model: Model) -> set[str]:
    """The definitions that messages lead to; in a schema without messages: from anywhere else."""
    uses: dict[str, set[str]] = {
        name: set(_references(document, node)) for name, node in document.definitions()
    }
    bare = {key: value for key, value in document.root.items() if key != "$defs"}
    start = set(_references(document, Node(document, "", bare)))
    start |= {name for name, node in document.definitions() if "x-method" in node}
    if not start:
        return {other for name, others in uses.items() for other in others if other != name} | {
            name for name, others in uses.items() if others
        }
    reached: set[str] = set()
    stack = [*start, *(name for name in model.definitions if name not in uses)]
    while stack:
        name = stack.pop()
        if name not in reached:
            reached.add(name)
            stack += uses.get(name, ())
    return reached


def _references(document: SchemaDocument, node: Node) -> Iterator[str]:
    stack: list[object] = [node.schema]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            ref = value.get("$ref")
            if isinstance(ref, str) and ref != "#":
                name = document.definition_name(ref)
                if name is not None:
                    yield name
            stack += value.values()
        elif isinstance(value, list):
            stack += value


def _unused_exceptions(document: SchemaDocument, policy: KeywordPolicy) -> Iterator[Finding]:
    for keyword in policy.ignored:
        if f'"{keyword}"' not in document.text:
            yield _finding(
                document, "idle-exception", "", f"{keyword!r} does not occur", "drop the exception"
            )
