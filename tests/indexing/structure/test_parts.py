from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import edge
from edge.indexing.readers import jsonl_pages, markdown, plain_text
from edge.indexing.structure.document import Document, Heading, Page
from edge.indexing.structure.parts import in_parts

_LINE = st.sampled_from(
    ["# One", "## Two", "### Three", "words and words", "more:", "", "a | b", "last one."]
)


def _sections(count: int, words: int) -> bytes:
    return "".join(f"# Part {n}\n\n{'word ' * words}\n\n" for n in range(count)).encode()


def test_a_long_text_is_cut_at_its_top_headings() -> None:
    """Each section that fits is a part of its own, so that search can tell them apart."""
    document = in_parts(markdown.read(_sections(5, 250), "a.md"), 300)
    assert [page.headings[0].text for page in document.pages] == [f"Part {n}" for n in range(5)]
    assert [page.number for page in document.pages] == [1, 2, 3, 4, 5]
    assert not document.paged


def test_short_neighbours_stay_together() -> None:
    """Headings of a line each are no parts: what is short together is searched together."""
    assert len(in_parts(markdown.read(_sections(6, 20), "a.md"), 300).pages) == 1


@given(st.lists(_LINE, max_size=60), st.integers(3, 40))
def test_nothing_is_lost_between_parts(lines: list[str], most: int) -> None:
    """The texts of the parts, one after the other, are the text, and every span still points to its words."""
    whole = markdown.read(("\n".join(lines) + "\n\nend").encode(), "a.md")
    document = in_parts(whole, most)
    text = "".join(page.text for page in document.pages)
    assert text == "".join(page.text for page in whole.pages)
    assert all(text[page.start :].startswith(page.text) for page in document.pages)
    for page in document.pages:
        assert all(page.text[h.start :].startswith(h.text) for h in page.headings)
        assert all(0 <= row.start < row.end <= len(page.text) for t in page.tables for row in t.rows)


def test_a_part_has_few_words() -> None:
    """Prose without any heading is cut at blank lines, into pieces of about one length."""
    text = "\n\n".join(["some words of a paragraph " * 8] * 40)
    document = in_parts(plain_text.read(text.encode(), "a.txt"), 300)
    sizes = [len(page.text.split()) for page in document.pages]
    assert max(sizes) <= 300 and min(sizes) >= 100


def test_a_lead_in_stays_with_its_list() -> None:
    """No part ends with a line that announces what follows it."""
    text = "\n\n".join(["word " * 60 + "as follows:", "- first thing to do\n- second thing to do " * 10] * 8)
    document = in_parts(plain_text.read(text.encode(), "a.txt"), 120)
    assert not any(page.text.rstrip().endswith(":") for page in document.pages)


def test_rows_of_a_cut_table_keep_their_headings() -> None:
    """A table longer than a part is cut between rows; each piece knows caption and column headings."""
    rows = "\n".join(f"| A-{n} | {n}.00 |" for n in range(200))
    document = in_parts(markdown.read(f"| Article | Price |\n|---|---|\n{rows}\n".encode(), "a.md"), 100)
    assert len(document.pages) > 3
    assert all(page.tables[0].header == ["Article", "Price"] for page in document.pages)
    cells = [row.cells[0] for page in document.pages for row in page.tables[0].rows]
    assert cells == [f"A-{n}" for n in range(200)]


def test_pages_are_left_as_they_are() -> None:
    """What has pages is searched and cited by them, however long they are."""
    document = Document("pdf", "t", [Page(1, "word " * 2_000, headings=[Heading(0, 1, "word")])])
    assert in_parts(document, 300) is document


def test_records_without_page_numbers_are_one_text() -> None:
    """JSONL lines without `page` follow one another; some with and some without cannot be put in order."""
    lines = b'{"source": "a", "text": "first"}\n{"source": "a", "text": "second"}\n'
    (source,) = jsonl_pages.read(lines, "x.jsonl")
    assert source.document is not None and not source.document.paged
    assert "".join(page.text for page in in_parts(source.document, 300).pages) == "first\n\nsecond"
    (mixed,) = jsonl_pages.read(lines + b'{"source": "a", "page": 3, "text": "third"}\n', "x.jsonl")
    assert mixed.document is None and "page" in mixed.reason


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> edge.Edge:
    folder = tmp_path_factory.mktemp("parts")
    filler = "Nothing of interest is said about the weather here. " * 45
    text = "---\ntitle: Guide\n---\n\n" + "".join(
        f"## Pump {n}\n\n{filler}\n\nThe filter of pump {n} is washed every {n + 3} weeks.\n\n"
        for n in range(12)
    )
    (folder / "guide.md").write_text(text, encoding="utf-8")
    session = edge.open(folder / "k.db")
    session.index([folder / "guide.md"])
    return session


def test_ten_places_of_one_file(session: edge.Edge) -> None:
    """A search shows as many places of a file without pages as it has, each with its section and lines."""
    hits = session.search("washing the filter of a pump", 10).results
    assert len(hits) == 10 and {hit.source for hit in hits} == {"guide.md"}
    assert len({hit.heading for hit in hits}) == 10
    assert all(hit.page is None and hit.pages == [] and hit.lines for hit in hits)
    text = session.page_text("guide.md", None)
    assert all(text[hit.start : hit.end] == hit.text for hit in hits)


def test_a_quote_is_cited_by_section_and_line(session: edge.Edge) -> None:
    """`page` is null; the lines are those of the file, and the offsets those of its whole text."""
    answer = session.ask("How often is the filter of pump 7 washed?")
    quote = (answer.citations or answer.candidates)[0]
    assert quote.page is None and quote.heading == "Guide > Pump 7"
    assert session.page_text("guide.md", None)[quote.start : quote.end] == quote.quote
    lines = (session.knowledge.parent / "guide.md").read_text(encoding="utf-8").split("\n")
    assert quote.lines is not None and "pump 7 is washed" in lines[quote.lines[0] - 1]
    assert session.page_text("guide.md", 1) == ""


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    """Front matter, lists, tables, code and runs of blank lines are counted as the file has them."""
    text = (
        "---\ntitle: T\n---\n\n\n# One\n\nalpha\nbeta\n\n\n\n- gamma\n- delta\n\n  epsilon\n\n"
        "| Col | Other |\n|---|---|\n| zeta | x |\n| eta | y |\n\n```\ntheta\n\n\n\niota\n```\n\nkappa\n"
    )
    (tmp_path / "t.md").write_text(text, encoding="utf-8")
    (tmp_path / "t.txt").write_text(text.replace("#", "\n\n\n#"), encoding="utf-8")
    with edge.open(tmp_path / "k.db") as session:
        session.index([tmp_path / "t.md", tmp_path / "t.txt"])
        words = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa")
        for name in ("t.md", "t.txt"):
            lines = (tmp_path / name).read_text(encoding="utf-8").split("\n")
            for word in words:
                place = session.library.access(()).place_of
                start = session.page_text(name, None).index(word)
                found = place(name, 1, start, start + len(word)).lines
                assert found is not None and word in lines[found[0] - 1], (name, word, found)
