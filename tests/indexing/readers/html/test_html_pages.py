from __future__ import annotations

import pytest

from edge.indexing.readers.html.page import read
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


def test_items_of_word_begin_as_others_do() -> None:
    """Saved as a web page, Word's lists are paragraphs: a sign or a number, then hard spaces."""
    space = "&nbsp;&nbsp;&nbsp; "
    page = only_page(f"<p>·{space}One</p><p>o{space}Two</p><p>2.{space}Three</p><p>o&nbsp;Four</p>")
    assert page.text == "- One\n\n- Two\n\n2. Three\n\no\xa0Four"


def headings(html: str) -> list[tuple[int, str]]:
    return [(one.level, one.text) for one in only_page(html).headings if one.text]


def test_a_button_that_folds_out_a_text_is_its_title() -> None:
    """Frameworks set the title of each text of an accordion as a button in a heading; others have only the
    button, and a question tells it from one to press.
    """
    framed = "<h3><button aria-expanded=false>Delivery?</button></h3><div>Two days.</div>"
    assert headings(f"<h2>Help</h2>{framed}") == [(2, "Help"), (3, "Delivery?")]
    alone = "<button class='accordion'>Is it free?</button><div>Yes.</div><button>Close?</button>"
    page = only_page(f"<h2>Help</h2>{alone}<button aria-expanded=false>Menu</button><button>Send</button>")
    assert page.text == "Help\n\nIs it free?\n\nYes."
    assert [one.text for one in page.headings] == ["Help", "Is it free?"]


def test_a_form_round_the_page_is_the_page() -> None:
    """Some servers set a form round all of it; a form in it to search or to write to somebody is left out."""
    search = "<form><label>Search</label></form>"
    page = "<div role=main><h1>Permit</h1><p>It is free.</p></div>"
    assert only_page(f"<form action=x><div>{page}</div></form>").text == "Permit\n\nIt is free."
    assert only_page(f"{search}<h1>Permit</h1><p>It is free.</p>{search}").text == "Permit\n\nIt is free."
    assert only_page("<form><p>Name: ____</p></form>").text == "Name: ____"


def test_a_note_beside_the_text_is_read() -> None:
    """An aside within an article says something of its own; one of links does not, nor one beside it."""
    note = "<aside><p>Warning</p><p>It deletes all.</p></aside>"
    links = "<aside><ul><li><a href=a>More of this</a></li></ul></aside>"
    page = only_page(f"{note}<article><h1>Pump</h1><p>It hums.</p>{note}{links}</article>{note}")
    assert page.text == "Pump\n\nIt hums.\n\nWarning\n\nIt deletes all."


@pytest.mark.parametrize(
    "banner", ["<div role=dialog>{}</div>", "<dialog open>{}</dialog>", "<ul role=tablist>{}</ul>"]
)
def test_what_stands_before_the_page_is_left_out(banner: str) -> None:
    """Questions about cookies and such are dialogs, tabs to choose from are buttons: no text of the page."""
    asked = banner.format("<p>We use cookies.</p>")
    assert only_page(f"{asked}<h1>Pump</h1><p>It hums.</p>").text == "Pump\n\nIt hums."


def asides(html: str) -> list[str]:
    page = only_page(html)
    return [text for start, end in page.aside if (text := page.text[start:end].strip())]


def test_what_stands_round_the_main_part_is_of_the_site() -> None:
    """No quote comes from banners and offers above the page's title and below its text, where the page marks
    its main part and most of its text is there.
    """
    main = f"<h1>Pump</h1><p>{'It hums. ' * 9}</p>"
    banner, offer = "<div>Free delivery today</div>", "<div>Write to us</div>"
    assert asides(f"{banner}<main>{main}</main>{offer}") == ["Free delivery today", "Write to us"]
    assert asides(f"{banner}<h1>Pump</h1><div role=main>{main}</div>") == ["Free delivery today"]
    assert asides(f"{banner}<main><p>Hm.</p></main>{main}") == []
    assert asides(f"{banner}{main}{offer}") == []


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<ul><li>a<ul><li>b<p>c<br>d</p></ul><li>e</ul><p>f", "- a\n\n  - b\n\n    c\n    d\n\n- e\n\nf"),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n\n  - b"),
        (
            "<dl><dt>T<dd>one<ul><li>a</ul><dl><dt>U<dd>v</dl></dl>",
            "T\n    one\n\n    - a\n\n    U\n        v",
        ),
        ("<ol><li><h2>A</h2><p>x<ul><li>y</ul><li>z</ol>", "A\n\nx\n\n- y\n\n2. z"),
    ],
)
def test_what_hangs_under_an_item_stands_further_in(markup: str, text: str) -> None:
    """Items of a list within an item, further paragraphs of an item, and all that a definition says; a list
    that holds headings lays out the page, and nothing hangs under its items.
    """
    assert only_page(markup).text == text


def test_lists_within_each_other_without_end_stand_no_further_in_than_some() -> None:
    """A page that opens lists by the thousand has no lines of a thousand spaces."""
    text = only_page("<ul><li>a" * 2_000).text
    assert max(map(len, text.split("\n"))) < 40


@pytest.mark.parametrize(
    ("below", "beside"),
    [
        ("<h2>Notes</h2><ol><li>Until 2024 only.</ol>", []),
        ("<section><h2>Contact</h2><p>Mill Lane 12</p><p><a href='mailto:a@b.c'>a@b.c</a></p></section>", []),
        ("<h2>See also</h2><ul><li><a href=x>All pumps</a><li><a href=//y>Taps</a></ul>",
         ["See also\n\n- All pumps\n\n- Taps"]),
        ("<p>[1] Until 2024.</p><p>Free delivery</p><p>Call 01 23 45 67 89</p><p>© 2024</p>",
         ["Free delivery", "© 2024"]),
        ("<table><tr><th>Size<th>Price<tr><td>A1<td>12</table>", []),
        ("<h2>Free delivery</h2>", ["Free delivery"]),
    ],
)  # fmt: skip
def test_notes_and_contacts_below_the_main_part_can_be_quoted(below: str, beside: list[str]) -> None:
    """Below the main part a section that is more than links, a table, a note behind its mark and a line with
    a telephone number or an address of mail say something; other lines there are of the site.
    """
    assert asides(f"<main><h1>Pump</h1><p>{'It hums. ' * 40}</p></main>{below}") == beside
