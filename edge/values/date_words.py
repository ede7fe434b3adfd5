"""The words of dates in French and English, folded, and what they count."""

from __future__ import annotations

from edge.text.any_of import any_of
from edge.text.number_words import NUMBERS

#: Names of months. Those that are common words as well (may, march, mars) are dealt with where they are read.
MONTHS_FR = {
    "janvier": 1, "fevrier": 2, "mars": 3, "avril": 4, "mai": 5, "juin": 6, "juillet": 7, "aout": 8,
    "septembre": 9, "octobre": 10, "novembre": 11, "decembre": 12,
    "janv": 1, "fevr": 2, "fev": 2, "avr": 4, "juil": 7,
}  # fmt: skip
MONTHS_EN = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8,
    "september": 9, "october": 10, "november": 11, "december": 12,
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10,
    "nov": 11, "dec": 12,
}  # fmt: skip
MONTHS = MONTHS_FR | MONTHS_EN

#: Monday is 0.
WEEKDAYS = {
    "lundi": 0, "mardi": 1, "mercredi": 2, "jeudi": 3, "vendredi": 4, "samedi": 5, "dimanche": 6,
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6,
}  # fmt: skip

#: Only before a day's number, where they cannot be other words (mar, mer, sun).
WEEKDAYS_SHORT = {
    "lun": 0, "mar": 1, "mer": 2, "jeu": 3, "ven": 4, "sam": 5, "dim": 6,
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5,
    "sun": 6,
}  # fmt: skip

#: Those that are no other word: read alone when something says that a day is meant.
WEEKDAYS_CLEAR = {"tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4}

ORDINALS = {
    "premier": 1, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
    "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20,
    "twenty-first": 21, "twenty-second": 22, "twenty-third": 23, "twenty-fourth": 24, "twenty-fifth": 25,
    "twenty-sixth": 26, "twenty-seventh": 27, "twenty-eighth": 28, "twenty-ninth": 29, "thirtieth": 30,
    "thirty-first": 31,
}  # fmt: skip


#: Months that are common words, names or cut short: an English reader knows them by their capital.
_CAPITAL = "may march mar jan jun jul sep sept dec oct nov apr aug feb"
CAPITAL = {*_CAPITAL.split()}

_CUT = "janv fevr fev avr juil jan feb mar apr jun jul aug sep sept oct nov dec"
MONTHS_WHOLE = {*MONTHS_FR, *MONTHS_EN} - {*_CUT.split()}

#: A gap between two words of one expression; a line may end in it.
GAP = r"(?: {1,3}\n? {0,3}|\n {0,3})"

MONTH = any_of(MONTHS)
MONTH_EN = any_of(MONTHS_EN)
WEEKDAY = any_of(WEEKDAYS)
#: Not the beginning of a day: part of a number, a path, a version, a file's name.
FREE = r"(?<![\w/@=#&+])(?<!\d[.,:-])(?<![a-z][.-])"

#: Four figures that are a year: no amount, no more figures.
YEAR = r"(?:1\d{3}|20\d\d)(?![\d%]| ?[€$£]|[.,]\d)"
#: No letter or figure follows, nor the rest of a compound.
NOT_WORD = r"(?![a-z\d]|-[a-z])"
WHICH_FR = r"(?:prochaine?|derniere?|passee?|a venir)"

#: Of weekdays and quarters: "le premier lundi", "the 2nd quarter".
NTH = {
    "premier": 1, "1er": 1, "first": 1, "1st": 1, "deuxieme": 2, "second": 2, "2e": 2, "2eme": 2, "2nd": 2,
    "troisieme": 3, "third": 3, "3e": 3, "3eme": 3, "3rd": 3, "quatrieme": 4, "fourth": 4, "4e": 4, "4eme": 4,
    "4th": 4,
}  # fmt: skip

#: A small count, in figures or words.
COUNT = r"(?:\d{1,3}|" + any_of(NUMBERS) + ")"


def count(written: str) -> int:
    """The value of a COUNT."""
    return int(written) if written.isdigit() else NUMBERS[written]
