"""Memories beside a bare FTS5 table of the same text in the same run; the MCP server beside its SDK."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from quality import memory as quality

COUNT = 10_000
ADDS = 300


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    return quality.speed(tmp_path_factory.mktemp("memories"), COUNT)


def test_adds(gate: Callable[..., None], figures: dict[str, float]) -> None:
    """A durable add each waits for the disk as the bare insert does; a batch waits once."""
    told = f"{figures['adds_per_s']:.0f}/s over {figures['bare_adds_per_s']:.0f}/s, a transaction each"
    gate("memory.add", figures["add_ratio"], told)
    told = f"{figures['batched_adds_per_s']:.0f}/s over {figures['bare_batched_adds_per_s']:.0f}/s"
    gate("memory.add_batched", figures["batched_ratio"], told)
    gate("memory.add_cpu", figures["add_cpu_ratio"])
    gate("memory.adds_per_cpu_second", figures["adds_per_cpu_s"])


def test_searches(gate: Callable[..., None], figures: dict[str, float]) -> None:
    """Ranked, re-ranked by context and explained, beside the bare ten best rows."""
    told = f"{figures['search_ms_p50']:.1f} ms over {figures['bare_ms_p50']:.1f} ms, {COUNT} memories"
    gate("memory.search_p50", figures["search_ratio"], told)
    gate("memory.search_p95", figures["search_ms_p95"], f"bare {figures['bare_ms_p95']:.1f} ms")


def test_size(gate: Callable[..., None], figures: dict[str, float]) -> None:
    """The index and everything else, over the raw text."""
    gate("memory.size", figures["bytes_per_raw_byte"])


def test_disambiguation(gate: Callable[..., None], tmp_path: Path) -> None:
    """400 memories that only their situation tells apart."""
    told = quality.disambiguation(tmp_path)
    gate("memory.twins", told["with_context"], f"{told['without_context']:.2f} without the context")


def test_mcp(gate: Callable[..., None], tmp_path: Path) -> None:
    """The server through the SDK's own client over stdio: adds, one after the other, and its whole start."""
    pytest.importorskip("mcp", reason="the extra mcp is not installed")
    from mcp import Client, StdioServerParameters

    environment = {
        "EDGE_STATE": str(tmp_path / "state.db"), "EDGE_OFFLINE": "1", "HOME": str(tmp_path),
        "EDGE_MEMORY_VECTORS": "none",
    }  # fmt: skip
    command = ["-m", "edge", "mcp", "--allow-write"]

    async def adds() -> float:
        made = StdioServerParameters(command=sys.executable, args=command, env=environment)
        async with Client(made) as client:
            await client.call_tool("memory_add", _given(-1))
            began = time.perf_counter()
            for n in range(ADDS):
                answer: Any = await client.call_tool("memory_add", _given(n))
                assert not answer.is_error, answer.content
            return ADDS / (time.perf_counter() - began)

    gate("memory.mcp_adds", asyncio.run(adds()), "one after the other, each durable")
    start = [sys.executable, *command]
    ours = min(_cpu(start, environment) for _ in range(3))
    floor = min(_cpu([sys.executable, "-c", "import mcp.server"], environment) for _ in range(3))
    gate("memory.mcp_start", ours / floor, f"{ours:.2f} s over {floor:.2f} s CPU, to the end of its input")


def _cpu(command: list[str], environment: dict[str, str]) -> float:
    """User and system seconds of a child that reads nothing."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdin=subprocess.DEVNULL, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _given(n: int) -> dict[str, Any]:
    why = {
        "situation": f"Pump {n} stops at night when the valve is frozen.",
        "solution": f"Open the bypass of pump {n} before the valve, then thaw it.",
        "trigger_keywords": ["pump", f"P-{n}"],
    }
    return {"type": "bug", "title": f"Pump {n} stops in frost", "context": why}
