"""Choices to citations."""

from __future__ import annotations

import pytest

from edge.ask.quotes import NEAR, citations
from edge.records import Choice, Passage

PAGE = "One. Two.\nThree. Four."
PASSAGE = Passage(chunk=7, source="a", page=1, start=0, end=len(PAGE), text=PAGE)


def _choice(word: str, probability: float, context: str = "") -> Choice:
    start = PAGE.index(word)
    return Choice(
        passage=0, start=start, end=start + len(word), text=word, probability=probability, context=context
    )


def _cited(choices: list[Choice], *, merge: bool = True, most: int = 3) -> list[tuple[str, int, int]]:
    found = citations(choices, [PASSAGE], lambda source, page: PAGE, most, merge=merge)
    assert all(PAGE[c.start : c.end] == c.quote for c in found)
    return [(c.quote, c.start, c.end) for c in found]


def test_touching_sentences_become_one_quote() -> None:
    """White space between them, line ends too, is kept as it stands on the page."""
    assert _cited([_choice("Three.", 0.4), _choice("Two.", 0.3)]) == [("Two.\nThree.", 5, 16)]


def test_sentences_with_something_between_stay_apart() -> None:
    """A gap is never quoted."""
    assert [quote for quote, *_ in _cited([_choice("One.", 0.4), _choice("Three.", 0.3)])] == [
        "One.",
        "Three.",
    ]


def test_rows_are_not_joined() -> None:
    """A table row keeps its own column headings."""
    assert len(_cited([_choice("One.", 0.4, "A | B"), _choice("Two.", 0.3, "A | B")])) == 2


def test_only_those_near_the_best_are_shown() -> None:
    """At most `most`, and none far below the best."""
    far = [_choice("One.", 0.4), _choice("Three.", 0.4 * NEAR * 0.99)]
    assert [quote for quote, *_ in _cited(far)] == ["One."]
    assert len(_cited([_choice("One.", 0.4), _choice("Three.", 0.3), _choice("Four.", 0.3)], most=1)) == 1
    assert citations([], [PASSAGE], lambda source, page: PAGE, 3, merge=True) == []


@pytest.mark.parametrize(
    ("text", "quote", "language"),
    [("The key hangs behind the door.", "The key hangs behind the door.", "en"),
     ("La clé est derrière la porte. 4.7.2", "4.7.2", "fr"), ("4.7.2", "4.7.2", "")],
)  # fmt: skip
def test_a_quote_says_its_language(text: str, quote: str, language: str) -> None:
    """Its own, or that of the passage where it says too little; none where nothing tells it."""
    passage = Passage(chunk=1, source="a", page=1, start=0, end=len(text), text=text)
    at = text.index(quote)
    choice = Choice(passage=0, start=at, end=at + len(quote), text=quote, probability=0.9)
    (found,) = citations([choice], [passage], lambda source, page: text, 3, merge=True)
    assert found.language == language


@pytest.mark.parametrize(
    ("text", "quote", "term"),
    [
        ("-a, --all\n      Show every bell.", "-a, --all\n      Show every bell.", "-a, --all"),
        ("-q      Say nothing.\n-v      Say all.", "-q      Say nothing.", "-q"),
        ("E07\n\nThe sensor is open.", "E07\n\nThe sensor is open.", "E07"),
        ("-a, --all\n      Show every bell.", "Show every bell.", None),
        ("Level it after\n      every move.", "Level it after\n      every move.", None),
        ("The bells ring.", "The bells ring.", None),
    ],
)
def test_what_a_definition_defines_is_told_of_its_quote(text: str, quote: str, term: str | None) -> None:
    """The term of an entry, by its place on the page; a sentence, or an entry's body alone, has none."""
    at = text.index(quote)
    passage = Passage(source="m.txt", page=1, chunk=1, start=20, end=20 + len(text), text=text)
    choice = Choice(passage=0, start=20 + at, end=20 + at + len(quote), text=quote, probability=0.9)
    page = " " * 20 + text
    (found,) = citations([choice], [passage], lambda source, number: page, 3, merge=True)
    assert (page[slice(*found.term)] if found.term else None) == term


def test_what_a_reply_quotes_is_shown_once() -> None:
    """A reply that quotes the letter it answers says nothing new; a row under other headings does."""
    text = "The coach leaves at six.\n\n> The coach leaves at six.\n\nIt waits."
    passage = Passage(source="m", page=1, chunk=1, start=0, end=len(text), text=text)

    def shown(context: str) -> list[str]:
        quotes = ["The coach leaves at six.", "> The coach leaves at six.", "It waits."]
        given = [
            Choice(
                passage=0, start=text.index(one), end=text.index(one) + len(one), text=one, probability=0.5,
                context=context if one[0] == ">" else "",
            )
            for one in quotes
        ]  # fmt: skip
        return [
            one.quote[0] for one in citations(given, [passage], lambda source, page: text, 3, merge=False)
        ]

    assert shown("") == ["T", "I"]
    assert shown("Day | Time") == ["T", ">", "I"]


@pytest.mark.parametrize(("one", "other"), [("Type tar -c.", "Type tar -C."), ("8 bar.", "8 bar.")])
def test_alike_is_not_the_same(one: str, other: str) -> None:
    """An option in another case, and the same words of another model, are quoted beside the first."""
    passages = [
        Passage(source=source, page=1, chunk=1, start=0, end=len(text), text=text)
        for source, text in (("p3.md", one), ("p5.md", other))
    ]
    given = [
        Choice(passage=at, start=0, end=len(text), text=text, probability=0.5)
        for at, text in enumerate((one, other))
    ]
    found = citations(given, passages, lambda source, page: one, 3, merge=True)
    assert [quote.source for quote in found] == ["p3.md", "p5.md"]


def test_a_list_stays_apart_from_the_paragraph_above_it() -> None:
    """Both were chosen, and they touch, but the list has a subject of its own."""
    text = "Pay by card.\n\nWhat to bring:\n- a passport\n- a folder"
    passage = Passage(source="m", page=1, chunk=1, start=0, end=len(text), text=text)
    cut = text.index("What")
    spans = [(0, 12), (cut, len(text))]
    given = [Choice(passage=0, start=a, end=b, text=text[a:b], probability=0.5) for a, b in spans]
    found = citations(given, [passage], lambda source, page: text, 3, merge=True)
    assert [one.quote for one in found] == ["Pay by card.", text[cut:]]
    text = "What to bring:\n- a passport\n- a folder\n\nTowels are there."
    passage = Passage(source="m", page=1, chunk=1, start=0, end=len(text), text=text)
    cut = text.index("\n\nTowels")
    spans = [(cut + 2, len(text)), (0, cut)]
    given = [Choice(passage=0, start=a, end=b, text=text[a:b], probability=0.5) for a, b in spans]
    (whole,) = citations(given, [passage], lambda source, page: text, 3, merge=True)
    assert whole.quote == text  # what is said behind a list is said of it
