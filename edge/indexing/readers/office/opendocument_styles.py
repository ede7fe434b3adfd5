"""What the styles of an OpenDocument file say of the text in them: hidden, bold, above the line, a title."""

from __future__ import annotations

from edge.indexing.readers.xml import XmlPiece

_BOLD = {"bold", "600", "700", "800", "900"}


class TextStyles:
    """Names of styles by what is true of their text, each with what it takes over from its parent."""

    def __init__(self) -> None:
        self.hidden: set[str] = set()
        self.titles = {"Title"}
        self.bold: set[str] = set()
        self.superscript: set[str] = set()
        self.hidden_slides: set[str] = set()
        self._defined = ""  # the style being defined

    def define(self, piece: XmlPiece) -> None:
        """The start of an element among the styles."""
        said = piece.attributes
        if piece.tag == "style":
            self._defined = said.get("name", "")
            for kept in (self.titles, self.bold, self.hidden, self.superscript):
                if said.get("parent-style-name") in kept:
                    kept.add(self._defined)
        elif piece.tag == "text-properties":
            if said.get("display") == "none":
                self.hidden.add(self._defined)
            if weight := said.get("font-weight"):
                self._set(self.bold, weight in _BOLD)
            if place := said.get("text-position"):
                self._set(
                    self.superscript, place.startswith("super") or (place[0].isdigit() and place[:2] != "0%")
                )
        elif piece.tag == "drawing-page-properties" and said.get("visibility") == "hidden":
            self.hidden_slides.add(self._defined)

    def _set(self, kept: set[str], on: bool) -> None:
        (kept.add if on else kept.discard)(self._defined)
