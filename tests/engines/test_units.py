from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import edge
from edge.cli.ask import rendering
from edge.cli.terminal.style import Style
from edge.engines.units import Shape, units
from edge.text.lists import listings

_LINE = st.sampled_from(
    [
        "word word",
        "--term",
        "      its text.",
        "Lead in:",
        "- item",
        "  more",
        "(a) part",
        "12. Title",
        "",
        "a | b",
        "x: y;",
    ]
)


def parts(text: str, **shape: object) -> list[tuple[str, str, str]]:
    found = units(text, "", Shape(**shape))  # type: ignore[arg-type]
    return [(unit.kind or "sentence", text[unit.start : unit.end], unit.context) for unit in found]


def test_an_identifier_alone_is_told_with_what_it_means() -> None:
    """Where a PDF lost the indents of a list of definitions, each name above a paragraph is one unit with it;
    a plain word, or one name alone, stays a unit of its own.
    """
    text = "E_MEMORY\n\nNo memory was left. Try again.\n\nE_MAGIC\n\nThe first bytes are wrong."
    assert parts(text) == [
        ("entry", "E_MEMORY\n\nNo memory was left. Try again.", ""),
        ("entry", "E_MAGIC\n\nThe first bytes are wrong.", ""),
    ]
    for other in ("Memory\n\nNone was left.\n\nMagic\n\nIt is wrong.", "E_MEMORY\n\nNo memory was left."):
        assert [kind for kind, *_ in parts(other)] == ["sentence"] * len(parts(other))
    text = "K_SIZE [Constant]\n\nThe size, 32.\n\nvoid k_init (int *n) [Function]\n\nStart it."
    assert [kind for kind, *_ in parts(text)] == ["entry", "entry"]
    assert parts("E_MEMORY\n\nE_MAGIC\n\nE_IO")[0] == ("sentence", "E_MEMORY", "")


def test_a_lead_in_belongs_to_its_list() -> None:
    """The whole list is one unit with the line that announces it, and each item has that line as context."""
    text = "Bring these:\n\n- the card\n- the key of the shed,\n  with its label\n\nThen ring."
    lead = "Bring these:"
    assert parts(text) == [
        ("list", text.removesuffix("\n\nThen ring."), ""),
        ("item", "- the card", lead),
        ("item", "- the key of the shed,\n  with its label", lead),
        ("sentence", "Then ring.", ""),
    ]


def test_an_item_has_the_one_that_it_hangs_under() -> None:
    """Where items stand within an item, that one is their context, not the line that announces all; behind
    them the list goes on with that line.
    """
    text = "Fees:\n\n- Members\n\n  - adults 20 €\n\n    - retired 15 €\n\n  - children 8 €\n\n- Guests 5 €"
    assert [(said, context) for kind, said, context in parts(text) if kind == "item"] == [
        ("- Members", "Fees:"), ("- adults 20 €", "Members"), ("- retired 15 €", "adults 20 €"),
        ("- children 8 €", "Members"), ("- Guests 5 €", "Fees:"),
    ]  # fmt: skip


def test_a_passage_cut_in_a_list_has_no_first_item_for_all() -> None:
    """Cut out of its page it begins without its indent: the items behind are beside it, not under it."""
    text = "- adults 20 €\n\n  - children 8 €\n\n  - retired 15 €\n\n- Guests\n\n  - 5 €"
    assert [said for kind, _, said in parts(text) if kind == "item"] == ["", "", "", "", "Guests"]


