"""The words of AsciiDoc without the marks around them."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from edge.indexing.readers.asciidoc.attributes import Attributes
from edge.indexing.readers.latex import maths
from edge.text.superscript import superscript

_IN_BRACKETS = r"\[((?:[^\[\]\\]|\\[^\n]){0,2000}+)\]"
#: What stands as it is typed: "+a+", "++a++", "+++a+++", "pass:[a]".
_TYPED = re.compile(
    rf"(?<![\w\\])pass:[a-z,]{{0,20}}{_IN_BRACKETS}|\+\+\+([^+\n]{{1,2000}}+)\+\+\+|(?<!\+)\+\+([^+\n]{{1,2000}}+)\+\+(?!\+)"
    r"|(?<![\w\\+])`?\+(?! )([^+\n]{1,2000}+)(?<! )\+`?(?![\w+])"
)
_HELD = re.compile("\ue000(\\d{1,9})\ue001")
_MATHS = re.compile(rf"(?<!\w)(?:stem|latexmath|asciimath):{_IN_BRACKETS}")
_NOTE = re.compile(rf"[ ]?footnote(?:ref)?:([\w-]{{0,60}}){_IN_BRACKETS}")
_MACRO = re.compile(
    rf"(?<![\w\\])(link|mailto|xref|image|icon|kbd|btn|menu|indexterm2?|anchor|stem|latexmath|asciimath):"
    rf"(?!:)([^\s\[\]]{{0,500}}+){_IN_BRACKETS}"
)
_ADDRESS = re.compile(rf"(?<![\w\\/])<?((?:https?|ftp|irc)://[^\s\[\]<>]{{1,1000}}+)(?:{_IN_BRACKETS}|>)?")
_CROSS = re.compile(r"(?<!\\)<<#?([^<>,\n]{1,200})(?:,[ \n]?([^<>]{1,500}))?>>")
_HIDDEN_TERM = re.compile(r"\(\(\([^()\n]{1,300}\)\)\)|\[\[[\w:.-]{1,100}(?:,[^\[\]\n]{0,200})?\]\](?!\])")
_TERM = re.compile(r"(?<!\()\(\(([^()\n]{1,300})\)\)(?!\))")
_ENTRY_OF_LITERATURE = re.compile(r"\[\[\[([^\[\],]{1,100})(?:,[^\[\]]{0,100})?\]\]\]")
_ROLE = r"(?:(?<!\\)\[[^\[\]\n]{1,60}\])?"
_QUOTED = re.compile(r"\"`([^`\n]{1,1000})`\"|'`([^`\n]{1,1000})`'")
#: Marks that stand twice go anywhere; one alone has no letter outside and no space inside.
_TWICE = [
    re.compile(rf"{_ROLE}(?<!\\){mark * 2}([^{mark}\n]{{1,2000}}+){mark * 2}")
    for mark in ("\\*", "_", "`", "#")
]
_ONCE = [
    re.compile(
        rf"{_ROLE}(?<![\w\\:;}}{mark}]){mark}(?![\s{mark}])([^{mark}]{{1,2000}}+)(?<!\s){mark}(?![\w{mark}])"
    )
    for mark in ("\\*", "_", "`", "#")
]  # fmt: skip
_ABOVE = re.compile(r"(?<!\\)\^([^\s^]{1,60}+)\^")
_BELOW = re.compile(r"(?<!\\)~([^\s~]{1,60}+)~")
_SIGNS = re.compile(
    r"\((?:C|R|TM)\)|(?<=[ \n])--(?=[ \n])|(?<=\w)--(?=\w)|(?<!\.)\.\.\.(?!\.)"
    r"|(?<![-<])->|(?<![=<])=>(?!>)|(?<!<)<-(?![-\w])|(?<!<)<=(?!=)|`'"
)
_SAID = {
    "(C)": "©",
    "(R)": "®",
    "(TM)": "™",
    "--": "—",
    "...": "…",
    "->": "→",
    "=>": "⇒",
    "<-": "←",
    "<=": "⇐",
    "`'": "’",
}
_ESCAPED = re.compile(r"\\(?=[*_`#{\[<^~+&('\"]|https?:|link:|mailto:|\.\.\.|->|--)")
_HARD_BREAK = re.compile(r"(?<=\S) \+(?=\n|\Z)")
_NAMED = re.compile(r"[\w-]{1,40}=")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,31}\d{0,2});")


class Inline:
    """Marks to words. `titles`: of what is referred to. `note` keeps a note, and gives its label."""

    def __init__(
        self, attributes: Attributes, titles: dict[str, str], note: Callable[[str, str], str]
    ) -> None:
        self._attributes = attributes
        self._titles = titles
        self._note = note
        self._held: list[str] = []

    def words(self, text: str) -> str:
        """The words of a paragraph; its lines stay lines."""
        return self._words(text.replace("\ue000", "").replace("\ue001", ""), notes=True)

    def _words(self, text: str, *, notes: bool) -> str:
        outer, self._held = self._held, []
        if "+" in text or "pass:" in text:
            text = _HARD_BREAK.sub("", text)
            text = _TYPED.sub(lambda at: self._hold(next(filter(None, at.groups()), "")), text)
        text = self._attributes.filled(text)
        if ":" in text:
            text = _MATHS.sub(lambda at: self._hold(maths.linear(at[1])), text)
            text = _NOTE.sub(self._noted if notes else "", text)
            text = _MACRO.sub(self._macro, text)
            text = _ADDRESS.sub(self._address, text)
        if "<<" in text:
            text = _CROSS.sub(lambda at: at[2] or self._title(at[1]), text)
        if "((" in text or "[[" in text:
            text = _ENTRY_OF_LITERATURE.sub(lambda at: self._hold(f"[{at[1]}]"), text)
            text = _TERM.sub(r"\1", _HIDDEN_TERM.sub("", text))
        text = self._without_marks(text)
        if "&" in text:
            text = _ENTITY.sub(lambda at: html.unescape(at[0]), text)
        if "\\" in text:
            text = _ESCAPED.sub("", text)
        text = self._let_go(text)
        self._held = outer
        return text

    def _without_marks(self, text: str) -> str:
        if "`" in text:
            text = _QUOTED.sub(lambda at: f"“{at[1]}”" if at[1] else f"‘{at[2]}’", text)
        for twice, once, mark in zip(_TWICE, _ONCE, "*_`#", strict=True):
            if mark in text:
                text = once.sub(r"\1", twice.sub(r"\1", text))
        if "^" in text:
            text = _ABOVE.sub(lambda at: superscript(at[1]), text)
        if "~" in text:
            text = _BELOW.sub(r"\1", text)
        return _SIGNS.sub(lambda at: _SAID[at[0]], text)

    def _hold(self, text: str) -> str:
        """A stand-in for what stays as it is."""
        self._held.append(text)
        return f"\ue000{len(self._held) - 1}\ue001"

    def _let_go(self, text: str) -> str:
        """A text with what its stand-ins stand for."""
        held = self._held
        return _HELD.sub(lambda at: held[int(at[1])] if int(at[1]) < len(held) else "", text)

    def _noted(self, found: re.Match[str]) -> str:
        """The mark of a note; one that is said a second time has its label alone."""
        name, said = found[1], found[2].replace("\\]", "]")
        if found[0].lstrip().startswith("footnoteref"):
            name, _, said = said.partition(",")
        told = self._words(self._let_go(said), notes=False) if said.strip() else ""
        return f"[{self._note(name.strip(), told)}]"

    def _macro(self, found: re.Match[str]) -> str:
        kind, target, said = found[1], found[2], found[3].replace("\\]", "]")
        if kind in ("icon", "anchor", "indexterm"):
            told = ""
        elif kind in ("stem", "latexmath", "asciimath"):
            told = self._hold(maths.linear(said))
        elif kind in ("kbd", "btn", "indexterm2"):
            told = self._hold(said)
        elif kind == "menu":
            told = " > ".join([target.replace("_", " "), *filter(None, map(str.strip, said.split(">")))])
        elif kind == "image":
            told = _first(said.partition(",")[0])
        else:
            told = _first(said) or (self._title(target) if kind == "xref" else self._hold(target))
        return told

    def _address(self, found: re.Match[str]) -> str:
        said, whole = found[2], found[0]
        left = ">" if said is None and whole.endswith(">") and not whole.startswith("<") else ""
        return (_first(said or "") or self._hold(found[1])) + left

    def _title(self, target: str) -> str:
        """What a reference is shown as: the title of what it leads to, else its name."""
        target = target.strip()
        file, mark, part = target.partition("#")
        title = self._titles.get(part if mark else file)
        return title or self._hold(f"{file} > {part}" if file and part else f"[{part or file}]")


def _first(said: str) -> str:
    """The first argument of a macro, which is what is shown."""
    said = said.strip()
    if said.startswith('"'):
        return said[1:].partition('"')[0]
    words = said.partition(",")[0] if "=" in said or said.endswith(("^", "_blank")) else said
    return "" if _NAMED.match(words) else words.removesuffix("^").strip()
