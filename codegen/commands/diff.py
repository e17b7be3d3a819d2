"""`diff`, `changelog` and `explain`: what a change of a schema means, and the rules behind it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from codegen.commands.options import judging
from codegen.errors import InputError
from codegen.report.formats import Format

if TYPE_CHECKING:
    from codegen.diff.assess import Assessment, Side
    from codegen.diff.levels import Level, Switches

CLEAN, FINDINGS = 0, 1
LEVELS = ("breaking", "risk", "compatible", "source", "annotation")


@click.command()
@click.argument("old")
@click.argument("new")
@judging
@click.option(
    "--fail-on",
    type=click.Choice(["breaking", "risk", "source", "none"]),
    default="breaking",
    show_default=True,
    help="Exit with 1 where a change is at this level or above.",
)
@click.option(
    "--level",
    "lowest",
    type=click.Choice(LEVELS),
    default="source",
    show_default=True,
    help="The lowest level to show.",
)
@click.option(
    "--format", "form", type=click.Choice(list(Format), case_sensitive=False), default=Format.TEXT
)
@click.option("--output", type=click.Path(path_type=Path), help="Write there instead.")
@click.option(
    "--ignore",
    type=click.Path(path_type=Path),
    help="Changes to live with: lines of a fingerprint and a reason.",
)
@click.option("--witness", is_flag=True, help="Prove breaking changes with a rejected message.")
def diff(
    old: str,
    new: str,
    upgrade: str,
    policy: str,
    unstable: str,
    gates: Path | None,
    fail_on: str,
    lowest: str,
    form: Format,
    output: Path | None,
    ignore: Path | None,
    witness: bool,
) -> int:
    """Say what changed from OLD to NEW, whom it breaks, and how.

    OLD and NEW are a file, a folder, - (standard input), git:REV:PATH or
    npm:PACKAGE@VERSION:PATH.
    """
    from codegen.diff.assess import assess
    from codegen.diff.ignore import read_ignored
    from codegen.diff.levels import Level

    ignored = read_ignored(ignore) if ignore is not None else {}
    switches = _switches(upgrade, policy, unstable, gates)
    found = assess(*_sides(old, new), switches, ignored)
    text = _shown(found, Format(form), Level(lowest), output, witness)
    if output is not None:
        from codegen.workspace import write_file

        write_file(output, f"{text}\n".encode())
    else:
        click.echo(text)
    if form == Format.GITHUB:
        _tell_github(found)
    threshold = None if fail_on == "none" else Level(fail_on)
    return FINDINGS if found.fails(threshold) else CLEAN


def _switches(upgrade: str, policy: str, unstable: str, gates: Path | None) -> Switches:
    from codegen.diff.gates import read_gates
    from codegen.diff.levels import Policy, Switches, Unstable, Upgrade

    return Switches(
        Upgrade(upgrade),
        Policy(policy),
        Unstable(unstable),
        read_gates(gates) if gates is not None else {},
    )


def _sides(old: str, new: str) -> tuple[Side, Side]:
    if old == new == "-":
        raise InputError("standard input can't be both schemas", cure="name a file for one of them")
    return side(old), side(new)


def side(place: str) -> Side:
    """Read the schema at a place. Raises `InputError`."""
    from codegen.diff.assess import Side
    from codegen.fetch import fetch
    from codegen.source import parse

    found = fetch(place, sys.stdin.buffer)
    return Side(parse(found.content, found.file), found.label, found.protocol)


def _shown(
    found: Assessment, form: Format, lowest: Level, output: Path | None, witness: bool
) -> str:
    match form:
        case Format.TEXT:
            from codegen.report.diff_text import diff_text

            proofs = _witnesses(found) if witness else {}
            coloured = output is None
            return diff_text(found, lowest, _paint if coloured else _plain, proofs)
        case Format.JSON:
            from codegen.report.diff_json import diff_json

            return diff_json(found, _witnesses(found) if witness else {})
        case Format.MARKDOWN:
            from codegen.report.diff_markdown import diff_markdown

            return diff_markdown(found).rstrip("\n")
        case Format.GITHUB:
            from codegen.report.diff_results import results
            from codegen.report.github import github

            return github(results(found, lowest), _counts(found))
        case Format.SARIF:
            from codegen.report.diff_results import results, rule_texts
            from codegen.report.sarif import sarif

            return sarif(results(found, lowest), rule_texts())


def _paint(text: str, colour: str) -> str:
    return click.style(text, fg=colour, bold=True)


def _plain(text: str, colour: str) -> str:
    return text


def _counts(found: Assessment) -> str:
    counts = ", ".join(f"{count} {level}" for level, count in found.summary().items())
    return f"{found.old.label} -> {found.new.label}: {counts}"


def _witnesses(found: Assessment) -> Mapping[str, str]:
    from codegen.diff.witness import witnesses

    return witnesses(found)


def _tell_github(found: Assessment) -> None:
    """Append to the files that a workflow step may write: its summary and its outputs."""
    from codegen.report.diff_markdown import diff_markdown

    outputs = "".join(f"{level}={count}\n" for level, count in found.summary().items())
    for variable, text in (
        ("GITHUB_STEP_SUMMARY", diff_markdown(found)),
        ("GITHUB_OUTPUT", outputs),
    ):
        path = os.environ.get(variable)
        if path:
            with Path(path).open("a", encoding="utf-8") as stream:
                stream.write(text)


@click.command()
@click.argument("old")
@click.argument("new")
@judging
@click.option("--title", help="Heading of the section; default: both versions.")
def changelog(
    old: str,
    new: str,
    upgrade: str,
    policy: str,
    unstable: str,
    gates: Path | None,
    title: str | None,
) -> int:
    """Write the section of a changelog for the step from OLD to NEW, in Markdown."""
    from codegen.diff.assess import assess
    from codegen.report.diff_markdown import diff_markdown

    found = assess(*_sides(old, new), _switches(upgrade, policy, unstable, gates))
    click.echo(diff_markdown(found, title), nl=False)
    return CLEAN


@click.command()
@click.argument("rule", required=False)
@click.option("--all", "every", is_flag=True, help="The whole table, as Markdown.")
def explain(rule: str | None, every: bool) -> int:
    """Explain a RULE of diff, by its id or slug."""
    from codegen.diff.rules import BY_ID
    from codegen.report.rules_page import rule_entry, rules_page

    if every:
        click.echo(rules_page(), nl=False)
        return CLEAN
    if rule is None:
        raise InputError("no rule is named", cure="name one, such as ACP301, or use --all")
    wanted = rule.casefold()
    for found in BY_ID.values():
        if wanted in (found.id.casefold(), found.slug):
            click.echo(rule_entry(found), nl=False)
            return CLEAN
    raise InputError(f"there is no rule {rule!r}", cure="`explain --all` lists them")
