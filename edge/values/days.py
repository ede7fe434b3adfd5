"""Days written out: 3 mars 2026, March 3rd, 03/02/2026, 2026-02-03, du 3 au 5 mai, le 15."""

from __future__ import annotations

import re
from datetime import date, timedelta

from edge.values.atom import Atom, Rule, Scan
from edge.values.hints import said_between, said_past
from edge.values.reckon import add_months, day, full_year, month_end, nearest_year, next_number
from edge.values.words import (
    GAP,
    MONTH,
    MONTH_EN,
    MONTHS,
    MONTHS_EN,
    MONTHS_FR,
    NUMBERS,
    ORDINALS,
    WEEKDAY,
    YEAR,
    any_of,
)

_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_TH = r"(?: ?er|st|nd|rd|th)?"
_YEAR = rf"(?:{YEAR}|'\d\d(?!\d))"
_TO = rf"(?:{GAP}(?:au|a|to|until|through|thru|jusqu'au|(?P<both>et|and)(?: le| the)?){GAP}| ?- ?)"
_OR = rf"(?:{GAP}(?:et|and|ou|or|&){GAP}(?:le |the )?| ?/ ?|, ?)"
_WORD_DAYS = {name: value for name, value in (NUMBERS | ORDINALS).items() if 1 < value <= 31} | {
    "premier": 1, "first": 1,
}  # fmt: skip

#: Months that are common words, names or cut short: an English reader knows them by their capital.
_CAPITAL = {
    "may",
    "march",
    "mar",
    "jan",
    "jun",
    "jul",
    "sep",
    "sept",
    "dec",
    "oct",
    "nov",
    "apr",
    "aug",
    "feb",
}

_CUT = "janv fevr fev avr juil jan feb mar apr jun jul aug sep sept oct nov dec"
_WHOLE = {*MONTHS_FR, *MONTHS_EN} - {*_CUT.split()}

# Not the beginning of a day: part of a number, a path, a version, a file's name.
_FREE = r"(?<![\w/@=#&+])(?<!\d[.,:-])(?<![a-z][.-])"


def _number(written: str) -> int:
    return int(written) if written.isdigit() else _WORD_DAYS[written]


def _dated(scan: Scan, start: int, month: int, number: int, year: str | None) -> tuple[date | None, bool]:
    """The day, and whether its year was written."""
    if year:
        return day(full_year(year), month, number), True
    return nearest_year(scan.clock.today, month, number, past=said_past(scan, start)), False


def _named(scan: Scan, found: re.Match[str]) -> bool:
    """The month's word is a month here, not a verb, a name or a brand."""
    word, place = found["month"], found.start("month")
    if word in MONTHS_FR or word not in _CAPITAL or found["year"]:
        return True
    return scan.capital(place) or bool(re.search(r"(?:st|nd|rd|th)\b", found[0]))


def _day_month(found: re.Match[str], scan: Scan) -> Atom | None:
    if not _named(scan, found):
        return None
    month = MONTHS[found["month"]]
    at, complete = _dated(scan, found.start(), month, _number(found["day"]), found["year"])
    if at is None:
        return None
    yearless = None if complete else (month, at.day)
    return Atom(found.start(), found.end(), "day", day=at, yearless=yearless)


def _stretch(found: re.Match[str], scan: Scan) -> Atom | None:
    """Du 3 au 5 mai; May 3-5; entre le 3 et le 5 mai."""
    if not _named(scan, found) or (found["both"] and not said_between(scan, found.start())):
        return None
    month, first, last = MONTHS[found["month"]], int(found["day"]), int(found["last"])
    end, _ = _dated(scan, found.start(), month, last, found["year"])
    start = day(end.year, month, first) if end else None
    if start is None or end is None or start >= end:
        return None
    return Atom(found.start(), found.end(), "day", day=start, end_day=end)


def _one_of(found: re.Match[str], scan: Scan) -> Atom | None:
    """The first of "3 et 4 mai": the second is read where it stands."""
    if not _named(scan, found):
        return None
    at, _ = _dated(scan, found.start(), MONTHS[found["month"]], int(found["day"]), found["year"])
    return Atom(found.start(), found.end("day"), "day", day=at) if at else None


