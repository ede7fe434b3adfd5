"""What one source gives around a message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from edge.records import Conflict, ContextItem


@dataclass(frozen=True, slots=True)
class Finding:
    """`items` best first, within the source's limit; `dropped`: how many more there were."""

    items: list[ContextItem] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    dropped: int = 0


def limited(items: Sequence[ContextItem], most: int, conflicts: Sequence[Conflict] = ()) -> Finding:
    """The best `most` of the items; on a tie they stay in their order."""
    kept = sorted(items, key=lambda item: -item.score)[: max(0, most)]
    return Finding(kept, once(conflicts), len(items) - len(kept))


def once(conflicts: Sequence[Conflict]) -> list[Conflict]:
    """The conflicts, each about the same items told once, in order."""
    kept: dict[tuple[str, tuple[str, ...]], Conflict] = {}
    for conflict in conflicts:
        kept.setdefault((conflict.kind, tuple(sorted(conflict.items))), conflict)
    return list(kept.values())
