"""A document that a query names by its title comes before others that say more about the rest."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import edge
from edge.search.named import FEW, NAME, Named, named
from edge.search.query import parse

#: Of eight machines one manual tells in its title what it is; storing is said about most by another.
TEXTS = {
    f"m{number}.md": f"# Manual of machine {number}\n\nStore the machine dry, store it cool: storing it damp "
    f"harms the store of oil {number}.\n\n## Care\n\nClean it."
    for number in range(8)
}
TEXTS |= {
    "saw.md": "# Kestland\n\nThe Kestland is a saw: Kestland saws.\n\n## Winter\n\nStore it in a dry room."
    "\n\n## Oil\n\nFill it."
}
TEXTS |= {"shop.md": "# Shop\n\nWe sell paint, brushes, and once a year a Zweimann."}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The texts as files."""
    top = tmp_path_factory.mktemp("named")
    for name, text in TEXTS.items():
        (top / name).write_text(text, encoding="utf-8")
    return top


@pytest.fixture(scope="module")
def session(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> edge.Edge:
    """A base of them, searched by words."""
    made = edge.open(tmp_path_factory.mktemp("base") / "k.db", settings=edge.Settings())
    made.index([folder], vectors=False)
    return made


def test_all_pages_of_a_named_document_gain(session: edge.Edge) -> None:
    """The page on storing does not say whose manual it is; its document's title does."""
    without = session.search("how do I store it", 1).results[0]
    named = session.search("how do I store the Kestland", 1).results[0]
    assert without.source != "saw.md"
    assert named.source == "saw.md"
    assert "dry room" in named.text and named.channels["named"] > 0


def test_a_document_that_is_not_searched_is_not_named(session: edge.Edge) -> None:
    """Where a person says which documents, a word of another's title is one like the others."""
    hits = session.search("store the Kestland machine", 5, sources=["m1.md", "m2.md"]).results
    assert hits and all("named" not in hit.channels for hit in hits)
    assert hits[0].channels["words"] == 1.0


def test_a_word_that_is_somewhere_in_a_document_names_none(session: edge.Edge) -> None:
    """What a text mentions is not what it is about: only the page with the word has it."""
    hits = session.search("store a Zweimann", 5).results
    assert all("named" not in hit.channels for hit in hits)


def test_a_word_of_many_titles_names_none(session: edge.Edge) -> None:
    """Each of eight manuals is "of machine": that tells them from none of each other."""
    hits = session.search("store the machine", 5).results
    assert all("named" not in hit.channels for hit in hits)


class Said:
    """What `named` asks of a base, as a test says it."""

    def __init__(self, titled: dict[str, list[int]], more: dict[str, int]) -> None:
        self.titled, self._more = titled, more
        self.documents = 60

    def holding(self, word: str) -> int:
        """Those that have it in the title and some more."""
        return len(self.titled.get(word, ())) + self._more.get(word, 0)


words = st.sampled_from("abcd")
bases = st.builds(
    Said,
    st.dictionaries(words, st.lists(st.integers(1, 30), min_size=1, max_size=4, unique=True)),
    st.dictionaries(words, st.integers(0, 10)),
)


@given(bases, bases)
def test_shares_are_of_the_most_named(one: Said, other: Said) -> None:
    """The most named document of all bases has 1, none has more, and a word that more than a twentieth of the
    documents of all bases hold gives nothing.
    """
    found = named([one, other]).shares  # type: ignore[list-item]
    values = [share for base in found for share in base.values()]
    assert not values or max(values) == 1
    assert all(0 < value <= 1 for value in values)
    for base, given_to in zip((one, other), found, strict=True):
        rare = [word for word in base.titled if one.holding(word) + other.holding(word) <= FEW * 120]
        assert set(given_to) == {document for word in rare for document in base.titled[word]}


@given(st.lists(st.sampled_from(["kestland", "kest", "store", "storing", "oil"]), min_size=1, unique=True))
def test_a_name_counts_for_less_and_never_all_words(typed: list[str]) -> None:
    """The postings of the naming words alone count for less: none that another word has too, and none where
    nothing else is asked.
    """
    query = parse(" ".join(typed))
    names = Named(("kestland",) if "kestland" in typed else (), ({1: 1.0},))
    factors = names.factors(query)
    assert set(factors.values()) <= {NAME}
    others = parse(" ".join(word for word in typed if word != "kestland"))
    assert factors.keys() <= set(query.keys()) - set(others.keys())
    assert bool(factors) == (len(typed) > 1 and "kestland" in typed)
