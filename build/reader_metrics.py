"""Exact match, token F1 and AUC as SQuAD defines them, and the encoding of a question with its passage."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tokenizers import Encoding, Tokenizer

CLS, SEP = 101, 102
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalise(text: str) -> list[str]:
    """SQuAD's own normalisation: lower case, no punctuation, no articles."""
    return _ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split()


def exact(said: str, answers: Sequence[str]) -> float:
    """1 when one of the answers is said."""
    return float(any(normalise(said) == normalise(answer) for answer in answers))


def f1(said: str, answers: Sequence[str]) -> float:
    """Best token F1 over the answers."""
    best = 0.0
    got = normalise(said)
    for answer in answers:
        wanted = normalise(answer)
        shared = sum((Counter(got) & Counter(wanted)).values())
        if shared:
            best = max(best, 2 * shared / (len(got) + len(wanted)))
    return best


def auc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Probability that a positive scores above a negative, ties half (Mann-Whitney)."""
    ranked = sorted([(score, 1) for score in positive] + [(score, 0) for score in negative])
    total, at = 0.0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        total += (at + 1 + end) / 2 * sum(label for _, label in ranked[at:end])
        at = end
    n, m = len(positive), len(negative)
    return (total - n * (n + 1) / 2) / (n * m) if n and m else float("nan")


class Encoded(NamedTuple):
    """Token ids with marks, where the passage begins in them, and the characters of each passage token."""

    ids: list[int]
    begin: int
    offsets: list[tuple[int, int]]


def encode(tokenizer: Tokenizer, question: str, text: str, longest: int, question_tokens: int) -> Encoded:
    """[CLS] question [SEP] passage [SEP], cut to `longest` tokens."""
    asked: Encoding = tokenizer.encode(question, add_special_tokens=False)
    read: Encoding = tokenizer.encode(text, add_special_tokens=False)
    head = [CLS, *asked.ids[:question_tokens], SEP]
    room = longest - len(head) - 1
    return Encoded([*head, *read.ids[:room], SEP], len(head), list(read.offsets[:room]))
