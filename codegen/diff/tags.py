"""Which property tells the branches of a union apart, and which branch answers to which tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from codegen.diff.paths import arm_label
from codegen.diff.reading import Wire
from codegen.diff.wire import Alternative, Prop, Scalars

NO_TAGS: frozenset[str] = frozenset()


@dataclass(slots=True)
class Groups:
    """The branches of a union by tag; `rest` take any other tag, `untagged` have none.

    A branch whose tag property lists several values stands under each of them.
    """

    tagged: dict[str, list[Alternative]] = field(default_factory=dict)
    rest: list[Alternative] = field(default_factory=list)
    untagged: list[Alternative] = field(default_factory=list)


def candidates(wire: Wire, alternatives: Sequence[Alternative], used: frozenset[str]) -> list[str]:
    """Properties that could be the tag, the best first.

    A constant that all branches share tells nothing apart.
    """
    values: dict[str, set[str]] = {}
    counts: Counter[str] = Counter()
    for alternative in alternatives:
        for name in alternative.required - used:
            value = constant(wire, alternative.props.get(name))
            if value is not None:
                values.setdefault(name, set()).add(value)
                counts[name] += 1
    found = [
        name for name, seen in values.items() if len(seen) > 1 or counts[name] < len(alternatives)
    ]
    return sorted(found, key=lambda name: (-len(values[name]), -counts[name], name))


def constant(wire: Wire, prop: Prop | None) -> str | None:
    """The one string that a property must be."""
    strings = _strings(wire, prop)
    if strings is None or strings.open or len(strings.known) != 1:
        return None
    value = next(iter(strings.known))
    return value if isinstance(value, str) else None


def _strings(wire: Wire, prop: Prop | None) -> Scalars | None:
    """The strings of a property that is nothing else."""
    if prop is None:
        return None
    value = wire.value(prop.uses)
    return value.strings if value.kinds == {"string"} and not value.null else None


def grouped(wire: Wire, alternatives: Sequence[Alternative], tag: str) -> Groups:
    """The branches by their tag."""
    groups = Groups()
    for alternative in alternatives:
        prop = alternative.props.get(tag)
        strings = _strings(wire, prop)
        if strings is None or tag not in alternative.required:
            groups.untagged.append(alternative)
            continue
        for value in strings.known:
            groups.tagged.setdefault(str(value), []).append(alternative)
        if strings.open:
            groups.rest.append(alternative)
    return groups


def common_tag(
    old: Wire,
    new: Wire,
    before: Sequence[Alternative],
    after: Sequence[Alternative],
    used: frozenset[str],
) -> tuple[str | None, str | None]:
    """The tag of each union: the same one where both can be told apart by it."""
    olds, news = candidates(old, before, used), candidates(new, after, used)
    shared = [name for name in olds if name in news]
    if shared:
        return shared[0], shared[0]
    return (olds[0] if olds else None), (news[0] if news else None)


def label(wire: Wire, alternative: Alternative, tag: str | None, value: str | None) -> str:
    """What a branch is called: its tag, its title, or the definition that it is."""
    if tag is not None and value is not None:
        return f"{tag}={value}"
    named = alternative.names[-1] if alternative.names else ""
    return alternative.title or named or arm_label(wire.node(alternative.at)) or "object"


def inner_union(alternatives: Sequence[Alternative], depth: int) -> str | None:
    """Where the union stands whose branches were taken at a depth, if it is one."""
    places = {
        alternative.arms[depth].rpartition("/")[0].rpartition("/")[0]
        for alternative in alternatives
        if len(alternative.arms) > depth
    }
    return places.pop() if len(places) == 1 else None
