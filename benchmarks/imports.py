"""Import time, latency of the first decode, and memory of decoded messages.

Each figure comes from a fresh interpreter, ours and the SDK's in turn; the time of the bare
interpreter is not part of it. Byte code is cached, as it is in an installed package.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

from benchmarks.messages import EDITIONS, Edition
from benchmarks.peers import BINDINGS, peer
from benchmarks.rounds import Aim, Spread, aims_table, note, table

_ROUNDS = 15
_MEMORY_ROUNDS = 3

_IMPORT = """
import sys, time
sys.path.insert(0, {path!r})
line = sys.stdin.buffer.readline()
started = time.perf_counter()
{load}
imported = time.perf_counter()
decode(line)
first = time.perf_counter()
decode(line)
second = time.perf_counter()
print([imported - started, first - imported, second - first])
"""

_MEMORY = """
import gc, sys, tracemalloc
sys.path.insert(0, {path!r})
lines = sys.stdin.buffer.read().splitlines()
{load}
for line in lines:
    decode(line)
gc.collect()
tracemalloc.start()
kept = [decode(line) for line in lines]
gc.collect()
print([tracemalloc.get_traced_memory()[0] / len(lines)])
"""


@dataclass(frozen=True, slots=True)
class _Package:
    """A package to load: its name in tables, and code that defines `decode`."""

    name: str
    load: str


def _ours(edition: Edition) -> _Package:
    load = (
        f"from acp_schema import {edition.name} as module\n"
        f"decode = lambda line: module.decode(module.{edition.definition}, line)"
    )
    return _Package(f"acp_schema.{edition.name}", load)


_SDK = _Package(
    "acp.schema (SDK)",
    "from acp.schema import SessionNotification\ndecode = SessionNotification.model_validate_json",
)


def report() -> str:
    """All tables, as Markdown."""
    peer("acp.schema")
    note(f"imports: {_ROUNDS} fresh interpreters each")
    packages = [*(_ours(edition) for edition in EDITIONS), _SDK]
    times = _alternate(_IMPORT, packages, _ROUNDS)
    note("imports: memory")
    memory = _alternate(_MEMORY, packages, _MEMORY_ROUNDS)
    return "\n\n".join(
        [
            "### Import and first decode",
            _table("import, ms", times, 0, 1e3),
            _table("first decode (makes the decoder), ms", times, 1, 1e3),
            _table("import + first decode, ms", _summed(times), 0, 1e3),
            "### Memory of 2,000 decoded notifications, kept",
            _table("bytes a message (tracemalloc)", memory, 0, 1.0),
            "### Aims",
            aims_table(_aims(times, memory)),
        ]
    )


_Figures = dict[str, list[list[float]]]


def _alternate(program: str, packages: list[_Package], rounds: int) -> _Figures:
    """The numbers that each package's program prints, round by round: A B C, A B C, …"""
    found: _Figures = {package.name: [] for package in packages}
    # The first round only writes byte code.
    for turn in range(rounds + 1):
        for package in packages:
            numbers = _run(program.format(path=str(BINDINGS), load=package.load), package)
            if turn:
                found[package.name].append(numbers)
    return found


def _run(code: str, package: _Package) -> list[float]:
    edition = next((e for e in EDITIONS if package.name.endswith(e.name)), EDITIONS[0])
    lines = b"\n".join(edition.stream())
    done = subprocess.run([sys.executable, "-c", code], input=lines, capture_output=True)
    if done.returncode:
        raise RuntimeError(f"{package.name}: {done.stderr.decode(errors='replace')}")
    numbers: list[float] = json.loads(done.stdout)
    return numbers


def _spread(figures: _Figures, name: str, column: int) -> Spread:
    return Spread(tuple(numbers[column] for numbers in figures[name]))


def _summed(times: _Figures) -> _Figures:
    return {
        name: [[numbers[0] + numbers[1]] for numbers in rounds] for name, rounds in times.items()
    }


def _table(what: str, figures: _Figures, column: int, scale: float) -> str:
    base = _ours(EDITIONS[0]).name
    rows = [
        [
            name,
            _spread(figures, name, column).text(scale),
            ""
            if name == base
            else _spread(figures, name, column).over(_spread(figures, base, column)).text(),
        ]
        for name in figures
    ]
    return table(["", f"{what}, min – median – max", f"/ “{base}”"], rows)


def _aims(times: _Figures, memory: _Figures) -> list[Aim]:
    def ratio(what: str, figures: _Figures, least: float) -> Aim:
        ours = _spread(figures, _ours(EDITIONS[0]).name, 0)
        return Aim(what, _spread(figures, _SDK.name, 0).over(ours), least)

    return [
        ratio("import, SDK / ours", times, 4.0),
        ratio("import + first decode, SDK / ours", _summed(times), 4.0),
        ratio("memory, SDK / ours", memory, 3.0),
    ]
