"""Passages to candidates: sentences and rows with their words, read once for however many questions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from edge.records import Passage
from edge.text import sentences
from edge.text import tokens as text


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence or row of one passage; `start` and `end` are offsets into the page."""

    passage: int
    start: int
    end: int
    text: str
    row: bool
    context: str


@dataclass(frozen=True, slots=True)
class ParsedCandidate:
    """A candidate with its words. `above` is the nearest heading line, `headers` the stems that head a row's
    table.
    """

    candidate: Candidate
    words: list[str]
    stems: list[str]
    above: str
    headers: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Line:
    unit: sentences.Unit
    quote: str
    heading: bool
    words: list[str]
    stems: list[str]
    content: list[str]


def read_passage(index: int, passage: Passage, above: str, *, keep_stop: bool) -> list[ParsedCandidate]:
    """Candidates of a passage. Heading lines are none: they become `above` of what follows them.

    `keep_stop`: stop words count as terms, for a question made of nothing else.
    """
    candidates = []
    for line in _parsed(passage.text, passage.table):
        unit = line.unit
        if line.heading:
            above = above if unit.row else line.quote
            continue
        start, end = passage.start + unit.start, passage.start + unit.end
        candidates.append(
            ParsedCandidate(
                Candidate(index, start, end, line.quote, unit.row, unit.context),
                line.words,
                line.stems if keep_stop else line.content,
                above,
                _stems_of(unit.context),
            )
        )
    return candidates


@lru_cache(maxsize=512)
def _parsed(body: str, table: str) -> list[_Line]:
    """Tokenising is the cost of an answer, and the same pages are read again and again: some MB keep the
    last ones.
    """
    stop = text.stop_words()
    units = sentences.split(body, table)
    lines = []
    for unit, following in zip_longest(units, units[1:]):
        quote = body[unit.start : unit.end]
        words = text.words(quote)
        stems = [text.stem(word) for word in words]
        content = [stem for word, stem in zip(words, stems, strict=True) if word not in stop]
        lines.append(_Line(unit, quote, _is_heading(unit, quote, following, body), words, stems, content))
    return lines


@lru_cache(maxsize=256)
def _stems_of(context: str) -> frozenset[str]:
    """Stems of the caption and column headings of a table: the same for all its rows."""
    return frozenset(text.stems(context))


def _is_heading(unit: sentences.Unit, quote: str, following: sentences.Unit | None, body: str) -> bool:
    """A short line without an end mark above something longer, or above a table: it names, does not say."""
    if unit.row:  # the column headings of the rows below
        return following is not None and following.row and following.context.endswith(quote)
    if following is None or len(quote) > 90 or quote[-1] in '.!?…;,»”")' or quote[0] in "•●▪-–":
        return False
    if "\n" not in body[unit.end : following.start]:
        return False
    return following.row or following.end - following.start > 1.5 * len(quote)
