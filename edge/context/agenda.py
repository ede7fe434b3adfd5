"""The appointments of a calendar by day, by series and by word: found once for each year asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple

from edge.context.occurrences import Event, expand
from edge.context.word_index import WordIndex
from edge.text import tokens
from edge.text.one_line import one_line
from edge.text.truncate import unique

#: Characters of a description that are searched.
_TEXT = 2_000


class Occurrence(NamedTuple):
    """One appointment on its day. `series` numbers the event it is of; `name` is its own within its year."""

    name: str
    series: int
    event: Event


class _Year(NamedTuple):
    by_day: dict[date, list[Occurrence]]
    by_series: dict[int, list[Occurrence]]


class Agenda:
    """Looks appointments up. Nothing is expanded before the first day is asked for."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._years: dict[int, _Year] = {}

    def on(self, day: date) -> list[Occurrence]:
        """What touches a day, by beginning."""
        return self._year(day.year).by_day.get(day, [])

    def series(self, number: int, first: date, last: date) -> list[Occurrence]:
        """The occurrences of one series that begin from `first` to `last`, in order."""
        return [
            one
            for year in range(first.year, last.year + 1)
            for one in self._year(year).by_series.get(number, ())
            if first <= one.event.start.date() <= last and one.event.start.year == year
        ]

    @cached_property
    def titles(self) -> WordIndex:
        """Series by the folded words of their title."""
        return WordIndex(tokens.words(event.title) for event in self._events)

    @cached_property
    def details(self) -> WordIndex:
        """Series by the folded words of their people, place and description."""
        return WordIndex(
            tokens.words(f"{' '.join(event.people)} {event.place} {event.text[:_TEXT]}")
            for event in self._events
        )

    def _year(self, year: int) -> _Year:
        if year not in self._years:
            first, last = date(year, 1, 1), date(year, 12, 31)
            events = [
                (one, number)
                for number, event in enumerate(self._events)
                for one in expand(event, first, last)
            ]
            events.sort(key=lambda pair: (pair[0].start, pair[0].title, pair[0].uid, pair[1]))
            names = unique(
                f"event: {one_line(event.title or '?', 50)}, {event.begins}" for event, _ in events
            )
            by_day: dict[date, list[Occurrence]] = defaultdict(list)
            by_series: dict[int, list[Occurrence]] = defaultdict(list)
            for name, (event, number) in zip(names, events, strict=True):
                occurrence = Occurrence(name, number, event)
                by_series[number].append(occurrence)
                for day in event.days:
                    if day.year == year:
                        by_day[day].append(occurrence)
            self._years[year] = _Year(dict(by_day), dict(by_series))
        return self._years[year]
