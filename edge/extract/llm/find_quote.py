"""From a model's quote to the place in the original text: exactly, then folded, then almost; else nowhere.

What is returned is always the text of the message, never the model's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from edge.extract.llm import approximate
from edge.records import Found, Message, Where
from edge.text.fold import FoldedText
from edge.text.spans import Span

#: A quote with fewer folded characters is not searched for with errors, nor with more than one in so many.
MIN_FUZZY = 12
ONE_IN = 6

#: So many places of one quote are looked at, from the top.
MAX_PLACES = 200

_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class QuotePlace:
    """`quote` is the text of the place. `start` and `end` are code points into the body, None elsewhere."""

    quote: str = ""
    start: int | None = None
    end: int | None = None
    where: Where = "body"
    found: Found = ""


NOWHERE = QuotePlace()


class QuoteFinder:
    """Finds quotes in one message; what is folded once serves all of them."""

    def __init__(self, message: Message) -> None:
        self._body = message.body
        self._fresh = message.fresh
        self._others: list[tuple[Where, str]] = [("subject", message.subject)]
        for invitation in message.invitations:
            self._others += [("invitation", invitation.summary), ("invitation", invitation.location)]

    @cached_property
    def _folded(self) -> FoldedText:
        return FoldedText(self._body, single_spaces=True)

    def find(self, quote: str, read: Sequence[Span] = ()) -> QuotePlace:
        """The place of a quote. `read`: spans of the body that the model saw, preferred and the only ones
        searched with errors; all of it by default. Of several places one in the author's own text is
        preferred, then one that was read, then whole words, then the first.
        """
        quote = quote.strip()
        if not quote:
            return NOWHERE
        if spans := list(_places(quote, self._body)):
            return self._body_place(self._preferred(spans, read), "exact")
        pattern = FoldedText(quote, single_spaces=True).text
        if not pattern:
            return NOWHERE
        folded = self._folded
        if spans := [folded.back(*span) for span in _places(pattern, folded.text) if folded.whole(*span)]:
            return self._body_place(self._preferred(spans, read), "folded")
        for where, text in self._others:
            if place := _elsewhere(quote, pattern, where, text):
                return place
        return self._almost(pattern, read)

    def _almost(self, pattern: str, read: Sequence[Span]) -> QuotePlace:
        if len(pattern) < MIN_FUZZY:
            return NOWHERE
        best: tuple[int, int, int] | None = None
        for start, end in _fresh_first(read, self._fresh) or [(0, len(self._body))]:
            first, last = self._folded.at(start), self._folded.at(end)
            hit = approximate.search(pattern, self._folded.text[first:last], len(pattern) // ONE_IN)
            if hit and (best is None or hit[2] < best[2]):
                best = hit[0] + first, hit[1] + first, hit[2]
        if best is None or best[0] >= best[1]:
            return NOWHERE
        text = self._folded.text
        start, end = _whole_words(text, best[0], best[1])
        # A figure that is not the same is another figure, however alike the words around it are.
        if start >= end or _DIGITS.findall(text[start:end]) != _DIGITS.findall(pattern):
            return NOWHERE
        return self._body_place(self._folded.back(start, end), "fuzzy")

    def _body_place(self, span: Span, how: Found) -> QuotePlace:
        start, end = span
        return QuotePlace(self._body[start:end], start, end, "body", how)

    def _preferred(self, spans: Sequence[Span], read: Sequence[Span]) -> Span:
        return min(
            spans,
            key=lambda span: (
                bool(self._fresh) and not _inside(span, self._fresh),
                bool(read) and not _inside(span, read),
                not _bounded(self._body, *span),
                span[0],
            ),
        )


def _places(pattern: str, text: str) -> Iterator[Span]:
    at = text.find(pattern)
    for _ in range(MAX_PLACES):
        if at < 0:
            return
        yield at, at + len(pattern)
        at = text.find(pattern, at + 1)


def _elsewhere(quote: str, pattern: str, where: Where, text: str) -> QuotePlace | None:
    """The quote in a text that spans do not point into."""
    if quote in text:
        return QuotePlace(quote, where=where, found="exact")
    folded = FoldedText(text, single_spaces=True)
    at = folded.text.find(pattern)
    if at < 0 or not folded.whole(at, at + len(pattern)):
        return None
    start, end = folded.back(at, at + len(pattern))
    return QuotePlace(text[start:end], where=where, found="folded")


def _inside(span: Span, spans: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)


def _fresh_first(read: Sequence[Span], fresh: Sequence[Span]) -> list[Span]:
    """Read spans, those in the author's own text first; empty ones left out."""
    spans = [span for span in read if span[0] < span[1]]
    return sorted(spans, key=lambda span: bool(fresh) and not _inside(span, fresh))


def _bounded(text: str, start: int, end: int) -> bool:
    """The span does not begin or end inside a word."""
    return not _joined(text, start) and not _joined(text, end)


def _joined(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def _whole_words(text: str, start: int, end: int) -> Span:
    """The span widened to the ends of its words, without white space at its ends."""
    while _joined(text, start):
        start -= 1
    while _joined(text, end):
        end += 1
    while start < end and text[start] == " ":
        start += 1
    while start < end and text[end - 1] == " ":
        end -= 1
    return start, end
