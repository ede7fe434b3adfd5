from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.readers.formats import kind_of_name
from edge.indexing.readers.info_file import nodes_only
from edge.indexing.readers.plain_text import read
from edge.indexing.structure.headings.unmarked import with_headings
from edge.indexing.structure.sections import outline

INFO = b"""This is ferry.info, produced by makeinfo version 6.8 from ferry.texi.

Copyright 2021 The authors.
INFO-DIR-SECTION Network
START-INFO-DIR-ENTRY
* Ferry: (ferry).         Carries files.
END-INFO-DIR-ENTRY

\x1f
File: ferry.info,  Node: Starting,  Next: Options,  Up: (dir)

1 Starting
**********

Ferry carries files from one host to another.
\0\b[image src="ferry.png" text="
  host -> host"\0\b]

\x1f
File: ferry.info,  Node: Options,  Next: Retries,  Prev: Starting,  Up: Starting

1.1 Options
===========

Most options have a short form as well.

\x1f
File: ferry.info,  Node: Retries,  Prev: Options,  Up: Options

1.1.1 Retries
-------------

Ferry tries five times by default.

Pauses between tries
....................

The first pause takes two seconds.

'SIGHUP'

     Ends the pause, and tries
     again at once.

   ---------- Footnotes ----------

   (1) A pause that is negative is none,
and no pause is ever longer than a day.

\x1f
File: ferry.info,  Node: Index,  Prev: Options,  Up: Starting

2 Index
*******

\0\b[index\0\b]
* Menu:

* retries:                               Retries.              (line 6)

\x1f
Tag Table:
Node: Starting\x7f285
\x1f
End Tag Table
"""


def test_a_manual_of_info_is_its_nodes() -> None:
    """Names of nodes, tables of places, indexes and pictures are no text; every line keeps its number."""
    document = read(INFO, "ferry.info")
    text = document.pages[0].text
    assert "Ferry tries five times by default." in text
    for said in ("Node:", "Tag Table", "(line 6)", "image src", "Carries files", "\0"):
        assert said not in text
    assert nodes_only(INFO).count(b"\n") == INFO.count(b"\n")


def test_chapters_of_info_hold_their_sections() -> None:
    """Lines of stars, equals signs, hyphens and points stand below chapters, sections, and what is in them; a
    term that is code, in quotes, and the rule above footnotes name nothing.
    """
    headings = [one.heading for one in outline(with_headings(read(INFO, "ferry.info")).pages).sections]
    assert headings == [
        "1 Starting",
        "1 Starting > 1.1 Options",
        "1 Starting > 1.1 Options > 1.1.1 Retries",
        "1 Starting > 1.1 Options > 1.1.1 Retries > Pauses between tries",
        "2 Index",
    ]


def test_a_manual_of_info_is_found_by_its_name() -> None:
    """Whole or in parts, compressed or not; nothing else ends so."""
    for name in ("wget.info", "wget.info.gz", "gnupg.info-2", "gnupg.info-2.gz"):
        assert kind_of_name(name) == "text"
    assert kind_of_name("report-2") == kind_of_name("notes.info-final") == ""


@given(st.binary(max_size=200))
def test_any_other_file_is_left_as_it_is(data: bytes) -> None:
    """What names no node is not touched."""
    assert nodes_only(b"Notes\n\n" + data) == b"Notes\n\n" + data
