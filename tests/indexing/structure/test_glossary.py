from __future__ import annotations

import pytest

from edge.indexing.structure.glossary import entries, is_glossary


@pytest.mark.parametrize(
    ("line", "term"),
    [
        ("- **Increment**: seconds added for each move", "Increment"),
        ("• Blitz: ten minutes or less for each player", "Blitz"),
        ("Délai de grâce : temps accordé au joueur absent", "Délai de grâce"),
        ("Bye — a round without an opponent", "Bye"),
        ("Zeitnot - a German word for time trouble", "Zeitnot"),
    ],
)
def test_entry_forms(line: str, term: str) -> None:
    """Bullets, bold, French spacing and dashes all make an entry; its span is the line."""
    text = f"Glossary\n\n{line}\n"
    found = list(entries(text, 0, len(text)))
    assert [(name, text[start:end]) for name, start, end in found] == [(term, line)]


def test_definition_runs_on_over_lines() -> None:
    """A definition wrapped by the typesetter is one entry, up to a blank line, a bullet or the next entry."""
    text = (
        "• Bye: a round in which\na player rests.\n• Norm: a certified result.\n"
        "Rating: a number\nthat estimates."
    )
    spans = [text[start:end] for _, start, end in entries(text, 0, len(text))]
    assert spans == [
        "• Bye: a round in which\na player rests.",
        "• Norm: a certified result.",
        "Rating: a number\nthat estimates.",
    ]


@pytest.mark.parametrize(
    "line", ["Table 3.1 – Sizes of pieces", "10:30 the round begins here", "a sentence without"]
)
def test_other_lines_are_no_entries(line: str) -> None:
    """Captions, times of day and plain prose define nothing."""
    assert list(entries(line, 0, len(line))) == []


def test_headings_that_announce_definitions() -> None:
    """The heading decides, in both languages and at any level of its path."""
    assert is_glossary("36. Glossary > Players")
    assert is_glossary("Lexique")
    assert is_glossary("Définitions")
    assert not is_glossary("Time controls")
