"""Bind a JSON value to a definition: by its method first, never to the root.

The root of a protocol schema accepts any message, so validating against it proves nothing. A
response is bound through the request with its id only where its keys fit: pages reuse ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from codegen.drift.documents.jsontext import is_placeholder
from codegen.drift.editions import Edition
from codegen.drift.examples.issue import Bound, Issue, Part, Unbound
from codegen.drift.examples.structure import by_structure, fits, overlap
from codegen.drift.names import hint
from codegen.drift.rules import Standing, Strength
from codegen.model import Kind, Method, Ref

MEMBERS = ("jsonrpc", "id", "method", "params", "result", "error")
"""The members of JSON-RPC 2.0 messages."""


@dataclass(slots=True)
class Calls:
    """The requests that a page has shown so far: id -> method, and the last one's id."""

    methods: dict[object, str] = field(default_factory=dict)
    last: object = None

    def note(self, value: object) -> None:
        """Remember a request."""
        if isinstance(value, dict) and isinstance(value.get("method"), str) and "id" in value:
            self.last = _key(value["id"])
            self.methods[self.last] = value["method"]


def _key(value: object) -> object:
    return value if isinstance(value, str | int | float | None) else str(value)


def is_message(value: object) -> bool:
    """Whether a value is meant as a JSON-RPC message."""
    if not isinstance(value, dict):
        return False
    if "jsonrpc" in value:
        return True
    if isinstance(value.get("method"), str):
        return bool({"params", "id", "result", "error"} & value.keys())
    return "id" in value and bool({"result", "error"} & value.keys())


def bind(
    edition: Edition,
    value: Any,
    calls: Calls,
    elided: frozenset[str],
    subjects: Sequence[str] = (),
) -> Bound | Unbound:
    """Bind one value; `subjects` are definitions that the text around it names."""
    if isinstance(value, list):
        return _items(edition, value, calls, elided, subjects)
    if not isinstance(value, dict):
        return Unbound("not an object")
    if is_message(value):
        if isinstance(value.get("method"), str):
            return _call(edition, value, "" in elided)
        return _response(edition, value, calls)
    if _is_schema(value):
        return Unbound("a JSON Schema")
    if not value:
        return Unbound("an empty object")
    return by_structure(edition, value, subjects)


def _is_schema(value: Mapping[str, Any]) -> bool:
    return (
        "$schema" in value
        or "$defs" in value
        or "$ref" in value
        or (isinstance(value.get("properties"), dict) and value.get("type") in ("object", None))
    )


def _items(
    edition: Edition,
    value: list[Any],
    calls: Calls,
    elided: frozenset[str],
    subjects: Sequence[str],
) -> Bound | Unbound:
    """A list: messages one by one; other items like the first."""
    if not value:
        return Unbound("an empty list")
    bounds: list[Bound] = []
    first: Bound | Unbound | None = None
    for index, item in enumerate(value):
        if is_message(item):
            calls.note(item)
            found = bind(edition, item, calls, _below(elided, index), subjects)
        elif first is None:
            found = first = bind(edition, item, calls, _below(elided, index), subjects)
        elif isinstance(item, dict):
            found = first
        else:
            continue
        if isinstance(found, Bound):
            bounds.append(_moved(found, f"/{index}"))
    if not bounds:
        return first if isinstance(first, Unbound) else Unbound("a list of nothing known")
    return Bound(
        bounds[0].how,
        max((bound.strength for bound in bounds), key=lambda strength: strength.value),
        tuple(part for bound in bounds for part in bound.parts),
        tuple(issue for bound in bounds for issue in bound.issues),
    )


def _below(elided: frozenset[str], index: int) -> frozenset[str]:
    return frozenset({""}) if f"/{index}" in elided else frozenset()


def _moved(bound: Bound, prefix: str) -> Bound:
    parts = tuple(
        Part(f"{prefix}{part.pointer}", part.definition, part.other) for part in bound.parts
    )
    issues = tuple(
        Issue(
            issue.rule,
            f"{prefix}{issue.pointer}",
            issue.message,
            issue.fix,
            issue.subject,
            issue.standing,
        )
        for issue in bound.issues
    )
    return Bound(bound.how, bound.strength, parts, issues)


