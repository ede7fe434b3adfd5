"""Amounts of a message: what is due, paid, offered or decided, without advertising's prices."""

from __future__ import annotations

import re

from edge.extract.rules.clause_values import ClauseValues, extraction
from edge.records import Extraction

#: More than so many sums are a price list; the largest cued ones are kept.
_MOST = 4

# "from 612 to 623.85", "de 612 à 623,85", "→": the new one counts.
_CHANGE = re.compile(r"(?:à|to|→|->|=>)\s*$")
_BESIDE = re.compile(
    r"(?:au lieu de|instead of|was|were|paid|previously|auparavant|contre|avant)\W*$", re.IGNORECASE
)


def amount_extractions(values: ClauseValues, high: float) -> list[Extraction]:
    """Extractions of type amount. `high`: from here the importance is high."""
    body = values.parsed.message.body
    ranked: list[tuple[float, Extraction]] = []
    seen: set[tuple[float, str | None]] = set()
    for annotated in values.places:
        if annotated.cued("hypothetical") and not annotated.cued("money"):
            continue
        text = annotated.clause.text if annotated.clause.subject else body
        amounts = list(annotated.amounts)
        for before, after in zip(annotated.amounts, annotated.amounts[1:], strict=False):
            if _CHANGE.search(text[before.end : after.start]) and before in amounts:
                amounts.remove(before)
        if len(amounts) > 2:
            amounts = [max(amounts, key=lambda amount: amount.value)]
        for amount in amounts:
            key = (amount.value, amount.currency)
            if key in seen or (
                len(annotated.amounts) > 1 and _BESIDE.search(text[max(0, amount.start - 14) : amount.start])
            ):
                continue
            if amount.currency is None and not annotated.cued("money"):
                continue
            seen.add(key)
            confidence = 0.6 + 0.12 * annotated.cued("money") + 0.1 * (amount.currency is not None)
            ranked.append(
                (
                    confidence + (0.001 if amount is amounts[-1] else 0.0),
                    extraction(
                        "amount", annotated, confidence=confidence,
                        importance="high" if amount.value >= high else "medium",
                        amount=amount.value, currency=amount.currency, required=confidence >= 0.8,
                    ),
                )
            )  # fmt: skip
    best = sorted(ranked, key=lambda one: -one[0])[:_MOST]
    return [one for _, one in ranked if any(one is other for _, other in best)]


def all_sums(values: ClauseValues) -> list[float]:
    """Every sum that the message names, each once, subject included."""
    return list({amount.value: None for annotated in values.places for amount in annotated.amounts})
