"""What a question asks for, read by rules: content terms, names, the kind of answer it expects.

Everything bound to a language stands in `assets/questions.toml`, for English and French. The kinds are
those whose answers can be recognised on the page: a number, a date, a name, a place...
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from edge import paths
from edge.text import tokens as text

NAME = re.compile(r"(?<![.!?:•]\s)(?<=[\s(\"«“'’-])[A-ZÀ-Þ][^\W_]+")
_PLACES = re.compile(
    r"\b(?:in|at|near|from|to|on|of|across|around|à|au|aux|en|dans|près de|sur|vers|chez|de|du|d['’])\s*"
    r"(?:the |la |le |l['’])?[A-ZÀ-Þ][\w'’-]+"
)
_FOCUS = re.compile(
    r"\b(?:what|which|whose|quel|quelle|quels|quelles)\s+(?:(?:was|is|were|are|est|sont|etait)\s+)?"
    r"(?:(?:the|a|an|le|la|les|l|un|une)\s+)?([^\W_]+)"
)
_QUOTED = re.compile(r"[\"«“]\s{0,9}([^\"»”]{2,60}?)\s{0,9}[\"»”]")
_NUMERIC = re.compile(r"\d+(?:[.,:/]\d+)*")


@dataclass(frozen=True, slots=True)
class Tables:
    """`assets/questions.toml`, compiled."""

    kinds: dict[str, re.Pattern[str]]
    words: dict[str, frozenset[str]]


@cache
def tables() -> Tables:
    """The language tables, read once."""
    read = tomllib.loads(paths.asset("questions.toml").read_text(encoding="utf-8"))
    return Tables(
        kinds={kind: re.compile(rf"\b(?:{'|'.join(forms)})(?!\w)") for kind, forms in read["asked"].items()},
        words={name: frozenset(listed.split()) for name, listed in read["words"].items()},
    )


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question as the scorer sees it. `terms` are distinct stems in order; `names` are stems that must be
    met.
    """

    text: str
    words: tuple[str, ...]
    terms: tuple[str, ...]
    surface: tuple[str, ...]  # one folded word for each term
    names: frozenset[str]
    kinds: frozenset[str]
    focus: str
    negated: bool
    stems: frozenset[str]  # the terms as a set
    word_set: frozenset[str]  # the words as a set
    pairs: frozenset[tuple[str, str]]  # neighbouring terms


def read(question: str) -> ParsedQuestion:
    """Read a question. One made of stop words only keeps them as its terms.

    What follows a line end only adds terms: content words of an earlier turn (`ask.question.follow_up`);
    the lines after that say what the earlier turn asked for.
    """
    question, _, before = question.partition("\n")
    before, *asked = before.split("\n")
    words = text.words(question)
    stop = text.stop_words()
    content = [word for word in words if word not in stop] or words
    by_stem: dict[str, str] = {}
    for word in content:
        by_stem.setdefault(text.stem(word), word)
    for word in text.terms(before):
        by_stem.setdefault(text.stem(word), word)
    flat = " ".join(words)
    found = {kind for line in (question, *asked) for kind in _kinds(line)}
    focus = _FOCUS.search(flat)
    return ParsedQuestion(
        text=question,
        words=tuple(words),
        terms=tuple(by_stem),
        surface=tuple(by_stem.values()),
        names=frozenset(text.stem(word) for entity in entities(question) for word in text.words(entity))
        & by_stem.keys(),
        kinds=frozenset(found),
        focus=text.stem(focus[1]) if focus and focus[1] not in stop else "",
        negated=marks("negations", words),
        stems=frozenset(by_stem),
        word_set=frozenset(words),
        pairs=frozenset(pairwise(by_stem)),
    )


def _kinds(question: str) -> dict[str, str]:
    """Kinds of answer that are asked for, each with the words that say so."""
    flat = " ".join(text.words(question))
    found = {kind: pattern.search(flat) for kind, pattern in tables().kinds.items()}
    kinds = {kind: match[0] for kind, match in found.items() if match}
    if "où" in re.split(r"[\W_]+", question.lower()):  # folded, it would be "ou" (or)
        kinds["where"] = "où"
    return kinds


def kinds(question: str) -> frozenset[str]:
    """Kinds of answer that a question asks for."""
    return frozenset(_kinds(question))


def asks(question: str) -> list[str]:
    """The words by which a question says what it asks for; none where it does not."""
    return list(dict.fromkeys(_kinds(question).values()))


def entities(question: str) -> list[str]:
    """Quoted phrases, capitalised names and numbers of a question, in order, without repeats."""
    names = [match[1] for match in _QUOTED.finditer(question)]
    names += NAME.findall(" " + question[:1].lower() + question[1:])
    names += _NUMERIC.findall(question)
    return list(dict.fromkeys(names))


def marks(table: str, words: Iterable[str]) -> bool:
    """Whether any folded word stands in a table of `questions.toml`."""
    return not tables().words[table].isdisjoint(words)


def is_number(word: str) -> bool:
    """Whether a folded word states a quantity."""
    return word[0].isdigit() or word in tables().words["numbers"]


def is_date(word: str) -> bool:
    """Whether a folded word dates something: a year, a month, a day."""
    if word.isdigit():
        return len(word) == 4 and word[0] in "12"
    return word in tables().words["calendar"]


def has_place(sentence: str) -> bool:
    """Whether a preposition is followed by a capitalised name."""
    return _PLACES.search(sentence) is not None
