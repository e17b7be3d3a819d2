"""Single strings made safe: names, attributes, code spans, cells, invisible characters.

For maintainers: no Markdown structure here. Invisible characters are the C0 and C1 controls, the
bidi controls, the other format characters that hide text, and lone surrogates.
"""

from __future__ import annotations

import json
import re

_HIDDEN_RANGES = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ufffe\uffff\ud800-\udfff"
)
HIDDEN = re.compile(f"[{_HIDDEN_RANGES}]")

_NAME = str.maketrans(
    {character: f"\\{character}" for character in "\\`*{}[]|~"}
    | {"<": "&lt;", ">": "&gt;", "&": "&amp;", "\n": " ", "\t": " "}
)
_EDGE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_LABEL = re.compile(rf"[\\`*{{}}\[\]|~<>&\n\t]|{_EDGE.pattern}")
_ATTRIBUTE = str.maketrans(
    {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;", "\n": "&#10;", "\t": "&#9;"}
)
_RUN = re.compile("`+")


def visible(text: str) -> str:
    """Invisible characters in JSON's notation, for places where no reference is read."""
    return HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def revealed(character: str) -> str:
    """An invisible character in running text: a reference, or its JSON notation.

    Markdown reads no reference to a control character or a surrogate.
    """
    number = ord(character)
    if number < 0xA0 or 0xD800 <= number <= 0xDFFF or number in (0xFFFE, 0xFFFF):
        return f"\\\\u{number:04x}"
    return f"&#x{number:X};"


def safe_name(name: str) -> str:
    """A name as running text: whatever Markdown or MDX would read is escaped."""
    return _EDGE.sub(r"\\_", visible(name).translate(_NAME))


def safe_label(name: str) -> str:
    """A name inside an element that stands in an expression or in running text.

    Only references are used: both Markdown and JSX read them, and JSX knows no backslash.
    """
    return _LABEL.sub(lambda found: f"&#{ord(found[0])};", visible(name))


def safe_attribute(value: str) -> str:
    """A string for a double-quoted attribute; quotes, references and line breaks are escaped."""
    return visible(value).translate(_ATTRIBUTE)


def code(text: str) -> str:
    """A code span that holds any text: its delimiter is longer than every run inside."""
    shown = visible(text).replace("\n", " ").replace("\t", " ")
    longest = max((len(run) for run in _RUN.findall(shown)), default=0)
    delimiter = "`" * (longest + 1)
    ends = {shown[:1], shown[-1:]}
    pad = " " if "`" in ends or (ends == {" "} and shown.strip()) else ""
    return f"{delimiter}{pad}{shown or ' '}{pad}{delimiter}"


def cell(text: str) -> str:
    """Finished text for a table cell: no bar splits the row."""
    return text.replace("|", "\\|")


def scalar(text: str) -> str:
    """A one-line string as a double-quoted YAML scalar (JSON's notation is valid YAML)."""
    quoted = json.dumps(text, ensure_ascii=False)
    return HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
