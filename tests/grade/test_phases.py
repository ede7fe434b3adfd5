"""The three phases on scripted judges: every branch of the specification's flow, with its number of calls."""

from __future__ import annotations

import random
from typing import Any

import pytest
from scripted_judge import COPY, Said, ScriptedJudge, judged, one_question

from edge.errors import CloudUnknown, EdgeError, ModelDied, NotPermitted, OutputCut, UsageError
from edge.grade import open_reasons, pipeline, scale, student_copy
from edge.grade.replay import replay
from edge.records import Confidence, GradeAudit, GradedCopy, GradedQuestion, Judgement
from edge.settings import GradeSettings

SETTINGS = GradeSettings()
OTHER = "Oxygen and glucose come out of stones at night, I believe."


def run(one: Any, other: Any, **settings: Any) -> tuple[GradedCopy, ScriptedJudge, ScriptedJudge]:
    """One copy with one question, judged by two scripts."""
    judges = ScriptedJudge("a", one), ScriptedJudge("b", other)
    copy = student_copy.of_text(COPY, name="copy")
    graded = pipeline.grade(copy, one_question(), judges, GradeSettings(**settings))
    return graded, *judges


def same_each_time(first: Said, second: Said = None, last: Said = None) -> dict[str, Said]:
    return {"single_pass": first, "verification": second or first, "ultimatum": last or second or first}


BRANCHES = {
    # name: (judge a, judge b, status, grade, method, calls)
    "agree at once": (
        {"single_pass": judged(3)}, {"single_pass": judged(3)}, "final", 3.0, "single_pass_consensus", 2),
    "half a point apart is not apart": (
        {"single_pass": judged(3)}, {"single_pass": judged(3.5)}, "final", 3.5, "single_pass_consensus", 2),
    "agreed when looked at again": (
        same_each_time(judged(3), judged(4)), same_each_time(judged(5), judged(4)),
        "final", 4.0, "stateless_verification_consensus", 4),
    "agreed in the last call": (
        same_each_time(judged(2)), same_each_time(judged(5), judged(4), judged(2)),
        "final", 2.0, "ultimatum_consensus", 6),
    "never agreed": (same_each_time(judged(2)), same_each_time(judged(5)), "disputed", None, "disputed", 6),
    "places changed": (
        same_each_time(judged(2), judged(5)), same_each_time(judged(5), judged(2)),
        "disputed", None, "disputed", 4),
    "places changed in the last call": (
        same_each_time(judged(2), judged(2), judged(5)), same_each_time(judged(5), judged(5), judged(2)),
        "disputed", None, "disputed", 6),
    "readings apart": (
        same_each_time(judged(3)), same_each_time(judged(3, OTHER), judged(3)),
        "final", 3.0, "stateless_verification_consensus", 4),
    "a denial apart": (
        same_each_time(judged(3)),
        same_each_time(judged(3, "Plants do not use sunlight to make glucose and oxygen."), judged(3)),
        "final", 3.0, "stateless_verification_consensus", 4),
    "found by one alone": (
        same_each_time(judged(0)), same_each_time(judged(0, "", found="no")),
        "disputed", None, "disputed", 6),
    "illegible to both": (
        same_each_time(judged(0, "", found="illegible")), same_each_time(judged(0, "", found="illegible")),
        "disputed", None, "disputed", 6),
    "found by neither": (
        {"single_pass": judged(0, "", found="no")}, {"single_pass": judged(0, "", found="no")},
        "final", 0.0, "single_pass_consensus", 2),
    "left out, then given": (
        {"single_pass": None, "fallback": judged(3)}, {"single_pass": judged(3)},
        "final", 3.0, "per_question_fallback", 3),
    "left out, then apart, then agreed": (
        {"single_pass": None, "fallback": judged(1), "verification": judged(4)}, same_each_time(judged(4)),
        "final", 4.0, "stateless_verification_consensus", 5),
    "left out twice": ({}, {"single_pass": judged(3)}, "absent", None, "per_question_fallback", 3),
    "both failed": (
        {"single_pass": ModelDied("dead"), "fallback": ModelDied("dead")},
        {"single_pass": OutputCut("cut"), "fallback": OutputCut("cut")},
        "absent", None, "per_question_fallback", 4),
    "one failed and came back": (
        {"single_pass": ModelDied("dead"), "fallback": judged(2)}, {"single_pass": judged(2)},
        "final", 2.0, "per_question_fallback", 3),
    "more than the maximum is absent": (
        {"single_pass": judged(6), "fallback": judged(5)}, {"single_pass": judged(5)},
        "final", 5.0, "per_question_fallback", 3),
    "less than nothing is absent": (
        {"single_pass": judged(-1), "fallback": judged(-1)}, {"single_pass": judged(0)},
        "absent", None, "per_question_fallback", 3),
    "no number is absent": (
        {"single_pass": judged(float("nan")), "fallback": judged(float("inf"))}, {"single_pass": judged(5)},
        "absent", None, "per_question_fallback", 3),
    "points for nothing found are absent": (
        {"single_pass": judged(2, "", found="no"), "fallback": judged(2, "", found="no")},
        {"single_pass": judged(2)}, "absent", None, "per_question_fallback", 3),
    "silent when asked again": (
        {"single_pass": judged(2)}, same_each_time(judged(5), judged(2)),
        "final", 2.0, "stateless_verification_consensus", 4),
    "a change that points at nothing does not count": (
        same_each_time(judged(2), judged(5, evidence="words of the other judge")), same_each_time(judged(5)),
        "disputed", None, "disputed", 6),
    "a person's no is not asked for again": (
        {"single_pass": NotPermitted("no")}, {"single_pass": judged(3)},
        "absent", None, "per_question_fallback", 2),
}  # fmt: skip


