"""Clauses whose title stands in front of what they say: "4. Redistribution. You may reproduce …", or on a
line that ends as a sentence does: "0. Definitions."; and articles that begin so: "Art. 4 - Rent. It is …".

Steps of a list look alike ("1. Open the tap. Wait."), so a title's words begin with capitals, and three at
least must count on from nought or one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from edge.indexing.structure.text_lines import TextLine

_CLAUSE = re.compile(
    r"(?P<label>\d{1,3}+(?:\.\d{1,3}+){0,3}+)[.)]?\s+(?P<title>[^\W\d_][^.:;\n|]{2,79}?)(?P<end>[.:]|\s[–—-])(?:\s+[A-Z\u00c0-\u00de\"“«(]|\s*\Z)"
)
_ARTICLE = re.compile(
    r"(?P<label>(?i:article|art\.|clause|section|rule|règle|résolution|resolution|§)\s*(?i:n[o°]\.?\s*)?"
    r"(?P<number>1er|premier|\d{1,4}))(?:\.?\s+[–—-]|\s?[.:])\s+(?P<text>[^\W\d_a-zß-öø-ÿ].*)"
)
#: The title between "Article 4 –" and its first sentence: some words without a figure.
_NAME = re.compile(r"[^\W\d_][^.:;\d|]{2,59}(?=[.:]\s+[^\W\d_a-zß-öø-ÿ])")
#: The same, and nothing behind it.
_ALONE = re.compile(r"[^\W\d_][^.:;\d|]{2,79}[.:]?")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
#: Words of a title that are written small.
_SMALL = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "nor",
        "not",
        "of",
        "off",
        "on",
        "or",
        "over",
        "per",
        "than",
        "that",
        "the",
        "these",
        "this",
        "to",
        "under",
        "upon",
        "with",
        "without",
    ]
)
_MOST_WORDS = 10
_MOST_NAME = 6  # words
_LEAST = 3  # clauses that count on
_SKIPPED = 2  # from one to the next: one whose title is none of these may stand between
_LEAST_LETTERS = 4  # of a title of one word


class NumberedClause(NamedTuple):
    """Page (from 0), offset, number of parts of its number, and title with its number."""

    page: int
    start: int
    parts: int
    title: str


def clauses(pages: Sequence[Sequence[TextLine]]) -> list[NumberedClause]:
    """The clauses of a document, given the lines of each page."""
    found: list[NumberedClause] = []
    for parts in range(1, 5):
        for run in _runs(_candidates(pages, parts)):
            if len(run) >= _LEAST:
                found += run
    return found + _articles(pages)


def _articles(pages: Sequence[Sequence[TextLine]]) -> list[NumberedClause]:
    """Articles that open the paragraph of their text. Titles are told only where most have one: else the
    first words of a rule would be taken for it, and nobody could quote them.
    """
    found: list[tuple[tuple[int, ...], NumberedClause]] = []
    titled: list[str] = []
    for page, lines in enumerate(pages):
        for line in lines:
            match = _ARTICLE.match(line.text) if line.after_blank else None
            if match is None:
                continue
            number = int(match["number"]) if match["number"].isdecimal() else 1
            found.append(((number,), NumberedClause(page, line.start + line.indent, 1, match["label"])))
            titled.append(_titled(line, match))
    if 2 * sum(map(bool, titled)) > len(found):
        found = [
            (number, clause._replace(title=title or clause.title))
            for (number, clause), title in zip(found, titled, strict=True)
        ]
    return [clause for run in _runs(found, whole=False) if len(run) >= _LEAST for clause in run]


def _titled(line: TextLine, article: re.Match[str]) -> str:
    """An article with its title, "" where it has none. On a line of its own the title may be longer, and may
    end as a sentence does: "Section 4 – Rights in databases."
    """
    text = article["text"]
    if line.before_blank and _ALONE.fullmatch(text) and _is_title(text):
        return line.text
    name = _NAME.match(text)
    return (
        line.text[: article.start("text") + name.end()] if name and len(name[0].split()) <= _MOST_NAME else ""
    )


def _candidates(
    pages: Sequence[Sequence[TextLine]], parts: int
) -> Iterator[tuple[tuple[int, ...], NumberedClause]]:
    for page, lines in enumerate(pages):
        for at, line in enumerate(lines):
            if not line.after_blank or not line.text[0].isdecimal():
                continue
            following = "" if line.before_blank or at + 1 == len(lines) else lines[at + 1].text
            match = _CLAUSE.match(f"{line.text} {following}".strip())
            if match is None or not _is_title(match["title"]):
                continue
            label = tuple(map(int, match["label"].split(".")))
            if len(label) == parts:
                title = f"{match[0][: match.end('title')]}"
                yield label, NumberedClause(page, line.start + line.indent, parts, title)


def _runs(
    candidates: Iterable[tuple[tuple[int, ...], NumberedClause]], *, whole: bool = True
) -> Iterator[list[NumberedClause]]:
    """Clauses that count on, one after the other; a subordinate count begins anew under the next number.
    `whole`: a run begins with nought or one.
    """
    run: list[NumberedClause] = []
    last: tuple[int, ...] = ()
    for label, clause in candidates:
        onward = bool(run) and (
            (label[:-1] == last[:-1] and 0 < label[-1] - last[-1] <= _SKIPPED)
            or (label[:-1] > last[:-1] and label[-1] <= 1)
        )
        if onward or (not run and (label[-1] <= 1 or not whole)):
            run.append(clause)
            last = label
        elif label[-1] <= 1 or not whole:
            yield run
            run, last = [clause], label
    yield run


def _is_title(title: str) -> bool:
    words = _WORD.findall(title)
    if not words or len(words) > _MOST_WORDS or title.rstrip().endswith(","):
        return False
    if len(words) == 1:
        return len(words[0]) >= _LEAST_LETTERS and words[0][0].isupper()
    return all(word[0].isupper() or word in _SMALL for word in words) and words[-1] not in _SMALL
