"""Whether a word is another one badly written or another word: "oxigen" is oxygen, "mitosis" no meiosis."""

from __future__ import annotations

_LONG = 5
_VOWELS = frozenset("aeiouy")
#: Letters at the end of a word that make another one of it: nitrate and nitrite, ethane and ethene.
_ENDING = 3


def is_misspelt(written: str, meant: str) -> bool:
    """One slip in a long word that begins as it should: a letter left out or put in, two that changed places,
    or a vowel for another. Another consonant, another ending or two slips (hypo, hyper) may be another word.
    """
    if min(len(written), len(meant)) < _LONG or written[0] != meant[0] or written == meant:
        return False
    if len(written) == len(meant):
        apart = [at for at, pair in enumerate(zip(written, meant, strict=True)) if pair[0] != pair[1]]
        if len(apart) == 1:
            (at,) = apart
            return {written[at], meant[at]} <= _VOWELS and at < len(meant) - _ENDING
        first, *rest = apart
        return rest == [first + 1] and written[first : first + 2] == meant[first : first + 2][::-1]
    longer, shorter = sorted((written, meant), key=len, reverse=True)
    at = next(
        (at for at, pair in enumerate(zip(longer, shorter, strict=False)) if pair[0] != pair[1]), len(shorter)
    )
    return longer[:at] + longer[at + 1 :] == shorter
