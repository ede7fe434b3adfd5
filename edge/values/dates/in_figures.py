"""Days in figures: 2026-02-03, 03/02/2026, le 15, by the 15th."""

from __future__ import annotations

import re
from datetime import date

from edge.text.regex import regex
from edge.values.date_words import FREE, GAP, MONTH, NOT_WORD
from edge.values.dates.calendar_math import add_months, day, full_year, next_number
from edge.values.dates.context import dated, is_past
from edge.values.dates.rule import DatePart, DateRule, ScannedText

_ISO_TIME = r"(?:(?:t| {1,2})(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)(?::[0-5]\d(?:[.,]\d{1,9})?)?)?"
_NUMBERED = regex(
    r"(?:\bn°|\bno\.?|\bn[o°]|\bref\.?|\breference|\bnumero|\binvoice|\bversion|\bv\.?|#) ?:? ?$"
)


def _iso(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    at = day(int(match["year"]), int(match["month"]), int(match["day"]))
    if at is None or _NUMBERED.search(scan.before(match.start(), 14)):
        return None
    time = f"{match['hour']}:{match['minute']}" if match["hour"] else None
    zone = match["zone"]
    if zone:
        zone = "+00:00" if zone == "z" else f"{zone[:3]}:{zone[-2:]}"
    return DatePart(match.start(), match.end(), "day", day=at, time=time, zone=zone or None)


_DATE_CUE = regex(
    r"(?:\b(?:le|du|au|des|avant|d'ici|jusqu'au|on|by|before|until|from|to|since|depuis|date|dated|due|"
    r"echeance|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mar|mer|jeu|ven|sam|dim|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun)\.?,? ?:? {0,2}(?:le |the )?)$"
)


def _numeric(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """03/02/2026: the day first, unless that is impossible or the text is American."""
    first, second, mark, year = int(match["a"]), int(match["b"]), match["mark"], match["year"]
    before = scan.before(match.start(), 18)
    cued = _DATE_CUE.search(before) is not None
    if _NUMBERED.search(before):
        return None
    if year is None or len(year) == 2:
        # 1/2 is a half, 10.5 a number, 12-05-26 may be anything: two figures each, or a word that says so.
        if year is None and mark != "/":
            return None
        near = year is not None and -3 <= full_year(year) - scan.today.year <= 5
        figures = min(len(match["a"]), len(match["b"]))
        if year and not cued and not (near and (mark == "/" or (mark == "." and figures == 2))):
            return None
    swap = second > 12 or (first <= 12 and mark == "/" and scan.month_first)
    number, month = (second, first) if swap else (first, second)
    at, complete = None, True
    if 1 <= month <= 12 and 1 <= number <= 31:
        at, complete = dated(scan, match.start(), month, number, year)
    if at is None:
        return None
    since = None if swap else _SINCE_DAY.search(scan.before(match.start(), 12))
    if since is not None and (start := _day_before(at, int(since["day"]))) is not None:
        return DatePart(match.start() - len(since[0]) + 3, match.end(), "day", day=start, end_day=at)
    yearless = None if complete else (month, number)
    weak = year is None and not (cued and max(len(match["a"]), len(match["b"])) == 2)
    return DatePart(match.start(), match.end(), "day", day=at, yearless=yearless, weak=weak)


#: "Du 12 au 14/03": the first day of a stretch.
_SINCE_DAY = regex(r"\bdu (?P<day>[12]\d|3[01]|[1-9])(?:er)? au $")


def _day_before(last: date, number: int) -> date | None:
    """The day of this number before another, of its month or the one before."""
    month = last.replace(day=1) if number < last.day else add_months(last.replace(day=1), -1)
    return day(month.year, month.month, number)


_NUMBER_CUE = regex(
    r"(?:(?P<sure>\b(?:avant|d'ici|jusqu'au|jusqu'a|pour|des|a partir du|a compter du|au plus tard|depuis|by"
    r"|before|until|due|no later than|starting|reunion du|echeance du)\s(?:le |the |on the )?|\bd'ici "
    r"(?:le |au )|jusqu'au |a partir du |a compter du |(?:on|by|before|until|till|from|since|for|is|was|be"
    r"|it's) the |"
    # What moves, is managed or refused: "moved to the 22nd", "can't do the 19th", "décalé au 22".
    r"(?:(?:mov|push|shift|chang|switch|postpon|put back|put off|brought forward"
    r"|bring it forward)[a-z ]{0,12} to|"
    r"(?:can|can't|cannot|could|couldn't|not|to) (?:do|make|manage)|^not|[,;.] not|\bbut|\brather than) the |"
    r"(?:report|decal|deplac|avanc|repouss)ee?s? au |plutot le |que le )|\ble |"
    r"\bthe |\bdu )$"
)
#: What may follow a day's number that is one: not a noun (le 15 rue ..., the 3rd floor).
_NUMBER_ENDS = regex(
    r" ?(?:$|[.;!?)\n]|,(?! ?\d(?! ?(?:[ap]\.?m\b|h\b|h\d)|\d ?(?:[ap]\.?m\b|h\b|h\d|:\d)"
    r"|[:.]\d\d ?[ap]m|[:.][0-5]\d(?:ish)?(?![\d%])))|:\s)| (?:a \d|a midi|au (?:soir|matin|plus tard"
    r"|tard)|matin|soir|et |ou |"
    r"car |si |mais |que |en |dans |apres |vers |avant |midi\b|off\b|at |and |or |if |for |is |we |i |to "
    r"|in |as |by |then |right\b|"
    # What begins something else in English: "on the 27th without them".
    r"with(?:out)? |until |unless |when |before |after |from |because |instead\b|so |but |he |she "
    r"|they |you |"
    r"there |can |will |would |"
    r"please|latest\b|ok\b|au lieu|prochain|courant|dernier)"
)


#: "He does the 17th and 18th", "you can have the 14th off": where no noun follows, an English number that is
#: no place in a row (the 1st, the 3rd) is a day's.
_NUMBER_STANDS = regex(
    r"(?:$|[.;!?)\n](?!\d)|,(?! ?\d)| off\b| is (?:fine|good|ok|okay|perfect|great|out|no good)\b"
    r"| and (?:the )?\d{1,2}(?:st|nd|rd|th)\b(?! [a-z]))"
)
_PLACES = 5

_DIALLED = regex(r"\b(?:appel|compos|faites|telephon|dial)[a-z]*\s(?:le|au)\s$")
_NUMBER_TIMED = regex(r" (?:a \d|a midi|au (?:soir|matin|plus)|at (?:\d|noon))")


def _number_alone(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Le 15; by the 15th: a day of this month or the next."""
    number, of = int(match["day"]), match["of"] or ""
    if not 1 <= number <= 31 or not _day_meant(match, scan):
        return None
    if re.search("prochain|next|dernier|last", of):
        ahead = 1 if re.search("prochain|next", of) else -1
        month = add_months(scan.today.replace(day=1), ahead)
        at = day(month.year, month.month, number)
    else:
        at = next_number(scan.today, number, past=is_past(scan, match.start()))
    if at is None:
        return None
    # "Du mois prochain" says whose number it is.
    return DatePart(match.start(), match.end(), "day", day=at, relative=True, bare=not of)


def _day_meant(match: re.Match[str], scan: ScannedText) -> bool:
    """What stands around the number says that it is a day's: a word before, no noun after."""
    before = scan.before(match.start())
    cue = _NUMBER_CUE.search(before)
    if cue is None or _DIALLED.search(before):
        return False
    french = cue[0].strip().split()[-1] in ("le", "du", "au") or cue[0].endswith("'au ")
    if (match["th"] in ("st", "nd", "rd", "th")) if french else not match["th"]:
        return False
    if not match["of"] and not _NUMBER_ENDS.match(scan.text, match.end()):
        return False
    if cue[0] == "the " and _NUMBER_STANDS.match(scan.text, match.end()) and int(match["day"]) > _PLACES:
        return True
    if cue["sure"] or match["of"] or _NUMBER_TIMED.match(scan.text, match.end()):
        return True
    # "le 15" at a clause's end is a day; "le 2" may be a bus or a room.
    return before.endswith("le ") and (int(match["day"]) >= 10 or match["th"] is not None)


_ISO = regex(
    rf"{FREE}(?P<year>(?:19|20)\d\d)(?P<mark>[-/.])(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?){_ISO_TIME}"
    r"(?(hour)(?P<zone>z|[+-]\d\d:?\d\d)?)(?![\w/]|[-.]\d)"
)
_NUMERIC = regex(
    rf"{FREE}(?<!\d )(?P<a>\d\d?)(?P<mark>[/.-])(?P<b>\d\d?)(?:(?P=mark)(?P<year>(?:19|20)\d\d|"
    rf"\d\d))?(?![\w/%°€$£]|[-.,]\d| ?[%€$£])"
)
_NUMBER = regex(
    rf"{FREE}(?P<day>\d\d?)(?P<th>er|st|nd|rd|th)?(?![\w%°€$£/]|[.,:-]\d| ?[%€$£])"
    # "entre le 13 et le 24 juillet": a day of the month that is named behind.
    rf"(?!{GAP}(?:et|and)(?: le| the)?{GAP}\d\d?(?:er|st|nd|rd|th)?{GAP}(?:of |de )?{MONTH}{NOT_WORD})"
    r"(?P<of> (?:du|de ce|of the|of this|of next|of last) (?:mois|month)(?: prochain| dernier)?| courant)?"
)

RULES = (
    DateRule(("####",), _ISO, _iso),
    DateRule(("#",), _NUMERIC, _numeric),
    DateRule(("#",), _NUMBER, _number_alone),
)