def test_a_definition_that_holds_a_list_has_its_term() -> None:
    """Up to the list, which is one by itself."""
    text = "Loan\n    Three weeks.\n\n    Not for:\n\n    - maps\n\n    - discs"
    assert parts(text)[:2] == [
        ("entry", "Loan\n    Three weeks.", ""), ("list", "Not for:\n\n    - maps\n\n    - discs", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("1. Open.\n2. Wait.\n3. Close.", 3),
        ("Pièces :\n\n(a) un titre ;\n(b) une photo.", 2),
        ("Il faut :\n- un titre ;\n- une photo.", 2),
        ("Vous devez :\n\n1° déposer plainte ;\n\n2° garder les objets.", 2),
        ("1°) Couper l'eau.\n2°) Appeler.", 2),
        ("1/ Couper l'eau.\n2/ Appeler.", 2),
        ("1 - Couper l'eau.\n2 - Appeler.", 2),
        ("Le tarif est le même\n2 - 3 fois par an et\n4 - 5 fois par mois.", 0),
        ("Excluded:\nfloods\nstorms\nwar", 3),
        ("13.1 The form is sent in.\n\n13.2 The answer comes by post.", 0),
        ("He came in 12. She did not. It was said: nothing.\nThat was all they had to say about it.", 0),
    ],
)
def test_what_is_a_list(text: str, items: int) -> None:
    """Bullets, letters, steps and short lines under a colon; numbered paragraphs are prose."""
    assert sum(len(one.items) for one in listings(text)) == items


def test_a_definition_is_quoted_with_its_term() -> None:
    """A short entry is one unit; of a long one the first sentence has the term, the others as context."""
    short = "  -t, --list\n\t  List the contents. Members may be named."
    assert parts(short) == [("entry", short.strip(), "")]
    more = "It goes on with a sentence of some length. " * 12
    long = f"  -u\n     Update files.\n     {more.strip()}"
    assert parts(long)[0] == ("entry", "-u\n     Update files.", "")
    assert {(kind, context) for kind, _, context in parts(long)[1:]} == {("sentence", "-u")}


def test_code_is_a_block_with_the_line_that_introduces_it() -> None:
    """Its lines are kept, blank ones too, and no sentence is cut out of it."""
    text = "Run it so:\n\nfor x in a:\n\n    print(x); y. Z\n\nAfterwards it ends."
    code = (text.index("for"), text.index("\n\nAfter"))
    assert parts(text, code=(code,)) == [
        ("code", text[: code[1]], ""),
        ("sentence", "Afterwards it ends.", ""),
    ]


def test_rows_stand_under_the_headings_that_the_reader_found() -> None:
    """In the middle of a long table the first row is a row, not the header of those below it."""
    text = "A-7 | 3.00\nA-8 | 4.00"
    found = parts(text, rows=((0, len(text), "Prices\nArticle | Price"),))
    assert found == [("sentence", row, "Prices\nArticle | Price") for row in text.split("\n")]


@given(st.lists(_LINE, max_size=30))
def test_units_are_runs_of_the_text(lines: list[str]) -> None:
    """Every unit lies in the text, and only a list overlaps others: its items."""
    text = "\n".join(lines)
    found = units(text, "", Shape())
    assert all(0 <= unit.start < unit.end <= len(text) for unit in found)
    flat = sorted((unit.start, unit.end) for unit in found if unit.kind != "list")
    assert all(before[1] <= after[0] for before, after in pairwise(flat))


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> edge.Edge:
    folder = tmp_path_factory.mktemp("units")
    (folder / "guide.md").write_text(
        "# Gateway\n\n## Restart\n\nTo restart the gateway type:\n\n"
        "```\nctgw stop --wait 5\n\nctgw  start\n```\n\n"
        "## Papers for moving house\n\nHave these papers ready when you move house:\n\n- customer number\n"
        "- meter reading\n- new address\n\n## Errors\n\nE-104 means that the filter is blocked.\n\n"
        "E-105 means that the pump is dry.\n\nThe setting cache.max_age counts seconds.\n",
        encoding="utf-8",
    )
    session = edge.open(folder / "k.db")
    session.index([folder / "guide.md"])
    return session


