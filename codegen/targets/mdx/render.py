"""Finished page → text, through the templates.

For maintainers: the templates join and print; everything was decided in the view.
"""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from codegen.targets.mdx.view import DocPage

_TEMPLATE = "page.mdx.jinja"


def render(page: DocPage, templates: Path) -> str:
    """Print a page with the templates in the directory `templates`.

    Out: text with LF line ends and one LF at the end; the same input gives the same text. Raises
    `jinja2.TemplateError` if a template is missing or broken.
    """
    environment = Environment(
        loader=FileSystemLoader(templates, encoding="utf-8"),
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        undefined=StrictUndefined,
    )
    return environment.get_template(_TEMPLATE).render(page=page)
