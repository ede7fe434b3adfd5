"""How fast this device asks a knowledge base, beside the cheapest thing that could be called the same.

Processor time, not the clock, each call in turn with its floor: another program's load falls on both alike.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from edge import __version__
from edge.device import busy
from edge.rates import percentile
from edge.records.benchmark import BenchmarkFigure, BenchmarkReport

if TYPE_CHECKING:
    import apsw


#: Words of a question that is drawn from a page.
WORDS = 6

#: Processes that are started.
STARTS = 5

FTS5 = "a bare FTS5 word query"
PYTHON = "python -c pass"


class Session(Protocol):
    """What is measured: an open `edge.Edge`."""

    def search(self, query: str) -> object: ...

    def ask(self, question: str) -> object: ...


def measure(
    edge: Session, db: apsw.Connection, path: Path, questions: Sequence[str] = (), *, count: int = 40,
    rounds: int = 2, engine: str = "auto", told: Callable[[str], None] = lambda name: None,
) -> BenchmarkReport:  # fmt: skip
    """Search, ask and start. `db`, `path`: the knowledge base of the session. `questions`: what is asked,
    else `count` drawn from the pages. Raises UsageError where it has no words to ask for.
    """
    load = busy()
    asked = list(questions) or drawn(db, count)
    floor = bare_query(db)
    figures = []
    for name, ours in (("search", edge.search), ("ask", edge.ask)):
        told(name)
        figures.append(_figure(name, FTS5, *interleaved(ours, floor, asked, rounds)))
    told("start")
    command = [sys.executable, "-m", "edge", "search", "--json", "-K", str(path), "--", asked[0]]
    pairs = [(_child(command), _child([sys.executable, "-c", "pass"])) for _ in range(STARTS)]
    figures.append(_figure("start", PYTHON, [one for one, _ in pairs], [bare for _, bare in pairs]))
    return BenchmarkReport(
        version=__version__,
        machine=f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        cores=os.cpu_count() or 1,
        busy=None if load is None else round(load / (os.cpu_count() or 1), 2),
        knowledge=str(path),
        pages=_count(db),
        questions=len(asked),
        engine=engine,
        memory_mb=_most_held(),
        figures=figures,
    )


def bare_query(db: apsw.Connection) -> Callable[[str], object]:
    """The floor: an FTS5 table of the page texts in memory, stop words cut, words OR-ed, ten best by bm25."""
    import apsw

    from edge.text.tokens import terms

    bare = apsw.Connection(":memory:")
    bare.execute("CREATE VIRTUAL TABLE f USING fts5(text, tokenize='unicode61 remove_diacritics 2')")
    with bare:
        bare.executemany("INSERT INTO f VALUES (?)", db.execute("SELECT text FROM pages"))
    sql = "SELECT rowid FROM f WHERE f MATCH ? ORDER BY rank LIMIT 10"

    def query(text: str) -> object:
        match = " OR ".join(f'"{word}"' for word in dict.fromkeys(terms(text)))
        return bare.execute(sql, (match,)).fetchall() if match else []

    return query


def drawn(db: apsw.Connection, count: int) -> list[str]:
    """So many questions, the same each time: words that stand together on pages spread over the base."""
    from edge.errors import UsageError
    from edge.text.tokens import words

    found = [text for text in (_run(page, words) for page in _pages(db, count)) if text]
    if not found:
        raise UsageError(
            "The knowledge base has no words to ask for.",
            "Give questions of yours: edge bench --questions FILE",
        )
    return found


def _pages(db: apsw.Connection, count: int) -> Iterator[str]:
    total = _count(db)
    step = max(1, total // max(1, count))
    for (text,) in db.execute("SELECT text FROM pages WHERE (rowid - 1) % ? = 0 LIMIT ?", (step, count)):
        yield str(text)


def _count(db: apsw.Connection) -> int:
    pages: list[tuple[int]] = db.execute("SELECT count(*) FROM pages").fetchall()  # type: ignore[assignment]
    return pages[0][0]


def _run(page: str, words: Callable[[str], list[str]]) -> str:
    """Words from the middle of a page."""
    found = words(page)
    middle = max(0, len(found) // 2 - WORDS // 2)
    return " ".join(found[middle : middle + WORDS])


def interleaved(
    ours: Callable[[str], object], floor: Callable[[str], object], inputs: Sequence[str], rounds: int
) -> tuple[list[float], list[float]]:
    """Processor seconds of both on each input in turn, after a first few that are not counted."""
    spent: tuple[list[float], list[float]] = ([], [])
    for text in inputs[:3]:  # caches filled, lazy imports done
        ours(text)
        floor(text)
    for _ in range(rounds):
        for text in inputs:
            for call, seconds in zip((ours, floor), spent, strict=True):
                began = time.process_time()
                call(text)
                seconds.append(time.process_time() - began)
    return spent


def _figure(name: str, floor: str, ours: Sequence[float], bare: Sequence[float]) -> BenchmarkFigure:
    least = statistics.median(bare)
    return BenchmarkFigure(
        name=name,
        p50_ms=round(1e3 * statistics.median(ours), 3),
        p95_ms=round(1e3 * (percentile(ours, 0.95) or 0.0), 3),
        floor=floor,
        floor_p50_ms=round(1e3 * least, 3),
        ratio=round(statistics.median(ours) / max(least, 1e-9), 2),
        runs=len(ours),
    )


def _child(command: Sequence[str]) -> float:
    """Processor seconds of a process until it has ended."""
    before = _of_children()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return _of_children() - before


def _of_children() -> float:
    try:
        import resource  # finer than os.times, and not on Windows
    except ImportError:
        spent = os.times()
        return spent.children_user + spent.children_system
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _most_held() -> float | None:
    """MB that this process has held at most, where the system tells (Linux)."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return None
    held = [
        line for line in status.read_text(encoding="ascii", errors="replace").splitlines() if "VmHWM" in line
    ]
    return round(int(held[0].split()[1]) / 1024, 1) if held else None
