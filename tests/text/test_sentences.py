"""Sentences and rows: exact spans, nothing lost, nothing twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.sentences import MAX_CHARS, split

PIECES = st.sampled_from(
    ["A word. ", "Mr. Smith", "art. 5.2 ", "\n", "\n\n", " | ", "a | b\n", "---|---\n", "• item;\n", "3. ",
    "Élan ", "x", "? ", "…",
     "«Oui.» ", "1 250,5 ", "\t", "é" * 40, "long " * 50]
)  # fmt: skip


def _quotes(text: str) -> list[str]:
    return [text[unit.start : unit.end] for unit in split(text)]


@given(st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=40).map("".join)))
def test_units_are_ordered_trimmed_and_lose_no_word(text: str) -> None:
    """Units never overlap, begin and end without white space, hold every letter and digit, and are not too
    long.
    """
    end = 0
    outside = []
    for unit in split(text):
        assert end <= unit.start < unit.end <= len(text)
        quote = text[unit.start : unit.end]
        assert quote == quote.strip()
        assert unit.row or len(quote) <= MAX_CHARS
        outside.append(text[end : unit.start])
        end = unit.end
    outside.append(text[end:])
    assert not any(c.isalnum() for c in "".join(outside))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He left. She stayed!", ["He left.", "She stayed!"]),
        ("Mr. Smith paid $3.50 in Jan. 1999. He left.", ["Mr. Smith paid $3.50 in Jan. 1999.", "He left."]),
        (
            "Cuisez à 200 °C (th. 6-7) pendant 35 minutes. Servez tiède.",
            ["Cuisez à 200 °C (th. 6-7) pendant 35 minutes.", "Servez tiède."],
        ),
        (
            "M. J.-P. Cor habite 3, bd. Voltaire. Les Éts. Morvan livrent.",
            ["M. J.-P. Cor habite 3, bd. Voltaire.", "Les Éts. Morvan livrent."],
        ),
        (
            "Voir art. 5.2 et p. 12. Mme. Oudinot garde la clé.",
            ["Voir art. 5.2 et p. 12.", "Mme. Oudinot garde la clé."],
        ),
        ("Rules.\n\nArt. 2 - Entry. Free.", ["Rules.", "Art. 2 - Entry.", "Free."]),
        ("Call ext. 44 now. Voir la réf. A1. Oui.", ["Call ext. 44 now.", "Voir la réf. A1.", "Oui."]),
        ("A wrapped line goes\non here. Next.", ["A wrapped line goes\non here.", "Next."]),
        ("First paragraph\n\nSecond one", ["First paragraph", "Second one"]),
        (
            "Sont admis :\n• les joueurs ;\n• les arbitres.",
            ["Sont admis :", "• les joueurs ;", "• les arbitres."],
        ),
        ("3. Cadence\n7.5.2 After an illegal move", ["3. Cadence", "7.5.2 After an illegal move"]),
        ("40 coups avec ajout de\n30 secondes par coup.", ["40 coups avec ajout de\n30 secondes par coup."]),
        ("« Oui. » Il partit.", ["« Oui. »", "Il partit."]),
        ("", []),
        (" \n•\n", []),
    ],
)
def test_known_texts(text: str, expected: list[str]) -> None:
    """Abbreviations, numbers, wrapped lines, items and French quotes."""
    assert _quotes(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Set the block size to 100 k, 200 k ... 900 k when compressing.",
        "Les canaux 1, 2, … 16 sont libres.",
        "Give one of 1 .. 9 here.",
    ],
)
def test_numbers_that_are_left_out_end_no_sentence(text: str) -> None:
    """Points between two numbers count on; points behind words end what they end."""
    assert _quotes(text) == [text]
    assert _quotes("He waited ... 3 men came.") == ["He waited ...", "3 men came."]


@pytest.mark.parametrize("mark", ["[1]", "[2][note 1]", "[a]", "¹", "¹²[3]"])
def test_marks_of_notes_stand_behind_the_sentence(mark: str) -> None:
    """Numbers and letters in brackets, or above the line, as encyclopaedias and footnotes have them."""
    text = f"It opened in 1931.{mark} It carries 18,400 cars."
    assert [text[unit.start : unit.end] for unit in split(text)] == [
        f"It opened in 1931.{mark}", "It carries 18,400 cars.",
    ]  # fmt: skip


def test_rows_know_their_table() -> None:
    """Each row below the first carries the caption and the column headings; ruling lines are no rows."""
    text = "Table 2. Times\n\nMode | Minutes\n--- | ---\nBlitz | 3\nRapid | 15\n\nAfter the table."
    units = split(text)
    assert [text[u.start : u.end] for u in units] == [
        "Table 2. Times", "Mode | Minutes", "Blitz | 3", "Rapid | 15", "After the table."
    ]  # fmt: skip
    assert [u.row for u in units] == [False, True, True, True, False]
    assert units[2].context == units[3].context == "Table 2. Times\nMode | Minutes"


def test_two_tables_do_not_share_headings() -> None:
    """A paragraph or a blank line ends a table: the next one has its own headings."""
    units = split("A | B\n1 | 2\nBetween.\nC | D\n3 | 4")
    assert [u.context for u in units if u.row] == ["", "A | B", "Between.", "Between.\nC | D"]


def test_a_pipe_in_prose_makes_no_row() -> None:
    """One line with one bar is a sentence with a command in it, unless it is known to be of a table; two
    lines below each other are rows.
    """
    text = "Run it. Find the log.\n\nUse cat log | grep gate to see it. Then close the file.\n\nIt is long."
    assert [(text[u.start : u.end], u.row) for u in split(text)][2:4] == [
        ("Use cat log | grep gate to see it.", False),
        ("Then close the file.", False),
    ]
    row = text.index("Use")
    assert [u.row for u in split(text, rows=[(row, text.index("\n\nIt"))])] == [False, False, True, False]
    assert all(u.row for u in split("Use cat log | grep gate to see it. Then close the file.", "Commands"))
    assert all(u.row for u in split("Gate | Open. Yes\nTower | Shut. No"))
    assert all(u.row for u in split("Gate | Open. Yes | No"))
