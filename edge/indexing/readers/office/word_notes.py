"""Footnotes and endnotes of Word, each on one line, as far as they are seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge.indexing.readers.office.word_styles import Styles
from edge.indexing.readers.xml import child, local, value
from edge.text.superscript import superscript

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_UNSEEN = {"del", "moveFrom", "Fallback", "rPrChange", "pPrChange", "rt", "instrText"}
_APART = {"p", "tab", "br", "cr"}


def notes_of(root: Element | None, kind: str, styles: Styles) -> Iterator[tuple[str, str]]:
    """The notes of a kind ("footnote") by their ids; lines and separators are none."""
    for note in root if root is not None else ():
        if local(note.tag) == kind and value(note, "type") in (None, "normal"):
            yield value(note, "id") or "", " ".join("".join(_words(note, styles)).split())


def _words(note: Element, styles: Styles) -> Iterator[str]:
    todo: list[tuple[Element, bool]] = [(note, False)]
    while todo:
        element, above = todo.pop()
        tag = local(element.tag)
        if tag == "r":
            look = styles.look(child(element, "rPr"))
            if look.hidden:
                continue
            above = look.superscript
        elif tag == "t":
            text = element.text or ""
            yield superscript(text) if above else text
        elif tag in _APART:
            yield " "
        elif tag == "noBreakHyphen":
            yield "-"
        if tag not in _UNSEEN:
            todo += ((one, above) for one in reversed(element))
