"""What an AsciiDoc file says of itself (":version: 2"), put in where it says "{version}"; and the lines that
are shown, by its conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_ENTRY = re.compile(r"\A:(!?[\w-]{1,80}!?):(?:[ \t]+(.*))?\Z")
_REFERENCE = re.compile(r"(?<![\\$])\{(counter2?:)?([\w-]{1,80})(?::[^{}\n]{0,80})?\}")
_CONDITION = re.compile(r"\A(ifn?def|ifeval|endif)::([^\[\]\s]{0,200})\[(.*)\]\s*\Z")
_COMPARED = re.compile(
    r"""\A["']?([^"'<>=!]{0,200}?)["']?\s{0,9}(==|!=|<=|>=|<|>)\s{0,9}["']?([^"'<>=!]{0,200})["']?"""
)
_NUMBER = re.compile(r"-?\d{1,12}(?:\.\d{1,12})?")
#: Attributes that stand for a character, and what holds of every page that is shown.
_GIVEN = {
    "nbsp": " ", "sp": " ", "empty": "", "blank": "", "zwsp": "", "wj": "", "apos": "'", "quot": '"',
    "lt": "<", "gt": ">", "amp": "&", "plus": "+", "cpp": "C++", "vbar": "|", "deg": "°", "brvbar": "¦",
    "asterisk": "*", "tilde": "~", "backslash": "\\", "backtick": "`", "caret": "^", "startsb": "[",
    "endsb": "]", "ldquo": "“", "rdquo": "”", "lsquo": "‘", "rsquo": "’", "two-colons": "::",
    "two-semicolons": ";;", "underscore": "_", "pp": "++", "note-caption": "Note", "tip-caption": "Tip",
    "warning-caption": "Warning", "caution-caption": "Caution", "important-caption": "Important",
    "backend-html5": "", "basebackend-html": "", "asciidoctor": "",
}  # fmt: skip
_LONGEST = 10_000
_LEAST_ROOM = 200_000


class Attributes:
    """Attributes by their name. `room`: characters that they may stand for, all in all."""

    def __init__(self, room: int = 0) -> None:
        self._known = dict(_GIVEN)
        self._room = max(room, _LEAST_ROOM)

    def entry(self, line: str) -> bool:
        """Whether a line defines an attribute, or takes one back; it is known from now on."""
        found = _ENTRY.match(line)
        if found is None:
            return False
        name, value = found[1].lower(), found[2] or ""
        if "!" in name:
            self._known.pop(name.strip("!"), None)
        else:
            self.define(name, value)
        return True

    def define(self, name: str, value: str) -> None:
        """Let an attribute stand for this, in which others are put in."""
        value = value.strip()
        told = self.filled(value)
        self._known[name] = told if len(told) <= _LONGEST else value[:_LONGEST]

    def get(self, name: str) -> str | None:
        """What an attribute stands for."""
        return self._known.get(name.lower())

    def filled(self, text: str) -> str:
        """A text with what its attributes stand for; unknown ones stay as they are typed."""
        return _REFERENCE.sub(self._value, text) if "{" in text else text

    def _value(self, found: re.Match[str]) -> str:
        name = found[2].lower()
        if found[1]:
            count = self._known.get(name, "")
            self._known[name] = str(
                int(count) + 1 if count.isascii() and count.isdecimal() and len(count) < 9 else 1
            )
            return self._known[name] if found[1] == "counter:" else ""
        value = self._known.get(name)
        if value is None or len(value) > self._room:
            return found[0]
        self._room -= len(value)
        return value

    def holds(self, kind: str, names: str, said: str) -> bool:
        """Whether a condition holds."""
        if kind == "ifeval":
            return _compared(self.filled(said))
        if "+" in names:
            known = all(name.lower() in self._known for name in names.split("+"))
        else:
            known = any(name.lower() in self._known for name in names.split(","))
        return known if kind == "ifdef" else not known


def shown_lines(lines: list[str], room: int) -> Iterator[tuple[int, str]]:
    """The lines that are shown, each with its number. An attribute's value that goes on is on its first."""
    attributes = Attributes(room)
    open_ones: list[bool] = []
    hidden = 0
    entry, begun = "", 0
    for at, typed in enumerate(lines, start=1):
        line, number = (f"{entry} {typed.strip()}", begun) if entry else (typed, at)
        entry = ""
        found = _CONDITION.match(line) if "::" in line else None
        if found:
            kind, names, said = found.groups()
            if kind == "endif":
                hidden -= bool(open_ones) and not open_ones.pop()
            elif kind != "ifeval" and said:
                if not hidden and attributes.holds(kind, names, ""):
                    yield number, said
            else:
                open_ones.append(attributes.holds(kind, names, said))
                hidden += not open_ones[-1]
        elif not hidden:
            if (
                line.startswith(":")
                and line.endswith((" \\", " +"))
                and len(line) < _LONGEST
                and _ENTRY.match(line)
            ):
                entry, begun = line[:-2], number
                continue
            attributes.entry(line)
            yield number, line
    if entry:
        yield begun, entry


def _compared(said: str) -> bool:
    found = _COMPARED.fullmatch(said.strip())
    if found is None:
        return False
    left, sign, right = (part.strip() for part in found.groups())
    if sign in ("==", "!="):
        return (left == right) == (sign == "==")
    if not (_NUMBER.fullmatch(left) and _NUMBER.fullmatch(right)):
        return False
    less, more = float(left) < float(right), float(left) > float(right)
    return {"<": less, ">": more, "<=": not more, ">=": not less}[sign]
