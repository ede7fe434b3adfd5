"""The engines of a session, each opened once and when first used, and the tiers of the cloud: the same for
questions and for messages. What a verb asks of an engine, and in which order, is the verb's own affair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from edge.cascade.run import NamedEngine, Tier
from edge.errors import ModelError, StorageError
from edge.records import Choice, Passage, Reason
from edge.settings import Settings

if TYPE_CHECKING:
    from edge.cloud.gate import Gate
    from edge.cloud.request import Purpose
    from edge.engines.gemma.engine import GemmaEngine
    from edge.engines.lexical import LexicalEngine
    from edge.engines.onnx.embedder import Embedder
    from edge.engines.onnx.evidence import EvidenceReader
    from edge.engines.semantic import SemanticEngine
    from edge.search.joint.searcher import JointSearcher
    from edge.search.searcher import Searcher

E = TypeVar("E", bound=NamedEngine)

#: The encoder that ships, of French and English.
ENCODER, READER = "encoder-fr-en", "reader-fr-en"

#: Candidate sentences that Gemma counts the tokens of; it reads 24 of them at most.
GEMMA_CANDIDATES = 40


class EngineFactory:
    """`searcher` opens the knowledge base; `gate` the gate to Claude, None where it is closed. `stopping`:
    set by another thread when nobody waits for Gemma any more.
    """

    def __init__(
        self,
        settings: Settings,
        searcher: Callable[[], Searcher | JointSearcher],
        gate: Callable[[], Gate | None] = lambda: None,
        *,
        stopping: Event | None = None,
    ) -> None:
        self.settings = settings
        self.gate = gate
        self._open_searcher = searcher
        self._stopping = stopping
        self._others: dict[str, GemmaEngine] = {}
        self._embedders: dict[tuple[str, int], Embedder] = {}

    def close(self) -> None:
        """End the workers of Gemma, where there are any."""
        if (gemma := self.__dict__.pop("gemma", None)) is not None:
            gemma.close()
        for other in self._others.values():
            other.close()
        self._others.clear()
        self._embedders.clear()

    @cached_property
    def lexical(self) -> LexicalEngine:
        """The engine that needs no model."""
        from edge.engines.lexical import LexicalEngine

        searcher = self._open_searcher()
        return LexicalEngine(searcher.document_frequency, searcher.page_count)

    @cached_property
    def semantic(self) -> SemanticEngine:
        """Words, the shipped reader and the shipped encoder: the one that embeds queries, where it does, so
        it is opened once and a question embedded once. Raises ModelError when their files cannot be used.
        """
        from edge.engines.answerable import load_heads
        from edge.engines.semantic import SemanticEngine, network_of
        from edge.models import catalog, networks

        lexical = self.lexical  # first: without a knowledge base nothing is opened, and no digest kept
        files = [catalog.get(name).fitted_with for name in (ENCODER, READER)]
        queries = self._open_searcher().embedder
        if queries is not None and queries.space.name == ENCODER:  # of one size and one variant
            queries.open()
            embed = queries.embed
        else:
            embed = networks.embedder(ENCODER, threads=1).query
        reader, heads = self.reader, load_heads(files[1])
        return SemanticEngine(
            lexical, embed, reader, network_of(*files),
            judge=lambda question, page, line: heads.odds(reader.states(question, page, line)),
        )  # fmt: skip

    @cached_property
    def reader(self) -> EvidenceReader:
        """The shipped reader. Raises ModelError when its files cannot be used."""
        from edge.models import networks

        return networks.evidence(READER)

    @cached_property
    def gemma(self) -> GemmaEngine:
        """The local model. Raises ModelError when its file cannot be used."""
        return self._gemma(self.settings.gemma.model)

    def gemma_of(self, model: str) -> GemmaEngine:
        """Another local model beside it: a file, or a model of the catalog. Raises ModelError."""
        if model not in self._others:
            self._others[model] = self._gemma(model)
        return self._others[model]

    def seeing_gemma(self, model: str = "") -> GemmaEngine:
        """A local model ("": that of the settings) with its eyes, where there is a projector for it; else as
        `gemma` and `gemma_of` give it. Raises ModelError.
        """
        from edge.engines.gemma import llama
        from edge.models import resolve

        chosen = model or self.settings.gemma.model
        wanted = self.settings.gemma.projector
        projector = resolve.projector_file(wanted, resolve.gemma_file(chosen))
        if projector is None or (wanted == "auto" and not llama.sees()):
            return self.gemma_of(model) if model else self.gemma
        key = f"{chosen}+{projector}"
        if key not in self._others:
            llama.require_sight()
            self._others[key] = self._gemma(chosen, projector)
        return self._others[key]

    def _gemma(self, model: str, projector: Path | None = None) -> GemmaEngine:
        from edge.engines.gemma import llama
        from edge.engines.gemma.engine import GemmaEngine
        from edge.models import resolve

        path = resolve.gemma_file(model)
        llama.require()
        return GemmaEngine(
            path, self.settings.gemma, rank=self.rank, stopping=self._stopping, projector=projector
        )

    def embedder(self, name: str = "", dims: int = 0) -> Embedder:
        """An embedding model of the catalog, "" the first that is here; `dims` one of its sizes, 0 the full
        one. Raises ModelError.
        """
        from edge.models import networks

        names = [name] if name else self.embedders()
        if not names:
            raise ModelError(
                "There is no embedding model on this device.", "See: edge doctor, edge models list"
            )
        key = names[0], dims
        if key not in self._embedders:
            self._embedders[key] = networks.embedder(names[0], dims=dims, threads=1)
        return self._embedders[key]

    def embedders(self) -> list[str]:
        """The embedding models that can be used on this device."""
        if not (find_spec("onnxruntime") and find_spec("tokenizers")):
            return []
        from edge.models import catalog, installed

        models = catalog.load().values()
        return [one.name for one in models if one.kind == "embedder" and installed.find(one, one.variant())]

    def rank(self, question: str, passages: Sequence[Passage]) -> list[Choice]:
        """What Gemma is shown: it reads few sentences, so the lexical scorer says which are worth its time,
        the best of every page before the others. Only this needs the knowledge base: messages open none.
        """
        from edge.engines.gemma.pack import spread

        return spread(self._scorer.choose(question, passages).choices, passages)[:GEMMA_CANDIDATES]

    def cloud(self, purpose: Purpose, make: Callable[[Gate, str], E]) -> list[Tier[E]]:
        """The tiers of `cloud.ladder`, with what `make` builds of the gate and a tier's name; none where the
        settings let nothing out. Raises UsageError for an unknown tier.
        """
        gate, cloud = self.gate(), self.settings.cloud
        if gate is None or cloud.mode == "never":
            return []
        from edge.cloud import prices

        return [
            Tier(make(gate, name), local=False, title=name, refusal=partial(_refusal, gate, name, purpose))
            for name in prices.load(cloud.models).ladder(cloud)
        ]

    def cloud_notes(self) -> list[Reason]:
        """What the person should know of the calls since this was last read."""
        gate = self.gate()
        return gate.notes() if gate is not None else []

    @cached_property
    def _scorer(self) -> LexicalEngine:
        from edge.engines.lexical import LexicalEngine

        searcher = self._open_searcher()
        return LexicalEngine(searcher.document_frequency, searcher.page_count, most=1_000)


def _refusal(gate: Gate, tier: str, purpose: Purpose) -> Reason | None:
    """Why a tier may not be asked now. Without a database there is no budget: none may."""
    try:
        return gate.refusal(tier, purpose)
    except StorageError as error:
        return Reason("verbatim", {"text": error.message.rstrip(".")})
