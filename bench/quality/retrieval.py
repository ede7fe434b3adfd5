"""Recall of the search on development questions, and what each part and option of it is worth.

    python bench/quality/retrieval.py              the table of the settings in force
    python bench/quality/retrieval.py --ablate     one row per change, for bench/log/search.md

Reads `$EDGE_DEV_DATA` (default ../shared/data beside the checkout): arbiter_fr, arbiter_intl, squad, piaf.
Skips with a reason when it is absent. Knowledge bases are built by `edge.indexing` into .cache/retrieval and
kept as long as the code that makes them and the data stay the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
import unicodedata
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from edge.indexing.run import index_paths  # noqa: E402
from edge.search.build import build_search  # noqa: E402
from edge.search.database import open_knowledge  # noqa: E402
from edge.search.rank import Mix  # noqa: E402
from edge.search.searcher import Searcher  # noqa: E402
from edge.settings import IndexSettings, SearchSettings  # noqa: E402

DATA = Path(os.environ.get("EDGE_DEV_DATA") or ROOT.parent / "shared" / "data")
CACHE = ROOT / ".cache" / "retrieval"
HERE = Path(__file__).resolve().parent
#: What is compared: questions of a set on the knowledge base of a corpus.
SETS = {
    "gs9": "arbiter_fr",
    "clean": "arbiter_fr",
    "manual": "arbiter_fr",
    "intl": "arbiter_intl",
    "squad": "squad",
    "piaf": "piaf",
}
TARGETS = {"gs9": 66, "clean": 77, "manual": 80, "intl": 75, "squad": 95, "piaf": 88}


class Question(NamedTuple):
    """A question and the pages that answer it."""

    text: str
    expected: frozenset[tuple[str, int]]


class Row(NamedTuple):
    """Recall at 1 and 5 in percent, mean reciprocal rank to 10, median milliseconds of processor time."""

    recall1: float
    recall5: float
    mrr: float
    ms: float
    wrong: frozenset[str]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def paragraphs(corpus: str) -> list[tuple[str, int, dict[str, Any]]]:
    """(source, page, record) of a paragraph set: an article is a document, a paragraph a page."""
    numbers: dict[str, int] = {}
    found = []
    for record in lines(DATA / corpus / "dev.jsonl"):
        title = record["title"]
        numbers[title] = numbers.get(title, 0) + 1
        found.append((title, numbers[title], record))
    return found


def questions(name: str) -> list[Question]:
    corpus = SETS[name]
    if corpus in ("squad", "piaf"):
        return [
            Question(asked["question"], frozenset({(nfc(source), page)}))
            for source, page, record in paragraphs(corpus)
            for asked in record["questions"]
            if asked["answerable"]
        ]
    wanted = "gs9" if name == "clean" else name
    return [
        Question(asked["question"], frozenset((nfc(source), page) for source, page in asked["expected"]))
        for asked in lines(DATA / corpus / "questions_dev.jsonl")
        if asked["answerable"]
        and asked["set"] == wanted
        and (name != "clean" or asked["audit"] in ("ok", "okp"))
    ]


def nfc(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def knowledge(corpus: str, settings: IndexSettings) -> Path:
    """Path of the corpus's knowledge base, built unless it is there for this code, data and settings."""
    CACHE.mkdir(parents=True, exist_ok=True)
    pages = DATA / corpus / "pages.jsonl"
    if not pages.exists():
        pages = CACHE / f"{corpus}.jsonl"
        records = [
            {"source": source, "page": page, "title": source.replace("_", " "), "text": record["text"]}
            for source, page, record in paragraphs(corpus)
        ]
        pages.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")
    digest = hashlib.sha256(pages.read_bytes() + msgspec.json.encode(settings))
    code = [*sorted((ROOT / "edge" / "text").glob("*.py")), ROOT / "assets" / "stopwords.txt"]
    code += sorted((ROOT / "edge" / "indexing").rglob("*.py"))
    code += sorted((ROOT / "assets" / "sql").glob("*.sql"))
    code += [
        ROOT / "edge" / "search" / "build.py",
        *sorted((ROOT / "edge" / "search" / "postings").glob("*.py")),
    ]
    for file in code:
        digest.update(file.read_bytes())
    built = CACHE / f"{corpus}-{digest.hexdigest()[:16]}.db"
    if not built.exists():
        index_paths(
            [pages],
            built,
            settings,
            build_search=build_search,
        )
    return built


def embedded(name: str, made: Path, model: str) -> Path:
    """A copy of a knowledge base with vectors of this model."""
    from edge.indexing import embed as meaning
    from edge.models import manage

    digest = hashlib.sha256(made.read_bytes() + model.encode())
    for file in manage.path(model):
        digest.update(file.read_bytes())
    CACHE.mkdir(parents=True, exist_ok=True)
    built = CACHE / f"{name}-{digest.hexdigest()[:16]}.db"
    if not built.exists():
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            copy = Path(folder, built.name)
            shutil.copyfile(made, copy)
            meaning.embed(copy, model)
            copy.rename(built)
    return built