@pytest.mark.parametrize("name", BRANCHES)
def test_every_branch_ends_where_the_specification_says(name: str) -> None:
    """Status, grade, method and the exact number of calls of each way through the phases."""
    one, other, status, grade, method, calls = BRANCHES[name]
    graded, a, b = run(one, other)
    question = graded.questions["Q1"]
    assert (question.status, question.grade, question.method) == (status, grade, method)
    assert len(a.calls) + len(b.calls) == calls == sum(graded.calls)
    assert graded.open == ([] if status == "final" else ["Q1"])
    assert graded.total == grade


@pytest.mark.parametrize("name", BRANCHES)
def test_the_audit_alone_leads_to_the_same_decision(name: str) -> None:
    """Nobody has to believe a grade: what is written down is enough to decide it again."""
    graded, _, _ = run(*BRANCHES[name][:2])
    question = graded.questions["Q1"]
    again = replay(question.audit)
    assert (again.status, again.grade, again.method) == (question.status, question.grade, question.method)
    assert [flag.kind for flag in again.flags] == [flag.kind for flag in question.audit.flags]


def test_an_audit_that_was_changed_is_noticed() -> None:
    """An opinion taken out or added is an error, not another grade."""
    import msgspec

    graded, _, _ = run(same_each_time(judged(2)), same_each_time(judged(5)))
    audit = graded.questions["Q1"].audit
    for opinions in (audit.opinions[:-1], [*audit.opinions, audit.opinions[0]]):
        with pytest.raises(EdgeError, match="audit"):
            replay(msgspec.structs.replace(audit, opinions=opinions))


def test_what_is_in_dispute_is_never_averaged_silently() -> None:
    """The mean of two judges that do not agree is told as what it is, and no grade."""
    graded, _, _ = run(same_each_time(judged(2)), same_each_time(judged(5)))
    question = graded.questions["Q1"]
    assert question.grade is None and graded.total is None
    assert question.audit.suggestion == 3.5
    assert question.confidence.raw < 0.5


def test_one_failed_judge_never_costs_the_other_its_work() -> None:
    """The other's judgement is kept, and it is not asked again."""
    graded, _, b = run({"single_pass": ModelDied("it died")}, {"single_pass": judged(3)})
    question = graded.questions["Q1"]
    assert b.calls == [("single_pass", "")]
    assert question.audit.suggestion == 3
    assert any("it died" in one.absent for one in question.audit.opinions)


def test_calls_are_two_and_two_for_each_flag_and_two_more_for_each_left() -> None:
    """2 + 2f + at most 2f, however many questions there are: 2 + 2·2 + 2·1 here."""
    questions = [{"id": f"Q{n}", "text": "t", "max": 5} for n in range(1, 7)]
    by_scale = scale.read({"questions": questions})

    def a(phase: str, question: str, _: int) -> Said:
        return judged(
            1 if question in ("Q2", "Q5") and not (question == "Q2" and phase != "single_pass") else 4
        )

    judges = ScriptedJudge("a", a), ScriptedJudge("b", lambda *_: judged(4))
    graded = pipeline.grade(student_copy.of_text(COPY, name="copy"), by_scale, judges, SETTINGS)
    assert sum(graded.calls) == 2 + 2 * 2 + 2 * 1
    assert [name for name, one in graded.questions.items() if one.status != "final"] == ["Q5"]
    assert graded.questions["Q2"].method == "stateless_verification_consensus"


