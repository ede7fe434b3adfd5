"""What asks for nothing gets a short word, and no quote."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import edge
from edge import paths
from edge.ask import courtesy
from edge.ask.conversation import turns
from edge.records import Answer, Confidence


@pytest.mark.parametrize(
    ("said", "kind", "language"),
    [
        ("thanks", "thanks", "en"), ("Thank you very much!", "thanks", "en"), ("ok, thanks", "thanks", "en"),
        ("Merci", "thanks", "fr"), ("merci beaucoup pour votre aide !", "thanks", "fr"),
        ("D'accord, merci", "thanks", "fr"), ("Bonjour", "greeting", "fr"), ("hello there", "greeting", "en"),
        ("ok", "agreement", "en"), ("D’accord.", "agreement", "fr"), ("Au revoir", "farewell", "fr"),
        ("ok merci", "thanks", "fr"), ("thanks, bye", "thanks", "en"), ("ok merci bcp", "thanks", "fr"),
        ("super, merci beaucoup pour tes réponses", "thanks", "fr"), ("bjr", "greeting", "fr"),
        ("merci c'est gentil", "thanks", "fr"), ("c'est bon j'ai compris", "agreement", "fr"),
        ("bon week-end", "farewell", "fr"), ("rien d'autre merci", "thanks", "fr"),
        ("Thanks in advance", "thanks", "en"), ("c'est ce que je cherchais, merci", "thanks", "fr"),
    ],
)  # fmt: skip
def test_a_courtesy_is_known_in_both_languages(said: str, kind: str, language: str) -> None:
    """Its kind, and the language it was said in, which is that of the reply."""
    assert courtesy.read(said) == (kind, language)


@pytest.mark.parametrize(
    "said",
    ["fine", "bye", "bon", "thanks to whom is the key lent?", "hello world program", "merci de quoi ?",
     "top", "nickel", "merci mais combien ça coûte", "pardon je voulais dire le loyer",
     "ok button", "bonjour, où est la clé ?", "What does OK mean?", "no smoking", "right of way"],
)  # fmt: skip
def test_a_word_more_is_a_question(said: str) -> None:
    """Nothing that may be looked for is taken for a courtesy."""
    assert courtesy.read(said) is None


def test_a_word_of_both_languages_is_answered_in_that_of_the_conversation(small_knowledge: Path) -> None:
    """`ok` after a French question gets a French word."""
    with edge.open(knowledge=small_knowledge) as session:
        assert session.ask("ok", history=["Où se range la brouette rouge ?"]).reason.startswith("Bien.")
        assert session.ask("ok").reason.startswith("Good.")


@pytest.mark.parametrize(("said", "word"), [("merci", "Je vous en prie."), ("Thanks!", "You are welcome.")])
def test_the_reply_is_a_short_word_without_quotes(small_knowledge: Path, said: str, word: str) -> None:
    """Outcome absent: nothing is answered, nothing is shown as near, and no pass was run."""
    with edge.open(knowledge=small_knowledge) as session:
        answer = session.ask(said)
    assert answer.reason == word and answer.outcome == "absent" and answer.abstained
    assert answer.answer is None and not answer.citations and not answer.candidates and not answer.passes
    assert courtesy.is_reply(answer)


def test_a_courtesy_is_no_turn_of_a_conversation() -> None:
    """What follows a `thanks` goes on from the question before it."""
    said = Answer(
        question="merci", answer=None, outcome="absent", abstained=True, confidence=Confidence(raw=0)
    )
    assert [turn.question for turn in turns(["Where is the key?", said, "ok"])] == ["Where is the key?"]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("hi, how do I reset it please?", "how do I reset it?"),
        ("Bonjour monsieur, où est le vase ? Merci.", "où est le vase?"),
        ("ok. comment réparer, s'il vous plaît ?", "comment réparer?"),
        ("Good morning! Where is Bob? Thanks in advance", "Where is Bob?"),
        ("c'est quand la fête ? merci bcp", "c'est quand la fête?"),
        ("Où est la clé ? Merci d'avance pour votre réponse.", "Où est la clé?"),
        ("where is the key, thanks a lot", "where is the key"),
        ("my pump shows E7, what's wrong?", "my pump shows E7, what's wrong?"),
        ("hello world example?", "hello world example?"),
        ("thanks!", "thanks!"),
        ("", ""),
    ],
)
def test_courtesies_around_a_question_say_nothing(said: str, asked: str) -> None:
    """A greeting before it and thanks after it are left out; a courtesy alone, and any other text, stays."""
    assert courtesy.without(said) == asked


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_phrase_of_the_tables_is_seen(language: str) -> None:
    """Whatever its first and last words: alone it is a courtesy, and thanks or a please end a question."""
    held = tomllib.loads(paths.asset("courtesy.toml").read_text(encoding="utf-8"))[language]
    for kind in ("thanks", "greeting", "farewell", "agreement"):
        assert all(courtesy.read(phrase, language) for phrase in held[kind])
    closings = [*held["thanks"], *held["please"], *(f"{held['thanks'][0]} {more}" for more in held["more"])]
    for phrase in closings:
        for typed in (phrase, phrase.upper(), phrase.replace("plait", "plaît").replace("s il", "s’il")):
            assert courtesy.without(f"where is the key, {typed}!") == "where is the key"


def test_an_ordinary_question_makes_no_pattern_of_courtesies() -> None:
    """Its first and last words say that none is in it: the long patterns are not compiled for it."""
    for made in (courtesy._closing, courtesy._patterns):
        made.cache_clear()
    assert courtesy.without("Hm, where is the key of the shed?") == "Hm, where is the key of the shed?"
    assert not courtesy._closing.cache_info().currsize + courtesy._patterns.cache_info().currsize
