"""Word documents: what a reader of the final version sees, with the numbers that Word shows."""

from __future__ import annotations

import pytest
from office import docx, heading_style, packed, paragraph

from edge.errors import ReadError
from edge.indexing.readers.office.word import read
from edge.indexing.structure.document import Document

pytest.importorskip("defusedxml", reason="the extra docs is not installed")

_LEVEL = (
    '<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
    '<w:lvlText w:val="{text}"/></w:lvl>'
)


def numbering(*levels: tuple[str, str]) -> str:
    """One list, of (form, text) for each level."""
    rows = "".join(_LEVEL.format(depth=n, form=form, text=text) for n, (form, text) in enumerate(levels))
    return (
        f'<w:abstractNum w:abstractNumId="7">{rows}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
    )


def in_list(depth: int) -> str:
    return f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="1"/></w:numPr>'


def texts(document: Document) -> str:
    return document.pages[0].text


def test_headings_have_the_numbers_that_word_shows() -> None:
    """Articles of a contract are counted, through styles that are based on styles; a quote can cite them."""
    styles = (
        heading_style("Titre1", "heading 1", properties='<w:numPr><w:numId w:val="1"/></w:numPr>')
        + heading_style("Clause", "Our clause", based_on="Titre1",
                        properties='<w:numPr><w:ilvl w:val="1"/></w:numPr><w:outlineLvl w:val="1"/>')
        + heading_style("Titel", "Title")
    )  # fmt: skip
    body = (
        paragraph("Lease", "Titel")
        + paragraph("Term", "Titre1") + paragraph("Length", "Clause") + paragraph("It lasts a year.")
        + paragraph("Renewal", "Clause") + paragraph("Rent", "Titre1") + paragraph("Sum", "Clause")
    )  # fmt: skip
    document = read(
        docx(body, styles=styles, numbering=numbering(("decimal", "Article %1"), ("decimal", "%1.%2"))),
        "a.docx",
    )
    assert document.title == "Lease"
    assert [(heading.level, heading.text) for heading in document.pages[0].headings] == [
        (1, "Lease"), (1, "Article 1 Term"), (2, "1.1 Length"), (2, "1.2 Renewal"), (1, "Article 2 Rent"),
        (2, "2.1 Sum"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "shown"),
    [("lowerLetter", "(a) (b) (c)"), ("upperRoman", "(I) (II) (III)"), ("decimalZero", "(01) (02) (03)")],
)
def test_numbers_of_lists(form: str, shown: str) -> None:
    """Letters and Roman numerals are counted as they are shown."""
    body = "".join(paragraph(f"item {n}", properties=in_list(0)) for n in range(3))
    text = texts(read(docx(body, numbering=numbering((form, "(%1)"))), "a.docx"))
    assert [line.split()[0] for line in text.split("\n\n")] == shown.split()


def test_only_the_final_version_is_read() -> None:
    """Insertions are text; deletions, moved text, hidden text and the second form of a drawing are not."""
    body = paragraph(
        '<w:ins w:id="1"><w:r><w:t>Inserted, </w:t></w:r></w:ins>'
        '<w:del w:id="2"><w:r><w:delText>deleted</w:delText><w:t>deleted</w:t></w:r></w:del>'
        '<w:moveFrom w:id="3"><w:r><w:t>moved</w:t></w:r></w:moveFrom>'
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"
        '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>kept</w:t><w:tab/><w:t>and</w:t><w:br/>'
        "<w:t>line</w:t></w:r>",
        properties="<w:rPr><w:vanish/></w:rPr>",
    )
    assert texts(read(docx(body), "a.docx")) == "Inserted, kept and\nline"


def test_text_in_controls_and_boxes_is_read_once() -> None:
    """Content controls and text boxes hold text like any other."""
    box = (
        '<mc:AlternateContent xmlns:mc="x"><mc:Choice><w:txbxContent>{0}</w:txbxContent></mc:Choice>'
        "<mc:Fallback><w:txbxContent>{0}</w:txbxContent></mc:Fallback></mc:AlternateContent>"
    ).format(paragraph("in a box"))
    body = f"<w:sdt><w:sdtContent>{paragraph('in a control')}</w:sdtContent></w:sdt>"
    body += paragraph(f"<w:r><w:t>around</w:t>{box}</w:r>")
    assert texts(read(docx(body), "a.docx")).split("\n\n") == ["in a control", "in a box", "around"]


