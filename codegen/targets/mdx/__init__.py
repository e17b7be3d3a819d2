"""Schema pages in MDX: a JSON Schema and a page configuration go in, one page comes out.

For maintainers: `page_view` decides everything, `render` prints it. The format and the two
profiles are described in docs/schema-pages.md; "schema-docs §n" in this package's comments means
the reference it was measured from.
"""

from codegen.targets.mdx.config import PageConfig, Profile, SideEntry, read_page_config
from codegen.targets.mdx.page import page_view
from codegen.targets.mdx.render import render
from codegen.targets.mdx.view import DocPage

__all__ = [
    "DocPage",
    "PageConfig",
    "Profile",
    "SideEntry",
    "page_view",
    "read_page_config",
    "render",
]