_MONTH_ALONE = re.compile(
    r"(?:\b(?:en|courant|mois de|mois d'|d'ici|avant|apres|depuis|jusqu'en|jusqu'a|des|pour|in|by|before|"
    r"after|"
    r"since|until|from|during|this|next|last|of)\s{1,2}|\b(?:mois d|ici|fin|debut|mi)')$"
)
_NOT_MONTH = re.compile(
    r"(?:\b(?:planete|mission|rover|sur|barres?|for|prenom|merci|ms|mrs|miss|mme|madame)\s{1,2}|"
    r"\d(?:er|st|nd|rd|th)? (?:of )?)$"
)


def _month(found: re.Match[str], scan: Scan) -> Atom | None:
    """A month as a whole: mars 2026; en mars."""
    start, word = found.start(), found["month"]
    before = scan.before(start)
    if _NOT_MONTH.search(before):
        return None
    if found["year"]:
        if word in _CAPITAL and not scan.capital(start):
            return None
        first = day(full_year(found["year"]), MONTHS[word], 1)
    else:
        lead = _MONTH_ALONE.search(before)
        if lead is None or not _month_meant(found, scan, lead[0].strip()):
            return None
        past = lead[0].strip() in ("depuis", "since", "last") or said_past(scan, start)
        first = _month_around(scan.clock.today, MONTHS[word], past=past)
    return Atom(start, found.end(), "day", day=first, end_day=month_end(first)) if first else None


def _month_meant(found: re.Match[str], scan: Scan, cue: str) -> bool:
    """A month without day and year, after a word that leads to one: is it no name, verb or planet?"""
    word, start = found["month"], found.start()
    if word not in _WHOLE or scan.text.startswith("'s ", found.end()):
        return False
    if word in ("may", "march", "april", "june", "august") and _name_follows(scan, found.end()):
        return False
    if word == "may":
        return scan.capital(start)
    if word == "mars" and scan.capital(start):
        return cue in ("en", "d'ici", "avant", "courant", "mois de")
    return True


def _month_around(today: date, month: int, *, past: bool) -> date:
    """First day of the month that is under way or next, or, of a past one, under way or last."""
    first = date(today.year, month, 1)
    if past and first > today:
        return add_months(first, -12)
    if not past and month_end(first) < today:
        return add_months(first, 12)
    return first


def _name_follows(scan: Scan, place: int) -> bool:
    """A word with a capital follows: "by April Jones"."""
    following = re.compile(r" ([a-z])").match(scan.text, place)
    return following is not None and scan.capital(following.start(1))


_ISO_TIME = r"(?:(?:t| {1,2})(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)(?::[0-5]\d(?:[.,]\d{1,9})?)?)?"
_NUMBERED = re.compile(
    r"(?:\bn°|\bno\.?|\bn[o°]|\bref\.?|\breference|\bnumero|\binvoice|\bversion|\bv\.?|#) ?:? ?$"
)


def _iso(found: re.Match[str], scan: Scan) -> Atom | None:
    at = day(int(found["year"]), int(found["month"]), int(found["day"]))
    if at is None or _NUMBERED.search(scan.before(found.start(), 14)):
        return None
    time = f"{found['hour']}:{found['minute']}" if found["hour"] else None
    zone = found["zone"]
    if zone:
        zone = "+00:00" if zone == "z" else f"{zone[:3]}:{zone[-2:]}"
    return Atom(found.start(), found.end(), "day", day=at, time=time, zone=zone or None)


_DATE_CUE = re.compile(
    r"(?:\b(?:le|du|au|des|avant|d'ici|jusqu'au|on|by|before|until|from|to|since|depuis|date|dated|due|"
    r"echeance|"
    r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mar|mer|jeu|ven|sam|dim|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun)\.?,? ?:? {0,2}(?:le |the )?)$"
)


