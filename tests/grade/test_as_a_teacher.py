"""What a teacher would give, over kinds of answers that a class writes: right ones in every form are settled
so, wrong ones are not, and what words do not tell is open.
"""

from __future__ import annotations

from typing import Any

import pytest
from weightless import one

from edge.errors import ScaleError
from edge.grade import compare, scale, working
from edge.grade.date_figures import century, dates, dates_in_words, without_stops
from edge.grade.parsed_text import parse
from edge.grade.two_things import exchanged
from edge.grade.yes_or_no import verdict
from edge.values.numbers_in_words import in_figures, signs_in_figures

WEATHER = (
    "Weather is the state of the air at a given moment; climate is the mean of the weather over many years."
)
SOURCES = [
    {"text": "a source each", "points": 3, "any": 3, "terms": ["sun|solar", "wind", "tidal|waves", "biomass"]}
]
LAMP = [
    {"text": "less current", "points": 1, "terms": ["current", "smaller|less|lower"]},
    {"text": "more resistance", "points": 1, "terms": ["resistance", "more|higher"]},
]
TILT = [
    {"text": "the axis is tilted", "points": 1, "terms": ["axis", "tilted|inclined"]},
    {"text": "the light varies", "points": 1, "terms": ["light|rays"]},
]


@pytest.mark.parametrize(
    ("answer", "grade"),
    [("wind, sun and waves", 3), ("wind and solar panels", 2), ("wind, wind, wind", 1), ("coal", 0),
     ("wind, sun, waves, biomass", 3), ("solar and sun", 1)],
)  # fmt: skip
def test_any_so_many_of_a_list_are_asked_for(answer: str, grade: float) -> None:
    """Name three of: each earns its share, once, and more than that no more."""
    made = one(
        answer, "Sun, wind and waves.", "Name three sources of energy.", max=3, criteria=SOURCES, step=1
    )
    assert made.grade == grade


@pytest.mark.parametrize(
    "criterion",
    [
        {"any": 3, "terms": ["a", "b"]},
        {"any": -1, "terms": ["a"]},
        {"any": 1, "terms": ["a"], "numbers": ["3 m"]},
    ],
)
def test_a_list_that_is_too_short_is_refused(criterion: dict[str, Any]) -> None:
    """More than there are terms can never be earned."""
    question = {"id": "Q1", "text": "t", "max": 1, "criteria": [{"text": "x", "points": 1, **criterion}]}
    with pytest.raises(ScaleError, match=f"any = {criterion['any']} of"):
        scale.read({"questions": [question]})


@pytest.mark.parametrize(
    ("answer", "grade"),
    [
        ("11 novembre 1918", 2), ("11/11/1918", 2), ("11-11-18", 2), ("Le 11 nov. 1918", 2),
        ("le 11/11/18.", 2),
        ("November 11th, 1918", 2), ("on the 11th of November 1918", 2), ("en novembre 1918", 1.25),
        ("le 11 novembre 1914", 0), ("11/11/1914", 0), ("28 juin 1919", 0),
    ],
)  # fmt: skip
def test_a_date_is_one_thing(answer: str, grade: float) -> None:
    """However it is written; with another year it is another date, though the day and the month are right."""
    assert one(answer, "Le 11 novembre 1918", "Quand ?").grade == grade


def test_another_date_may_stand_beside_a_right_answer() -> None:
    """Where more is asked for than a date, a wrong one is not all of the answer."""
    model, asked = "Le 12 octobre 1492 par Christophe Colomb.", "Quand et par qui ?"
    assert one("Christophe Colomb, le 12/10/1492", model, asked).grade == 2
    assert one("Par Christophe Colomb, le 14 juillet 1492", model, asked).grade is None


def test_dates_are_written_out_where_they_are_whole() -> None:
    """A year of two figures is of the century that the model answer is of, or of none."""
    assert dates_in_words("11-11-18, 3/4", "fr") == "11-11-18, 3/4"
    assert dates_in_words("11-11-18", "fr", 19) == "11 novembre 1918"
    assert (
        dates_in_words("may 3, 1808 and 3. mai 1808, 10 may 12", "en")
        == "3 may 1808 and 3. mai 1808, 10 may 12"
    )
    assert dates("le 1er août 1291, 45 mai 1291") == [(1, 8, 1291)]
    assert (century("3 mai 1808"), century("mai 1808")) == (18, 0)
    assert without_stops("le 11 nov. 1918. Le 3 déc.") == "le 11 nov  1918. Le 3 déc."


