"""What a candidate is, beside the words it shares: a definition, an entry, an instruction, a list, an amount.

One row of numbers per candidate, in the order of FORMS. What is bound to a language stands in
`assets/questions.toml`. None of these looks at where a text comes from, so that they hold for manuals and
contracts as for an encyclopaedia.
"""

from __future__ import annotations

import re

from edge.engines import question as asking
from edge.engines import ranges
from edge.engines.reading import ParsedCandidate
from edge.text import tokens

FORMS = (
    "list", "item", "code", "list_asked", "list_howto", "code_asked", "item_howto", "imperative_howto",
    "defines", "entry", "duration", "money", "yes_no", "is_example", "row_label", "identifier",
    "amount_missing", "in_range", "out_of_range",
)  # fmt: skip

_MONEY = re.compile(r"[€£$]\s?\d|\d\s?[€£$]")
_PRICE = re.compile(r"(?<![\d.,])\d{1,3}(?:[ .,\u00a0\u202f]\d{3}){0,5}[.,]\d{2}(?![\d.,])")
_NUMBER = re.compile(r"\d")
# The head of "Term: what it is", "**Term** – …", "“Term” means …"; also "Term | what it is", a row.
_HEAD = re.compile(
    r"\A\W{0,4}([^:|\n–—=]{2,80}?)[\"”’»)]{0,2}\s{0,4}(?::|\s[–—=-]\s|\||\n|\bmeans\b|\bdésigne|\bdesigne)"
)
_FRENCH_ORDER = re.compile(
    r"\A\W{0,20}+(?:\d{1,2}[.)]\s{0,4})?(?:ne |n['’])?[a-zà-ÿA-ZÀ-Ý]{1,30}(?:ez|er|ir)\b"
)


def forms(question: asking.ParsedQuestion, reading: ParsedCandidate, typed: list[str]) -> tuple[float, ...]:
    """The row of FORMS of one candidate. `typed`: the identifiers of the question."""
    kinds, candidate, words = question.kinds, reading.candidate, reading.words
    text = candidate.text
    shown = f"{text} {candidate.context}".lower()
    listed, item, code = (candidate.kind == kind for kind in ("list", "item", "code"))
    howto = "howto" in kinds
    head = _HEAD.match(text)
    head_stems = set(tokens.stems(head[1])) if head else set()
    # The term that is defined has no words besides those of the question.
    defined = bool(head_stems) and head_stems <= question.stems
    inside = len(head_stems & question.stems) / max(1, len(question.stems))
    amount = _NUMBER.search(text) is not None
    asked = bool(kinds & {"count", "time", "money"})
    priced = any(pattern.search(text) for pattern in (_MONEY, _PRICE)) or asking.marks("currencies", words)
    orders = asking.marks("imperatives", words[:2]) or _FRENCH_ORDER.match(text) is not None
    label = set(tokens.stems(text.partition("|")[0])) if candidate.row else set()
    within = ranges.fits(ranges.asked(question.text), text)
    return tuple(
        map(
            float,
            (
                listed,
                item,
                code,
                listed and "list" in kinds,
                listed and howto,
                code and "code" in kinds,
                item and howto,
                howto and orders,
                inside if "define" in kinds and defined else 0.0,
                inside if defined else 0.0,
                "time" in kinds and amount and asking.marks("durations", words),
                "money" in kinds and priced,
                "yesno" in kinds and asking.marks("affirmations", words[:1]),
                asking.marks("examples", words[:3]),
                len(label & question.stems) / len(label) if label else 0.0,
                sum(one in shown for one in typed) / len(typed) if typed else 0.0,
                asked and not amount,
                within > 0,
                within < 0,
            ),
        )
    )
