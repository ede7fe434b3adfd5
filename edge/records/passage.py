"""What is in a knowledge base, and what search finds there."""

from __future__ import annotations

from edge.records.base import SCHEMA, Record
from edge.records.reason import Codes


class RowRun(Record, frozen=True, kw_only=True):
    """The rows of a table on a page, `[start, end)`; `context` is what makes each readable: the caption and
    the column headings.
    """

    start: int
    end: int
    context: str


class Structure(Record, frozen=True, kw_only=True):
    """What a reader knows of a page besides its words: spans of its text.

    `tables`: rows below their headings. `code`: blocks whose lines are kept. `aside`: what points to other
    text or repeats on every page (tables of contents, indexes): no quote comes from there. `sections`: where
    each begins, and its path.
    """

    tables: list[RowRun] = []
    code: list[tuple[int, int]] = []
    aside: list[tuple[int, int]] = []
    sections: list[tuple[int, str]] = []


class Similarity(Record, frozen=True, kw_only=True):
    """The cosine of the query's vector to that of a stretch of a page, `[start, end)`."""

    start: int
    end: int
    cosine: float


class Passage(Record, frozen=True, kw_only=True):
    """A run of text with its source, page and character span: what an engine is given to read.

    `page` is the unit that was searched: a page, or, where the document has none, one of the parts it was
    cut into (`TextPlace` has the number that is cited).
    """

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
    structure: Structure = Structure()  # of the whole page
    paged: bool = True  # False: `page` counts parts, which nobody but edge knows
    similarities: list[Similarity] = []  # of its chunks, where they have vectors


class Citation(Record, frozen=True, kw_only=True):
    """A verbatim run of a page: `page_text[start:end] == quote`; of the whole text of a document that has no
    pages (`page` None).
    """

    source: str
    page: int | None
    quote: str
    start: int
    end: int
    chunk: int
    heading: str = ""
    context: str = ""  # table: the caption and column headings that make a row readable
    score: float = 0.0
    span: tuple[int, int] | None = None  # exact words of the answer inside the quote, offsets into the page
    lines: tuple[int, int] | None = None  # first and last line in the file, where the reader knows them
    code: list[tuple[int, int]] = []  # blocks of code inside the quote, offsets into the page
    term: tuple[int, int] | None = None  # what a definition defines, where the quote is one; offsets as above
    knowledge: str = ""  # which knowledge base, where several are asked
    label: str = ""  # the page's number as printed, where the document has one that is not its place
    verbatim: str = ""  # the quote as printed, where a line end divides a word of it
    language: str = ""  # of the text around the quote: `en` or `fr`; empty where it is neither, or too short


class EmbeddingSpace(Record, frozen=True, kw_only=True):
    """What makes two vectors comparable: the model, its exact files, the size, and the words put
    before the text.
    """

    name: str
    revision: str  # variant, and the beginning of a digest over its files
    dims: int
    query_prompt: str
    document_prompt: str


class Hit(Record, frozen=True, kw_only=True):
    """One search result. `channels` explains `score`: what each channel gave, after its weight."""

    rank: int
    source: str
    page: int | None  # None: the document has no pages, and offsets are into its whole text
    pages: list[int]
    score: float
    channels: dict[str, float]
    text: str
    heading: str
    chunk: int
    start: int = 0
    end: int = 0
    best: tuple[int, int] | None = None  # the line of `text` that answers best, where it was read; as `start`
    lines: tuple[int, int] | None = None  # first and last line in the file, where the reader knows them
    knowledge: str = ""  # which knowledge base, where several are searched
    label: str = ""  # the page's number as printed, where the document has one that is not its place
    language: str = ""  # `en` or `fr`, where that is not the language of the query


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
    codes: Codes = {}  # of `notes`
    ms: float = 0.0
    id: str | None = None  # only with --batch
