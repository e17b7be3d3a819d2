"""Forms that our own schemas don't have, or that have misled other tools."""

from __future__ import annotations

from typing import Any

import pytest

from codegen.diff.facts import Direction
from codegen.diff.levels import Level
from codegen.errors import InputError
from tests.diff.schemas import (
    bare,
    carrying,
    catch_all,
    document,
    envelope,
    facts,
    judged,
    message,
    obj,
    ref,
    schema,
    tagged,
)

STRING, INTEGER = {"type": "string"}, {"type": "integer"}


def rules(old: dict[str, Any], new: dict[str, Any], way: str = "note") -> list[tuple[str, str]]:
    """Rule and level of each change of a body, texts and spelling left out."""
    return [
        (verdict.rule.id, verdict.level.value)
        for verdict in judged(carrying(old, way), carrying(new, way))
        if verdict.level.at_least(Level.COMPATIBLE)
    ]


def test_tuples_are_compared_place_by_place() -> None:
    old = {"type": "array", "prefixItems": [STRING, INTEGER], "items": STRING}
    new = {"type": "array", "prefixItems": [STRING, STRING], "items": STRING}
    assert rules(old, old) == []
    assert rules(obj(p=old), obj(p=new)) == [("ACP203", "breaking")]


@pytest.mark.parametrize(
    "keyword",
    ["patternProperties", "propertyNames", "dependentRequired", "minProperties", "if", "x-unheard-of"],
)  # fmt: skip
def test_assertions_without_a_form_are_never_lost(keyword: str) -> None:
    values = {"dependentRequired": ({"a": ["b"]}, {"a": ["c"]}), "minProperties": (1, 2)}
    one, other = values.get(keyword, ({"x": {"type": "string"}}, {"x": {"type": "integer"}}))
    if keyword in ("propertyNames", "if"):
        one, other = {"minLength": 1}, {"minLength": 2}
    found = rules({"type": "object", keyword: one}, {"type": "object", keyword: other})
    assert {rule for rule, _ in found} <= {"ACP206", "ACP207"}
    assert found


def test_properties_named_like_keywords() -> None:
    names = ("const", "enum", "items", "properties", "required", "anyOf", "oneOf", "not", "$ref", "type",
             "description", "default", "x-method")  # fmt: skip
    old = {"type": "object", "required": [*names], "properties": dict.fromkeys(names, STRING)}
    assert rules(old, old) == []
    new = {**old, "properties": {**old["properties"], "const": INTEGER}}
    (verdict,) = judged(carrying(old), carrying(new))
    assert verdict.change.path == "Body.const"


def test_payload_with_members_like_an_envelope() -> None:
    """Only what the root joins is an envelope; payloads may have `method`, `params`, `error`."""
    inner = obj(
        "id", id=STRING, method=STRING, params=ref("Part"), error=ref("Part"), result=ref("Part")
    )
    old, new = carrying(inner, Part=obj(a=STRING)), carrying(inner, Part=obj(a=INTEGER))
    (verdict,) = judged(old, new)
    assert verdict.change.directions == (Direction.A2C,)


def test_circles_end() -> None:
    tree = obj("children", children={"type": "array", "items": ref("Body")})
    assert rules(tree, tree) == []
    grown = {**tree, "properties": {**tree["properties"], "name": STRING}}
    assert rules(tree, grown) == [("ACP101", "compatible")]
    loop = {"anyOf": [ref("Body"), STRING]}
    assert rules(loop, loop) == []


@pytest.mark.parametrize(
    "target", ["#/$defs/Nowhere", "other.json#/$defs/X", "#/$defs/Body/properties/q"]
)
def test_references_that_lead_nowhere(target: str) -> None:
    broken = carrying(obj(p={"$ref": target}))
    with pytest.raises(InputError) as raised:
        facts(broken, carrying(obj()))
    assert raised.value.at is not None
    assert raised.value.at.pointer == "/$defs/Body/properties/p/$ref"


