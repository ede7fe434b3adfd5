"""The student's name on a copy: found where it is labelled, and taken out of what judges read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from edge.text.one_line import one_line
from edge.text.tokens import fold

_LABEL = (
    r"noms?(?:\s+et\s+pr[ée]noms?|\s*,\s*pr[ée]noms?|\s+complet|\s+de\s+famille)?|pr[ée]noms?(?:\s+et\s+noms?)?"
    r"|[ée]l[èe]ve|[ée]tudiante?|candidate?|(?:student|pupil|full)(?:\s+name)?|name|first\s+name|last\s+name|surname"
)
#: Behind a colon, or in the next cell of a row of two.
_LINE = re.compile(
    rf"^[ \t>*#_]*({_LABEL})[*_ \t]*(?:[:：=](?:[*_ \t]*+\|)?|\|(?=[^|\n]*$))[*_ \t]*(\S[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
#: A second label on the same line: Nom : Durand   Prénom : Léa.
_NEXT = re.compile(rf"(?<![\s,;|/])[\s,;|/]++({_LABEL})[*_ \t]*+[:：=][*_ \t]*+", re.IGNORECASE)
_OTHER = re.compile(
    r"(?<![\s,;|/])[\s,;|/]++(?:date|classe?|group[e]?|n°|no|id|section|form|seat|table)\s*+[:：=].*$",
    re.IGNORECASE,
)
_ALONE = re.compile(_LABEL, re.IGNORECASE)
LONGEST = 80


@dataclass(frozen=True, slots=True)
class NamesOnPages:
    """Distinct students in order, and the pages without the lines that name them."""

    students: list[str]
    texts: list[str]


def in_pages(pages: Iterable[str]) -> NamesOnPages:
    """What the pages of one copy say of whose it is. First and last name may stand on two lines."""
    students: dict[str, str] = {}
    texts: list[str] = []
    for text in pages:
        pending: dict[str, str] = {}
        for match in _LINE.finditer(text):
            for label, name in _parts(match[1], match[2]):
                kind = _kind(label)
                if kind in pending or kind == "whole":
                    _add(students, pending)
                    pending = {}
                pending[kind] = name
        _add(students, pending)
        texts.append(_LINE.sub("", text).strip("\n"))
    return NamesOnPages(list(students.values()), texts)


def kind_of(label: str) -> str:
    """What a label, such as the header of a column, asks for: "first", "last" or "whole" name; else ""."""
    return _kind(label) if _ALONE.fullmatch(label) else ""


def _parts(label: str, rest: str) -> list[tuple[str, str]]:
    found = []
    while match := _NEXT.search(rest):
        found.append((label, rest[: match.start()]))
        label, rest = match[1], rest[match.end() :]
    found.append((label, rest))
    cleaned = ((label, one_line(_OTHER.sub("", name).strip(" *_|.,;"), LONGEST)) for label, name in found)
    return [
        (label, name)
        for label, name in cleaned
        if any(one.isalpha() for one in name) and not _ALONE.fullmatch(name)
    ]


def _kind(label: str) -> str:
    plain = fold(label)
    if plain.startswith("first") or (plain.startswith("prenom") and "nom" not in plain[6:]):
        return "first"
    if plain in ("nom", "noms", "nom de famille", "last name", "surname"):
        return "last"
    return "whole"


def _add(students: dict[str, str], parts: dict[str, str]) -> None:
    name = parts.get("whole") or " ".join(filter(None, (parts.get("first"), parts.get("last"))))
    if name:
        students.setdefault(" ".join(sorted(fold(name).split())), name)
