"""What is asked of MuPDF, and nothing else: the only module that imports pymupdf (AGPL).

The text of a page is taken as the JSON that MuPDF writes itself: PyMuPDF's dictionaries of the same text cost
three times as much processor time, nearly all of it in making Python objects.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pymupdf as untyped

from edge.indexing.pdf.find import MOST_GLYPHS, Glyph
from edge.indexing.pdf.scan import UNITS, Box, PageJson, Scan

pymupdf: Any = untyped

# White space kept, text off the page left out, a run of one style at a time, and drawings with it. Ligatures
# are spelt out.
_FLAGS = 2 | 64 | 32 | 1024
_VECTOR = 3  # type of a block
#: A page with more strokes is a map or a plan: no table is looked for there.
MOST_STROKES = 5_000


_decoder = msgspec.json.Decoder(PageJson)


def quiet() -> None:
    """MuPDF prints nothing; what it has to say is kept for `warnings`."""
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    pymupdf.TOOLS.reset_mupdf_warnings()


def warnings() -> str:
    """What MuPDF said since it was last asked."""
    return str(pymupdf.TOOLS.mupdf_warnings(True))


def open_pdf(path: Path | str) -> Any:
    """The document. A context manager."""
    return pymupdf.open(path, filetype="pdf")


def open_bytes(data: bytes, kind: str = "pdf") -> Any:
    """The document in these bytes, of a kind that MuPDF knows: a PDF, or pictures. A context manager."""
    return pymupdf.open(stream=data, filetype=kind)


def new_pdf() -> Any:
    """A PDF without pages. A context manager."""
    return pymupdf.open()


def forget() -> None:
    """Give back what MuPDF keeps between documents."""
    pymupdf.TOOLS.store_shrink(100)


def is_of_the_file(error: BaseException) -> bool:
    """Whether MuPDF raised it: then it tells of the file, and otherwise of a fault of ours."""
    if isinstance(error, (pymupdf.FileDataError, pymupdf.mupdf.FzErrorBase)):
        return True
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    module = trace.tb_frame.f_globals.get("__name__", "") if trace else ""
    return str(module).partition(".")[0] in ("pymupdf", "fitz")


def out_of_memory(error: BaseException) -> bool:
    """Whether MuPDF ran into the limit on memory."""
    return is_of_the_file(error) and "alloc" in str(error).lower()


def scan(page: Any) -> Scan:
    """Text and drawings of one page, which MuPDF runs once."""
    mupdf = pymupdf.mupdf
    text = page.get_textpage(flags=_FLAGS)
    buffer = mupdf.FzBuffer(1 << 14)
    output = mupdf.FzOutput(buffer)
    mupdf.fz_print_stext_page_as_json(output, text.this, UNITS)
    output.fz_close_output()
    data = bytes(pymupdf.JM_BinFromBuffer(buffer))
    try:
        blocks = _decoder.decode(data).blocks
    except (msgspec.DecodeError, UnicodeDecodeError):  # characters that are none
        blocks = _decoder.decode(data.decode("utf-8", "replace").encode("utf-8")).blocks
    rectangle = page.rect
    strokes = [] if all(block.type == "text" for block in blocks) else _strokes(text)
    return Scan(blocks, strokes, rectangle.height, rectangle.width)


def _strokes(text: Any) -> list[Box]:
    boxes: list[Box] = []
    block = text.this.m_internal.first_block
    while block and len(boxes) <= MOST_STROKES:
        if block.type == _VECTOR:
            box = block.bbox
            boxes.append((box.x0, box.y0, box.x1, box.y1))
        block = block.next
    return boxes if len(boxes) <= MOST_STROKES else []


def glyphs(page: Any) -> list[Glyph]:
    """The characters of a page with their boxes, as the page is shown (turned, where it is); none where there
    are more than `MOST_GLYPHS`.
    """
    turn = page.rotation_matrix if page.rotation else None
    found: list[Glyph] = []
    number = 0
    for block in page.get_text("rawdict", flags=_FLAGS & ~32 & ~1024)["blocks"]:
        for line in block.get("lines", ()):
            number += 1
            for span in line["spans"]:
                for one in span["chars"]:
                    # Turned one by one only where they must be: MuPDF's rectangles cost ten times the rest.
                    box = one["bbox"] if turn is None else tuple(pymupdf.Rect(one["bbox"]) * turn)
                    found.append(Glyph(one["c"], number, box))
            if len(found) > MOST_GLYPHS:
                return []
    return found


def drawn(page: Any, width: int, most_pixels: int) -> bytes:
    """The page as a PNG of so many pixels across, fewer where it would have more than `most_pixels`."""
    rectangle = page.rect
    scale = min(width / rectangle.width, (most_pixels / (rectangle.width * rectangle.height)) ** 0.5)
    return bytes(page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False).tobytes("png"))


def view(page: Any, longest: int) -> bytes:
    """The page as a JPEG for people, so many pixels on its longer side."""
    scale = longest / max(page.rect.width, page.rect.height)
    drawn = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace="rgb", alpha=False)
    return bytes(drawn.tobytes("jpeg", jpg_quality=60))


def square(page: Any, x: float, y: float, size: float, side: int) -> Any:
    """A square of a page, from its corner (x, y) in points, as (side, side, 3) uint8: red, green, blue. What
    lies off the page is white.
    """
    import numpy as np

    scale = side / size
    clip = pymupdf.Rect(x, y, x + size, y + size)
    drawn = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), clip=clip, colorspace="rgb", alpha=False)
    rows = np.frombuffer(drawn.samples, dtype=np.uint8).reshape(drawn.height, drawn.stride)
    rows = rows[:side, : 3 * drawn.width].reshape(-1, drawn.width, 3)[:, :side]
    # Whole pixels: MuPDF rounds a square outwards, by one at most.
    made = np.full((side, side, 3), 255, dtype=np.uint8)
    made[: rows.shape[0], : rows.shape[1]] = rows
    return made