def test_code_is_printed_to_be_copied(session: edge.Edge) -> None:
    """Line for line, without quotation marks and unwrapped, below the line that introduces it."""
    answer = session.ask("Which command restarts the gateway?")
    quote = (answer.citations or answer.candidates)[0]
    page = session.page_text("guide.md", None)
    assert [page[start:end] for start, end in quote.code] == ["ctgw stop --wait 5\n\nctgw  start"]
    shown = rendering.quote(quote, answer.question, "en", Style(False), 20)
    assert "    ctgw stop --wait 5" in shown and "    ctgw  start" in shown


def test_a_list_is_printed_item_by_item(session: edge.Edge) -> None:
    """The lead-in first, then a line for each item."""
    answer = session.ask("Which papers do I need to have ready when I move house?")
    quote = (answer.citations or answer.candidates)[0]
    shown = rendering.quote(quote, answer.question, "en", Style(False), None)
    assert shown[:4] == [
        "  Have these papers ready when you move house:",
        "  - customer number",
        "  - meter reading",
        "  - new address",
    ]


@pytest.mark.parametrize(
    ("typed", "text"),
    [("E-104", "filter"), ("e-105", "dry"), ("cache.max_age", "seconds"), ("--wait", "ctgw")],
)
def test_identifiers_are_found_as_typed(session: edge.Edge, typed: str, text: str) -> None:
    """Codes, dotted names and options are words of their own."""
    assert text in session.search(typed).results[0].text
    assert session.library.searcher.document_frequency([typed.lower()])[typed.lower()] == 1


def _said(text: str, shape: Shape) -> list[str]:
    return [text[unit.start : unit.end] for unit in units(text, "", shape) if unit.kind != "heading"]


def test_what_only_opens_a_paragraph_is_quoted_with_what_it_opens() -> None:
    """ "A1.", "Heating." and "Stolen card?" say nothing alone; nor does what stands behind them."""
    text = (
        "A1. You are covered in Europe. No longer.\n\nHeating. The dial is in the hall.\n\n"
        "Stolen card? Call 555 at once."
    )
    assert _said(text, Shape()) == [
        "A1. You are covered in Europe.", "No longer.", "Heating. The dial is in the hall.",
        "Stolen card? Call 555 at once.",
    ]  # fmt: skip


def test_rows_set_by_spaces_are_units_with_their_headings() -> None:
    """Each row by itself, as it stands, under the names of its columns; the line of names is no answer."""
    text = "Sizes\n  Size   Arm\n  S      17 cm\n  M      22 cm\nMeasure twice."
    shape = Shape(rows=((text.index("S  "), text.index("\nMeasure"), "Size | Arm"),))
    rows = [unit for unit in units(text, "", shape) if unit.row and not unit.kind]
    assert [text[unit.start : unit.end] for unit in rows] == ["S      17 cm", "M      22 cm"]
    assert {unit.context for unit in rows} == {"Size | Arm"}
    assert "Measure twice." in _said(text, shape)


def test_the_rule_below_a_heading_is_in_no_sentence() -> None:
    """ "-----" under "BATTERIES" belongs to it."""
    text = "BATTERIES\n---------\nFour of size AAA. They last a year."
    assert _said(text, Shape(headings=((0, 9),))) == ["Four of size AAA.", "They last a year."]


def test_options_without_blank_lines_are_entries_each() -> None:
    """ "-f" and what it does is one unit, though no blank line parts it from the next."""
    text = (
        "OPTIONS\n    -f\n        Says nothing.\n    -i\n        Asks first.\n"
        "    -n    Dry run.\n    -v    More."
    )
    found = [unit for unit in units(text, "", Shape(headings=((0, 7),))) if unit.kind == "entry"]
    said = [text[unit.start : unit.end].split() for unit in found]
    assert said == [
        ["-f", "Says", "nothing."],
        ["-i", "Asks", "first."],
        ["-n", "Dry", "run."],
        ["-v", "More."],
    ]


