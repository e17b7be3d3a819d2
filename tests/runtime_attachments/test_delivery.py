"""What goes into the command line, and what never does (34 to 40)."""

from __future__ import annotations

import asyncio
import os
import stat
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from acp_runtime.attachments import (
    CLAUDE,
    CODEX,
    CODEX_IMAGE_TYPES,
    GEMINI,
    TARGETS,
    AgentRunner,
    CliTarget,
    Invocation,
    RunRequest,
    parse_block,
)

from . import codex_oracle
from .conftest import Make
from .kit import Table, fake, found, prepare_one, ref, run, start

A, B, C = "/data/a.png", "/data/b.png", "/data/c.png"


@pytest.mark.parametrize("session", [None, "0199-abc"])
@pytest.mark.parametrize("images", [(), (A,), (A, B, C), tuple(f"/d/{n}.png" for n in range(300))])
@pytest.mark.parametrize("options", [(), ("-m", "model"), ("--skip-git-repo-check",)])
def test_R34_A07_A08_codex_gets_exactly_the_images(
    session: str | None, images: tuple[str, ...], options: tuple[str, ...]
) -> None:
    call = Invocation(options=options, session_id=session, images=images)
    program, *argv = CODEX.arguments(call)
    assert program == "codex"
    assert codex_oracle.read(argv) == codex_oracle.Seen(images, session, "-")


def test_R34_the_arguments_have_the_documented_order() -> None:
    fresh = CODEX.arguments(Invocation(options=("-m", "x"), images=(A, B)))
    assert fresh == ("codex", "exec", "--json", "-m", "x", f"--image={A}", f"--image={B}", "-")
    resumed = CODEX.arguments(Invocation(session_id="id", images=(A,)))
    assert resumed == ("codex", "exec", "--json", "resume", "id", f"--image={A}", "-")


MEASURED = [
    (["--image", A, "-"], (A, "-"), None),
    (["--image", A, "resume", "ID", "-"], (A, "resume", "ID", "-"), None),
    ([f"--image={A}", f"--image={B}", "-"], (A, B), None),
    (["--image", A, "--image", B, "--json", "-"], (A, B), None),
    (["--image", A, "--", "-"], (A,), None),
    (["resume", "ID", f"--image={A}", f"--image={B}", "-"], (A, B), "ID"),
    (["resume", "ID", "--image", A, "--image", B, "-"], (A, B), "ID"),
    ([f"--image={A}", "resume", "ID", "-"], (A,), "ID"),
    (["--image=/d/a,b.png", "-"], ("/d/a", "b.png"), None),
    (["resume", "ID", "--image", "/d/a,b.png", "-"], ("/d/a", "b.png"), "ID"),
]


@pytest.mark.parametrize(("argv", "images", "session"), MEASURED)
def test_R34_the_oracle_agrees_with_what_was_measured(
    argv: list[str], images: tuple[str, ...], session: str | None
) -> None:
    seen = codex_oracle.read(["exec", "--json", *argv])
    assert (seen.images, seen.resumed, seen.prompt) == (images, session, "-")


def _broken_order(call: Invocation) -> tuple[str, ...]:
    """Images as pairs, before `resume`: the order that loses the session."""
    images = (part for path in call.images for part in ("--image", path))
    resumed = () if call.session_id is None else ("resume", call.session_id)
    return ("exec", "--json", *call.options, *images, *resumed, "-")


@pytest.mark.parametrize("session", [None, "ID"])
@pytest.mark.parametrize("images", [(A,), (A, B, C)])
def test_R34_A07_A08_the_oracle_turns_red_on_the_broken_order(
    session: str | None, images: tuple[str, ...]
) -> None:
    broken = replace(CODEX, arrange=_broken_order)
    argv = broken.arguments(Invocation(session_id=session, images=images))[1:]
    seen = codex_oracle.read(argv)
    assert seen != codex_oracle.Seen(images, session, "-")
    assert seen.resumed is None
    assert "-" in seen.images


