"""The worked example of the page format, byte for byte, and what `default` makes of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codegen.targets.mdx import DocPage, PageConfig, Profile, page_view, render


def _schema(example: Path) -> dict[str, object]:
    loaded: dict[str, object] = json.loads((example / "schema.json").read_text("utf-8"))
    return loaded


def test_upstream_gives_the_example_page(
    example: Path, config: PageConfig, templates: Path
) -> None:
    page = page_view(_schema(example), config, Profile.UPSTREAM)
    assert render(page, templates) == (example / "schema.mdx").read_text("utf-8")


def test_profile_may_be_given_by_its_name(example: Path, config: PageConfig) -> None:
    assert page_view(_schema(example), config, "upstream") == page_view(
        _schema(example), config, Profile.UPSTREAM
    )


def test_unknown_profile_is_refused(config: PageConfig) -> None:
    with pytest.raises(ValueError, match="sideways"):
        page_view({}, config, "sideways")  # type: ignore[arg-type]


def test_the_input_is_left_alone(example: Path, config: PageConfig) -> None:
    schema = _schema(example)
    page_view(schema, config, "default")
    assert schema == _schema(example)


@pytest.mark.parametrize("profile", list(Profile))
def test_an_empty_schema_has_its_three_sides(
    config: PageConfig, templates: Path, profile: Profile
) -> None:
    page = page_view({}, config, profile)
    assert isinstance(page, DocPage)
    text = render(page, templates)
    assert [line for line in text.split("\n") if line.startswith("#")] == [
        "## Agent",
        "## Client",
        "## Protocol Level",
    ]


def test_default_mends_the_example(example: Path, config: PageConfig, templates: Path) -> None:
    text = render(page_view(_schema(example), config, "default"), templates)
    assert "Send `{}` when there is none." in text  # §15.1
    assert 'type={"string | integer | null"}' in text  # §15.10
    assert text.count("TunnelRequest</span>") == 1  # §15.2
    assert '<a id="ping"></a>\n### ' in text  # §15.3
    assert " class=" not in text  # §15.8
    assert "**Direction:** client → agent, request" in text
