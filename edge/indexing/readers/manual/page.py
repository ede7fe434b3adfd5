"""Manual pages as they are installed (`ls.1`, `crontab.5.gz`): sections, definitions, code and tables.

Both languages they are written in, man(7) and mdoc(7), are laid out from their macros, the same on every
machine, whether a formatter is installed or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from edge.errors import ReadError
from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.manual.layout import ManLayout
from edge.indexing.readers.manual.man_macros import MAN, STYLES, lay_out_man
from edge.indexing.readers.manual.mdoc_macros import MDOC, lay_out_mdoc
from edge.indexing.readers.manual.roff import Request, Roff, is_manual_page
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, of_text
from edge.text.one_line import one_line

_MDOC = re.compile(r"^\.[ \t]{0,9}(?:Dd|Dt|Sh)(?=[ \t\n\\]|$)", re.MULTILINE)
_MAN = re.compile(r"^\.[ \t]{0,9}TH(?=[ \t\n\\]|$)", re.MULTILINE)


def read(data: bytes, name: str) -> Document:
    """A manual page as a one-page document. Raises ReadError when it is none, binary, or empty."""
    text = decode(data).replace("\r\n", "\n")
    if not is_manual_page(data):
        raise ReadError("not a manual page: no line begins with .TH or .Dd", "Rename it to end in .txt.")
    layout = ManLayout()
    semantic = _MDOC.search(text) is not None and _MAN.search(text) is None
    roff = Roff(text, MDOC if semantic else MAN)
    (lay_out_mdoc if semantic else lay_out_man)(_tables(roff, layout), roff, layout)
    page = laid_out(layout.pieces())
    return of_text("manual", name, [page], title=_title(layout, name))


def _title(layout: ManLayout, file: str) -> str:
    """`ls(1)`: the name as the file has it, where the page shouts it in capitals."""
    named, section = one_line(layout.name), one_line(layout.section)
    stem = file.rpartition("/")[2][: len(named)]
    named = stem if stem.lower() == named.lower() else named
    return f"{named}({section})" if named and section else named


def _tables(roff: Roff, layout: ManLayout) -> Iterator[Request]:
    """The requests, with the tables among them (tbl(1)) laid out and taken away."""
    requests = roff.requests()
    for request in requests:
        if request.name != "TS":
            yield request
            continue
        lines: list[str] = []
        for one in requests:
            if one.name == "TE":
                break
            if one.name in ("", "T&"):
                lines.append(one.rest if one.name == "" else ".T&")
            elif one.name in STYLES:
                lines.append(("" if len(one.name) == 2 else " ").join(one.arguments))
        layout.table([[roff.printed(cell) for cell in row] for row in _rows(lines)])


def _rows(lines: list[str]) -> list[list[str]]:
    """The rows of a table's source: options up to a semicolon, a format up to a full stop, then the data."""
    tab, at = "\t", 0
    if lines and lines[0].rstrip().endswith(";"):
        if found := re.search(r"tab ?\((.)\)", lines[0]):
            tab = found[1]
        at = 1
    rows: list[list[str]] = []
    in_format, cell = True, False
    for line in lines[at:]:
        if in_format or line == ".T&":
            in_format = not line.rstrip().endswith(".")
        elif cell:
            if line.startswith("T}"):
                cell = False
                rest = line[2:].removeprefix(tab)
                if line[2:]:
                    _add(rows[-1], rest, tab)
                    cell = rest.endswith("T{")
            else:
                rows[-1][-1] += " " + line
        elif line.strip() and not re.fullmatch(r"[_=\s]+", line):
            rows.append([])
            _add(rows[-1], line, tab)
            cell = line.endswith("T{")
    return rows


def _add(row: list[str], line: str, tab: str) -> None:
    """The cells of a line behind those of a row; "T{" begins one of several lines, a rule is none."""
    row += ["" if cell.strip() in ("T{", "_", "=", "\\_") else cell.strip() for cell in line.split(tab)]
