"""The worker: its death, its deadline, and what a file or a grammar can do to it. Real llama.cpp, tiny
model."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gemma_shared import ROOT, needs_llama

from edge.engines.gemma import protocol
from edge.engines.gemma.process import Worker
from edge.errors import ModelDied, ModelError, PromptTooLong, SchemaError, Stopped

pytestmark = needs_llama

PROMPT = protocol.Prompt(
    (protocol.PromptPart(control="<bos>"), protocol.PromptPart("Il fait beau aujourd'hui. " * 4))
)
Start = Callable[..., Worker]


@pytest.fixture
def start(tiny_gguf: Path) -> Iterator[Start]:
    """Workers on a file, ended after the test."""
    made: list[Worker] = []

    def build(path: Path = tiny_gguf, window: int = 2048) -> Worker:
        made.append(Worker(protocol.Open(0, str(path), "sha", window, 512, 128, 1, True, "")))
        return made[-1]

    yield build
    for worker in made:
        worker.close()


def count(worker: Worker) -> list[int]:
    return worker.ask(protocol.Count(0, ["a"]), protocol.Counted, 30).counts


def test_killed_in_mid_call(start: Start) -> None:
    """kill -9 while it writes is ModelDied for that call, and the next call finds a new worker."""
    worker = start()
    worker.open()
    pid = worker.pid
    assert pid is not None
    threading.Timer(0.1, os.kill, (pid, signal.SIGKILL)).start()
    with pytest.raises(ModelDied, match="SIGKILL"):
        while True:
            worker.ask(protocol.Generate(0, PROMPT, 1500), protocol.Generated, 30)
    assert count(worker) == [1]
    assert worker.pid != pid


def test_killed_between_calls(start: Start) -> None:
    """A worker that died while nobody asked is noticed at the next call, and replaced at the one after."""
    worker = start()
    worker.open()
    os.kill(worker.pid or 0, signal.SIGKILL)
    time.sleep(0.05)
    with pytest.raises(ModelDied):
        count(worker)
    assert count(worker) == [1]


def test_deadline(start: Start) -> None:
    """A call that takes too long is given up in mid-batch; the same worker answers the next."""
    worker = start()
    worker.open()
    pid = worker.pid
    with pytest.raises(ModelDied, match=r"0\.01 seconds"):
        worker.ask(protocol.Generate(0, PROMPT, 1900), protocol.Generated, 0.01)
    assert count(worker) == [1]
    assert worker.pid == pid


@pytest.mark.parametrize(
    "grammar",
    ["root ::= ((", "rule ::= [a]", "root ::= missing", "root ::= root [a] | [b]", 'root ::= "a', "   "],
)
def test_invalid_grammar(start: Start, grammar: str) -> None:
    """A grammar that would end llama.cpp's process is refused before it is used."""
    worker = start()
    with pytest.raises(SchemaError, match="does not accept the grammar"):
        worker.ask(protocol.Generate(0, PROMPT, 20, grammar or " "), protocol.Generated, 30)
    assert count(worker) == [1]


def test_grammar_that_cannot_be_met(start: Start) -> None:
    """A grammar that allows no token of the vocabulary is an error, not an endless or empty answer."""
    worker = start()
    with pytest.raises((SchemaError, PromptTooLong)):
        worker.ask(
            protocol.Generate(0, PROMPT, 20, "root ::= [\\U0010FFFF] root2\nroot2 ::= root2 [a]"),
            protocol.Generated,
            30,
        )
    assert count(worker) == [1]


def test_prompt_larger_than_the_window(start: Start) -> None:
    """A prompt that does not fit is refused with both figures, before anything is computed and nothing is
    cut."""
    worker = start(window=256)
    long = protocol.Prompt((protocol.PromptPart("mot " * 300),))
    with pytest.raises(PromptTooLong, match="holds 256"):
        worker.ask(protocol.Score(0, long, ["A"]), protocol.Scored, 30)
    with pytest.raises(PromptTooLong):
        worker.ask(protocol.Generate(0, PROMPT, 255), protocol.Generated, 30)
    assert count(worker) == [1]


def test_label_of_two_tokens(start: Start) -> None:
    """Labels are one token each; anything else is refused by name."""
    with pytest.raises(ModelError, match="'A B C'"):
        start().ask(protocol.Score(0, PROMPT, ["A B C"]), protocol.Scored, 30)


@pytest.mark.parametrize("seed", range(8))
def test_damage_past_our_check_kills_no_parent(
    start: Start, tiny_gguf: Path, tmp_path: Path, seed: int
) -> None:
    """Bytes flipped anywhere (no digest known): llama.cpp answers, refuses or dies; the parent lives on."""
    data = bytearray(tiny_gguf.read_bytes())
    rng = random.Random(seed)
    for _ in range(6):
        data[rng.randrange(4, 20_000)] = rng.randrange(256)
    path = tmp_path / "flipped.gguf"
    path.write_bytes(data)
    worker = start(path)
    try:
        worker.ask(protocol.Generate(0, PROMPT, 4), protocol.Generated, 30)
    except ModelError as error:
        assert error.message


