"""Formats of plain text: tables, rich text, reStructuredText, mail and code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import ReadError
from edge.indexing.readers import delimited, mail, rst, source_code
from edge.indexing.readers.rtf import page as rtf
from edge.indexing.structure.document import Page


def headings(page: Page) -> list[tuple[int, str]]:
    assert all(page.text.startswith(heading.text, heading.start) for heading in page.headings)
    return [(heading.level, heading.text) for heading in page.headings]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    """By trying: the one that cuts the records alike. Decimal commas and quoted delimiters mislead nobody."""
    rows = [["Réf", "Prix", "Nom"], ["A-1", '"2,5"', "vis"], ["A-2", '"3,5"', f'"vis{delimiter} écrou"']]
    data = "\n".join(delimiter.join(row) for row in rows).encode("cp1252")
    (table,) = delimited.read(data, "a.csv").pages[0].tables
    assert table.header == ["Réf", "Prix", "Nom"]
    last = " ".join(f"vis{delimiter} écrou".split())  # cells are on one line
    assert [row.cells for row in table.rows] == [["A-1", "2,5", "vis"], ["A-2", "3,5", last]]


def test_a_tsv_is_what_its_name_says() -> None:
    """Tabs, whatever else stands in it."""
    (table,) = delimited.read(b"a,b\tc,d\n1,2\t3,4\n", "x.tsv").pages[0].tables
    assert (table.header, table.rows[0].cells) == (["a,b", "c,d"], ["1,2", "3,4"])


def test_lines_of_a_cell_are_parted() -> None:
    """A line end within quotation marks parts words as it does where it is shown."""
    (table,) = delimited.read(b'name,answer\nAda,"the light\r\nof the sun"\n', "a.csv").pages[0].tables
    assert table.rows[0].cells == ["Ada", "the light of the sun"]


@given(
    st.lists(st.lists(st.text("ab1 ,;\t|\"'\n", max_size=6), min_size=1, max_size=4), min_size=1, max_size=6)
)
def test_no_table_loses_its_rows(rows: list[list[str]]) -> None:
    """Whatever is in the cells, the file is read, and each row stands where it says."""
    data = "\n".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows).encode()
    try:
        page = delimited.read(data, "a.csv").pages[0]
    except ReadError as error:
        assert "empty" in str(error) or "not a table" in str(error)
        return
    for table in page.tables:
        for row in table.rows:
            assert page.text[row.start : row.end] == " | ".join(row.cells).strip()


def test_rich_text() -> None:
    """Words in any escape, tables, headings by outline level; deleted and hidden text is not read."""
    document = rtf.read(
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\stylesheet{\s1\outlinelevel0 heading 1;}}"
        rb"\pard\s1\outlinelevel0 Rent\par\pard\outlinelevel1 Due date\par"
        rb"\pard caf\'e9 \u8364? 5{\v hidden}\par"
        rb"\trowd Zone\cell Price\cell\row North\cell 3\cell\row{\deleted gone}\pard After.\par}",
        "a.rtf",
    )
    (page,) = document.pages
    assert headings(page) == [(1, "Rent"), (2, "Due date")]
    assert "café € 5" in page.text and "hidden" not in page.text and "gone" not in page.text
    assert [row.cells for row in page.tables[0].rows] == [["North", "3"]]
    with pytest.raises(ReadError, match="not rich text"):
        rtf.read(b"plain", "a.rtf")


def test_headings_of_rich_text_by_their_style() -> None:
    """Writers that note no outline level name the style: "heading 2", in French "Titre 2"; other styles that
    end in a number head nothing.
    """
    document = rtf.read(
        rb"{\rtf1\ansi{\stylesheet{\s1\sbasedon31\b Heading 1;}{\s2\b Titre 2;}"
        rb"{\s25\snext25 Text 1;}{\s3\b Subheading 3;}}"
        rb"\pard\plain \s1\b{\loch Rent}\par \pard\plain \s25{It is due monthly.}\par"
        rb"\pard\s2 Due date\par\pard\s3 Beside\par\pard\s12 Other\par}",
        "a.rtf",
    )
    (page,) = document.pages
    assert headings(page) == [(1, "Rent"), (2, "Due date")]


RST = """\
Tool
====

Use :func:`run` and :ref:`the guide <guide>`, see ``--dry-run``.

.. toctree::

   first

Options
-------

.. option:: --force
   :noindex:

   Overwrites files.

.. code-block:: sh

   tool --force
   tool --all

* one
* two

====  =====
Name  Price
====  =====
a     3
====  =====

.. include:: /etc/hostname
.. raw:: html

   <b>unseen</b>

