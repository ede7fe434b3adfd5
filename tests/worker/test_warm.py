"""A worker that stays between jobs."""

from __future__ import annotations

import msgspec
import pytest

from edge.worker.process import WorkerEnded
from edge.worker.warm import WarmWorker


def test_a_worker_serves_so_many_jobs() -> None:
    """The same process for as many jobs as it may do, then a fresh one, and none once it was ended."""
    worker = WarmWorker("edge.indexing.readers.worker", msgspec.msgpack.Decoder(), 2)
    assert worker.pid is None
    try:
        pids = [worker.next().pid for _ in range(5)]
        assert pids[0] == pids[1] and pids[2] == pids[3] and len(set(pids)) == 3
        assert worker.pid == pids[-1]
    finally:
        worker.end()
    assert worker.pid is None


def test_a_worker_that_died_is_replaced() -> None:
    """Nobody waits for the replies of a process that is gone."""
    worker = WarmWorker("edge.indexing.readers.worker", msgspec.msgpack.Decoder(), 9)
    try:
        first = worker.next()
        first.end(kill=True)
        assert worker.next().running and worker.pid != first.pid
    finally:
        worker.end()


def test_a_worker_that_was_stopped_stays_so() -> None:
    """Whoever asks it then, from whatever thread, is told, and no process is left behind."""
    worker = WarmWorker("edge.indexing.readers.worker", msgspec.msgpack.Decoder(), 9)
    worker.next()
    worker.stop()
    with pytest.raises(WorkerEnded):
        worker.next()
    assert worker.pid is None
