"""Bad input: exit code 2, one line that says where, what and what to do, and nothing touched."""

from __future__ import annotations

import importlib
import json
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tool.conftest import SMALL, Run, files_below

STRING = {"type": "string"}

# The package offers the function of the same name.
load_module = importlib.import_module("codegen.source.load")


def definitions(**named: Any) -> bytes:
    """A schema file with these definitions, one per line, so that lines mean something."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in named.items())
    return f'{{"$defs": {{\n{lines}\n}}}}'.encode()


def deep(levels: int) -> bytes:
    return b'{"items":' * levels + b"{}" + b"}" * levels


def with_field(**keywords: Any) -> bytes:
    return definitions(Lamp={"type": "object", "properties": {"on": keywords}})


AT_FIELD = " at /$defs/Lamp/properties/on/"

# name: (content, place after the file name, a piece of what is wrong, a piece of the cure)
CASES: dict[str, tuple[bytes, str, str, str]] = {
    "empty": (b"", "", "empty", "a schema is a JSON object"),
    "only space": (b" \n\t\n", "", "empty", "a schema is a JSON object"),
    "not JSON": (b'{\n  "a": 1,\n  "b": }', ":3:8", "not JSON: expecting value", "fix the syntax"),
    "cut off": (b'{"a": [', ":1:8", "not JSON", "fix the syntax"),
    "two documents": (b"{}\n{}", ":2:1", "not JSON: extra data", "fix the syntax"),
    "a list": (b"[]", ":1:1 at /", "not a schema", "JSON object"),
    "a boolean": (b"true", ":1:1 at /", "not a schema", "JSON object"),
    "not UTF-8": (b'{\n "a": "\xc3\xa9\xff"}', ":2:9", "not UTF-8: byte 0xff", "save it as UTF-8"),
    "not UTF-8 behind a mark": (b"\xef\xbb\xbf\n\xe9", ":2:1", "byte 0xe9", "save it as UTF-8"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), ":1:1", "not UTF-8", "save it as UTF-8"),
    "half a pair": (
        b'{"$defs": {"A": {"type": "string",\n"description": "\\ud83d"}}}',
        ":2:1 at /$defs/A/description",
        "half a surrogate pair",
        "write the whole character",
    ),
    "half a pair in a key": (
        b'{"$defs":\n{"\\udc00": {}}}',
        ":1:2 at /$defs",
        "half a surrogate pair",
        "write the whole character",
    ),
    "100,000 levels": (deep(100_000), ":1:1", "nested deeper than", "into definitions"),
    "100,000 open lists": (b"[" * 100_000, ":1:1", "nested deeper than", "into definitions"),
    "too deep for us": (
        deep(load_module.MAX_DEPTH + 1),
        " at " + "/items" * (load_module.MAX_DEPTH + 1),
        "nested deeper than",
        "into definitions",
    ),
    "NaN": (
        b'{"$defs": {"A": {"type": "number", "description": "NaN",\n "minimum": NaN}}}',
        ":2:13",
        "NaN is not a number",
        "finite",
    ),
    "an infinite number": (
        b'{"$defs": {"A": {"type": "number",\n "minimum": 1e999}}}',
        ":2:13",
        "1e999 is not a number",
        "finite",
    ),
    "an endless number": (b'{"minimum": ' + b"9" * 5000 + b"}", ":1:13", "9999", "fewer digits"),
    "the same key twice": (
        b'{"$defs": {"A": {"type": "string",\n  "type": "integer"}}}',
        ":2:3 at /$defs/A/type",
        "the same key stands twice",
        "keep one",
    ),
    "the same key twice, spelt otherwise": (
        b'{"$defs": {"A": {}, "\\u0041": {}}}',
        ":1:21 at /$defs/A",
        "the same key stands twice",
        "keep one",
    ),
    "draft-07": (
        b'{"$schema": "http://json-schema.org/draft-07/schema#"}',
        ":1:2 at /$schema",
        "the dialect draft-07 is not supported",
        "draft 2020-12",
    ),
    "an unheard-of dialect": (
        b'{\n"$schema": "https://example.org/mine"}',
        ":2:1 at /$schema",
        "'https://example.org/mine' is not supported",
        "draft 2020-12",
    ),
    "a dialect that is no text": (b'{"$schema": 7}', ":1:2 at /$schema", "7", "draft 2020-12"),
    "not valid in its dialect": (
        with_field(type="text"),
        AT_FIELD + "type",
        "not valid in draft 2020-12",
        "JSON Schema reference",
    ),
    "unknown keyword": (
        with_field(type="integer", multipleOf=2),
        AT_FIELD + "multipleOf",
        "unknown keyword 'multipleOf'",
        "ignored-keywords",
    ),
    "unknown extension": (
        with_field(**{"x-colour": "red"}),
        AT_FIELD + "x-colour",
        "unknown extension 'x-colour'",
        "ignored-keywords",
    ),
    "root keyword inside": (
        with_field(**{"$defs": {}}),
        AT_FIELD + "$defs",
        "unknown keyword '$defs'",
        "remove it",
    ),
    "dangling reference": (
        with_field(**{"$ref": "#/$defs/Lmap"}),
        AT_FIELD + "$ref",
        "'#/$defs/Lmap' has no definition",
        "fix the name",
    ),
    "remote reference": (
        with_field(**{"$ref": "https://example.org/lamp.json"}),
        AT_FIELD + "$ref",
        "leads out of this file",
        "nothing is fetched",
    ),
    "reference to a neighbour": (
        with_field(**{"$ref": "lamp.json#/$defs/Lamp"}),
        AT_FIELD + "$ref",
        "leads out of this file",
        "nothing is fetched",
    ),
    "reference into a definition": (
        with_field(**{"$ref": "#/$defs/Lamp/properties/on"}),
        AT_FIELD + "$ref",
        "does not name a definition",
        "#/$defs/NAME",
    ),
    "reference to an anchor": (
        with_field(**{"$ref": "#lamp"}),
        AT_FIELD + "$ref",
        "does not name a definition",
        "#/$defs/NAME",
    ),
    "the schema false": (
        with_field(**{"items": False, "type": "array"}),
        AT_FIELD + "items",
        "`false` accepts nothing",
        "remove",
    ),
    "a property named like a keyword, false": (
        definitions(A={"type": "object", "properties": {"additionalProperties": False}}),
        "at /$defs/A/properties/additionalProperties",
        "`false` accepts nothing",
        "remove",
    ),
    "wrong value of an extension": (
        with_field(**{"x-deserialize-default-on-error": "yes"}),
        AT_FIELD + "x-deserialize-default-on-error",
        "must be true or false",
        "write true",
    ),
    "unknown side": (
        definitions(A={"x-side": "server"}),
        "at /$defs/A/x-side",
        "'server'",
        "agent, client, protocol, both",
    ),
}

# What the loader lets through and no shape can be made of.
SHAPELESS: dict[str, tuple[bytes, str, str, str]] = {
    "a circle of references": (
        definitions(
            A={"$ref": "#/$defs/B"},
            B={"anyOf": [{"$ref": "#/$defs/C"}, {"type": "null"}]},
            C={"allOf": [{"$ref": "#/$defs/A"}]},
        ),
        " at /$defs/A",
        "a circle of references with no structure: A -> B -> C -> A",
        "give one of them a type",
    ),
    "a definition that is itself": (
        definitions(A={"$ref": "#/$defs/A"}),
        ":2:1 at /$defs/A",
        "A -> A",
        "give one of them a type",
    ),
    "objects that take over each other": (
        definitions(
            A={"type": "object", "properties": {"a": STRING}, "allOf": [{"$ref": "#/$defs/B"}]},
            B={"type": "object", "properties": {"b": STRING}, "allOf": [{"$ref": "#/$defs/A"}]},
        ),
        " at /$defs/A/allOf/0",
        "takes over itself",
        "break the circle",
    ),
    "two languages for one choice": (
        with_field(anyOf=[STRING, {"type": "null"}], oneOf=[STRING, {"type": "null"}]),
        "at /$defs/Lamp/properties/on",
        "anyOf beside oneOf",
        "keep one",
    ),
    "a constraint without a type": (
        with_field(items=STRING),
        AT_FIELD + "items",
        "items without a type",
        "a schema with a type",
    ),
    "a constraint beside a reference": (
        definitions(A=STRING, B={"$ref": "#/$defs/A", "minLength": 2}),
        "at /$defs/B/minLength",
        "minLength beside $ref",
        "move it",
    ),
    "a constraint beside a choice": (
        with_field(anyOf=[STRING, {"type": "null"}], maxLength=2),
        "at /$defs/Lamp/properties/on/maxLength",
        "maxLength beside anyOf",
        "move it",
    ),
    "texts joined like objects": (
        definitions(A=STRING, B={"allOf": [{"$ref": "#/$defs/A"}, {"properties": {"b": STRING}}]}),
        "at /$defs/B/allOf/0",
        "only objects can be joined",
        "$ref alone",
    ),
}  # fmt: skip


@pytest.fixture
def refused(run: Run, tmp_path: Path) -> Callable[..., str]:
    """(content of a schema file) → the message, after all that every refusal has in common."""

    def call(content: bytes, pages: bool = True) -> str:
        schema = tmp_path / "bad.json"
        schema.write_bytes(content)
        output = tmp_path / "output"
        (output / "lamps").mkdir(parents=True, exist_ok=True)
        (output / "lamps" / "models.py").write_text("kept = True\n")
        (output / "page.mdx").write_text("kept\n")
        before = files_below(output)
        messages = {run("bindings", schema, "-o", output, "--package", "lamps").message}
        if pages:
            messages.add(run("docs", schema, "-o", output / "page.mdx").message)
        assert files_below(output) == before | {".lamps.lock": b""} or files_below(output) == before
        assert len(messages) == 1, messages
        (message,) = messages
        assert message.startswith(f"{schema}")
        return message.removeprefix(str(schema))

    return call


@pytest.mark.parametrize("name", [*CASES, *SHAPELESS])
def test_a_bad_schema_is_refused_in_one_line(refused: Callable[..., str], name: str) -> None:
    content, place, what, cure = {**CASES, **SHAPELESS}[name]
    message = refused(content, pages=name in CASES)
    where, rest = message.split(": ", 1)
    assert where.endswith(place)
    assert what in rest
    assert cure in rest.split("; ", 1)[1]
    assert len(message) < 1200


PLACED = [name for name, case in {**CASES, **SHAPELESS}.items() if " at /" in case[1]]


@pytest.mark.parametrize("name", PLACED)
def test_line_and_column_lead_to_the_place(refused: Callable[..., str], name: str) -> None:
    content = {**CASES, **SHAPELESS}[name][0]
    message = refused(content, pages=False)
    found = re.match(r":(\d+):(\d+) at (\S*)/([^/\s]*): ", message)
    assert found, message
    spot = content.decode().split("\n")[int(found[1]) - 1][int(found[2]) - 1 :]
    token = found[4]
    if token.isdigit() or not token:
        assert spot[0] in '{["t'
    else:
        assert json.JSONDecoder().raw_decode(spot)[0] == token


def test_a_missing_schema_is_refused(run: Run, tmp_path: Path) -> None:
    message = run("bindings", tmp_path / "no.json", "-o", tmp_path / "o", "--package", "p").message
    assert message == f"{tmp_path}/no.json: no such file; check the path"
    assert not (tmp_path / "o").exists()


def test_a_folder_is_no_schema(run: Run, tmp_path: Path) -> None:
    message = run("lint", tmp_path).message
    assert message == f"{tmp_path}: can't be read (Is a directory); name a readable file"


def test_a_schema_over_the_limit_is_refused(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = json.dumps(SMALL).encode()
    monkeypatch.setattr(load_module, "MAX_BYTES", len(content) - 1)
    assert refused(content) == ": larger than 0 MB; is this really a schema?"


def test_a_schema_of_the_limit_is_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = json.dumps(SMALL).encode()
    monkeypatch.setattr(load_module, "MAX_BYTES", len(content))
    (tmp_path / "s.json").write_bytes(content)
    assert run("lint", tmp_path / "s.json").code == 0


def test_a_huge_file_is_not_read_to_its_end(run: Run, tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(200 * 1024 * 1024)
    assert run("lint", huge).message == f"{huge}: larger than 64 MB; is this really a schema?"


@pytest.mark.parametrize("style", ["items", "additionalProperties", "properties", "anyOf"])
def test_a_schema_of_the_greatest_depth_goes_through(run: Run, tmp_path: Path, style: str) -> None:
    schema: dict[str, Any] = dict(STRING)
    wrap: dict[str, Callable[[Any], Any]] = {
        "items": lambda inner: {"type": "array", "items": inner},
        "additionalProperties": lambda inner: {"type": "object", "additionalProperties": inner},
        "properties": lambda inner: {"type": "object", "properties": {"a": inner}},
        "anyOf": lambda inner: {"anyOf": [inner, {"type": "null"}]},
    }
    levels = (load_module.MAX_DEPTH - 4) // (1 if style in ("items", "additionalProperties") else 2)
    for _ in range(levels):
        schema = wrap[style](schema)
    path = tmp_path / "deep.json"
    path.write_bytes(with_field(**schema))
    outcome = run("bindings", path, "-o", tmp_path / "o", "--package", "deep")
    assert (outcome.code, outcome.err) == (0, "")


def test_nothing_is_fetched(refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    monkeypatch.setattr(socket, "socket", lambda *args, **more: calls.append(args))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: calls.append(args))
    monkeypatch.setattr(socket, "create_connection", lambda *args, **more: calls.append(args))
    refused(with_field(**{"$ref": "http://127.0.0.1:9/lamp.json"}))
    refused(b'{"$schema": "http://127.0.0.1:9/dialect"}')
    assert calls == []


KEYWORDS = [
    "const",
    "required",
    "enum",
    "items",
    "properties",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "$ref",
    "$defs",
    "default",
    "description",
    "title",
    "type",
    "additionalProperties",
    "discriminator",
    "x-side",
    "x-method",
    "$schema",
    "$id",
    "format",
]


def test_properties_may_be_named_like_keywords(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "keywords.json"
    described = {word: {"type": "string", "description": f"The word {word}."} for word in KEYWORDS}
    lamp = {
        "type": "object",
        "description": "A lamp.",
        "properties": described,
        "required": KEYWORDS,
    }
    path.write_bytes(
        definitions(
            Lamp=lamp,
            Lamps={"type": "array", "description": "Lamps.", "items": {"$ref": "#/$defs/Lamp"}},
        )
    )
    assert run("bindings", path, "-o", tmp_path / "o", "--package", "words").code == 0
    assert run("docs", path, "-o", tmp_path / "page.mdx").code == 0
    assert run("lint", path).code == 0


def test_definitions_may_be_named_like_keywords(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "keywords.json"
    path.write_bytes(
        definitions(
            **{word: {"type": "array", "items": {"$ref": f"#/$defs/{word}"}} for word in KEYWORDS}
        )
    )
    assert run("bindings", path, "-o", tmp_path / "o", "--package", "words").code == 0


def test_data_that_looks_like_a_schema_is_not_walked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    looks = {"$ref": "nowhere.json", "x-foo": 1}
    path.write_bytes(with_field(default=looks, examples=[looks]))
    assert run("bindings", path, "-o", tmp_path / "o", "--package", "data").code == 0


@pytest.mark.parametrize("name", ["a/b", "a~b", "~1", "a b", "%41", "Ünï"])
def test_references_escape_names_as_pointers_do(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "escapes.json"
    token = name.replace("~", "~0").replace("/", "~1")
    path.write_bytes(
        definitions(**{name: STRING}, Use={"type": "array", "items": {"$ref": f"#/$defs/{token}"}})
    )
    assert run("bindings", path, "-o", tmp_path / "o", "--package", "escapes").code == 0


def ignoring(project: Path, line: str) -> None:
    pyproject = project / "pyproject.toml"
    pyproject.write_text(f"{pyproject.read_text()}\n[tool.acp-codegen.ignored-keywords]\n{line}\n")


def annotated(project: Path) -> Path:
    """The small schema with an extension beside a reference, where it could change the meaning."""
    changed = json.loads(json.dumps(SMALL))
    changed["properties"]["lamp"]["x-colour"] = "red"
    changed["$defs"]["Lamp"]["properties"]["isOn"]["x-colour"] = {"$ref": "ignored"}
    path = project / "schema.json"
    path.write_text(json.dumps(changed))
    return path


def test_a_listed_keyword_is_skipped(run: Run, project: Path) -> None:
    plain = run("bindings", project / "schema.json", "-o", "plain", "--package", "lamps")
    ignoring(project, '"x-colour" = "for the shop window only"')
    path = annotated(project)
    listed = run("bindings", path, "-o", "listed", "--package", "lamps")
    assert (plain.code, listed.code) == (0, 0)
    assert files_below(project / "listed") == files_below(project / "plain")
    assert run("lint", path).code == 0


@pytest.mark.parametrize("reason", ['""', '"  "', "true"])
def test_a_listed_keyword_needs_a_reason(run: Run, project: Path, reason: str) -> None:
    ignoring(project, f'"x-colour" = {reason}')
    message = run("lint", annotated(project)).message
    assert "'x-colour' has no reason" in message
    assert message.startswith("pyproject.toml: ignored-keywords in [tool.acp-codegen]")


@pytest.mark.parametrize("keyword", ["$ref", "pattern", "x-side", "$defs", "description"])
def test_a_keyword_that_is_read_cannot_be_listed(run: Run, project: Path, keyword: str) -> None:
    ignoring(project, f'"{keyword}" = "we do not like it"')
    message = run("lint", project / "schema.json").message
    assert f"{keyword!r} in ignored-keywords is a keyword that the tool reads" in message


@pytest.mark.parametrize(
    "name", ["line\nfeed", "esc\x1b[31m", "\u202eright to left", "tab\t", "\x85"]
)
def test_a_message_is_one_plain_line_whatever_a_schema_is_called(
    run: Run, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "names.json"
    path.write_text(json.dumps({"$defs": {name: {"x-foo": name}}}))
    outcome = run("bindings", path, "-o", tmp_path / "o", "--package", "p")
    assert outcome.code == 2
    assert re.fullmatch(r"[ -~]+\n", outcome.err)
    found = run("lint", path)
    assert found.code == 1
    assert re.fullmatch(r"[ -~]+\n", found.out)


class TestGenerate:
    """The same refusals when a whole project is generated."""

    @pytest.fixture
    def before(self, run: Run, project: Path) -> dict[str, bytes]:
        assert run("generate").code == 0
        return files_below(project / "generated")

    @pytest.mark.parametrize("name", ["empty", "not JSON", "unknown keyword", "remote reference"])
    def test_output_stays(
        self, run: Run, project: Path, before: dict[str, bytes], name: str
    ) -> None:
        content, place, what, _ = CASES[name]
        (project / "schema.json").write_bytes(content)
        for command in ("generate", "check"):
            message = run(command).message
            assert message.startswith("schema.json")
            assert message.split(": ", 1)[0].endswith(place)
            assert what in message
        assert files_below(project / "generated") == before

    def test_a_missing_schema(self, run: Run, project: Path, before: dict[str, bytes]) -> None:
        (project / "schema.json").unlink()
        assert run("generate").message == "schema.json: no such file; check the path"
        assert files_below(project / "generated") == before


def test_a_bad_schema_of_two_is_named_across_processes(run: Run, project: Path) -> None:
    pyproject = project / "pyproject.toml"
    pyproject.write_text(
        pyproject.read_text() + '\n[tool.acp-codegen.editions.v2]\nschema = "second.json"\n'
    )
    (project / "second.json").write_bytes(with_field(multipleOf=2))
    assert run("generate").message.startswith("second.json:2:")
