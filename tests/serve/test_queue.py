"""One thread for all work: in order, bounded, given up when nobody waits. Real sessions, real threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest
from readers import index, write

from edge import api, config
from edge.errors import Stopped, UsageError
from edge.serve.bases import Bases
from edge.serve.queue import WorkQueue
from edge.serve.refusal import Refusal

SOON = 30.0


@pytest.fixture
def queue(small_knowledge: Path) -> Iterator[WorkQueue]:
    settings = config.load({}, environ={})
    made = WorkQueue(Bases([small_knowledge], lambda path: api.open(path, settings=settings)), 2)
    yield made
    made.close()


class Held:
    """Work that lasts until it is let go, or stopped."""

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()
        self.stopped = False

    def __call__(self, edge: api.Edge, tell: Any) -> str:
        self.begun.set()
        try:
            while not self.let_go.wait(0.005):
                tell("on its way")
        except Stopped:
            self.stopped = edge.stopping.is_set()
            raise
        return "done"


def test_one_at_a_time_in_order(queue: WorkQueue) -> None:
    """Whatever comes meanwhile waits, in the order in which it came, and all of it in one thread."""
    seen: list[tuple[int, int]] = []
    held = Held()
    jobs: list[Any] = [queue.submit(held)]
    for number in range(2):
        jobs.append(queue.submit(lambda _, __, n=number: seen.append((n, threading.get_ident()))))
    assert held.begun.wait(SOON) and seen == [] and [job.ahead for job in jobs] == [0, 1, 2]
    held.let_go.set()
    assert jobs[0].future.result(SOON) == "done"
    jobs[2].future.result(SOON)
    assert [number for number, _ in seen] == [0, 1] and len({thread for _, thread in seen}) == 1


def test_too_many_are_told_to_come_back(queue: WorkQueue) -> None:
    """One at work and two waiting: the next is refused at once, with when to come back; later not."""
    held = Held()
    jobs: list[Any] = [queue.submit(held), queue.submit(Held()), queue.submit(Held())]
    with pytest.raises(Refusal) as refused:
        queue.submit(Held())
    assert refused.value.status == 503 and 1 <= int(refused.value.headers["Retry-After"]) <= 60
    jobs[2].cancel()  # one that waits makes room at once
    again = queue.submit(lambda _, __: "welcome")
    held.let_go.set()
    jobs[1].cancel()
    assert again.future.result(SOON) == "welcome"
    for _ in range(200):  # whoever waits for a result may have it before the queue has counted it out
        if not len(queue):
            break
        time.sleep(0.01)
    assert len(queue) == 0


def test_what_is_given_up_never_runs_or_stops(queue: WorkQueue) -> None:
    """Waiting: it never begins. Running: it is stopped, what it uses is told, and the next is untouched."""
    held, never = Held(), Held()
    running: Any = queue.submit(held)
    waiting: Any = queue.submit(never)
    assert held.begun.wait(SOON)
    waiting.cancel()
    running.cancel()
    with pytest.raises(Stopped):
        running.future.result(SOON)
    with pytest.raises(CancelledError):
        waiting.future.result(SOON)
    assert held.stopped and not never.begun.is_set()
    assert queue.submit(lambda edge, _: edge.stopping.is_set()).future.result(SOON) is False
    running.cancel()  # after its end: nothing
    assert queue.submit(lambda edge, _: edge.stopping.is_set()).future.result(SOON) is False


def test_an_error_costs_only_itself(queue: WorkQueue) -> None:
    """It reaches who asked; the session answers the next."""
    with pytest.raises(UsageError):
        queue.submit(lambda edge, _: edge.search("key", sources=["nothing"])).future.result(SOON)
    found = queue.submit(lambda edge, _: edge.search("brass key")).future.result(SOON)
    assert found.results


def test_a_base_that_was_replaced_is_read_anew(tmp_path: Path, small_knowledge: Path) -> None:
    """A base that `edge index` of another process puts in place, or takes away, while the queue has it open:
    the next request reads the new one, and where there is none goes on with the one that it has.
    """
    base = tmp_path / "k.db"
    write(tmp_path / "one", gong="The gong is struck at noon.")
    index(base, tmp_path / "one")
    settings = config.load({}, environ={})
    queue = WorkQueue(Bases([base], lambda path: api.open(path, settings=settings)), 2)

    def listed() -> list[str]:
        work = queue.submit(lambda edge, _: [one.source for one in edge.library.documents().documents])
        return work.future.result(SOON)

    try:
        first: Any = queue.submit(lambda edge, _: edge.library.db).future.result(SOON)
        assert listed() == ["gong.md"]
        write(tmp_path / "one", bell="The bell is rung at dusk.")
        index(base, tmp_path / "one")
        assert listed() == ["bell.md", "gong.md"]
        again: Any = queue.submit(lambda edge, _: edge.library.db).future.result(SOON)
        assert again is not first
        base.unlink()
        assert listed() == ["bell.md", "gong.md"]
    finally:
        queue.close()


def test_closing_stops_what_runs_and_drops_what_waits(queue: WorkQueue) -> None:
    """Nothing hangs, and nothing more is taken on."""
    held, never = Held(), Held()
    running: Any = queue.submit(held)
    queue.submit(never)
    assert held.begun.wait(SOON)
    queue.close()
    assert running.future.done() and held.stopped and not never.begun.is_set()
    with pytest.raises(Refusal, match="stopping"):
        queue.submit(held)
