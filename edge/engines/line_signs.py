"""What a line shows by itself, whatever is asked: read once, kept with its words (`reading.py`).

What is bound to a language stands in `assets/questions.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from edge.engines import question as asking
from edge.text import sentences, tokens
from edge.text.columns import GAP

#: Columns of `LineSigns.plain`.
PLAIN = (
    "pronoun", "row", "place", "reason", "manner", "modal", "negated", "heading_like", "is_question", "words",
    "list", "item", "code", "amount", "priced", "duration", "affirms", "is_example", "orders",
)  # fmt: skip

_ORDERS = PLAIN.index("orders")
_MONEY = re.compile(r"[€£$]\s?\d|\d\s?[€£$]")
_PRICE = re.compile(r"(?<![\d.,])\d{1,3}(?:[ .,\u00a0\u202f]\d{3}){0,5}[.,]\d{2}(?![\d.,])")
_NUMBER = re.compile(r"\d")
# The head of "Term: what it is", "**Term** – …", "“Term” means …"; also "Term | what it is", a row.
_HEAD = re.compile(
    r"\A\W{0,4}([^:|\n–—=]{2,80}?)[\"”’»)]{0,2}\s{0,4}(?::|\s[–—=-]\s|\||\n|\bmeans\b|\bdésigne|\bdesigne)"
)
_FRENCH_ORDER = re.compile(
    r"\A\W{0,20}+(?:(?:\d{1,2}(?:[.)]|°\)?)|[a-z]\))\s{0,4})?(?:ne |n['’])?[a-zà-ÿA-ZÀ-Ý]{1,30}(?:ez|er|ir)\b"
)
#: Words in which the verb of a definition stands, and characters of what precedes a colon.
_EARLY, _LEAD = 14, 60


class LineSigns(msgspec.Struct, frozen=True):
    """`plain` are 0 or 1 but for the number of words. `numbers` and `dates` are folded words, `names` what
    begins with a capital, folded. Stems: `head` of the term of an entry, `label` of a row's first cell,
    `defined` of what stands before the verb or the colon of a definition.
    """

    plain: tuple[float, ...]
    numbers: frozenset[str]
    dates: frozenset[str]
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


def signs_of(unit: sentences.Unit, text: str, words: Sequence[str]) -> LineSigns:
    """The signs of a unit of this text, of these folded words."""
    head = _HEAD.match(text)
    plain = (
        asking.marks("pronouns", words[:1]),
        unit.row,
        asking.has_place(text),
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
        _NUMBER.search(text) is not None,
        any(one.search(text) for one in (_MONEY, _PRICE)) or asking.marks("currencies", words),
        asking.marks("durations", words),
        asking.marks("affirmations", words[:1]),
        asking.marks("examples", words[:3]),
        asking.marks("imperatives", words[:2]) or _FRENCH_ORDER.match(text) is not None,
    )
    return LineSigns(
        plain=tuple(map(float, plain)),
        numbers=frozenset(filter(asking.is_number, words)),
        dates=frozenset(filter(asking.is_date, words)),
        names=frozenset(map(tokens.fold, asking.NAME.findall(text))),
        head=frozenset(tokens.stems(head[1])) if head else frozenset(),
        label=frozenset(tokens.stems(_first_cell(text))) if unit.row else frozenset(),
        defined=_defined(text, words),
        joined=f"_{'_'.join(words)}_",
    )


def _first_cell(row: str) -> str:
    """Of a row between bars, or of one that white space parts."""
    return row.partition("|")[0] if "|" in row else GAP.split(row, 1)[0]


def _defined(text: str, words: Sequence[str]) -> frozenset[str]:
    at = next((i for i, word in enumerate(words[:_EARLY]) if asking.marks("copulas", [word])), -1)
    if at > 0:
        return frozenset(map(tokens.stem, words[:at]))
    mark = text.find(":")
    return frozenset(map(tokens.stem, tokens.words(text[:mark]))) if 0 < mark < _LEAD else frozenset()
