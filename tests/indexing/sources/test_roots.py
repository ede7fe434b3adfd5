"""Which folder a document belongs to: known by its full path, never by its last name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from documents import jsonl

from edge.errors import ReadError, UsageError
from edge.indexing.run import index_paths
from edge.indexing.sources.roots import stdin_place
from edge.records import IndexReport
from edge.search.build import build_search
from edge.search.database import open_knowledge
from edge.settings import IndexSettings


class Base:
    """A knowledge base, and files to index into it."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.file = top / "k.db"

    def write(self, name: str | bytes, text: str = "") -> Path:
        path = self.top / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text or f"# {path.stem!a}\n\nThe gong of {os.fsencode(path)!r} is struck.\n", "utf-8")
        return path

    def index(self, *names: str, settings: IndexSettings | None = None, **options: Any) -> IndexReport:
        places: list[Any] = [self.top / name for name in names]
        places += [options.pop("place")] if "place" in options else []
        return index_paths(
            places, self.file, settings or IndexSettings(), build_search=build_search, **options
        )

    def names(self) -> list[str]:
        db = open_knowledge(self.file)
        try:
            return [str(row[0]) for row in db.execute("SELECT name FROM sources ORDER BY name")]
        finally:
            db.close()


@pytest.fixture
def base(tmp_path: Path) -> Base:
    return Base(tmp_path)


def told(report: IndexReport) -> dict[str, str]:
    return {source.source: source.status for source in report.sources}


def test_folders_of_one_name_stand_side_by_side(base: Base) -> None:
    """`index a/docs`, then `index b/docs`: nothing of a's is changed, or pruned; both are quoted by name."""
    base.write("plant-a/docs/README.md")
    base.write("plant-a/docs/only-a.md")
    base.write("plant-b/docs/README.md")
    base.index("plant-a/docs")
    report = base.index("plant-b/docs", prune=True)
    assert told(report) == {"plant-b/docs/README.md": "added"}
    assert report.renamed == {"README.md": "docs/README.md"}
    assert base.names() == ["docs/README.md", "only-a.md", "plant-b/docs/README.md"]
    assert set(told(base.index("plant-a/docs")).values()) == {"unchanged"}


def test_folders_of_one_name_in_one_run(base: Base) -> None:
    """Each readme of two folders is named after its folder, whatever the order."""
    base.write("a/docs/readme.md")
    base.write("b/docs/readme.md")
    base.index("b/docs", "a/docs")
    assert base.names() == ["a/docs/readme.md", "b/docs/readme.md"]


def test_the_name_goes_back_when_it_is_free(base: Base) -> None:
    """Once the other is gone a document is called as before, and the file is that of one fresh run."""
    base.write("a/docs/README.md")
    other = base.write("b/docs/README.md")
    base.index("a/docs")
    alone = base.file.read_bytes()
    base.index("b/docs")
    other.unlink()
    assert told(base.index("b/docs", prune=True)) == {"b/docs/README.md": "removed"}
    assert base.file.read_bytes() == alone


