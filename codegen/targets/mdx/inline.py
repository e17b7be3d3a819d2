"""Running text made safe for MDX: the reader sees what the description says, nothing runs.

For maintainers: the input is the Markdown of one block (a paragraph, a cell), so a code span
cannot reach beyond it. Code spans stay as they are, on one line; outside them braces, angle
brackets and unpaired backticks are escaped. The token pattern is in the order in which Markdown
itself binds, and link destinations are read as Markdown reads them, because a backtick in there
opens no code span.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from urllib.parse import quote

from codegen.targets.mdx.escapes import HIDDEN, revealed, safe_name, visible

_PUNCTUATION = r"!-/:-@\[-`{-~"
_REFERENCE = r"&\#?\w{1,32};"
_TOKEN = re.compile(
    rf"""
    \\[{_PUNCTUATION}]                              # an escape that is there already
  | \\(?={HIDDEN.pattern})                          # a backslash before a reference
  | `+                                              # a run of backticks
  | \](?=\()                                        # perhaps a link's destination
  | \]:                                            # perhaps the definition of a link target
  | <(?:https?|ftp|mailto):[^\s<>]*>                # an autolink
  | <[\w.+-]+@[\w.-]+>                              # an autolinked address
  | (?i:https?://|www\.)                           # a bare address
  | (?<!_)_+(?!_)                                   # may be emphasis
  | [<>{{}}~]                                       # `~` strikes out on a site, not in Markdown
  | {HIDDEN.pattern}
    """,
    re.VERBOSE,
)
_REACH = 2000
_SWALLOWS = re.compile(rf"[{{}}\\`<>\[*~]|\b_|_\b|{_REFERENCE}|{HIDDEN.pattern}")
_WORD = re.compile(rf"\w|{HIDDEN.pattern}")
_TO_SPACE = re.compile(rf"[^ \n]{{1,{_REACH}}}")
_SPACE = re.compile(r"[ \n]*")
_DESTINATION = re.compile(r"<((?:[^<>\n\\]|\\.)*)>")
_TITLE = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|\(((?:[^()\\]|\\.)*)\)", re.DOTALL)
_ESCAPE = re.compile(rf"\\([{_PUNCTUATION}])")
_UNSAFE = re.compile(rf"\\[{_PUNCTUATION}]|[`{{}}<>]|{HIDDEN.pattern}")
_ENTITY = {"<": "&lt;", ">": "&gt;", "{": "\\{", "}": "\\}", "~": "\\~"}
_NO_DOC_LINK = ("(", "[", "`")
_BRACKET = re.compile(r"!?\[|\]")
_MARKS = {"*", "_"}  # MDX reads emphasis otherwise beside an escaped `~`
_DEEPEST = 32
_NESTED = 1000


