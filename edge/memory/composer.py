"""The composer of a session: documents, conversations and memories under one budget, and the traces of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from edge.compose import pack
from edge.compose.conversation_source import ConversationSource
from edge.compose.conversations import Conversation, ConversationStore, Turn
from edge.compose.item import ContextSource
from edge.compose.pipeline import compose
from edge.compose.request import CompositionRequest
from edge.compose.trace import TraceStore
from edge.errors import ModelError, UsageError
from edge.memory.source import MemorySource
from edge.records import Reason
from edge.records.context import ComposedResult, ComposeParams
from edge.search import cross_encoder
from edge.settings import Settings
from edge.state.access import Principal
from edge.state.readership import visibility_of
from edge.text.iso_date import moment

if TYPE_CHECKING:
    import apsw

    from edge.compose.candidates import Scorer
    from edge.compose.embedder import ItemEmbedder
    from edge.compose.pack import TokenCounter, Tokenizer
    from edge.memory.service import MemoryService

#: A conversation whose last turn is older is not the current one.
CURRENT = timedelta(hours=12)
#: What contexts can be made of.
SOURCES = ("documents", "conversations", "memories")


def opened(
    memory: MemoryService, documents: Callable[[], ContextSource], tokenizer: Callable[[], Tokenizer],
    settings: Settings,
) -> Composer:  # fmt: skip
    """The composer of a session: its memories, its documents, and what the settings count and order by.
    `tokenizer`: Gemma's, where it counts.
    """
    rerank = cross_encoder.of_passages(settings.search)
    count, counter = pack.counter(settings.compose.tokenizer, tokenizer)
    return Composer(
        memory.db, memory.principal, settings, documents=documents, embedder=memory.embedder,
        scorer=rerank.open if rerank else None, count=count, counter=counter, notes=memory.vector_notes,
    )  # fmt: skip


class Composer:
    """Composes contexts for one principal. `documents` opens the knowledge base as a source."""

    def __init__(
        self, db: apsw.Connection, principal: Principal, settings: Settings, *,
        documents: Callable[[], ContextSource] | None = None, embedder: ItemEmbedder | None = None,
        scorer: Callable[[], Scorer] | None = None, count: TokenCounter | None = None,
        counter: str = "characters/3", notes: Sequence[Reason] = (),
    ) -> None:  # fmt: skip
        """`notes`: why there is no `embedder`, where there is none."""
        self._db = db
        self._principal = principal
        self._settings = settings.compose
        self._documents = documents
        self._scorer = scorer
        self._count = count or pack.characters()
        self._counter = counter
        self._embedder = embedder
        dense = embedder if self._settings.dense else None
        self._notes: Sequence[Reason] = notes if self._settings.dense else ()
        self.conversations = ConversationStore(db, principal, visibility_of(settings.access.visibility))
        self.turns = ConversationSource(
            db, principal, dense, vote=self._settings.vote, dense=self._settings.dense
        )
        self.memories = MemorySource(db, principal, embedder)
        self.traces = TraceStore(db, principal)

    def compose(
        self,
        query: str,
        *,
        sources: Sequence[str] = SOURCES,
        conversation: str | None = None,
        now: datetime | None = None,
        keep: bool = True,
        **params: Any,
    ) -> ComposedResult:
        """The best context for a query. `conversation`: whose last turns stand in it (None: the
        current one, if any; "": none). `keep`: as a trace. `params`: fields of ComposeParams.
        Raises UsageError, KnowledgeError.
        """
        if unknown := [name for name in sources if name not in SOURCES]:
            raise UsageError(f"There is no source {unknown[0]!r}.", f"Sources: {', '.join(SOURCES)}.")
        given = {
            field.name: getattr(self._settings, field.name)
            for field in msgspec.structs.fields(ComposeParams)
            if hasattr(self._settings, field.name)
        }
        chosen = ComposeParams(**{**given, **params})
        name = self.current_conversation(now) if conversation is None else conversation
        recent = self.conversations.recent(name, chosen.recent_turns) if name else ()
        self._embed(sources)
        notes = [] if set(sources) == {"documents"} else [*self._notes]
        if conversation and not recent and not self._has(conversation):
            notes.append(Reason("conversation_unknown", {"name": conversation}))
        made = compose(
            CompositionRequest(
                query=query,
                sources=[self._source(source) for source in sources if self._there(source)],
                params=chosen,
                recent=recent,
                recent_source=self.turns,
                count=self._count,
                counter=self._counter,
                scorer=self._scorer,
                notes=notes,
            )
        )
        if made.codes:
            from edge import i18n

            made = i18n.rendered(made, i18n.language(query))
        if keep and self._settings.traces:
            made = msgspec.structs.replace(made, trace=self.traces.save(made, now=now))
        return made

    def _embed(self, sources: Sequence[str]) -> None:
        """Give memories, turns and summaries the vectors that they lack; where the model cannot be used,
        words alone find them, and a note says so.
        """
        if self._embedder is None:
            return
        kinds = ["memory"] if "memories" in sources else []
        kinds += ["turn", "summary"] if "conversations" in sources and self._settings.dense else []
        try:
            for kind in kinds:
                self._embedder.embed_missing(self._db, self._principal, kind)
        except ModelError as error:
            self._notes = [Reason("memory_words_only_error", {"error": error.message.rstrip(".")})]
            self._embedder = None
            self.turns = ConversationSource(self._db, self._principal, vote=self._settings.vote)
            self.memories = MemorySource(self._db, self._principal)

    def _has(self, conversation: str) -> bool:
        return any(one.name == conversation for one in self.conversations.listing())

    def current_conversation(self, now: datetime | None = None) -> str:
        """The conversation whose last turn was said not long ago; "" when there is none."""
        latest: list[Conversation] = self.conversations.listing()[:1]
        at = moment(latest[0].last_at) if latest else None
        return latest[0].name if at and (now or datetime.now(UTC)) - at <= CURRENT else ""

    def say(self, conversation: str, turns: Sequence[Turn]) -> list[str]:
        """Keep what was said at the end of a conversation; the ids of the turns."""
        return self.conversations.add(conversation, turns)

    def documents(self) -> ContextSource:
        """The knowledge base as a source. Raises UsageError where the session has none, KnowledgeError."""
        if self._documents is None:
            raise UsageError("This session has no documents.", "Name a knowledge base.")
        return self._documents()

    def _there(self, source: str) -> bool:
        return source != "documents" or self._documents is not None

    def _source(self, name: str) -> ContextSource:
        if name == "documents":
            return self.documents()
        return self.turns if name == "conversations" else self.memories
