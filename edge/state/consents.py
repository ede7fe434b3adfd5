"""Standing consents: the person said once that some cases may go to some tiers, for some time.

A consent ends at its date, when its money is spent, or when it is revoked. An end that was seen once stays,
whatever the clock says later; a clock that stands before the grant, or before the last request, does not
bring one back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import inf
from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from edge.errors import UsageError
from edge.records import Record
from edge.state import money
from edge.state.calls import utc
from edge.state.database import transaction

if TYPE_CHECKING:
    import apsw

Scope = Literal["ask", "extract", "all"]

#: Nobody remembers for longer what they once allowed.
LONGEST = timedelta(days=366)

#: How far a clock may be corrected backwards without a consent counting as not yet given.
SLACK = timedelta(minutes=5)


class ConsentTerms(Record, frozen=True, kw_only=True):
    """Under what a consent is given: `host` it goes to, `models` by tier, the `place` that is the database
    file, and the `settings` file.
    """

    host: str
    models: dict[str, str]
    place: str
    settings: str

    def cover(self, now: ConsentTerms, tier: str) -> bool:
        """Whether a request to a tier under the terms of now is one of these."""
        return (self.host, self.place, self.settings, self.models.get(tier)) == (
            now.host, now.place, now.settings, now.models.get(tier, ""),
        )  # fmt: skip


class Consent(Record, frozen=True, kw_only=True):
    """What was allowed. Times are UTC; `used_usd` includes what is reserved."""

    id: int
    scope: Scope
    tiers: list[str] = msgspec.field(name="rungs")  # the name that is printed
    granted_at: str
    until: str
    max_usd: float | None = None
    used_usd: float = 0.0
    note: str = ""
    terms: ConsentTerms | None = None
    ended: str = ""  # why it counts no more; empty while it does


def grant(
    db: apsw.Connection,
    scope: str,
    tiers: Sequence[str],
    *,
    terms: ConsentTerms,
    now: datetime,
    until: datetime,
    max_usd: float | None = None,
    note: str = "",
) -> Consent:
    """Record a consent under the terms in force. Raises UsageError for an unknown scope, no tier, or an end
    that is past or too far ahead.
    """
    if scope not in get_args(Scope):
        raise UsageError(f"There is no scope {scope!r}.", "Use ask, extract or all.")
    names = list(dict.fromkeys(name.strip() for name in tiers if name.strip()))
    if not names:
        raise UsageError("A consent names its tiers.", "For example: --tiers sonnet,opus")
    if not now < until <= now + LONGEST:
        raise UsageError(
            f"A consent ends within {LONGEST.days} days, not on {until:%Y-%m-%d}.", "Use --days."
        )
    if max_usd is not None and not 0 < max_usd < 1e6:
        raise UsageError(f"{max_usd} is no sum of money a consent could be for.", "For example: --usd 5")
    with transaction(db):
        db.execute(
            "INSERT INTO consents (scope, tiers, granted_at, until, max_nanousd, note, host, models, place,"
            " settings) VALUES (?,?,?,?,?,?,?,?,?,?)",
            (
                scope, ",".join(names), utc(now), utc(until),
                None if max_usd is None else money.nano_down(max_usd), note, terms.host,
                msgspec.json.encode({name: terms.models.get(name, "") for name in names}).decode(),
                terms.place, terms.settings,
            ),
        ).fetchall()  # fmt: skip
        return _read(db, now, db.last_insert_rowid())[0]


def active(db: apsw.Connection, scope: str, tier: str, now: datetime, terms: ConsentTerms) -> Consent | None:
    """The consent that allows this now, under these terms: of several, the one with the most money left,
    then the latest end.

    An expiry that is seen is written down, so that setting the clock back does not undo it.
    """
    granted = _read(db, now)
    expired = [one.id for one in granted if one.ended == "expired"]
    if expired:
        with transaction(db):
            for number in expired:
                db.execute(
                    "UPDATE consents SET ended_at = coalesce(ended_at, ?) WHERE id = ?", (utc(now), number)
                ).fetchall()
    fitting = [
        one
        for one in granted
        if not one.ended and one.scope in (scope, "all") and tier in one.tiers
        if one.terms is not None and one.terms.cover(terms, tier)
    ]
    return max(fitting, key=lambda one: (_left(one), one.until), default=None)


def refusal(db: apsw.Connection, number: int, now: datetime, nanousd: int) -> str:
    """Why a consent does not cover a request of this cost; empty when it does. Inside a transaction."""
    one = next(iter(_read(db, now, number)), None)
    if one is None or one.ended:
        return f"Consent {number} counts no more: {one.ended if one else 'it is not there'}."
    if one.max_usd is not None and money.nano_up(one.used_usd) + nanousd > money.nano_down(one.max_usd):
        used = money.formatted(money.nano_up(one.used_usd))
        return (
            f"Consent {number} is for ${one.max_usd:.2f}; {used} are used, and this request may cost"
            f" {money.formatted(nanousd)}."
        )
    return ""


def revoke(db: apsw.Connection, now: datetime, number: int | None = None) -> int:
    """End one consent, or all that still count. Returns how many were ended."""
    with transaction(db):
        db.execute(
            "UPDATE consents SET revoked_at = ?, ended_at = coalesce(ended_at, ?)"
            " WHERE revoked_at IS NULL AND ended_at IS NULL AND (? IS NULL OR id = ?)",
            (utc(now), utc(now), number, number),
        ).fetchall()
        return db.changes()


def listing(db: apsw.Connection, now: datetime) -> list[Consent]:
    """Every consent ever given, the newest first."""
    return _read(db, now)[::-1]


def _read(db: apsw.Connection, now: datetime, number: int | None = None) -> list[Consent]:
    rows = db.execute(
        "SELECT id, scope, tiers, granted_at, until, max_nanousd, note, revoked_at, ended_at,"
        " host, models, place, settings,"
        " (SELECT coalesce(sum(nanousd), 0) FROM calls WHERE consent = consents.id)"
        " FROM consents WHERE ? IS NULL OR id = ? ORDER BY id",
        (number, number),
    ).fetchall()
    latest = _latest(db)
    consents = []
    for key, scope, tiers, granted, until, limit, note, revoked, ended, *given, used in rows:
        why = ""
        if revoked is not None:
            why = "revoked"
        elif ended is not None or max(now, latest or now) >= _time(until):
            why = "expired"
        elif now < _time(granted) - SLACK:
            why = "the clock stands before it was given"
        elif limit is not None and int(str(used)) >= int(str(limit)):
            why = "its money is spent"
        elif None in given:
            why = "it names no host: give it again"
        consents.append(
            Consent(
                id=int(str(key)), scope=_scope(scope), tiers=str(tiers).split(","), granted_at=str(granted),
                until=str(until), max_usd=None if limit is None else money.dollars(int(str(limit))),
                used_usd=money.dollars(int(str(used))), note=str(note), terms=_terms(*given), ended=why,
            )
        )  # fmt: skip
    return consents


def _terms(host: object, models: object, place: object, settings: object) -> ConsentTerms | None:
    if None in (host, models, place, settings):
        return None
    named = msgspec.json.decode(str(models), type=dict[str, str])
    return ConsentTerms(host=str(host), models=named, place=str(place), settings=str(settings))


def _left(one: Consent) -> float:
    return inf if one.max_usd is None else one.max_usd - one.used_usd


def _latest(db: apsw.Connection) -> datetime | None:
    """The latest moment that a request was made at. All are UTC, so the text orders them."""
    latest = db.execute("SELECT max(at) FROM calls").fetchall()[0][0]
    return None if latest is None else _time(latest)


def _scope(value: object) -> Scope:
    return "ask" if value == "ask" else "extract" if value == "extract" else "all"


def _time(value: object) -> datetime:
    return datetime.fromisoformat(str(value))
