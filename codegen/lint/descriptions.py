"""The rules about descriptions: what they name exists, and what they say is so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from codegen.lint.claims import contradictions
from codegen.lint.nodes import nodes
from codegen.lint.vocabulary import Vocabulary, vocabulary
from codegen.source import Node, SchemaDocument

_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_SENTENCE_END = re.compile(r"[.;!?](?=\s)|\n\s*\n")
_EXAMPLE = re.compile(r"\b(?:such as|for example|for instance|e\.g\.|like)(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Remark:
    """Something wrong with a description: the rule, where, what, and what to do."""

    rule: str
    pointer: str
    message: str
    fix: str


def description_remarks(document: SchemaDocument) -> Iterator[Remark]:
    """Everything that is wrong with the descriptions of a document."""
    known = vocabulary(document)
    for place in nodes(document):
        node = place.node
        text = node.get("description")
        if isinstance(text, str):
            yield from _unknown_names(known, node, text)
        needed = node.get("required", ())
        for wire, part in node.named("properties").items():
            for claim in contradictions(part, wire, wire in needed):
                pointer = f"{part.pointer}/description"
                fix = "correct the description, or the schema"
                yield Remark("contradicting-description", pointer, claim, fix)


def _unknown_names(known: Vocabulary, node: Node, text: str) -> Iterator[Remark]:
    for code in references(known, text):
        if not known.knows(code):
            close = get_close_matches(code, known.names, 1)
            yield Remark(
                "unknown-name",
                f"{node.pointer}/description",
                f"`{code}` is no name of this schema",
                f"did you mean `{close[0]}`?" if close else "correct it, or write it without code",
            )


def references(known: Vocabulary, text: str) -> Iterator[str]:
    """The code spans of a description that name something; examples are none."""
    for span in _CODE.finditer(text):
        code = span[2].strip()
        if known.is_reference(code) and not _EXAMPLE.search(_sentence(text, span.start())):
            yield code


def _sentence(text: str, end: int) -> str:
    """The part of a sentence in front of a place."""
    start = 0
    for stop in _SENTENCE_END.finditer(text, 0, end):
        start = stop.end()
    return text[start:end]