@pytest.mark.parametrize("session", [None, "0199-abc"])
def test_R34_R35_A19_what_the_started_agent_sees(
    tmp_path: Path, make: Make, session: str | None
) -> None:
    paths = {"1": make("b.png"), "2": make("n.txt"), "3": make("a.JPG"), "4": make("b.png")}
    started = start(tmp_path, list(map(ref, "1234")), Table(paths), session_id=session)
    images = (str(paths["1"]), str(paths["3"]), str(paths["4"]))
    assert codex_oracle.read(started.argv) == codex_oracle.Seen(images, session, "-")
    assert not [item for item in started.argv if "n.txt" in item]
    assert len(parse_block(started.stdin)) == 4


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_R35_other_files_never_reach_the_command_line(
    tmp_path: Path, make: Make, target: CliTarget
) -> None:
    paths = {"1": make("secret-report.pdf"), "2": make("notes.txt"), "3": make("-i")}
    started = start(tmp_path, list(map(ref, "123")), Table(paths), target=target)
    assert started.argv == start(tmp_path, None, None, target=target).argv


@pytest.mark.parametrize(
    ("media_type", "name", "image"),
    [
        ("IMAGE/PNG", "a.bin", True),
        ("image/png; x=1", "a.bin", True),
        (" image/png ", "a.bin", True),
        ("image/svg+xml", "a.svg", True),
        ("text/plain", "a.png", False),
        ("application/octet-stream", "a.png", False),
        (None, "a.PNG", True),
        (None, "a.svg", False),
        (None, "png", False),
        (None, "a.png.txt", False),
        ("image/", "a.png", False),
        ("imagex/png", "a.png", False),
        ("image/png\nx", "a.png", False),
        ("image", "a.png", False),
        *((None, f"a.{ext}", True) for ext in ("jpg", "jpeg", "gif", "webp", "bmp", "tif", "TIFF")),
    ],
)
def test_R36_A25_what_counts_as_an_image(
    make: Make, media_type: str | None, name: str, image: bool
) -> None:
    assert prepare_one(make(name), media_type=media_type).only.is_image is image


def test_R36_A26_the_bytes_are_not_looked_at(tmp_path: Path, make: Make) -> None:
    path = make("a.png")
    path.write_text("just text")
    started = start(tmp_path, [ref("r")], Table({"r": path}))
    assert f"--image={path}" in started.argv
    assert parse_block(started.stdin)[0].absolute_path == str(path)


def test_R36_A25_a_target_may_narrow_the_types(tmp_path: Path, make: Make) -> None:
    narrow = replace(CODEX, native_image_types=CODEX_IMAGE_TYPES)
    paths = {"1": make("a.svg"), "2": make("b.jpg"), "3": make("c.bmp"), "4": make("d")}
    references = [ref("1", media_type="image/svg+xml"), ref("2"), ref("3")]
    references.append(ref("4", media_type="image/webp; q=1"))
    started = start(tmp_path, references, Table(paths), target=narrow)
    seen = codex_oracle.read(started.argv)
    assert seen.images == (str(paths["2"]), str(paths["4"]))
    wide = start(tmp_path, references, Table(paths))
    assert len(codex_oracle.read(wide.argv).images) == 4


@pytest.mark.parametrize("session", [None, "s-1"])
def test_R37_A09_codex_cannot_be_given_a_comma(
    tmp_path: Path, make: Make, session: str | None
) -> None:
    resolver = Table({"1": make("ok.png"), "2": make("a,b.png")})
    started = start(tmp_path, [ref("1"), ref("2")], resolver, session_id=session)
    assert started.reason == "undeliverable_path"
    assert started.seen is None
    record = started.events[-1]
    assert (record.event, getattr(record, "reference", None)) == ("AttachmentResolutionFailed", "2")
    assert "a,b" not in str(started.result.error)


def test_R37_A09_others_can_and_so_can_other_files(tmp_path: Path, make: Make) -> None:
    picture, text = Table({"r": make("a,b.png")}), Table({"r": make("a,b.txt")})
    assert start(tmp_path, [ref("r")], picture, target=CLAUDE).seen is not None
    assert start(tmp_path, [ref("r")], text, target=CODEX).seen is not None


