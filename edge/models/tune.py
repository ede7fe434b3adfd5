"""`edge models tune`: which threads, micro-batch and attention are fastest for one model on this device.

One thing is changed after the other, each setting in a worker of its own. The figures are wall times: on a
busy machine they are those of a busy machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from edge import config, durable, paths
from edge.engines import cores, digests
from edge.engines.gemma import gguf, llama, memory, protocol
from edge.engines.gemma import prompt as prompts
from edge.engines.gemma import trial as gemma_trial
from edge.engines.gemma.process import Worker
from edge.errors import StorageError
from edge.records import SCHEMA, Record
from edge.settings import GemmaSettings

#: Tokens of the pass that settings are judged by: a contextual prompt and a short answer.
READ, WRITTEN = 700, 40
MICRO_BATCHES = (64, 128, 256, 512)
#: Seconds that reading one trial's prompt should take, and the bounds of its length in tokens.
TRIAL_SECONDS, SHORTEST, LONGEST = 3.0, 160, 600
ROUNDS = 2
#: A setting must be so much better than a simpler one: fewer threads, a smaller micro-batch (the grain in
#: which computed prompts are used again), flash attention (less memory).
WORTH = 0.1


class Trial(Record, frozen=True, kw_only=True):
    """One setting and its speed, tokens per second. `seconds`: of a pass of READ and WRITTEN tokens."""

    threads: int
    micro_batch: int
    flash: bool
    read_per_second: float
    written_per_second: float
    seconds: float


class Tuned(Record, frozen=True, kw_only=True):
    """What was measured and what is best. `stored`: where it was written, "" when it was not."""

    schema: int = SCHEMA
    model: str
    library: str
    trials: list[Trial]
    best: Trial
    stored: str = ""


Measure = Callable[[GemmaSettings], tuple[float, float]]
TrialDone = Callable[[Trial], None]


def tune(
    path: Path, settings: GemmaSettings, *, store: bool = True, progress: TrialDone | None = None
) -> Tuned:
    """Measure, choose, and store the best settings as a layer below the settings file.

    Half a minute for a small model on two cores. Raises ModelError when the file or llama.cpp cannot be used,
    StorageError when the result cannot be stored.
    """
    llama.require()
    header = gguf.check(path)
    sha256 = digests.verify(path)
    memory.require(header, settings.window, max(MICRO_BATCHES))
    bench = _Bench(path, prompts.FORMATS[header.architecture], settings.seconds)
    trials: list[Trial] = []
    for trial in search(bench.measure, settings, _threads()):
        trials.append(trial)
        if progress:
            progress(trial)
    best = choose(trials)
    stored = _store(best, f"{path.stem}-{sha256[:12]}", bench.library) if store else ""
    return Tuned(
        model=f"{path.stem}-{sha256[:12]}", library=bench.library, trials=trials, best=best, stored=stored
    )


def search(measure: Measure, settings: GemmaSettings, threads: Iterable[int]) -> Iterator[Trial]:
    """Threads first, then the micro-batch with the best of them, then attention without flash."""

    def trial(threads: int, micro_batch: int, flash: bool) -> Trial:
        changed = msgspec.structs.replace(settings, threads=threads, micro_batch=micro_batch, flash=flash)
        read, written = measure(changed)
        return Trial(
            threads=threads, micro_batch=micro_batch, flash=flash, read_per_second=round(read, 2),
            written_per_second=round(written, 2), seconds=round(READ / read + WRITTEN / written, 3),
        )  # fmt: skip

    done = []
    for count in threads:
        done.append(trial(count, MICRO_BATCHES[0], True))
        yield done[-1]
    best = choose(done)
    for micro_batch in MICRO_BATCHES[1:]:
        done.append(trial(best.threads, micro_batch, True))
        yield done[-1]
    best = choose(done)
    yield trial(best.threads, best.micro_batch, False)


def choose(trials: Iterable[Trial]) -> Trial:
    """The simplest setting within WORTH of the fastest: flash on, few threads, a small micro-batch."""
    measured = list(trials)
    limit = min(trial.seconds for trial in measured) * (1 + WORTH)
    good = [trial for trial in measured if trial.seconds <= limit]
    return min(good, key=lambda trial: (not trial.flash, trial.threads, trial.micro_batch, trial.seconds))


class _Bench:
    """Runs trials. The first one says how long a prompt may be, and all others read the same."""

    def __init__(self, path: Path, form: prompts.Format, seconds: float) -> None:
        self._path, self._form, self._seconds = path, form, seconds
        self._words = 0
        self._seed = 0
        self.library = ""

    def measure(self, settings: GemmaSettings) -> tuple[float, float]:
        """Tokens per second read and written: the best of ROUNDS, since disturbances only slow down."""
        worker = Worker(gemma_trial.opening(self._path, "", settings, states=False))
        try:
            self.library = worker.open().library
            if not self._words:
                self._words = self._length(worker)
            replies = [self._run(worker, self._words) for _ in range(ROUNDS)]
        finally:
            worker.close()
        read = max((r.prompt - r.reused) / max(r.prefill_ms, 1e-3) for r in replies)
        written = max(max(r.written, 1) / max(r.decode_ms, 1e-3) for r in replies)
        return read * 1e3, written * 1e3

    def _length(self, worker: Worker) -> int:
        """How often the sentence is repeated in a trial's prompt."""
        sentence = worker.ask(
            protocol.Count(0, [gemma_trial.SENTENCE * 8]), protocol.Counted, self._seconds
        ).counts[0]
        first = self._run(worker, max(SHORTEST * 8 // sentence, 1))
        speed = first.prompt / max(first.prefill_ms, 1e-3) * 1e3
        tokens = min(max(int(speed * TRIAL_SECONDS), SHORTEST), LONGEST)
        return max(tokens * 8 // sentence, 1)

    def _run(self, worker: Worker, words: int) -> protocol.Generated:
        self._seed += 1
        return gemma_trial.run(worker, self._form, self._seconds, words=words, written=24, seed=self._seed)


def _threads() -> list[int]:
    """1, 2, 3, 4, then every second, every fourth...: up to the cores this process may use."""
    most = cores.physical()
    return [n for n in range(1, most) if n <= 4 or (n <= 8 and n % 2 == 0) or n % 8 == 0] + [most]


def _store(best: Trial, model: str, library: str) -> str:
    place = paths.tuned_file()
    tuning = config.Tuning(
        gemma={"threads": best.threads, "micro_batch": best.micro_batch, "flash": best.flash},
        processors=config.processors(), model=model, library=library,
    )  # fmt: skip
    try:
        durable.write_whole(place, msgspec.json.format(msgspec.json.encode(tuning)) + b"\n")
    except OSError as error:
        raise StorageError(
            f"The measured settings cannot be stored in {place}: {error}.",
            "Set EDGE_HOME to a folder of your own.",
        ) from error
    return str(place)
