"""Times of day in figures: 14h30, 3pm, à midi, de 14h à 16h, from 2 to 4pm, at 5, 8ish."""

from __future__ import annotations

import re

from edge.text.any_of import any_of
from edge.text.number_words import NUMBERS
from edge.text.regex import regex
from edge.values.dates.context import is_moved
from edge.values.dates.rule import DatePart, DateRule, ScannedText, clock
from edge.values.time_zones import ZONE, zone

_HOUR = r"(?:[01]?\d|2[0-3])"
#: A letter alone before a zone of the United States: 5p PT. "ET" is a French word, 5p without a zone a price.
HALF_DAY = r"(?:[ap]m|[ap]\.m\.?|[ap](?= (?:[cmp]|[ecmp][sd])t(?![a-z])))(?![a-z])"
WORD_HOURS = {
    name: value
    for name, value in NUMBERS.items()
    if 1 <= value <= 24 and name not in ("a", "an", "a couple of", "un")
}

_NOONS = ("midi", "noon", "midday")

#: One time of day. `clear` ones say by their form that they are times.
_CLOCK = (
    rf"(?:(?P<h12>1[0-2]|0?[1-9])(?:[:.h](?P<m12>[0-5]\d))? ?(?P<half>{HALF_DAY})|"
    rf"(?P<hh>{_HOUR}) ?h(?P<word>eures?|rs)?(?: ?(?P<mh>[0-5]\d)(?!\d)(?: ?min)?|(?P<demi> et demie?)|"
    rf"(?P<quart> et quart))?(?![a-z\d])|(?P<hc>{_HOUR}):(?P<mc>[0-5]\d)(?::[0-5]\d(?!\d))?(?![\d:]))"
)
_FREE = r"(?<![\w/@=#+:])(?<!\d[.,-])(?<![a-z][.])"
_ONE = regex(_FREE + _CLOCK)
_SECOND = regex(
    r"(?P<mark> ?(?:-|/|>|->) ?| (?:a|to|et|and|until|till|jusqu'a) )"
    rf"(?:{_CLOCK}|(?P<noon>midi|noon|midday|minuit|midnight)(?![a-z-]))"
)
_OPEN = regex(
    rf"{_FREE}(?P<first>{_HOUR})(?:[:.h](?P<minute>[0-5]\d))?(?P<mark> ?- ?| (?:a|to|et|and) ){_CLOCK}"
)

AT = regex(
    r"(?:\b(?:a|vers|des|avant|apres|jusqu'a|d'ici|at|by|before|after|until|till|around|from|@|entre|between"
    r"|midi|heure|time|horaires?|heures|debut|starts?|starting|fin|depart|arrivee|decollage|ouverture|reveil"
    r"|rendez-vous|aux alentours de|a partir de|rdv|@) ?:? ?| ?@ ?)$"
)
_LENGTH_BEFORE = regex(
    r"(?:\b(?:pendant|durant|duree|duree de|duration|dure|durera|duree (?:totale|estimee|prevue)|sous|dans"
    r"|en|d'|environ|forfait(?: de)?|journee de|toutes les|chaque|par|plus de|moins de|pres de|for|within"
    r"|every|in|about|last|lasts|reunion d'|les|des|ces|quelques|apres|cumul de|total de)\s?:? ?(?:environ "
    r"|about |maximum )?)$"
)
_LENGTH_AFTER = regex(
    r" ?(?:/ ?\d|/ ?(?:jour|semaine|j|mois)|par (?:jour|semaine|mois)|(?:de|d') ?(?:travail|formation|cours"
    r"|conduite|retard|route|trajet|vol|train|delai|sommeil|marche|preavis|reunion|temps|battement|pause"
    r"|decalage|developpement|prestation)|supplementaires?|(?:of|avant|before) )"
)
_AWAY = regex(r" (?:de |d')(?!l'apres-midi)")  # à 2h de Paris
_RATIO = regex(
    r"(?:ratio|score|format|echelle|scale|proportion|port|verset|chapitre|psaume)s? ?:? (?:de |of )?$"
)
AFTERNOON = regex(
    r" (?:de l'apres-midi|du soir|in the (?:afternoon|evening)|at night|cet apres-midi|ce soir)\b"
)
_MORNING = regex(r" (?:du matin|in the morning)\b")


def _read(match: re.Match[str]) -> tuple[int, int]:
    """Hour and minute of a clock time."""
    if match["half"]:
        hour = int(match["h12"]) % 12 + (12 if match["half"][0] == "p" else 0)
        return hour, int(match["m12"] or 0)
    if match["hh"]:
        minute = 30 if match["demi"] else 15 if match["quart"] else int(match["mh"] or 0)
        return int(match["hh"]), minute
    return int(match["hc"]), int(match["mc"])


