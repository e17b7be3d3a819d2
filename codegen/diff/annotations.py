"""Compare what no reader of messages looks at: names, texts, spelling, order."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.diff.facts import Kind, Spot
from codegen.diff.walk import MARKER, Pair, Walk
from codegen.source import Node

_LISTS = ("properties", "required", "anyOf", "oneOf", "enum")


def annotate(walk: Walk, pair: Pair | None, old: str, new: str) -> None:
    """Facts about the texts of two places that stand for each other; each pair once."""
    if not old or not new or (old, new) in walk.annotated:
        return
    walk.annotated.add((old, new))
    before, after = walk.old.node(old), walk.new.node(new)
    at = Spot(old, new)
    if before.schema == after.schema:
        _compare_order(walk, pair, at, before, after)
        return
    if (old in walk.old.names) is (new in walk.new.names):
        # The text of a definition is about something else than the text of its use.
        _compare_texts(walk, pair, at, before, after)
    for kind, keyword, one, other in _keywords(walk, before, after):
        if one != other:
            walk.add(pair, kind, at, old=one, new=other, variant=keyword, exact=True)
    _compare_order(walk, pair, at, before, after)
    for keyword in ("items", "additionalProperties"):
        if isinstance(before.get(keyword), dict) and isinstance(after.get(keyword), dict):
            annotate(walk, pair, f"{old}/{keyword}", f"{new}/{keyword}")
    for one, other in _members(before, after):
        annotate(walk, pair, one, other)


def _compare_texts(walk: Walk, pair: Pair | None, at: Spot, old: Node, new: Node) -> None:
    before, after = old.get("description"), new.get("description")
    if before == after:
        return
    was, is_now = (isinstance(text, str) and MARKER in text for text in (before, after))
    if was and not is_now:
        walk.add(pair, Kind.STABILISED, at, exact=True)
    elif is_now and not was:
        walk.add(pair, Kind.DESTABILISED, at, exact=True)
    else:
        walk.add(
            pair, Kind.DESCRIPTION_CHANGED, at, old=_short(before), new=_short(after), exact=True
        )


def _short(text: object) -> str | None:
    return str(text) if text is not None else None


def _keywords(
    walk: Walk, old: Node, new: Node
) -> Iterator[tuple[Kind, str, str | None, str | None]]:
    """Kind, keyword, and what both schemas say."""
    yield Kind.TITLE_CHANGED, "title", _short(old.get("title")), _short(new.get("title"))
    for keyword in ("$comment", "examples", "deprecated"):
        yield Kind.COMMENT_CHANGED, keyword, _short(old.get(keyword)), _short(new.get(keyword))
    ignored = [_short(node.get("x-docs-ignore") or None) for node in (old, new)]
    yield Kind.DOCS_IGNORE_CHANGED, "x-docs-ignore", ignored[0], ignored[1]
    tags = [_tag(node) for node in (old, new)]
    yield Kind.DISCRIMINATOR_KEYWORD_CHANGED, "discriminator", tags[0], tags[1]
    yield Kind.COMBINATOR_CHANGED, "combinator", _combinator(old), _combinator(new)
    same = bool(old.schema) and bool(new.schema) and ("type" in old) != ("type" in new)
    if same and "$ref" not in old and "$ref" not in new:
        words = [_short(node.get("type")) for node in (old, new)]
        yield Kind.TYPE_KEYWORD_CHANGED, "type", words[0], words[1]
    yield from _references(walk, old, new)


def _tag(node: Node) -> str | None:
    keyword = node.get("discriminator")
    return str(keyword.get("propertyName")) if isinstance(keyword, dict) else None


def _combinator(node: Node) -> str | None:
    words = [word for word in ("anyOf", "oneOf", "allOf", "enum", "const") if word in node]
    return " ".join(words) or None


def _references(
    walk: Walk, old: Node, new: Node
) -> Iterator[tuple[Kind, str, str | None, str | None]]:
    """A type that got a name of its own or lost it, while the wire stays the same."""
    before, after = _refers(old), _refers(new)
    uses = (old.pointer,), (new.pointer,)
    if (before is None) is (after is None):
        return
    if not walk.forward.holds(*uses) or not walk.backward.holds(uses[1], uses[0]):
        return
    kind = Kind.REF_EXTRACTED if before is None else Kind.REF_INLINED
    yield kind, "$ref", before, after


def _refers(node: Node) -> str | None:
    for part in (node, *node.children("allOf"), *node.children("anyOf")):
        ref = part.get("$ref")
        if isinstance(ref, str):
            return ref.rpartition("/")[2]
    return None


def _compare_order(walk: Walk, pair: Pair | None, at: Spot, old: Node, new: Node) -> None:
    for keyword in _LISTS:
        before, after = _order(old, keyword), _order(new, keyword)
        common = [name for name in before if name in after]
        if common != [name for name in after if name in before]:
            walk.add(pair, Kind.ORDER_CHANGED, at, variant=keyword, exact=True)


def _order(node: Node, keyword: str) -> list[str]:
    value = node.get(keyword)
    if isinstance(value, dict):
        return [*value]
    return [str(part) for part in value] if isinstance(value, list) else []


def _members(old: Node, new: Node) -> Iterator[tuple[str, str]]:
    """Listed values that both schemas describe, each a branch with a `const`."""
    places = []
    for node in (old, new):
        places.append(
            {
                str(arm.get("const")): arm.pointer
                for keyword in ("anyOf", "oneOf")
                for arm in node.children(keyword)
                if "const" in arm
            }
        )
    for value in places[0].keys() & places[1].keys():
        yield places[0][value], places[1][value]


def annotate_all(walk: Walk) -> None:
    """Definitions of one name, and whether their order changed."""
    for name, pointer in walk.old.definitions.items():
        others = {name} if name in walk.new.definitions else walk.matched.get(name, set())
        for other in sorted(others):
            annotate(walk, None, pointer, walk.new.definitions[other])
    before, after = list(walk.old.definitions), list(walk.new.definitions)
    common = [name for name in before if name in walk.new.definitions]
    if common != [name for name in after if name in walk.old.definitions]:
        walk.add(None, Kind.ORDER_CHANGED, Spot("", ""), path="definitions")
