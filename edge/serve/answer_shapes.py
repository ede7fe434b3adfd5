"""The answers of /api and /v1 that are no record of a verb, as /openapi.json describes them.

They are made as plain objects where they are given; `tests/serve/test_openapi.py` holds what is really
answered to these, field by field.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from edge.compose.trace import TraceSummary
from edge.records.memory import Memory, MemoryHit


class KnowledgeName(TypedDict):
    name: str
    path: str
    default: bool


class KnowledgeList(TypedDict):
    schema: int
    knowledge: list[KnowledgeName]
    write: bool


class PageText(TypedDict):
    schema: int
    source: str
    page: int | None
    text: str


class PagePlace(TypedDict):
    """`boxes`: x0, y0, x1, y1 as parts of the page's width and height, which are in points."""

    schema: int
    source: str
    page: int
    pages: int
    image: bool
    why: str
    boxes: list[tuple[float, float, float, float]]
    share: float
    detail: NotRequired[str]
    width: NotRequired[float]
    height: NotRequired[float]


class MemoryList(TypedDict):
    """`memories` without a query; with one, the rest."""

    schema: int
    memories: NotRequired[list[Memory]]
    query: NotRequired[str]
    results: NotRequired[list[MemoryHit]]
    notes: NotRequired[list[str]]
    codes: NotRequired[dict[str, Any]]
    ms: NotRequired[float]


class MemoryDeleted(TypedDict):
    id: str
    restorable_until: str
    superseded: list[str]


class TraceList(TypedDict):
    schema: int
    traces: list[TraceSummary]


class TraceWhole(TypedDict):
    schema: int
    trace: dict[str, Any]


class Uploaded(TypedDict):
    schema: int
    name: str
    bytes: int
    knowledge: str


class Removed(TypedDict):
    schema: int
    removed: list[str]
    documents: int
    deleted: bool


class Masked(TypedDict):
    placeholder: str
    value: str


class Preview(TypedDict):
    """`outcome` where nothing is needed; the rest but the first five where something is."""

    schema: int
    question: str
    needed: bool
    permitted: bool
    why: str
    outcome: NotRequired[str]
    tier: NotRequired[str]
    model: NotRequired[str]
    host: NotRequired[str]
    usd_at_most: NotRequired[float]
    sha256: NotRequired[str]
    bytes: NotRequired[int]
    body: NotRequired[str]
    masked: NotRequired[list[Masked]]


class CompletionMessage(TypedDict):
    role: Literal["assistant"]
    content: str
    refusal: None


class CompletionChoice(TypedDict):
    index: int
    message: CompletionMessage
    finish_reason: Literal["stop"]
    logprobs: None


class Usage(TypedDict):
    prompt_tokens: int
    completion_tokens: NotRequired[int]
    total_tokens: int


class Completion(TypedDict):
    """`edge`: fields of the answer that OpenAI's shape has no place for."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[CompletionChoice]
    usage: Usage
    edge: dict[str, Any]


class EmbeddingRow(TypedDict):
    """A list of numbers, or base64 of little-endian float32."""

    object: Literal["embedding"]
    index: int
    embedding: list[float] | str


class EmbeddingSize(TypedDict):
    revision: str
    dims: int


class EmbeddingList(TypedDict):
    object: Literal["list"]
    data: list[EmbeddingRow]
    model: str
    usage: Usage
    edge: EmbeddingSize


class ModelName(TypedDict):
    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class ModelList(TypedDict):
    object: Literal["list"]
    data: list[ModelName]


class ErrorDetail(TypedDict):
    """`params`: the values of the message, where the server has a code of its own for it."""

    type: str
    message: str
    hint: str
    exit_code: int
    params: NotRequired[dict[str, Any]]


class Error(TypedDict):
    schema: int
    error: ErrorDetail


class OpenAIErrorDetail(TypedDict):
    message: str
    type: str
    param: None
    code: str


class OpenAIError(TypedDict):
    error: OpenAIErrorDetail
