from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import ReadError
from edge.indexing.readers.html.page import read
from edge.indexing.structure.document import Page


def only_page(html: str) -> Page:
    (page,) = read(html.encode(), "page.html").pages
    return page


def test_only_what_is_seen_is_read() -> None:
    """Scripts, styles, menus, comments and hidden elements are left out; paragraphs stay apart."""
    page = only_page(
        "<html><head><title>T</title><style>p{}</style></head><body><nav>menu</nav><script>x()</script>"
        "<p>One <b>bold</b>\n word.</p><!-- no --><p hidden>no</p><p style='display:none'>no</p>"
        "<p>Two<br>lines</p>"
        "<ul><li>a</li><li>b</li></ul></body></html>"
    )
    assert page.text == "One bold word.\n\nTwo\nlines\n\n- a\n\n- b"


def test_menus_told_by_their_role_are_not_read() -> None:
    """`role="navigation"` is a menu as `nav` is: books made by Sphinx have one on every page."""
    page = only_page(
        '<div role="navigation"><h3>Navigation</h3><a>next</a></div><h1>Pump</h1><p>It hums.</p>'
    )
    assert page.text == "Pump\n\nIt hums."


MENU = (
    "<ul><li><a href='a.html'>Back</a></li><li><a href='#b'>Up</a></li>"
    "<li><a href='c.html'><b>Next</b></a></li></ul>"
)


def asides(html: str) -> list[str]:
    page = only_page(html)
    return [page.text[start:end].strip() for start, end in page.aside]


def test_links_to_pages_beside_are_menus_at_either_end() -> None:
    """Three blocks that are nothing but links to this document or beside it, above all text or below it."""
    menu = "- Back\n\n- Up\n\n- Next"
    assert asides(f"{MENU}<h1>Pump</h1><p>It hums.</p>{MENU}") == [menu, menu]
    two = "<dl><dt><a href='#2'>Two</a></dt><dt><a href='#3'>Three</a></dt></dl>"
    toc = f"<dl><dt><a href='#1'>One</a></dt><dd>{two}</dd></dl>"
    assert asides(f"<p>By A. Author</p>{toc}<h2>One</h2><p>It hums.</p>") == ["One\n\n    Two\n    Three"]


@pytest.mark.parametrize(
    "markup",
    [
        f"<p>{'It hums. ' * 30}</p>{MENU}<p>It stops.</p>",
        "<h1>Pump</h1><p><a href='a.html'>Manual</a> of 2024</p><p><a href='b.html'>Parts</a> (PDF)</p>",
        MENU.replace("href='", "href='https://a.example/") + "<p>It hums.</p>",
        "<p><a href='a.html'>Back</a></p><p>It hums.</p>",
    ],
)
def test_links_amid_text_or_to_other_places_are_text(markup: str) -> None:
    """A list of links between texts, one that says more than its links, and links elsewhere may answer."""
    assert asides(markup) == []


def test_headings_and_tables() -> None:
    """Headings keep their level; a data table its caption, header and rows."""
    page = only_page(
        "<h1>Laws</h1><h2>Clock</h2><table><caption>Times</caption><tr><th>Mode</th><th>Time</th></tr>"
        "<tr><td>Blitz</td><td>3&nbsp;min</td></tr></table>"
    )
    assert [(h.level, h.text) for h in page.headings] == [(1, "Laws"), (2, "Clock")]
    (table,) = page.tables
    assert (table.caption, table.header) == ("Times", ["Mode", "Time"])
    assert [page.text[row.start : row.end] for row in table.rows] == ["Blitz | 3 min"]


def test_layout_tables_are_read_through() -> None:
    """A table that holds another, or a single cell a row, lays out the page: its text is read as text."""
    page = only_page("<table><tr><td><p>left</p></td></tr><tr><td>right</td></tr></table>")
    assert page.tables == []
    assert page.text == "left\n\nright"


