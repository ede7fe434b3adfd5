"""A message in parts that a model can read at once."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from edge.extract.llm.chunks import MessageChunk, halves, parts

BODY = st.text(st.sampled_from("ab .!\n\r\té»🎉"), max_size=300)
SPANS = st.lists(st.tuples(st.integers(0, 320), st.integers(0, 320)), max_size=4)


def covered(spans: list[tuple[int, int]]) -> set[int]:
    return {at for start, end in spans for at in range(start, end)}


@given(BODY, SPANS, st.integers(1, 120), st.integers(0, 200), st.integers(1, 6))
def test_every_character_is_read_or_reported(
    body: str, fresh: list[tuple[int, int]], size: int, overlap: int, most: int
) -> None:
    """Whatever is marked as fresh and however small the parts: nothing that is not white space is lost."""
    made, unread = parts(body, fresh, size=size, overlap=overlap, most=most)
    read = covered([span for part in made for span in part.read])
    assert 1 <= len(made) <= most
    assert all(part.chars <= size for part in made)
    assert all(0 <= start < end <= len(body) for start, end in unread)
    assert {at for at, c in enumerate(body) if not c.isspace()} <= read | covered(unread)
    assert not any(body[start:end].isspace() for start, end in unread)


@given(BODY, st.integers(20, 120), st.integers(0, 40))
def test_parts_advance_and_overlap(body: str, size: int, overlap: int) -> None:
    """Each part begins after the one before began, and ends after it ended; none begins after a gap."""
    made, unread = parts(body, [], size=size, overlap=overlap, most=1_000)
    spans = [part.new[0] for part in made if part.new]
    assert unread == []
    for (start, end), (after, last) in pairwise(spans):
        assert start < after <= end < last


@given(BODY.filter(lambda body: len(body) > 1), st.data())
def test_halves_read_the_same(body: str, data: st.DataObject) -> None:
    """A part in smaller ones: each is shorter, together they read its new spans, its history is reported."""
    middle = data.draw(st.integers(1, len(body) - 1))
    part = MessageChunk(((0, middle),), ((middle, len(body)),))
    made, unread = halves(body, part, 10)
    assert covered([span for one in made for span in one.read]) == set(range(middle))
    assert all(one.chars <= middle // 2 + 1 for one in made)
    assert covered(unread) == (set(range(middle, len(body))) if body[middle:].strip() else set())


def test_cuts_are_between_sentences() -> None:
    """A part ends with a paragraph, else a line, else a sentence, else a word."""
    body = "Un deux trois. Quatre cinq six sept.\n\nHuit neuf dix onze douze treize. Fin du texte ici."
    made, _ = parts(body, [], size=60, overlap=0, most=9)
    assert [body[slice(*part.new[0])] for part in made] == [
        "Un deux trois. Quatre cinq six sept.\n\n",
        "Huit neuf dix onze douze treize. Fin du texte ici.",
    ]


def test_history_comes_after_the_authors_own_text() -> None:
    """A reply is read first; of what it quotes as much as there is room for, and the rest is reported."""
    body = "Oui, d'accord.\n> " + "Peux-tu venir lundi ? " * 10
    made, unread = parts(body, [(0, 15)], size=100, overlap=10, most=5)
    assert len(made) == 1 and made[0].new == ((0, 15),)
    assert made[0].old[0][0] == 15 and made[0].chars <= 100
    assert unread == [(made[0].old[0][1], len(body))]


def test_an_empty_body_is_one_part() -> None:
    """There is still a subject to read."""
    assert parts("", [], size=10, overlap=2, most=3) == ([MessageChunk(())], [])
