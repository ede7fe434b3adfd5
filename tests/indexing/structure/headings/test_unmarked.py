"""Headings that only their lines show: which numbers an article may have."""

from __future__ import annotations

import pytest

from edge.indexing.readers import plain_text
from edge.indexing.structure.headings.unmarked import with_headings


def headings(text: str) -> list[str]:
    """Of a text of these paragraphs, with something under each."""
    return [
        heading.text for heading in with_headings(plain_text.read(text.encode(), "a.txt")).pages[0].headings
    ]


@pytest.mark.parametrize(
    "head",
    [
        "Article 1er", "Article 4 bis", "Article 12 ter", "Article L. 311-3", "Article L311-3-1",
        "Article R*. 12-4", "Article 1240", "Art. 5 quater - Délais", "ARTICLE 3 BIS", "Annexe II", "§ 7",
        "Clause 4.2 Termination", "Schedule B", "Section 1983", "Résolution n° 4 – Ravalement",
        "Annexe nº 2 : Plans", "Deuxième résolution – Quitus au syndic", "2ème résolution : Quitus",
        "1ere partie", "Article No. 7 - Repairs",
    ],
)  # fmt: skip
def test_an_article_may_be_numbered_in_many_ways(head: str) -> None:
    """As codes and amended laws number them: each is a heading of its own, not text of the one before."""
    text = f"Article 2\n\nThe pump is checked once a year.\n\n{head}\n\nThe lamp is checked every month.\n"
    assert headings(text) == ["Article 2", head]


@pytest.mark.parametrize(
    "sentence",
    [
        "Article 4 bis applies to pumps that were sold before the first of March.",
        "Article L. 311-3 does not apply here;",
        "Articles 4 and 5 are repealed.",
        "Section 12345 of the register names the owner.",
    ],
)
def test_a_sentence_that_opens_with_an_article_is_none(sentence: str) -> None:
    """It speaks of the article; what follows is not under it."""
    text = (
        f"Article 2\n\nThe pump is checked once a year.\n\n{sentence}\n\nThe lamp is checked every month.\n"
    )
    assert headings(text) == ["Article 2"]


def test_a_sentence_behind_a_title_is_not_of_it() -> None:
    """ "Article 1 – Nom. Il est fondé …" opens its text: only the title names the section, however the
    sentence ends.
    """
    statutes = (
        "Article 1 – Nom. Il est fondé une association régie par la loi de 1901.\n\n"
        "Article 2 – Siège. Il est fixé à Dijon, dans la rue des Forges, et peut être déplacé.\n\n"
        "Article 3 – Durée. Elle est de 99 ans.\n"
    )
    assert headings(statutes) == ["Article 1 – Nom", "Article 2 – Siège", "Article 3 – Durée"]


@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize(
    "labels",
    [
        ("1 - ", "2 - ", "3 - "), ("I – ", "II – ", "III – "), ("A - ", "B - ", "C - "),
        ("1° ", "2° ", "3° "), ("1°) ", "2°) ", "3°) "), ("1/ ", "2/ ", "3/ "),
        ("I. ", "II. ", "III. "), ("3. ", "4. ", "5. "),
    ],
)  # fmt: skip
def test_a_title_may_be_numbered_as_the_french_do(labels: tuple[str, ...], between: str) -> None:
    """Behind a dash, a degree sign, a stroke; by Roman numbers and by letters that count on, alone or right
    above the text. A count that begins in the middle is one of a list, where nothing sets it apart.
    """
    titles = ("Objet", "Cotisation annuelle", "Réunions du bureau")
    texts = ("Le club est ouvert à tous.", "Elle est due le 31 mars.", "Il siège tous les trois mois.")
    said = [f"{label}{title}" for label, title in zip(labels, titles, strict=True)]
    found = headings("\n\n".join(f"{one}{between}{text}" for one, text in zip(said, texts, strict=True)))
    assert found == ([] if labels[0] == "3. " and between == "\n" else said)


