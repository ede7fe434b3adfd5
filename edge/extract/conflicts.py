"""What contradicts a proposal: what is there already is not added again, the rest somebody has to decide."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from edge.records import Conflict, Extraction, Proposal


def unsettled(conflicts: Sequence[Conflict]) -> list[Conflict]:
    """Those that somebody has to decide."""
    return [one for one in conflicts if not one.settled]


def without_duplicates(proposal: Proposal, conflicts: Sequence[Conflict]) -> Proposal:
    """The proposal without tasks that the list has and lines that a note has. The extractions stay."""
    certain = [one for one in conflicts if one.settled and one.quote]
    if not certain:
        return proposal
    return msgspec.structs.replace(
        proposal, extractions=[_without(it, certain) for it in proposal.extractions]
    )


def _without(it: Extraction, certain: Sequence[Conflict]) -> Extraction:
    kinds = {
        name.partition(":")[0] for one in certain if one.quote == it.quote for name in one.items
    }  # "task: …", "note: …"
    return msgspec.structs.replace(
        it, task=it.task and "task" not in kinds,
        note_action="none" if "note" in kinds else it.note_action,
    )  # fmt: skip
