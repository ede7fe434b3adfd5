"""How good the answers are: sentence choice, confidence and abstention, through the product's own
`ask.answer`.

    python bench/quality/answers.py                    all sets
    python bench/quality/answers.py squad arbiter_fr   some of them
    python bench/quality/answers.py --write FOLDER     also one JSONL of answers a set (the scorer's format)

Sets: squad and piaf (development; each question asked twice, the second time with its paragraph taken out
of what was found), arbiter_fr and arbiter_intl (scored by the development scorer), handbook (the questions
that ship). The shipped weights were fitted on PIAF's development third and on the handbook's questions:
for these two the honest figures are the cross-validated ones that `assets/semantic.json` carries, printed
beside. Reads `$EDGE_DEV_DATA`; skips what is absent.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from retrieval import DATA, ROOT, embedded, knowledge, lines, nfc, paragraphs

sys.path.insert(0, str(ROOT))

from edge.api import Edge
from edge.ask import pipeline
from edge.cascade.factory import ENCODER
from edge.cascade.run import Tier
from edge.engines.base import Chooser
from edge.engines.semantic import load_weights
from edge.indexing.run import index_paths
from edge.records import Answer, Draft, Passage
from edge.search.build import build_search
from edge.settings import IndexSettings, Settings

Page = tuple[str, int]


def auroc(right: list[float], wrong: list[float]) -> float:
    """Probability that a right answer's confidence is above a wrong one's, ties half."""
    both = sorted([(value, 1) for value in right] + [(value, 0) for value in wrong])
    rank = total = 0.0
    at = 0
    while at < len(both):
        end = at
        while end < len(both) and both[end][0] == both[at][0]:
            end += 1
        rank = (at + end + 1) / 2
        total += rank * sum(positive for _, positive in both[at:end])
        at = end
    n, m = len(right), len(wrong)
    return (total - n * (n + 1) / 2) / (n * m) if n and m else float("nan")


class Recorder:
    """An engine, remembering its last draft and what it read: sentences before they are joined."""

    def __init__(self, engine: Chooser) -> None:
        self.engine, self.name, self.model, self.budget = engine, engine.name, engine.model, engine.budget
        self.chosen: list[tuple[Page, str]] = []

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        draft = self.engine.choose(question, passages)
        self.chosen = [
            ((passages[c.passage].source, passages[c.passage].page), c.text) for c in draft.choices
        ]
        return draft


def ask_without(edge: Edge, recorder: Recorder, question: str, gone: Page | None) -> Answer:
    """Ask with a page taken out of what search finds: the next ones move up."""
    reading = edge.library.access(())

    def find(query: str, pages: int, about: Sequence[str]) -> list[Passage]:
        found = reading.find(query, pages + (gone is not None), about)
        ranks: dict[Page, int] = {}
        kept = []
        for passage in found:
            place = (passage.source, passage.page)
            if place == gone:
                continue
            rank = ranks.setdefault(place, len(ranks) + 1)
            if rank <= pages:
                kept.append(passage)
        best = kept[0].score if kept else 1.0
        return [msgspec.structs.replace(p, rank=ranks[p.source, p.page], score=p.score / best) for p in kept]

    sources = pipeline.KnowledgeAccess(find, reading.page_text, reading.pages_with, reading.place_of)
    return pipeline.answer(question, [Tier(recorder)], sources, edge.settings.ask)


def base(corpus: str) -> Path:
    """The corpus's knowledge base with vectors, as `edge index` makes it by default."""
    made = knowledge(corpus, IndexSettings())
    return embedded(made.stem, made, ENCODER)