def test_a_folder_is_known_from_wherever(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a relative path, with dots, through a link, by one of its folders or files: the same documents."""
    base.write("plant/docs/a.md")
    base.write("plant/docs/deep/b.md")
    base.index("plant/docs")
    before = base.file.read_bytes()
    (base.top / "link").symlink_to(base.top / "plant")
    monkeypatch.chdir(base.top / "plant")
    for name in (".", "link/docs", "plant/../plant/docs", "plant/docs/deep", "plant/docs/deep/b.md"):
        path = "plant/docs" if name == "." else name
        report = (
            index_paths([Path("docs")], base.file, IndexSettings(), build_search=build_search)
            if name == "." else base.index(path, prune=True)
        )  # fmt: skip
        assert set(told(report).values()) == {"unchanged"}, name
        assert base.file.read_bytes() == before, name


def test_prune_touches_what_was_named(base: Base) -> None:
    """A folder of a root prunes what was in that folder."""
    base.write("docs/a.md").unlink()
    base.write("docs/b.md")
    gone = [base.write("docs/c.md"), base.write("docs/deep/d.md")]
    base.write("docs/deep/e.md")
    base.index("docs")
    for path in gone:
        path.unlink()
    assert told(base.index("docs/deep", prune=True)) == {"deep/d.md": "removed", "deep/e.md": "unchanged"}
    assert base.index("docs").missing == ["c.md"]


def test_a_larger_folder_takes_the_smaller_in(base: Base) -> None:
    """A folder around one that was indexed, or around a file: its documents move into it, not read again."""
    base.write("all/docs/a.md")
    base.write("all/b.md")
    hidden = base.write("all/terms.xyz", "The licence allows it.\n")
    base.index("all/docs")
    base.index("all/b.md", "all/terms.xyz")
    assert told(base.index("all", prune=True)) == {"b.md": "unchanged", "docs/a.md": "unchanged"}
    assert base.names() == ["b.md", "docs/a.md", "terms.xyz"]
    hidden.unlink()
    assert base.index("all").missing == ["terms.xyz"]


def test_a_moved_folder_is_asked_about(base: Base) -> None:
    """The same documents under another path: the error names both and --as; with it nothing is read again."""
    base.write("old/docs/a.md", "Alpha is struck.")
    base.write("old/docs/b.md", "Beta is struck.")
    base.index("old/docs")
    (base.top / "old").rename(base.top / "new")
    with pytest.raises(UsageError, match=r"old/docs.*new/docs") as refused:
        base.index("new/docs")
    assert "--as docs" in refused.value.hint
    asked: list[tuple[str, ...]] = []

    def no(*question: str) -> bool:
        asked.append(question)
        return False

    (base.top / "before.db").write_bytes(base.file.read_bytes())
    assert set(told(base.index("new/docs", moved=no)).values()) == {"added"}
    assert base.names() == ["docs/a.md", "docs/b.md", "new/docs/a.md", "new/docs/b.md"]
    assert len(asked) == 1 and asked[0][0] == "docs"
    base.file.write_bytes((base.top / "before.db").read_bytes())
    assert set(told(base.index("new/docs", label="docs")).values()) == {"unchanged"}
    assert base.names() == ["a.md", "b.md"]
    assert set(told(base.index("new/docs")).values()) == {"unchanged"}


def test_other_documents_are_no_move(base: Base) -> None:
    """A folder that is gone and another of its name with other texts: two roots, and nobody is asked."""
    base.write("old/docs/a.md").unlink()
    base.write("old/docs/b.md")
    base.index("old/docs")
    (base.top / "old/docs/b.md").unlink()
    (base.top / "old/docs").rmdir()
    base.write("new/docs/b.md")
    assert told(base.index("new/docs")) == {"new/docs/b.md": "added"}


def test_a_moved_file_is_asked_about(base: Base) -> None:
    """A file given by itself is known by its path as well; two of one name are two."""
    base.write("x/report.md", "The report of x.")
    base.write("y/report.md", "The report of y.")
    base.index("x/report.md")
    base.index("y/report.md")
    assert base.names() == ["report.md", "y/report.md"]
    (base.top / "z").mkdir()
    (base.top / "x/report.md").rename(base.top / "z/report.md")
    with pytest.raises(UsageError, match=r"x/report\.md.*z/report\.md"):
        base.index("z/report.md")
    assert told(base.index("z/report.md", label="report.md")) == {"report.md": "unchanged"}


def test_a_label_of_ones_own(base: Base) -> None:
    """--as names a new folder, renames a known one, and is refused where it would take another's."""
    for plant in "abc":
        base.write(f"{plant}/README.md")
    base.index("a", label="north")
    base.index("b", label="south")
    assert base.names() == ["north/README.md", "south/README.md"]
    assert base.index("b", label="west").renamed == {"south/README.md": "west/README.md"}
    for label, names in (
        ("north", ["b"]),
        ("north", ["c"]),
        ("", ["c", "a"]),
        ("x\ny", ["c"]),
        ("/x", ["c"]),
    ):
        if label:
            with pytest.raises(UsageError):
                base.index(*names, label=label)
    with pytest.raises(UsageError, match="one folder"):
        base.index("a", "b", label="x")
    with pytest.raises(UsageError, match="part of"):
        base.index("a/README.md", label="x")
    assert base.names() == ["north/README.md", "west/README.md"]


def test_odd_names_are_accepted(base: Base) -> None:
    """NFC and NFD twins, line feeds, escapes, bytes that are no UTF-8: read, told apart, found again."""
    names = [
        "é.md".encode(),
        "e\u0301.md".encode(),
        b"a\nb.md",
        b"c\x1b[31m.md",
        b"\xff.md",
        b"\xfe.md",
        b"d e'.md",
    ]
    for name in names:
        try:
            base.write(b"docs/" + name)
        except OSError:
            pytest.skip("this file system takes only some names")
    report = base.index("docs")
    assert set(told(report).values()) == {"added"} and len(told(report)) == len(names)
    assert set(told(base.index("docs", prune=True)).values()) == {"unchanged"}
    assert "é.md (2)" in base.names() and "\ufffd.md (2)" in base.names()


def test_the_last_file_may_go(base: Base) -> None:
    """A folder emptied of its last file empties the base with --prune; an empty base can be filled again."""
    path = base.write("docs/a.md")
    base.index("docs")
    path.unlink()
    assert base.index("docs").missing == ["a.md"]
    report = base.index("docs", prune=True)
    assert told(report) == {"a.md": "removed"} and report.pages == 0
    with pytest.raises(UsageError, match="Nothing to index"):
        base.index("docs")
    base.write("docs/b.md")
    assert told(base.index("docs")) == {"b.md": "added"}


def test_what_stdin_gave_is_one_root(base: Base, tmp_path: Path) -> None:
    """A list of pages from stdin is the same list next time, wherever it was kept meanwhile."""
    for at, text in enumerate(("One.", "Two.")):
        kept = jsonl(tmp_path / f"kept-{at}.jsonl", [("x.pdf", 1, text)])
        assert told(base.index(place=stdin_place(kept, ""))) == {"x.pdf": "changed" if at else "added"}
        kept.unlink()
    kept = jsonl(tmp_path / "other.jsonl", [("x.pdf", 1, "Three.")])
    assert told(base.index(place=stdin_place(kept, "crawl"), label="crawl")) == {"crawl/x.pdf": "added"}


def test_a_list_that_cannot_be_read_loses_nothing(base: Base, tmp_path: Path) -> None:
    """--prune beside a broken list keeps what was read of it."""
    base.write("docs/a.md")
    pages = jsonl(base.top / "docs/pages.jsonl", [("x.pdf", 1, "One."), ("y.pdf", 1, "Two.")])
    base.index("docs")
    pages.write_text('{"source": 1, "page": 1, "text": 2}\n', "utf-8")
    assert told(base.index("docs", prune=True)) == {"a.md": "unchanged", "pages.jsonl": "failed"}
    assert base.names() == ["a.md", "x.pdf", "y.pdf"]


def test_paths_may_be_left_out(base: Base) -> None:
    """A base to give away does not say where its documents lie; who has them says which folder it was."""
    base.write("secret-customer/docs/a.md", "The gong is struck.")
    private = IndexSettings(record_paths=False)
    base.index("secret-customer/docs", settings=private)
    assert b"secret-customer" not in base.file.read_bytes()
    with pytest.raises(UsageError, match="not recorded"):
        base.index("secret-customer/docs", settings=private)
    report = base.index("secret-customer/docs", settings=private, label="docs")
    assert told(report) == {"a.md": "unchanged"}
    assert b"secret-customer" not in base.file.read_bytes()


def test_nothing_is_written_where_nothing_can_be_read(base: Base) -> None:
    """A first run that reads nothing leaves no file."""
    base.write("docs/a.md").write_bytes(b"")
    with pytest.raises(ReadError, match=r"a\.md"):
        base.index("docs")
    assert [path.name for path in base.top.iterdir()] == ["docs"]
