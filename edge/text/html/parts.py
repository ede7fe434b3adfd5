"""Parts of a page that stand beside its text, or only look so: menus, forms, marginal columns, buttons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

#: What elements are for that say so themselves, as the elements made for it.
_ROLES = {"navigation": "nav", "complementary": "aside", "contentinfo": "footer", "main": "main",
          "dialog": "dialog", "alertdialog": "dialog", "tablist": "tablist"}  # fmt: skip
#: A button in one of these is its words: what folds the text below it in and out.
_TITLES = ("h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary")
_FOLDS = re.compile(r"accord|collaps|faq|toggle", re.IGNORECASE)
_LONGEST = 300  # characters of a question
_PAGE = "h1, main, article, [role=main]"
_WATCHED = {*_TITLES, "main", "article", "aside"}


class Element(Protocol):
    """What is asked of an element of the tree."""

    def text(self) -> str | None:
        """All text inside."""

    def css(self, query: str) -> Sequence[Any]:
        """The elements inside that a selector names."""

    def css_first(self, query: str) -> Any:
        """The first of them, or None."""


class Parts:
    """Where in a page one is, and what of it is left out."""

    def __init__(self, skip: Collection[str]) -> None:
        self._skip = skip
        self._inside: Counter[str] = Counter()

    def entered(self, tag: str) -> None:
        """An element that is not left out is opened."""
        if tag in _WATCHED:
            self._inside[tag] += 1

    def left(self, tag: str) -> None:
        """It is closed."""
        if tag in _WATCHED:
            self._inside[tag] -= 1

    def named(self, node: Element, tag: str, attributes: Mapping[str, str | None]) -> str:
        """The tag of an element as what it is for, "" for one that is left out."""
        if tag == "button":
            return self._button(node, attributes)
        part = _ROLES.get(attributes.get("role") or "", tag)
        if part in self._skip and not self._is_text(node, part, attributes):
            return ""
        return "main" if part == "main" else tag

    def _button(self, node: Element, attributes: Mapping[str, str | None]) -> str:
        """A button in a heading is its words; one that folds out the answer to a question, that question."""
        if any(self._inside[title] for title in _TITLES):
            return "span"
        folds = "aria-expanded" in attributes or _FOLDS.search(attributes.get("class") or "")
        words = (node.text() or "").strip() if folds else ""
        return "summary" if words.endswith("?") and len(words) <= _LONGEST else ""

    def _is_text(self, node: Element, part: str, attributes: Mapping[str, str | None]) -> bool:
        """A form that holds the page is the page; a column inside its text, or a note of a book, that says
        more than its links is a note.
        """
        if part == "form":
            return node.css_first(_PAGE) is not None
        if part != "aside" or not self._inside["main"] + self._inside["article"] + (
            "epub:type" in attributes
        ):
            return False
        if self._inside["aside"]:
            return True
        linked = sum(_letters(link.text() or "") for link in node.css("a"))
        return _letters(node.text() or "") > 2 * linked


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))
