"""The patterns of a schema, which is another person's: none takes for ever, neither to compile nor to match.

Which patterns backtrack without end cannot be told by looking at them, so the time of each match is limited,
by `regex` (the library reads what `re` reads, and comes with the extra `extract`).
"""

from __future__ import annotations

import re
import warnings
from functools import lru_cache
from math import prod

#: Seconds for one match. A model's text has some hundred characters: a usual pattern needs a thousandth.
TIME_LIMIT = 0.25
#: `regex` writes out what is counted: (?:a{1000}){1000} is a million steps, a third count fills the memory.
MAX_REPEATS = 20_000

_COUNT = re.compile(r"(\)?)\{(\d*)(?:,(\d*))?\}")
_ATOM = r"(?:\[[^]]{1,200}\]|\\.|[^\\()])"
#: Look-around, flags, names and back references; repetitions repeated with nothing that must stand between
#: two of them, (a+)* or (a+ ?)*, which take for ever to fail.
_UNSUPPORTED = re.compile(
    rf"\(\?(?!:)|\\[1-9kpP]|\((?:\?:)?(?:{_ATOM}\?)*+{_ATOM}[*+](?:{_ATOM}[?*])*+\)(?:[*+]|\{{\d+,)"
)


def refused(pattern: object) -> str:
    """Why a pattern is not run, as the end of a sentence; empty where it is."""
    if not isinstance(pattern, str):
        return f"is {pattern!r:.60}, not a string"
    plain = pattern.replace("\\\\", "")
    if unsupported := _UNSUPPORTED.search(plain):
        return f"uses {unsupported[0]}, which edge does not run"
    if _repeats(plain) > MAX_REPEATS:
        return f"repeats what is repeated more than {MAX_REPEATS:,} times"
    try:
        with warnings.catch_warnings(action="ignore"):  # of sets inside sets, which neither library reads yet
            re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        return f"cannot be compiled: {error}"
    return ""


@lru_cache(maxsize=1024)
def matches(pattern: str, text: str) -> bool | None:
    """Does a pattern that is not refused stand anywhere in a text? None: not told within the time limit."""
    import regex

    try:
        return regex.search(pattern, text, timeout=TIME_LIMIT) is not None
    except TimeoutError:
        return None


def _repeats(pattern: str) -> int:
    """How often the innermost part may be written out: counts of groups multiply, beside each other too, as
    nobody needs that many; of single characters, the largest does.
    """
    groups, single = [], 1
    for end, low, high in _COUNT.findall(pattern):
        count = int((high or low or "1")[:9])
        if end:
            groups.append(max(1, count))
        else:
            single = max(single, count)
    return prod(groups) * single if groups else 0
