"""What tells one thing from others of its kind: "building C", "lot 4", "DW500", "version 5.2.0", "2026".

A kind and its value: "building" and "c", the letters of a code and the whole of it, `YEAR` and a year.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from edge.text import tokens
from edge.text.tokens import fold

#: The kinds of a year and of a number of three parts, which need no word before them.
YEAR, VERSION = "#year", "#version"
#: What the kinds of one side of two begin with.
SIDE = "#side"

_VALUE = r"(?:\d{1,4}(?:\.\d{1,3}){0,3}|[A-Z]|[IVX]{2,5})"
_ENDS = r"(?![\w%°€£$'’-]|[.,:]\d|\s?[%°€£$])"
#: "zones 1 à 4", "lots A, B and C", "Bay D".
_NAMED = re.compile(
    rf"(?<![^\W_])(?P<word>[^\W\d_]{{3,24}})\s(?:[nN][°ºo]\.?\s?)?"
    rf"(?P<values>{_VALUE}(?:(?:,\s|\s?/\s?|\s?&\s?|\s(?:and|et|or|ou|to|à)\s|\s?[–-]\s?){_VALUE}){{0,12}}){_ENDS}"
)
#: The same with a small letter, as a question is typed; never one that is a word.
_TYPED = re.compile(r"(?<![^\W_])(?P<word>[^\W\d_]{3,24})\s(?P<values>[b-hj-xz])(?![\w'’-])")
_RANGE = re.compile(rf"({_VALUE})(?:\s(?:to|à)\s|\s?[–-]\s?)({_VALUE})")
_ONE = re.compile(rf"(?<![\w.]){_VALUE}(?![\w])")
_CODE = re.compile(
    r"(?<![\w.,/-])(?P<family>[^\W\d_]{1,6})-?\d{1,5}[^\W\d_]{0,2}(?:-\d{1,5}[^\W\d_]{0,2}){0,2}(?![\w-])"
)
_NUMBERING = re.compile(r"\s{0,3}[.)]\s")
_VERSION = re.compile(r"(?<![\w.,/-])\d{1,3}(?:\.\d{1,4}){2,3}(?![\w-]|[.,]\d)")
_YEARS = re.compile(
    r"(?<![\w.,/-])(?P<first>(?:19|20)\d\d)(?:\s?[-–/]\s?(?P<last>(?:19|20)?\d\d))?(?![\w]|[.,-]\d)"
)
#: "after the meter", "sans badge": one side of two, and what it is a side of.
_SIDES = {
    "before": "after", "after": "before", "with": "without", "without": "with",
    "avant": "apres", "apres": "avant", "avec": "sans", "sans": "avec",
}  # fmt: skip
_SIDE = re.compile(
    rf"(?<![\w-])(?P<side>{'|'.join(_SIDES)})\s(?:(?:the|an?|your|les?|la|une?|votre|vos)\s|l['’])?"
    r"(?P<what>[^\W\d_]{3,24})(?![\w-])"
)
#: A range of numbers is read up to so many.
_WIDEST = 200


def designators(text: str, *, typed: bool = False) -> Mapping[str, frozenset[str]]:
    """Values by kind. `typed`: a small letter counts too ("bay d"). The number of a heading ("B2. Charges")
    names nothing. Of "after the meter" the kind is `SIDE` with the meter, and the side is the value.
    """
    found: dict[str, set[str]] = defaultdict(set)
    stop = tokens.stop_words()
    for pattern in (_NAMED, _TYPED) if typed else (_NAMED,):
        for match in pattern.finditer(text):
            word = fold(match["word"])
            if word not in stop:
                found[tokens.stem(word)].update(
                    _values(match["values"] if pattern is _NAMED else match["values"].upper())
                )
    for match in _CODE.finditer(text):
        opens = not text[: match.start()].rpartition("\n")[2].rpartition(" > ")[2].strip()
        if not (opens and _NUMBERING.match(text, match.end())):
            found[f"#{fold(match['family'])}"].add(fold(match[0]).replace("-", ""))
    for match in _SIDE.finditer(fold(text)):
        if match["what"] not in stop:
            pair = min(match["side"], _SIDES[match["side"]])
            found[f"{SIDE} {pair} {tokens.stem(match['what'])}"].add(match["side"])
    for match in _VERSION.finditer(text):
        found[VERSION].add(match[0])
    for match in _YEARS.finditer(text):
        found[YEAR].update(_span(match["first"], match["last"]))
    return {kind: frozenset(values) for kind, values in found.items() if values}


def is_value(text: str) -> bool:
    """Whether a text is nothing but one value, as in the cell of a row."""
    return _ONE.fullmatch(text) is not None


def same(one: str, other: str) -> bool:
    """Whether two values may be one: "5" and "5.2", "P3" and "P3-20" are told by the longer."""
    one, other = one.lower(), other.lower()
    return one == other or _begins(one, other) or _begins(other, one)


def _begins(short: str, long: str) -> bool:
    return long.startswith(f"{short}.") or (not short.isdigit() and len(short) > 1 and long.startswith(short))


def _values(run: str) -> Iterator[str]:
    for match in _ONE.finditer(run):
        yield match[0].lower()
    for match in _RANGE.finditer(run):
        first, last = match[1], match[2]
        if first.isdigit() and last.isdigit():
            yield from map(str, range(int(first), min(int(last), int(first) + _WIDEST) + 1))
        elif len(first) == len(last) == 1 and first.isalpha() and last.isalpha():
            yield from (chr(one).lower() for one in range(ord(first), ord(last) + 1))


def _span(first: str, last: str | None) -> list[str]:
    return [first] if last is None else [first, last if len(last) > 2 else first[:2] + last]
