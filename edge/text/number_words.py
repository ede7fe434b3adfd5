"""Numbers in words before a unit: deux cents euros, two thousand dollars."""

from __future__ import annotations

import re

#: Numbers as they are counted with days and hours: some are several words.
NUMBERS = {
    "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8,
    "neuf": 9,
    "dix": 10, "onze": 11, "douze": 12, "treize": 13, "quatorze": 14, "quinze": 15, "seize": 16,
    "dix-sept": 17, "dix-huit": 18, "dix-neuf": 19, "vingt": 20, "vingt et un": 21, "vingt-et-un": 21,
    "vingt-deux": 22, "vingt-trois": 23, "vingt-quatre": 24, "vingt-cinq": 25, "vingt-six": 26,
    "vingt-sept": 27, "vingt-huit": 28, "vingt-neuf": 29, "trente": 30, "trente et un": 31,
    "trente-et-un": 31,
    "quarante": 40, "quarante-cinq": 45, "quarante-huit": 48, "soixante": 60, "quatre-vingt-dix": 90,
    "a couple of": 2, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fourteen": 14, "fifteen": 15, "twenty": 20,
    "thirty": 30, "forty-five": 45, "sixty": 60, "ninety": 90,
}  # fmt: skip

#: Those of one word.
SMALL = {name: value for name, value in NUMBERS.items() if " " not in name and "-" not in name} | {
    "zero": 0, "cinquante": 50, "septante": 70, "huitante": 80, "octante": 80, "nonante": 90, "thirteen": 13,
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "forty": 40, "fifty": 50, "seventy": 70,
    "eighty": 80, "vingts": 20,
}  # fmt: skip
_LARGE = {
    "cent": 100, "cents": 100, "hundred": 100, "mille": 1_000, "thousand": 1_000, "million": 1_000_000,
    "millions": 1_000_000, "milliard": 1_000_000_000, "milliards": 1_000_000_000, "billion": 1_000_000_000,
}  # fmt: skip
_AND = {"et", "and"}
_GLUE = _AND | {"de", "d"}
#: What "a" and "an" count. Folded, a French "à" is an "a", too: "à deux cents euros".
_COUNTED_BY_A = frozenset({"hundred", "thousand", "million", "billion"})
_WORDS_BACK = re.compile(r"(?:(?<![a-z])[a-z]+[ -]{1,2}){1,9}$")
_WORD = re.compile(r"[a-z]+")


def value_of(words: list[str]) -> int | None:
    """The number that folded words say, or None. "quatre vingt dix" is 90, "two hundred and five" 205;
    "seven and seven" are two.
    """
    total, group, known = 0, 0, False
    for index, word in enumerate(words):
        if word in _AND and known and (group % 10 or 0 < group % 100 < 20):
            return None
        if word in _GLUE:
            continue
        if index and words[index - 1] in _AND and group % 100 and SMALL.get(word, 0) > 19:
            return None
        if word in SMALL:
            small = SMALL[word]
            if small == 20 and group % 100 == 4 and index and words[index - 1] == "quatre":
                group += 76  # quatre-vingt
            else:
                group += small
        elif word in _LARGE:
            large = _LARGE[word]
            if large == 100:
                group = (group or 1) * 100 if group < 100 else group * 100
            else:
                total, group = total + (group or 1) * large, 0
        else:
            return None
        known = True
    return total + group if known else None


def words_before(text: str, end: int) -> tuple[int, float] | None:
    """The number in words right before a place of folded text, and where it begins."""
    run = _WORDS_BACK.search(text, max(0, end - 80), end)
    if run is None:
        return None
    words = [(word.start(), word[0]) for word in _WORD.finditer(text, run.start(), end)]
    first = len(words)
    while first and (
        words[first - 1][1] in SMALL or words[first - 1][1] in _LARGE or words[first - 1][1] in _GLUE
    ):
        if words[first - 1][1] in ("a", "an"):
            first -= first < len(words) and words[first][1] in _COUNTED_BY_A
            break
        first -= 1
    while first < len(words) and words[first][1] in _GLUE:
        first += 1
    spoken = [word for _, word in words[first:]]
    if not spoken:
        return None
    value = value_of(spoken)
    return None if value is None else (words[first][0], float(value))