def test_notes_stand_behind_their_paragraph() -> None:
    """A footnote is cited in the section it belongs to."""
    body = paragraph('<w:r><w:t>Rent is due.</w:t><w:footnoteReference w:id="2"/></w:r>') + paragraph("Next.")
    notes = '<w:footnote w:id="2"><w:p><w:r><w:t>On the first.</w:t></w:r></w:p></w:footnote>'
    text = texts(read(docx(body, footnotes=notes), "a.docx"))
    assert text == "Rent is due. [1]\n\n[1] On the first.\n\nNext."


def test_merged_cells() -> None:
    """A cell that runs over rows stands in each; one that runs over columns keeps the others in place."""

    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text) if text else '<w:p/>'}</w:tc>"

    wide, first, more = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"

    body = (
        "<w:tbl>"
        f"<w:tr>{cell('Zone')}{cell('Price', wide)}</w:tr>"
        f"<w:tr>{cell('North', first)}{cell('day')}{cell('3')}</w:tr>"
        f"<w:tr>{cell('', more)}{cell('night')}{cell('5')}</w:tr>"
        "</w:tbl>"
    )
    (table,) = read(docx(body), "a.docx").pages[0].tables
    assert table.header == ["Zone", "Price", "Price"]
    assert [row.cells for row in table.rows] == [["North", "day", "3"], ["North", "night", "5"]]


@pytest.mark.parametrize("stated", ["", "(anonymous)", "Untitled", "Microsoft Word - draft.doc", "Document1"])
def test_titles_that_nobody_wrote_are_none(stated: str) -> None:
    """What a program fills in is no title; the file's name is a better one."""
    assert read(docx(paragraph("Text."), title=stated), "rent.docx").title == "rent"
    named = read(docx(paragraph("Text."), title="House rules", author="Ann Roux"), "a.docx")
    assert (named.title, named.author) == ("House rules", "Ann Roux")


BOMB = "<!DOCTYPE x [<!ENTITY a0 'ha'>" + "".join(
    f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 9)
)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no archive"),
        (b"just text", "no archive"),
        (docx(paragraph("x"))[:300], "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "encrypted"),
        (packed({"hello.txt": "x"}), "no part word/document.xml"),
        (docx(paragraph("x")[:-3]), "damaged: word/document.xml"),
        (docx("<w:p/>"), "empty"),
        (
            docx(paragraph("x"), prolog='<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
            "XML entities",
        ),
        (docx(paragraph("x"), prolog=BOMB + "]>"), "XML entities"),
    ],
    ids=["empty", "text", "cut", "encrypted", "no document", "broken XML", "no words", "external", "bomb"],
)
def test_what_is_no_document_is_refused(data: bytes, reason: str) -> None:
    """Each with a reason that says what it is; no entity is ever expanded."""
    with pytest.raises(ReadError, match=reason):
        read(data, "a.docx")


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    """A part that would unpack to hundreds of megabytes is not unpacked."""
    with pytest.raises(ReadError, match="unpack to more than 256 MB"):
        read(docx("", extra={"word/document.xml": b" " * (257 * 1024 * 1024)}), "a.docx")


def test_a_line_that_is_set_apart_heads_the_text_below_it() -> None:
    """Contracts and minutes have lines in bold, capitals or underlined for headings; so has a style of their
    author's own. A bold word in a sentence is none, nor is what a run sets back.
    """

    def set_as(text: str, mark: str) -> str:
        return f"<w:r><w:rPr><w:{mark}/></w:rPr><w:t>{text}</w:t></w:r>"

    body = "".join(
        f"{paragraph(head, style)}{paragraph('Le loyer est de 745 euros.')}"
        for head, style in [
            (set_as("I. Désignation du logement", "smallCaps"), ""),
            (set_as("II. ", "b") + set_as("Durée", "b"), ""),
            (set_as("III. Loyer", 'u w:val="single"'), ""),
            ("IV. Congé", "Titrebail"),
            (set_as("Le congé", 'b w:val="0"'), "Titrebail"),
            (set_as("Nul", "b") + "<w:r><w:t> ne peut céder le bail</w:t></w:r>", ""),
        ]
    )
    style = '<w:style w:type="paragraph" w:styleId="Titrebail"><w:rPr><w:b/></w:rPr></w:style>'
    page = read(docx(body, styles=style), "bail.docx").pages[0]
    assert [one.text for one in page.headings] == [
        "I. Désignation du logement", "II. Durée", "III. Loyer", "IV. Congé",
    ]  # fmt: skip
