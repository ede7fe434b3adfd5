"""Words that mean much the same as a word, in its own language and in the other: `assets/synonyms`, mined
from translated sentences by `build/mine_synonyms.py`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from zlib import decompress

from edge import paths

_GZIP = 16 + 15  # what zlib calls a stream with gzip's header


def synonyms(word: str, language: str) -> Mapping[str, float]:
    """Folded words, best first, with how sure each is (0..1); none for a word or a language not known.

    `word`: folded; `language`: `en` or `fr`, as `edge.text.language` guesses it.
    """
    if language not in ("en", "fr") or not word.isalpha():
        return {}
    table, wanted = _table(language), f"{word}\t"
    at = bisect_left(table, wanted)
    if at == len(table) or not table[at].startswith(wanted):
        return {}
    related = table[at][len(wanted) :].split()
    return {one: int(sure) / 100 for one, sure in zip(related[::2], related[1::2], strict=True)}


@cache
def _table(language: str) -> list[str]:
    """Lines of `word<tab>other sure other sure` in order, searched as they are: a dictionary of them would
    cost each start more than its questions look up.
    """
    packed = paths.asset("synonyms", f"{language}.txt.gz").read_bytes()
    return decompress(packed, _GZIP).decode("utf-8").splitlines()
