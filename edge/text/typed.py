"""Names and codes that mean nothing unless they are met as they are written: options, paths, error codes."""

from __future__ import annotations

import re

from edge.text.tokens import fold

_AROUND = ".,;:!?()[]{}<>|*\"'`«»“”‘’…"
# More than a plain word of French or English and the marks around it: nothing else can be a typed one.
_RUN = re.compile(rf"(?<!\S)(?:[a-zA-ZÀ-ÖØ-öø-ÿ{re.escape(_AROUND.replace('.', ''))}]|\.(?![^\W\d_]))*+\S++")
_DOTTED = re.compile(r"[^\W\d_]\.[^\W\d_]")
_SIGN = re.compile(r"[\d_/]|\A-|[a-z]\.[a-z]")  # all that ASCII has of them: most words have none
#: Longer ones are no names: a number of 200 digits, an encoded picture.
_LONGEST = 80


def identifiers(text: str) -> list[str]:
    """Identifiers in order, in lower case: search.k, --max-age, e-104, /etc/fstab, a-1077, key_reused."""
    found = []
    for match in _RUN.finditer(text):
        word = fold(match[0].partition("=")[0].strip(_AROUND))
        if 1 < len(word) <= _LONGEST and _is_typed(word):
            found.append(word)
    return found


def _is_typed(word: str) -> bool:
    if word.isalpha() or (word.isascii() and not _SIGN.search(word)):
        return False
    if not any(map(str.isalpha, word)):
        return "/" in word and any(map(str.isdigit, word))
    mixed = any(map(str.isdigit, word))
    return mixed or word.startswith("-") or "_" in word or "/" in word or _DOTTED.search(word) is not None
