"""Manual pages: both languages of macros, what a file defines itself, tables, and files that are none."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import ReadError
from edge.indexing.readers.formats import document_of, found_kind
from edge.indexing.readers.manual import page as man_page
from edge.indexing.sources.discover import discover
from edge.indexing.structure.document import Page

MAN = r"""'\" t
.\" a remark that nobody reads
.ie \n(.g .ds Aq \(aq
.el       .ds Aq '
.de Sp
.sp 0.4v
..
.TH FROB "1" "May 2024" "frob 2.1"
.SH NAME
frob \- turn the caf\('e \(bu knobs
.SH SYNOPSIS
.B frob
[\fI\,OPTION\/\fR]...
.br
.BR frob " \-\-all"
.SH OPTIONS
.TP
\fB\-q\fR, \fB\-\-quiet\fR
Say nothing; don\*(Aqt ask.
.IP "\-\-depth=N" 4
Go N levels down (see
.BR frob.conf (5)).
.IP \(bu 2
an item
.SS "Exit status"
.if n \{\
Zero on success.
.\}
.if t \{\
Never shown.
.\}
.TS
allbox tab(|);
lb lb
l l.
Code|Meaning
2|T{
The file is
missing
T}
.TE
.SH EXAMPLES
.nf
frob \-\-all \e
    knob.txt
.fi
"""


def read(text: str, name: str = "frob.1") -> Page:
    (page,) = man_page.read(text.encode(), name).pages
    return page


def test_sections_definitions_code_and_tables() -> None:
    """Sections are headings, an option stands above what it does, examples keep their lines, a table is one;
    what is for printers alone, remarks and fonts are left out.
    """
    document = man_page.read(MAN.encode(), "man1/frob.1")
    (page,) = document.pages
    assert (document.title, document.kind) == ("frob(1)", "manual")
    assert [(one.level, one.text) for one in page.headings] == [
        (1, "NAME"), (1, "SYNOPSIS"), (1, "OPTIONS"), (2, "Exit status"), (1, "EXAMPLES"),
    ]  # fmt: skip
    assert "frob - turn the café • knobs" in page.text
    assert "frob [OPTION]...\nfrob --all" in page.text
    assert "-q, --quiet\n    Say nothing; don't ask." in page.text
    assert "--depth=N\n    Go N levels down (see frob.conf(5))." in page.text
    assert "- an item" in page.text
    assert "Zero on success." in page.text and "Never shown" not in page.text and "remark" not in page.text
    (table,) = page.tables
    assert (table.header, [row.cells for row in table.rows]) == (
        ["Code", "Meaning"], [["2", "The file is missing"]],
    )  # fmt: skip
    (code,) = page.code
    assert page.text[slice(*code)] == "frob --all \\\n    knob.txt"


MDOC = r""".Dd $Mdocdate: November 28 2022 $
.Dt KNOB 8
.Os
.Sh NAME
.Nm knob
.Nd turn knobs
.Sh SYNOPSIS
.Nm
.Op Fl aq
.Op Fl D Oo Ar host : Oc Ns Ar port
.Ar
.Sh DESCRIPTION
.Nm
reads
.Pa /etc/knob.conf .
See
.Xr knob.conf 5 ,
written by
.An Ann Lee Aq Mt ann@knob.example .
.Bl -tag -width Ds
.It Fl a , Fl -all
Turn all of them, in the form
.Sm off
.Oo user @ Oc host .
.Sm on
.It Xo
.Fl D
.Ar port
.Xc
Listen there.
.El
.Bl -column "a" "b"
.It Sy Key Ta Sy Does
.It q Ta quits
.El
.Bd -literal -offset indent
knob -a
   -D 80
.Ed
"""


def test_macros_that_say_what_a_word_is() -> None:
    """mdoc(7): flags get their dash, what is optional its brackets, and punctuation clings to its word."""
    document = man_page.read(MDOC.encode(), "knob.8")
    (page,) = document.pages
    assert document.title == "knob(8)"
    assert "knob — turn knobs" in page.text
    assert "knob [-aq] [-D [host:]port] file ..." in page.text
    assert "knob reads /etc/knob.conf. See knob.conf(5), written by Ann Lee <ann@knob.example>." in page.text
    assert "-a, --all\n    Turn all of them, in the form [user@]host." in page.text
    assert "-D port\n    Listen there." in page.text
    (table,) = page.tables
    assert (table.header, [row.cells for row in table.rows]) == (["Key", "Does"], [["q", "quits"]])
    assert [page.text[slice(*code)] for code in page.code] == ["knob -a\n   -D 80"]


def test_terms_as_docbook_sets_them() -> None:
    """A short paragraph with what is set further in below it; bullets drawn by hand."""
    page = read(
        ".TH A 1\n.SH OPTIONS\n.PP\n\\fB\\-\\-depth\\fR \\fIn\\fR\n.RS 4\nHow deep\\&.\n.RE\n"
        ".PP\nThis is prose:\n.RS 4\n.ie n \\{\\\n\\h'-04'\\(bu\\h'+03'\\c\n.\\}\n"
        ".el \\{\\\n.IP \\(bu 2.3\n.\\}\none\n.RE\n"
    )
    hung = read(".TH A 1\n.SH O\n.HP\n\\fB\\-n\\fR N\n.IP\nSo many.\n.HP\n\\fB\\-q\\fR\n.IP\nSay nothing.\n")
    assert "-n N\n    So many.\n\n-q\n    Say nothing." in hung.text
    assert "--depth n\n    How deep." in page.text
    assert "This is prose:\n\n- one" in page.text


def test_macros_of_the_file_are_called() -> None:
    """With their arguments; a macro that calls itself ends, and costs the page nothing else."""
    page = read(
        ".TH A 1\n.de two\nfirst \\\\$1, then \\\\$2.\n..\n"
        '.two cup "big plate"\n.de on\n.on\n..\n.on\nAfter.\n'
    )
    assert "first cup, then big plate. After." in page.text


@given(st.lists(st.sampled_from(MAN.split("\n") + MDOC.split("\n")), max_size=30), st.text(max_size=30))
def test_no_order_of_lines_is_too_much(lines: list[str], more: str) -> None:
    """Whatever stands in the file, it is read, or refused as empty or binary; headings stand in the text."""
    text = "\n".join([".TH A 1", *lines, more, "Words."])
    try:
        page = read(text)
    except ReadError as error:
        assert any(word in str(error) for word in ("empty", "binary"))
        return
    assert all(page.text.startswith(one.text, one.start) for one in page.headings)


def test_the_number_of_a_section_alone_tells_nothing(tmp_path: Path) -> None:
    """`syslog.1` is a log that was rotated: left aside. Manual pages are found compressed too, as is a
    README.
    """
    (tmp_path / "frob.1").write_text(MAN)
    (tmp_path / "knob.8.gz").write_bytes(gzip.compress(MDOC.encode()))
    (tmp_path / "syslog.1").write_text("Nov 23 08:00:01 host cron[1]: started\n")
    (tmp_path / "README.gz").write_bytes(gzip.compress(b"Read me first.\n"))
    (tmp_path / "damaged.1.gz").write_bytes(b"\x1f\x8bnot really")
    found = discover([tmp_path])
    assert {file.name: file.kind for file in found.files} == {
        "README.gz": "text", "frob.1": "manual", "knob.8.gz": "manual",
    }  # fmt: skip
    assert found.ignored == {".1": 1, ".gz": 1}


def test_the_number_of_a_version_is_no_suffix() -> None:
    """`Apache-2.0` is a licence, read as README is; a library of that version is left aside."""
    assert found_kind("licences/Apache-2.0", b"Apache License\n") == "text"
    assert document_of(b"Words.\n", "licences/Apache-2.0", "text", 1000).title == "Apache-2.0"
    assert document_of(b"Words.\n", "licences/COPYING", "text", 1000).title == "COPYING"
    assert found_kind("libfrob-2.0", b"\x7fELF\x02\x01\x01\x00") == ""
    assert found_kind("frob-2.1", MAN.encode()) == "manual"


def test_what_a_program_comes_with_is_text_whatever_its_name_ends_in() -> None:
    """`README.Debian`, `LICENSE.MIT`; a picture or a page of the manual of such a name is what it is."""
    for name in ("doc/README.Debian", "LICENSE.MIT", "NEWS.old"):
        assert found_kind(name, b"Words.\n") == "text"
    assert found_kind("README.png", b"\x89PNG\r\n\x1a\n\x00") == ""
    assert found_kind("readme.md", b"Words.\n") == "markdown"
    assert found_kind("install.1", MAN.encode()) == "manual"
    assert found_kind("pump.debian", b"Words.\n") == ""


def test_a_page_that_only_points_elsewhere_is_left_aside() -> None:
    """`.so man1/frob.1` is another name of a page: nothing is included, and nothing is missing."""
    assert found_kind("frobs.1", b".so man1/frob.1\n") == ""
    with pytest.raises(ReadError, match="not a manual page"):
        document_of(b"just words\n", "frob.man", "manual", 1000)
