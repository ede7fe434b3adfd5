"""LaTeX as tokens, with the place where each brace closes."""

from __future__ import annotations

import re
from functools import cached_property

#: Spaces behind a command of letters are not seen, and neither is one line end.
_SPACES = r"(?<![ \t])[ \t]*+(?:\n(?![ \t]*+\n)[ \t]*+)?"
TOKEN = re.compile(
    r"(?P<text>[^\\{}$%&~\n^_#]++)"
    rf"|\\(?P<word>[a-zA-Z@]++)\*?(?:{_SPACES})"
    r"|\\(?P<sign>[^a-zA-Z@]|\Z)"
    r"|(?P<lines>\n[ \t\n]*+)"
    r"|(?P<comment>%[^\n]*+(?:\n[ \t]*+)?)"
    r"|(?P<mark>\$\$|[{}$&~^_#])",
    re.DOTALL,
)
#: A brace; addresses have no comments in them.
_BRACE = re.compile(
    r"\\(?:url|path|nolinkurl|href)(?:\{[^{}\n]{0,2000}\})|\\[\\{}%]|%[^\n]*+|[{}]", re.DOTALL
)
#: An option: brackets in it stand in braces.
_BRACES = r"\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.)*+\})*+\}"
_OPTION = re.compile(rf"(?<!\[)\[((?:[^\[\]{{}}\\]|\\[^\n]|{_BRACES})*+)\][ \t]*+", re.DOTALL)
_OPENS = re.compile(r"(?<!\s)\s*+\{|\{")
_OVERLAY = re.compile(r"<[\d+.-][\d,+.|a-z@: -]{0,40}>")
#: Braces within each other of which the end is known.
_DEEPEST = 5_000


class LatexSource:
    """A text, or what a macro stands for, and how far it was read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._missing: set[str] = set()

    @cached_property
    def _closers(self) -> dict[int, int]:
        """Where each brace closes, by where it opens."""
        open_ones: list[int] = []
        closers: dict[int, int] = {}
        for found in _BRACE.finditer(self.text):
            if found[0] == "{":
                open_ones.append(found.start())
                if len(open_ones) > 2 * _DEEPEST:
                    del open_ones[:_DEEPEST]
            elif found[0] == "}":
                if open_ones:
                    closers[open_ones.pop()] = found.start()
            elif len(found[0]) > 2 and found[0][0] == "\\":
                closers[found.start() + found[0].index("{")] = found.end() - 1
        return closers

    def option(self) -> str | None:
        """What stands in brackets here, passed over; None where nothing does."""
        if not self.text.startswith("[", self.at):
            return None
        found = _OPTION.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[1]

    def opening(self) -> tuple[int, int] | None:
        """Where a group that begins here opens and closes; None where none begins, or does not end."""
        at = self.at
        if not self.text.startswith("{", at):
            found = _OPENS.match(self.text, at)
            if found is None:
                return None
            at = found.end() - 1
        close = self._closers.get(at)
        return None if close is None else (at, close)

    def group(self) -> str | None:
        """What stands in braces here, passed over."""
        edges = self.opening()
        if edges is None:
            return None
        self.at = edges[1] + 1
        return self.text[edges[0] + 1 : edges[1]]

    def overlay(self) -> None:
        """Pass over when a slide shows it: "<2->"."""
        if self.text.startswith("<", self.at) and (found := _OVERLAY.match(self.text, self.at)):
            self.at = found.end()

    def until(self, end: str) -> str:
        """What stands before these characters, both passed over; all of the rest where they do not come."""
        close = -1 if end in self._missing else self.text.find(end, self.at)
        if close < 0:
            self._missing.add(end)
            close = len(self.text)
        inside = self.text[self.at : close]
        self.at = min(len(self.text), close + len(end))
        return inside

    def has(self, end: str) -> bool:
        """Whether these characters come."""
        if end not in self._missing and self.text.find(end, self.at) < 0:
            self._missing.add(end)
        return end not in self._missing
