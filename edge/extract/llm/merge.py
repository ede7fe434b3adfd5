"""Proposals for the parts of one message, as one proposal for all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import msgspec

from edge.extract.same_extraction import same_extraction
from edge.records import Extraction, Importance, MessageAction, Proposal

#: From the least careful to the most: what a later part holds can only make the action more careful.
CAREFUL: tuple[MessageAction, ...] = ("delete", "archive", "nothing", "queue", "flag")

_IMPORTANCE: tuple[Importance, ...] = ("low", "medium", "high")
_FOUND = ("", "fuzzy", "folded", "exact")


def merge(proposals: Sequence[Proposal]) -> Proposal:
    """One proposal. The first part's action stands, unless a later part holds something worth keeping and is
    more careful. Extractions that say the same become one. `tokens`, `cost_usd`, `unread` and all `signals`
    but the action's are left to the caller, who knows how much each part weighs.
    """
    lead = proposals[0]
    for later in proposals[1:]:
        keeps = any(it.grounded for it in later.extractions) or later.question is not None
        if keeps and CAREFUL.index(later.action) > CAREFUL.index(lead.action):
            lead = later
    return Proposal(
        action=lead.action,
        action_confidence=lead.action_confidence,
        why=lead.why,
        extractions=distinct(chain.from_iterable(it.extractions for it in proposals)),
        withdrawn=list(chain.from_iterable(it.withdrawn for it in proposals)),
        evidence=lead.evidence,
        evidenced=lead.evidenced,
        entities=_once(chain.from_iterable(it.entities for it in proposals)),
        question=lead.question or next((it.question for it in proposals if it.question), None),
        strategic=any(it.strategic for it in proposals),
        used=_once(chain.from_iterable(it.used for it in proposals)),
        signals={name: value for name, value in lead.signals.items() if name == "action_logprob"},
    )


def distinct(extractions: Iterable[Extraction]) -> list[Extraction]:
    """Extractions in order, those that say the same as one before put into that one."""
    merged: list[Extraction] = []
    for new in extractions:
        at = next((at for at, old in enumerate(merged) if same_extraction(old, new)), None)
        if at is None:
            merged.append(new)
        else:
            merged[at] = _joined(merged[at], new)
    return merged


def _joined(old: Extraction, new: Extraction) -> Extraction:
    """The better founded of the two, with what only the other knows. Nothing gets less important by it."""
    better, other = (new, old) if _rank(new) > _rank(old) else (old, new)
    if better.grounded and not other.grounded:  # nothing that is not in the message comes in by this door
        other = msgspec.structs.replace(other, date=None, time=None, amount=None, currency=None)
    return msgspec.structs.replace(
        better,
        importance=max(old.importance, new.importance, key=_IMPORTANCE.index),
        date=better.date or other.date,
        time=better.time or other.time,
        amount=better.amount if better.amount is not None else other.amount,
        currency=better.currency or other.currency,
        task=old.task or new.task,
        calendar=old.calendar or new.calendar,
        note=better.note or other.note,
        note_action=better.note_action if better.note else other.note_action,
        required=old.required or new.required,
        entities=_once([*old.entities, *new.entities]),
    )


def _rank(it: Extraction) -> tuple[bool, int, float]:
    return it.grounded, _FOUND.index(it.found), it.confidence


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
