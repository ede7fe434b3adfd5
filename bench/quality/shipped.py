"""How good search is as it comes: words, vectors of the encoder that ships, and the best pages read.

    python bench/quality/shipped.py                 all sets
    python bench/quality/shipped.py piaf fr>en      some of them

A cell is R@5. `fr>en`: French questions of the handbook on its English half alone, whose sections stand in
the same places; `en>fr` the other way. Of the two large sets each so many questions (`EVERY`). Beside it what
the reader does on a paragraph it is given: `forced` says whether the line it speaks for most holds the
answer, and the F1 of that whole line to the answer's words (Rajpurkar et al. 2016), which exact words alone
would raise.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
import answers
import fusion
import retrieval

from edge import paths
from edge.api import Edge
from edge.cascade.factory import ENCODER, READER
from edge.engines.lines import shown
from edge.models import networks
from edge.records import Passage
from edge.settings import Settings
from edge.text.tokens import words

SETS = ("piaf", "squad", "clean", "manual", "fr>en", "en>fr")
EVERY = {"piaf": 8, "squad": 5}
FORCED = 6  # each so many questions of a paragraph set are read


class Recall(NamedTuple):
    """Percent of so many questions whose page is among the first five."""

    five: float
    questions: int


class Forced(NamedTuple):
    """Percent of so many questions whose best line holds the answer, and the mean F1 of that line."""

    line: float
    f1: float
    questions: int


def recall(name: str) -> Recall:
    """Of a set, through the session that every command uses."""
    if ">" in name:
        made = fusion.own_base(f"handbook-{name[-2:]}", [paths.asset("handbook", fusion.HALVES[name[-2:]])])
        base, asked = retrieval.embedded(made.stem, made, ENCODER), across(name)
    else:
        base = answers.base(retrieval.SETS[name])
        asked = retrieval.questions(name)[:: EVERY.get(name, 1)]
    with Edge(base, Settings()) as edge:
        found = [
            any((hit.source, hit.page) in one.expected for hit in edge.search(one.text, k=5).results)
            for one in asked
        ]
    return Recall(100 * sum(found) / len(found), len(found))


def across(name: str) -> list[retrieval.Question]:
    """The handbook's questions in one language, with the pages of the other half that answer them."""
    twins, found = fusion.twin_pages(), []
    for row in retrieval.lines(paths.asset("handbook", "questions.jsonl")):
        pages = [(source, page) for source, page in row.get("expected", [])]
        other = {twin for page in pages for twin in twins.get(page, set())}
        if row["answerable"] and row["language"] == name[:2] and other:
            found.append(retrieval.Question(row["question"], frozenset(other)))
    return found


def forced(corpus: str) -> Forced:
    """The reader alone on the paragraph of each question: the line it speaks for most."""
    reader = networks.evidence(READER)
    asked = [
        (title, record["text"], question)
        for title, _, record in retrieval.paragraphs(corpus)
        for question in record["questions"]
        if question["answerable"]
    ][::FORCED]
    right, shared = [], []
    for title, text, question in asked:
        passage = Passage(
            source=title, page=1, chunk=1, start=0, end=len(text), text=text, heading=title, score=1.0
        )
        pages = shown([passage])
        count = 1 + max(number for page in pages for line in page.lines for number in line.candidates)
        glances = reader.glances(question["question"], pages, np.zeros(count))  # all alike: all are read
        best = max(glances, key=lambda one: one[0])[1].text
        right.append(any(answer.lower() in best.lower() for answer in question["answers"]))
        shared.append(max(f1(best, answer) for answer in question["answers"]))
    return Forced(100 * sum(right) / len(right), 100 * sum(shared) / len(shared), len(right))


def f1(given: str, wanted: str) -> float:
    """Of two texts' words, 0 to 1."""
    one, other = Counter(words(given)), Counter(words(wanted))
    both = (one & other).total()
    return 2 * both / (one.total() + other.total()) if both else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", default=SETS, metavar="SET", help=", ".join(SETS))
    given = parser.parse_args()
    for name in given.sets:
        print(name, recall(name), flush=True)
        if name in ("piaf", "squad"):
            print(name, forced(name), flush=True)


if __name__ == "__main__":
    main()
