"""`check-docs`, `accept` and `lock`: hand-written documents against the schemas."""

from __future__ import annotations

import subprocess
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
    from codegen.drift.context import World
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
@click.option("--fail-on", type=click.Choice(FAIL_ON), default="warning", show_default=True)
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


@click.command()
@click.argument("document")
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="EDITION#NAME[@SECTION]",
    help="What to accept, or to own from now on (default: all that the document owns).",
)
@click.option("--note", default="", help="What was checked; kept in the lock.")
def accept(document: str, targets: tuple[str, ...], note: str) -> int:
    """Say that DOCUMENT agrees with the schemas as they are now, and write its lock."""
    from codegen.drift.gather import documents_of, gather, lock_path
    from codegen.drift.locks.accept import accept as accept_page
    from codegen.drift.locks.lock import Lock, LockError, lock_text, read_lock
    from codegen.drift.mentions import find_mentions
    from codegen.drift.run import stage_for
    from codegen.drift.trees import Folder
    from codegen.project import find_project, read_project
    from codegen.workspace import write_file

    project = read_project(find_project(Path.cwd()))
    inputs = gather(project, Folder(project.root))
    page = _configured(inputs.pages, document, project.root)
    lock = Lock(())
    if page.file in inputs.locks:
        name, text = inputs.locks[page.file]
        try:
            lock = read_lock(text, name)
        except LockError as error:
            cure = "delete it and accept with --target, or restore it"
            raise InputError(error.what, at=error.at, cure=cure) from None
    entries = [one for one in inputs.sidecar.pages if page.file.endswith(one.file)]
    chosen = targets or (() if lock.owns else tuple(own for one in entries for own in one.owns))
    stage = stage_for(page, inputs)
    after, lines = accept_page(
        page, inputs.world, lock, stage, chosen, note, date.today(), _revision(project.root)
    )
    path = lock_path(documents_of(project), page.file)
    write_file(project.path(path), lock_text(after).encode())
    for line in lines:
        click.echo(line)
    names = frozenset(owned.target.partition("#")[2] for owned in after.owns)
    others = [one for one in inputs.pages if one.file != page.file]
    mentions = list(find_mentions(others, names))
    if mentions:
        click.echo(f"other documents that mention them ({len(mentions)} places):")
        for one in mentions[:20]:
            click.echo(f"  {one.file}:{one.line}: {', '.join(one.names)}")
    click.echo(f"{path}: written")
    return CLEAN


def _configured(pages: Sequence[Page], document: str, root: Path) -> Page:
    wanted = Path(document)
    for page in pages:
        if page.file == document or (root / page.file).resolve() == wanted.resolve():
            return page
    raise InputError(
        "not among the configured documents",
        at=Place(document),
        cure="see include in [tool.acp-codegen.documents]",
    )


def _revision(root: Path) -> str:
    """The commit that the acceptance starts from; "" where there is none."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "rev-parse", "--short=8", "HEAD"],
            capture_output=True,
            check=False,
            text=True,
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


@click.command()
@click.argument("documents", nargs=-1)
@click.option("--suggest", is_flag=True, required=True, help="Say what each document could own.")
def lock(documents: tuple[str, ...], suggest: bool) -> int:
    """Suggest what DOCUMENTS (default: all) should own: definitions that they mention most."""
    from codegen.drift.gather import gather
    from codegen.drift.mentions import suggest_owners
    from codegen.drift.trees import Folder
    from codegen.project import find_project, read_project

    project = read_project(find_project(Path.cwd()))
    inputs = gather(project, Folder(project.root))
    wanted = {_configured(inputs.pages, name, project.root).file for name in documents}
    found: dict[str, list[str]] = {}
    for edition in inputs.world.editions:
        pages = [page for page in inputs.pages if _about(page, edition.name, inputs)]
        for file, names in suggest_owners(pages, edition).items():
            found.setdefault(file, []).extend(f"{edition.name}#{name}" for name in names)
    for file, targets in sorted(found.items()):
        if not wanted or file in wanted:
            listed = " \\\n    ".join(f"--target '{target}'" for target in targets)
            click.echo(f"acp-codegen accept {file} \\\n    {listed} \\\n    --note '…'")
    if not found:
        click.echo("no document mentions a definition by name")
    return CLEAN


def _about(page: Page, edition: str, inputs: Any) -> bool:
    """Whether a page is about an edition."""
    from codegen.drift.scope import Settings, scope_of

    if not page.blocks:
        return False
    settings = inputs.settings.get(page.file, Settings())
    world: World = inputs.world
    scope = scope_of(page, page.blocks[0], settings, world.editions)
    return any(one.name == edition for one in scope.editions)
