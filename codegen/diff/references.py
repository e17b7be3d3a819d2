"""References: every one must lead somewhere in its own file before anything is compared."""

from __future__ import annotations

from codegen.errors import unescape_token
from codegen.source import KeywordPolicy, SchemaDocument, check_keywords


def check_references(document: SchemaDocument) -> None:
    """Raises `InputError` for a `$ref` that leads nowhere or out of the file.

    References into the middle of a definition are fine here, though no bindings have them.
    """
    for error in check_keywords(document, KeywordPolicy()):
        if error.rule == "bad-reference" and not _resolves(document, _reference(document, error)):
            raise error


def _reference(document: SchemaDocument, error: Exception) -> str:
    place = getattr(error, "at", None)
    found = _follow(document, (place.pointer or "") if place else "")
    return found if isinstance(found, str) else ""


def _resolves(document: SchemaDocument, ref: str) -> bool:
    return ref.startswith("#/") and _follow(document, ref[1:]) is not None


def _follow(document: SchemaDocument, pointer: str) -> object:
    value: object = document.root
    for token in pointer.split("/")[1:]:
        key = unescape_token(token)
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value
