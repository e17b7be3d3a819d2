"""The resolver for files below one folder: it never leaves it."""

from __future__ import annotations

from pathlib import Path

import pytest
from acp_runtime.attachments import FolderResolver

from .kit import prepare, ref


@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    (folder / "2026").mkdir(parents=True)
    (folder / "2026" / "a.png").write_bytes(b"inside")
    (tmp_path / "secret.txt").write_bytes(b"outside")
    return folder


def test_a_path_below_the_folder_is_found(store: Path) -> None:
    outcome = prepare([ref("2026/a.png", file_name="photo.png")], FolderResolver(store))
    assert outcome.only.path == str(store / "2026" / "a.png")
    assert outcome.only.name == "photo.png"


@pytest.mark.parametrize("reference", ["2026/b.png", "b", "2026/a.png/x"])
def test_what_is_not_there_is_no_file(store: Path, reference: str) -> None:
    assert prepare([ref(reference)], FolderResolver(store)).reason == "no_file"


@pytest.mark.parametrize(
    "reference",
    [
        *("../secret.txt", "2026/../../secret.txt", "/etc/passwd", "2026//a.png", "./2026/a.png"),
        *("2026/", "2026\\a.png", "C:a.png", "a\0b", "a\nb", "..", "."),
    ],
)
def test_no_reference_leads_out(store: Path, reference: str) -> None:
    outcome = prepare([ref(reference)], FolderResolver(store))
    assert outcome.reason == "resolver_error"
    assert "no path below the folder" in str(outcome.error)
    assert str(store) not in str(outcome.error)


@pytest.mark.parametrize("reference", ["link.txt", "dir/secret.txt"])
def test_no_stored_link_leads_out(store: Path, reference: str) -> None:
    (store / "link.txt").symlink_to(store.parent / "secret.txt")
    (store / "dir").symlink_to(store.parent)
    outcome = prepare([ref(reference)], FolderResolver(store))
    assert outcome.reason == "resolver_error"
    assert "over a link" in str(outcome.error)


def test_the_folder_itself_may_be_reached_over_a_link(store: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(store)
    outcome = prepare([ref("2026/a.png")], FolderResolver(tmp_path / "alias"))
    assert outcome.only.path == str(store / "2026" / "a.png")


def test_a_folder_in_the_store_is_no_file(store: Path) -> None:
    assert prepare([ref("2026")], FolderResolver(store)).reason == "not_a_file"