def test_declared_encoding_is_used() -> None:
    """The page's own charset decides; a wrong one does not lose the text."""
    html = '<meta charset="iso-8859-1"><p>pièce touchée</p>'
    assert read(html.encode("latin-1"), "x.html").pages[0].text == "pièce touchée"
    wrong = '<meta charset="ascii"><p>pièce touchée</p>'
    assert read(wrong.encode("utf-8"), "x.html").pages[0].text == "pièce touchée"


def test_nested_ten_thousand_deep() -> None:
    """Depth of nesting is the author's business, not a reason to fail."""
    assert only_page("<div>" * 10_000 + "deep" + "</div>" * 10_000).text == "deep"


@pytest.mark.parametrize(
    "costly", ["<div>" * 100_000 + "deep", "<p " + " ".join(map("a{}=1".format, range(50_000))) + ">deep"]
)
def test_what_costs_too_much_is_told(costly: str) -> None:
    """Markup that is made to cost is read up to there; where nothing stands before it, it is not called
    empty.
    """
    document = read(f"<p>First words.</p>{costly}".encode(), "x.html")
    assert document.pages[0].text == "First words." and "too deep" in str(document.unread)
    with pytest.raises(ReadError, match="no text of it could be read: elements stand too deep"):
        read(costly.encode(), "x.html")


def test_empty_is_refused() -> None:
    """A page without visible text says so."""
    with pytest.raises(ReadError, match="empty"):
        read(b"<script>x</script>", "x.html")


@given(st.text(alphabet="<>/!-=\"'&; abhptdr1\n", max_size=200))
def test_any_markup_is_read(text: str) -> None:
    """Broken markup is read as far as it goes, or refused as empty; spans stay exact."""
    try:
        (page,) = read(text.encode(), "x.html").pages
    except ReadError:
        return
    assert page.text.strip()
    assert all(page.text[h.start : h.start + len(h.text)] == h.text for h in page.headings)


def test_a_list_of_definitions_keeps_terms_above_what_they_are() -> None:
    """Terms and the first paragraph of what they are are one block, further in, and its other paragraphs
    stand as far in; a term alone is a line.
    """
    page = only_page(
        "<dl><dt><b>-a</b></dt><dt>--all</dt><dd><p>Everything.<br>Really.</p><p>More.</p></dd><dt>lone</dt></dl>"
        "<p>After.</p><dl><dt>x<dd>one<dt>y</dl><h2>End</h2><dl><dt>t</dt><dd><pre>code</pre></dd></dl>"
    )
    assert page.text == (
        "-a\n--all\n    Everything.\n    Really.\n\n    More.\n\nlone"
        "\n\nAfter.\n\nx\n    one\n\ny\n\nEnd\n\nt\n\ncode"
    )
    assert [heading.text for heading in page.headings] == ["End"]


def test_the_sign_of_a_link_to_a_heading_is_none_of_its_words() -> None:
    """As documentation tools set it; the name of a language that ends in such a sign keeps it."""
    page = only_page(
        '<h1>Path<span><a href="#path">#</a></span></h1><p>Words.</p><h2>From <a href="c">C</a> to C#</h2>'
        '<p>More.</p><h2><a href="#x">#</a> Use</h2><p>End.</p>'
    )
    assert [one.text for one in page.headings] == ["Path", "From C to C#", "Use"]