def test_references_into_a_definition_are_followed() -> None:
    inside = {"$ref": "#/$defs/Part/properties/a"}
    parts = [{"Part": obj(a=kind)} for kind in (STRING, INTEGER)]
    old, new = (carrying(obj(p=inside), **part) for part in parts)
    assert [v.rule.id for v in judged(old, new) if v.level is Level.BREAKING] == ["ACP203"]


def test_methods_of_third_parties_hit_no_agent_and_no_client() -> None:
    def with_proxy(kind: dict[str, Any]) -> dict[str, Any]:
        content = carrying(obj(), Relay=message(obj("p", p=kind), "relay/start", "proxy"))
        content["$defs"]["ProxyRequest"] = envelope("request", "Relay")
        content["anyOf"].append({"title": "Proxy", "anyOf": [ref("ProxyRequest")]})
        return content

    levels = {v.level for v in judged(with_proxy(STRING), with_proxy(INTEGER))}
    assert levels == {Level.SOURCE}


def test_methods_of_both_sides_go_both_ways() -> None:
    def both(kind: dict[str, Any]) -> dict[str, Any]:
        content = carrying(obj())
        content["$defs"]["Note"] = message(obj("p", p=kind), "note/send", "both")
        return content

    (verdict,) = judged(both({"enum": ["a"]}), both({"enum": ["a", "z"]}))
    assert verdict.breaks == ("agent", "client")


def test_a_method_that_is_a_request_here_and_a_notification_there() -> None:
    """Dropping the one is no change of the other, although they share a name."""
    content = carrying(obj())
    extra = message(obj(), "note/send", "agent")
    content["$defs"] |= {"Ping": extra, "ClientNotification": envelope("notification", "Ping")}
    content["anyOf"].append({"title": "Client", "anyOf": [ref("ClientNotification")]})
    found = [(v.rule.id, v.breaks) for v in judged(content, carrying(obj())) if v.breaks]
    assert found == [("ACP502", ("client",))]


def test_a_message_without_methods_that_was_renamed_is_no_news() -> None:
    def plain(name: str) -> dict[str, Any]:
        return {
            **bare(AgentNotification={"anyOf": [ref(name)]}, **{name: obj("a", a=STRING)}),
            "anyOf": [{**ref("AgentNotification"), "title": "Notification"}],
        }

    verdicts = judged(plain("StopNotification"), plain("StoppedNotification"))
    assert [(v.rule.id, v.level.value) for v in verdicts] == [("ACP703", "source")]


def test_tolerance_is_a_property_of_the_path() -> None:
    """The same type, once behind a tolerant property only, once in the open as well."""
    forgiving = {**ref("Part"), "x-deserialize-default-on-error": True}
    old, new = obj("a", a=STRING), obj("a", a=INTEGER)
    for body, level in ((obj(p=forgiving), "risk"), (obj(p=forgiving, q=ref("Part")), "breaking")):
        (verdict,) = [
            v for v in judged(carrying(body, Part=old), carrying(body, Part=new)) if v.breaks
        ]
        assert (verdict.change.path, verdict.level.value) == ("Part.a", level)
        assert verdict.tolerated is (level == "risk")


def test_dropped_items_guard_what_is_in_them() -> None:
    items = {"type": "array", "items": ref("Part"), "x-deserialize-skip-invalid-items": True}
    old, new = (carrying(obj(p=items), Part=obj("a", a=kind)) for kind in (STRING, INTEGER))
    (verdict,) = [v for v in judged(old, new) if v.breaks]
    assert (verdict.rule.id, verdict.level, verdict.softened_by) == (
        "ACP203",
        Level.RISK,
        "tolerance",
    )


def test_default_on_error_does_not_help_a_missing_property() -> None:
    tolerant = {**STRING, "x-deserialize-default-on-error": True}
    assert rules(obj("p", p=tolerant), obj(p=tolerant)) == [("ACP107", "breaking")]


