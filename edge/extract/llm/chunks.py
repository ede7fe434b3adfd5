"""A message in parts that a model can read at once. Every character is in a part or reported as unread."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from edge.text.spans import Span

#: Where to cut, best first: between paragraphs, lines, sentences, words.
_ENDS = (re.compile(r"\n[ \t\r]*\n"), re.compile(r"\n"), re.compile(r"[.!?…][\"'»”)]*\s"), re.compile(r"\s"))


@dataclass(frozen=True, slots=True)
class MessageChunk:
    """`new`: spans of the body by this message's author. `old`: quoted history that is shown beside them."""

    new: tuple[Span, ...]
    old: tuple[Span, ...] = ()

    @property
    def read(self) -> list[Span]:
        return [*self.new, *self.old]

    @property
    def chars(self) -> int:
        return sum(end - start for start, end in self.read)


@dataclass(frozen=True, slots=True)
class ChunkLimits:
    """How a message is cut for a model: characters read at once, characters that two parts share, and the
    most parts; the rest is reported as unread.
    """

    chars: int = 6_000
    overlap: int = 400
    most: int = 12


def parts(
    body: str, fresh: Sequence[Span], *, size: int, overlap: int, most: int
) -> tuple[list[MessageChunk], list[Span]]:
    """(at most `most` parts of at most `size` characters, the spans that are in none of them).

    The author's own text (`fresh`, or the whole body where nothing is marked) comes first, in parts that
    begin `overlap` characters before the end of the part before. Quoted history follows as far as the last
    part has room. An empty body is one empty part: there is still a subject.
    """
    own = _clean(fresh, len(body)) or [(0, len(body))]
    chunks: list[MessageChunk] = []
    unread: list[Span] = []
    spans: list[Span] = []
    room = size
    for first, end in own:
        at = done = first
        while at < end:
            if len(chunks) >= most:
                unread.append((done, end))
                break
            if end - at <= room:
                spans.append((at, end))
                room -= end - at
                break
            # A rest that is too small for much is left empty; an empty part takes what fits.
            cut = at if spans and room < size // 4 else _cut(body, at, at + room)
            if cut > at:
                spans.append((at, cut))
            chunks.append(MessageChunk(tuple(spans)))
            spans, room = [], size
            if cut > at:  # at most half of it is read twice, so that there is always progress
                at, done = _back(body, cut - min(overlap, (cut - at) // 2), cut), cut
    if spans or not chunks:
        chunks.append(MessageChunk(tuple(spans)))
    old, more = _history(body, own, size - chunks[-1].chars)
    chunks[-1] = MessageChunk(chunks[-1].new, tuple(old))
    return chunks, sorted(span for span in (*unread, *more) if body[slice(*span)].strip())


def halves(body: str, part: MessageChunk, overlap: int) -> tuple[list[MessageChunk], list[Span]]:
    """A part that was too long for the window in smaller ones, without its history: that is unread now."""
    size = max(sum(end - start for start, end in part.new) // 2 + 1, 1)
    chunks, _ = parts(body, part.new, size=size, overlap=min(overlap, size // 4), most=1_000)
    unread = [span for span in part.old if body[slice(*span)].strip()]
    return [MessageChunk(one.new) for one in chunks], unread


def _clean(spans: Sequence[Span], length: int) -> list[Span]:
    """Spans in order, inside the body, without overlaps or empty ones."""
    clean: list[Span] = []
    for start, end in sorted(spans):
        first = max(start, clean[-1][1] if clean else 0)
        if first < min(end, length):
            clean.append((first, min(end, length)))
    return clean


def _cut(body: str, start: int, limit: int) -> int:
    """The best place to end a part that begins at `start` and may reach `limit`: in its second half."""
    half = start + (limit - start + 1) // 2
    for pattern in _ENDS:
        best = 0
        for match in pattern.finditer(body, half, limit):
            best = match.end()
        if best:
            return best
    return max(limit, start + 1)


def _back(body: str, earliest: int, cut: int) -> int:
    """Where the next part begins: at a sentence or word between `earliest` and `cut`."""
    for pattern in _ENDS[1:]:
        if match := pattern.search(body, earliest, cut):
            return match.end()
    return earliest if earliest < cut else cut


def _history(body: str, own: Sequence[Span], room: int) -> tuple[list[Span], list[Span]]:
    """(what of the quoted history fits, what does not)."""
    shown, left = [], []
    ends = [0, *(end for _, end in own)]
    starts = [*(start for start, _ in own), len(body)]
    for start, end in zip(ends, starts, strict=True):
        if start >= end:
            continue
        # White space alone between two spans costs no room and holds nothing to read.
        if not body[start:end].strip():
            continue
        cut = end if end - start <= room else _cut(body, start, start + room) if room > 40 else start
        if cut > start:
            shown.append((start, cut))
            room -= cut - start
        if cut < end:
            left.append((cut, end))
    return shown, left
