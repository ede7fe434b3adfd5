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


def speed(folder: Path, count: int) -> dict[str, float]:
    """Adds and searches, and the same text in one bare FTS5 table with the same pragmas."""
    memories = generated(count)
    raw = sum(len("".join(_columns(new)).encode()) for new in memories)
    db = open_state(folder / "many.db")
    store = MemoryStore(db)
    began = time.perf_counter()
    for new in memories:
        store.add(new)
    ours = time.perf_counter() - began
    bare = apsw.Connection(str(folder / "bare.db"))
    bare.execute("PRAGMA journal_mode=WAL").fetchall()
    bare.execute("PRAGMA synchronous=FULL").fetchall()
    bare.execute("CREATE VIRTUAL TABLE f USING fts5(a,b,c,d, tokenize='porter unicode61')").fetchall()
    began = time.perf_counter()
    for new in memories:
        bare.execute("BEGIN IMMEDIATE").fetchall()
        bare.execute("INSERT INTO f VALUES (?,?,?,?)", _columns(new)).fetchall()
        bare.execute("COMMIT").fetchall()
    floor = time.perf_counter() - began
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
    return {
        "count": count, "adds_per_s": count / ours, "bare_adds_per_s": count / floor,
        "add_ratio": ours / floor,
        "search_ms_p50": median(times), "bare_ms_p50": median(floors),
        "search_ratio": median(times) / median(floors),
        "search_ms_p95": quantiles(times, n=20)[18], "bytes_per_raw_byte": size / raw,
    }  # fmt: skip


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
