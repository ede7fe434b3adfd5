"""What stands in or beside the paragraphs of OpenDocument texts, and what its slides do not show."""

from __future__ import annotations

import io
import zipfile

import pytest
from office import odt, packed

from edge.indexing.readers.office.opendocument import read

pytest.importorskip("defusedxml", reason="the extra docs is not installed")

_RAISED = (
    '<style:style style:name="up"><style:text-properties style:text-position="super 58%"/></style:style>'
)


def test_a_box_does_not_break_its_paragraph() -> None:
    """What a box says that is anchored in a sentence comes behind it."""
    body = (
        "<text:p>Heat the boiler <draw:frame><draw:text-box><text:p>Never above 90"
        " degrees.</text:p></draw:text-box>"
        "</draw:frame>slowly.</text:p><text:p>Then wait.</text:p>"
    )
    assert read(odt(body), "a.odt").pages[0].text.split("\n\n") == [
        "Heat the boiler slowly.", "Never above 90 degrees.", "Then wait.",
    ]  # fmt: skip


def test_powers_and_notes() -> None:
    """10⁶ is not 106; the paragraphs of a note stay apart."""
    note = (
        "<text:note><text:note-body><text:p>First.</text:p><text:p>Second.</text:p>"
        "</text:note-body></text:note>"
    )
    body = f'<text:p>10<text:span text:style-name="up">6</text:span> litres{note}.</text:p>'
    text = read(odt(body, styles=_RAISED), "a.odt").pages[0].text
    assert text == "10⁶ litres [1].\n\n[1] First. Second."


def test_equations_are_one_line() -> None:
    """They are files of their own."""
    equation = (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>v</mi>'
        "<mo>=</mo><mfrac><mi>s</mi>"
        "<msup><mi>t</mi><mn>2</mn></msup></mfrac></mrow><annotation"
        ' encoding="StarMath">v = s over t</annotation>'
        "</semantics></math>"
    )
    body = (
        '<text:p>Where <draw:frame><draw:object xmlns:xlink="x" xlink:href="./Object'
        ' 1"/></draw:frame> holds.</text:p>'
    )
    with zipfile.ZipFile(io.BytesIO(odt(body))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    data = packed({**parts, "Object 1/content.xml": equation})
    assert read(data, "a.odt").pages[0].text == "Where v=s/t² holds."


def test_headings_above_headings_of_a_text() -> None:
    """A heading that spans columns is said of each; one that spans rows once."""

    def cell(text: str, said: str = "") -> str:
        return f"<table:table-cell {said}><text:p>{text}</text:p></table:table-cell>"

    below, wide = 'table:number-rows-spanned="2"', 'table:number-columns-spanned="2"'
    hidden = "<table:covered-table-cell/>"
    body = (
        "<table:table><table:table-header-rows>"
        f"<table:table-row>{cell('Pump', below)}{cell('Power', wide)}{hidden}</table:table-row>"
        f"<table:table-row>{hidden}{cell('Low')}{cell('High')}</table:table-row></table:table-header-rows>"
        f"<table:table-row>{cell('P1')}{cell('10 W')}{cell('20 W')}</table:table-row></table:table>"
    )
    (table,) = read(odt(body), "a.odt").pages[0].tables
    assert table.header == ["Pump", "Power Low", "Power High"]


def test_hidden_slides_keep_their_numbers() -> None:
    """And running lines of the pages of notes are no text."""
    styles = (
        '<style:style style:name="off"><style:drawing-page-properties'
        ' presentation:visibility="hidden"/></style:style>'
    )

    def slide(text: str, style: str = "") -> str:
        number = (
            '<draw:frame presentation:class="page-number"><draw:text-box><text:p>7</text:p></draw:text-box>'
        )
        return (
            f'<draw:page draw:style-name="{style}"><draw:frame><draw:text-box>'
            f"<text:p>{text}</text:p></draw:text-box>"
            f"</draw:frame>{number}</draw:frame></draw:page>"
        )

    body = slide("One.") + slide("Two.", "off") + slide("Three.")
    pages = read(odt(body, styles=styles, kind="presentation"), "a.odp").pages
    assert [(page.number, page.text) for page in pages] == [(1, "One."), (2, ""), (3, "Three.")]
