"""The commands that need no project: one schema file in, a package or a page out."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from codegen.artifacts import Artifact, collect
from codegen.errors import InputError, Place
from codegen.normalise import normalise
from codegen.project import find_project, read_project
from codegen.source import KeywordPolicy, load
from codegen.workspace import locked, publish, write_file

_INSTALLED = Path(__file__).parent / "_templates"
TEMPLATES = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parent.parent / "templates"
"""In an installed package the templates lie inside it, in a checkout beside it."""


def policy_here() -> KeywordPolicy:
    """The keyword exceptions of the project around the working directory, if there is one."""
    try:
        root = find_project(Path.cwd())
    except InputError:
        return KeywordPolicy()
    return KeywordPolicy(read_project(root).ignored_keywords)


def write_bindings(schema: Path, output: Path, package: str) -> int:
    """Write the package and give the number of its files. Raises `InputError`."""
    from codegen.targets.python.package import (
        Target,
        edition_artifacts,
        runtime_artifacts,
    )

    if not all(part.isidentifier() for part in package.split(".")):
        raise InputError(
            f"{package!r} is not a Python package name", cure="use a name such as my_bindings"
        )
    document = load(schema, policy_here())
    target = Target(package, None, "acp-codegen bindings")
    artifacts = [
        *edition_artifacts(
            normalise(document), schema.name, target, TEMPLATES / "msgspec", document.place
        ),
        *runtime_artifacts(package, target.cure),
    ]
    folder = package.replace(".", "/")
    artifacts.append(Artifact(f"{folder}/py.typed", ""))
    tree = collect(Artifact(part.path.removeprefix(f"{folder}/"), part.text) for part in artifacts)
    with locked(output / folder):
        publish(tree, output / folder)
    return len(tree.artifacts)


def write_page(
    schema: Path, output: Path, page: Path | None, profile: Literal["default", "upstream"]
) -> None:
    """Write the page of one schema. Raises `InputError`."""
    from codegen.targets.mdx import page_view, read_page_config, render

    document = load(schema, policy_here())
    place = Place(str(page) if page else str(schema))
    try:
        config = read_page_config(_page_mapping(page) if page else _plain_page(document.root))
    except ValueError as error:
        raise InputError(str(error), at=place, cure="see docs/schema-pages.md") from None
    text = render(page_view(document.root, config, profile), TEMPLATES / "mdx")
    write_file(output, text.encode())


def _page_mapping(path: Path) -> Mapping[str, Any]:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"can't be read ({error})", at=Place(str(path))) from None
    try:
        found = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except ValueError as error:
        raise InputError(
            f"not {'TOML' if path.suffix == '.toml' else 'JSON'}: {error}",
            at=Place(str(path)),
            cure="fix the syntax",
        ) from None
    if not isinstance(found, dict):
        raise InputError("not a table of settings", at=Place(str(path)))
    return found


def _plain_page(root: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a page says of itself when nobody configured it."""
    title = re.sub(r"\s+", " ", str(root.get("title") or "Schema"))
    return {
        "title": title,
        "description": f"Types and methods of {title}",
        "note": "This page is generated from a JSON Schema.",
        "sides": [
            {"side": "agent", "heading": "Agent", "intro": "Methods that the agent handles."},
            {"side": "client", "heading": "Client", "intro": "Methods that the client handles."},
            {
                "side": "protocol",
                "heading": "Protocol Level",
                "intro": "Methods that both sides handle.",
            },
        ],
    }
