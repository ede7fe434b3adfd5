"""The budget for the cloud: reserved before a request leaves, settled when its outcome is known.

A request that was never settled (a crash, a power cut) stays spent: nothing is ever given back because edge
does not know. Days and months are those of the wall clock, but they only go forward: when the clock was set
back, what is reserved now counts to the latest day that was ever seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from edge.config import CloudSettings
from edge.errors import BudgetSpent, CloudUnknown, NotPermitted
from edge.i18n import sentence
from edge.records import Reason, Record
from edge.state import consents, money
from edge.state.database import transaction

if TYPE_CHECKING:
    import apsw

#: `unknown`: it may have been carried out. `failed`: it was not. `broken`: answered, and of no use.
Outcome = Literal["answered", "refused", "broken", "failed", "unknown"]


class SpendRequest(Record, frozen=True, kw_only=True):
    """What a request may cost at the most, and whose it is. `request`: sha256 of its bytes."""

    rung: str
    tokens: int
    usd: float
    purpose: str = "extract"
    model: str = ""
    request: str = ""
    consent: int | None = None


class SpentSoFar(Record, frozen=True, kw_only=True):
    """What the budget's day and month hold so far, reservations included. US dollars."""

    day: str
    calls: int
    tokens: int
    day_usd: float
    month_usd: float


class Ledger:
    """The budget in one state database."""

    def __init__(self, db: apsw.Connection, limits: CloudSettings) -> None:
        self._db = db
        self._limits = limits

    def reserve(self, wanted: SpendRequest, now: datetime, *, resend: bool = False) -> int:
        """Take a request's largest cost out of the budget; returns the id to settle. `now` is aware.

        One transaction, so processes that reserve at once never exceed a limit together. Raises BudgetSpent
        (which limit, what is used, when it resets); CloudUnknown when the same bytes were sent before and
        nobody knows what became of them, unless `resend`; NotPermitted when the consent counts no more.
        """
        cost = money.nano_up(wanted.usd)
        with transaction(self._db):
            day = self._day(now)
            spent = self._spent(day, now, wanted.tokens, cost)
            if spent:
                raise BudgetSpent(sentence(spent), self._raise_hint())
            if not resend and self.unknown(wanted.request):
                raise CloudUnknown(
                    "The same request was sent before, and its outcome is unknown.",
                    "It may be billed twice. To send it all the same: --set cloud.resend=1",
                )
            if wanted.consent is not None:
                refusal = consents.refusal(self._db, wanted.consent, now, cost)
                if refusal:
                    raise NotPermitted(refusal, "Grant another: edge consent grant")
            self._db.execute(
                "INSERT INTO calls (at, day, purpose, rung, model, request, consent, reserved_tokens,"
                " reserved_nanousd, tokens, nanousd) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    _utc(now), day, wanted.purpose, wanted.rung, wanted.model,
                    wanted.request, wanted.consent, wanted.tokens, cost, wanted.tokens, cost,
                ),
            ).fetchall()  # fmt: skip
            return self._db.last_insert_rowid()

    def settle(
        self,
        call: int,
        outcome: Outcome,
        now: datetime,
        *,
        tokens: int | None = None,
        usd: float | None = None,
    ) -> None:
        """Replace the reservation by what it did cost, less or more. None: not known, the reservation stays.

        Raises ValueError when there is no such open request: a request is settled once.
        """
        cost = None if usd is None else money.nano_up(usd)
        with transaction(self._db):
            self._db.execute(
                "UPDATE calls SET outcome = ?, settled_at = ?, tokens = coalesce(?, tokens),"
                " nanousd = coalesce(?, nanousd) WHERE id = ? AND outcome = 'open'",
                (outcome, _utc(now), tokens, cost, call),
            ).fetchall()
            if self._db.changes() != 1:
                raise ValueError(f"request {call} is not open")

    def used(self, now: datetime) -> SpentSoFar:
        """What is used of the day and month that a reservation made now would count to."""
        day = self._day(now)
        sums = self._sums(day)
        return SpentSoFar(
            day=day, calls=sums["calls"], tokens=sums["tokens"],
            day_usd=money.dollars(sums["day"]), month_usd=money.dollars(sums["month"]),
        )  # fmt: skip

    def refusal(self, now: datetime, *, tokens: int = 0, usd: float = 0.0) -> Reason | None:
        """Why a request of this size would not be within the budget; None when it would."""
        return self._spent(self._day(now), now, tokens, money.nano_up(usd))

    def unknown(self, request: str) -> bool:
        """Whether the same bytes were sent before with no known outcome (or are under way right now)."""
        found = self._db.execute(
            "SELECT 1 FROM calls WHERE request = ? AND outcome IN ('open', 'unknown') LIMIT 1", (request,)
        ).fetchall()
        return bool(request) and bool(found)

    def accept_clock(self, now: datetime) -> int:
        """The person says that the clock is right now: what counts to later days counts to today instead.

        That never frees anything of today. Returns how many requests were moved.
        """
        today, moment = now.date().isoformat(), _utc(now)
        with transaction(self._db):
            self._db.execute(
                "UPDATE calls SET day = min(day, ?), at = min(at, ?) WHERE day > ? OR at > ?",
                (today, moment, today, moment),
            ).fetchall()
            return self._db.changes()

    def _day(self, now: datetime) -> str:
        if now.tzinfo is None:
            raise ValueError("the time needs an offset")
        latest = self._db.execute("SELECT max(day) FROM calls").fetchall()[0][0]
        return max(now.date().isoformat(), str(latest or ""))

    def _sums(self, day: str) -> Mapping[str, int]:
        calls, tokens, today = self._db.execute(
            "SELECT count(*), coalesce(sum(tokens), 0), coalesce(sum(nanousd), 0) FROM calls WHERE day = ?",
            (day,),
        ).fetchall()[0]
        month = self._db.execute(
            "SELECT coalesce(sum(nanousd), 0) FROM calls WHERE day >= ? AND day <= ?",
            (day[:7] + "-01", day[:7] + "-31"),
        ).fetchall()[0][0]
        return {"calls": _int(calls), "tokens": _int(tokens), "day": _int(today), "month": _int(month)}

    def _spent(self, day: str, now: datetime, tokens: int, cost: int) -> Reason | None:
        limits, sums = self._limits, self._sums(day)
        tomorrow, next_month = _resets(day)
        for name, used, more, limit, resets in (
            ("day_calls", sums["calls"], 1, limits.day_calls, tomorrow),
            ("day_tokens", sums["tokens"], tokens, limits.day_tokens, tomorrow),
            ("day_usd", sums["day"], cost, money.nano_down(limits.day_usd), tomorrow),
            ("month_usd", sums["month"], cost, money.nano_down(limits.month_usd), next_month),
        ):
            if used + more > limit:
                shown = money.shown if name.endswith("usd") else str
                ahead = day > now.date().isoformat()
                return Reason(
                    "budget_spent_clock" if ahead else "budget_spent",
                    {
                        "limit": name, "used": shown(used), "most": shown(limit), "more": shown(more),
                        "resets": resets, "latest": day,
                    },
                )  # fmt: skip
        return None

    @staticmethod
    def _raise_hint() -> str:
        return "Raise it with --set cloud.day_usd=… (day_calls, day_tokens, month_usd), or wait."


def _resets(day: str) -> tuple[str, str]:
    """The next day, and the first day of the next month."""
    this = date.fromisoformat(day)
    after = (this.replace(day=28) + timedelta(days=4)).replace(day=1)
    return (this + timedelta(days=1)).isoformat(), after.isoformat()


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _int(value: object) -> int:
    return int(str(value))
