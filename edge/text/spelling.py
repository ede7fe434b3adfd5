"""How far a misspelt word is from one that there is, weighed by how people misspell."""

from __future__ import annotations

#: A letter left out, doubled, or changed places with its neighbour, as fingers do; one too many; another one.
SLIP, EXTRA, OTHER = 0.7, 0.9, 1.0
#: Besides, where the first letter is another one: it seldom is.
FIRST = 0.5


def room(word: str) -> float:
    """The furthest that a word may be from what was meant: the shorter it is, the more others are near."""
    if len(word) < 4:
        return 0.0
    return SLIP if len(word) < 7 else OTHER if len(word) < 9 else SLIP + OTHER


def distance(typed: str, meant: str, most: float) -> float:
    """The cost of the cheapest way from what was meant to what was typed; above `most`, some number that is
    too. Symmetric but for a letter too many and one left out.
    """
    apart = len(meant) - len(typed)
    if max(apart * SLIP, -apart * SLIP) > most or len(set(typed) ^ set(meant)) * SLIP / 2 > most:
        return most + OTHER
    before: list[float] = []
    row = [at * SLIP for at in range(len(meant) + 1)]
    for i, letter in enumerate(typed, 1):
        doubled = i > 1 and typed[i - 2] == letter
        last, row = row, [row[0] + (SLIP if doubled else EXTRA)]
        for j, other in enumerate(meant, 1):
            best = min(
                last[j - 1] + (0.0 if letter == other else OTHER),
                last[j] + (SLIP if doubled else EXTRA),
                row[j - 1] + SLIP,
            )
            if i > 1 and j > 1 and letter == meant[j - 2] and typed[i - 2] == other:
                best = min(best, before[j - 2] + SLIP)
            row.append(best)
        if min(row) > most and min(last) + SLIP > most:  # two letters may yet change places
            return most + OTHER
        before = last
    same = typed[:1] == meant[:1] or (typed[:2] == meant[1::-1] and len(typed) > 1)
    return row[-1] + (0.0 if same else FIRST)
