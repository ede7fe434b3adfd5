"""Commands of LaTeX that stand for a character or a word, and accents."""

from __future__ import annotations

import re
import unicodedata

#: Letters that stand under an accent, by the command of the accent.
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331", "t": "\u0361",
}  # fmt: skip
_ACCENTED = re.compile(
    r"\{[ \t]{0,3}(?:\\([ij])[ \t]{0,3}|([^\W\d_]?)[ \t]{0,3})\}"
    r"|\\([ij])(?![a-zA-Z])(?:\{\}|[ \t]?)|([^\W\d_])"
)

#: What text commands print, in any mode.
WORDS = {
    "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "TeX": "TeX", "BibTeX": "BibTeX", "XeLaTeX": "XeLaTeX", "oe": "œ",
    "OE": "Œ", "ae": "æ",
    "AE": "Æ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ss": "ß", "i": "ı", "j": "ȷ",
    "og": "« ", "fg": " »", "guillemotleft": "«", "guillemotright": "»", "flqq": "«", "frqq": "»",
    "flq": "‹", "frq": "›", "guilsinglleft": "‹", "guilsinglright": "›", "glqq": "„", "grqq": "“",
    "quotedblbase": "„", "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘",
    "textquoteright": "’", "textquotesingle": "'", "lq": "‘", "rq": "’", "ldots": "…", "dots": "…",
    "textellipsis": "…", "textendash": "–", "textemdash": "—", "textbullet": "•", "textdegree": "°",
    "degree": "°", "degres": "°", "celsius": "°C", "textcelsius": "°C", "euro": "€", "EUR": "€",
    "texteuro": "€", "pounds": "£",
    "textsterling": "£", "textyen": "¥", "textcent": "¢", "copyright": "©", "textcopyright": "©",
    "textregistered": "®", "texttrademark": "™", "S": "§", "P": "¶", "dag": "†", "ddag": "‡",
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textbar": "|", "textless": "<",
    "textgreater": ">", "textunderscore": "_", "textperiodcentered": "·", "slash": "/", "textmu": "µ",
    "textperthousand": "‰", "textonehalf": "½", "texttimes": "×", "ier": "er", "iere": "re", "ieme": "e",
    "iers": "ers", "ieres": "res", "iemes": "es", "no": "n° ", "No": "N° ", "nos": "n°s ", "primo": "1° ",
    "secundo": "2° ", "tertio": "3° ",
    "numero": "n° ", "quad": " ", "qquad": " ", "space": " ", "enspace": " ", "thinspace": " ",
    "newblock": " ", "checkmark": "✓", "textvisiblespace": "␣", "textnumero": "№", "lbrack": "[",
    "rbrack": "]",
    "textdollar": "$", "textquestiondown": "¿", "textexclamdown": "¡", "cdots": "⋯", "nobreakspace": " ",
    "and": ", ", "hfill": " ",
    "textrightarrow": "→", "textleftarrow": "←", "textordfeminine": "ª", "textordmasculine": "º",
}  # fmt: skip
_SIGNS = {"%": "%", "$": "$", "&": "&", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ",
          "\t": " ", ",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "", ">": " "}  # fmt: skip
_GREEK = {
    name: unicodedata.lookup(f"GREEK {case} LETTER {'LAMDA' if name.lower() == 'lambda' else name.upper()}")
    for case, names in (
        ("SMALL", "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau"
                  " upsilon phi chi psi omega"),
        ("CAPITAL", "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"),
    )
    for name in names.split()
}  # fmt: skip
#: What commands print in mathematics.
MATHS = {
    **_GREEK, "varepsilon": "ε", "vartheta": "ϑ", "varphi": "φ", "varrho": "ϱ", "varsigma": "ς",
    "times": "×", "cdot": "·", "div": "÷", "pm": "±", "mp": "∓", "ast": "*", "star": "⋆", "circ": "∘",
    "bullet": "•", "oplus": "⊕", "otimes": "⊗", "cap": "∩", "cup": "∪", "setminus": "∖", "wedge": "∧",
    "vee": "∨", "land": "∧", "lor": "∨", "neg": "¬", "lnot": "¬", "leq": "≤", "le": "≤", "leqslant": "≤",
    "geq": "≥", "ge": "≥", "geqslant": "≥", "ll": "≪", "gg": "≫", "neq": "≠", "ne": "≠", "equiv": "≡",
    "approx": "≈", "simeq": "≃", "sim": "∼", "cong": "≅", "propto": "∝", "in": "∈", "notin": "∉", "ni": "∋",
    "subset": "⊂", "subseteq": "⊆", "supset": "⊃", "supseteq": "⊇", "emptyset": "∅", "varnothing": "∅",
    "forall": "∀", "exists": "∃", "nexists": "∄", "to": "→", "rightarrow": "→", "leftarrow": "←",
    "gets": "←", "longrightarrow": "→", "Rightarrow": "⇒", "Longrightarrow": "⇒", "implies": "⇒",
    "Leftarrow": "⇐",
    "leftrightarrow": "↔", "Leftrightarrow": "⇔", "iff": "⇔", "mapsto": "↦", "longmapsto": "↦",
    "uparrow": "↑",
    "downarrow": "↓", "nearrow": "↗", "searrow": "↘", "infty": "∞", "partial": "∂", "nabla": "∇", "sum": "∑",
    "prod": "∏",
    "int": "∫", "iint": "∬", "oint": "∮", "bigcup": "⋃", "bigcap": "⋂", "ldots": "…", "dots": "…",
    "dotsc": "…",
    "cdots": "⋯", "vdots": "⋮", "ddots": "⋱", "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋",
    "lceil": "⌈", "rceil": "⌉", "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖", "Vert": "‖",
    "vert": "|", "mid": " | ", "parallel": "∥", "perp": "⊥", "angle": "∠", "triangle": "△", "prime": "′",
    "hbar": "ħ", "ell": "ℓ",
    "Re": "ℜ", "Im": "ℑ", "aleph": "ℵ", "degree": "°", "colon": ":", "lbrace": "{", "rbrace": "}",
    "backslash": "\\", "quad": " ", "qquad": " ", "top": "⊤", "bot": "⊥", "models": "⊨", "vdash": "⊢",
    "percent": "%", "dagger": "†", "ddagger": "‡", "square": "□", "Box": "□", "therefore": "∴",
    "because": "∵",
}  # fmt: skip
#: Letters with a second stroke, as sets of numbers have them.
DOUBLED = {letter: unicodedata.lookup(f"DOUBLE-STRUCK CAPITAL {letter}") for letter in "CHNPQRZ"}
#: Units of siunitx by their commands, as a formula has them: a bare "%" begins a comment.
UNITS = {
    "metre": "m", "meter": "m", "second": "s", "gram": "g", "kilogram": "kg", "kelvin": "K", "mole": "mol",
    "ampere": "A", "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W",
    "volt": "V", "ohm": "Ω", "farad": "F", "coulomb": "C", "celsius": "°C", "degreeCelsius": "°C",
    "degree": "°", "litre": "L", "liter": "L", "minute": "min", "hour": "h", "day": "d", "tonne": "t",
    "bar": "bar", "percent": "\\%", "decibel": "dB", "electronvolt": "eV", "byte": "B", "bit": "bit",
    "siemens": "S", "tesla": "T", "henry": "H",
    "hectare": "ha", "radian": "rad", "euro": "€", "giga": "G", "mega": "M", "kilo": "k", "hecto": "h",
    "deci": "d", "centi": "c",
    "milli": "m", "micro": "µ", "nano": "n", "pico": "p", "per": "/", "squared": "²", "cubed": "³",
    "km": "km", "cm": "cm", "mm": "mm", "kg": "kg", "mg": "mg", "ml": "ml", "m": "m", "s": "s", "g": "g",
    "kWh": "kWh",
}  # fmt: skip
_UNIT = re.compile(r"\\([a-zA-Z]{1,20})[ \t]{0,3}")
_POWER = re.compile(r"\\(square|cubic)[ \t]{0,3}(\\[a-zA-Z]{1,20})")
_LIGATURES = re.compile(r"---?|``|''|`|<<|>>|,,|!`|\?`")
_LIGATED = {"--": "–", "---": "—", "``": "“", "''": "”", "`": "‘", "<<": "«", ">>": "»", ",,": "„",
         "!`": "¡", "?`": "¿"}  # fmt: skip


def sign(name: str) -> str | None:
    """What a command of one sign prints; None where it does something else."""
    return _SIGNS.get(name)


def accented(name: str, text: str, at: int) -> tuple[str, int] | None:
    """The letter at `at` under the accent that a command names, and where it ends; None where the command is
    no accent, or no letter follows.
    """
    mark = _ACCENTS.get(name)
    found = _ACCENTED.match(text, at) if mark is not None else None
    if mark is None or found is None:
        return None
    letter = next(filter(None, found.groups()), "")
    if not letter:
        return "^" if name == "^" else "~" if name == "~" else "", found.end()
    return unicodedata.normalize("NFC", letter + mark), found.end()


def ligated(text: str) -> str:
    """Dashes and quotation marks as they are printed."""
    return _LIGATURES.sub(lambda found: _LIGATED[found[0]], text)


def unit(text: str) -> str:
    """A unit of siunitx: "\\kilo\\metre\\per\\hour" is km/h."""
    text = _POWER.sub(lambda found: found[2] + ("²" if found[1] == "square" else "³"), text)
    told = _UNIT.sub(lambda found: UNITS.get(found[1], found[1]), text)
    return told.replace("~", " ").replace(".", "·")
