"""The look of the handbook: page geometry, colours, fonts and paragraph styles.

The font is Bitstream Vera, which reportlab carries itself: nothing is asked of the system.
"""

from __future__ import annotations

from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.fonts import addMapping
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PAGE_WIDTH, PAGE_HEIGHT = A4
SIDE_MARGIN = 25 * mm
TEXT_WIDTH = PAGE_WIDTH - 2 * SIDE_MARGIN
# Distances from the top of the page; between them lies the body, without running header and page number.
BODY_TOP = 26 * mm
BODY_BOTTOM = PAGE_HEIGHT - 25 * mm

INK, ACCENT, GREY = HexColor("#1c1f24"), HexColor("#1f3f66"), HexColor("#6f7780")
PALE, GRID, HEADER_FILL = HexColor("#dbe4ee"), HexColor("#8d99a6"), HexColor("#e4ebf3")

REGULAR, BOLD, ITALIC, BOLD_ITALIC = "Vera", "VeraBd", "VeraIt", "VeraBI"


def _register_fonts() -> None:
    faces = {REGULAR: (0, 0), BOLD: (1, 0), ITALIC: (0, 1), BOLD_ITALIC: (1, 1)}
    for face, (bold, italic) in faces.items():
        pdfmetrics.registerFont(TTFont(face, f"{face}.ttf"))
        addMapping(REGULAR, bold, italic, face)


def _style(name: str, size: float, leading: float, **options: Any) -> ParagraphStyle:
    settings: dict[str, Any] = {"fontName": REGULAR, "textColor": INK, "allowWidows": 0, "allowOrphans": 0}
    return ParagraphStyle(name, fontSize=size, leading=leading, **(settings | options))


_register_fonts()
BODY = _style("body", 10.5, 15.5, spaceAfter=7)
LEAD_IN = ParagraphStyle("lead-in", BODY, keepWithNext=1)  # a paragraph that ends in a colon
CHAPTER = _style("chapter", 21, 27, fontName=BOLD, textColor=ACCENT, spaceAfter=6)
CONTENTS = _style("contents", 21, 27, fontName=BOLD, textColor=ACCENT, spaceAfter=14)
SECTION = _style(
    "section", 13, 17, fontName=BOLD, textColor=ACCENT, spaceBefore=13, spaceAfter=5, keepWithNext=1
)
CAPTION = _style("caption", 9.5, 13, fontName=ITALIC, spaceBefore=6, spaceAfter=5, keepWithNext=1)
LONG_TABLE_CAPTION = ParagraphStyle("long table caption", CAPTION, keepWithNext=0)
CELL = _style("cell", 9.5, 12.5)
HEAD_CELL = _style("head cell", 9.5, 12.5, fontName=BOLD)
TOC_LINE = _style("toc line", 10.5, 17.8, rightIndent=24)
TITLE = _style("title", 30, 38, fontName=BOLD, textColor=ACCENT, spaceAfter=14)
SUBTITLE = _style("subtitle", 15, 22, textColor=GREY, spaceAfter=34)
IMPRINT = _style("imprint", 11, 18)
NOTICE = _style("notice", 9.5, 14.5, textColor=GREY)
ALIGNMENTS = {"left": TA_LEFT, "center": TA_CENTER, "right": TA_RIGHT}
