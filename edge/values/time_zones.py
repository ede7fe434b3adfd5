"""Time zones as texts name them: 14:00 CET, UTC+1, heure de Paris, Europe/Paris."""

from __future__ import annotations

import re

from edge.text.any_of import any_of
from edge.text.regex import regex
from edge.text.tokens import fold

#: Abbreviations with one meaning in business mail; those that say "local time of ..." become the place.
_SHORT = {
    "utc": "+00:00", "gmt": "+00:00", "wet": "+00:00", "west": "+01:00", "bst": "+01:00", "cet": "+01:00",
    "cest": "+02:00", "eet": "+02:00", "eest": "+03:00", "est": "-05:00", "edt": "-04:00", "cst": "-06:00",
    "cdt": "-05:00", "mst": "-07:00", "mdt": "-06:00", "pst": "-08:00", "pdt": "-07:00", "jst": "+09:00",
    "aest": "+10:00", "aedt": "+11:00",
    # As mail between France and Mauritius writes them: heure française, heure de Maurice.
    "hf": "Europe/Paris", "hm": "Indian/Mauritius",
    "et": "America/New_York", "ct": "America/Chicago", "mt": "America/Denver", "pt": "America/Los_Angeles",
}  # fmt: skip
_PLACES = {
    "paris": "Europe/Paris", "londres": "Europe/London", "london": "Europe/London", "uk": "Europe/London",
    "bruxelles": "Europe/Brussels", "brussels": "Europe/Brussels", "geneve": "Europe/Zurich",
    "geneva": "Europe/Zurich", "zurich": "Europe/Zurich", "berlin": "Europe/Berlin",
    "madrid": "Europe/Madrid",
    "rome": "Europe/Rome", "lisbonne": "Europe/Lisbon", "lisbon": "Europe/Lisbon", "dublin": "Europe/Dublin",
    "amsterdam": "Europe/Amsterdam", "luxembourg": "Europe/Luxembourg", "new york": "America/New_York",
    "eastern": "America/New_York", "central": "America/Chicago", "mountain": "America/Denver",
    "pacific": "America/Los_Angeles", "montreal": "America/Toronto", "toronto": "America/Toronto",
    "quebec": "America/Toronto", "chicago": "America/Chicago", "los angeles": "America/Los_Angeles",
    "san francisco": "America/Los_Angeles", "tokyo": "Asia/Tokyo", "singapour": "Asia/Singapore",
    "singapore": "Asia/Singapore", "dubai": "Asia/Dubai", "sydney": "Australia/Sydney",
    "dakar": "Africa/Dakar",
    "abidjan": "Africa/Abidjan", "tunis": "Africa/Tunis", "alger": "Africa/Algiers",
    "casablanca": "Africa/Casablanca", "la reunion": "Indian/Reunion", "martinique": "America/Martinique",
    "l'ile maurice": "Indian/Mauritius", "ile maurice": "Indian/Mauritius", "maurice": "Indian/Mauritius",
    "mauritius": "Indian/Mauritius", "port louis": "Indian/Mauritius", "france": "Europe/Paris",
}  # fmt: skip
#: "heure française", after a time.
_OF = {
    "francaise": "Europe/Paris", "parisienne": "Europe/Paris", "mauricienne": "Indian/Mauritius",
    "reunionnaise": "Indian/Reunion", "belge": "Europe/Brussels", "suisse": "Europe/Zurich",
    "londonienne": "Europe/London", "anglaise": "Europe/London",
}  # fmt: skip

#: Hours from UTC: the Line Islands.
_FURTHEST = 14

#: One of `sign` (with `hours`, `minutes`), `iana`, `place`, `of`, `place2`, `short`; matched behind a time.
ZONE = regex(
    r" ?(?:\(|,? ?)(?:(?:utc|gmt) ?(?P<sign>[+-]) ?(?P<hours>\d{1,2})(?::?(?P<minutes>[0-5]\d))?(?!\d)|"
    rf"(?P<iana>(?:europe|america|asia|africa|australia|indian|pacific|atlantic)/[a-z]+(?:_[a-z]+)?)|"
    rf"(?:heures? )(?:locale )?(?:de |d'|a |)(?P<place>{any_of(_PLACES)})(?![a-z])|"
    rf"heures? (?P<of>{any_of(_OF)})(?![a-z])|"
    rf"(?P<place2>{any_of(_PLACES)}) time\b|(?P<short>{any_of(_SHORT)})(?![a-z\d+-]))\)?"
)


def named(text: str) -> str | None:
    """What a zone is called, as an offset or an IANA name: "HF", "Paris", "UTC+4", "heure de Maurice"."""
    folded = fold(text).strip()
    if folded in _PLACES:
        return _PLACES[folded]
    match = ZONE.fullmatch(f" {folded}")
    if match is not None and folded in _SHORT:
        return _SHORT[folded]
    return zone(match, text) if match is not None else None


def zone(match: re.Match[str], raw: str) -> str | None:
    """An offset or an IANA name; None where the letters are no zone. `raw`: the original of what was matched.

    Two letters (ET, PT) and those that are words (est) have to be capitals.
    """
    if match["sign"]:
        hours = int(match["hours"])
        return f"{match['sign']}{hours:02}:{match['minutes'] or '00'}" if hours <= _FURTHEST else None
    if match["iana"]:
        return re.sub(r"[a-z]+", lambda name: name[0].capitalize(), match["iana"])
    if match["short"]:
        return _SHORT[match["short"]] if raw.strip(" (),").isupper() else None
    if match["of"]:
        return _OF[match["of"]]
    return _PLACES[match["place"] or match["place2"]]
