"""Trigger keywords where none were given: the words and codes that tell this memory from others.

    weight(word) = (3 in the title + 2 in situation, solution, errors + 1 in the rest) x idf
    idf = log((N + 1) / (df + 1)) + 1

df counts the store's own memories. Identifiers, codes and names of errors weigh half as much again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import log

from edge.records.memory import NewMemory
from edge.state.full_text import stem
from edge.text import tokens

#: Keywords that are extracted, and the characters of each field that are read for them.
MOST, READ = 8, 4_000
_LIKE_CODE = 1.5

_WORD = re.compile(r"[^\W_](?:[\w.+#:/-]*[\w+#])?")
#: Inner capitals, digits, or marks that programs use: parse_config, E-1042, TypeError, v2.3, C++.
_CODE = re.compile(r"[a-zà-ÿ][A-Z]|\d|[_+#]|\w[.:/]\w|^[A-Z]{2,}$")
_SEPARATORS = re.compile(r"[/:]|-(?=[^\W\d_]{2})")

#: How many memories hold a stem, and how many there are.
Frequency = Callable[[str], int]


def extract(new: NewMemory, frequency: Frequency, count: int) -> list[str]:
    """The best words of a memory, as they are written there, best first; ties in order of appearance."""
    context = new.context
    fields = (
        (3.0, new.title),
        (2.0, f"{context.situation}\n{context.solution}"),
        (2.0, "\n".join(context.error_messages)),
        (1.0, new.content),
    )
    stop = tokens.stop_words()
    weights: dict[str, float] = {}
    written: dict[str, str] = {}
    for weight, text in fields:
        for found in _WORD.findall(text[:READ]):
            for word in _parts(found):
                folded = tokens.fold(word)
                code = bool(_CODE.search(word))
                if folded in stop or (len(folded) < 3 and not code) or not any(map(str.isalpha, word)):
                    continue
                key = folded if code else stem(folded)
                weights[key] = weights.get(key, 0.0) + weight * (_LIKE_CODE if code else 1.0)
                written.setdefault(key, word if code else word.lower())
    # The store is asked of those only that could be among the best.
    likely = sorted(weights, key=lambda key: -weights[key])[: 3 * MOST]
    scored = {key: weights[key] * (log((count + 1) / (frequency(key) + 1)) + 1) for key in likely}
    return [written[key] for key in sorted(scored, key=lambda key: -scored[key])[:MOST]]


def _parts(word: str) -> list[str]:
    """A word with hyphens is its parts; a code stays whole."""
    return [word] if _CODE.search(word) else [part for part in _SEPARATORS.split(word) if part]
