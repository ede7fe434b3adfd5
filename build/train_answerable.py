"""Train the heads that tell an answered question from one that is all but answered, out of the reader's
states, and write them to `assets/answerable.json`.

    python build/train_answerable.py                about 10 minutes on two cores
    python build/train_answerable.py --keep FILE    keep the states in this file, or take them from it

One learns from SQuAD 2.0's development articles, whose unanswerable questions people wrote to look answered;
one from the documents of `datasets/manuals` that calibrate and those of `datasets/found` that are not sealed,
which the reader has not learnt from, each question asked of its own document. Ridge regression of "the best
sentence stands where the answer is" on the standardised states, then Platt scaling of what articles and
documents left out were given. The figures printed, and kept in the file, are of these. The head of
`calibrate_shown.py` goes with the file: fit it again after this.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
from chooser_examples import BUDGET, DATA, PAGES, Json, SemanticSigns, lines, questions
from numpy.typing import NDArray

from edge.cascade.calibrate import logistic
from edge.cascade.factory import ENCODER, READER
from edge.cascade.platt import platt
from edge.cascade.reliability import auroc
from edge.compose.passages import compose_passages
from edge.engines import semantic
from edge.engines.lexical import LexicalEngine
from edge.engines.lines import Shown
from edge.indexing.run import index_paths
from edge.models import catalog
from edge.records import Passage
from edge.search.build import build_search
from edge.search.searcher import Searcher
from edge.settings import IndexSettings

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "assets" / "answerable.json"
UNANSWERED = ("absent", "almost")
#: The signals, and the sets (their names' beginnings) that each is fitted on.
HEADS = {"answerable_prose": "squad", "answerable_papers": "papers"}
RIDGE = 1_000.0

Floats = NDArray[np.float64]


class Asked(NamedTuple):
    """A question: its set, what cross-validation keeps together, the states, and whether it was answered."""

    set: str
    group: str
    states: NDArray[np.float32]
    right: bool


class StateReader:
    """Asks as the product does, and keeps the states of the best sentence's window."""

    def __init__(self) -> None:
        self.signs = SemanticSigns(ENCODER)
        self._states: NDArray[np.float32] | None = None

    def ask(
        self, searcher: Searcher, question: str, sources: tuple[str, ...] = ()
    ) -> tuple[Passage, str, NDArray[np.float32]] | None:
        """The passage of the best sentence, the sentence, its states; None where nothing was found."""
        lexical = LexicalEngine(searcher.document_frequency, searcher.page_count)
        reader = self.signs.reader
        engine = semantic.SemanticEngine(lexical, self.signs.embed, reader, self.signs.sha, judge=self._keep)
        found = searcher.passages(question, PAGES, sources)
        passages = compose_passages(question, found, BUDGET).passages
        self._states = None
        draft = engine.choose(question, passages)
        if not draft.choices or self._states is None:
            return None
        return passages[draft.choices[0].passage], draft.choices[0].text, self._states

    def _keep(self, question: str, page: Shown, line: int) -> dict[str, float]:
        self._states = self.signs.reader.states(question, page, line)
        return {}


def squad(reader: StateReader, most: int) -> Iterator[Asked]:
    """A paragraph is a page, an article a document; all articles lie in one base."""
    with tempfile.TemporaryDirectory() as folder:
        pages, asked = Path(folder, "pages.jsonl"), list[tuple[str, int, Json]]()
        with pages.open("w", encoding="utf-8") as file:
            for title, members in groupby(lines(DATA / "squad" / "dev.jsonl"), key=lambda one: one["title"]):
                for number, one in enumerate(members, 1):
                    asked += [(title, number, question) for question in one["questions"]]
                    told = {
                        "source": title,
                        "page": number,
                        "title": title.replace("_", " "),
                        "text": one["text"],
                    }
                    file.write(json.dumps(told, ensure_ascii=False) + "\n")
        searcher = _base(reader, [pages], Path(folder, "knowledge.db"))
        random.Random(5).shuffle(asked)
        for title, number, question in asked[:most]:
            if (found := reader.ask(searcher, question["question"])) is not None:
                right = question["answerable"] and (found[0].source, found[0].page) == (title, number)
                yield Asked("squad", title, found[2], right)


