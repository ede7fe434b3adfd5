"""Postings gathered in the order of documents and read in the order of terms, whatever their number.

Sorted run by run, each to the disk once it is full, then merged: memory is bounded by `RUN` postings, and by
`LEAST` of each run when there are very many.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Postings that are sorted at a time, at the least; all runs hold twice as many when they are merged.
#: What is read of each run then, at the most and at the least.
RUN = 1 << 19
BLOCK, LEAST = 1 << 15, 1 << 10

#: Bytes of runs kept in memory.
IN_MEMORY = 16 << 20

_RECORD = np.dtype([("term", np.uint64), ("document", np.uint32), ("count", np.uint32)])


class Postings(NamedTuple):
    """Terms with their documents, ascending by both, no pair twice, and how often each holds the other."""

    terms: NDArray[np.uint64]
    documents: NDArray[np.uint32]
    counts: NDArray[np.uint32]


class PostingRuns:
    """The postings of one channel. Documents are added in ascending order; the same one may come again.

    Close it: the file has no name and is gone then.
    """

    def __init__(self, folder: Path | None, run: int = RUN, block: int = BLOCK) -> None:
        self._file: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY, dir=str(folder) if folder else None)  # noqa: SIM115
        self._run, self._block = run, block
        self._held: list[tuple[NDArray[np.uint64], NDArray[np.uint32]]] = []
        self._waiting = 0
        self._runs: list[tuple[int, int]] = []  # where each begins and ends in the file, in records

    def add(self, terms: NDArray[np.uint64], documents: NDArray[np.uint32]) -> None:
        """A term and its document for each occurrence."""
        self._held.append((terms, documents))
        self._waiting += len(terms)
        if self._waiting >= self._run:
            self._close_run()

    def merged(self) -> Iterator[Postings]:
        """All postings in order, some whole terms at a time."""
        self._close_run()
        block = max(min(self._block, 2 * self._run // max(1, len(self._runs))), min(self._block, LEAST))
        readers = [_RunReader(self._file, first, last, block) for first, last in self._runs]
        while any(readers):
            # Terms below the least one that any run may have more of are complete.
            limit = min((reader.last for reader in readers if reader.unread), default=None)
            parts = [reader.take(limit) for reader in readers]
            gathered = np.concatenate(parts)
            if len(gathered):
                # Runs follow each other in time, so a stable sort leaves the documents in order.
                order = np.argsort(gathered["term"], kind="stable")
                gathered = gathered[order]
                yield _summed(gathered["term"], gathered["document"], gathered["count"])
            else:
                for reader in readers:
                    if reader.unread and reader.last == limit:
                        reader.fill()

    def close(self) -> None:
        """Forget everything."""
        self._file.close()

    def _close_run(self) -> None:
        if not self._waiting:
            return
        terms = np.concatenate([terms for terms, _ in self._held])
        documents = np.concatenate([documents for _, documents in self._held])
        self._held, self._waiting = [], 0
        if terms.max() < 1 << 32:  # one sort of whole numbers instead of one that carries another along
            both = np.sort(terms << np.uint64(32) | documents)
            terms, documents = both >> np.uint64(32), (both & np.uint64(0xFFFFFFFF)).astype(np.uint32)
        else:
            order = np.argsort(terms, kind="stable")
            terms, documents = terms[order], documents[order]
        once = _summed(terms, documents, np.ones(len(terms), np.uint32))
        records = np.empty(len(once.terms), _RECORD)
        records["term"], records["document"], records["count"] = once
        self._file.seek(0, 2)
        self._file.write(records.tobytes())
        begin = self._runs[-1][1] if self._runs else 0
        self._runs.append((begin, begin + len(records)))


class _RunReader:
    """One run, read block by block. False when nothing is left of it."""

    def __init__(self, file: IO[bytes], first: int, last: int, block: int) -> None:
        self._file, self._next, self._end, self._block = file, first, last, block
        self._buffer = np.empty(0, _RECORD)
        self.fill()

    def __bool__(self) -> bool:
        return len(self._buffer) > 0

    @property
    def unread(self) -> bool:
        """Whether there is more than the buffer holds."""
        return self._next < self._end

    @property
    def last(self) -> int:
        """The last term of the buffer: the first of what is unread may be the same."""
        return int(self._buffer["term"][-1])

    def fill(self) -> None:
        """Read one block more."""
        count = min(self._block, self._end - self._next)
        self._file.seek(self._next * _RECORD.itemsize)
        block = np.frombuffer(self._file.read(count * _RECORD.itemsize), _RECORD)
        self._buffer = np.concatenate([self._buffer, block])
        self._next += count

    def take(self, limit: int | None) -> NDArray[np.void]:
        """What is held of the terms below `limit`; everything for None."""
        count = len(self._buffer)
        if limit is not None:
            count = int(np.searchsorted(self._buffer["term"], np.uint64(limit)))
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        if not len(self._buffer) and self.unread:
            self.fill()
        return taken


def _summed(terms: NDArray[np.uint64], documents: NDArray[np.uint32], counts: NDArray[np.uint32]) -> Postings:
    """Sorted postings with each pair once."""
    if len(terms) == 0:
        return Postings(terms, documents, counts)
    new = np.empty(len(terms), bool)
    new[0] = True
    np.not_equal(terms[1:], terms[:-1], out=new[1:])
    new[1:] |= documents[1:] != documents[:-1]
    starts = np.flatnonzero(new)
    return Postings(terms[starts], documents[starts], np.add.reduceat(counts, starts).astype(np.uint32))
