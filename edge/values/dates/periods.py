"""Stretches of the calendar and their edges: la semaine prochaine, fin du mois, début mars, T2 2026."""

from __future__ import annotations

import re
from datetime import date, timedelta

from edge.text.any_of import any_of
from edge.text.regex import regex
from edge.values.date_words import MONTHS, MONTHS_WHOLE, NOT_WORD, NTH, WEEKDAYS, WHICH_FR, YEAR
from edge.values.dates.calendar_math import (
    add_months,
    day,
    easter,
    full_year,
    iso_week,
    month_end,
    quarter,
    stretch,
)
from edge.values.dates.rule import DatePart, DateRule, ScannedText

# Which stretch: this, the next, the last.
_WHICH = {"ce": 0, "cet": 0, "cette": 0, "this": 0, "prochain": 1, "prochaine": 1, "next": 1, "dernier": -1,
          "derniere": -1, "passe": -1, "passee": -1, "last": -1, "previous": -1, "following": 1, "coming": 0,
          "the coming": 0, "a venir": 1, "suivante": 1}  # fmt: skip
_PERIOD = {
    "semaine": "week", "week": "week", "week-end": "weekend", "weekend": "weekend", "week end": "weekend",
    "mois": "month", "month": "month", "trimestre": "quarter", "quarter": "quarter", "semestre": "half",
    "annee": "year", "an": "year", "year": "year",
}  # fmt: skip


