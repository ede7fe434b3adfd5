"""Files of lines from elsewhere: read in bounded pieces, and what was refused of them told in short."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from edge.errors import StorageError
from edge.text.unmarked import unmarked

#: Refusals that are told one by one.
TOLD = 20


def file_lines(path: Path, longest: int) -> Iterator[bytes]:
    """The lines of a file, in UTF-8 where a mark says what they are in, in pieces of at most `longest` + 1
    bytes. Raises StorageError.
    """
    try:
        with path.open("rb") as file:
            given = unmarked(file)
            while line := given.readline(longest + 1):
                yield line
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}.", "Name another file.") from error


def first_refusals(refused: list[str]) -> list[str]:
    """The first refusals, and how many more there were."""
    more = len(refused) - TOLD
    return [*refused[:TOLD], *([f"… and {more} more"] if more > 0 else [])]
