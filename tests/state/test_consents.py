"""Standing consents: for some tiers, for some time, and over when they are over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

from edge.errors import NotPermitted, UsageError
from edge.settings import CloudSettings
from edge.state import consents
from edge.state.budget import Budget
from edge.state.calls import NewCall
from edge.state.consents import ConsentTerms
from edge.state.database import open_state

NOW = datetime(2026, 11, 22, 10, tzinfo=timezone(timedelta(hours=1)))
DAY = timedelta(days=1)
TERMS = ConsentTerms(
    host="https://api.anthropic.com", models={"sonnet": "claude-s", "opus": "claude-o"}, place="state.db 7",
    settings="config.toml",
)  # fmt: skip


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    with closing(open_state(tmp_path / "state.db")) as db:
        yield db


def grant(db: apsw.Connection, scope: str = "extract", usd: float | None = None) -> consents.Consent:
    return consents.grant(
        db, scope, ["sonnet", "opus"], terms=TERMS, now=NOW, until=NOW + 30 * DAY, max_usd=usd
    )


def call(db: apsw.Connection, consent: int, usd: float, at: datetime = NOW) -> int:
    wanted = NewCall(tier="sonnet", tokens=1, usd=usd, consent=consent)
    return Budget(db, CloudSettings()).reserve(wanted, at)


@pytest.mark.parametrize(
    ("scope", "asked", "tier", "counts"),
    [
        ("extract", "extract", "sonnet", True),
        ("extract", "extract", "opus", True),
        ("extract", "extract", "haiku", False),
        ("extract", "ask", "sonnet", False),
        ("ask", "extract", "sonnet", False),
        ("all", "ask", "opus", True),
        ("all", "extract", "sonnet", True),
    ],
)
def test_a_consent_covers_its_scope_and_its_tiers_only(
    db: apsw.Connection, scope: str, asked: str, tier: str, counts: bool
) -> None:
    """Nothing is allowed that was not named."""
    grant(db, scope)
    assert (consents.active(db, asked, tier, NOW, TERMS) is not None) is counts


def test_without_a_consent_nothing_is_active(db: apsw.Connection) -> None:
    """Off until the person says yes."""
    assert consents.active(db, "extract", "sonnet", NOW, TERMS) is None


def test_it_ends_at_its_date(db: apsw.Connection) -> None:
    """The last second counts, the end itself does not."""
    grant(db)
    assert consents.active(db, "extract", "sonnet", NOW + 30 * DAY - timedelta(seconds=1), TERMS)
    assert consents.active(db, "extract", "sonnet", NOW + 30 * DAY, TERMS) is None


def test_an_end_that_was_seen_stays_when_the_clock_goes_back(db: apsw.Connection) -> None:
    """Setting the clock back does not revive what expired."""
    grant(db)
    assert consents.active(db, "extract", "sonnet", NOW + 31 * DAY, TERMS) is None
    assert consents.active(db, "extract", "sonnet", NOW + DAY, TERMS) is None
    assert consents.listing(db, NOW + DAY)[0].ended == "expired"


def test_a_clock_before_the_last_request_does_not_revive(db: apsw.Connection) -> None:
    """The latest moment seen in the budget decides, not the clock alone."""
    one = grant(db)
    Budget(db, CloudSettings()).reserve(NewCall(tier="opus", tokens=1, usd=0.01), NOW + 31 * DAY)
    assert consents.active(db, "extract", "sonnet", NOW + DAY, TERMS) is None
    with pytest.raises(NotPermitted, match="expired"):
        call(db, one.id, 0.01, NOW + DAY)


def test_a_clock_before_the_grant_does_not_count(db: apsw.Connection) -> None:
    """A consent is not valid before it was given; a few seconds of correction are no journey."""
    grant(db)
    assert consents.active(db, "extract", "sonnet", NOW - DAY, TERMS) is None
    assert consents.active(db, "extract", "sonnet", NOW - timedelta(seconds=30), TERMS) is not None
    assert consents.active(db, "extract", "sonnet", NOW + DAY, TERMS) is not None


def test_revoking_ends_one_or_all(db: apsw.Connection) -> None:
    """What is revoked counts no more, also for a request that is just being reserved."""
    first, second = grant(db), grant(db)
    assert consents.revoke(db, NOW, first.id) == 1
    assert consents.revoke(db, NOW, first.id) == 0
    assert consents.active(db, "extract", "sonnet", NOW, TERMS) == second
    assert consents.revoke(db, NOW) == 1
    assert consents.active(db, "extract", "sonnet", NOW, TERMS) is None
    with pytest.raises(NotPermitted, match="revoked"):
        call(db, second.id, 0.01)
    assert [one.ended for one in consents.listing(db, NOW)] == ["revoked", "revoked"]


def test_its_money_is_its_own_limit(db: apsw.Connection) -> None:
    """Reservations count; a request over the rest is refused, and one that fits is not."""
    one = grant(db, usd=0.10)
    call(db, one.id, 0.06)
    with pytest.raises(NotPermitted, match=r"0\.06"):
        call(db, one.id, 0.05)
    call(db, one.id, 0.04)
    assert consents.active(db, "extract", "sonnet", NOW, TERMS) is None
    assert consents.listing(db, NOW)[0].ended == "its money is spent"


def test_of_several_the_one_with_money_left_is_used(db: apsw.Connection) -> None:
    """A small consent does not stand in the way of a larger one."""
    grant(db, usd=0.01)
    large = grant(db, usd=5.0)
    assert consents.active(db, "extract", "sonnet", NOW, TERMS) == large


@pytest.mark.parametrize(
    ("scope", "tiers", "until", "usd"),
    [
        ("everything", ["sonnet"], NOW + DAY, None),
        ("all", [" "], NOW + DAY, None),
        ("all", ["sonnet"], NOW, None),
        ("all", ["sonnet"], NOW + 500 * DAY, None),
        ("all", ["sonnet"], NOW + DAY, 0.0),
        ("all", ["sonnet"], NOW + DAY, float("nan")),
    ],
)
def test_a_consent_that_makes_no_sense_is_refused(
    db: apsw.Connection, scope: str, tiers: list[str], until: datetime, usd: float | None
) -> None:
    """Unknown scope, no tier, no end, an end that nobody will remember, no money: nothing is recorded."""
    with pytest.raises(UsageError):
        consents.grant(db, scope, tiers, terms=TERMS, now=NOW, until=until, max_usd=usd)
    assert consents.listing(db, NOW) == []


@pytest.mark.parametrize(
    "other",
    [
        {"host": "https://elsewhere.example"},
        {"models": {"sonnet": "claude-dearer", "opus": "claude-o"}},
        {"models": {}},
        {"place": "state.db 8"},
        {"settings": "evil.toml"},
    ],
)
def test_a_consent_binds_host_model_database_and_settings(db: apsw.Connection, other: dict[str, Any]) -> None:
    """Under any other term than those it was given under, it does not count, and is not spent either."""
    grant(db)
    assert consents.active(db, "extract", "sonnet", NOW, msgspec.structs.replace(TERMS, **other)) is None
    assert consents.active(db, "extract", "sonnet", NOW, TERMS) is not None


def test_a_consent_of_before_it_named_its_terms_counts_no_more(db: apsw.Connection) -> None:
    """What an older edge recorded names no host: it is listed, and has to be given again."""
    grant(db)
    db.execute("UPDATE consents SET host = NULL").fetchall()
    assert consents.active(db, "extract", "sonnet", NOW, TERMS) is None
    assert "give it again" in consents.listing(db, NOW)[0].ended
