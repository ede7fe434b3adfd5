"""Lengths of time, and parts of a day: 45 min, 1h30, half an hour, in the afternoon, fin de journée."""

from __future__ import annotations

import re

from edge.text.number_words import NUMBERS
from edge.text.regex import regex
from edge.values.date_words import GAP
from edge.values.dates.rule import DatePart, DateRule, ScannedText

_LENGTH = regex(
    rf"(?<![\w-])(?:(?P<hours>\d{{1,2}}(?:[.,]5)?|une|deux|trois|quatre|one|two|three|four|"
    rf"an){GAP}?(?:h(?:ours?|rs?)?|heures?)(?: et (?P<demi>demie))?"
    rf"(?: ?(?P<extra>[0-5]\d)(?: ?min)?(?!\d))?|(?P<minutes>\d{{1,3}}|quinze|vingt|trente|quarante-cinq|"
    rf"thirty|forty-five|fifteen)[ -]?{GAP}?(?:min(?:ute)?s?|mn)|"
    r"(?P<half>une demi-heure|half an hour|half-hour))(?![a-z\d])"
)


def _length(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Pendant 2 heures, 45 min, 1h30: how long."""
    if match["half"]:
        minutes = 30
    elif match["hours"]:
        written = match["hours"].replace(",", ".")
        hours = (
            float(written) if written[0].isdigit() else {"an": 1.0}.get(written) or float(NUMBERS[written])
        )
        minutes = round(hours * 60) + (30 if match["demi"] else int(match["extra"] or 0))
    else:
        written = match["minutes"]
        minutes = int(written) if written.isdigit() else NUMBERS.get(written, 0)
    return DatePart(match.start(), match.end(), "length", minutes=minutes, weak=True) if minutes else None


_PART = regex(
    r"(?<![\w-])(?P<part>(?:en |dans la |in the |de l'|du )?(?:(?:debut |milieu |fin )(?:de |d'|du )?)?"
    r"(?:matin|matinee|apres-midi|apres midi|soir|soiree|nuit|morning|afternoon|evening|night|journee))"
    r"(?![a-z-])"
    r"|(?<![\w-])(?P<close>end of (?:the )?day|close of (?:business|play)|end of business)(?![a-z-])"
)


def _part(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Matin, in the afternoon, fin de journée: they belong to the day beside them."""
    words = match[0]
    afternoon = any(word in words for word in ("apres", "soir", "afternoon", "evening", "night"))
    close = match["close"] is not None or words.endswith(("fin de journee", "fin de la journee"))
    today = scan.today if close and _CLOSE_CUE.search(scan.before(match.start())) else None
    return DatePart(
        match.start(), match.end(), "part", day=today, weak=today is None, afternoon=afternoon, relative=close
    )


_CLOSE_CUE = regex(r"(?:\b(?:avant|d'ici|d'ici la|pour|en|by|before|until|avant la|par) (?:the )?)$")

_LENGTH_FIRST = (
    "# ### une deux trois quatre one two three four an quinze vingt trente quarante thirty forty fifteen half"
)
_PART_FIRST = (
    "matin matinee apres soir soiree nuit morning afternoon evening night en fin debut milieu "
    "in dans end close du de"
)

RULES = (
    DateRule(tuple(_LENGTH_FIRST.split()), _LENGTH, _length),
    DateRule(tuple(_PART_FIRST.split()), _PART, _part),
)
