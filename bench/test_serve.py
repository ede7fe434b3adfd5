"""`edge serve` over real sockets beside the same calls in Python: overhead, four clients, memory."""

from __future__ import annotations

import http.client
import json
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import edge
from edge import config

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))

from http_server import Served, serving

CLIENTS, EACH = 4, 200


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    # What is measured is the server: a search that reads would hide it.
    with serving(tmp_path_factory.mktemp("home"), EDGE_SEARCH_READER="none") as running:
        yield running


class Client:
    """One connection that is kept. `seconds`: of each search by the clock."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.seconds: list[float] = []
        self.errors = 0

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def search(self, query: str) -> None:
        began = time.perf_counter()
        body = json.dumps({"query": query})
        self._connection.request("POST", "/api/search", body, {"Content-Type": "application/json"})
        reply = self._connection.getresponse()
        data = reply.read()
        self.seconds.append(time.perf_counter() - began)
        self.errors += reply.status != 200 or b'"results"' not in data

    def health(self) -> float:
        began = time.perf_counter()
        self._connection.request("GET", "/health")
        self._connection.getresponse().read()
        return time.perf_counter() - began


def p50(seconds: list[float]) -> float:
    return statistics.median(seconds) * 1e3


def p95(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)] * 1e3


def spent(pid: int) -> float:
    """Processor seconds of a process and all its threads."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text(encoding="ascii").split()[0]) for task in tasks) / 1e9


def test_overhead_over_the_call(
    gate: Callable[..., None], served: Served, handbook: Path, questions: list[str]
) -> None:
    """HTTP, JSON both ways, the queue and the hand-over between threads: each search here and there.

    The gate is on processor time, in the server and here: a request wakes four threads in turn, and by the
    clock each wake-up waits for whatever else the machine does.
    """
    if not Path(f"/proc/{served.process.pid}/schedstat").exists():
        pytest.skip("this system has no /proc with schedstat")
    calls, floor = list[float](), list[float]()
    there = here = called = 0.0
    settings = config.load({"search.reader": "none"}, environ={})
    with edge.open(handbook, settings=settings) as session, Client(served.port) as client:
        for query in questions:
            session.search(query)
            client.search(query)
        client.seconds.clear()
        for _ in range(3):
            for query in questions:
                began, cpu = time.perf_counter(), time.process_time()
                session.search(query)
                calls.append(time.perf_counter() - began)
                called += time.process_time() - cpu
                before, cpu = spent(served.process.pid), time.process_time()
                client.search(query)
                here += time.process_time() - cpu
                there += spent(served.process.pid) - before
                floor.append(client.health())
        assert client.errors == 0
    count = len(calls) / 1e3
    over = (there + here - called) / count
    gate(
        "serve.overhead", over,
        f"CPU {there / count:.2f} ms there, {here / count:.2f} here, for a call of {called / count:.2f}; "
        f"clock p50 {p50(client.seconds):.2f} over {p50(calls):.2f} ms, "
        f"ratio {p50(client.seconds) / p50(calls):.1f}; "
        f"bare /health {p50(floor):.2f} ms",
    )  # fmt: skip


def test_four_clients(gate: Callable[..., None], served: Served, questions: list[str]) -> None:
    """200 searches of each of four clients at a time, between those of one client alone, in five rounds."""

    def run(client: Client, first: int, count: int) -> None:
        with client:
            for number in range(count):
                client.search(questions[(first + number) % len(questions)])

    ratios, together, alone = list[float](), list[float](), list[float]()
    run(Client(served.port), 0, 40)
    for turn in range(5):
        single = Client(served.port)
        run(single, turn * 40, 40)
        clients = [Client(served.port) for _ in range(CLIENTS)]
        threads = [
            threading.Thread(target=run, args=(one, turn * 40 + at * 50, EACH // 5))
            for at, one in enumerate(clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        run(single, turn * 40, 40)
        assert single.errors + sum(one.errors for one in clients) == 0
        now = [seconds for one in clients for seconds in one.seconds]
        ratios.append(p95(now) / p50(single.seconds))
        together += now
        alone += single.seconds
    assert len(together) == CLIENTS * EACH
    detail = (
        f"rounds {', '.join(f'{one:.1f}' for one in ratios)}; all p95 {p95(together):.1f} ms, "
        f"p50 {p50(together):.1f}; alone p50 {p50(alone):.1f}, p95 {p95(alone):.1f}"
    )
    if p95(alone) > 2 * p50(alone):
        pytest.skip(f"one client alone waits for its neighbours on this machine: {detail}")
    gate("serve.four_clients", statistics.median(ratios), detail)


def test_memory(gate: Callable[..., None], served: Served, questions: list[str]) -> None:
    """2,000 requests of five kinds, after 400 of them: what the process holds."""
    status = Path(f"/proc/{served.process.pid}/status")
    if not status.exists():
        pytest.skip("this system has no /proc")

    def resident() -> int:
        lines = status.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))

    def requests(client: Client, count: int) -> None:
        for number in range(count):
            query = questions[number % len(questions)]
            if number % 5 == 0:
                served.request("POST", "/api/ask", {"question": query}, Accept="text/event-stream")
            elif number % 5 == 1:
                asked = {"model": "edge", "messages": [{"role": "user", "content": query}]}
                served.request("POST", "/v1/chat/completions", asked)
            elif number % 5 == 2:
                served.request("POST", "/api/ask", b"{")
            elif number % 5 == 3:
                served.request("GET", "/openapi.json")
            else:
                client.search(query)

    with Client(served.port) as client:
        requests(client, 400)
        before = resident()
        requests(client, 2_000)
        after = resident()
    gate(
        "serve.memory_growth", 100 * (after - before) / before, f"{before / 1e3:.1f} to {after / 1e3:.1f} MB"
    )
