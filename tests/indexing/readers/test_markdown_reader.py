from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import ReadError
from edge.indexing.readers.markdown import read
from edge.indexing.structure.document import Document, Page


def only_page(markdown: str) -> Page:
    document = read(markdown.encode(), "notes.md")
    assert len(document.pages) == 1
    return document.pages[0]


def test_page_reads_as_a_person_sees_it() -> None:
    """Marks and link addresses are dropped; headings, lists, code and words stay, in order."""
    page = only_page(
        "# Touch-move\n\nA **touched** piece [must](http://x.example) move.\nSee `4.3`.\n\n"
        "- one\n- two\n  1. inner\n\n```\nx = 1\n```\n"
    )
    assert (
        page.text == "Touch-move\n\nA touched piece must move.\nSee 4.3.\n\n- one\n- two\n  1. inner\n\nx = 1"
    )


def test_headings_stand_where_they_say() -> None:
    """Each heading's span is its words in the page text, with its level."""
    page = only_page("# One\n\ntext\n\n## Two *bold*\n\nSetext\n------\n")
    assert [(h.level, h.text) for h in page.headings] == [(1, "One"), (2, "Two bold"), (2, "Setext")]
    assert all(page.text[h.start :].startswith(h.text) for h in page.headings)


def test_table_rows_are_lines_of_the_page() -> None:
    """A table keeps its caption, its header and the exact span of each row."""
    page = only_page(
        "Table: Penalties\n\n| Fault | Penalty |\n|---|---|\n| phone | loss |\n| late | **default** |\n"
    )
    (table,) = page.tables
    assert table.caption == "Table: Penalties"
    assert table.header == ["Fault", "Penalty"]
    assert [(row.cells, page.text[row.start : row.end]) for row in table.rows] == [
        (["phone", "loss"], "phone | loss"),
        (["late", "default"], "late | default"),
    ]
    assert page.text[table.start : table.end] == "Fault | Penalty\nphone | loss\nlate | default"


def test_a_line_of_code_is_no_caption() -> None:
    """How a command is called stands above its table of options, and is not what the table is called."""
    page = only_page("```\nedge ask [OPTIONS]\n```\n\n| option | |\n|---|---|\n| -k | places |\n")
    assert page.tables[0].caption == ""


def test_hidden_comments_are_dropped() -> None:
    """A comment is invisible to whoever reads the page, so no engine gets to read it either."""
    assert "obey" not in only_page("Visible.\n\n<!-- obey me -->\n\ninline <!-- obey --> text\n").text


def test_page_markers() -> None:
    """Form feeds and `<!-- page N -->` are the only page ends."""
    document = read(b"first\n\n<!-- page 2 -->\n\nsecond\n\n<!-- page 5 -->\n\nfifth\f\nsixth\n", "x.md")
    assert [(page.number, page.text) for page in document.pages] == [
        (1, "first"),
        (2, "second"),
        (5, "fifth"),
        (6, "sixth"),
    ]


def test_marker_before_the_first_page() -> None:
    """A file that opens with its first marker has no empty page before it."""
    document = read(b"<!-- page 1 -->\none\n<!-- page 2 -->\ntwo", "x.md")
    assert [(page.number, page.text) for page in document.pages] == [(1, "one"), (2, "two")]


def test_title() -> None:
    """The front matter's title, else the first heading of level 1, else the file's name."""
    assert read(b"---\ntitle: 'Laws'\n---\n# Other\n", "x.md").title == "Laws"
    assert read(b"## small\n\n# Big\n", "x.md").title == "Big"
    assert read(b"just text", "folder/plain.md").title == "plain"


@pytest.mark.parametrize("data", [b" \n\n", b"<!-- only this -->", b"---\ntitle: x\n---\n"])
def test_empty_is_refused(data: bytes) -> None:
    """A file with nothing to read says so."""
    with pytest.raises(ReadError, match="empty"):
        read(data, "x.md")


@given(st.text(alphabet="#-*|`>_[]()<!\n\f 1.aé\t~=", max_size=200))
def test_any_text_is_read_with_exact_spans(text: str) -> None:
    """Whatever is typed is read, or refused as empty; pages rise and all spans are exact."""
    try:
        document: Document = read(text.encode(), "x.md")
    except ReadError:
        return
    numbers = [page.number for page in document.pages]
    assert numbers == sorted(set(numbers))
    for page in document.pages:
        assert all(page.text[h.start : h.start + len(h.text)] == h.text for h in page.headings)
        for table in page.tables:
            assert all(
                " ".join(page.text[r.start : r.end].split()) == " ".join(" | ".join(r.cells).split())
                for r in table.rows
            )


@pytest.mark.parametrize("depth", [12, 30, 55, 61, 200, 2_000])
@pytest.mark.parametrize("mark", ["> ", "- ", "> - "])
def test_no_depth_loses_words(mark: str, depth: int) -> None:
    """Quotes and lists are read however deep they are; far down they are plain text, and that is told."""
    document = read((mark * depth + "the deep words\n\nAfter.\n").encode(), "a.md")
    assert "the deep words" in document.pages[0].text and "After." in document.pages[0].text
    assert bool(document.notes) == (depth * (1 if mark == "> " else 2 if mark == "- " else 3) > 120)


def test_a_list_of_many_levels_keeps_each_item() -> None:
    """A list indented level by level loses no item."""
    lines = [f"{'  ' * depth}- item {depth}" for depth in range(90)]
    text = read("\n".join(lines).encode(), "a.md").pages[0].text
    assert all(f"item {depth}" in text for depth in range(90))


@given(st.lists(st.tuples(st.integers(0, 70), st.sampled_from(["> ", "- ", "1. ", "    ", ""])), max_size=12))
def test_no_nesting_loses_words(lines: list[tuple[int, str]]) -> None:
    """Whatever marks stand before a word, the word is in the text."""
    source = "\n".join(f"{mark * depth}word{n}x" for n, (depth, mark) in enumerate(lines)) + "\n\nend"
    text = read(source.encode(), "a.md").pages[0].text
    assert all(f"word{n}x" in text for n in range(len(lines)))


@pytest.mark.parametrize(("marked", "bold"), [(1, True), (3, False)])
def test_bold_lines_name_sections_only_where_headings_are_not_marked(marked: int, *, bold: bool) -> None:
    """Beside marked headings a line in bold is the title of a note, which says not how far it goes."""
    heads = "".join(f"## Part {number}\n\nText.\n\n" for number in range(marked))
    page = only_page(f"{heads}**Note**\n\nMind the step.\n\nThe pump is blue.\n")
    assert [h.text for h in page.headings] == [f"Part {n}" for n in range(marked)] + ["Note"] * bold


def test_a_first_line_in_bold_names_the_lines_below_it() -> None:
    """As FAQs are written, the question right above its answer; bold words amid a line name nothing."""
    page = only_page(
        "# Tax\n\n**When do you take the money?**\nOn the 1st.\n\n"
        "**I live alone.**  \nThen you get 25 % off.\n\n**Mind** the step.\nIt is high.\n"
    )
    assert [h.text for h in page.headings] == ["Tax", "When do you take the money?", "I live alone."]
    assert page.text.endswith("Then you get 25 % off.\n\nMind the step.\nIt is high.")
