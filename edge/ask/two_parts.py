"""Questions that ask two things: the best quote for each, or which of the two is missing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from edge.records import Choice, Draft
from edge.text import tokens

#: What opens a second question after "and".
_ASKS = (
    r"(?:(?:up to|to|from|by|at|in|on|for|of|until|with|jusqu['’]à|à partir de|à|de|en|dans|"
    r"sous|pour|sur|par)\s)?"
    r"(?:who|whom|what|when|where|which|how|why|is|are|can|may|must|do|does|will|"
    r"qui|que|quoi|quel(?:le)?s?|(?:les?|la)quel(?:le)?s?|quand|où|combien|comment|pourquoi|est-ce|faut-il|"
    r"peut-on|puis-je|dois-je|est-il|est-elle|y a-t-il)\b"
)
_SPLIT = re.compile(
    rf"(?<=\w)\s?\?{{1,3}}\s{{1,3}}(?:(?:and|et)\s)?(?=(?-i:[A-ZÀ-Þ])|{_ASKS})|"
    rf"(?<!\s)\s?,?\s(?:and|et)\s(?=(?:also\s|aussi\s)?{_ASKS})",
    re.IGNORECASE,
)
#: Content words of the other part that each is asked with.
_SUBJECT = 6


class TwoParts(NamedTuple):
    """The two questions, each with the words of the other on a line of its own, as a follow-up has them."""

    first: str
    second: str


def parts(question: str) -> TwoParts | None:
    """The two things that a question asks; None where it asks one."""
    line, newline, _ = question.partition("\n")
    found = [part.strip(" ,?;") for part in _SPLIT.split(line) if part and part.strip(" ,?;")]
    if newline or len(found) != 2 or not tokens.terms(found[0]):
        return None
    first, second = found
    return TwoParts(_with(first, second), _with(second, first))


def _with(part: str, other: str) -> str:
    own = {tokens.stem(word) for word in tokens.terms(part)}
    more = [word for word in dict.fromkeys(tokens.terms(other)) if tokens.stem(word) not in own]
    return "\n".join([f"{part}?", *([" ".join(more[:_SUBJECT])] if more else [])])


def both(
    draft: Draft, asked: TwoParts, choose: Callable[[str], Draft], sure: Callable[[Draft], bool]
) -> tuple[Draft, str]:
    """The draft with the best quote for the part that its first does not answer in the second place, and that
    part where nothing is sure to answer it (else empty). `choose` asks an engine of the same passages.
    """
    if not draft.choices or draft.answer is not None:
        return draft, ""
    best = draft.choices[0]
    for part in (asked.second, asked.first):
        other = choose(part)
        if not other.choices or _same(other.choices[0], best):
            continue
        if not sure(other):
            return draft, part.partition("\n")[0]
        found = msgspec.structs.replace(other.choices[0], probability=best.probability)
        rest = [choice for choice in draft.choices[1:] if not _same(choice, found)]
        return msgspec.structs.replace(draft, choices=[best, found, *rest]), ""
    return draft, ""


def _same(one: Choice, other: Choice) -> bool:
    """Whether one place lies in the other."""
    if one.passage != other.passage:
        return False
    return (one.start <= other.start and other.end <= one.end) or (
        other.start <= one.start and one.end <= other.end
    )
