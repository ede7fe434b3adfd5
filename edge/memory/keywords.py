"""Trigger keywords where none were given: the words and codes that tell this memory from others.

    weight(word) = (3 in the title + 2 in situation, solution, errors + 1 in the rest) x idf
    idf = log((N + 1) / (df + 1)) + 1

df counts the store's own memories. Identifiers, codes and names of errors weigh half as much again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from math import log
from operator import itemgetter

from edge.records.memory import NewMemory
from edge.state.full_text import stem
from edge.text import tokens

#: Keywords that are extracted, and the characters of each field that are read for them.
MOST, READ = 8, 4_000
_LIKE_CODE = 1.5

#: What may stand in a word; at its ends only some of it does.
_RUN = re.compile(r"[\w.+#:/-]+")
_BEFORE, _AFTER = "._+#:/-", ".:/-"
#: Inner capitals, digits, or marks that programs use: parse_config, E-1042, TypeError, v2.3, C++.
_CODE = re.compile(r"[a-zà-ÿ][A-Z]|\d|[_+#]|\w[.:/]\w|^[A-Z]{2,}$")
_SEPARATORS = re.compile(r"[/:]|-(?=[^\W\d_]{2})")

#: How many memories hold a stem, and how many there are.
Frequency = Callable[[str], int]


def extract(new: NewMemory, frequency: Frequency, count: int) -> list[str]:
    """The best words of a memory, as they are written there, best first; ties in order of appearance."""
    context = new.context
    weights: dict[str, float] = {}
    for weight, text in (
        (3.0, new.title),
        (2.0, f"{context.situation}\n{context.solution}"),
        (2.0, "\n".join(context.error_messages)),
    ):
        for run in _RUN.findall(text[:READ]):
            weights[run] = weights.get(run, 0.0) + weight
    said = Counter(_RUN.findall(new.content[:READ]))
    # What the content says once and nothing else does is among the best only where there is little else.
    plenty = len(weights) > 8 * MOST
    for run, times in said.items():
        if times > 1 or not plenty or run in weights:
            weights[run] = weights.get(run, 0.0) + times
    known: dict[str, float] = {}
    written: dict[str, str] = {}
    for run, weight in weights.items():
        for key, word, factor in _analysed(run):
            if key in known:
                known[key] += weight * factor
            else:
                known[key] = weight * factor
                written[key] = word
    # The store is asked of those only that could be among the best.
    likely = sorted(known.items(), key=_second, reverse=True)[: 3 * MOST // 2]
    scored = [(key, weight * (log((count + 1) / (frequency(key) + 1)) + 1)) for key, weight in likely]
    return [written[key] for key, _ in sorted(scored, key=_second, reverse=True)[:MOST]]


_second = itemgetter(1)


@lru_cache(maxsize=32_768)
def _analysed(run: str) -> tuple[tuple[str, str, float], ...]:
    """The keywords that a run of letters may give: what is counted, how it is written, and its factor."""
    stop = tokens.stop_words()
    kept = []
    for word in _parts(run.lstrip(_BEFORE).rstrip(_AFTER)):
        folded = tokens.fold(word)
        code = bool(_CODE.search(word))
        if folded in stop or (len(folded) < 3 and not code) or not any(map(str.isalpha, word)):
            continue
        if code:
            kept.append((folded, word, _LIKE_CODE))
        else:
            kept.append((stem(folded), word.lower(), 1.0))
    return tuple(kept)


def _parts(word: str) -> list[str]:
    """A word with hyphens is its parts; a code stays whole."""
    return [word] if _CODE.search(word) else [part for part in _SEPARATORS.split(word) if part]
