"""A form that was filled in, as a Proposal: each value read strictly, each quote found, each claim compared.

What is wrong in an answer of the right shape costs the value, not the answer; it is counted in the signals.
Confidences here are set by hand and not calibrated: `passes` weighs the signals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from edge.extract.llm.custom_type import CustomType
from edge.extract.llm.fill import fill
from edge.extract.llm.find_quote import NOWHERE, QuoteFinder, QuotePlace
from edge.extract.llm.form import EVIDENCE, QUOTE, SURE, WITHDRAWN
from edge.extract.llm.merge import distinct
from edge.extract.llm.message_values import MessageValues
from edge.extract.llm.types import named
from edge.records import Completed, Extraction, Found, Proposal, Withdrawal
from edge.text import currencies, iso_date, numbers
from edge.text.one_line import one_line
from edge.text.spans import Span

#: By how the quote was found; one that stands elsewhere than in the body loses a little.
FOUND: dict[Found, float] = {"exact": 0.97, "folded": 0.96, "fuzzy": 0.8, "": 0.3}
ELSEWHERE = 0.95

#: A value that neither the rules read nor the text spells out.
UNKNOWN = 0.5

#: A quote with fewer letters and digits stands anywhere: it shows nothing.
MIN_EVIDENCE = 3

#: Of the action, where the engine gives no probabilities.
NO_LOGPROB = 0.8

MOST = 100  # extractions of one answer


@dataclass(slots=True)
class ClaimCounts:
    """What was claimed, and how much of it held."""

    quotes: int = 0
    quotes_found: int = 0
    values: int = 0
    values_agree: int = 0
    invalid: int = 0


@dataclass(frozen=True)
class ParseContext:
    """What an answer is compared with. `labels` are the names of what C1, C2, ... stood for."""

    finder: QuoteFinder
    known: MessageValues
    read: Sequence[Span] = ()
    labels: Sequence[str] = ()
    own: CustomType | None = None


def proposal(completed: Completed, context: ParseContext) -> Proposal:
    """The proposal in an answer that has the form's shape (`check.problems`)."""
    value: Mapping[str, Any] = completed.value
    counts = ClaimCounts()
    read = [_standard(it, context, counts) for it in value["extractions"][:MOST]]
    if context.own is not None:
        read += [_own(it, context, context.own, counts) for it in value["records"][:MOST]]
    shown = {f"C{n + 1}": name for n, name in enumerate(context.labels)}
    used = list(dict.fromkeys(shown[label] for label in value.get("used", ()) if label in shown))
    logprob = action_logprob(completed)
    evidence = value.get(EVIDENCE, "")
    signals = {
        "quotes_found": _share(counts.quotes_found, counts.quotes),
        "values_agree": _share(counts.values_agree, counts.values),
        "invalid_values": float(counts.invalid),
        "self_confidence": SURE[value["sure"]],
    }
    if logprob is not None:
        signals["action_logprob"] = logprob
    if completed.logprobs:
        signals["rejected_share"] = completed.rejected / len(completed.logprobs)
    return Proposal(
        action=value["action"],
        action_confidence=NO_LOGPROB if logprob is None else math.exp(logprob),
        why=one_line(value["why"], 200),
        extractions=distinct(it for it in read if it is not None),
        withdrawn=[_withdrawal(it, context) for it in value.get(WITHDRAWN, ())[:MOST]],
        evidence=one_line(evidence, QUOTE),
        evidenced=bool(_place(evidence, context, ClaimCounts()).found),
        entities=list(dict.fromkeys(filter(None, (one_line(it, 80) for it in value["entities"][:20])))),
        question=one_line(value["question"], 240) or None,
        strategic=value["strategic"],
        used=used,
        ignored=[name for name in context.labels if name not in used],
        signals=signals,
        tokens=dict(completed.tokens),
        cost_usd=completed.cost_usd,
    )


def _withdrawal(it: Mapping[str, Any], context: ParseContext) -> Withdrawal:
    """Evidence counts where it stands in the message."""
    place = _place(it["evidence"], context, ClaimCounts())
    return Withdrawal(
        quote=one_line(it["quote"], QUOTE), reason=it["reason"], evidence=one_line(it["evidence"], QUOTE),
        grounded=bool(place.found),
    )  # fmt: skip


