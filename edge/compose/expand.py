"""What stands around the chosen items: neighbours, gaps between them, and the rest of a half chosen whole."""

from __future__ import annotations

from collections.abc import Sequence

from edge.compose.candidates import Found
from edge.compose.item import ContextSource, Item
from edge.compose.pack import Packer

#: What a neighbour is worth of the item that it stands beside, for each place between them.
NEIGHBOUR = 0.8


def with_neighbours(found: Sequence[Found], window_size: int) -> list[tuple[float, str, str, ContextSource]]:
    """(value, id, why, source) of the chosen and what stands within `window_size` of them, best first. An
    item that is both counts by its own score or its neighbour's, whichever is more.
    """
    values = {one.item.id: (one.candidate.score, one.item.id, "hit", one.source) for one in found}
    if window_size > 0:
        by_source: dict[str, list[Found]] = {}
        for one in found:
            by_source.setdefault(one.source.name, []).append(one)
        for group in by_source.values():
            near = group[0].source.neighbours([one.item.id for one in group], window_size)
            for one in group:
                for step, id in enumerate(near.get(one.item.id, ())):
                    value = one.candidate.score * NEIGHBOUR ** (step // 2 + 1)
                    if id not in values or value > values[id][0]:
                        why = (
                            "hit"
                            if id in values and values[id][2] == "hit"
                            else f"neighbour of {one.item.id}"
                        )
                        values[id] = (value, id, why, one.source)
    order = {one.item.id: place for place, one in enumerate(found)}
    return sorted(values.values(), key=lambda one: (-one[0], order.get(one[1], len(order)), one[1]))


def gaps(
    packer: Packer, chosen: Sequence[Item], source: ContextSource, max_gap: int, most: float
) -> list[Item]:
    """Put in what stands between two chosen items of one source that are at most `max_gap` apart; what was
    put in.
    """
    if max_gap <= 0:
        return []
    near = source.neighbours([item.id for item in chosen], max_gap)
    wanted = source.get(list(dict.fromkeys(id for ids in near.values() for id in ids if id not in packer)))
    places: dict[str, list[int]] = {}
    for item in chosen:
        places.setdefault(item.source, []).append(item.place)
    added = []
    for item in wanted.values():
        here = places.get(item.source, [])
        before = max((place for place in here if place < item.place), default=None)
        after = min((place for place in here if place > item.place), default=None)
        if before is None or after is None or after - before > max_gap:
            continue
        cost = packer.cost(item)
        if cost <= most and packer.add(item):
            most -= cost
            added.append(item)
    return added


def merged(
    packer: Packer, chosen: Sequence[Item], source: ContextSource, threshold: float, most: float
) -> list[tuple[Item, str]]:
    """Where at least a share `threshold` of what a parent covers is chosen, put in the rest, if it all fits;
    what was put in, and the parent.
    """
    if threshold > 1:
        return []
    added: list[tuple[Item, str]] = []
    parents = source.parents([item.id for item in chosen])
    whole = source.children(list(dict.fromkeys(id for ids in parents.values() for id in ids)))
    for parent, children in sorted(whole.items()):
        missing = [id for id in children if id not in packer]
        if len(children) < 2 or not missing or 1 - len(missing) / len(children) < threshold:
            continue
        items = source.get(missing)
        cost = sum(packer.cost(item) for item in items.values())
        if len(items) < len(missing) or cost > min(most, packer.left):
            continue
        for item in items.values():
            if packer.add(item):
                added.append((item, parent))
        most -= cost
    return added
