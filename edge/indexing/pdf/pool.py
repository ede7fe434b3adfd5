"""PDFs in several worker processes: the one that is asked for, and meanwhile those that come after it."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from edge.engines import cores
from edge.indexing.pdf.process import PdfReader
from edge.indexing.structure.document import Document
from edge.settings import IndexSettings


class PdfPool:
    """Reads PDFs, a worker process for each core. A context manager: leaving it ends the workers.

    Documents come in the order they are asked for, whichever is read first, and no more than one for each
    worker waits to be fetched: memory does not grow with the number of files.
    """

    def __init__(self, settings: IndexSettings) -> None:
        self.workers = settings.pdf_workers or cores.physical()
        self._readers = [PdfReader(settings) for _ in range(self.workers)]
        self._free: queue.SimpleQueue[PdfReader] = queue.SimpleQueue()
        for reader in reversed(self._readers):
            self._free.put(reader)
        self._threads = ThreadPoolExecutor(self.workers, thread_name_prefix="pdf")
        self._begun: dict[Path, Future[Document]] = {}
        self._plan: Iterator[tuple[Path, str]] = iter(())

    def __enter__(self) -> PdfPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def follow(self, plan: Iterator[tuple[Path, str]]) -> None:
        """What will be asked for, in this order: path and name. Drawn from as workers fall idle."""
        self._plan = plan

    def read(self, path: Path, name: str) -> Document:
        """The document in `path`. Raises ReadError, as `PdfReader.read` does."""
        asked = self._begun.pop(path, None) or self._threads.submit(self._read, path, name)
        if self.workers > 1:
            self._look_ahead(path)
        return asked.result()

    def close(self) -> None:
        """End the workers, whatever they do, and wait until they are gone."""
        for reader in self._readers:
            reader.stop()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for reader in self._readers:
            reader.close()

    def _look_ahead(self, asked: Path) -> None:
        while len(self._begun) < self.workers:
            planned = next(self._plan, None)
            if planned is None:
                return
            path, name = planned
            if path != asked and path not in self._begun:
                self._begun[path] = self._threads.submit(self._read, path, name)

    def _read(self, path: Path, name: str) -> Document:
        reader = self._free.get()
        try:
            return reader.read(path, name)
        finally:
            self._free.put(reader)
