"""From a citation, as edge prints it or as somebody types it, to its place in a document.

manual.pdf · page 12 · 3. Limits      as printed
manual.pdf:12  manual.pdf#page=12     shorter
README.md · lines 3 to 5              of a document without pages; README.md:3, README.md · Install
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from edge.errors import UsageError
from edge.records.documents import CitedText
from edge.search.listing import document_id, file_of
from edge.search.pages import lines_of, page_text, place_of
from edge.search.structure import structure_of
from edge.text.tokens import fold

if TYPE_CHECKING:
    import apsw

_SEPARATOR = " · "
_NUMBER = re.compile(
    r"^(?:#page=|#|:|pages?|p\.?|lines?|lignes?|l\.?)\s{0,3}(\d{1,9})\b(?:\s(?:to|à)\s(\d{1,9})\b)?",
    re.IGNORECASE,
)
#: Where the name of a document ends and its place begins, and what may stand behind a whole name.
_PLACE = re.compile(r"·|[#:](?=(?:page=)?\d{1,9}$)|\s(?=(?:pages?|p\.|lines?|lignes?)\s{0,3}\d{1,9}\b)")
_AFTER = ("", " ", ":", "#", "·", ",", "\t")
_IS_PAGE = re.compile("#?p", re.IGNORECASE)
#: What people copy around a quote.
_MARKS = " \t\r\n\"'“”«»\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_LONGEST_QUOTE = 4_000
#: A longer section is shown up to the paragraph that begins within so many characters.
_LONGEST_SECTION = 4_000
_CUT = "..."  # an ellipsis, folded


class CitedPlace(NamedTuple):
    """Where a citation points: offsets into the text of a page, or (page None) of the whole document.
    `quoted`: they are those of a quote, not of a heading or a line.
    """

    source: str
    page: int | None
    start: int
    end: int
    quoted: bool


class SourceFileRow(NamedTuple):
    """The file of a document. `path` b"": not recorded. `alone`: it holds this document and no other."""

    path: bytes
    kind: str
    sha256: str
    alone: bool


def resolve(db: apsw.Connection, citation: str, quote: str = "") -> CitedPlace:
    """The place that a citation names; with `quote` (as copied: line ends and spaces do not count) its
    place there. Raises UsageError when there is no such document, page, line or quote.
    """
    number, name, paged, rest = _document(db, citation)
    numbered = next(filter(None, map(_NUMBER.match, rest)), None)
    given = int(numbered[1]) if numbered else None
    heading = next((part for part in rest if part and not _NUMBER.match(part)), "")
    if paged and given is None and not quote:
        given = _page_of(db, number, heading) or 1
    if given and not paged and _IS_PAGE.match(numbered[0] if numbered else ""):
        raise UsageError(f"{name} has no pages: it is cited by line and section.", "For example: line 1")
    page = given if paged else None
    pages: Iterator[tuple[int | None, str]]
    if paged and page is None:  # the quote says on which
        rows: list[tuple[Any, ...]] = db.execute(
            "SELECT number, text FROM pages WHERE source_id = ? ORDER BY number", (number,)
        ).fetchall()
        pages = ((int(row[0]), str(row[1])) for row in rows)
    else:
        pages = iter([(page, page_text(db, name, page))])
    for at, text in pages:
        if not text and paged:
            raise UsageError(f"{name} has no page {at}.", _extent(db, number))
        if quote:
            if span := _find(text, quote):
                return CitedPlace(name, at, *span, quoted=True)
            continue
        if given and not paged:
            start = end = _line_start(db, number, given)
            if numbered and numbered[2] and int(numbered[2]) > given:
                end = _line_start(db, number, int(numbered[2])) + 1
        else:
            start, end = _section(db, number, heading, at, text)
        return CitedPlace(name, at, start, end, quoted=False)
    where = f"page {page} of {name}" if page else name
    raise UsageError(f"These words do not stand in {where}: {quote[:80]!r}.", "Copy a part of the quote.")


def around(db: apsw.Connection, place: CitedPlace, paragraphs: int) -> CitedText:
    """The paragraph of a place with as many before and after it, exactly as they are read."""
    text = page_text(db, place.source, place.page)
    spans = [match.span() for match in _PARAGRAPH.finditer(text)] or [(0, len(text))]
    first = next((at for at, span in enumerate(spans) if span[1] > place.start), len(spans) - 1)
    last = next((at for at, span in enumerate(spans) if span[1] >= place.end), len(spans) - 1)
    last = max(first, last)
    start = spans[max(0, first - paragraphs)][0]
    end = spans[min(len(spans) - 1, last + paragraphs)][1]
    lines, heading, label = _cited_as(db, place, start, end)
    return CitedText(
        source=place.source, page=place.page, label=label, lines=lines, heading=heading,
        text=text[start:end], start=start, end=end,
        quote=(place.start, place.end) if place.quoted else None,
    )  # fmt: skip


def file_row(db: apsw.Connection, source: str) -> SourceFileRow:
    """The file of a document."""
    rows: list[tuple[Any, ...]] = db.execute(
        "SELECT place, file, kind, sha256, member FROM sources JOIN roots ON roots.id = root_id"
        " WHERE name = ?",
        (source,),
    ).fetchall()
    place, file, kind, sha256, member = rows[0]
    return SourceFileRow(file_of(bytes(place), bytes(file)), str(kind), str(sha256), alone=not member)


def _document(db: apsw.Connection, citation: str) -> tuple[int, str, bool, list[str]]:
    """The document a citation begins with, and its other parts."""
    text = citation.strip()
    rows: list[tuple[Any, ...]] = db.execute("SELECT id, name, paged FROM sources").fetchall()
    by_name = {str(name): (int(number), str(name), bool(paged)) for number, name, paged in rows}
    ends = (name for name in by_name if text.startswith(name) and text[len(name) : len(name) + 1] in _AFTER)
    name = max(ends, key=len, default=None)
    if name is None:
        typed, rest = _split(text)
        number = document_id(db, typed)
        name = next(row[1] for row in by_name.values() if row[0] == number)
    else:
        rest = text[len(name) :]
    return *by_name[name], [part.strip() for part in rest.strip().strip("·,").split(_SEPARATOR.strip())]


def _split(text: str) -> tuple[str, str]:
    """The name before the place, of a citation that begins with part of a name."""
    found = _PLACE.search(text)
    return (text[: found.start()].strip(), text[found.start() :]) if found else (text, "")


def _find(text: str, quote: str) -> tuple[int, int] | None:
    words = quote[:_LONGEST_QUOTE].strip(_MARKS).split()
    if not words:
        return None
    found = re.search(r"\s+".join(map(re.escape, words)), text)
    return found.span() if found else None


def _page_of(db: apsw.Connection, document: int, heading: str) -> int | None:
    for stored, page in _headings(db, document):
        if heading and _ends_alike(heading, stored):
            return page
    return None


def _headings(db: apsw.Connection, document: int) -> Iterator[tuple[str, int]]:
    for heading, page in db.execute(
        "SELECT heading, first_page FROM sections WHERE source_id = ? ORDER BY id", (document,)
    ):
        yield str(heading), int(page)


def _section(
    db: apsw.Connection, document: int, heading: str, page: int | None, text: str
) -> tuple[int, int]:
    """Where a section begins and what stands under its heading ends, in the page or in the whole text; the
    beginning of it when none is meant.
    """
    if not heading:
        return 0, 0
    rows = db.execute(
        "SELECT x.heading, o.start + CASE WHEN ? THEN 0 ELSE p.shift END FROM page_sections o"
        " JOIN pages p ON p.id = o.page_id JOIN sections x ON x.id = o.section_id"
        " WHERE p.source_id = ? AND p.number = coalesce(?, p.number) ORDER BY p.number, o.start",
        (page is not None, document, page),
    )
    found = [(str(stored), int(start)) for stored, start in rows]
    at = next((at for at, (stored, _) in enumerate(found) if _ends_alike(heading, stored)), None)
    if at is None:
        return 0, 0
    stored, start = found[at]
    end = next((begin for other, begin in found[at + 1 :] if other != stored), len(text))
    if end - start > _LONGEST_SECTION:
        end = max(start, text.rfind("\n\n", start, start + _LONGEST_SECTION))
    return start, start + len(text[start:end].rstrip())


def _ends_alike(cited: str, stored: str) -> bool:
    """A heading path as it is cited has the document's title before it; people type its end. One that was
    too long for its line ends in an ellipsis.
    """
    cited, stored = fold(cited), fold(stored)
    if cited.endswith(_CUT):
        begun = cited.removesuffix(_CUT).rstrip()
        return any(one and stored.startswith(one) for one in (begun, begun.partition(" > ")[2]))
    return cited == stored or cited.endswith(f" > {stored}") or stored.endswith(f" > {cited}")


def _line_start(db: apsw.Connection, document: int, line: int) -> int:
    """Where a line of the file begins in the whole text (the next one that has text). Raises UsageError."""
    last = 0
    parts: list[tuple[Any, ...]] = db.execute(
        "SELECT shift, text, structure FROM pages WHERE source_id = ? ORDER BY number", (document,)
    ).fetchall()
    for shift, text, structure in parts:
        noted, at = structure_of(structure), 0
        for run in str(text).splitlines(keepends=True):
            lines = lines_of(noted, text, at, at + len(run))
            if lines and run.strip():
                last = max(last, lines[1])
                if lines[1] >= line:
                    return int(shift) + at
            at += len(run)
    if not last:
        return 0
    raise UsageError(f"There is no line {line}: the last one read is {last}.", "Name another line.")


def _cited_as(
    db: apsw.Connection, place: CitedPlace, start: int, end: int
) -> tuple[tuple[int, int] | None, str, str]:
    """Lines of a span, the heading in force at the place, and the number printed on its page."""
    if place.page is not None:
        found = place_of(db, place.source, place.page, place.start, place.end)
        return None, found.heading, found.label
    parts: list[tuple[Any, ...]] = db.execute(
        "SELECT number, shift, length(text) FROM pages JOIN sources ON sources.id = source_id"
        " WHERE name = ? ORDER BY number",
        (place.source,),
    ).fetchall()

    def at(offset: int) -> tuple[int, int]:
        held = [part for part in parts if part[1] <= offset] or parts[:1]
        return int(held[-1][0]), offset - int(held[-1][1])

    (number, begin), (heading_number, cited), (last, finish) = (
        at(start),
        at(place.start),
        at(max(start, end - 1)),
    )
    first_lines = place_of(db, place.source, number, begin, begin + 1).lines
    last_lines = place_of(db, place.source, last, finish, finish + 1).lines
    heading = place_of(db, place.source, heading_number, cited, cited + 1).heading
    return (first_lines[0], last_lines[1]) if first_lines and last_lines else None, heading, ""


def _extent(db: apsw.Connection, document: int) -> str:
    last = db.execute("SELECT max(number) FROM pages WHERE source_id = ?", (document,)).fetchall()[0][0]
    return f"Its pages go up to {last}."
