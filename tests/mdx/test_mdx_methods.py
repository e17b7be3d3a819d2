"""Prose and kind of messages are found in the envelopes, by side."""

from __future__ import annotations

from codegen.targets.mdx.document import read_document
from codegen.targets.mdx.methods import Kind, group, kinds, sender


def _envelope(*arms: object, **more: object) -> dict[str, object]:
    held = {"params": {"anyOf": [{"anyOf": list(arms)}, {"type": "null"}]}, **more}
    return {"x-docs-ignore": True, "properties": held}


def _arm(name: str, text: str) -> dict[str, object]:
    return {"description": text, "allOf": [{"$ref": f"#/$defs/{name}"}]}


def _placed(side: str, method: str) -> dict[str, object]:
    return {"x-side": side, "x-method": method}


def _prose(definitions: dict[str, object], root: list[object] | None = None) -> dict[str, object]:
    document = read_document({"anyOf": root or [], "$defs": definitions}, ())
    return {
        f"{side}:{method.name}": method.prose
        for side, methods in group(document, {}).sides.items()
        for method in methods
    }


def test_each_side_reads_the_envelopes_it_receives() -> None:
    found = _prose(
        {
            "ClientRequest": _envelope(_arm("Go", "to agent")),
            "AgentRequest": _envelope(_arm("Go", "to client")),
            "Go": _placed("both", "go"),
        }
    )
    assert found == {"agent:go": "to agent", "client:go": "to client"}


def test_requests_come_before_notifications() -> None:
    found = _prose(
        {
            "ClientNotification": _envelope(_arm("Note", "second"), _arm("Lone", "only")),
            "ClientRequest": _envelope({"$ref": "#/$defs/Ask", "description": "first"}),
            "Ask": _placed("agent", "m"),
            "Note": _placed("agent", "m"),
            "Lone": _placed("agent", "lone"),
            "Mute": _placed("agent", "mute"),
        }
    )
    assert found == {"agent:lone": "only", "agent:m": "first", "agent:mute": None}


def test_protocol_level_is_a_definition_or_else_a_root_arm() -> None:
    root: list[object] = [{"title": "ProtocolLevel", **_envelope(_arm("Halt", "root"))}]
    halt: dict[str, object] = {"Halt": _placed("protocol", "$/halt")}
    assert _prose(halt, root) == {"protocol:$/halt": "root"}
    envelope: dict[str, object] = {
        "ProtocolLevelNotification": _envelope(_arm("Halt", "definition"))
    }
    assert _prose({**envelope, **halt}, root) == {"protocol:$/halt": "definition"}


def test_overrides_win() -> None:
    document = read_document({"$defs": {"Ask": _placed("agent", "m")}}, ())
    assert group(document, {"m": "given"}).sides["agent"][0].prose == "given"


def test_kinds_by_envelope_then_by_name() -> None:
    result = {"result": {"anyOf": [{"$ref": "#/$defs/Done"}]}}
    document = read_document(
        {
            "$defs": {
                "AgentCalls": _envelope(_arm("Ask", ""), id={}),
                "AgentSays": _envelope(_arm("Tell", "")),
                "AgentAnswers": {"x-docs-ignore": True, "anyOf": [{"properties": result}]},
                "LateResponse": _placed("agent", "m"),
                "TypeRequest": {"type": "object"},
            }
        },
        (),
    )
    assert kinds(document) == {
        "Ask": Kind.REQUEST,
        "Tell": Kind.NOTIFICATION,
        "Done": Kind.RESPONSE,
        "LateResponse": Kind.RESPONSE,
    }


def test_sender() -> None:
    assert sender("agent", Kind.REQUEST) == ("client", "agent")
    assert sender("agent", Kind.RESPONSE) == ("agent", "client")
    assert sender("client", Kind.NOTIFICATION) == ("agent", "client")
    assert sender("protocol", Kind.REQUEST) is None
