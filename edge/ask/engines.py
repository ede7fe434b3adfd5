"""Which engines answer a question, and in what order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.cascade.factory import EngineFactory
from edge.cascade.run import Tier
from edge.engines.base import Chooser
from edge.errors import ModelError, UsageError
from edge.records import Reason
from edge.text.language import is_foreign

if TYPE_CHECKING:
    from edge.cloud.gate import Gate

#: `auto`: sentences read, and compared by words and vectors; words alone where a network or its libraries
#: are missing, or the question is in a language that the networks do not read.
ENGINES = ("auto", "semantic", "lexical", "gemma")


def ladder(factory: EngineFactory, engine: str, question: str) -> tuple[list[Tier[Chooser]], list[Reason]]:
    """The tiers for a question, and notes on the choice. Raises UsageError for an engine that there is none
    of, ModelError for one whose files cannot be used.
    """
    local, notes = _local(factory, engine, question)
    return [*local, *factory.cloud("ask", _claude)], notes


def _local(factory: EngineFactory, engine: str, question: str) -> tuple[list[Tier[Chooser]], list[Reason]]:
    if engine not in ENGINES:
        raise UsageError(
            f"There is no engine called {engine!r}.",
            f"Engines of this edge: {', '.join(ENGINES)} (--engine lexical).",
        )
    if engine == "gemma":
        return [_gemma(factory), Tier(factory.lexical, fallback=True)], []
    if engine == "lexical":
        return [Tier(factory.lexical)], []
    if engine == "auto" and is_foreign(question):
        return [Tier(factory.lexical)], [Reason("foreign_question")]
    try:
        return [Tier(factory.semantic)], []
    except ModelError as error:
        if engine == "semantic":
            raise
        told = f"{error.message} {error.hint}".rstrip(". ")
        return [Tier(factory.lexical)], [Reason("reader_missing", {"error": told})]


def _gemma(factory: EngineFactory) -> Tier[Chooser]:
    from edge.ask import passes
    from edge.ask.contextual import Contextual

    settings = factory.settings.ask
    return Tier(Contextual(factory.gemma, passes.read(settings.passes), settings.quotes))


def _claude(gate: Gate, tier: str) -> Chooser:
    from edge.cloud.claude import ClaudeChooser

    return ClaudeChooser(gate, tier)
