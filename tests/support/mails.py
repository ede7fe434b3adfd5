"""Messages for the tests of the rules tier."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from places import MAILS

from edge.extract.rules.engine import RulesEngine
from edge.extract.rules.patterns.find import find_cues
from edge.messages.from_json import of_json
from edge.records import Context, Extraction, Message, Proposal
from edge.settings import ExtractSettings
from edge.text.word_tokens import tokens

SETTINGS = ExtractSettings()
ME = "Camille Ferrand <camille.ferrand@courriel.example>"


@cache
def engine() -> RulesEngine:
    return RulesEngine(SETTINGS)


def mail(
    body: str, *, subject: str = "", sender: str = "Anne Roux <anne.roux@acme.example>", **more: Any
) -> Message:
    """A message as `edge.messages` reads it, received on Tuesday 12 May 2026."""
    return of_json(
        {
            "id": "m",
            "subject": subject,
            "from": sender,
            "to": [ME],
            "received_at": "2026-05-12T09:00:00+02:00",
            "body": body,
            **more,
        },
        SETTINGS,
    )


def proposal(message: Message, context: Context | None = None) -> Proposal:
    kind = "contextual" if context else "blind"
    return engine().draft(message, kind, context or Context(), None)


def found(body: str, kind: str, **more: str) -> list[Extraction]:
    """What the rules take out of a message with this body, of one type."""
    return [one for one in proposal(mail(body, **more)).extractions if one.type == kind]


def labelled(name: str) -> Iterator[tuple[dict[str, Any], Message]]:
    """Labels and messages of a set beside this file."""
    for line in (MAILS / name).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        expected = row.pop("expected")
        yield {"id": row["id"], **expected}, of_json(row, SETTINGS)


def cues(text: str) -> set[str]:
    """What patterns find in a sentence."""
    return {hit.name.removeprefix("cues.") for hit in find_cues(tokens(text))}
