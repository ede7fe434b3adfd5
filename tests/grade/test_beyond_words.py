"""What words do not tell is left to a person: never a settled nought, nor a settled maximum."""

from __future__ import annotations

from typing import Any

import pytest
from weightless import graded, one

from edge.grade import scale
from edge.grade.another_answer import another_form
from edge.grade.beyond_words import repeats
from edge.grade.date_figures import dates_in_words
from edge.grade.parsed_text import parse
from edge.grade.report import student_page
from edge.grade.yes_or_no import verdict

MILL = "He had lost his job at the mill and wanted to find work in the city."


@pytest.mark.parametrize(
    "answer",
    [
        "He was unemployed, so he went to town to earn money.",  # other words
        "Tom a perdu son travail au moulin et cherchait du travail en ville.",  # another language
    ],
)
def test_other_words_are_open_and_no_nought(answer: str) -> None:
    """Two judges that find none of their words in an answer that says something do not agree that it is
    wrong: they cannot tell, and say why.
    """
    made = one(answer, MILL, "Why did Tom leave the village?")
    assert (made.status, made.grade) == ("absent", None)
    assert made.answer == answer  # for the person who decides
    said = {it.absent for it in made.audit.opinions}
    assert said <= {
        "the answer uses other words than the scale: words alone cannot tell whether it is right",
        "la réponse est formulée autrement que dans le barème\N{NO-BREAK SPACE}: les mots seuls ne permettent"
        " pas de dire si elle est juste",
    }


@pytest.mark.parametrize(
    "answer", ["", "-", "I don't know", "Tom left the village.", "He did not lose his job at the mill."]
)
def test_what_says_nothing_or_the_opposite_is_a_nought(answer: str) -> None:
    """Nothing, only what the question says, or the opposite: there words do tell."""
    assert one(answer, MILL, "Why did Tom leave the village?").grade == 0


@pytest.mark.parametrize("answer", ["je ne sais pas", "Je sais pas !", "idk", "no idea.", "J’ai oublié"])
def test_who_does_not_know_has_not_answered(answer: str) -> None:
    """It is a nought, and told as no answer."""
    made = one(answer, MILL, "Why did Tom leave the village?")
    assert made.grade == 0 and made.feedback in ("no answer was found", "aucune réponse n’a été trouvée")


def test_a_copied_question_earns_nothing() -> None:
    """A run of the question is no answer, whatever words of the scale stand in it; a part that is asked for
    is one.
    """
    question = "Relevez les deux adjectifs de : « La vieille dame portait un manteau noir. »"
    criteria = [{"text": word, "points": 1, "terms": [word]} for word in ("vieille", "noir")]
    copied = one("La vieille dame portait un manteau noir.", "", question, criteria=criteria)
    assert (copied.grade, copied.feedback) == (0, "la réponse répète la question")
    assert one("vieille, noir", "", question, criteria=criteria).grade == 2
    for asked, said, expected in (
        ("Which is heavier, a litre of oil or a litre of water?", "a litre of water", "water"),
        ("Quote: The old man sat down. He wept.", "The old man sat down", "The old man sat down"),
    ):
        assert not repeats(parse(asked), parse(said), parse(expected))


@pytest.mark.parametrize(
    ("answer", "grade"),
    [
        ("Le courrier est distribué par le facteur.", 2), ("le courrier est distribué par le facteur", 2),
        ("Le facteur distribue le courrier.", 0), ("Le courrier distribue le facteur.", None),
        ("Le courrier a été distribué par le facteur.", None),
    ],
)  # fmt: skip
def test_where_the_question_has_all_the_words_their_form_decides(answer: str, grade: float | None) -> None:
    """A sentence to be turned round: the words of the model answer in their order, or a person looks."""
    made = one(answer, "Le courrier est distribué par le facteur.",
               "Mettez à la voix passive : Le facteur distribue le courrier.")  # fmt: skip
    assert made.grade == grade


def test_a_single_word_that_is_asked_for_is_not_forgiven_its_spelling() -> None:
    """It may be the spelling that is asked for: another form is neither right nor wrong by words alone. A
    choice between two things that the question names is no matter of form.
    """
    asked = "Conjuguez « finir » à la deuxième personne du pluriel de l'imparfait."
    assert one("vous finissiez", "vous finissiez", asked).grade == 2
    assert one("vous finissez", "vous finissiez", asked).grade is None
    assert one("cold", "It is cold.", "Is liquid nitrogen hot or cold?").grade == 2
    parsed = (parse(text, "fr") for text in ("chevaux", "Mettez « cheval » au pluriel.", "cheval"))
    assert another_form(*parsed)


def test_yes_and_no_decide_where_they_are_asked_for() -> None:
    """The other one is wrong; the right one alone is no nought."""
    model, text = (
        "False: he walked along the canal for three days.",
        "True or false: Tom took the train. Quote.",
    )
    assert one("True, he took the train.", model, text).grade == 0
    assert one("Faux", model, text).grade is None
    assert [verdict(it) for it in ("Oui, elles votent", "no", "Nothing", "")] == [True, False, None, None]


