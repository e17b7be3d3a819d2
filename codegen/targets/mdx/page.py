"""The page's skeleton: front matter, note, three sides with their methods, the other types.

For maintainers: schema-docs §3 and §4. Pure: a schema and a configuration go in, a frozen view
comes out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from codegen.targets.mdx.config import PageConfig, Profile, SideEntry
from codegen.targets.mdx.dialect import Dialect
from codegen.targets.mdx.document import Document, read_document
from codegen.targets.mdx.methods import Grouping, Method, group
from codegen.targets.mdx.ours import OurDialect
from codegen.targets.mdx.sections import prose, type_section
from codegen.targets.mdx.upstream import UpstreamDialect
from codegen.targets.mdx.view import Block, DocPage, FrontMatter, Heading


def page_view(
    root: Mapping[str, object],
    config: PageConfig,
    profile: Profile | Literal["upstream", "default"],
) -> DocPage:
    """Schema and configuration → the finished page (docs/schema-pages.md).

    In: a parsed JSON Schema with its key order, the page's configuration, the profile. The inputs
    are not changed. Out: blocks in page order, every text final. Raises `ValueError` for an
    unknown profile or an invalid regular expression in the configuration; odd schemas are shown
    as well as can be, never refused.
    """
    document = read_document(root, config.link_rewrites)
    grouping = group(document, dict(config.method_docs))
    dialect = _dialect(Profile(profile), document, grouping)
    return DocPage(tuple(_blocks(document, grouping, dialect, config)))


def _dialect(profile: Profile, document: Document, grouping: Grouping) -> Dialect:
    match profile:
        case Profile.UPSTREAM:
            return UpstreamDialect(grouping)
        case Profile.DEFAULT:
            return OurDialect(document, grouping)


def _blocks(
    document: Document, grouping: Grouping, dialect: Dialect, config: PageConfig
) -> Iterator[Block]:
    yield FrontMatter(dialect.scalar(config.title), dialect.scalar(config.description))
    yield dialect.note(config.note)
    for entry in config.sides:
        yield from _side(document, dialect, entry, grouping.sides[entry.side])
    for name in grouping.loose:
        yield from type_section(document, dialect, name, "##")


def _side(
    document: Document, dialect: Dialect, entry: SideEntry, methods: tuple[Method, ...]
) -> Iterator[Block]:
    yield Heading("##", entry.heading)
    yield from prose(dialect.running_text(entry.intro))
    for method in methods:
        yield Heading(
            "###",
            dialect.name(method.name),
            dialect.heading_attribute,
            dialect.method_anchor(method.side, method.name),
        )
        if method.prose is not None:
            yield from prose(dialect.running_text(method.prose))
        elsewhere = dialect.shown_elsewhere(method.side, method.definitions)
        yield from dialect.pointer(elsewhere)
        for name in method.definitions:
            if name not in elsewhere:
                yield from type_section(document, dialect, name, "####")
