"""Which part of a copy answers which question: by the labels that students write before their answers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from edge.records import MarkingScale, StudentCopy
from edge.text.any_of import any_of
from edge.text.tokens import fold

_PREFIX = (
    r"(?:questions?|q|exercices?|exercises?|exo|ex|answers?|responses?|r[ée]ponses?|r|n°|no|num[ée]ro"
    r"|probl[èe]me|problem)"
)
_KEY = re.compile(rf"^{_PREFIX}?[\s.°_-]*(?=[\da-z])", re.IGNORECASE)
_DECORATION = r"^[ \t>*#_(\[-]*"


@dataclass(frozen=True, slots=True)
class Answers:
    """`texts` by question id, "" where none was found. `labelled`: labels were found at all; without them
    every question gets the whole copy. `twice`: questions whose label stands there more than once.
    """

    texts: dict[str, str]
    labelled: bool = True
    twice: tuple[str, ...] = ()
    pages: dict[str, int] | None = None


def find(copy: StudentCopy, scale: MarkingScale) -> Answers:
    """The answers of a copy. A label is a question's id at the start of a line, with `Question`, `Q`, `Ex` …
    before it or a mark behind it. Where some labels have such a word, bare numbers are lists within answers.
    """
    ids = [question.id for question in scale.questions]
    if copy.answers is not None:
        given = {fold(key).strip(): text for key, text in copy.answers.items()}
        keyed = {key(name): text for name, text in copy.answers.items()}
        return Answers({one: given.get(fold(one).strip(), keyed.get(key(one), "")) for one in ids})
    text = copy.text
    keys = {key(one): one for one in ids}
    found = _labels(text, keys)
    if not found:
        return Answers(dict.fromkeys(ids, text), labelled=len(ids) == 1)
    texts: dict[str, list[str]] = {one: [] for one in ids}
    ends = [start for start, _, _ in found[1:]] + [len(text)]
    for (_, begin, question), end in zip(found, ends, strict=True):
        texts[question].append(text[begin:end].strip())
    starts = {question: start for start, _, question in reversed(found)}
    return Answers(
        {one: "\n".join(filter(None, parts)) for one, parts in texts.items()},
        twice=tuple(one for one, parts in texts.items() if len(parts) > 1),
        pages={one: _page(copy, at) for one, at in starts.items()},
    )


def _labels(text: str, keys: dict[str, str]) -> list[tuple[int, int, str]]:
    """(start of the label, end of it, question) in order."""
    bare = any_of(keys)
    worded = re.compile(
        rf"{_DECORATION}{_PREFIX}[\s.°_-]*(?:(?:n°|no\.?)\s*)?(?P<key>{bare})(?!\w)"
        r"[ \t]*[*_]*[.)\]:/\-–—°]*[*_]*",
        re.IGNORECASE | re.MULTILINE,
    )
    marked = re.compile(
        rf"{_DECORATION}(?P<key>{bare})[*_]*(?:[ \t]*[.)\]:\-–—°]+[*_]*(?![\d])|/(?=[ \t]))",
        re.IGNORECASE | re.MULTILINE,
    )
    for pattern in (worded, marked):
        if matches := list(pattern.finditer(text)):
            return [(it.start(), it.end(), keys[fold(it["key"])]) for it in matches]
    return []


def key(identity: str) -> str:
    """An id without the word before it: Q1, Question 1 and 1 are one."""
    plain = fold(identity).strip()
    return _KEY.sub("", plain, count=1) or plain


def _page(copy: StudentCopy, at: int) -> int:
    for page in copy.pages:
        if at <= len(page.text) + 1:
            return page.number
        at -= len(page.text) + 2
    return copy.pages[-1].number if copy.pages else 1
