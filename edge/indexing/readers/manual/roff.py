"""The lines of a roff file (manual pages) as requests and text: comments, conditions, definitions and macros
of the file's own are done with here. Nothing is included, written or run.

Written from groff(7) and roff(7). Registers and strings are kept as far as conditions of manual pages ask
for them.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterator
from typing import NamedTuple

from edge.indexing.readers.manual.roff_escapes import unescape, with_arguments

#: Lines that macros of the file may come to, all together: a macro can call itself.
MOST_EXPANDED = 100_000
_TITLE = re.compile(rb"^\.[ \t]{0,9}(?:TH|Dd)(?=[ \t\r\n\\\\]|$)", re.MULTILINE)
_CONTROL = re.compile(r"[.'][ \t]*(\S+?)(?=[ \t\\]|$)[ \t]*(.*)$")
_ARGUMENT = re.compile(r'"((?:[^"]|"")*)(?:"|$)|((?:\\.|[^\s\\])+|\\$)')
_NUMBER = re.compile(
    r"\({0,9}([+-]?\d{1,9})\){0,9}(?:([=<>]=?)\({0,9}([+-]?\d{1,9})\){0,9})?[a-z]?(?=\s|\\|$)"
)
_LETTER = re.compile(r"([ntoevc])(?=\s|\\|$)")
#: `d NAME`, `r NAME`, `F NAME`: whether a string, a register, a font is there.
_KNOWN = re.compile(r"([drmFS])\s{0,9}(\\?\S+)")
_OPENS, _CLOSES = r"\{", r"\}"


def is_manual_page(beginning: bytes) -> bool:
    """Whether a file that begins so is a manual page: a line of it is a title, in man(7) or mdoc(7)."""
    return _TITLE.search(beginning) is not None


class Request(NamedTuple):
    """A line of the page, escapes still in: `name` "" is text, in `rest`; else a request and its words."""

    name: str
    rest: str

    @property
    def arguments(self) -> list[str]:
        """The words of `rest`; those in quotation marks are one."""
        text = self.rest.partition('\\"')[0]
        return [
            match[2] if match[1] is None else match[1].replace('""', '"')
            for match in _ARGUMENT.finditer(text)
        ]


class Roff:
    """One file. `known`: requests that the caller lays out itself, whatever the file defines them to be."""

    def __init__(self, text: str, known: Collection[str]) -> None:
        self._lines = deque(text.split("\n"))
        self._known = known
        self._macros: dict[str, list[str]] = {}
        self._strings: dict[str, str] = {}
        self._registers: dict[str, int] = {".g": 1, ".H": 24, ".V": 40, ".$": 0}
        self._else: list[bool] = []  # for each .ie that waits, whether its .el holds
        self._printed: dict[int, str] = {}
        self._expanded = 0

    def printed(self, text: str) -> str:
        """A text or an argument as it is printed."""
        return unescape(text, self._strings, self._registers).translate(self._printed)

    def requests(self) -> Iterator[Request]:
        """What is to be laid out, in order."""
        while self._lines:
            line = self._lines.popleft()
            while line.endswith("\\") and not line.endswith("\\\\") and self._lines:
                line = line[:-1] + self._lines.popleft()
            if _says_nothing(line):
                if not line.strip():
                    yield Request("", "")
                continue
            line = line.replace(_CLOSES, "")
            if line.strip() in (".", "'"):
                continue
            control = _CONTROL.match(line)
            if control is None:
                yield Request("", line)
            elif not self._done(control[1], control[2]):
                yield Request(control[1], control[2])

    def _done(self, name: str, rest: str) -> bool:
        """Whether a request was one of the language itself, or a macro of the file."""
        match name:
            case "if" | "ie":
                holds, rest = self._condition(rest)
                if name == "ie":
                    self._else.append(not holds)
                self._branch(holds, rest)
            case "el":
                self._branch(self._else.pop() if self._else else False, rest)
            case "while":
                self._branch(False, rest)
            case "ig":
                self._body((rest.split() or ["."])[0])
            case "de" | "de1" | "am" | "ds" | "as" | "nr" | "tr":
                self._define(name, rest)
            case _ if name in self._macros and name not in self._known:
                self._call(name, Request(name, rest).arguments)
            case _:
                return False
        return True

    def _define(self, name: str, rest: str) -> None:
        """A macro, a string, a register, or characters that are printed as others."""
        key, _, value = rest.partition(" ")
        if name == "nr":
            self._register(rest.split())
        elif name == "tr":
            plain = unescape(key, self._strings, self._registers)
            self._printed |= {ord(one): other for one, other in zip(plain[::2], plain[1::2], strict=False)}
        elif name in ("ds", "as"):
            before = self._strings.get(key, "") if name == "as" else ""
            self._strings[key] = (before + value.lstrip(" ").removeprefix('"'))[:10_000]
        else:
            key, end = ([*rest.split(), "", ""])[:2]
            body = self._body(end or ".")
            self._macros[key] = [*self._macros.get(key, []), *body] if name == "am" else body

    def _call(self, name: str, arguments: list[str]) -> None:
        body = self._macros[name]
        self._expanded += len(body) + 1
        if self._expanded > MOST_EXPANDED:
            return
        self._lines.extendleft(with_arguments(line, arguments) for line in reversed(body))

    def _register(self, words: list[str]) -> None:
        if len(words) < 2 or not (number := re.fullmatch(r"([+-]?)(\d{1,9})[a-z]?", self.printed(words[1]))):
            return
        value = int(number[2])
        before = self._registers.get(words[0], 0)
        self._registers[words[0]] = {"+": before + value, "-": before - value}.get(number[1], value)

    def _condition(self, text: str) -> tuple[bool, str]:
        """Whether a condition holds on a terminal, and what stands behind it."""
        text = text.lstrip()
        denied = text.startswith("!")
        text = text[1:] if denied else text
        holds = False
        if found := _LETTER.match(text):
            holds = found[1] in "noe"
        elif found := _KNOWN.match(text):
            held = {"d": {*self._strings, *self._macros, *self._known}, "r": self._registers}.get(
                found[1], ()
            )
            holds = found[2] in held
        elif text[:1] in ("'", '"') and text.count(text[0]) >= 3:
            one, other, rest = text[1:].split(text[0], 2)
            return (self.printed(one) == self.printed(other)) != denied, rest.lstrip()
        else:
            word, space, rest = text.partition(" ")
            head, opens, tail = word.partition(_OPENS)
            found = _NUMBER.match(unescape(head, self._strings, self._registers))
            holds = bool(found and _compared(found))
            return holds != denied, (opens + tail + space + rest).lstrip()
        return holds != denied, text[found.end() :].lstrip()

    def _branch(self, holds: bool, rest: str) -> None:
        if holds:
            rest = rest.replace(_OPENS, "", 1) if rest.startswith(_OPENS) else rest
            if rest.strip() and rest.strip() != "\\":
                self._lines.appendleft(rest.lstrip())
            return
        depth = rest.count(_OPENS) - rest.count(_CLOSES)
        while depth > 0 and self._lines:
            line = self._lines.popleft()
            depth += line.count(_OPENS) - line.count(_CLOSES)

    def _body(self, end: str) -> list[str]:
        body: list[str] = []
        while self._lines:
            line = self._lines.popleft()
            if line[:1] in (".", "'") and line[1:].strip().partition(" ")[0] == end:
                break
            body.append(line)
        return body


def _says_nothing(line: str) -> bool:
    """A blank line, a request without a name, or a remark."""
    said = (line[1:] if line[:1] in (".", "'") else line).lstrip(" \t")
    return not said or said.startswith(('\\"', "\\#"))


def _compared(found: re.Match[str]) -> bool:
    one, sign, other = int(found[1]), found[2], int(found[3] or 0)
    match (sign or "")[:1]:
        case "=":
            return one == other
        case "<":
            return one < other or (sign == "<=" and one == other)
        case ">":
            return one > other or (sign == ">=" and one == other)
    return one > 0
