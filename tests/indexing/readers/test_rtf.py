"""Rich text as Word, LibreOffice, WordPad and TextEdit write it."""

from __future__ import annotations

import pytest
from growth import linear
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import ReadError
from edge.indexing.readers.rtf.page import read
from edge.indexing.structure.document import Page


def page(body: bytes) -> Page:
    return read(rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}}" + body + b"}", "a.rtf").pages[
        0
    ]


def test_a_note_stands_behind_its_paragraph() -> None:
    """Notes have their numbers in the text and stand behind the paragraph, as in Word documents; LibreOffice
    writes them as groups that may be ignored.
    """
    told = page(
        rb"\pard The deposit is 500 euros.{\super\chftn}{\footnote\pard\plain{\super\chftn} Not for"
        rb" tenants since 2019.} It is due in May.\par"
        rb"\pard Second.{\*\footnote\chftn  Another.}\par"
    ).text
    assert told == (
        "The deposit is 500 euros. [1] It is due in May.\n\n[1] Not for tenants since 2019.\n\nSecond. [2]"
        "\n\n[2] Another."
    )


def test_text_boxes_are_read_once() -> None:
    """The words of a drawn box are read, its properties and its older form are not."""
    told = page(
        rb"\pard Before {\shp{\*\shpinst\shpleft10{\sp{\sn shapeType}{\sv 202}}"
        rb"{\shptxt\pard Boxed words.\par}}"
        rb"{\shprslt{\*\do{\dptxbx{\dptxbxtext\pard Boxed words.\par}}}}}after.\par"
    ).text
    assert told == "Before after.\n\nBoxed words."


def test_tables_within_tables_keep_their_words() -> None:
    """A table inside of a cell is read in that cell; programs without such tables get another text, which is
    not read.
    """
    told = page(
        rb"\trowd\cellx100\cellx200\pard\intbl Outer\cell"
        rb"\pard\intbl\itap2 in one\nestcell{\nonesttables\par}\pard\intbl\itap2 in two\nestcell"
        rb"{\*\nesttableprops\trowd\cellx50\cellx90\nestrow}{\nonesttables\par}\pard\intbl\itap1\cell\row"
        rb"\pard After.\par"
    ).text
    assert all(told.count(words) == 1 for words in ("Outer", "in one", "in two", "After."))
    assert told.index("Outer") < told.index("in one") < told.index("in two") < told.index("After.")


def test_merged_cells() -> None:
    """A cell that runs on into the rows below is told by each of them; one over two columns counts as two."""
    (table,) = page(
        rb"\trowd\trhdr\cellx1\cellx2\cellx3\pard\intbl Zone\cell Day\cell Night\cell\row"
        rb"\trowd\clvmgf\cellx1\cellx2\cellx3\pard\intbl North\cell 3\cell 4\cell\row"
        rb"\trowd\clvmrg\cellx1\clmgf\cellx2\clmrg\cellx3\pard\intbl\cell both 5\cell\cell\row\pard x\par"
    ).tables
    assert table.header == ["Zone", "Day", "Night"]
    assert [row.cells[:2] for row in table.rows] == [["North", "3"], ["North", "both 5"]]


def test_characters() -> None:
    """\\u with as many fallbacks as \\uc says, of any form; halves of one beyond the first plane; code
    pages of fonts; signs of symbol fonts; escaped braces;
    powers.
    """
    assert page(rb"\pard\uc2 \u8364\'80\'81 \uc1\u233\'e9t\u233 e\uc0\u8211 x\par").text == "€ été–x"
    assert page(rb"\pard 10{\updnprop8000\up8 3} and 10{\super 2}\par").text == "10³ and 10²"
    assert page(rb"\pard\uc1 \u-10179?\u-8704? \{a\\b\}\par").text == "😀 {a\\b}"
    told = read(
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset2 Symbol;}"
        rb"{\f3\fcharset128 MS Mincho;}}\pard\f1\'cc\'ee\f0  \'e9 \f2 a\f0  \f3\'93\'fa\par}",
        "a.rtf",
    )
    assert told.pages[0].text == "Мо é α 日"
    assert read(rb"{\rtf1\mac\pard caf\'8e\par}", "a.rtf").pages[0].text == "café"


