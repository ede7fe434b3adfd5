"""A class in figures: each question, each judge. Added up copy by copy, so that its size does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from edge.records import ClassSummary, GradedCopy, QuestionSummary, Reason

#: Judgements before "always the maximum" says something of a judge and not of the class.
ENOUGH = 20


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
        warnings=warnings,
        questions=[
            QuestionSummary(
                id=name, max=maxima[name], mean=pair[0] / pair[1] if pair[1] else None,
                final=statuses[name]["final"], disputed=statuses[name]["disputed"],
                absent=statuses[name]["absent"] + statuses[name]["uncertified"], looked_again=again[name],
            )
            for name, pair in sums.items()
        ],
    )  # fmt: skip
