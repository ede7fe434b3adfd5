"""Small documents for the tests, made on the spot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pymupdf

BODY = (
    "The arbiter watches the clocks and the boards. A player who touches a piece must move it.",
    "Both players write down every move. The scoresheet belongs to the organiser.",
    "When the flag falls the game is over, unless no checkmate is possible any more.",
)


def pdf(
    path: Path,
    pages: Sequence[str] = BODY,
    *,
    header: str = "",
    footer: str = "",
    headings: Sequence[str] = (),
    bookmarks: bool = False,
    password: str = "",
) -> Path:
    """A PDF with a page for each text. `footer` may hold {page}; `headings` are set in larger type."""
    document = pymupdf.open()
    for number, text in enumerate(pages, start=1):
        page = document.new_page()
        if header:
            page.insert_text((72, 40), header, fontsize=9)
        top = 90.0
        if number <= len(headings):
            page.insert_text((72, top), headings[number - 1], fontsize=20)
            top += 30
        page.insert_textbox(pymupdf.Rect(72, top, 520, 700), text, fontsize=11)
        if footer:
            page.insert_text((290, 820), footer.format(page=number), fontsize=9)
    if bookmarks:
        document.set_toc([[1, heading, at] for at, heading in enumerate(headings, start=1)])
    options: dict[str, Any] = {"no_new_id": True}
    if password:
        options |= {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "user_pw": password, "owner_pw": password}
    document.save(path, **options)
    document.close()
    return path


def pdf_with_table(
    path: Path, rows: Sequence[Sequence[str]], caption: str = "Table 1 - Time controls"
) -> Path:
    """A PDF page with prose, a caption, a ruled table and prose again."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 80), "Before the table stands a sentence.", fontsize=11)
    page.insert_text((72, 110), caption, fontsize=11)
    top, height, width = 130, 20, 150
    for at, row in enumerate(rows):
        for column, cell in enumerate(row):
            box = pymupdf.Rect(
                72 + column * width, top + at * height, 72 + (column + 1) * width, top + (at + 1) * height
            )
            page.draw_rect(box)
            page.insert_text((box.x0 + 4, box.y1 - 6), cell, fontsize=10)
    page.insert_text(
        (72, top + len(rows) * height + 40), "After the table stands another sentence.", fontsize=11
    )
    document.save(path, no_new_id=True)
    document.close()
    return path


def image_pdf(path: Path, pages: int = 2) -> Path:
    """A PDF whose pages hold a drawing and no text."""
    document = pymupdf.open()
    for _ in range(pages):
        document.new_page().draw_circle((200, 200), 50)
    document.save(path, no_new_id=True)
    document.close()
    return path


def jsonl(path: Path, pages: Sequence[tuple[str, int, str]], **more: Any) -> Path:
    """A JSONL of pages from (source, page, text)."""
    lines = [
        json.dumps({"source": source, "page": page, "text": text, **more}) for source, page, text in pages
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