@pytest.mark.parametrize(
    ("model", "answer", "grade"),
    [
        ("v = d / t = 36 / 2 = 18 km/h", "v = 36/2 = 18 km/h", 2),
        ("v = d / t = 36 / 2 = 18 km/h", "The speed is 18 km/h", 2),
        ("v = d / t = 36 / 2 = 18 km/h", "5 m/s", 2), ("v = d / t = 36 / 2 = 18 km/h", "36 × 2 = 72 km/h", 0),
        ("I = U / R = 11 / 220 = 0.05 A", "50 mA", 2), ("36 km / 2 h = 18 km/h", "18", 1),
    ],
)  # fmt: skip
def test_a_worked_model_answer_asks_for_its_result(model: str, answer: str, grade: float) -> None:
    """What leads up to a result (36 / 2 =) and what the question gives need not be said again."""
    made = one(
        answer, model, "A cyclist rides 36 km in 2 h, with 11 V across 220 Ω. Compute it.", tolerance=0.01
    )
    assert made.grade == grade


def test_a_day_in_figures_is_the_same_day() -> None:
    """28/06/1914 and 28 juin 1914 are one; what is no day stays as it is."""
    made = one("à Sarajevo, le 28/06/1914", "À Sarajevo le 28 juin 1914.", "Où et quand ?")
    assert made.grade == 2
    assert dates_in_words("28.06.1914, 06/28/1914", "en") == "28 june 1914, 28 june 1914"
    assert dates_in_words("45/13/1914 1/2 10.10.10.1", "fr") == "45/13/1914 1/2 10.10.10.1"


def test_the_page_shows_an_open_answer() -> None:
    """Who decides a question that no judge could read sees what was written, as text."""
    value = {"questions": [{"id": "Q1", "text": "Why?", "max": 2, "model_answer": MILL}]}
    made = graded(value, "Q1: Unemployed, so off to town <b>for money</b>.")
    page = student_page.page(made, scale.read(value), {})
    assert made.total is None and "Unemployed, so off to town &lt;b&gt;for money" in page


def test_money_without_its_sign_is_worth_a_half_like_any_number() -> None:
    """Of a model answer and of a criterion alike; where money is asked for, pounds are no weight."""
    assert one("6.80", "£6.80", "What does it cost?").grade == 1
    criteria = [{"text": "the price", "points": 2, "numbers": ["£2"]}]
    assert one("2", "", "What does it cost?", criteria=criteria).feedback == "the unit is missing: £2"
    assert one("two pounds", "£2", "What does it cost?").grade == 2


@pytest.mark.parametrize("label", ["({})", "[{}]", "{}/", "{})", "{}."])
def test_labels_in_brackets_are_labels(label: str) -> None:
    """As schools print them: (a), [a], a/, a)."""
    questions: list[dict[str, Any]] = [
        {"id": "a", "text": "How many?", "max": 1, "model_answer": "12"},
        {"id": "b", "text": "Where?", "max": 1, "model_answer": "Sarajevo"},
    ]
    made = graded({"questions": questions}, f"{label.format('a')} 12\n{label.format('b')} Sarajevo")
    assert made.total == 2


def test_missing_words_are_told_as_the_scale_writes_them() -> None:
    """With their accents, as a teacher would."""
    made = one("C'est l'État.", "L'État est endetté.", "Pourquoi ?")
    assert "endetté" in made.audit.opinions[0].judgement.feedback  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("answer", "grade"),
    [
        ("Light is much faster than sound.", 2), ("Sound travels much faster than light.", 0),
        ("Sound is not faster than light, light travels much faster than sound.", 2),
    ],
)  # fmt: skip
def test_a_comparison_turned_round_is_the_opposite(answer: str, grade: float) -> None:
    """The same words on the other side of "than" are no answer, however alike; nor of "que"."""
    assert one(answer, "Light travels much faster than sound.", "Why is lightning first?").grade == grade
    french = one(
        "La Lune est plus grande que la Terre.", "La Terre est plus grande que la Lune.", "Comparez."
    )
    assert french.grade == 0


@pytest.mark.parametrize(
    "text", ["Q1: Sarajevo Q2: 50 mA", "Sarajevo\n50 mA", "Q1. Sarajevo\n1) in Bosnia\n2) 60 mA"]
)
def test_no_nought_where_the_copy_does_not_say_which_answer_is_which(text: str) -> None:
    """An answer that may stand under another's label, or without any, is looked at by a person."""
    questions: list[dict[str, Any]] = [
        {"id": "1", "text": "Where?", "max": 1, "model_answer": "Sarajevo"},
        {"id": "2", "text": "How large is it?", "max": 1, "model_answer": "70 mA"},
    ]
    made = graded({"questions": questions}, text).questions
    assert made["1"].grade == 1
    assert made["2"].grade is None and "mA" in made["2"].answer
    assert {it.absent for it in made["2"].audit.opinions} == {
        "the copy does not show which part of it answers this question: look at it"
    }
