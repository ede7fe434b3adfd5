"""What one source gives around a message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from edge.records import Conflict, ConflictKind, ContextItem, Extraction, Reason, coded

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class ContextFindings:
    """`items` best first, within the source's limit; `dropped`: how many more there were."""

    items: list[ContextItem] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    dropped: int = 0


def limited(
    scored: Sequence[tuple[Thing, float]], most: int, make: Callable[[Thing, float], ContextItem],
    conflicts: Sequence[Conflict] = (),
) -> ContextFindings:  # fmt: skip
    """The best `most` things as items; on a tie they stay in their order. Only what is kept is made."""
    best = sorted(scored, key=lambda pair: -pair[1])[: max(0, most)]
    items = [make(thing, round(min(score, 1.0), 4)) for thing, score in best]
    return ContextFindings(items, once(conflicts), len(scored) - len(items))


def conflict(why: Reason, names: Sequence[str]) -> Conflict:
    """What speaks against something proposed: the items of these names."""
    kind: ConflictKind = "overlap" if why.code == "overlap" else "duplicate"
    return contradiction(kind, why, list(dict.fromkeys(names)))


def settled(why: Reason, names: Sequence[str], extraction: Extraction) -> Conflict:
    """A duplicate that is certain: what is there already is not added, and nobody is asked."""
    return Conflict(
        kind="duplicate", codes=coded(text=why), items=list(dict.fromkeys(names)), quote=extraction.quote,
        settled=True,
    )  # fmt: skip


def contradiction(kind: ConflictKind, why: Reason, names: list[str]) -> Conflict:
    """A conflict, with what can be done about one of its kind."""
    options = {
        "overlap": [Reason("option.keep_both"), Reason("option.move"), Reason("option.decline")],
        "duplicate": [Reason("option.skip"), Reason("option.add_anyway")],
        "ambiguous": [Reason("option.name", {"name": name.partition(": ")[2] or name}) for name in names],
    }[kind]
    return Conflict(kind=kind, codes=coded(text=why, options=options), items=names)


def shown_names(names: Sequence[str], most: int | None = None) -> list[str]:
    """Names of items without their kind ("task: "), at most `most` of them."""
    return [name.partition(": ")[2] for name in dict.fromkeys(names)][:most]


def once(conflicts: Sequence[Conflict]) -> list[Conflict]:
    """The conflicts, each about the same items told once, in order."""
    first: dict[tuple[str, str, tuple[str, ...]], Conflict] = {}
    for conflict in conflicts:
        first.setdefault((conflict.kind, conflict.quote, tuple(sorted(conflict.items))), conflict)
    return list(first.values())
