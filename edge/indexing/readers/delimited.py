"""Tables as text (.csv, .tsv): any encoding, the delimiter found by trying."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import islice

from edge.errors import ReadError
from edge.indexing.readers import rows
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, of_text
from edge.indexing.structure.page_builder import PageBuilder
from edge.text.sanitise import line_feeds

#: What may stand between cells.
DELIMITERS = ",;\t|"
#: The line that tells Excel what stands between cells.
_SAID = re.compile(r"\A\ufeff?sep=([,;\t|])\n", re.IGNORECASE)
_TRIED = 50  # records
_MOST_FIELD = 1_000_000  # characters


def read(data: bytes, name: str) -> Document:
    """A CSV or TSV file as a document of tables. Raises ReadError when it is binary or holds no text."""
    builder = PageBuilder()
    rows.add(builder, records(data, name))
    return of_text("table", name, [builder.page(1)])


def records(data: bytes, name: str, delimiter: str = "") -> Iterator[list[str]]:
    """The cells of each record, each on one line; the delimiter is found where none is given. Raises
    ReadError when it is binary or no table.
    """
    text = line_feeds(decode(data))
    said = _SAID.match(text)
    text = text[said.end() :] if said else text
    if not delimiter and name.lower().removesuffix(".gz").endswith((".tsv", ".tab")):
        delimiter = "\t"
    delimiter = delimiter or (said[1] if said else _delimiter(text))
    csv.field_size_limit(_MOST_FIELD)
    try:
        yield from map(_on_one_line, csv.reader(_lines(text), delimiter=delimiter))
    except csv.Error as error:
        raise ReadError(f"not a table: {error}", "Is a quotation mark left open?") from error


def _lines(text: str) -> list[str]:
    """With their ends: a quoted cell may hold several, whose words must not run together."""
    return [f"{line}\n" for line in text.split("\n")]


def _on_one_line(cells: list[str]) -> list[str]:
    return [" ".join(cell.split("\n")) for cell in cells]


def _delimiter(text: str) -> str:
    """The sign that cuts the first records into the same number of fields most often, more than one."""
    sample = _lines(text[:200_000])

    def fit(delimiter: str) -> tuple[float, int]:
        try:
            widths = [len(row) for row in islice(csv.reader(sample, delimiter=delimiter), _TRIED) if row]
        except csv.Error:
            return 0.0, 0
        usual = max(set(widths), key=widths.count, default=1)
        return (widths.count(usual) / len(widths), usual) if usual > 1 else (0.0, 0)

    return max(DELIMITERS, key=fit)
