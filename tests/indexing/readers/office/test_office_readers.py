"""OpenDocument, PowerPoint, spreadsheets and books: pages, headings, tables, and nothing hidden."""

from __future__ import annotations

import pytest
from office import epub, odt, packed, pptx, shape, slide_table, xlsx

from edge.errors import ReadError
from edge.indexing.readers import epub as books
from edge.indexing.readers.office import opendocument, sheets, slides
from edge.indexing.structure.document import Document, Page
from edge.records import UnreadText


def headings(page: Page) -> list[tuple[int, str]]:
    assert all(page.text.startswith(heading.text, heading.start) for heading in page.headings)
    return [(heading.level, heading.text) for heading in page.headings]


def cells(page: Page) -> list[list[list[str]]]:
    """Tables as rows of cells, headers first; each row is the line of the page that it says it is."""
    for table in page.tables:
        assert all(page.text[row.start : row.end] == " | ".join(row.cells).strip() for row in table.rows)
    return [[table.header, *(row.cells for row in table.rows)] for table in page.tables]


pytest.importorskip("defusedxml", reason="the extra docs is not installed")
pytest.importorskip("python_calamine", reason="the extra docs is not installed")

TEXT = (
    '<text:p text:style-name="P1">Guide</text:p><text:h text:outline-level="2">Care</text:h>'
    '<text:p>Wash<text:s text:c="2"/>warm<text:note><text:note-citation>1</text:note-citation>'
    "<text:note-body>"
    "<text:p>At 30 degrees.</text:p></text:note-body></text:note>.<text:line-break/>Dry"
    '<text:span text:style-name="H">secret</text:span></text:p>'
    "<text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>"
    "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>"
    '<text:section text:display="none"><text:p>unseen</text:p></text:section>'
    "<office:annotation><text:p>comment</text:p></office:annotation>"
    "<text:table-of-content><text:p>Care ..... 1</text:p></text:table-of-content>"
    "<table:table><table:table-row><table:table-cell><text:p>Size</text:p></table:table-cell>"
    "<table:table-cell><text:p>Price</text:p></table:table-cell></table:table-row><table:table-row>"
    '<table:table-cell table:number-columns-repeated="2"><text:p>5</text:p></table:table-cell>'
    "</table:table-row>"
    "</table:table>"
)
STYLES = (
    '<style:style style:name="P1" style:parent-style-name="Title"/>'
    '<style:style style:name="H"><style:text-properties text:display="none"/></style:style>'
)


def test_an_opendocument_text() -> None:
    """Headings, notes and tables are read; deleted, hidden, commented and generated text is not."""
    document = opendocument.read(odt(TEXT, styles=STYLES), "a.odt")
    (page,) = document.pages
    assert document.title == "Guide"
    assert headings(page) == [(1, "Guide"), (2, "Care")]
    assert "Wash warm [1].\nDry\n\n[1] At 30 degrees." in page.text
    assert not any(word in page.text for word in ("secret", "deleted", "unseen", "comment", "....."))
    assert cells(page) == [[["Size", "Price"], ["5", ""]]]


def test_an_encrypted_opendocument_text() -> None:
    """One that asks for a password is told to."""
    locked = packed(
        {
            "META-INF/manifest.xml": '<m:manifest xmlns:m="m">'
            "<m:file-entry><m:encryption-data/></m:file-entry></m:manifest>",
            "content.xml": b"\x8f\x13",
        }
    )
    with pytest.raises(ReadError, match="encrypted"):
        opendocument.read(locked, "a.odt")


def test_slides_are_pages() -> None:
    """In the order of the presentation, the title first; hidden slides keep their number and say nothing."""
    told = [
        shape("First line\nSecond line") + shape("Welcome", "title") + shape("12", "sldNum"),
        shape("Prices", "ctrTitle") + slide_table([["Pen", "Price"], ["blue", "3"]]),
        shape("unseen"),
        shape("Last", "title"),
    ]
    document = slides.read(pptx(told, notes={1: "Smile."}, hidden=[3], title="(untitled)"), "a.pptx")
    assert document.title == "Welcome"
    assert [page.number for page in document.pages] == [1, 2, 3, 4]
    assert document.pages[0].text.split("\n\n") == ["Welcome", "First line", "Second line", "Smile."]
    assert cells(document.pages[1]) == [[["Pen", "Price"], ["blue", "3"]]]
    assert [headings(page) for page in document.pages] == [
        [(1, "Welcome")], [(1, "Prices")], [], [(1, "Last")],
    ]  # fmt: skip


