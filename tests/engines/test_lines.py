"""Passages as a reader is shown them: the numbers of the candidates, and what each line stands under."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from edge.engines.lexical import LexicalEngine
from edge.engines.lines import Line, shown
from edge.engines.reading import Candidate
from edge.records import Passage
from edge.records.passage import RowRun, Structure

_BLOCKS = st.sampled_from(
    [
        "The brass key hangs behind the blue door. Nobody may take it.",
        "Bring these:\n\n- the key\n- the card of the shed,\n  with its label",
        "1. Open the valve.\n2. Wait for the key.\n   a. Turn it.\n3. Close.",
        "Il faut :\n- la clé ;\n- une photo.",
        "Article | Price\nKey A-7 | 3.00\nKey A-8 | 4.00",
        "Keys and locks",
        "12. Title of the keys",
        "Season,\nin short",
        "- ",
        "   ",
        "é\u0301 \ud800 key 🔑",
    ]
)
_HEADINGS = st.sampled_from(["", "Guide", "Guide > Keys", "Guide > House > Keys", "Guide > "])


def frequencies(words: Sequence[str]) -> Mapping[str, int]:
    return dict.fromkeys(words, 1)


def passage(text: str, page: int = 1, heading: str = "", rows: str = "", sections: bool = False) -> Passage:
    """A page of this text; `rows` is the part of it that lies in a table; `sections`: it has two of them."""
    at = text.index(rows) if rows else 0
    tables = [RowRun(start=7 + at, end=7 + at + len(rows), context="Prices\nArticle | Price")] if rows else []
    paths = [(7, "Guide > Keys"), (7 + len(text) // 2, "Guide > Locks")] if sections else []
    return Passage(
        chunk=page, source="a.md", page=page, start=7, end=7 + len(text), text=text, heading=heading,
        rank=page, score=1 / page, structure=Structure(tables=tables, sections=paths),
    )  # fmt: skip


def candidates(passages: Sequence[Passage]) -> list[Candidate]:
    return LexicalEngine(frequencies, 50).measure("Where is the key?", passages)[0].candidates


def lines(*passages: Passage) -> list[Line]:
    return [line for one in shown(passages) for line in one.lines]


def told(text: str, heading: str = "", rows: str = "") -> list[tuple[str, tuple[str, ...]]]:
    return [(line.text, line.above) for line in lines(passage(text, heading=heading, rows=rows))]


@st.composite
def found(draw: st.DrawFn) -> list[Passage]:
    """What search finds: pages, some in several parts, some with sections of their own or a table."""
    passages = []
    for page in range(1, draw(st.integers(1, 4)) + 1):
        for _ in range(draw(st.integers(1, 2))):
            blocks = draw(st.lists(_BLOCKS, min_size=1, max_size=6))
            tables = [block for block in blocks if " | " in block]
            rows = tables[0] if tables and draw(st.booleans()) else ""
            text = "\n\n".join(blocks)
            passages.append(passage(text, page, draw(_HEADINGS), rows, draw(st.booleans())))
    return passages


@given(found())
def test_the_numbers_are_those_of_the_candidates(passages: list[Passage]) -> None:
    """A line's first number is its own candidate's; each candidate has a line, a list has its items."""
    measured = candidates(passages)
    seen = lines(*passages)
    assert [measured[line.candidates[0]].text for line in seen] == [line.text for line in seen]
    own = [line.candidates[0] for line in seen]
    assert own == [number for number, one in enumerate(measured) if one.kind != "list"]
    assert {number for line in seen for number in line.candidates} == set(range(len(measured)))


@given(found())
def test_an_item_carries_the_number_of_its_list(passages: list[Passage]) -> None:
    """The second number, where there is one, is of a list of the same passage that holds the line."""
    measured = candidates(passages)
    for line in lines(*passages):
        own, *more = (measured[number] for number in line.candidates)
        assert len(more) <= 1
        for whole in more:
            assert whole.kind == "list" and whole.passage == own.passage
            assert whole.start <= own.start and own.end <= whole.end


def test_what_announces_a_list_stands_above_its_items() -> None:
    """Each item has the line as its lead and the list as its second candidate; what follows has neither."""
    text = "Bring these:\n\n- the card\n- the key\n\nThen ring the bell at the door."
    assert told(text) == [
        ("- the card", ("Bring these:",)),
        ("- the key", ("Bring these:",)),
        ("Then ring the bell at the door.", ()),
    ]
    assert [line.candidates for line in lines(passage(text))] == [(1, 0), (2, 0), (3,)]


def test_rows_stand_under_the_heads_of_their_table() -> None:
    """Caption and column headings are above every row, and the rows alone are lines."""
    text = "A-7 | 3.00\nA-8 | 4.00"
    assert told(text, rows=text) == [(row, ("Prices\nArticle | Price",)) for row in text.split("\n")]


def test_a_nearer_heading_stands_above_and_the_section_does_not() -> None:
    """The section is said once, with the passage; a heading inside it is said with the lines below it."""
    text = "Lost keys\nWho loses a key of the house pays for the new lock of the door."
    ((words, above),) = told(text, heading="Guide > House > Keys")
    assert words.startswith("Who loses") and above == ("Lost keys",)
    ((_, above),) = told(text, heading="Guide > House > Lost keys")
    assert above == ()


def test_the_place_is_the_title_and_the_section_itself() -> None:
    """What lies between them is left out; a passage without a heading has no place."""
    text = "The key hangs there."
    headings = {"Guide > House > Keys": "Guide > Keys", "Guide > Keys": "Guide > Keys", "Guide": "Guide"}
    for heading, head in {**headings, "": ""}.items():
        assert [one.head for one in shown([passage(text, heading=heading)])] == [head]


def test_nothing_to_show_is_nothing() -> None:
    """No passage, or one without a sentence, shows no page and takes no number."""
    assert shown([]) == [] and shown([passage("  \n\n ")]) == []
    later = lines(passage("\n\n"), passage("The key hangs there.", page=2))
    assert [line.candidates for line in later] == [(0,)]


def test_short_lines_side_by_side_are_no_headings() -> None:
    """Prices, contacts and offers a line each: every one can be quoted, and none stands above the next."""
    text = (
        "Adults 11.50\nOver 65 and students 9.00\nUnder 6 free\nFamily (two adults, three children) 27.00\n"
        "Garden only 3.00\nEvening ticket (Thursdays after 6 pm) 7.00"
    )
    assert [(one, above) for one, above in told(text)] == [(line, ()) for line in text.split("\n")]


def test_a_note_names_one_sentence() -> None:
    """ "Warning" over a paragraph is no heading of the paragraphs after it."""
    found = told(
        "Warning\n\nThe door gets hot while the oven cleans itself.\n\nThe lamp is changed once a year."
    )
    assert found[-1] == ("The lamp is changed once a year.", ())


def test_a_rule_is_no_line() -> None:
    """What underlines or parts cannot be quoted."""
    assert told("-------------\n\nThe lamp is changed once a year.") == [
        ("The lamp is changed once a year.", ())
    ]
