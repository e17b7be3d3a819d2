"""A configured project -> the inputs of a run, from the working folder or from a revision."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from codegen.drift.context import World
from codegen.drift.documents import read_page
from codegen.drift.globs import matches
from codegen.drift.rules import RULES, Stage
from codegen.drift.run import Inputs, load_edition, stage_of_docs_json
from codegen.drift.scope import Settings
from codegen.drift.sidecar import EMPTY, Sidecar, read_sidecar
from codegen.drift.trees import Folder, Tree, decoded, select
from codegen.drift.verdicts import fingerprint
from codegen.drift.vocabulary import (
    Vocabulary,
    current_names,
    lacking,
    read_vocabulary,
    updated,
    vocabulary_text,
)
from codegen.errors import InputError, Place
from codegen.findings import Finding, Severity
from codegen.project import FILE, TABLE, Documents, Project
from codegen.source import KeywordPolicy

_SITE = "docs.json"


def documents_of(project: Project) -> Documents:
    """The configuration of the documents. Raises `InputError` where there is none."""
    if project.documents is None or not project.documents.include:
        raise InputError(
            "no documents are configured",
            at=Place(FILE),
            cure=f'write include = ["docs/**/*.mdx"] under [{TABLE}.documents]',
        )
    return project.documents


def gather(project: Project, tree: Tree, base: bool = False) -> Inputs:
    """Everything that a run needs. `base`: an older state, which may lack what is configured now.

    Raises `InputError` for what can't be read.
    """
    documents = documents_of(project)
    files = select(tree.files(), documents.include, documents.exclude)
    missing = [
        path
        for path in documents.include
        if not set("*?") & set(path) and path not in files and not base
    ]
    if missing or not (files or base):
        what = missing[0] if missing else ", ".join(documents.include)
        raise InputError(
            f"no document is {what}",
            at=Place(FILE),
            cure=f"mend include in [{TABLE}.documents]",
        )
    texts = {file: decoded(tree.read(file) or b"", file) for file in files}
    pages = tuple(read_page(texts[file], file) for file in files)
    return Inputs(
        _world(project, tree, documents, base),
        pages,
        _settings(documents, files, tree),
        _sidecar(documents, tree),
        _locks(documents, files, tree),
    )


def _world(project: Project, tree: Tree, documents: Documents, base: bool) -> World:
    policy = KeywordPolicy(project.ignored_keywords)
    editions = []
    for edition in project.editions:
        content = tree.read(edition.schema)
        if content is not None:
            editions.append(load_edition(edition.name, content, edition.schema, policy))
        elif not base:
            raise InputError("no such file", at=Place(edition.schema), cure="check the path")
    return World(tuple(editions), read_words(documents, tree))


def read_words(documents: Documents, tree: Tree) -> Vocabulary:
    """The committed vocabulary (empty where there is none yet)."""
    path = documents.vocabulary
    content = tree.read(path) if path else None
    return read_vocabulary(decoded(content, path or ""), path or "") if content else Vocabulary()


def _sidecar(documents: Documents, tree: Tree) -> Sidecar:
    content = tree.read(documents.sidecar) if documents.sidecar else None
    if content is None or documents.sidecar is None:
        return EMPTY
    return read_sidecar(decoded(content, documents.sidecar), documents.sidecar)


def _locks(documents: Documents, files: list[str], tree: Tree) -> Mapping[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for file in files if documents.locks else ():
        path = lock_path(documents, file)
        content = tree.read(path)
        if content is not None:
            found[file] = (path, decoded(content, path))
    return found


def lock_path(documents: Documents, file: str) -> str:
    """Where the lock of a document stands."""
    return f"{documents.locks or 'contracts'}/{file}.toml"


def _settings(documents: Documents, files: list[str], tree: Tree) -> Mapping[str, Settings]:
    site = tree.read(_SITE)
    groups = stage_of_docs_json(site, _SITE) if site is not None else {}
    found: dict[str, Settings] = {}
    for file in files:
        settings = Settings((), groups.get(file.rpartition(".")[0]))
        for rule in documents.pages:
            if not matches(file, rule.glob):
                continue
            if rule.stage is not None and rule.stage not in list(Stage):
                raise InputError(
                    f"{rule.stage!r} is no stage",
                    at=Place(FILE),
                    cure=f"the stages are {', '.join(Stage)}",
                )
            stage = Stage(rule.stage) if rule.stage else settings.stage
            settings = Settings(rule.editions or settings.editions, stage)
        found[file] = settings
    return found


def check_lost_locks(project: Project, inputs: Inputs) -> list[Finding]:
    """A lock whose document is gone guards nothing."""
    folder = project.documents.locks if project.documents else None
    root = project.path(folder) if folder else None
    if root is None or not root.is_dir():
        return []
    known = {name for name, _ in inputs.locks.values()}
    lost = [
        f"{folder}/{path.relative_to(root).as_posix()}"
        for path in sorted(root.rglob("*.toml"))
        if path.name.endswith((".mdx.toml", ".md.toml"))
    ]
    return [
        Finding(
            "lock-broken",
            Severity.ERROR,
            Place(path),
            "no checked document belongs to this lock",
            "remove it, or move it along with its document",
            fingerprint=fingerprint("lock-broken", path, "", ""),
        )
        for path in lost
        if path not in known
    ]


def check_words(project: Project, world: World) -> list[Finding]:
    """A vocabulary that lacks names of the schemas can't tell later that they were there."""
    path = project.documents.vocabulary if project.documents else None
    if path is None:
        return []
    current = {edition.name: current_names(edition.model) for edition in world.editions}
    names = lacking(world.vocabulary, current)
    if not names:
        return []
    rule = RULES["vocabulary-stale"]
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return [
        Finding(
            rule.id,
            Severity.ERROR,
            Place(path),
            f"it does not know {shown}",
            "run make generate and commit it",
            fingerprint=fingerprint(rule.id, path, "", ""),
        )
    ]


def refreshed_words(project: Project, today: date) -> tuple[str, str] | None:
    """Path and new text of the vocabulary; `None` where it is up to date or not configured."""
    documents = project.documents
    if documents is None or documents.vocabulary is None:
        return None
    tree = Folder(project.root)
    world = _world(project, tree, documents, False)
    current = {edition.name: current_names(edition.model) for edition in world.editions}
    after = updated(world.vocabulary, current, today)
    before = tree.read(documents.vocabulary)
    text = vocabulary_text(after)
    return None if before == text.encode() else (documents.vocabulary, text)
