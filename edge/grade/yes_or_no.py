"""The yes or no that an answer says: oui, False., it is not true, T where a letter will do."""

from __future__ import annotations

import re
from functools import lru_cache

from edge.text import tokens

_YES = frozenset({"yes", "true", "oui", "vrai"})
_NO = frozenset({"no", "false", "non", "faux", "wrong", "incorrect", "inexact"})
#: It is, c'est, je pense que c'est, that is not.
_LEAD = re.compile(
    r"(?:(?:i think|je pense|je dirais|i would say)(?: that| que)? )?"
    r"(?:(?:it|this|that|the (?:statement|claim|sentence)|cela|ca|l'affirmation|la phrase"
    r"|cette (?:affirmation|phrase))"
    r"(?: is|'s| est|(?= n'est))|c'est|ce(?= n'est)|(?=n'est))(?P<not> not| n'est pas|n'est pas| pas)? "
)
#: As students cut them short.
_YES_SHORT, _NO_SHORT = frozenset("tv"), frozenset("f")


@lru_cache(maxsize=1_024)
def verdict(text: str, *, short: bool = False) -> bool | None:
    """The yes or no, true or false that a text begins with, None where it begins otherwise; `short`: one
    letter will do, as where it is known to be asked for.
    """
    plain = tokens.fold(text).replace("’", "'").lstrip(" \"'«»*_-")
    lead = _LEAD.match(plain)
    first = next(iter(tokens.words(plain[lead.end() :] if lead else plain)), "")
    said = True if first in _YES else False if first in _NO else None
    if said is None and short:
        return True if first in _YES_SHORT else False if first in _NO_SHORT else None
    return said if said is None or lead is None or not lead["not"] else not said
