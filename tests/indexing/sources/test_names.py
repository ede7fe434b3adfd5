from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.sources.names import SourceKey, citation_names
from edge.text.labels import labels_for

PART = st.sampled_from(["a", "b", "docs", "README.md", "README.md (2)", "e\u0301", "\u00e9"]).map(str.encode)
PATH = st.lists(PART, min_size=1, max_size=3).map(b"/".join)
KEYS = st.lists(
    st.builds(SourceKey, st.integers(1, 3), PATH | st.just(b""), st.sampled_from(["", "", "a", "docs/a"])),
    unique=True, max_size=12,
)  # fmt: skip
LABELS = {1: "docs", 2: "plant-b/docs", 3: "a"}


def test_only_what_would_be_alike_is_qualified() -> None:
    """A document is called by its path; two of one name by root and path, both; a third stays as it is."""
    one, two, other = (
        SourceKey(1, b"README.md"), SourceKey(2, b"README.md"), SourceKey(2, b"other.md"),
    )  # fmt: skip
    assert citation_names([one, two, other], LABELS) == {
        one: "docs/README.md", two: "plant-b/docs/README.md", other: "other.md",
    }  # fmt: skip


def test_spellings_of_one_name_are_numbered() -> None:
    """NFC and NFD twins, and names that are no UTF-8, are accepted and told apart."""
    twins = [SourceKey(1, "é.md".encode()), SourceKey(1, "e\u0301.md".encode())]
    assert sorted(citation_names(twins, LABELS).values()) == ["é.md", "é.md (2)"]
    broken = [SourceKey(1, b"\xff.md"), SourceKey(1, b"\xfe.md")]
    assert sorted(citation_names(broken, LABELS).values()) == ["\ufffd.md", "\ufffd.md (2)"]


@given(KEYS, st.randoms())
def test_every_document_has_a_name_of_its_own(keys: list[SourceKey], chance: object) -> None:
    """No two alike, and the same ones in whatever order they are given."""
    names = citation_names(keys, LABELS)
    assert len(set(names.values())) == len(keys)
    shuffled = list(keys)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert citation_names(shuffled, LABELS) == names


@given(st.lists(PATH.map(b"/".__add__), unique=True, max_size=6), st.sets(st.sampled_from(["a", "docs"])))
def test_labels_are_new_and_unique(places: list[bytes], taken: set[str]) -> None:
    """Each root has a label of its own, the shortest end of its path when nothing is in the way."""
    labels = labels_for(places, taken)
    assert len({*labels, *taken}) == len(labels) + len(taken)
    assert labels_for([b"/x/docs"], ()) == ["docs"]
    assert labels_for([b"/x/docs", b"/y/docs"], ()) == ["x/docs", "y/docs"]
    assert labels_for([b"/y/docs"], {"docs"}) == ["y/docs"]
