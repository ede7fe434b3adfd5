"""What a reader noted of a page besides its words, as it is stored."""

from __future__ import annotations

import msgspec


class StoredStructure(msgspec.Struct, frozen=True, omit_defaults=True):
    """`pages.structure`: what a reader noted of a page besides its words, as spans of its text.

    `lines`: (offset, line of the file) wherever counting line ends from the pair before would go wrong.
    `printed`: (start, end, what is printed there), where that is another text. `author`: of the document, on
    its first page, where its file states one.
    """

    lines: list[tuple[int, int]] = []
    code: list[tuple[int, int]] = []
    aside: list[tuple[int, int]] = []
    printed: list[tuple[int, int, str]] = []
    author: str = ""


def structure_of(stored: str) -> StoredStructure:
    """What `pages.structure` holds."""
    return msgspec.json.decode(stored, type=StoredStructure) if stored else StoredStructure()
