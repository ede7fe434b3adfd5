"""What the context says to a proposal: notes to file under, tasks and appointments that are there already."""

from __future__ import annotations

import msgspec

from edge.extract.filing import bare, note_of
from edge.extract.rules.sender import Sender
from edge.i18n import render
from edge.records import Conflict, Context, ContextItem, Extraction, Reason
from edge.text.tokens import fold, terms

#: Share of an extraction's words that a known item must hold to be the same thing.
_SAME = 0.6


def met_before(context: Context, sender: Sender) -> ContextItem | None:
    """An earlier message of this sender, if the context shows one."""
    names = [fold(text) for text in (sender.address, sender.name) if len(text) > 3]
    for item in context.items:
        if item.kind == "message" and any(name in fold(f"{item.name} {item.text}") for name in names):
            return item
    return None


def with_context(
    extractions: list[Extraction], context: Context, entities: list[str], sender: Sender, *, french: bool
) -> tuple[list[Extraction], set[str]]:
    """Extractions filed under existing notes and marked where already known, and the names of items used."""
    used: set[str] = set()
    notes = [item for item in context.items if item.kind == "note"]
    result: list[Extraction] = []
    for one in extractions:
        changed = one
        note = note_of(one, notes, entities, sender.name)
        if note is not None:
            changed = msgspec.structs.replace(changed, note=bare(note.name), note_action="append")
            used.add(note.name)
        known = _already(one, context.items)
        if known is not None:
            info = Reason("info.known", {"info": changed.info, "name": known.name})
            line = render(info, "fr" if french else "en")
            changed = msgspec.structs.replace(changed, importance="low", info=line)
            used.add(known.name)
        for conflict in _overlaps(one, context):
            # What it runs into is shown beside it (`ContextUse.conflicts`).
            used.update(conflict.items)
        result.append(changed)
    return result, used


def _overlaps(one: Extraction, context: Context) -> list[Conflict]:
    """Appointments of the calendar that an event runs into."""
    if one.type != "event" or one.date is None:
        return []
    days = {item.name: item.date[:10] for item in context.items}
    return [
        conflict
        for conflict in context.conflicts
        if conflict.kind == "overlap" and any(days.get(name) == one.date for name in conflict.items)
    ]


def _already(one: Extraction, items: list[ContextItem]) -> ContextItem | None:
    """A task or an appointment of the same words, and of the same day where both have one."""
    wanted = {"event": "event", "deadline": "task", "request": "task", "commitment": "task"}.get(one.type)
    terms_of_quote = set(terms(one.quote))
    if wanted is None or not terms_of_quote:
        return None
    for item in items:
        if item.kind != wanted:
            continue
        terms_of_item = set(terms(item.text))
        if one.date and item.date and item.date[:10] != one.date:
            continue
        shared = len(terms_of_quote & terms_of_item) / max(1, min(len(terms_of_quote), len(terms_of_item)))
        if shared >= _SAME and len(terms_of_quote & terms_of_item) >= 2:
            return item
    return None
