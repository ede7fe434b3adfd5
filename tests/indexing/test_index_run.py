from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest
from documents import BODY, jsonl, pdf, pdf_with_table

from edge import paths
from edge.errors import KnowledgeDamaged, ReadError, StorageError, UsageError
from edge.indexing import run as index_module
from edge.indexing.run import index_paths
from edge.indexing.storing.workspace import locked
from edge.records import IndexReport, Manifest
from edge.search.build import build_search
from edge.search.database import open_knowledge
from edge.settings import IndexSettings


def run(folder: Path, knowledge: Path, **options: Any) -> IndexReport:
    settings = options.pop("settings", IndexSettings())
    return index_paths([folder], knowledge, settings, build_search=build_search, **options)


def status(report: IndexReport) -> dict[str, str]:
    return {source.source: source.status for source in report.sources}


def content(knowledge: Path) -> str:
    manifest = msgspec.json.decode(paths.manifest_of(knowledge).read_bytes(), type=Manifest)
    return manifest.content


def rows(knowledge: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    db = open_knowledge(knowledge)
    try:
        return db.execute(query, values).fetchall()
    finally:
        db.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one document of each kind, in a place with a space and an accent in its name."""
    place = tmp_path / "mes règles"
    place.mkdir()
    (place / "a.md").write_text(
        "# Laws\n\n## Touch\n\nA touched piece moves.\n\n## Glossary\n\n- **Bye**: a round off\n",
        encoding="utf-8",
    )
    (place / "b.txt").write_text("First page.\fSecond page.", encoding="utf-8")
    (place / "c.html").write_text("<h1>Clock</h1><p>Press it.</p>", encoding="utf-8")
    jsonl(
        place / "pages.jsonl",
        [("x.pdf", 1, "One."), ("x.pdf", 2, "Two."), ("y.pdf", 1, "Three.")],
        section="S",
    )
    pdf_with_table(place / "d.pdf", [["Mode", "Time"], ["Blitz", "3 min"]])
    return place


@pytest.fixture
def text_folder(tmp_path: Path) -> Path:
    """A folder of two small Markdown files: quick to index."""
    place = tmp_path / "notes"
    place.mkdir()
    (place / "a.md").write_text("# A\n\nAlpha stands here.\n", encoding="utf-8")
    (place / "b.md").write_text("# B\n\nBeta stands here.\n", encoding="utf-8")
    return place


def test_every_kind_is_indexed_with_exact_spans(folder: Path, tmp_path: Path) -> None:
    """All kinds are stored, all spans are runs of their page, and nothing temporary is left."""
    knowledge = tmp_path / "out" / "k.db"
    report = run(folder, knowledge)
    names = ["a.md", "b.txt", "c.html", "d.pdf", "x.pdf", "y.pdf"]
    assert status(report) == dict.fromkeys(names, "added")
    assert (report.pages, report.tables) == (8, 1)
    assert [row[0] for row in rows(knowledge, "SELECT name FROM sources ORDER BY id")] == names
    assert sorted(path.name for path in knowledge.parent.iterdir()) == ["k.db", "k.db.manifest.json"]
    for text, start, end in rows(
        knowledge, 'SELECT text, start, "end" FROM chunks JOIN pages ON pages.id = page_id'
    ):
        assert text[start:end].strip() == text[start:end] != ""
    ((text, header, table_rows),) = rows(
        knowledge, "SELECT text, header, rows FROM tables JOIN pages ON pages.id = page_id"
    )
    (row,) = json.loads(table_rows)
    assert (json.loads(header), text[row["start"] : row["end"]]) == (["Mode", "Time"], "Blitz | 3 min")
    assert rows(knowledge, "SELECT term FROM glossary") == [("Bye",)]
    headings = rows(
        knowledge,
        "SELECT c.heading FROM chunks c JOIN pages p ON p.id = page_id"
        " JOIN sources s ON s.id = source_id WHERE s.name = 'x.pdf'",
    )
    assert headings == [("x.pdf > S",)] * 2


def test_same_documents_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """A fresh build is byte-identical, wherever it is put."""
    first = run(folder, tmp_path / "one.db")
    (tmp_path / "elsewhere").mkdir()
    second = run(folder, tmp_path / "elsewhere" / "two.db")
    assert (tmp_path / "one.db").read_bytes() == (tmp_path / "elsewhere" / "two.db").read_bytes()
    assert first.sha256 == second.sha256


def test_history_leaves_no_mark(text_folder: Path, tmp_path: Path) -> None:
    """Adding, changing and removing documents one run at a time ends in the very bytes of one fresh run."""
    steps, fresh = tmp_path / "steps.db", tmp_path / "fresh.db"
    run(text_folder, steps)
    (text_folder / "aa.md").write_text("# New\n\nGamma.\n", encoding="utf-8")
    run(text_folder, steps)
    (text_folder / "a.md").write_text("# A\n\nAlpha has changed.\n", encoding="utf-8")
    (text_folder / "b.md").unlink()
    run(text_folder, steps, prune=True)
    run(text_folder, fresh)
    assert steps.read_bytes() == fresh.read_bytes()


def test_unchanged_writes_nothing(text_folder: Path, tmp_path: Path) -> None:
    """A second run reads, compares and leaves the file alone."""
    knowledge = tmp_path / "k.db"
    run(text_folder, knowledge)
    before = knowledge.stat()
    report = run(text_folder, knowledge)
    after = knowledge.stat()
    assert status(report) == {"a.md": "unchanged", "b.md": "unchanged"}
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert report.pages == 2


def test_changed_is_replaced(text_folder: Path, tmp_path: Path) -> None:
    """The old text is gone with the old version, the other documents are not touched."""
    knowledge = tmp_path / "k.db"
    run(text_folder, knowledge)
    (text_folder / "a.md").write_text("# A\n\nOmega.\n", encoding="utf-8")
    report = run(text_folder, knowledge)
    assert status(report) == {"a.md": "changed", "b.md": "unchanged"}
    texts = [row[0] for row in rows(knowledge, "SELECT text FROM pages ORDER BY id")]
    assert texts == ["A\n\nOmega.", "B\n\nBeta stands here."]


def test_other_settings_are_another_recipe(text_folder: Path, tmp_path: Path) -> None:
    """The same bytes cut another way are read again."""
    knowledge = tmp_path / "k.db"
    run(text_folder, knowledge)
    report = run(text_folder, knowledge, settings=IndexSettings(chunk_tokens=20))
    assert status(report) == {"a.md": "changed", "b.md": "changed"}


def test_missing_is_told_and_pruned_on_request(text_folder: Path, tmp_path: Path) -> None:
    """A deleted file still answers until --prune; other folders' documents are nobody's to prune."""
    knowledge = tmp_path / "k.db"
    other = tmp_path / "other"
    other.mkdir()
    (other / "z.md").write_text("Zeta.", encoding="utf-8")
    run(other, knowledge)
    run(text_folder, knowledge)
    (text_folder / "b.md").unlink()
    report = run(text_folder, knowledge)
    assert (report.missing, report.pages) == (["b.md"], 3)
    report = run(text_folder, knowledge, prune=True)
    assert (report.missing, status(report)["b.md"]) == ([], "removed")
    assert [row[0] for row in rows(knowledge, "SELECT name FROM sources")] == ["a.md", "z.md"]


def test_source_gone_from_a_list_of_pages(tmp_path: Path) -> None:
    """A JSONL file owns the sources it names: one that it names no more is missing."""
    knowledge, pages = tmp_path / "k.db", tmp_path / "pages.jsonl"
    jsonl(pages, [("x.pdf", 1, "One."), ("y.pdf", 1, "Two.")])
    run(pages, knowledge)
    jsonl(pages, [("x.pdf", 1, "One.")])
    assert run(pages, knowledge).missing == ["y.pdf"]


def test_one_bad_document_costs_only_itself(folder: Path, tmp_path: Path) -> None:
    """Each bad document is reported and remembered with its reason; the rest is indexed."""
    (folder / "bad.pdf").write_bytes(b"this is not a PDF")
    (folder / "empty.md").write_bytes(b"")
    (folder / "binary.txt").write_bytes(b"\x7fELF\0\0")
    knowledge = tmp_path / "k.db"
    report = run(folder, knowledge)
    failed = {source.source: source.reason for source in report.sources if source.status == "failed"}
    assert {name: reason.split(":")[0] for name, reason in failed.items()} == {
        "bad.pdf": "not a PDF",
        "empty.md": "empty",
        "binary.txt": "binary",
    }
    assert report.pages == 8
    assert dict(rows(knowledge, "SELECT name, reason FROM failures")) == failed


def test_source_of_a_list_named_like_a_file(text_folder: Path, tmp_path: Path) -> None:
    """A page list may name a source like a file that stands beside it: both are there, under two names."""
    jsonl(text_folder / "pages.jsonl", [("a.md", 1, "Not a.md."), ("x.pdf", 1, "One.")])
    knowledge = tmp_path / "k.db"
    names = ["b.md", "notes/a.md", "notes/pages.jsonl/a.md", "x.pdf"]
    assert status(run(text_folder, knowledge)) == dict.fromkeys(names, "added")
    assert rows(knowledge, "SELECT text FROM pages JOIN sources s ON s.id = source_id WHERE name LIKE '%a.md'"
                " ORDER BY name") == [("A\n\nAlpha stands here.",), ("Not a.md.",)]  # fmt: skip


def test_failed_document_is_tried_again_and_forgotten_when_good(text_folder: Path, tmp_path: Path) -> None:
    """A failure is not held against a file; its record goes when the file is read, or is gone."""
    knowledge = tmp_path / "k.db"
    (text_folder / "c.md").write_bytes(b"")
    (text_folder / "d.md").write_bytes(b"")
    run(text_folder, knowledge)
    (text_folder / "c.md").write_text("Now it has text.", encoding="utf-8")
    (text_folder / "d.md").unlink()
    assert status(run(text_folder, knowledge))["c.md"] == "added"
    assert rows(knowledge, "SELECT count(*) FROM failures") == [(0,)]


def test_unreadable_new_version_keeps_the_old_one(text_folder: Path, tmp_path: Path) -> None:
    """What was indexed before stays until something better can be read, and the report says so."""
    knowledge = tmp_path / "k.db"
    run(text_folder, knowledge)
    (text_folder / "a.md").write_bytes(b"\0\0")
    report = run(text_folder, knowledge)
    (failed,) = [source for source in report.sources if source.status == "failed"]
    assert "stays" in failed.reason
    assert rows(knowledge, "SELECT count(*) FROM pages") == [(2,)]


def test_too_large(text_folder: Path, tmp_path: Path) -> None:
    """A file past the limit is refused before it is read."""
    (text_folder / "huge.txt").write_text("x" * 3000, encoding="utf-8")
    report = run(text_folder, tmp_path / "k.db", settings=IndexSettings(max_file_bytes=2000))
    assert status(report)["huge.txt"] == "failed"


def test_nothing_readable_writes_no_knowledge_base(tmp_path: Path) -> None:
    """If no document can be read there is nothing to publish: a typed error, and no files left."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_bytes(b"")
    with pytest.raises(ReadError, match="Nothing could be read"):
        run(tmp_path / "docs", tmp_path / "k.db")
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]


