"""Sentences that were read under letters: their probabilities, and what became of the others."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from edge.records import Choice, Dropped, Passage, Reason, coded
from edge.text.one_line import one_line


class LabelledReading(msgspec.Struct, frozen=True):
    """`shares`: probability by candidate; `dropped`: why, by candidate."""

    shares: dict[int, float]
    none: float
    dropped: dict[int, Reason]
    signals: dict[str, float]
    tokens: dict[str, int]


def ranked(candidates: Sequence[Choice], reading: LabelledReading) -> list[Choice]:
    """Candidates that were read, likeliest first."""
    read = [msgspec.structs.replace(candidates[i], probability=p) for i, p in reading.shares.items()]
    return sorted(read, key=lambda choice: -choice.probability)


def shares_of(logprobs: Sequence[float]) -> tuple[list[float], float]:
    """Probabilities of the labels among themselves, and what they hold of the whole vocabulary."""
    top = max(logprobs)
    raised = [math.exp(value - top) for value in logprobs]
    return [value / sum(raised) for value in raised], math.exp(top) * sum(raised)


def line(candidate: Choice) -> str:
    """A candidate as the model reads it; a table row with its caption and column headings."""
    text = f"[{candidate.context}] {candidate.text}" if candidate.context else candidate.text
    return one_line(text, 400)


def left_out(candidate: Choice, passages: Sequence[Passage], why: Reason) -> Dropped:
    """A candidate that was not read, with its reason."""
    passage = passages[candidate.passage]
    return Dropped(
        source=passage.source,
        page=passage.page if passage.paged else None,
        chunk=passage.chunk,
        codes=coded(why=why),
    )