def _period(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """La semaine prochaine, ce week-end, next month."""
    today = scan.today
    which = _WHICH[match["before"] or match["after"]]
    period = _PERIOD[match["period"] or match["period2"]]
    start, end = stretch(today, period, which)
    if which == 0 and period == "year":
        return None  # in prose it dates nothing
    if which == 0:
        start = min(max(start, today), end)  # what is left of it
    return DatePart(match.start(), match.end(), "day", start, end, relative=True)


_EDGES = {
    "fin": 1, "end": 1, "late": 1, "debut": -1, "beginning": -1, "start": -1, "early": -1, "mi": 0,
    "milieu": 0,
    "mid": 0, "middle": 0, "courant": 2,
}  # fmt: skip


_OF_A_DAY = regex(r" d[ue] (?:\d|samedi|dimanche)")


def _edge(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Fin du mois, début mars, mi-avril, end of next week, fin 2026: one day of a stretch."""
    if match["period"] == "mois" and scan.before(match.start(), 6) == "jours ":
        return None  # 30 jours fin de mois: terms of payment, counted from the invoice
    if match["period"] == "semaine" and _OF_A_DAY.match(scan.text, match.end()):
        # La fin de semaine du 28 août: not of this week. In Québec it is the weekend; its day follows.
        return DatePart(match.start(), match.end(), "part", weak=True, weekday=-1)
    today, edge = scan.today, _EDGES[match["edge"] or match["edge2"]]
    start: date | None
    if match["month"]:
        year = int(match["year"]) if match["year"] else today.year
        start = day(year, MONTHS[match["month"]], 1)
        if start is None:
            return None
        if not match["year"] and month_end(start) < today:
            start = add_months(start, 12)
        end, period = month_end(start), "month"
    elif match["alone"]:
        year = int(match["alone"])
        start, end, period = date(year, 1, 1), date(year, 12, 31), "year"
    elif match["q"]:
        year = full_year(match["qyear"]) if match["qyear"] else today.year
        start, end = quarter(year, int(match["q"]))
        if not match["qyear"] and end < today:
            start, end = quarter(year + 1, int(match["q"]))
        period = "quarter"
    else:
        period = _PERIOD[match["period"]]
        which = _WHICH.get(match["which"] or match["after"] or "", 0)
        start, end = stretch(today, period, which)
        if period == "week" and edge == 1:  # of a working week
            friday = start + timedelta(days=4)
            end = friday if which or today <= friday else end
    return DatePart(
        match.start(),
        match.end(),
        "day",
        *_edge_days(start, end, edge, period),
        relative=bool(match["period"]),
    )


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


_QUARTER_CUE = regex(
    r"\b(?:au|en|d'ici|pour le|avant|in|by|for|during|until|before|this|of)\s$|d'ici (?:a |au )?$"
)


def _quarter(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """T2 2026, Q3, S1 2026: as a stretch."""
    letter, number, year = match["letter"], int(match["number"]), match["year"]
    if not scan.capital(match.start()) or (letter in "sh" and (number > 2 or not year)):
        return None
    if not year and not _QUARTER_CUE.search(scan.before(match.start())):
        return None
    return _quarter_days(match, scan, number, year, 6 if letter in "sh" else 3)


def _nth_quarter(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    number, months = NTH[match["nth"]], 6 if match["kind"] in ("semestre", "half") else 3
    if months == 6 and (number > 2 or not match["year"]):
        return None
    return _quarter_days(match, scan, number, match["year"], months)


def _quarter_days(
    match: re.Match[str], scan: ScannedText, number: int, year: str | None, months: int
) -> DatePart:
    today = scan.today
    start, end = quarter(full_year(year) if year else today.year, number, months)
    if not year and end < today:
        start, end = quarter(today.year + 1, number, months)
    return DatePart(match.start(), match.end(), "day", start, end)


_SHARE = {"premiere": 0, "first": 0, "1ere": 0, "deuxieme": 1, "seconde": 1, "second": 1, "2e": 1,
    "troisieme": 2,
          "third": 2, "3e": 2, "derniere": -1, "last": -1}  # fmt: skip


def _share_of_month(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """La première semaine de mars, the second half of May."""
    today, share, half = scan.today, _SHARE[match["share"]], match["what"] not in ("semaine", "week")
    start = day(int(match["year"]) if match["year"] else today.year, MONTHS[match["month"]], 1)
    if start is None or (half and share > 1):
        return None
    if not match["year"] and month_end(start) < today:
        start = add_months(start, 12)
    end = month_end(start)
    if half:
        first, last = (start, start.replace(day=15)) if share == 0 else (start.replace(day=16), end)
    elif share == -1:
        first, last = end - timedelta(days=6), end
    else:
        first = start + timedelta(weeks=share)
        last = first + timedelta(days=6)
    return DatePart(match.start(), match.end(), "day", first, last)


def _in_the_week(match: re.Match[str], scan: ScannedText) -> DatePart:
    """Dans la semaine, within the month: until its end."""
    today = scan.today
    if match["period"] == "quinzaine":
        return DatePart(
            match.start(), match.end(), "day", today + timedelta(days=15), relative=True, deadline=True
        )
    _, end = stretch(today, _PERIOD[match["period"]], 0)
    return DatePart(match.start(), match.end(), "day", today, end, relative=True, deadline=True)


def _year_end(match: re.Match[str], scan: ScannedText) -> DatePart:
    _, end = stretch(scan.today, match["period"], 0)
    return DatePart(match.start(), match.end(), "day", end, relative=True)


def _week_number(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Semaine 12: from its Monday, of this year or, when it is over, the next; fin semaine 12: its Friday."""
    today, number = scan.today, int(match["number"])
    start = iso_week(int(match["year"]) if match["year"] else today.isocalendar().year, number)
    if start and not match["year"] and start + timedelta(days=6) < today:
        start = iso_week(today.isocalendar().year + 1, number)
    if start is None:
        return None
    edge, friday, sunday = match["edge"] or "courant", start + timedelta(days=4), start + timedelta(days=6)
    if edge == "fin":
        return DatePart(match.start(), match.end(), "day", friday)
    return DatePart(match.start(), match.end(), "day", *_edge_days(start, sunday, _EDGES[edge], "week"))


def _weekend(match: re.Match[str], scan: ScannedText) -> DatePart:
    """Ce we, le we prochain: as it is typed."""
    start, end = stretch(scan.today, "weekend", 0 if match["this"] else 1)
    return DatePart(match.start(), match.end(), "day", max(start, scan.today), end, relative=True)


_FEASTS = {"noel": (12, 25), "christmas": (12, 25), "nouvel an": (1, 1), "new year": (1, 1),
    "new year's day": (1, 1), "toussaint": (11, 1), "assomption": (8, 15), "halloween": (10, 31),
    "boxing day": (12, 26),
           "new year's eve": (12, 31), "christmas eve": (12, 24)}  # fmt: skip
#: Days from Easter Sunday.
_AROUND_EASTER = {"good friday": -2, "vendredi saint": -2, "easter monday": 1, "lundi de paques": 1,
    "easter sunday": 0, "dimanche de paques": 0, "easter": 0, "paques": 0, "ascension": 39,
    "jeudi de l'ascension": 39, "pentecote": 49, "whit sunday": 49, "lundi de pentecote": 50,
    "whit monday": 50, "jeudi saint": -3}  # fmt: skip


_FEAST_CUE = regex(
    r"\b(?:avant|apres|d'ici|jusqu'a|pour|a|by|before|after|until|at|on|au)\s(?:l'|le |la )?$|d'ici (?:a )?$"
)
_FEAST_THING = regex(
    r" (?:tree|part|card|gift|present|market|light|song|carol|sale|jumper|egg|holiday|break|term|week)"
)


def _feast(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    if match[0].split()[0] not in WEEKDAYS:
        cue = _FEAST_CUE.search(scan.before(match.start()))
        if cue is None or _FEAST_THING.match(scan.text, match.end()):
            return None
        if cue[0] == "a " and match[0] not in ("noel", "nouvel an", "paques"):
            return None  # a Christmas tree
    return DatePart(match.start(), match.end(), "day", _next_feast(match[0], scan.today))


def _next_feast(name: str, today: date) -> date:
    """The day of the feast that comes next, today included."""

    def of_year(year: int) -> date:
        if name in _AROUND_EASTER:
            return easter(year) + timedelta(days=_AROUND_EASTER[name])
        return date(year, *_FEASTS[name])

    at = of_year(today.year)
    return at if at >= today else of_year(today.year + 1)


_MONTH = rf"(?P<month>{any_of(MONTHS_WHOLE)}){NOT_WORD}"
_YEAR = rf"(?P<year>{YEAR})"
_STRETCH = rf"(?P<period>{any_of(_PERIOD)}){NOT_WORD}"

RULES = (
    DateRule(
        tuple(dict.fromkeys("#" if name[0].isdigit() else name for name in _SHARE)),
        regex(
            rf"(?<![\w-])(?P<share>{any_of(_SHARE)}) (?P<what>semaine|quinzaine|moitie|week|half) "
            rf"(?:de |d'|of |du mois de ){_MONTH}(?: {_YEAR})?"
        ),
        _share_of_month,
    ),
    DateRule(
        ("dans", "within"),
        regex(
            r"(?:dans (?:le courant d[eu] )?(?:la |le )?|within the )(?P<period>semaine|quinzaine|week|month)"
            r"(?![a-z-]| (?:prochain|qui|a venir|suiv|d))"
        ),
        _in_the_week,
    ),
    DateRule(
        ("month", "year", "quarter"),
        regex(r"(?P<period>month|year|quarter)[ -]end(?![a-z-])"),
        _year_end,
    ),
    DateRule(
        (
            "ce",
            "cette",
            "this",
            "next",
            "last",
            "coming",
            "previous",
            *{re.split("[ -]", name)[0] for name in _PERIOD},
        ),
        regex(
            rf"(?:(?P<before>cet?|cette|this|next|last|previous|coming) {_STRETCH}(?:-ci|-la)?(?!'s|ly)|"
            rf"(?P<period2>{any_of(_PERIOD)}) (?P<after>{WHICH_FR}){NOT_WORD})"
        ),
        _period,
    ),
    DateRule(
        ("semaine", "sem", "fin", "debut", "mi", "milieu", "courant"),
        regex(
            r"(?<![\w-])(?:(?P<edge>fin|debut|milieu|mi|courant)[ -](?:de )?)?"
            rf"(?:semaine|sem\.?) (?:n°? ?)?(?P<number>[1-4]?\d|5[0-3])(?![\w,%]|\.\d)(?: (?:de )?{_YEAR})?"
        ),
        _week_number,
    ),
    DateRule(("ce", "we"), regex(r"(?<![\w-])(?:(?P<this>ce we)|(?<=\ble )we prochain)(?![\w-])"), _weekend),
    DateRule(
        tuple(_EDGES),
        regex(
            r"(?<![\w-])(?:(?P<edge>end|beginning|start|middle) of (?:the )?|"
            rf"(?P<edge2>fin|late|debut|early|mi|milieu|mid|courant)[ -]"
            r"(?:du |de la |de l'|de |d'|le |la |l')?)"
            rf"(?:(?:mois de |mois d')?{_MONTH}(?:,? (?:de )?{_YEAR})?|"
            rf"(?:annee |year )?(?P<alone>{YEAR})(?!-)|"
            rf"[qt](?P<q>[1-4])(?:[ -/]?(?P<qyear>20\d\d|'?\d\d(?!\d)))?{NOT_WORD}|"
            rf"(?:(?P<which>this|next|cette|ce|coming) )?{_STRETCH}(?: (?P<after>{WHICH_FR}){NOT_WORD})?)"
        ),
        _edge,
    ),
    DateRule(
        ("q", "t", "s", "h"),
        regex(
            r"(?<![\w-])(?P<letter>[qtsh])(?P<number>[1-4])"
            r"(?:(?: |-|/)?(?P<year>20\d\d|'\d\d))?(?![\w-]|\.\d)"
        ),
        _quarter,
    ),
    DateRule(
        tuple(dict.fromkeys("#" if name[0].isdigit() else name for name in NTH)),
        regex(
            rf"(?P<nth>{any_of(NTH)}) (?P<kind>trimestre|quarter|semestre|half)(?:,? (?:of |"
            rf"de )?{_YEAR})?{NOT_WORD}"
        ),
        _nth_quarter,
    ),
    DateRule(
        tuple({name.split()[0] for name in (*_FEASTS, *_AROUND_EASTER)}),
        regex(rf"(?<![\w-]){any_of([*_FEASTS, *_AROUND_EASTER])}{NOT_WORD}"),
        _feast,
    ),
)
