"""What slides show beside their words: bullets and numbers, merged headings, charts, diagrams."""

from __future__ import annotations

import io
import zipfile

import pytest
from office import packed, pptx, shape

from edge.indexing.readers.office.slides import read

pytest.importorskip("defusedxml", reason="the extra docs is not installed")

_A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
_P = f'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" {_A}'
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def related(*targets: tuple[str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="rId{n}" Type="{_R}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets)
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>'


def with_parts(slides: list[str], parts: dict[str, str]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(pptx(slides))) as archive:
        return packed({**{name: archive.read(name) for name in archive.namelist()}, **parts})


def paragraph(text: str, said: str = "", level: int = 0) -> str:
    return f'<a:p><a:pPr lvl="{level}">{said}</a:pPr><a:r><a:t>{text}</a:t></a:r></a:p>'


def body_of(*paragraphs: str) -> str:
    place = '<p:nvSpPr><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr>'
    return f"<p:sp>{place}<p:txBody>{''.join(paragraphs)}</p:txBody></p:sp>"


def test_items_are_told_by_the_master() -> None:
    """Bullets stand in the master of the slides; a paragraph may have none, or a number."""
    count = '<a:buAutoNum type="arabicPeriod"/>'
    body = body_of(
        paragraph("Check:", "<a:buNone/>"), paragraph("the brakes"), paragraph("the left one", level=1),
        paragraph("Stop.", count), paragraph("Lock.", count),
    )  # fmt: skip
    master = '<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr>'
    master += '<a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle></p:txStyles>'
    data = with_parts(
        [body],
        {
            "ppt/slides/_rels/slide1.xml.rels": related(("slideLayout", "../slideLayouts/l.xml")),
            "ppt/slideLayouts/l.xml": f"<p:sldLayout {_P}/>",
            "ppt/slideLayouts/_rels/l.xml.rels": related(("slideMaster", "../slideMasters/m.xml")),
            "ppt/slideMasters/m.xml": f"<p:sldMaster {_P}>{master}</p:sldMaster>",
        },
    )
    assert read(data, "a.pptx").pages[0].text.split("\n\n") == [
        "Check:", "- the brakes", "  - the left one", "1. Stop.", "2. Lock.",
    ]  # fmt: skip


def test_hidden_shapes_are_not_read() -> None:
    """As hidden slides are not."""
    hidden = shape("Gone").replace("<p:nvSpPr>", '<p:nvSpPr><p:cNvPr hidden="1"/>')
    assert read(pptx([hidden + shape("Shown")]), "a.pptx").pages[0].text == "Shown"


def test_headings_above_headings_of_a_slide() -> None:
    """A table with a first row says so; a heading over two columns is said of both."""

    def cell(text: str, said: str = "") -> str:
        return f"<a:tc {said}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"

    rows = (
        cell("Car", 'rowSpan="2"') + cell("Speed", 'gridSpan="2"') + cell("", 'hMerge="1"'),
        cell("", 'vMerge="1"') + cell("Yard") + cell("Road"),
        cell("Tug") + cell("10") + cell("25"),
    )
    table = "".join(f"<a:tr>{row}</a:tr>" for row in rows)
    slide = f'<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/>{table}</a:tbl></p:graphicFrame>'
    (found,) = read(pptx([slide]), "a.pptx").pages[0].tables
    assert found.header == ["Car", "Speed Yard", "Speed Road"]
    assert [row.cells for row in found.rows] == [["Tug", "10", "25"]]


def test_charts_and_diagrams_say_what_they_show() -> None:
    """A chart is a table of its series under its title, a diagram a list of its boxes."""
    chart = (
        '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
        f" {_A}><c:chart><c:title><c:tx>"
        "<c:rich><a:p><a:r><a:t>Falls a year</a:t></a:r></a:p></c:rich></c:tx></c:title>"
        "<c:plotArea><c:barChart>"
        "<c:ser><c:tx><c:strRef><c:strCache><c:pt idx='0'><c:v>Falls</c:v></c:pt>"
        "</c:strCache></c:strRef></c:tx>"
        "<c:cat><c:strRef><c:strCache><c:pt idx='0'><c:v>2023</c:v></c:pt><c:pt idx='1'>"
        "<c:v>2024</c:v></c:pt>"
        "</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0.0</c:formatCode>"
        "<c:pt idx='0'><c:v>4</c:v></c:pt><c:pt idx='1'><c:v>2.5</c:v></c:pt>"
        "</c:numCache></c:numRef></c:val></c:ser>"
        "</c:barChart></c:plotArea></c:chart></c:chartSpace>"
    )

    def point(id: str, text: str, kind: str = "node") -> str:
        return f'<d:pt modelId="{id}" type="{kind}"><d:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></d:t></d:pt>'

    links = "".join(
        f'<d:cxn srcId="{above}" destId="{id}" srcOrd="{n}"/>'
        for above, id, n in (("0", "2", 1), ("0", "1", 0), ("2", "3", 0))
    )
    diagram = (
        f'<d:dataModel xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/diagram" {_A}><d:ptLst>'
        + point("0", "", "doc") + point("2", "Repair") + point("1", "Report") + point("3", "by Ann")
        + f"</d:ptLst><d:cxnLst>{links}</d:cxnLst></d:dataModel>"
    )  # fmt: skip
    space = f'xmlns:r="{_R}"'
    slide = f'<p:graphicFrame><c:chart xmlns:c="c" {space} r:id="rId0"/></p:graphicFrame>'
    slide += f'<p:graphicFrame><d:relIds xmlns:d="d" {space} r:dm="rId1"/></p:graphicFrame>'
    rels = related(("chart", "../charts/c.xml"), ("diagramData", "../diagrams/d.xml"))
    data = with_parts(
        [slide],
        {"ppt/slides/_rels/slide1.xml.rels": rels, "ppt/charts/c.xml": chart, "ppt/diagrams/d.xml": diagram},
    )
    page = read(data, "a.pptx").pages[0]
    assert page.text.split("\n\n") == [
        "Falls a year", "| Falls\n2023 | 4.0\n2024 | 2.5", "- Report", "- Repair", "  - by Ann",
    ]  # fmt: skip
    assert page.tables[0].caption == "Falls a year"
