"""What the two networks learn from, as texts: sentence pairs, questions with paragraphs, questions over
documents.

Pairs come from `parallel_fr_en` without its copyleft sources (`LEFT_OUT`), so that the weights owe nothing
to the GPL; what stays asks for attribution only. SQuAD and PIAF are CC BY-SA. Questions over documents
(`cases.jsonl`) are written by reading_cases.py. What lies in `dev` files or in a "calibration" document is
measured on, never learnt.
"""

from __future__ import annotations

import gzip
import os
import unicodedata
from pathlib import Path
from typing import NamedTuple

import msgspec

#: Sources under the GPL or another copyleft licence (the README of the pairs lists them): never read.
LEFT_OUT = frozenset({"gnomehelp", "debianbook", "tails", "manpages", "pkp", "ojs"})

_ELSEWHERE = "set EDGE_DEV_DATA to the folder that holds it."


class Pair(NamedTuple):
    """An English sentence and its French translation."""

    source: str
    english: str
    french: str


class Question(msgspec.Struct):
    question: str
    answers: list[str]
    answerable: bool = True


class Paragraph(msgspec.Struct):
    title: str
    text: str
    questions: list[Question]


class Asked(NamedTuple):
    """Answerable questions, and all paragraphs."""

    questions: list[str]
    paragraphs: list[str]


class Shown(msgspec.Struct):
    """A passage as the reader is shown it: where it stands, its lines, what is above each, the lines that
    answer, and those that only seem to.
    """

    head: str
    leads: list[list[str]]
    sentences: list[str]
    gold: list[int]
    near: list[int] = []


class Case(msgspec.Struct):
    """A question over documents with the passages that the product finds for it. `split`: fit or
    calibration.
    """

    question: str
    language: str
    split: str
    document: str
    passages: list[Shown]


def data_folder() -> Path:
    """Development data: EDGE_DEV_DATA, else ../shared/data beside the checkout."""
    given = os.environ.get("EDGE_DEV_DATA")
    return Path(given) if given else Path(__file__).resolve().parents[2] / "shared" / "data"


def encoder_folder() -> Path:
    """Vocabulary, cases, checkpoints and logs: EDGE_ENCODER_CACHE or ~/.cache/edge/encoder."""
    folder = Path(os.environ.get("EDGE_ENCODER_CACHE", "~/.cache/edge/encoder")).expanduser()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _lines(path: Path, remedy: str) -> list[str]:
    if not path.is_file():
        raise SystemExit(f"{path} is absent: {remedy}")
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    return [line for line in text.split("\n") if line]


def pairs(part: str = "pairs") -> list[Pair]:
    """The training pairs in their (shuffled) order, or with `dev` all 2,000 that are held apart."""
    path = data_folder() / "parallel_fr_en" / f"{part}.tsv.gz"
    found = [Pair(*line.split("\t")) for line in _lines(path, _ELSEWHERE)]
    return [pair for pair in found if part == "dev" or pair.source not in LEFT_OUT]


def paragraphs(name: str) -> list[Paragraph]:
    """Paragraphs with their questions, e.g. of `piaf/dev.jsonl` or `squad/train.jsonl.gz`."""
    lines = _lines(data_folder() / name, _ELSEWHERE)
    return [msgspec.json.decode(line, type=Paragraph) for line in lines]


def asked(name: str) -> Asked:
    """The same as plain texts."""
    held = paragraphs(name)
    questions = [one.question for it in held for one in it.questions if one.answerable]
    return Asked(questions, [it.text for it in held])


def cases() -> list[Case]:
    """Questions over documents, as build/reading_cases.py wrote them."""
    lines = _lines(encoder_folder() / "cases.jsonl", "python build/reading_cases.py")
    return [msgspec.json.decode(line, type=Case) for line in lines]


def without_accents(text: str) -> str:
    """As many people type French: letters alone."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
