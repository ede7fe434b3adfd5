from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.pdf.margins import running_lines
from edge.indexing.pdf.outline import PdfOutline


class A4:
    height = 842.0


def lines(*entries: tuple[str, float]) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Lines of (text, top in points), 12 points high."""
    return [(text, (72.0, top, 500.0, top + 12)) for text, top in entries]


def kept(pages: list[list[tuple[str, tuple[float, float, float, float]]]]) -> list[list[str]]:
    gone = running_lines(pages, [A4()] * len(pages))
    return [
        [line[0] for at, line in enumerate(page) if at not in out]
        for page, out in zip(pages, gone, strict=True)
    ]


BOX_60 = (72.0, 60.0, 500.0, 72.0)
BODY = [
    ("First line.", 140.0),
    ("Second line.", 200.0),
    ("Third.", 300.0),
    ("Fourth.", 400.0),
    ("Last.", 700.0),
]


def test_number_in_step_with_the_page() -> None:
    """`Page 7 of 75` runs, also when the counting starts elsewhere."""
    pages = [lines(("The Laws 2026", 30), *BODY, (f"Page {n} of 75", 810)) for n in range(7, 13)]
    assert kept(pages) == [[text for text, _ in BODY]] * 6


@pytest.mark.parametrize("form", ["{}", "- {} -", "Page {} of 9"])
def test_a_number_in_step_runs_where_the_margin_is_wide(form: str) -> None:
    """A small page on large paper: its numbers stand far from the edge, at one height on every page. Numbers
    at other heights, or out of step, are text.
    """
    numbers = [form.format(number + 3) for number in range(5)]
    body = [("Words of the text.", 200.0), ("More of them.", 400.0)]
    assert kept([lines(*body, (number, 600.0)) for number in numbers]) == [[text for text, _ in body]] * 5
    for moved in ([lines(*body, (text, 500.0 + 40 * n)) for n, text in enumerate(numbers)],
                  [lines(*body, (text, 600.0)) for text in ("3", "7", "1", "9", "5")]):  # fmt: skip
        assert all(len(page) == 3 for page in kept(moved))


def test_what_ends_two_pages_and_counts_them_runs() -> None:
    """A letter of two pages has a footer as a book has; what says the same on both may be its address, and
    what opens both are its headings.
    """
    pages = [
        lines((f"Article {n}", 60), *BODY, ("Morel Ltd, 8 Mill Lane", 795), (f"Prices – page {n}", 810))
        for n in (1, 2)
    ]
    words = [text for text, _ in BODY]
    assert kept(pages) == [[f"Article {n}", *words, "Morel Ltd, 8 Mill Lane"] for n in (1, 2)]


def test_numbered_headings_out_of_step_stay() -> None:
    """A form whose pages open with `Article 4`, `Article 9` … says something different on each."""
    pages = [lines((f"Article {n}", 60), *BODY) for n in (4, 9, 11, 20, 21)]
    assert [page[0] for page in kept(pages)] == [
        "Article 4",
        "Article 9",
        "Article 11",
        "Article 20",
        "Article 21",
    ]


def test_headings_below_the_margin_stay() -> None:
    """Below the margin only the very same line on most pages is running."""
    pages = [lines((f"Round {n}", 95), *[(text, top + 40) for text, top in BODY]) for n in range(1, 6)]
    assert [page[0] for page in kept(pages)] == [f"Round {n}" for n in range(1, 6)]
    same = [lines(("Minutes of the jury", 95), *[(text, top + 40) for text, top in BODY]) for _ in range(5)]
    assert [page[0] for page in kept(same)] == ["First line."] * 5


def test_chapter_titles_in_the_margin_run() -> None:
    """A running title that changes with the chapter is no page's text, though no title is on most pages."""
    titles = ["Clocks"] * 2 + ["Draws"] * 2 + ["Blitz"] * 2
    assert kept([lines((title, 30), *BODY) for title in titles]) == [[text for text, _ in BODY]] * 6


