"""The file that a worker was asked for last, kept open: its pages come one by one."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any


class FileChanged(Exception):
    """The bytes are no longer those that were asked for."""


class OpenFile:
    """One document of MuPDF. Its bytes are read once, hashed, and opened from memory: what is drawn is what
    was hashed, even if the file is changed at that moment.
    """

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._document: Any = None

    def open(self, path: bytes, sha256: str, kind: str = "pdf") -> Any:
        """The document in a file of this SHA-256. Raises OSError, FileChanged, and what MuPDF says of it."""
        from edge.indexing.pdf import mupdf

        file = Path(os.fsdecode(path))
        now = file.stat()
        key = (path, sha256, now.st_size, now.st_mtime_ns, now.st_ino)
        if key != self._key:
            self.close()
            data = file.read_bytes()
            if hashlib.sha256(data).hexdigest() != sha256:
                raise FileChanged("it changed while it was being read")
            mupdf.quiet()
            self._document = mupdf.open_bytes(data, kind)
            self._key = key
        return self._document

    def close(self) -> None:
        """Let go of the document, and of what MuPDF keeps of it."""
        from edge.indexing.pdf import mupdf

        if self._document is not None:
            self._document.close()
            mupdf.forget()
        self._document, self._key = None, ()
