"""A class in figures: each question, each judge. Added up copy by copy, so that its size does not matter."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from edge.records import (
    ClassSummary,
    GradedCopy,
    GradedQuestion,
    QuestionSummary,
    Reason,
    TeacherAgreement,
)

#: Judgements before "always the maximum" says something of a judge and not of the class.
ENOUGH = 20


@dataclass
class _Decisions:
    """A person's grades, and how they compare with those that were settled."""

    by_question: Counter[str] = field(default_factory=Counter)
    compared: int = 0
    equal: int = 0
    difference: float = 0.0
    stale: list[str] = field(default_factory=list)

    def add(self, copy: GradedCopy, name: str, question: GradedQuestion) -> None:
        made = question.decision
        if made is None:
            return
        if not made.stands:
            self.stale.append(f"{copy.student or copy.id} {name}")
            return
        self.by_question[name] += 1
        if made.edge is not None:
            self.compared += 1
            self.equal += math.isclose(made.edge, made.grade, abs_tol=1e-9)
            self.difference += (made.grade - made.edge) / question.max

    def agreement(self) -> TeacherAgreement | None:
        if not self.compared:
            return None
        return TeacherAgreement(
            compared=self.compared, equal=self.equal,
            mean_difference=round(self.difference / self.compared, 4),
        )  # fmt: skip

    def warnings(self) -> list[Reason]:
        if not self.stale:
            return []
        shown = ", ".join(self.stale[:5]) + (", …" if len(self.stale) > 5 else "")
        return [Reason("decision.stale", {"count": len(self.stale), "answers": shown})]


def summary(copies: Iterable[GradedCopy]) -> ClassSummary:
    """Figures of a class; a judge that always gives the maximum is named."""
    count = left = whole = 0
    total = cost = most = 0.0
    languages: Counter[str] = Counter()
    sums: dict[str, list[float]] = {}
    maxima: dict[str, float] = {}
    statuses: dict[str, Counter[str]] = {}
    again: Counter[str] = Counter()
    judged: Counter[int] = Counter()
    highest: Counter[int] = Counter()
    names: list[str] = []
    calls = [0, 0]
    decisions = _Decisions()
    for one in copies:
        count += 1
        most, cost = one.max, cost + one.cost_usd
        languages[one.language] += 1
        calls = [had + more for had, more in zip(calls, one.calls or [0, 0], strict=False)]
        if one.total is None:
            left += 1
        else:
            whole, total = whole + 1, total + one.total
        for name, question in one.questions.items():
            names = names or [f"{judge.name} ({judge.model})" for judge in question.audit.judges]
            maxima[name] = question.max
            statuses.setdefault(name, Counter())[question.status] += 1
            decisions.add(one, name, question)
            again[name] += any(it.phase == "verification" for it in question.audit.opinions)
            pair = sums.setdefault(name, [0.0, 0.0])
            if question.grade is not None:
                pair[0], pair[1] = pair[0] + question.grade, pair[1] + 1
            for opinion in question.audit.opinions:
                if opinion.phase in ("single_pass", "fallback") and opinion.judgement is not None:
                    judged[opinion.judge] += 1
                    highest[opinion.judge] += opinion.judgement.grade >= question.max - 1e-9
    warnings = [
        Reason("grade.always_maximum", {"judge": names[judge], "count": judged[judge]})
        for judge in sorted(judged)
        if judged[judge] >= ENOUGH and highest[judge] == judged[judge]
    ]
    return ClassSummary(
        copies=count, open=left, max=most, mean_total=total / whole if whole else None, judges=names,
        calls=calls, cost_usd=cost, language=languages.most_common(1)[0][0] if languages else "en",
        warnings=warnings + decisions.warnings(), decided=decisions.by_question.total(),
        overruled=decisions.compared - decisions.equal, agreement=decisions.agreement(),
        questions=[
            QuestionSummary(
                id=name, max=maxima[name], mean=pair[0] / pair[1] if pair[1] else None,
                final=statuses[name]["final"], disputed=statuses[name]["disputed"],
                absent=statuses[name]["absent"] + statuses[name]["uncertified"], looked_again=again[name],
                decided=decisions.by_question[name],
            )
            for name, pair in sums.items()
        ],
    )  # fmt: skip