.. comment of the author
"""


def test_restructured_text() -> None:
    """Sections, tables, code and lists; what Sphinx adds keeps its words; nothing is included."""
    pytest.importorskip("docutils", reason="the extra docs is not installed")
    document = rst.read(RST.encode(), "a.rst")
    (page,) = document.pages
    assert document.title == "Tool"
    assert headings(page)[0] == (1, "Tool") and (2, "Options") in headings(page)
    assert "Use run and the guide, see --dry-run." in page.text
    assert "--force" in page.text and "Overwrites files." in page.text
    assert "tool --force\ntool --all" in page.text
    assert [row.cells for row in page.tables[0].rows] == [["a", "3"]]
    assert "- one" in page.text
    for unseen in ("first", "unseen", "comment of", "hostname", "localhost"):
        assert unseen not in page.text


MAILS = (
    b"From ann@a.example Mon Nov  2 10:00:00 2026\nFrom: Ann <ann@a.example>\nTo: Bob <bob@b.example>\n"
    b"Subject: =?utf-8?q?R=C3=A9union?=\nDate: Mon, 2 Nov 2026 10:00:00 +0100\n\nWe meet at nine.\n\n"
    b"From ann@a.example Tue Nov  3 10:00:00 2026\nFrom: Ann <ann@a.example>\nSubject: Lunch\n\nAt noon.\n"
)


def test_a_mailbox() -> None:
    """A message is a section under its subject, and says who wrote it and when."""
    document = mail.read(MAILS, "box.mbox")
    (page,) = document.pages
    assert document.title == "box"
    assert headings(page) == [(1, "Réunion"), (1, "Lunch")]
    assert "From: Ann <ann@a.example>\nTo: Bob <bob@b.example>\nDate: 2026-11-02T10:00:00+01:00" in page.text
    assert "We meet at nine." in page.text and "At noon." in page.text


def test_a_message_with_attachments() -> None:
    """Its subject is the title; what is attached is told as not read."""
    document = mail.read(
        b"From: ann@a.example\nSubject: Lease\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/mixed; boundary="x"\n\n--x\nContent-Type: text/plain\n\nSee the lease.\n'
        b'--x\nContent-Type: application/pdf; name="lease.pdf"\n\n%PDF\n--x--\n',
        "a.eml",
    )
    assert (document.title, document.author) == ("Lease", "ann@a.example")
    assert document.notes == ["1 attachment is not read"]


def test_no_message_at_all() -> None:
    """A file that holds none is refused with its reason."""
    with pytest.raises(ReadError):
        mail.read(b"\0\1\2\3" * 50, "a.eml")


def test_code_keeps_its_lines() -> None:
    """Tabs and indentation are what was written; the name is the title, for there is no other."""
    document = source_code.read(b"all:\n\techo hi\n\n\ndone:\n", "src/build.mk")
    assert document.title == "build.mk"
    assert document.pages[0].text.startswith("all:\n\techo hi\n\ndone:")
    assert document.pages[0].lines[0] == (0, 1)


def test_what_stands_between_cells_may_be_said() -> None:
    """The line that tells Excel the delimiter is no row."""
    page = delimited.read(b"sep=;\r\nName;Price\r\nA;1,5\r\n", "a.csv").pages[0]
    assert page.text == "Name | Price\nA | 1,5"


def test_a_table_without_a_header() -> None:
    """A first row of a date and an amount as in all others is a row; years may name columns."""
    page = delimited.read(
        b"2024-01-01,12.5,North\n2024-01-02,13.5,South\n2024-01-03,1.5,East\n", "a.csv"
    ).pages[0]
    assert (page.tables[0].header, len(page.tables[0].rows)) == ([], 3)
    page = delimited.read(b"Land,2023,2024\nFrance,10,12\nSpain,3,4\n", "a.csv").pages[0]
    assert page.tables[0].header == ["Land", "2023", "2024"]


def rst_text(text: str) -> str:
    return rst.read(text.encode(), "a.rst").pages[0].text


def test_rst_words_are_not_broken_at_powers() -> None:
    """H2O is one word, and 10⁶ is not 106."""
    assert rst_text("H\\ :sub:`2`\\ O, 10\\ :sup:`6` l.") == "H2O, 10⁶ l."


def test_rst_notes_have_their_numbers() -> None:
    """Where they are referred to and where they stand."""
    text = rst_text("Rent is due [#f1]_ in May [CIT]_.\n\n.. [#f1] On the first.\n.. [CIT] Roux 2020.\n")
    assert text == "Rent is due [1] in May [CIT].\n\n[1] On the first.\n\n[CIT] Roux 2020."


def test_rst_fields_and_options_stand_with_what_they_are() -> None:
    """Each with its text, an option with its argument."""
    text = rst_text(
        ":Author: Ann Lee\n:Version: 2.1\n\nOptions:\n\n-o file  write to file\n--long=x  be long\n"
    )
    assert text.split("\n\n") == [
        "Author\n    Ann Lee", "Version\n    2.1", "Options:", "-o file\n    write to file",
        "--long=x\n    be long",
    ]  # fmt: skip


def test_rst_lists_in_letters_and_without_contents() -> None:
    """Items have the letters that they are written with; what docutils makes of titles is no text."""
    text = rst_text(
        ".. contents::\n\nGuide\n=====\n\nPart\n----\n\n1. one\n\n   b) nested\n   c) next\n\n2. two\n"
    )
    assert text.split("\n\n") == ["Guide", "Part", "1. one", "  b) nested", "  c) next", "2. two"]
