"""A run over a folder: what is added, changed, left, missing; the same documents give the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from documents import BODY, jsonl, pdf
from index_runs import rows, run, status

from edge import paths
from edge.settings import IndexSettings


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


def test_source_of_a_list_named_like_a_file(text_folder: Path, tmp_path: Path) -> None:
    """A page list may name a source like a file that stands beside it: both are there, under two names."""
    jsonl(text_folder / "pages.jsonl", [("a.md", 1, "Not a.md."), ("x.pdf", 1, "One.")])
    knowledge = tmp_path / "k.db"
    names = ["b.md", "notes/a.md", "notes/pages.jsonl/a.md", "x.pdf"]
    assert status(run(text_folder, knowledge)) == dict.fromkeys(names, "added")
    assert rows(knowledge, "SELECT text FROM pages JOIN sources s ON s.id = source_id WHERE name LIKE '%a.md'"
                " ORDER BY name") == [("A\n\nAlpha stands here.",), ("Not a.md.",)]  # fmt: skip


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


def test_a_document_in_another_language_is_told(tmp_path: Path) -> None:
    """What no network here reads is indexed, and a note says how to ask of it; of others nothing is said."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "de.md").write_text(
        "# Hausordnung\n\nDie Ruhezeit beginnt um 22 Uhr und endet um 6 Uhr. Der Wart ist im Haus.\n",
        encoding="utf-8",
    )
    (folder / "en.md").write_text(
        "# Rules\n\nThe quiet hours begin at ten in the evening.\n", encoding="utf-8"
    )
    report = run(folder, tmp_path / "k.db")
    told = {source.source: source.notes for source in report.sources}
    assert told["en.md"] == [] and report.partly_read == 0
    assert len(told["de.md"]) == 1 and "ask in its own language" in told["de.md"][0]