def test_R37_a_comma_can_be_bridged_by_a_link(
    tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setattr(os, "symlink", real := _Links(os.symlink))
    path, plain = make('x"<y>/a,b.png'), make("c.png")
    started = start(
        tmp_path,
        [ref("1"), ref("2")],
        Table({"1": path, "2": plain}),
        settings={"stage_links": True},
    )
    link, other = codex_oracle.read(started.argv).images
    assert other == str(plain)
    assert not set(',"<>') & set(link)
    assert link.endswith(".png")
    assert real.made == [(str(path), link, 0o700)]
    assert parse_block(started.stdin)[0].absolute_path == str(path)
    assert list(temporary.iterdir()) == []
    assert path.exists()


class _Links:
    """Makes links and notes them with the mode of their folder."""

    def __init__(self, real: Any) -> None:
        self.real = real
        self.made: list[tuple[str, str, int]] = []

    def __call__(self, source: bytes, link: bytes) -> None:
        self.real(source, link)
        mode = stat.S_IMODE(os.stat(os.path.dirname(link)).st_mode)
        self.made.append((source.decode(), link.decode(), mode))


def test_R37_links_are_removed_when_the_agent_cannot_be_started(
    tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    target = replace(CODEX, program=str(tmp_path / "no such program"))
    resolver = Table({"r": make("a,b.png")})
    runner = AgentRunner(target, resolver=resolver, stage_links=True)
    result = run(runner.start(RunRequest(run_id="r", prompt="", attachments=[ref("r")])))
    assert result.error is not None
    assert result.error.reason == "program_not_started"
    assert [path.name for path in tmp_path.iterdir()] == ["files"]


def test_R37_a_temporary_folder_with_a_comma_is_no_help(
    tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "t,mp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    resolver = Table({"r": make("a,b.png")})
    started = start(tmp_path, [ref("r")], resolver, settings={"stage_links": True})
    assert started.reason == "staging_failed"
    assert started.seen is None
    assert list(temporary.iterdir()) == []


def test_R38_agents_without_an_image_option_get_the_block_only(tmp_path: Path, make: Make) -> None:
    further = CliTarget(name="Further", program="further", arrange=lambda call: ("--go",))
    resolver = Table({"r": make("a.png")})
    for target, argv in ((CLAUDE, ["-p"]), (GEMINI, []), (further, ["--go"])):
        started = start(tmp_path, [ref("r")], resolver, target=target, prompt="Look.")
        assert started.argv == argv
        assert started.stdin.startswith("Look.\n\n<chat-attachments>\n")


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_R38_A20_a_long_prompt_goes_to_standard_input(tmp_path: Path, target: CliTarget) -> None:
    prompt = "x" * 3_000_000
    started = start(tmp_path, None, None, target=target, prompt=prompt)
    assert started.stdin == prompt
    assert sum(map(len, started.argv)) < 100


@pytest.mark.parametrize(
    "name",
    [
        "-i",
        "--yolo.png",
        "=x.png",
        " x .png",
        "a\u202f10.30.png",
        "$(touch x).png",
        "a;b.png",
        "'.png",
    ],
)
@pytest.mark.parametrize("session", [None, "s-1"])
def test_R39_A10_no_name_becomes_an_option_or_a_command(
    tmp_path: Path, make: Make, name: str, session: str | None
) -> None:
    path = make(name)
    reference = ref("r", media_type="image/png")
    started = start(tmp_path, [reference], Table({"r": path}), session_id=session)
    assert codex_oracle.read(started.argv) == codex_oracle.Seen((str(path),), session, "-")
    assert f"--image={path}" in started.argv
    for target in (CLAUDE, GEMINI):
        argv = start(tmp_path, [reference], Table({"r": path}), target=target).argv
        assert not [item for item in argv if name in item]


@pytest.mark.parametrize("session", ["-x", "--last", "", " ", "a\0b", "\ud800"])
def test_R39_a_session_id_is_never_an_option(tmp_path: Path, session: str) -> None:
    started = start(tmp_path, None, None, session_id=session)
    assert started.reason == "invalid_request"
    assert started.seen is None


def test_R39_nothing_goes_through_a_shell(
    tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def shell(*arguments: object, **options: object) -> None:
        raise AssertionError("a shell was asked for")

    monkeypatch.setattr(asyncio, "create_subprocess_shell", shell)
    resolver = Table({"r": make("$(touch hacked) `x`; y.png")})
    started = start(tmp_path, [ref("r")], resolver, working_directory=str(tmp_path))
    assert started.seen is not None
    assert started.seen["cwd"] == str(tmp_path)
    assert not (tmp_path / "hacked").exists()


def test_R40_no_folder_is_opened_unasked(tmp_path: Path, make: Make) -> None:
    resolver = Table({"r": make("a.txt")})
    for target in TARGETS.values():
        assert str(tmp_path) not in " ".join(
            start(tmp_path, [ref("r")], resolver, target=target).argv
        )
        assert target.outside


def test_R40_folders_are_opened_on_request_each_once(tmp_path: Path, make: Make) -> None:
    paths = {"1": make("x/a.txt"), "2": make("y/b.txt"), "3": make("x/c.txt")}
    folders = [str(paths["1"].parent), str(paths["2"].parent)]
    allowed = {"grant_folders": True}
    for target, option in ((CLAUDE, "--add-dir"), (GEMINI, "--include-directories")):
        started = start(
            tmp_path, list(map(ref, "123")), Table(paths), target=target, settings=allowed
        )
        grants = [item for item in started.argv if item.startswith(option)]
        assert grants == [f"{option}={folder}" for folder in folders]


def test_R40_what_cannot_be_opened_safely_is_refused(tmp_path: Path, make: Make) -> None:
    allowed = {"grant_folders": True}
    comma = Table({"r": make("a,b/c.txt")})
    started = start(tmp_path, [ref("r")], comma, target=GEMINI, settings=allowed)
    assert started.reason == "undeliverable_path"
    assert start(tmp_path, [ref("r")], comma, target=CLAUDE, settings=allowed).seen is not None
    file = replace(prepare_one(make("a.txt")).only, path="/a.txt")
    assert "root folder" in str(CLAUDE.check_grant(file))


@pytest.mark.parametrize(
    "request_",
    [
        {"run_id": " "},
        {"prompt": "x\ud800"},
        {"working_directory": "relative"},
        {"working_directory": "/no/such/folder"},
        {"working_directory": "/tmp\0"},
        {"options": ["a\0b"]},
    ],
)
def test_a_request_that_cannot_be_started_is_refused_first(
    tmp_path: Path, make: Make, request_: dict[str, Any]
) -> None:
    resolver = Table({"r": make("a.txt")})
    started = start(tmp_path, [ref("r")], resolver, **request_)
    assert started.reason == "invalid_request"
    assert (resolver.asked, started.events, started.seen) == ([], [], None)


def test_A20_too_many_images_are_a_clear_error(
    tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make("long/" + "n" * 200 + ".png")
    references = [ref("r")] * 20_000
    monkeypatch.setattr("acp_runtime.attachments.preparing.check_file", _known(path))
    started = start(tmp_path, references, Table({"r": path}))
    assert started.reason == "arguments_too_long"
    assert "fewer images" in str(started.result.error)
    assert started.seen is None


def _known(path: Path) -> Any:
    from acp_runtime.attachments.paths import check_file

    known = check_file(str(path))
    return lambda path: known


def test_A27_a_file_that_goes_after_the_check_is_the_resolvers_affair(
    tmp_path: Path, make: Make
) -> None:
    path = make("a.png")

    def remove(event: Any) -> None:
        if event.event == "AttachmentResolutionCompleted":
            path.unlink()

    started = start(tmp_path, [ref("r")], Table({"r": path}), settings={"emit": remove})
    assert f"--image={path}" in started.argv


def test_a_run_can_be_stopped_and_cleans_up(tmp_path: Path, make: Make) -> None:
    target = CliTarget(name="Sleeper", program="sleep", arrange=lambda call: ("60",))

    async def work() -> int:
        runner = AgentRunner(target)
        result = await runner.start(RunRequest(run_id="r", prompt="x" * 1_000_000))
        assert result.run is not None
        assert result.run.pid > 0
        return await result.run.stop(grace=10)

    assert run(work()) == -15


def test_a_fake_target_keeps_the_arguments() -> None:
    assert fake(CODEX).arguments(Invocation())[2:] == CODEX.arguments(Invocation())[1:]
    assert found("/x").absolute_path == "/x"
