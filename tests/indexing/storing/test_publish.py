from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

from edge import paths
from edge.indexing.run import index_paths
from edge.indexing.storing.publish import _page_size
from edge.search.build import build_search
from edge.search.database import open_knowledge, verify
from edge.settings import IndexSettings


class Crash(BaseException):
    """The machine stops here."""


def index(folder: Path, knowledge: Path) -> str:
    return index_paths([folder], knowledge, IndexSettings(), build_search=build_search).sha256


def crash_at(patch: pytest.MonkeyPatch, wanted: int) -> Callable[[], int]:
    """From the `wanted`-th call that renames, removes or syncs on, raise instead. Returns a counter."""
    calls = 0

    def guarded(act: Callable[..., Any]) -> Callable[..., Any]:
        def call(*values: Any, **named: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls >= wanted:  # once down, nothing more reaches the disk
                raise Crash
            return act(*values, **named)

        return call

    for owner, name in ((Path, "replace"), (Path, "unlink"), (os, "fsync")):
        patch.setattr(owner, name, guarded(getattr(owner, name)))
    return lambda: calls


@pytest.mark.parametrize("existing", [False, True])
def test_crash_between_any_two_steps(tmp_path: Path, existing: bool) -> None:
    """At every rename, removal and sync of a run, stopping leaves the old state or the new; both resume."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("# A\n\nAlpha.\n", encoding="utf-8")
    old = index(folder, tmp_path / "old.db")
    old_bytes = (tmp_path / "old.db").read_bytes(), paths.manifest_of(tmp_path / "old.db").read_bytes()
    (folder / "b.md").write_text("# B\n\nBeta.\n", encoding="utf-8")
    new = index(folder, tmp_path / "new.db")
    for wanted in range(1, 100):
        place = tmp_path / f"{wanted}"
        place.mkdir()
        knowledge = place / "k.db"
        if existing:
            knowledge.write_bytes(old_bytes[0])
            paths.manifest_of(knowledge).write_bytes(old_bytes[1].replace(b"old.db", b"k.db"))
        with pytest.MonkeyPatch.context() as patch:
            calls = crash_at(patch, wanted)
            with contextlib.suppress(Crash):
                index(folder, knowledge)
            done = calls() < wanted
        if existing or knowledge.exists():
            assert verify(knowledge).sha256 in ({old, new} if existing else {new}), f"crash {wanted}"
            open_knowledge(knowledge).close()
        assert index(folder, knowledge) == new, f"crash {wanted}"
        assert sorted(path.name for path in place.iterdir()) == ["k.db", "k.db.manifest.json"], (
            f"crash {wanted}"
        )
        if done:
            break
    else:
        pytest.fail("the run never completed")
    assert wanted > 8  # the run did pass through the steps this test is about


def test_manifest_describes_the_file(tmp_path: Path) -> None:
    """Size, hash, counts and version in the manifest are those of the file beside it."""
    (tmp_path / "a.md").write_text("# A\n\nAlpha.\n", encoding="utf-8")
    knowledge = tmp_path / "k.db"
    index(tmp_path / "a.md", knowledge)
    manifest = verify(knowledge, full=True)
    assert (manifest.file, manifest.sources, manifest.pages, manifest.chunks) == ("k.db", 1, 1, 1)
    data = knowledge.read_bytes()[: manifest.bytes]
    assert hashlib.sha256(data).hexdigest() == manifest.sha256 and len(data) < knowledge.stat().st_size
    assert len(manifest.content) == 64
    assert msgspec.json.decode(paths.manifest_of(knowledge).read_bytes())["sha256"] == manifest.sha256


def test_finished_file_is_not_in_wal_mode(tmp_path: Path) -> None:
    """A WAL file cannot be opened in a read-only folder without `immutable`; ours needs no such luck."""
    (tmp_path / "a.md").write_text("text", encoding="utf-8")
    index(tmp_path / "a.md", tmp_path / "k.db")
    assert (tmp_path / "k.db").read_bytes()[18:20] == b"\x01\x01"


@pytest.mark.parametrize(("dims", "size"), [(0, 8_192), (384, 8_192), (768, 16_384)])
def test_a_vector_has_no_page_to_itself(tmp_path: Path, dims: int, size: int) -> None:
    """A row longer than a quarter of a page takes one of its own besides: pages are large enough for it."""
    db = apsw.Connection(":memory:")
    db.execute("ATTACH ? AS old", (":memory:",))
    db.execute("CREATE TABLE old.embedding_models (dims)")
    if dims:
        db.execute("INSERT INTO old.embedding_models VALUES (?)", (dims,))
    assert _page_size(db) == size
