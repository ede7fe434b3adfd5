"""Questions that ask two things."""

from __future__ import annotations

import pytest

from edge.ask import two_parts
from edge.records import Choice, Draft


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("Who is liable for a leak, and what is free?", "Who is liable for a leak?\nfree",
         "what is free?\nliable leak"),
        ("Quel est le délai ? Combien ça coûte ?", "Quel est le délai?\ncoute", "Combien ça coûte?\ndelai"),
        ("how long am I covered abroad, and up to how much?", "how long am I covered abroad?\nlong",
         "up to how much?\nlong covered abroad"),
    ],
)  # fmt: skip
def test_two_questions_are_told_apart(question: str, first: str, second: str) -> None:
    """At "and" before a word that asks, or a question mark: each keeps the other's words as background."""
    found = two_parts.parts(question)
    assert found is not None
    assert found.second == second and found.first.partition("\n")[0] == first.partition("\n")[0]


@pytest.mark.parametrize(
    "question",
    [
        "Who pays for bread and butter?",
        "i see a ? in front of a file in the list",
        "Is it open on Saturday and Sunday?",
        "and what about children?",
        "Who pays, when is it due and where is it sent and how?",
        "Who pays and when?\nbread",
        "",
    ],
)
def test_one_question_is_left_whole(question: str) -> None:
    """An "and" between things, a sign that is spoken of, three questions, a follow-up: one question."""
    assert two_parts.parts(question) is None


def draft(*places: int) -> Draft:
    return Draft(
        choices=[
            Choice(passage=0, start=at, end=at + 5, text="x", probability=0.9 - at / 100) for at in places
        ]
    )


PAIR = two_parts.TwoParts("a?", "b?")


def test_the_second_place_answers_the_other_part() -> None:
    """The best quote stays; beside it stands the best for the part whose best is another."""
    found, missing = two_parts.both(
        draft(0, 10, 20), PAIR, lambda part: draft(20 if part == "b?" else 0), lambda _: True
    )
    assert [choice.start for choice in found.choices] == [0, 20, 10] and missing == ""
    assert found.choices[1].probability == found.choices[0].probability
    found, _ = two_parts.both(
        draft(0, 10), PAIR, lambda part: draft(0 if part == "b?" else 30), lambda _: True
    )
    assert [choice.start for choice in found.choices] == [0, 30, 10]


def test_a_part_that_nothing_answers_is_named() -> None:
    """Nothing unsure is put beside a quote: the draft stays, and the part is told, without its mark."""
    found, missing = two_parts.both(
        draft(0, 10), PAIR, lambda part: draft(20 if part == "b?" else 0), lambda _: False
    )
    assert found == draft(0, 10) and missing == "b"


def test_a_part_that_is_sure_by_itself_is_answered() -> None:
    """The other part's words do not make the first unsure: it is answered as if it were asked alone, and the
    other is named. Where both are sure, or neither is, the draft stays.
    """
    alone = draft(0)

    def choose(part: str) -> Draft:
        return draft(20) if part == "b?" else alone

    found, missing = two_parts.both(draft(0, 10), PAIR, choose, lambda one: one == alone)
    assert (found, missing) == (alone, "b")
    found, missing = two_parts.both(draft(20, 0), PAIR, choose, lambda one: one == draft(20))
    assert (found, missing) == (draft(20), "a")
    found, missing = two_parts.both(draft(0, 10), PAIR, choose, lambda one: one == draft(0, 10))
    assert (found, missing) == (draft(0, 10), "b")


@pytest.mark.parametrize(("sure_of", "missing"), [("a?", "b"), ("b?", "a"), ("ab", ""), ("", "")])
def test_a_quote_that_is_best_for_both_answers_the_part_that_is_sure(sure_of: str, missing: str) -> None:
    """Nothing else is near the other part: it is named, and the first is answered as if it were asked alone.
    A draft that is sure of both is left, and so is one that is sure of neither.
    """
    own = {"a?": draft(0, 30), "b?": draft(0, 40)}
    sure = {"ab": draft(0, 10), **own}.get(sure_of)
    found = two_parts.both(draft(0, 10), PAIR, own.__getitem__, lambda one: one == sure)
    assert found == (own.get(sure_of, draft(0, 10)), missing)


def test_one_quote_may_answer_both() -> None:
    """Where both parts have the same best quote nothing is added or missing."""
    assert two_parts.both(draft(0, 10), PAIR, lambda _: draft(0), lambda _: False) == (draft(0, 10), "")


@pytest.mark.parametrize(
    ("first", "second", "missing"),
    [
        ("Who will repair the bridge?", "what will it cost?", ""),
        ("Who will repair the bridge?", "when is it repaired?", "when is it repaired"),
        ("How much is the bridge?", "how much is the swing?", "how much is the swing"),
    ],
)
def test_the_best_quote_may_tell_what_one_part_asks(first: str, second: str, missing: str) -> None:
    """A sum, a date or a term that only one part asks for and the best quote has is not missing."""
    quote = "Repair was quoted at £1,140 by Timberplay."
    best = Draft(choices=[Choice(passage=0, start=0, end=len(quote), text=quote, probability=0.9)])
    pair = two_parts.TwoParts(first, second)
    _, told = two_parts.both(best, pair, lambda part: draft(70) if part == second else best, lambda _: False)
    assert told == missing


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("What is the weight and the height of the pump?", "What is the height of the pump?"),
        ("Quel est le point d'ébullition et la densité ?", "Quel est la densité?"),
        ("How long is the warranty on the frame and on the battery?",
         "How long is the warranty on the battery?"),
        ("Combien de temps en cas de fièvre et en cas de douleurs ?", "Combien de temps en cas de douleurs?"),
    ],
)  # fmt: skip
def test_the_same_is_asked_of_two_things(question: str, second: str) -> None:
    """Two nouns with articles behind one "what is", or a preposition said twice: each is asked by itself."""
    found = two_parts.parts(question)
    assert found is not None and found.second == second


@pytest.mark.parametrize(
    "question",
    [
        "What is the difference between the frame and the fork?",
        "Quel est le prix et ?",
        "Who pays the cook and the maid?",
    ],
)
def test_what_is_asked_of_two_things_together_is_one(question: str) -> None:
    """A difference is of both, and what no "what is" opens may be one thing said in two words."""
    assert two_parts.parts(question) is None


def test_a_quote_that_names_what_a_part_asks_for_is_enough() -> None:
    """ "and is there a deposit?" is said by "deposit of 250 €"; a likelier line without the word only stands
    in the way. Where both have it, or the best has not, the other is shown too.
    """

    def quote(text: str) -> Draft:
        return Draft(choices=[Choice(passage=len(text), start=0, end=9, text=text, probability=0.9)])

    pair = two_parts.TwoParts("How much is a trailer?\ndeposit", "is there a deposit?\ntrailer")
    best, helmet = quote("Trailers: 3 € a day, deposit of 250 €."), quote("Helmets are compulsory.")
    two, _ = two_parts.both(best, pair, lambda part: helmet if part == pair.second else best, lambda _: True)
    assert two == best
    bare, other = quote("Trailers: 3 € a day."), quote("A deposit is taken.")
    two, _ = two_parts.both(bare, pair, lambda part: other if part == pair.second else bare, lambda _: True)
    assert len(two.choices) == 2
