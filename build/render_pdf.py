"""Lay the parsed chapters of "The Arbiter's Handbook" out as a PDF with reportlab.

The same chapters always give the same bytes: reportlab's invariant mode and a fixed date leave nothing that
varies.  Words are never hyphenated, so that a phrase of a chapter is found as it stands in the page's text.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import book_style as look
from chapters import Block, CaptionedTable, Chapter, Item, Prose, Section
from reportlab import rl_config
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    HRFlowable,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus.tableofcontents import TableOfContents

_FIXED_DATE = "1767225600"  # 2026-01-01T00:00:00Z
_SMALL_TABLE_ROWS = 14  # a table with fewer rows stays on one page
_LONG_TABLE_START = 60 * mm  # room for a section's title, a caption, the header and a few rows
_CELL_PADDING = 6
# No padding: thirty-six chapters fit on one page.
_TOC_TABLE = TableStyle(
    [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
)
_TAG = re.compile(r"<[^>]+>")
rl_config.useA85 = 0  # plain binary streams: a fifth smaller than their ASCII form


@dataclass(frozen=True)
class Book:
    """What one edition says about itself."""

    file_name: str
    language: str
    title: str
    subtitle: str
    language_line: str
    edition_line: str
    notice: str
    contents: str
    table_word: str


def render(book: Book, chapters: list[Chapter], path: Path) -> None:
    """Write the whole book to `path`."""
    _refuse_missing_glyphs(chapters)
    previous = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = _FIXED_DATE  # the one way to choose the date of an invariant PDF
    try:
        _HandbookTemplate(book, path).multiBuild(_story(book, chapters))
    finally:
        if previous is None:
            del os.environ["SOURCE_DATE_EPOCH"]
        else:
            os.environ["SOURCE_DATE_EPOCH"] = previous


class _HandbookTemplate(BaseDocTemplate):
    """Adds running headers, page numbers, bookmarks and the entries of the table of contents."""

    def __init__(self, book: Book, path: Path) -> None:
        super().__init__(
            str(path),
            pagesize=(look.PAGE_WIDTH, look.PAGE_HEIGHT),
            invariant=1,
            lang=book.language,
            title=book.title,
            author="The edge project",
            subject=book.subtitle,
            creator="edge",
            initialFontName=look.REGULAR,
        )
        body = Frame(
            look.SIDE_MARGIN, look.PAGE_HEIGHT - look.BODY_BOTTOM, look.TEXT_WIDTH,
            look.BODY_BOTTOM - look.BODY_TOP,
            leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
        )  # fmt: skip
        title = Frame(look.SIDE_MARGIN, 30 * mm, look.TEXT_WIDTH, 150 * mm, leftPadding=0, rightPadding=0)
        self.addPageTemplates(
            [
                PageTemplate("title", [title], onPage=_draw_title_ornament),
                PageTemplate("body", [body], onPageEnd=self._draw_margins),
            ]
        )
        self._running_title = ""
        self._opening_page = 0

    def beforeDocument(self) -> None:  # reportlab calls it before each of its passes
        self._running_title = ""
        self._opening_page = 0

    def afterFlowable(self, flowable: Flowable) -> None:
        bookmark = getattr(flowable, "bookmark", None)
        if bookmark is None:
            return
        level, key, title = bookmark
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(title, key, level, closed=True)
        if level == 0:
            self._running_title, self._opening_page = title, self.page
            self.notify("TOCEntry", (0, escape(title), self.page, key))

    def _draw_margins(self, canvas: Canvas, _document: BaseDocTemplate) -> None:
        canvas.saveState()
        canvas.setFillColor(look.GREY)
        canvas.setFont(look.REGULAR, 8.5)
        canvas.drawCentredString(look.PAGE_WIDTH / 2, 14 * mm, str(self.page))
        if self._running_title and self.page != self._opening_page:
            baseline = look.PAGE_HEIGHT - 17 * mm
            canvas.drawString(look.SIDE_MARGIN, baseline, self._running_title)
            canvas.setStrokeColor(look.PALE)
            canvas.setLineWidth(0.6)
            canvas.line(look.SIDE_MARGIN, baseline - 5, look.PAGE_WIDTH - look.SIDE_MARGIN, baseline - 5)
        canvas.restoreState()


def _draw_title_ornament(canvas: Canvas, _document: BaseDocTemplate) -> None:
    """Four ranks of a chessboard across the head of the title page."""
    square = look.PAGE_WIDTH / 12
    canvas.saveState()
    for rank in range(4):
        for file in range(12):
            canvas.setFillColor(look.ACCENT if (rank + file) % 2 else look.PALE)
            canvas.rect(
                file * square, look.PAGE_HEIGHT - (rank + 1) * square, square, square, stroke=0, fill=1
            )
    canvas.restoreState()


def _story(book: Book, chapters: list[Chapter]) -> list[Flowable]:
    contents = TableOfContents(dotsMinLevel=0, levelStyles=[look.TOC_LINE], tableStyle=_TOC_TABLE)
    story: list[Flowable] = [
        Paragraph(escape(book.title), look.TITLE),
        Paragraph(escape(book.subtitle), look.SUBTITLE),
        Paragraph(escape(book.language_line), look.IMPRINT),
        Paragraph(escape(book.edition_line), look.IMPRINT),
        Spacer(0, 42),
        HRFlowable(width="30%", thickness=1.2, color=look.ACCENT, hAlign="LEFT", spaceAfter=10),
        Paragraph(escape(book.notice), look.NOTICE),
        NextPageTemplate("body"),
        PageBreak(),
        Paragraph(escape(book.contents), look.CONTENTS),
        contents,
    ]
    for chapter in chapters:
        story += [PageBreak(), *_chapter_flowables(chapter, book.table_word)]
    return story


def _chapter_flowables(chapter: Chapter, table_word: str) -> list[Flowable]:
    key = f"chapter-{chapter.number}"
    flowables: list[Flowable] = [
        _heading(f"{chapter.number}. {chapter.title}", look.CHAPTER, 0, key),
        HRFlowable(width="100%", thickness=1.2, color=look.ACCENT, spaceAfter=12),
    ]
    sections = tables = 0
    previous: Block | None = None
    for block in chapter.blocks:
        match block:
            case Section(title):
                sections += 1
                flowables.append(_heading(title, look.SECTION, 1, f"{key}-section-{sections}"))
            case Prose(markup):
                flowables.append(_paragraph(markup, look.LEAD_IN if markup.endswith(":") else look.BODY))
            case Item():
                flowables.append(_item(block))
            case CaptionedTable():
                tables += 1
                caption = f"{table_word} {chapter.number}.{tables} – {block.caption}"
                if len(block.rows) < _SMALL_TABLE_ROWS:
                    flowables.append(_paragraph(caption, look.CAPTION))
                else:
                    # It may split, but not just below its caption, nor below the title of its section.
                    after_title = isinstance(previous, Section)
                    flowables.insert(len(flowables) - after_title, CondPageBreak(_LONG_TABLE_START))
                    flowables.append(_paragraph(caption, look.LONG_TABLE_CAPTION))
                flowables.append(_table(block))
        previous = block
    return flowables


def _heading(title: str, style: ParagraphStyle, level: int, key: str) -> Paragraph:
    heading = _paragraph(escape(title), style)
    heading.bookmark = (level, key, title)
    return heading


def _paragraph(markup: str, style: ParagraphStyle, bullet: str | None = None) -> Paragraph:
    # Vera has no arrow: that one glyph comes from the Symbol font that every PDF reader carries.
    return Paragraph(markup.replace("→", '<font name="Symbol">→</font>'), style, bulletText=bullet)


def _item(item: Item) -> Paragraph:
    indent = 18 * (item.depth + 1)
    style = ParagraphStyle(
        "item", look.BODY, leftIndent=indent, bulletIndent=indent - 14, bulletFontName=look.REGULAR,
        bulletFontSize=look.BODY.fontSize, spaceAfter=9 if item.closes_list else 3,
    )  # fmt: skip
    if item.marker[0].isdigit():
        style.bulletIndent = indent - 18
        style.leftIndent = indent + 4
    return _paragraph(item.markup, style, item.marker)


def _table(block: CaptionedTable) -> Table:
    sides = [look.ALIGNMENTS[side] for side in block.alignments]
    cells = [
        [
            _paragraph(markup, ParagraphStyle("cell", style, alignment=side))
            for markup, side in zip(row, sides, strict=True)
        ]
        for row, style in [(block.header, look.HEAD_CELL), *((row, look.CELL) for row in block.rows)]
    ]
    table = Table(cells, colWidths=_column_widths(block), repeatRows=1, hAlign="LEFT", spaceAfter=13)
    table.setStyle(
        [
            ("GRID", (0, 0), (-1, -1), 0.6, look.GRID),
            ("BACKGROUND", (0, 0), (-1, 0), look.HEADER_FILL),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), _CELL_PADDING),
            ("RIGHTPADDING", (0, 0), (-1, -1), _CELL_PADDING),
            ("TOPPADDING", (0, 0), (-1, -1), 3),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 4.5),
        ]
    )
    return table


def _column_widths(block: CaptionedTable) -> list[float]:
    """Give each column its natural width if all fit, else share the page in proportion to what they lack."""
    natural: list[float] = []
    narrowest: list[float] = []
    for column in zip(block.header, *block.rows, strict=True):
        texts = [_TAG.sub("", cell) for cell in column]
        # Bold is the widest face, so what fits in bold fits in any; a point more is for rounding.
        padding = 2 * _CELL_PADDING + 1
        natural.append(padding + max(_width(text) for text in texts))
        narrowest.append(padding + max(_width(word) for text in texts for word in text.split(" ")))
    if sum(natural) <= look.TEXT_WIDTH:
        stretch = max(1.0, min(1.35, look.TEXT_WIDTH / sum(natural)))
        return [width * stretch for width in natural]
    slack = [full - least for full, least in zip(natural, narrowest, strict=True)]
    share = max(0.0, look.TEXT_WIDTH - sum(narrowest)) / (sum(slack) or 1.0)
    return [least + share * part for least, part in zip(narrowest, slack, strict=True)]


def _width(text: str) -> float:
    return float(pdfmetrics.stringWidth(text, look.BOLD, look.CELL.fontSize))


def _refuse_missing_glyphs(chapters: list[Chapter]) -> None:
    """A character that the font lacks would be an empty box on the page: name it instead."""
    glyphs = {*map(chr, pdfmetrics.getFont(look.REGULAR).face.charToGlyph), "→"}
    for chapter in chapters:
        unknown = {*chapter.title}.union(*map(_characters, chapter.blocks)) - glyphs
        if unknown:
            names = ", ".join(f"U+{ord(character):04X}" for character in sorted(unknown))
            raise ValueError(f"chapter {chapter.number}: the font has no glyph for {names}")


def _characters(block: Block) -> set[str]:
    match block:
        case Section(text) | Prose(text) | Item(markup=text):
            return set(text)
        case CaptionedTable(caption, header, rows):
            return set(caption).union(*header, *(cell for row in rows for cell in row))
