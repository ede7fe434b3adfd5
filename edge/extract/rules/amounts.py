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
    r"(?:au lieu de|instead of|was|were|paid|previously|currently|up from|auparavant|actuellement"
    r"|contre|avant)\W*$",
    re.IGNORECASE,
)
# A line about the year before: "Last year you paid: £214.30".
_FORMER = re.compile(
    r"\b(?:last year(?:['’]s)?|previous(?:ly)?|l['’]an(?:n[ée]e)? (?:derni[eè]re?|pass[ée]e?)"
    r"|pr[ée]c[ée]dente?|anciens? "
    r"(?:loyer|tarif|prix|montant))\b[^.;\n]{0,24}$",
    re.IGNORECASE,
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
            # The sum that is told of, and the largest: "we will pay 2,318, being 2,668 less your 350".
            largest = max(amounts, key=lambda amount: amount.value)
            amounts = [amount for amount in amounts if amount is amounts[0] or amount is largest]
        for amount in amounts:
            key = (amount.value, amount.currency)
            lead = text[max(0, amount.start - 60) : amount.start]
            beside = len(annotated.amounts) > 1 and _BESIDE.search(lead)
            if key in seen or beside or _FORMER.search(lead):
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
