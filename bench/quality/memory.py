"""Figures of memories: twins told apart by their situation, adds and searches against a bare FTS5 table.

    python bench/quality/memory.py [--count 10000]

Prints a JSON line. Ratios are between rows of one run; absolute times say something of this machine only.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

import apsw

from edge.memory.search import search
from edge.memory.store import MemoryStore
from edge.records.memory import MemoryContext, NewMemory
from edge.state.access import Principal
from edge.state.database import open_state

ME = Principal()
PLACES = (
    ("the north pump house", "la station de pompage nord"), ("the harbour crane", "la grue du port"),
    ("the school kitchen", "la cuisine de l'école"), ("the data centre", "le centre de données"),
    ("the green tractor", "le tracteur vert"), ("the bakery oven", "le four de la boulangerie"),
    ("the town library", "la bibliothèque municipale"), ("the ferry engine", "le moteur du bac"),
    ("the vineyard press", "le pressoir du vignoble"), ("the ski lift", "le téléski"),
)  # fmt: skip
CAUSES = (
    ("hard frost", "un gel sévère"), ("fine dust", "une poussière fine"),
    ("a power cut", "une coupure de courant"),
    ("salt water", "de l'eau salée"), ("a new driver", "un nouveau pilote"),
    ("worn bearings", "des paliers usés"),
    ("summer heat", "la chaleur d'été"), ("a full disk", "un disque plein"),
    ("a loose cable", "un câble desserré"),
    ("wrong voltage", "une mauvaise tension"),
)  # fmt: skip


def twins() -> list[tuple[list[NewMemory], list[str]]]:
    """200 pairs: same title and content, another situation; a query that names each. Half are French."""
    pairs = []
    for n in range(200):
        french = n % 2
        a, b = CAUSES[n // 2 % 10], CAUSES[(n // 2 + 1 + n // 20) % 10]
        place = PLACES[n // 20][french]
        title = f"Arrêt {n} de {place}" if french else f"Stop {n} of {place}"
        memories, queries = [], []
        for cause in (a[french], b[french]):
            situation = (
                f"La machine s'arrête pendant {cause}, au milieu de la nuit."
                if french
                else f"The machine stops because of {cause}, in the middle of the night."
            )
            solution = "Remplacer la pièce et relancer." if french else "Replace the part and start it again."
            memories.append(
                NewMemory(
                    type="bug",
                    title=title,
                    content="E-42",
                    context=MemoryContext(situation=situation, solution=solution),
                )
            )
            queries.append(f"{title} {cause}")
        pairs.append((memories, queries))
    return pairs


def disambiguation(folder: Path) -> dict[str, float]:
    """R@1 over both memories of all pairs, with the context fields and without."""
    db = open_state(folder / "twins.db")
    store = MemoryStore(db)
    asked = []
    for memories, queries in twins():
        for new, query in zip(memories, queries, strict=True):
            asked.append((query, store.add(new).id))
    found = {True: 0, False: 0}
    for query, id in asked:
        for with_context in found:
            results = search(db, ME, query, 1, with_context=with_context).results
            found[with_context] += bool(results) and results[0].id == id
    db.close()
    return {"with_context": found[True] / len(asked), "without_context": found[False] / len(asked)}


def generated(count: int) -> list[NewMemory]:
    """Memories of some 1,800 characters over a vocabulary of 20,000 words, the frequent ones often."""
    chooser = random.Random(7)
    vocabulary = [f"{chooser.choice('bcdfglmnprstv')}{chooser.choice('aeiou')}{n:x}" for n in range(20_000)]
    weights = [1 / (n + 10) for n in range(20_000)]

    def text(words: int) -> str:
        return " ".join(chooser.choices(vocabulary, weights, k=words))

    return [
        NewMemory(
            type="fact", title=f"{text(6)} {n}", content=text(150),
            context=MemoryContext(situation=text(50), solution=text(50)),
        )
        for n in range(count)
    ]  # fmt: skip


#: Adds between two turns of ours and the bare table, so that a busy moment of the machine falls on both.
BLOCK = 100


def speed(folder: Path, count: int) -> dict[str, float]:
    """Adds, one by one and in batches, and searches; the same text in bare FTS5 tables alike."""
    memories = generated(count)
    raw = sum(len("".join(_columns(new)).encode()) for new in memories)
    dbs = [open_state(folder / f"{name}.db") for name in ("many", "batches")]
    db = dbs[0]
    single, batched = (MemoryStore(one) for one in dbs)
    bare, bare_batched = _bare(folder / "bare.db"), _bare(folder / "bare_batches.db")
    spent = dict.fromkeys(("single", "bare", "batched", "bare_batched"), 0.0)
    used = dict.fromkeys(spent, 0.0)

    def timed(name: str, work: Callable[[], object]) -> None:
        began, cpu = time.perf_counter(), time.process_time()
        work()
        spent[name] += time.perf_counter() - began
        used[name] += time.process_time() - cpu

    for start in range(0, count, BLOCK):
        block = memories[start : start + BLOCK]
        timed("single", lambda block=block: [single.add(new) for new in block])
        timed("bare", lambda block=block: [_insert(bare, [new]) for new in block])
        timed("batched", lambda block=block: batched.add_many(block))
        timed("bare_batched", lambda block=block: _insert(bare_batched, block))
    chooser = random.Random(9)
    queries = [" ".join(chooser.sample(new.content.split(), 2)) for new in chooser.sample(memories, 200)]
    times, floors = [], []
    for query in queries:
        began = time.perf_counter()
        search(db, ME, query, 10)
        times.append((time.perf_counter() - began) * 1e3)
        match = " OR ".join(f'"{word}"' for word in query.split())
        began = time.perf_counter()
        bare.execute("SELECT rowid, a, b FROM f WHERE f MATCH ? ORDER BY rank LIMIT 10", (match,)).fetchall()
        floors.append((time.perf_counter() - began) * 1e3)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    size = (folder / "many.db").stat().st_size
    for one in (*dbs, bare, bare_batched):
        one.close()
    return {
        "count": count, "adds_per_s": count / spent["single"], "bare_adds_per_s": count / spent["bare"],
        "add_ratio": spent["single"] / spent["bare"],
        "adds_per_cpu_s": count / used["single"], "add_cpu_ratio": used["single"] / used["bare"],
        "batched_adds_per_s": count / spent["batched"],
        "bare_batched_adds_per_s": count / spent["bare_batched"],
        "batched_ratio": spent["batched"] / spent["bare_batched"],
        "search_ms_p50": median(times), "bare_ms_p50": median(floors),
        "search_ratio": median(times) / median(floors),
        "search_ms_p95": quantiles(times, n=20)[18], "bare_ms_p95": quantiles(floors, n=20)[18],
        "bytes_per_raw_byte": size / raw,
    }  # fmt: skip


def _bare(path: Path) -> apsw.Connection:
    db = apsw.Connection(str(path))
    db.execute("PRAGMA journal_mode=WAL").fetchall()
    db.execute("PRAGMA synchronous=FULL").fetchall()
    db.execute("CREATE VIRTUAL TABLE f USING fts5(a,b,c,d, tokenize='porter unicode61')").fetchall()
    return db


def _insert(db: apsw.Connection, memories: list[NewMemory]) -> None:
    db.execute("BEGIN IMMEDIATE").fetchall()
    for new in memories:
        db.execute("INSERT INTO f VALUES (?,?,?,?)", _columns(new)).fetchall()
    db.execute("COMMIT").fetchall()


def _columns(new: NewMemory) -> tuple[str, str, str, str]:
    return new.title, new.content, new.context.situation, new.context.solution


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = {"disambiguation": disambiguation(Path(folder)), "speed": speed(Path(folder), given.count)}
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
