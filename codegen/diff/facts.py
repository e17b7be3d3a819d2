"""Facts: what differs between two schemas. No verdict here: nothing is good or bad yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What kind of change a fact is; the value is the slug of its rule."""

    PROPERTY_ADDED_OPTIONAL = "property-added-optional"
    PROPERTY_ADDED_REQUIRED = "property-added-required"
    PROPERTY_REMOVED_OPTIONAL = "property-removed-optional"
    PROPERTY_REMOVED_REQUIRED = "property-removed-required"
    PROPERTY_RENAMED = "property-renamed"
    PROPERTY_BECAME_REQUIRED = "property-became-required"
    PROPERTY_BECAME_OPTIONAL = "property-became-optional"
    TYPE_WIDENED = "type-widened"
    TYPE_NARROWED = "type-narrowed"
    TYPE_CHANGED = "type-changed"
    NULL_ALLOWED = "null-allowed"
    NULL_DISALLOWED = "null-disallowed"
    CONSTRAINT_TIGHTENED = "constraint-tightened"
    CONSTRAINT_LOOSENED = "constraint-loosened"
    FORMAT_CHANGED = "format-changed"
    ENCODING_CHANGED = "encoding-changed"
    DEFAULT_CHANGED = "default-changed"
    ELEMENT_SCHEMA_CHANGED = "element-schema-changed"
    OBJECT_CLOSED = "object-closed"
    OBJECT_OPENED = "object-opened"
    ENUM_VALUE_ADDED = "enum-value-added"
    ENUM_VALUE_REMOVED = "enum-value-removed"
    ENUM_VALUE_RENAMED = "enum-value-renamed"
    ENUM_OPENED = "enum-opened"
    ENUM_CLOSED = "enum-closed"
    KNOWN_VALUES_DOCUMENTED = "known-values-documented"
    ENUM_INTRODUCED = "enum-introduced"
    VARIANT_ADDED = "variant-added"
    VARIANT_REMOVED = "variant-removed"
    VARIANT_RENAMED = "variant-renamed"
    DISCRIMINATOR_RENAMED = "discriminator-renamed"
    DISCRIMINATOR_INTRODUCED = "discriminator-introduced"
    UNION_OPENED = "union-opened"
    UNION_CLOSED = "union-closed"
    OBJECT_BECAME_UNION = "object-became-union"
    UNION_COLLAPSED = "union-collapsed"
    METHOD_ADDED = "method-added"
    METHOD_REMOVED = "method-removed"
    METHOD_RENAMED = "method-renamed"
    METHOD_SIDE_CHANGED = "method-side-changed"
    MESSAGE_KIND_CHANGED = "message-kind-changed"
    MESSAGE_TYPE_REPOINTED = "message-type-repointed"
    ENVELOPE_CHANGED = "envelope-changed"
    TOLERANCE_ADDED = "tolerance-added"
    TOLERANCE_REMOVED = "tolerance-removed"
    TOLERANCE_SWAPPED = "tolerance-swapped"
    DEFINITION_ADDED = "definition-added"
    DEFINITION_REMOVED = "definition-removed"
    DEFINITION_RENAMED = "definition-renamed"
    REF_EXTRACTED = "ref-extracted"
    REF_INLINED = "ref-inlined"
    COMBINATOR_CHANGED = "combinator-changed"
    DISCRIMINATOR_KEYWORD_CHANGED = "discriminator-keyword-changed"
    TITLE_CHANGED = "title-changed"
    TYPE_KEYWORD_CHANGED = "type-keyword-changed"
    DESCRIPTION_CHANGED = "description-changed"
    DOCS_IGNORE_CHANGED = "docs-ignore-changed"
    ORDER_CHANGED = "order-changed"
    COMMENT_CHANGED = "comment-changed"
    STABILISED = "stabilised"
    DESTABILISED = "destabilised"
    PROTOCOL_VERSION_CHANGED = "protocol-version-changed"


class Question(StrEnum):
    """Which of the two questions a fact answers badly."""

    W = "W"
    """May an old writer send something that a new reader rejects?"""
    R = "R"
    """May a new writer send something that an old reader rejects?"""


class Direction(StrEnum):
    """Who sends and who reads."""

    A2C = "agent->client"
    C2A = "client->agent"

    @property
    def writer(self) -> str:
        """The party that sends."""
        return "agent" if self is Direction.A2C else "client"

    @property
    def reader(self) -> str:
        """The party that reads."""
        return "client" if self is Direction.A2C else "agent"


class Role(StrEnum):
    """What a message is to JSON-RPC."""

    REQUEST = "request"
    NOTIFICATION = "notification"
    RESPONSE = "response"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Route:
    """A message that leads to a change.

    `guarded_old` and `guarded_new`: on every path of that schema from this message, a reader's
    tolerance catches a bad value on the way.
    """

    method: str
    role: Role
    direction: Direction
    guarded_old: bool = False
    guarded_new: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something stands in a schema: its pointer (`None`: not in this one)."""

    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """One fact.

    `old` and `new` are short texts of what was and is (`None`: nothing). `questions` are those
    that fail when nobody is tolerant. `traits` are further facts that a rule may soften on or
    say: words such as `default`, `open`, `set`. `unstable` tells that the old schema marks the
    place as unstable; `met` is false where the two places are never read for each other.
    """

    kind: Kind
    path: str
    at: Spot
    old: str | None = None
    new: str | None = None
    variant: str | None = None
    questions: frozenset[Question] = frozenset()
    routes: tuple[Route, ...] = ()
    traits: frozenset[str] = frozenset()
    unstable: bool = False
    met: bool = True
    detail: str = ""

    @property
    def directions(self) -> tuple[Direction, ...]:
        """Who sends it to whom, sorted."""
        return tuple(sorted({route.direction for route in self.routes}))


@dataclass(frozen=True, slots=True)
class Comparison:
    """All facts about two schemas.

    `undirected` tells that neither schema says who sends what, so that every type was taken to
    go both ways. `notes` are things a reader of the result has to know.
    """

    changes: tuple[Change, ...]
    undirected: bool = False
    notes: tuple[str, ...] = field(default=())
