"""What the passes share: the way back into `shape`, and a guard against endless inheritance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from codegen.model import Shape
from codegen.source import Node, SchemaDocument


@dataclass(slots=True)
class Reader:
    """One walk over one document. `names` are the definitions by pointer."""

    document: SchemaDocument
    read: Callable[[Reader, Node, str], Shape]
    root_name: str | None
    names: dict[str, str] = field(default_factory=dict)
    _open: set[str] = field(default_factory=set)

    def shape(self, node: Node, name: str) -> Shape:
        """The shape of a subschema; `name` is what it is called if it needs a name."""
        return self.read(self, node, name)

    def name_of(self, node: Node) -> str | None:
        """The name of the definition that stands at a node."""
        return self.names.get(node.pointer)

    @contextmanager
    def entered(self, node: Node, at: Node) -> Iterator[None]:
        """Mark a node as being taken over; raises `InputError` when it takes over itself."""
        if node.pointer in self._open:
            raise at.error("this definition takes over itself through allOf", "break the circle")
        self._open.add(node.pointer)
        try:
            yield
        finally:
            self._open.discard(node.pointer)
