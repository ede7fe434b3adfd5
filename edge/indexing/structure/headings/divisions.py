"""Divisions of laws, rules, contracts and courses: "Article 4", "CHAPTER II", "Annexe 1 – Tarifs", "2e
partie", "Lesson 1.3".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from edge.indexing.structure.document import Heading
from edge.indexing.structure.headings.line import (
    LEADERS,
    UNDERLINE,
    UNFINISHED,
    begins_paragraph,
    heading,
)
from edge.indexing.structure.headings.numbering import ROMAN
from edge.indexing.structure.text_lines import TextLine

_LONGEST = 120
#: "4", "12-3", "L. 311-3", "4 bis", "II", "A1", "1er".
_NUMBER = (
    rf"(?:(?:(?:[LRDA]\*?\.?\s?)?\d{{1,4}}(?:[.-]\d{{1,3}})*|{ROMAN}|[A-Z]\d{{0,2}})(?i:\s(?:bis|ter|quater|quinquies|sexies|septies|octies))?"
    r"|(?i:1er|premier|première|unique|préliminaire))"
)
#: Divisions of laws, contracts and courses by rank: a part holds chapters, these sections, these articles.
_WORDS = (
    (1, r"part|partie|title|titre|book|livre|schedule|annexe?s?|appendix|appendices|appendice|module"),
    (2, r"chapter|chapitre"),
    (3, r"section|sous-section|division|lesson|leçon|unit|unité|exercise|exercice"),
    (4, r"article|art\.|clause|rule|règle|regle|résolution|resolution|§"),
)
#: "Deuxième résolution", "2e partie".
_ORDINAL = re.compile(
    r"(?:(?:premi[eè]re?|seconde?|deuxi[eè]me|troisi[eè]me|quatri[eè]me|cinqui[eè]me|sixi[eè]me|septi[eè]me"
    r"|huiti[eè]me|neuvi[eè]me|dixi[eè]me|\d{1,2}\s?(?:[eè]re?|[eè](?:me)?|nde?|er))\s+)",
    re.IGNORECASE,
)
DIVISIONS = tuple(
    (
        rank,
        re.compile(
            rf"(?:(?:{words})(?:\s+n[o°º]\.?\s*|\s+|(?=\d)){_NUMBER}|{_ORDINAL.pattern}(?:{words}))(?!\w)(?P<rest>.*)$",
            re.IGNORECASE,
        ),
    )
    for rank, words in _WORDS
)
# "Nom. Il est fondé …": a sentence begins behind the title.
_RUNS_ON = re.compile(r"[^\W\d_]{3}[.;](?:\Z|\s+[A-ZÀ-Þ][^.])")

# What an article is divided into: "4.1  The rent is …", "1) …".
_CLAUSE = re.compile(r"\d{1,3}(?:\.\d{1,3}\s|[.)]\s)")


def divisions(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Articles, chapters, annexes: the word and its number open a paragraph, alone or before a title."""
    for at, line in enumerate(lines):
        if not begins_paragraph(lines, at) or len(line.text) > _LONGEST or not _opens(line.text):
            continue
        for rank, pattern in DIVISIONS:
            match = pattern.match(line.text)
            if match is None or not _can_be_title(match["rest"], line):
                continue
            following = lines[at + 1] if at + 1 < len(lines) else None
            if text := _title(line, match["rest"], following):
                yield heading(line, depth + rank, text)
                break


def _title(line: TextLine, rest: str, following: TextLine | None) -> str:
    """The title that a line opens, whole; "" where it is a sentence that begins with the article it speaks
    of.
    """
    if line.before_blank or following is None or UNDERLINE.fullmatch(following.text):
        return line.text
    if following.before_blank and len(following.text) <= 80 and not UNFINISHED.search(following.text):
        return f"{line.text} {following.text}"  # it goes on in a second line
    named = rest.strip(" .:–—-") or line.text.isupper()
    return line.text if not named or _stands_above(line, rest, following) else ""


def _opens(text: str) -> bool:
    return text[0].isupper() or text[0] == "§" or _ORDINAL.match(text) is not None


def _can_be_title(rest: str, line: TextLine) -> bool:
    """Whether what follows "Article 4" can be its title."""
    if LEADERS.search(line.text):
        return False
    stripped = rest.strip()
    if not stripped:
        return True
    if stripped[0] in ".:–—-)(" or line.text.isupper():
        ended = re.search(r"[a-zà-ÿ][.;]$", stripped[1:])
        return (
            len(stripped) < 100 and not ended and (line.text.isupper() or not _RUNS_ON.search(stripped[1:]))
        )
    return stripped[0].isupper() and not UNFINISHED.search(stripped)


def _stands_above(line: TextLine, rest: str, following: TextLine) -> bool:
    """Whether "ARTICLE 4. RENT", "Article 4 – Rent", "Article 4   Rent" or "Article 4 Rent" above "4.1 …" is
    the title of the text right below it.
    """
    if len(line.text) > 90 or following.text[0].islower() or following.text.isupper():
        return False
    set_apart = rest.strip()[:1] in ".:–—-" or rest.startswith("  ") or _CLAUSE.match(following.text)
    return line.text.isupper() or (bool(set_apart) and not UNFINISHED.search(line.text))
