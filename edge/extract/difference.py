"""What one proposal changed against the one before it."""

from __future__ import annotations

from edge.extract.llm.types import TYPES
from edge.records import Extraction, Proposal, Reason


def between(before: Proposal | None, after: Proposal) -> list[Reason]:
    """A reason for each change; empty when nothing of weight changed (wording alone is nothing)."""
    if before is None:
        return [Reason("first_draft")]
    changes = []
    if before.action != after.action:
        was, now = Reason(f"action.{before.action}"), Reason(f"action.{after.action}")
        changes.append(Reason("action_changed", {"before": was, "after": now}))
    old, new = {_key(it): it for it in before.extractions}, {_key(it): it for it in after.extractions}
    changes += [
        Reason("added", {"type": _type(it), "info": it.info[:80]})
        for key, it in new.items()
        if key not in old
    ]
    changes += [
        Reason("removed", {"type": _type(it), "info": it.info[:80]})
        for key, it in old.items()
        if key not in new
    ]
    for key in new.keys() & old.keys():
        changes += [
            Reason(
                "field_changed",
                {
                    "type": _type(new[key]),
                    "field": Reason(f"field.{name}"),
                    "before": _value(name, getattr(old[key], name)),
                    "after": _value(name, getattr(new[key], name)),
                },
            )
            for name in ("importance", "task", "calendar", "note")
            if getattr(old[key], name) != getattr(new[key], name)
        ]
    return changes


def _type(it: Extraction) -> str | Reason:
    """A type of the user's own has no other name."""
    return Reason(f"type.{it.type}") if it.type in TYPES else it.type


def _value(name: str, value: bool | str | None) -> str | Reason:
    if isinstance(value, bool):
        return Reason("value.yes") if value else Reason("value.no")
    if name == "importance":
        return Reason(f"value.{value}")
    return value or Reason("value.none")


def _key(it: Extraction) -> tuple[object, ...]:
    """What makes two extractions the same: type, values, and the place of the quote."""
    place = (it.start, it.end) if it.grounded else it.quote
    return (it.type, it.date, it.time, it.amount, place)