def measure(
    mix: Mix,
    index: IndexSettings,
    sets: list[str],
    every: int = 1,
) -> dict[str, Row]:
    """Rows of the sets named; of the two large sets, each `every`-th question."""
    rows = {}
    for name in sets:
        db = open_knowledge(knowledge(SETS[name], index))
        searcher = Searcher(db, SearchSettings(k=10), mix=mix)
        ranks, times, wrong = [], [], set()
        for question in questions(name)[:: every if SETS[name] in ("squad", "piaf") else 1]:
            began = time.process_time()
            results = searcher.search(question.text).results
            times.append((time.process_time() - began) * 1e3)
            found = [hit.rank for hit in results if (hit.source, hit.page) in question.expected]
            ranks.append(found[0] if found else 0)
            if not 0 < ranks[-1] <= 5:
                wrong.add(question.text)
        rows[name] = Row(
            recall1=100 * statistics.mean(rank == 1 for rank in ranks),
            recall5=100 * statistics.mean(0 < rank <= 5 for rank in ranks),
            mrr=statistics.mean(1 / rank if rank else 0.0 for rank in ranks),
            ms=statistics.median(times),
            wrong=frozenset(wrong),
        )
        db.close()
    return rows


def ablations() -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """(label, changed weights, changed index settings)."""
    changes: list[tuple[str, dict[str, Any]]] = [
        ("words only", {"header": 0, "grams": 0, "chunks": 0, "bigrams": 0, "neighbour": 0, "document": 0}),
        ("words + header", {"grams": 0, "chunks": 0, "bigrams": 0, "neighbour": 0, "document": 0}),
        ("no header", {"header": 0.0}),
        ("header 2", {"header": 2.0}),
        ("no grams", {"grams": 0.0}),
        ("grams 0.5", {"grams": 0.5}),
        ("grams 1", {"grams": 1.0}),
        ("no chunks", {"chunks": 0.0}),
        ("chunks 0.5", {"chunks": 0.5}),
        ("no bigrams", {"bigrams": 0.0}),
        ("bigrams 0.8", {"bigrams": 0.8}),
        ("no neighbours", {"neighbour": 0.0}),
        ("neighbours 0.1", {"neighbour": 0.1}),
        ("neighbours 0.3", {"neighbour": 0.3}),
        ("no tables", {"tables": 0.0}),
        ("tables 0.5", {"tables": 0.5}),
        ("no document choice", {"document": 0.0}),
        ("document 0.6", {"document": 0.6}),
    ]
    found: list[tuple[str, dict[str, Any], dict[str, Any]]] = [("in force", {}, {})]
    found += [(label, search, {}) for label, search in changes]
    found += [
        ("chunks of 100 tokens", {}, {"chunk_tokens": 100}),
        ("chunks of 150 tokens", {}, {"chunk_tokens": 150}),
        ("chunks of 250 tokens", {}, {"chunk_tokens": 250}),
        ("chunks of 300 tokens", {}, {"chunk_tokens": 300}),
        ("chunks of 450 tokens", {}, {"chunk_tokens": 450}),
    ]
    return found


def line(label: str, rows: dict[str, Row]) -> str:
    cells = [f"{row.recall5:.1f} ({row.recall1:.1f})" for row in rows.values()]
    return f"| {label} | " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--ablate",
        action="store_true",
        help="one row per change of the settings (a quarter of squad and piaf)",
    )
    parser.add_argument("--only", default="", help="with --ablate: rows whose label holds this")
    parser.add_argument("--sets", nargs="*", choices=list(SETS), default=list(SETS))
    parser.add_argument("--misses", action="store_true", help="print the questions missed at 5")
    arguments = parser.parse_args()
    if not (DATA / "arbiter_fr").is_dir():
        print(f"skipped: no development data in {DATA} (set EDGE_DEV_DATA)")
        return
    if arguments.ablate:
        print("| R@5 (R@1), % | " + " | ".join(arguments.sets) + " |")
        print("|---|" + "---|" * len(arguments.sets))
        for label, search, index in ablations():
            if arguments.only in label:
                rows = measure(
                    Mix(**search),
                    msgspec.structs.replace(IndexSettings(), **index),
                    arguments.sets,
                    every=4,
                )
                print(line(label, rows), flush=True)
        return
    rows = measure(Mix(), IndexSettings(), arguments.sets)
    print(f"{'set':8}{'n':>6}{'R@1':>8}{'R@5':>8}{'MRR':>8}{'target':>8}{'cpu ms':>8}")
    for name, row in rows.items():
        count = len(questions(name))
        mark = "" if row.recall5 >= TARGETS[name] else "  below target"
        print(
            f"{name:8}{count:6}{row.recall1:8.1f}{row.recall5:8.1f}{row.mrr:8.3f}"
            f"{TARGETS[name]:8}{row.ms:8.2f}{mark}"
        )
        if arguments.misses:
            print(*(f"  - {text}" for text in sorted(row.wrong)), sep="\n")


if __name__ == "__main__":
    main()
