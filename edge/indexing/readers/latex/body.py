"""LaTeX to pieces of HTML: its head, its sections and its environments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from edge.indexing.readers.latex import commands
from edge.indexing.readers.latex.macros import DEFINING, Macros
from edge.indexing.readers.latex.signs import MATHS, WORDS, accented
from edge.indexing.readers.latex.source import LatexSource
from edge.indexing.readers.latex.text import FRENCH_QUOTES, QUOTES, LatexText
from edge.indexing.readers.markup_pieces import words_of
from edge.text.html.pieces import HtmlPiece

#: The title of the document; sections stand below it.
_TITLE, _TOP = 1, 2
_LONGEST_HEADING = 2_000
_CLOSING = commands.SECTIONS["subsection"]
_NOTES = ("footnote", "footnotetext", "endnote", "sidenote", "tablefootnote")
_BREAKS = ("newline", "linebreak")
_PARAGRAPHS = (
    "par",
    "IEEEauthorblockN",
    "IEEEauthorblockA",
    "affil",
    "newpage",
    "clearpage",
    "medskip",
    "bigskip",
    "smallskip",
    "opening",
    "closing",
)
_ROW_MARKS = ("endhead", "endfirsthead", "endfoot", "endlastfoot")
_QUANTITIES = ("SI", "qty", "num", "SIrange", "ang", "si")
_ENVIRONMENT = re.compile(r"(?:(?<!\s)\s{1,9})?\{[ \t]{0,9}([^\W\d_][\w*]{0,40})[ \t]{0,9}\}")
_REST_OF_LINE = re.compile(r"[ \t]{0,9}\{([^\n]{1,300})")
_KEYED = re.compile(r"\b(caption|title|label)[ ]{0,3}=[ ]{0,3}(?:\{([^{}]{0,500})\}|([^,{}\[\]]{1,200}))")

_Command = Callable[[str, LatexSource], None]


class LatexBody(LatexText):
    """A file as pieces. `title` and `author` are known when it has been read."""

    def __init__(self, text: str, macros: Macros | None = None) -> None:
        super().__init__(text, macros)
        self.title = self.author = ""
        self._stated: dict[str, tuple[list[HtmlPiece], int]] = {}
        self._theorems = dict(commands.THEOREMS)
        self._preamble = self._titled = False
        self._commands = self._by_name()

    def _by_name(self) -> dict[str, _Command]:
        """What to do for each command that we know."""
        do: dict[str, _Command] = {
            "begin": self._begin, "end": self._end, "verb": self._verb, "newtheorem": self._theorem,
            "cline": self._part_rule, "cmidrule": self._part_rule, "documentclass": self._class,
            "documentstyle": self._class, "maketitle": self._print_title,
            "makecvtitle": self._print_title,
            "hyperref": self._hyperref, "label": self._label, "caption": self._caption,
            "captionof": self._caption, "bibitem": self._bibitem, "textbf": self._bold,
            "lstinline": self._code, "mintinline": self._code, "iffalse": self._hide, "enquote": self._quoted,
            "ensuremath": self._maths, "tabularnewline": self._new_line, "usepackage": self._package,
        }  # fmt: skip
        for names, command in (
            (DEFINING, self._macros.define), (commands.STATED, self._state),
            (commands.SECTIONS, self._section),
            (commands.FILES, self._file), (commands.REFERENCES, self._refer), (commands.CITES, self._cite),
            (_NOTES, self._note), (commands.ITEMS, self._item), (("texttt", "code"), self._typed_text),
            (("url", "path", "nolinkurl"), self._raw), (_QUANTITIES, self._quantity),
            (("multicolumn", "multirow"), self._environments.spans), (commands.RULES, self._rule),
            (_ROW_MARKS, self._repeated), (("textsuperscript", "up", "fup"), self._superscript),
            (_BREAKS, self._new_line), (_PARAGRAPHS, self._new_paragraph),
        ):  # fmt: skip
            do.update(dict.fromkeys(names, command))
        return do

    def read(self) -> Iterator[HtmlPiece]:
        """The pieces of the whole text."""
        self.walk()
        self.title, self.author = map(self._said, ("title", "author"))
        return self._out.pieces(_TOP if self._titled else _TITLE, FRENCH_QUOTES if self._french else QUOTES)

    def _said(self, stated: str) -> str:
        return words_of(self._stated.get(stated, ([], 0))[0]).replace(" ,", ",")

    def _command(self, name: str, source: LatexSource) -> None:
        if (do := self._commands.get(name)) is not None:
            if source.text[source.at - 1] == "*" and name not in ("verb", "lstinline"):
                source.overlay()
            do(name, source)
        elif name in WORDS:
            self._words(WORDS[name])
            source.at += 2 * source.text.startswith("{}", source.at)
        elif (letter := accented(name, source.text, source.at)) is not None:
            source.at = letter[1]
            self._words(letter[0])
        elif (told := self._macros.expansion(name, source, len(self._sources))) is not None:
            source.at += 2 * source.text.startswith("{}", source.at)
            self._number()
            self._sources.append(LatexSource(told))
        elif name in MATHS:
            self._words(MATHS[name])
        else:
            self._skip(name, source)

    def _class(self, name: str, source: LatexSource) -> None:
        if not self._preamble:
            self._preamble = True
            self._out.take()
        self._package(name, source)

    def _package(self, name: str, source: LatexSource) -> None:
        start = source.at
        self._skip(name, source)
        self._french = self._french or "french" in source.text[start : min(source.at, start + 300)]

    def _state(self, name: str, source: LatexSource) -> None:
        if not self._preamble and name not in ("title", "subtitle", "author", "date"):
            return  # of a letter: it stands where it is said
        source.option()
        number = self._number()
        if name == "name":  # given names and family name
            words = self._plain(f"{source.group() or ''} {source.group() or ''}")
            self._stated[name] = [HtmlPiece("text", "", words)], number
            return

        def state(pieces: list[HtmlPiece]) -> None:
            stated = self._stated.setdefault(name, ([], number))[0]
            if name in ("title", "date"):
                stated.clear()
            stated.extend([*([HtmlPiece("text", "", " ")] if stated else []), *pieces])

        self._aside(source, state)

    def _print_title(self, name: str = "", source: LatexSource | None = None) -> None:
        if self._titled or not self._stated:
            return
        self._titled = "title" in self._stated
        for stated in commands.STATED:
            if text := self._said(stated):
                self._out.block(text, self._stated[stated][1], "h1" if stated == "title" else "p")

    def _section(self, name: str, source: LatexSource) -> None:
        source.overlay()
        source.option()
        number, level = self._number(), commands.SECTIONS[name]
        if level <= _CLOSING:
            self._environments.end_all()  # none goes on in another section

        def end(pieces: list[HtmlPiece]) -> None:
            self._heading = words_of(pieces)
            self._out.block(self._heading, number, f"h{level}")

        edges = source.opening()
        if edges and "\n\n" in source.text[edges[0] : min(edges[1], edges[0] + _LONGEST_HEADING)]:
            edges = None
        if edges and edges[1] - edges[0] <= _LONGEST_HEADING:
            self._aside(source, end)
        elif (bare := _REST_OF_LINE.match(source.text, source.at)) is not None:  # it is never closed
            source.at = bare.end()
            self._heading = self._plain(bare[1])
            self._out.block(self._heading, number, f"h{level}")

    def _theorem(self, name: str, source: LatexSource) -> None:
        called = source.group() or ""
        source.option()
        self._theorems[called.strip()] = self._plain(source.group() or "")
        source.option()

    def _caption(self, name: str, source: LatexSource) -> None:
        if name == "captionof":
            source.group()
        source.option()
        self._aside(source, self._environments.captioned)

    def _item(self, name: str, source: LatexSource) -> None:
        source.overlay()
        label = source.option()
        said = self._plain(label) if label is not None and name == "item" else None
        self._environments.item(said, self._number)

    def _bibitem(self, name: str, source: LatexSource) -> None:
        source.option()
        self._environments.item(f"[{(source.group() or '').strip()}]", self._number)

    def _rule(self, name: str, source: LatexSource) -> None:
        self._environments.rule()
        self._skip(name, source)

    def _part_rule(self, name: str, source: LatexSource) -> None:
        source.option()
        if source.text.startswith("(", source.at):
            self._until(")", source)
        source.group()

    def _repeated(self, name: str, source: LatexSource) -> None:
        if self._environments.in_table:
            self._environments.repeated(name)

    def _begin(self, name: str, source: LatexSource) -> None:
        found = _ENVIRONMENT.match(source.text, source.at)
        if found is None:
            return
        source.at = found.end()
        name = found[1]
        bare = name.rstrip("*")
        if name == "document":
            self._begin_document(source)
        elif bare in commands.VERBATIM:
            self._verbatim(name, source)
        elif bare in commands.UNSEEN:
            self._until(f"\\end{{{name}}}", source)
        elif bare in commands.MATHS:
            self._formula(f"\\end{{{name}}}", source, display=True)
        elif bare in commands.FLOATS:
            source.option()
            self._environments.begin_float(name)
            self._pass_arguments(bare, source)
        elif name in commands.TABLES:
            source.option()
            for _ in range(commands.TABLES[name] + 1):
                source.group()
                source.option()
            self._environments.begin(name, "")
        elif name in commands.LISTS:
            option = source.option() or ""
            self._pass_arguments(name, source)
            self._environments.begin(name, option)
        else:
            self._begin_other(bare, source)

    def _pass_arguments(self, name: str, source: LatexSource) -> None:
        for _ in range(commands.ENVIRONMENT_ARGUMENTS.get(name, 0)):
            source.group()
            source.option()

    def _begin_document(self, source: LatexSource) -> None:
        if self._preamble:
            self._groups.clear()
            self._short = self._typed = 0
            self._environments.end_all()
            while self._out.aside:
                self._out.taken()
            self._preamble = False
        if not source.has("\\maketitle"):
            self._print_title()

    def _begin_other(self, name: str, source: LatexSource) -> None:
        """Environments that print something above their text, and those that only look different."""
        self._out.end_block()
        option = source.option()
        self._pass_arguments(name, source)
        source.overlay()
        if name == "frame":
            if source.text.startswith("{", source.at):
                self._section("frametitle", source)
        elif name in commands.TITLED:
            self._aside(source, lambda pieces: self._out.block(words_of(pieces), self._number()))
        elif name in commands.NAMED:
            above = commands.NAMED[name][self._french]
            if name == "proof":
                self._words(f"{self._plain(option or above)}. ")
            else:
                self._out.block(above, self._number(), f"h{commands.SECTIONS['section']}")
            if name == "thebibliography":
                self._environments.begin("itemize", "")
        elif name in self._theorems:
            called = self._theorems[name] + (f" ({self._plain(option)})" if option else "")
            self._heading = called
            self._words(f"{called}. ")
        elif option and (titled := _KEYED.search(option)) and titled[1] == "title":
            self._words(self._plain(titled[2] or titled[3] or ""))
            self._out.end_block()

    def _verbatim(self, name: str, source: LatexSource) -> None:
        option = source.option() or ""
        if name in ("minted", "filecontents", "filecontents*"):
            source.group()
        for key, braced, bare in _KEYED.findall(option):
            text = self._plain(braced or bare)
            if key == "label":
                self._out.label(text, self._heading)
            else:
                self._out.block(text, self._number())
        number = self._number()
        text = self._until(f"\\end{{{name}}}", source)
        first, _, rest = text.partition("\n")
        if not first.strip():
            text, number = rest, number + 1
        self._out.verbatim(text.rstrip(), number)

    def _end(self, name: str, source: LatexSource) -> None:
        found = _ENVIRONMENT.match(source.text, source.at)
        if found is None:
            return
        source.at = found.end()
        name = found[1]
        if name == "document":
            self._ended = not self._preamble
        elif not self._environments.end("itemize" if name == "thebibliography" else name):
            self._new_paragraph()
