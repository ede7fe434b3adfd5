"""What a reader may do with a damaged or hostile file: read text of it, or refuse it with a word."""

from __future__ import annotations

from collections.abc import Callable

from edge.errors import ReadError
from edge.indexing.structure.document import Document


def whole_or_refused(read: Callable[[bytes, str], Document], data: bytes, name: str) -> None:
    """Asserts that a document holds text with its headings inside it, or that the error says one line of why.
    Any other error is the test's.
    """
    try:
        document = read(data, name)
    except ReadError as error:
        assert error.message.strip() and "\n" not in error.message
        return
    assert any(page.text.strip() for page in document.pages)
    for page in document.pages:
        assert all(0 <= heading.start <= len(page.text) for heading in page.headings)
