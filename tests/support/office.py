"""Office files written by hand, as small as programs accept them: packages of XML, and a few ways to break
them.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_R = f'xmlns:r="{_RELATIONS}"'
_P = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)
_S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_ODF = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("meta", "meta"),
        ("draw", "drawing"), ("presentation", "presentation"), ("manifest", "manifest"),
        ("fo", "xsl-fo-compatible"),
    )
)  # fmt: skip
_CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{}</dc:title><dc:creator>{}</dc:creator>'
    "</cp:coreProperties>"
)


def packed(parts: Mapping[str, str | bytes], stored: Sequence[str] = ()) -> bytes:
    """An archive of these parts; `stored` ones are not compressed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            how = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), content, how)
    return out.getvalue()


def _relations(targets: Iterable[tuple[str, str]]) -> str:
    rows = "".join(
        f'<Relationship Id="rId{n}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{space}">{rows}</Relationships>'


def paragraph(text: str, style: str = "", properties: str = "") -> str:
    """A paragraph of Word; the text may hold marks of its own when it begins with "<"."""
    styled = f'<w:pStyle w:val="{style}"/>' if style else ""
    run = text if text.startswith("<") else f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
    return f"<w:p><w:pPr>{styled}{properties}</w:pPr>{run}</w:p>"


def docx(
    body: str, *, styles: str = "", numbering: str = "", footnotes: str = "", title: str = "",
    author: str = "",
    prolog: str = "", extra: Mapping[str, str | bytes] | None = None,
) -> bytes:  # fmt: skip
    """A Word document; `body` and the others are XML within their root elements."""
    parts: dict[str, str | bytes] = {
        "_rels/.rels": _relations(
            [("officeDocument", "word/document.xml"), ("core-properties", "docProps/core.xml")]
        ),
        "word/_rels/document.xml.rels": _relations(
            [("styles", "styles.xml"), ("numbering", "numbering.xml"), ("footnotes", "footnotes.xml")]
        ),
        "docProps/core.xml": _CORE.format(escape(title), escape(author)),
        "word/document.xml": f"{prolog}<w:document {W}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": f"<w:styles {W}>{styles}</w:styles>",
        "word/numbering.xml": f"<w:numbering {W}>{numbering}</w:numbering>",
        "word/footnotes.xml": f"<w:footnotes {W}>{footnotes}</w:footnotes>",
    }
    return packed({**parts, **(extra or {})})


def heading_style(id: str, name: str, *, based_on: str = "", properties: str = "") -> str:
    """A paragraph style of Word."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/>{base}'
        f"<w:pPr>{properties}</w:pPr></w:style>"
    )


def odt(body: str, *, styles: str = "", common: str = "", title: str = "", kind: str = "text") -> bytes:
    """An OpenDocument text, or, as `kind` "presentation" or "spreadsheet", another. `common`: styles that its
    user sees.
    """
    return packed(
        {
            "styles.xml": f"<office:document-styles {_ODF}><office:styles>{common}</office:styles>"
            "</office:document-styles>",
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "META-INF/manifest.xml": f"<manifest:manifest {_ODF}/>",
            "meta.xml": f'<office:document-meta {_ODF} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta>'
            f"<dc:title>{escape(title)}</dc:title></office:meta></office:document-meta>",
            "content.xml": f"<office:document-content {_ODF}><office:automatic-styles>{styles}"
            f"</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}></office:body>"
            "</office:document-content>",
        },
        ["mimetype"],
    )


def shape(text: str, role: str = "body") -> str:
    """A shape of PowerPoint with a paragraph a line."""
    lines = "".join(f"<a:p><a:r><a:t>{escape(line)}</a:t></a:r></a:p>" for line in text.split("\n"))
    place = f'<p:nvSpPr><p:nvPr><p:ph type="{role}"/></p:nvPr></p:nvSpPr>'
    return f"<p:sp>{place}<p:txBody>{lines}</p:txBody></p:sp>"


def slide_table(rows: Sequence[Sequence[str]]) -> str:
    """A table on a slide."""
    cells = (
        "".join(
            f"<a:tc><a:txBody><a:p><a:r><a:t>{escape(c)}</a:t></a:r></a:p></a:txBody></a:tc>" for c in row
        )
        for row in rows
    )
    return (
        f"<p:graphicFrame><a:tbl>{''.join(f'<a:tr>{row}</a:tr>' for row in cells)}</a:tbl></p:graphicFrame>"
    )


def pptx(
    slides: Sequence[str],
    *,
    notes: Mapping[int, str] | None = None,
    hidden: Sequence[int] = (),
    title: str = "",
) -> bytes:
    """A presentation: shapes of each slide, speaker's notes and hidden slides by number from 1."""
    parts: dict[str, str | bytes] = {
        "_rels/.rels": _relations(
            [("officeDocument", "ppt/presentation.xml"), ("core-properties", "docProps/core.xml")]
        ),
        "docProps/core.xml": _CORE.format(escape(title), ""),
    }
    # Files in the reverse order of the slides: only the presentation says which comes first.
    names = [f"slides/slide{len(slides) - n}.xml" for n in range(len(slides))]
    parts["ppt/_rels/presentation.xml.rels"] = _relations(("slide", name) for name in names)
    ids = "".join(f'<p:sldId id="{256 + n}" r:id="rId{n}"/>' for n in range(1, len(slides) + 1))
    parts["ppt/presentation.xml"] = (
        f"<p:presentation {_P} {_R}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>"
    )
    for n, (name, shapes) in enumerate(zip(names, slides, strict=True), 1):
        show = ' show="0"' if n in hidden else ""
        parts[f"ppt/{name}"] = f"<p:sld {_P}{show}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"
        if notes and n in notes:
            note = f"<p:cSld><p:spTree>{shape(notes[n])}{shape('7', 'sldNum')}</p:spTree></p:cSld>"
            parts[f"ppt/notes/note{n}.xml"] = f"<p:notes {_P}>{note}</p:notes>"
            file = name.rpartition("/")[2]
            parts[f"ppt/slides/_rels/{file}.rels"] = _relations([("notesSlide", f"../notes/note{n}.xml")])
    return packed(parts)


def xlsx(
    sheets: Mapping[str, Sequence[Sequence[object]] | str], *, merged: str = "", hidden: Sequence[str] = ()
) -> bytes:
    """A workbook: rows of each sheet (text, numbers, None), or the XML of its sheetData."""
    listed, targets = "", [("styles", "styles.xml")]
    parts: dict[str, str | bytes] = {"_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")])}
    for n, (name, rows) in enumerate(sheets.items(), 1):
        state = ' state="hidden"' if name in hidden else ""
        listed += f'<sheet name={quoteattr(name)} sheetId="{n}"{state} r:id="rId{n + 1}"/>'
        targets.append(("worksheet", f"worksheets/sheet{n}.xml"))
        data = rows if isinstance(rows, str) else "".join(_row(at, row) for at, row in enumerate(rows, 1))
        cells = f'<mergeCells><mergeCell ref="{merged}"/></mergeCells>' if merged else ""
        parts[f"xl/worksheets/sheet{n}.xml"] = (
            f"<worksheet {_S}><sheetData>{data}</sheetData>{cells}</worksheet>"
        )
    parts["xl/workbook.xml"] = f"<workbook {_S} {_R}><sheets>{listed}</sheets></workbook>"
    parts["xl/_rels/workbook.xml.rels"] = _relations(targets)
    # Style 1 is a date (number format 14).
    formats = '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs>'
    parts["xl/styles.xml"] = f"<styleSheet {_S}>{formats}</styleSheet>"
    return packed(parts)


def _row(at: int, row: Sequence[object]) -> str:
    cells = ""
    for column, cell in enumerate(row):
        place = f'r="{_letters(column)}{at}"'
        if isinstance(cell, str) and cell.startswith("<"):
            cells += cell.replace("<c", f"<c {place}", 1)
        elif isinstance(cell, str):
            cells += f'<c {place} t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
        elif cell is not None:
            cells += f"<c {place}><v>{cell}</v></c>"
    return f'<row r="{at}">{cells}</row>'


def _letters(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def epub(
    chapters: Mapping[str, str], *, title: str = "", author: str = "", extra: Mapping[str, str] | None = None
) -> bytes:
    """A book: the bodies of its chapters by file name, in the order of the spine."""
    items = "".join(
        f'<item id="c{n}" href="{name}" media-type="application/xhtml+xml"/>'
        for n, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    parts: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<metadata><dc:title>{escape(title)}</dc:title><dc:creator>{escape(author)}</dc:creator></metadata>"
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
    }
    for name, body in sorted(chapters.items(), reverse=True):
        parts[f"OEBPS/{name}"] = f"<html><head><title>x</title></head><body>{body}</body></html>"
    return packed({**parts, **(extra or {})}, ["mimetype"])
