"""A filled sheet back from its file, as a spreadsheet saved it: CSV or TSV in any encoding, XLSX, ODS."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from edge.errors import ReadError, UsageError
from edge.grade import class_table
from edge.grade.copies import MAX_BYTES
from edge.grade.decisions.sheet import SheetRow, columns
from edge.grade.spreadsheet_cell import unguarded
from edge.indexing.readers import delimited, formats
from edge.indexing.source_reader import SourceReader
from edge.indexing.structure.document import Table
from edge.settings import IndexSettings

#: Without these nobody knows what was decided.
_NEEDED = ("question", "grade")
_WHOSE = ("key", "id", "student")
_HINT = "Fill the sheet that edge grade --out writes, or name columns: student (or id), question, grade."


@dataclass(frozen=True, slots=True)
class FilledRow:
    """One row with its number in the file, the header's being 1."""

    number: int
    row: SheetRow


def read(path: Path) -> list[FilledRow]:
    """The rows of a sheet. Raises UsageError for a file that is none."""
    kind = formats.kind_of_name(path.name)
    if kind not in class_table.KINDS:
        raise UsageError(f"The decisions {path} are no table.", "Name a .csv, .tsv, .xlsx or .ods file.")
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ReadError(f"it has more than {MAX_BYTES} bytes")
        if kind == "table" and not path.name.lower().endswith(".gz"):
            return _rows(_records(data, path.name), path)
        with SourceReader(IndexSettings()) as reader:
            document = reader.read(path, path.name, kind, sha256(data).hexdigest())
        tables = (table for page in document.pages for table in page.tables)
        return _rows(_of_tables(tables), path)
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise UsageError(f"The decisions {path} cannot be read: {said}.", "Name the filled sheet.") from error
    except ReadError as error:
        raise UsageError(
            f"The decisions {path} cannot be read: {error.message}.", error.hint or _HINT
        ) from error


def _records(data: bytes, name: str) -> Iterator[list[str]]:
    """The records of a text, cut where most of our columns come out: answers hold other delimiters."""

    def known(delimiter: str) -> int:
        first = next(filter(any, delimited.records(data, name, delimiter)), [])
        return len(columns(first))

    return delimited.records(data, name, max(("", *delimited.DELIMITERS), key=known))


def _of_tables(tables: Iterable[Table]) -> Iterator[Sequence[str]]:
    """The rows of a sheet that was read as tables, a long one as several under the same header."""
    header: Sequence[str] | None = None
    for table in tables:
        if table.header != header:
            yield table.header
        header = header or table.header
        yield from (row.cells for row in table.rows)


def _rows(records: Iterable[Sequence[str]], path: Path) -> list[FilledRow]:
    places: dict[str, int] = {}
    found: list[FilledRow] = []
    seen: list[str] = []
    for number, cells in enumerate(records, start=1):
        if not any(cell.strip() for cell in cells):
            continue
        if not places:
            places = columns(cells)
            if not all(one in places for one in _NEEDED) or not any(one in places for one in _WHOSE):
                places, seen = {}, seen or [cell for cell in cells if cell.strip()]
            continue
        given = {one: unguarded(cells[at].strip()) for one, at in places.items() if at < len(cells)}
        found.append(FilledRow(number, SheetRow(**given)))
    if not places:
        named = ", ".join(seen[:12]) or "none"
        raise UsageError(f"The decisions {path} have not the right columns. Theirs: {named}.", _HINT)
    return found
