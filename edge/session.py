"""`edge.open(...)`: one object with the verbs, on one knowledge base. The command line uses nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from edge import config
from edge.errors import ModelError, UsageError
from edge.records import Answer, Passage, SearchResponse

if TYPE_CHECKING:
    import apsw

    from edge.ask import Sources
    from edge.engines.base import Chooser
    from edge.engines.gemma import GemmaEngine, Rank
    from edge.ingest.progress import Progress
    from edge.passes.loop import Rung
    from edge.records import EmbedReport, IndexReport
    from edge.store.search import Searcher

#: `auto`: the reader for a question in its language, else the lexical engine.
ENGINES = ("auto", "reader", "lexical", "gemma")

#: Candidate sentences that Gemma counts the tokens of; it reads 24 of them at most.
GEMMA_CANDIDATES = 40


def open(
    knowledge: str | Path | None = None,
    state: str | Path | None = None,
    settings: config.Settings | None = None,
) -> Edge:
    """A session on a knowledge base: a path, else the settings' own, else the one that ships.

    Nothing is read until the first question. Use it as a context manager, in one thread. `state` is kept
    for the verbs that remember. Raises UsageError for settings that cannot be understood.
    """
    settings = settings or config.load()
    path = Path(knowledge).expanduser() if knowledge is not None else settings.knowledge_path
    return Edge(path, settings, Path(state).expanduser() if state is not None else None)


class Edge:
    """The verbs, on one knowledge base. Opened on first use, once; raises a KnowledgeError that says what
    to do.
    """

    def __init__(self, knowledge: Path, settings: config.Settings, state: Path | None = None) -> None:
        self.knowledge = knowledge
        self.settings = settings
        self.state = state
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ask(
        self,
        question: str,
        *,
        sources: Sequence[str] = (),
        engine: str | None = None,
        history: Sequence[Answer | str] = (),
    ) -> Answer:
        """Answer with verbatim quotes, or abstain and say why.

        `sources` names documents (or patterns) to look in; `history` holds earlier answers or questions of
        the conversation. Raises QuestionError, UsageError for an unknown document or engine, ModelError for
        a model file that cannot be used. A pass of Gemma that fails later is no error: the lexical engine
        answers, and `stopped_because` says so.
        """
        from edge import ask

        turns = [turn.question if isinstance(turn, Answer) else turn for turn in history]
        ladder, notes = self._suited(engine or self.settings.ask.engine, question)
        return ask.answer(question, ladder, self._reading(sources), self.settings.ask, turns, notes=notes)

    def search(self, query: str, k: int | None = None, *, sources: Sequence[str] = ()) -> SearchResponse:
        """The best `k` pages, each explained by its channels. UsageError when a source names no document."""
        return self._searcher.search(query, k, sources=sources)

    def index(
        self,
        paths: Sequence[Path],
        *,
        prune: bool = False,
        rebuild: bool = False,
        progress: Progress | None = None,
    ) -> IndexReport:
        """Index files and folders into this session's knowledge base, then answer from the new one.

        Raises what `edge.ingest.index.index_paths` raises.
        """
        from functools import partial

        from edge.ingest.index import index_paths
        from edge.store.build import build_search

        self._release()
        return index_paths(
            [Path(path) for path in paths], self.knowledge, self.settings.index,
            build_search=partial(build_search, stemming=self.settings.index.stemming),
            prune=prune, rebuild=rebuild, progress=progress,
        )  # fmt: skip

    def embed(
        self, model: str = "", variant: str = "", *, dims: int = 0, rebuild: bool = False,
        progress: Progress | None = None,
    ) -> EmbedReport:  # fmt: skip
        """Give every passage of this session's knowledge base a vector; only those that lack one are
        computed.

        `model` "": the one whose vectors are there, else the first embedder that is here. Raises ModelError,
        KnowledgeError, StorageError. Ctrl-C keeps what was done.
        """
        from edge import meaning

        made = meaning.embed(self.knowledge, model, variant, dims=dims, rebuild=rebuild, progress=progress)
        self._release()
        return made

    def page_text(self, source: str, page: int) -> str:
        """The exact text of a page, empty when there is none."""
        from edge.store.pages import page_text

        return page_text(self._db, source, page)

    def close(self) -> None:
        """Close the knowledge base. Closing twice does nothing."""
        self._release()
        self._closed = True

    def _release(self) -> None:
        opened = self.__dict__.pop("_db", None)
        self.__dict__.pop("_searcher", None)
        self.__dict__.pop("_lexical", None)
        self.__dict__.pop("_reader", None)
        gemma = self.__dict__.pop("_gemma", None)
        if gemma is not None:
            gemma[0].close()
        if opened is not None:
            opened.close()

    @cached_property
    def _db(self) -> apsw.Connection:
        if self._closed:
            raise UsageError("This session is closed.", "Open another: edge.open(...)")
        from edge.store.db import open_knowledge

        return open_knowledge(self.knowledge)

    @cached_property
    def _searcher(self) -> Searcher:
        from edge.store import vectors
        from edge.store.search import Searcher

        # What knows of models is left out of a search by words alone: 15 ms of a cold start.
        settings = self.settings.search
        found, notes, rerank = None, list[str](), None
        if settings.vectors != "auto" or vectors.stored(self._db):
            from edge import meaning

            found, notes = meaning.of_queries(self._db, settings)
        if settings.rerank:
            from edge import reranking

            rerank = reranking.of_passages(settings)
        return Searcher(self._db, settings, found, notes, rerank)

    @cached_property
    def _lexical(self) -> Rung[Chooser]:
        from edge.engines.lexical import LexicalEngine
        from edge.passes.loop import Rung

        searcher = self._searcher
        return Rung(LexicalEngine(searcher.document_frequency, searcher.page_count))

    @cached_property
    def _reader(self) -> Rung[Chooser]:
        from edge.engines.lexical import LexicalEngine
        from edge.engines.reader import ReaderEngine
        from edge.passes.loop import Rung

        lexical = self._lexical.engine
        assert isinstance(lexical, LexicalEngine)
        return Rung(ReaderEngine(lexical))

    @cached_property
    def _gemma(self) -> tuple[GemmaEngine, Rung[Chooser]]:
        from edge import chosen
        from edge.engines import llama
        from edge.engines.gemma import GemmaEngine
        from edge.passes import plan
        from edge.passes.contextual import Contextual
        from edge.passes.loop import Rung

        path = chosen.gemma_file(self.settings.gemma.model)
        llama.require()
        gemma = GemmaEngine(path, self.settings.gemma, rank=self.gemma_candidates())
        passes = plan.read(self.settings.ask.passes)
        return gemma, Rung(Contextual(gemma, passes, self.settings.ask.quotes))

    def gemma_candidates(self) -> Rank:
        """Gemma reads few sentences: the lexical scorer says which are worth its time, the best of every
        page before the others.
        """
        from edge.engines.gemma_pack import spread
        from edge.engines.lexical import LexicalEngine

        searcher = self._searcher
        scorer = LexicalEngine(searcher.document_frequency, searcher.page_count, kept=1_000)
        return lambda asked, found: spread(scorer.choose(asked, found).choices, found)[:GEMMA_CANDIDATES]

    def _rung(self, engine: str) -> Rung[Chooser]:
        """An engine by its name. ModelError when there is none or its files cannot be used."""
        if engine == "lexical":
            return self._lexical
        if engine == "reader":
            return self._reader
        if engine == "gemma":
            return self._gemma[1]
        raise UsageError(
            f"There is no engine called {engine!r}.",
            f"Engines of this edge: {', '.join(ENGINES)} (--engine lexical).",
        )

    def _suited(self, engine: str, question: str) -> tuple[list[Rung[Chooser]], list[str]]:
        """The engines for a question, in order, and what is to be told of the choice."""
        from edge.engines.question import language

        if engine in ("auto", "reader") and (spoken := language(question)) != "en":
            told = ["Chosen by the lexical engine: the reader reads English only."]
            return [self._lexical], told if spoken == "fr" or engine == "reader" else []
        if engine != "auto":
            return self._ladder(engine), []
        try:
            return [self._reader], []
        except ModelError as error:
            return [self._lexical], [f"Chosen by the lexical engine. {error.message}"]

    def _ladder(self, engine: str) -> list[Rung[Chooser]]:
        """The engine asked for, and who speaks when it fails."""
        first = self._rung(engine)
        # The reader chooses with the lexical engine inside it: nothing is left to fall back on.
        if first.engine.name in ("lexical", "reader"):
            return [first]
        return [first, replace(self._lexical, fallback=True)]

    def _reading(self, documents: Sequence[str]) -> Sources:
        from edge.ask import Sources
        from edge.store.pages import pages_with

        def find(query: str, pages: int) -> list[Passage]:
            return self._searcher.passages(query, pages, documents)

        def holding(text: str) -> Iterator[str]:
            return pages_with(self._db, text)

        return Sources(find, self.page_text, holding)
