"""Search results on a terminal: of a long passage the part that answers."""

from __future__ import annotations

import pytest

from edge.cli.search import rendering
from edge.cli.terminal.style import Style
from edge.records import Hit, SearchResponse

PAD = "The tower is old and nobody knows who built it.\n"
TEXT = PAD * 20 + "Bells\nThe small bell rings at nine.\n" + PAD * 20


def shown(query: str, text: str = TEXT, best: tuple[int, int] | None = None) -> str:
    """What stands below the place of one result."""
    hit = Hit(
        rank=1, source="tower.md", page=None, pages=[], score=1.0, channels={}, text=text, heading="",
        chunk=1, start=100, end=100 + len(text), best=best,
    )  # fmt: skip
    response = SearchResponse(query=query, results=[hit], sources=[], ms=1.0)
    lines = rendering.lines(response, Style(False), 90, explain=False, quiet=True)
    return " ".join(line.strip() for line in lines[1:])


@pytest.mark.parametrize("best", [None, (100 + TEXT.index("The small"), 100 + TEXT.index("nine.") + 5)])
def test_the_part_that_answers_is_shown(best: tuple[int, int] | None) -> None:
    """The line that the reader found, else the sentence with most words of the query, under what is above."""
    found = shown("When does the small bell ring?", best=best)
    assert found.startswith("… Bells The small bell rings at nine. The tower") and found.endswith(" …")
    assert len(found) <= 410


def test_the_end_of_a_passage_is_shown_with_what_stands_above() -> None:
    """A last line alone says less than there is room for."""
    found = shown("When does the lamp burn?", PAD * 20 + "The lamp burns at night.")
    assert 300 < len(found) <= 410 and found.startswith("… The tower") and found.endswith("burns at night.")


def test_what_is_near_the_beginning_is_shown_from_there() -> None:
    """A passage begins where it begins, and a short one is whole."""
    found = shown("Who built the tower?")
    assert found.startswith("The tower is old") and found.endswith(" …") and len(found) <= 410
    assert shown("bell", "The small bell rings.") == "The small bell rings."


@pytest.mark.parametrize("text", ["x" * 900, "| " * 500, "\n" * 500 + "a" * 401, "Ring. " * 200])
def test_any_text_has_an_excerpt(text: str) -> None:
    """Text without a sentence or a space is cut all the same."""
    assert len(shown("ring the bell", text)) <= 410
