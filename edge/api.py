"""`edge.open(...)`: one object with the verbs, on one knowledge base. The command line uses nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from edge import arguments, config, paths
from edge.errors import UsageError
from edge.library import Library
from edge.records import (
    Answer,
    EarlierTurn,
    Extracted,
    GradedCopy,
    MarkingScale,
    Message,
    PassStep,
    SearchResponse,
    StudentCopy,
)
from edge.records.context import ComposedResult
from edge.records.export import ExportReport, UndoReport
from edge.records.memory import MemoryAdded, MemoryContext, MemorySearch
from edge.settings import Settings

if TYPE_CHECKING:
    from edge.cascade.factory import EngineFactory
    from edge.cloud.approval import CloudApproval
    from edge.cloud.gate import Gate
    from edge.extract.llm.custom_type import CustomType
    from edge.extract.service import MessageService
    from edge.grade.grader import CopyGrader
    from edge.indexing.progress import Progress
    from edge.indexing.sources.discover import Place
    from edge.indexing.sources.roots import Moved
    from edge.indexing.sources.walk import Selection
    from edge.memory.composer import Composer
    from edge.memory.service import MemoryService
    from edge.messages.read import UnreadMessage
    from edge.records import EmbedReport, IndexReport
    from edge.records.documents import RemoveReport
    from edge.search.reorder import Reader
    from edge.state.readership import ReadershipChange


def open(
    knowledge: str | Path | Sequence[str | Path] | None = None,
    state: str | Path | None = None,
    settings: Settings | None = None,
    *,
    approval: CloudApproval | None = None,
) -> Edge:
    """A session on a knowledge base: a path, else the settings' own, else the one that ships. With several
    paths `ask` and `search` look into all of them at once; the other verbs take one.

    Nothing is read until the first question. Use it as a context manager, in one thread. `state` is the
    user's own database. Without one `extract` keeps nothing, and memories and conversations are in the
    settings' own, as on the command line. `approval`: what the person said about sending hard cases to the
    cloud, where the setting cloud.mode leaves it open. Raises UsageError for an empty list.
    """
    settings = config.given(settings)
    named = arguments.bases(knowledge)
    first, *others = [paths.database(path) for path in named] or [settings.knowledge_path]
    return Edge(first, settings, paths.database(state) if state is not None else None, approval, others)


class Edge:
    """The verbs, on one knowledge base, opened at its first use. Raises KnowledgeError, with what to do."""

    def __init__(
        self, knowledge: Path, settings: Settings, state: Path | None = None,
        approval: CloudApproval | None = None, others: Sequence[Path] = (),
    ) -> None:  # fmt: skip
        self.knowledge = knowledge
        self.settings = settings
        self._library = Library([knowledge, *others], settings)
        self.state = state
        #: False: what messages hold is read from `state`, and nothing is added to it.
        self.keep = True
        #: Who writes memories in this session, kept with each.
        self.origin = "python"
        #: Set by another thread, which clears it: what Gemma does ends within milliseconds, with Stopped.
        self.stopping = Event()
        self._approval = approval
        self._closed = False
        self._own: CustomType | None = None

    def __repr__(self) -> str:
        return f"<edge.Edge on {self.knowledge}{', closed' if self._closed else ''}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if error is not None:
            self._library.explain(error)

    def report_to(self, progress: Progress) -> None:
        """Who is told when opening takes long: an edition for who may not read all is made first."""
        self._library.progress = progress

    def ask(
        self, question: str, *, sources: Sequence[str] = (), engine: str | None = None,
        history: Sequence[Answer | EarlierTurn | str] = (), observe: Callable[[PassStep], None] | None = None,
    ) -> Answer:  # fmt: skip
        """Answer with verbatim quotes, or abstain and say why.

        `sources` names documents (or patterns) to look in; `history` holds earlier answers or questions of
        the conversation (what an answer showed is not told again where a follow-up asks for another thing);
        `observe` is told of each pass when it is done. What asks for nothing ("thanks") gets a short word.
        Raises QuestionError, UsageError for an unknown document or engine, ModelError for a model file that
        cannot be used. A pass of Gemma that fails later is no error: the lexical engine answers, and
        `stopped_because` says so.
        """
        from edge import i18n
        from edge.ask import conversation, engines

        turns = conversation.turns(arguments.listed(history))
        question = arguments.text(question, "question")
        if (word := conversation.courtesy(question, turns)) is not None:
            return word
        ladder, notes = engines.ladder(self.engines, engine or self.settings.ask.engine, question)
        with self.library.reading():
            answer = conversation.answer(
                question, ladder, self.library.access(arguments.names(sources)), self.settings.ask,
                turns, notes=notes, observe=observe,
            )  # fmt: skip
        if self.library.has_several:
            answer = self.library.joint.apart(answer)
        return i18n.noted(answer, self.engines.cloud_notes(), i18n.of_answer(answer))

    def search(self, query: str, k: int | None = None, *, sources: Sequence[str] = ()) -> SearchResponse:
        """The best `k` pages, each explained by its channels. UsageError when a source names no document."""
        query, k = arguments.text(query, "query"), arguments.at_least_one(k, "k")
        with self.library.reading():
            return self.library.searcher.search(
                query, k, sources=arguments.names(sources), reader=self._reader
            )

    def extract(self, message: Message | Mapping[str, Any] | bytes) -> Extracted:
        """What is worth keeping in a message, and what to do with it: a Message, the JSON form of one
        ({"id", "subject", "from", "to", "received_at", "body"}), or the bytes of an .eml file or a text.

        Raises MessageError, ModelError, NotKept with the result in it. A failed pass is no error: another
        engine speaks, or the case waits.
        """
        return self._message_service.extract(self.message(message))

    def resume(self) -> Iterator[tuple[Message, Extracted]]:
        """Take up the messages that wait for another engine. Raises NotPermitted when none could go on."""
        return self._message_service.resume()

    def message(self, given: Message | Mapping[str, Any] | bytes) -> Message:
        """A message as it is read. Raises MessageError."""
        from edge.messages import from_json, read

        if isinstance(given, Message):
            return given
        if isinstance(given, bytes):
            return read.of_bytes(given, name="stdin", settings=self.settings.extract)
        return from_json.of_json(given, self.settings.extract)

    def messages(self, paths: str | Path | Sequence[str | Path]) -> Iterator[Message | UnreadMessage]:
        """The messages of files and folders; an UnreadMessage, with its reason, for what is none."""
        from edge.messages import read

        return read.messages([Path(path) for path in arguments.listed(paths)], self.settings.extract)

    def export(
        self, found: Sequence[tuple[Message, Extracted]], *, undecided: bool = False, dry: bool = False,
        **places: str | Path | None,
    ) -> ExportReport:  # fmt: skip
        """Write what was found into files (`ics`, `tasks`, `notes`): see `edge.extract.export.run`."""
        from edge.extract.export import run

        state, targets = self.state or self.settings.state_path, run.targets(**places)
        return run.export(found, targets, self.settings.extract, state, dry=dry, undecided=undecided)

    def undo_export(self, *, dry: bool = False) -> UndoReport:
        """Take back what the last `export` wrote; a file that was changed since is left alone."""
        from edge.extract.export import run

        return run.undo(self.state or self.settings.state_path, dry=dry)

    def grade(
        self,
        copy: StudentCopy | Mapping[str, Any] | str | Path,
        scale: MarkingScale | Mapping[str, Any] | str | Path,
    ) -> GradedCopy:
        """The grades of one copy (a file, {"id", "student", "answers"}, or a StudentCopy) by a marking scale
        (TOML or JSON, or what is in one), from two judges. A judge that fails is no error: its question
        stays open. Raises CopyError, ScaleError, UsageError for an unknown judge, ModelError, NotPermitted.
        """
        return self.grader(scale).grade(copy)

    def grader(self, scale: MarkingScale | Mapping[str, Any] | str | Path) -> CopyGrader:
        """What grades copies by one scale, its two judges opened once. Raises as `grade` does."""
        from edge.grade.grader import CopyGrader

        return CopyGrader(scale, self.engines)

    def own_type(self, schema: str | Path | Mapping[str, Any] | type) -> None:
        """From now on extract this type too: a JSON schema, its file, or a msgspec struct. SchemaError."""
        from edge.extract.llm import custom_type

        self._own = custom_type.load(schema)
        self._release()

    def remember(
        self, title: str, content: str = "", *, context: MemoryContext | dict[str, Any], type: str = "fact",
        project: str = "",
    ) -> MemoryAdded:  # fmt: skip
        """Keep something that was learnt, with its why: {"situation", "solution", "trigger_keywords"?, …}.

        Raises UsageError, which names the field that is missing, too thin or too long.
        """
        return self.memory.remember(title, content, context=context, type=type, project=project)

    def recall(self, query: str, k: int | None = None, *, context: str = "") -> MemorySearch:
        """The best memories for a query, each with what decided. `context`: what is going on; it orders."""
        query, k = arguments.text(query, "query"), arguments.at_least_one(k, "k")
        return self.memory.recall(query, k, context=context)

    def compose(
        self, query: str, max_tokens: int | None = None, *, sources: Sequence[str] | None = None,
        conversation: str | None = None, **params: Any,
    ) -> ComposedResult:  # fmt: skip
        """One context for a query within a budget, out of documents, conversations and memories.

        `sources`: some of these three; `conversation`: whose last turns stand in it (None: the one that goes
        on, "" none); `params`: fields of ComposeParams. Raises UsageError, KnowledgeError, StorageError.
        """
        if max_tokens is not None:
            params["max_tokens"] = max_tokens
        if sources is not None:
            params["sources"] = arguments.names(sources)
        with self.library.reading():
            return self.composer.compose(arguments.text(query, "query"), conversation=conversation, **params)

    def say(self, conversation: str, question: str, answer: Answer) -> list[str]:
        """Keep a question and its answer in a conversation; the ids of both turns. Raises StorageError."""
        from edge.ask.conversation import kept
        from edge.compose.conversations import Turn

        return self.composer.say(conversation, [Turn("user", question), Turn("edge", kept(answer))])

    def index(
        self, paths: str | Path | Sequence[str | Path], *, prune: bool = False, rebuild: bool = False,
        selection: Selection | None = None, label: str = "", stdin: Path | None = None,
        readers: ReadershipChange | None = None, moved: Moved | None = None, vectors: bool = True,
        summaries: bool = False, progress: Progress | None = None,
    ) -> IndexReport:  # fmt: skip
        """Index files and folders into this session's knowledge base, then answer from the new one.

        `vectors` False: none are made, whatever `index.vectors` says. `summaries`: Gemma, where it is here,
        writes one of each table that has none. `stdin`: a file that holds what stdin gave. `readers`: who
        may read these. Else as `edge.indexing.run.index_paths`; UsageError for the handbook that ships.
        """
        self.library.refuse_unwritable()
        from edge.indexing import embed as meaning
        from edge.indexing.run import index_paths
        from edge.indexing.sources.roots import stdin_place
        from edge.search.build import build_search

        self._release()
        places: list[Path | Place] = [Path(path) for path in arguments.listed(paths)]
        places += [stdin_place(stdin, label)] if stdin else []
        return index_paths(
            places, self.knowledge, self.settings.index, build_search=build_search,
            prune=prune, rebuild=rebuild, selection=selection, label=label, readers=readers, moved=moved,
            embedder=meaning.of_documents(self.settings.index) if vectors else None,
            summarizer=(lambda: self.engines.gemma) if summaries else None, progress=progress,
        )  # fmt: skip

    def remove(
        self, names: Sequence[str], roots: Sequence[str] = (), *, progress: Progress | None = None
    ) -> RemoveReport:
        """Take documents, or all of a folder, out of this session's knowledge base; their files stay."""
        self.library.refuse_unwritable()
        from edge.indexing.remove import remove_documents
        from edge.search.build import build_search

        self._release()
        named, folders = arguments.names(names), arguments.names(roots)
        return remove_documents(self.knowledge, named, folders, build_search=build_search, progress=progress)

    def embed(
        self, model: str = "", variant: str = "", *, dims: int = 0, rebuild: bool = False,
        progress: Progress | None = None,
    ) -> EmbedReport:  # fmt: skip
        """Give every passage of this session's knowledge base a vector that lacks one.

        `model` "": the one whose vectors are there, else the first embedder that is here. Raises ModelError,
        KnowledgeError, StorageError. Ctrl-C keeps what was done.
        """
        self.library.refuse_unwritable()
        from edge.indexing import embed as meaning

        made = meaning.embed(self.knowledge, model, variant, dims=dims, rebuild=rebuild, progress=progress)
        self._release()
        return made

    def page_text(self, source: str, page: int | None) -> str:
        """The exact text of a page, or (None) of a document that has no pages; empty when there is none."""
        with self.library.reading():
            return self.library.page_text(source, page)

    def refresh(self) -> None:
        """Let go of documents that another process replaced since they were opened: what comes next reads the
        new ones. For sessions that last; costs a look at the file.
        """
        if self.library.replaced():
            self._release()

    def close(self) -> None:
        """Close the knowledge base. Closing twice does nothing."""
        self._release()
        self._closed = True

    def _release(self) -> None:
        for name in ("composer", "_reader", "_message_service", "engines", "_gate", "memory"):
            held = self.__dict__.pop(name, None)
            if hasattr(held, "close"):
                held.close()
        self._library.close()

    @property
    def library(self) -> Library:
        """The documents of this session: what there is, their texts, what a citation points at."""
        if self._closed:
            raise UsageError("This session is closed.", "Open another: edge.open(...)")
        return self._library

    def ready(self) -> None:
        """Open what will be asked. Raises KnowledgeError, before anything else is made or kept."""
        _ = self.library.searcher

    @cached_property
    def engines(self) -> EngineFactory:
        """The engines of this session, for questions and for messages."""
        _ = self.library  # closed: what it opened anew, nobody would close
        from edge.cascade.factory import EngineFactory

        return EngineFactory(
            self.settings, lambda: self.library.searcher, lambda: self._gate, stopping=self.stopping
        )

    @cached_property
    def _reader(self) -> Reader | None:
        """What reads the results of a search."""
        from edge.ask.reorder import by_reader

        return by_reader(self.engines)

    @cached_property
    def memory(self) -> MemoryService:
        """The user's memories: in `state`, else in the settings' own database."""
        _ = self.library  # closed: what it opened anew, nobody would close
        from edge.memory.service import MemoryService

        state = self.state or self.settings.state_path
        return MemoryService(state, self.settings, origin=self.origin, summarizer=lambda: self.engines.gemma)

    @cached_property
    def composer(self) -> Composer:
        """What packs contexts, on this session's documents and the user's own database."""
        from edge.compose.document_source import DocumentSource
        from edge.memory.composer import opened

        library = self.library
        return opened(
            self.memory, lambda: DocumentSource(library.db, library.searcher.search),
            lambda: self.engines.gemma, self.settings,
        )  # fmt: skip

    @cached_property
    def _gate(self) -> Gate | None:
        """The gate to Claude; None where the settings close it."""
        if self.settings.cloud.mode == "never":
            return None
        from edge.cloud.gate import Gate

        return Gate(self.settings, self.state or self.settings.state_path, self._approval)

    @cached_property
    def _message_service(self) -> MessageService:
        from edge.extract.service import MessageService

        return MessageService(
            self.engines, find=lambda query, k: self.library.searcher.search(query, k).results,
            state=self.state, own=self._own, keep=self.keep,
        )  # fmt: skip
