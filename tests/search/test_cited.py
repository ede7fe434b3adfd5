from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from documents import jsonl, pdf

import edge
from edge.errors import UsageError

MANUAL = """# Pump

## Start

Open the valve. Then press
the green key.

Wait a minute.

## Stop

Press the red key.
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[edge.Edge]:
    place = tmp_path_factory.mktemp("docs")
    (place / "manual.md").write_text(MANUAL, encoding="utf-8")
    (place / "manual.md.txt").write_text("Another text.\n", encoding="utf-8")
    pdf(place / "rules of play.pdf", ["Touch it, move it.", "The gong is struck at noon."])
    jsonl(place / "list.jsonl", [("odd · name: 3.pdf", 1, "One."), ("odd · name: 3.pdf", 7, "Seven.")])
    with edge.open(place / "k.db", settings=edge.Settings()) as opened:
        opened.index([place])
        yield opened


@pytest.mark.parametrize(
    ("citation", "page", "text"),
    [
        ("rules of play.pdf · page 2 · rules of play", 2, "The gong is struck at noon."),
        ("rules of play.pdf:2", 2, "The gong is struck at noon."),
        ("rules of play.pdf#page=2", 2, "The gong is struck at noon."),
        ("rules page 1", 1, "Touch it, move it."),
        ("rules of play.pdf", 1, "Touch it, move it."),
        ("odd · name: 3.pdf · page 7", 7, "Seven."),
        ("odd · name: 3.pdf:7", 7, "Seven."),
        ("manual.md:5", None, "Open the valve. Then press\nthe green key."),
        ("manual.md · lines 5 to 6 · Pump > Start", None, "Open the valve. Then press\nthe green key."),
        (
            "manual.md · lignes 6 à 8",
            None,
            "Open the valve. Then press\nthe green key.\n\nWait a minute.",
        ),
        ("manual.md · ligne 8", None, "Wait a minute."),
        ("manual.md · Pump > Stop", None, "Stop\n\nPress the red key."),
        (
            "manual.md · Pump > St…",
            None,
            "Start\n\nOpen the valve. Then press\nthe green key.\n\nWait a minute.",
        ),
        ("manual.md · Pump > Sto…", None, "Stop\n\nPress the red key."),
        ("manual.md.txt", None, "Another text."),
    ],
)
def test_a_citation_is_found(session: edge.Edge, citation: str, page: int | None, text: str) -> None:
    """As edge prints it, shorter, by part of a name, by line or section where there are no pages."""
    found = session.library.cited(citation)
    assert (found.page, found.text) == (page, text)
    assert session.page_text(found.source, found.page)[found.start : found.end] == text


def test_every_printed_citation_opens(session: edge.Edge) -> None:
    """What an answer cites leads back to the very words of its quote."""
    for question in ("What does the red key do?", "When is the gong struck?"):
        answer = session.ask(question)
        for citation in [*answer.citations, *answer.candidates]:
            place = citation.source if citation.page is None else f"{citation.source} · page {citation.page}"
            found = session.library.cited(place, citation.quote)
            assert found.quote == (citation.start, citation.end)


def test_a_quote_and_the_paragraphs_around_it(session: edge.Edge) -> None:
    """Spaces, line ends and quotation marks of a copied quote do not count; paragraphs are whole."""
    quote = " “Then   press the green key.” "
    found = session.library.cited("manual.md", quote)
    assert found.text == "Open the valve. Then press\nthe green key." and found.lines == (5, 6)
    assert found.quote is not None
    assert session.page_text("manual.md", None)[slice(*found.quote)] == "Then press\nthe green key."
    wide = session.library.cited("manual.md", quote, 1)
    assert wide.text.startswith("Start") and wide.text.endswith("Wait a minute.") and wide.lines == (3, 8)
    assert session.library.cited("manual.md", quote, 99).text == session.page_text("manual.md", None).strip(
        "\n"
    )
    assert session.library.cited("rules", "struck at noon").page == 2


@pytest.mark.parametrize(
    ("citation", "quote"),
    [("nothing.pdf", ""), ("rules of play.pdf:9", ""), ("manual.md:99", ""), ("manual.md", "not there"),
     ("rules of play.pdf:1", "struck at noon"), ("", ""), ("a" * 5_000, ""), ("manual.md", "x " * 50_000)],
)  # fmt: skip
def test_what_is_not_there_is_a_usage_error(session: edge.Edge, citation: str, quote: str) -> None:
    """No document, page, line or quote: said, with what there is."""
    with pytest.raises(UsageError) as refused:
        session.library.cited(citation, quote)
    assert refused.value.hint


def test_the_file_of_a_document(session: edge.Edge) -> None:
    """Its path as it was recorded; a document of a list has none of its own."""
    assert Path(session.library.cited_file("manual.md").path.decode()).read_text(encoding="utf-8") == MANUAL
    assert not session.library.cited_file("odd · name: 3.pdf").alone


def test_a_page_of_a_document_without_pages_is_refused(session: edge.Edge) -> None:
    """ "page 9" is no line 9: the message says that there are no pages."""
    with pytest.raises(UsageError, match="has no pages"):
        session.library.cited("manual.md · page 9")
