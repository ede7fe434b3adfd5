"""Summaries of conversations: level 1 of windows of turns, level 2 of conversations, weeks, months, themes.

They are keys to the turns that they cover, which stay as they are. Without a writer a summary is the most
telling sentences themselves, in order; with one it is written within the same length and time, and the
sentences stand in where it fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import product
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from edge.compose import summary_rows
from edge.compose.extractive import extractive_summary, inverse_frequencies
from edge.compose.wanted_summaries import WANTED, WantedSummary
from edge.errors import ModelError, OutputCut, PromptTooLong
from edge.state.access import Principal
from edge.state.calls import utc
from edge.text.one_line import one_line

if TYPE_CHECKING:
    import apsw

#: Characters of a summary of each level.
LENGTH = {1: 400, 2: 700}

#: Writes a summary of at most so many characters: (texts, characters) -> text. May raise ModelError.
SummaryWriter = Callable[[Sequence[str], int], str]


class SummaryCounts(NamedTuple):
    """Summaries that were made and that were there already, by level, and those that a writer wrote."""

    made: dict[int, int]
    kept: dict[int, int]
    written: int


def summarise(
    db: apsw.Connection, principal: Principal, writer: SummaryWriter | None = None, *,
    stopping: Event | None = None, now: datetime | None = None,
) -> SummaryCounts:  # fmt: skip
    """Bring the summaries of the principal's own conversations up to date. Each is kept by itself: stopped at
    any moment, by `stopping` too, the rest is made the next time. Raises StorageError.

    What others may read and what they may not is summed up apart: no word of the one tells of the other.
    """
    moment = utc(now or datetime.now().astimezone())
    made, kept, written = Counter[int](), Counter[int](), 0
    for space, level in product(summary_rows.spaces(db, principal), WANTED):
        known = summary_rows.known(db, space, level)
        turns = summary_rows.turns(db, space)
        idf = inverse_frequencies([turn.text for turn in turns])
        for wanted in WANTED[level](turns if level == 1 else summary_rows.window_summaries(db, space)):
            if stopping is not None and stopping.is_set():
                return SummaryCounts(dict(made), dict(kept), written)
            if wanted.key in known:
                known.pop(wanted.key)
                kept[level] += 1
                continue
            text, by_writer, writer = _text(wanted, idf, writer)
            stale = {key: item for key, item in known.items() if wanted.replaces(key)}
            new = summary_rows.keep(db, wanted, text, list(stale.values()), now=moment, written=by_writer)
            for key in stale:
                known.pop(key)
            made[level] += new
            written += new and by_writer
        summary_rows.delete(db, list(known.values()))
    return SummaryCounts(dict(made), dict(kept), written)


def _text(
    wanted: WantedSummary, idf: Mapping[str, float], writer: SummaryWriter | None
) -> tuple[str, bool, SummaryWriter | None]:
    """The text of a summary, whether the writer wrote it, and who writes the next: one that is missing or
    died is not waited for again.
    """
    texts = [part.text for part in wanted.covers]
    length = LENGTH[wanted.level]
    if writer is not None:
        try:
            written = one_line(writer(texts, length), length)
            if written:
                return written, True, writer
        except (OutputCut, PromptTooLong):
            pass  # the sentences themselves stand in
        except ModelError:
            writer = None
    return extractive_summary(texts, length, idf), False, writer
