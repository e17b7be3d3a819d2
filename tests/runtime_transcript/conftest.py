"""Every test of this folder that asks for an `edition` runs for both."""

from __future__ import annotations

import pytest

from tests.runtime_transcript.wire import EDITIONS, Edition


@pytest.fixture(params=EDITIONS, ids=str)
def edition(request: pytest.FixtureRequest) -> Edition:
    """v1, then v2."""
    found = request.param
    assert isinstance(found, Edition)
    return found
