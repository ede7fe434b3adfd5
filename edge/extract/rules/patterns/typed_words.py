"""Words as people type them in haste, spelled out: jte, jvais, dont, weve, cud u."""

from __future__ import annotations

import re

#: "je" glued to what follows: no French or English word begins so.
_JE = re.compile(r"j(?!pe?gs?$|r$|s$|ns$|mb$|script)(?=[bcdfghklmnpqrstvwxz][a-z])[a-z]{2,9}")

_ENGLISH = (
    "cant can t, dont don t, wont won t, didnt didn t, doesnt doesn t, isnt isn t, arent aren t, wasnt wasn t"
    ", havent haven t, hasnt hasn t, couldnt couldn t, wouldnt wouldn t, shouldnt shouldn t, im i m"
    ", ive i ve, youve you ve, weve we ve, theyve they ve, youre you re, theyre they re, hes he s, shes she s"
    ", thats that s, theres there s, u you, ur your, cud could, wud would, shud should, gonna going to"
    ", gotta got to, wanna want to, thx thanks"
)
_FRENCH = (
    "jai j ai, cest c est, ya y a, qqn quelqu un, dc donc, tjs toujours, tjrs toujours, pr pour"
    ", ac avec, bcp beaucoup, mrc merci, chuis je suis, chais je sais, tt tout, ptet peut etre"
)
_SPELLED = {
    word: rest
    for word, _, rest in (pair.strip().partition(" ") for pair in f"{_ENGLISH}, {_FRENCH}".split(","))
}


def spelled_out(word: str) -> str:
    """The words that a folded word stands for, between blanks; the word itself where it is one."""
    known = _SPELLED.get(word)
    if known is not None:
        return known
    if word[0] == "j" and _JE.fullmatch(word):
        return f"je {word[1:]}"
    return word
