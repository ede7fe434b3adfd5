"""Sections of plain texts as governance pages, licences and courses set them."""

from __future__ import annotations

from edge.indexing.readers import plain_text
from edge.indexing.structure.headings.unmarked import with_headings

_TEXT = "The council is elected for one year by all members,\nand by nobody else."


def _titles(text: str) -> list[str]:
    (page,) = with_headings(plain_text.read(text.encode(), "a.txt")).pages
    return [heading.text for heading in page.headings]


def test_sections_of_a_manual_page_that_are_not_in_capitals() -> None:
    """At the margin a line above text is a section; in the text's own column some words above a paragraph of
    it are a subsection. A term above its description, an option and a sentence are none.
    """
    page = (
        "RULES(1)                  Reference Guide                  RULES(1)\n\n"
        "NAME\n       rules - how we decide\n\n"
        "Mandate\n       The council shall keep the language stable and\n       whole.\n\n"
        "       Term of office\n\n       The council is elected for one year by all of\n       us.\n\n"
        "       Removal\n\n       Members may resign their position at any time.\n\n"
        "       --dry-run\n\n       Shows what would be done, and does nothing of it\n       at all.\n\n"
        "       verbose\n              Tells more than that.\n"
    )
    assert _titles(page) == ["RULES(1)", "NAME", "Mandate", "Term of office", "Removal"]


def test_an_article_alone_on_its_line_has_its_whole_title() -> None:
    """ "Section 1 – Definitions." is a title though a full stop ends it, also one of many words; "Art. 2 - A
    player has a minute." is what the article says.
    """
    names = ["Definitions.", "Scope.", "Disclaimer of Warranties and Limitation of Liability."]
    text = "\n\n".join(f"Section {n} – {name}\n\n{_TEXT}" for n, name in enumerate(names, 1))
    assert _titles(text) == [f"Section {n} – {name}" for n, name in enumerate(names, 1)]
    rules = "\n\n".join(f"Art. {n} - A player has {n} minutes to play." for n in range(1, 5))
    assert _titles(rules) == [f"Art. {n}" for n in range(1, 5)]


def test_lessons_below_a_rule() -> None:
    """A lesson is a section though a rule stands right above it; the numbered steps below it are none, and
    the words in a box of signs neither.
    """
    lessons = "\n\n".join(
        f"{'~' * 60}\n                 Lesson 1.{n} : {name}\n\n"
        "  1. Move the cursor to the line below.\n\n"
        "  2. To delete a character type : x\n\n"
        "  3. Repeat the steps until the sentence is right."
        for n, name in enumerate(["MOVING", "DELETING", "UNDOING"], 1)
    )
    text = f"{'=' * 60}\n=   W e l c o m e  to  the  t u t o r =\n{'=' * 60}\n\n{_TEXT}\n\n\n{lessons}\n"
    assert _titles(text) == ["Lesson 1.1 : MOVING", "Lesson 1.2 : DELETING", "Lesson 1.3 : UNDOING"]


def test_titles_set_in_as_far_as_the_articles() -> None:
    """Where articles are set further in than their text, so is a title without a number."""
    text = "A LICENCE\n\n\n    Preamble\n\n" + _TEXT + "\n\n" + "\n\n".join(
        f"    Article {n} - {name}\n\n{_TEXT}" for n, name in enumerate(["SCOPE", "TERM", "LAW"], 1)
    )  # fmt: skip
    assert "Preamble" in _titles(text)


def test_a_plural_is_no_division() -> None:
    """ "Exercises:" is not the exercise S."""
    assert not _titles(f"{_TEXT}\n\nExercises:\nThe first is short, and the second is not that short.\n")


def test_an_article_right_above_its_clauses() -> None:
    """ "Article 1  The stable" and "Article 1 The stable" above "1.1 The Yard …" are titles; a sentence that
    begins with the article it speaks of is none.
    """
    clauses = "\n\n".join(
        f"Article {n}{gap}{name}\n{n}.1  The owner keeps the\n     key.\n{n}.2  No other is made."
        for n, (gap, name) in enumerate([("  ", "The stable"), (" ", "The school"), ("  ", "Health")], 1)
    )
    assert _titles(clauses) == ["Article 1 The stable", "Article 2 The school", "Article 3 Health"]
    wrapped = "Article 4 The owner of the gate shall give\nMr. Apsley the key before he leaves the yard."
    assert "Article 4 The owner of the gate shall give" not in _titles(wrapped)


def test_what_a_paragraph_announces_is_no_title() -> None:
    """A short line below "in the following form:" is that form; below a title with a colon it is a title."""
    form = "The class is a string of the maker's and the model's\nnames in the following form:"
    assert not _titles(f"{form}\n\nMaker-Model\n\n{_TEXT}\n")
    assert _titles(f"Part one:\n\nMaker and model\n\n{_TEXT}\n") == ["Maker and model"]


def test_titles_between_rules_and_with_brackets() -> None:
    """A title between two rules is one; so are capitals among others with small letters in brackets."""
    rule = "-" * 50
    items = "\n\n".join(
        f"{n}. {name}\nThe council took note of what was said about this at length."
        for n, name in (
            (21, "APOLOGIES"),
            (22, "PUBLIC TIME (15 minutes)"),
            (23, "FINANCE"),
            (24, "PLANNING"),
        )
    )
    titles = _titles(f"{_TEXT}\n\n{rule}\nMeeting of Monday 12 January\n{rule}\n\n{_TEXT}\n\n{items}\n")
    assert titles[0] == "Meeting of Monday 12 January" and "22. PUBLIC TIME (15 minutes)" in titles
