"""`python -m benchmarks.pages`: pages of both schemas beside two other page generators.

Whole processes, in turn. What each shows is counted in its own output by the same few probes.
"""

from __future__ import annotations

import json
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.messages import EDITIONS, ROOT
from benchmarks.peers import NotInstalled
from benchmarks.rounds import Spread, note, table

_ROUNDS = 3
_NPM_PEER = "@adobe/jsonschema2md@8.0.11"
_OURS = "acp-codegen docs"


@dataclass(slots=True)
class _Tool:
    """A page generator: (schema, empty folder for its output) → command."""

    name: str
    command: Callable[[Path, Path], Sequence[str]]
    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)


def report() -> str:
    """The tables, as Markdown. Raises `NotInstalled`."""
    parts: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        npm_peer = _installed(folder / "npm")
        for edition in EDITIONS:
            schema = _schema(edition.schema_file, folder / f"{edition.name}.schema.json")
            tools = _tools(npm_peer)
            for turn in range(_ROUNDS):
                for tool in tools:
                    note(f"{edition.name}, round {turn + 1}: {tool.name}")
                    output = folder / "output" / edition.name / tool.name
                    shutil.rmtree(output, ignore_errors=True)
                    output.mkdir(parents=True)
                    _run(tool, schema, output)
            root = folder / "output" / edition.name
            shown = [_shown(tool.name, root / tool.name, schema) for tool in tools]
            parts.append(f"### {edition.name}\n\n{_times(tools)}\n\n{_columns(shown)}")
    return "\n\n".join(parts)


def _tools(npm_peer: Path) -> list[_Tool]:
    scripts = Path(sys.executable).parent
    other = str(scripts / "generate-schema-doc")
    if not Path(other).exists():
        raise NotInstalled(
            "json-schema-for-humans: pip install -r benchmarks/requirements-pages.txt"
        )
    ours = [sys.executable, "-m", "codegen", "-q", "docs"]
    markdown = ["--config", "template_name=md"]
    return [
        _Tool(_OURS, lambda schema, out: [*ours, str(schema), "-o", str(out / "page.mdx")]),
        _Tool(
            "json-schema-for-humans, Markdown",
            lambda schema, out: [other, *markdown, str(schema), str(out / "page.md")],
        ),
        _Tool(
            "json-schema-for-humans, HTML",
            lambda schema, out: [other, str(schema), str(out / "page.html")],
        ),
        _Tool(
            "@adobe/jsonschema2md",
            lambda schema, out: [
                str(npm_peer),
                "-d",
                str(_alone(schema)),
                "-o",
                str(out),
                "-x",
                "-",
            ],
        ),
    ]


def _installed(folder: Path) -> Path:
    if shutil.which("npm") is None:
        raise NotInstalled("npm is not installed")
    folder.mkdir()
    quiet = ("--silent", "--no-audit", "--no-fund")
    subprocess.run(["npm", "install", *quiet, "--prefix", str(folder), _NPM_PEER], check=True)
    return folder / "node_modules" / ".bin" / "jsonschema2md"


def _schema(source: Path, target: Path) -> Path:
    """A copy with an `$id`, without which one of the peers refuses to work."""
    schema = json.loads(source.read_text("utf-8"))
    with_id = {"$schema": schema["$schema"], "$id": f"https://example.org/{target.name}", **schema}
    target.write_text(json.dumps(with_id, ensure_ascii=False), "utf-8")
    return target


def _alone(schema: Path) -> Path:
    """The schema in a folder of its own: one of the peers reads whole folders."""
    folder = schema.with_suffix("")
    folder.mkdir(exist_ok=True)
    shutil.copy2(schema, folder)
    return folder


def _run(tool: _Tool, schema: Path, output: Path) -> None:
    command = tool.command(schema, output)
    before, started = _processor(), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    tool.wall.append(time.perf_counter() - started)
    tool.processor.append(_processor() - before)


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _times(tools: Sequence[_Tool]) -> str:
    ours = tools[0]
    rows = []
    for tool in tools:
        wall, processor = Spread(tuple(tool.wall)), Spread(tuple(tool.processor))
        ratio = processor.over(Spread(tuple(ours.processor)))
        rows.append([tool.name, wall.text(), processor.text(), ratio.text()])
    header = ["min – median – max", "seconds", "processor seconds", "/ first row"]
    return table(header, rows)


def _shown(name: str, folder: Path, schema: Path) -> dict[str, str]:
    """What stands in a tool's output, counted."""
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".md", ".mdx", ".html")]
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}
    whole = "\n".join(texts.values())
    definitions = json.loads(schema.read_text("utf-8"))["$defs"].values()
    methods = {node["x-method"] for node in definitions if "x-method" in node}
    headings = re.findall(r"(?m)^#+ .*|<h\d.*?</h\d>", whole)
    bare = {re.sub(r"<[^>]*>|[#*`\\]", "", heading).strip() for heading in headings}
    links, dead = _links(texts)
    return {
        "": name,
        "files, kB": f"{len(texts):,}, {sum(map(len, texts.values())) // 1000:,}",
        "methods with a section": f"{len(methods & bare)} of {len(methods)}",
        "messages with sender and receiver": str(
            len(re.findall("client → agent|agent → client", whole))
        ),
        "unions with their tag named": str(len(re.findall("Told apart by", whole))),
        "fields with what a malformed value does": str(len(re.findall("Malformed input", whole))),
        "UNSTABLE marks": str(len(re.findall("UNSTABLE", whole))),
        "links inside, dead ones": f"{links:,}, {dead:,}",
    }


def _links(texts: dict[str, str]) -> tuple[int, int]:
    """Links inside a tool's output, and how many lead nowhere."""
    pattern = re.compile(r'href="([^"]*)"|\]\(([^)\s]*)')
    ids = {name: set(re.findall(r'(?:id|name)="([^"]*)"', text)) for name, text in texts.items()}
    slugs = {name: _slugs(text) for name, text in texts.items()}
    count = dead = 0
    for name, text in texts.items():
        for found in pattern.findall(text):
            target = (found[0] or found[1]).strip().removeprefix("./")
            file, _, fragment = target.partition("#")
            if "://" in target or target.startswith(("..", "mailto:")) or not target:
                continue
            if file and not file.endswith((".md", ".mdx", ".html")):
                continue
            count += 1
            page = file or name
            known = page in texts and (not fragment or fragment in ids[page] | slugs[page])
            dead += not known
    return count, dead


def _slugs(text: str) -> set[str]:
    """The ids that a site gives to headings: words with hyphens, repeated ones numbered."""
    found: set[str] = set()
    count: dict[str, int] = {}
    for heading in re.findall(r"(?m)^#+ (.*)", text):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        count[slug] = count.get(slug, -1) + 1
        found.add(f"{slug}-{count[slug]}" if count[slug] else slug)
    return found


def _columns(shown: Sequence[dict[str, str]]) -> str:
    header, *rows = ([key, *(each[key] for each in shown)] for key in shown[0])
    return table(header, rows)


if __name__ == "__main__":
    try:
        print(f"## Pages\n\n{report()}")
    except NotInstalled as error:
        note(f"error: {error}")
        sys.exit(2)
