"""Whether a word is another one badly written or another word: "oxigen" is oxygen, "mitosis" no meiosis."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_LONG = 5
_VOWELS = frozenset("aeiouy")
#: Consonants that sound alike, or that are written for each other before others.
_ALIKE = tuple(map(frozenset, ("mn", "cs", "sz", "gj")))
#: Those that end no word in two ways.
_HARD = frozenset("ckq")
#: Letters at the end of a word that make another one of it: nitrate and nitrite, ethane and ethene.
_ENDING = 3
#: Vowels of endings that are one: resistance and "resistence", divisible and "divisable".
_ENDINGS = tuple((set(pair), behind) for pair, behind in (("ae", "nc"), ("ae", "nt"), ("ai", "bl")))


#: Letters that may begin the same sound: "ph" is an f, "qu" a k.
_FIRST_ALIKE = {"p": "pf", "f": "pf", "q": "qk", "k": "qk"}


def is_misspelt(written: str, meant: str) -> bool:
    """One slip in a long word that begins as it should: a letter left out or put in, two that changed places,
    or a letter for one that sounds like it. Another consonant, another ending or two slips (hypo, hyper) may
    be another word.
    """
    return any_misspelt((written,), meant)


def any_misspelt(written: Iterable[str], meant: str) -> bool:
    """Whether one of some words is another, badly written."""
    if len(meant) < _LONG:
        return False
    begins = _FIRST_ALIKE.get(meant[0], meant[0])  # most words begin otherwise, and are not looked at
    return any(
        len(one) >= _LONG and one[0] in begins and one != meant and _sounds_nearly_alike(one, meant)
        for one in written
    )


@lru_cache(maxsize=4_096)
def _sounds_nearly_alike(written: str, meant: str) -> bool:
    """Whether one slip at the most parts two words of five sounds at the least, as they sound."""
    sounds = tuple(word.replace("ph", "f").replace("qu", "k") for word in (written, meant))
    if min(map(len, sounds)) < _LONG or sounds[0][0] != sounds[1][0]:
        return False
    return sounds[0] == sounds[1] or _one_slip(*sounds)


def _one_slip(written: str, meant: str) -> bool:
    if len(written) == len(meant):
        apart = [at for at, pair in enumerate(zip(written, meant, strict=True)) if pair[0] != pair[1]]
        if len(apart) == 1:
            (at,) = apart
            pair = {written[at], meant[at]}
            if at >= len(meant) - _ENDING and not pair <= _HARD:
                return any(meant.startswith(behind, at + 1) and pair == both for both, behind in _ENDINGS)
            return pair <= _VOWELS or pair <= _HARD or pair in _ALIKE
        first, *rest = apart
        return rest == [first + 1] and written[first : first + 2] == meant[first : first + 2][::-1]
    longer, shorter = sorted((written, meant), key=len, reverse=True)
    at = next(
        (at for at, pair in enumerate(zip(longer, shorter, strict=False)) if pair[0] != pair[1]), len(shorter)
    )
    return longer[:at] + longer[at + 1 :] == shorter
