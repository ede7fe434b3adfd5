"""A pattern out of episodes: what they have in common, in their own sentences or in a writer's words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from edge.compose.extractive import extractive_summary
from edge.compose.summarise import SummaryWriter
from edge.errors import ModelError
from edge.records.memory import Memory, MemoryContext, NewMemory
from edge.text.one_line import one_line
from edge.text.tokens import fold

#: Characters of a pattern's situation and solution.
_LENGTH = 400
#: What episodes that are alike differ by.
_FIGURES = re.compile(r"\d+")


def pattern(
    episodes: Sequence[Memory], shared: Sequence[str], writer: SummaryWriter | None = None
) -> NewMemory:
    """A pattern with a context of its own: what its episodes say, in their most telling sentences or in a
    writer's words.
    """
    contexts = [one.context for one in episodes]
    words = Counter(fold(word) for one in episodes for word in one.title.split())
    common = [word for word in episodes[0].title.split() if words[fold(word)] > len(episodes) / 2]
    title = " ".join(common) or ", ".join(shared[:4]) or episodes[0].title
    return NewMemory(
        type="pattern",
        title=one_line(f"{title} ({len(episodes)} times)", 200),
        content="\n".join(f"- {one.id}: {one.title}" for one in episodes),
        context=MemoryContext(
            situation=_told([one.situation for one in contexts], writer),
            solution=_told([one.solution for one in contexts], writer),
            trigger_keywords=list(shared[:12]),
            what_failed=_told([one.what_failed for one in contexts], writer),
            extraction_method="auto",
        ),
    )


def _told(texts: list[str], writer: SummaryWriter | None) -> str:
    """What texts say, each once: those that differ by figures alone are one, the first."""
    by_words = {_FIGURES.sub("0", fold(text)): text for text in reversed(texts) if text}
    unique = list(by_words.values())[::-1]
    if writer is not None and unique:
        try:
            if written := one_line(writer(unique, _LENGTH), _LENGTH):
                return written
        except ModelError:
            pass  # the sentences themselves stand in
    return extractive_summary(unique, _LENGTH, {})
