"""The budget for the cloud: reserved before a request leaves, settled when its outcome is known.

A request that was never settled (a crash, a power cut) stays spent: nothing is ever given back because edge
does not know. Days and months are those of the wall clock, but they only go forward: when the clock was set
back, what is reserved now counts to the latest day that was ever seen.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from edge.errors import BudgetSpent, CloudUnknown, NotPermitted
from edge.i18n import sentence
from edge.records import Reason, Record
from edge.settings import CloudSettings
from edge.state import calls, consents, money
from edge.state.calls import NewCall
from edge.state.database import transaction

if TYPE_CHECKING:
    import apsw


class SpentSoFar(Record, frozen=True, kw_only=True):
    """What the budget's day and month hold so far, reservations included. US dollars."""

    day: str
    calls: int
    tokens: int
    day_usd: float
    month_usd: float


class Budget:
    """The limits, over the calls of one state database."""

    def __init__(self, db: apsw.Connection, limits: CloudSettings) -> None:
        self._db = db
        self._limits = limits

    def reserve(self, call: NewCall, now: datetime, *, resend: bool = False) -> int:
        """Take a request's largest cost out of the budget; returns the id to settle. `now` is aware.

        One transaction, so processes that reserve at once never exceed a limit together. Raises BudgetSpent
        (which limit, what is used, when it resets); CloudUnknown when the same bytes were sent before and
        their outcome is not known, unless `resend`; NotPermitted when the consent counts no more.
        """
        cost = money.nano_up(call.usd)
        with transaction(self._db):
            day = self._day(now)
            spent = self._spent(day, now, call.tokens, cost)
            if spent:
                raise BudgetSpent(
                    sentence(spent),
                    "Raise it with --set cloud.day_usd=… (day_calls, day_tokens, month_usd), or wait.",
                )
            if not resend and calls.sent_before(self._db, call.request):
                raise CloudUnknown(
                    "The same request was sent before, and its outcome is unknown.",
                    "It may be billed twice. To send it all the same: --set cloud.resend=1",
                )
            if call.consent is not None:
                refusal = consents.refusal(self._db, call.consent, now, cost)
                if refusal:
                    raise NotPermitted(refusal, "Grant another: edge consent grant")
            return calls.insert(self._db, call, day, now)

    def used(self, now: datetime) -> SpentSoFar:
        """What is used of the day and month that a reservation made now would count to."""
        day = self._day(now)
        use = calls.day_use(self._db, day)
        return SpentSoFar(
            day=day, calls=use["calls"], tokens=use["tokens"],
            day_usd=money.dollars(use["day"]), month_usd=money.dollars(use["month"]),
        )  # fmt: skip

    def refusal(self, now: datetime, *, tokens: int = 0, usd: float = 0.0) -> Reason | None:
        """Why a request of this size would not be within the budget; None when it would."""
        return self._spent(self._day(now), now, tokens, money.nano_up(usd))

    def accept_clock(self, now: datetime) -> int:
        """The person says that the clock is right now: what counts to later days counts to today instead.

        That never frees anything of today. Returns how many requests were moved.
        """
        today, moment = now.date().isoformat(), calls.utc(now)
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

    def _spent(self, day: str, now: datetime, tokens: int, cost: int) -> Reason | None:
        limits, use = self._limits, calls.day_use(self._db, day)
        tomorrow, next_month = _resets(day)
        for name, used, more, limit, resets in (
            ("day_calls", use["calls"], 1, limits.day_calls, tomorrow),
            ("day_tokens", use["tokens"], tokens, limits.day_tokens, tomorrow),
            ("day_usd", use["day"], cost, money.nano_down(limits.day_usd), tomorrow),
            ("month_usd", use["month"], cost, money.nano_down(limits.month_usd), next_month),
        ):
            if used + more > limit:
                shown = money.formatted if name.endswith("usd") else str
                ahead = day > now.date().isoformat()
                return Reason(
                    "budget_spent_clock" if ahead else "budget_spent",
                    {
                        "limit": name, "used": shown(used), "most": shown(limit), "more": shown(more),
                        "resets": resets, "latest": day,
                    },
                )  # fmt: skip
        return None


def _resets(day: str) -> tuple[str, str]:
    """The next day, and the first day of the next month."""
    this = date.fromisoformat(day)
    after = (this.replace(day=28) + timedelta(days=4)).replace(day=1)
    return (this + timedelta(days=1)).isoformat(), after.isoformat()
