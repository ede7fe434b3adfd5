"""What a class learnt from: the text of its documents, which students may well say word for word."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from edge.errors import ReadError, UsageError
from edge.grade.copies import MAX_BYTES
from edge.indexing.readers import formats
from edge.indexing.source_reader import SourceReader
from edge.settings import IndexSettings


def texts(paths: Sequence[Path]) -> list[str]:
    """The text of each document, of any kind that is indexed. Raises UsageError."""
    if not paths:
        return []
    with SourceReader(IndexSettings()) as reader:
        return [_text(path, reader) for path in paths]


def _text(path: Path, reader: SourceReader) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ReadError(f"it has more than {MAX_BYTES} bytes", "Name the part that was taught.")
        document = reader.read(path, path.name, formats.kind_of(path, data), sha256(data).hexdigest())
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise UsageError(f"The course {path} cannot be read: {said}.", "Name a document.") from error
    except ReadError as error:
        hint = error.hint or "Name a document that edge index reads."
        raise UsageError(f"The course {path} cannot be read: {error.message}.", hint) from error
    return "\n".join(page.text for page in document.pages)
