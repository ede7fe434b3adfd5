"""Source code and configuration: text that keeps its lines."""

from __future__ import annotations

from edge.indexing.document import Document, Page, of_text
from edge.indexing.plain_text import decode
from edge.text.sanitise import tidy


def read(data: bytes, name: str) -> Document:
    """A file of code as a document of one page, titled by its name. Raises ReadError when it is binary or
    holds no text.
    """
    return of_text("code", name, [Page(number=1, text=tidy(decode(data)))], title=name.rpartition("/")[2])