def test_what_is_not_seen() -> None:
    """Hidden and deleted text, pictures with their bytes, headers, footers, comments and bookmarks are left
    out; a group that may be ignored is.
    """
    told = page(
        rb"{\header\pard Acme confidential\par}{\footer 3}{\*\unknown secret}\pard Seen{\v  hidden{\b too}}"
        rb"{\deleted  gone}\v  no\v0 {\*\bkmkstart a}{\*\atnid x}{\*\annotation remark}"
        rb"{\pict\wmetafile8\bin7 {}\\{{\x}{\*\shppict{\pict ffd8ff}} words.\par"
    )
    assert told.text == "Seen words."


def test_lists_and_fields() -> None:
    """An item has the label that its program shows; a link is its words."""
    told = page(
        rb"\pard\ls1\ilvl0{\listtext 1.\tab}Open the valve.\par\ilvl1{\listtext\u8226 ?\tab}Slowly.\par"
        rb'\pard See {\field{\*\fldinst{HYPERLINK "https://a.example/"}}{\fldrslt{\ul the guide}}}.\par'
    ).text
    assert told.split("\n\n") == ["1. Open the valve.", "  - Slowly.", "See the guide."]


def test_headings_and_contents() -> None:
    """Levels of styles count where a paragraph says none; a table of contents is not read; the title is the
    one that the properties state.
    """
    document = read(
        rb"{\rtf1\ansi{\stylesheet{\s0 Normal;}{\s1\outlinelevel1 Kapitel;}{\s9 toc 1;}}"
        rb"{\info{\title Lease of the mill}{\author {\upr{A?}{\*\ud{\u199 ?}}}nn}{\company X}}"
        rb"\pard\s9 Rent\tab 3\par\pard\s1 Rent\par\pard\s0 Monthly.\par\pard\outlinelevel0 End}",
        "a.rtf",
    )
    assert [(one.level, one.text) for one in document.pages[0].headings] == [(2, "Rent"), (1, "End")]
    assert document.title == "Lease of the mill" and document.author == "Çnn"
    assert document.pages[0].text == "Rent\n\nMonthly.\n\nEnd"


PARTS = st.sampled_from([
    b"{", b"}", b"\\par ", b"\\cell ", b"\\row ", b"\\nestcell ", b"\\nestrow ", b"\\intbl",
    b"\\itap3 ", b"\\pard", b"{\\footnote ", b"{\\shptxt ", b"{\\*", b"\\u-1 ", b"\\u55357?", b"\\uc3 ",
    b"\\'", b"\\'e9", b"\\bin9 ", b"\\bin-4 ", b"\\trowd", b"\\clvmrg\\cellx5", b"\\clvmgf\\cellx9",
    b"{\\listtext 1.\\tab}", b"\\ilvl4 ", b"word ", b"\\", b"{\\fonttbl{\\f0\\fcharset2 A;}}",
    b"{\\stylesheet{\\s1 heading 1;}}", b"\\s1 ", b"\\f0 ", b"{\\upr", b"{\\info", b"{\\title a}",
    b"\x00\xff", b"\\fcharset128 ", b"\\ansicpg65001 ", b"\\super 2", b"\\line ", b"\\u99999999999 ",
])  # fmt: skip


@given(st.lists(PARTS, max_size=40).map(b"".join))
def test_no_rich_text_breaks_the_reader(body: bytes) -> None:
    """Whatever follows the mark, there is a document or the reason why there is none."""
    try:
        told = read(b"{\\rtf1 " + body, "a.rtf").pages[0]
    except ReadError:
        return
    assert all(
        told.text[row.start : row.end] == " | ".join(row.cells).strip()
        for table in told.tables
        for row in table.rows
    )


@pytest.mark.parametrize(
    "part",
    [
        b"{\\b ",
        b"{\\footnote x",
        b"{\\shptxt x",
        b"{\\*\\x",
        b"\\itap9\\nestcell\\nestrow ",
        b"{\\upr{\\*\\ud ",
    ],
)
def test_depth_costs_no_more_than_length(part: bytes) -> None:
    """Groups may nest ten thousand deep; twice as many take about twice as long."""

    def whole(count: int) -> None:
        data = b"{\\rtf1\\pard\\intbl a" + part * count + b"end"
        assert "a" in read(data, "a.rtf").pages[0].text

    assert linear(whole, 10_000)
