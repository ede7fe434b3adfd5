"""A message that the rules are not sure of, and what Sonnet and Opus make of it on a loopback server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import edge
from edge import paths
from edge.cloud import audit
from edge.cloud.approval import CloudApproval
from edge.records import Extracted
from edge.settings import CloudSettings, Settings
from edge.state.database import open_state

BODY = "Bonjour Johan,\n\nMerci de renvoyer le contrat signé avant le vendredi 20 mars.\n\nAnne"
MESSAGE = {
    "id": "c1", "subject": "Contrat", "from": "Anne Roux <anne@acme.example>", "to": ["johan@example.com"],
    "received_at": "2026-03-02T09:12:00+01:00", "body": BODY,
}  # fmt: skip
QUOTE = "Merci de renvoyer le contrat signé avant le vendredi 20 mars."
APPROVAL = CloudApproval(allowed=True)


def settings(url: str, **changed: Any) -> Settings:
    given = {
        "mode": "auto",
        "base_url": url,
        "key": "EDGE_TEST_KEY",
        "seconds": 20.0,
        "day_usd": 5.0,
        **changed,
    }
    return Settings(cloud=CloudSettings(**given))


def form(quote: str, action: str = "archive", date: str = "2026-03-20") -> dict[str, Any]:
    """What the model fills in."""
    return {
        "entities": ["Anne Roux"],
        "extractions": [{
            "type": "deadline", "quote": quote, "info": "renvoyer le contrat", "importance": "high",
            "date": date, "time": "", "amount": "", "currency": "", "task": True, "calendar": False,
            "note": "Acme", "note_action": "create", "required": True,
        }],
        "used": [], "why": "une échéance", "action": action,
        "question": "", "strategic": False, "sure": "high",
    }  # fmt: skip


def answers(body: dict[str, Any]) -> dict[str, Any]:
    """Sonnet turns the action around and invents its quote; Opus reads what is there."""
    return form(QUOTE) if "opus" in body["model"] else form("avant la fin du monde", "flag", "2027-01-01")


def extracted(url: str, home: Path, approval: CloudApproval | None = APPROVAL, **changed: Any) -> Extracted:
    with edge.open(state=home / "state.db", settings=settings(url, **changed), approval=approval) as opened:
        return opened.extract(MESSAGE)


def lines(home: Path) -> list[dict[str, Any]]:
    """The audit, after a check that it is whole."""
    db = open_state(home / "state.db")
    try:
        assert audit.verify(paths.audit_file(), db).ok
    finally:
        db.close()
    return list(audit.entries(paths.audit_file()))
