"""The words of edge as frozen records. They are also the JSON that `--json` prints.

Offsets (`start`, `end`) are code points into the page's exact text; pages count from 1;
durations are milliseconds; money is US dollars.
"""

from __future__ import annotations

from typing import Literal

import msgspec

SCHEMA = 1

PassKind = Literal["blind", "contextual", "deep", "expert"]


class Record(msgspec.Struct, frozen=True):
    """Base of all records. (`frozen` and `kw_only` are repeated below: type checkers ask for it.)"""


# --- what is in a knowledge base -----------------------------------------------------------------


class Passage(Record, frozen=True, kw_only=True):
    """A run of text with its source, page and character span: what an engine is given to read."""

    chunk: int  # id of the chunk (or of the table) in this knowledge base
    source: str
    page: int
    start: int
    end: int
    text: str  # page_text[start:end], exactly
    heading: str = ""  # title > section
    score: float = 0.0  # fused retrieval score, best page = 1
    rank: int = 1
    table: str = ""  # caption, when the passage is a table


class Citation(Record, frozen=True, kw_only=True):
    """A verbatim run of a page: `page_text[start:end] == quote`."""

    source: str
    page: int
    quote: str
    start: int
    end: int
    chunk: int
    heading: str = ""
    context: str = ""  # table: the caption and column headings that make a row readable
    score: float = 0.0
    span: tuple[int, int] | None = None  # exact words of the answer inside the quote, offsets into the page


class EmbeddingSpace(Record, frozen=True, kw_only=True):
    """What makes two vectors comparable: the model, its exact files, the size, and the words put
    before the text.
    """

    name: str
    revision: str  # variant, and the beginning of a digest over its files
    dims: int
    query_prompt: str
    document_prompt: str


# --- search ------------------------------------------------------------------------------------


class Hit(Record, frozen=True, kw_only=True):
    """One search result. `channels` explains `score`: what each channel gave, after its weight."""

    rank: int
    source: str
    page: int
    pages: list[int]
    score: float
    channels: dict[str, float]
    text: str
    heading: str
    chunk: int
    start: int = 0
    end: int = 0


class SourceScore(Record, frozen=True, kw_only=True):
    """How well a whole document fits the query."""

    source: str
    score: float
    kept: bool = True


class SearchResponse(Record, frozen=True, kw_only=True):
    schema: int = SCHEMA
    query: str
    results: list[Hit]
    sources: list[SourceScore] = []  # candidate documents, best first
    notes: list[str] = []  # e.g. "3 documents fit: name one with --source"
    ms: float = 0.0
    id: str | None = None  # only with --batch


# --- asking ------------------------------------------------------------------------------------


class Choice(Record, frozen=True, kw_only=True):
    """A candidate quote: a span of one passage's page with the probability that it holds the answer."""

    passage: int  # index into the passages the engine was given
    start: int
    end: int
    text: str
    probability: float
    context: str = ""
    span: tuple[int, int] | None = None  # exact words of the answer inside the quote, offsets into the page


class Dropped(Record, frozen=True, kw_only=True):
    """Something left out of the context on purpose, and why."""

    source: str
    page: int
    chunk: int
    why: str


class Draft(Record, frozen=True, kw_only=True):
    """What one pass proposes. `choices` best first; empty means "not in the passages"."""

    choices: list[Choice] = []
    none: float = 1.0  # probability of "not in the passages"
    answer: str | None = None  # written answer, when the engine writes
    entities: list[str] = []
    signals: dict[str, float] = {}
    tokens: dict[str, int] = {}
    dropped: list[Dropped] = []  # candidates that did not fit the engine's own budget


class Confidence(Record, frozen=True, kw_only=True):
    """`raw` is the model's score; `calibrated` is a probability, None until fitted; `source` says by what."""

    raw: float
    calibrated: float | None = None
    source: str = ""


