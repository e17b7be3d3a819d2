"""What `generate` does for the document check: the vocabulary remembers every name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from codegen.project import Project


def knows_all(project: Project) -> bool:
    """Whether there is a vocabulary wherever one is configured (its contents follow the schemas,
    which a fresh manifest covers).
    """
    documents = project.documents
    path = documents.vocabulary if documents else None
    return path is None or project.path(path).is_file()


def remember(project: Project, say: Callable[[str], None]) -> None:
    """Add the names that the schemas have now, and note the day for those that are gone."""
    if project.documents is None or project.documents.vocabulary is None:
        return
    from codegen.drift.gather import refreshed_words
    from codegen.workspace import write_file

    fresh = refreshed_words(project, date.today())
    if fresh is not None:
        path, text = fresh
        write_file(project.path(path), text.encode())
        say(f" changed  {path}")