def levels(text: str) -> list[tuple[int, str]]:
    """Headings with their rank among those of the text."""
    (page,) = with_headings(plain_text.read(text.encode(), "a.txt")).pages
    ranks = sorted({heading.level for heading in page.headings})
    return [(ranks.index(heading.level), heading.text) for heading in page.headings]


def test_subsections_of_a_manual_page_need_no_blank_line() -> None:
    """Below the name of their section, or below a table: what stands by three columns names what follows."""
    text = (
        "PUMP(3)          Library Functions Manual          PUMP(3)\n\nDESCRIPTION\n"
        "       Two functions start a pump.\n              │ a+ │ slow │\n   popen()\n"
        "       Opens the valve, then\n       starts.\n\nNOTES\n   Of the maker\n       It turns left.\n\n"
        "       One paragraph\n   more.\n"
    )
    assert levels(text) == [
        (0, "PUMP(3)"), (1, "DESCRIPTION"), (2, "popen()"), (1, "NOTES"), (2, "Of the maker"),
    ]  # fmt: skip


def test_an_underlined_title_may_have_two_lines() -> None:
    """Both are the title; the paragraph above one line of its own is none."""
    text = (
        "1. Why?\n~~~~~~~\nBecause it is so.\n\n2. Why doesn't the pump find the valves of the file and\n"
        "   does not start?\n~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\nAppend delay=10.\n"
    )
    title = "2. Why doesn't the pump find the valves of the file and does not start?"
    assert [name for _, name in levels(text)] == ["1. Why?", title]


def test_titles_left_of_an_indented_text_name_it() -> None:
    """As browsers of text write a page: the further out, the higher; questions too, but no sentence."""
    body = "   The pump is switched on by hand\n   and off by itself.\n\n"
    text = (
        f"Before you start\n\n  Is the pump on?\n\n{body}  Don't touch it\n\n{body}"
        f"After that\n\n{body}  See below.\n\n{body}"
    )
    assert levels(text) == [
        (0, "Before you start"), (1, "Is the pump on?"), (1, "Don't touch it"), (0, "After that"),
    ]  # fmt: skip


def test_two_lines_further_out_are_no_outline() -> None:
    """Of a text in which hardly any line stands further out than its paragraphs, nothing is told by that."""
    body = "   the pump is switched on by hand\n   and off by itself.\n\n"
    assert levels(f"the pump's own words?\n\n{body}{body}and then?\n\n{body}") == []


def test_a_number_and_a_title_right_above_an_indented_text_name_it() -> None:
    """As policies and terms are typed: "3. Claims", and below it what is said of claims, further in."""
    text = (
        "1. What is insured\n   Furniture and clothes.\n\n"
        "2. What is not insured\n   (a) Wear and tear.\n   (b) Money over 300 pounds.\n\n"
        "3. Claims\n   A loss must be reported within 14 days. Theft must also be\n"
        "   reported to the police.\n"
    )
    assert headings(text) == ["1. What is insured", "2. What is not insured", "3. Claims"]


def test_steps_whose_lines_go_on_further_in_are_no_headings() -> None:
    """Items of a list: no blank line stands between them, or their second line goes on in their sentence."""
    steps = (
        "1. Open the lid\n   Lift the handle.\n2. Fill the tank\n   Use clean water.\n3. Close it\n   Push.\n"
    )
    assert headings(steps) == []
    wrapped = (
        "1. Open the lid by the blue\n   handle\n\n2. Fill the tank with clean\n   water\n\n3. Close\n   it\n"
    )
    assert headings(wrapped) == []


MINUTES = """Present: A. Okafor, J. Lindqvist.

1. Accounts
The treasurer reported a balance of 4,312.60.

2. Water
The standpipe leaks. Hoses may not be used in June,
July and August.

3. Next meeting
Thursday 14 May 2026 at 19:30 in the hut.
"""


