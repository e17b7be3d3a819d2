"""Small schemas with samples, each put through the tool (tests/data/schemas.json)."""

from __future__ import annotations

import ast
import inspect
import itertools
import json
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import msgspec
import pytest
from msgspec import UNSET

from tests.built import build
from tests.editions import ROOT
from tests.rules import same_json

CASES: dict[str, Any] = {
    case["id"]: case for case in json.loads((ROOT / "tests/data/schemas.json").read_text("utf-8"))
}
SAMPLES = [
    pytest.param(name, sample, id=f"{name}-{number}")
    for name, case in CASES.items()
    for number, sample in enumerate(case["expected"].get("samples", ()), 1)
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ModuleType]:
    return {
        name: build(case["input"]["schema"], tmp_path_factory.mktemp(name))
        for name, case in CASES.items()
    }


def _root(built: dict[str, ModuleType], name: str) -> Any:
    return built[name].models.DEFINITIONS[CASES[name]["input"]["schema"]["title"]]


@pytest.mark.parametrize(("name", "sample"), SAMPLES)
def test_sample(built: dict[str, ModuleType], name: str, sample: dict[str, Any]) -> None:
    module = built[name]
    for data in (json.dumps(sample["value"]).encode(), sample["value"]):
        if not sample["accept"]:
            with pytest.raises(module.DecodeError):
                module.decode(_root(built, name), data)
            continue
        value = module.decode(_root(built, name), data)
        if "roundtrip" in sample:
            assert same_json(json.loads(module.encode(value)), sample["roundtrip"])
        if "variant" in sample:
            assert type(value).__name__ == _CLASSES[name, sample["variant"]]


_CLASSES = {
    ("C01", "Beep"): "SignalBeep",
    ("C01", "Flash"): "SignalFlash",
    ("C01", "other"): "SignalOther",
    ("C02", "switch"): "SetKnobSwitch",
    ("C02", "by_name"): "SetKnobByName",
    ("C03", "web"): "LinkWeb",
    ("C03", "pipe"): "PipeLink",  # The branch adds nothing to its payload, so it is the payload.
}


def test_c01_known_branches_extend_their_payload(built: dict[str, ModuleType]) -> None:
    models = built["C01"].models
    assert issubclass(models.SignalBeep, models.Beep)
    assert issubclass(models.SignalFlash, models.Flash)


def test_c02_the_untagged_branch_is_reported(built: dict[str, ModuleType]) -> None:
    later = {"deskId": "d", "knobId": "k", "type": "later", "value": "dim"}
    repairs: list[Any] = []
    built["C02"].decode(_root(built, "C02"), later, on_repair=repairs.append)
    assert [(repair.pointer, repair.kind) for repair in repairs] == [("", "untagged_fallback")]
    without = {key: part for key, part in later.items() if key != "type"}
    repairs.clear()
    built["C02"].decode(_root(built, "C02"), without, on_repair=repairs.append)
    assert repairs == []


def test_c02_every_branch_has_the_shared_properties(built: dict[str, ModuleType]) -> None:
    models = built["C02"].models
    for cls in (models.SetKnobSwitch, models.SetKnobByName):
        assert {"desk_id", "knob_id", "meta", "value"} <= get_type_hints(cls).keys()
    value = models.SetKnobByName(desk_id="d", knob_id="k", value="dim")
    assert json.loads(built["C02"].encode(value)) == {"deskId": "d", "knobId": "k", "value": "dim"}


def test_c03_constructing_invents_no_tag(built: dict[str, ModuleType]) -> None:
    value = built["C03"].models.PipeLink(name="n", command="c", args=[])
    assert json.loads(built["C03"].encode(value)) == {"name": "n", "command": "c", "args": []}
    tagged = built["C03"].models.LinkWeb(name="n", url="u")
    assert json.loads(built["C03"].encode(tagged)) == {"type": "web", "name": "n", "url": "u"}


def test_c04_the_constructor_knows_four_states(built: dict[str, ModuleType]) -> None:
    four = built["C04"].models.Four
    value = four(req="a", req_null=None)
    assert (value.opt, value.opt_null) == (UNSET, UNSET)
    assert built["C04"].encode(value) == b'{"req":"a","reqNull":null}'
    with pytest.raises(TypeError, match="req_null"):
        four(req="a")


def test_c05_whole_numbers_stay_whole(built: dict[str, ModuleType]) -> None:
    value = built["C05"].decode(_root(built, "C05"), b'{"data":[1,1.0,9007199254740993]}')
    assert [type(number) for number in value.data] == [int, float, int]
    assert value.data[2] == 9007199254740993
    child = built["C05"].decode(_root(built, "C05"), b'{"data":0,"kids":[{"data":1,"kids":[]}]}')
    assert child.kids[0].kids == []


def test_c07_names_do_not_depend_on_the_order(built: dict[str, ModuleType], tmp_path: Path) -> None:
    schema = CASES["C07"]["input"]["schema"]
    turned = dict(reversed(schema["properties"].items()))
    other = build({**schema, "properties": turned}, tmp_path).models.Names
    names = built["C07"].models.Names
    wires = [
        {field.encode_name: field.name for field in msgspec.structs.fields(cls)}
        for cls in (names, other)
    ]
    assert wires[0] == wires[1]
    assert len(set(wires[0].values())) == len(schema["properties"])
    assert all(name.isidentifier() for name in wires[0].values())
    assert wires[0]["_meta"] == "meta"
    assert wires[0]["fooBar"] != wires[0]["foo_bar"]
    assert get_type_hints(names)


def test_c08_texts_are_kept(built: dict[str, ModuleType]) -> None:
    module = built["C08"]
    assert module.__file__ is not None
    source = Path(module.__file__).with_name("models.py").read_text("utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile(source, "models.py", "exec")
    assert (inspect.getdoc(module.models.Note) or "").endswith('"loud"')
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    body = next(node for node in classes if node.name == "Note").body
    docs = {
        field.target.id: ast.literal_eval(doc.value)
        for field, doc in itertools.pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(doc, ast.Expr)
    }
    properties = CASES["C08"]["input"]["schema"]["properties"]
    assert docs == {name: part["description"] for name, part in properties.items()}