def action_logprob(completed: Completed) -> float | None:
    """Log-probability of the tokens that spell the action, before the grammar; None where no engine says."""
    key = '"action":"'
    # In a string of the answer these quotes would be escaped; after the action only plain fields follow.
    at = completed.text.rfind(key)
    if at < 0 or len(completed.ends) != len(completed.logprobs):
        return None
    first = at + len(key)
    last = completed.text.find('"', first)
    total, before = 0.0, 0
    for end, logprob in zip(completed.ends, completed.logprobs, strict=True):
        if before < last and end > first:
            total += logprob
        before = end
    return min(total, 0.0)


def _standard(it: Mapping[str, Any], context: ParseContext, counts: ClaimCounts) -> Extraction | None:
    """One extraction of the fourteen types, or None for one that says nothing."""
    kind = named(it["type"])
    place = _place(it["quote"], context, counts)
    info = one_line(it["info"], 200) or one_line(place.quote or it["quote"], 120)
    if kind is None or not info:
        counts.invalid += 1
        return None
    day, at = iso_date.day(it["date"])
    time = iso_date.clock(it["time"]) or at
    claim = numbers.read(it["amount"], money=True)
    amount = None if claim is None or claim.value is None else float(claim.value)
    code = currencies.stated(it["currency"])
    counts.invalid += sum(
        bool(text.strip()) and read is None
        for text, read in (
            (it["date"], day),
            (it["time"], time),
            (it["amount"], amount),
            (it["currency"], code),
        )
    )
    known = context.known
    held = [known.date(day)] if day else []
    held += [known.amount(claim)] if claim is not None else []
    timed = [known.time(time)] if time else []
    counts.values += len(held) + len(timed)
    counts.values_agree += sum(held) + sum(timed)
    note = one_line(it["note"], 80) or None
    extraction = Extraction(
        type=kind, info=info, importance=it["importance"],
        quote=place.quote or one_line(it["quote"], QUOTE),
        start=place.start, end=place.end, where=place.where,
        # A day or a sum that is not in the message is not grounded by a quote that is.
        grounded=bool(place.found) and all(held), found=place.found,
        date=day, time=time, amount=amount, currency=code if amount is not None else None,
        timezone=known.zone(it.get("timezone", "")) if time else None,
        duration_minutes=known.length(it.get("minutes", "")) if time else None,
        task=it["task"], calendar=it["calendar"],
        note=note, note_action=it["note_action"] if note else "none", required=it["required"],
        confidence=_worth(place, unknown=len(held) + len(timed) - sum(held) - sum(timed)),
    )  # fmt: skip
    extraction = fill(extraction, known)
    # Without a day there is no place in a calendar.
    return extraction if extraction.date is not None else msgspec.structs.replace(extraction, calendar=False)


def _own(
    it: Mapping[str, Any], context: ParseContext, own: CustomType, counts: ClaimCounts
) -> Extraction | None:
    """One record of the user's own type, or None where its data do not fit."""
    data, wrong = own.read(it["data"])
    counts.invalid += len(wrong)
    place = _place(it["quote"], context, counts)
    if data is None:
        return None
    figures = [
        value for value in _leaves(data) if isinstance(value, (int, float)) and not isinstance(value, bool)
    ]
    held = [context.known.amount(numbers.certain(value)) for value in figures]
    counts.values += len(held)
    counts.values_agree += sum(held)
    return Extraction(
        type=own.name, info=one_line(it["info"], 200) or own.name, importance=it["importance"],
        quote=place.quote or one_line(it["quote"], QUOTE),
        start=place.start, end=place.end, where=place.where,
        grounded=bool(place.found) and all(held), found=place.found, data=data,
        confidence=_worth(place, unknown=len(held) - sum(held)),
    )  # fmt: skip


def _place(quote: str, context: ParseContext, counts: ClaimCounts) -> QuotePlace:
    counts.quotes += 1
    # One wide character says as much as several narrow ones.
    evidence = sum(3 if ord(c) >= 0x2E80 else 1 for c in quote if c.isalnum())
    place = context.finder.find(quote, context.read) if evidence >= MIN_EVIDENCE else NOWHERE
    counts.quotes_found += bool(place.found)
    return place


def _worth(place: QuotePlace, *, unknown: int) -> float:
    worth = FOUND[place.found]
    if place.found and place.where != "body":
        worth = min(worth, ELSEWHERE)
    return worth * UNKNOWN if unknown else worth


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [leaf for inner in value.values() for leaf in _leaves(inner)]
    if isinstance(value, list):
        return [leaf for inner in value for leaf in _leaves(inner)]
    return [value]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
