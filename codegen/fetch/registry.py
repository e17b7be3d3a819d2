"""The user's own npm registry: its address from their configuration, and bounded downloads."""

from __future__ import annotations

import base64
import os
import shutil
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from urllib.parse import unquote, urlsplit, urlunsplit

from codegen.errors import InputError, Place

_SOCKET_SECONDS = 20.0
_CHUNK = 1 << 16


class Deadline:
    """A point in time after which a download is given up."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left; 0 when it is over."""
        return max(0.0, self._end - time.monotonic())


def registry_url(package: str) -> str:
    """The registry that the user's npm would ask for a package, without a final slash.

    From the environment, else from npm's own configuration. Raises `InputError` without either:
    there is no default here.
    """
    scope = package.partition("/")[0] if package.startswith("@") else None
    keys = [f"{scope}:registry"] if scope else []
    for key in (*keys, "registry"):
        for name in (f"npm_config_{key}", f"NPM_CONFIG_{key.upper()}"):
            if os.environ.get(name):
                return _checked(os.environ[name])
        value = _npm_config(key)
        if value is not None:
            return _checked(value)
    raise InputError(
        "no npm registry is configured",
        cure="install npm, or set the environment variable npm_config_registry",
    )


def _checked(url: str) -> str:
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise InputError(f"the npm registry {_shown(url)!r} is not an http address")
    return url.strip().rstrip("/")


def _npm_config(key: str) -> str | None:
    npm = shutil.which("npm")
    if npm is None:
        return None
    try:
        found = subprocess.run(
            [npm, "config", "get", key], capture_output=True, text=True, check=False, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    value = found.stdout.strip()
    return value if found.returncode == 0 and value not in ("", "undefined", "null") else None


def download(url: str, registry: str, limit: int, deadline: Deadline, at: Place) -> bytes:
    """The body of an address, at most `limit` bytes, before the deadline.

    A name and password in the registry's address are sent to that address only, not on redirects.
    Raises `InputError`.
    """
    request = urllib.request.Request(_bare(url), headers={"Accept-Encoding": "identity"})
    authorization = _authorization(registry)
    if authorization is not None:
        request.add_unredirected_header("Authorization", authorization)
    opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=_context()))
    try:
        with opener.open(request, timeout=min(_SOCKET_SECONDS, deadline.left or 0.001)) as answer:
            return _bounded(answer, limit, deadline, at)
    except urllib.error.HTTPError as error:
        error.close()
        what = "the registry has no such package" if error.code == 404 else f"HTTP {error.code}"
        raise InputError(what, at=at, cure="check the name and your registry") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise InputError(
            f"the registry can't be reached ({reason})", at=at, cure="check your npm configuration"
        ) from None


def _bounded(answer: object, limit: int, deadline: Deadline, at: Place) -> bytes:
    parts: list[bytes] = []
    size = 0
    while chunk := answer.read(_CHUNK):  # type: ignore[attr-defined]
        size += len(chunk)
        if size > limit:
            raise InputError(f"larger than {limit // 1024 // 1024} MB", at=at)
        if not deadline.left:
            raise InputError("the download took too long", at=at, cure="try again later")
        parts.append(chunk)
    return b"".join(parts)


def _context() -> ssl.SSLContext:
    context = ssl.create_default_context()
    extra = os.environ.get("NPM_CONFIG_CAFILE") or os.environ.get("NODE_EXTRA_CA_CERTS")
    if extra and os.path.isfile(extra):
        context.load_verify_locations(extra)
    return context


def _authorization(registry: str) -> str | None:
    parts = urlsplit(registry)
    if not parts.username:
        return None
    word = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return f"Basic {base64.b64encode(word.encode()).decode()}"


def _bare(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _shown(url: str) -> str:
    try:
        return _bare(url)
    except ValueError:
        return "(not an address)"