def safe_text(text: str) -> str:
    """One block's Markdown → the same in MDX; lines are kept, a code span ends up on one."""
    return _Reader(text).written()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[str] = []
        self.openers: list[bool] = []  # brackets that may open a link; True for an image
        self.runs: dict[int, list[int]] = defaultdict(list)
        for run in re.finditer("`+", text):
            self.runs[len(run[0])].append(run.start())

    def written(self) -> str:
        at = 0
        while (token := _TOKEN.search(self.text, at)) is not None:
            self._plain(self.text[at : token.start()])
            at = self._token(token[0], token.start(), token.end())
        self.parts.append(self.text[at:])
        return "".join(self.parts)

    def _plain(self, text: str) -> None:
        self.parts.append(text)
        for bracket in _BRACKET.findall(text):
            if bracket == "]":
                self._closed()
            elif len(self.openers) < _NESTED:
                self.openers.append(bracket == "![")

    def _closed(self) -> bool:
        """Take the last opener away; whether it was an image's."""
        return self.openers.pop() if self.openers else False

    def _token(self, token: str, start: int, end: int) -> int:
        match token[0]:
            case "\\" if len(token) == 1:
                self.parts.append("\\\\")
            case "\\":
                self.parts.append(_ENTITY.get(token[1], token) if token[1] in "<>" else token)
            case "`":
                return self._code(token, start, end)
            case "]" if len(token) > 1:
                self.parts.append("]\\:")
            case "]":
                return self._resource(end)
            case "<" if len(token) > 1:
                self.parts.append(_autolink(token[1:-1]))
            case "h" | "H" | "w" | "W":
                self.parts.append(_address(token, _TO_SPACE.match(self.text, end)))
            case "~" if (
                self.text[start - 1 : start] in _MARKS or self.text[end : end + 1] in _MARKS
            ):
                self.parts.append("&#126;")
            case "<" | ">" | "{" | "}" | "~":
                self.parts.append(_ENTITY[token])
            case "_":
                self.parts.append(self._underscores(token, start, end))
            case _:
                self.parts.append(revealed(token))
        return end

    def _underscores(self, run: str, start: int, end: int) -> str:
        """Inside a word they stay text, also beside a character that becomes a reference."""
        before, after = self.text[max(start - 1, 0) : start], self.text[end : end + 1]
        if not (_WORD.fullmatch(before) and _WORD.fullmatch(after)):
            return run
        return "\\_" * len(run) if HIDDEN.search(before + after) else run

    def _code(self, run: str, start: int, end: int) -> int:
        closers = self.runs[len(run)]
        index = bisect_right(closers, start)
        if index == len(closers):
            self.parts.append("\\`" * len(run))
            return end
        close = closers[index]
        after = close + len(run)
        if self._is_doc_link(start, after):
            self.parts[-1] = self.parts[-1][:-1]
            self._closed()
            self.parts.append(run + visible(self.text[end:close].replace("\n", " ")) + run)
            return after + 1
        self.parts.append(run + visible(self.text[end:close].replace("\n", " ")) + run)
        return after

    def _is_doc_link(self, start: int, after: int) -> bool:
        """A span in brackets that is no link: the brackets are a documentation tool's.

        Backticks beside the brackets keep them, or two spans would run together.
        """
        if self.text[after : after + 1] != "]" or self.text[after + 1 : after + 2] in _NO_DOC_LINK:
            return False
        if self.text[max(start - 2, 0) : max(start - 1, 0)] == "`":
            return False
        return start > 0 and self.parts[-1].endswith("[") and self.parts[-1] != "\\["

    def _resource(self, at: int) -> int:
        """A link's `(destination "title")`; a bracket that closes no link is text."""
        self.parts.append("]")
        if not self.openers:
            return at
        is_image = self._closed()
        destination, after = _destination(self.text, _past_space(self.text, at + 1))
        if destination is None:
            return at
        title = None
        behind = _past_space(self.text, after)
        if behind > after and (found := _TITLE.match(self.text, behind)):
            title = next(group for group in found.groups() if group is not None)
            behind = _past_space(self.text, found.end())
        if self.text[behind : behind + 1] != ")":
            return at
        written = _escaped(destination)
        if title is not None:
            quoted = re.sub(r'\\.|"', lambda q: '\\"' if q[0] == '"' else q[0], title)
            written += f' "{_escaped(quoted).replace(chr(10), " ")}"'
        self.parts.append(f"({written})")
        if not is_image:
            self.openers = [image for image in self.openers if image]  # no link holds a link
        return behind + 1


def _past_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _destination(text: str, at: int) -> tuple[str | None, int]:
    """The destination at `at` and where it ends; None if there is none."""
    if text[at : at + 1] == "<":
        angled = _DESTINATION.match(text, at)
        if angled is None:
            return None, at
        return _href(_ESCAPE.sub(r"\1", angled[1])), angled.end()
    start, depth = at, 0
    while at < len(text) and text[at] > " " and text[at] != "\x7f":
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
        elif text[at] == "(":
            depth += 1
            if depth > _DEEPEST:
                return None, start
        elif text[at] == ")":
            if depth == 0:
                break
            depth -= 1
        at += 1
    return (None, start) if depth else (text[start:at], at)


def _escaped(text: str) -> str:
    def escape(found: re.Match[str]) -> str:
        character = found[0]
        if HIDDEN.match(character):
            return revealed(character)
        if len(character) > 1:
            return character
        return _ENTITY.get(character, f"\\{character}")

    return _UNSAFE.sub(escape, text)


def _autolink(target: str) -> str:
    if target.startswith("mailto:"):
        return f"[{safe_name(target.removeprefix('mailto:'))}]({_href(target)})"
    href = target if "://" in target or "@" not in target else f"mailto:{target}"
    return f"[{safe_name(target)}]({_href(href)})"


def _address(prefix: str, reach: re.Match[str] | None) -> str:
    """The start of a bare address, broken where a site's autolinking would swallow an escape.

    Sites link bare addresses twice: in the source, where everything up to the next blank is
    taken as it stands, and in the finished text. Only the first way is closed here. `reach` is
    that stretch; one of full length may go on and counts as unsafe.
    """
    if reach is None or not (len(reach[0]) == _REACH or _SWALLOWS.search(reach[0])):
        return prefix
    return prefix.replace(":", "&#58;") if ":" in prefix else f"{prefix[:-1]}&#46;"


def _href(address: str) -> str:
    """An address that needs no Markdown escape; what may not stand in it is percent-encoded."""
    return quote(address, safe="/:?#@!$&'+,;=%-._~", errors="replace")
