"""Texts the bilingual encoder learns from: sentence pairs, and questions with their paragraphs.

Pairs come from `shared/data/parallel_fr_en` without its copyleft sources (`LEFT_OUT`), so that the weights
owe nothing to the GPL; what stays asks for attribution only. SQuAD and PIAF (CC BY-SA) are read as the
reader's training reads them. What lies in `dev` files is measured on and never trained on.
"""

from __future__ import annotations

import gzip
import os
import random
import unicodedata
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from reader_data import data_folder

#: Sources under the GPL or another copyleft licence (the README of the pairs lists them): never read.
LEFT_OUT = frozenset({"gnomehelp", "debianbook", "tails", "manpages", "pkp", "ojs"})

PAIRS_IN_POOL, JOINED, PARAGRAPHS, QUESTIONS = 2048, 48, 48, 96


class Pair(NamedTuple):
    """An English sentence and its French translation."""

    source: str
    english: str
    french: str


class Asked(NamedTuple):
    """Questions with the number of the paragraph that answers each, and the paragraphs."""

    questions: list[str]
    answers: list[int]
    paragraphs: list[str]
    titles: list[str]


def encoder_folder() -> Path:
    """Vocabulary, teacher vectors, checkpoints and logs: EDGE_ENCODER_CACHE or ~/.cache/edge/encoder."""
    folder = Path(os.environ.get("EDGE_ENCODER_CACHE", "~/.cache/edge/encoder")).expanduser()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _lines(name: str) -> list[str]:
    path = data_folder() / name
    if not path.is_file():
        raise SystemExit(f"{path} is absent. Set EDGE_DEV_DATA to the folder that holds {name}.")
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    return [line for line in text.split("\n") if line]


def pairs(part: str = "pairs") -> list[Pair]:
    """The training pairs in their (shuffled) order, or with `dev` all 2,000 that are held apart."""
    found = [Pair(*line.split("\t")) for line in _lines(f"parallel_fr_en/{part}.tsv.gz")]
    return [pair for pair in found if part == "dev" or pair.source not in LEFT_OUT]


def asked(name: str) -> Asked:
    """Answerable questions of e.g. `piaf/dev.jsonl`, and all its paragraphs."""
    made = Asked([], [], [], [])
    for number, line in enumerate(_lines(name)):
        record: dict[str, Any] = msgspec.json.decode(line)
        made.paragraphs.append(record["text"])
        made.titles.append(record["title"])
        for one in record["questions"]:
            if one["answerable"]:
                made.questions.append(one["question"])
                made.answers.append(number)
    return made


def without_accents(text: str) -> str:
    """As many people type French: letters alone."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


class Pool(NamedTuple):
    """A share of the training texts: English texts for the teacher, and what the student reads of them."""

    english: list[str]
    items: list[tuple[str, int]]  # text, number of its English text


class Pools:
    """The training texts in order, cut into pools; a pool is a pure function of (seed, number).

    Mostly single sentences in French, a quarter of them in English too (so that English stays), an eighth of
    the French without accents. A few runs of five sentences and English paragraphs and questions keep
    long texts and questions in sight.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.pairs = pairs()
        self.squad = asked("squad/train.jsonl.gz")
        self.count = len(self.pairs) // PAIRS_IN_POOL

    def at(self, number: int) -> Pool:
        """A pool of the first pass, or of a later one: the same English texts, so that the teacher's vectors
        serve again, but others of them read in English and without accents.
        """
        epoch, place = divmod(number, self.count)
        rng = random.Random(f"{self.seed} pool {place}")
        chosen = self.pairs[place * PAIRS_IN_POOL :][:PAIRS_IN_POOL]
        english = [pair.english for pair in chosen]
        items: list[tuple[str, int]] = []
        for n, pair in enumerate(chosen):
            items.append((without_accents(pair.french) if (n + epoch) % 8 == 3 else pair.french, n))
            if (n + epoch) % 4 == 0:
                items.append((pair.english, n))
        for _ in range(JOINED):
            begin = rng.randrange(len(chosen) - 5)
            run = chosen[begin : begin + rng.randint(3, 5)]
            items.append((" ".join(pair.french for pair in run), len(english)))
            english.append(" ".join(pair.english for pair in run))
        long, short = self.squad.paragraphs, self.squad.questions
        for text in rng.sample(long, PARAGRAPHS) + rng.sample(short, QUESTIONS):
            items.append((text, len(english)))
            english.append(text)
        return Pool(english, items)


class Search(NamedTuple):
    """Questions, paragraphs, and the paragraph that answers each question."""

    questions: list[str]
    paragraphs: list[str]
    answers: list[int]


class Searches:
    """Questions to find paragraphs for, by turns in French (PIAF) and English (SQuAD). The paragraphs that a
    question must not be led to are those of the same article, the hardest there are without mining.
    """

    def __init__(self, seed: int, paragraphs: int, each: int) -> None:
        self.seed, self.paragraphs, self.each = seed, paragraphs, each
        self.sets = []
        for name in ("piaf/train.jsonl.gz", "squad/train.jsonl.gz"):
            held = asked(name)
            of: dict[int, list[str]] = {}
            for question, paragraph in zip(held.questions, held.answers, strict=True):
                of.setdefault(paragraph, []).append(question)
            titles: dict[str, list[int]] = {}
            for paragraph in of:
                titles.setdefault(held.titles[paragraph], []).append(paragraph)
            self.sets.append((held.paragraphs, of, list(titles.values())))

    def at(self, number: int) -> Search:
        """The search of a number: whole articles in random order until it has its paragraphs."""
        texts, of, articles = self.sets[number % 2]
        rng = random.Random(f"{self.seed} search {number}")
        chosen: list[int] = []
        while len(chosen) < self.paragraphs:
            article = rng.choice(articles)
            taken = rng.sample(article, min(len(article), self.paragraphs // 2))
            chosen += [paragraph for paragraph in taken if paragraph not in chosen]
        made = Search([], [], [])
        for place, paragraph in enumerate(chosen[: self.paragraphs]):
            made.paragraphs.append(texts[paragraph])
            for question in rng.sample(of[paragraph], min(self.each, len(of[paragraph]))):
                bare = number % 2 == 0 and rng.random() < 0.1
                made.questions.append(without_accents(question) if bare else question)
                made.answers.append(place)
        return made
