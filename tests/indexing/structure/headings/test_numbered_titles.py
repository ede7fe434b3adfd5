"""Numbered titles set as the text is, in documents whose type tells nothing of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.structure.document import Document, Heading, Page
from edge.indexing.structure.headings.unmarked import with_headings

TEXT = (
    "The device is guaranteed for two years from the day on which it was bought, against faults of\nmaterial."
)
STEPS = "1. Switch it off.\n2. Pull the plug.\n3. Wait."


def titles(*texts: str, kind: str = "pdf", marked: tuple[str, ...] = ()) -> list[tuple[int, str]]:
    pages = [
        Page(at, text, headings=[Heading(text.index(one), 1, one) for one in marked if one in text])
        for at, text in enumerate(texts, start=1)
    ]
    whole = with_headings(Document(kind, "x", pages))
    return [(one.level, one.text) for page in whole.pages for one in page.headings if one.text not in marked]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("before", ["\n", "\n\n"])
def test_numbered_lines_above_their_text_are_titles(gap: str, before: str) -> None:
    """They count on over the pages and down into "3.2"; steps between them, which end as sentences do, do not
    break the count.
    """
    said = ["1. Safety", "2. Warranty", "2.1 Cleaning the filter", "3. Disposal"]
    texts = [f"{one}{gap}{TEXT}{before}" for one in said]
    texts[1] += f"{STEPS}{before}"
    assert titles("Corvo KX\n\n" + "".join(texts[:2]), "".join(texts[2:])) == [
        (4, "1. Safety"), (4, "2. Warranty"), (5, "2.1 Cleaning the filter"), (4, "3. Disposal"),
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["pdf", "word", "opendocument", "rtf"])
def test_french_titles_count_in_roman_numbers(kind: str) -> None:
    """As statutes do: "II – Cotisations"."""
    said = ["I – Objet", "II – Cotisations", "III – Bureau"]
    assert [name for _, name in titles("\n\n".join(f"{one}\n\n{TEXT}" for one in said), kind=kind)] == said


@pytest.mark.parametrize(
    "text",
    [
        STEPS,
        "1. Open the lid\n2. Take out the bag\n3. Close the lid\n\n" + TEXT,
        "1. Open the lid and turn the handle to the left until you hear that the lock has come\nOff. Wait.\n"
        "2. Take the bag out by its ring, and hold it upright so that no dust is shaken out of\nIt. Wait.\n"
        "3. Close the lid and turn the handle to the right until the lamp beside it is green\nAgain. Wait.",
        f"1. Safety\n{TEXT}\n\n3. Disposal\n{TEXT}",
        "1. Safety … 3\n2. Warranty … 7\n3. Disposal … 9",
    ],
)
def test_items_of_a_list_are_no_titles(text: str) -> None:
    """Sentences, items one below the other, lines that run on, two alone, a table of contents."""
    assert titles(text) == []


def test_lists_that_begin_anew_are_steps() -> None:
    """Several runs of plain numbers, or one between two titles that the type marks, are no titles."""
    steps = f"1. Press the button\n{TEXT}\n\n2. Hold it down\n{TEXT}\n\n3. Let it go\n{TEXT}\n\n"
    assert len(titles(steps)) == 3
    assert titles(f"To start:\n\n{steps}To stop:\n\n{steps}") == []
    marked = ("Start", "Use", "Care")
    assert titles(f"Start\n\n{TEXT}\n\nUse\n\n{steps}Care\n\n{TEXT}", marked=marked) == []


def test_titles_of_one_depth_are_set_alike() -> None:
    """Where the type marks "1. Safety" and "2. Use", a plain "3. Turn it" is none beside them; a plain "2.1"
    stands below.
    """
    marked = ("1. Safety", "2. Use")
    below = f"2.1 Filling\n{TEXT}\n\n2.2 Emptying\n{TEXT}\n\n3. Turn it\n{TEXT}"
    text = f"1. Safety\n\n{TEXT}\n\n2. Use\n\n{TEXT}\n\n{below}"
    assert [name for _, name in titles(text, marked=marked)] == ["2.1 Filling", "2.2 Emptying"]


@given(st.lists(st.sampled_from(["1. A word", "2. B", "2.1 Cc", "3 Dd", "II – Eé", "text goes", "End.", ""])))
def test_titles_are_lines_of_the_text(lines: list[str]) -> None:
    """Whatever the lines are, a title is one of them, at its place."""
    text = "\n".join(lines) or "x"
    for page in with_headings(Document("pdf", "x", [Page(1, text)])).pages:
        for one in page.headings:
            assert text.startswith(one.text, one.start)
