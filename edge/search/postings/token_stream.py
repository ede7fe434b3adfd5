"""The words of many documents as numbers, in order: in memory while few, then on the disk."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Bytes of numbers kept in memory before they go to the disk.
IN_MEMORY = 8 << 20

_NUMBER = np.dtype(np.uint32)


class TokenStream:
    """Appended to once, then read as often as one likes. Close it: the file has no name and is gone then."""

    def __init__(self, folder: Path | None) -> None:
        # Beside what is being made: a disk that holds the result holds this, and /tmp may be memory.
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY, dir=str(folder) if folder else None)  # noqa: SIM115
        self._sizes = array("L")
        self._open = 0

    def append(self, numbers: NDArray[np.uint32]) -> None:
        """More tokens of the document that is being written."""
        self._file.write(numbers.astype(_NUMBER).tobytes())
        self._open += len(numbers)

    def end_document(self) -> None:
        """What is appended from here on belongs to the next document."""
        self._sizes.append(self._open)
        self._open = 0

    def __len__(self) -> int:
        """Documents that have ended."""
        return len(self._sizes)

    def batches(self, size: int) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.uint32]]]:
        """(documents, numbers) by token, at most `size` at a time: a batch may end inside a document."""
        ends = np.cumsum(np.array(self._sizes, np.int64))
        total = int(ends[-1]) if len(ends) else 0
        for start in range(0, total, size):
            self._file.seek(start * _NUMBER.itemsize)
            count = min(size, total - start)
            numbers = np.frombuffer(self._file.read(count * _NUMBER.itemsize), _NUMBER)
            places = np.arange(start, start + count)
            yield np.searchsorted(ends, places, side="right").astype(np.uint32), numbers

    def close(self) -> None:
        """Forget everything."""
        self._file.close()
