"""`accept` and `lock`: what each document was reviewed against."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from codegen.commands.documents import CLEAN
from codegen.errors import InputError, Place

if TYPE_CHECKING:
    from codegen.drift.documents import Page
    from codegen.drift.run import Inputs


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


def _about(page: Page, edition: str, inputs: Inputs) -> bool:
    """Whether a page is about an edition."""
    from codegen.drift.scope import Settings, scope_of

    if not page.blocks:
        return False
    settings = inputs.settings.get(page.file, Settings())
    scope = scope_of(page, page.blocks[0], settings, inputs.world.editions)
    return any(one.name == edition for one in scope.editions)
