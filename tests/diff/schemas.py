"""A tiny protocol to put types into: a note (agent to client), a question and its answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from codegen.diff.classify import Verdict, classify
from codegen.diff.compare import compare
from codegen.diff.facts import Comparison
from codegen.diff.levels import Policy, Switches, Unstable
from codegen.source import SchemaDocument, parse

Schema = dict[str, Any]

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
STRICT = Switches(policy=Policy.STRICT, unstable=Unstable.SAME)
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def obj(required: str = "", **properties: Any) -> Schema:
    """An object; `required` lists names with blanks between them."""
    schema: Schema = {"type": "object", "properties": properties}
    return {**schema, "required": required.split()} if required else schema


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def tagged(value: str, payload: str | None = None, tag: str = "kind", **properties: Any) -> Schema:
    """A branch with a constant tag."""
    const = {"type": "string", "const": value}
    arm = obj(tag, **{tag: const}, **properties)
    return {**arm, "allOf": [ref(payload)]} if payload else arm


def catch_all(*known: str, tag: str = "kind") -> Schema:
    """A branch for every tag but the known ones."""
    return {
        **obj(tag, **{tag: {"type": "string"}}),
        "title": "other",
        "not": {"anyOf": [tagged(value, tag=tag) for value in known]},
        "additionalProperties": True,
    }


def message(schema: Schema, method: str, side: str) -> Schema:
    return {**schema, "x-method": method, "x-side": side}


def envelope(role: str, *names: str) -> Schema:
    """A JSON-RPC message that carries one of some definitions."""
    part = {"anyOf": [ref(name) for name in names]}
    if role == "response":
        return {**obj("id result", id=ref("Id"), result=part), "x-docs-ignore": True}
    members = {"method": {"type": "string"}, "params": part}
    if role == "request":
        members["id"] = ref("Id")
    needed = "method" if role == "notification" else "id method"
    return {**obj(needed, **members), "x-docs-ignore": True}


def schema(*, note: Schema, ask: Schema, answer: Schema, **definitions: Schema) -> Schema:
    """A protocol with three messages and some definitions."""
    return {
        "$schema": DIALECT,
        "title": "Toy",
        "anyOf": [
            {"title": "Agent", "anyOf": [ref("AgentResponse"), ref("AgentNotification")]},
            {"title": "Client", "anyOf": [ref("ClientRequest")]},
        ],
        "$defs": {
            "AgentNotification": envelope("notification", "Note"),
            "AgentResponse": envelope("response", "AskResponse"),
            "ClientRequest": envelope("request", "AskRequest"),
            "Id": {"type": ["integer", "string"]},
            "Note": message(note, "note/send", "client"),
            "AskRequest": message(ask, "note/ask", "agent"),
            "AskResponse": message(answer, "note/ask", "agent"),
            **definitions,
        },
    }


_HOLDER = obj("keep", keep={"type": "string"})


def carrying(body: Schema, way: str = "note", **definitions: Schema) -> Schema:
    """A protocol in which one message carries `Body` as a required property."""
    holder = obj("body", body=ref("Body"))
    messages = {"note": _HOLDER, "ask": _HOLDER, "answer": _HOLDER, way: holder}
    return schema(**messages, Body=body, **definitions)


def document(content: Schema, name: str = "schema.json") -> SchemaDocument:
    return parse(json.dumps(content).encode(), name)


def facts(old: Schema, new: Schema) -> Comparison:
    return compare(document(old, "old.json"), document(new, "new.json"))


def judged(old: Schema, new: Schema, switches: Switches = STRICT) -> tuple[Verdict, ...]:
    return classify(facts(old, new), switches)


def bare(*, root: Schema | None = None, **definitions: Schema) -> Schema:
    """A schema without messages."""
    return {"$schema": DIALECT, **(root or {}), "$defs": definitions}
