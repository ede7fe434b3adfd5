"""What a Markdown note says of itself: its title, and whether it is on a person, a project or a company."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePath
from typing import Literal, NamedTuple

from edge.text.one_line import one_line
from edge.text.tokens import fold, words

NoteType = Literal["person", "project", "company"]

_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
#: A value, or below its name a list, a line each, as Obsidian writes them.
_FIELD = re.compile(
    r"^(title|type|category|kind|tags?)[ \t]*:[ \t]*([^\n]*(?:\n[ \t]*-[ \t][^\n]*)*)$",
    re.MULTILINE | re.IGNORECASE,
)
_HEADING = re.compile(r"^#[ \t]++(\S[^\n]*+)", re.MULTILINE)

#: What people call the types, in front matter and in the names of folders.
_CALLED: dict[str, NoteType] = {
    **dict.fromkeys(("person", "people", "personne", "personnes", "contact", "contacts"), "person"),
    **dict.fromkeys(("project", "projects", "projet", "projets", "dossier", "dossiers"), "project"),
    **dict.fromkeys(
        ("company", "companies", "organisation", "organisations", "organization", "organizations",
         "entreprise", "entreprises", "societe", "societes", "client", "clients", "customer", "customers"),
        "company",
    ),
}  # fmt: skip
_LEGAL = "sa sas sasu sarl eurl sci scop snc gie inc llc ltd plc corp gmbh ag kg bv nv spa srl oy ab asbl"
#: What no person is called.
_HOUSES = frozenset(
    [
        "agence",
        "agency",
        "assurance",
        "assurances",
        "association",
        "bank",
        "banque",
        "cabinet",
        "caisse",
        "clinic",
        "clinique",
        "club",
        "college",
        "company",
        "conseil",
        "credit",
        "ecole",
        "editions",
        "energie",
        "equipe",
        "etude",
        "garage",
        "group",
        "groupe",
        "hopital",
        "hospital",
        "insurance",
        "librairie",
        "mairie",
        "mutuelle",
        "office",
        "restaurant",
        "school",
        "service",
        "services",
        "shop",
        "society",
        "societe",
        "support",
        "syndic",
        "team",
        "university",
        "universite",
    ]
)
#: "Anne Roux", "Jean-Paul de la Tour"; neither "AUTO PARTS WORLD" nor "Agenda Salon+" nor "Support".
_PERSON = re.compile(
    r"(?:(?:M|Mr|Mrs|Ms|Mme|Dr|Me)\.?\s{1,4})?[^\W\d_][^\W\d_A-Z]{1,30}+(?:-[^\W\d_]{1,30}+){0,3}+"
    r"(?:\s{1,4}(?:de|du|des|la|le|van|von|d'|O')"
    r"|\s{1,4}[^\W\d_](?:\.|['’]?[^\W\d_]{1,30}+(?:-[^\W\d_]{1,30}+){0,3}+)){1,4}"
)
_FORMS = frozenset(_LEGAL.split())


class NoteHead(NamedTuple):
    """`type` None: the note does not say."""

    title: str
    type: NoteType | None


def note_head(text: str, source: str) -> NoteHead:
    """Title and type of a note from its beginning and its path below the folder of notes."""
    front = _FRONT.match(text)
    said = {
        name.lower(): value.strip("\"' \t[]") for name, value in _FIELD.findall(front[1] if front else "")
    }
    heading = _HEADING.search(text[front.end() :] if front else text)
    path = PurePath(source)
    title = one_line(said.get("title") or (heading[1].rstrip(" \t#") if heading else "") or path.stem)
    told = [said.get(name, "") for name in ("type", "category", "kind", "tags", "tag")]
    for words_of in (*map(words, told), *(words(part) for part in reversed(path.parts[:-1]))):
        if (kind := next((_CALLED[word] for word in words_of if word in _CALLED), None)) is not None:
            return NoteHead(title, kind)
    return NoteHead(title, None)


def type_of_name(name: str, *, senders: Collection[str], projects: Collection[str]) -> NoteType | None:
    """What a name in a message is the name of. `senders`: names of who writes and is written to, who are
    people where they are called like people; `projects`: names that the message calls a project. None where
    nothing tells.
    """
    folded = fold(name)
    if folded in {fold(one) for one in projects}:
        return "project"
    parts = words(name)
    if parts and (parts[-1] in _FORMS or parts[0] in _FORMS or not _HOUSES.isdisjoint(parts)):
        return "company"
    if folded in {fold(one) for one in senders}:
        return "person" if _PERSON.fullmatch(name.strip()) else "company"
    return None