def test_two_judges_that_are_one_are_refused() -> None:
    """An engine that agrees with itself shows nothing."""
    twice = ScriptedJudge("a", {}), ScriptedJudge("a", {})
    with pytest.raises(UsageError, match="Two different judges"):
        pipeline.grade(student_copy.of_text(COPY, name="c"), one_question(), twice, SETTINGS)


def test_the_threshold_is_the_specifications_and_a_share_beside_it() -> None:
    """0.5 by default; on a question of one point a quarter of it; both can be set."""
    for most, difference, flagged in ((5, 0.5, False), (5, 1.0, True), (1, 0.5, True), (2, 0.5, False)):
        judges = (
            ScriptedJudge("a", same_each_time(judged(0.5))),
            ScriptedJudge("b", same_each_time(judged(0.5 + difference))),
        )
        copy = student_copy.of_text(COPY, name="copy")
        graded = pipeline.grade(copy, one_question(most), judges, SETTINGS)
        assert (sum(graded.calls) > 2) == flagged, (most, difference)
    graded, _, _ = run(
        {"single_pass": judged(3)}, {"single_pass": judged(5)}, threshold=2, relative_threshold=0
    )
    assert sum(graded.calls) == 2


#: What can go wrong with a judge, each time it is asked.
def _fails(rng: random.Random) -> Said:
    errors = (ModelDied("died"), OutputCut("cut"), CloudUnknown("lost"), NotPermitted("no"))
    return rng.choice([None, rng.choice(errors)])


def _says(rng: random.Random) -> Judgement:
    """A judgement, sound or not: invented evidence, swapped grades, impossible numbers."""
    read = rng.choice(["Plants use sunlight to make glucose and oxygen.", OTHER, "Plants do not", ""])
    grade = rng.choice([0, 1, 2.5, 5, 5, 99, -1, float("nan"), float("inf")])
    found = rng.choice(["yes", "yes", "yes", "no", "illegible"])
    evidence = rng.choice(["Plants use sunlight", "invented", ""])
    return judged(grade, read, found=found, evidence=evidence, confidence=rng.random())


def test_no_question_is_lost_in_a_thousand_random_failures() -> None:
    """A judge dies, truncates, omits, invents, swaps: each question still ends final, disputed or absent,
    within its range and its calls, and its audit leads to the same end.
    """
    rng = random.Random(13)
    copy = student_copy.of_text(COPY, name="copy")
    by_scale = scale.read({"questions": [{"id": f"Q{n}", "text": "t", "max": 5} for n in (1, 2, 3)]})
    seen: set[tuple[str, str]] = set()
    for _ in range(1_000):
        rate = rng.choice([0.1, 0.5, 0.9])

        def script(*_: object, rate: float = rate) -> Said:
            return _fails(rng) if rng.random() < rate else _says(rng)

        judges = ScriptedJudge("a", script), ScriptedJudge("b", script)
        graded = pipeline.grade(copy, by_scale, judges, SETTINGS)
        assert list(graded.questions) == ["Q1", "Q2", "Q3"]
        for question in graded.questions.values():
            seen.add((question.status, question.method))
            assert (question.grade is None) == (question.status != "final")
            assert question.grade is None or 0 <= question.grade <= 5
            again = replay(question.audit)
            assert (again.status, again.grade, again.method) == (
                question.status, question.grade, question.method,
            )  # fmt: skip
        assert sum(graded.calls) <= 2 + 3 * (2 + 2 + 2)
    assert {status for status, _ in seen} == {"final", "disputed", "absent"} and len(seen) == 6


def test_a_suggestion_says_whose_it_is() -> None:
    """One judge's word is no mean; what both say and nothing certifies is neither."""
    codes = {
        "absent": "graded.one_judge", "disputed": "graded.suggestion", "uncertified": "graded.both_judges",
    }  # fmt: skip
    for status, code in codes.items():
        audit = GradeAudit(method="disputed", agreement=False, judges=[], opinions=[])
        one = GradedQuestion(
            grade=None, max=1, status=status, method="disputed", feedback="", confidence=Confidence(raw=0.0),
            audit=audit,
        )  # type: ignore[arg-type]  # fmt: skip
        assert open_reasons.suggested(one, "1").code == code


def test_judges_that_are_nearer_are_surer() -> None:
    """Within the limits too: what still sets two grades apart is taken off the score."""
    raws = [
        run({"single_pass": judged(3)}, {"single_pass": judged(other)})[0].questions["Q1"].confidence.raw
        for other in (3, 3.25, 3.5)
    ]
    assert raws == sorted(raws, reverse=True) and len(set(raws)) == 3
