"""What a candidate is, beside the words it shares: a definition, an entry, an instruction, a list, an amount.

Columns of FORMS. None of these looks at where a text comes from, so that they hold for manuals and contracts
as for an encyclopaedia.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from edge.engines import question as asking
from edge.engines import ranges
from edge.engines.reading import ParsedCandidate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

FORMS = (
    "list", "item", "code", "list_asked", "list_howto", "code_asked", "item_howto", "imperative_howto",
    "defines", "entry", "duration", "money", "yes_no", "is_example", "row_label", "identifier",
    "amount_missing", "in_range", "out_of_range",
)  # fmt: skip


def forms(
    question: asking.ParsedQuestion, readings: Sequence[ParsedCandidate], plain: Mapping[str, Vector],
    typed: Sequence[str],
) -> dict[str, Vector]:  # fmt: skip
    """The columns of FORMS, each (candidates,). `plain`: the columns of `line_signs.PLAIN`; `typed`: the
    identifiers of the question.
    """
    kinds, stems = question.kinds, question.stems
    howto, absent = "howto" in kinds, 1.0 - plain["amount"]
    entry = np.array([_entry(reading.signs.head, stems) for reading in readings])
    label = [_label(reading.signs.label, stems) for reading in readings]
    within = np.zeros(len(readings))
    if numbers := ranges.asked(question.text):
        within = np.array([ranges.fits(numbers, reading.candidate.text) for reading in readings])
    return {
        "list": plain["list"],
        "item": plain["item"],
        "code": plain["code"],
        "list_asked": plain["list"] * ("list" in kinds),
        "list_howto": plain["list"] * howto,
        "code_asked": plain["code"] * ("code" in kinds),
        "item_howto": plain["item"] * howto,
        "imperative_howto": plain["orders"] * howto,
        "defines": entry * ("define" in kinds),
        "entry": entry,
        "duration": plain["amount"] * plain["duration"] * ("time" in kinds),
        "money": plain["priced"] * ("money" in kinds),
        "yes_no": plain["affirms"] * ("yesno" in kinds),
        "is_example": plain["is_example"],
        "row_label": np.array(label),
        "identifier": _identified(readings, typed),
        "amount_missing": absent * (not kinds.isdisjoint(("count", "time", "money"))),
        "in_range": (within > 0).astype(np.float64),
        "out_of_range": (within < 0).astype(np.float64),
    }


def _entry(head: frozenset[str], asked: frozenset[str]) -> float:
    """How much of the question the head of an entry says, where it has no words besides those."""
    return len(head) / max(1, len(asked)) if head and head <= asked else 0.0


def _label(label: frozenset[str], asked: frozenset[str]) -> float:
    return len(label & asked) / len(label) if label else 0.0


def _identified(readings: Sequence[ParsedCandidate], typed: Sequence[str]) -> Vector:
    """The share of the question's identifiers that each candidate has, or what it stands under."""
    if not typed:
        return np.zeros(len(readings))
    shown = [f"{one.candidate.text} {one.candidate.context}".lower() for one in readings]
    return np.array([sum(one in text for one in typed) / len(typed) for text in shown])
