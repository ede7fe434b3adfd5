"""The table of calls: one row holds all of a call, and databases of before are upgraded."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import pytest

from edge.settings import CloudSettings
from edge.state import calls, consents, database
from edge.state.budget import Budget
from edge.state.calls import NewCall

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


class Reply(NamedTuple):
    usage: Mapping[str, Any]
    request_id: str = "req_1"
    attempts: int = 2


def test_a_row_holds_what_left_and_what_came_of_it(tmp_path: Path) -> None:
    """The exact body, on whose word, what the service counted: the audit's lines say what the row says."""
    body = '{"message":"é \\u2028 \\u0000"}'
    with closing(database.open_state(tmp_path / "state.db")) as db:
        new = NewCall(
            tier="sonnet", model="m", tokens=10, usd=0.1, request="aa", permission="asked", host="https://x",
            masked=1, bytes=len(body.encode()), body=body,
        )  # fmt: skip
        call = Budget(db, CloudSettings()).reserve(new, NOW)
        assert calls.sending(db, call) == {
            "call": call, "purpose": "extract", "rung": "sonnet", "model": "m", "host": "https://x",
            "consent": "asked", "reserved_tokens": 10, "reserved_usd": 0.1, "masked": 1,
            "bytes": len(body.encode()), "sha256": "aa", "body": body,
        }  # fmt: skip
        calls.settle(
            db, call, "broken", NOW, tokens=9, usd=0.02, reply=Reply({"input_tokens": 7}), error="CloudBroken"
        )
        assert calls.outcome(db, call) == {
            "call": call, "outcome": "broken", "error": "CloudBroken", "cost_usd": 0.02,
            "usage": {"input_tokens": 7}, "request_id": "req_1", "attempts": 2,
        }  # fmt: skip


def test_what_is_not_known_is_left_out(tmp_path: Path) -> None:
    """Where bodies are not kept there is none; where nobody answered nothing was counted."""
    with closing(database.open_state(tmp_path / "state.db")) as db:
        call = Budget(db, CloudSettings()).reserve(NewCall(tier="opus", tokens=1, usd=0.5), NOW)
        assert "body" not in calls.sending(db, call)
        calls.settle(db, call, "unknown", NOW, error="KeyboardInterrupt")
        assert calls.outcome(db, call) == {
            "call": call, "outcome": "unknown", "error": "KeyboardInterrupt", "cost_usd": 0.5,
        }  # fmt: skip


def test_a_database_of_before_is_upgraded_and_a_copy_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls and the audit's head of version 3 count as before; consents are kept, and have to be given again;
    the old file lies beside it.
    """
    path = tmp_path / "state.db"
    all_steps = database.migrations()
    with monkeypatch.context() as patched:
        patched.setattr(database, "migrations", lambda: all_steps[:3])
        with closing(database.open_state(path)) as db, database.transaction(db):
            db.execute(
                "INSERT INTO consents (scope, rungs, granted_at, until, max_nanousd) VALUES"
                " ('ask', 'haiku,sonnet', ?, ?, 1000000000)",
                (NOW.isoformat(), (NOW + timedelta(days=9)).isoformat()),
            ).fetchall()
            db.execute(
                "INSERT INTO calls (at, day, purpose, rung, model, request, consent, reserved_tokens,"
                " reserved_nanousd, tokens, nanousd) VALUES (?, '2026-11-22', 'ask', 'haiku', 'm', 'aa', 1,"
                " 9, 250000000, 9, 250000000)",
                (NOW.isoformat(),),
            ).fetchall()
            db.execute("INSERT INTO audit_end VALUES ('audit.jsonl', 4, 321, 'ff')").fetchall()
    with closing(database.open_state(path)) as db:
        (consent,) = consents.listing(db, NOW)
        assert (consent.tiers, consent.used_usd) == (["haiku", "sonnet"], 0.25)
        (spent,) = calls.spending(db, date(2026, 11, 1))
        assert (spent.tier, spent.usd, spent.unknown) == ("haiku", 0.25, 1)
        assert calls.sent_before(db, "aa") and "body" not in calls.sending(db, 1)
        assert db.execute("SELECT lines, bytes, sha256 FROM audit_head").fetchall() == [(4, 321, "ff")]
        assert Budget(db, CloudSettings()).used(NOW).day_usd == 0.25
    with closing(apsw.Connection(str(tmp_path / "state.db.before-4"))) as before:
        assert before.execute("SELECT rung FROM calls").fetchall() == [("haiku",)]
