"""What an index or embed run did, and the manifest beside its result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from edge.records.base import SCHEMA, Record
from edge.records.passage import EmbeddingSpace


def page_runs(numbers: Sequence[int]) -> str:
    """ "page 3", "pages 2-5, 9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ("page " if len(numbers) == 1 else "pages ") + ", ".join("-".join(map(str, run)) for run in runs)


def _laid_out(numbers: list[int]) -> str:
    return page_runs(numbers) if 0 not in numbers else "all pages"


class UnreadText(Record, frozen=True):
    """What of a document could not be read, by page: `empty` though it had text, `cut` short, `scanned`
    without a text layer. `repaired`: the file was damaged and mended as far as it went. `plain`: its words
    are there, but edge failed to tell headings and tables apart (0: margins and such, on all pages). `other`:
    what has no page, such as a chapter or a message, each in words.
    """

    repaired: bool = False
    empty: list[int] = []
    cut: list[int] = []
    scanned: list[int] = []
    plain: list[int] = []
    other: list[str] = []

    def __str__(self) -> str:
        parts = (
            "damaged and repaired, text may be missing" if self.repaired else "",
            f"{page_runs(self.empty)} came out empty" if self.empty else "",
            f"{page_runs(self.cut)} could not be read to the end" if self.cut else "",
            f"{page_runs(self.scanned)} scanned: no text layer, OCR needed" if self.scanned else "",
            f"{_laid_out(self.plain)} read as plain text: a fault of edge's" if self.plain else "",
            *self.other,
        )
        return "; ".join(part for part in parts if part)


class SourceReport(Record, frozen=True, kw_only=True):
    """What happened to one document. `reason`: why it failed, or what of it could not be read; `repeated`: a
    run before told the same of the same bytes.
    """

    source: str
    status: Literal["added", "changed", "unchanged", "removed", "failed"]
    pages: int = 0
    chunks: int = 0
    tables: int = 0
    reason: str = ""
    repeated: bool = False
    unread: UnreadText | None = None  # it is indexed, and this of it is not
    notes: list[str] = []  # how it was read, where that may surprise; nothing is missing
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


class IndexVectors(Record, frozen=True, kw_only=True):
    """The vectors of an index run: `embedded` chunks now, `vectors` of this model in all; `missing` chunks
    have none, and `reason` says why, and what to do.
    """

    model: str = ""  # empty: there is none to be had
    embedded: int = 0
    vectors: int = 0
    missing: int = 0
    reason: str = ""
    hint: str = ""
    ms: float = 0.0


class IndexSummaries(Record, frozen=True, kw_only=True):
    """The summaries of an index run: `written` now, `summaries` in all; `missing` tables have none, and
    `reason` says why, and what to do.
    """

    model: str = ""  # empty: nothing was to be written, or there is none
    written: int = 0
    summaries: int = 0
    missing: int = 0
    reason: str = ""
    hint: str = ""
    ms: float = 0.0


class IndexReport(Record, frozen=True, kw_only=True):
    schema: int = SCHEMA
    knowledge: str
    sha256: str
    bytes: int
    documents: int = 0  # in the knowledge base now, those of earlier runs included
    pages: int  # parts, in documents without pages
    chunks: int
    tables: int
    sources: list[SourceReport] = []
    partly_read: int = 0  # documents of which something is missing: each says what
    missing: list[str] = []  # indexed before, no longer on disk (remove them with --prune)
    renamed: dict[str, str] = {}  # cited otherwise from now on: two documents would be called the same
    vectors: IndexVectors | None = None  # None: none were wanted
    summaries: IndexSummaries | None = None  # with --summaries
    embed: EmbedReport | None = None  # with --embed
    ignored: dict[str, int] = {}  # files left aside, counted by suffix
    advice: dict[str, str] = {}  # what to do that files of such a suffix are read
    skipped: dict[str, int] = {}  # left out by rule: hidden, ignored, excluded, dependencies, link_outside, …
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
