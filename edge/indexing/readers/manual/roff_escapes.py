"""Escapes of roff in a line of a manual page: fonts and sizes left out, characters by name, strings and
registers in their place (groff(7), mandoc_char(7)).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

#: \(xx, \[xxx], \*x, \n(xx …: one character, two behind a bracket, any number in square ones.
_NAME = r"(?:\((?P<two>..)|\[(?P<long>[^\]\n]{0,80})\]|(?P<one>.))"
_ESCAPE = re.compile(
    r"\\(?:"
    r"(?P<comment>[\"#].*)"
    r"|\((?P<char2>..)|\[(?P<char>[^\]\n]{1,80})\]"
    rf"|(?P<named>[*nfFgkmMVY])[+-]?{_NAME}"
    r"|s(?:[+-]?[1-9]?\d|[+-]?\(\d\d|[+-]?\[[^\]\n]{0,20}\])"
    r"|N'(?P<code>\d{1,6})'"
    r"|[bCDhHlLoRSvwxXZ]'[^'\n]{0,200}'"
    r"|\$(?P<argument>[\d*@])"
    r"|(?P<other>.)"
    r"|$)"
)
#: What an escape of one character stands for; nothing, where it is not here.
_OTHER = {"-": "-", "e": "\\", "\\": "\\", " ": " ", "~": " ", "0": " ", "t": "\t", "'": "'", "`": "`",
          ".": ".", "_": "_"}  # fmt: skip
_CHARACTERS = {
    "aq": "'", "cq": "’", "oq": "‘", "dq": '"', "lq": "“", "rq": "”", "Bq": "„", "bq": "‚", "Fo": "«",
    "Fc": "»", "fo": "‹", "fc": "›", "bu": "•", "em": "—", "en": "–", "hy": "-", "mi": "-", "ha": "^",
    "ti": "~", "ga": "`", "aa": "´", "rs": "\\", "sl": "/", "lB": "[", "rB": "]", "lC": "{", "rC": "}",
    "la": "<", "ra": ">", "ba": "|", "br": "|", "or": "|", "bv": "|", "at": "@", "sh": "#", "Do": "$",
    "ul": "_", "ru": "_", "co": "©", "rg": "®", "tm": "™", "->": "→", "<-": "←", "<>": "↔", "ua": "↑",
    "da": "↓", "rA": "⇒", "lA": "⇐", "<=": "≤", ">=": "≥", "!=": "≠", "==": "≡", "~~": "≈", "+-": "±",
    "mu": "×", "di": "÷", "pl": "+", "eq": "=", "**": "*", "de": "°", "sc": "§", "ps": "¶", "dg": "†",
    "dd": "‡", "Eu": "€", "eu": "€", "Po": "£", "Ye": "¥", "ct": "¢", "12": "½", "14": "¼", "34": "¾",
    "S1": "¹", "S2": "²", "S3": "³", "if": "∞", "sq": "□", "ci": "○", "lz": "◊", "mo": "∈", "no": "¬",
    "AN": "∧", "OR": "∨", "sr": "√", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o/": "ø",
    "O/": "Ø", "oa": "å", "OA": "Å", "r?": "¿", "r!": "¡", "%0": "‰", "fm": "′", "sd": "″", "lh": "☜",
    "rh": "☞", "OK": "✓", "fi": "fi", "fl": "fl", "ff": "ff",
}  # fmt: skip
_GREEK = dict(zip("abgdezyhiklmncoprstufxqw", "αβγδεζηθικλμνξοπρστυφχψω", strict=True))
_ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    ":": "\u0308",
    "~": "\u0303",
    ",": "\u0327",
    "v": "\u030c",
}
#: Strings that every formatter knows.
STRINGS = {"R": "®", "Tm": "™", "lq": "“", "rq": "”", "Aq": "'", "q": '"', "Lq": "“", "Rq": "”", "Ba": "|",
           "Lt": "<", "Gt": ">", "Le": "≤", "Ge": "≥", "Ne": "≠", "Am": "&", "Pm": "±"}  # fmt: skip
_DEEPEST = 8  # strings in strings
_LONGEST = 20_000


def character(name: str) -> str:
    """The character that a special name (`bu`, `'e`, `u00E9`, `*a`) stands for, "" when nobody knows it."""
    if found := _CHARACTERS.get(name):
        return found
    if len(name) == 2 and name[0] == "*":
        letter = _GREEK.get(name[1].lower(), "")
        return letter.upper() if name[1].isupper() else letter
    if len(name) == 2 and name[0] in _ACCENTS and name[1].isalpha():
        return unicodedata.normalize("NFC", name[1] + _ACCENTS[name[0]])
    if re.fullmatch(r"u[0-9A-F]{4,6}(?:_[0-9A-F]{4,6}){0,4}", name):
        return "".join(_at(int(part, 16)) for part in name[1:].split("_"))
    if re.fullmatch(r"char\d{1,3}", name):
        return _at(int(name[4:]))
    return ""


def _at(code: int) -> str:
    return chr(code) if 0x20 <= code < 0xD800 or 0xE000 <= code <= 0x10FFFF else ""


def unescape(line: str, strings: Mapping[str, str], registers: Mapping[str, int], depth: int = 0) -> str:
    """A line as it is printed, without fonts. Strings that hold themselves end at a depth."""

    def one(match: re.Match[str]) -> str:
        if name := match["char2"] or match["char"]:
            return character(name)
        if kind := match["named"]:
            name = match["two"] or match["long"] or match["one"] or ""
            if kind == "n":
                return str(registers.get(name, 0))
            if kind != "*" or depth >= _DEEPEST:
                return ""
            name = name.partition(" ")[0]
            found = strings.get(name, STRINGS.get(name, ""))
            return unescape(found, strings, registers, depth + 1)[:_LONGEST]
        if code := match["code"]:
            return _at(int(code))
        return _OTHER.get(match["other"] or "", "")

    return _ESCAPE.sub(one, line) if "\\" in line else line


def with_arguments(line: str, arguments: list[str]) -> str:
    """A line of a macro's body with `\\$1`, `\\$*` replaced, and one level of `\\\\` taken off."""

    def one(match: re.Match[str]) -> str:
        if match[0] == "\\\\":
            return "\\"
        which = match["argument"]
        if which in ("*", "@"):
            return " ".join(arguments)
        at = int(which) - 1
        return arguments[at] if 0 <= at < len(arguments) else ""

    return re.sub(r"\\\\?\$(?P<argument>[\d*@])|\\\\", one, line)[:_LONGEST]
