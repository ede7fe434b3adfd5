"""Questions with their candidates and labels, through the product's own reading, search and features.

Used by `train_chooser.py`. Data sets are found in `$EDGE_DEV_DATA` (default ../shared/data beside the
checkout).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from edge.ask import courtesy
from edge.ask.question import follow_up
from edge.cascade.factory import READER
from edge.compose.passages import compose_passages
from edge.engines import features, semantic
from edge.engines.lexical import LexicalEngine
from edge.engines.lines import shown
from edge.engines.reading_order import reading_order
from edge.indexing import embed as meaning
from edge.indexing.run import index_paths
from edge.models import catalog, networks
from edge.records import Passage
from edge.search.build import build_search
from edge.search.database import open_knowledge
from edge.search.searcher import PART, Searcher
from edge.settings import IndexSettings, SearchSettings
from edge.text.language import language

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench" / "quality"))
import manuals as questions  # noqa: E402

DATA = Path(os.environ.get("EDGE_DEV_DATA", ROOT.parent / "shared" / "data"))
PAGES = 5  # pages read for a question: AskSettings.pages
BUDGET = 8_000
GONE_MANUALS = 0.25

Json = dict[str, Any]


@dataclass(frozen=True)
class Example:
    """One question as the engine meets it. `labels` marks the candidates that hold the answer."""

    set: str
    group: str  # what cross-validation keeps together: a title, or a question of the handbook
    question: str
    language: str
    measured: features.CandidateFeatures
    passages: list[Passage]
    labels: NDArray[np.bool_]
    gone: bool
    weight: float = 1.0


class LexicalSigns:
    """How questions are searched and candidates measured: by words alone."""

    def open(self, knowledge: Path) -> Searcher:
        """What ranks the passages of a base."""
        return Searcher(open_knowledge(knowledge), SearchSettings())

    def measure(
        self, searcher: Searcher, question: str, passages: Sequence[Passage]
    ) -> features.CandidateFeatures:
        """The candidates of the passages with their columns."""
        return LexicalEngine(searcher.document_frequency, searcher.page_count).measure(question, passages)[0]


class SemanticSigns(LexicalSigns):
    """The same with what the networks find: vectors of a model of the catalog, in search and of sentences,
    and the reader's evidence.
    """

    def __init__(self, model: str) -> None:
        self.model = model
        self._embedder = networks.embedder(model, "")
        self._known: dict[str, NDArray[np.float32]] = {}
        self.reader = networks.evidence(READER)
        self.sha = semantic.network_of(*(catalog.get(name).fitted_with for name in (model, READER)))

    def embed(self, text: str) -> NDArray[np.float32]:
        """The vector of a text; each is computed once."""
        if text not in self._known:
            self._known[text] = self._embedder.query(text)
        return self._known[text]

    def open(self, knowledge: Path) -> Searcher:
        meaning.embed(knowledge, self.model)
        db, settings = open_knowledge(knowledge), SearchSettings(vectors=self.model)
        return Searcher(db, settings, meaning.of_queries(db, settings)[0])

    def measure(
        self, searcher: Searcher, question: str, passages: Sequence[Passage]
    ) -> features.CandidateFeatures:
        engine = LexicalEngine(searcher.document_frequency, searcher.page_count)
        lexical, utility = engine.measure(question, passages)
        if not lexical.candidates:
            return lexical
        order = reading_order(utility, lexical.candidates, passages)
        return semantic.measure(lexical, order, shown(passages), self.reader, self.embed)[0]


def lines(path: Path) -> list[Json]:
    """Records of a JSONL file, gzipped or not."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def share(text: str) -> float:
    """A number in 0..1 that belongs to a text: the same on every machine and run."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48


def paragraphs(
    data: Sequence[Json], *, name: str, join: int, most: int, gone: float, both: bool,
    signs: LexicalSigns | None = None,
) -> Iterator[Example]:  # fmt: skip
    """Examples of SQuAD-shaped paragraphs, `join` to a page, from at most `most` questions.

    The gold page is taken out of what was found for a `gone` share of the questions, or with `both` for
    each again.
    """
    signs = signs or LexicalSigns()
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder, "pages.jsonl")
        where: dict[str, tuple[str, int]] = {}
        with pages.open("w", encoding="utf-8") as file:
            for title, group in groupby(sorted(data, key=lambda p: p["title"]), key=lambda p: p["title"]):
                members = list(group)
                for number, at in enumerate(range(0, len(members), join), 1):
                    part = members[at : at + join]
                    where |= {p["paragraph"]: (title, number) for p in part}
                    line = {"source": title, "page": number, "title": title.replace("_", " "),
                            "text": "\n\n".join(p["text"] for p in part)}  # fmt: skip
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
        knowledge = Path(folder, "knowledge.db")
        index_paths([pages], knowledge, IndexSettings(), build_search=build_search)
        searcher = signs.open(knowledge)
        asked = [(p, q) for p in data for q in p["questions"] if q["answerable"] and q["answers"]]
        random.Random(7).shuffle(asked)
        for paragraph, question in asked[:most]:
            text = question["question"]
            for out in (False, True) if both else (share(text) < gone,):
                yield from _example(
                    signs, searcher, name, paragraph["title"], text,
                    gold={where[paragraph["paragraph"]]}, gone=out,
                    contains=[answer.lower() for answer in question["answers"]],
                )  # fmt: skip


def handbook(*, both: bool, signs: LexicalSigns | None = None) -> Iterator[Example]:
    """Examples of the handbook's own questions; the anchors of their evidence mark the sentences.

    Questions that are not in the handbook are examples without a right candidate.
    """
    signs = signs or LexicalSigns()
    with tempfile.TemporaryDirectory() as folder:
        knowledge = Path(folder, "knowledge.db")
        index_paths([ROOT / "assets" / "handbook"], knowledge, IndexSettings(), build_search=build_search)
        searcher = signs.open(knowledge)
        expected = {
            q["id"]: q.get("expected", []) for q in lines(ROOT / "assets" / "handbook" / "questions.jsonl")
        }
        for path in sorted((ROOT / "build" / "handbook" / "questions").glob("*.jsonl")):
            for question in lines(path):
                pages = {(source, page) for source, page in expected[question["id"]]}
                anchors = [_flat(anchor) for anchor in question.get("anchors", [])]
                for out in (
                    (False, True) if both and question["answerable"] else (not question["answerable"],)
                ):
                    yield from _example(
                        signs,
                        searcher,
                        "handbook",
                        question["id"],
                        question["question"],
                        gold=pages,
                        gone=out,
                        anchors=anchors,
                    )


def manuals(
    splits: Sequence[str],
    signs: LexicalSigns | None = None,
    of: Path = questions.MANUALS,
    together: int = 0,
    *,
    part: str = "*",
    every: float = 1.0,
    gone: float = GONE_MANUALS,
) -> Iterator[Example]:
    """Examples of `datasets/manuals` or of another set of that form, or of one part of it, or of a share
    `every` of its questions; a group is a document.

    All documents lie in one base, or `together` in each: a question that does not say what it is about has an
    answer in a few papers, and among many several. `gone` of the answerable questions are asked again
    with what answers them taken out.
    """
    signs = signs or LexicalSigns()
    rows = questions.load(splits, "", of, part)
    papers = sorted(of.glob(f"{part}/documents/*"), key=lambda path: share("base" + path.name))
    size = together or len(papers)
    for first in range(0, len(papers), size):
        base = papers[first : first + size]
        inside = [row for row in rows if any(path.name.startswith(f"{row['document']}.") for path in base)]
        if inside:
            chosen = [one for one in asked(inside, gone) if share("every" + one[0]["id"]) < every]
            yield from _of_base(signs, base, chosen)


def _of_base(
    signs: LexicalSigns, papers: Sequence[Path], rows: Sequence[tuple[Json, str, bool]]
) -> Iterator[Example]:
    with tempfile.TemporaryDirectory() as folder:
        knowledge = Path(folder, "knowledge.db")
        index_paths(list(papers), knowledge, IndexSettings(), build_search=build_search)
        searcher = signs.open(knowledge)
        for row, typed, gone in rows:
            said = searcher.read_as(courtesy.without(typed))[0]
            others = [run if isinstance(run, list) else [run] for run in row.get("also") or []]
            ways = [row["evidence"] or [], *others]
            yield from _of_manual(signs, searcher, row, said, [way for way in ways if way], gone=gone)


def asked(rows: Sequence[Json], gone: float = GONE_MANUALS) -> Iterator[tuple[Json, str, bool]]:
    """Each labelled question as it is said after the turn that it follows; `gone` of the answerable again
    (True), to be asked with what answers them taken out.
    """
    before = {row["id"]: row["question"] for row in rows}
    for row in rows:
        said = follow_up(row["question"], [before[row["follows"]]] if row.get("follows") in before else [])
        yield row, said, False
        if (row["evidence"] or row.get("also")) and share("gone" + row["id"]) < gone:
            yield row, said, True


def _of_manual(
    signs: LexicalSigns,
    searcher: Searcher,
    row: Json,
    said: str,
    ways: Sequence[Sequence[str]],
    *,
    gone: bool,
) -> Iterator[Example]:
    pieces = [piece for way in ways for piece in way]
    found = searcher.passages(said, PAGES + 3 * gone)
    if gone:
        held = {
            (passage.source, passage.page)
            for passage in found
            if any(questions.holds(passage.text, piece) for piece in pieces)
        }
        found = ranked([passage for passage in found if (passage.source, passage.page) not in held])
    passages = compose_passages(said, found, BUDGET).passages
    measured = signs.measure(searcher, said, passages)
    if not measured.candidates:
        return
    own = f"{row['document']}."
    held = [
        {piece for piece in pieces if questions.holds(f"{one.context} {one.text}", piece)}
        if Path(passages[one.passage].source).name.startswith(own)
        else set[str]()
        for one in measured.candidates
    ]
    lists = [one.kind == "list" for one in measured.candidates]
    # A list that holds several pieces is the answer, not its items; one that holds one is longer than it.
    whole = any(len(found) > 1 and listed for found, listed in zip(held, lists, strict=True))
    single = any(found and not listed for found, listed in zip(held, lists, strict=True))
    labels = [
        bool(found) and (len(found) > 1 or not single if listed else not whole)
        for found, listed in zip(held, lists, strict=True)
    ]
    yield Example(
        "manuals", row["document"], said, row["language"], measured, passages, np.array(labels),
        gone or not pieces,
    )  # fmt: skip


def _example(
    signs: LexicalSigns, searcher: Searcher, name: str, group: str, question: str, *,
    gold: set[tuple[str, int]], gone: bool,
    contains: Sequence[str] = (), anchors: Sequence[str] = (),
) -> Iterator[Example]:  # fmt: skip
    found = searcher.passages(question, PAGES + (len(gold) if gone else 0))
    if gone:
        found = [passage for passage in found if (passage.source, passage.page) not in gold]
    passages = compose_passages(question, ranked(found), BUDGET).passages
    measured = signs.measure(searcher, question, passages)
    if not measured.candidates:
        return
    labels = []
    for candidate in measured.candidates:
        passage = passages[candidate.passage]
        text = candidate.text.lower()
        flat = _flat(candidate.text)
        held = any(answer in text for answer in contains) or any(
            anchor in flat
            or (len(flat) > 25 and flat in anchor)
            or _overlap(anchor, flat)
            or (candidate.row and anchor in _flat(candidate.context))
            for anchor in anchors
        )
        labels.append(held and (passage.source, passage.page) in gold)
    yield Example(name, group, question, language(question), measured, passages, np.array(labels), gone)


def ranked(passages: Sequence[Passage]) -> list[Passage]:
    """At most PAGES pages (parts count half), ranks from 1 and the best score 1 again after a page was taken
    out.
    """
    ranks: dict[tuple[str, int], int] = {}
    kept = []
    room = float(PAGES)
    for passage in passages:
        place = (passage.source, passage.page)
        room -= 0.0 if place in ranks else 1.0 if passage.paged else PART
        rank = ranks.setdefault(place, len(ranks) + 1)
        if room >= 0:
            kept.append(msgspec.structs.replace(passage, rank=rank, score=passage.score / passages[0].score))
    return kept


def _flat(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def _overlap(anchor: str, sentence: str) -> bool:
    """Most words of an anchor that runs over two sentences, or through a table row."""
    words = anchor.split()
    inside = set(sentence.split())
    return len(words) >= 4 and sum(word in inside for word in words) >= 0.8 * len(words)
