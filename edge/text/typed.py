"""Names and codes that mean nothing unless they are met as they are written: options, paths, error codes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from edge.text.tokens import fold

_AROUND = ".,;:!?()[]{}<>|*\"'`«»“”‘’…"
# A plain word of French or English and the marks around it. Only what is more than that can be a typed one: a
# match is one such run behind all plain words before it, or the plain word at the end.
_MARKS = f"[a-zA-ZÀ-ÖØ-öø-ÿ{re.escape(_AROUND.replace('.', ''))}]*+"
_PLAIN = rf"{_MARKS}(?:\.(?![^\W\d_]){_MARKS})*+"
_RUN = re.compile(rf"(?:{_PLAIN}\s++)*+(?:({_PLAIN}\S++)|{_PLAIN})")
_DOTTED = re.compile(r"[^\W\d_]\.[^\W\d_]")
_SIGN = re.compile(r"[\d_/]|\A-|[a-z]\.[a-z]")  # all that ASCII has of them: most words have none
#: Longer ones are no names: a number of 200 digits, an encoded picture.
_LONGEST = 80


def identifiers(text: str) -> list[str]:
    """Identifiers in order, in lower case: search.k, --max-age, e-104, /etc/fstab, a-1077, key_reused."""
    return [folded for _, folded in _typed(text)]


def as_typed(text: str) -> list[str]:
    """The same as they are written: -c is not -C."""
    return [word for word, _ in _typed(text)]


def _typed(text: str) -> Iterator[tuple[str, str]]:
    for run in filter(None, _RUN.findall(text)):
        word = run.partition("=")[0].strip(_AROUND)
        folded = fold(word)
        if 1 < len(folded) <= _LONGEST and _is_typed(folded):
            yield word, folded


def _is_typed(word: str) -> bool:
    if word.isalpha() or (word.isascii() and not _SIGN.search(word)):
        return False
    if not any(map(str.isalpha, word)):
        return "/" in word and any(map(str.isdigit, word))
    mixed = any(map(str.isdigit, word))
    return mixed or word.startswith("-") or "_" in word or "/" in word or _DOTTED.search(word) is not None
