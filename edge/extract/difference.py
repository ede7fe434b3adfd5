"""What one proposal changed against the one before it, in words."""

from __future__ import annotations

from edge.records import Extraction, Proposal


def between(before: Proposal | None, after: Proposal) -> list[str]:
    """A line for each change; empty when nothing of weight changed (wording alone is nothing)."""
    if before is None:
        return ["first draft"]
    told = []
    if before.action != after.action:
        told.append(f"action: {before.action} → {after.action}")
    old, new = {_key(it): it for it in before.extractions}, {_key(it): it for it in after.extractions}
    told += [f"+ {it.type}: {it.info[:80]}" for key, it in new.items() if key not in old]
    told += [f"- {it.type}: {it.info[:80]}" for key, it in old.items() if key not in new]
    for key in new.keys() & old.keys():
        told += [
            f"{new[key].type}: {name} {getattr(old[key], name)} → {getattr(new[key], name)}"
            for name in ("importance", "task", "calendar", "note")
            if getattr(old[key], name) != getattr(new[key], name)
        ]
    return told


def _key(it: Extraction) -> tuple[object, ...]:
    """What makes two extractions the same: type, values, and the place of the quote."""
    place = (it.start, it.end) if it.grounded else it.quote
    return (it.type, it.date, it.time, it.amount, place)
