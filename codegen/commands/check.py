"""`check`: generated output and hand-written documents against the schemas."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from codegen.commands.documents import CLEAN, FAIL_ON, FINDINGS, exit_code, print_run
from codegen.findings import Finding
from codegen.report import Format, report
from codegen.report.documents import FORMATS

if TYPE_CHECKING:
    from codegen.drift.run import Inputs, Run
    from codegen.project import Project

BOTH = ("generated", "documents")


@click.command()
@click.option("--full", is_flag=True, help="Regenerate and compare even if all digests match.")
@click.option("--only", type=click.Choice(BOTH), help="Check one half.")
@click.option(
    "--against",
    metavar="REV",
    help="Fail on what is new since a commit (its documents against its schemas).",
)
@click.option("--write-baseline", is_flag=True, help="Take today's findings as known.")
@click.option("--fix", is_flag=True, help="Show mechanical repairs as a diff, then make them.")
@click.option("--yes", is_flag=True, help="Make the repairs of --fix without asking.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    default="warning",
    show_default=True,
    help="Exit with 1 where a finding is of this severity or above.",
)
@click.pass_context
def check(
    context: click.Context,
    full: bool,
    only: str | None,
    against: str | None,
    write_baseline: bool,
    fix: bool,
    yes: bool,
    form: str,
    fail_on: str,
) -> int:
    """Compare committed output, byte by byte, and documents with what the schemas say now."""
    from codegen.project import find_project, read_project

    console = context.obj
    project = read_project(find_project(Path.cwd()))
    generated: list[Finding] = []
    started = time.monotonic()
    how = ""
    if only != "documents":
        generated, how = _generated(project, full, console.progress)
    documents = project.documents is not None and bool(project.documents.include)
    if only == "generated" or (only is None and not documents):
        return _report_generated(project, generated, form, fail_on, how, started, console.say)
    if form == "text" and only is None:
        _report_generated(project, generated, form, fail_on, how, started, console.say)
        generated_code, generated = exit_code(generated, fail_on), []
    else:
        generated_code = CLEAN
    code = _documents(project, generated, against, write_baseline, (fix, yes), form, fail_on)
    return max(code, generated_code)


def _generated(project: Project, full: bool, progress: object) -> tuple[list[Finding], str]:
    from codegen.manifest import is_fresh

    if not full and is_fresh(project):
        return [], "by digest"
    from codegen.drift.generated import compare_output
    from codegen.generation import CURE, generate

    tree = generate(project, progress if callable(progress) else lambda stage: None)
    folder = project.path(project.output)
    return list(compare_output(tree, folder, project.output, CURE)), "regenerated"


def _report_generated(
    project: Project,
    found: Sequence[Finding],
    form: str,
    fail_on: str,
    how: str,
    started: float,
    say: object,
) -> int:
    text = report(found, Format(form), lambda part, hue: click.style(part, fg=hue, bold=True))
    if text:
        click.echo(text)
    code = exit_code(found, fail_on)
    if form == "text" and code:
        click.echo(f"{len(found)} finding{'s' if len(found) > 1 else ''}", err=True)
    elif form == "text" and callable(say):
        say(f"{project.output}: in sync ({how}, {time.monotonic() - started:.1f} s)")
    return code


def _documents(
    project: Project,
    generated: Sequence[Finding],
    against: str | None,
    write_baseline: bool,
    repair: tuple[bool, bool],
    form: str,
    fail_on: str,
) -> int:
    from codegen.drift.baseline import new_since
    from codegen.drift.gather import check_lost_locks, check_words, gather
    from codegen.drift.run import impact, run, with_impact
    from codegen.drift.trees import Folder, Revision

    inputs = gather(project, Folder(project.root))
    found = run(inputs, date.today())
    findings = [
        *found.findings,
        *check_words(project, inputs.world),
        *check_lost_locks(project, inputs),
    ]
    if repair[0]:
        return _repair(project, inputs, found, repair[1])
    if write_baseline:
        return _write_baseline(project, findings)
    known: list[Finding] = []
    if against is not None:
        base = gather(project, Revision(project.root, against), base=True)
        before = run(base, date.today()) if base.pages and base.world.editions else None
        marks = [finding.fingerprint for finding in before.findings] if before else []
        findings, known = new_since(findings, marks)
        found = with_impact(found, impact(inputs.pages, base.world, inputs.world))
    findings, old = _without_baseline(project, findings)
    print_run(found, [*generated, *findings], form, len(known) + old)
    return exit_code([*generated, *findings], fail_on)


def _without_baseline(project: Project, findings: list[Finding]) -> tuple[list[Finding], int]:
    from codegen.drift.baseline import new_since, read_baseline, unused

    path = project.documents.baseline if project.documents else None
    if path is None or not project.path(path).is_file():
        return findings, 0
    from codegen.drift.trees import decoded, read_file

    baseline = read_baseline(decoded(read_file(project.path(path), path) or b"", path), path)
    fresh, old = new_since(findings, baseline)
    return [*fresh, *unused(findings, baseline, path)], len(old)


def _write_baseline(project: Project, findings: Sequence[Finding]) -> int:
    from codegen.drift.baseline import baseline_text
    from codegen.errors import InputError, Place
    from codegen.workspace import write_file

    path = project.documents.baseline if project.documents else None
    if path is None:
        raise InputError(
            "no baseline is configured",
            at=Place("pyproject.toml"),
            cure='write baseline = "…" under [tool.acp-codegen.documents]',
        )
    write_file(project.path(path), baseline_text(findings).encode())
    click.echo(f"{path}: written")
    return CLEAN


def _repair(project: Project, inputs: Inputs, found: Run, yes: bool) -> int:
    from codegen.drift.edits import apply, diff
    from codegen.workspace import write_file

    changes: dict[str, tuple[str, str]] = {}
    for file in dict.fromkeys(edit.file for edit in found.checked.edits):
        old = project.path(file).read_bytes().decode("utf-8")
        new = apply(old, [edit for edit in found.checked.edits if edit.file == file])
        if new != old:
            changes[file] = (old, new)
            click.echo(diff(old, new, file))
    if not changes:
        click.echo("nothing can be repaired mechanically")
        return CLEAN
    if not yes and not (sys.stdin.isatty() and click.confirm("make these changes?")):
        click.echo("nothing written; add --yes to make these changes", err=True)
        return FINDINGS
    for file, (_, new) in changes.items():
        write_file(project.path(file), new.encode())
        click.echo(f"{file}: repaired")
    return CLEAN
