"""Hostile schemas from a seed: everything that a description or a name may hold and MDX may read.

For maintainers: one seed gives one schema, always the same. Each schema holds objects, unions,
enumerations, constrained values, maps and methods, so that every place where a text is printed is
met; texts are drawn from `texts.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from codegen.targets.mdx import PageConfig, SideEntry
from pages_check.texts import name, text

_TOLERANT = {"x-deserialize-default-on-error": True}


def hostile_config(random: Random) -> PageConfig:
    """A configuration whose own texts are hostile, too."""
    line = " ".join(text(random).split()) or "x"
    sides = [
        SideEntry(side, side.capitalize(), text(random)) for side in ("agent", "client", "protocol")
    ]
    note = "A note with `{braces}` and <tags>."
    return PageConfig("Schema", line, note, (sides[0], sides[1], sides[2]))


def hostile_schema(random: Random) -> dict[str, Any]:
    """One schema with about ten definitions and four methods."""
    made = _Maker(random)
    definitions: dict[str, Any] = {}
    for kind in (made.object, made.object, made.union, made.open_union, made.choice, made.scalar):
        definitions[made.fresh()] = kind()
    definitions[made.fresh()] = {"description": text(random)}
    _methods(made, definitions)
    return {"$defs": definitions}


class _Maker:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.names: list[str] = []

    def fresh(self) -> str:
        """A name that no other definition has."""
        while (wanted := name(self.random)) in self.names:
            pass
        self.names.append(wanted)
        return wanted

    def described(self, **node: Any) -> dict[str, Any]:
        """A node with a description, most of the time."""
        if self.random.random() < 0.9:
            return {"description": text(self.random), **node}
        return node

    def reference(self) -> dict[str, Any]:
        """A reference to a definition that exists, or to one that does not."""
        if not self.names or self.random.random() < 0.1:
            return {"$ref": "#/$defs/Gone"}
        return {"$ref": f"#/$defs/{self.random.choice(self.names)}"}

    def field(self) -> dict[str, Any]:
        """A property of some shape."""
        random = self.random
        described = self.described
        texts: dict[str, Any] = {"type": "object", "additionalProperties": {"type": "string"}}
        shapes: list[Callable[[], dict[str, Any]]] = [
            described,
            lambda: described(**self.reference()),
            lambda: described(type="string", pattern=name(random), default=name(random)),
            lambda: described(type="string", enum=[name(random), name(random)]),
            lambda: described(type=["string", "null"], **_TOLERANT),
            lambda: described(type="integer", format="uint8", minimum=0, maximum=9),
            lambda: described(type="array", items=self.reference(), **_TOLERANT),
            lambda: described(**texts, **_TOLERANT),
            lambda: described(anyOf=[self.reference(), {"type": "null"}]),
            lambda: described(const=name(random)),
        ]
        return random.choice(shapes)()

    def fields(self) -> dict[str, Any]:
        """Up to five properties."""
        return {name(self.random): self.field() for _ in range(self.random.randint(0, 5))}

    def object(self) -> dict[str, Any]:
        """An object with some of its properties required."""
        held = self.fields()
        return self.described(type="object", properties=held, required=list(held)[:2])

    def union(self) -> dict[str, Any]:
        """A union with a tag and shared properties."""
        tag = name(self.random)
        return self.described(
            oneOf=[self.arm(tag) for _ in range(3)],
            properties=self.fields(),
            discriminator={"propertyName": tag},
        )

    def open_union(self) -> dict[str, Any]:
        """A union that keeps unknown tags."""
        tag = name(self.random)
        arms = [self.arm(tag), self.arm(tag)]
        rest = self.described(
            title=name(self.random),
            type="object",
            properties={tag: {"type": "string"}},
            required=[tag],
        )
        return self.described(anyOf=[*arms, {**rest, "not": {"anyOf": []}}])

    def arm(self, tag: str) -> dict[str, Any]:
        """One member: inline, or on top of a definition."""
        own = {tag: {"type": "string", "const": name(self.random)}}
        if self.random.random() < 0.5:
            own |= self.fields()
        base = [self.reference()] if self.random.random() < 0.5 else []
        node = self.described(type="object", properties=own, required=[tag])
        return {**node, **({"allOf": base} if base else {})}

    def choice(self) -> dict[str, Any]:
        """An enumeration as constants, strings and numbers."""
        values = [name(self.random), name(self.random), -3]
        return self.described(oneOf=[self.described(const=value) for value in values])

    def scalar(self) -> dict[str, Any]:
        """A constrained string."""
        return self.described(type="string", minLength=1, pattern="^[a|b`{}<>\\\\]+$")


def _methods(made: _Maker, definitions: dict[str, Any]) -> None:
    """Two methods of the agent, one of the client, one of both, with their envelopes."""
    routes: dict[str, list[dict[str, Any]]] = {"Client": [], "Agent": []}
    for side in ("agent", "agent", "client", "both"):
        method = name(made.random)
        call = made.fresh()
        definitions[call] = {**made.object(), "x-side": side, "x-method": method}
        answer = made.fresh()
        definitions[answer] = {**made.object(), "x-side": side, "x-method": method}
        for sender in ("Client", "Agent") if side == "both" else ("Client",):
            envelope = "Agent" if side == "client" else sender
            routes[envelope].append(made.described(allOf=[{"$ref": f"#/$defs/{call}"}]))
    for sender, arms in routes.items():
        parameters = {"anyOf": [{"anyOf": arms}, {"type": "null"}]}
        definitions[f"{sender}Request"] = {
            "x-docs-ignore": True,
            "properties": {"id": {}, "params": parameters},
        }
