"""What a reader sees of the words of a Word document: how each run looks decides."""

from __future__ import annotations

import time

import pytest
from office import docx, heading_style, paragraph

from edge.indexing.readers.office.word import read

pytest.importorskip("defusedxml", reason="the extra docs is not installed")

_MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
_LEVELS = "".join(
    f'<w:lvl w:ilvl="{depth}"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl>' for depth in (0, 1)
)
BULLETS = (
    f'<w:abstractNum w:abstractNumId="7">{_LEVELS}</w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
)


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def text_of(body: str, **parts: str) -> str:
    return read(docx(body, **parts), "a.docx").pages[0].text  # type: ignore[arg-type]


def test_what_a_style_hides_is_hidden() -> None:
    """Words are hidden by themselves, by the style of their run or of their paragraph; a run may say that it
    is shown all the same.
    """
    styles = (
        '<w:style w:type="character" w:styleId="H"><w:name w:val="H"/><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="P"><w:name w:val="P"/><w:rPr><w:vanish/></w:rPr></w:style>'
    )
    body = paragraph(run("Shown.") + run("Hidden.", '<w:rStyle w:val="H"/>')) + paragraph(
        run("Hidden too.") + run("Shown too.", '<w:vanish w:val="0"/>'), "P"
    )
    assert text_of(body, styles=styles) == "Shown.\n\nShown too."


def test_powers_are_no_digits_of_the_number_before() -> None:
    """20 m² is not 20 m2, and 10⁶ is not 106."""
    above = '<w:vertAlign w:val="superscript"/>'
    body = paragraph(
        run("20 m") + run("2", above) + run(", 10") + run("6", above) + run(", 1") + run("er", above)
    )
    assert text_of(body) == "20 m², 10⁶, 1er"


def test_symbols_of_symbol_fonts() -> None:
    """Degrees and ticks that Word takes from its fonts of symbols are read; unknown ones are not."""
    body = paragraph(
        run("90") + '<w:r><w:sym w:font="Symbol" w:char="F0B0"/></w:r>' + run("C ")
        + '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Webdings" w:char="F001"/></w:r>'
    )  # fmt: skip
    assert text_of(body) == "90°C ✓"


def test_equations_are_one_line() -> None:
    """A fraction is one, and a power stands above: P=F/A, not P=FA."""
    equation = (
        f"<m:oMath {_MATH}><m:r><m:t>P=</m:t></m:r><m:f><m:num><m:r><m:t>F+1</m:t></m:r></m:num>"
        "<m:den><m:r><m:t>A</m:t></m:r></m:den></m:f><m:r><m:t>+</m:t></m:r>"
        "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>"
    )
    assert text_of(paragraph(run("Where ") + equation + run(" holds."))) == "Where P=(F+1)/A+x² holds."


def test_prompts_are_no_text() -> None:
    """What a control says while nothing was filled in is told to who fills it in."""
    prompt = (
        f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{run('Tap here.')}</w:sdtContent></w:sdt>"
    )
    filled = f"<w:sdt><w:sdtPr/><w:sdtContent>{run('Ann Roux')}</w:sdtContent></w:sdt>"
    assert text_of(paragraph(run("Name: ") + filled + prompt)) == "Name: Ann Roux"


def test_tables_of_contents_are_no_text() -> None:
    """Their lines are in styles of their own, whatever the language; the sections stand below."""
    styles = heading_style("Verz1", "toc 1") + heading_style("T", "heading 1")
    body = paragraph("1. Boilers 3", "Verz1") + paragraph("Boilers", "T") + paragraph("They are hot.")
    assert text_of(body, styles=styles) == "Boilers\n\nThey are hot."


def test_a_paragraph_whose_end_was_deleted_goes_on() -> None:
    """A deletion that is tracked joins two paragraphs."""
    deleted = '<w:rPr><w:del w:id="1"/></w:rPr>'
    body = paragraph(run("The fee is"), properties=deleted) + paragraph(run(" due."))
    assert text_of(body) == "The fee is due."


def test_the_style_of_titles_names_the_document() -> None:
    """Whatever headings follow, as in reports of several chapters."""
    styles = heading_style("Titel", "Title") + heading_style("K", "heading 1")
    body = (
        paragraph("Boiler guide", "Titel")
        + paragraph("By Ann.")
        + paragraph("One", "K")
        + paragraph("Two", "K")
    )
    assert read(docx(body, styles=styles), "a.docx").title == "Boiler guide"


def test_lists_within_lists_stand_further_in() -> None:
    """As far as they are deeper than the list that they begin in."""

    def item(text: str, depth: int) -> str:
        return paragraph(text, properties=f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="1"/></w:numPr>')

    body = (
        item("valves", 0) + item("the red one", 1) + item("pumps", 0) + paragraph("Then:") + item("alone", 1)
    )
    assert text_of(body, numbering=BULLETS) == "- valves\n\n  - the red one\n\n- pumps\n\nThen:\n\n- alone"


def test_a_note_of_several_paragraphs() -> None:
    """Its words stay apart, and hidden or deleted ones are not read."""
    body = paragraph('<w:r><w:t>Due.</w:t><w:footnoteReference w:id="2"/></w:r>')
    note = (
        f"<w:p>{run('On the first.')}<w:del w:id='1'><w:r><w:delText>No.</w:delText></w:r></w:del></w:p>"
        f"<w:p>{run('Or')}<w:r><w:tab/></w:r>{run('later.')}{run('Secret.', '<w:vanish/>')}</w:p>"
    )
    text = text_of(body, footnotes=f'<w:footnote w:id="2">{note}</w:footnote>')
    assert text == "Due. [1]\n\n[1] On the first. Or later."


def test_headings_above_headings_of_a_table() -> None:
    """What is marked to stand at the head of each page names the columns, from the top."""

    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text) if text else '<w:p/>'}</w:tc>"

    head, wide = "<w:trPr><w:tblHeader/></w:trPr>", '<w:gridSpan w:val="2"/>'
    body = (
        "<w:tbl><w:tr>" + head + cell("Pump", '<w:vMerge w:val="restart"/>') + cell("Power", wide) + "</w:tr>"
        "<w:tr>" + head + cell("", "<w:vMerge/>") + cell("Low") + cell("High") + "</w:tr>"
        "<w:tr>" + cell("P1") + cell("10 W") + cell("20 W") + "</w:tr></w:tbl>"
    )  # fmt: skip
    (table,) = read(docx(body), "a.docx").pages[0].tables
    assert table.header == ["Pump", "Power Low", "Power High"]
    assert [row.cells for row in table.rows] == [["P1", "10 W", "20 W"]]


def test_tables_within_tables_cost_no_more_than_their_size() -> None:
    """A file that is made to cost is read in a time like that of its length."""
    deep = 3_000
    body = "<w:tbl><w:tr><w:tc>" * deep + paragraph("x") + "</w:tc></w:tr></w:tbl>" * deep
    started = time.process_time()
    assert text_of(body) == "x"
    assert time.process_time() - started < 5