@pytest.mark.parametrize(("marked", "bold"), [(1, True), (3, False)])
def test_bold_lines_name_sections_only_where_headings_are_not_marked(marked: int, *, bold: bool) -> None:
    """Beside marked headings a line in bold is the title of a note, which says not how far it goes."""
    heads = "".join(f"<h2>Part {number}</h2><p>Text.</p>" for number in range(marked))
    page = only_page(f"{heads}<p><b>Note</b></p><p>Mind the step.</p><p>The pump is blue.</p>")
    assert [h.text for h in page.headings] == [f"Part {n}" for n in range(marked)] + ["Note"] * bold
    assert page.text.endswith("Note\n\nMind the step.\n\nThe pump is blue.")


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        ("<ol><li>Lift<li>Turn</ol><ul><li>Mind</ul>", ["1. Lift", "2. Turn", "- Mind"]),
        ("<ol start=4><li>Lift<li value=9>Turn<li>Pull</ol>", ["4. Lift", "9. Turn", "10. Pull"]),
        ("<ol><li>Lift<ul><li>gently</ul><li>Turn</ol>", ["1. Lift", "  - gently", "2. Turn"]),
        ("<ol><li><p>Lift</p><p>Then rest.</p><li><p>Turn</p></ol>", ["1. Lift", "  Then rest.", "2. Turn"]),
        ("<ol>\n<li>\n<p>Lift</p>\n</li>\n<li>\n<div> <p>Turn</p></div></li>\n</ol>", ["1. Lift", "2. Turn"]),
        ("<ul><li>\n</ul><p>Then</p><ol><li>\n<ol><li> <b>Lift</b> it</ol></ol>", ["Then", "  1. Lift it"]),
        ("<ol type=a><li>Lift</ol><ol reversed><li>Turn</ol>", ["- Lift", "- Turn"]),
        ("<li>Lift</ol><ol start=x><li>Turn", ["- Lift", "1. Turn"]),
    ],
)
def test_steps_keep_their_numbers(markup: str, lines: list[str]) -> None:
    """Items of a numbered list begin with the number that a browser shows; where it shows another sign, with
    a bullet.
    """
    document = read(f"<p>Steps:</p>{markup}".encode(), "steps.html")
    assert [line for line in document.pages[0].text.split("\n") if line][1:] == lines


def test_a_first_row_like_the_others_heads_nothing() -> None:
    """A table without marked headings whose first row holds a value as the others do has no header: that
    value is one to find. Marked, or names above values, it has.
    """
    rows = "<tr><td>Ports</td><td>16384</td></tr><tr><td>Atoms</td><td>1048576</td></tr>"
    (plain,) = only_page(f"<table><tr><td>Processes</td><td>262144</td></tr>{rows}</table>").tables
    assert plain.header == [] and plain.rows[0].cells == ["Processes", "262144"]
    for head in ("<tr><th>What</th><th>9</th></tr>", "<tr><td>What</td><td>Limit</td></tr>"):
        (headed,) = only_page(f"<table>{head}{rows}</table>").tables
        assert headed.header[0] == "What" and len(headed.rows) == 2


def test_a_question_in_bold_is_the_heading_of_its_answer() -> None:
    """Other bold lines are none where a page marks its headings; "No." says nothing without its question."""
    page = only_page(
        "<h1>Pump</h1><h2>Use</h2><p>It hums.</p><h2>Care</h2><p><b>Note</b></p><p>Dry it.</p>"
        "<h2>FAQ</h2><p><b>Does it leak?</b></p><p>No.</p>"
    )
    assert [heading.text for heading in page.headings] == ["Pump", "Use", "Care", "FAQ", "Does it leak?"]


def test_a_row_of_words_heads_nothing_unless_it_is_set_apart() -> None:
    """Of a table without marked headings the first row is one of the rows: "New game | Ctrl+N" answers too.
    In bold, or as words above figures, it names the columns.
    """
    rows = [["New game", "Ctrl+N"], ["Reset game", "Ctrl+R"], ["Undo", "Ctrl+Z"]]

    def table(*rows: list[str]) -> str:
        cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"

    (plain,) = only_page(table(*rows)).tables
    assert plain.header == [] and [row.cells for row in plain.rows] == rows
    (bold,) = only_page(table(["<b>Action</b>", "<strong>Keys</strong>"], *rows)).tables
    assert bold.header == ["Action", "Keys"] and len(bold.rows) == 3
    (figures,) = only_page(table(["Room", "Price"], ["Blue", "12"], ["Red", "15"])).tables
    assert figures.header == ["Room", "Price"]


def test_a_note_in_a_frame_is_text() -> None:
    """As DocBook sets it: a picture beside "Note", the note below. No row of it has two cells of words."""
    page = only_page(
        "<table><tr><td rowspan='2'><img src='note.png'></td><th>Note</th></tr>"
        "<tr><td>The lamp stays on for a minute.</td></tr></table><p>It is blue.</p>"
    )
    assert not page.tables and page.text == "Note\n\nThe lamp stays on for a minute.\n\nIt is blue."
