"""Several knowledge bases as one: the same pages in the same order, and each citation names its base."""

from __future__ import annotations

from pathlib import Path

import pytest

import edge
from edge.errors import KnowledgeError, UsageError

# In each base alone other words are rare than in both together.
NORTH = {
    f"n{number}.md": f"# North {number}\n\nThe valve of line {number} is closed at night."
    for number in range(8)
}
NORTH |= {"README.md": "# Pump north\n\nThe pump of the north plant runs at 4 bar."}
SOUTH = {
    f"s{number}.md": f"# South {number}\n\nThe pump of hall {number} is oiled in May." for number in range(8)
}
SOUTH |= {
    "README.md": '# Valve south\n\nThe valve of the south plant opens at 9 bar. It is "tested twice" a year.'
}
QUERIES = [
    "valve",
    "pump",
    "pump bar",
    "valve bar",
    "oiled",
    "closed at night",
    '"tested twice"',
    "plant",
    "xyzzy",
]


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """The north, the south, and one base of both."""
    top = tmp_path_factory.mktemp("bases")
    made = []
    for name, folders in (("north", ["north"]), ("south", ["south"]), ("all", ["north", "south"])):
        for folder, texts in (("north", NORTH), ("south", SOUTH)):
            for file, text in texts.items():
                (top / folder).mkdir(exist_ok=True)
                (top / folder / file).write_text(text, encoding="utf-8")
        made.append(top / f"{name}.db")
        with edge.open(made[-1], settings=edge.Settings()) as session:
            # Several bases are searched by words, so that is what they are compared with.
            session.index([top / folder for folder in folders], vectors=False)
    return made[0], made[1], made[2]


def test_it_ranks_like_one_base(bases: tuple[Path, Path, Path]) -> None:
    """The same places in the same order as one base that holds all, scores within 5 %."""
    north, south, everything = bases
    with (
        edge.open([north, south], settings=edge.Settings()) as several,
        edge.open(everything, settings=edge.Settings()) as one,
    ):
        for query in QUERIES:
            found, wanted = several.search(query, 6).results, one.search(query, 6).results
            assert [hit.text for hit in found[:3]] == [hit.text for hit in wanted[:3]], query
            assert [hit.score for hit in found[:3]] == pytest.approx(
                [hit.score for hit in wanted[:3]], rel=0.05
            )
            assert [hit.rank for hit in found] == list(range(1, len(found) + 1))


def test_a_citation_names_its_base(bases: tuple[Path, Path, Path]) -> None:
    """Two documents of one name are told apart; the quote is on the page of its own base."""
    north, south, _ = bases
    with edge.open([north, south], settings=edge.Settings()) as session:
        answer = session.ask("At how many bar does the valve of the south plant open?")
        (citation,) = answer.citations
        assert (citation.knowledge, citation.source) == ("south.db", "README.md")
        text = session.page_text(f"{citation.knowledge}: {citation.source}", citation.page)
        assert text[citation.start : citation.end] == citation.quote
        assert session.ask("Who won the regatta of 1911?").abstained
        named = session.search("bar", 5, sources=["s*.md", "Pump north"]).results
        assert {hit.knowledge for hit in named} <= {"north.db"}
        with pytest.raises(UsageError, match="nothing-like"):
            session.search("bar", 5, sources=["nothing-like"])
        for verb in (
            lambda: session.index([north]),
            session.library.documents,
            lambda: session.library.cited("README.md"),
        ):
            with pytest.raises(UsageError, match="takes one"):
                verb()
    with edge.open([north, north], settings=edge.Settings()) as twice:
        assert twice.search("valve").results[0].knowledge == ""
    with pytest.raises(KnowledgeError), edge.open([north, north.with_name("none.db")]) as missing:
        missing.search("valve")