def _between(start: tuple[int, int], end: tuple[int, int]) -> int | None:
    minutes = (end[0] - start[0]) * 60 + end[1] - start[1]
    return minutes if minutes > 0 else None


def _range(first: int, last: int, start: tuple[int, int], end: tuple[int, int]) -> DatePart:
    times = clock(*start), clock(*end)
    return DatePart(first, last, "time", time=times[0], end_time=times[1], minutes=_between(start, end))


# LA RÉUNION DE 14H EST ANNULÉE; ENTRE 10H ET 12H
_FRENCH_WORDS = ("est", "et")
_FRENCH_HOUR = regex(r"\d ?h")


def _with_zone(part: DatePart, scan: ScannedText) -> DatePart:
    """The zone that stands right behind it."""
    match = ZONE.match(scan.text, part.end)
    if match:
        start, end = scan.folded.back(match.start(), match.end())
        named = zone(match, scan.raw[start:end])
        if named and not (
            _FRENCH_HOUR.search(scan.text[part.start : part.end]) and match["short"] in _FRENCH_WORDS
        ):
            part.zone, part.end = named, match.end()
            if scan.text[part.end - 1] == ")" and "(" not in match[0]:
                part.end -= 1
    return part


def _time(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    start, before = match.start(), scan.before(match.start())
    hour, minute = _read(match)
    second = _SECOND.match(scan.text, match.end())
    if second is not None and (" et " in second["mark"] or " and " in second["mark"]):
        second = second if re.search(r"\b(?:entre|between) $", before) else None
    if second is not None:
        return _ranged(match, second, (hour, minute), scan)
    if match["half"]:
        return _with_zone(DatePart(start, match.end(), "time", time=clock(hour, minute)), scan)
    at = AT.search(before) is not None
    if match["hc"]:
        if _RATIO.search(before):
            return None
        weak = len(match["hc"]) < 2 and not at
        return _with_zone(DatePart(start, match.end(), "time", time=clock(hour, minute), weak=weak), scan)
    if AFTERNOON.match(scan.text, match.end()) and hour < 12:
        hour, at = hour + 12, True
    elif _MORNING.match(scan.text, match.end()):
        at = True
    away = hour < 7 and _AWAY.match(scan.text, match.end()) is not None
    if (away or not at) and _is_length(match, scan, hour, before):
        return DatePart(start, match.end(), "length", minutes=hour * 60 + minute, weak=True)
    weak = not at and (match["word"] is not None or match["hh"] == "0")
    return _with_zone(DatePart(start, match.end(), "time", time=clock(hour, minute), weak=weak), scan)


def _is_length(match: re.Match[str], scan: ScannedText, hour: int, before: str) -> bool:
    """14h is a time, 2h a length, 8h one after "pendant" or before "de formation"."""
    if _LENGTH_BEFORE.search(before) or _LENGTH_AFTER.match(scan.text, match.end()):
        return True
    return hour < 7 and not (len(match["hh"]) == 2 and match["mh"])


def _ranged(
    match: re.Match[str], second: re.Match[str], start: tuple[int, int], scan: ScannedText
) -> DatePart | None:
    if second["noon"]:
        end = (12, 0) if second["noon"] in _NOONS else (23, 59)
    else:
        end = _read(second)
        spans = second["half"] and not match["half"] and start[0] < 12 <= end[0]
        if spans and match["hc"] and start[0] + 12 < end[0]:
            start = (start[0] + 12, start[1])
    if is_moved(scan, match.start()):
        return DatePart(match.start(), match.end(), "time", time=clock(*start))
    before = scan.before(match.start())
    early = max(start[0], end[0]) <= 6 and not match["half"]
    if early and not AT.search(before) and not re.search(r"\bde $", before):
        return DatePart(match.start(), second.end(), "length", weak=True)  # 2h à 3h: how long, not when
    if match["hc"] and _RATIO.search(before):
        return None
    return _with_zone(_range(match.start(), second.end(), start, end), scan)


def _open_range(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """From 2 to 4pm; de 9 à 12h: the first hour's half of the day is the second's, where that fits."""
    before = scan.before(match.start())
    cued = re.search(r"\b(?:de|from|entre|between) $", before) is not None
    if (" et " in match["mark"] or " and " in match["mark"]) and not cued:
        return None
    if match["hc"] and not match["minute"]:
        return None
    first, minute, end = int(match["first"]), int(match["minute"] or 0), _read(match)
    if match["half"]:
        if first > 12:
            return None
        first %= 12
        if end[0] >= 12 and (first + 12, minute) < end:
            first += 12
    elif end[0] <= 7 and not cued:
        return None  # 2 à 3h
    start = (first, minute)
    if _between(start, end) is None:
        return None
    part = _range(match.start(), match.end(), start, end)
    part.weak = not (cued or match["half"] or "-" in match["mark"])
    return _with_zone(part, scan)


_NOON = regex(
    r"(?<![\w-])(?P<noon>midi|noon|midday|minuit|midnight)(?:(?P<half> et demie?)|(?P<quart> et quart))?"
    r"(?: (?:pile|precises?))?(?![a-z\d]|-[a-z])"
)


def _noon(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    hour = 12 if match["noon"] in _NOONS else 0
    minute = 30 if match["half"] else 15 if match["quart"] else 0
    second = _SECOND.match(scan.text, match.end())
    cue = re.search(
        r"(?:\b(?:a partir de|a|vers|avant|apres|des|jusqu'a|d'ici|at|by|before|until|around|after|ce|le|"
        r"this|entre|between|from|de) )$",
        scan.before(match.start()),
    )
    if second is not None and not second["noon"] and cue and cue[0] not in ("le ", "ce "):
        end = _read(second)
        start = (hour, minute)
        return _range(match.start(), second.end(), start, end)
    weak = cue is None or cue[0] in ("le ", "de ")
    part = _with_zone(DatePart(match.start(), match.end(), "time", time=clock(hour, minute), weak=weak), scan)
    part.weak = weak and part.zone is None
    return part


_BARE = regex(
    r"(?<![\w-])(?:at|@) (?:(?P<hour>1\d|2[0-3]|[1-9])(?:\.(?P<minute>[0-5][05]))?"
    r"(?![\w%€$£:/-]|,\d|\.\d| ?[%€$£]| ?[ap]\.?m)"
    rf"|(?P<spoken>{any_of(name for name, value in WORD_HOURS.items() if value <= 12)})(?![a-z-])"
    r"(?! (?:o'clock|in the|at night|thirty|fifteen|forty|hundred|thousand|of|points?|times?|per|percent)\b)"
    r"|(?P<four>(?:[01]\d|2[0-3])[0-5][05])(?! ?[%€$£]|[\w,.]\d|[a-z]))"
)


#: What happens, or who is somewhere, at an hour: the draw at 2.15, I finish at 3.15. Prices are at 2.15 too.
_HAPPENS = regex(
    r"\b(?:finish(?:es|ing)?|starts?|starting|begins?|opens?|opening|closes?|closing|shuts?|leaves?|leaving"
    r"|arrives?|arriving|meet(?:ing)?|gates?|doors?|draw|kick[ -]?off|rehearsals?|lunch|dinner|supper"
    r"|breakfast"
    r"|service|practice|training|match|game|show|concert|train|bus|coach|ferry|flight|lesson|class|school"
    r"|assembly|picked|pick|be|come|get|gets) (?:in |out |there |here |home |back |up |down |off )?$"
)


def _bare(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """At 5, at 11.15, at ten, at 0915, beside a day."""
    if match["four"]:
        time = clock(int(match["four"][:2]), int(match["four"][2:]))
        return DatePart(match.start("four"), match.end(), "time", time=time, weak=True)
    if match["spoken"]:
        time = clock(WORD_HOURS[match["spoken"]], 0)
        return DatePart(match.start("spoken"), match.end(), "time", time=time, weak=True, half=True)
    hour = int(match["hour"])
    if hour > 12 and not match["minute"]:
        return None
    time = clock(hour, int(match["minute"] or 0))
    weak = not (match["minute"] and _HAPPENS.search(scan.before(match.start())))
    return DatePart(match.start("hour"), match.end(), "time", time=time, weak=weak, half=hour <= 12)


_ISH = regex(r"(?<![\w.,:-])(?P<hour>1[0-2]|[1-9])(?:[.:](?P<minute>[0-5]\d))?ish(?![a-z])")


def _ish(match: re.Match[str], scan: ScannedText) -> DatePart:
    """7.30ish, 8ish."""
    time = clock(int(match["hour"]), int(match["minute"] or 0))
    return DatePart(match.start(), match.end(), "time", time=time, half=True)


RULES = (
    DateRule(("#",), _OPEN, _open_range),
    DateRule(("#",), _ONE, _time),
    DateRule((*_NOONS, "minuit", "midnight"), _NOON, _noon),
    DateRule(("at",), _BARE, _bare),
    DateRule(("#",), _ISH, _ish),
)