def test_what_never_meets_is_a_risk_and_says_so() -> None:
    old = carrying(obj("old_part", old_part=ref("Part")), Part=obj("a", a=STRING))
    new = carrying(obj("other", other=ref("Part")), Part=obj("a", a=INTEGER))
    (verdict,) = [v for v in judged(old, new) if v.change.path == "Part.a"]
    assert (verdict.level, verdict.softened_by) == (Level.RISK, "shadowed")
    assert "never meet" in verdict.message


def test_unreached_types_change_generated_code_only() -> None:
    old, new = carrying(obj(), Loose=obj("a", a=STRING)), carrying(obj(), Loose=obj("a", a=INTEGER))
    assert {v.level for v in judged(old, new)} == {Level.SOURCE}


def test_branch_removed_from_an_open_union_falls_to_its_catch_all() -> None:
    arms = [tagged("a"), tagged("b")]
    old = {"anyOf": [*arms, catch_all("a", "b")]}
    assert rules(old, {"anyOf": [arms[0], catch_all("a")]}) == [("ACP402", "risk")]
    strict = {**catch_all("a"), "required": ["kind", "size"]}
    strict["properties"] = {**strict["properties"], "size": INTEGER}
    both = {**catch_all("a", "b"), "required": ["kind", "size"], "properties": strict["properties"]}
    found = rules({"anyOf": [*arms, both]}, {"anyOf": [arms[0], strict]})
    assert found == [("ACP402", "breaking")]


def test_union_with_a_second_tag_below_the_first() -> None:
    def state(*reasons: str) -> dict[str, Any]:
        arms = [tagged(reason, tag="reason") for reason in reasons]
        return {"anyOf": arms}

    def update(*reasons: str) -> dict[str, Any]:
        return carrying(
            {"oneOf": [tagged("state", "State"), tagged("text")]}, "answer", State=state(*reasons)
        )

    (verdict,) = [
        v for v in judged(update("done", "over"), update("done", "over", "late")) if v.breaks
    ]
    assert (verdict.rule.id, verdict.breaks, verdict.change.variant) == (
        "ACP401",
        ("client",),
        "reason=late",
    )


def test_requests_may_lose_their_response_type_without_a_false_alarm() -> None:
    old = schema(note=obj(), ask=obj(), answer=obj("a", a=STRING))
    new = schema(note=obj(), ask=obj(), answer={"type": "null"})
    assert {v.rule.id for v in judged(old, new) if v.level is Level.BREAKING} == {
        "ACP202",
        "ACP204",
    }


def test_bad_documents_name_their_place() -> None:
    with pytest.raises(InputError, match="not valid in draft 2020-12"):
        document({"properties": {"a": {"type": "nothing"}}})


def test_forms_of_arrays_are_matched_by_what_they_hold() -> None:
    forms = [{"type": "array", "items": kind} for kind in (obj("a", a=STRING), obj("b", b=INTEGER))]
    assert rules(obj(p={"anyOf": forms}), obj(p={"anyOf": forms[::-1]})) == []
    third = {"type": "array", "items": obj("c", c=STRING)}
    grown = rules(obj(p={"anyOf": forms}), obj(p={"anyOf": [third, *forms]}))
    assert grown == [("ACP211", "breaking")]


def test_a_default_answers_one_question_only() -> None:
    """It helps new readers to a property that old writers don't send, and nobody else."""
    added = obj("a b", a=STRING, b={**STRING, "default": "x"})
    assert rules(obj("a", a=STRING), added) == [("ACP102", "risk")]
    closed = {"additionalProperties": False}
    (verdict,) = judged(carrying(obj("a", a=STRING) | closed), carrying(added | closed))
    assert (verdict.level, verdict.breaks) == (Level.BREAKING, ("client",))
    renamed = obj("newName", newName={**STRING, "default": "x"})
    assert rules(obj("new_name", new_name=STRING), renamed) == [("ACP105", "breaking")]
