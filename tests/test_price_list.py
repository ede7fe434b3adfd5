"""One price in a table of twenty pages: found, said under its columns, and told from what is not listed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pdf_pages import price, price_list

import edge
from edge.cli.ask import rendering
from edge.cli.terminal.style import Style


@pytest.fixture(scope="module", params=["ruled", "without rules"])
def prices(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[edge.Edge]:
    """A knowledge base of a price list of 20 pages and 800 articles: ruled, with its header on every page, or
    without any rule, with its header on the first.
    """
    folder = tmp_path_factory.mktemp("prices")
    ruled = request.param == "ruled"
    price_list(folder / "prices.pdf", 20, ruled=ruled, repeated=ruled)
    with edge.open(folder / "k.db", settings=edge.Settings()) as session:
        session.index([folder / "prices.pdf"])
        yield session


@pytest.mark.parametrize("article", [1077, 1000, 1799])
def test_the_price_of_one_article(prices: edge.Edge, article: int) -> None:
    """The row is the first quote, on its page."""
    answer = prices.ask(f"What is the price of article A-{article}?", engine="lexical")
    first = (answer.citations or answer.candidates)[0]
    assert f"A-{article} |" in first.quote
    assert price(article - 1000) in first.quote
    assert first.page == (article - 1000) // 40 + 1
    if first.context.endswith("Price in EUR"):
        assert not answer.abstained


def test_rows_stand_under_the_header_of_the_first_page(prices: edge.Edge) -> None:
    """What an engine is given to read has the column headings on every page, printed there or not."""
    passages = prices.library.searcher.passages("article A-1799", 3)
    assert {passage.page for passage in passages} != {1}
    for passage in passages:
        (table,) = passage.structure.tables
        assert table.context.split("\n")[-1] == "Article | Description | Price in EUR"


def test_the_row_is_printed_within_the_terminal(prices: edge.Edge) -> None:
    """Under its headings where there is room, one heading a line where there is not."""
    answer = prices.ask("What is the price of article A-1007?", engine="lexical")
    for width in (80, 34):
        lines = rendering.lines(answer, Style(False), width, quiet=True)
        assert max(map(len, lines[:-1])) <= width
        assert any("Price in EUR" in line for line in lines)
        assert any(price(7) in line for line in lines)
    assert any(line.split() == ["Price", "in", "EUR", price(7)] for line in lines)
