"""Shared inputs: the worked example, the templates, and pages of synthetic schemas."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from codegen.targets.mdx import PageConfig, page_view, read_page_config, render

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]

Print = Callable[..., str]


@pytest.fixture(scope="session")
def templates() -> Path:
    return REPOSITORY / "templates" / "mdx"


@pytest.fixture(scope="session")
def example() -> Path:
    return HERE / "example"


@pytest.fixture(scope="session")
def config(example: Path) -> PageConfig:
    return read_page_config(json.loads((example / "config.json").read_text("utf-8")))


@pytest.fixture(scope="session")
def print_page(config: PageConfig, templates: Path) -> Print:
    """(definitions, profile) → page text."""

    def printed(definitions: Mapping[str, object], profile: str = "default") -> str:
        return render(page_view({"$defs": definitions}, config, profile), templates)  # type: ignore[arg-type]

    return printed


@pytest.fixture(scope="session")
def section(print_page: Print) -> Print:
    """(definition, profile) → what stands on the page under the definition's heading."""

    def printed(node: Mapping[str, object], profile: str = "default", **others: object) -> str:
        text = print_page({"Aa": node, **others}, profile)
        start = text.index(">Aa</span>\n") + len(">Aa</span>\n")
        rest = text[start:]
        ends = [rest.find("\n## "), rest.find('\n<a id="')]
        return rest[: min((end for end in ends if end >= 0), default=len(rest))].strip("\n")

    return printed
