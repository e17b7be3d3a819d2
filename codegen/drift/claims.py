"""What a sentence says of a field: required, optional, nullable, non-nullable.

A clause may have a subject of its own ("a `x` may …; `y` requires …"); only the clause right
behind the field's name speaks of the field in general.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from codegen.drift.documents.page import Inline


class Claim(StrEnum):
    """A claim about a field."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    NULLABLE = "nullable"
    NON_NULLABLE = "non-nullable"


_WORDS = re.compile(
    r"(?P<non>\b(?:non|not)[- ](?:nullable|null)\b)|(?P<nullable>\bnullable\b|\bmay be null\b)"
    r"|(?P<optional>\boptional\b|\bnot required\b)|(?P<required>\brequired\b|\bmandatory\b)",
    re.IGNORECASE,
)
_KINDS = {
    "non": Claim.NON_NULLABLE,
    "nullable": Claim.NULLABLE,
    "optional": Claim.OPTIONAL,
    "required": Claim.REQUIRED,
}
_END = re.compile(r"[.;](?:\s|$)")


@dataclass(frozen=True, slots=True)
class FieldClaims:
    """A field (with the place of its name in the text's codes) and what is said of it."""

    name: str
    claims: tuple[Claim, ...]


def read_claims(inline: Inline) -> FieldClaims | None:
    """The claims of an item that begins with a field's name in backticks; `None` for others."""
    if not inline.codes or inline.text[: inline.codes[0].start].strip(" *"):
        return None
    first = inline.codes[0]
    name = first.text.strip()
    if not name or " " in name:
        return None
    claims = list(_in_clause(inline, first.start + len(first.text) + 2))
    if name.endswith("?"):
        claims.append(Claim.OPTIONAL)
    return FieldClaims(name.rstrip("?").partition("[")[0], tuple(dict.fromkeys(claims)))


def _in_clause(inline: Inline, start: int) -> Iterator[Claim]:
    text = inline.text[start:]
    end = _END.search(text)
    clause = text[: end.start()] if end else text
    # Another name in backticks before the claim: the clause is about that one.
    other = clause.find("`")
    yield from words(clause if other < 0 else clause[:other])


def words(text: str) -> Iterator[Claim]:
    """The claims in a piece of text."""
    for match in _WORDS.finditer(text):
        yield _KINDS[match.lastgroup or ""]
