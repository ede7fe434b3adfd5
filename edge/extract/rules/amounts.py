"""Amounts of a message: what is due, paid, offered or decided, without advertising's prices."""

from __future__ import annotations

import itertools
import re

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues, extraction
from edge.records import Extraction
from edge.text.regex import regex
from edge.values.amounts import Amount

#: More than so many sums are a price list; the largest cued ones are kept.
_MOST = 4

# "from 612 to 623.85", "de 612 à 623,85", "→": the new one counts. Of two things that cost something each
# ("l'actif s'établit à 214 300 € et les droits à 16 450 €") both do.
_CHANGE = regex(r"(?:à|to|→|->|=>)\s*$")
_JOINS = regex(r"[,;.:\n]|\b(?:et|and|mais|but|ou|or)\b", re.IGNORECASE)
#: Characters between an old sum and the new one.
_CHANGED = 32
#: What a bill comes to in the end; the first in which a row has one is what is due.
_PAYABLE = (
    regex(
        r"\b(?:net [àa] payer|(?:reste|solde|montant|somme) (?:[àa] (?:payer|r[ée]gler|votre charge)|d[ûu]e?)"
        r"|(?:amount|balance|total) (?:now )?(?:due|payable|to pay|outstanding)|left to pay|to pay"
        r"|[àa] (?:payer|r[ée]gler))\b",
        re.IGNORECASE,
    ),
    regex(r"\b(?:total ttc|grand total|total inc[^\n]{0,16}|total pay[ée]|total paid)\b", re.IGNORECASE),
    regex(r"^\W*(?:total|montant total)\b(?! (?:ht|hors))", re.IGNORECASE),
)
#: Rows above the sum, at least: two may be two things.
_ROWS = 2
_BESIDE = regex(
    r"(?:au lieu de|instead of|was|were|paid|previously|currently|up from|auparavant|actuellement"
    r"|contre|avant)\W*$",
    re.IGNORECASE,
)
#: "£210, not £180", "et non 180 €": the sum that it is not.
_DENIED = regex(r"(?:\d\D{0,12}[,;(–-]? ?)\b(?:and )?(?:not|pas|(?:et )?non) $", re.IGNORECASE)
# A line about the year before: "Last year you paid: £214.30".
_FORMER = regex(
    r"\b(?:last year(?:['’]s)?|previous(?:ly)?|l['’]an(?:n[ée]e)? (?:derni[eè]re?|pass[ée]e?)"
    r"|pr[ée]c[ée]dente?|anciens? (?:loyer|tarif|prix|montant))\b[^.;\n]{0,24}$",
    re.IGNORECASE,
)


# What the law puts below a company's letter: "SA au capital de 84 000 000 €".
_CAPITAL = regex(
    r"\b(?:au capital(?: social)?|capital social|share capital|fonds propres) ?(?:de|of|:)? ?$", re.IGNORECASE
)


def amount_extractions(values: ClauseValues, high: float) -> list[Extraction]:
    """Extractions of type amount. `high`: from here the importance is high."""
    body = values.parsed.message.body
    ranked: list[tuple[float, Extraction]] = []
    seen: set[tuple[float, str | None]] = set()
    rows = _summed_rows(values)
    for annotated in values.places:
        if annotated in rows or (annotated.cued("hypothetical") and not annotated.cued("money", "decision")):
            continue
        text = annotated.clause.text if annotated.clause.subject else body
        amounts = [
            amount
            for amount in annotated.amounts
            if not _CAPITAL.search(text[max(0, amount.start - 40) : amount.start])
            and not _DENIED.search(text[max(0, amount.start - 24) : amount.start])
            and (
                len(annotated.amounts) == 1
                or not _BESIDE.search(text[max(0, amount.start - 60) : amount.start])
            )
        ]
        for before, after in zip(annotated.amounts, annotated.amounts[1:], strict=False):
            if _is_change(text[before.end : after.start]) and before in amounts:
                amounts.remove(before)
        amounts = _written_once(amounts)
        if len(amounts) > 2:
            # The sum that is told of, and the largest: "we will pay 2,318, being 2,668 less your 350".
            largest = max(amounts, key=lambda amount: amount.value)
            amounts = [amount for amount in amounts if amount is amounts[0] or amount is largest]
        for amount in amounts:
            key = (amount.value, amount.currency)
            lead = text[max(0, amount.start - 60) : amount.start]
            if key in seen or _FORMER.search(lead):
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


def _written_once(amounts: list[Amount]) -> list[Amount]:
    """Without the figures behind a sum in words: "mille euros (1 000 €)" is one sum."""
    pairs = itertools.pairwise([None, *amounts])
    return [
        amount
        for before, amount in pairs
        if amount and (before is None or (before.value, before.currency) != (amount.value, amount.currency))
    ]


def _is_change(between: str) -> bool:
    """One sum became the other."""
    return len(between) <= _CHANGED and _CHANGE.search(between) is not None and not _JOINS.search(between)


def _summed_rows(values: ClauseValues) -> list[AnnotatedClause]:
    """The rows of a bill that are in its sum already, or that lead from the sum to what is left to pay."""
    rows = [annotated for annotated in values.clauses if _is_row(values, annotated)]
    for payable in _PAYABLE:
        sums = [row for row in rows if payable.search(_label(values, row))]
        if sums:
            return [row for row in rows if row is not sums[-1]] if len(rows) > _ROWS else []
    return []


def _is_row(values: ClauseValues, annotated: AnnotatedClause) -> bool:
    """A short line that ends with its one sum: "Livraison ....... 90,00 €"."""
    if len(annotated.amounts) != 1:
        return False
    body, amount = values.parsed.message.body, annotated.amounts[0]
    behind = body[amount.end : amount.end + _ROW].partition("\n")[0]
    label = _label(values, annotated)
    short = len(label) <= _ROW and len(behind.strip(" .;*)")) <= _BEHIND
    return short and not annotated.whens and _VERB.search(label) is None


def _label(values: ClauseValues, row: AnnotatedClause) -> str:
    """What stands in its line before the sum."""
    body, place = values.parsed.message.body, row.amounts[0].start
    return body[body.rfind("\n", 0, place) + 1 : place]


#: Characters of a row before its sum, and behind it: "TTC".
_ROW = 90
_BEHIND = 4

#: A sentence that ends with a sum is no row.
_VERB = regex(
    r"\b(?:est|sont|sera|seront|s['’][ée]l[èe]vent?|co[ûu]tent?|merci|nous|vous|je|on|is|are|was|were|will"
    r"|costs?|comes|please|we|you|i)\b",
    re.IGNORECASE,
)


def all_sums(values: ClauseValues) -> list[float]:
    """Every sum that the message names, each once, subject included."""
    return list({amount.value: None for annotated in values.places for amount in annotated.amounts})