def _call(edition: Edition, value: Mapping[str, Any], elided: bool) -> Bound | Unbound:
    name = value["method"]
    if name.startswith("_"):
        return Unbound("an extension method")
    if is_placeholder(name):
        return Unbound("a placeholder for a method")
    methods = edition.methods.get(name)
    if not methods:
        known = hint(name, edition.names.methods)
        message = f"`{name}` is no method of {edition.name}"
        issue = Issue("method-unknown", "/method", message, known, name, Standing.AHEAD)
        return Bound(f"method {name}", Strength.NAMED, (), (issue,), True)
    method = _pick(methods, value)
    parts: list[Part] = []
    issues: list[Issue] = []
    if "result" in value and method.result:
        parts.append(Part("/result", method.result, method.params))
    if "error" in value and edition.model.error:
        parts.append(Part("/error", edition.model.error))
    if "result" not in value and "error" not in value:
        _arguments(edition, method, value, elided, parts, issues)
    elif "params" in value and (method.params or method.notification_params):
        parts.append(Part("/params", method.params or method.notification_params or ""))
    return Bound(f"method {name}", Strength.NAMED, tuple(parts), tuple(issues), True)


def _pick(methods: Sequence[Method], value: Mapping[str, Any]) -> Method:
    wanted = Kind.REQUEST if "id" in value or "result" in value else Kind.NOTIFICATION
    return next((one for one in methods if one.kind in (wanted, Kind.BOTH)), methods[0])


def _arguments(
    edition: Edition,
    method: Method,
    value: Mapping[str, Any],
    elided: bool,
    parts: list[Part],
    issues: list[Issue],
) -> None:
    asks = "id" in value
    definition = method.params if asks else method.notification_params
    if definition is None:
        definition = method.notification_params or method.params
        if asks and method.kind is Kind.NOTIFICATION:
            message = f"`{method.name}` is a notification, and this has an `id`"
            issues.append(Issue("json-side", "/id", message, "drop the `id`", method.name))
        elif not asks and not elided and method.kind is Kind.REQUEST:
            message = f"`{method.name}` is a request, and this has no `id`"
            issues.append(Issue("json-side", "/method", message, "add an `id`", method.name))
    if definition is None:
        return
    if "params" in value:
        parts.append(Part("/params", definition, method.result))
    elif not elided:
        sets = sorted((sorted(form.required) for form in edition.forms(Ref(definition))), key=len)
        needed = sets[0] if sets else []
        if needed:
            what = ", ".join(f"`{key}`" for key in needed)
            message = f"`params` is missing; {definition} requires {what}"
            issues.append(Issue("json-schema", "", message, "add it", f"{definition}.params"))


def _response(edition: Edition, value: Mapping[str, Any], calls: Calls) -> Bound | Unbound:
    if "error" in value and edition.model.error:
        part = Part("/error", edition.model.error)
        return Bound("error of a response", Strength.NAMED, (part,), (), True)
    if "result" not in value:
        return Unbound("a message without method, result and error")
    result = value["result"]
    number = _key(value.get("id"))
    asked = calls.methods.get(number)
    paired = next(
        (method for method in edition.methods.get(asked or "", ()) if method.result), None
    )
    if paired is not None and paired.result:
        how = f"response to {paired.name} by id"
        part = Part("/result", paired.result, paired.params)
        if not isinstance(result, dict) or fits(edition, paired.result, result):
            return Bound(how, Strength.NAMED, (part,), (), True)
        other = _best_response(edition, result)
        if other is not None:
            # Right behind its request it is that one's answer, whatever else it looks like.
            doubtful = Bound(how, Strength.STRUCTURAL, (part,), (), True)
            return doubtful if number == calls.last else other
        if overlap(edition, paired.result, result) or number == calls.last:
            return Bound(how, Strength.NAMED, (part,), (), True)
        return Unbound("a result whose keys don't fit its request")
    if not isinstance(result, dict) or not result:
        return Unbound("a result without its request")
    return _best_response(edition, result) or _near_response(edition, result)


def _best_response(edition: Edition, result: Mapping[str, Any]) -> Bound | None:
    for method in edition.model.methods:
        if method.result and result and fits(edition, method.result, result):
            part = Part("/result", method.result, method.params)
            how = f"response to {method.name} by its keys"
            return Bound(how, Strength.STRUCTURAL, (part,), (), True)
    return None


def _near_response(edition: Edition, result: Mapping[str, Any]) -> Bound | Unbound:
    ranked = sorted(
        (
            (overlap(edition, method.result, result), method.name, method)
            for method in edition.model.methods
            if method.result
        ),
        key=lambda entry: (-entry[0], entry[1]),
    )
    if (
        ranked
        and ranked[0][0] * 2 > len(result)
        and ranked[0][0] > (ranked[1][0] if len(ranked) > 1 else 0)
    ):
        method = ranked[0][2]
        part = Part("/result", method.result or "", method.params)
        how = f"response to {method.name} by its keys"
        return Bound(how, Strength.STRUCTURAL, (part,), (), True)
    return Unbound("a result without its request")
