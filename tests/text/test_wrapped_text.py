"""Where a line that begins with a number opens an item, and where it goes on with the sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from wrapped_text import item_list, paragraph, templates

from edge.text.sentences import goes_on, split


def units(text: str) -> list[str]:
    return [" ".join(text[unit.start : unit.end].split()) for unit in split(text)]


@pytest.mark.parametrize(("pages", "count"), [(paragraph, 500), (item_list, 200)])
def test_pages_are_split_rightly(pages: Callable[[int], tuple[str, list[str]]], count: int) -> None:
    """Of wrapped paragraphs with figures at line starts, and of lists as they are, 99 in 100 are split
    exactly.
    """
    right = sum(
        units(text) == [" ".join(one.split()) for one in expected]
        for text, expected in map(pages, range(count))
    )
    assert right >= 0.99 * count


def test_there_are_enough_lists() -> None:
    """Forty lists written by hand, French and English."""
    assert len(templates()) >= 40


@pytest.mark.parametrize(
    "text",
    [
        "Error code E7 means that the outlet pressure exceeded\n5.5 bar.",
        "Le code d'erreur E7 signifie que la pression de sortie a dépassé\n5,5 bars.",
        "The works described in the second part of this report ended in\n2019. They cost little.",
        "Payment is due within thirty days as provided for in article\n7.5.2 The rest is not.",
        "Each team may register up to six players (four in division\n3) and two guests.",
        "Il faut au moins\n3 GM pour obtenir la norme.",
        "The pump can be used from minus twenty degrees up to\n12 V and more.",
    ],
)  # fmt: skip
def test_a_number_at_a_line_start_opens_nothing_by_itself(text: str) -> None:
    """Neither layout nor numbering says that an item begins: the line goes on with the sentence."""
    first = split(text)[0]
    assert "\n" in text[first.start : first.end]


@pytest.mark.parametrize(
    ("text", "last"),
    [("3. Cadence\n7.5.2 After an illegal move", 2), ("Introduction\n\n7.5 bar is allowed.", 2),
     ("12.9.1 warning,\n12.9.2 a fine,\n12.9.3 exclusion", 3),
     ("3.6. Feuille\n3.6.a) Liste\n3.6.b) Délai", 3),
     ("a)\nLe joueur signe\nb)\nL'arbitre signe", 2), ("Il reste 3 V. La pompe tourne.", 2),
     ("Il a vu M. Dupont. Il part.", 2)],
)  # fmt: skip
def test_what_opens_an_item(text: str, last: int) -> None:
    """Headings, runs of labels, blank lines; and a unit of measure may end a sentence."""
    assert len(split(text)) == last


@pytest.mark.parametrize(
    ("text", "quote", "cut"),
    [
        ("The pressure exceeded by far\n5.5 bar. Stop.", "The pressure exceeded by far", True),
        ("La pression dépasse de loin\n5,5 bars. Arrêtez.", "La pression dépasse de loin", True),
        ("The fee is 50 euros a year.", "The fee is 50", True),
        ("Les membres paient\nla cotisation.", "Les membres paient", True),
        ("The fee is 50 euros a year. It is due.", "The fee is 50 euros a year.", False),
        ("Cadence\nLe joueur dispose de 40 minutes.", "Cadence", False),
        ("# The fees\n\nThey are due.", "# The fees", False),
        ("Mode | Minutes\nBlitz | 3", "Mode | Minutes", False),
        ("1. Open the valve\n2. Wait", "1. Open the valve", False),
        ("• les joueurs ;\n• les arbitres", "• les arbitres", False),
        ("Il dit « non ».", "Il dit « non ».", False),
        ("Tout bruit cesse de 22 h à 7 h. Les fêtes aussi.", "Tout bruit cesse de 22 h à 7 h.", False),
        ("Cuire 30 min. Saler.", "Cuire 30 min.", False),
        ("Leave it for 30 min. Then stir.", "Leave it for 30 min.", False),
        ("Le bâtiment A. Martin est clos.", "Le bâtiment A.", True),
    ],
)  # fmt: skip
def test_whether_a_paragraph_goes_on(text: str, quote: str, cut: bool) -> None:
    """A quote without an end mark is cut where its paragraph goes on; headings, rows and items are whole, and
    a stop behind an hour or another measure is an end mark.
    """
    start = text.index(quote)
    assert goes_on(text, start, start + len(quote)) == cut
