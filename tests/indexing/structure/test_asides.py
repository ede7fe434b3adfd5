from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import edge
from edge.indexing.readers import plain_text
from edge.indexing.structure import asides as ruled
from edge.indexing.structure.asides import with_asides
from edge.indexing.structure.document import Document, Page
from edge.indexing.structure.headings.unmarked import with_headings

BODY = (
    "The filter is washed with clear water.\n\nThe pump is emptied before the first frost of the winter." * 3
)


def asides(text: str) -> list[str]:
    document = with_asides(with_headings(plain_text.read(f"{text}\n\n{BODY}".encode(), "a.txt")))
    return [page.text[start:end] for page in document.pages for start, end in page.aside]


@pytest.mark.parametrize(
    "contents",
    [
        "CONTENTS\n\n1 Filter ........ 3\n2 Pump .......... 7\n3 Winter ........ 12",
        "Table of contents\n\nFilter\nPump\nWinter",
        "Sommaire\n\n- Le filtre\n- La pompe\n- L'hiver",
        "Filter … 3\nPump … 7\nWinter … 12\nGarden . . . . . 14",
        "1.1 Filter … 3\n1.2 What is to be done about the pump,\nand when … 7\n\n2 Winter 9\n\n"
        "2.1 Frost … 12\n2.2 Ice … 13",
        "Index\n\nfilter, 3, 7\npump, 7\nwinter, 12-14\nfrost, 12",
    ],
)
def test_what_points_elsewhere_is_an_aside(contents: str) -> None:
    """Tables of contents and indexes, with or without a heading that says so."""
    assert asides(contents) == [contents]


@pytest.mark.parametrize(
    "text",
    [
        "Prices\n\nFilter      3.00\nPump       17.00\nHose       12.00\nTap         4.00",
        "The contents of the box are checked.\n\nOne filter.\n\nOne pump.",
        "Steps:\n\n1. Open the tap.\n2. Empty the pump.\n3. Close the tap.",
        "Filter | 3\nPump | 7\nHose | 12\nTap | 14",
    ],
)
def test_values_and_steps_are_none(text: str) -> None:
    """Prices, quantities, steps and tables are what people ask for."""
    assert asides(text) == []


def test_the_index_of_a_manual_is_an_aside_whole() -> None:
    """Under its letters too, with entries longer than a line; a document that is nothing else besides."""
    entries = [f"--option-{n}\n    The command line [Options {n}]" for n in range(60)]
    long = "--last\n    " + "The command line [Options], Generic options for routers, " * 4
    text = "\n\n".join(["OPTION INDEX", *entries, long, *(f"-{n}\n    Lists {'x' * 60}" for n in range(30))])
    (page,) = with_asides(with_headings(plain_text.read(text.encode(), "a.txt"))).pages
    assert page.aside == [(0, len(page.text))]


def test_running_lines_of_pages() -> None:
    """Lines that pages repeat at their edges, and page numbers, are asides; prose between them is none."""
    pages = [
        Page(
            n,
            f"Pump manual 2026\n\nIt says {word}.\n\nIt says so twice.\n\nMore {word}.\n\nPage {n} of 6",
        )
        for n, word in enumerate(["one", "two", "three", "four", "five", "six"], start=1)
    ]
    document = with_asides(Document("pages", "t", pages))
    assert all(
        [page.text[a:b] for a, b in page.aside] == ["Pump manual 2026", f"Page {page.number} of 6"]
        for page in document.pages
    )


def test_a_document_of_nothing_else_is_left() -> None:
    """A file that is an index alone stays what it is: there is no text that it would hide."""
    text = "\n".join(f"word{n}, {n}" for n in range(30))
    assert not any(page.aside for page in with_asides(plain_text.read(text.encode(), "a.txt")).pages)


def test_nobody_finds_the_contents_instead_of_the_text(tmp_path: Path) -> None:
    """The section is found, not the line that points to it, and no quote comes from there."""
    sections = "".join(f"## Cleaning part {n}\n\n{BODY}\n\n" for n in range(6))
    contents = "".join(f"- Cleaning part {n}\n" for n in range(6)) + "- Draining the boiler in winter\n"
    text = f"# Boiler\n\n## Contents\n\n{contents}\n{sections}## Draining\n\nOpen the brass tap below it.\n"
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    with edge.open(tmp_path / "k.db") as session:
        session.index([tmp_path / "a.md"])
        answer = session.ask("draining the boiler in winter")
        assert not any("Draining the boiler" in one.quote for one in [*answer.citations, *answer.candidates])


@given(st.text(st.sampled_from("abiX…..·_ \t\xa01２9,-–à()|"), max_size=30))
def test_no_entry_is_passed_over(line: str) -> None:
    """What rules a line out at a glance is what the patterns of its kind would rule out."""
    patterns = ruled._ENTRY.fullmatch(line.rstrip()) or ruled._INDEXED.fullmatch(line)
    assert ruled._numbered(line) == (patterns is not None and " | " not in line)
