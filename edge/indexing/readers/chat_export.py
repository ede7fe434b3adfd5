"""Chats as WhatsApp exports them (.txt): a day is a section, a message a paragraph with hour and writer."""

from __future__ import annotations

import re

from edge.indexing.readers.piece_builder import PieceBuilder
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, of_text
from edge.indexing.structure.page_builder import PageBuilder
from edge.text.sanitise import clean

#: "[12/03/2024, 14:05:11] Anna: …", "12/03/2024 à 14:05 - Anna: …", "3/12/24, 2:05 PM - Anna: …".
_OPENS = re.compile(
    r"\[?(\d{1,4}[./-]\d{1,2}[./-]\d{2,4}),?[ \u00a0\u202f](?:à |at |um )?"
    r"(\d{1,2}[:.]\d\d)(?:[:.]\d\d)?([ \u00a0\u202f]?[ap]\.?[ \u00a0\u202f]?m\.?)?(?:\][ ]?| - )",
    re.IGNORECASE,
)
_SENDER = re.compile(r"([^:\n]{1,80}): ?")
#: "<Media omitted>", "image omise", "IMG-20240312-WA0001.jpg (fichier joint)", "<attached: 0001-PHOTO.jpg>".
_NOTHING_SAID = re.compile(
    r"<[^<>\n]{1,60}>|(?:image|video|vidéo|audio|sticker|gif|document) (?:omitted|omise?|absente?)"
    r"|\S{1,80}\.\w{2,4} \((?:file attached|fichier joint)\)",
    re.IGNORECASE,
)
_EDITED = re.compile(r"[ ]?<[^<>\n]{0,40}(?:edited|modifié)[^<>\n]{0,20}>\Z", re.IGNORECASE)
_TRIED = 40  # lines
_LEAST = 3  # messages among them, and at least half as many as lines


def is_chat(beginning: bytes) -> bool:
    """Whether a text begins as the export of a chat does."""
    lines = [
        line for line in clean(beginning.decode("utf-8", "replace")).split("\n")[:_TRIED] if line.strip()
    ]
    opened = sum(_OPENS.match(line) is not None for line in lines)
    said = sum(
        (one := _OPENS.match(line)) is not None and _SENDER.match(line, one.end()) is not None
        for line in lines
    )
    return said >= _LEAST and _OPENS.match(lines[0]) is not None and 2 * opened >= len(lines)


def read(data: bytes, name: str) -> Document:
    """The export of a chat. Raises ReadError when nothing is said in it."""
    pieces = PieceBuilder()
    builder, day = pieces.section(), ""
    said: list[str] = []
    start = 0
    # A line end of a message is none of the file's own: `clean` makes all of them line feeds.
    for number, line in enumerate(clean(decode(data)).split("\n"), start=1):
        opened = _OPENS.match(line)
        if opened is None:
            if said and line.strip():
                said.append(line)
            continue
        _end(builder, said, start)
        said, start = [], number
        sender = _SENDER.match(line, opened.end())
        text = _EDITED.sub("", line[sender.end() :]).strip() if sender else ""
        if sender is None or not text or _NOTHING_SAID.fullmatch(text):
            continue
        if builder is not (there := pieces.section()):
            builder, day = there, ""
        if opened[1] != day:
            day = opened[1]
            builder.heading(1, day)
        said = [f"{opened[2]}{opened[3] or ''} {sender[1].strip()}: {text}"]
    _end(builder, said, start)
    return of_text("chat", name, pieces.pages(), title=_title(name), paged=False)


def _end(builder: PageBuilder, said: list[str], line: int) -> None:
    """Add a message; its further lines are of the same paragraph."""
    builder.block("\n".join(said), [(0, line)])


def _title(name: str) -> str:
    return name.rpartition("/")[2].removesuffix(".gz").removesuffix(".txt").lstrip("_") or name
