"""Questions as the reader meets them: through the product's own index, search and composition, with known
answers.

Used to fit (`fit_reader.py`) and to measure (`bench/quality/reader.py`). An article is a document, a
paragraph a page.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from reader_data import Paragraph

from edge.compose.passages import compose_passages
from edge.engines.lexical import LexicalEngine
from edge.engines.reading import Candidate
from edge.indexing.run import index_paths
from edge.records import Passage
from edge.search.build import build_search
from edge.search.database import open_knowledge
from edge.search.searcher import Searcher
from edge.settings import IndexSettings, SearchSettings

PAGES = 5
BUDGET = 8_000
HANDBOOK = Path(__file__).resolve().parents[1] / "assets" / "handbook"

Page = tuple[str, int]


@dataclass(frozen=True)
class Case:
    """A question with what is found for it. `kind`: there, gone (its page taken out) or adversarial (right
    page, no answer). `gold` is where it is answered, `answers` what holds the answer.
    """

    kind: str
    question: str
    answers: list[str]
    gold: frozenset[Page]
    passages: list[Passage]
    anchors: list[str]

    def holds(self, candidate: Candidate) -> bool:
        """Whether a sentence stands on a gold page and holds an answer."""
        passage = self.passages[candidate.passage]
        if self.kind != "there" or (passage.source, passage.page) not in self.gold:
            return False
        said = candidate.text.lower()
        flat = _flat(candidate.text)
        return any(answer.lower() in said for answer in self.answers) or any(
            anchor in flat or (len(flat) > 25 and flat in anchor) or _overlap(anchor, flat)
            or (candidate.row and anchor in _flat(candidate.context))
            for anchor in self.anchors
        )  # fmt: skip


class Corpus:
    """A knowledge base made for the occasion."""

    def __init__(self, sources: Sequence[Path], folder: Path, name: str) -> None:
        path = folder / f"{name}.db"
        if not path.exists():
            index_paths(list(sources), path, IndexSettings(), build_search=build_search)
        self.path = path
        self.searcher = Searcher(open_knowledge(path), SearchSettings())
        self.lexical = LexicalEngine(self.searcher.document_frequency, self.searcher.page_count)

    def find(self, question: str, gone: frozenset[Page] = frozenset()) -> list[Passage]:
        """What an engine is given to read, with the pages `gone` taken out and the next ones moved up."""
        found = [
            p for p in self.searcher.passages(question, PAGES + len(gone)) if (p.source, p.page) not in gone
        ]
        ranks: dict[Page, int] = {}
        kept = []
        for passage in found:
            rank = ranks.setdefault((passage.source, passage.page), len(ranks) + 1)
            if rank <= PAGES:
                kept.append(msgspec.structs.replace(passage, rank=rank, score=passage.score / found[0].score))
        return compose_passages(question, kept, BUDGET).passages


def squad(
    paragraphs: Sequence[Paragraph],
    folder: Path,
    name: str,
    *,
    ask_of: Callable[[str], bool],
    most: int,
    adversarial: int = 0,
) -> tuple[Corpus, Iterator[Case]]:
    """All paragraphs as a knowledge base; cases of `most` answerable questions (each there and gone) and of
    `adversarial` unanswerable ones, of articles whose title `ask_of` accepts."""
    pages = folder / f"{name}.jsonl"
    place: dict[str, Page] = {}
    counts: dict[str, int] = {}
    with pages.open("w", encoding="utf-8") as file:
        for it in sorted(paragraphs, key=lambda it: it.title):
            counts[it.title] = counts.get(it.title, 0) + 1
            place[it.paragraph] = (it.title, counts[it.title])
            line = {
                "source": it.title,
                "page": counts[it.title],
                "title": it.title.replace("_", " "),
                "text": it.text,
            }
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    corpus = Corpus([pages], folder, name)
    asked = [(it, q) for it in paragraphs if ask_of(it.title) for q in it.questions]
    random.Random(f"{name} cases").shuffle(asked)
    yes = [pair for pair in asked if pair[1].answerable and pair[1].answers][:most]
    no = [pair for pair in asked if not pair[1].answerable][:adversarial]

    def cases() -> Iterator[Case]:
        for it, q in yes:
            gold = frozenset({place[it.paragraph]})
            for kind, gone in (("there", frozenset[Page]()), ("gone", gold)):
                yield Case(kind, q.question, q.answers, gold, corpus.find(q.question, gone), [])
        for it, q in no:
            yield Case(
                "adversarial", q.question, [], frozenset({place[it.paragraph]}), corpus.find(q.question), []
            )

    return corpus, cases()


def handbook(folder: Path, language: str = "en") -> tuple[Corpus, Iterator[Case]]:
    """The handbook's own questions; anchors of their evidence mark the sentences, where there are any."""
    corpus = Corpus(sorted(HANDBOOK.glob("*.pdf")), folder, "handbook")
    anchors: dict[str, list[str]] = {}
    for path in sorted((Path(__file__).parent / "handbook" / "questions").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            anchors[item["id"]] = [_flat(anchor) for anchor in item.get("anchors", [])]

    def cases() -> Iterator[Case]:
        for line in (HANDBOOK / "questions.jsonl").read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            if item["language"] == language:
                gold = frozenset((source, page) for source, page in item.get("expected", []))
                kind = "there" if item["answerable"] else "gone"
                yield Case(
                    kind,
                    item["question"],
                    [],
                    gold,
                    corpus.find(item["question"]),
                    anchors.get(item["id"], []),
                )

    return corpus, cases()


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder for knowledge bases."""
    return tempfile.TemporaryDirectory(prefix="edge-reader-")


def _flat(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def _overlap(anchor: str, sentence: str) -> bool:
    words = anchor.split()
    inside = set(sentence.split())
    return len(words) >= 4 and sum(word in inside for word in words) >= 0.8 * len(words)
