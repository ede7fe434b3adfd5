"""Word pieces learnt by merging: byte-pair encoding over words (Sennrich et al. 2016), the same on every run.

The trainer of the `tokenizers` package breaks ties by the order of a hash table, so that two runs differ in
a few pieces and in every number after them. Here the earlier pair in the alphabet wins.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import pairwise

Merge = tuple[str, str]


def learn(words: Mapping[str, int], size: int, least: int = 3) -> list[str]:
    """Pieces in the order they were learnt, the letters first; `##` begins those inside a word. Ends at
    `size` pieces, or when no pair of pieces occurs `least` times.
    """
    kept = sorted(words)
    spelt = [[word[0], *("##" + letter for letter in word[1:])] for word in kept]
    times = [words[word] for word in kept]
    pieces = dict.fromkeys(sorted({piece for letters in spelt for piece in letters}))
    counted: Counter[Merge] = Counter()
    where: defaultdict[Merge, set[int]] = defaultdict(set)
    for number, parts in enumerate(spelt):
        for merge in pairwise(parts):
            counted[merge] += times[number]
            where[merge].add(number)
    queue = [(-times_, merge) for merge, times_ in counted.items()]
    heapq.heapify(queue)
    while queue and len(pieces) < size:
        negative, merge = heapq.heappop(queue)
        if counted[merge] != -negative:  # told otherwise since; a newer entry stands in the queue
            continue
        if -negative < least:
            break
        made = merge[0] + merge[1].removeprefix("##")
        pieces[made] = None
        changed: set[Merge] = set()
        for number in where.pop(merge):
            old = spelt[number]
            new = _merged(old, merge, made)
            spelt[number] = new
            for pair in pairwise(old):
                counted[pair] -= times[number]
                changed.add(pair)
            for pair in pairwise(new):
                counted[pair] += times[number]
                where[pair].add(number)
                changed.add(pair)
        for pair in changed:
            if counted[pair] > 0:
                heapq.heappush(queue, (-counted[pair], pair))
            else:
                del counted[pair]
    return list(pieces)


def _merged(parts: list[str], merge: Merge, made: str) -> list[str]:
    found: list[str] = []
    n = 0
    while n < len(parts):
        if n + 1 < len(parts) and (parts[n], parts[n + 1]) == merge:
            found.append(made)
            n += 2
        else:
            found.append(parts[n])
            n += 1
    return found
