"""What a line shows by itself, whatever is asked: read once, kept with its words (`reading.py`).

What is bound to a language stands in `assets/questions.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from edge.engines import question as asking
from edge.text import sentences, tokens
from edge.text.columns import GAP

#: Columns of `LineSigns.plain`.
PLAIN = (
    "pronoun", "row", "place", "reason", "manner", "modal", "negated", "heading_like", "is_question", "words",
    "list", "item", "code", "amount", "priced", "duration", "affirms", "is_example", "orders",
)  # fmt: skip

_ORDERS, _PRICED = PLAIN.index("orders"), PLAIN.index("priced")
_MONEY = re.compile(r"[€£$]\s?\d|\d\s?[€£$]")
_PRICE = re.compile(r"(?<![\d.,])\d{1,3}(?:[ .,\u00a0\u202f]\d{3}){0,5}[.,]\d{2}(?![\d.,])")
_NUMBER = re.compile(r"\d")
# The head of "Term: what it is", "**Term** – …", "“Term” means …"; also "Term | what it is", a row.
_HEAD = re.compile(
    r"\A\W{0,4}([^:|\n–—=]{2,80}?)[\"”’»)]{0,2}\s{0,4}(?::|\s[–—=-]\s|\||\n|\bmeans\b|\bdésigne|\bdesigne)"
)
_FRENCH_ORDER = re.compile(
    r"\A\W{0,20}+(?:(?:\d{1,2}(?:[.)]|°\)?)|[a-z]\))\s{0,4})?(?:ne |n['’])?"
    r"(?![a-zà-ÿA-ZÀ-Ý]{1,30}ez-vous)(?P<verb>[a-zà-ÿA-ZÀ-Ý]{1,30}(?:ez|er|ir))\b"
)
# "If the lamp blinks, press …", "Pour résilier, écrivez …": what stands behind the comma is ordered.
_IN_CASE = re.compile(
    r"\A\W{0,20}+(?:\d{1,2}[.)]\s{0,4})?"
    r"(?i:if|when|whenever|before|after|once|in case|to|unless|until|for|during|in an?|si|s['’]|quand|lorsqu|"
    r"pour|avant|après|en cas|dès|une fois|afin|tant)\b[^.!?,:;\n]{2,140}[,:]\s{1,4}(?=[^\W\d_])"
)
_LABEL = re.compile(r"\A\W{0,9}[a-z][.)]")
_UNITS = r"(?:days?|weeks?|months?|years?|hours?|minutes?|jours?|semaines?|mois|ans?|années?|heures?)"
#: A clock ("7.30 pm", "14 h", "noon"), a date in figures, a day of the month, a term ("within ten days").
_WHEN = re.compile(
    r"\b\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\b|o['’]clock\b)|\b\d{1,2}\s?h(?:\s?\d{2})?\b"
    r"|\b(?:[01]?\d|2[0-3]):[0-5]\d\b|\b(?:noon|midday|midnight|midi|minuit)\b"
    r"|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b\d{1,2}(?:st|nd|rd|th)\b|\ble \d{1,2} (?:de|du) \w"
    r"|\b(?:within|dans les?|sous|d['’]ici|au plus tard|no later than|not later than|at least)"
    rf"\s(?:\w{{1,12}}\s){{0,3}}{_UNITS}\b"
    rf"|\b{_UNITS}\s(?:\w{{1,9}}\s)?(?:before|after|avant|après|qui suit|qui suivent)\b"
    r"|\b(?:la veille|le lendemain|the day before|the next day|immediately|immédiatement)\b",
    re.IGNORECASE,
)
#: A telephone number or an address of mail: whom to turn to.
_CONTACT = re.compile(
    r"(?<![\d.,])(?:\+\d{1,3}|0)[ \d.\u00a0\u202f-]{7,16}\d(?!\d)|\w@\w"
    r"|\b(?:ext|extension|poste|dial|ring|call|composez le|appelez le)[ .]\s?\d{2,6}\b",
    re.IGNORECASE,
)
#: Words in which the verb of a definition stands, and characters of what precedes a colon.
_EARLY, _LEAD = 14, 60
#: Characters in which the first two words of an order stand.
_OPENING = 60


class LineSigns(msgspec.Struct, frozen=True):
    """`plain` are 0 or 1 but for the number of words. `numbers` and `dates` are folded words, `names` what
    begins with a capital, folded, who does things ("le bailleur", "the clerk"), and whom to turn to. Stems:
    `head` of the term of an entry, `label` of a row's first cell, `defined` of what stands before the verb or
    the colon of a definition.
    """

    plain: tuple[float, ...]
    numbers: frozenset[str]
    dates: frozenset[str]
    #: By the clock, or as a term that runs: "7.30 pm", "within ten days".
    times: frozenset[str]
    names: frozenset[str]
    head: frozenset[str]
    label: frozenset[str]
    defined: frozenset[str]
    #: The words in one text, for grams to be looked up in.
    joined: str

    @property
    def orders(self) -> bool:
        """Whether it tells somebody to do something."""
        return bool(self.plain[_ORDERS])

    @property
    def priced(self) -> bool:
        """Whether it tells a sum of money."""
        return bool(self.plain[_PRICED])


def signs_of(unit: sentences.Unit, text: str, words: Sequence[str]) -> LineSigns:
    """The signs of a unit of this text, of these folded words."""
    head = _HEAD.match(text)
    plain = (
        asking.marks("pronouns", words[:1]),
        unit.row,
        asking.has_place(text) or asking.marks("places", words),
        asking.marks("reasons", words),
        "by" in words or "par" in words or "en" in words or "using" in words,
        asking.marks("modals", words),
        asking.marks("negations", words),
        text[-1] not in '.!?…;»”")' and len(words) < 9 and not unit.row,
        text.endswith("?"),
        len(words),
        unit.kind == "list",
        unit.kind == "item",
        unit.kind == "code",
        _NUMBER.search(text) is not None or asking.marks("numbers", words) or _counts_time(words),
        any(one.search(text) for one in (_MONEY, _PRICE)) or asking.marks("currencies", words),
        asking.marks("durations", words),
        asking.marks("affirmations", words[:1]),
        asking.marks("examples", words[:3]),
        _orders(text) or ((case := _IN_CASE.match(text)) is not None and _orders(text[case.end() :])),
    )
    return LineSigns(
        plain=tuple(map(float, plain)),
        numbers=frozenset(filter(asking.is_number, words)),
        dates=frozenset(filter(asking.is_date, words)),
        times=frozenset(tokens.fold(one[0]) for one in _WHEN.finditer(text)),
        names=frozenset(map(tokens.fold, asking.NAME.findall(text))).union(
            _people(words), _CONTACT.findall(text)
        ),
        head=frozenset(tokens.stems(head[1])) if head else frozenset(),
        label=frozenset(tokens.stems(_first_cell(text))) if unit.row else frozenset(),
        defined=_defined(text, words),
        joined=f"_{'_'.join(words)}_",
    )


def _orders(text: str) -> bool:
    """Whether the first or second word orders something; none of a noun's ("The order", "A report")."""
    verb = _FRENCH_ORDER.match(text)
    if verb and not asking.marks("no_orders", [tokens.fold(verb["verb"])]):
        return True
    first = tokens.words(text[:_OPENING])[:2]
    return asking.marks("imperatives", first[:1]) or (
        asking.marks("imperatives", first[1:])
        and (not asking.marks("determiners", first[:1]) or _LABEL.match(text) is not None)
    )


def _counts_time(words: Sequence[str]) -> bool:
    """Whether a time is counted in words: "a month", "chaque semaine", "twice", "annuel"."""
    return asking.marks("frequencies", words) or any(
        asking.marks("single", [one]) and asking.marks("durations", [other]) for one, other in pairwise(words)
    )


def _people(words: Sequence[str]) -> Iterable[str]:
    return asking.tables().words["people"].intersection(words)


def _first_cell(row: str) -> str:
    """Of a row between bars, or of one that white space parts."""
    return row.partition("|")[0] if "|" in row else GAP.split(row, 1)[0]


def _defined(text: str, words: Sequence[str]) -> frozenset[str]:
    at = next((i for i, word in enumerate(words[:_EARLY]) if asking.marks("copulas", [word])), -1)
    if at > 0:
        return frozenset(map(tokens.stem, words[:at]))
    mark = text.find(":")
    return frozenset(map(tokens.stem, tokens.words(text[:mark]))) if 0 < mark < _LEAD else frozenset()
