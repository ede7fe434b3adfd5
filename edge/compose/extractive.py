"""Extractive summaries: the most telling sentences of texts, as they stand there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from edge.state.full_text import stems
from edge.text.one_line import one_line
from edge.text.sentences import split

#: Characters of a sentence, at most.
_LONGEST = 300


def extractive_summary(texts: Sequence[str], characters: int, idf: Mapping[str, float]) -> str:
    """The most telling sentences of texts, in order, as many as fit. A sentence tells as much as the rare
    stems that others of these texts share, for its length.
    """
    sentences: list[str] = []
    for text in texts:
        sentences += [one_line(text[unit.start : unit.end], _LONGEST) for unit in split(text)] or [
            one_line(text, _LONGEST)
        ]
    held = [frozenset(stems(sentence)) for sentence in sentences]
    common = Counter(stem for stems_ in held for stem in stems_)
    scores = [
        sum(idf.get(stem, 1.0) * log(1 + common[stem]) for stem in stems_) / (4 + len(stems_)) ** 0.5
        for stems_ in held
    ]
    left, chosen = characters, list[int]()
    seen: set[str] = set()
    for at in sorted(range(len(sentences)), key=lambda at: (-scores[at], at)):
        if len(sentences[at]) + 1 <= left and sentences[at] not in seen:
            chosen.append(at)
            seen.add(sentences[at])
            left -= len(sentences[at]) + 1
    return " ".join(sentences[at] for at in sorted(chosen)) or one_line(" ".join(texts), characters)


def inverse_frequencies(texts: Sequence[str]) -> dict[str, float]:
    """The idf of every stem of these texts, each a document: log(1 + N / df)."""
    counts = Counter(stem for text in texts for stem in frozenset(stems(text)))
    return {stem: log(1 + len(texts) / count) for stem, count in counts.items()}
