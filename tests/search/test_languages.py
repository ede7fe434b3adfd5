"""Questions in one language, documents in the other, with the encoder that ships."""

from __future__ import annotations

from pathlib import Path

import pytest

import edge
from edge.errors import ModelError
from edge.models import manage
from edge.records import Hit
from edge.search.languages import marked
from edge.settings import SearchSettings

TEXTS = {
    "pump.md": "# The pump\n\nThe pump must be primed with water before it is started for the first time.",
    "filter.md": "# The filter\n\nThe filter of the boiler is replaced every two years by a technician.",
    "insurance.md": "# Insurance\n\nThe insurance does not cover the damage that is caused by frost.",
}


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three English documents, with vectors of the encoder that ships."""
    try:
        manage.path("encoder-fr-en")
    except ModelError as error:
        pytest.skip(f"{error.message} {error.hint}")
    pytest.importorskip("onnxruntime", reason="onnxruntime (extra embed) is not installed")
    folder = tmp_path_factory.mktemp("english")
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    with edge.open(folder / "k.db", settings=edge.Settings()) as session:
        report = session.index([folder])
    assert report.vectors is not None and report.vectors.missing == 0
    return folder / "k.db"


def test_a_text_is_marked_only_where_both_languages_are_known() -> None:
    """A mark says something certain: a question or text of a few names has none."""
    french, english, names = "La pompe est dans la cave.", "The pump is in the cellar.", "Corvus P3"
    hits = [
        Hit(rank=n, source="a", page=None, pages=[], score=1.0, channels={}, text=text, heading="", chunk=n)
        for n, text in enumerate((french, english, names), start=1)
    ]
    for asked, languages in (
        ("Où est la pompe ?", ["", "en", ""]), ("Where is the pump?", ["fr", "", ""]), (names, ["", "", ""]),
    ):  # fmt: skip
        assert [hit.language for hit in marked(asked, hits)] == languages


def test_a_french_question_finds_the_english_page(english: Path) -> None:
    """Without one word in common, and the result says which language it is in."""
    with edge.open(english, settings=edge.Settings()) as session:
        hit = session.search("À quelle fréquence faut-il changer le filtre de la chaudière ?").results[0]
        assert (hit.source, hit.language) == ("filter.md", "en")
        hit = session.search("How often is the filter of the boiler replaced?").results[0]
        assert (hit.source, hit.language) == ("filter.md", "")


@pytest.mark.parametrize(
    ("asked", "source"),
    [
        ("Is freezing weather paid for?", "insurance.md"),
        ("Qui répare la chaudière ?", "filter.md"),
    ],
    ids=["in other words", "in the other language"],
)
def test_what_no_word_finds_is_read_where_it_is_near_in_meaning(
    english: Path, asked: str, source: str
) -> None:
    """People have their own words, and few documents have all of them: "not there" is the engine's to say.
    By words alone nothing is found, and nothing is read.
    """
    with edge.open(english, settings=edge.Settings()) as session:
        assert session.library.searcher.passages(asked, 5)[0].source == source
        assert session.ask(asked).outcome != "absent"
        nothing = session.ask("Who won the 1911 regatta?")
        assert (nothing.outcome, nothing.candidates) == ("absent", []), "nothing is close to it"
    with edge.open(english, settings=edge.Settings(search=SearchSettings(vectors="none"))) as session:
        assert session.library.searcher.passages("Who won the 1911 regatta?", 5) == []
