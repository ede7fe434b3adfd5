"""Seventeen ways in which the cloud can fail: a typed error in time, few requests, never twice unknown.

`EDGE_FAULT_RUNS` repeats each (the long form: 10).
"""

from __future__ import annotations

import json
import os
import time

import pytest
from loopback import FAULTS, Loopback

from edge import errors
from edge.cloud import client

RUNS = int(os.environ.get("EDGE_FAULT_RUNS", "3"))
SECONDS = 0.6
RETRIES = 2
BODY = json.dumps({
    "model": "claude-x",
    "max_tokens": 64,
    "messages": [{"role": "user", "content": "?"}],
    "output_config": {"format": {"type": "json_schema", "schema": {"type": "object", "properties": {}}}},
}).encode()  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _imported() -> None:
    """The library's first import takes longer than a deadline here; that is not what is tested."""
    import anthropic  # noqa: F401


@pytest.mark.parametrize("run", range(RUNS))
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_a_typed_error_in_time(fault: str, run: int) -> None:
    """Whatever the other side does: its own error, by the deadline, with the requests that were allowed."""
    with Loopback(fault) as server:
        begun = time.monotonic()
        with pytest.raises(errors.CloudError) as caught:
            client.post(
                BODY, base_url=server.url, key="sk-x", seconds=SECONDS, retries=RETRIES, max_bytes=1_000_000
            )
        took = time.monotonic() - begun
    assert type(caught.value).__name__ == FAULTS[fault]
    assert took <= SECONDS + 0.5
    assert caught.value.attempts <= 1 + RETRIES
    assert len(server.requests) <= 1 + RETRIES
    if FAULTS[fault] != "CloudError":  # refused, broken or unknown: no second try
        assert len(server.requests) <= 1
    assert caught.value.hint
