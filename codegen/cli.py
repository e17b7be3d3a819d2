"""`acp-codegen`: arguments -> calls -> exit code (clean, findings, bad input, internal error)."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click

from codegen import __version__
from codegen.commands import COMMANDS
from codegen.errors import InputError
from codegen.findings import Finding, Severity
from codegen.report import Format, report

Profile = Literal["default", "upstream"]

CLEAN, FINDINGS, BAD_INPUT, INTERNAL = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Console:
    """Where a command says things: results on standard output, progress on standard error."""

    quiet: bool

    def say(self, text: str) -> None:
        """A result that `--quiet` hides."""
        if not self.quiet:
            click.echo(text)

    def progress(self, stage: str) -> None:
        """A line for each stage, on a terminal only."""
        if not self.quiet and sys.stderr.isatty():
            click.secho(f"  {stage}", dim=True, err=True)

    def findings(self, found: Sequence[Finding], form: Format) -> int:
        """Print findings and give the exit code."""
        text = report(found, form, lambda part, colour: click.style(part, fg=colour, bold=True))
        if text:
            click.echo(text)
        bad = [finding for finding in found if finding.severity is not Severity.NOTE]
        if bad and form is Format.TEXT:
            click.echo(f"{len(bad)} finding{'s' if len(bad) > 1 else ''}", err=True)
        return FINDINGS if bad else CLEAN


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", prog_name="acp-codegen")
@click.option("-q", "--quiet", is_flag=True, help="Print findings and errors only.")
@click.pass_context
def cli(context: click.Context, quiet: bool) -> None:
    """Typed Python bindings and MDX schema pages from JSON Schemas.

    Exit codes: 0 clean, 1 findings, 2 usage or bad input, 3 internal error.
    """
    context.obj = Console(quiet)


@cli.command()
@click.pass_obj
def generate(console: Console) -> int:
    """Generate everything that pyproject.toml configures, and say what changed."""
    from codegen.commands.words import knows_all, remember
    from codegen.manifest import is_fresh, made_by_us
    from codegen.project import find_project, read_project
    from codegen.workspace import differences, locked, publish

    started = time.monotonic()
    project = read_project(find_project(Path.cwd()))
    folder = project.path(project.output)
    with locked(folder):
        if is_fresh(project) and knows_all(project):
            console.say(f"{project.output}: nothing to do ({time.monotonic() - started:.1f} s)")
            return CLEAN
        from codegen.generation import generate as generate_tree

        tree = generate_tree(project, console.progress)
        changes = differences(tree, folder, made_by_us(folder))
        if changes:
            publish(tree, folder, made_by_us(folder))
        remember(project, console.say)
    words = {"changed": "changed", "missing": "new", "orphaned": "removed"}
    for path, what in changes.items():
        console.say(f"{words[what]:>8}  {project.output}/{path}")
    files = sum(1 for _ in tree)
    seconds = time.monotonic() - started
    console.say(f"{files} files, {len(changes)} changed ({seconds:.1f} s)")
    return CLEAN


@cli.command()
@click.argument("schema", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="Folder to write into."
)
@click.option("--package", required=True, help="Dotted name of the package to make there.")
@click.option("--target", type=click.Choice(["msgspec"]), default="msgspec", show_default=True)
@click.pass_obj
def bindings(console: Console, schema: Path, output: Path, package: str, target: str) -> int:
    """Generate Python bindings from one SCHEMA, without a project."""
    from codegen.oneoff import write_bindings

    files = write_bindings(schema, output, package)
    console.say(f"{output / package.replace('.', '/')}: {files} files")
    return CLEAN


@cli.command()
@click.argument("schema", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="File to write."
)
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    help="Page configuration: title, note, intros, link rules (TOML or JSON).",
)
@click.option(
    "--profile",
    type=click.Choice(["default", "upstream"]),
    default="default",
    show_default=True,
    help="`upstream` is the protocol site's own form to the byte.",
)
@click.pass_obj
def docs(console: Console, schema: Path, output: Path, page: Path | None, profile: Profile) -> int:
    """Generate the MDX page of one SCHEMA, without a project."""
    from codegen.oneoff import write_page

    write_page(schema, output, page, profile)
    console.say(f"{output}: written")
    return CLEAN


@cli.command()
@click.argument("schema", type=click.Path(path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(list(Format), case_sensitive=False), default=Format.TEXT
)
@click.pass_obj
def lint(console: Console, schema: Path, form: Format) -> int:
    """Report what is wrong or doubtful in one SCHEMA."""
    from codegen.lint import lint as lint_schema
    from codegen.oneoff import policy_here

    found = lint_schema(schema, policy_here(), str(schema))
    code = console.findings(found, form)
    if code == CLEAN and form is Format.TEXT:
        console.say(f"{schema}: clean")
    return code


for command in COMMANDS:
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code, never an exception."""
    return _exit_code(lambda: cli.main(arguments, "acp-codegen", standalone_mode=False))


def _exit_code(run: Callable[[], object]) -> int:
    try:
        code = run()
        return code if isinstance(code, int) else CLEAN
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except InputError as error:
        click.echo(f"{click.style('error', fg='red', bold=True)}: {error}", err=True)
        return BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return BAD_INPUT
    except RecursionError:
        cure = "let definitions refer to each other in shorter chains"
        click.echo(f"error: nested or chained too deeply; {cure}", err=True)
        return BAD_INPUT
    except BrokenPipeError:
        sys.stderr.close()
        return CLEAN
    except Exception:
        traceback.print_exc()
        click.echo("internal error: please report the lines above", err=True)
        return INTERNAL
