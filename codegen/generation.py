"""A project -> the whole output tree in memory: bindings and page of each edition, manifest."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from codegen.artifacts import Artifact, OutputTree, collect
from codegen.errors import InputError, Place
from codegen.manifest import MANIFEST, manifest_text
from codegen.project import Edition, Project

CURE = "make generate"

Progress = Callable[[str], None]


def generate(project: Project, progress: Progress) -> OutputTree:
    """Everything that the configuration asks for. Raises `InputError`; writes nothing."""
    gc.disable()  # A short-lived process that allocates much and frees little.
    names = ", ".join(edition.name for edition in project.editions)
    progress(f"editions {names}: load, normalise, print")
    artifacts = _package(project)
    for part in _editions(project):
        artifacts += part
    progress("manifest")
    tree = collect(artifacts)
    manifest = Artifact(MANIFEST, manifest_text(project, tree.digests()))
    return collect([*tree, manifest])


def _package(project: Project) -> list[Artifact]:
    from codegen.targets.python.package import package_artifacts, runtime_artifacts

    editions = [edition.name for edition in project.editions]
    parts = [
        *package_artifacts(project.package, editions, project.version, CURE),
        *runtime_artifacts(project.package, CURE),
    ]
    return [Artifact(f"python/{part.path}", part.text) for part in parts]


def _editions(project: Project) -> list[list[Artifact]]:
    """Editions are independent: one process for each, where there are cores for it."""
    workers = min(len(project.editions), os.cpu_count() or 1)
    if workers == 1:
        return [_edition(project, edition) for edition in project.editions]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(_edition, [project] * len(project.editions), project.editions))


def _edition(project: Project, edition: Edition) -> list[Artifact]:
    from codegen.normalise import normalise
    from codegen.source import KeywordPolicy, load
    from codegen.targets.python.package import Target, edition_artifacts

    policy = KeywordPolicy(project.ignored_keywords)
    document = load(project.path(edition.schema), policy, edition.schema)
    model = normalise(document)
    target = Target(project.package, edition.name, CURE)
    templates = project.path(project.templates)
    bindings = edition_artifacts(
        model, edition.schema, target, (templates / "msgspec").resolve(), document.place
    )
    artifacts = [Artifact(f"python/{part.path}", part.text) for part in bindings]
    if edition.page is not None:
        artifacts.append(Artifact(f"docs/{edition.page}", _page(project, edition, document.root)))
    return artifacts


def _page(project: Project, edition: Edition, root: object) -> str:
    from codegen.targets.mdx import page_view, read_page_config, render

    assert isinstance(root, dict)
    try:
        config = read_page_config(dict(edition.page_config or {}), edition.name)
    except ValueError as error:
        raise InputError(
            str(error), at=Place("pyproject.toml"), cure="mend [tool.acp-codegen.docs]"
        ) from None
    templates = project.path(project.templates) / "mdx"
    return render(page_view(root, config, "default"), templates)