def test_numbered_titles_right_above_a_sentence_name_it() -> None:
    """As minutes have them; where one number is missing, or a line is the first of a wrapped item, they are
    none.
    """
    assert headings(MINUTES) == ["1. Accounts", "2. Water", "3. Next meeting"]
    assert headings(MINUTES.replace("2. Water", "7. Water")) == []
    wrapped = (
        "1. Lift the lid and then\nPull the lever down.\n\n2. Wait\nfor the lamp.\n\n3. Close\nthe lid.\n"
    )
    assert headings(wrapped) == []


def test_an_article_right_above_its_text_is_its_section() -> None:
    """ "ARTICLE 1. DRIVER" and "Article 8 – Fires" name the text on the next line; a sentence that begins so
    does not.
    """
    text = (
        "ARTICLE 1. DRIVER\n1.1 The driver is 21.\n\nARTICLE 2. RETURN\nBefore noon.\n\n"
        "Article 8 – Fires\nFires are forbidden.\n\nArticle 9 – of the old act – was\nrepealed in 1990.\n"
    )
    (page,) = with_headings(plain_text.read(text.encode(), "hire.txt")).pages
    assert [heading.text for heading in page.headings] == [
        "ARTICLE 1. DRIVER",
        "ARTICLE 2. RETURN",
        "Article 8 – Fires",
    ]


def test_options_of_a_manual_page_are_no_sections() -> None:
    """ "-f" above what it does is an option wherever its column is."""
    text = (
        "ASH(1)      Commands      ASH(1)\n\nOPTIONS\n    -f\n        Says nothing.\n    -i\n        Asks.\n"
    )
    (page,) = with_headings(plain_text.read(text.encode(), "ash.txt")).pages
    assert [heading.text for heading in page.headings] == ["ASH(1)", "OPTIONS"]


def test_a_division_may_be_underlined() -> None:
    """The rule below "Section A - Words" is none of its words."""
    text = (
        "Section A - Words we use\n========================\n\nExcess: what you pay.\n\nThe rest is ours.\n"
    )
    assert headings(text) == ["Section A - Words we use"]


def test_a_title_stands_above_its_first_clause() -> None:
    """ "2. What you may do" right above "2.1 A single licence …" is the title of the clauses below it."""
    titles = ["1. What this covers", "2. What you may do", "3. What you may not do"]
    text = "".join(
        f"{title}\n{n}.1 This covers the pump and its files.\n{n}.2 It covers no lamp.\n\n"
        for n, title in enumerate(titles, 1)
    )
    assert headings(text) == titles


def test_titles_right_above_their_text_are_headings() -> None:
    """In capitals or of few words, where there are three; lines of an address, and one alone, are none."""
    said = "It is emptied on Tuesdays, and the lid has to be closed so that no rain gets into it."
    for titles in (["RUBBISH", "THE GARDEN", "WHO TO RING?"], ["Black bin", "Garden waste", "Large things"]):
        text = "".join(f"{title}\n{said}\n\n" for title in titles)
        assert headings(text) == titles
        assert headings(f"{titles[0]}\n{said}\n\n{said}\n") == []
    address = "Mrs Maud Pardoe\n3 Mill Lane\nNetherby\n\n"
    assert headings(address * 4) == []


def test_a_numbered_question_stands_right_above_its_answer() -> None:
    """In an FAQ a number and a question mark make a heading of a line, however long, without a blank line
    below it; a numbered statement there is none.
    """
    why = (
        "3.5  I need to change the font to make it work with my program. It is a lot of work, and dear. "
        "Somebody else would only have to copy it from then on. May I restrict its use in other programs?"
    )
    text = "".join(
        f"{line}\n\n"
        for line in (
            "3  CHANGING FONTS",
            "3.1  May I change them?\nYes, as long as you keep the licence.",
            f"{why}\nNo. Whoever has it may pass it on.",
            "3.6  Must I publish them?\nNo, but consider it.",
            "3.7 The rest is as above\nand nobody asks.",
        )
    )
    assert [title for title in headings(text) if title.startswith("3.")] == [
        "3.1 May I change them?", " ".join(why.split()), "3.6 Must I publish them?",
    ]  # fmt: skip


