"""What `make demo` shows: both languages, across them, and each of the three outcomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import edge
from edge import paths
from edge.errors import ModelError
from edge.models import manage
from edge.text.language import language

ASKED = re.compile(r'^ask (?:(answer|unsure|absent) )?"([^"]+)"$', re.MULTILINE)


@pytest.fixture(autouse=True)
def networks() -> None:
    """The demo is of the install with the extra `embed`."""
    pytest.importorskip("onnxruntime", reason="onnxruntime (extra embed) is not installed")
    try:
        manage.path("reader-fr-en")
    except ModelError as error:
        pytest.skip(f"{error.message} {error.hint}")


def asked(script: str) -> list[tuple[str, str]]:
    """The questions of a script with the outcome that it names."""
    return ASKED.findall(paths.asset(script).read_text(encoding="utf-8"))


def test_the_demo_shows_each_outcome_in_both_languages() -> None:
    """An exit code does not tell "perhaps here" from "not in your documents"; the script names which is
    which, and this is what comes. The base that ships has the vectors of the encoder that ships.
    """
    questions = asked("demo.sh")
    assert {outcome for outcome, _ in questions} == {"answer", "unsure", "absent"}
    assert {language(question) for _, question in questions} >= {"en", "fr"}
    with edge.open(paths.shipped_knowledge()) as session:
        assert [session.ask(question).outcome for _, question in questions] == [of for of, _ in questions]
        assert session.search(questions[0][1]).notes == [], "its vectors are those of the encoder here"


def test_the_demo_asks_across_languages(tmp_path: Path) -> None:
    """A question in one language is answered with a quote in the other, both ways."""
    ways = set()
    with edge.open(tmp_path / "k.db") as session:
        session.index([paths.asset("demo", "documents")])
        for _, question in asked("demo_vectors.sh"):
            answer = session.ask(question)
            assert answer.outcome == "answer"
            ways.add((language(question), language(answer.citations[0].quote)))
    assert ways == {("fr", "en"), ("en", "fr")}
