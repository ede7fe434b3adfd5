"""The budget: reserved first, settled once, never given back by a crash, a clock or another process."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.errors import BudgetSpent, CloudUnknown
from edge.settings import CloudSettings
from edge.state import calls, money
from edge.state.budget import Budget
from edge.state.calls import NewCall, spending
from edge.state.database import open_state

PARIS = timezone(timedelta(hours=1))
NOW = datetime(2026, 11, 22, 10, tzinfo=PARIS)
WIDE = CloudSettings(day_calls=1000, day_tokens=10**9, day_usd=1000, month_usd=1000)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    with closing(open_state(tmp_path / "state.db")) as db:
        yield db


def want(usd: float = 0.1, tokens: int = 100, **more: str) -> NewCall:
    return NewCall(tier="sonnet", tokens=tokens, usd=usd, **more)


@pytest.mark.parametrize(
    ("limits", "named"),
    [
        (CloudSettings(day_calls=2), "cloud.day_calls"),
        (CloudSettings(day_tokens=250), "cloud.day_tokens"),
        (CloudSettings(day_usd=0.25), "cloud.day_usd"),
        (CloudSettings(month_usd=0.25), "cloud.month_usd"),
    ],
)
def test_each_limit_holds_and_the_refusal_says_which(
    db: apsw.Connection, limits: CloudSettings, named: str
) -> None:
    """What is used, the limit, what was asked for and when it resets are in the message."""
    budget = Budget(db, limits)
    budget.reserve(want(), NOW)
    assert budget.refusal(NOW, tokens=100, usd=0.1) is None
    budget.reserve(want(), NOW)
    refusal = budget.refusal(NOW, tokens=100, usd=0.1)
    assert refusal is not None and f"cloud.{refusal.params['limit']}" == named
    with pytest.raises(BudgetSpent) as caught:
        budget.reserve(want(), NOW)
    resets = "1 December 2026" if "month" in named else "23 November 2026"
    assert named in caught.value.message and resets in caught.value.message
    assert budget.used(NOW).calls == 2


def test_exactly_the_limit_may_be_spent(db: apsw.Connection) -> None:
    """Ten times ten cents are one dollar: sums are exact, not floating."""
    budget = Budget(db, CloudSettings(day_usd=1.0))
    for _ in range(10):
        budget.reserve(want(0.1), NOW)
    assert budget.used(NOW).day_usd == 1.0
    with pytest.raises(BudgetSpent):
        budget.reserve(want(1e-9), NOW)


def test_settling_replaces_the_estimate_less_or_more(db: apsw.Connection) -> None:
    """The true cost counts, also when it is higher than what was reserved."""
    budget = Budget(db, WIDE)
    for true in (0.02, 0.35):
        call = budget.reserve(want(0.1), NOW)
        calls.settle(db, call, "answered", NOW, tokens=7, usd=true)
    used = budget.used(NOW)
    assert (used.day_usd, used.month_usd, used.tokens, used.calls) == (0.37, 0.37, 14, 2)


def test_an_unknown_outcome_stays_spent(db: apsw.Connection) -> None:
    """Nobody knows whether it is billed, so it is; a failed one costs nothing but counts as a call."""
    budget = Budget(db, WIDE)
    calls.settle(db, budget.reserve(want(0.1), NOW), "unknown", NOW)
    calls.settle(db, budget.reserve(want(0.1), NOW), "failed", NOW, tokens=0, usd=0.0)
    used = budget.used(NOW)
    assert (used.day_usd, used.tokens, used.calls) == (0.1, 100, 2)


def test_a_request_is_settled_once(db: apsw.Connection) -> None:
    """A second settlement would be a way to give money back."""
    budget = Budget(db, WIDE)
    call = budget.reserve(want(), NOW)
    calls.settle(db, call, "answered", NOW, tokens=1, usd=0.5)
    with pytest.raises(ValueError, match="not open"):
        calls.settle(db, call, "failed", NOW, tokens=0, usd=0.0)
    assert budget.used(NOW).day_usd == 0.5


def test_the_same_bytes_are_not_sent_again_after_an_unknown_outcome(db: apsw.Connection) -> None:
    """Neither after a timeout nor while one is under way; only with an explicit yes, and other bytes may."""
    budget = Budget(db, WIDE)
    first = budget.reserve(want(request="aa"), NOW)
    with pytest.raises(CloudUnknown):
        budget.reserve(want(request="aa"), NOW)
    calls.settle(db, first, "unknown", NOW)
    with pytest.raises(CloudUnknown):
        budget.reserve(want(request="aa"), NOW)
    budget.reserve(want(request="bb"), NOW)
    budget.reserve(want(request="aa"), NOW, resend=True)
    assert budget.used(NOW).calls == 3


def test_a_known_outcome_may_be_followed_by_the_same_bytes(db: apsw.Connection) -> None:
    """A request that is known to have failed or been answered is no reason to refuse the next."""
    budget = Budget(db, WIDE)
    for outcome in ("failed", "refused", "broken", "answered"):
        calls.settle(db, budget.reserve(want(request="aa"), NOW), outcome, NOW, tokens=0, usd=0.0)  # type: ignore[arg-type]
    assert budget.used(NOW).calls == 4


def test_a_new_day_and_a_new_month_are_new_budgets(db: apsw.Connection) -> None:
    """The day resets at the local midnight, the month on its first."""
    budget = Budget(db, CloudSettings(day_usd=0.1, month_usd=0.2))
    budget.reserve(want(), NOW)
    assert "day_usd" in str(budget.refusal(NOW.replace(hour=23, minute=59), usd=0.1))
    budget.reserve(want(), NOW + timedelta(hours=14))
    assert "month_usd" in str(budget.refusal(NOW + timedelta(days=3), usd=0.1))
    budget.reserve(want(), datetime(2026, 12, 1, 0, 5, tzinfo=PARIS))


def test_a_clock_set_back_gives_nothing_back(db: apsw.Connection) -> None:
    """One day back, a month back, ten years back: it counts to the latest day seen."""
    budget = Budget(db, CloudSettings(day_usd=0.1, month_usd=10))
    budget.reserve(want(), NOW)
    for back in (timedelta(days=1), timedelta(days=40), timedelta(days=3650)):
        with pytest.raises(BudgetSpent, match="clock"):
            budget.reserve(want(), NOW - back)
    assert budget.used(NOW - timedelta(days=1)).day == "2026-11-22"


def test_a_clock_that_was_ahead_can_be_accepted_and_frees_nothing_of_today(db: apsw.Connection) -> None:
    """Ten years ahead and back again: the person says so, and what was spent counts to today."""
    budget = Budget(db, CloudSettings(day_usd=0.25))
    budget.reserve(want(), NOW)
    budget.reserve(want(), NOW + timedelta(days=3650))
    assert budget.used(NOW).day == "2036-11-19"
    assert budget.accept_clock(NOW) == 1
    used = budget.used(NOW)
    assert (used.day, used.day_usd) == ("2026-11-22", 0.2)
    with pytest.raises(BudgetSpent):
        budget.reserve(want(), NOW)


def test_travel_to_another_zone_is_no_way_to_a_second_budget(db: apsw.Connection) -> None:
    """Flying west over midnight: the local day is earlier again, the budget's day is not."""
    budget = Budget(db, CloudSettings(day_usd=0.1))
    budget.reserve(want(), datetime(2026, 11, 23, 0, 30, tzinfo=PARIS))
    west = datetime(2026, 11, 23, 0, 40, tzinfo=PARIS).astimezone(timezone(timedelta(hours=-8)))
    assert west.day == 22
    with pytest.raises(BudgetSpent):
        budget.reserve(want(), west)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(-400, 400),  # days that the clock jumps
            st.floats(0, 0.3),
            st.sampled_from(["settle", "crash", "unknown"]),
            st.floats(0, 0.3),
        ),
        max_size=15,
    )
)
def test_however_the_clock_jumps_no_day_holds_more_than_its_limit(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[int, float, str, float]]
) -> None:
    """Days never go backwards, and what was reserved on one never exceeds its limit."""
    with closing(open_state(tmp_path_factory.mktemp("budget") / "state.db")) as db:
        budget = Budget(db, CloudSettings(day_usd=0.5, month_usd=2))
        now, seen = NOW, ""
        for jump, usd, fate, true in moves:
            now += timedelta(days=jump)
            before = budget.used(now)
            assert before.day >= seen
            seen = before.day
            try:
                call = budget.reserve(want(usd), now)
            except BudgetSpent:
                assert before.day_usd + usd > 0.5 or before.month_usd + usd > 2
                continue
            after = budget.used(now)
            assert after.day_usd <= 0.5 and after.month_usd <= 2
            assert after.calls == before.calls + 1
            if fate == "settle":
                calls.settle(db, call, "answered", now, tokens=1, usd=min(usd, true))


