"""Episodes that resemble one another, as clusters.

Two episodes are linked when their vectors' cosine is .80 or more, or when they share two rare keywords at
least; a cluster is three or more of which each is linked with each (complete link). The same memories give
the same clusters in whatever order they were added: ties are broken by content, never by id.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from math import fsum, log
from typing import TYPE_CHECKING, NamedTuple

from edge.memory import rows
from edge.records.memory import Memory
from edge.text.tokens import fold

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST, COSINE, SHARED = 3, 0.80, 2
#: A keyword of more memories than this share (and this many) is rare no more.
RARE_SHARE, RARE_COUNT = 0.2, 5


class Cluster(NamedTuple):
    """Episodes of one kind. `score`: mean similarity, 0 to 1; `shared`: keywords that two or more have."""

    memories: tuple[Memory, ...]
    score: float
    shared: list[str]


def clusters(
    memories: Sequence[Memory], vectors: dict[str, NDArray[np.float32]] | None = None
) -> list[Cluster]:
    """Clusters of episodes, the largest first."""
    episodes = sorted((one for one in memories if not one.semantic), key=digest)
    words = [frozenset(fold(word) for word in one.context.trigger_keywords) for one in episodes]
    links = _links(episodes, words, vectors or {})
    found = []
    for group in _complete(len(episodes), links):
        if len(group) < LEAST:
            continue
        held = Counter(word for at in group for word in words[at])
        counted = sorted(held.items(), key=lambda one: (-one[1], one[0]))
        shared = [word for word, count in counted if count > 1]
        score = sum(links[pair] for pair in combinations(group, 2)) / (len(group) * (len(group) - 1) / 2)
        members = tuple(sorted((episodes[at] for at in group), key=lambda one: rows.number(one.id)))
        found.append(Cluster(members, round(score, 4), shared))
    return sorted(found, key=lambda one: (-len(one.memories), -one.score, [digest(m) for m in one.memories]))


def _links(
    episodes: Sequence[Memory], words: Sequence[frozenset[str]], vectors: dict[str, NDArray[np.float32]]
) -> dict[tuple[int, int], float]:
    """(i, j) with i < j -> how alike they are, for those that are alike enough."""
    frequency = Counter(word for held in words for word in held)
    most = max(RARE_COUNT, RARE_SHARE * len(episodes))
    rarity = {word: log(1 + len(episodes) / n) for word, n in frequency.items() if 1 < n <= most}
    holders: dict[str, list[int]] = {}
    for at, held in enumerate(words):
        for word in held & rarity.keys():
            holders.setdefault(word, []).append(at)
    shared: Counter[tuple[int, int]] = Counter()
    weight: defaultdict[tuple[int, int], float] = defaultdict(float)
    for word in sorted(holders):
        for pair in combinations(holders[word], 2):
            shared[pair] += 1
            weight[pair] += rarity[word]
    # Exact: a plain sum differs by its order, which no two runs have alike, and with it ties.
    total = [fsum(rarity.get(word, 0.0) for word in held) for held in words]
    found = {
        pair: min(1.0, weight[pair] / max(1e-9, min(total[pair[0]], total[pair[1]])))
        for pair, count in shared.items()
        if count >= SHARED
    }
    if vectors:
        import numpy as np

        places = [at for at, one in enumerate(episodes) if one.id in vectors]
        table = np.stack([vectors[episodes[at].id] for at in places]) if places else np.zeros((0, 1))
        for row, at in enumerate(places):
            for other in np.flatnonzero(table[row + 1 :] @ table[row] >= COSINE).tolist():
                pair = (at, places[row + 1 + other])
                cosine = float(table[row] @ table[row + 1 + other])
                found[pair] = max(found.get(pair, 0.0), min(1.0, cosine))
    return found


def _complete(count: int, links: dict[tuple[int, int], float]) -> list[list[int]]:
    """Complete link: two groups become one when each of the one is linked with each of the other, the most
    alike first.
    """
    group_of = list(range(count))
    groups = {at: [at] for at in range(count)}
    for (one, other), _ in sorted(links.items(), key=lambda pair: (-pair[1], pair[0])):
        a, b = group_of[one], group_of[other]
        if a == b:
            continue
        if all((min(x, y), max(x, y)) in links for x in groups[a] for y in groups[b]):
            groups[a] = sorted(groups[a] + groups.pop(b))
            for at in groups[a]:
                group_of[at] = a
    return list(groups.values())


def digest(memory: Memory) -> bytes:
    """Of what a memory says, whatever its id: by this ties are broken."""
    return rows.content_hash(rows.as_new(memory), memory.legacy)
