"""Numbers that OpenDocument shows before headings and items, bold lines, and cells that run on downwards."""

from __future__ import annotations

import pytest
from office import odt

from edge.indexing.readers.office import opendocument

pytest.importorskip("defusedxml", reason="the extra docs is not installed")


def level(
    number: int, form: str, *, after: str = "", before: str = "", shown: int = 1, kind: str = ""
) -> str:
    """A level of a numbered list, or, as `kind` "outline", of the headings."""
    tag = "outline-level-style" if kind else "list-level-style-number"
    return (
        f'<text:{tag} text:level="{number}" style:num-format="{form}" style:num-prefix="{before}"'
        f' style:num-suffix="{after}" text:display-levels="{shown}"/>'
    )


def lines(body: str, styles: str = "", common: str = "") -> list[str]:
    """Blocks of the text that is read."""
    return opendocument.read(odt(body, styles=styles, common=common), "a.odt").pages[0].text.split("\n\n")


def items(*texts: str) -> str:
    return "".join(
        f"<text:list-item>{text if text[0] == '<' else f'<text:p>{text}</text:p>'}</text:list-item>"
        for text in texts
    )


L1 = '<text:list-style style:name="L1">' + level(1, "a", after=")") + level(2, "1", after=".", shown=1)
L1 += "</text:list-style>"


def test_items_stand_behind_the_numbers_of_their_list() -> None:
    """Whoever asks for point b finds it: numbers are counted as LibreOffice shows them, a list that goes on
    goes on counting, another begins anew, and only the first paragraph of an item is numbered.
    """
    inner = f"<text:p>two</text:p><text:list>{items('deep', 'deeper')}</text:list><text:p>more</text:p>"
    body = (
        f'<text:list text:style-name="L1">{items("one", inner)}</text:list><text:p>between</text:p>'
        f'<text:list text:style-name="L1" text:continue-numbering="true">{items("three", "<text:p/>")}'
        f'{items("five")}</text:list><text:list text:style-name="L1">{items("again")}</text:list>'
    )
    assert lines(body, L1) == [
        "a) one", "b) two", "  1. deep", "  2. deeper", "more", "between", "c) three", "e) five", "a) again",
    ]  # fmt: skip


def test_headings_stand_behind_the_numbers_of_the_outline() -> None:
    """Articles that LibreOffice numbers are found and cited by their numbers; a heading that is told not to
    be counted is not.
    """
    outline = '<text:outline-style style:name="Outline">'
    outline += level(1, "1", before="Article ", after=" -", kind="outline")
    outline += level(2, "1", shown=2, kind="outline") + "</text:outline-style>"
    body = (
        '<text:h text:outline-level="1">Scope</text:h><text:h text:outline-level="2">Where</text:h>'
        '<text:h text:outline-level="1" text:is-list-header="true">Interlude</text:h>'
        '<text:h text:outline-level="1">Hours</text:h><text:h text:outline-level="2">Office</text:h>'
        '<text:h text:outline-level="2">Shop</text:h><text:p>Nine to five.</text:p>'
    )
    page = opendocument.read(odt(body, common=outline), "a.odt").pages[0]
    assert [one.text for one in page.headings] == [
        "Article 1 - Scope", "1.1 Where", "Interlude", "Article 2 - Hours", "2.1 Office", "2.2 Shop",
    ]  # fmt: skip
    assert all(page.text.startswith(one.text, one.start) for one in page.headings)


def test_clauses_in_one_list_with_their_headings() -> None:
    """A contract that is one list of headings with their clauses below counts both."""
    style = f'<text:list-style style:name="W">{level(1, "1", after=".")}{level(2, "1", shown=2)}'
    style += "</text:list-style>"
    head = '<text:h text:outline-level="1">{}</text:h><text:list>{}</text:list>'
    body = items(head.format("Pay", items("Monthly.", "Overtime.")), head.format("Notice", items("Weeks.")))
    assert lines(f'<text:list text:style-name="W">{body}</text:list>', style) == [
        "1. Pay", "1.1 Monthly.", "1.2 Overtime.", "2. Notice", "2.1 Weeks.",
    ]  # fmt: skip


def test_a_style_that_shows_bullets_or_is_unknown_is_one_of_bullets() -> None:
    """No item gets a number that its reader does not see."""
    style = '<text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>'
    assert lines(f'<text:list text:style-name="B">{items("x")}</text:list>', style) == ["- x"]
    assert lines(f'<text:list text:style-name="?">{items("x")}</text:list>') == ["- x"]


def test_a_cell_that_runs_on_downwards_stands_in_each_of_its_rows() -> None:
    """A row can be quoted alone: it says what stands in the merged cell beside it."""

    def row(*cells: str) -> str:
        inside = (
            one if one.startswith("<") else f"<table:table-cell><text:p>{one}</text:p></table:table-cell>"
            for one in cells
        )
        return f"<table:table-row>{''.join(inside)}</table:table-row>"

    tall = '<table:table-cell table:number-rows-spanned="2"><text:p>Death</text:p></table:table-cell>'
    head = f"<table:table-header-rows>{row('Event', 'Who')}</table:table-header-rows>"
    covered = "<table:covered-table-cell/>"
    body = (
        f"<table:table>{head}{row(tall, 'spouse')}{row(covered, 'child')}{row('Move', 'all')}</table:table>"
    )
    table = opendocument.read(odt(body), "a.odt").pages[0].tables[0]
    assert table.header == ["Event", "Who"]
    assert [one.cells for one in table.rows] == [["Death", "spouse"], ["Death", "child"], ["Move", "all"]]


def test_a_line_in_bold_heads_the_text_below_it() -> None:
    """Most letters and minutes have no headings but lines in bold; a bold word in a sentence is none."""
    bold = '<style:text-properties fo:font-weight="bold"/></style:style>'
    styles = (
        f'<style:style style:name="P1" style:family="paragraph">{bold}<style:style style:name="T1">{bold}'
    )
    body = (
        '<text:p text:style-name="P1">Hire charges</text:p><text:p>The hall costs 28 pounds.</text:p>'
        '<text:p><text:span text:style-name="T1">Keys</text:span></text:p>'
        '<text:p>Ask <text:span text:style-name="T1">Walt</text:span> for them.</text:p>'
    )
    page = opendocument.read(odt(body, styles=styles), "a.odt").pages[0]
    assert [one.text for one in page.headings] == ["Hire charges", "Keys"]
