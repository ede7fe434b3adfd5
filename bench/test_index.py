"""Indexing: processor time and size over a bare FTS5 table of the same text, and memory that stays flat."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from measure import Spent

import edge
from edge import config

_PAGES = 300
#: MB of one text: a tenth unless the long form is asked for.
_LONG = 100 if "EDGE_LONG_FILES" in os.environ else 10
_MEASURE = Path(__file__).parents[1] / "tests" / "support" / "long_files.py"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, handbook: Path) -> tuple[Path, list[str]]:
    """Pages as JSONL: sentences of the handbook shuffled into 300 pages of 30 sources, seeded."""
    db = apsw.Connection(handbook.resolve().as_uri() + "?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | 64)
    lines = [line for (text,) in db.execute("SELECT text FROM pages") for line in text.splitlines() if line]
    dice = random.Random(1)
    texts = ["\n".join(dice.sample(lines, 40)) for _ in range(_PAGES)]
    path = tmp_path_factory.mktemp("index") / "pages.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number, text in enumerate(texts):
            record = {"source": f"book-{number // 10:02}.pdf", "page": number % 10 + 1, "text": text}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return path, texts


def test_index(gate: Callable[..., None], pages: tuple[Path, list[str]], tmp_path: Path) -> None:
    """A finished knowledge base, without vectors, costs a bounded multiple of a bare FTS5 table."""
    path, texts = pages
    by_words = config.load({"index.vectors": "none"})
    target = tmp_path / "k.db"

    def ours() -> None:
        with edge.open(target, settings=by_words) as session:
            session.index([path])

    def bare() -> None:
        db = apsw.Connection(str(tmp_path / f"floor-{len(floor.seconds)}.db"))
        db.execute(
            "CREATE VIRTUAL TABLE f USING fts5(text, tokenize='unicode61 remove_diacritics 2')"
        ).fetchall()
        with db:
            db.executemany("INSERT INTO f VALUES (?)", [(text,) for text in texts])
        db.close()

    spent, floor = Spent(), Spent()
    for _ in range(3):
        target.unlink(missing_ok=True)
        spent.add(ours)
        floor.add(bare)
    best, least = min(spent.seconds), min(floor.seconds)
    gate("index.cpu", best / least, f"{_PAGES / best:.0f} pages/s CPU, {best:.2f} s over {least:.3f} s")
    text_bytes = sum(len(text.encode()) for text in texts)
    gate("index.size", target.stat().st_size / text_bytes, f"{target.stat().st_size / 1e6:.1f} MB")


_INDEX_MANY = """
import re, sys
from pathlib import Path
import edge
folder, target = Path(sys.argv[1]), Path(sys.argv[2])
def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
seen = []
class Watch:
    def document(self, name):
        seen.append(resident())
    def __getattr__(self, name):
        return lambda *args, **kwargs: None
with edge.open(target) as session:
    session.index([folder], progress=Watch())
# the last document's memory over the fiftieth's, in percent
print(100 * (seen[-1] - seen[49]) / seen[49])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc to read resident memory")
def test_memory_is_flat(gate: Callable[..., None], pages: tuple[Path, list[str]], tmp_path: Path) -> None:
    """The two hundred and fiftieth document needs no more memory than the fiftieth."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(250):
        (folder / f"note-{number:03}.txt").write_text(pages[1][number], encoding="utf-8")
    command = [sys.executable, "-c", _INDEX_MANY, str(folder), str(tmp_path / "many.db")]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    gate("index.rss_growth", float(result.stdout), "document 250 over document 50")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc to read memory")
@pytest.mark.parametrize("shape", ["one line", "lines"])
def test_long_text(shape: str, gate: Callable[..., None], tmp_path: Path) -> None:
    """One text of 100 MB (EDGE_LONG_FILES=1, else 10), in one line or in a million and a half: processor
    seconds of edge and its workers over those of a bare FTS5 table, and the memory that all hold together.
    """

    def measured(what: str) -> dict[str, float]:
        command = [sys.executable, str(_MEASURE), what, str(_LONG * 1_000_000), str(tmp_path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return json.loads(done.stdout)  # type: ignore[no-any-return]

    floor, ours = measured(f"bare {shape}"), measured(shape)
    name, detail = shape.replace(" ", "_"), f"{_LONG} MB: {ours['cpu']:.1f} s over {floor['cpu']:.2f} s"
    gate(f"index.{name}_peak", ours["peak"], f"{_LONG} MB")
    gate(f"index.{name}_cpu", ours["cpu"] / floor["cpu"], detail)
    gate(f"index.{name}_rate", _LONG / ours["cpu"], detail)
