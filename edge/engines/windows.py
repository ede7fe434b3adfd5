"""What the reader sees in passages: which windows are worth reading, and how well each sentence holds an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from edge.engines.reading import Candidate
from edge.engines.span_model import SpanModel, Tokens
from edge.records import Passage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from edge.engines.span_model import Floats, Integers

#: At most this many windows are read for a question: about 40 ms each on one core.
MAX_WINDOWS = 5

#: Tokens of an answer, at most (SQuAD's own are 99 % shorter).
LONGEST_SPAN = 30

#: Passages of one question are tokenised up to this many characters each.
MAX_CHARACTERS = 40_000


@dataclass(frozen=True, slots=True)
class Seen:
    """A sentence as the reader saw it. `margin`: logit of its best span over "no answer"; `share`: that span's part
    of all spans of the sentence; `span`: the span in the page; `answerable`: the logit of its window."""

    margin: float
    answerable: float
    share: float
    span: tuple[int, int]
    window: int


@dataclass(frozen=True, slots=True)
class _Window:
    passage: int
    first: int  # token of the passage
    last: int
    start: int  # characters of the passage
    end: int


def read(
    model: SpanModel, question: str, passages: Sequence[Passage], candidates: Sequence[Candidate], worth: NDArray[np.float64]
) -> list[Seen | None]:
    """For each candidate what the reader saw there, None where it did not look.

    `worth` (candidates,) tells where to look first: the windows whose best candidate is worth most are read.
    """
    asked = model.tokens(question)
    room = model.room(asked)
    tokens = {p: model.tokens(passages[p].text[:MAX_CHARACTERS]) for p in sorted({c.passage for c in candidates})}
    windows = [window for p, held in tokens.items() for window in _windows(p, held, room)]
    inside = [_inside(window, passages, candidates) for window in windows]
    value = [float(worth[held].max()) if len(held) else -np.inf for held in inside]
    order = np.argsort(-np.array(value), kind="stable")[:MAX_WINDOWS].tolist() if windows else []
    seen: list[Seen | None] = [None] * len(candidates)
    for number in order:
        window, held = windows[number], tokens[windows[number].passage]
        if not len(inside[number]):
            continue
        logits = model.read(asked, held.ids[window.first : window.last])
        offsets = held.offsets[window.first : window.last]
        for c in inside[number].tolist():
            candidate = candidates[c]
            base = passages[candidate.passage].start
            found = best_span(logits.start, logits.end, offsets, candidate.start - base, candidate.end - base)
            before = seen[c]
            if found is not None and (before is None or found[0] > before.margin):
                margin, share, start, end = found
                seen[c] = Seen(margin, logits.answerable, share, (base + start, base + end), number)
    return seen


def _windows(passage: int, held: Tokens, room: int) -> list[_Window]:
    count = len(held.ids)
    starts = [0] if count <= room else list(range(0, count - room // 2, room // 2))
    found = []
    for first in starts if count else []:
        last = min(count, first + room)
        found.append(_Window(passage, first, last, int(held.offsets[first, 0]), int(held.offsets[last - 1, 1])))
    return found


def _inside(window: _Window, passages: Sequence[Passage], candidates: Sequence[Candidate]) -> Integers:
    """Candidates that lie in a window whole, or as far as a window can hold them."""
    base = passages[window.passage].start
    start, end = base + window.start, base + window.end
    return np.array(
        [
            n for n, c in enumerate(candidates)
            if c.passage == window.passage and c.start < end and c.end > start
            and ((c.start >= start and c.end <= end) or c.end - c.start > (end - start) // 2)
        ],
        np.int64,
    )  # fmt: skip


def best_span(
    start: Floats, end: Floats, offsets: Integers, first: int, last: int
) -> tuple[float, float, int, int] | None:
    """(logit, share among the sentence's spans, first character, end character) of the best span in `[first, last)`."""
    held = np.flatnonzero((offsets[:, 0] >= first) & (offsets[:, 1] <= last) & (offsets[:, 1] > offsets[:, 0]))
    if not len(held):
        return None
    scores = start[held][:, None] + end[held][None, :]
    far = np.arange(len(held))[None, :] - np.arange(len(held))[:, None]
    scores = np.where((far >= 0) & (far < LONGEST_SPAN), scores, -np.inf)
    a, b = divmod(int(scores.argmax()), len(held))
    best = float(scores[a, b])
    share = 1.0 / float(np.exp(scores - best).sum())
    return best, share, int(offsets[held[a], 0]), int(offsets[held[b], 1])
