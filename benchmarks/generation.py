"""The command line, whole processes: generate and check beside the plain library's own CLI.

All run in a copy of the project, in turn. The library's CLI gets one edition only, with the
options that the maintainers of ACP's Python SDK give it; ours makes all editions, and the pages.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.messages import EDITIONS, ROOT
from benchmarks.peers import peer
from benchmarks.rounds import Aim, Spread, aims_table, note, table

_ROUNDS = 5
_PARTS = ("codegen", "schema", "templates")

COLD = "acp-codegen generate, everything, nothing there yet"
FULL = "acp-codegen check --full"
AGAIN = "acp-codegen generate, no change"
CHECK = "acp-codegen check, no change"
PYDANTIC = "datamodel-codegen, v1 alone, pydantic"
MSGSPEC = "datamodel-codegen, v1 alone, msgspec"


@dataclass(frozen=True, slots=True)
class _Job:
    """A command to time, and what has to be done before each run, untimed."""

    name: str
    command: Sequence[str]
    prepare: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class _Figures:
    """What the runs of one job took, in seconds.

    Processor time is summed over all processes; it hardly depends on who else uses the machine.
    """

    wall: Spread
    processor: Spread


def report() -> str:
    """The tables, as Markdown."""
    peer("isort")
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        _copy_project(project)
        figures = _in_turn(_jobs(project), project)
    base = figures[COLD]
    rows = [
        [
            name,
            found.wall.text(),
            found.wall.over(base.wall).text(),
            found.processor.text(),
            found.processor.over(base.processor).text(),
        ]
        for name, found in figures.items()
    ]
    header = ["min – median – max", "seconds", "/ first row", "processor seconds", "/ first row"]
    return f"{table(header, rows)}\n\n### Aims\n\n{aims_table(_aims(figures))}"


def _copy_project(target: Path) -> None:
    target.mkdir()
    shutil.copy2(ROOT / "pyproject.toml", target)
    for part in _PARTS:
        shutil.copytree(ROOT / part, target / part)


def _jobs(project: Path) -> list[_Job]:
    def clean() -> None:
        shutil.rmtree(project / "generated", ignore_errors=True)

    return [
        # The order matters: the jobs behind COLD find what it has generated.
        _Job(COLD, _ours("generate"), clean),
        _Job(AGAIN, _ours("generate")),
        _Job(CHECK, _ours("check", "--only", "generated")),
        _Job(FULL, _ours("check", "--full", "--only", "generated")),
        _Job(PYDANTIC, _plain("pydantic_v2.BaseModel", project)),
        _Job(MSGSPEC, _plain("msgspec.Struct", project)),
    ]


def _ours(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "codegen", *arguments]


def _plain(model: str, project: Path) -> list[str]:
    schema = EDITIONS[0].schema_file.relative_to(ROOT)
    return [
        *(sys.executable, "-W", "ignore", "-m", "datamodel_code_generator"),
        *("--input", str(project / schema), "--input-file-type", "jsonschema"),
        *("--output", str(project.parent / "plain.py"), "--output-model-type", model),
        *("--target-python-version", "3.12", "--formatters", "black", "isort"),
        *("--use-annotated", "--snake-case-field", "--collapse-root-models"),
    ]


def _in_turn(jobs: Sequence[_Job], project: Path) -> dict[str, _Figures]:
    wall: dict[str, list[float]] = {job.name: [] for job in jobs}
    processor: dict[str, list[float]] = {job.name: [] for job in jobs}
    # The first round only writes byte code and fills the disk cache.
    for turn in range(_ROUNDS + 1):
        note(f"generation: round {turn} of {_ROUNDS}")
        for job in jobs:
            job.prepare()
            seconds, processor_seconds = _timed(job, project)
            if turn:
                wall[job.name].append(seconds)
                processor[job.name].append(processor_seconds)
    return {
        job.name: _Figures(Spread(tuple(wall[job.name])), Spread(tuple(processor[job.name])))
        for job in jobs
    }


def _timed(job: _Job, project: Path) -> tuple[float, float]:
    before, started = os.times(), time.perf_counter()
    done = subprocess.run(job.command, cwd=project, capture_output=True)
    spent, after = time.perf_counter() - started, os.times()
    if done.returncode:
        raise RuntimeError(f"{job.name}: {(done.stdout + done.stderr).decode(errors='replace')}")
    user = after.children_user - before.children_user
    return spent, user + after.children_system - before.children_system


def _aims(figures: dict[str, _Figures]) -> list[Aim]:
    ours = figures[COLD].wall
    half_a_second = Spread((0.5,) * _ROUNDS)
    return [
        Aim("plain CLI for v1, pydantic / ours for all", figures[PYDANTIC].wall.over(ours), 1.0),
        Aim("plain CLI for v1, msgspec / ours for all", figures[MSGSPEC].wall.over(ours), 1.0),
        Aim("0.5 s / generate, no change", half_a_second.over(figures[AGAIN].wall), 1.0),
        Aim("0.5 s / check, no change", half_a_second.over(figures[CHECK].wall), 1.0),
    ]