def test_a_row_set_by_spaces_is_shown_under_its_headings() -> None:
    """Its cells stand under the names of their columns, as those of a row between bars do."""
    quote = edge.records.Citation(
        source="cuff.txt", page=None, quote="S      17 cm", start=0, end=12, chunk=1, context="Size | Arm"
    )
    shown = rendering.quote(quote, "", "en", Style(False), None)
    assert [line.split("│") for line in shown[:2]] == [["  Size ", " Arm"], ["  S    ", " 17 cm"]]


def test_commands_below_the_line_that_announces_them_are_one_list() -> None:
    """A line of them that begins with a sign is one of them."""
    text = "Without hot-swap, via:\n\n  mdadm --remove it\n  poweroff\n  <replace it>\n  mdadm --add it"
    assert ("list", text, "") in parts(text)


def test_letters_go_on_after_z() -> None:
    """ "aa." is an item as "z." is: a list that is cut in two is quoted as if it were whole."""
    text = "y. `local' now honors -p.\n\nz. The `@a' variable.\n\naa. There is a new option.\n\nbb. The rest."
    assert [said for kind, said, _ in parts(text) if kind == "list"] == [text]


def test_a_stroke_parts_what_stands_above_it_from_what_stands_below() -> None:
    """A line that is nothing but a rule is in no quote."""
    text = "It will ask for all of it.\n  ______________________\nThe end of this page."
    assert [said for _, said, _ in parts(text)] == ["It will ask for all of it.", "The end of this page."]


def test_an_entry_holds_the_code_that_its_text_leads_up_to() -> None:
    """A short entry is whole with its example; of a long one the example is under the term."""
    short = "-c\n     Go on with a file. For instance:\n\n          get -c file\n\n"
    at = short.index("get -c")
    assert parts(short, code=((at, at + 11),)) == [("entry", short.strip(), "")]
    long = "-c\n     Go on. " + "It needs a server that can. " * 20 + "Say:\n\n          get -c file\n\n"
    at = long.index("get -c")
    found = parts(long, code=((at, at + 11),))
    assert found[0] == ("entry", "-c\n     Go on.", "")
    assert found[-1] == ("code", "Say:\n\n          get -c file", "-c")


def test_a_name_is_told_with_the_sentences_of_its_paragraph() -> None:
    """What to do about an error stands in the second; a long paragraph gives those that fit."""
    short = "E07\n\nThe sensor is open. Check the plug.\n\nE12\n\nThe bed is cold.\n\nThe lamp is red."
    assert [kind for kind, *_ in parts(short)] == ["entry", "entry", "sentence"]
    assert parts(short)[0][1] == "E07\n\nThe sensor is open. Check the plug."
    long = f"E07\n\nThe sensor is open. {'Check the plug. ' * 40}\n\nE12\n\nThe bed is cold."
    assert len(parts(long)[0][1]) <= 400 and parts(long)[1][0] == "sentence"


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("Serves 4.\n\n225 g butter\n4 eggs\na splash of cream\n1 1/2 lemons\n\nBeat it.", 4),
        ("1        28\n4        113\n8        227", 0),  # columns
        ("2 screws hold it.\n3 bolts hold that.\n4 pins hold these.", 0),  # sentences
        ("12 May\n2 screws", 0),
        ("Known problems\n\n- Printing fails. Workaround: print in batches", 1),
    ],
)
def test_lists_without_a_line_that_announces_them(text: str, items: int) -> None:
    """Lines of a paragraph that count things are a list, as a recipe has one; one bullet is an item."""
    assert sum(len(one.items) for one in listings(text)) == items


def test_an_item_by_itself_is_quoted_whole() -> None:
    """What is said in two sentences behind one bullet belongs together."""
    text = "Known problems\n\n- Printing fails. Workaround: print in batches\n\nMore text follows here."
    assert "- Printing fails. Workaround: print in batches" in [
        text[u.start : u.end] for u in units(text, "", Shape())
    ]
