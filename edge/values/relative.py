"""Days reckoned from the day of the message: demain, next Friday, dans 30 jours, fin du mois, T2 2026."""

from __future__ import annotations

import re
from datetime import date, timedelta

from edge.values.atom import Atom, Rule, Scan
from edge.values.hints import said_moved
from edge.values.reckon import (
    add_months,
    add_workdays,
    day,
    full_year,
    iso_week,
    last_weekday,
    monday,
    month_end,
    next_number,
    next_weekday,
    quarter,
)
from edge.values.words import COUNT, GAP, MONTHS, WEEKDAY, WEEKDAYS, WEEKDAYS_CLEAR, WEEKDAYS_SHORT, any_of, count

_STOP = r"(?![a-z\d]|-[a-z]|'s top\b)"

_DAYS_OFF = {
    "aujourd'hui": 0, "today": 0, "tonight": 0, "ce jour": 0, "demain": 1, "tomorrow": 1, "tmrw": 1,
    "apres-demain": 2, "apres demain": 2, "day after tomorrow": 2, "hier": -1, "yesterday": -1,
    "avant-hier": -2, "avant hier": -2, "day before yesterday": -2, "dans la journee": 0,
}  # fmt: skip


# Today's headlines are dated by nothing but the newsletter itself.
_TODAYS = re.compile(r"'s (?!meeting|call|session|deadline|appointment|demo|lunch|dinner|delivery|date)")


def _shifted(found: re.Match[str], scan: Scan, days: int, **more: bool) -> Atom:
    at = scan.clock.today + timedelta(days=days)
    return Atom(found.start(), found.end(), "day", day=at, relative=True, **more)


def _word(found: re.Match[str], scan: Scan) -> Atom | None:
    if found[0] == "ce jour" and scan.before(found.start(), 2) == "a ":
        return None  # until now
    if found[0] == "today" and _TODAYS.match(scan.text, found.end()):
        return None
    return _shifted(found, scan, _DAYS_OFF[found[0]], deadline=found[0].startswith("dans"))


def _this_part(found: re.Match[str], scan: Scan) -> Atom:
    """Ce soir, this afternoon: today, and which half of it."""
    return _shifted(found, scan, 0, afternoon=found["part"] not in ("matin", "matinee", "morning", "midi"))


# Days of their own name, and weekdays in general: no single day is meant.
_HABIT = re.compile(r"\b(?:chaque|tous les|toutes les|every|each|any|un|black|good|casual|cyber|super|par|per)\s$|\bon a $")
_NAMED_DAY = re.compile(r" (?:gras|saint|noir|des cendres|sunday newsletter)\b")
_AGAIN = re.compile(rf" ?(?:-|/|et|and|ou|or|a|to|through|thru|au){_STOP} ?(?:les? )?(?:{any_of(WEEKDAYS)}|fri|sun|sat)\b")


