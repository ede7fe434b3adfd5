"""Which note a finding belongs to, of those that were found around the message: "Marc" is "Marc Dupont" where
nobody else can be meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from email.utils import parseaddr

import msgspec

from edge.records import ContextItem, Extraction
from edge.text.tokens import fold

#: Types that tell of somebody.
_OF_PEOPLE = frozenset({"relation", "contact", "skill", "preference", "quotation"})

_CAPITALISED = re.compile(r"\b[A-ZÀ-Þ][\w’'-]{2,}")


def completed(
    extractions: Sequence[Extraction], items: Sequence[ContextItem]
) -> tuple[list[Extraction], set[str]]:
    """Extractions under the full names of the notes that they were filed under, and the names of these items:
    a model chose, and is taken at its word.
    """
    notes = _notes(items)
    return _filed(extractions, lambda it: _called(it.note, notes) if it.note else None)


def chosen(
    extractions: Sequence[Extraction], items: Sequence[ContextItem], people: Collection[str], sender: str
) -> tuple[list[Extraction], set[str]]:
    """Extractions of the rules under the notes that their quotes name, and the names of these items.
    `people`: names in the message; `sender`: who wrote, as `Name <address>`.
    """
    notes = _notes(items)
    if not notes:
        return list(extractions), set()
    name = parseaddr(sender)[0]
    return _filed(extractions, lambda it: note_of(it, notes, people, name))


def note_of(
    one: Extraction, notes: Sequence[ContextItem], people: Collection[str], sender: str
) -> ContextItem | None:
    """The note that the quote names, in full or by the beginning of a name ("Marc" for "Marc Dupont", where
    no other note can be meant); else one on the sender; else one on somebody in the message.
    """
    quote, named = fold(one.quote), {fold(name) for name in people} - {""}
    in_full = [note for note in notes if _within(_title(note), quote)]
    begun = _begun(notes, one, named)
    ranked = (
        # "Marc est le nouveau tech lead du Projet Alpha" is about Marc; a sum of the project's is not.
        *((begun, in_full) if one.type in _OF_PEOPLE else (in_full, begun)),
        [note for note in notes if _title(note) == fold(sender) != ""],
        [note for note in notes if _title(note) in named],
    )
    return next((group[0] for group in ranked if group), None)


def bare(name: str) -> str:
    """`note: Projet Phare.md` names the project, not a file."""
    return re.sub(r"^\w+\s*[:/]\s*|\.\w{1,4}$", "", name).strip()


def _filed(
    extractions: Sequence[Extraction], find: Callable[[Extraction], ContextItem | None]
) -> tuple[list[Extraction], set[str]]:
    made, used = [], set()
    for it in extractions:
        note = find(it)
        if note is None:
            made.append(it)
            continue
        used.add(note.name)
        action = "append" if it.note_action == "create" else it.note_action
        made.append(msgspec.structs.replace(it, note=bare(note.name), note_action=action))
    return made, used


def _notes(items: Sequence[ContextItem]) -> list[ContextItem]:
    return [item for item in items if item.kind == "note"]


def _title(note: ContextItem) -> str:
    return fold(bare(note.name))


def _called(name: str, notes: Sequence[ContextItem]) -> ContextItem | None:
    """The note of this name; else the only one on a person whose title begins with it."""
    key = fold(bare(name))
    same = [note for note in notes if _title(note) == key]
    return same[0] if same else _only(key, notes, frozenset())


def _begun(notes: Sequence[ContextItem], one: Extraction, named: Collection[str]) -> list[ContextItem]:
    """The note whose title a name in the quote begins; none where two could be meant."""
    # A name that opens a sentence is no entity to the rules, but a note may begin with it.
    for name in [*one.entities, *_CAPITALISED.findall(one.quote)]:
        if (meant := _only(fold(name), notes, named)) is not None:
            return [meant]
    return []


def _only(key: str, notes: Sequence[ContextItem], named: Collection[str]) -> ContextItem | None:
    """The one note, on a person or on nobody knows what, that a name begins; of several the one that the
    message names in full (`named`).
    """
    people = [note for note in notes if note.type in ("", "person")]
    meant = [note for note in people if len(key) > 2 and _title(note).startswith(f"{key} ")]
    told = [note for note in meant if _title(note) in named]
    return told[0] if len(told) == 1 else meant[0] if len(meant) == 1 else None


def _within(name: str, text: str) -> bool:
    return len(name) > 2 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
