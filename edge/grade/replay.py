"""A decision again from its audit alone: nobody has to take a grade's word for how it came about."""

from __future__ import annotations

from collections import defaultdict, deque

from edge.errors import EdgeError
from edge.grade.settle import Pair, SettledQuestion, settle
from edge.records import GradeAudit, JudgePhase, Opinion


def replay(audit: GradeAudit) -> SettledQuestion:
    """What the opinions of an audit lead to, judged by its own limits.

    Raises EdgeError when an opinion that was needed is not in it, or one is left that nobody asked for.
    """
    kept: dict[tuple[JudgePhase, int], deque[Opinion]] = defaultdict(deque)
    for opinion in audit.opinions:
        kept[opinion.phase, opinion.judge].append(opinion)

    def recorded(phase: JudgePhase, judge: int, _: list[Pair]) -> Opinion:
        if not kept[phase, judge]:
            raise EdgeError(f"The audit has no {phase} of judge {judge + 1}.", "It was changed, or cut.")
        return kept[phase, judge].popleft()

    settled = settle(recorded, audit.limits, audit.max, audit.step)
    if any(kept.values()):
        raise EdgeError("The audit holds opinions that nothing asked for.", "It was changed.")
    return settled
