"""kill -9 at random moments of an index run: the database is sound, and the next run ends the same."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import apsw
import fault_tally
import pytest

from edge import paths
from edge.indexing.run import index_paths
from edge.search.build import build_search
from edge.search.database import BUILDING_SUFFIX, open_knowledge, verify
from edge.settings import IndexSettings

RUNS = int(os.environ.get("EDGE_FAULT_RUNS", "12"))
SEED = int(os.environ.get("EDGE_FAULT_SEED", "2"))
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is a POSIX signal")

# The child imports everything first, says so, and waits for a word: moments are counted from the real work.
CHILD = """
import sys
from pathlib import Path
from edge.settings import IndexSettings
from edge.indexing.run import index_paths
from edge.search.build import build_search
import apsw, filelock, markdown_it, edge.indexing.readers.markdown, edge.indexing.readers.plain_text
print("ready", flush=True)
sys.stdin.readline()
index_paths([Path(sys.argv[1])], Path(sys.argv[2]), IndexSettings(), build_search=build_search)
"""


def write_folder(folder: Path) -> None:
    """40 Markdown documents of a few pages' length."""
    folder.mkdir()
    words = ["arbiter", "clock", "board", "move", "claim", "draw", "control", "pairing", "round", "player"]
    chooser = random.Random(7)
    for number in range(40):
        paragraphs = [" ".join(chooser.choices(words, k=60)).capitalize() + f" {number}." for _ in range(12)]
        text = f"# Chapter {number}\n\n## Rules\n\n" + "\n\n".join(paragraphs)
        (folder / f"{number:02}.md").write_text(text, encoding="utf-8")


def start(folder: Path, knowledge: Path) -> subprocess.Popen[bytes]:
    """An index run in a process of its own, held at the starting line."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), str(knowledge)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout and child.stdout.readline() == b"ready\n"
    return child


def release(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin
    child.stdin.write(b"go\n")
    child.stdin.flush()


def end(child: subprocess.Popen[bytes]) -> None:
    child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe:
            pipe.close()


def sound(database: Path) -> set[str]:
    """Names of the documents in a database that passes all of SQLite's own checks; opening it recovers it."""
    db = apsw.Connection(str(database))
    try:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not db.pragma("user_version"):
            return set()
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        half = "SELECT name FROM sources WHERE id NOT IN (SELECT source_id FROM pages)"
        assert db.execute(half).fetchall() == [], "half a document was committed"
        return {str(row[0]) for row in db.execute("SELECT name FROM sources")}
    finally:
        db.close()


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str, str, float]]:
    """The folder, the sha256 and content hash of an undisturbed run, and how long one takes here."""
    place = tmp_path_factory.mktemp("calm")
    write_folder(place / "docs")
    child = start(place / "docs", place / "k.db")
    begun = time.monotonic()
    release(child)
    end(child)
    seconds = time.monotonic() - begun
    manifest = verify(place / "k.db")
    yield place / "docs", manifest.sha256, manifest.content, seconds


def test_kill_at_random_moments(calm: tuple[Path, str, str, float], tmp_path: Path) -> None:
    """After each kill: old or new state only, committed documents whole, and the resumed run is the calm one.

    Even runs start from nothing, odd ones from an older knowledge base, which must go on answering.
    """
    folder, sha256, content, seconds = calm
    chooser = random.Random(SEED)
    seen_building = 0
    for run in range(RUNS):
        knowledge = tmp_path / f"{run}" / "k.db"
        knowledge.parent.mkdir()
        before = ""
        if run % 2:
            report = index_paths(
                [folder / "00.md", folder / "01.md"], knowledge, IndexSettings(chunk_tokens=100),
                build_search=build_search,
            )  # fmt: skip
            before = report.sha256
        child = start(folder, knowledge)
        moment = chooser.uniform(0, seconds * 1.05)
        release(child)
        time.sleep(moment)
        child.send_signal(signal.SIGKILL)
        end(child)
        told = f"run {run} of seed {SEED}, killed at {moment * 1000:.0f} ms of {seconds * 1000:.0f}"

        if before or knowledge.exists():
            assert verify(knowledge, full=True).sha256 in ({before, sha256} if before else {sha256}), told
            open_knowledge(knowledge).close()
        building = knowledge.with_name(knowledge.name + BUILDING_SUFFIX)
        kept = sound(building) if building.exists() else set()
        seen_building += bool(kept)

        report = index_paths([folder], knowledge, IndexSettings(), build_search=build_search)
        again = {source.source for source in report.sources if source.status in {"added", "changed"}}
        if report.resumed and not before:
            assert not again & kept, f"{told}: documents that were committed were read again"
        manifest = verify(knowledge, full=True)
        assert (manifest.sha256, manifest.content) == (sha256, content), told
        assert sorted(path.name for path in knowledge.parent.iterdir()) == [
            "k.db",
            paths.manifest_of(knowledge).name,
        ], told
    assert seen_building or RUNS < 6, "no kill fell into the reading: the moments are chosen badly"
    fault_tally.count("kills while indexing", RUNS)