@pytest.mark.parametrize(
    ("answer", "grade"),
    [
        ("Weather is over many years and climate is at a given moment.", 0),
        ("Climate is the state of the air at a given moment.", 0),
        ("Climate is the mean over many years, weather the state of the air at a given moment.", 2),
        ("Climate is the mean of the weather over many years.", 1),
    ],
)  # fmt: skip
def test_two_things_that_change_places_are_the_opposite(answer: str, grade: float) -> None:
    """The words are all there, each with the other thing."""
    assert one(answer, WEATHER, "What is the difference between weather and climate?").grade == grade


def test_two_things_may_share_a_word() -> None:
    """Rocks and rocks: what tells them apart is the next word."""
    model = "Une roche magmatique vient du magma refroidi ; une roche sédimentaire de sédiments déposés."
    asked = "Quelle est la différence entre une roche magmatique et une roche sédimentaire ?"
    turned = "La roche magmatique vient de sédiments déposés et la sédimentaire du magma refroidi."
    assert one(turned, model, asked).grade == 0
    assert one("La roche magmatique vient du magma refroidi.", model, asked).grade == 1


def test_only_what_is_mistaken_for_the_other_is_exchanged() -> None:
    """Not where a word stands rightly, where one is told in one word, or where there are not two."""
    asked = "Weather or climate?"
    assert exchanged(WEATHER, asked, "Weather is many things") == ""
    assert exchanged(WEATHER, asked, "Weather is of a moment, not over many years") == ""
    assert exchanged("Ice floats on water.", "Why does ice float?", "Water floats on ice.") == ""
    assert exchanged("", "", "") == ""


@pytest.mark.parametrize(
    ("answer", "grade"),
    [
        ("Canberra", 2), ("It is Canbera.", 2), ("The capital is Camberra", 2), ("Sydney", 0),
        ("Canberra, not Sydney", 2),
        ("Sydney or Canberra", None), ("Canberra ou Sydney", None), ("Perth, Sydney, Canberra, Hobart", None),
        ("Sydney/Canberra", None), ("Canberra, the capital of Australia", 2),
    ],
)  # fmt: skip
def test_one_thing_is_asked_for_by_name(answer: str, grade: float | None) -> None:
    """A slip of the pen is forgiven where no form is asked for; who offers several has not said which."""
    assert one(answer, "Canberra", "What is the capital of Australia?").grade == grade


@pytest.mark.parametrize("answer", ["Victor Hugo", "Balzac", "Gustave Flaubert"])
def test_of_a_name_there_are_no_other_words(answer: str) -> None:
    """Another name is wrong, and nothing that a person would have to read."""
    assert one(answer, "Émile Zola", "Qui a écrit Germinal ?").grade == 0


@pytest.mark.parametrize(
    ("answer", "grade"),
    [("nous finissons", 2), ("finissons", 2), ("nous finisson", None), ("nous finissions", None),
     ("nous finirons", 0)],
)  # fmt: skip
def test_a_form_that_is_asked_for_is_taken_as_it_is_written(answer: str, grade: float | None) -> None:
    """A missing ending is no slip of the pen where the ending is the question."""
    asked = "Conjuguez le verbe finir à la première personne du pluriel du présent."
    assert one(answer, "Nous finissons", asked).grade == grade


@pytest.mark.parametrize(
    ("answer", "model", "grade"),
    [
        ("W = 12 N × 3 m = 32 J", "W = 12 N × 3 m = 36 J", None), ("12*3=32 J", "12 × 3 = 36 J", None),
        ("3 times 12 is 32 J", "12 × 3 = 36 J", None), ("12 + 3 = 15 J", "12 × 3 = 36 J", 0),
        ("32 J", "12 × 3 = 36 J", 0),
        ("36 N·m", "36 J", 2), ("36 Nm", "36 J", 2), ("90 min", "1 h 30", 2), ("1h30", "90 min", 2),
        ("une heure et demie", "90 min", 2), ("1 h et demie", "90 min", 2),
        ("an hour and a half", "90 min", 2), ("one and a half hours", "1 h 30", 2),
        ("half an hour", "30 min", 2), ("une demi-heure", "30 min", 2), ("2/3", "two thirds", 2),
        ("trois quarts", "2/3", 0), ("30 years", "30", 2), ("40 years", "30", 0),
    ],
)  # fmt: skip
def test_a_result_is_what_it_says(answer: str, model: str, grade: float | None) -> None:
    """In other units, in two, as a fraction. Another result behind the working of the model answer may earn
    points: a person looks at it.
    """
    assert one(answer, model, "Compute it.").grade == grade


