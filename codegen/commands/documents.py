"""`check-docs`: any Markdown and MDX pages against schemas, without a project."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from codegen.errors import InputError, Place
from codegen.findings import Finding, Severity
from codegen.report.catalogue import RuleText
from codegen.report.documents import FORMATS, DocumentReport, report_documents

if TYPE_CHECKING:
    from codegen.drift.documents import Page
    from codegen.drift.editions import Edition
    from codegen.drift.run import Run
    from codegen.drift.sidecar import Sidecar
    from codegen.drift.vocabulary import Vocabulary

CLEAN, FINDINGS = 0, 1
FAIL_ON = ("error", "warning", "never")


def exit_code(findings: Sequence[Finding], fail_on: str) -> int:
    """1 where a finding is at the level or above; notes never count."""
    levels = {
        "error": (Severity.ERROR,),
        "warning": (Severity.ERROR, Severity.WARNING),
        "never": (),
    }[fail_on]
    return FINDINGS if any(finding.severity in levels for finding in findings) else CLEAN


def print_run(found: Run, findings: Sequence[Finding], form: str, known: int = 0) -> None:
    """Print a run in a format."""
    from codegen.drift.rules import RULES

    rules = [RuleText(rule.id, rule.id, rule.protocol, rule.purpose) for rule in RULES.values()]
    impact = [(one.file, one.line, one.end, one.names) for one in found.impact]
    coverage = {**found.coverage, **({"known": known} if known else {})}
    printed = DocumentReport(findings, found.checked.suppressed, coverage, impact, rules)
    text = report_documents(printed, form, lambda part, hue: click.style(part, fg=hue, bold=True))
    click.echo(text)


@click.command("check-docs")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--schema",
    "schemas",
    multiple=True,
    required=True,
    metavar="NAME=PATH",
    help="An edition and its schema; once for each edition.",
)
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    metavar="GLOB=NAME",
    help="Pages that are about one edition, where path and content don't tell.",
)
@click.option("--sidecar", type=click.Path(), help="TOML file with directives for the pages.")
@click.option("--vocabulary", type=click.Path(), help="JSON file of names that once were.")
@click.option("--locks", type=click.Path(), help="Folder of locks.")
@click.option(
    "--base-schema",
    "bases",
    multiple=True,
    metavar="NAME=PATH",
    help="An older schema: lists the places that mention what has changed since.",
)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    default="warning",
    show_default=True,
    help="Exit with 1 where a finding is of this severity or above.",
)
def check_docs(
    files: tuple[str, ...],
    schemas: tuple[str, ...],
    scopes: tuple[str, ...],
    sidecar: str | None,
    vocabulary: str | None,
    locks: str | None,
    bases: tuple[str, ...],
    form: str,
    fail_on: str,
) -> int:
    """Check Markdown and MDX pages (files or folders) against schemas, without a project."""
    from codegen.drift.check import parse_settings
    from codegen.drift.context import World
    from codegen.drift.run import Inputs, impact, run, with_impact
    from codegen.drift.sidecar import EMPTY

    editions = _editions(schemas, "--schema")
    words = _vocabulary(vocabulary)
    pages = _pages(files)
    names = [edition.name for edition in editions]
    pairs = [_pair(text, "--scope") for text in scopes]
    for _, name in pairs:
        if name not in names:
            raise click.UsageError(f"--scope names {name!r}; the editions are {', '.join(names)}")
    entries: Sidecar = _sidecar(sidecar) if sidecar else EMPTY
    world = World(tuple(editions), words)
    inputs = Inputs(
        world,
        pages,
        parse_settings(pairs, [page.file for page in pages]),
        entries,
        _locks(locks, pages),
        any(Path(file).is_dir() for file in files),
    )
    found = run(inputs, date.today())
    if bases:
        old = World(tuple(_editions(bases, "--base-schema")))
        found = with_impact(found, impact(pages, old, world))
    print_run(found, found.findings, form)
    return exit_code(found.findings, fail_on)


def _pair(text: str, option: str) -> tuple[str, str]:
    left, equals, right = text.rpartition("=") if option == "--scope" else text.partition("=")
    if not equals or not left or not right:
        raise click.UsageError(f"{option} {text!r} is not written as LEFT=RIGHT")
    return left, right


def _editions(schemas: Sequence[str], option: str) -> list[Edition]:
    from codegen.drift.run import load_edition
    from codegen.drift.trees import read_file
    from codegen.oneoff import policy_here

    found: list[Edition] = []
    for text in schemas:
        name, path = _pair(text, option)
        if any(edition.name == name for edition in found):
            raise click.UsageError(f"{option} names {name!r} twice")
        content = read_file(Path(path), path)
        found.append(load_edition(name, content or b"", path, policy_here()))
    return found


def _pages(files: Sequence[str]) -> tuple[Page, ...]:
    from codegen.drift.documents import read_page
    from codegen.drift.trees import decoded, pages_below, read_file

    paths: dict[str, None] = {}
    for file in files:
        path = Path(file)
        found = pages_below(path) if path.is_dir() else [path]
        if not found:
            raise InputError(
                "no page below this folder", at=Place(file), cure="name .md or .mdx files"
            )
        paths.update(dict.fromkeys(one.as_posix() for one in found))
    return tuple(
        read_page(decoded(read_file(Path(path), path) or b"", path), path) for path in paths
    )


def _text(path: str) -> str:
    from codegen.drift.trees import decoded, read_file

    return decoded(read_file(Path(path), path) or b"", path)


def _sidecar(path: str) -> Any:
    from codegen.drift.sidecar import read_sidecar

    return read_sidecar(_text(path), path)


def _vocabulary(path: str | None) -> Vocabulary:
    from codegen.drift.vocabulary import Vocabulary, read_vocabulary

    return read_vocabulary(_text(path), path) if path else Vocabulary()


def _locks(folder: str | None, pages: Sequence[Page]) -> dict[str, tuple[str, str]]:
    """The lock of each page, by the end of its path."""
    from codegen.drift.sidecar import belongs

    if folder is None:
        return {}
    root = Path(folder)
    if not root.is_dir():
        raise InputError("no such folder", at=Place(folder), cure="check the path")
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(root.rglob("*.toml")):
        name = path.relative_to(root).as_posix().removesuffix(".toml")
        for page in pages:
            if belongs(page.file, name):
                found[page.file] = (path.as_posix(), _text(str(path)))
    return found
