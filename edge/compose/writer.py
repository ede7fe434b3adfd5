"""Who writes summaries: Gemma where one is set up, within a length and a time; else nobody, and the most
telling sentences stand in (`edge.compose.extractive`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from edge.compose.summarise import SummaryWriter
from edge.errors import UsageError
from edge.text.tokens import CHARS_PER_TOKEN

#: What `compose.writer` may be.
WRITERS = ("auto", "sentences", "gemma")


class TextSummarizer(Protocol):
    """A language model that says in short what a text says."""

    def summarise(
        self, text: str, template: str = ..., *, tokens: int = ..., seconds: float | None = ...
    ) -> str: ...


def of_settings(
    chosen: str, model: str, seconds: float, summarizer: Callable[[], TextSummarizer]
) -> SummaryWriter | None:
    """The writer that `compose.writer` names: `auto` is Gemma where `gemma.model` names one, `sentences`
    nobody. `summarizer` opens it at the first text, and may raise ModelError then. Raises UsageError.
    """
    if chosen not in WRITERS:
        raise UsageError(f"compose.writer is {chosen!r}.", f"One of: {', '.join(WRITERS)}.")
    if chosen == "sentences" or (chosen == "auto" and not model):
        return None

    def written(texts: Sequence[str], characters: int) -> str:
        return summarizer().summarise(
            "\n".join(texts), "summarise_talk", tokens=characters // CHARS_PER_TOKEN, seconds=seconds
        )

    return written