def test_a_working_is_known_by_its_numbers() -> None:
    """And by what is done to them; the order counts where it matters."""
    assert working.shared("45 km / 1,5 h", "45/1.5") and working.shared("4³ = 64", "4^3")
    assert not working.shared("45 / 1.5", "1.5 / 45") and not working.shared("36 J", "36 J")
    assert in_figures("one third of the 4th quarter, trois quarts") == "1/3 of the 4th quarter, 3/4"


@pytest.mark.parametrize(
    ("answer", "grade"),
    [
        ("The axis is tilted and so the light changes.", 2), ("It is because of the inclined axis.", 1),
        ("The axis is not tilted.", 0), ("rays", 1), ("Because the axis is tilted, with the months", 1),
    ],
)  # fmt: skip
def test_a_scale_that_names_its_words_is_followed(answer: str, grade: float) -> None:
    """However little is like the model answer, each criterion is worth what it says, nothing between, and
    what denies it nothing.
    """
    model = (
        "The axis of rotation is tilted against the orbit, so each half gets more or less light over a year."
    )
    assert one(answer, model, "Why are there seasons?", criteria=TILT).grade == grade


def test_what_is_likelier_right_than_the_terms_say_is_open() -> None:
    """Words that nobody read may be a term's: a lower grade by terms alone is not agreed on."""
    criteria = [{"text": "it is even", "points": 2, "terms": ["even"]}]
    made = one(
        "2 is prime and halves exactly, divisible",
        "2 is prime and divisible by itself and 1, even",
        criteria=criteria,
    )
    assert made.grade is None


@pytest.mark.parametrize(
    ("answer", "grade"), [("It gets smaller, there is more resistance.", 2), ("smaller", None)]
)
def test_a_pronoun_stands_for_what_the_question_names(answer: str, grade: float | None) -> None:
    """A term that is the question's own word need not be said again."""
    assert (
        one(
            answer,
            "The current is smaller, for more resistance.",
            "What happens to the current?",
            criteria=LAMP,
        ).grade
        == grade
    )


@pytest.mark.parametrize("answer", ["False.", "F", "Faux"])
def test_a_verdict_alone_earns_its_point(answer: str) -> None:
    """True or false with a reason: without one, what the scale gives for the verdict."""
    criteria = [
        {"text": "false", "points": 1, "terms": ["false"]},
        {"text": "why", "points": 1, "terms": ["even"]},
    ]
    made = one(answer, "False: 2 is even.", "True or false: primes are odd. Justify.", criteria=criteria)
    assert made.grade == 1


@pytest.mark.parametrize(
    ("answer", "model", "text"),
    [
        ("They can be stolen.", "Attackers try the password of a hacked site on others.", "Why use several?"),
        ("Il y a conservation de la masse", "La masse est conservée, elle ne change pas.", "Et la masse ?"),
    ],
)  # fmt: skip
def test_a_word_of_its_own_may_be_the_answer(answer: str, model: str, text: str) -> None:
    """One is enough where it is half of what is said."""
    assert one(answer, model, text).grade is None


def test_what_is_said_of_another_criterion_is_not_held_against_one() -> None:
    """Feedback names the number that is wrong, not the one that is right elsewhere."""
    criteria = [{"text": text, "points": 1, "numbers": [text]} for text in ("2", "3")]
    made = one("x = 2 et x = 4", "x = 2 ou x = 3", "Résolvez.", criteria=criteria)
    assert made.grade == 1 and "4 est écrit là où 3" in made.feedback


@pytest.mark.parametrize(
    ("answer", "grade"),
    [
        ("E = ½mv²", 2), ("E = 1/2 m v^2", 2), ("0,5*m*v²", 2), ("half of m v 2", 2), ("E = mv²", 1),
        ("E = 1/2 m", 1), ("E = 11/2 kmv²", 0),
    ],
)  # fmt: skip
def test_a_formula_is_known_however_it_is_typed(answer: str, grade: float) -> None:
    """With signs, spaces and exponents or without; as no part of another."""
    criteria = [
        {"text": "mass and speed squared", "points": 1, "terms": ["m v²"]},
        {"text": "the half", "points": 1, "terms": ["½|0.5|half"]},
    ]
    assert one(answer, "E = ½ m v²", "Which formula?", criteria=criteria).grade == grade


