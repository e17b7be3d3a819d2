"""Type checkers in strict mode accept the bindings, and know what `decode` gives."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from codegen.oneoff import write_bindings
from tests.editions import ROOT
from tests.rules import ON_ERROR
from tests.tolerant import BASE, DIALECT, combinations

CONSUMER = """\
from __future__ import annotations

from typing import Any, Literal, assert_never, assert_type

from msgspec import UNSET, UnsetType, structs

from shapes import (
    Beep,
    Closed,
    ClosedBeep,
    ClosedFlash,
    DecodeError,
    Either,
    Holder,
    Loop,
    Open,
    OpenBeep,
    OpenFlash,
    OpenOther,
    Repair,
    Shade,
    Spot,
    decode,
    encode,
)


def closed(text: bytes) -> int:
    value = decode(Closed, text)
    assert_type(value, ClosedBeep | ClosedFlash)
    match value:
        case ClosedBeep():
            assert_type(value.kind, Literal["beep"])
            return value.hertz
        case ClosedFlash():
            return value.millis
        case _:
            assert_never(value)


def opened(text: str) -> str | int | dict[str, Any]:
    value = decode(Open, text)
    assert_type(value, OpenBeep | OpenFlash | OpenOther)
    match value:
        case OpenBeep(hertz=hertz) | OpenFlash(millis=hertz):
            return hertz
        case OpenOther():
            assert_type(value.kind, str)
            return value.extra


def by_tag(value: Open) -> str:
    if isinstance(value, Beep):
        assert_type(value, OpenBeep)
    return value.kind


def untagged(value: Either) -> Spot | Beep:
    assert_type(decode(Either, {}), Spot | Beep)
    return value


def three_states(holder: Holder) -> str:
    assert_type(holder.note, str | None | UnsetType)
    assert_type(holder.shades, list[Shade] | UnsetType)
    assert_type(holder.table, dict[str, Spot] | None | UnsetType)
    assert_type(holder.flag, bool)
    assert_type(holder.number, int | float | UnsetType)
    if holder.note is UNSET:
        return "no change"
    if holder.note is None:
        return "cleared"
    return holder.note.upper()


def collections(text: bytes) -> None:
    assert_type(decode(list[Closed], text), list[ClosedBeep | ClosedFlash])
    assert_type(decode(dict[str, Spot], text), dict[str, Spot])
    assert_type(decode(Spot, text), Spot)
    assert_type(decode(Closed | None, text), ClosedBeep | ClosedFlash | None)
    assert_type(encode(decode(Spot, text)), bytes)


def recursive(loop: Loop) -> int:
    kids = loop.kids
    return 1 + (0 if isinstance(kids, UnsetType) else sum(recursive(kid) for kid in kids))


def tolerant(text: bytes) -> list[Repair]:
    repairs: list[Repair] = []
    try:
        decode(Holder, text, on_repair=repairs.append)
    except DecodeError as error:
        assert_type(error.pointer, str)
        assert_type(error.repairs, tuple[Repair, ...])
    return repairs


def made() -> Holder:
    spot = Spot(path="/a", line=None)
    changed = structs.replace(spot, path="/b")
    return Holder(open=OpenOther(kind="hum", extra={"a": 1}), spot=changed.__replace__(line=3))
