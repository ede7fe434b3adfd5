"""Org (.org) as its reader sees it: comments, drawers, tags and keywords left out, links as their words."""

from __future__ import annotations

import re

from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, of_text, stated
from edge.indexing.structure.page_builder import PageBuilder
from edge.text.sanitise import line_feeds

_KEYWORD = re.compile(r"\A[ \t]*+#\+([a-z_]{1,30}):[ \t]*(.*)", re.IGNORECASE)
_BEGIN = re.compile(r"\A[ \t]*+#\+begin_([a-z]{1,30})\b.*", re.IGNORECASE)
_HEADING = re.compile(
    r"(\*{1,40})[ \t]+(?:(?:TODO|DONE|NEXT|WAITING|CANCELLED)[ \t]+)?(?:\[#[A-C]\][ \t]+)?(.*)"
)
_TAGS = re.compile(r"(?<![ \t])[ \t]+:[\w@#%:]{1,200}:[ \t]*\Z")
_DRAWER = re.compile(r"\A[ \t]*+:(?:properties|logbook):[ \t]*", re.IGNORECASE)
_DRAWER_END = re.compile(r"\A[ \t]*+:end:[ \t]*", re.IGNORECASE)
_COMMENT = re.compile(r"\A[ \t]*+(?:#(?:[ \t].*)?|#\+.*|(?:SCHEDULED|CLOSED|CLOCK):.*)")
_RULE = re.compile(r"\A[ \t]*+\|-[-+|:]{0,2000}[ \t]*|\A-{5,200}[ \t]*")
_AS_IT_IS = re.compile(r"\A[ \t]*+:(?:[ \t](.*))?")
_ITEM = re.compile(r"\A([ \t]*+)(?:[-+]|(?<=[ \t])\*|(\d{1,4})[.)])[ \t]+(?:\[[ Xx-]\][ \t]+)?(?=\S)")
_LINK = re.compile(r"\[\[[^\[\]]{1,2000}\]\[([^\[\]]{1,500})\]\]")
_BARE_LINK = re.compile(r"\[\[(?:file:|id:|#|\*)?([^\[\]]{1,2000})\]\]")
_NOTE = re.compile(r"\[fn:([\w-]{1,40})\]")
#: Words in bold, italics, code and the like: nothing but spaces and punctuation around the marks.
_MARKED = re.compile(
    r"(?<![^\s(\"'{\[-])([*/_=~+])(?=\S)([^\n*/_=~+]{1,300})(?<=\S)\1(?![^\s.,;:!?)\"'}\]-])"
)
_CODE, _LEFT_OUT = {"src", "example"}, {"comment", "export"}


def read(data: bytes, name: str) -> Document:
    """An Org file. Raises ReadError when it is binary or holds no text."""
    page = _OrgPage()
    for number, line in enumerate(line_feeds(decode(data)).split("\n"), start=1):
        page.add(line, number)
    page.flush()
    return of_text(
        "org", name, [page.builder.page(1)], title=stated(_words(page.stated.get("title", ""))),
        author=stated(page.stated.get("author", "")),
    )  # fmt: skip


class _OrgPage:
    """Lines to blocks."""

    def __init__(self) -> None:
        self.builder = PageBuilder()
        self.stated: dict[str, str] = {}  # by #+KEYWORD:
        self._lines: list[str] = []  # of the block that was begun
        self._start = 0  # its line of the file
        self._kind = ""  # "text", "table", "verbatim", or the name of the block between #+begin and #+end
        self._drawer = False
        self._caption: str | None = None

    def add(self, line: str, number: int) -> None:
        if self._kind in _CODE | _LEFT_OUT:
            if line.strip().lower() == f"#+end_{self._kind}":
                self.flush()
            else:
                self._lines.append(line)
        elif self._drawer or _DRAWER.fullmatch(line):
            self._drawer = _DRAWER_END.fullmatch(line) is None
        elif begin := _BEGIN.fullmatch(line):
            self.flush()
            kind = begin[1].lower()
            self._kind, self._start = (kind, number + 1) if kind in _CODE | _LEFT_OUT else ("", 0)
        elif heading := _HEADING.fullmatch(line):
            self.flush()
            self.builder.heading(len(heading[1]), _words(_TAGS.sub("", heading[2])), number)
        elif keyword := _KEYWORD.fullmatch(line):
            self.stated.setdefault(keyword[1].lower(), keyword[2].strip())
            if keyword[1].lower() == "caption":
                self.flush()
                self._caption = _words(keyword[2])
        elif line.lstrip().startswith("|"):
            self._go_on("table", line, number)
        elif _RULE.fullmatch(line):
            self.flush()
        elif verbatim := _AS_IT_IS.fullmatch(line):
            self._go_on("verbatim", verbatim[1] or "", number)
        elif _COMMENT.fullmatch(line) is None:
            self._text(line, number)

    def _text(self, line: str, number: int) -> None:
        if not line.strip():
            self.flush()
            return
        if item := _ITEM.match(line):
            mark = f"{item[2]}. " if item[2] else "- "
            self._go_on(
                "text", f"{item[1]}{mark}{_words(line[item.end() :]).replace(' :: ', ': ', 1)}", number
            )
        else:
            self._go_on("text", _words(line), number)

    def _go_on(self, kind: str, line: str, number: int) -> None:
        if self._kind != kind:
            self.flush()
            self._kind, self._start = kind, number
        self._lines.append(line)

    def flush(self) -> None:
        """End the block that was begun."""
        lines, kind, self._lines, self._kind = self._lines, self._kind, [], ""
        if kind == "table":
            self._table(lines)
        elif lines and kind not in _LEFT_OUT:
            self.builder.block("\n".join(lines), [(0, self._start)], code=kind != "text")

    def _table(self, lines: list[str]) -> None:
        """The rows above the first rule head the others; without a rule, none does."""
        rows = [[_words(cell).strip() for cell in line.strip().strip("|").split("|")] for line in lines]
        rules = [at for at, line in enumerate(lines) if _RULE.fullmatch(line)]
        headed = bool(rules) and rules[0] > 0
        ruling = set(rules)
        body = [row for at, row in enumerate(rows) if at not in ruling]
        columns = max(map(len, body), default=0)
        body = [row + [""] * (columns - len(row)) for row in body]
        if headed:
            self.builder.table(body[rules[0] - 1], body[rules[0] :], self._caption, printed=body[: rules[0]])
        else:
            self.builder.table([], body, self._caption)
        self._caption = None


def _words(text: str) -> str:
    """The words of a line without the marks around them."""
    if "[" in text:
        text = _NOTE.sub(r"[\1]", _BARE_LINK.sub(r"\1", _LINK.sub(r"\1", text)))
    return _MARKED.sub(r"\2", text)
