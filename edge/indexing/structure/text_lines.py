"""The lines of a text with how they are set: indented, above or below a blank line."""

from __future__ import annotations

from typing import NamedTuple


class TextLine(NamedTuple):
    """A line that is not blank. `after_blank`, `before_blank`: a blank line, or an end of the text, is on
    that side of it; `indent`: white space before it, in characters.
    """

    start: int
    end: int
    text: str
    indent: int
    after_blank: bool
    before_blank: bool


def text_lines(text: str) -> list[TextLine]:
    """The lines of a text that are not blank."""
    lines: list[TextLine] = []
    at, blank = 0, True
    start, end, indent, words, after_blank = 0, 0, 0, "", True  # of the line that waits for its next
    for raw in text.split("\n"):
        said = raw.strip()
        if said:
            if words:
                lines.append(TextLine(start, end, words, indent, after_blank, blank))
            start, end, words, after_blank = at, at + len(raw), said, blank
            indent = 0 if raw[0] == said[0] else len(raw) - len(raw.lstrip())
        blank = not said
        at += len(raw) + 1
    if words:
        lines.append(TextLine(start, end, words, indent, after_blank, True))
    return lines
