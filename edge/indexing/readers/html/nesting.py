"""What stands inside what: open lists, items and definitions, and how far in a block stands for them."""

from __future__ import annotations

from edge.text.html.pieces import NO_NUMBERS, HtmlPiece

LISTS = {"ol", "ul"}
ITEMS = {"li", "dd"}
BULLET = "- "
#: How much further in than a term its definition stands; than an item, what hangs under it.
INDENT, _STEP = "    ", "  "
_MOST_DEEP = 9  # lists within each other that are told apart


class Nesting:
    """Follows the edges of lists and items. What a heading stands in moves nothing below it in."""

    def __init__(self) -> None:
        self._lists: list[int | None] = []  # the open ones: the number of the next item, None without
        self._items = 0  # open ones
        self._definitions = 0  # open ones
        self._titled = (0, 0, 0)  # lists, items and definitions that the last heading stands in

    @property
    def in_definition(self) -> bool:
        return self._definitions > 0

    def edge_of_item(self, piece: HtmlPiece) -> None:
        """An item of a list, or a definition, begins or ends."""
        step = 1 if piece.kind == "start" else -1
        if piece.tag == "li":
            self._items = max(0, self._items + step)
        else:
            self._definitions = max(0, self._definitions + step)
        self._left()

    def edge_of_list(self, piece: HtmlPiece) -> None:
        """A list of items begins or ends; the text of an `ol` is its first number."""
        if piece.kind == "end":
            del self._lists[-1:]
            self._left()
        elif piece.tag == "ol" and piece.text != NO_NUMBERS:
            self._lists.append(int(piece.text or 1))
        else:
            self._lists.append(None)

    def heading(self) -> None:
        """A heading stands here."""
        self._titled = len(self._lists), self._items, self._definitions

    def mark(self, given: str) -> str:
        """What an item begins with: its number as a browser shows it, a label of its own, or a bullet."""
        if given and not given.isdigit():
            return f"{given} "
        number = self._lists[-1] if self._lists else None
        if number is None:
            return BULLET
        number = int(given or number)
        self._lists[-1] = number + 1
        return f"{number}. "

    def hung(self, text: str, *, begins: bool = False) -> str:
        """A block as far in as what it hangs under: items of a list under the item that holds the list,
        further blocks of an item under its words, those of a definition under its term. What hangs under a
        heading does not. `begins`: an item.
        """
        if not (self._lists or self._items or self._definitions):
            return text
        open_ones = len(self._lists), self._items, self._definitions
        lists, items, definitions = (
            min(_MOST_DEEP, here - above) for here, above in zip(open_ones, self._titled, strict=True)
        )
        hangs = len(_STEP) * max(0, lists - 1) + len(INDENT) * definitions
        below = " " * (hangs + len(_STEP) * (items > 0))
        lines = text.split("\n")
        first = " " * hangs if begins else below
        return "\n".join([first + lines[0], *(below + line for line in lines[1:])]) if text else ""

    def _left(self) -> None:
        """A list or an item has ended, and with it, it may be, what the last heading stands in."""
        lists, items, definitions = self._titled
        self._titled = (
            min(lists, len(self._lists)), min(items, self._items), min(definitions, self._definitions)
        )  # fmt: skip
