"""One file in, one document out: which reader a file gets, and what it is refused for."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import cast

from edge.errors import ReadError
from edge.indexing.document import Document
from edge.indexing.pdf import PdfReader

#: Suffix -> kind, for files found in a folder. A file named on the command line may have any suffix.
KINDS = {
    ".pdf": "pdf",
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".text": "text",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".jsonl": "pages",
}

#: The module that reads a kind. JSONL of pages has many documents in one file, so it is not among them.
READERS = {"markdown": "markdown", "html": "html", "text": "plain_text"}


def kind_of(path: Path, first_bytes: bytes) -> str:
    """pdf, markdown, text, html or pages: by suffix, else by how the file begins."""
    known = KINDS.get(path.suffix.lower())
    if known:
        return known
    return "pdf" if b"%PDF-" in first_bytes[:1024] else "text"


def read(path: Path, name: str, kind: str, data: bytes, pdfs: PdfReader) -> Document:
    """Read one file of any kind but `pages`. `data` is its content; of a PDF, its beginning.

    Raises ReadError with the reason.
    """
    if not data:
        raise ReadError("empty: 0 bytes")
    if kind == "pdf":
        if b"%PDF-" not in data[:1024]:
            raise ReadError("not a PDF: it does not begin with %PDF-")
        return pdfs.read(path, name)
    # Imported when the first such file comes: an index of PDFs loads neither selectolax nor markdown-it.
    module = importlib.import_module(f"edge.indexing.{READERS[kind]}")
    reader = cast(Callable[[bytes, str], Document], module.read)
    return reader(data, name)
