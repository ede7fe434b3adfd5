"""Text in a cell of a table that spreadsheets open: they run what begins like a formula."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"'*+[=+\-@\t\r]")


def guarded(text: str) -> str:
    """The text as a cell that no spreadsheet runs."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(cell: str) -> str:
    """What `guarded` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