def _weekday(found: re.Match[str], scan: Scan) -> Atom | None:
    """Vendredi, vendredi 14, vendredi prochain, next Friday, Tuesday next week."""
    name, today = found["name"], scan.clock.today
    number = WEEKDAYS.get(name, WEEKDAYS_SHORT.get(name, 0))
    before = scan.before(found.start())
    if _HABIT.search(before) or _NAMED_DAY.match(scan.text, found.end("name")):
        return None
    lead, tail, figure = found["lead"] or "", found["tail"] or "", found["number"]
    if name not in WEEKDAYS and not figure:
        if name not in WEEKDAYS_CLEAR or not scan.capital(found.start("name")):
            return None
        if not (lead or tail):
            weak = not re.search(r"\b(?:by|on|until|before|due|eod|cob)\s$", before)
            at = next_weekday(today, number)
            return Atom(found.start(), found.end(), "day", at, weekday=number, relative=True, weak=weak)
    if name not in WEEKDAYS and figure and name in ("sam", "mar", "mon", "sun", "sat", "jeu", "mer"):
        # Sam 3, mer 5: words of their own, unless cut short by a point.
        if scan.text[found.end("name") : found.end("name") + 1] != ".":
            return None
    if figure:
        past = "last" in lead or "dernier" in tail
        at_number = next_number(today, int(figure), past=past, weekday=number)
        if at_number is None:
            return None
        return Atom(found.start(), found.end(), "day", at_number, weekday=number, relative=True)
    at = next_weekday(today, number)
    if "last" in lead or "dernier" in tail or "passe" in tail or tail == " last":
        at = last_weekday(today, number)
    elif " week" in tail[2:] or "semaine" in tail:
        ahead = 1 if "next" in tail or "prochain" in tail else -1 if "last" in tail or "derni" in tail else 0
        at = monday(today) + timedelta(weeks=ahead, days=number)
    elif "en huit" in tail or tail == " week":
        at += timedelta(weeks=1)
    elif "en quinze" in tail:
        at += timedelta(weeks=2)
    plain = not (lead or tail)
    return Atom(found.start(), found.end(), "day", at, weekday=number if plain else None, relative=True)


def _weekdays_in_general(found: re.Match[str], scan: Scan) -> Atom | None:
    """Du lundi au vendredi, Monday to Friday: opening hours, no days; `de lundi à mercredi` are days."""
    before = scan.before(found.start(), 6)
    if said_moved(scan, found.start()):
        return None
    if before.endswith(("de ", "from ", " d'ici ")):
        start = next_weekday(scan.clock.today, WEEKDAYS[found["a"]])
        end = next_weekday(start, WEEKDAYS[found["b"]])
        return Atom(found.start(), found.end(), "day", start, end, relative=True)
    return Atom(found.start(), found.end(), "part", weak=True, weekday=-1)


_UNITS = {
    "jour": 1, "jours": 1, "j": 1, "day": 1, "days": 1, "semaine": 7, "semaines": 7, "week": 7, "weeks": 7,
    "wks": 7, "quinzaine": 15, "fortnight": 14, "fortnights": 14, "huitaine": 8, "dizaine": 10,
    "mois": 30, "month": 30, "months": 30, "an": 365, "ans": 365, "annee": 365, "annees": 365, "year": 365,
    "years": 365, "trimestre": 90, "trimestres": 90, "quarter": 90, "quarters": 90,
    "heure": 0, "heures": 0, "h": 0, "hour": 0, "hours": 0, "hr": 0, "hrs": 0,
    "minute": 0, "minutes": 0, "min": 0, "mins": 0, "mn": 0,
}  # fmt: skip
_AMOUNT = (
    rf"(?:(?P<working_en>(?P<n2>{COUNT}){GAP}(?:working|business){GAP}days?)|"
    rf"(?:(?P<n>{COUNT})(?:{GAP}(?:prochaines?|prochains?|next|full))?{GAP}?)?(?P<unit>{any_of(_UNITS)}){_STOP}(?:{GAP}de jours)?"
    rf"(?:{GAP}(?P<working>ouvres?|ouvrables?)|{GAP}(?:calendaires?|maximum|max))?)"
)
# The clock of these starts with something else than the message: receipt, a signature, an order.
_OTHER_START = re.compile(
    r",? (?:(?:de|d'|suivant|apres|following|after|of|from|a compter|a partir|avant|before|apart)\b)"
    r"(?! (?:de |d'|du )?(?:ce jour|aujourd'hui|la presente|ce (?:mail|message|courriel)|today|now|this|la date de ce))"
)
_HOURLY = re.compile(
    r"\b(?:expires?|expiring|starts?|starting|begins?|back|available|arrives?|arriving|leaves?|leaving|call(?: you)?|"
    r"meet(?:ing)?|due|ends?|ready|there|again|here|sent|respond|reply|answer)\s$"
)