def choice(corpus: str, most: int) -> dict[str, Any]:
    """Sentence choice on paragraphs with known answers, by the default engine. A sentence
    counts when it stands on the gold paragraph and holds one.
    """
    # gone, best, one of 3, raw, abstained, absent
    rows: list[tuple[bool, bool, bool, float, bool, bool]] = []
    times = []
    with Edge(base(corpus), Settings()) as edge:
        recorder = Recorder(edge.engines.semantic)
        asked = [
            (nfc(title), page, q)
            for title, page, p in paragraphs(corpus)
            for q in p["questions"]
            if q["answerable"]
        ]
        for title, page, question in asked[:: max(1, len(asked) // most)]:
            answers = [text.lower() for text in question["answers"]]
            for gone in (None, (title, page)):
                began = time.process_time()
                found = ask_without(edge, recorder, question["question"], gone)
                times.append((time.process_time() - began) * 1e3)
                check(edge, found)
                holds = [
                    place == (title, page) and any(answer in text.lower() for answer in answers)
                    for place, text in recorder.chosen[:3]
                ]
                absent = found.outcome == "absent"
                rows.append(
                    (
                        gone is not None,
                        any(holds[:1]),
                        any(holds),
                        found.confidence.raw,
                        found.abstained,
                        absent,
                    )
                )
    there = [row for row in rows if not row[0]]
    shown_rows = [row for row in rows if not row[4]]
    return {
        "questions": len(there),
        "best holds the answer": share(row[1] for row in there),
        "one of three does": share(row[2] for row in there),
        "AUROC right vs rest": round(
            auroc([r[3] for r in rows if r[1]], [r[3] for r in rows if not r[1]]), 3
        ),
        "AUROC there vs gone": round(auroc([r[3] for r in there], [r[3] for r in rows if r[0]]), 3),
        "answered when there": share(not row[4] for row in there),
        "abstained when gone": share(row[4] for row in rows if row[0]),
        "called absent when there": share(row[5] for row in there),
        "called absent when gone": share(row[5] for row in rows if row[0]),
        "right of answered when there": share(row[1] for row in shown_rows if not row[0]),
        "right among answered": share(row[1] for row in shown_rows),
        "ms p50": round(statistics.median(times), 1),
    }


def check(edge: Edge, answer: Answer) -> None:
    """Every quote is its page's text at its span. Raises AssertionError: this one has no percentage."""
    for citation in [*answer.citations, *answer.candidates]:
        assert (
            edge.page_text(citation.source, citation.page)[citation.start : citation.end] == citation.quote
        ), citation


def answered(edge: Edge, questions: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Answer]]:
    for question in questions:
        answer = edge.ask(question["question"])
        check(edge, answer)
        yield question, answer


def arbiter(corpus: str, write: Path) -> str:
    """The development scorer's own words on the answers."""
    file = write / f"{corpus}.jsonl"
    with (
        Edge(base(corpus), Settings()) as edge,
        file.open("w", encoding="utf-8") as out,
    ):
        for question, answer in answered(edge, lines(DATA / corpus / "questions_dev.jsonl")):
            cited = [[c.source, c.page] for c in answer.citations]
            row = {
                "id": question["id"],
                "answer": answer.answer or "",
                "abstained": answer.abstained,
                "citations": cited,
                "raw": answer.confidence.raw,
            }
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    scorer = DATA.parent / "tools" / "score_arbiter.py"
    command = [sys.executable, str(scorer), "--answers", str(file), "--lang", corpus.removeprefix("arbiter_")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def handbook(write: Path) -> dict[str, Any]:
    """The handbook's own questions, by the shipped weights (which have seen them)."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "knowledge.db")
        index_paths([ROOT / "assets" / "handbook"], path, IndexSettings(), build_search=build_search)
        with Edge(path, Settings()) as edge:
            found = list(answered(edge, lines(ROOT / "assets" / "handbook" / "questions.jsonl")))
    expected = {q["id"]: {(s, p) for s, p in q.get("expected", [])} for q, _ in found}
    said = [(q, a) for q, a in found if q["answerable"] and not a.abstained]
    right = [any((c.source, c.page) in expected[q["id"]] for c in a.citations) for q, a in said]
    yes, no = [a for q, a in found if q["answerable"]], [a for q, a in found if not q["answerable"]]
    with (write / "handbook.jsonl").open("w", encoding="utf-8") as out:
        for question, answer in found:
            row = {
                "id": question["id"],
                "answerable": question["answerable"],
                "abstained": answer.abstained,
                "raw": answer.confidence.raw,
                "answer": answer.answer,
                "cited": [[c.source, c.page] for c in answer.citations],
                "expected": question.get("expected", []),
            }
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    return {
        "questions": len(found),
        "answered of answerable": share(not a.abstained for a in yes),
        "abstained of unanswerable": share(a.abstained for a in no),
        "cited page expected": share(right),
        "called absent of answerable": share(a.outcome == "absent" for a in yes),
        "called absent of unanswerable": share(a.outcome == "absent" for a in no),
        "decision right": share([*right, *(a.abstained for a in no), *(False for a in yes if a.abstained)]),
        "AUROC answerable": round(auroc([a.confidence.raw for a in yes], [a.confidence.raw for a in no]), 3),
    }


def share(values: Iterable[bool]) -> float:
    """Percent of true ones."""
    kept = list(values)
    return round(100 * sum(kept) / len(kept), 1) if kept else float("nan")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    every = ("squad", "piaf", "arbiter_fr", "arbiter_intl", "handbook")
    parser.add_argument("sets", nargs="*", default=every, metavar="SET", help=", ".join(every))
    parser.add_argument(
        "--most", type=int, default=200, help="questions of squad and piaf that are asked (twice)"
    )
    parser.add_argument("--write", type=Path, help="folder for the answers")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write = given.write or Path(folder)
        write.mkdir(parents=True, exist_ok=True)
        for name in given.sets:
            if name != "handbook" and not (DATA / name).is_dir():
                print(f"{name}: skipped, no data in {DATA} (set EDGE_DEV_DATA)")
            elif name == "handbook":
                print(name, json.dumps(handbook(write), indent=1))
            elif name.startswith("arbiter"):
                print(name, arbiter(name, write), sep="\n")
            else:
                print(name, json.dumps(choice(name, given.most), indent=1))
    print(
        "cross-validated, of assets/semantic.json:",
        json.dumps(load_weights().provenance.get("figures"), indent=1),
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
