"""Which lines of an HTML file a text stands on."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.readers.html.page import read
from edge.indexing.structure.document import Page
from edge.search.pages import lines_of
from edge.search.structure import StoredStructure


def only_page(markup: str) -> Page:
    (page,) = read(markup.encode(), "page.html").pages
    return page


def lines(page: Page, words: str) -> tuple[int, int] | None:
    start = page.text.index(words)
    return lines_of(StoredStructure(page.lines), page.text, start, start + len(words))


def agree(markup: str, pattern: str = r"w\d+") -> None:
    """Each word of the page is said to stand on its line of the markup, where it stands once."""
    page = only_page(markup)
    found = list(re.finditer(pattern, page.text))
    assert found
    for word in found:
        expected = 1 + markup[: markup.index(word[0])].count("\n")
        assert lines_of(StoredStructure(page.lines), page.text, *word.span()) == (expected, expected), word[0]


@pytest.mark.parametrize(
    "markup",
    [
        "<p>w1\nw2 <b>w3</b>\nw4</p>\n\n<p>w5</p>",
        "<title>x</title><body><nav-bar>\n<p>w1</nav-bar>\n<p>w2\n",
        "<h1>w1\n<i>w2</i></h1>\n<ul>\n<li>w3\n<ul><li>w4</li>\n<li><p>w5</p></li></ul></li></ul><ol>\n<li>w6</ol>",
        "<dl>\n<dt>w1\n<dt>w2\n<dd>w3\nw4\n<dd>w5</dl>",
        "<table>\n<tr><th colspan=2>w1</th></tr>\n<tr><td>w2</td><td>w3</td></tr>\n"
        "<tr><td>w4</td><td>w5</td></tr>\n<tr><td>w6</td><td>w7</td></tr></table>\n<p>w8",
        "<pre>\n\n  w1\n\n<i>w2</i>\nw3<br>w4</pre>\n<p>w5<br>w6<br>\nw7</p>",
        "<p>caf&eacute; w1 &amp;\nw2&nbsp;&lt; <i>&nbsp;</i>\n\n<i>&nbsp;\nw3</i></p>",
        "<p>a < b w1\n</nothing>w2</em>\nw3",
        "<p title='w'>1</p>\n<p title='a>b'>1</p>\n<p>w1</p>",
        "w1\n<p>w2",
    ],
)
def test_a_word_stands_on_its_line_of_the_file(markup: str) -> None:
    """Whatever it stands in, and also where a paragraph is several lines of the file."""
    agree(markup)
    agree(f"<!DOCTYPE html>\n<html>\n<head>\n<title>more</title></head>\n<body>{markup}")


@pytest.mark.parametrize(
    "unseen",
    [
        "<nav>\n<ul><li>Title</li>\n<li>More</li></ul></nav>\n",
        "<!-- <h2>Title</h2>\n<p>More</p> -->\n",
        "<script>\nif (1 > 0) { '<h2>Title</h2>' }\n</script>\n",
        "<template>\n<h2>Title</h2></template>\n",
        "<style>\nh2 > b { }</style>\n<select><option>Title</select>\n",
        "<script>1>0</script>\n<script>2>0</script><!-- > <p>Title -->",
        "<svg><text>Title</text><title/></svg>\n",
        "<?php echo '<h2>Other</h2>' ?>\n<aside>\n<p>Title</p></aside>",
    ],
)
def test_the_same_words_where_nobody_sees_them_are_others(unseen: str) -> None:
    """A menu, a comment, a script above a heading may hold its words."""
    markup = f"<p>w1</p>\n{unseen}\n<h2>Title</h2>\n<p>More w2</p>\n{unseen}<p>w3</p>"
    agree(markup)
    page, at = only_page(markup), markup[: markup.index("\n<h2>Title</h2>\n<p>More w2")].count("\n") + 2
    assert (lines(page, "Title"), lines(page, "More w2")) == ((at, at), (at + 1, at + 1))


def test_line_ends_are_those_of_an_editor() -> None:
    """CR LF is one line end, and so is a lone CR."""
    page = only_page("<p>one</p>\r\n<p>two\r\nthree</p>\r<p>four</p>")
    assert [lines(page, word) for word in ("one", "two", "three", "four")] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_what_the_parser_moves_costs_the_rest_nothing() -> None:
    """A text between the rows of a table stands above it in the tree."""
    table = "<table>\n<tr>w2<td>w3</td>\n<td>x</td></tr>\n<tr><td>w5<td>w6</table>"
    agree(f"<p>w1</p>\n{table}\n<p>w7</p>")


_WORDS = st.sampled_from(
    ["w ", "w ", "w ", "Title ", "&eacute;t&eacute; ", "1 ", "\n", " \n\n", "&nbsp;", "a < b "]
)
_INLINE = st.sampled_from(
    ["", "<b>", "</b>", "<i>", "<br>", "<!-- > x -->", "</x>", "<a href='a>b'>", "</a>", "<img>"]
)
_BLOCKS = st.sampled_from(
    ["<p>", "\n<p>", "<h2>", "</h2>\n", "<ul><li>", "<li>", "</ul>", "<dl><dt>", "<dd>", "</dl>\n", "<div>",
     "</div>", "<nav><p>Title</p>\n</nav>", "<script>a>b</script>", "<div hidden>Title\n</div>",
     "<pre>\nw\n\n <b>w</b>\n</pre>", "<blockquote>", "<!--\n<p>Title</p>\n-->",
     "<table><tr><td>1</td><td>2</td></tr>\n<tr><td>3<td>4</table>"]
)  # fmt: skip


@given(st.lists(st.one_of(_WORDS, _WORDS, _INLINE, _BLOCKS), min_size=1, max_size=60))
def test_no_markup_misleads_it(pieces: list[str]) -> None:
    """Broken markup included: each word is on its line."""
    first, *parts = ("<p>w</p>" + "".join(pieces)).split("w")
    markup = first + "".join(f"w{n}x{part}" for n, part in enumerate(parts))
    agree(markup, r"w\d+x")
