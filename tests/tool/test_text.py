"""Text from a schema is inert: it comes back as it was, and nothing in it ever runs."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from codegen.targets.python.literals import docstring, text_literal, value_literal
from codegen.targets.python.style import styled
from tests.built import build
from tests.tool.conftest import Run
from tests.tool.schemas import STRING, Schema, branch, obj, ref

TEXTS = [
    'ends in a quote"',
    '"starts with one',
    '"""',
    'a """ inside',
    '""""""""""',
    "ends in a backslash\\",
    "two\\\\",
    '\\"""',
    "{{ jinja }}",
    "{% raw %}{{ 1 }}{% endraw %}",
    "{# note #}",
    "</script><script>alert(1)</script>",
    "two\nlines",
    "three\n\nlines\n",
    "\n\nleading lines",
    "  leading spaces",
    "trailing spaces  ",
    "\ttab\t",
    "indented:\n    code\n        more\n  less",
    "trailing on a line  \nnext",
    "carriage\rreturn\r\nboth",
    "form\x0cfeed\x0bvertical\x1f\x00nul\x7f",
    "\u202eright to left\u202c \u2066isolate\u2069",
    "\u2028line\u2029paragraph\x85next",
    "zero\u200bwidth\ufeff",
    "\xa0no-break\u3000wide",
    "emoji 🦀 and 漢字",
    "\U000e0001tag",
    "%s {0} $x `tick`",
    "__import__('os').abort()",
    '"\nimport os\nos.abort()\n"',
    "'''\nraise SystemExit(9)\n'''",
    "*/ --> ]]> ",
    "\\N{BULLET} \\x41 \\u0041",
    "f'{1/0}'",
    " ",
    "\n",
    "   \n   ",
    "x" * 300,
]

ANY_TEXT = st.text(max_size=60) | st.text(alphabet=" \t\n\"\\'a{}%#", max_size=30)


def evaluated(source: str) -> str:
    """What a class with this docstring says of itself, after black, without a warning."""
    module = styled(f"class Lamp:\n    {source}\n\n    x: int\n    {source}\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tree = ast.parse(module)
        compile(module, "lamp.py", "exec")
    lamp = tree.body[0]
    assert isinstance(lamp, ast.ClassDef)
    assert len(lamp.body) == 3
    found = ast.get_docstring(lamp, clean=False)
    assert isinstance(found, str)
    of_field = lamp.body[2]
    assert isinstance(of_field, ast.Expr)
    assert isinstance(of_field.value, ast.Constant)
    assert inspect.cleandoc(of_field.value.value) == inspect.cleandoc(found)
    assert styled(module) == module
    return found


@settings(max_examples=150, deadline=None)
@given(ANY_TEXT)
@example("")
@example('a\\\n"')
def test_a_docstring_evaluates_back(text: str) -> None:
    assert inspect.cleandoc(evaluated(docstring(text))) == inspect.cleandoc(text)


@pytest.mark.sweep
@settings(max_examples=3000, deadline=None)
@given(ANY_TEXT)
def test_a_docstring_evaluates_back_at_length(text: str) -> None:
    assert inspect.cleandoc(evaluated(docstring(text))) == inspect.cleandoc(text)


@pytest.mark.parametrize("text", TEXTS)
def test_a_hard_docstring_evaluates_back(text: str) -> None:
    source = docstring(text)
    assert inspect.cleandoc(evaluated(source)) == inspect.cleandoc(text)
    assert all(char.isprintable() or char == "\n" for char in source)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("plain", '"""plain"""'),
        ("two\nlines", '"""two\n    lines\n    """'),
        ("ends in\\", '"ends in\\\\"'),
        ('says "so"', '"says \\"so\\""'),
        ('"so" it says', '"\\"so\\" it says"'),
        ('says "so" there', '"""says "so" there"""'),
    ],
)
def test_plain_texts_stay_readable_and_others_are_one_line(text: str, source: str) -> None:
    assert docstring(text) == source


@given(ANY_TEXT)
def test_a_literal_evaluates_back_exactly(text: str) -> None:
    source = text_literal(text)
    assert ast.literal_eval(source) == text
    assert source.isprintable()


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(JSON_VALUES)
def test_a_value_evaluates_back_exactly(value: Any) -> None:
    assert ast.literal_eval(value_literal(value)) == value


