"""Source code and configuration: text that keeps its lines, titled by its name."""

from __future__ import annotations

import msgspec

from edge.indexing.readers import plain_text
from edge.indexing.structure.document import Document


def read(data: bytes, name: str) -> Document:
    """A file of code as a document. Raises ReadError when it is binary or holds no text."""
    document = plain_text.read(data, name)
    return msgspec.structs.replace(document, kind="code", title=name.rpartition("/")[2])
