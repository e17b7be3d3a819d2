"""`[tool.acp-codegen]` of `pyproject.toml`, read once into a value; every path stays inside."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from codegen.errors import InputError, Place

FILE = "pyproject.toml"
TABLE = "tool.acp-codegen"
CURE = "see the configuration section of CONTRIBUTING.md"


@dataclass(frozen=True, slots=True)
class Edition:
    """A protocol version in one channel: its schema, its module of bindings, its page."""

    name: str
    schema: str
    page: str | None
    page_config: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class PageRule:
    """What is known of the pages that fit a pattern: their editions and their stage."""

    glob: str
    editions: tuple[str, ...]
    stage: str | None


@dataclass(frozen=True, slots=True)
class Documents:
    """The hand-written documents to check (patterns), and the files that go with the check.

    `locks` is a folder; `sidecar`, `vocabulary` and `baseline` are files that may be missing.
    """

    include: tuple[str, ...]
    exclude: tuple[str, ...]
    pages: tuple[PageRule, ...]
    sidecar: str | None
    locks: str | None
    vocabulary: str | None
    baseline: str | None


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with a configuration. All paths but `root` are relative to it, with `/`."""

    root: Path
    output: str
    templates: str
    package: str
    version: str
    editions: tuple[Edition, ...]
    ignored_keywords: Mapping[str, str]
    documents: Documents | None = None

    def path(self, relative: str) -> Path:
        """The file system path of a configured path."""
        return self.root / relative


def find_project(start: Path) -> Path:
    """The nearest folder upwards whose `pyproject.toml` has the table. Raises `InputError`."""
    for folder in (start.resolve(), *start.resolve().parents):
        if (folder / FILE).is_file() and f"[{TABLE}]" in (folder / FILE).read_text("utf-8"):
            return folder
    raise InputError(
        f"no {FILE} with a [{TABLE}] table here or above",
        at=Place(str(start)),
        cure="run it inside a project, or use the one-off commands `bindings` and `docs`",
    )


def read_project(root: Path) -> Project:
    """Read and check the configuration. Raises `InputError` that names the key."""
    try:
        text = (root / FILE).read_text("utf-8")
        table = tomllib.loads(text)["tool"]["acp-codegen"]
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not TOML: {error}", at=Place(FILE), cure="fix the syntax") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"can't be read ({error})", at=Place(FILE)) from None
    except (KeyError, TypeError):
        raise InputError(f"no [{TABLE}] table", at=Place(FILE), cure=CURE) from None
    reader = _Table(root, table, TABLE)
    reader.only(
        *("output", "templates", "package", "version", "editions", "ignored-keywords", "docs"),
        "documents",
    )
    docs = reader.table("docs")
    editions = reader.table("editions")
    if not editions:
        raise reader.error("editions", "no edition is configured")
    project = Project(
        root=root,
        output=reader.inside("output"),
        templates=reader.inside("templates"),
        package=_identifier(reader, reader.text("package")),
        version=reader.text("version"),
        editions=tuple(
            _edition(_Table(root, table, f"{TABLE}.editions.{name}"), name, docs)
            for name, table in sorted(editions.items())
        ),
        ignored_keywords=_reasons(reader),
        documents=_documents(reader),
    )
    _check_apart(reader, project)
    return project


def _check_apart(reader: _Table, project: Project) -> None:
    """The output folder is replaced as a whole, so no input may stand in it or around it."""
    output = project.path(project.output).resolve()
    inputs = [FILE, project.templates, *(edition.schema for edition in project.editions)]
    for relative in inputs:
        path = project.path(relative).resolve()
        if path.is_relative_to(output) or output.is_relative_to(path):
            raise reader.error(
                "output", f"{project.output!r} and {relative!r} overlap; write a folder of its own"
            )


def _edition(reader: _Table, name: str, docs: Mapping[str, Any]) -> Edition:
    reader.only("schema", "page")
    page = reader.values.get("page")
    return Edition(
        name=_identifier(reader, name),
        schema=reader.inside("schema"),
        page=reader.inside("page") if page is not None else None,
        page_config=docs if page is not None else None,
    )


def _documents(reader: _Table) -> Documents | None:
    if "documents" not in reader.values:
        return None
    table = _Table(reader.root, reader.values["documents"], f"{TABLE}.documents")
    paths = ("sidecar", "locks", "vocabulary", "baseline")
    table.only("include", "exclude", "pages", *paths)
    pages = table.values.get("pages", [])
    if not isinstance(pages, list):
        raise table.error("pages", "not a list of tables")
    return Documents(
        table.texts("include"),
        table.texts("exclude"),
        tuple(_page_rule(_Table(reader.root, page, f"{TABLE}.documents.pages")) for page in pages),
        *(table.inside(key) if key in table.values else None for key in paths),
    )


def _page_rule(table: _Table) -> PageRule:
    table.only("glob", "editions", "stage")
    stage = table.text("stage") if "stage" in table.values else None
    return PageRule(table.text("glob"), table.texts("editions"), stage)


def _identifier(reader: _Table, name: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise InputError(
            f"{name!r} is not a Python module name",
            at=Place(FILE),
            cure=f"use lower-case letters, digits and underscores in [{reader.name}]",
        )
    return name


def _reasons(reader: _Table) -> Mapping[str, str]:
    reasons = reader.table("ignored-keywords")
    for keyword, reason in reasons.items():
        if not isinstance(reason, str) or not reason.strip():
            raise reader.error("ignored-keywords", f"{keyword!r} has no reason")
    return reasons


@dataclass(frozen=True, slots=True)
class _Table:
    """One table of the configuration, with its name for messages."""

    root: Path
    values: Any
    name: str

    def error(self, key: str, what: str) -> InputError:
        return InputError(f"{key} in [{self.name}]: {what}", at=Place(FILE), cure=CURE)

    def only(self, *keys: str) -> None:
        if not isinstance(self.values, dict):
            raise InputError(f"[{self.name}] is not a table", at=Place(FILE), cure=CURE)
        for key in self.values:
            if key not in keys:
                raise self.error(key, f"unknown; the keys are {', '.join(keys)}")

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, "missing or not a text")
        return value

    def table(self, key: str) -> Mapping[str, Any]:
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.error(key, "not a table")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
            raise self.error(key, "not a list of texts")
        return tuple(value)

    def inside(self, key: str) -> str:
        """A relative path that stays in the project, links followed."""
        text = self.text(key)
        path = PurePosixPath(text)
        if path.is_absolute() or ".." in path.parts or "\\" in text or "\0" in text:
            raise self.error(key, f"{text!r} leads out of the project; write a path inside it")
        if not (self.root / text).resolve().is_relative_to(self.root.resolve()):
            raise self.error(key, f"{text!r} leads out of the project through a link")
        return str(path)