def _numeric(found: re.Match[str], scan: Scan) -> Atom | None:
    """03/02/2026: the day first, unless that cannot be or the text is American."""
    first, second, mark, year = int(found["a"]), int(found["b"]), found["mark"], found["year"]
    before = scan.before(found.start(), 18)
    cued = _DATE_CUE.search(before) is not None
    if _NUMBERED.search(before):
        return None
    if year is None or len(year) == 2:
        # 1/2 is a half, 10.5 a number, 12-05-26 may be anything: two figures each, or a word that says so.
        if year is None and mark != "/":
            return None
        near = year is not None and -3 <= full_year(year) - scan.clock.today.year <= 5
        figures = min(len(found["a"]), len(found["b"]))
        if year and not cued and not (near and (mark == "/" or (mark == "." and figures == 2))):
            return None
    swap = second > 12 or (first <= 12 and mark == "/" and scan.month_first)
    number, month = (second, first) if swap else (first, second)
    at, complete = None, True
    if 1 <= month <= 12 and 1 <= number <= 31:
        at, complete = _dated(scan, found.start(), month, number, year)
    if at is None:
        return None
    yearless = None if complete else (month, number)
    weak = year is None and not (cued and max(len(found["a"]), len(found["b"])) == 2)
    return Atom(found.start(), found.end(), "day", day=at, yearless=yearless, weak=weak)


_NUMBER_CUE = re.compile(
    r"(?:(?P<sure>\b(?:avant|d'ici|jusqu'au|jusqu'a|pour|des|a partir du|a compter du|au plus tard|depuis|"
    r"by|before|until|"
    r"due|no later than|starting|reunion du|echeance du)\s(?:le |the |on the )?|\bd'ici (?:le |au )|"
    r"jusqu'au |"
    r"a partir du |a compter du |on the |by the |before the |until the |from the |since the )|\ble |"
    r"\bthe |\bdu )$"
)
#: What may follow a day's number that is one: not a noun (le 15 rue ..., the 3rd floor).
_NUMBER_ENDS = re.compile(
    r" ?(?:$|[.;!?)\n]|,(?! ?\d)|:\s)| (?:a \d|a midi|au (?:soir|matin|plus tard|tard)|matin|soir|et |ou |"
    r"car |si |mais |"
    r"at |and |or |if |for |is |we |i |to |in |ok\b|au lieu|prochain|courant|dernier)"
)


_NUMBER_TIMED = re.compile(r" (?:a \d|a midi|au (?:soir|matin|plus)|at (?:\d|noon))")


def _number_alone(found: re.Match[str], scan: Scan) -> Atom | None:
    """Le 15; by the 15th: a day of this month or the next."""
    cue = _NUMBER_CUE.search(scan.before(found.start()))
    number = int(found["day"])
    if cue is None or not 1 <= number <= 31:
        return None
    french = cue[0].strip().split()[-1] in ("le", "du", "au") or cue[0].endswith("'au ")
    if found["th"] in ("st", "nd", "rd", "th") if french else not found["th"]:
        return None
    if not _NUMBER_ENDS.match(scan.text, found.end()) and not found["of"]:
        return None
    today, of = scan.clock.today, found["of"] or ""
    if not (cue["sure"] or of or _NUMBER_TIMED.match(scan.text, found.end())):
        if not french or scan.before(found.start(), 3) != "le ":
            return None
        # "le 15" at a clause's end is a day; "le 2" may be a bus or a room.
        if number < 10 and not found["th"]:
            return None
    if "prochain" in of or "next" in of:
        at = day(*_ym(add_months(today.replace(day=1), 1)), number)
    elif "dernier" in of or "last" in of:
        at = day(*_ym(add_months(today.replace(day=1), -1)), number)
    else:
        at = next_number(today, number, past=said_past(scan, found.start()))
    return Atom(found.start(), found.end(), "day", day=at, relative=True) if at else None


def _ym(at: date) -> tuple[int, int]:
    return at.year, at.month


def _week_of(found: re.Match[str], scan: Scan) -> Atom | None:
    """La semaine du 3 mars: seven days from its Monday."""
    inner = DAY_MONTH.match(scan.text, found.end()) or MONTH_DAY.match(scan.text, found.end())
    made = _day_month(inner, scan) if inner else None
    if inner is None or made is None or made.day is None:
        return None
    start = made.day - timedelta(days=made.day.weekday())
    return Atom(found.start(), inner.end(), "day", day=start, end_day=start + timedelta(days=6))


