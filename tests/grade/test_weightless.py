"""The judges without weights: what they see, what they refuse, and that a turned-round answer is caught."""

from __future__ import annotations

import random

import pytest
from scripted_judge import COPY, SCALE
from weightless import graded, one

from edge.cascade.factory import EngineFactory
from edge.errors import ModelError, ScaleError
from edge.grade import compare, pipeline, scale, student_copy
from edge.grade.criteria import CriteriaJudge
from edge.grade.judges import judges
from edge.grade.parsed_text import parse
from edge.grade.replay import replay
from edge.grade.similar import SimilarityJudge
from edge.settings import GradeSettings, Settings


def test_a_right_copy_gets_its_points() -> None:
    """Both judges, both questions, in two calls; the same again each time."""
    made = graded(SCALE, COPY)
    assert {name: it.grade for name, it in made.questions.items()} == {"Q1": 2.0, "Q2": 1.0}
    assert (made.total, made.max, made.calls, made.student) == (3.0, 3.0, [1, 1], "Ada Byron")
    again = graded(SCALE, COPY)
    assert again.questions == made.questions


def test_a_missing_answer_is_not_found() -> None:
    """Nothing is graded where nothing stands, and the feedback says so."""
    made = graded(SCALE, "Name: Ada\nQ1. Light makes sugar and oxygen.").questions["Q2"]
    assert (made.grade, made.feedback) == (0.0, "no answer was found")
    assert {it.judgement.found for it in made.audit.opinions if it.judgement} == {"no"}


def test_criteria_earn_their_own_points() -> None:
    """A half of the scale met is a half of the points, and what is missing is named."""
    made = graded(SCALE, "Name: Ada\nQ1. Plants need light.\nQ2. 9.8 m/s").questions["Q1"]
    opinion = made.audit.opinions[0].judgement
    assert opinion is not None and opinion.grade == 1.0
    assert "both products" in opinion.feedback
    assert opinion.evidence == "Plants need light"


def test_a_denied_term_earns_nothing() -> None:
    """Saying a word is not saying it is so."""
    made = graded(SCALE, "Name: A\nQ1. Plants make sugar and oxygen, but they do not use light.\nQ2. -")
    opinion = made.questions["Q1"].audit.opinions[0].judgement
    assert opinion is not None and opinion.grade == 1.0


def test_an_excluded_term_costs_its_criterion() -> None:
    """`without` is for the known wrong answer."""
    criteria = [{"text": "gravity alone", "points": 2, "terms": ["gravity"], "without": ["magnetism"]}]
    assert one("gravity", "gravity", criteria=criteria).grade == 2
    assert one("gravity and magnetism", "gravity", criteria=criteria).grade != 2


def test_feedback_is_in_the_copys_language() -> None:
    """A French copy is answered in French."""
    made = one("Les plantes ne respirent pas la nuit dans les champs.", "La lumière donne le sucre.")
    assert "ne" in made.feedback or "manque" in made.feedback or "mentionné" in made.feedback


def test_a_badly_written_word_is_forgiven_when_looked_at_again() -> None:
    """The second reading is wider than the first: that is what it is for."""
    made = one("fotosynthesis in the chloroplst", "photosynthesis in the chloroplast")
    grades = {it.phase: it.judgement.grade for it in made.audit.opinions if it.judgement and it.judge == 0}
    assert grades.get("verification", 2) >= grades["single_pass"]


def test_a_question_without_an_answer_to_compare_is_refused() -> None:
    """Judges that compare need something to compare with: an error, not a guess."""
    by = scale.read({"questions": [{"id": "Q1", "text": "Discuss.", "max": 2}]})
    for judge in (CriteriaJudge, SimilarityJudge):
        with pytest.raises(ScaleError, match="Question Q1"):
            judge(by)


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("37 °C", 2), ("around 37 degrees", 2), ("thirty-seven degrees Celsius", 2), ("310 K", 2),
        ("98.6 °F", 2), ("It is not 25 °C, it is 37 °C", 2), ("37", 1), ("37 °F", 0), ("37 V", 0),
        ("not 37 °C", 0), ("n'est pas 37 °C", 0), ("37 °C or 60 °C", 0), ("60 °C ou 37 °C", 0), ("100 °C", 0),
    ],
)  # fmt: skip
def test_a_number_is_what_is_said_of_it(answer: str, points: float) -> None:
    """Its unit in words or on another scale is its unit, without one it is worth a half; a number that is
    denied, or offered beside a wrong one, is no answer.
    """
    made = one(answer, "37 °C", "At what temperature do enzymes work best?", tolerance=0.01)
    assert made.grade == points
    if points == 1:
        assert made.feedback in ("the unit is missing: 37 °C", "il manque l’unité : 37 °C")


def test_both_solutions_are_no_choice() -> None:
    """Where the model answer offers two numbers, offering both is right."""
    assert one("x = 2 or 3", "2 or 3", "Solve it.").grade == 2


def test_two_judges_do_not_agree_on_nothing_for_a_slip_of_the_pen() -> None:
    """A misspelt term is read at once by one and by the other when it looks again: never a sure zero."""
    criteria = [{"text": "products", "points": 2, "terms": ["glucose", "oxygen"]}]
    model = "Plants turn carbon dioxide and water into glucose and oxygen"
    made = one("wen plants make glucos and oxigen", model, criteria=criteria)
    assert made.grade is None or made.grade >= 1.5
    assert one("plants make mitosis", "meiosis", criteria=[
        {"text": "meiosis", "points": 2, "terms": ["meiosis"]}
    ]).grade == 0  # fmt: skip


