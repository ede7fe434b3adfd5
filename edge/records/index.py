"""What an index or embed run did, and the manifest beside its result."""

from __future__ import annotations

from typing import Literal

from edge.records.base import SCHEMA, Record
from edge.records.passage import EmbeddingSpace


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
    """In the seal of a finished knowledge base, and beside it for other programs. `bytes` and `sha256` are of
    the database, the file without its seal: `head -c BYTES FILE | sha256sum`.
    """

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