def test_two_processes_on_one_model(start: Start) -> None:
    """Two workers read the same file at once and write the same text."""
    first, second = start(), start()
    texts: list[str] = []

    def run(worker: Worker) -> None:
        texts.append(worker.ask(protocol.Generate(0, PROMPT, 30), protocol.Generated, 30).text)

    threads = [threading.Thread(target=run, args=(worker,)) for worker in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(texts) == 2 and texts[0] == texts[1]


def test_two_threads_on_one_worker(start: Start) -> None:
    """Threads take turns: each gets the text that it would get alone."""
    worker = start()
    alone = [worker.ask(protocol.Generate(0, _prompt(k), 20), protocol.Generated, 30).text for k in range(3)]
    texts: dict[int, str] = {}

    def run(k: int) -> None:
        texts[k] = worker.ask(protocol.Generate(0, _prompt(k), 20), protocol.Generated, 30).text

    threads = [threading.Thread(target=run, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [texts[k] for k in range(3)] == alone


def test_a_second_call_inside_a_stream(start: Start) -> None:
    """A call while a stream of the same thread is open is an error at once: waiting would never end."""
    worker = start()
    stream = worker.stream(protocol.Generate(0, PROMPT, 200, stream=True), 30)
    next(stream)
    with pytest.raises(ModelError, match="still open"):
        count(worker)
    stream.close()  # type: ignore[attr-defined]
    assert count(worker) == [1]


def test_stopped_by_another_thread(tiny_gguf: Path) -> None:
    """When nobody waits any more a generation ends with Stopped, and so does every request until the word is
    taken back; then the same worker answers.
    """
    stopping = threading.Event()
    worker = Worker(protocol.Open(0, str(tiny_gguf), "sha", 8192, 512, 128, 1, True, ""), stopping=stopping)
    try:
        worker.open()
        pid = worker.pid
        threading.Timer(0.1, stopping.set).start()
        with pytest.raises(Stopped):
            while True:
                worker.ask(protocol.Generate(0, PROMPT, 8000), protocol.Generated, 60)
        with pytest.raises(Stopped):
            count(worker)
        stopping.clear()
        assert count(worker) == [1] and worker.pid == pid
    finally:
        worker.close()


def test_nothing_native_is_printed(tiny_gguf: Path, tmp_path: Path) -> None:
    """Loading a good and a bad file prints nothing on this process's stdout and stderr."""
    bad = tmp_path / "bad.gguf"
    bad.write_bytes(tiny_gguf.read_bytes()[:9000])
    script = f"""
from edge.engines.gemma import protocol as p
from edge.engines.gemma.process import Worker
from edge.errors import ModelError
for path in {[str(tiny_gguf), str(bad)]!r}:
    worker = Worker(p.Open(0, path, "", 2048, 512, 128, 1, True, ""))
    try:
        worker.open()
    except ModelError as error:
        assert "llama.cpp cannot load" in error.message, error
    worker.close()
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=_environment(),
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT to a process group")
def test_ctrl_c(tiny_gguf: Path) -> None:
    """Ctrl-C ends a generation with KeyboardInterrupt, the same worker answers the next call, and none is
    left behind."""
    script = f"""
import os, signal, threading
from edge.engines.gemma import protocol as p
from edge.engines.gemma.process import Worker
worker = Worker(p.Open(0, {str(tiny_gguf)!r}, "", 8192, 512, 128, 1, True, ""))
worker.open()
pid = worker.pid
prompt = p.Prompt((p.PromptPart(control="<bos>"), p.PromptPart("Il fait beau. ")))
threading.Timer(0.2, os.killpg, (os.getpgrp(), signal.SIGINT)).start()
try:
    while True:
        worker.ask(p.Generate(0, prompt, 8000), p.Generated, 60)
except KeyboardInterrupt:
    print("interrupted", worker.ask(p.Count(0, ["a"]), p.Counted, 30).counts, worker.pid == pid, flush=True)
print(pid, flush=True)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True, check=False, cwd=ROOT, env=_environment(), start_new_session=True, text=True,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[:1], done.stderr) == (0, ["interrupted [1] True"], "")
    assert not Path(f"/proc/{lines[1]}").exists()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks a process up in /proc")
def test_no_orphan_when_the_parent_is_killed(tiny_gguf: Path) -> None:
    """kill -9 of the parent in mid-generation ends the worker too."""
    script = f"""
import os, signal, threading
from edge.engines.gemma import protocol as p
from edge.engines.gemma.process import Worker
worker = Worker(p.Open(0, {str(tiny_gguf)!r}, "", 8192, 512, 128, 1, True, ""))
worker.open()
print(worker.pid, flush=True)
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGKILL)).start()
while True:
    worker.ask(p.Generate(0, p.Prompt((p.PromptPart("a"),)), 8000), p.Generated, 60)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=_environment(),
        text=True,
    )
    assert done.returncode == -signal.SIGKILL
    place = Path(f"/proc/{done.stdout.strip()}")
    for _ in range(100):
        if (
            not place.exists()
            or "Z" in (place / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
        ):
            break
        time.sleep(0.05)
    else:
        pytest.fail("the worker outlived its parent")


def _prompt(k: int) -> protocol.Prompt:
    return protocol.Prompt(
        (protocol.PromptPart(control="<bos>"), protocol.PromptPart(f"Question {k}: where? "))
    )


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}
