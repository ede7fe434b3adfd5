"""Who may not read all of a base reads one that never held the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import apsw
import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from readers import ANNA, BEN, CARL, index, names, readable, write

from edge import paths
from edge.errors import KnowledgeError, StorageError
from edge.indexing.edition import open_edition
from edge.indexing.progress import Progress
from edge.indexing.run import index_paths
from edge.indexing.storing.workspace import Workspace
from edge.indexing.vectors import embed_chunks
from edge.records import EmbeddingSpace
from edge.search import spaces, vectors
from edge.search.build import build_search
from edge.search.database import open_knowledge, verify
from edge.search.listing import listing
from edge.search.searcher import Searcher
from edge.settings import IndexSettings
from edge.state.access import Principal, Visibility

WORDS = ("gong", "bell", "clock", "touch", "move", "king", "rook", "bye", "pairs")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Editions are kept in a folder of the test's own."""
    monkeypatch.setattr(paths, "home", lambda: tmp_path / "home")
    return tmp_path / "home"


def test_each_reads_what_they_may_and_who_may_read_all_reads_the_file_itself(tmp_path: Path) -> None:
    """Private: the owner. Org: whoever asks for the organisation too. Public: everybody."""
    base = tmp_path / "k.db"
    index(base, write(tmp_path / "all", a="The gong is struck."))
    index(base, write(tmp_path / "firm", b="The bell is rung."), by=ANNA, visibility="org")
    index(base, write(tmp_path / "own", c="The clock is stopped."), by=ANNA, visibility="private")
    assert names(base, ANNA) == ["a.md", "b.md", "c.md"]
    assert names(base, BEN) == ["a.md", "b.md"]
    assert names(base, CARL) == ["a.md"]
    assert readable(base, ANNA) == base.resolve()
    assert readable(base, CARL) != base.resolve()
    assert readable(base, CARL) == readable(base, Principal(owner="dora", org="other"))


def test_a_base_for_all_is_the_file_it_always_was(tmp_path: Path) -> None:
    """Where everybody may read everything nothing is stored of it, and the bytes are those of before."""
    place = write(tmp_path / "all", a="The gong is struck.")
    index_paths([place], tmp_path / "k.db", IndexSettings(), build_search=build_search)
    plain = (tmp_path / "k.db").read_bytes()
    (tmp_path / "k.db").unlink()
    index(tmp_path / "k.db", place, visibility="public")
    assert (tmp_path / "k.db").read_bytes() == plain
    db = open_knowledge(tmp_path / "k.db")
    assert not spaces.there(db)
    assert spaces.readable(db, BEN) is None
    db.close()


document = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)
folders = st.lists(
    st.tuples(
        st.sampled_from(["docs", "x/docs", "y/notes"]),  # two of one name
        st.dictionaries(st.sampled_from(["a", "b", "c", "d"]), document, min_size=1, max_size=3),
        st.sampled_from(["private", "org", "public"]),
        st.sampled_from([ANNA, BEN]),
    ),
    min_size=2, max_size=3, unique_by=lambda folder: folder[0],
)  # fmt: skip


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(folders=folders, principal=st.sampled_from([ANNA, BEN, CARL]), question=document)
def test_a_forbidden_document_changes_nothing(
    folders: list[tuple[str, dict[str, str], Visibility, Principal]], principal: Principal, question: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:  # fmt: skip
    """Byte for byte the base of what may be read alone: names, ids, statistics, counts, scores."""
    top = tmp_path_factory.mktemp("t")
    whole, alone = top / "whole.db", top / "alone.db"
    seen = 0
    for name, documents, visibility, by in folders:
        place = write(top / name, **documents)
        index(whole, place, by=by, visibility=visibility)
        if visibility == "public" or by == principal or (visibility == "org" and principal.org == by.org):
            index(alone, place, by=by, visibility=visibility)
            seen += 1
    read = readable(whole, principal)
    if not seen:
        assert verify(read).sources == 0
        return
    assert verify(read).sha256 == verify(alone).sha256
    found = [Searcher(open_knowledge(path)).search(question) for path in (read, alone)]
    assert found[0].results == found[1].results
    assert (found[0].sources, found[0].notes) == (found[1].sources, found[1].notes)


def test_who_may_read_nothing_is_told_nothing(tmp_path: Path) -> None:
    """Not one document, and no error either."""
    base = tmp_path / "k.db"
    index(base, write(tmp_path / "own", b="The bell."), by=ANNA, visibility="private")
    db = open_edition(base, CARL)
    assert Searcher(db).search("bell").results == []
    assert listing(db, "k.db").documents == [] and listing(db, "k.db").roots == []
    db.close()


def test_an_edition_is_made_once_and_goes_with_its_base(tmp_path: Path, home: Path) -> None:
    """Made anew when the base is another or the edition is damaged; forgotten when the base is gone."""
    base = tmp_path / "k.db"
    index(base, write(tmp_path / "all", a="The gong."))
    index(base, write(tmp_path / "own", b="The bell."), by=ANNA, visibility="private")
    first = readable(base, CARL)
    made = first.stat().st_mtime_ns
    assert readable(base, CARL) == first
    assert first.stat().st_mtime_ns == made
    first.write_bytes(first.read_bytes()[:5000])
    assert names(base, CARL) == ["a.md"]
    index(base, write(tmp_path / "all", c="The rook."))
    assert not first.exists()
    assert names(base, CARL) == ["a.md", "c.md"]
    held = readable(base, CARL)
    base.unlink()
    index(tmp_path / "other.db", write(tmp_path / "own", b="The bell."), by=ANNA, visibility="private")
    index(tmp_path / "other.db", write(tmp_path / "all"))
    assert names(tmp_path / "other.db", CARL) == ["a.md", "c.md"]
    assert not held.exists()


class Hashing:
    """Embeds by hashing."""

    def __call__(self, texts: Iterable[tuple[str, str]]) -> Iterator[Any]:
        for title, text in texts:
            vector = np.random.default_rng(list(f"{title}{text}".encode())).standard_normal(SPACE.dims)
            yield (vector / np.linalg.norm(vector)).astype(np.float32)


SPACE = EmbeddingSpace(name="m", revision="r-1", dims=8, query_prompt="{text}", document_prompt="{text}")


def test_the_making_of_an_edition_is_told_once(tmp_path: Path) -> None:
    """It can take minutes: whoever waits is told what is done; an edition that is there is opened unsaid."""
    base = tmp_path / "k.db"
    index(base, write(tmp_path / "all", a="The gong is struck."))
    index(base, write(tmp_path / "own", b="The bell is rung."), by=ANNA, visibility="private")
    told: list[str] = []

    class Told(Progress):
        def document(self, name: str) -> None:
            told.append(name)

        def step(self, name: str, done: int, total: int) -> None:
            told.append(name)

        def finish(self) -> None:
            told.append("end")

    open_edition(base, CARL, Told()).close()
    assert told[0] == "k.db" and "search" in told and told[-1] == "end"
    told.clear()
    open_edition(base, CARL, Told()).close()
    open_edition(base, ANNA, Told()).close()
    assert told == []


def test_vectors_of_others_are_not_there_either(tmp_path: Path) -> None:
    """The vectors of what may be read, no more, and no model that only others' documents were given to."""
    whole, alone = tmp_path / "whole.db", tmp_path / "alone.db"
    all_, own = write(tmp_path / "all", a="The gong."), write(tmp_path / "own", b="The bell.", c="A rook.")
    index(whole, own, by=ANNA, visibility="private")
    other = msgspec.structs.replace(SPACE, name="other")
    embed_chunks(whole, other, Hashing(), build_search=build_search)
    for base in (whole, alone):
        index(base, all_)
        embed_chunks(base, SPACE, Hashing(), build_search=build_search)
    assert verify(readable(whole, CARL)).sha256 == verify(alone).sha256
    db = open_edition(whole, CARL)
    assert [(one.space.name, one.count) for one in vectors.stored(db)] == [("m", 1)]
    with pytest.raises(KnowledgeError, match=r"whole\.db"):  # what is told names the base, not its edition
        vectors.find(db, other)
    db.close()


def test_several_who_ask_at_once_make_one_edition(tmp_path: Path, home: Path) -> None:
    """Each waits for the first; what a killed one left is no edition, and is in nobody's way."""
    base = tmp_path / "k.db"
    index(base, write(tmp_path / "all", a="The gong."))
    index(base, write(tmp_path / "own", b="The bell."), by=ANNA, visibility="private")
    file = readable(base, CARL)
    file.unlink()
    for leftover in (".building", ".building-wal", ".assembled", ".new"):
        file.with_name(file.name + leftover).write_bytes(b"half of it")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: names(base, CARL), range(4)))
    assert found == [["a.md"]] * 4
    assert sorted(path.name for path in file.parent.iterdir()) == sorted(
        [file.name, paths.manifest_of(file).name, "lock", "of"]
    )


@pytest.mark.parametrize("moment", ["readable", "begin_from"])
def test_a_base_that_changes_meanwhile_is_looked_at_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Its roots have other numbers then: by those of the file before, others' documents would come in."""
    base = tmp_path / "k.db"
    index(base, write(tmp_path / "m", a="The gong."))
    index(base, write(tmp_path / "own", b="The bell."), by=ANNA, visibility="private")
    room: Any = spaces if moment == "readable" else Workspace
    ordinary, times = getattr(room, moment), list[int]()

    def changing(*given: Any) -> Any:
        found = ordinary(*given) if moment == "readable" else None
        if not times:
            times.append(1)  # root 1 was `m`, and is `b` from here on
            index(base, write(tmp_path / "b", c="The rook."), by=ANNA, visibility="private")
        return found if moment == "readable" else ordinary(*given)

    monkeypatch.setattr(room, moment, changing)
    assert names(base, CARL) == ["a.md"] and times


def test_where_no_edition_can_be_kept_nothing_is_read(tmp_path: Path, home: Path) -> None:
    """Not the whole base in its stead."""
    base = tmp_path / "k.db"
    index(base, write(tmp_path / "all", a="The gong."))
    index(base, write(tmp_path / "own", b="The bell."), by=ANNA, visibility="private")
    home.write_text("no folder", encoding="utf-8")
    with pytest.raises(StorageError, match="cannot be written"):
        open_edition(base, CARL)
    assert names(base, ANNA) == ["a.md", "b.md"]


@pytest.mark.parametrize("visibility", ["all", "", "PUBLIC"])
def test_a_stranger_cannot_widen_what_may_be_read(tmp_path: Path, visibility: str) -> None:
    """A word that is no visibility is refused by the table itself, so no base can hold one."""
    base = tmp_path / "k.db"
    index(base, write(tmp_path / "own", b="The bell."), by=ANNA, visibility="private")
    db = apsw.Connection(str(base))
    with pytest.raises(apsw.ConstraintError):
        db.execute("UPDATE spaces SET visibility = ?", (visibility,))
    db.close()
