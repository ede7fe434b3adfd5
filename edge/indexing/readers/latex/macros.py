"""Macros that a LaTeX file defines, and what they stand for where they are used."""

from __future__ import annotations

import re

from edge.indexing.readers.latex.source import LatexSource

_NAME = re.compile(
    r"(?<!\s)\s*+(?:\{\s{0,9}\\([a-zA-Z@]{1,40})\s{0,9}\}|\\([a-zA-Z@]{1,40}))|\{\\([a-zA-Z@]{1,40})\}|\\([a-zA-Z@]{1,40})"
)
_PLACES = re.compile(r"(?:#[1-9]){0,9}")
_PARAMETER = re.compile(r"#([1-9])")
_COMMAND = re.compile(r"\\([a-zA-Z@]{1,40})|\\.", re.DOTALL)
DEFINING = {"newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "def", "gdef", "edef",
            "xdef", "newrobustcmd", "NewDocumentCommand", "DeclareMathOperator"}  # fmt: skip
#: Macros within each other, and characters that all together may stand for: past that they are left out.
_DEEPEST = 20
_LEAST_ROOM = 200_000
_LONGEST = 5_000


class Macros:
    """Macros by their name: how many arguments, the first if it may be left out, what they stand for."""

    def __init__(self, room: int) -> None:
        self._known: dict[str, tuple[int, str | None, str]] = {}
        self._room = max(room, _LEAST_ROOM)

    def define(self, command: str, source: LatexSource) -> None:
        """Read the definition behind a command that defines one."""
        found = _NAME.match(source.text, source.at)
        if found is None:
            return
        source.at = found.end()
        name = next(filter(None, found.groups()), "")
        first: str | None = None
        if command.endswith("def"):
            places = _PLACES.match(source.text, source.at)
            count = len(places[0]) // 2 if places else 0
            source.at = places.end() if places else source.at
        elif command == "NewDocumentCommand":
            count = len((source.group() or "").split())
        else:
            stated = (source.option() or "").strip()
            count = int(stated) if stated.isdecimal() and len(stated) == 1 else 0
            first = source.option()
        body = source.group()
        if body is not None and len(body) <= _LONGEST:
            body = f"\\operatorname{{{body}}}" if command == "DeclareMathOperator" else body
            self._known[name] = count, first, body

    def __contains__(self, name: str) -> bool:
        return name in self._known

    def expansion(self, name: str, source: LatexSource, depth: int) -> str | None:
        """What a macro stands for here, its arguments passed over; None where it is not known, or goes too
        far.
        """
        if name not in self._known or depth > _DEEPEST or self._room <= 0:
            return None
        count, first, body = self._known[name]
        before = source.at
        given: list[str] = []
        if first is not None:
            option = source.option()
            given.append(first if option is None else option)
        while len(given) < count:
            edges = source.opening()
            if edges is None or edges[1] - edges[0] > _LONGEST:
                source.at = before
                return None
            given.append(source.group() or "")
        told = _PARAMETER.sub(lambda at: given[int(at[1]) - 1] if int(at[1]) <= len(given) else "", body)
        self._room -= len(told) + 1
        return told

    def expanded(self, formula: str) -> str:
        """A formula with what its macros stand for."""
        for depth in range(_DEEPEST if self._known else 0):
            if not any(found[1] in self._known for found in _COMMAND.finditer(formula)):
                break
            source, parts, copied = LatexSource(formula), [], 0
            for found in _COMMAND.finditer(formula):
                source.at = found.end()
                if found.start() < copied or found[1] not in self._known:
                    continue
                told = self.expansion(found[1], source, depth)
                if told is not None:
                    parts += [formula[copied : found.start()], told + " " * told[-1:].isalpha()]
                    copied = source.at
            if not parts:
                break
            formula = "".join(parts) + formula[copied:]
        return formula
