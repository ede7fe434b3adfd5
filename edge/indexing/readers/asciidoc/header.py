"""The head of an AsciiDoc file: its title, who wrote it, which version it is, and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from edge.indexing.readers.asciidoc.attributes import Attributes
from edge.indexing.readers.asciidoc.inline import Inline
from edge.indexing.readers.asciidoc.titles import level_below, title_of

_AUTHORS = re.compile(
    r"(?:[^\W\d_][\w.'-]{0,40}(?:[ \t]+[\w.'-]{1,40}){0,4})(?:[ \t]+<[^<>\s]{1,200}>)?"
    r"(?:;[ \t]*[^\W\d_][\w.'-]{0,40}(?:[ \t]+[\w.'-]{1,40}){0,4}(?:[ \t]+<[^<>\s]{1,200}>)?){0,50}"
)
_ADDRESS = re.compile(r"(?<![ \t])[ \t]*+<([^<>\s]{1,200})>")
_REVISION = re.compile(
    r"(?:[a-zA-Z]{0,10}(?P<number>\d[\w.-]{0,30})\b)?(?:,[ \t]*(?P<date>[^:;]{1,60}))?"
    r"(?::[ \t]*(?P<remark>.{1,300}))?"
)
_DATED = re.compile(r"(?P<date>\d{4}-\d\d-\d\d)")


class DocumentHeader:
    """`title` and `author`: what is stated. `shown`: (words, line, tag) of what stands above the text."""

    def __init__(self, attributes: Attributes, inline: Inline) -> None:
        self.title = self.author = ""
        self.shown: list[tuple[str, int, str]] = []
        self._attributes = attributes
        self._inline = inline

    def read(self, lines: Sequence[tuple[int, str]]) -> int:
        """Read the head; the index of the first line below it."""
        at = 0
        while at < len(lines) and (not lines[at][1].strip() or self._unseen(lines[at][1])):
            at += 1
        title = self._title(lines, at)
        if not title:
            return at
        below = at + 1 + (title_of(lines[at][1]) is None)
        people = revision = False
        first, at = at, below
        stated: list[tuple[str, int]] = []
        while at < len(lines) and lines[at][1].strip():
            number, line = lines[at]
            if not self._unseen(line):
                if not people and _AUTHORS.fullmatch(self._attributes.filled(line)):
                    people = True
                    self._people(self._attributes.filled(line), number, stated)
                elif people and not revision and self._revision(line):
                    revision = True
                    stated.append((line, number))
                else:
                    break
            at += 1
        self.title = self._inline.words(title)
        self._attributes.define("doctitle", title)
        self.author = self.author or self._attributes.get("author") or ""
        if self.author and not people:
            stated.insert(0, (self.author, lines[first][0]))
        self.shown = [(self.title, lines[first][0], "h1")]
        self.shown += [(self._inline.words(text), number, "p") for text, number in stated]
        return at

    def _title(self, lines: Sequence[tuple[int, str]], at: int) -> str:
        if at >= len(lines):
            return ""
        line = lines[at][1]
        if (found := title_of(line)) is not None:
            return found[1] if found[0] == 1 else ""
        return line if at + 1 < len(lines) and level_below(line, lines[at + 1][1]) == 1 else ""

    def _unseen(self, line: str) -> bool:
        comment = line.startswith("//") and not line.startswith("////")
        return comment or self._attributes.entry(line)

    def _people(self, line: str, number: int, stated: list[tuple[str, int]]) -> None:
        names = [_ADDRESS.sub("", one).replace("_", " ").strip() for one in line.split(";")]
        self.author = ", ".join(filter(None, names))
        self._attributes.define("author", names[0])
        if (address := _ADDRESS.search(line)) is not None:
            self._attributes.define("email", address[1])
        stated.append((line.replace(";", ","), number))

    def _revision(self, line: str) -> bool:
        found = _REVISION.fullmatch(line) or _DATED.fullmatch(line)
        if found is None:
            return False
        for name, value in found.groupdict().items():
            if value:
                self._attributes.define(f"rev{name}", value)
        return True