class PassRecord(Record, frozen=True, kw_only=True):
    """One run of one rung, as printed."""

    n: int
    kind: PassKind
    engine: str
    model: str
    confidence: float
    changes: list[str] = []
    entities: list[str] = []
    tokens: dict[str, int] = {}
    ms: float = 0.0
    signals: dict[str, float] = {}
    error: str = ""
    draft: str | None = None  # what the blind pass would say from memory: never an answer


class Escalation(Record, frozen=True, kw_only=True):
    """Which rung the case wants next, whether one was used, and what it cost."""

    wanted: str | None = None
    used: str | None = None
    why: str = ""
    cost_usd: float = 0.0


class Answer(Record, frozen=True, kw_only=True):
    """The answer to a question, or an honest "not in your documents"."""

    schema: int = SCHEMA
    question: str
    answer: str | None
    abstained: bool
    reason: str
    confidence: Confidence
    citations: list[Citation] = []
    passes: list[PassRecord] = []
    stopped_because: str = ""
    escalation: Escalation = Escalation()
    dropped: list[Dropped] = []
    timings_ms: dict[str, float] = {}
    candidates: list[Citation] = []  # when abstaining: the nearest sentences, not an answer
    notes: list[str] = []  # e.g. which engine spoke, when it is not the one that was wanted
    id: str | None = None


# --- indexing ------------------------------------------------------------------------------------


class SourceReport(Record, frozen=True, kw_only=True):
    """What happened to one document."""

    source: str
    status: Literal["added", "changed", "unchanged", "removed", "failed"]
    pages: int = 0
    chunks: int = 0
    tables: int = 0
    reason: str = ""
    ms: float = 0.0


class EmbedReport(Record, frozen=True, kw_only=True):
    """What a run of `edge embed` did: `embedded` chunks now, `vectors` of this model in all."""

    schema: int = SCHEMA
    knowledge: str
    sha256: str
    bytes: int
    space: EmbeddingSpace
    embedded: int
    vectors: int
    ms: float = 0.0


class IndexReport(Record, frozen=True, kw_only=True):
    schema: int = SCHEMA
    knowledge: str
    sha256: str
    bytes: int
    pages: int
    chunks: int
    tables: int
    sources: list[SourceReport] = []
    missing: list[str] = []  # indexed before, no longer on disk (remove them with --prune)
    embed: EmbedReport | None = None  # with --embed
    ignored: dict[str, int] = {}  # files left aside, counted by suffix
    resumed: bool = False  # an interrupted run was taken up
    ms: float = 0.0


class Manifest(Record, frozen=True, kw_only=True):
    """Lies beside a finished knowledge base; trust comes from `sha256`, not from the parser."""

    schema: int = SCHEMA
    file: str
    bytes: int
    sha256: str
    content: str  # hash of the indexed content, independent of file layout
    knowledge_version: int
    edge: str
    sources: int
    pages: int
    chunks: int


# --- models --------------------------------------------------------------------------------------


class ModelEntry(Record, frozen=True, kw_only=True):
    """One variant of one model, and where its files are; only their sizes were compared."""

    model: str
    variant: str
    kind: str
    quantisation: str
    parameters: str
    licence: str
    bytes: int  # 0 where nobody said
    memory_mb: int
    default: bool
    status: Literal["here", "damaged", "missing"]
    place: str = ""
    paths: list[str] = []
    problem: str = ""
    hint: str = ""


class ModelListing(Record, frozen=True, kw_only=True):
    schema: int = SCHEMA
    models: list[ModelEntry]


class ModelBrought(Record, frozen=True, kw_only=True):
    """A pull or an import. `warnings` tell of digests that were pinned on the way."""

    schema: int = SCHEMA
    model: str
    variant: str
    place: str
    paths: list[str]
    warnings: list[str] = []
    ms: float = 0.0


class ModelVerified(Record, frozen=True, kw_only=True):
    """`golden`: largest difference to the published scores, None where there are none."""

    model: str
    variant: str
    ok: bool
    paths: list[str] = []
    golden: float | None = None
    problem: str = ""
    hint: str = ""


class ModelVerification(Record, frozen=True, kw_only=True):
    schema: int = SCHEMA
    ok: bool
    models: list[ModelVerified]
    ms: float = 0.0
