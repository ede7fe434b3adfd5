from __future__ import annotations

import pytest

from edge.indexing.readers.html import read
from edge.indexing.structure.document import Page


def only_page(html: str) -> Page:
    (page,) = read(html.encode(), "page.html").pages
    return page


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>10<sup>-3</sup> mol on 2 m<sup>2</sup></p>", "10⁻³ mol on 2 m²"),
        (
            "<p>It hums<sup><a href='#n'>12</a></sup>, says the 1<sup>er</sup>.</p>",
            "It hums[12], says the 1er.",
        ),
        ("<p>CO<sub>2</sub></p><pre>x<sup>2</sup></pre>", "CO2\n\nx2"),
    ],
)
def test_figures_above_the_line_are_no_part_of_the_number_before(markup: str, text: str) -> None:
    """A power, or, in a link, the mark of a note: 10³ is not 103. Words above the line and what is below it
    stay.
    """
    assert only_page(markup).text == text


def test_links_in_brackets_are_no_part_of_a_heading() -> None:
    """As wikis set them to change a section; brackets of the title's own stay."""
    page = only_page(
        "<h2><span>History</span><span>[</span><a href='/e'>edit</a><span> | </span>"
        "<a href='/s'>edit source</a><span>]</span></h2><p>Old.</p>"
        "<h2>Sizes [cm]</h2><p>Two.</p><h2>A [<a href='b'>B</a>] C</h2><p>x</p>"
    )
    assert [one.text for one in page.headings] == ["History", "Sizes [cm]", "A [B] C"]


def code(markup: str) -> list[str]:
    page = only_page(f"<p>Run:</p>{markup}")
    return [page.text[start:end] for start, end in page.code]


@pytest.mark.parametrize(
    ("markup", "blocks"),
    [
        ("<pre><i> 9</i>a = 1\n<i>10</i>    b = 2\n\n<i>11</i></pre>", ["a = 1\n    b = 2"]),
        ("<table><tr><td><pre>1\n2\n3</pre></td><td><pre>a\n\nb\n</pre></td></tr></table>", ["a\n\nb"]),
        ("<pre>1 apple\n2 pears</pre>", ["1 apple\n2 pears"]),
        ("<pre><b>1</b> a\n<b>3</b> b</pre>", ["1 a\n3 b"]),
        ("<pre></pre><pre>7</pre>", ["7"]),
        ("<pre>1\n2\n3</pre>", ["1\n2\n3"]),
        ("<pre>5\n5</pre>", ["5\n5"]),
    ],
)
def test_numbers_of_lines_are_no_code(markup: str, blocks: list[str]) -> None:
    """Numbers that count the lines of a block, each in an element of its own or all in a column beside it,
    are not copied with it. Numbers that the code has, are.
    """
    assert code(markup) == blocks
