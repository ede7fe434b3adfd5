"""Jupyter notebooks (.ipynb): Markdown cells as text, code as code, short outputs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from edge.errors import ReadError
from edge.indexing.readers import markdown
from edge.indexing.readers.html.page import add_pieces
from edge.indexing.readers.piece_builder import PieceBuilder
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, Page, of_text, stated
from edge.indexing.structure.page_builder import PageBuilder
from edge.text.html.pieces import Html

#: Longer outputs are logs and dumps: nobody reads them for their words.
_MOST_LINES, _MOST_CHARACTERS = 20, 2_000
_LONGEST_TABLE = 60_000  # characters of its HTML: a frame that is shown whole
_TABLE = re.compile(r"<table[\s>]", re.IGNORECASE)
#: Colours and movements of a terminal.
_ESCAPES = re.compile(r"\x1b\[[0-9;?]{0,30}[A-Za-z]")
#: "<Figure size 640x480 with 1 Axes>", "<pandas.io.Styler at 0x7f…>": a thing, told by its name alone.
_THING = re.compile(r"(?:\[\s{0,9})?<[^<>]{1,300}>(?:\s{0,9}\])?,?")
#: A picture pasted into a cell: its name is none that somebody gave it.
_PASTED = re.compile(r"!\[[^\[\]\n]{0,200}\]\(attachment:[^()\n]{0,300}\)")
_NO_NOTEBOOK = "It is no notebook: save it again from Jupyter."


def read(data: bytes, name: str) -> Document:
    """A notebook of any version as a document. Raises ReadError when it is none, or holds no text."""
    notebook = _decoded(decode(data))
    if not isinstance(notebook, dict):
        raise ReadError("not a notebook: JSON of another form", _NO_NOTEBOOK)
    notes: set[str] = set()
    pages = _pages(notebook, notes)
    metadata = notebook.get("metadata")
    title = metadata.get("title") if isinstance(metadata, dict) else ""
    return of_text(
        "notebook", name, pages, title=stated(title) if isinstance(title, str) else "",
        notes=sorted(notes), paged=False,
    )  # fmt: skip


def _decoded(text: str) -> Any:
    text = text.removeprefix("\ufeff")
    try:
        try:
            return msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeError):
            return json.loads(text)  # it forgives half a surrogate pair, and NaN
    except RecursionError as error:
        raise ReadError("not a notebook: nested too deep", _NO_NOTEBOOK) from error
    except ValueError as error:
        raise ReadError(f"not a notebook: broken JSON ({error})"[:200], _NO_NOTEBOOK) from error


def _pages(notebook: dict[str, Any], notes: set[str]) -> list[Page]:
    """Pieces of the text: what lines of the file it stands on, nobody who works on it knows."""
    pieces = PieceBuilder()
    for cell in _cells(notebook):
        _add(cell, pieces.section(), notes)
    return [msgspec.structs.replace(page, lines=[]) for page in pieces.pages()]


def _cells(notebook: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The cells in order; before version 4 they lay on sheets."""
    sheets = [one for one in _list(notebook.get("worksheets")) if isinstance(one, dict)]
    for sheet in (notebook, *sheets):
        yield from (cell for cell in _list(sheet.get("cells")) if isinstance(cell, dict))


def _add(cell: dict[str, Any], builder: PageBuilder, notes: set[str]) -> None:
    kind = cell.get("cell_type")
    source = _text(cell.get("source", cell.get("input")))
    if kind == "markdown":
        markdown.add(_PASTED.sub("", source), builder, notes)
    elif kind == "heading":  # before version 4
        level = cell.get("level")
        builder.heading(level if isinstance(level, int) and 1 <= level <= 6 else 1, source)
    elif kind == "code":
        builder.block(source, code=True)
        for output in _list(cell.get("outputs")):
            if isinstance(output, dict):
                _add_output(output, builder)
    elif not source.lstrip().startswith("---"):  # what a publishing tool is told stands in a raw cell
        builder.block(source)


def _add_output(output: dict[str, Any], builder: PageBuilder) -> None:
    """A short text, or a table that is shown whole; errors and what was written to stderr are left out."""
    kind = output.get("output_type")
    if kind in ("error", "pyerr") or (kind == "stream" and output.get("name", "stdout") != "stdout"):
        return
    data = output.get("data")
    data = data if isinstance(data, dict) else output
    markup = _text(data.get("text/html", data.get("html")))
    if len(markup) <= _LONGEST_TABLE and _TABLE.search(markup):
        add_pieces(builder, Html(markup).pieces(decoration=False))
        return
    text = _ESCAPES.sub("", _text(data.get("text/plain", data.get("text")))).strip("\n")
    if len(text) <= _MOST_CHARACTERS and text.count("\n") < _MOST_LINES and not _THING.fullmatch(text):
        builder.block(text, code=True)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    """A text, which the format also writes as a list of its lines."""
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""
