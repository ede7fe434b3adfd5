"""Where a text holds almost the same words: approximate search with bounded work.

Method: Myers, "A fast bit-vector algorithm for approximate string matching" (1999): one step of big-integer
arithmetic for each character of the text, whatever the number of errors.
"""

from __future__ import annotations

#: Longest pattern and text that are looked at: some ten milliseconds.
MAX_PATTERN = 600
MAX_TEXT = 20_000


def search(pattern: str, text: str, errors: int) -> tuple[int, int, int] | None:
    """(start, end, distance) of the run of `text` that differs least from `pattern`, the first of equals.

    At most `errors` characters may be inserted, left out or changed. None: there is no such run, or pattern
    or text are beyond the bounds.
    """
    if not pattern or len(pattern) > MAX_PATTERN or len(text) > MAX_TEXT:
        return None
    end, distance = _best(pattern, text, anchored=False)
    if end == 0 or distance > errors:
        return None
    window = text[max(0, end - len(pattern) - errors) : end]
    length, _ = _best(pattern[::-1], window[::-1], anchored=True)
    return end - length, end, distance


def _best(pattern: str, text: str, *, anchored: bool) -> tuple[int, int]:
    """(length of the prefix of `text`, distance) where the pattern ends best; `anchored`: it begins at 0."""
    masks: dict[str, int] = {}
    for at, character in enumerate(pattern):
        masks[character] = masks.get(character, 0) | 1 << at
    every, high = (1 << len(pattern)) - 1, 1 << (len(pattern) - 1)
    plus, minus, score = every, 0, len(pattern)
    best = (0, score)
    for at, character in enumerate(text, start=1):
        equal = masks.get(character, 0)
        vertical = equal | minus
        horizontal = (((equal & plus) + plus) ^ plus) | equal
        up = minus | (every & ~(horizontal | plus))
        down = plus & horizontal
        if up & high:
            score += 1
        elif down & high:
            score -= 1
        up = (up << 1 | anchored) & every
        down = (down << 1) & every
        plus = down | (every & ~(vertical | up))
        minus = up & vertical
        if score < best[1]:
            best = (at, score)
    return best