@pytest.mark.parametrize(
    ("answer", "grade"),
    [("±7", 2), ("+7 and -7", 2), ("minus seven and seven", 2), ("sept et moins sept", 2), ("7", 1),
     ("moins 7", 1), ("au moins 7", 1)],
)  # fmt: skip
def test_a_sign_may_be_a_word(answer: str, grade: float) -> None:
    """Minus seven, both of ±7; two numbers beside an "and" are two."""
    criteria = [{"text": text, "points": 1, "numbers": [text]} for text in ("7", "-7")]
    assert one(answer, "7 and -7", "Which are the roots?", criteria=criteria).grade == grade
    assert signs_in_figures("25 ± 1, 5 minus 2, plus ou moins 5") == "25 ± 1, 5 minus 2, plus ou moins 5"


@pytest.mark.parametrize(
    ("answer", "said"),
    [("It is wrong: it is even", False), ("C'est faux.", False), ("This is not true", False),
     ("Ce n'est pas vrai", False),
     ("I think that it's true", True), ("La phrase est vraie", None), ("It falls", None),
     ("Je pense que oui", None)],
)  # fmt: skip
def test_a_verdict_may_be_a_sentence(answer: str, said: bool | None) -> None:
    """Denied or not; what goes on otherwise says none."""
    assert verdict(answer) is said


def test_who_has_none_has_lost_it() -> None:
    """No denial of what is expected, where one of the two says so by another word than "not"."""
    expected = parse("Animals lose their home", "en")
    for answer, share in (("The animals have no home", 0), ("The animals do not lose their home", 1)):
        assert compare.contradictions(expected, parse(answer, "en"), frozenset()).share == share


def test_a_copy_in_another_language_is_not_graded_down_by_its_words() -> None:
    """A word that both languages share earns its point; that the others are missing says nothing."""
    criteria = [
        {"text": "une figure de style", "points": 1, "terms": ["figure"]},
        {"text": "deux mots opposés", "points": 1, "terms": ["opposés"]},
    ]
    answer = "A figure of speech that joins two words of other sense."
    model = "Une figure de style qui réunit deux mots opposés."
    made = one(answer, model, "Qu'est-ce qu'un oxymore ?", criteria=criteria)
    assert made.grade is None


@pytest.mark.parametrize(
    ("answer", "grade"), [("trente euros", 2), ("30", 1), ("trente", 1), ("thirty dollars", 0)]
)
def test_money_may_be_in_words(answer: str, grade: float) -> None:
    """Its currency is its unit."""
    assert one(answer, "30 €", "Combien font 12 % de 250 € ?").grade == grade


def test_all_that_the_scale_names_is_all() -> None:
    """Where each term is there the maximum is settled, in whatever words the rest is said."""
    model = "Raise the alarm, then leave the building."
    criteria = [
        {"text": "alarm", "points": 1, "terms": ["alarm|warn"]},
        {"text": "leave", "points": 1, "terms": ["leave|evacuate"]},
    ]
    answer = "Warn everybody around, bring visitors downstairs, evacuate towards the meeting place."
    assert one(answer, model, "What do you do in a fire?", criteria=criteria).grade == 2


def test_a_denial_is_of_what_it_denies() -> None:
    """What a scale denies of another thing, or in a clause of its own, is no denial of the rest."""
    model = "A firewall filters traffic and blocks what is not allowed."
    criteria = [{"text": "it blocks", "points": 2, "terms": ["blocks|block"]}]
    assert one("It blocks hackers.", model, "What is a firewall?", criteria=criteria).grade == 2
    assert one("It does not block anything.", model, "What is a firewall?", criteria=criteria).grade == 0
    cells = "A bacterium is a living cell; a virus is no cell and needs a host."
    asked = "Explain the difference between a virus and a bacterium."
    assert one("A bacterium is a living cell.", cells, asked).grade == 1
    assert one("A virus is a cell, a bacterium is not a living cell.", cells, asked).grade != 2


@pytest.mark.parametrize(
    ("answer", "grade"), [("Leonardo da Vinci", 2), ("Leonardo DiCaprio", None), ("Raphael", 0)]
)
def test_a_first_name_is_not_half_of_a_name(answer: str, grade: float | None) -> None:
    """Where another name stands beside it, it may be another's."""
    assert one(answer, "Leonardo da Vinci", "Who painted the Mona Lisa?").grade == grade
