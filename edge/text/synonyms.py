"""Words that mean much the same as a word, in its own language and in the other: `assets/synonyms`, mined
from translated sentences by `build/mine_synonyms.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from zlib import decompress

from edge import paths

_GZIP = 16 + 15  # what zlib calls a stream with gzip's header


def synonyms(word: str, language: str) -> Mapping[str, float]:
    """Folded words, best first, with how sure each is (0..1); none for a word or a language not known.

    `word`: folded; `language`: `en` or `fr`, as `edge.text.language` guesses it.
    """
    line = _line(_table(language), word) if language in ("en", "fr") and word.isalpha() else ""
    related = line.partition("\t")[2].split()
    return {one: int(sure) / 100 for one, sure in zip(related[::2], related[1::2], strict=True)}


@cache
def _table(language: str) -> bytes:
    """Lines of `word<tab>other sure other sure` in order of their bytes, searched as they are: a dictionary
    would cost each start more than its questions look up.
    """
    return decompress(paths.asset("synonyms", f"{language}.txt.gz").read_bytes(), _GZIP)


def _line(table: bytes, word: str) -> str:
    """The line that begins with the word; "" where none does."""
    wanted = word.encode("utf-8", "replace") + b"\t"
    low, high = 0, len(table)  # both at the beginning of a line
    while low < high:
        start = table.rfind(b"\n", low, (low + high) // 2) + 1 or low
        found = table[start : start + len(wanted)]
        if found == wanted:
            return table[start : table.index(b"\n", start)].decode("utf-8")
        if found < wanted:
            low = table.index(b"\n", start) + 1
        else:
            high = start
    return ""
