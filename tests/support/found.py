"""Results of messages, as `edge extract` gives them, for the tests of what is written from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from edge.records import Confidence, Extracted, Extraction, Invitation, Message
from edge.records.export import ExportReport

Found = tuple[Message, Extracted]
Write = Callable[..., ExportReport]


def extraction(info: str, **more: Any) -> Extraction:
    """Grounded, its quote the same words."""
    return Extraction(**{"type": "event", "info": info, "quote": info, "grounded": True, **more})


def found(
    *extractions: Extraction, id: str = "m1@acme.example", decision: str = "apply", language: str = "en",
    invitations: tuple[Invitation, ...] = (), **more: Any,
) -> Found:  # fmt: skip
    """A message of Monday 2 March 2026, and what was found in it."""
    message = Message(
        **{
            "id": id, "subject": "Contract", "sender": "Anne Roux <anne@acme.example>",
            "received_at": "2026-03-02T09:12:00+01:00", "invitations": list(invitations), **more,
        }
    )  # fmt: skip
    result = Extracted(
        id=id, action="archive", decision=decision, language=language,  # type: ignore[arg-type]
        extractions=list(extractions), confidence=Confidence(raw=0.9),
    )  # fmt: skip
    return message, result


def outcomes(report: ExportReport) -> list[str]:
    """Of all entries, in order."""
    return [entry.outcome for file in report.files for entry in file.entries]
