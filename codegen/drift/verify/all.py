"""Every verifier, in the order of reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codegen.drift.context import Context, Outcome
from codegen.drift.documents import Fence, Page, Spot
from codegen.drift.documents.jsontext import read_json
from codegen.drift.examples.bind import Calls
from codegen.drift.verify.components import Fields, verify_component
from codegen.drift.verify.diagrams import verify_diagram
from codegen.drift.verify.enums import verify_enum
from codegen.drift.verify.fences import LANGUAGES, verify_fence
from codegen.drift.verify.fields import verify_fields
from codegen.drift.verify.history import verify_history
from codegen.drift.verify.identifiers import verify_identifiers
from codegen.drift.verify.links import verify_links
from codegen.drift.verify.tables import verify_paths

_MOST = 5000


@dataclass(frozen=True)
class PageState:
    """What verifiers remember of a page from block to block."""

    calls: Calls
    fields: Fields
    shown: frozenset[str]


def page_state(page: Page) -> PageState:
    """The state at the top of a page."""
    return PageState(Calls(), Fields(), example_values(page))


def verify_block(context: Context, state: PageState) -> Iterator[Outcome]:
    """What became of every claim of a block."""
    told: set[Spot] = set()
    for outcome in _claims(context, state):
        told |= {hit.spot for hit in outcome.hits}
        yield outcome
    if context.directive is None or not context.directive.skip:
        for outcome in verify_identifiers(context, state.shown):
            # A name that a list or table has been told about is not told about twice.
            if not any(hit.spot in told for hit in outcome.hits):
                yield outcome


def _claims(context: Context, state: PageState) -> Iterator[Outcome]:
    yield from verify_fence(context, state.calls)
    yield from verify_diagram(context)
    yield from verify_component(context, state.calls, state.fields)
    yield from verify_enum(context)
    yield from verify_fields(context)
    yield from verify_paths(context)
    yield from verify_links(context)
    yield from verify_history(context)


def example_values(page: Page) -> frozenset[str]:
    """The texts that the page's JSON examples show as values: prose may quote them."""
    found: set[str] = set()
    for block in page.blocks:
        if isinstance(block, Fence) and block.language in LANGUAGES:
            stack: list[object] = [value.value for value in read_json(block.text).values]
            while stack and len(found) < _MOST:
                value = stack.pop()
                if isinstance(value, str):
                    found.add(value)
                elif isinstance(value, list):
                    stack += value
                elif isinstance(value, dict):
                    stack += value.values()
    return frozenset(found)
