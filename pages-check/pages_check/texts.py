"""Hostile texts and names, drawn at random.

For maintainers: `PIECES` are joined to descriptions; `WHOLE` stand alone, among them texts that
other tools have tripped over. No piece uses what stays plain text by design (headings, quotes,
definitions of link targets), because then there is nothing to compare.
"""

from __future__ import annotations

import re
from random import Random

from codegen.targets.mdx.escapes import HIDDEN

FENCES = (
    '```json\n{"method": "initialize", "id": 0, "result": {"capabilities": {"a": [1, {}]}}}\n```',
    '```json\n{ "id": 1, ... }\n```',
    "~~~\n</ResponseField> {x} <!-- `\n~~~",
    "````md\n```\n{inner}\n```\n````",
    "```\nnever closed {x} <b>",
)
BLOCKS = (
    *FENCES,
    "- one\n- two `{`\n- <three>",
    "1. first\n2. second\n   - below {x}\n   - `</b>`",
    "3. three\n4. four",
    "| a | {b} |\n| --- | :-: |\n| `x` | <y> |\n| 1 \\| 2 | } |",
    "import {a} from 'b'",
    "export default {}",
    "export the session before closing.",
    "text\nimport x from y\nexport const z = 1",
    "***",
    "left  \nright",
    "{/* no comment */}",
    "<!-- a\ncomment -->",
    "</ResponseField>\n</Expandable>",
    "<ResponseField name={x}>",
    "{process.exit(1)}",
    "100. hundred",
    "+ plus\n+ plus",
    "* star\n* star",
)
PIECES = (
    *("word", "two words", "über", "日本語", "a_b_c", "snake_case_", "x*y", "2 * 3", "~", "~~a~~"),
    *("{", "}", "{}", "{x}", "`{}`", "``a`b``", "`", "``", "<", ">", "<5", "a < b > c"),
    *("Map<string, number>", "<session-id>", "<br>", "<br/>", "</div>", "<!--", "-->", "<>", "</>"),
    *(
        "<https://example.org/a{b}>",
        "<a@example.org>",
        "https://example.org/x_y_z.",
        "www.example.org",
    ),
    *(
        "[a](https://example.org/{id})",
        '[a](b "t{i}tle")',
        "![alt {x}](c.png)",
        "[a]",
        "[",
        "](",
        "![",
    ),
    *("**bold", "_em", "**bold**", "_em_", "*em*", "__b__", "**a `b** c`", "***"),
    *(
        "&",
        "&amp;",
        "&lt;b&gt;",
        "&#123;",
        "&nosuch;",
        "\\",
        "\\{",
        "\\`",
        "\\<",
        "\\\\",
        "\\*a\\*",
    ),
    *("\u202ertl\u202c", "\u05d0\u05d1", "\u200f", "\u2028", "\x07", "\x1b[31m", "\ufeff", "\x85"),
    *("|", "a | b", "^[A-Z]{3}$", "$x$", "$$", "%", "@x", "#", "'", '"', "…", ":::", "---", "==="),
)
WHOLE = (
    'Send {"tag": 1} to begin.',
    "Port Ethernet{module}/1 is up.",
    "Supplying `{}` turns it on.",
    "Keep it <5 items.",
    "Returns Map<string, number>.",
    "Use <session-id> here.",
    "<!-- draft -->",
    "See <https://example.org/a>.",
    "export the session before closing.",
    "import your settings first.",
    "Pattern `^[A-Z]{3}$` or a|b",
    "Last item in a list:\n- one\n- two",
    *FENCES,
)
NAMES = (
    *("plain", "With_Under", "_meta", "a/b", "session/set_x", "$/halt", "ünï", "日本"),
    *(
        "it's",
        'say "hi"',
        "a&b",
        "a<b>",
        "a{b}",
        "a`b",
        "a|b",
        "a\\b",
        "*star*",
        "a b",
        "#x",
        "[x]",
    ),
    *("import", "export x", "1. x", "- x", "&amp;", "</b>", "{/*", "\u202ex", "~x~", "x" * 90),
)

# Whether `*` opens or closes depends on its neighbours: unseen ones become references, and MDX
# does not follow CommonMark where `*` and `_` meet.
_TOO_CLOSE = re.compile(
    f"(?<=[*_])(?={HIDDEN.pattern})|(?<={HIDDEN.pattern})(?=[*_])|(?<=[*])(?=_)|(?<=_)(?=[*])"
)


def text(random: Random) -> str:
    """A description: one of the known ones, or pieces and blocks in any order."""
    chance = random.random()
    if chance < 0.2:
        return random.choice(WHOLE)
    blocks = [_block(random) for _ in range(random.choice((1, 1, 1, 2, 3)))]
    return "\n\n".join(blocks)


def long_text(random: Random, size: int = 100_000) -> str:
    """A description of about `size` characters."""
    blocks: list[str] = []
    while sum(map(len, blocks)) < size:
        blocks.append(text(random))
    return "\n\n".join(blocks)


def name(random: Random) -> str:
    """A name of a definition, property, constant or method."""
    return random.choice(NAMES) if random.random() < 0.7 else _joined(random, NAMES, 2)


def _block(random: Random) -> str:
    if random.random() < 0.4:
        return random.choice(BLOCKS)
    return _joined(random, PIECES, random.randint(1, 6))


def _joined(random: Random, pieces: tuple[str, ...], count: int) -> str:
    chosen = [random.choice(pieces) for _ in range(count)]
    joined = "".join(part + random.choice(("", " ", " ")) for part in chosen).strip(" ")
    return _TOO_CLOSE.sub(" ", joined)
