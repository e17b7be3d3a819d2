"""markdown-it with what MDX adds: ESM, JSX tags and expressions, as blocks and in running text.

Also notes where code spans and links begin, which markdown-it itself doesn't keep. In plain
Markdown the MDX rules stay off and HTML comments are kept.
"""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.backticks import backtick
from markdown_it.rules_inline.link import link

from codegen.drift.documents.jsx import Budget, ScannedTag, expression_end, scan_tag

_ENDS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list", "table"]}
_UNUSED_INLINE = ("emphasis", "entity", "linkify", "strikethrough", "image")


def markdown_parser(mdx: bool) -> MarkdownIt:
    """A parser for one kind of file. Its `env` wants `budget`, a `Budget`."""
    parser = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
    parser.disable(list(_UNUSED_INLINE), ignoreInvalid=True)
    parser.block.ruler.before("table", "front_matter", _front_matter)
    parser.inline.ruler.at("backticks", _code_span)
    parser.inline.ruler.at("link", _link)
    if mdx:
        parser.disable(["html_block", "html_inline", "code", "autolink"])
        parser.block.ruler.before("table", "mdx_esm", _esm)
        parser.block.ruler.before("table", "mdx_flow", _flow, _ENDS)
        parser.inline.ruler.before("link", "mdx_inline", _inline)
    return parser


def _front_matter(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if start != 0 or state.level or state.src[: state.eMarks[0]].rstrip() != "---":
        return False
    for line in range(1, end):
        if state.src[state.bMarks[line] : state.eMarks[line]].rstrip() == "---":
            break
    else:
        return False
    if not silent:
        token = state.push("front_matter", "", 0)
        token.map = [0, line + 1]
        token.content = state.getLines(1, line, 0, True)
        state.line = line + 1
    return True


def _esm(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`import` and `export` at the left edge, up to the next empty line."""
    at = state.bMarks[start]
    if state.level or state.tShift[start] or not state.src.startswith(("import ", "export "), at):
        return False
    line = start
    while line < end and not state.isEmpty(line):
        line += 1
    if not silent:
        token = state.push("mdx_esm", "", 0)
        token.map = [start, line]
        state.line = line
    return True


def _flow(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Tags and expressions that fill their lines."""
    at = state.bMarks[start] + state.tShift[start]
    if at >= state.eMarks[start] or state.src[at] not in "<{":
        return False
    if state.sCount[start] < state.blkIndent and not silent:
        return False
    parts: list[tuple[int, str | ScannedTag]] = []
    limit = state.eMarks[end - 1]
    while at < limit:
        part = _part(state.src, at, state.env["budget"])
        if part is None:
            return False
        behind, found = part
        parts.append((at, found))
        rest = state.src.find("\n", behind)
        rest = len(state.src) if rest < 0 else rest
        at = behind + len(state.src[behind:rest]) - len(state.src[behind:rest].lstrip())
        if at >= rest:
            break
        if state.src[at] not in "<{":
            return False
    if not parts or at > limit:
        return False
    line = start
    while line < end - 1 and state.eMarks[line] < behind:
        line += 1
    if not silent:
        for offset, found in parts:
            token = state.push("mdx_part", "", 0)
            token.map = [start, line + 1]
            token.meta = {"part": found, "offset": offset}
        state.line = line + 1
    return True


def _part(src: str, at: int, budget: Budget) -> tuple[int, str | ScannedTag] | None:
    if src[at] == "{":
        end = expression_end(src, at, budget)
        return None if end is None else (end, src[at:end])
    if src.startswith("<!--", at):
        closed = src.find("-->", at, at + 10_000)
        return None if closed < 0 else (closed + 3, src[at : closed + 3])
    tag = scan_tag(src, at, budget)
    return None if tag is None else (tag.end, tag)


def _inline(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] not in "<{":
        return False
    part = _part(state.src, state.pos, state.env["budget"])
    if part is None:
        return False
    if not silent:
        token = state.push("mdx_part", "", 0)
        token.meta = {"part": part[1], "offset": state.pos}
    state.pos = part[0]
    return True


def _code_span(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not backtick(state, silent):
        return False
    if not silent and state.tokens and state.tokens[-1].type == "code_inline":
        _note(state.tokens[-1], start)
    return True


def _link(state: StateInline, silent: bool) -> bool:
    start, before = state.pos, len(state.tokens)
    if not link(state, silent):
        return False
    if not silent:
        for token in state.tokens[before:]:
            if token.type == "link_open":
                _note(token, start)
                break
    return True


def _note(token: Any, start: int) -> None:
    token.meta = {**token.meta, "offset": start}
