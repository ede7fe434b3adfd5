"""What is told of the hidden parts of a document."""

from __future__ import annotations


def left_out(sheets: int = 0, rows: int = 0, columns: int = 0) -> list[str]:
    """How much of a spreadsheet is hidden, and so not read; nothing where all is shown."""
    counted = [
        f"{count} hidden {name}{'s' if count > 1 else ''}"
        for count, name in ((sheets, "sheet"), (rows, "row"), (columns, "column"))
        if count
    ]
    if not counted:
        return []
    told = " and ".join([", ".join(counted[:-1]), counted[-1]] if len(counted) > 1 else counted)
    return [f"{told} {'is' if sheets + rows + columns == 1 else 'are'} left out"]