PRICES = [
    ["Price list 2026"],
    [],
    ["Article", "Price", "Since"],
    ["A-1077", 12.5, '<c s="1"><v>46000</v></c>'],
    ["A-1078", "<c><f>B4*2</f><v>25</v></c>", None],
]


def test_sheets_are_pages() -> None:
    """Under their names; formulas are their last values, dates are dates, hidden sheets are told of."""
    document = sheets.read(
        xlsx(
            {"Prices": PRICES, "Secret": [["a", "b"], ["c", "d"]], "Empty": [], "More": [["one"]]},
            hidden=["Secret"],
        ),
        "a.xlsx",
    )
    assert [(page.number, page.text[:6]) for page in document.pages] == [
        (1, "Prices"),
        (3, ""),
        (4, "More\n\n"),
    ]
    assert headings(document.pages[0]) == [(1, "Prices")]
    assert cells(document.pages[0]) == [
        [["Article", "Price", "Since"], ["A-1077", "12.5", "2025-12-09"], ["A-1078", "25", ""]]
    ]
    assert document.notes == ["1 hidden sheet is left out"]


def test_an_opendocument_sheet() -> None:
    """Sheets of both families are read alike; rows repeated to the end of the sheet are not."""

    def cell(text: str) -> str:
        return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'

    def row(*texts: str) -> str:
        return f"<table:table-row>{''.join(map(cell, texts))}</table:table-row>"

    body = (
        f'<table:table table:name="Tarif">{row("Zone", "Prix")}{row("Nord", "3")}'
        '<table:table-row table:number-rows-repeated="1048574"><table:table-cell'
        ' table:number-columns-repeated="1024"/></table:table-row></table:table>'
    )
    document = sheets.read(odt(body, kind="spreadsheet"), "a.ods")
    assert cells(document.pages[0]) == [[["Zone", "Prix"], ["Nord", "3"]]]


def test_a_long_table_is_many() -> None:
    """Each part has the header, so that a row is found with what its cells mean."""
    rows = [["Article", "Price"], *([f"A-{n}", n] for n in range(1, 151))]
    document = sheets.read(xlsx({"Prices": rows}), "a.xlsx")
    tables = document.pages[0].tables
    assert [len(table.rows) for table in tables] == [60, 60, 30]
    assert all(table.header == ["Article", "Price"] for table in tables)


def test_wide_sheets_are_text() -> None:
    """10,000 columns are no table that anybody reads."""
    wide = [[f"c{n}" for n in range(10_000)], list(range(10_000))]
    (page,) = sheets.read(xlsx({"Data": wide}), "a.xlsx").pages
    assert not page.tables and "c9999" in page.text


def test_merged_cells_of_a_sheet() -> None:
    """A cell merged over rows stands in each of them."""
    rows = [[], [None, "Zone", "Time", "Price"], [None, "North", "day", 3], [None, None, "night", 5]]
    (page,) = sheets.read(xlsx({"Tarif": rows}, merged="B3:B4"), "a.xlsx").pages
    assert cells(page)[0][1:] == [["North", "day", "3"], ["North", "night", "5"]]


def test_a_book_is_read_in_the_order_of_its_spine() -> None:
    """Chapters with their headings; scripts and the page of contents are left out; a chapter that is missing
    is told, and the rest is read.
    """
    chapters = {
        "z.xhtml": "<h1>One</h1><p>First.</p><script>x</script>",
        "a.xhtml": "<h1>Two</h1><p>Second.</p>",
        "gone.xhtml": "",
    }
    data = epub(chapters, title="Chess", author="Ann Roux", extra={"OEBPS/gone.xhtml": ""})
    document = books.read(data, "a.epub")
    assert (document.title, document.author) == ("Chess", "Ann Roux")
    assert document.pages[0].text == "One\n\nFirst.\n\nTwo\n\nSecond."
    assert headings(document.pages[0]) == [(1, "One"), (1, "Two")]


