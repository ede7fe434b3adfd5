"""What the reader sees in passages: which windows are worth reading, and how well each sentence holds an
answer.

A window is a run of a passage's text. A table row is a window of its own, told as `caption. heading: cell;
…`, since a network that was taught prose cannot see which column a bare cell stands in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from edge.engines.onnx.span_model import SpanModel, TokenizedText
from edge.engines.reading import Candidate
from edge.records import Passage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from edge.engines.onnx.span_model import Floats, Integers

#: At most this many windows are read for a question: about 40 ms each on one core.
MAX_WINDOWS = 5

#: And this many rows of tables, the best by lexical signs: short ones.
MAX_ROWS = 3

#: Tokens of an answer, at most (SQuAD's own are 99 % shorter).
LONGEST_SPAN = 30

#: Passages of one question are tokenised up to this many characters each.
MAX_CHARACTERS = 40_000

_CELL = re.compile(r"[^|]+")


@dataclass(frozen=True, slots=True)
class SentenceEvidence:
    """A sentence as the reader saw it. `margin`: logit of its best span over "no answer"; `share`: that
    span's part of all spans of the sentence; `span`: its place in the page; `answerable`: the logit of its
    window.
    """

    margin: float
    answerable: float
    share: float
    span: tuple[int, int]
    window: int


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens `[first, last)` of a passage's own, and the candidates that lie in them."""

    passage: int
    first: int
    last: int
    inside: Integers


def read(
    model: SpanModel,
    question: str,
    passages: Sequence[Passage],
    candidates: Sequence[Candidate],
    worth: NDArray[np.float64],
) -> list[SentenceEvidence | None]:
    """For each candidate what the reader saw there, None where it did not look.

    `worth` (candidates,) tells where to look first: the windows whose best candidate is worth most are read;
    a candidate worth minus infinity is never looked at.
    """
    question_tokens = model.tokens(question)
    chosen = [c.passage for c, value in zip(candidates, worth, strict=True) if np.isfinite(value)]
    tokens = {p: model.tokens(passages[p].text[:MAX_CHARACTERS]) for p in sorted(set(chosen))}
    prose = np.array([not c.row for c in candidates], bool) & np.isfinite(worth)
    windows = [
        window
        for p, held in tokens.items()
        for window in cut(p, held, model.room(question_tokens), passages[p], candidates)
        if prose[window.inside].any()
    ]
    windows.sort(key=lambda window: -float(worth[window.inside][prose[window.inside]].max()))
    seen: list[SentenceEvidence | None] = [None] * len(candidates)
    for number, window in enumerate(windows[:MAX_WINDOWS]):
        held = tokens[window.passage]
        logits = model.read(question_tokens, held.ids[window.first : window.last])
        offsets = held.offsets[window.first : window.last]
        base = passages[window.passage].start
        for c in window.inside[prose[window.inside]].tolist():
            candidate = candidates[c]
            span = best_span(logits.start, logits.end, offsets, candidate.start - base, candidate.end - base)
            before = seen[c]
            if span is not None and (before is None or span[0] > before.margin):
                margin, share, start, end = span
                seen[c] = SentenceEvidence(
                    margin, logits.answerable, share, (base + start, base + end), number
                )
    rows = [
        c for c in np.argsort(-worth, kind="stable").tolist() if candidates[c].row and np.isfinite(worth[c])
    ]
    for number, c in enumerate(rows[:MAX_ROWS], MAX_WINDOWS):
        seen[c] = _read_row(model, question_tokens, candidates[c], number)
    return seen


def cut(
    passage: int, held: TokenizedText, room: int, text: Passage, candidates: Sequence[Candidate]
) -> list[Window]:
    """The windows of a passage: one when it fits `room` tokens, else several that overlap by half.

    A candidate belongs to the windows it lies in whole; one longer than half a window to all it touches.
    """
    count = len(held.ids)
    starts = [0] if count <= room else list(range(0, count - room // 2, max(1, room // 2)))
    windows = []
    for first in starts if count else []:
        last = min(count, first + room)
        start = text.start + (int(held.offsets[first, 0]) if first else 0)
        end = text.start + int(held.offsets[last - 1, 1])
        inside = [
            n
            for n, c in enumerate(candidates)
            if c.passage == passage
            and c.start < end
            and c.end > start
            and ((c.start >= start and c.end <= end) or c.end - c.start > (end - start) // 2)
        ]
        windows.append(Window(passage, first, last, np.array(inside, np.int64)))
    return windows


def best_span(
    start: Floats, end: Floats, offsets: Integers, first: int, last: int
) -> tuple[float, float, int, int] | None:
    """(logit, share among the sentence's spans, first character, end character) of the best span in
    characters `[first, last)`; None when no token lies there.
    """
    held = np.flatnonzero(
        (offsets[:, 0] >= first) & (offsets[:, 1] <= last) & (offsets[:, 1] > offsets[:, 0])
    )
    if not len(held):
        return None
    scores = start[held][:, None] + end[held][None, :]
    far = np.arange(len(held))[None, :] - np.arange(len(held))[:, None]
    scores = np.where((far >= 0) & (far < LONGEST_SPAN), scores, -np.inf)
    a, b = divmod(int(scores.argmax()), len(held))
    best = float(scores[a, b])
    share = 1.0 / float(np.exp(scores - best).sum())
    return best, share, int(offsets[held[a], 0]), int(offsets[held[b], 1])


def _read_row(
    model: SpanModel, question: TokenizedText, candidate: Candidate, number: int
) -> SentenceEvidence | None:
    """The best cell of a row, or run of words inside one."""
    sentence, cells = tell(candidate)
    tokens = model.tokens(sentence)
    room = model.room(question)
    logits = model.read(question, tokens.ids[:room])
    best: SentenceEvidence | None = None
    for place, start, length in cells:
        best_cell = best_span(logits.start, logits.end, tokens.offsets[:room], place, place + length)
        if best_cell is not None and (best is None or best_cell[0] > best.margin):
            margin, share, first, last = best_cell
            span = (candidate.start + start + first - place, candidate.start + start + last - place)
            best = SentenceEvidence(margin, logits.answerable, share, span, number)
    return best


def tell(row: Candidate) -> tuple[str, list[tuple[int, int, int]]]:
    """A row as a sentence, and its cells: (place in the sentence, place in the row, length)."""
    *above, last = row.context.split("\n")
    headings = [cell.strip() for cell in last.strip().strip("|").split("|")] if "|" in last else []
    caption = " ".join(part.strip() for part in (above if headings else [row.context]) if part.strip())
    sentence = f"{caption}. " if caption else ""
    cells = []
    bodies = [match for match in _CELL.finditer(row.text) if match.group().strip()]
    for n, match in enumerate(bodies):
        body = match.group().strip()
        start = match.start() + match.group().index(body)
        if len(headings) == len(bodies):
            sentence += f"{headings[n]}: "
        cells.append((len(sentence), start, len(body)))
        sentence += f"{body}; " if n < len(bodies) - 1 else f"{body}."
    return sentence, cells
