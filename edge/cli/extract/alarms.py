"""Alarms while messages are read: each is told once, when it begins to ring."""

from __future__ import annotations

from datetime import datetime, timedelta

from edge.errors import StorageError
from edge.records import Alarm, Stats
from edge.settings import Settings

#: Messages between two looks; one that cost money is looked at too.
_EVERY = 25
#: Fewer messages give no share.
_LEAST = 20
_MONEY = "alarms.day_usd"


class AlarmWatch:
    """Looks at the figures of the last day now and then."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._seen = 0
        self._told: set[str] = set()

    def took(self, cost_usd: float = 0.0) -> list[Alarm]:
        """One more message was kept: alarms that ring since."""
        self._seen += 1
        return self.look() if cost_usd or self._seen % _EVERY == 0 else []

    def look(self) -> list[Alarm]:
        """Alarms that ring and were not told yet."""
        from edge.extract import stats

        now = datetime.now().astimezone()
        state, limits = self._settings.state_path, self._settings.alarms
        try:
            figures = stats.stats(state, limits, now, now - timedelta(days=1))
        except StorageError:
            return []  # told with the results that could not be kept
        fresh = [alarm for alarm in _of_enough(figures) if alarm.setting not in self._told]
        self._told |= {alarm.setting for alarm in fresh}
        return fresh


def line(alarm: Alarm) -> str:
    """For people, on one line, with where to look."""
    return f"{stated(alarm)} (edge stats)"


def stated(alarm: Alarm) -> str:
    """What rings, and its limit."""
    return f"alarm: {alarm.setting} is {alarm.value:.4g}, its limit {alarm.limit:.4g}"


def _of_enough(figures: Stats) -> list[Alarm]:
    return [it for it in figures.alarms if it.setting == _MONEY or figures.messages >= _LEAST]
