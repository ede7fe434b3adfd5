"""How much of a calendar file is followed: one budget of steps, so that no calendar takes for ever.

A step is a day looked at. What is over the budget keeps its first day only; the costliest go first, so that a
hostile series costs itself and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from heapq import heappop, heappush

from edge.context import recurrence
from edge.context.occurrences import Event
from edge.context.recurrence import RecurrenceRule

#: Steps of one file in any one year: about a second.
A_YEAR = 400_000
#: Days of one file that are looked at to find where series that count their occurrences end.
COUNTED = 300_000
#: What one occurrence costs, in steps; and how many days of it cost one step more.
_OCCURRENCE, _ENTRIES = 10, 5


def limited(events: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """The events, COUNT turned into UNTIL; and those that are over the budget and cut to their first day."""
    counted, uncounted = _counted(events)
    over = sorted({*uncounted, *_over(counted)})
    for number in over:
        counted[number] = events[number].first_day
    return counted, [events[number] for number in over]


def _counted(events: Sequence[Event]) -> tuple[list[Event], list[int]]:
    """The events without COUNT; and which of them cannot be counted: each may take its share of the budget,
    the short ones first, and what they leave goes to the others.
    """
    counted, uncounted, left = list(events), [], COUNTED
    series = [number for number, event in enumerate(events) if any(rule.count for rule in event.rules)]
    series.sort(key=lambda number: sum(rule.count or 0 for rule in events[number].rules))
    for place, number in enumerate(series):
        event, share = events[number], left // (len(series) - place)
        ending: list[RecurrenceRule | None] = []
        for rule in event.rules:
            one, looked = recurrence.uncounted(rule, event.start, min(share, recurrence.STEPS))
            share, left = share - looked, left - looked
            ending.append(one)
            if one is None:
                break
        if None in ending:
            uncounted.append(number)
        counted[number] = replace(event, rules=tuple(rule for rule in ending if rule is not None))
    return counted, uncounted


def _over(events: Sequence[Event]) -> set[int]:
    """Which events give way so that no year takes more than `A_YEAR` steps, year by year as events begin."""
    costs = [_cost(event) for event in events]
    last = [_last_year(event) for event in events]
    over: set[int] = set()
    dearest: list[tuple[int, int]] = []  # of equals the later one gives way
    ending: list[tuple[int, int]] = []
    steps = 0
    for number in sorted(range(len(events)), key=lambda number: events[number].start):
        year = events[number].start.year
        while ending and ending[0][0] < year:
            gone = heappop(ending)[1]
            steps -= 0 if gone in over else costs[gone]
        heappush(dearest, (-costs[number], -number))
        heappush(ending, (last[number], number))
        steps += costs[number]
        while steps > A_YEAR and -dearest[0][0] > _OCCURRENCE:
            other = -heappop(dearest)[1]
            if last[other] >= year:
                over.add(other)
                steps -= costs[other]
    return over


def _cost(event: Event) -> int:
    """Steps of one year, at most."""
    days = len(event.days)
    going = [rule for rule in event.rules if rule.until is None or rule.until >= event.start]
    looked = [recurrence.a_year(rule, days) for rule in going]
    occurrences = 1 + len(event.more) + sum(most for _, most in looked)
    return sum(days for days, _ in looked) + occurrences * (_OCCURRENCE + days // _ENTRIES)


def _last_year(event: Event) -> int:
    ends = [rule.until.year if rule.until else 9999 for rule in event.rules]
    return max([event.end.year, *ends, *(start.year + 1 for start in event.more)])
