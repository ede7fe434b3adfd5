"""Reading of sources in worker processes: PDFs in theirs, everything else in one for all other kinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from edge.errors import ReadError
from edge.indexing.pdf import ocr
from edge.indexing.pdf.pool import PdfPool
from edge.indexing.readers.process import FileReader
from edge.indexing.readers.protocol import ArchiveMember, FileReply
from edge.indexing.structure.document import Document
from edge.records.index import page_runs
from edge.settings import IndexSettings

_CHANGED = ("it changed while it was being read", "Index again when it is complete.")


class SourceReader:
    """Reads one source after another. A context manager: leaving it ends the workers."""

    def __init__(self, settings: IndexSettings) -> None:
        self._settings = settings
        self._pdfs = PdfPool(settings)
        self._files = FileReader(settings)

    def __enter__(self) -> SourceReader:
        return self

    def __exit__(self, *_: object) -> None:
        self._pdfs.close()
        self._files.close()

    def refuse_large(self, size: int) -> None:
        """Raise ReadError for a file of more bytes than are read."""
        limit = self._settings.max_file_bytes
        if size > limit:
            raise ReadError(
                f"too large: {size / 1024**2:.0f} MB, the limit is {limit / 1024**2:.0f} MB",
                "Split it, or raise the limit: EDGE_INDEX_MAX_FILE_BYTES.",
            )

    def follow(self, pdfs: Iterator[tuple[Path, str]]) -> None:
        """The PDFs that will be asked for, in this order: they are read ahead while others are stored."""
        self._pdfs.follow((path, name) for path, name in pdfs if _readable_pdf(path))

    def read(self, path: Path, name: str, kind: str, sha256: str) -> Document:
        """The document in a file. Raises ReadError with the reason, also when its bytes are not those of
        `sha256`.
        """
        if kind == "pdf":
            size = path.stat().st_size
            document = self._pdf(path, name)
            if path.stat().st_size != size:
                raise ReadError(*_CHANGED)
            return document
        return _same(self._files.read(path, name, kind), sha256)

    def sources(self, path: Path, name: str, kind: str) -> Iterator[FileReply]:
        """The documents in a list of pages, each with its reason where there is none. Raises ReadError."""
        return self._files.sources(path, name, kind)

    def members(self, path: Path, name: str) -> list[ArchiveMember]:
        """What an archive holds. Raises ReadError."""
        return self._files.read(path, name, "archive").members

    def member(self, path: Path, name: str, member: ArchiveMember) -> Document:
        """The document in a member of an archive. Raises ReadError."""
        if member.kind != "pdf":
            return _same(self._files.read(path, member.name, member.kind, member.name), member.sha256)
        with TemporaryDirectory() as folder:  # a PDF's worker reads files
            copy = Path(folder, "member.pdf")
            copy.write_bytes(self._files.read(path, name, "bytes", member.name).data)
            try:
                return self._pdf(copy, member.name)
            except ReadError as error:  # another folder each time would be another reason
                raise ReadError(error.message.replace(str(copy), member.name), error.hint) from error

    def _pdf(self, path: Path, name: str) -> Document:
        if not _says_pdf(path):
            raise ReadError("not a PDF: it does not begin with %PDF-")
        try:
            document = self._pdfs.read(path, name)
        except ReadError as error:
            if not error.message.startswith("image-only"):
                raise
            if not self._settings.ocr:
                raise ReadError(error.message, ocr.advice()) from error
            return self._recognised(path, name)
        scanned = document.unread.scanned if document.unread else []
        if not scanned or not self._settings.ocr:
            return document
        try:
            return self._recognised(path, name, scanned)
        except ReadError as error:  # the other pages are there, and these are told of
            why = f"{error.message.removeprefix('image-only, and ')}: pages that are pictures stay unread"
            return msgspec.structs.replace(document, notes=[*document.notes, why])

    def _recognised(self, path: Path, name: str, pages: Sequence[int] = ()) -> Document:
        """The document in a PDF that is only pictures, or of which these pages are, by text recognition."""
        with TemporaryDirectory() as folder:
            copy = Path(folder, "recognised.pdf")
            ocr.recognise(path, copy, self._settings, pages)
            document = self._pdfs.read(copy, name)
        which = f"the text of {page_runs(pages)}" if pages else "its text"
        note = f"{which} was recognised in pictures ({self._settings.ocr}): letters may be wrong"
        return msgspec.structs.replace(document, notes=[*document.notes, note])


def _says_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        return b"%PDF-" in file.read(1024)


def _readable_pdf(path: Path) -> bool:
    """What cannot be opened is told when its turn comes."""
    try:
        return _says_pdf(path)
    except OSError:
        return False


def _same(reply: FileReply, sha256: str) -> Document:
    if reply.sha256 != sha256:
        raise ReadError(*_CHANGED)
    if reply.document is None:
        raise ReadError("damaged: its reader gave no document")
    return reply.document
