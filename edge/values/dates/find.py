"""Dates and times in French and English text.

Own rules throughout: each is tried only where one of its first words stands, so that prose costs little and
gives nothing. Neighbours are then joined (a weekday, its date, its time). Explicit dates in other languages
go to dateparser, one span at a time.
"""

from __future__ import annotations

import re
from datetime import datetime

from edge.values.addresses import find_addresses
from edge.values.dates import (
    anchored,
    hours_in_figures,
    hours_in_words,
    in_figures,
    in_words,
    lengths,
    months,
    other_languages,
    periods,
    relative,
    times,
    weekdays,
    weekdays_in_months,
)
from edge.values.dates.join import join
from edge.values.dates.rule import DatePart, DateRule, ScannedText
from edge.values.span import ValueSpan


class When(ValueSpan, frozen=True, kw_only=True):
    """`date` or `time` is set, often both. A stretch of days ends on `end_date`, of hours at `end_time`."""

    date: str | None = None  # YYYY-MM-DD, the first day of a stretch
    time: str | None = None  # HH:MM
    end_date: str | None = None  # the last day of it
    end_time: str | None = None
    timezone: str | None = None  # an offset (+01:00) or an IANA name, only where the text names one
    duration_minutes: int | None = None
    deadline: bool = False  # introduced as a limit: avant, d'ici, by, due, ...
    relative: bool = False  # counted from the day of the message: demain, next Friday, in 30 days


#: Years of a message in which relative dates can be calculated both ways.
_YEARS = range(1970, 2101)

_TOKEN = re.compile(r"[a-z]+|\d+")

_LIMIT_BEFORE = re.compile(
    r"(?:(?<![\w-])(?<!from )(?<!since )(?:avant|d'ici|jusqu'(?:a|au|en)|au-dela|au plus tard|by|before"
    r"|until|till|due|deadline"
    r"|no later than|not later than|(?:pas )?plus tard que|at the latest|date limite|date butoir|echeance"
    r"|limite|dernier delai|expire[sz]?|expirera|expiration|prend fin|se termine|(?:end|close) of play"
    r"(?: on)?|a rendre|a regler|a payer|a remettre|a retourner|cloture|clos|closes?|closing|ends|term date"
    r"|rsvp|(?:before|avant que) (?:we|you|they|i|je|nous|on) (?:shut|close|leave|open|start|finish"
    r"|go home|lock up"
    r"|parte|partions|ferme|fermions|commence)(?: up| at)?"
    # An answer that is needed today is needed by today.
    r"|(?:needs?|wants?|besoin d'|faut|faudrait|attends?|attendons) (?:an? |your |the |une? |ta |votre |la )?"
    r"(?:answer|reply|decision|yes or no|reponse|retour|decision)(?: from you)?)(?:[ :,(]{1,2}(?:a|au|le"
    r"|la|les|the|is|on|by|of|de|du|est|fixee?|prevue?|date|pour|payment"
    r"|paiement|reponse|submission|this|ce|cette|en|depot|inscription|end|fin|set|for|before|avant|plus|tard"
    r"|due|back|l'|lunchtime|lunch|midday|teatime|play|close|eop|eod|cob|d')){0,4}[ :(']{0,3})$"
)
_LIMIT_AFTER = re.compile(
    r",? ?\(?(?:au plus tard|dernier delai|dernier carat|at the latest|latest\b|max(?:i(?:mum)?)?\b|"
    r"grand maximum|(?:'s|is|est|c'est) (?:the |my |our |la |le |ma |notre )?(?:absolute )?(?:limit"
    r"|deadline|cut-?off"
    r"|last day|date limite|dernier jour|dernier delai)\b|deadline|delai de rigueur|sharp deadline)"
)


def _by_word() -> dict[str, tuple[DateRule, ...]]:
    """Rules by the words that may begin them, in the order in which they are tried."""
    table: dict[str, list[DateRule]] = {}
    for rule in (
        *other_languages.RULES,
        *anchored.RULES,
        *relative.RULES,
        *weekdays_in_months.RULES,
        *weekdays.RULES,
        *periods.RULES,
        *in_figures.RULES,
        *in_words.RULES,
        *months.RULES,
        *hours_in_figures.FIRST_RULES,
        *times.RULES,
        *hours_in_words.RULES,
        *lengths.RULES,
        *hours_in_figures.RULES,
    ):
        for word in rule.words:
            table.setdefault(word, []).append(rule)
    return {word: tuple(rules) for word, rules in table.items()}


_RULES = _by_word()
_FIGURES = {1: _RULES["#"], **{length: _RULES.get("#" * length, ()) for length in range(3, 9)}}
_FIGURES[2] = _FIGURES[1]


def _parts(scan: ScannedText) -> list[DatePart]:
    parts: list[DatePart] = []
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
            part = rule.make(match, scan)
            if part is not None:
                parts.append(part)
                end = max(part.end, start + 1)
                break
    return parts


def find_dates(text: str, received: datetime) -> list[When]:
    """Dates and times in order of place, none overlapping.

    `received` is the moment the message arrived, with its time zone: what the text leaves open is calculated
    from it (a weekday is the next one, a day without a year the next one unless the words say it is past),
    and dates are local to it. Lengths of time ("12 mois") are no dates; they come as `duration_minutes` of
    the date beside them. A message from before 1970 or after 2100 gives none.

    Errors: EdgeError when a date in another language is met and dateparser is not installed.
    """
    if received.year not in _YEARS:
        return []
    scan = ScannedText(text, received)
    return [_when(part, scan) for part in join(_parts(scan), scan)]


def _when(part: DatePart, scan: ScannedText) -> When:
    start, end = scan.folded.back(part.start, part.end)
    stretch = part.end_day if part.end_day != part.day else None
    limit = (
        part.deadline
        or _LIMIT_BEFORE.search(scan.before(part.start, 48)) is not None
        or _LIMIT_AFTER.match(scan.text, part.end) is not None
    )
    return When(
        start=start, end=end, text=scan.raw[start:end], date=part.day.isoformat() if part.day else None,
        time=part.time, end_date=stretch.isoformat() if stretch else None, end_time=part.end_time,
        timezone=part.zone, duration_minutes=part.minutes, deadline=limit, relative=part.relative,
    )  # fmt: skip
