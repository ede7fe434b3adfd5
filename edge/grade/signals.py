"""What is logged of how a question was settled: the signals that a calibration of the user's may weigh."""

from __future__ import annotations

from edge.cascade import differences
from edge.grade.settle import SettledQuestion


def of(settled: SettledQuestion, most: float) -> dict[str, float]:
    """By name. Of what both judges finally said: how far apart, how alike the readings, their own word on
    their confidence (a signal, never a probability); and how it went: flags, calls, changes without evidence.
    """
    opinions = settled.opinions
    found = {
        "flags": float(len(settled.flags)),
        "opinions": float(len(opinions)),
        "absences": float(sum(one.judgement is None for one in opinions)),
        "change_unfounded": float(sum(one.unsupported for one in opinions)),
    }
    one, other = settled.pair
    if one is None or other is None:
        return found
    grades = [it.judgement.grade for it in opinions if it.judgement is not None]
    return found | {
        "spread": abs(one.grade - other.grade) / most,
        "share": (one.grade + other.grade) / (2 * most),
        "moved": (max(grades) - min(grades)) / most,
        "extreme": float({one.grade, other.grade} <= {0.0, most}),
        "words_alike": differences.jaccard(one.student_answer_read, other.student_answer_read),
        "characters_alike": differences.char_ratio(one.student_answer_read, other.student_answer_read),
        "self_confidence": min(one.confidence, other.confidence),
        "self_confidence_apart": abs(one.confidence - other.confidence),
    }