def _in(found: re.Match[str], scan: Scan) -> Atom | None:
    """Dans 30 jours, sous 48h, d'ici deux semaines, in a fortnight, within 5 working days."""
    unit, lead = found["unit"] or "day", found["lead"]
    written = found["n"] or found["n2"]
    if written is None and unit not in ("quinzaine", "huitaine", "dizaine"):
        return None
    number = count(written) if written else 1
    following = scan.text[found.end() : found.end() + 48]
    if _OTHER_START.match(following) or number > 400:
        return None
    deadline = lead.startswith(("sous", "d'ici", "within", "en moins", "dans un delai", "dans les", "in the", "in less"))
    if found["working_en"] or found["working"]:
        at = add_workdays(scan.clock.today, number)
        return Atom(found.start(), found.end(), "day", at, relative=True, deadline=deadline)
    if _UNITS[unit] == 0:
        return _hours(found, scan, number, unit[0], deadline)
    at = _ahead(scan.clock.today, unit, number)
    return Atom(found.start(), found.end(), "day", at, relative=True, deadline=deadline)


def _hours(found: re.Match[str], scan: Scan, number: int, unit: str, deadline: bool) -> Atom | None:
    if found["lead"] == "in" and not _HOURLY.search(scan.before(found.start())) and scan.before(found.start()).strip(" "):
        return None  # "learn it in 10 minutes"
    ahead = timedelta(hours=number) if unit == "h" else timedelta(minutes=number)
    then = scan.clock.now + ahead
    if number % 24 == 0 and unit == "h":
        return Atom(found.start(), found.end(), "day", then.date(), relative=True, deadline=deadline)
    clock = then.strftime("%H:%M")
    return Atom(found.start(), found.end(), "day", then.date(), time=clock, relative=True, deadline=deadline)


def _ahead(start: date, unit: str, number: int) -> date:
    days = _UNITS[unit]
    if days in (30, 90, 365):
        return add_months(start, number * {30: 1, 90: 3, 365: 12}[days])
    return start + timedelta(days=days * number)


def _ago(found: re.Match[str], scan: Scan) -> Atom | None:
    """Il y a 3 jours, two weeks ago; two weeks from now."""
    written, unit = found["n"], found["unit"]
    if written is None or unit is None or _UNITS[unit] == 0:
        return None
    number = count(written)
    ahead = found.groupdict().get("ahead") or ""
    if "from" in ahead or "time" in ahead:
        at = _ahead(scan.clock.today, unit, number)
    else:
        at = _ahead(scan.clock.today, unit, -number)
    return Atom(found.start(), found.end(), "day", at, relative=True)


# Which stretch: this, the next, the last.
_WHICH = {"ce": 0, "cet": 0, "cette": 0, "this": 0, "prochain": 1, "prochaine": 1, "next": 1, "dernier": -1,
          "derniere": -1, "passe": -1, "passee": -1, "last": -1, "previous": -1, "following": 1, "coming": 0,
          "the coming": 0, "a venir": 1, "suivante": 1}  # fmt: skip
_PERIOD = {
    "semaine": "week", "week": "week", "week-end": "weekend", "weekend": "weekend", "week end": "weekend",
    "mois": "month", "month": "month", "trimestre": "quarter", "quarter": "quarter", "semestre": "half",
    "annee": "year", "an": "year", "year": "year",
}  # fmt: skip


