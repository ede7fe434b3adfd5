"""Address books (.vcf, vCard 2.1 to 4): a person is a section under their name, a line each thing known."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator
from typing import NamedTuple

from edge.errors import ReadError
from edge.indexing.readers.piece_builder import PieceBuilder
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, of_text
from edge.indexing.structure.page_builder import PageBuilder
from edge.text import charset
from edge.text.one_line import one_line
from edge.text.sanitise import line_feeds

_FOLD = re.compile(r"\n[ \t]")
_ESCAPE = re.compile(r"\\([\\;,:nN])")
_SEMICOLON = re.compile(r"(\\.)|;", re.DOTALL)
#: "<Work>" of Apple's address book: a label that it shows in the user's language.
_APPLE = re.compile(r"_\$!<(.{0,60})>!\$_")
_LONGEST = 20_000  # characters of one value
_MOST_QUOTED = 5  # colons before the one that begins the value
_LABELS = {
    "ORG": "Organisation", "TITLE": "Role", "ROLE": "Role", "TEL": "Telephone", "EMAIL": "E-mail",
    "ADR": "Address",
    "IMPP": "Chat", "URL": "Web", "BDAY": "Birthday", "ANNIVERSARY": "Anniversary", "NICKNAME": "Nickname",
    "CATEGORIES": "Groups", "NOTE": "Note", "X-ABRELATEDNAMES": "Related", "RELATED": "Related",
}  # fmt: skip
#: What a telephone or an address is for, as people say it; other marks (PREF, VOICE, INTERNET) say nothing.
_USES = {"CELL": "mobile", "HOME": "home", "WORK": "work", "FAX": "fax", "PAGER": "pager", "CAR": "car"}
_DATE = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T.{0,30})?")


class VcardProperty(NamedTuple):
    """A line of a card: what it is ("TEL"), its parameters in capitals, its value, and the group it is in."""

    name: str
    parameters: list[str]
    value: str
    group: str


def read(data: bytes, name: str) -> Document:
    """An address book. Raises ReadError when it holds no card."""
    pieces = PieceBuilder()
    for card in _cards(line_feeds(decode(data))):
        _add(pieces.section(), card)
    pages = pieces.pages()
    if not any(page.text for page in pages):
        raise ReadError("empty: it holds no contact", "Export it again from the address book.")
    return of_text("contacts", name, pages, paged=False)


def _cards(text: str) -> Iterator[list[VcardProperty]]:
    card: list[VcardProperty] | None = None
    for line in _lines(text):
        mark = line.strip().upper()
        if mark in ("BEGIN:VCARD", "END:VCARD"):
            if card:
                yield card
            card = [] if mark[0] == "B" else None
        elif card is not None and (found := _property(line)):
            card.append(found)
    if card:
        yield card


def _lines(text: str) -> Iterator[str]:
    """Unfolded; a value in quoted-printable goes on below a line that ends in "="."""
    held: list[str] = []
    for line in _FOLD.sub("", text).split("\n"):
        opens = held or "QUOTED-PRINTABLE" in line.partition(":")[0].upper()
        if opens and line.endswith("="):
            held.append(line[:-1])
        else:
            yield "".join([*held, line])
            held = []
    if held:
        yield "".join(held)


def _property(line: str) -> VcardProperty | None:
    head, colon, value = line.partition(":")
    for _ in range(_MOST_QUOTED):  # a colon within quotation marks
        if head.count('"') % 2:
            more, colon, value = value.partition(":")
            head = f"{head}:{more}"
    name, *parameters = head.split(";")
    group, _, bare = name.strip().upper().rpartition(".")
    if not colon or not bare:
        return None
    given = [part.strip().strip('"').upper() for part in parameters]
    if bare in _LABELS or bare in ("FN", "N", "X-ABLABEL"):
        return VcardProperty(bare, given, _decoded(value[:_LONGEST], given), group)
    return None


def _decoded(value: str, parameters: list[str]) -> str:
    if not any(one.endswith("QUOTED-PRINTABLE") for one in parameters):
        return value
    declared = next((one.partition("=")[2] for one in parameters if one.startswith("CHARSET=")), "utf-8")
    return line_feeds(charset.decode(quopri.decodestring(value.encode("utf-8", "replace")), declared)[0])


def _add(builder: PageBuilder, card: list[VcardProperty]) -> None:
    names = {one.name: one.value for one in reversed(card)}
    organisation = ", ".join(filter(None, _parts(names.get("ORG", ""))))
    name = _plain(names.get("FN", "")) or _full(_parts(names.get("N", ""))) or organisation
    labels = {one.group: _APPLE.sub(r"\1", _plain(one.value)) for one in card if one.name == "X-ABLABEL"}
    lines = [line for one in card if (line := _line(one, labels.get(one.group, "") if one.group else ""))]
    builder.heading(1, name or "(no name)") if name or lines else None
    builder.block("\n".join(dict.fromkeys(lines)))


def _line(one: VcardProperty, label: str) -> str:
    """ "Telephone (work): +33 1 …", nothing for what is no line of its own."""
    if one.name not in _LABELS or any(mark.startswith("ENCODING=B") for mark in one.parameters):
        return ""
    if one.name in ("ADR", "ORG"):
        said = ", ".join(part for part in map(one_line, _parts(one.value)) if part)
    elif one.name == "CATEGORIES":
        said = ", ".join(map(str.strip, _plain(one.value).split(",")))
    else:
        said = _plain(one.value)
    if one.name in ("BDAY", "ANNIVERSARY") and (day := _DATE.fullmatch(said)):
        said = "-".join(day.groups())
    for scheme in ("tel:", "mailto:"):
        said = said.removeprefix(scheme)
    marks = {
        use for given in one.parameters for use in given.removeprefix("TYPE=").replace('"', "").split(",")
    }
    use = label.lower() or ", ".join(word for mark, word in _USES.items() if mark in marks)
    return f"{_LABELS[one.name]}{f' ({use})' if use else ''}: {said}" if said else ""


def _parts(value: str) -> list[str]:
    """The parts of a value between semicolons that are not escaped."""
    return [_plain(part) for part in _SEMICOLON.sub(lambda sign: sign[1] or "\0", value).split("\0")]


def _plain(value: str) -> str:
    return _ESCAPE.sub(lambda sign: "\n" if sign[1] in "nN" else sign[1], value).strip()


def _full(parts: list[str]) -> str:
    """A name as it is said, of family, given and further names, what stands before and behind."""
    family, given, more, before, behind = [*parts, "", "", "", "", ""][:5]
    return " ".join(filter(None, (before, given, more, family, behind)))
