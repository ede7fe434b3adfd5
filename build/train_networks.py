"""Both networks from nothing, by one command. Run again, it goes on where it was stopped.

    make networks                              installs what is needed, then all parts below
    python build/train_networks.py             the parts alone
    python build/train_networks.py --parts     where they stand

Parts that are done are not done again, and a training that was cut, by a kill too, goes on from its last
checkpoint. A part that is given other arguments, or other data, begins anew with all that come after it.
`--give encoder="--steps 6 --tokens 1024"` hands arguments to a part (a trial on a processor). The two files
come to `--out`; with `--out models` they become what ships, and then `assets/semantic.json`,
`assets/answerable.json` and the calibration have to be fitted anew.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import math
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from corpus import data_folder, encoder_folder

HERE = Path(__file__).resolve().parent
DATA = ("parallel_fr_en/pairs.tsv.gz", "squad/train.jsonl.gz", "piaf/train.jsonl.gz")


class Part(NamedTuple):
    """A script and what it is given. `trains`: it resumes, and takes a seed, a device and minutes."""

    name: str
    script: Path
    given: tuple[str, ...] = ()
    trains: bool = False


def recipe(out: Path) -> list[Part]:
    """The parts in their order; files come to `out`. The reader is tuned from files of its own, which stay
    what they were when it is tuned again.
    """
    untuned = encoder_folder() / "untuned"
    reader = untuned / "fr-en" / "reader-fr-en.onnx"
    return [
        Part("vocabulary", HERE / "bilingual_vocabulary.py"),
        Part("cases", HERE / "reading_cases.py"),
        Part("encoder", HERE / "train_encoder.py", trains=True),
        Part("reader", HERE / "train_reader.py", trains=True),
        Part("untuned", HERE / "export_networks.py", ("--out", str(untuned))),
        Part("tuned", HERE / "tune_reader.py", ("--reader", str(reader)), trains=True),
        Part("export", HERE / "export_networks.py", ("--out", str(out))),
        Part("export-tuned", HERE / "export_networks.py", ("--out", str(out), "--tuned")),
    ]


class Progress:
    """What each part was last run with, and whether it came to its end: `parts.json`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "parts.json"
        self.known: dict[str, dict[str, Any]] = (
            json.loads(self.path.read_text(encoding="utf-8")) if self.path.is_file() else {}
        )

    def stands(self, part: str, key: str) -> str:
        """`done`, `begun`, `new`, or `other` where it was begun with something else."""
        entry = self.known.get(part)
        if entry is None:
            return "new"
        if entry["key"] != key:
            return "other"
        return "done" if entry["done"] else "begun"

    def set(self, part: str, key: str, *, done: bool) -> None:
        """Whole on the disk, or not at all."""
        self.known[part] = {"key": key, "done": done}
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps(self.known, indent=1), encoding="utf-8")
        fresh.replace(self.path)


def keys(parts: Sequence[Part], of_data: str, seed: int) -> list[str]:
    """For each part a digest of what it depends on: the data, the seed, its arguments and all parts before
    it.
    """
    found, key = [], hashlib.sha256(f"{of_data} {seed}".encode()).hexdigest()
    for part in parts:
        told = json.dumps([key, part.name, part.script.name, *part.given])
        key = hashlib.sha256(told.encode()).hexdigest()
        found.append(key)
    return found


def digest_of_data(folder: Path) -> str:
    """One digest of the three files to learn from. Exits where one is absent."""
    found = hashlib.sha256()
    for name in DATA:
        if not (folder / name).is_file():
            raise SystemExit(f"{folder / name} is absent: set EDGE_DEV_DATA to the folder that holds it.")
        found.update(hashlib.sha256((folder / name).read_bytes()).digest())
    return found.hexdigest()


def finished(folder: Path, name: str) -> bool:
    """Whether the log of a training ends with its last step."""
    log = folder / f"{name}.log.jsonl"
    last = log.read_text(encoding="utf-8").splitlines()[-1:] if log.is_file() else []
    told = json.loads(last[0]) if last else {}
    return told.get("kind") == "end" and told["step"] >= told["of"]


@contextmanager
def alone(folder: Path) -> Iterator[IO[str]]:
    """A lock on the folder, which the parts inherit: a part that outlived a killed run still holds it."""
    with (folder / "parts.lock").open("w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit(f"Another run, or a part that one left behind, works in {folder}.") from None
        yield lock


def run(parts: Sequence[Part], folder: Path, of_data: str, given: argparse.Namespace) -> None:
    """What is not done yet, in order. Exits where a part fails or was stopped before its end."""
    began, progress = time.monotonic(), Progress(folder)
    with alone(folder) as lock:
        for part, key in zip(parts, keys(parts, of_data, given.seed), strict=True):
            stands = progress.stands(part.name, key)
            if stands == "done":
                print(f"{part.name}: done", flush=True)
                continue
            command = [sys.executable, str(part.script), *part.given]
            if part.trains:
                left = given.minutes - (time.monotonic() - began) / 60
                command += ["--seed", str(given.seed), "--device", given.device]
                command += ["--minutes", str(max(left, 0.0))] if math.isfinite(left) else []
                command += ["--fresh"] if stands == "other" else []
            progress.set(part.name, key, done=False)
            print(f"{part.name}: {shlex.join(command[1:])}", flush=True)
            status = call(command, lock)
            if status:
                raise SystemExit(f"{part.name} ended with {status}: the same command goes on from here.")
            if part.trains and not finished(folder, part.name):
                raise SystemExit(f"{part.name} was stopped before its end: the same command goes on.")
            progress.set(part.name, key, done=True)


def call(command: Sequence[str], lock: IO[str]) -> int:
    """The exit status of a part, which is told to stop where this is told to: a training ends after its
    step.
    """
    child = subprocess.Popen(command, pass_fds=(lock.fileno(),))
    before = {
        number: signal.signal(number, lambda caught, _: child.send_signal(caught))
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        return child.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def with_given(parts: Sequence[Part], given: Sequence[str]) -> list[Part]:
    """The parts with what `--give NAME=ARGUMENTS` adds. Exits at a name that is none."""
    more = dict(one.partition("=")[::2] for one in given)
    if unknown := sorted(set(more) - {part.name for part in parts}):
        raise SystemExit(f"No such part: {', '.join(unknown)}. There are {', '.join(p.name for p in parts)}.")
    return [part._replace(given=(*part.given, *shlex.split(more.get(part.name, "")))) for part in parts]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, help="where the two files go (default: beside the checkpoints)")
    parser.add_argument("--give", action="append", default=[], metavar="PART=ARGUMENTS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="auto", help="auto, cpu or cuda")
    parser.add_argument("--minutes", type=float, default=math.inf, help="wall clock of this sitting")
    parser.add_argument("--parts", action="store_true", help="say where the parts stand, and do nothing")
    given = parser.parse_args()
    folder = encoder_folder()
    parts = with_given(recipe((given.out or folder / "models").resolve()), given.give)
    of_data = digest_of_data(data_folder())
    if given.parts:
        progress = Progress(folder)
        for part, key in zip(parts, keys(parts, of_data, given.seed), strict=True):
            print(f"{part.name}: {progress.stands(part.name, key)}")
        return
    run(parts, folder, of_data, given)
    print(f"both networks: {parts[-1].given[1]}")


if __name__ == "__main__":
    main()
