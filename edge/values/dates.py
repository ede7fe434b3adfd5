"""Dates and times in French and English text.

Own rules throughout: each is tried only where one of its first words stands, so that prose costs little and
gives nothing. Neighbours are then joined (a weekday, its date, its time). Explicit dates in other languages
go to dateparser, one span at a time.
"""

from __future__ import annotations

import re
from datetime import datetime

from edge.text.fold import FoldedText
from edge.values import (
    days,
    figures,
    foreign,
    months,
    periods,
    relative,
    times,
    weekdays,
)
from edge.values.addresses import find_addresses
from edge.values.atom import DateAtom, DateRule, Scan
from edge.values.calendar_math import Clock
from edge.values.date_time import When
from edge.values.join import join

#: Years of a message in which relative dates can be reckoned both ways.
_YEARS = range(1970, 2101)

_TOKEN = re.compile(r"[a-z]+|\d+")

_LIMIT_BEFORE = re.compile(
    r"(?:(?<![\w-])(?:avant|d'ici|jusqu'(?:a|au|en)|au plus tard|by|before|until|till|due|deadline|"
    r"no later than|not later than|"
    r"date limite|date butoir|echeance|limite|dernier delai|expire[sz]?|expirera|expiration|prend fin|"
    r"se termine|"
    r"a rendre|a regler|a payer|a remettre|a retourner|cloture|clos|closes?|closing|ends|term date|rsvp)"
    r"(?:[ :,(]{1,2}(?:a|au|le|la|les|the|is|on|by|of|de|du|est|fixee?|prevue?|date|pour|payment|paiement|"
    r"reponse|submission|this|ce|cette|en|depot|inscription|end|fin|set|for|before|avant|plus|tard|due|l'|"
    r"d')){0,4}[ :(']{0,3})$"
)
_LIMIT_AFTER = re.compile(
    r",? ?\(?(?:au plus tard|dernier delai|dernier carat|at the latest|latest\b|max(?:i(?:mum)?)?\b|"
    r"grand maximum|deadline|delai de rigueur|sharp deadline)"
)


def _by_word() -> dict[str, tuple[DateRule, ...]]:
    """Rules by the words that may begin them, in the order in which they are tried."""
    table: dict[str, list[DateRule]] = {}
    for rule in (
        *foreign.RULES,
        *relative.RULES,
        *weekdays.RULES,
        *periods.RULES,
        *figures.RULES,
        *days.RULES,
        *months.RULES,
        *times.RULES,
    ):
        for word in rule.words:
            table.setdefault(word, []).append(rule)
    return {word: tuple(rules) for word, rules in table.items()}


_RULES = _by_word()
_FIGURES = {1: _RULES["#"], **{length: _RULES.get("#" * length, ()) for length in range(3, 9)}}
_FIGURES[2] = _FIGURES[1]


def _atoms(scan: Scan) -> list[DateAtom]:
    found: list[DateAtom] = []
    links = [(link.start, link.end) for link in find_addresses(scan.text)]
    end = 0
    for token in _TOKEN.finditer(scan.text):
        start = token.start()
        if start < end:
            continue
        while links and links[0][1] <= start:
            del links[0]
        if links and start >= links[0][0]:
            end = links[0][1]  # what a link is called is not when something is
            continue
        word = token[0]
        rules = _FIGURES.get(len(word), ()) if word.isdecimal() else _RULES.get(word, ())
        for rule in rules:
            match = rule.pattern.match(scan.text, start)
            if match is None:
                continue
            atom = rule.make(match, scan)
            if atom is not None:
                found.append(atom)
                end = max(atom.end, start + 1)
                break
    return found


def find_dates(text: str, received: datetime) -> list[When]:
    """Dates and times in order of place, none overlapping.

    `received` is the moment the message arrived, with its time zone: what the text leaves open is reckoned
    from it (a weekday is the next one, a day without a year the next one unless the words say it is past),
    and dates are local to it. Lengths of time ("12 mois") are no dates; they come as `duration_minutes` of
    the date beside them. A message from before 1970 or after 2100 gives none.

    Errors: EdgeError when a date in another language is met and dateparser is not installed.
    """
    if received.year not in _YEARS:
        return []
    scan = Scan(text, FoldedText(text), Clock(received))
    return [_when(atom, scan) for atom in join(_atoms(scan), scan)]


def _when(atom: DateAtom, scan: Scan) -> When:
    start, end = scan.folded.back(atom.start, atom.end)
    stretch = atom.end_day if atom.end_day != atom.day else None
    limit = (
        atom.deadline
        or _LIMIT_BEFORE.search(scan.before(atom.start, 48)) is not None
        or _LIMIT_AFTER.match(scan.text, atom.end) is not None
    )
    return When(
        start=start,
        end=end,
        text=scan.raw[start:end],
        date=atom.day.isoformat() if atom.day else None,
        time=atom.time,
        end_date=stretch.isoformat() if stretch else None,
        end_time=atom.end_time,
        timezone=atom.zone,
        duration_minutes=atom.minutes,
        deadline=limit,
        relative=atom.relative,
    )
