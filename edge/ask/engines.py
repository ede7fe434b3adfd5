"""The engines that answer questions, opened once and when first used, and their order for a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from edge.cascade.run import Tier
from edge.config import Settings
from edge.engines.base import Chooser
from edge.engines.lexical import LexicalEngine
from edge.errors import ModelError, UsageError
from edge.records import Choice, Passage, Reason

if TYPE_CHECKING:
    from edge.cloud.gate import Gate
    from edge.engines.gemma.engine import GemmaEngine, Rank
    from edge.search.searcher import Searcher

#: `auto`: the reader for a question in its language, else the lexical engine.
ENGINES = ("auto", "reader", "lexical", "gemma")

#: Candidate sentences that Gemma counts the tokens of; it reads 24 of them at most.
GEMMA_CANDIDATES = 40


class EngineFactory:
    """The engines on one knowledge base. `searcher` opens it, `gate` leads to Claude, or is None."""

    def __init__(
        self, settings: Settings, searcher: Callable[[], Searcher], gate: Callable[[], Gate | None]
    ) -> None:
        self.settings = settings
        self._open_searcher = searcher
        self._open_gate = gate

    def ladder(self, engine: str, question: str) -> tuple[list[Tier[Chooser]], list[Reason]]:
        """The engines for a question, in order, and what is to be told of the choice."""
        ladder, notes = self._local(engine, question)
        return [*ladder, *self._cloud], notes

    def close(self) -> None:
        """End Gemma's worker, if there is one."""
        if (gemma := self.__dict__.pop("gemma", None)) is not None:
            gemma.close()

    @cached_property
    def lexical(self) -> Tier[Chooser]:
        """The engine that needs no model."""
        searcher = self._open_searcher()
        return Tier(LexicalEngine(searcher.document_frequency, searcher.page_count))

    @cached_property
    def _reader(self) -> Tier[Chooser]:
        from edge.engines.onnx.reader import ReaderEngine

        lexical = self.lexical.engine
        assert isinstance(lexical, LexicalEngine)
        return Tier(ReaderEngine(lexical))

    @cached_property
    def gemma(self) -> GemmaEngine:
        """The local model. Raises ModelError when its file cannot be used."""
        from edge.engines.gemma import llama
        from edge.engines.gemma.engine import GemmaEngine
        from edge.models import resolve

        path = resolve.gemma_file(self.settings.gemma.model)
        llama.require()
        return GemmaEngine(path, self.settings.gemma, rank=self._ranked)

    def _ranked(self, asked: str, found: Sequence[Passage]) -> Sequence[Choice]:
        # Only choosing needs what the knowledge base knows: reading messages opens none.
        return self.gemma_candidates()(asked, found)

    @cached_property
    def _gemma(self) -> Tier[Chooser]:
        from edge.ask import passes as plan
        from edge.ask.contextual import Contextual

        passes = plan.read(self.settings.ask.passes)
        return Tier(Contextual(self.gemma, passes, self.settings.ask.quotes))

    def gemma_candidates(self) -> Rank:
        """Gemma reads few sentences: the lexical scorer says which are worth its time, the best of every
        page before the others.
        """
        from edge.engines.gemma.pack import spread

        searcher = self._open_searcher()
        scorer = LexicalEngine(searcher.document_frequency, searcher.page_count, kept=1_000)
        return lambda asked, found: spread(scorer.choose(asked, found).choices, found)[:GEMMA_CANDIDATES]

    def _rung(self, engine: str) -> Tier[Chooser]:
        """An engine by its name. ModelError when there is none or its files cannot be used."""
        if engine == "lexical":
            return self.lexical
        if engine == "reader":
            return self._reader
        if engine == "gemma":
            return self._gemma
        raise UsageError(
            f"There is no engine called {engine!r}.",
            f"Engines of this edge: {', '.join(ENGINES)} (--engine lexical).",
        )

    def _local(self, engine: str, question: str) -> tuple[list[Tier[Chooser]], list[Reason]]:
        from edge.text.language import language

        if engine in ("auto", "reader") and (spoken := language(question)) != "en":
            notes = [Reason("reader_english_only")]
            return [self.lexical], notes if spoken == "fr" or engine == "reader" else []
        if engine != "auto":
            return self._ladder(engine), []
        try:
            return [self._reader], []
        except ModelError as error:
            return [self.lexical], [Reason("reader_missing", {"error": error.message.rstrip(".")})]

    def _ladder(self, engine: str) -> list[Tier[Chooser]]:
        """The engine asked for, and who speaks when it fails."""
        first = self._rung(engine)
        # The reader chooses with the lexical engine inside it: nothing is left to fall back on.
        if first.engine.name in ("lexical", "reader"):
            return [first]
        return [first, replace(self.lexical, fallback=True)]

    @cached_property
    def _cloud(self) -> list[Tier[Chooser]]:
        """The rungs that are not on this device, where the settings leave the way open."""
        gate = self._open_gate()
        if gate is None:
            return []
        from edge.cloud.claude import ClaudeChooser

        return [
            Tier(
                ClaudeChooser(gate, rung), local=False, title=rung, refusal=partial(gate.refusal, rung, "ask")
            )
            for rung in ("sonnet", "opus")
        ]
