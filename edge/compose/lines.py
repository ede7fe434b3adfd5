"""Lines of what is known beside a message, packed into the room that a prompt has for them."""

from __future__ import annotations

from collections.abc import Sequence

from edge.compose.room import Room
from edge.text.one_line import one_line

#: The least that is shown of the first line, in characters.
_FIRST = 40
#: The least that is shown of a line that shares the room.
_LEAST = 24


def fitting_lines(lines: Sequence[str], characters: int) -> str:
    """The first lines that fit; the first one always, cut."""
    room = Room(characters)
    fitting: list[str] = []
    for line in lines:
        shown = line if fitting else one_line(line, max(characters, _FIRST))
        if not fitting:
            room.reserve(len(shown) + 1)
        elif not room.take(len(shown) + 1):
            break
        fitting.append(shown)
    return "\n".join(fitting)


def shared_lines(lines: Sequence[str], characters: int) -> str:
    """All lines, each cut to an equal share of the room."""
    each = max(characters // max(len(lines), 1) - 1, _LEAST)
    return "\n".join(one_line(line, each) for line in lines)