#: (subject, verb, its denial, rest): statements that a "not" turns round.
STATEMENTS = [
    ("The mass of the system", "is conserved", "is not conserved", "during the reaction"),
    ("A mammal", "feeds", "does not feed", "its young with milk"),
    ("Sound", "travels", "never travels", "through water"),
    ("The heart", "pumps", "doesn't pump", "blood through the body"),
    ("Ice", "floats", "cannot float", "on liquid water"),
    ("La masse", "est conservée", "n'est pas conservée", "pendant la réaction"),
    ("Le son", "se propage", "ne se propage jamais", "dans l'eau"),
    ("La lumière", "traverse", "ne traverse pas", "le vide entre les étoiles"),
    ("Les plantes", "produisent", "ne produisent aucun", "oxygène à la lumière"),
    ("The king", "signed", "refused, he did not sign,", "the treaty in the spring"),
]
NUMBERED = [
    "The current through the lamp is {} A", "The train arrives after {} minutes", "The rope is {} m long",
    "La tension aux bornes de la pile vaut {} V", "The treaty was signed in 18{}", "Il faut {} g de sucre",
]  # fmt: skip
UNITS = [("km", "m"), ("V", "mV"), ("kg", "g"), ("A", "mA"), ("hours", "minutes"), ("J", "kJ"), ("°C", "K")]


def flips() -> list[tuple[str, str, str]]:
    """200 (kind, right answer, the same turned round)."""
    rng = random.Random(7)
    made = []
    while len(made) < 80:
        subject, verb, denied, rest = rng.choice(STATEMENTS)
        lead = rng.choice(["", "I think that ", "As we saw, ", "On sait que "])
        pair = [f"{lead}{subject} {verb} {rest}.", f"{lead}{subject} {denied} {rest}."]
        made.append(("negation", *(pair if rng.random() < 0.8 else pair[::-1])))
    while len(made) < 140:
        sentence, number = rng.choice(NUMBERED), rng.randint(11, 89)
        made.append(
            ("number", sentence.format(number), sentence.format(number + rng.choice([-7, -1, 3, 10])))
        )
    while len(made) < 200:
        one_, other = rng.choice(UNITS)
        number = rng.randint(2, 90)
        made.append(
            ("unit", f"The measured value is {number} {one_}", f"The measured value is {number} {other}")
        )
    return made


def test_turned_round_answers_are_caught() -> None:
    """Of 200 pairs that differ by a "not", a number or a unit at least 95 % are caught: the right one has all
    points, the other at most half of them, or is open.
    """
    caught = {"negation": 0, "number": 0, "unit": 0}
    right = 0
    for kind, good, bad in flips():
        made, turned = one(good, good), one(bad, good)
        right += made.grade == 2
        caught[kind] += turned.grade is None or turned.grade <= 1
    assert right == 200
    assert sum(caught.values()) >= 190, caught


def test_vectors_count_beside_words_where_they_are_asked_for() -> None:
    """An answer in other words gains by its meaning; a denial stays a denial. A model that is not here is an
    error with the next step, never words alone in its name.
    """
    by = scale.read(
        {"questions": [{"id": "Q1", "text": "Why?", "max": 2, "model_answer": "Ice is lighter."}]}
    )
    copy = student_copy.of_json({"answers": {"Q1": "Frozen water weighs less."}}, name="x")
    plain = pipeline.grade(copy, by, [CriteriaJudge(by), SimilarityJudge(by)], GradeSettings())
    near = SimilarityJudge(by, lambda one, other: 0.9, "toy")
    meant = pipeline.grade(copy, by, [CriteriaJudge(by), near], GradeSettings())
    words, vectors = (
        next(it.judgement for it in made.questions["Q1"].audit.opinions if it.judge == 1)
        for made in (plain, meant)
    )
    assert words is None  # words alone do not tell
    assert vectors is not None and vectors.grade >= 1
    denied = student_copy.of_json({"answers": {"Q1": "Ice is not lighter."}}, name="x")
    turned = pipeline.grade(denied, by, [CriteriaJudge(by), near], GradeSettings()).questions["Q1"]
    assert turned.grade == 0
    engines = EngineFactory(Settings(), lambda: pytest.fail("no search here"))
    with pytest.raises(ModelError):
        judges("criteria,similarity:nothing", by, engines)


def test_the_audit_of_rules_replays_too() -> None:
    """The same shape for every judge."""
    questions = graded(SCALE, COPY.replace("sunlight", "water")).questions.values()
    assert len({question.grade for question in questions}) > 1
    for question in questions:
        assert replay(question.audit).grade == question.grade


def test_copies_leave_nothing_behind() -> None:
    """Memory is flat: what is kept of earlier copies is bounded."""
    import tracemalloc

    by = scale.read(SCALE)
    pair = [CriteriaJudge(by), SimilarityJudge(by)]

    def some(count: int, start: int) -> None:
        for n in range(start, start + count):
            copy = student_copy.of_text(COPY.replace("sunlight", f"sunlight {n}"), name=str(n))
            pipeline.grade(copy, by, pair, GradeSettings())

    some(250, 0)
    tracemalloc.start()
    some(60, 10_000)
    before = tracemalloc.get_traced_memory()[0]
    some(60, 20_000)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert after - before < 2_000_000


def test_a_short_denial_contradicts_a_long_expectation() -> None:
    """A clause that says hardly anything but what is expected is about it, however much else is expected."""
    expected = parse("Plants release oxygen and sugar during the day in every green leaf", "en")
    denied = parse("Plants do not release oxygen", "en")
    assert compare.contradictions(expected, denied, frozenset()).share == 1.0
    aside = parse("Cars do not need sugar, roads or bridges over rivers", "en")
    assert compare.contradictions(expected, aside, frozenset()).share == 0.0
