"""Mathematics of LaTeX on one line: "\\frac{a}{b} \\leq x^2" is "a/b ≤ x²"."""

from __future__ import annotations

import re
from functools import lru_cache

from edge.indexing.readers.latex.signs import DOUBLED, MATHS, WORDS, sign, unit
from edge.text.formula import fraction, limit, root

_TOKEN = re.compile(
    r"\\(?P<word>[a-zA-Z]++)\*?|\\(?P<sign>[^a-zA-Z]|\Z)|(?P<comment>%[^\n]*+)|(?P<mark>[{}^_&\[\]])"
    r"|(?P<space>[ \t\n~]++)|(?P<text>[^\\{}^_&\[\] \t\n~%]++)",
    re.DOTALL,
)
_LONGEST_KEPT = 100  # a text names the same few quantities again and again
_DEEPEST = 30  # parts within each other; deeper ones are told one after the other
_FRACTIONS = {"frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac"}
#: Of which the argument is not printed here.
_UNSEEN = {"label", "hspace", "vspace", "phantom", "vphantom", "hphantom", "color"}
_TEXTS = {
    "text",
    "textrm",
    "textbf",
    "textit",
    "mbox",
    "mathrm",
    "operatorname",
    "textnormal",
    "intertext",
    "bar",
    "overline",
    "hat",
    "widehat",
    "vec",
    "overrightarrow",
    "tilde",
    "dot",
    "ddot",
    "underline",
    "mathbf",
    "mathcal",
    "mathsf",
    "mathit",
    "mathfrak",
    "boldsymbol",
    "bm",
    "mathtt",
}
_SIZES = re.compile(
    r"left|right|middle|[bB]igg?[lrm]?|limits|nolimits|displaystyle|textstyle|scriptstyle|nonumber|notag"
)
_BRACKETS = {
    "pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "Bmatrix": ("{", "}"), "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"), "cases": ("{ ", ""),
}  # fmt: skip
#: Environments that take an argument before their rows.
_WITH_COLUMNS = {"array", "alignedat", "alignat"}
_QUANTITY = re.compile(r"\\(?:SI|qty)(?:\[[^\[\]{}]{0,100}\])?\{([^{}]{0,50})\}\{([^{}]{0,100})\}")
_ENVIRONMENT = re.compile(r"\{([a-zA-Z]{1,30}\*?)\}")
_FUNCTIONS = {
    "sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "cot", "log", "ln", "lg",
    "exp", "max", "min", "sup", "inf", "lim", "limsup", "liminf", "det", "dim", "ker", "arg",
    "deg", "gcd", "Pr",
    "mod", "bmod",
}  # fmt: skip
_PER_CHARACTER = re.compile(r"\w|\S")


def linear(source: str) -> str:
    """A formula: its rows each on a line, its commands as the characters that they print."""
    return _short(source) if len(source) <= _LONGEST_KEPT else _told(source)


def _told(source: str) -> str:
    formula = _Formula(_QUANTITY.sub(lambda at: f"{at[1]}\\ {unit(at[2])}", source))
    rows = formula.sequence(_DEEPEST, "").split("\n")
    return "\n".join(filter(None, (" ".join(row.split()) for row in rows)))


_short = lru_cache(1_000)(_told)


class _Formula:
    """Tokens, read once from the first to the last."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._held = ""  # of a run of characters, those behind the one that was an argument
        self._environments: list[str] = []

    def _next(self) -> tuple[str, str]:
        """The next token: what it is, and its characters. ("", "") at the end."""
        if self._held:
            text, self._held = self._held, ""
            return "text", text
        while found := _TOKEN.match(self._source, self._at):
            self._at = found.end()
            kind = found.lastgroup or ""
            if kind != "comment":
                return kind, found[kind]
        return "", ""

    def sequence(self, depth: int, closing: str) -> str:
        """All up to what closes it: "}", "]", "end" of an environment."""
        said: list[str] = []
        while True:
            kind, text = self._next()
            if (
                not kind
                or (kind == "mark" and text == closing)
                or (kind == "word" and text == closing == "end")
            ):
                if text == "end":
                    self._name()
                return "".join(said)
            said.append(self._told(kind, text, depth, said))

    def _told(self, kind: str, text: str, depth: int, said: list[str]) -> str:
        if kind == "word":
            return self._command(text, depth)
        if kind == "sign":
            return self._sign(text)
        if kind == "mark" and text not in "[]":
            return self._mark(text, depth, said)
        return " " if kind == "space" else text

    def _mark(self, text: str, depth: int, said: list[str]) -> str:
        if text == "{":
            return self.sequence(depth - 1, "}") if depth > 0 else ""
        if text == "}":
            return ""
        if text == "&":
            return ", " if self._environments else " "
        while said and said[-1] == " ":
            said.pop()
        return limit(text, self._part(depth))

    def _sign(self, text: str) -> str:
        if text == "\\":
            return "; " if self._environments else "\n"
        if text in "()[]":
            return ""
        if text == "|":
            return "‖"
        return sign(text) or ""

    def _argument(self, depth: int) -> str:
        """The next group, command or character. What is too deep is told as it comes."""
        if depth <= 0:
            return ""
        kind, text = self._next()
        while kind == "space":
            kind, text = self._next()
        if kind == "text":
            found = _PER_CHARACTER.match(text)
            first = found[0] if found else text[:1]
            self._held = text[len(first) :]
            return first
        return self._told(kind, text, depth - 1, [])

    def _name(self) -> str:
        """The name in braces behind \\begin or \\end."""
        found = _ENVIRONMENT.match(self._source, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return found[1]

    def _option(self, depth: int) -> str:
        if self._source.startswith("[", self._at) and not self._held and depth > 0:
            self._at += 1
            return self.sequence(depth - 1, "]")
        return ""

    def _part(self, depth: int) -> str:
        return self._argument(depth).strip()

    def _command(self, name: str, depth: int) -> str:
        if (printed := MATHS.get(name) or WORDS.get(name)) is not None:
            return printed
        if (structured := self._structure(name, depth)) is not None:
            return structured
        if name in _UNSEEN:
            self._argument(depth)
        elif name == "end":
            self._name()
        elif _SIZES.fullmatch(name):
            self._at += self._source.startswith(".", self._at) and name[0] in "lrmbB"
        elif name in _FUNCTIONS:
            return f"{name} " if self._source.startswith("\\", self._at) else name
        return ""

    def _structure(self, name: str, depth: int) -> str | None:
        """What is made of the parts behind a command; None where it has none."""
        if name in _FRACTIONS:
            told = fraction(self._part(depth), self._part(depth))
        elif name == "sqrt":
            told = root(self._option(depth).strip(), self._part(depth))
        elif name in ("binom", "dbinom", "tbinom"):
            told = f"C({self._part(depth)}, {self._part(depth)})"
        elif name in ("mathbb", "mathds"):
            letter = self._part(depth)
            told = DOUBLED.get(letter, letter)
        elif name == "tag":
            told = f" ({self._part(depth)})"
        elif name in _TEXTS:
            told = self._argument(depth)
        else:
            return self._environment(depth) if name == "begin" else None
        return told

    def _environment(self, depth: int) -> str:
        name = self._name().rstrip("*")
        if depth <= 0:
            return ""
        if name in _WITH_COLUMNS:
            self._argument(depth)
        opening, closing = _BRACKETS.get(name, (" ", " "))
        self._environments.append(name)
        inside = self.sequence(depth - 1, "end")
        self._environments.pop()
        rows = [" ".join(row.replace(" ,", ",").split()) for row in inside.split(";")]
        return f"{opening}{'; '.join(filter(None, rows))}{closing}"