def envelope(method: str, text: str) -> Schema:
    """What a schema says of a request, on the arm of the message that lists it."""
    arm = {"description": text, "allOf": [ref(method)]}
    return obj("id", "method", id={"type": "integer"}, method=STRING, params={"anyOf": [arm]})


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Bindings whose every text is hostile: of classes, fields, branches, enums, methods, defaults."""
    definitions: Schema = {}
    messages: list[Schema] = []
    for index, text in enumerate(TEXTS):
        letter = f"{'ABCDEFGHIJ'[index // 10]}{'abcdefghij'[index % 10]}"
        said = {"description": text}
        definitions |= {
            f"Lamp{letter}": {
                **said,
                "x-side": "agent",
                "x-method": f"lamp/{text}",
                **obj(on={**STRING, **said, "default": text}),
            },
            f"Choice{letter}": {
                **said,
                "oneOf": [
                    {**said, "title": text, **branch("red", a=STRING)},
                    {**said, **branch("blue")},
                ],
            },
            f"Listed{letter}": {**said, "enum": [text, f"{text}!"]},
            f"Const{letter}": {**said, "const": text},
            f"Holds{letter}": {
                **said,
                **obj("one", one={"enum": [text, f"{text}!"]}, other={"const": text}),
            },
        }
        messages.append(envelope(f"Lamp{letter}", text))
    definitions["Messages"] = {
        "x-docs-ignore": True,
        "anyOf": [{"title": f"m{'x' * i}", **m} for i, m in enumerate(messages)],
    }
    title = '""" + __import__("os").abort() + """ {{ x }} \\'
    schema = {"title": title, "description": TEXTS[0], "$defs": definitions}
    folder = tmp_path_factory.mktemp("hostile")
    return build(schema, folder)


def letters() -> list[str]:
    return [f"{'ABCDEFGHIJ'[index // 10]}{'abcdefghij'[index % 10]}" for index in range(len(TEXTS))]


def test_class_docstrings_say_what_the_schema_says(module: ModuleType) -> None:
    for letter, text in zip(letters(), TEXTS, strict=True):
        said = getattr(module, f"Lamp{letter}").__doc__ or ""
        assert inspect.cleandoc(said) == inspect.cleandoc(text)


def test_field_and_name_texts_say_what_the_schema_says(module: ModuleType) -> None:
    source = Path(str(module.models.__file__)).read_text("utf-8")
    wanted = {inspect.cleandoc(text) for text in TEXTS}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Lamp"):
            (said,) = (
                part.value.value
                for before, part in zip(node.body, node.body[1:], strict=False)
                if isinstance(before, ast.AnnAssign)
                and isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
            )
            assert inspect.cleandoc(said) == inspect.cleandoc(TEXTS[letters().index(node.name[4:])])
    aliases = next(node for node in ast.parse(source).body if isinstance(node, ast.If))
    texts = [
        part.value.value
        for part in aliases.body
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
    ]
    assert {inspect.cleandoc(text) for text in texts} == wanted


def test_method_descriptions_are_exact(module: ModuleType) -> None:
    for text in TEXTS:
        assert module.AGENT_METHODS[f"lamp/{text}"].description == text
        assert module.AGENT_METHODS[f"lamp/{text}"].name == f"lamp/{text}"


def test_constants_lists_and_defaults_are_exact(module: ModuleType) -> None:
    for letter, text in zip(letters(), TEXTS, strict=True):
        assert module.decode(module.DEFINITIONS[f"Lamp{letter}"], b"{}").on == text
        holds = module.DEFINITIONS[f"Holds{letter}"]
        wire = {"one": f"{text}!", "other": text}
        assert json.loads(module.encode(module.decode(holds, json.dumps(wire)))) == wire
        with pytest.raises(module.DecodeError):
            module.decode(holds, json.dumps({"one": f"{text}?"}))
        assert module.decode(module.DEFINITIONS[f"Const{letter}"], json.dumps(text)) == text
        assert module.decode(module.DEFINITIONS[f"Listed{letter}"], json.dumps(text)) == text


def test_the_source_shows_nothing_that_hides(module: ModuleType) -> None:
    for file in ("models.py", "methods.py", "__init__.py"):
        source = (Path(str(module.__file__)).parent / file).read_text("utf-8")
        assert all(char.isprintable() or char == "\n" for char in source)


def test_the_package_imports_with_warnings_as_errors(module: ModuleType) -> None:
    folder = Path(str(module.__file__)).parent
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-W",
            "error",
            "-c",
            f"import sys; sys.path.insert(0, {str(folder.parent)!r}); sys.dont_write_bytecode = True; import {folder.name} as m; print(len(m.DEFINITIONS))",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) == 5 * len(TEXTS) + 1


def test_pages_of_hostile_texts_are_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hostile.json"
    definitions = {
        f"Lamp{letter}": {
            "description": text,
            **obj(on={**STRING, "description": text, "default": text}),
        }
        for letter, text in zip(letters(), TEXTS, strict=True)
    }
    path.write_text(json.dumps({"title": TEXTS[3], "$defs": definitions}))
    outcome = run("docs", path, "-o", tmp_path / "page.mdx")
    assert (outcome.code, outcome.err) == (0, "")


@pytest.mark.parametrize(
    "name",
    ["s\nimport os; os.abort()\n.json", "s\x1b.json", '""".json', "{{ x }}.json", "s\udcff.json"],
)
def test_a_file_name_is_text_too(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(json.dumps({"$defs": {"Lamp": obj(on=STRING)}}))
    assert run("bindings", path, "-o", tmp_path, "--package", "filed").code == 0
    for file in ("models.py", "methods.py", "__init__.py"):
        source = (tmp_path / "filed" / file).read_text("utf-8")
        assert "os" not in {
            node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)
        }
        compile(source, file, "exec")
