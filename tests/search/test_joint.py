"""Several knowledge bases as one: the same pages in the same order, and each citation names its base."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import edge
from edge import config
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
    "north line 3",
    "south hall",
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


def test_the_documents_of_a_conversation_come_before_their_likes(bases: tuple[Path, Path, Path]) -> None:
    """`about` raises their pages in several bases as in one, and a name that no document has raises none."""
    north, south, everything = bases
    for path in ([north, south], everything):
        with edge.open(path, settings=edge.Settings()) as session:
            searcher = session.library.searcher
            plain = searcher.passages("oiled in May", 4)
            assert searcher.passages("oiled in May", 4, about=["absent.md"]) == plain
            last = plain[-1].source.rpartition(": ")[2]
            assert searcher.passages("oiled in May", 4, about=[last])[0].source.endswith(last)


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


@pytest.fixture(scope="module")
def embedded(bases: tuple[Path, Path, Path], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The three bases with vectors of the encoder that ships."""
    pytest.importorskip("onnxruntime")
    top = tmp_path_factory.mktemp("embedded")
    made = []
    for base in bases:
        made.append(top / base.name)
        shutil.copyfile(base, made[-1])
        with edge.open(made[-1], settings=edge.Settings()) as session:
            session.embed("encoder-fr-en")
    return made


@pytest.mark.parametrize("fusion", ["mean", "rrf"])
def test_vectors_rank_like_one_base(embedded: list[Path], fusion: str) -> None:
    """The same places in the same order, by words and vectors; a query in French too."""
    north, south, everything = embedded
    settings = config.load({"search.fusion": fusion}, environ={})
    with (
        edge.open([north, south], settings=settings) as several,
        edge.open(everything, settings=settings) as one,
    ):
        for query in ("pump bar", "valve bar", "closed at night", "La pompe tourne à combien de bars ?"):
            found, wanted = several.search(query, 4), one.search(query, 4)
            assert [hit.text for hit in found.results[:2]] == [hit.text for hit in wanted.results[:2]]
            assert "vectors" in found.results[0].channels
            assert not any("by words" in note for note in found.notes)
            for hit in found.results:
                assert sum(hit.channels.values()) == pytest.approx(hit.score, abs=1e-4)


def test_one_encoder_embeds_for_all_bases(embedded: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """A question to two bases is embedded once: what searches them is what chooses the sentence with."""
    from edge.engines.onnx.embedder import Embedder

    asked: list[str] = []
    query = Embedder.query

    def counted(self: Embedder, text: str) -> object:
        asked.append(text)
        return query(self, text)

    monkeypatch.setattr(Embedder, "query", counted)
    with edge.open(embedded[:2], settings=config.load({"ask.engine": "semantic"}, environ={})) as session:
        session.ask("How many bar has the pump?")
    assert asked.count("How many bar has the pump?") == 1


def test_else_by_words_and_said_once(embedded: list[Path], bases: tuple[Path, Path, Path]) -> None:
    """One base without vectors: the first response says why, the next ones do not repeat it."""
    with edge.open([embedded[0], bases[1]], settings=edge.Settings()) as session:
        first, second = session.search("pump bar"), session.search("valve")
    assert "vectors" not in first.results[0].channels
    assert len(first.notes) == 1 and "vectors of one model" in first.notes[0] and not second.notes


def test_nothing_is_said_where_no_vectors_are_wanted(embedded: list[Path]) -> None:
    """`search.vectors=none` is a choice."""
    settings = config.load({"search.vectors": "none"}, environ={})
    with edge.open(embedded[:2], settings=settings) as session:
        assert not session.search("pump bar").notes


def test_the_log_of_searches_names_the_base(bases: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """`search.log` keeps a line of a search of several bases too, each document after its base."""
    log = tmp_path / "log.jsonl"
    settings = config.load({"search.log": str(log)}, environ={})
    with edge.open(bases[:2], settings=settings) as several:
        several.search("valve south plant opens", 1)
    (line,) = log.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["ranks"][0][0] == "south.db: README.md"
