"""Messages with their expected treatment (tests/data/messages.json), field by field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from acp_schema import v1, v2
from msgspec import UNSET

from tests.built import build
from tests.editions import EDITIONS, ROOT
from tests.rules import ON_NULL, same_json

CASES: dict[str, Any] = {
    case["id"]: case for case in json.loads((ROOT / "tests/data/messages.json").read_text("utf-8"))
}

TYPES = {
    "C11": ("v2", "ContentBlock"),
    "C12": ("v2", "RequestPermissionResponse"),
    "C13": ("v2", "ToolCallUpdate"),
    "C15": ("v1", "SessionUpdate"),
    "C17": ("v1", "UsageUpdate"),
    "C18": ("v1", "InitializeResponse"),
    "X04": ("v1", "EmbeddedResourceResource"),
}
"""Cases whose messages are values of one definition. C10 and C16 stand below; X01 is about
envelopes, which `tests/bindings/test_messages*` read."""

MESSAGES = [
    pytest.param(*TYPES[name], message, id=f"{name}-{number}")
    for name in TYPES
    for number, message in enumerate(CASES[name]["input"]["messages"], 1)
]


@pytest.mark.parametrize(("edition", "name", "message"), MESSAGES)
def test_accept_and_roundtrip(edition: str, name: str, message: dict[str, Any]) -> None:
    module, hint = EDITIONS[edition].module, EDITIONS[edition].types[name]
    texts = [json.dumps(message["json"]).encode()]
    if "raw" in message:
        texts.append(message["raw"].encode())
    for text in texts:
        if not message["accept"]:
            with pytest.raises(module.DecodeError):
                module.decode(hint, text)
            continue
        value = module.decode(hint, text)
        if "roundtrip" in message:
            assert same_json(json.loads(module.encode(value)), message["roundtrip"])


def _message(case: str, number: int) -> Any:
    return CASES[case]["input"]["messages"][number - 1]["json"]


@pytest.mark.parametrize("number", [1, 2])
def test_c10_unknown_variant_v2(number: int) -> None:
    message = _message("C10", number)
    value = v2.decode(v2.UpdateSessionNotification, json.dumps(message).encode())
    assert isinstance(value.update, v2.SessionUpdateOther)
    assert value.update.session_update == message["update"]["sessionUpdate"]
    assert json.loads(v2.encode(value)) == message


def test_c10_unknown_variant_v1() -> None:
    with pytest.raises(v1.DecodeError, match="weather_report") as caught:
        v1.decode(v1.SessionNotification, json.dumps(_message("C10", 1)).encode())
    assert caught.value.pointer == "/update/sessionUpdate"


@pytest.mark.parametrize("number", [1, 2])
def test_c11_the_error_is_about_the_text(number: int) -> None:
    with pytest.raises(v2.DecodeError) as caught:
        v2.decode(v2.ContentBlock, json.dumps(_message("C11", number)).encode())
    assert "text" in f"{caught.value.pointer} {caught.value.reason}"


def test_c12_nothing_becomes_consent() -> None:
    outcomes = [
        v2.decode(
            v2.RequestPermissionResponse, json.dumps(_message("C12", number)).encode()
        ).outcome
        for number in (1, 3, 4)
    ]
    classes = [type(outcome) for outcome in outcomes]
    other = v2.RequestPermissionOutcomeOther
    assert classes == [other, v2.RequestPermissionOutcomeCancelled, other]
    assert not any(isinstance(found, v2.RequestPermissionOutcomeSelected) for found in outcomes)


@pytest.mark.parametrize(
    ("number", "title", "content"),
    [(1, UNSET, UNSET), (2, None, None), (3, "", []), (4, UNSET, UNSET)],
)
def test_c13_three_states(number: int, title: Any, content: Any) -> None:
    value = v2.decode(v2.ToolCallUpdate, json.dumps(_message("C13", number)).encode())
    assert (value.title, value.content) == (title, content)


def test_c15_what_is_annotated_is_tolerant() -> None:
    repairs: list[v1.Repair] = []
    text = json.dumps(_message("C15", 1)).encode()
    value = v1.decode(v1.SessionUpdate, text, on_repair=repairs.append)
    assert isinstance(value, v1.SessionUpdateToolCall)
    assert (value.kind, value.status) == (UNSET, UNSET)
    assert not isinstance(value.locations, type(UNSET))
    assert [location.path for location in value.locations] == ["/a", "/b"]
    assert {(repair.pointer, repair.kind) for repair in repairs} == {
        ("/kind", "defaulted"),
        ("/status", "defaulted"),
        ("/locations/1", "skipped_item"),
    }
    assert all(repair.type and repair.reason for repair in repairs)
    with pytest.raises(v1.DecodeError) as caught:
        v1.decode(v1.SessionUpdate, text, strict=True)
    assert set(caught.value.repairs) == set(repairs)


def test_c15_no_array_is_a_default() -> None:
    value = v1.decode(v1.SessionUpdate, json.dumps(_message("C15", 4)).encode())
    assert isinstance(value, v1.SessionUpdateToolCall)
    assert value.locations == []


def test_c17_no_digit_is_lost() -> None:
    value = v1.decode(v1.UsageUpdate, json.dumps(_message("C17", 2)).encode())
    assert value.used == 18446744073709551615
    assert type(value.used) is int


def test_c18_malformed_is_not_supported() -> None:
    values = [
        v1.decode(v1.InitializeResponse, json.dumps(_message("C18", number)).encode())
        for number in (1, 2, 3)
    ]
    capabilities = [value.agent_capabilities for value in values]
    assert [found.load_session for found in capabilities] == [False, False, False]
    assert capabilities[0].session_capabilities.list_ is UNSET
    assert isinstance(capabilities[0].session_capabilities.close, v1.SessionCloseCapabilities)
    assert capabilities[1] == v1.AgentCapabilities()


@pytest.mark.parametrize(
    ("number", "cls"),
    [(1, "TextResourceContents"), (2, "BlobResourceContents"), (4, "TextResourceContents")],
)
def test_x04_the_first_branch_that_fits(number: int, cls: str) -> None:
    message = _message("X04", number)
    for turned in (message, dict(reversed(message.items()))):
        value = v1.decode(v1.EmbeddedResourceResource, json.dumps(turned).encode())
        assert type(value).__name__ == cls
    if number == 4:
        assert "blob" not in json.loads(v1.encode(value))


@pytest.fixture(scope="module")
def tolerant(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """C16's schema: the first edition's own, with the annotation on the four lists."""
    document = json.loads(json.dumps(EDITIONS["v1"].document))
    definitions = document["$defs"]
    definitions["NewSessionRequest"]["properties"]["mcpServers"][ON_NULL] = True
    for name in ("McpServerHttp", "McpServerSse"):
        definitions[name]["properties"]["headers"][ON_NULL] = True
    for wire in ("args", "env"):
        definitions["McpServerStdio"]["properties"][wire][ON_NULL] = True
    needed = _closure(definitions, "NewSessionRequest")
    small = {"$schema": document["$schema"], "title": "Sessions", "$defs": needed}
    for definition in needed.values():
        for key in ("x-method", "x-side"):
            definition.pop(key, None)
    return build(small, tmp_path_factory.mktemp("C16"))


def _closure(definitions: dict[str, Any], start: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    queue = [start]
    while queue:
        name = queue.pop()
        if name not in found:
            found[name] = definitions[name]
            text = json.dumps(definitions[name])
            queue += [other for other in definitions if f'"#/$defs/{other}"' in text]
    return found


@pytest.mark.parametrize("number", range(1, 6))
def test_c16_null_reads_as_empty(tolerant: Any, number: int) -> None:
    message = CASES["C16"]["input"]["messages"][number - 1]
    hint = tolerant.models.NewSessionRequest
    if not message["accept"]:
        with pytest.raises(tolerant.DecodeError):
            tolerant.decode(hint, json.dumps(message["json"]).encode())
        return
    repairs: list[Any] = []
    value = tolerant.decode(hint, json.dumps(message["json"]).encode(), on_repair=repairs.append)
    assert [repair.kind for repair in repairs] == ["null_to_empty"]
    written = json.loads(tolerant.encode(value))
    if "headers" in message:
        assert value.mcp_servers[0].headers == []
        assert written["mcpServers"][0]["headers"] == []
        assert repairs[0].pointer == "/mcpServers/0/headers"
    else:
        assert value.mcp_servers == []
        assert written["mcpServers"] == []
    with pytest.raises(tolerant.DecodeError):
        tolerant.decode(hint, json.dumps(message["json"]).encode(), strict=True)


@pytest.mark.parametrize("number", [1, 4])
def test_c16_not_without_the_annotation(number: int) -> None:
    with pytest.raises(v1.DecodeError):
        v1.decode(v1.NewSessionRequest, json.dumps(_message("C16", number)).encode())


def test_x01_ids_keep_their_own_type() -> None:
    """The part of X01 that is about a definition; the envelopes are read elsewhere."""
    for text in (b"7", b'"7"', b"null"):
        assert v1.encode(v1.decode(v1.RequestId, text)) == text
    for text in (b"7.5", b"7.0", b"true", b"[7]", b"9223372036854775808"):
        with pytest.raises(v1.DecodeError):
            v1.decode(v1.RequestId, text)
