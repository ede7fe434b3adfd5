"""Days counted from the message's: demain, dans 30 jours, sous 48h, il y a deux semaines, EOD."""

from __future__ import annotations

import re
from datetime import date, timedelta

from edge.text.any_of import any_of
from edge.text.regex import regex
from edge.values.date_words import COUNT, GAP, NOT_WORD, count
from edge.values.dates.calendar_math import add_months, add_workdays, stretch
from edge.values.dates.rule import DatePart, DateRule, ScannedText

_DAYS_OFF = {
    "aujourd'hui": 0, "today": 0, "tonight": 0, "ce jour": 0, "dans la journee": 0,
    "demain": 1, "tomorrow": 1, "tmrw": 1, "hier": -1, "yesterday": -1, "last night": -1,
    "apres-demain": 2, "apres demain": 2, "day after tomorrow": 2,
    "avant-hier": -2, "avant hier": -2, "day before yesterday": -2,
}  # fmt: skip
# Today's headlines are dated by nothing but the newsletter itself.
_TODAYS = regex(r"'s (?!meeting|call|session|deadline|appointment|demo|lunch|dinner|delivery|date)")


def _word(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    word = match[0]
    if word == "ce jour" and scan.before(match.start(), 11).endswith(("a ", "compter de ", "partir de ")):
        return None  # until now, or counted from now on
    if word in ("aujourd'hui", "today") and re.search(r"(?:jusqu'a|until) $", scan.before(match.start())):
        return None
    if word == "today" and _TODAYS.match(scan.text, match.end()):
        return None
    at = scan.today + timedelta(days=_DAYS_OFF[word])
    late = word == "tonight"
    limit = word.startswith("dans")
    return DatePart(match.start(), match.end(), "day", at, relative=True, deadline=limit, afternoon=late)


def _this_part(match: re.Match[str], scan: ScannedText) -> DatePart:
    """Ce soir, this afternoon: today, and which half of it."""
    late = match["part"] not in ("matin", "matinee", "morning", "midi")
    return DatePart(match.start(), match.end(), "day", scan.today, relative=True, afternoon=late)


_UNITS = {
    "jour": 1, "jours": 1, "j": 1, "day": 1, "days": 1, "semaine": 7, "semaines": 7, "week": 7, "weeks": 7,
    "wks": 7, "quinzaine": 15, "fortnight": 14, "fortnights": 14, "huitaine": 8, "dizaine": 10,
    "mois": 30, "month": 30, "months": 30, "an": 365, "ans": 365, "annee": 365, "annees": 365, "year": 365,
    "years": 365, "trimestre": 90, "trimestres": 90, "quarter": 90, "quarters": 90,
    "heure": 0, "heures": 0, "h": 0, "hour": 0, "hours": 0, "hr": 0, "hrs": 0,
    "minute": 0, "minutes": 0, "min": 0, "mins": 0, "mn": 0,
}  # fmt: skip
_HOW_LONG = (
    rf"(?:(?P<working_en>(?P<n2>{COUNT}){GAP}(?:working|business){GAP}days?)|"
    # Of "2 to 3 weeks" the longer.
    rf"(?:(?P<least>{COUNT}{GAP}?(?:-|/|a|to|ou|or){GAP}?)?(?P<n>{COUNT})(?:{GAP}(?:prochaines?|prochains?|next|full))?{GAP}?)?"
    rf"(?P<unit>{any_of(_UNITS)}){NOT_WORD}(?:{GAP}de jours)?"
    rf"(?:{GAP}(?P<working>ouvres?|ouvrables?)|{GAP}(?:calendaires?|maximum|max))?)"
)
# The clock of these starts with something else than the message: receipt, a signature, an order.
_OTHER_START = regex(
    r",? (?:(?:de|d'|du|des|suivant|apres|following|after|of|from|a compter|a partir|avant|before|apart)\b)"
    r"(?! (?:de |d'|du )?(?:ce jour|aujourd'hui|la presente|ce (?:mail|message|courriel)|today|now|this|"
    r"la date de (?:ce|la presente)|(?:the )?(?:date of )?(?:this|today)|present|jour meme|"
    # A bill's own terms: the message is the bill.
    r"(?:the )?(?:date of )?(?:the |this )?invoice\b|(?:la )?date de (?:la )?(?:facture|facturation)|"
    r"(?:la )?reception (?:de la presente|de ce|du present)|receipt of this|the date of service))"
)
_HOURLY = regex(
    r"\b(?:expires?|expiring|starts?|starting|begins?|back|available|arrives?|arriving|leaves?|leaving|"
    r"call(?: you)?|meet(?:ing)?|due|ends?|ready|there|again|here|sent|respond|reply|answer)\s$"
)


_HELD = regex(r"val|open|good|stand|held|kept|hold|keep")


def _in(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Dans 30 jours, sous 48h, d'ici deux semaines, in a fortnight, within 5 working days."""
    unit, lead = match["unit"] or "day", match["lead"]
    written = match["n"] or match["n2"]
    if written is None and unit not in ("quinzaine", "huitaine", "dizaine"):
        return None
    if lead == "in" and (written == "one" or (match["unit"] == "day" and written == "a")):
        return None  # ten times its weight in a day
    number = count(written) if written else 1
    following = scan.text[match.end() : match.end() + 48]
    guaranteed = not 0 < _UNITS[unit] <= 31 and _HELD.match(lead)  # for two years: it asks for nothing
    if _OTHER_START.match(following) or number > 400 or guaranteed:
        return None
    deadline = (
        not lead.startswith(("in", "dans")) or lead.startswith(("dans les", "in the")) or "delai" in lead
    )
    # "Within 5 to 7 days" is how long something takes, but "d'ici deux à trois semaines" sets a limit.
    deadline = deadline and (match["least"] is None or lead.startswith("d'ici") or "/" in match["least"])
    if match["working_en"] or match["working"]:
        at = add_workdays(scan.today, number)
        return DatePart(match.start(), match.end(), "day", at, relative=True, deadline=deadline)
    if _UNITS[unit] == 0:
        return _hours(match, scan, number, unit[0], deadline)
    at = _ahead(scan.today, unit, number)
    return DatePart(match.start(), match.end(), "day", at, relative=True, deadline=deadline)


def _hours(
    match: re.Match[str], scan: ScannedText, number: int, unit: str, deadline: bool
) -> DatePart | None:
    if (
        match["lead"] == "in"
        and not _HOURLY.search(scan.before(match.start()))
        and scan.before(match.start()).strip(" ")
    ):
        return None  # "learn it in 10 minutes"
    then = scan.now + (timedelta(hours=number) if unit == "h" else timedelta(minutes=number))
    whole_days = number % 24 == 0 and unit == "h"
    clock = None if whole_days else then.strftime("%H:%M")
    return DatePart(
        match.start(), match.end(), "day", then.date(), time=clock, relative=True, deadline=deadline
    )


def _ahead(start: date, unit: str, number: int) -> date:
    days = _UNITS[unit]
    if days in (30, 90, 365):
        return add_months(start, number * {30: 1, 90: 3, 365: 12}[days])
    return start + timedelta(days=days * number)


def _granted(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Vous disposez de 30 jours pour répondre, you have two weeks to appeal, validity 60 days."""
    number, unit = count(match["n"] or match["n2"] or "1"), match["unit"] or "day"
    if not 0 < _UNITS[unit] <= 31 or number > 400 or _OTHER_START.match(scan.text, match.end()):
        return None
    working = match["working"] or match["working_en"]
    at = add_workdays(scan.today, number) if working else _ahead(scan.today, unit, number)
    return DatePart(match.start(), match.end(), "day", at, relative=True, deadline=True)


_FOR_THAT = (
    r"(?= (?:a partir|a compter|from|of (?:this|today)|to |pour |afin|left|restants?|in which|net\b"
    r"|fin de mois|max)|\s*(?:$|[.,;:)\n]))"
)


def _net(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Payment terms net 30; net 45 days: counted from the bill, which is the message."""
    if not (match["unit"] or _TERMS.search(scan.before(match.start()))):
        return None
    at = scan.today + timedelta(days=int(match["n"]))
    return DatePart(match.start(), match.end(), "day", at, relative=True, deadline=True)


_TERMS = regex(r"\b(?:terms|payment|payable|paiement|reglement|conditions|due)\b[ :,a-z]{0,14}$")


def _ago(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Il y a 3 jours, two weeks ago; two weeks from now."""
    written, unit = match["n"], match["unit"]
    if written is None or unit is None or _UNITS[unit] == 0:
        return None
    ahead = match.groupdict().get("ahead") or ""
    sign = 1 if "from" in ahead or "time" in ahead else -1
    at = _ahead(scan.today, unit, sign * count(written))
    return DatePart(match.start(), match.end(), "day", at, relative=True)


def _end_of_day(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """EOD, COB, EOW, EOM: a limit; EOD beside a day belongs to it."""
    if match[0] == "cob" and not scan.capital(match.start()):
        return None
    today = scan.today
    if match[0] in ("eow", "eom"):
        start, end = stretch(today, "week" if match[0] == "eow" else "month", 0)
        friday = start + timedelta(days=4)
        at = end if match[0] == "eom" or friday < today else friday
        return DatePart(match.start(), match.end(), "day", at, relative=True, deadline=True)
    return DatePart(match.start(), match.end(), "part", day=today, relative=True, deadline=True)


_PARTS = "matin|matinee|midi|apres-midi|apres midi|soir|soiree|nuit|morning|afternoon|evening"
_LEADS = (
    "(?:dans |sous )?(?:un |le )?delai (?:maximum )?(?:de|d')|dans les|dans|sous|d'ici a|d'ici|"
    "within the next|within|"
    "in the next|in|"
    # How long an offer or a thing is held: its last day.
    "(?:valables?|valide)(?: pendant| durant)?|"
    "(?:valid|open|good|stands?|held|kept|(?:hold|keep) (?:it|them|items|yours?|your [a-z]+)) for"
)
_COUNT_FIRST = "# ### a an one two three four five six seven eight nine ten"

RULES = (
    DateRule(
        tuple({re.split("[ '-]", name)[0] for name in _DAYS_OFF}),
        regex(rf"(?<![\w-]){any_of(_DAYS_OFF)}{NOT_WORD}"),
        _word,
    ),
    DateRule(
        ("ce", "cet", "cette", "this"),
        regex(rf"(?:cet?|cette|this) (?P<part>{_PARTS}){NOT_WORD}"),
        _this_part,
    ),
    DateRule(
        (
            *("dans", "sous", "d", "in", "within", "un", "le", "delai", "valable", "valables", "valide"),
            *("valid", "open", "good", "stand", "stands", "held", "kept", "hold", "keep"),
        ),
        regex(
            rf"(?<![\w-])(?P<lead>{_LEADS})(?:{GAP}(?:environ|about|around|max|maximum|au plus|moins de|"
            rf"une petite))?(?:{GAP}|(?<=d')){_HOW_LONG}(?:'? time)?"
        ),
        _in,
    ),
    DateRule(
        ("vous", "tu", "il", "you", "validity", "validite", "payable", "paiement", "reglement", "payment"),
        regex(
            r"(?:vous disposez|tu disposes|(?:vous|tu) (?:avez|as)|il (?:vous|te|nous) reste|"
            r"you(?: (?:now|then|still|will))?(?: have|'ll have|'ve got)|validity|validite|payable"
            r"|payment|paiement|reglement)"
            rf"(?: (?:donc|encore|alors|only|just|plus que))?(?: ?: ?| )(?:(?:d'un"
            rf"|un) delai )?(?:de |d'|of |a |in )?{_HOW_LONG}" + _FOR_THAT
        ),
        _granted,
    ),
    DateRule(
        ("net",),
        regex(rf"(?<![\w-])net (?P<n>7|10|14|15|20|21|30|45|60|90)(?P<unit> ?(?:days?|jours?|j))?{NOT_WORD}"),
        _net,
    ),
    DateRule(
        ("il",),
        regex(
            rf"il y a (?:environ |a peine "
            rf"|plus de )?(?P<n>{COUNT}){GAP}(?P<unit>{any_of(_UNITS)}){NOT_WORD}"
        ),
        _ago,
    ),
    DateRule(
        tuple(_COUNT_FIRST.split()),
        regex(
            rf"(?<![\w-])(?P<n>{COUNT}){GAP}(?P<unit>{any_of(_UNITS)})"
            rf"(?P<ahead>'?s? time|{GAP}(?:ago|from now|from today)){NOT_WORD}"
        ),
        _ago,
    ),
    DateRule(("eod", "cob", "eow", "eom"), regex(r"(?<![\w-])(?:eod|cob|eow|eom)(?!\w)"), _end_of_day),
)
