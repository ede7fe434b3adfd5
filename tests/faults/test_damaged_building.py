"""A damaged unfinished run: never published, never a crash; what cannot be trusted is read again."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import apsw
import fault_tally
import pytest

from edge.indexing.run import index_paths
from edge.search.build import build_search
from edge.search.database import BUILDING_SUFFIX, open_knowledge, verify
from edge.settings import IndexSettings

RUNS = int(os.environ.get("EDGE_FAULT_RUNS", "12"))
ROOT = Path(__file__).parents[2]
WORDS = ("arbiter", "clock", "board", "move", "claim", "draw", "control", "pairing", "round", "player")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the run is ended by a POSIX signal")

# Ended without a word after so many documents, as by kill -9.
CHILD = """
import os, sys
from pathlib import Path
from edge.settings import IndexSettings
from edge.indexing.run import index_paths
class Watch:
    met = 0
    def document(self, name):
        self.met += 1
        if self.met > int(sys.argv[3]):
            os.kill(os.getpid(), 9)
    def __getattr__(self, name):
        return lambda *args, **kwargs: None
index_paths([Path(sys.argv[1])], Path(sys.argv[2]), IndexSettings(), build_search=print, progress=Watch())
"""


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes], str]:
    """The documents, the files that an interrupted run left, and the sha256 of one that was not."""
    place = tmp_path_factory.mktemp("interrupted")
    folder = place / "docs"
    folder.mkdir()
    chooser = random.Random(7)
    for number in range(20):
        paragraphs = [" ".join(chooser.choices(WORDS, k=60)).capitalize() + f" {number}." for _ in range(9)]
        (folder / f"{number:02}.md").write_text(f"# Chapter {number}\n\n" + "\n\n".join(paragraphs))
    calm = index_paths([folder], place / "calm.db", IndexSettings(), build_search=build_search).sha256
    child = subprocess.run(
        [sys.executable, "-c", CHILD, str(folder), str(place / "k.db"), "15"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False, capture_output=True,
    )  # fmt: skip
    assert child.returncode == -9
    left = {path.name: path.read_bytes() for path in place.glob("k.db.building*") if "shm" not in path.name}
    assert left[f"k.db{BUILDING_SUFFIX}-wal"]
    return folder, left, calm


def damages(data: bytes, chance: random.Random) -> bytes:
    """Some bytes changed, cut off, or lost, as disks do it."""
    at = chance.randrange(len(data))
    kind = chance.randrange(5)
    if kind == 0:
        return data[:at] + bytes([data[at] ^ chance.randrange(1, 256)]) + data[at + 1 :]
    if kind == 1:
        return data[:at]
    if kind == 2:
        return data[:at] + bytes(min(4096, len(data) - at)) + data[at + 4096 :]
    if kind == 3:
        return data[:at] + chance.randbytes(min(512, len(data) - at)) + data[at + 512 :]
    return data.replace(b"arbiter", b"cheater", 1)


@pytest.mark.parametrize("journal", [True, False], ids=["in the journal", "in the database"])
def test_what_is_damaged_is_not_published(
    interrupted: tuple[Path, dict[str, bytes], str], tmp_path: Path, journal: bool
) -> None:
    """Whatever happens to the files of an unfinished run: the next one ends with the same bytes as one that
    was never interrupted.
    """
    folder, left, calm = interrupted
    chance = random.Random(f"{journal}")
    building = f"k.db{BUILDING_SUFFIX}"
    resumed = 0
    for run in range(max(3, RUNS // 4) if RUNS < 50 else RUNS):
        place = tmp_path / str(run)
        place.mkdir()
        for name, data in left.items():
            (place / name).write_bytes(data)
        if not journal:  # all of it is in the database, as after a long run
            from edge.indexing.storing.workspace import Workspace

            space = Workspace(place / "k.db")
            space.db().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            space.close()
        target = place / (f"{building}-wal" if journal else building)
        target.write_bytes(damages(target.read_bytes(), chance))
        report = index_paths([folder], place / "k.db", IndexSettings(), build_search=build_search)
        resumed += report.resumed
        assert verify(place / "k.db", full=True).sha256 == calm, run
        open_knowledge(place / "k.db").close()
        assert sorted(path.name for path in place.iterdir()) == ["k.db", "k.db.manifest.json"]
    assert resumed < RUNS or RUNS < 50
    fault_tally.count("damaged unfinished runs", run + 1)


def test_a_letter_changed_is_found(interrupted: tuple[Path, dict[str, bytes], str], tmp_path: Path) -> None:
    """SQLite finds nothing wrong with it, and the text would have been quoted as it stands."""
    folder, left, calm = interrupted
    for name, data in left.items():
        (tmp_path / name).write_bytes(data)
    from edge.indexing.storing.workspace import Workspace

    space = Workspace(tmp_path / "k.db")
    assert space.resumed
    space.db().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    space.close()
    building = tmp_path / f"k.db{BUILDING_SUFFIX}"
    data = building.read_bytes()
    assert b"arbiter" in data
    building.write_bytes(data.replace(b"arbiter", b"cheater", 1))
    with apsw.Connection(str(building)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    report = index_paths([folder], tmp_path / "k.db", IndexSettings(), build_search=build_search)
    assert not report.resumed and report.sha256 == calm


def test_what_is_sound_is_resumed(interrupted: tuple[Path, dict[str, bytes], str], tmp_path: Path) -> None:
    """The hashes of pages that nobody damaged are right, wherever the run was ended."""
    folder, left, calm = interrupted
    for name, data in left.items():
        (tmp_path / name).write_bytes(data)
    report = index_paths([folder], tmp_path / "k.db", IndexSettings(), build_search=build_search)
    assert report.resumed and report.sha256 == calm
    assert sum(source.status == "unchanged" for source in report.sources) >= 14