def test_title_of_a_two_page_chapter_runs() -> None:
    """Chapters of two pages set their title above the second only: it is a whole line on the first."""
    pages = []
    for title in ("Clocks", "Draws", "Blitz"):
        large = (title, (72.0, 90.0, 300.0, 115.0))
        pages += [[large, *lines(*BODY)], lines((title, 30), *BODY)]
    texts = [text for text, _ in BODY]
    assert kept(pages) == [["Clocks", *texts], texts, ["Draws", *texts], texts, ["Blitz", *texts], texts]


def test_title_known_from_the_outline_runs() -> None:
    """A long title is broken over two lines where the chapter opens; the outline has it whole."""
    pages = [
        lines(*BODY) if n % 2 else lines((f"{n} What to do about clocks", 30), *BODY)
        for n in (0, 1, 4, 5, 8, 9)
    ]
    contents = PdfOutline([(1, f"{n} What to do about clocks", n + 20) for n in (0, 4, 8)])
    gone = running_lines(pages, [A4()] * 6, contents)
    assert gone == [{0}, set()] * 3


CHAPTERS = ["Getting the software", "Keeping it up to date", "When something goes wrong", "Where to ask"]


@pytest.mark.parametrize(
    "head", ["CHAPTER {n}. {upper}", "CHAPTER {n}. {begun}… 2.{n}. WHAT ELSE", "{title} The Guide"]
)
def test_a_chapter_named_above_the_text_runs(head: str) -> None:
    """What stands apart above the text and begins with a title, or with what is left of one, is no text, even
    on the only page that has it; a title of this very page and a sentence at the top of a page are.
    """
    pages = []
    for n, title in enumerate(CHAPTERS, start=1):
        named = head.format(n=n, title=title, upper=title.upper(), begun=title.upper()[:12])
        pages += [lines((title, 60), *BODY), lines((named, 60), *BODY)]
    pages.append(
        [(f"{CHAPTERS[0]} takes", BOX_60), ("a day or two.", (72.0, 74.0, 500.0, 86.0)), *lines(*BODY)]
    )
    contents = PdfOutline([(1, title, 2 * n + 1) for n, title in enumerate(CHAPTERS)])
    gone = running_lines(pages, [A4()] * len(pages), contents)
    assert gone == [set(), {0}] * len(CHAPTERS) + [set()]


def test_single_line_pages_keep_their_line() -> None:
    """A page is never emptied because its only line looks like that of other pages."""
    pages = [lines(("Blank on purpose", 110)) for _ in range(5)]
    assert kept(pages) == [["Blank on purpose"]] * 5


def test_a_printed_sign_is_no_mask() -> None:
    """A line that holds the sign numbers are masked with is another line than one with a number there."""
    signs = ("#", "7", "# 7", "2 #", "41 1")
    pages = [lines((f"Note {sign} here", 30), *BODY) for sign in signs]
    assert [page[0] for page in kept(pages)] == [f"Note {sign} here" for sign in signs]


def test_chapter_lines_with_the_page_number_run() -> None:
    """A running title that each chapter changes and that ends with the page's number is no text."""
    pages = [lines((f"Chapter {n // 3}: {'ABCD'[n // 3]}-part {n + 5}", 30), *BODY) for n in range(12)]
    assert kept(pages) == [[text for text, _ in BODY]] * 12


@given(
    st.lists(
        st.lists(
            st.tuples(
                st.text("#1٣²Aaİß .-", max_size=8) | st.integers(0, 99).map("Page {}".format),
                st.tuples(*[st.floats(-50, 900, width=16)] * 4),
            ),
            max_size=9,
        ),
        max_size=9,
    )
)
def test_any_layout_is_survived(pages: list[list[tuple[str, tuple[float, float, float, float]]]]) -> None:
    """Whatever stands wherever on a page, each line is kept or running: no layout ends the reading."""
    gone = running_lines(pages, [A4()] * len(pages))
    assert len(gone) == len(pages)
    assert all(out <= set(range(len(page))) for page, out in zip(pages, gone, strict=True))