def test_a_book_without_a_chapter() -> None:
    """What the spine names and the book does not hold is missing text."""
    data = epub({"a.xhtml": "<p>First.</p>", "b.xhtml": "x"})
    cut = packed(
        {name: content for name, content in _parts(data).items() if name != "OEBPS/b.xhtml"},
    )
    unread = books.read(cut, "a.epub").unread
    assert unread == UnreadText(other=["OEBPS/b.xhtml: damaged: it has no part OEBPS/b.xhtml"])


def test_a_protected_book() -> None:
    """DRM is no damage."""
    extra = {"META-INF/encryption.xml": "<encryption/>", "META-INF/rights.xml": "<rights/>"}
    with pytest.raises(ReadError, match="protected"):
        books.read(epub({"a.xhtml": "<p>x</p>"}, extra=extra), "a.epub")


READERS = {"a.odt": opendocument.read, "a.pptx": slides.read, "a.xlsx": sheets.read, "a.epub": books.read}
WHOLE = {
    "a.odt": odt(TEXT),
    "a.pptx": pptx([shape("words")]),
    "a.xlsx": xlsx({"Prices": PRICES}),
    "a.epub": epub({"a.xhtml": "<p>words</p>"}),
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("break_it", ["nothing", "text", "cut", "empty archive", "broken XML", "entities"])
def test_what_is_damaged_is_told(name: str, break_it: str) -> None:
    """Each reader refuses with a reason, whatever the file holds instead."""
    entities = '<!DOCTYPE x [<!ENTITY a "b">]>'
    data = {
        "nothing": b"",
        "text": b"words",
        "cut": WHOLE[name][: len(WHOLE[name]) // 2],
        "empty archive": packed({}),
        "broken XML": packed(dict.fromkeys(_parts(WHOLE[name]), "<a><b")),
        "entities": packed(dict.fromkeys(_parts(WHOLE[name]), f"{entities}<a/>")),
    }[break_it]
    with pytest.raises(ReadError):
        READERS[name](data, name)


def _parts(data: bytes) -> dict[str, bytes]:
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_readers_agree_on_a_document() -> None:
    """Every reader gives one shape: a kind that is its own, pages in order, a title."""
    for name, data in WHOLE.items():
        document: Document = READERS[name](data, name)
        assert document.title and document.kind
        assert [page.number for page in document.pages] == list(range(1, len(document.pages) + 1))


def test_a_cell_at_the_end_of_the_sheet() -> None:
    """One stray cell makes a sheet of 17 thousand million: refused with what to do, not tried."""
    far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c s="0" r="XFD1048576"><v>2</v></c></row>'
    with pytest.raises(ReadError, match=r"the sheet .Data. spans 1,048,576 rows and 16,384 columns") as told:
        sheets.read(xlsx({"Data": far}), "a.xlsx")
    assert "far from the others" in told.value.hint


def test_percentages_and_formulas_without_a_value() -> None:
    """A share is what the sheet shows; what a program never computed is told."""
    rows = [["Kind", "Rate"], ["reduced", '<c s="2"><v>5.5E-2</v></c>'], ["full", "<c><f>B2*4</f></c>"]]
    styles = (
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1">'
        '<numFmt numFmtId="170" formatCode="0.0%"/></numFmts><cellXfs count="3"><xf numFmtId="0"/>'
        '<xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>'
    )
    data = packed({**_parts(xlsx({"VAT": [[], [None, *rows[0]], [None, *rows[1]], [None, *rows[2]]]})),
                   "xl/styles.xml": styles})  # fmt: skip
    document = sheets.read(data, "a.xlsx")
    assert cells(document.pages[0]) == [[["Kind", "Rate"], ["reduced", "5.5%"], ["full", ""]]]
    assert document.notes == ["1 formula holds no value: open it in its program and save it"]


def test_the_first_of_several_chapters_is_no_title() -> None:
    """A path of headings never begins with another chapter; a heading over the others is the title."""
    chapter = '<text:h text:outline-level="1">{0}</text:h>'
    several = "".join(chapter.format(name) + "<text:p>Words.</text:p>" for name in ("Care", "Storage"))
    assert opendocument.read(odt(several), "blanket.odt").title == "blanket"
    assert opendocument.read(odt(chapter.format("Blanket") + several), "a.odt").title == "Blanket"
