from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.engines.units import shape_of, units
from edge.indexing.readers import plain_text
from edge.indexing.structure.headings.clauses import clauses
from edge.indexing.structure.headings.unmarked import with_headings
from edge.indexing.structure.sections import outline
from edge.indexing.structure.text_lines import text_lines
from edge.records.passage import Passage, Structure

LICENCE = """\
   1. Definitions. "Work" shall mean the work of authorship that is made available
      under this License.

   2. Grant of Copyright License. Subject to the terms of this License, each
      Contributor hereby grants to You a perpetual licence.

   3. Limitation of Liability and Warranty for
      Loss. In no event shall anybody be liable.
"""


def titles(text: str) -> list[str]:
    return [clause.title for clause in clauses([text_lines(text)])]


def test_clauses_with_their_titles_in_front() -> None:
    """What a clause is called stands before its first sentence, and may go on in the next line."""
    assert titles(LICENCE) == [
        "1. Definitions",
        "2. Grant of Copyright License",
        "3. Limitation of Liability and Warranty for Loss",
    ]


def test_a_title_that_ends_as_a_sentence_does() -> None:
    """`0. Definitions.` on a line of its own, one left out between two, and clauses of clauses."""
    text = "\n\n".join(
        f"  {label}. {title}.\n\n  It says what it says, for as long as it does."
        for label, title in [("0", "Definitions"), ("1", "Source Code"), ("3", "Use with Other Works")]
    )
    assert titles(text) == ["0. Definitions", "1. Source Code", "3. Use with Other Works"]
    nested = "\n\n".join(
        f"4.{n} {title}: The fee is due." for n, title in enumerate(("Fees", "Taxes", "Delay"), 1)
    )
    assert titles(nested) == ["4.1 Fees", "4.2 Taxes", "4.3 Delay"]


@pytest.mark.parametrize(
    "text",
    [
        "1. Open the tap. Wait.\n\n2. Empty the pump. Dry it.\n\n3. Close the tap. Go.",
        "1. Definitions. One.\n\n2. Grant. Two.",
        "4. Definitions. One.\n\n9. Grant. Two.\n\n20. Patents. Three.",
        "1. Tea: 3.00\n\n2. Coffee: 2.00\n\n3. Milk: 1.00",
    ],
)
def test_steps_and_values_are_none(text: str) -> None:
    """Steps begin with a capital too, but go on small; three at least must count on from nought or one."""
    assert titles(text) == []


def test_what_a_clause_says_is_quoted_without_its_title() -> None:
    """The title is a heading and the sentence behind it is none: it is what answers."""
    (page,) = with_headings(plain_text.read(LICENCE.encode(), "a.txt")).pages
    assert [section.heading for section in outline([page]).sections][1] == "2. Grant of Copyright License"
    sections = [(heading.start, heading.text) for heading in page.headings]
    passage = Passage(
        chunk=1, source="a.txt", page=1, start=0, end=len(page.text), text=page.text,
        structure=Structure(sections=sections),
    )  # fmt: skip
    found = {page.text[unit.start : unit.end]: unit.kind for unit in units(page.text, "", shape_of(passage))}
    assert found["2. Grant of Copyright License."] == "heading"
    assert any(said.startswith("Subject to the terms") and not kind for said, kind in found.items())


@given(st.lists(st.text('1.0 aA:\n–"', max_size=40), max_size=5))
def test_any_text_is_read(pages: list[str]) -> None:
    """Whatever is written, a clause lies on its page and names what stands there."""
    for clause in clauses([text_lines(page) for page in pages]):
        assert pages[clause.page][clause.start].isdecimal()


STATUTES = "\n\n".join(
    f"Article {n} – {title}. {text}"
    for n, (title, text) in enumerate(
        [
            ("Nom", "Elle s'appelle Les Mains vertes."),
            ("Cotisation", "Elle est de 24 euros par an."),
            ("Perte de la qualité de membre", "Elle se perd par écrit."),
        ],
        4,
    )
)
RULES = "\n\n".join(
    f"Art. {n} - {text}"
    for n, text in enumerate(
        ["Tirage à 9 h. On attend.", "Un joueur a une minute pour lancer.", "Tenue. Chaussures fermées."], 1
    )
)


def test_an_article_that_begins_the_paragraph_of_its_text() -> None:
    """It is a section, from whatever number on; with its title where most have one, which is then no part of
    what it says.
    """
    assert titles(STATUTES) == [
        "Article 4 – Nom", "Article 5 – Cotisation", "Article 6 – Perte de la qualité de membre",
    ]  # fmt: skip
    assert titles(RULES) == ["Art. 1", "Art. 2", "Art. 3"]


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        (STATUTES, ["Elle est de 24 euros par an."]),
        (RULES, ["Tirage à 9 h.", "Un joueur a une minute pour lancer."]),
    ],
)
def test_what_an_article_says_can_be_quoted(text: str, quotes: list[str]) -> None:
    """Its first sentence too, without the number in front of it."""
    (page,) = with_headings(plain_text.read(text.encode(), "a.txt")).pages
    sections = [(heading.start, heading.text) for heading in page.headings]
    passage = Passage(
        chunk=1, source="a.txt", page=1, start=0, end=len(text), text=page.text,
        structure=Structure(sections=sections),
    )  # fmt: skip
    said = [page.text[unit.start : unit.end] for unit in units(page.text, "", shape_of(passage))]
    assert set(quotes) <= set(said)


@pytest.mark.parametrize(
    "text",
    [
        "Article 4 applies here. One.\n\nArticle 5 does not. Two.\n\nArticle 6 may. Three.",
        "Article 4 – Rent. It is due.\n\nArticle 5 – Term. One year.",
        "Article 4 – Rent. It is due.\n\nArticle 9 – Term. One year.\n\nArticle 30 – End. Then.",
    ],
)
def test_sentences_about_articles_are_none(text: str) -> None:
    """An article is told from what is said of one by the mark behind its number, and by two others beside."""
    assert titles(text) == []