def stretch(today: date, period: str, which: int) -> tuple[date, date]:
    """First and last day of this (0), the next (1) or the last (-1) week, week-end, month, quarter, ..."""
    if period == "week":
        start = monday(today) + timedelta(weeks=which)
        return start, start + timedelta(days=6)
    if period == "weekend":
        start = monday(today) + timedelta(weeks=which, days=5)
        return start, start + timedelta(days=1)
    if period == "month":
        start = add_months(today.replace(day=1), which)
        return start, month_end(start)
    if period == "year":
        return date(today.year + which, 1, 1), date(today.year + which, 12, 31)
    months = 3 if period == "quarter" else 6
    start, _ = quarter(today.year, (today.month - 1) // months + 1, months)
    start = add_months(start, which * months)
    return start, month_end(add_months(start, months - 1))


def _period(found: re.Match[str], scan: Scan) -> Atom | None:
    """La semaine prochaine, ce week-end, next month."""
    today = scan.clock.today
    which = _WHICH[found["before"] or found["after"]]
    period = _PERIOD[found["period"] or found["period2"]]
    start, end = stretch(today, period, which)
    if which == 0 and period == "year":
        return None  # in prose it dates nothing
    if which == 0:
        start = min(max(start, today), end)  # what is left of it
    return Atom(found.start(), found.end(), "day", start, end, relative=True)


_EDGES = {
    "fin": 1, "end": 1, "late": 1, "debut": -1, "beginning": -1, "start": -1, "early": -1, "mi": 0, "milieu": 0,
    "mid": 0, "middle": 0, "courant": 2,
}  # fmt: skip


def _edge(found: re.Match[str], scan: Scan) -> Atom | None:
    """Fin du mois, début mars, mi-avril, end of next week, fin 2026: one day of a stretch."""
    today, edge = scan.clock.today, _EDGES[found["edge"] or found["edge2"]]
    start: date | None
    if found["month"]:
        year = int(found["year"]) if found["year"] else today.year
        start = day(year, MONTHS[found["month"]], 1)
        if start is None:
            return None
        if not found["year"] and month_end(start) < today:
            start = add_months(start, 12)
        end, period = month_end(start), "month"
    elif found["alone"]:
        start, end, period = date(int(found["alone"]), 1, 1), date(int(found["alone"]), 12, 31), "year"
    elif found["q"]:
        year = full_year(found["qyear"]) if found["qyear"] else today.year
        start, end = quarter(year, int(found["q"]))
        if not found["qyear"] and end < today:
            start, end = quarter(year + 1, int(found["q"]))
        period = "quarter"
    else:
        period = _PERIOD[found["period"]]
        which = _WHICH.get(found["which"] or found["after"] or "", 0)
        start, end = stretch(today, period, which)
        if period == "week":  # of a working week
            friday = start + timedelta(days=4)
            end = friday if which or today <= friday else end
    return Atom(found.start(), found.end(), "day", *_edge_days(start, end, edge, period), relative=bool(found["period"]))


def _edge_days(start: date, end: date, edge: int, period: str) -> tuple[date, date | None]:
    if edge == 1:
        return end, None
    if edge == -1:
        return start, None
    if edge == 2:
        return start, end
    if period == "month":
        return start.replace(day=15), None
    if period == "week":
        return start + timedelta(days=2), None
    return start + (end - start) // 2, None


_NTH = {"premier": 1, "1er": 1, "first": 1, "1st": 1, "deuxieme": 2, "second": 2, "2e": 2, "2eme": 2, "2nd": 2,
        "troisieme": 3, "third": 3, "3e": 3, "3eme": 3, "3rd": 3, "quatrieme": 4, "fourth": 4, "4e": 4,
        "4eme": 4, "4th": 4}  # fmt: skip
_QUARTER_CUE = re.compile(r"\b(?:au|en|d'ici|pour le|avant|in|by|for|during|until|before|this|of)\s$|d'ici (?:a |au )?$")


def _quarter(found: re.Match[str], scan: Scan) -> Atom | None:
    """T2 2026, Q3, S1 2026: as a stretch."""
    letter, number, year = found["letter"], int(found["number"]), found["year"]
    if not scan.capital(found.start()) or (letter in "sh" and (number > 2 or not year)):
        return None
    if not year and not _QUARTER_CUE.search(scan.before(found.start())):
        return None
    return _quarter_days(found, scan, number, year, 6 if letter in "sh" else 3)


def _nth_quarter(found: re.Match[str], scan: Scan) -> Atom | None:
    number, months = _NTH[found["nth"]], 6 if found["kind"] in ("semestre", "half") else 3
    if months == 6 and (number > 2 or not found["year"]):
        return None
    return _quarter_days(found, scan, number, found["year"], months)


def _quarter_days(found: re.Match[str], scan: Scan, number: int, year: str | None, months: int) -> Atom:
    today = scan.clock.today
    start, end = quarter(full_year(year) if year else today.year, number, months)
    if not year and end < today:
        start, end = quarter(today.year + 1, number, months)
    return Atom(found.start(), found.end(), "day", start, end)


_SHARE = {"premiere": 0, "first": 0, "1ere": 0, "deuxieme": 1, "seconde": 1, "second": 1, "2e": 1, "troisieme": 2,
          "third": 2, "3e": 2, "derniere": -1, "last": -1}  # fmt: skip


def _share_of_month(found: re.Match[str], scan: Scan) -> Atom | None:
    """La première semaine de mars, the second half of May."""
    today, share, half = scan.clock.today, _SHARE[found["share"]], found["what"] not in ("semaine", "week")
    start = day(int(found["year"]) if found["year"] else today.year, MONTHS[found["month"]], 1)
    if start is None or (half and share > 1):
        return None
    if not found["year"] and month_end(start) < today:
        start = add_months(start, 12)
    end = month_end(start)
    if half:
        first, last = (start, start.replace(day=15)) if share == 0 else (start.replace(day=16), end)
    elif share == -1:
        first, last = end - timedelta(days=6), end
    else:
        first = start + timedelta(weeks=share)
        last = first + timedelta(days=6)
    return Atom(found.start(), found.end(), "day", first, last)


def _weeks_from(found: re.Match[str], scan: Scan) -> Atom:
    """A week from Monday."""
    at = next_weekday(scan.clock.today, WEEKDAYS[found["name"]]) + timedelta(weeks=count(found["n"]))
    return Atom(found.start(), found.end(), "day", at, relative=True)


def _in_the_week(found: re.Match[str], scan: Scan) -> Atom:
    """Dans la semaine, within the month: until its end."""
    today = scan.clock.today
    _, end = stretch(today, _PERIOD[found["period"]], 0)
    return Atom(found.start(), found.end(), "day", today, end, relative=True, deadline=True)


def _year_end(found: re.Match[str], scan: Scan) -> Atom:
    _, end = stretch(scan.clock.today, found["period"], 0)
    return Atom(found.start(), found.end(), "day", end, relative=True)


def _week_number(found: re.Match[str], scan: Scan) -> Atom | None:
    """Semaine 12: from its Monday, of this year or, when it is over, the next."""
    today, number = scan.clock.today, int(found["number"])
    start = iso_week(int(found["year"]) if found["year"] else today.isocalendar().year, number)
    if start and not found["year"] and start + timedelta(days=6) < today:
        start = iso_week(today.isocalendar().year + 1, number)
    return Atom(found.start(), found.end(), "day", start, start + timedelta(days=6)) if start else None


def _end_of_day(found: re.Match[str], scan: Scan) -> Atom | None:
    """EOD, COB, EOW, EOM: a limit; EOD beside a day belongs to it."""
    if found[0] == "cob" and not scan.capital(found.start()):
        return None
    today = scan.clock.today
    if found[0] in ("eow", "eom"):
        start, end = stretch(today, "week" if found[0] == "eow" else "month", 0)
        friday = start + timedelta(days=4)
        at = end if found[0] == "eom" or friday < today else friday
        return Atom(found.start(), found.end(), "day", at, relative=True, deadline=True)
    return Atom(found.start(), found.end(), "part", day=today, relative=True, deadline=True)


_FEASTS = {"noel": (12, 25), "christmas": (12, 25), "nouvel an": (1, 1), "new year": (1, 1), "new year's day": (1, 1),
           "new year's eve": (12, 31), "christmas eve": (12, 24)}  # fmt: skip


def _feast(found: re.Match[str], scan: Scan) -> Atom | None:
    if not re.search(r"\b(?:avant|apres|d'ici|jusqu'a|pour|a|by|before|after|until|at|on|au)\s$|d'ici (?:a )?$", scan.before(found.start())):
        return None
    month, number = _FEASTS[found[0]]
    at = day(scan.clock.today.year, month, number)
    if at and at < scan.clock.today:
        at = add_months(at, 12)
    return Atom(found.start(), found.end(), "day", at) if at else None


_WHICH_FR = r"(?:prochaine?|derniere?|passee?|a venir|suivante)"
_LEAD = r"(?:(?P<lead>(?:ce|cette|this|next|last|coming|next week on|on next week)) )?"
_SHORT = any_of([*WEEKDAYS, *WEEKDAYS_SHORT])
_NAMES = (
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre "
    "january february march april may june july august september october november december"
)

RULES = (
    Rule(
        tuple(dict.fromkeys("#" if name[0].isdigit() else name for name in _SHARE)),
        re.compile(
            rf"(?<![\w-])(?P<share>{any_of(_SHARE)}) (?P<what>semaine|quinzaine|moitie|week|half) (?:de |d'|of |du mois de )"
            rf"(?P<month>{any_of(_NAMES.split())}){_STOP}(?: (?P<year>20\d\d)(?!\d))?"
        ),
        _share_of_month,
    ),
    Rule(
        ("a", "one", "two", "three"),
        re.compile(rf"(?P<n>a|one|two|three) weeks? from (?P<name>{WEEKDAY}){_STOP}"),
        _weeks_from,
    ),
    Rule(
        ("dans", "within"),
        re.compile(r"(?:dans (?:le courant d[eu] )?(?:la |le )?|within the )(?P<period>semaine|mois|week|month)(?![a-z-]| (?:prochain|qui|a venir|suiv|d))"),
        _in_the_week,
    ),
    Rule(("month", "year", "quarter"), re.compile(r"(?P<period>month|year|quarter)[ -]end(?![a-z-])"), _year_end),
    Rule(
        tuple({name.split()[0].split("-")[0].split("'")[0] for name in _DAYS_OFF}),
        re.compile(rf"(?<![\w-]){any_of(_DAYS_OFF)}{_STOP}"),
        _word,
    ),
    Rule(
        ("ce", "cet", "cette", "this"),
        re.compile(rf"(?:cet?|cette|this) (?P<part>matin|matinee|midi|apres-midi|apres midi|soir|soiree|nuit|morning|afternoon|evening){_STOP}"),
        _this_part,
    ),
    Rule(
        tuple(WEEKDAYS),
        re.compile(rf"(?<![\w-])(?P<a>{WEEKDAY}) ?(?:-|au|a|to|through|thru) ?(?P<b>{WEEKDAY}){_STOP}(?! \d)"),
        _weekdays_in_general,
    ),
    Rule(
        ("ce", "cette", "this", "next", "last", "coming", *WEEKDAYS, *WEEKDAYS_SHORT),
        re.compile(
            rf"(?<![\w-]){_LEAD}(?P<name>{_SHORT})(?![a-z\d]|-[a-z])\.?"
            rf"(?:,? (?:le |the )?(?P<number>[12]\d|3[01]|0?[1-9])(?!\d)(?:er|st|nd|rd|th)?"
            rf"(?=$|[.;!?)\n]|,(?!\d)| (?:a|at|de|from|et|and|ou|or|pour|for|matin|soir|midi|prochain|-)\b| -? ?\d\d?(?:h|:\d\d)))?"
            rf"(?P<tail> (?:en huit|en quinze|week(?! of)|(?:de |of )?(?:la )?(?:semaine {_WHICH_FR}|next week|last week|this week|cette semaine)|prochain|dernier|passe|last){_STOP})?"
        ),
        _weekday,
    ),
    Rule(
        ("dans", "sous", "d", "in", "within", "en"),
        re.compile(
            rf"(?<![\w-])(?P<lead>dans un delai (?:maximum )?de|dans les|dans|sous un delai de|sous|d'ici a|d'ici|within the next|within|in the next|"
            rf"in less than|en moins de|in)(?:{GAP}(?:environ|about|around|max|maximum|au plus|moins de|une petite))?{GAP}{_AMOUNT}"
            rf"(?:' time| time)?"
        ),
        _in,
    ),
    Rule(
        ("il",),
        re.compile(rf"il y a (?:environ |a peine |plus de )?(?P<n>{COUNT}){GAP}(?P<unit>{any_of(_UNITS)}){_STOP}"),
        _ago,
    ),
    Rule(
        ("#", "a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        re.compile(
            rf"(?<![\w-])(?P<n>{COUNT}){GAP}(?P<unit>{any_of(_UNITS)})(?P<ahead>'?s? time|{GAP}(?:ago|from now|from today)){_STOP}"
        ),
        _ago,
    ),
    Rule(
        ("semaine", "mois", "week", "weekend", "annee", "an", "trimestre", "semestre", "ce", "cette", "this", "next", "last", "coming", "previous"),
        re.compile(
            rf"(?:(?P<before>cet?|cette|this|next|last|previous|coming) (?P<period>{any_of(_PERIOD)}){_STOP}(?:-ci|-la)?(?!'s|ly)|"
            rf"(?P<period2>{any_of(_PERIOD)}) (?P<after>{_WHICH_FR}){_STOP})"
        ),
        _period,
    ),
    Rule(
        tuple(_EDGES),
        re.compile(
            rf"(?<![\w-])(?:(?P<edge>end|beginning|start|middle) of (?:the )?|(?P<edge2>fin|late|debut|early|mi|milieu|mid|courant)[ -](?:du |de la |de l'|de |d'|le |la |l')?)"
            rf"(?:(?:mois de |mois d')?(?P<month>{any_of(_NAMES.split())}){_STOP}(?:,? (?:de )?(?P<year>20\d\d)(?!\d))?|"
            rf"(?P<alone>20\d\d)(?![\d-])|[qt](?P<q>[1-4])(?:[ -/]?(?P<qyear>20\d\d|'?\d\d(?!\d)))?{_STOP}|"
            rf"(?:(?P<which>this|next|cette|ce|coming) )?(?P<period>{any_of(_PERIOD)}){_STOP}(?: (?P<after>{_WHICH_FR}){_STOP})?)"
        ),
        _edge,
    ),
    Rule(
        ("q", "t", "s", "h"),
        re.compile(r"(?<![\w-])(?P<letter>[qtsh])(?P<number>[1-4])(?:(?: |-|/)?(?P<year>20\d\d|'\d\d))?(?![\w-]|\.\d)"),
        _quarter,
    ),
    Rule(
        ("#", "premier", "deuxieme", "second", "troisieme", "quatrieme", "first", "third", "fourth"),
        re.compile(
            rf"(?P<nth>{any_of(_NTH)}) (?P<kind>trimestre|quarter|semestre|half)(?:,? (?:of |de )?(?P<year>20\d\d)(?!\d))?{_STOP}"
        ),
        _nth_quarter,
    ),
    Rule(
        ("semaine", "sem"),
        re.compile(r"(?:semaine|sem\.?) (?:n°? ?)?(?P<number>[1-4]?\d|5[0-3])(?![\w,%]|\.\d)(?: (?:de )?(?P<year>20\d\d)(?!\d))?"),
        _week_number,
    ),
    Rule(("eod", "cob", "eow", "eom"), re.compile(r"(?<![\w-])(?:eod|cob|eow|eom)(?!\w)"), _end_of_day),
    Rule(
        ("noel", "christmas", "nouvel", "new"),
        re.compile(rf"(?<![\w-]){any_of(_FEASTS)}{_STOP}"),
        _feast,
    ),
)  # fmt: skip
