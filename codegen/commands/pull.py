"""`pull`: look at a schema of a published package, and take its structure over on request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from codegen.errors import InputError, Place

if TYPE_CHECKING:
    from codegen.fetch.npm import Package
    from codegen.project import Edition, Project

LOCK = "schema/lock.toml"
_WORDS_SHOWN = 20


@click.command()
@click.argument("source")
@click.option("--edition", help="Which of our editions; needed where there are several.")
@click.option("--write", is_flag=True, help="Write the schema; without it, only show.")
def pull(source: str, edition: str | None, write: bool) -> int:
    """Compare our schema with that of a package: npm:PACKAGE@VERSION, or …:PATH in it.

    The package is verified and read in memory; nothing of it is run. With --write its structure
    replaces ours, our descriptions stay where their node still exists, and schema/lock.toml says
    where it came from.
    """
    from codegen.commands.diff import side
    from codegen.diff.assess import Side, assess
    from codegen.diff.levels import Switches
    from codegen.fetch.npm import npm_package, parse_npm
    from codegen.project import find_project, read_project
    from codegen.report.diff_text import diff_text
    from codegen.source import parse

    project = read_project(find_project(Path.cwd()))
    ours = _edition(project, edition)
    name, version, path = parse_npm(source)
    package = npm_package(name, version)
    path = path or _guess(package, ours)
    if path not in package.files:
        raise InputError(
            "the package has no such file", at=Place(f"npm:{name}@{package.version}:{path}")
        )
    content = package.files[path]
    theirs = parse(content, f"npm:{name}@{package.version}:{path}")
    mine = side(str(project.path(ours.schema)))
    mine = Side(mine.document, ours.schema, mine.protocol)
    click.echo(diff_text(assess(mine, Side(theirs, package.version), Switches())))
    if write:
        _write(project, ours, package, path, content)
    else:
        click.echo("\nnothing written; add --write to take it over", err=True)
    return 0


def _edition(project: Project, name: str | None) -> Edition:
    named = {edition.name: edition for edition in project.editions}
    if name is None and len(named) == 1:
        return project.editions[0]
    if name not in named:
        raise InputError(
            f"there is no edition {name!r}" if name else "several editions are configured",
            cure=f"use --edition with one of {', '.join(sorted(named))}",
        )
    return named[name]


def _guess(package: Package, edition: Edition) -> str:
    """The file of a package that is the counterpart of an edition: same file name, same folder."""
    ours = Path(edition.schema)
    schemas = [path for path in package.files if b'"$defs"' in package.files[path]]
    same = [path for path in schemas if Path(path).name == ours.name] or schemas
    inside = [path for path in same if edition.name in Path(path).parts] or same
    if len(inside) == 1:
        return inside[0]
    raise InputError(
        f"not one schema for {edition.name} but {', '.join(sorted(schemas)) or 'none'}",
        at=Place(f"npm:{package.name}@{package.version}"),
        cure=f"name the file: npm:{package.name}@{package.version}:PATH",
    )


def _write(project: Project, edition: Edition, package: Package, path: str, content: bytes) -> None:
    from codegen.artifacts import digest
    from codegen.fetch.lock import lock_text, read_lock
    from codegen.fetch.merge import merge
    from codegen.workspace import write_file

    target = project.path(edition.schema)
    ours = json.loads(target.read_text("utf-8"))
    merged, missing = merge(json.loads(content), ours)
    entries = read_lock(project.path(LOCK))
    entries[edition.name] = {
        "source": f"npm:{package.name}:{path}",
        "version": package.version,
        "integrity": package.integrity,
        "sha256": digest(content),
    }
    write_file(target, f"{json.dumps(merged, indent=2, ensure_ascii=False)}\n".encode())
    write_file(project.path(LOCK), lock_text(entries).encode())
    click.echo(f"{edition.schema}: written; {len(missing)} nodes need words")
    for pointer in missing[:_WORDS_SHOWN]:
        click.echo(f"  {pointer}")
    if len(missing) > _WORDS_SHOWN:
        click.echo(f"  and {len(missing) - _WORDS_SHOWN} more (`acp-codegen lint` lists them)")