_AFTER_MONTH = r"(?![a-z\d])"
_TAIL_YEAR = rf"(?:\.?(?:,?{GAP}|-|/|\. ?)(?:de |of )?(?P<year>{_YEAR}))?"
_MONTH_FIRST_DAY = rf"(?P<month>{MONTH_EN})\.?(?:{GAP}|-)(?:the )?"
_DAY_ENDS = r"(?!\d|[.,:]\d| ?(?:h\b|h\d|%|€|\$|£|k\b|am\b|pm\b|[ap]\.m))"

DAY_MONTH = re.compile(
    rf"{_FREE}(?P<day>{_DAY}|{any_of(_WORD_DAYS)}){_TH}(?:{GAP}(?:of |de |du mois de |d')?|[-/.]|)"
    rf"(?P<month>{MONTH}){_AFTER_MONTH}{_TAIL_YEAR}"
)
MONTH_DAY = re.compile(
    rf"{_FREE}{_MONTH_FIRST_DAY}(?P<day>{_DAY}|"
    rf"{any_of(ORDINALS)}){_TH}{_DAY_ENDS}"
    rf"(?:,?{GAP}(?P<year>{_YEAR}))?"
)
_STRETCH = re.compile(
    rf"{_FREE}(?P<day>{_DAY}){_TH}{_TO}(?:{WEEKDAY},?{GAP})?(?P<last>{_DAY}){_TH}{GAP}(?:of |"
    rf"de )?(?P<month>{MONTH}){_AFTER_MONTH}{_TAIL_YEAR}"
)
_STRETCH_EN = re.compile(
    rf"{_FREE}{_MONTH_FIRST_DAY}(?P<day>{_DAY}){_TH}{_TO}(?P<last>{_DAY}){_TH}{_DAY_ENDS}"
    rf"(?:,?{GAP}(?P<year>{_YEAR}))?"
)
_ONE_OF = re.compile(
    rf"{_FREE}(?P<day>{_DAY}){_TH}(?={_OR}(?:{_DAY}{_TH}{_OR})?{_DAY}{_TH}{GAP}(?:of )?"
    rf"(?P<month>{MONTH}){_AFTER_MONTH}{_TAIL_YEAR})"
)
_MONTH = re.compile(
    rf"(?<![\w@/.-])(?P<month>{MONTH}){_AFTER_MONTH}"
    rf"(?:\.?(?:,?{GAP}|[-/])(?:de )?(?P<year>(?:19|"
    rf"20)\d\d(?!\d)))?"
)
_ISO = re.compile(
    rf"{_FREE}(?P<year>(?:19|20)\d\d)(?P<mark>[-/.])(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?){_ISO_TIME}"
    r"(?(hour)(?P<zone>z|[+-]\d\d:?\d\d)?)(?![\w/]|[-.]\d)"
)
_NUMERIC = re.compile(
    rf"{_FREE}(?<!\d )(?P<a>\d\d?)(?P<mark>[/.-])(?P<b>\d\d?)(?:(?P=mark)(?P<year>(?:19|20)\d\d|"
    rf"\d\d))?(?![\w/%°€$£]|[-.,]\d| ?[%€$£])"
)
_NUMBER = re.compile(
    rf"{_FREE}(?P<day>\d\d?)(?P<th>er|st|nd|rd|th)?(?![\w%°€$£/]|[.,:-]\d| ?[%€$£])"
    r"(?P<of> (?:du|de ce|of the|of this|of next|of last) (?:mois|month)(?: prochain| dernier)?| courant)?"
)
_WEEK_OF = re.compile(r"(?:semaine du|week of|week commencing|w/c) (?:the )?(?:lundi |monday,? )?")

_WORDY = tuple({name.split()[0].split("-")[0] for name in _WORD_DAYS})

RULES = (
    Rule(("####",), _ISO, _iso),
    Rule(("#",), _STRETCH, _stretch),
    Rule(("#",), _ONE_OF, _one_of),
    Rule(("#", *_WORDY), DAY_MONTH, _day_month),
    Rule(("#",), _NUMERIC, _numeric),
    Rule(("#",), _NUMBER, _number_alone),
    Rule(tuple(MONTHS_EN), _STRETCH_EN, _stretch),
    Rule(tuple(MONTHS_EN), MONTH_DAY, _day_month),
    Rule(tuple(MONTHS), _MONTH, _month),
    Rule(("semaine", "week", "w"), _WEEK_OF, _week_of),
)
