"""Where patterns are looked for: at blanks, and at the first word of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from mails import cues

from edge.extract.rules.patterns.find import _PATTERNS, find_cues
from edge.text.word_tokens import tokens

_PIECE = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|.", re.DOTALL)


def alternatives(pattern: str) -> Iterator[str]:
    """The alternatives of a pattern that stand in no group."""
    depth, made = 0, ""
    for piece in _PIECE.findall(pattern):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and not depth:
            yield made
            made = ""
        else:
            made += piece
    yield made


@pytest.mark.parametrize(("name", "pattern"), _PATTERNS, ids=lambda it: getattr(it, "pattern", it)[:40])
def test_every_alternative_begins_with_a_blank(name: str, pattern: re.Pattern[str]) -> None:
    """One that does not has the whole pattern tried at every letter, which takes twice the time."""
    assert [one for one in alternatives(pattern.pattern) if not one.startswith(" ")] == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("do call your aunt", 0),
        ("it is wet . do call your aunt", 4),
        ("it is wet and do call your aunt", 3),
        ("what they do call your aunt for", None),
        ("agreed .", 0),
        ("well : agreed .", 2),
        ("nobody agreed .", None),
    ],
)
def test_a_sentence_opens_behind_a_mark(text: str, place: int | None) -> None:
    """The text's first word opens one too; the place is the word's, not the mark's."""
    found = {hit.first for hit in find_cues(tokens(text)) if hit.name in ("cues.request", "cues.decision")}
    assert found == (set() if place is None else {place})


def test_a_pattern_is_of_the_sentence_that_it_opens() -> None:
    """What needs a full stop before it is no part of the sentence that the stop ends; a message's beginning
    opens a sentence too.
    """
    words = tokens("The tap drips. Will send the plumber round.")
    promise = next(hit for hit in find_cues(words) if hit.name == "cues.commitment")
    assert words.words[promise.first] == "will"
    assert "commitment" in cues("Will send the plumber round.")
    assert "commitment" not in cues("What will send him away?")