def _reserve_until_spent(path: str, limits: CloudSettings, queue: multiprocessing.Queue[int]) -> None:
    made = 0
    with closing(open_state(Path(path))) as db:
        budget = Budget(db, limits)
        try:
            while True:
                budget.reserve(want(0.01, 1), NOW)
                made += 1
        except BudgetSpent:
            queue.put(made)


def test_processes_that_reserve_at_once_never_exceed_the_limit(tmp_path: Path) -> None:
    """Three processes race for 60 reservations: exactly 60 are made, and nobody fails otherwise."""
    path = tmp_path / "state.db"
    open_state(path).close()
    context = multiprocessing.get_context("spawn")
    queue: multiprocessing.Queue[int] = context.Queue()
    limits = CloudSettings(day_calls=10_000, day_usd=0.6)
    workers = [
        context.Process(target=_reserve_until_spent, args=(str(path), limits, queue)) for _ in range(3)
    ]
    for worker in workers:
        worker.start()
    made = [queue.get(timeout=60) for _ in workers]
    for worker in workers:
        worker.join(60)
    assert sum(made) == 60
    with closing(open_state(path)) as db:
        assert Budget(db, limits).used(NOW).day_usd == 0.6


def test_spending_is_summed_by_day_and_tier(db: apsw.Connection) -> None:
    """What `edge stats` reads: reserved and settled money, and requests with an unknown outcome."""
    budget = Budget(db, WIDE)
    calls.settle(db, budget.reserve(want(0.1), NOW), "answered", NOW, tokens=50, usd=0.04)
    calls.settle(db, budget.reserve(want(0.1), NOW), "unknown", NOW)
    budget.reserve(want(0.1), NOW + timedelta(days=1))
    first, second = spending(db, date(2026, 11, 22))
    assert (first.calls, first.tokens, first.usd, first.unknown) == (2, 150, 0.14, 1)
    assert (second.day, second.unknown) == ("2026-11-23", 1)
    assert spending(db, date(2026, 11, 24)) == []


@given(st.integers(0, 10**13))
def test_money_survives_the_way_through_dollars(nano: int) -> None:
    """Billionths to dollars and back lose nothing at the sizes that occur."""
    assert money.nano_up(money.dollars(nano)) == nano == money.nano_down(money.dollars(nano))


def test_a_time_without_offset_is_refused(db: apsw.Connection) -> None:
    """A naive time would be another day elsewhere."""
    with pytest.raises(ValueError, match="offset"):
        Budget(db, WIDE).reserve(want(), datetime(2026, 11, 22, 10))
    assert Budget(db, WIDE).used(NOW.astimezone(UTC)).calls == 0
