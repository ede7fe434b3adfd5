"""What a knowledge base was made from."""

from __future__ import annotations

from edge.records.base import SCHEMA, Record
from edge.records.index import UnreadText


class IndexedRoot(Record, frozen=True, kw_only=True):
    """A folder that was indexed, or a file given by itself. `path` "": it was not recorded. `visibility`: who
    may read it: everybody (public), its `owner` (private), or also who asks for `org`.
    """

    label: str
    path: str
    there: bool | None = None  # whether it is there now; None where nobody can know
    owner: str = ""
    org: str = ""
    visibility: str = "public"


class IndexedDocument(Record, frozen=True, kw_only=True):
    """A document as it was read. `pages` None: it has none, and was cut into `parts`. Who may read it: as of
    its root. `author`: as its file states it; "" where it does not.
    """

    source: str
    root: str
    path: str  # of its file; "" where that was not recorded
    there: bool | None = None
    kind: str
    title: str
    author: str = ""
    pages: int | None
    parts: int | None = None
    chunks: int
    tables: int
    bytes: int
    sha256: str
    unread: UnreadText | None = None
    owner: str = ""
    org: str = ""
    visibility: str = "public"


class UnreadDocument(Record, frozen=True, kw_only=True):
    """A document that could not be read, and why. The next run of `edge index` tries it again."""

    source: str
    root: str
    reason: str


class DocumentList(Record, frozen=True, kw_only=True):
    schema: int = SCHEMA
    knowledge: str
    roots: list[IndexedRoot]
    documents: list[IndexedDocument]
    failures: list[UnreadDocument] = []


class SectionPlace(Record, frozen=True, kw_only=True):
    """A heading of a document: its path, and the page where it begins (None without pages)."""

    heading: str
    level: int
    page: int | None


class DocumentDetail(Record, frozen=True, kw_only=True):
    schema: int = SCHEMA
    knowledge: str
    document: IndexedDocument
    sections: list[SectionPlace]


class CitedText(Record, frozen=True, kw_only=True):
    """The text around a place: `text[start:end]` of the page, or (page None) of the whole document. `quote`
    are the offsets of the cited words, in the same text.
    """

    schema: int = SCHEMA
    source: str
    page: int | None
    label: str = ""  # the page's number as printed, where the document has one that is not its place
    lines: tuple[int, int] | None
    heading: str
    text: str
    start: int
    end: int
    quote: tuple[int, int] | None = None


class RemoveReport(Record, frozen=True, kw_only=True):
    """What was removed from a knowledge base; the files themselves are not touched."""

    schema: int = SCHEMA
    knowledge: str
    removed: list[str]
    renamed: dict[str, str] = {}  # cited otherwise from now on
    sha256: str
    bytes: int
    documents: int  # that are left
