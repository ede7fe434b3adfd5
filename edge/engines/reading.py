"""Passages to candidates: sentences, rows, lists and code with their words, read once for many questions."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import zip_longest

import msgspec

from edge.engines.line_signs import LineSigns, signs_of
from edge.engines.units import Shape, shape_of, units
from edge.records import Passage
from edge.text import sentences
from edge.text import tokens as text
from edge.text.regex import regex

_LONGEST_TITLE = 90
#: "Adults 11.50", "maud@fernbank.example", "ftp://host": what tells, and names nothing below it.
_VALUE = re.compile(r"\d(?:\s?[%€$£]| (?:EUR|euros?|pounds))?\Z|\S@\S|\w:/|\s--\w")
_LABELLED = re.compile(r"\s{0,8}[^\W\d_][^:\n]{1,40}: \S")  # "Plumber: 01632 960 377"
_LABELS = {
    *("note", "notes", "important", "warning", "warnings", "caution", "danger", "tip", "hint"),
    *("remarque", "remarques", "attention", "avertissement", "astuce", "conseil"),
}


#: "Table 2 – Error codes of the display": what is shown, wherever it stands. A sentence ends in a mark.
_CAPTION = regex(
    r"[*_]{0,3}(?:table|tableau|tab\.|figure|fig\.|illustration|photo|listing|schéma)\s{1,3}"
    r"(?:\d{1,3}|[A-Z]|[IVX]{1,5})(?:[.-]\d{1,3}){0,3}\s{0,3}[:.–—-]\s{1,3}[^\s.!?][^.!?]{0,160}[*_]{0,3}",
    re.IGNORECASE,
)


class Candidate(msgspec.Struct, frozen=True):
    """A sentence, row, list or block of code of one passage; `start` and `end` are offsets into the page.
    `kind`: list, item (of a list), code, entry (a term and what it is), or nothing.
    """

    passage: int
    start: int
    end: int
    text: str
    row: bool
    context: str
    kind: str = ""

    @property
    def is_sentence(self) -> bool:
        """Whether it is of running text: no row, list, item, entry or code, and under nothing of its own."""
        return not (self.row or self.kind or self.context)


class ParsedCandidate(msgspec.Struct, frozen=True):
    """A candidate with its words. `above` is what it stands under, `headers` the stems that head a row's
    table, or that announce an item's list.
    """

    candidate: Candidate
    words: list[str]
    stems: list[str]
    above: str
    headers: frozenset[str]
    signs: LineSigns


class _Line(msgspec.Struct, frozen=True):
    unit: sentences.Unit
    quote: str
    heading: bool
    announces: bool  # the rows right below it, or names those above, and nothing behind them
    words: list[str]
    stems: list[str]
    content: list[str]
    headers: frozenset[str]
    signs: LineSigns


def read_passage(index: int, passage: Passage, above: str, *, keep_stop: bool) -> list[ParsedCandidate]:
    """Candidates of a passage. Heading lines are none: they become `above` of what follows them, with the
    path of the section where its reader told.

    `keep_stop`: stop words count as terms, for a question made of nothing else.
    """
    candidates = []
    starts = [start for start, _ in passage.structure.sections]
    for line in _parsed(passage.text, passage.table, shape_of(passage)):
        unit = line.unit
        if line.heading:
            above = above if unit.row or line.announces else line.quote
            continue
        start, end = passage.start + unit.start, passage.start + unit.end
        path = ""
        if place := bisect_right(starts, start):
            path = passage.structure.sections[place - 1][1]
        candidates.append(
            ParsedCandidate(
                Candidate(index, start, end, line.quote, unit.row, unit.context, unit.kind),
                line.words,
                line.stems if keep_stop else line.content,
                f"{path}\n{above}" if path else above,
                line.headers,
                line.signs,
            )
        )
    return candidates


@lru_cache(maxsize=512)
def _parsed(body: str, table: str, shape: Shape) -> list[_Line]:
    """Tokenising is the cost of an answer, and the same pages are read again and again: some MB keep the
    last ones.
    """
    stop = text.stop_words()
    found = units(body, table, shape)
    before: sentences.Unit | None = None
    lines = []
    for unit, following in zip_longest(found, found[1:]):
        quote = body[unit.start : unit.end]
        words = text.words(quote)
        stems = [text.stem(word) for word in words]
        content = [stem for word, stem in zip(words, stems, strict=True) if word not in stop]
        heading = _is_heading(unit, quote, before, following, body)
        before = unit
        caption = not heading and _CAPTION.fullmatch(quote) is not None
        heading = heading or caption
        above_rows = following is not None and following.row and quote.endswith(":")
        announces = above_rows or caption or _is_label(quote)
        lines.append(
            _Line(
                unit,
                quote,
                heading,
                announces,
                words,
                stems,
                content,
                stems_of(unit.context),
                signs_of(unit, quote, words),
            )
        )
    return lines


@lru_cache(maxsize=1_024)
def stems_of(line: str) -> frozenset[str]:
    """Stems of what stands above others: a heading, or the caption and column headings of a table."""
    return frozenset(text.stems(line))


def _is_label(quote: str) -> bool:
    """Whether a line is "Note" or "Attention": over the next sentence, and none after it."""
    return quote.rstrip(" :!.").casefold() in _LABELS


def _is_heading(
    unit: sentences.Unit,
    quote: str,
    before: sentences.Unit | None,
    following: sentences.Unit | None,
    body: str,
) -> bool:
    """A heading as its reader found it; else a short line without an end mark above something longer, or
    above a table: it names, does not say.
    """
    if unit.kind == "heading" or following is None:
        return unit.kind == "heading"
    if unit.row:  # the column headings of the rows below
        return following.row and following.context.endswith(quote)
    if unit.kind or not _can_name(quote) or "\n" not in body[unit.end : following.start]:
        return False
    if following.row:
        return True
    longer = following.end - following.start > 1.5 * len(quote)
    return longer and not _tells(unit, quote, before, following, body)


def _can_name(quote: str) -> bool:
    return len(quote) <= _LONGEST_TITLE and quote[-1] not in '.!?…;,»”")' and quote[0] not in "•●▪-–#$>"


def _tells(
    unit: sentences.Unit, quote: str, before: sentences.Unit | None, following: sentences.Unit, body: str
) -> bool:
    """Whether a short line tells a value, or is one of several short lines."""
    if _VALUE.search(quote) or (_LABELLED.match(quote) and _LABELLED.match(body, following.start)):
        return True
    if before is None or before.kind or before.row or body[before.end : unit.start] != "\n":
        return False
    said = body[before.start : before.end]
    return len(said) <= _LONGEST_TITLE and said[-1] not in ".!?…:"