"""

WRONG = {
    "positional": "Spot('/a')",
    "missing argument": "Spot(line=3)",
    "unknown argument": "Spot(path='/a', lines=3)",
    "wrong type": "Spot(path=7)",
    "null where absent is meant": "Holder(spot=None)",
    "tag as argument": "ClosedBeep(hertz=1, kind='beep')",
    "unlisted word": "Holder(shade='mauve')",
    "no such variant": "decode(Closed, b'').extra",
}
"""Lines that a type checker must refuse: otherwise its silence says nothing."""


def _schema() -> dict[str, Any]:
    table = {"type": ["object", "null"], "additionalProperties": {"$ref": "#/$defs/Spot"}}
    shade = {"$ref": "#/$defs/Shade"}
    holder = {
        "open": {"$ref": "#/$defs/Open"},
        "spot": {"$ref": "#/$defs/Spot"},
        "note": {"type": ["string", "null"], ON_ERROR: True},
        "shade": {"allOf": [shade], ON_ERROR: True},
        "shades": {"type": "array", "items": shade},
        "table": table,
        "flag": {"type": "boolean", "default": False, ON_ERROR: True},
        "number": {"type": "number"},
        "either": {"$ref": "#/$defs/Either"},
        "any": {},
    }
    kids = {"type": "array", "items": {"$ref": "#/$defs/Loop"}}
    simple = {entry.name: entry.definition for entry in combinations()}
    return {
        "$schema": DIALECT,
        "title": "Shapes",
        "$defs": {
            **BASE,
            **simple,
            "Either": {"anyOf": [{"$ref": "#/$defs/Spot"}, {"$ref": "#/$defs/Beep"}]},
            "Loop": {"type": "object", "properties": {"kids": kids}},
            "Holder": {"type": "object", "properties": holder},
        },
    }


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package `shapes`, a file that uses it, and a file full of mistakes."""
    folder = tmp_path_factory.mktemp("typing")
    source = folder / "shapes.json"
    source.write_text(json.dumps(_schema()), "utf-8")
    write_bindings(source, folder, "shapes")
    (folder / "consumer.py").write_text(CONSUMER, "utf-8")
    wrong = "from shapes import *\n" + "".join(f"{line}\n" for line in WRONG.values())
    (folder / "wrong.py").write_text(wrong, "utf-8")
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n", "utf-8")
    config = {"typeCheckingMode": "strict", "pythonVersion": "3.11"}
    (folder / "pyrightconfig.json").write_text(json.dumps(config), "utf-8")
    return folder


def _mypy(folder: Path, *paths: str) -> str:
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file",
        "mypy.ini",
        "--no-error-summary",
        *paths,
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def _pyright(folder: Path, *paths: str) -> list[dict[str, Any]]:
    command = [
        sys.executable,
        "-m",
        "pyright",
        "--outputjson",
        "--pythonpath",
        sys.executable,
        *paths,
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found: list[dict[str, Any]] = json.loads(done.stdout)["generalDiagnostics"]
    return found


def _lines_of_wrong() -> set[int]:
    return set(range(2, 2 + len(WRONG)))


def test_mypy(package: Path) -> None:
    """One run for everything: the package, its user, and the mistakes."""
    complaints = _mypy(package, "shapes", "consumer.py", "wrong.py").splitlines()
    about_wrong = [line for line in complaints if line.startswith("wrong.py:")]
    assert [line for line in complaints if line not in about_wrong] == []
    assert {
        int(line.split(":")[1]) for line in about_wrong if ": error:" in line
    } == _lines_of_wrong()


@pytest.mark.sweep
def test_pyright(package: Path) -> None:
    assert _pyright(package, "shapes", "consumer.py") == []
    about_wrong = _pyright(package, "wrong.py")
    refused = {
        entry["range"]["start"]["line"] + 1 for entry in about_wrong if entry["severity"] == "error"
    }
    assert _lines_of_wrong() <= refused


PROTOCOL = """\
from __future__ import annotations

from typing import Any, assert_never, assert_type

from acp_schema import v1, v2


def first(text: bytes) -> str:
    update = v1.decode(v1.SessionNotification, text).update
    match update:
        case v1.SessionUpdateAgentMessageChunk(content=v1.ContentBlockText(text=words)):
            return words
        case v1.SessionUpdateToolCall():
            return update.title
        case _:
            return update.session_update


def second(update: v2.SessionUpdate) -> dict[str, Any] | None:
    match update:
        case v2.SessionUpdateOther():
            return update.extra
        case v2.SessionUpdateStateUpdate():
            state = update.payload
            match state:
                case v2.StateUpdateOther():
                    return state.extra
                case (
                    v2.StateUpdateRunning()
                    | v2.StateUpdateIdle()
                    | v2.StateUpdateRequiresAction()
                    | v2.StateUpdateUnknown()
                ):
                    return None
                case _:
                    assert_never(state)
        case _:
            return None


def third(text: bytes) -> None:
    assert_type(v1.decode(v1.RequestId, text), int | str | None)
    assert_type(
        v1.decode(v1.EmbeddedResourceResource, text),
        v1.TextResourceContents | v1.BlobResourceContents,
    )
"""


@pytest.mark.sweep
def test_the_protocol_in_use(tmp_path: Path) -> None:
    (tmp_path / "consumer.py").write_text(PROTOCOL, "utf-8")
    (tmp_path / "mypy.ini").write_text(
        f"[mypy]\nstrict = True\nmypy_path = {ROOT / 'generated/python'}\n", "utf-8"
    )
    assert _mypy(tmp_path, "consumer.py") == ""
    config = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT / "generated/python")]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), "utf-8")
    assert _pyright(tmp_path, "consumer.py") == []
