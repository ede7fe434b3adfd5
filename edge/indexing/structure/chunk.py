"""Cutting a page into chunks: at headings and paragraphs, else sentences, else words; tables stay whole.

The size is in tokens at 4 characters each, which is close enough to every tokenizer we feed: a chunk is
a unit of search, not of prompting.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from edge.text.spans import Span

#: On the mean. `text.tokens` has the least, for what must fit a prompt.
CHARS_PER_TOKEN = 4

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_LINE = re.compile(r"\n\s*")
_SENTENCE = re.compile(r"(?<=[.!?…;:])[»”\")\]]*\s+")
_WORD = re.compile(r"\s+")


def cut(text: str, tokens: int, *, tables: Sequence[Span] = (), starts: Sequence[int] = ()) -> list[Span]:
    """Spans of chunks of `tokens` to 1.5 × `tokens`, in order, covering every character but white space.

    `tables`: spans kept whole when under 2 × the size. `starts`: offsets (headings) where a new chunk is
    preferred. Each span begins and ends on a character that is not white space.
    """
    size = max(1, tokens) * CHARS_PER_TOKEN
    pieces = _pieces(text, size, [span for span in tables if 0 < span[1] - span[0] < 2 * size])
    return _pack(pieces, size, sorted(starts))


def _pieces(text: str, size: int, whole: list[Span]) -> list[Span]:
    """The smallest spans that may not be cut further, in order: paragraphs where they fit, else finer."""
    pieces: list[Span] = []
    position = 0
    for start, end in sorted(whole):
        if start >= position:
            pieces += _split(text, position, start, size, (_PARAGRAPH, _LINE, _SENTENCE, _WORD))
            pieces += _trimmed(text, start, end)
            position = end
    return pieces + _split(text, position, len(text), size, (_PARAGRAPH, _LINE, _SENTENCE, _WORD))


def _split(text: str, start: int, end: int, size: int, cutters: tuple[re.Pattern[str], ...]) -> list[Span]:
    """Cut `text[start:end]` at the first cutter; what is still too long, at the next; at last, by length."""
    spans: list[Span] = []
    for piece in _between(text, start, end, cutters[0]):
        if piece[1] - piece[0] <= size:
            spans.append(piece)
        elif len(cutters) > 1:
            spans += _split(text, *piece, size, cutters[1:])
        else:
            steps = range(piece[0], piece[1], size)
            spans += [(at, min(at + size, piece[1])) for at in steps]
    return spans


def _between(text: str, start: int, end: int, cutter: re.Pattern[str]) -> list[Span]:
    spans: list[Span] = []
    for match in cutter.finditer(text, start, end):
        spans += _trimmed(text, start, match.start())
        start = match.end()
    return spans + _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> list[Span]:
    """The span without white space at its ends; none if nothing is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return [(start, end)] if start < end else []


def _pack(pieces: list[Span], size: int, starts: list[int]) -> list[Span]:
    """Join neighbouring pieces up to `size`; a heading closes a chunk that is at least half full."""
    chunks: list[Span] = []
    for start, end in pieces:
        if chunks:
            first, last = chunks[-1]
            opens = bisect_right(starts, start) > bisect_right(starts, last)
            if end - first <= size and not (opens and last - first >= size // 2):
                chunks[-1] = (first, end)
                continue
        chunks.append((start, end))
    # A short tail is worth more beside its neighbour than alone, unless it is a section of its own.
    if len(chunks) > 1 and chunks[-1][1] - chunks[-1][0] < size // 2 and chunks[-1][0] not in starts:
        joined = (chunks[-2][0], chunks[-1][1])
        if joined[1] - joined[0] <= size + size // 2:
            chunks[-2:] = [joined]
    return chunks
