"""Headings that only their lines show: which numbers an article may have."""

from __future__ import annotations

import pytest

from edge.indexing.readers import plain_text
from edge.indexing.structure.set_headings import completed


def headings(text: str) -> list[str]:
    """Of a text of these paragraphs, with something under each."""
    return [heading.text for heading in completed(plain_text.read(text.encode(), "a.txt")).pages[0].headings]


@pytest.mark.parametrize(
    "head",
    [
        "Article 1er", "Article 4 bis", "Article 12 ter", "Article L. 311-3", "Article L311-3-1",
        "Article R*. 12-4", "Article 1240", "Art. 5 quater - Délais", "ARTICLE 3 BIS", "Annexe II", "§ 7",
        "Clause 4.2 Termination", "Schedule B", "Section 1983",
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
