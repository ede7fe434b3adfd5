"""Who may read a folder is said once, and stays so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from readers import ANNA, CARL, index, names, write

from edge import paths
from edge.errors import ReadError, UsageError
from edge.indexing.edition import open_edition
from edge.indexing.run import index_paths
from edge.search.build import build_search
from edge.settings import IndexSettings
from edge.state.readership import ReadershipChange


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Editions are kept in a folder of the test's own."""
    monkeypatch.setattr(paths, "home", lambda: tmp_path / "home")
    return tmp_path / "home"


def test_what_was_private_stays_private(tmp_path: Path) -> None:
    """Only saying so makes public what was not: not another run, nor one over a folder around it."""
    base = tmp_path / "k.db"
    top = write(tmp_path / "top", a="The gong is struck.")
    secret = write(top / "secret", s="The clock is stopped.")
    index(base, secret, by=ANNA, visibility="private")
    index(base, top)
    write(secret, t="The rook is moved.")
    index(base, top)
    index(base, secret, secret / "t.md")
    assert names(base, CARL) == ["a.md"]
    assert names(base, ANNA) == ["a.md", "s.md", "t.md"]
    for file in list(secret.iterdir()):
        file.unlink()
    index_paths([top], base, IndexSettings(), build_search=build_search, prune=True)
    assert names(base, ANNA) == ["a.md"]
    index(base, write(secret, u="The king is touched.") / "u.md")
    assert (names(base, CARL), names(base, ANNA)) == (["a.md"], ["a.md", "u.md"])
    index(base, secret, visibility="public")
    assert names(base, CARL) == ["a.md", "u.md"]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    runs=st.lists(
        st.tuples(
            st.sampled_from(["", "in", "in/deep", "in/b.md", "in/deep/c.md"]),
            st.sampled_from([None, None, "private", "org"]),
            st.sampled_from([None, "in/new.md", "in/deep/new.md", "-in/deep/c.md"]),
        ),
        min_size=2, max_size=5,
    )
)  # fmt: skip
def test_no_run_opens_what_was_closed(
    runs: list[tuple[str, str | None, str | None]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever is indexed in whatever order, with files that come and go: what lies in a place that somebody
    said is for few is not read by all, as long as nobody says it is.
    """
    top = tmp_path_factory.mktemp("tree") / "top"
    base = top.parent / "k.db"
    for folder, document in ((top, "a"), (top / "in", "b"), (top / "in/deep", "c")):
        write(folder, **{document: "The gong is struck."})
    closed: list[str] = []
    for place, visibility, change in runs:
        if change and change.startswith("-"):
            (top / change[1:]).unlink(missing_ok=True)
        elif change:
            (top / change).write_text("# New\n\nThe king is touched.\n", encoding="utf-8")
        try:
            index(base, top / place, by=ANNA, visibility=visibility)
        except (UsageError, ReadError):
            continue  # part of a folder for all, or a file that is gone
        if visibility:
            closed.append(place)
        db = open_edition(base, CARL)
        found = db.execute("SELECT place, file FROM sources JOIN roots ON roots.id = root_id").fetchall()
        db.close()
        files = [Path(os.fsdecode(bytes(root))) / os.fsdecode(bytes(file)) for root, file in found]
        assert not [file for file in files for one in closed if file.is_relative_to(top / one)]


def test_without_paths_nothing_is_for_few(tmp_path: Path) -> None:
    """A folder whose path is not kept would be a new one the next time, and open."""
    place, base = write(tmp_path / "own", b="The bell."), tmp_path / "k.db"
    hidden = IndexSettings(record_paths=False)
    said = ReadershipChange(by=ANNA, visibility="private")
    with pytest.raises(UsageError, match="path"):
        index_paths([place], base, hidden, build_search=build_search, readers=said)
    index_paths([place], base, hidden, build_search=build_search)
    assert names(base, CARL) == ["b.md"]


def test_readers_are_those_of_a_whole_folder(tmp_path: Path) -> None:
    """A part of a folder cannot be for others: it says so, and the base stays as it was."""
    base, top = tmp_path / "k.db", write(tmp_path / "top", a="The gong.")
    part = write(top / "part", b="The bell.")
    index(base, top)
    before = base.read_bytes()
    for place in (part, top / "a.md"):
        with pytest.raises(UsageError, match="part of"):
            index(base, place, visibility="private")
    with pytest.raises(UsageError, match="visibility"):
        index(base, top, visibility="secret")
    with pytest.raises(UsageError, match="organisation"):
        index(base, top, visibility="org")
    with pytest.raises(UsageError, match="owner"):
        index(base, top, owner="a\nb")
    assert base.read_bytes() == before