def papers(reader: StateReader, of: Path) -> Iterator[Asked]:
    """What is not in its document, what is all but in it, and as many others."""
    unseen = ["calibration"] if of.name == "manuals" else ["fit", "calibration"]
    rows = [row for row in questions.load(unseen, "", of) if not row.get("follows")]
    bare = [row for row in rows if row["kind"] in UNANSWERED]
    rest = [row for row in rows if row["kind"] not in UNANSWERED]
    random.Random(3).shuffle(rest)
    chosen = {row["id"] for row in [*bare, *rest[: len(bare)]]}
    files = {path.name.partition(".")[0]: path for path in sorted(of.glob("*/documents/*"))}
    with tempfile.TemporaryDirectory() as folder:
        kept = sorted({row["document"] for row in rows})
        searcher = _base(reader, [files[name] for name in kept], Path(folder, "knowledge.db"))
        for row in (row for row in rows if row["id"] in chosen):
            found = reader.ask(searcher, row["question"], (files[row["document"]].name,))
            if found is not None:
                right = any(
                    questions.holds(found[1], piece) or questions.holds(piece, found[1])
                    for piece in row["evidence"] or []
                )
                yield Asked(f"papers {row['language']}", row["document"], found[2], right)


def asked_of(name: str, most: int) -> list[Asked]:
    """All that is asked of a set; of SQuAD at most so many questions."""
    reader = StateReader()
    return list(squad(reader, most) if name == "squad" else papers(reader, ROOT / "datasets" / name))


def _base(reader: StateReader, given: list[Path], knowledge: Path) -> Searcher:
    index_paths(given, knowledge, IndexSettings(), build_search=build_search)
    return reader.signs.open(knowledge)


def fitted(x: Floats, y: NDArray[np.bool_]) -> tuple[Floats, float]:
    """(weights, intercept) of the ridge regression on standardised columns, in the columns' own units."""
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-6
    standard = (x - mean) / scale
    share = y.mean()
    held = standard.T @ standard + RIDGE * np.eye(x.shape[1])
    weights = np.linalg.solve(held, standard.T @ (y - share)) / scale
    return weights, float(share - weights @ mean)


def left_out(x: Floats, y: NDArray[np.bool_], groups: NDArray[np.str_]) -> Floats:
    """The score of each item by a head that saw nothing of its group."""
    found = np.zeros(len(y))
    for group in np.unique(groups):
        out = groups == group
        weights, intercept = fitted(x[~out], y[~out])
        found[out] = x[out] @ weights + intercept
    return found


def head(items: list[Asked]) -> tuple[Json, Json]:
    """A head, and what it comes to on the groups left out."""
    x = np.array([one.states.ravel() for one in items], np.float64)
    y = np.array([one.right for one in items])
    out = left_out(x, y, np.array([one.group for one in items]))
    slope, offset = platt([logistic(score) for score in out], y.tolist())
    weights, intercept = fitted(x, y)
    figures = {}
    for name in sorted({one.set for one in items}):
        part = [
            (float(score), bool(right))
            for score, right, one in zip(out, y, items, strict=True)
            if one.set == name
        ]
        share = sum(ok for _, ok in part) / len(part)
        figures[name] = {
            "questions": len(part), "right": round(share, 3), "auroc": round(auroc(part) or 0.5, 3),
        }  # fmt: skip
    told = [float(f"{value:.6g}") for value in slope * weights]
    return {"weights": told, "intercept": round(slope * intercept + offset, 6)}, figures


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most", type=int, default=1_500, help="questions of SQuAD")
    parser.add_argument("--keep", type=Path, help="keep the states in this file, or take them from it")
    given = parser.parse_args()
    if given.keep and given.keep.exists():
        with np.load(given.keep) as held:
            items = [Asked(*one) for one in zip(*(held[name] for name in Asked._fields), strict=True)]
    else:
        with ProcessPoolExecutor(2) as pool:
            held_apart = pool.map(asked_of, ("found", "squad", "manuals"), [given.most] * 3)
            items = [one for part in held_apart for one in part]
        if given.keep:
            columns = {name: np.array([getattr(one, name) for one in items]) for name in Asked._fields}
            np.savez(given.keep, **columns)
    heads, figures = {}, {}
    for name, of in HEADS.items():
        heads[name], figures[name] = head([one for one in items if one.set.startswith(of)])
        print(name, json.dumps(figures[name]))
    told = {
        "schema": 1,
        "network": catalog.get(READER).fitted_with,
        "heads": heads,
        "provenance": {
            "script": "build/train_answerable.py",
            "data": "SQuAD 2.0, a third of the development articles (CC BY-SA 4.0); questions (CC0) of the"
            " documents of datasets/manuals that calibrate and of datasets/found that are not sealed",
            "ridge": RIDGE,
            "left out by article or document": figures,
        },
    }
    OUT.write_text(json.dumps(told, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