def test_a_field_of_a_letter_is_no_title() -> None:
    """ "Owner: foo@example.com" stands left of the text as the titles do, and names nothing."""
    text = "\n\n".join(
        f"{title}\n\n   What it is for is told here, in a line\n   and another one."
        for title in ("Claiming ownership", "Owner: foo@example.com", "Source package", "Source: foo", "Tags")
    )
    assert headings(text) == ["Claiming ownership", "Source package", "Tags"]


def test_numbered_titles_count_on() -> None:
    """Right above their text, some of it a list; the items of minutes by the year and a number."""
    leaflet = (
        "1. In the box\nThe lock, a key and two badges.\n\n2. Before you buy, check\n- a door of 38 mm;\n"
        "- a free handle.\n\n3. Fitting\nLeave the door open for as long as it takes.\n"
    )
    assert headings(leaflet) == ["1. In the box", "2. Before you buy, check", "3. Fitting"]
    minutes = "\n\n".join(
        f"24/{number} {title}\nIt was resolved to do nothing about it before the summer is over."
        for number, title in enumerate(("Apologies", "Finance", "Allotments"), 31)
    )
    assert headings(minutes) == ["24/31 Apologies", "24/32 Finance", "24/33 Allotments"]


def test_steps_are_no_titles() -> None:
    """Numbered lines above short ones are the items of a list."""
    assert headings("1. Flour\nSift it\n\n2. Eggs\nBeat them\n\n3. Milk\nWarm it\n") == []


def test_titles_of_several_numbers_count_on() -> None:
    """Sections of a chapter right above their text begin anew in the next chapter; below one a list may
    stand. Minutes may have the number before the year.
    """
    text = "\n\n".join(
        f"{title}\n{below}"
        for title, below in (
            ("2.1 Leaks", "We pay for the damage that water does."),
            ("2.2 Theft", "We pay where a door was forced."),
            ("4.1 Time limits", "Tell us within five days."),
            ("4.2 What you must do", "1. Limit the damage.\n2. Go to the police."),
            ("4.3 Payment", "We pay within a fortnight."),
        )
    )
    assert headings(text) == [
        "2.1 Leaks", "2.2 Theft", "4.1 Time limits", "4.2 What you must do", "4.3 Payment"
    ]  # fmt: skip
    minutes = "\n\n".join(
        f"{number}/25 {title}\nIt was resolved to do nothing about it before the summer is over."
        for number, title in enumerate(("Apologies", "Finance", "Allotments"), 112)
    )
    assert headings(minutes) == ["112/25 Apologies", "113/25 Finance", "114/25 Allotments"]


def test_numbers_that_do_not_count_on_are_no_titles() -> None:
    """Versions, prices and pieces begin with such numbers as well."""
    text = "\n\n".join(
        f"{title}\nThis line says a thing or two about what is above it."
        for title in ("3.7 Gouda", "9.2 Brie", "12.5 Comte")
    )
    assert headings(text) == []


def test_titles_of_several_numbers_need_no_blank_lines() -> None:
    """Rules of a house and leases set their sections one below the other; two are enough."""
    text = (
        "I - HOURS\n1.1 Working hours\nWork begins at 8 and ends at 4.\n1.2 Lateness\n"
        "Whoever is late tells the foreman.\n\nII - SAFETY\n2.1 Tobacco\nNobody smokes indoors.\n"
    )
    assert [title for title in headings(text) if title[0].isdecimal()] == [
        "1.1 Working hours", "1.2 Lateness", "2.1 Tobacco"
    ]  # fmt: skip
    lease = (
        "CLAUSE 5. NOTICE\n5.1 By the tenant\nA month will do.\n"
        "5.2 By the landlord\nThree months are needed.\n"
    )
    assert headings(lease)[-2:] == ["5.1 By the tenant", "5.2 By the landlord"]
    wrapped = "It is filled to a level of\n2.1 Metres in the summer and of\n2.2 Metres in the winter of it.\n"
    assert headings(wrapped) == []
