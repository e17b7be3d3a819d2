"""npm packages: verified, bounded, never unpacked; against a registry on this machine."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import tarfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from codegen.errors import InputError, Place
from codegen.fetch import npm, registry
from codegen.fetch.archive import archive_files
from codegen.fetch.merge import merge
from codegen.fetch.npm import npm_package, parse_npm, verify
from codegen.fetch.registry import Deadline, download
from tests.diff.schemas import carrying, obj

AT = Place("npm:toy@1.0.0")
SCHEMA = carrying(obj("a", a={"type": "string"}))


def tgz(files: dict[str, bytes], links: dict[str, str] | None = None) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        for name, target in (links or {}).items():
            member = tarfile.TarInfo(name)
            member.type, member.linkname = tarfile.SYMTYPE, target
            archive.addfile(member)
    return stream.getvalue()


def integrity(content: bytes) -> str:
    return f"sha512-{base64.b64encode(hashlib.sha512(content).digest()).decode()}"


class Registry:
    """A registry with one package; `answers` are bodies by path, `asked` what came in."""

    def __init__(self) -> None:
        self.answers: dict[str, bytes] = {}
        self.asked: list[tuple[str, str | None]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append((self.path, self.headers.get("Authorization")))
                body = outer.answers.get(self.path)
                self.send_response(404 if body is None else 200)
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/npm"

    def publish(self, files: dict[str, bytes], **changed: Any) -> None:
        content = tgz(files)
        dist = {"integrity": integrity(content), "tarball": f"{self.url}/toy/-/toy-1.0.0.tgz"}
        versions = {"1.0.0": {"dist": dist | changed}}
        document = {"dist-tags": {"latest": "1.0.0"}, "versions": versions}
        self.answers["/npm/toy"] = json.dumps(document).encode()
        self.answers["/npm/toy/-/toy-1.0.0.tgz"] = content


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    found = Registry()
    thread = threading.Thread(target=found.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    monkeypatch.setenv("npm_config_registry", found.url)
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    try:
        yield found
    finally:
        found.server.shutdown()
        found.server.server_close()
        thread.join(5)


def test_package_is_found_and_verified(toys: Registry) -> None:
    toys.publish({"package/schema/v1/schema.json": b"{}", "package/index.js": b"never run"})
    found = npm_package("toy", "latest")
    assert (found.version, found.files) == ("1.0.0", {"schema/v1/schema.json": b"{}"})


def test_wrong_hash_is_refused(toys: Registry) -> None:
    toys.publish({"package/a.json": b"{}"}, integrity=integrity(b"something else"))
    with pytest.raises(InputError, match="not what the registry vouched for"):
        npm_package("toy", "1.0.0")


@pytest.mark.parametrize("claim", [None, "sha1-AAAA", "sha512-", "sha512-not base64!"])
def test_weak_or_missing_hash_is_refused(claim: str | None, toys: Registry) -> None:
    toys.publish({"package/a.json": b"{}"}, integrity=claim)
    with pytest.raises(InputError, match="sha512"):
        npm_package("toy", "1.0.0")


def test_archive_listed_on_another_server_comes_from_the_configured_one(toys: Registry) -> None:
    elsewhere = "https://elsewhere.invalid/toy/-/toy-1.0.0.tgz"
    toys.publish({"package/a.json": b"{}"}, tarball=elsewhere)
    assert npm_package("toy", "1.0.0").files == {"a.json": b"{}"}
    assert [path for path, _ in toys.asked] == ["/npm/toy", "/npm/toy/-/toy-1.0.0.tgz"]


def test_password_in_the_address_is_sent_and_never_shown(
    toys: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("npm_config_registry", toys.url.replace("//", "//me:s3cret@"))
    with pytest.raises(InputError) as raised:
        npm_package("toy", "1.0.0")
    assert toys.asked[0][1] == f"Basic {base64.b64encode(b'me:s3cret').decode()}"
    assert "s3cret" not in str(raised.value)


@pytest.mark.parametrize("version", ["2.0.0", "1.0"])
def test_unknown_version(version: str, toys: Registry) -> None:
    toys.publish({"package/a.json": b"{}"})
    with pytest.raises(InputError, match="has no such version"):
        npm_package("toy", version)


def test_unknown_package(toys: Registry) -> None:
    with pytest.raises(InputError, match="has no such package"):
        npm_package("toy", "1.0.0")


def test_nonsense_from_the_registry(toys: Registry) -> None:
    toys.answers["/npm/toy"] = b"[]"
    with pytest.raises(InputError, match="no such version"):
        npm_package("toy", "1.0.0")


def test_size_and_time_are_limited(toys: Registry) -> None:
    toys.answers["/npm/big"] = b"x" * 3_000_000
    url = f"{toys.url}/big"
    with pytest.raises(InputError, match="larger than 1 MB"):
        download(url, toys.url, 1024 * 1024, Deadline(10), AT)
    with pytest.raises(InputError, match=r"too long|can't be reached"):
        download(url, toys.url, 10**8, Deadline(0), AT)


def test_no_registry_is_an_error_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("npm_config_registry", raising=False)
    monkeypatch.delenv("NPM_CONFIG_REGISTRY", raising=False)
    monkeypatch.setattr(registry.shutil, "which", lambda name: None)
    with pytest.raises(InputError, match="no npm registry is configured"):
        npm_package("toy", "1.0.0")


def test_registry_of_a_scope_comes_first(toys: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_@mine:registry", "http://127.0.0.1:1/mine/")
    assert registry.registry_url("@mine/toy") == "http://127.0.0.1:1/mine"
    assert registry.registry_url("toy") == toys.url


@pytest.mark.parametrize("url", ["file:///etc", "ftp://host/x", "nothing"])
def test_only_http_registries(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", url)
    with pytest.raises(InputError, match="not an http address"):
        npm_package("toy", "1.0.0")


def test_members_that_lead_out_of_the_package_are_passed_over(tmp_path: Path) -> None:
    names = ("/etc/a.json", "../a.json", "package/../../a.json", "package\\..\\a.json", "a.json")
    content = tgz(
        {**dict.fromkeys(names, b"{}"), "package/ok.json": b"{}"},
        links={"package/link.json": "/etc/passwd"},
    )
    assert archive_files(content, AT) == {"ok.json": b"{}"}
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_twice_is_refused() -> None:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for content in (b"{}", b"[]"):
            member = tarfile.TarInfo("package/a.json")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    with pytest.raises(InputError, match="twice"):
        archive_files(stream.getvalue(), AT)


def test_a_bomb_is_given_up() -> None:
    bomb = gzip.compress(tarfile.TarInfo("package/a.bin").tobuf() + b"\0" * 5_000_000)
    with pytest.raises(InputError, match="unpacks to more than"):
        archive_files(tgz({"package/zero.bin": b"\0" * 5_000_000}), AT, limit=1_000_000)
    assert archive_files(bomb, AT) == {}


@pytest.mark.parametrize(
    "content",
    [b"", b"not gzip", gzip.compress(b"not tar", mtime=0)],
    ids=["empty", "no gzip", "no tar"],
)
def test_what_is_no_archive(content: bytes) -> None:
    with pytest.raises(InputError, match="not an npm package"):
        archive_files(content, AT)


def test_hashes() -> None:
    verify(b"x", f"sha1-AAAA {integrity(b'x')}", AT)
    with pytest.raises(InputError):
        verify(b"x", integrity(b"y"), AT)


@pytest.mark.parametrize(
    ("place", "parts"),
    [
        ("npm:toy@1.0.0", ("toy", "1.0.0", None)),
        ("npm:@scope/toy@latest:a/b.json", ("@scope/toy", "latest", "a/b.json")),
    ],
)
def test_npm_places(place: str, parts: tuple[str, str, str | None]) -> None:
    assert parse_npm(place) == parts


@pytest.mark.parametrize(
    "place", ["npm:toy", "npm:../toy@1", "npm:toy@1 2", "npm:@a/@b@1", "npm:Toy?@1"]
)
def test_bad_npm_places(place: str) -> None:
    with pytest.raises(InputError, match="not an npm package"):
        parse_npm(place)


def _project(folder: Path, schema: dict[str, Any]) -> None:
    (folder / "schema").mkdir()
    (folder / "schema" / "toy.json").write_text(json.dumps(schema), "utf-8")
    (folder / "pyproject.toml").write_text(
        '[tool.acp-codegen]\noutput = "out"\ntemplates = "templates"\npackage = "toy"\n'
        'version = "0"\n[tool.acp-codegen.editions.v1]\nschema = "schema/toy.json"\n',
        "utf-8",
    )


def test_pull_shows_and_writes_only_on_request(
    toys: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    from codegen.cli import main

    ours = carrying(
        {**obj("a", a={"type": "string", "description": "our a"}), "description": "ours"}
    )
    theirs = carrying(
        {
            **obj(
                "a",
                a={"type": "string", "description": "their a"},
                b={"type": "integer", "description": "their b"},
            ),
            "description": "**UNSTABLE** theirs",
        }
    )
    _project(tmp_path, ours)
    monkeypatch.chdir(tmp_path)
    toys.publish({"package/schema/toy.json": json.dumps(theirs).encode()})
    before = (tmp_path / "schema" / "toy.json").read_bytes()
    assert main(["pull", "npm:toy@latest"]) == 0
    assert "ACP101 property-added-optional" in capsys.readouterr().out
    assert (tmp_path / "schema" / "toy.json").read_bytes() == before
    assert not (tmp_path / "schema" / "lock.toml").exists()
    assert main(["pull", "npm:toy@latest", "--write"]) == 0
    out = capsys.readouterr().out
    assert "1 nodes need words" in out
    assert "/$defs/Body/properties/b" in out
    body = json.loads((tmp_path / "schema" / "toy.json").read_text("utf-8"))["$defs"]["Body"]
    assert body["description"] == "**UNSTABLE**\n\nours"
    assert body["properties"] == {
        "a": {"type": "string", "description": "our a"},
        "b": {"type": "integer"},
    }
    lock = (tmp_path / "schema" / "lock.toml").read_text("utf-8")
    assert 'source = "npm:toy:schema/toy.json"' in lock
    assert 'version = "1.0.0"' in lock
    assert 'integrity = "sha512-' in lock


def test_merge_keeps_words_of_branches_that_moved() -> None:
    def arm(value: str, text: str | None) -> dict[str, Any]:
        found: dict[str, Any] = {"const": value}
        return found | ({"description": text} if text else {})

    ours = {"oneOf": [arm("a", "our a"), arm("b", "our b")]}
    theirs = {"anyOf": [arm("c", "their c"), arm("b", "their b"), arm("a", None)]}
    merged, missing = merge({"$defs": {"M": theirs}}, {"$defs": {"M": ours}})
    assert merged["$defs"]["M"]["anyOf"] == [arm("c", None), arm("b", "our b"), arm("a", "our a")]
    assert missing == ["/$defs/M/anyOf/0"]


def test_merge_takes_the_marker_away_with_upstream() -> None:
    ours = {"$defs": {"M": {"description": "**UNSTABLE**\n\nWords.", "type": "string"}}}
    merged, _ = merge({"$defs": {"M": {"description": "theirs", "type": "string"}}}, ours)
    assert merged["$defs"]["M"] == {"description": "Words.", "type": "string"}


@pytest.mark.network
def test_the_configured_registry_has_a_package() -> None:
    try:
        found = npm_package("json5", "2.2.3")
    except InputError as error:
        pytest.skip(f"no registry reached: {error.what}")
    assert "package.json" in found.files


def test_package_files_are_listed_when_one_is_missing(toys: Registry) -> None:
    toys.publish({"package/a.json": b"{}"})
    with pytest.raises(InputError, match=r"its JSON files: a\.json"):
        npm.npm_file("toy", "1.0.0", "b.json")
