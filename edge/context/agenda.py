"""The appointments of a calendar by day, by series and by word: found once for each year asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from edge.context.occurrences import Event, expand
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
        self._titles: dict[str, set[int]] | None = None
        self._others: dict[str, set[int]] = {}

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

    def titled(self, words: Iterable[str]) -> set[int]:
        """Series whose title holds all these folded words."""
        titles, _ = self._words()
        return _all(titles, words)

    def mentioning(self, words: Iterable[str]) -> set[int]:
        """Series whose people, place or description hold all these folded words."""
        _, others = self._words()
        return _all(others, words)

    def _words(self) -> tuple[dict[str, set[int]], dict[str, set[int]]]:
        if self._titles is None:
            titles: dict[str, set[int]] = defaultdict(set)
            others: dict[str, set[int]] = defaultdict(set)
            for number, event in enumerate(self._events):
                for word in tokens.words(event.title):
                    titles[word].add(number)
                for word in tokens.words(f"{' '.join(event.people)} {event.place} {event.text[:_TEXT]}"):
                    others[word].add(number)
            self._titles, self._others = dict(titles), dict(others)
        return self._titles, self._others

    def _year(self, year: int) -> _Year:
        if year not in self._years:
            first, last = date(year, 1, 1), date(year, 12, 31)
            found = [
                (one, number)
                for number, event in enumerate(self._events)
                for one in expand(event, first, last)
            ]
            found.sort(key=lambda pair: (pair[0].start, pair[0].title, pair[0].uid, pair[1]))
            names = unique(_name(event) for event, _ in found)
            by_day: dict[date, list[Occurrence]] = defaultdict(list)
            by_series: dict[int, list[Occurrence]] = defaultdict(list)
            for name, (event, number) in zip(names, found, strict=True):
                occurrence = Occurrence(name, number, event)
                by_series[number].append(occurrence)
                for day in event.days:
                    if day.year == year:
                        by_day[day].append(occurrence)
            self._years[year] = _Year(dict(by_day), dict(by_series))
        return self._years[year]


def _name(event: Event) -> str:
    begins = event.start.date().isoformat() if event.whole_day else f"{event.start:%Y-%m-%d %H:%M}"
    return f"event: {one_line(event.title or '?', 50)}, {begins}"


def _all(index: dict[str, set[int]], words: Iterable[str]) -> set[int]:
    sets = [index.get(word, set()) for word in words]
    return set.intersection(*sets) if sets else set()