def test_second_run_at_once_is_refused(text_folder: Path, tmp_path: Path) -> None:
    """Two writers never meet: the second is told so and changes nothing."""
    knowledge = tmp_path / "k.db"
    with locked(knowledge), pytest.raises(StorageError, match="Another index run"):
        run(text_folder, knowledge)
    run(text_folder, knowledge)


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: None])
def test_target_that_cannot_be_written(
    text_folder: Path, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    """A folder as the target, or a folder that cannot be made, is a StorageError with the next step."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    target = tmp_path / "target"
    make(target)
    knowledge = target if target.is_dir() else tmp_path / "file" / "k.db"
    with pytest.raises(StorageError) as refused:
        run(text_folder, knowledge)
    assert refused.value.hint


def test_a_link_is_written_through(text_folder: Path, tmp_path: Path) -> None:
    """`-K` through a symbolic link: the link stays one, and what it leads to is replaced whole."""
    real, link = tmp_path / "store" / "real.db", tmp_path / "k.db"
    real.parent.mkdir()
    link.symlink_to(Path("store", "real.db"))
    for text in ("Alpha.", "Omega."):
        (text_folder / "a.md").write_text(text, encoding="utf-8")
        run(text_folder, link)
        assert link.is_symlink() and not real.is_symlink()
        assert (text,) in rows(link, "SELECT text FROM pages")
    assert sorted(path.name for path in real.parent.iterdir()) == ["real.db", "real.db.manifest.json"]
    assert not paths.manifest_of(link).exists()


def test_read_only_folder(text_folder: Path, tmp_path: Path) -> None:
    """A folder without write permission is named; nothing is left in it."""
    place = tmp_path / "locked"
    place.mkdir(mode=0o555)
    if os.access(place, os.W_OK):
        pytest.skip("this user may write anywhere (try: setpriv --bounding-set=-dac_override)")
    with pytest.raises(StorageError, match="locked"):
        run(text_folder, place / "k.db")
    assert list(place.iterdir()) == []


def test_damaged_knowledge_base_is_not_built_upon(text_folder: Path, tmp_path: Path) -> None:
    """A file whose bytes are not what its manifest says is refused, not copied."""
    knowledge = tmp_path / "k.db"
    run(text_folder, knowledge)
    data = bytearray(knowledge.read_bytes())
    data[-1] ^= 1
    knowledge.write_bytes(bytes(data))
    (text_folder / "a.md").write_text("Changed.", encoding="utf-8")
    with pytest.raises(KnowledgeDamaged):
        run(text_folder, knowledge)


def test_interrupt_keeps_what_was_read(
    text_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C passes up; documents already stored are not read again; the result is that of a quiet run."""
    knowledge, calm = tmp_path / "k.db", tmp_path / "calm.db"
    run(text_folder, calm)
    read = index_module.SourceReader.read

    def interrupted(self: Any, path: Path, *rest: Any) -> Any:
        if path.name == "b.md":
            raise KeyboardInterrupt
        return read(self, path, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(index_module.SourceReader, "read", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(text_folder, knowledge)
    assert not knowledge.exists()
    report = run(text_folder, knowledge)
    assert status(report) == {"a.md": "unchanged", "b.md": "added"}
    assert report.resumed
    assert knowledge.read_bytes() == calm.read_bytes()


@pytest.mark.parametrize("left", [b"", b"not a database at all" * 300])
def test_worthless_building_file_is_begun_again(text_folder: Path, tmp_path: Path, left: bytes) -> None:
    """An empty or foreign `.building` file costs its contents, not the run."""
    knowledge = tmp_path / "k.db"
    (tmp_path / "k.db.building").write_bytes(left)
    assert set(status(run(text_folder, knowledge)).values()) == {"added"}


def test_building_file_of_an_older_base_is_not_resumed(text_folder: Path, tmp_path: Path) -> None:
    """A run interrupted before somebody put another knowledge base in place is not mixed into it."""
    knowledge, other = tmp_path / "k.db", tmp_path / "other.db"
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "c.md").write_text("Gamma.", encoding="utf-8")
    run(tmp_path / "more", other)
    with pytest.raises(RuntimeError):
        index_paths([text_folder], knowledge, IndexSettings(), build_search=_fails)
    assert (tmp_path / "k.db.building").exists()
    knowledge.write_bytes(other.read_bytes())
    paths.manifest_of(knowledge).write_bytes(paths.manifest_of(other).read_bytes())
    run(text_folder, knowledge)
    names = [row[0] for row in rows(knowledge, "SELECT name FROM sources ORDER BY id")]
    assert names == ["a.md", "b.md", "c.md"]


def _fails(db: apsw.Connection, progress: object) -> None:
    raise RuntimeError("no search tables today")


def test_full_disk_loses_nothing(text_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is a StorageError; the old knowledge base still opens; with space the run completes."""
    knowledge = tmp_path / "k.db"
    run(text_folder, knowledge)
    before = content(knowledge)
    (text_folder / "big.txt").write_text("A sentence that takes room. " * 9_000, encoding="utf-8")
    opened = index_module.Workspace._opened

    def small(space: Any) -> apsw.Connection:
        db = opened(space)
        db.execute("PRAGMA max_page_count = 60").fetchall()
        return db

    with monkeypatch.context() as patch:
        patch.setattr(index_module.Workspace, "_opened", small)
        with pytest.raises(StorageError, match="full") as refused:
            run(text_folder, knowledge)
    assert "resumes" in refused.value.hint
    assert rows(knowledge, "SELECT count(*) FROM pages") == [(2,)]
    assert content(knowledge) == before
    assert status(run(text_folder, knowledge))["big.txt"] == "added"


def test_progress_tells_the_whole_run(text_folder: Path, tmp_path: Path) -> None:
    """Bytes add up to the total, every document is named, steps follow, and `finish` always comes."""

    class Told:
        def __init__(self) -> None:
            self.events: list[tuple[Any, ...]] = []

        def start(self, total_bytes: int, documents: int) -> None:
            self.events.append(("start", total_bytes, documents))

        def document(self, name: str) -> None:
            self.events.append(("document", name))

        def advance(self, count: int) -> None:
            self.events.append(("advance", count))

        def step(self, name: str, done: int, total: int) -> None:
            self.events.append(("step", name))

        def finish(self) -> None:
            self.events.append(("finish",))

    told = Told()
    run(text_folder, tmp_path / "k.db", progress=told)
    assert told.events[0][0] == "start" and told.events[-1] == ("finish",)
    assert sum(event[1] for event in told.events if event[0] == "advance") == told.events[0][1]
    assert [event[1] for event in told.events if event[0] == "document"] == ["a.md", "b.md"]
    assert {"check", "publish"} <= {event[1] for event in told.events if event[0] == "step"}


def test_pdfs_in_a_batch(tmp_path: Path) -> None:
    """Several PDFs go through one worker, page counts from the extractor."""
    place = tmp_path / "pdfs"
    place.mkdir()
    for name in ("a", "b", "c"):
        pdf(place / f"{name}.pdf", [*BODY, name])
    report = run(place, tmp_path / "k.db")
    assert [source.pages for source in report.sources] == [4, 4, 4]


def test_a_folder_that_cannot_be_listed_costs_only_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A subfolder without the right to read it, or a whole folder: told, the rest is indexed, and what was
    indexed of it before stays, also with --prune.
    """
    for name in ("docs/a.md", "docs/closed/b.md", "docs/closed/deep/c.md", "other/d.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {path.stem}\n\nThe {path.stem} gong is struck at noon by a member.\n", "utf-8")
    base, folders = tmp_path / "k.db", [tmp_path / "docs", tmp_path / "other"]
    index_paths(folders, base, IndexSettings(), build_search=build_search)
    real = os.scandir

    def closed(*names: str) -> None:
        def scandir(path: Any) -> Any:
            if Path(path).name in names:
                raise PermissionError(13, "Permission denied", str(path))
            return real(path)

        monkeypatch.setattr(os, "scandir", scandir)

    closed("closed")
    report = index_paths(folders, base, IndexSettings(), build_search=build_search, prune=True)
    assert {made.source: made.status for made in report.sources} == {
        "a.md": "unchanged", "d.md": "unchanged", "closed": "failed",
    }  # fmt: skip
    assert report.missing == [] and "Permission denied" in report.sources[-1].reason
    closed("docs")
    report = index_paths(folders, base, IndexSettings(), build_search=build_search, prune=True)
    assert {made.source: made.status for made in report.sources} == {"d.md": "unchanged", "docs": "failed"}
    monkeypatch.setattr(os, "scandir", real)
    report = index_paths(folders, base, IndexSettings(), build_search=build_search)
    assert {made.status for made in report.sources} == {"unchanged"} and len(report.sources) == 4
    closed("docs", "other")
    with pytest.raises(UsageError, match="Permission denied"):
        index_paths(folders, base, IndexSettings(), build_search=build_search)
