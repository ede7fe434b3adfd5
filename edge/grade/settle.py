"""One question, three phases: judged, looked at again where the two are apart, and a last word. Pure: it only
asks `source` for opinions, so the same opinions always give the same decision (`replay`).

Source: the specification of the stateless dual judge (grade difference, readings, found/not found; fresh
calls; ultimatum), with the changes of the research notes on judging, 1.3: what is absent is no zero, nothing
is averaged after a dispute, judges that change places are in dispute.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from edge.grade import analysis
from edge.records import (
    Flag,
    GradeLimits,
    GradeMethod,
    GradeStatus,
    Judgement,
    JudgePhase,
    Opinion,
    Reason,
    coded,
)

Pair = tuple[Judgement, Judgement]

#: (phase, judge 0 or 1, what both had said in each phase so far) -> the judge's opinion.
Source = Callable[[JudgePhase, int, list[Pair]], Opinion]


@dataclass(frozen=True, slots=True)
class SettledQuestion:
    """What follows from the opinions. `pair`: the last judgements of both, as far as there are any."""

    status: GradeStatus
    method: GradeMethod
    grade: float | None
    suggestion: float | None
    opinions: list[Opinion]
    flags: list[Flag]
    pair: tuple[Judgement | None, Judgement | None]


def settle(source: Source, limits: GradeLimits, most: float, step: float) -> SettledQuestion:
    """Ask as often as the phases need, and decide: at most 2 first opinions, 2 that replace absent ones, 2 to
    verify, 2 last words.
    """
    opinions: list[Opinion] = []
    fallback = False

    def ask(phase: JudgePhase, judge: int, history: list[Pair]) -> Opinion:
        opinions.append(source(phase, judge, history))
        return opinions[-1]

    first: list[Judgement | None] = []
    for judge in (0, 1):
        judgement = ask("single_pass", judge, []).judgement
        if judgement is None:
            fallback = True
            judgement = ask("fallback", judge, []).judgement
        first.append(judgement)
    one, other = first
    if one is None or other is None:
        left = one or other
        return SettledQuestion(
            "absent", "per_question_fallback", None, left.grade if left else None, opinions, [], (one, other)
        )
    history: list[Pair] = [(one, other)]
    phase: JudgePhase = "fallback" if fallback else "single_pass"
    flags = analysis.flags(*history[-1], most, limits, phase)
    method: GradeMethod = "per_question_fallback" if fallback else "single_pass_consensus"
    later: tuple[tuple[JudgePhase, GradeMethod], ...] = (
        ("verification", "stateless_verification_consensus"),
        ("ultimatum", "ultimatum_consensus"),
    )
    left_apart = list(flags)
    for phase, name in later:
        if not left_apart:
            break
        pair = [_standing(ask(phase, judge, history), history[-1][judge]) for judge in (0, 1)]
        history.append((pair[0], pair[1]))
        method = name
        left_apart = analysis.flags(*history[-1], most, limits, phase)
        if analysis.swapped(history[-2], history[-1], most, limits):
            left_apart.append(Flag(phase=phase, kind="swapped", codes=coded(text=Reason("grade.swapped"))))
            flags += left_apart
            break  # a further call would only turn them round once more
        flags += left_apart
    mean = rounded((history[-1][0].grade + history[-1][1].grade) / 2, step, most)
    if left_apart:
        return SettledQuestion("disputed", "disputed", None, mean, opinions, flags, history[-1])
    return SettledQuestion("final", method, mean, None, opinions, flags, history[-1])


def _standing(opinion: Opinion, before: Judgement) -> Judgement:
    """What a judge's word is after a phase: without an answer, or without evidence for a change, the old."""
    if opinion.judgement is None or opinion.unsupported:
        return before
    return opinion.judgement


def rounded(grade: float, step: float, most: float) -> float:
    """The nearest multiple of the step, a half upwards, within 0 and the maximum."""
    steps = int(grade / step + 0.5 + 1e-9)
    return round(min(max(steps * step, 0.0), most), 6)
