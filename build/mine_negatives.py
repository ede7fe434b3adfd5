"""For the questions that a training run will ask of a wrong paragraph: the best wrong paragraphs by our own
search.

    python build/mine_negatives.py --positions 60000

Indexes SQuAD 1.1's training paragraphs as pages (an article is a document) and keeps, for each such
question, the eight best paragraphs that do not hold its answer. Cached in EDGE_READER_CACHE; a longer run
adds to it.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import msgspec
import numpy as np
from reader_data import Maker, Paragraph, read

from edge import paths
from edge.search import database as store
from edge.search.build import build_search
from edge.search.rank import Ranker
from edge.settings import SearchSettings

KEPT = 8


def cache_folder() -> Path:
    """Where checkpoints, mined negatives and logs are kept: EDGE_READER_CACHE or ~/.cache/edge/reader."""
    folder = Path(os.environ.get("EDGE_READER_CACHE", "~/.cache/edge/reader")).expanduser()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def searcher(paragraphs: list[Paragraph], path: Path) -> Ranker:
    """Our search over paragraphs: page ids are paragraph numbers plus one."""
    if not path.is_file():
        fresh = path.with_suffix(".building")
        fresh.unlink(missing_ok=True)
        db = store.connect(fresh, readonly=False)
        db.execute("PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF")
        db.execute(paths.asset("sql", "knowledge.sql").read_text(encoding="utf-8"))
        titles = list(dict.fromkeys(it.title for it in paragraphs))
        with db:
            db.execute("INSERT INTO roots VALUES (1, 'paragraphs', x'')")
            for n, title in enumerate(titles, 1):
                db.execute(
                    "INSERT INTO sources(id, name, root_id, file, kind, title, sha256, recipe, bytes)"
                    " VALUES (?,?,1,?,'text',?,'','',0)",
                    (n, title, title.encode(), title.replace("_", " ")),
                )
            number: dict[str, int] = {}
            for n, paragraph in enumerate(paragraphs, 1):
                number[paragraph.title] = number.get(paragraph.title, 0) + 1
                db.execute(
                    "INSERT INTO pages(id, source_id, number, text) VALUES (?,?,?,?)",
                    (n, titles.index(paragraph.title) + 1, number[paragraph.title], paragraph.text),
                )
        build_search(db)
        db.close()
        fresh.replace(path)
    # neighbours are other paragraphs of the article here, not the continuation of a page
    return Ranker(store.connect(path, readonly=True), SearchSettings(neighbour=0.0))


def load(path: Path) -> dict[int, list[int]]:
    """Mined paragraphs by question number; empty when nothing was mined."""
    if not path.is_file():
        return {}
    return {int(k): v for k, v in msgspec.json.decode(path.read_bytes(), type=dict[str, list[int]]).items()}


def best_wrong(
    search: Ranker, paragraphs: list[Paragraph], question: str, own: int, answers: list[str]
) -> list[int]:
    """Paragraph numbers, best first, without the question's own and without those that hold an answer."""
    scores = search.rank(question).score
    order = np.argsort(-scores, kind="stable")[: min(4 * KEPT, int(np.count_nonzero(scores > 0)))]
    lowered = [answer.lower() for answer in answers]
    found: list[int] = []
    for ordinal in order.tolist():
        p = int(search.arrays.page_id[ordinal]) - 1
        text = paragraphs[p].text.lower()
        if p != own and not any(answer in text for answer in lowered):
            found.append(p)
        if len(found) == KEPT:
            break
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    folder = cache_folder()
    paragraphs = read("train.jsonl.gz")
    began = time.process_time()
    search = searcher(paragraphs, folder / "train.db")
    print(f"index ready after {time.process_time() - began:.0f} s CPU", flush=True)
    path = folder / f"negatives-{given.seed}.json"
    mined = load(path)
    maker = Maker(paragraphs, {}, given.seed)
    wanted = [n for n in range(given.positions) if maker.kind_at(n) == "wrong"]
    wanted = [number for number in map(maker.question_at, wanted) if number not in mined]
    for done, number in enumerate(wanted, 1):
        p, q = maker.questions[number]
        asked = paragraphs[p].questions[q]
        mined[number] = best_wrong(search, paragraphs, asked.question, p, asked.answers)
        if done % 1000 == 0 or done == len(wanted):
            fresh = path.with_suffix(".new")
            fresh.write_bytes(msgspec.json.encode(mined))
            fresh.replace(path)
            print(f"{done}/{len(wanted)} questions, {time.process_time() - began:.0f} s CPU", flush=True)


if __name__ == "__main__":
    main()
