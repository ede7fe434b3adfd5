"""Numbers in figures: one reading for rules, models' answers, gates and context.

Which mark is the decimal sign depends on who wrote it: `12.500` is twelve and a half in London and twelve
thousand five hundred in Berlin. A currency beside the number decides (sums have two decimals at most), then
grouping, then the language of the text; what nothing decides has two values, and is said to be ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from edge.text.any_of import any_of
from edge.text.currencies import AFTER, IN_FRONT, is_unit
from edge.text.fold import FoldedText
from edge.text.regex import regex

#: Longer runs of figures are keys and account numbers.
MAX_CHARS = 40
MOST = Decimal(10**15)

#: Words and letters that multiply the number before them. Letters do so only beside a currency.
SCALES = {
    "k": 10**3, "m": 10**6, "mio": 10**6, "md": 10**9, "mds": 10**9, "mrd": 10**9, "bn": 10**9, "b": 10**9,
    "mille": 10**3, "millier": 10**3, "milliers": 10**3, "thousand": 10**3, "million": 10**6,
    "millions": 10**6, "milliard": 10**9, "milliards": 10**9, "billion": 10**9, "mn": 10**6, "cents": 10**2,
    "hundred": 10**2, "lakh": 10**5, "lakhs": 10**5, "crore": 10**7, "crores": 10**7,
}  # fmt: skip
#: These need no currency: 12 million inhabitants.
_WORDS = frozenset(SCALES) - {"k", "m", "mio", "md", "mds", "mrd", "bn", "b", "mn", "cents"}
SCALE = rf" ?(?P<scale>{any_of(SCALES)})(?:(?![a-z\d])|(?=eur|usd|chf|gbp))"

# As many groups of three as make a number too long to be one.
_GROUPS = "|".join(rf"(?:{mark}\d{{3}}(?!\d)){{1,10}}+" for mark in (" ", "'", r"\.", ","))
_INDIAN = r"[1-9]\d?(?:,\d\d(?!\d)){1,4}+,\d{3}(?!\d)"  # 4,50,000
#: A number in folded text, where a currency says that it is one.
NUMBER = rf"(?:[1-9]\d{{0,2}}(?:{_GROUPS})(?:[.,]\d++)?|{_INDIAN}|\d+(?:[.,]\d++)?)"

# Groups of three behind spaces or apostrophes, unless the first is the day of an ISO date; else figures with
# whatever stands between them in numbers, dates, times, versions and articles.
_FIGURES = regex(
    r"(?<!\d{4}-\d\d-)[1-9]\d{0,2}(?:(?: \d{3})+|(?:'\d{3})+)(?!\d)(?:[.,]\d+(?![.,:/]?\d))?"
    r"|\d+(?:[.,:/]\d+)*"
)
_SIGN = regex(r"(?:^|[\s(\[\"'=:])([-+])$")
_UNIT_BEFORE = regex(
    rf"(?P<unit>{IN_FRONT}) ?[-+]?$"
    rf"|(?:\((?P<heading>{AFTER})\)|\ben (?P<word>euros|dollars|eur)) ?[:=] {{0,3}}$"
)
_UNIT_AFTER = regex(rf"(?:[,.]-{{1,2}}(?!\d))?(?:{SCALE})? ?(?:d'|de |of )?(?P<unit>{AFTER})")
_SCALE_AFTER = regex(SCALE)
_PERCENT = regex(r" ?(?:%|pour cent\b|percent\b|per cent\b)")
_TO = regex(r" ?(?:-|/) ?| (?:a|to|et|and|ou|or) ")
#: So far before a number its currency is looked for.
_BESIDE = 28


@dataclass(frozen=True, slots=True)
class NumberReading:
    """What a run of figures can mean: one value, several where it is ambiguous, none where it is no number
    (a date, a time, a version). `figures` are those written, with their marks, without spaces between groups.
    """

    values: tuple[Decimal, ...]
    figures: str
    start: int = 0
    end: int = 0
    money: bool = False
    percent: bool = False

    @property
    def value(self) -> Decimal | None:
        """The value, where there is exactly one."""
        return self.values[0] if len(self.values) == 1 else None

    def supports(self, claim: NumberReading) -> bool:
        """Whether this number, in a text, grounds one that is claimed: the same figures, or both certain and
        the same value. The sign aside: who owes whom is not in the figure.
        """
        if self.figures and self.figures == claim.figures:
            return not (self.value is not None and claim.value is not None) or self._same(claim)
        return self._same(claim)

    def _same(self, claim: NumberReading) -> bool:
        if self.value is None or claim.value is None:
            return False
        return abs(self.value) == abs(claim.value)


def certain(value: float | Decimal) -> NumberReading:
    """The reading of a number that a program holds already."""
    return NumberReading((Decimal(str(value)),), "")


def supported(claim: NumberReading, known: Iterable[NumberReading]) -> bool:
    """Whether any of the numbers known grounds the one claimed."""
    return any(one.supports(claim) for one in known)


def find(text: str, language: str = "und", *, money: bool = False) -> list[NumberReading]:
    """Every run of figures of a text in order, with its place. `language` (`en`, `fr`) decides where neither
    currency nor grouping does. `money`: all are sums, wherever the currency is said.
    """
    folded = FoldedText(text)
    readings: list[NumberReading] = []
    following: re.Match[str] | None = None
    for match in reversed(list(_FIGURES.finditer(folded.text))):
        # From 12.500 to 15.000 €: the currency is that of both.
        shared = (
            following is not None
            and readings[-1].money
            and _TO.fullmatch(folded.text, match.end(), following.start()) is not None
        )
        readings.append(_reading(folded, match, text, language, money=money or shared))
        following = match
    return readings[::-1]


def read(text: str, language: str = "und", *, money: bool = False) -> NumberReading | None:
    """The only number of a short text, with whatever words stand around it (`EUR 12,5`, `3 kg`), or None."""
    readings = find(text, language, money=money) if len(text) <= 4 * MAX_CHARS else []
    if len(readings) != 1 or not readings[0].values:
        return None
    # Letters that touch the figures make a name of them: E7.
    touching = text[: readings[0].start].removesuffix("-")[-1:].isalpha()
    return None if touching and not readings[0].money else readings[0]


def decimal(written: str) -> Decimal | None:
    """The value of the figures of a sum (what `NUMBER` matches)."""
    values = _values(written.replace(" ", "").replace("'", ""), money=True, language="und")
    return values[0] if values else None


def _reading(
    folded: FoldedText, match: re.Match[str], text: str, language: str, *, money: bool
) -> NumberReading:
    start, end = match.span()
    figures = match[0].replace(" ", "").replace("'", "")
    money = money or _has_currency(folded, start, end, text)
    values = _values(figures, money=money, language=language, grouped=figures != match[0])
    if multiplied := _SCALE_AFTER.match(folded.text, end):
        scale = SCALES[multiplied["scale"]]
        if money or multiplied["scale"] in _WORDS:
            values = tuple(one * scale for one in values)
            figures += f"e{scale}"
        elif multiplied[0] == "k":  # 10k subscribers, or ten of something
            values = tuple(dict.fromkeys(one * by for one in values for by in (scale, 1)))
            figures += "k"
    if sign := _SIGN.search(folded.text, max(0, start - 2), start):
        start -= 1
        if sign[1] == "-":
            values = tuple(-one for one in values)
    percent = _PERCENT.match(folded.text, end) is not None
    return NumberReading(values, figures, *folded.back(start, end), money, percent)


def _has_currency(folded: FoldedText, start: int, end: int, text: str) -> bool:
    before = _UNIT_BEFORE.search(folded.text, max(0, start - _BESIDE), start)
    spans = [before.span(before.lastgroup)] if before and before.lastgroup else []
    spans += [after.span("unit")] if (after := _UNIT_AFTER.match(folded.text, end)) else []
    return any(is_unit(folded.text[at:to], text[slice(*folded.back(at, to))]) for at, to in spans)


def _values(figures: str, *, money: bool, language: str, grouped: bool = False) -> tuple[Decimal, ...]:
    """What figures without spaces can mean, the whole number first."""
    marks = [one for one in figures if not one.isdecimal()]
    if len(figures) > MAX_CHARS or not set(marks) <= {".", ","}:
        return ()
    if not marks or grouped:
        values: tuple[Decimal, ...] = (Decimal(figures.replace(",", ".")),)
    elif len(marks) > 1:
        values = _of_many_marks(figures, marks)
    else:
        values = _of_one_mark(*figures.partition(marks[0]), money=money, language=language)
    return tuple(value for value in values if value < MOST)


def _of_many_marks(figures: str, marks: list[str]) -> tuple[Decimal, ...]:
    """All but the last separate thousands; so does the last, where it is the same."""
    head, last, tail = figures.rpartition(marks[-1])
    groups, fraction = re.split("[.,]", head), tail
    if last == marks[0]:
        groups, fraction = [*groups, tail], "0"
    consistent = len(set(marks)) == 1 or (len(set(marks[:-1])) == 1 and last != marks[0])
    return (Decimal(f"{''.join(groups)}.{fraction}"),) if consistent and _are_groups(groups) else ()


def _of_one_mark(head: str, mark: str, tail: str, *, money: bool, language: str) -> tuple[Decimal, ...]:
    thousands, fraction = Decimal(head + tail), Decimal(f"{head}.{tail}")
    if not _are_groups([head, tail]):
        return (fraction,)
    if money or (mark, language) == (",", "en"):
        return (thousands,)
    return (fraction,) if (mark, language) in ((",", "fr"), (".", "en")) else (thousands, fraction)


def _are_groups(parts: list[str]) -> bool:
    """Thousands: one to three figures, not beginning with nought, then threes; or, as in India, twos and one
    three: 4,50,000.
    """
    first, *rest = parts
    lengths = [len(part) for part in rest]
    indian = len(first) <= 2 and len(rest) > 1 and lengths[-1] == 3 and set(lengths[:-1]) == {2}
    return len(first) <= 3 and Decimal(first[0]) != 0 and (set(lengths) <= {3} or indian)
