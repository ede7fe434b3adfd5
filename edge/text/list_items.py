"""Which lines of a page open an item of a list, a clause or a numbered heading.

A wrapped paragraph puts values, dates and article numbers at the start of lines too, so a number alone opens
nothing: layout or numbering has to say so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edge.text.regex import regex
from edge.text.spans import Span
from edge.text.tokens import fold, stop_words

BULLETS = "•●▪◦‣*·–—➢✓-"
# Matched at the start of a line: what comes before it is a line feed.
_BULLET = regex(rf"(?<![^\S\n])[^\S\n]*+(?:[{BULLETS}]\s|\[[ xX]?\]\s|#{{1,6}}\s)")
_ROMAN = "(?:x{0,3}(?:ix|iv|v?i{1,3}|v)|x{1,3})"
# "3." "3)" "(3)" "b." "(iv)" "1°" "1°)" "2/"; "7.5" "7.5.2." "3.6.a)"; "12 Les".
_LABEL = regex(
    rf"\A\s*+(?:(?P<open>\(?)(?P<mark>\d{{1,3}}|(?i:{_ROMAN})|[a-zA-Z])(?P<close>[.)]|[°º]\)?|/(?=\s)|\s[–—-](?=\s))"
    r"|(?P<dotted>\d{1,3}(?:\.\d{1,3})*(?:[. ]?[a-z](?=\))|\.\d{1,3}))(?P<end>[.)]?)"
    r"|(?P<bare>\d{1,3})(?=\s+\S))(?:\s+|$)"
)
_ENDED = regex(r"[.!?…:;](?:[\"'”’»)\]]|\s»)*\s*$")
_ABBREVIATED = regex(
    r"(?:^|[\s(])(?:approx|env|art|cf|ch|chap|ex|fig|max|min|no|nos|p|pp|par|sec|vol|vs|e\.g|i\.e|[^\W\d_])\.\s*$",
    re.IGNORECASE,
)
#: "à 7 h.", "12 V.", "30 min.": a unit of measure behind its number, up to its stop, is no abbreviation.
MEASURED = regex(r"\d[ \n\u00a0\u202f]?(?:[VAWKCLNmhsgltj]|mm|min|sec)(?=\.?\s*$)")
#: What stands before the number of something else.
_REFERENCE = regex(
    r"(?:\b(?:articles?|art|sections?|rules?|regles?|chapters?|chapitres?|annexes?|appendix|figures?|fig|tables?|tableaux?|"
    r"paragraphs?|paragraphes?|alineas?|clauses?|pages?|steps?|etapes?|versions?|lots?|no|nos|numeros?)|n°|§)\s*$"
)
_UNIT = regex(
    r"(?:bars?|mm|cm|m|km|k?g|mg|t|m?l|h|min|s|%|€|\$|°|euros?|dollars?|[kMGT]?(?:Hz|Pa|Wh?|V|Nm?|J|B|Ω)|[MG]o|EUR|USD|CHF|GBP|Euros?|Dollars?|Francs?)(?!\w)"
)
_HEADING = regex(
    r"\A\s*+(?:article|chap(?:ter|itre)|section|annexe?|appendix|titre|title|part|partie)\s+\w{1,5}\s*(?:[:–—-]|\.\s)",
    re.IGNORECASE,
)
#: Roman numbers in order, as lists count.
ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")

#: A line of running text is at least so long; a shorter one without an end mark is a heading or a cell.
RUNNING = 30
#: Successive labels stand at most so many lines apart.
_NEAR = 40


@dataclass(frozen=True, slots=True)
class ItemLabel:
    """`form` is how it is written ("d)"), `keys` what it may count (a "v" is a letter or five)."""

    form: str
    keys: tuple[tuple[int, ...], ...]
    indent: int
    text: int  # the column at which the item's text begins
    capital: bool
    unit: bool  # what follows is a unit of measure, as far as one can say

    @property
    def family(self) -> str:
        """3. and 3.1 and 3 number one thing."""
        return "number" if self.form in ("d.", "dotted", "dotted.", "bare") else self.form

    def follows(self, other: ItemLabel) -> bool:
        """Whether this is the next label after another one of its form."""
        return self.family == other.family and any(
            _next(first, second) for first, second in zip(other.keys, self.keys, strict=True)
        )


def openings(text: str, lines: Sequence[Span], widths: Mapping[int, int]) -> frozenset[int]:
    """The starts of the lines that open an item. `widths`: by a line's start, how long a full one is there; 0
    when there is no common width.
    """
    labels = [_label(text[start:end]) for start, end in lines]
    opened: set[int] = set()
    for at, (start, end) in enumerate(lines):
        before = lines[at - 1] if at else (0, 0)
        column = None  # where the text of the item before begins
        if (above := labels[at - 1] if at else None) is not None and before[0] in opened:
            column = above.text
        if _BULLET.match(text, start, end) or (
            labels[at] is not None
            and _opens(labels, at, text[slice(*before)], column, widths.get(before[0], 0))
        ):
            opened.add(start)
    return frozenset(opened)


def is_label(line: str) -> bool:
    """The line holds a label and nothing else: its text is on the next."""
    match = _LABEL.fullmatch(line)
    return match is not None and bool(match["close"] or match["end"])


def ended(line: str) -> bool:
    """The line ends a sentence, or announces or parts a list."""
    shortened = _ABBREVIATED.search(line) is not None and MEASURED.search(line) is None
    return _ENDED.search(line) is not None and not shortened


def is_open(line: str) -> bool:
    """The line cannot be the end of what it says: it ends in a function word, a comma, an open bracket."""
    stripped = fold(line.rstrip())
    last = stripped.rsplit(None, 1)[-1:] or [""]
    if re.search(r"(?:^|\s)[A-ZÀ-Þ]$", line.rstrip()):
        return False  # category D: no article
    waits = stripped.endswith((",", "-", "–", "(", "/", "=", "<", ">", "≤", "≥", "±", "~"))
    return waits or stripped.rfind("(") > stripped.rfind(")") or last[0] in stop_words()


def names_a_number(line: str) -> bool:
    """The line ends in a word whose number has to follow: article, page, version."""
    return _REFERENCE.search(fold(line)) is not None


def _opens(labels: Sequence[ItemLabel | None], at: int, before: str, column: int | None, width: int) -> bool:
    """Whether a line with a label opens an item, after the line `before`."""
    label = labels[at]
    assert label is not None
    if not before.strip():
        return True
    deep = len(label.keys[0]) > 2  # 7.5.2 is no value
    counted = label.form in ("bare", "dotted") and not deep  # as values are written, too
    if ended(before):
        return label.capital or not counted
    run = _in_run(labels, at)
    length, short = len(before.strip()), 0.75 * width or 1.5 * RUNNING
    named = names_a_number(before) and (counted or length >= RUNNING) and not _HEADING.match(before)
    if (is_open(before) and (counted or not run)) or (named and (column is None or not run)):
        return False
    indented = label.indent >= (len(before) - len(before.lstrip()) if column is None else column) + 2
    heading = length < (min(short, 1.5 * RUNNING) if counted else short) or before.isupper()
    if label.form == "bare":
        return label.capital and (run or indented)
    if counted:
        return (run and not label.unit) or (label.capital and (indented or heading))
    return run or indented or (label.capital and (heading or deep))


def _label(line: str) -> ItemLabel | None:
    match = _LABEL.match(line)
    if match is None:
        return None
    indent = len(line) - len(line.lstrip())
    rest = line[match.end() :].lstrip("\"'“‘«([ ")
    mark = match["mark"]
    if mark is not None:
        low = mark.lower()
        if mark.isdigit():
            keys: tuple[tuple[int, ...], ...] = ((int(mark),),)
            kind = "d"
        else:
            letter = (ord(low),) if len(low) == 1 else ()
            keys = (letter, (ROMANS.index(low) + 1,) if low in ROMANS else ())
            kind = "A" if mark.isupper() else "a"
        form = f"{match['open']}{kind}{match['close']}"
    elif match["dotted"]:
        steps = re.findall(r"\d+|[a-z]", match["dotted"])
        keys = (tuple(int(one) if one.isdigit() else ord(one) - ord("a") + 1 for one in steps),)
        form = "dotted." if match["end"] else "dotted"
    else:
        form, keys = "bare", ((int(match["bare"]),),)
    unit = _UNIT.match(rest) is not None
    return ItemLabel(form, keys, indent, match.end(), (not rest or rest[0].isupper()) and not unit, unit)


def _next(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """7.5 is followed by 7.6, 7.5.1 and 8.1; 3 by 4."""
    if not first or not second:
        return False
    depth = min(len(first), len(second))
    below = len(second) == len(first) + 1 and second[:-1] == first and second[-1] == 1
    return below or any(
        second[:level] == first[:level]
        and second[level] == first[level] + 1
        and all(one == 1 for one in second[level + 1 :])
        for level in range(depth)
    )


def _in_run(labels: Sequence[ItemLabel | None], at: int) -> bool:
    """A label near by counts one less or one more."""
    here = labels[at]
    assert here is not None
    before = (one for one in reversed(labels[max(0, at - _NEAR) : at]) if one and one.family == here.family)
    after = (one for one in labels[at + 1 : at + _NEAR + 1] if one and one.family == here.family)
    first, last = next(before, None), next(after, None)
    return (first is not None and here.follows(first)) or (last is not None and last.follows(here))
