"""What the context says to a proposal: notes to file under, tasks and appointments that are there already."""

from __future__ import annotations

import re

import msgspec

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
        note = _note_for(one, notes, entities, sender)
        if note is not None:
            changed = msgspec.structs.replace(changed, note=_bare(note.name), note_action="append")
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


def _note_for(
    one: Extraction, notes: list[ContextItem], entities: list[str], sender: Sender
) -> ContextItem | None:
    """The note that the quote names, in full or by the beginning of a name ("Marc" for "Marc Dupont", where
    no other note can be meant); else one on the sender; else one on somebody in the message.
    """
    quote, people = fold(one.quote), {fold(name) for name in entities} - {""}
    titled = [(note, fold(_bare(note.name))) for note in notes]
    in_full = [note for note, title in titled if _within(title, quote)]
    begun = _begun([(note, title) for note, title in titled if note.type in ("", "person")], one)
    ranked = (
        # "Marc est le nouveau tech lead du Projet Alpha" is about Marc; a sum of the project's is not.
        *((begun, in_full) if one.type in _OF_PEOPLE else (in_full, begun)),
        [note for note, title in titled if title and title == fold(sender.name)],
        [note for note, title in titled if title in people],
    )
    return next((group[0] for group in ranked if group), None)


_CAPITALISED = re.compile(r"\b[A-ZÀ-Þ][\w’'-]{2,}")

#: Types that tell of somebody.
_OF_PEOPLE = frozenset({"relation", "contact", "skill", "preference", "quotation"})


def _begun(titled: list[tuple[ContextItem, str]], one: Extraction) -> list[ContextItem]:
    """The note whose title a name in the quote begins; none where two could be meant."""
    # A name that opens a sentence is no entity to the rules, but a note may begin with it.
    for name in [*one.entities, *_CAPITALISED.findall(one.quote)]:
        key = fold(name)
        meant = [note for note, title in titled if len(key) > 2 and title.startswith(f"{key} ")]
        if len(meant) == 1:
            return meant
    return []


def _bare(name: str) -> str:
    """`note: Projet Phare.md` names the project, not a file."""
    return re.sub(r"^\w+\s*[:/]\s*|\.\w{1,4}$", "", name).strip()


def _within(name: str, text: str) -> bool:
    return len(name) > 2 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


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
