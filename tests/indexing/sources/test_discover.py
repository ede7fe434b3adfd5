from __future__ import annotations

from pathlib import Path

import pytest
from documents import jsonl

from edge.errors import UsageError
from edge.indexing.sources.discover import discover
from edge.indexing.sources.names import file_system_bytes


def test_folder_in_order_with_slashes(tmp_path: Path) -> None:
    """Names are relative to the folder, NFC, with forward slashes, in one fixed order."""
    folder = tmp_path / "Mes documents é"
    (folder / "sub").mkdir(parents=True)
    for name in ("b.md", "a.txt", "sub/c.html", "re\u0301sume\u0301.md"):
        (folder / name).write_text("x", encoding="utf-8")
    found = discover([folder])
    assert [file.name for file in found.files] == ["a.txt", "b.md", "r\u00e9sum\u00e9.md", "sub/c.html"]
    assert [place.real for place in found.places] == [file_system_bytes(folder.resolve())]


def test_what_is_left_aside(tmp_path: Path) -> None:
    """Hidden files, other kinds and JSONL of other things are left aside; the last two are counted."""
    (tmp_path / ".git").mkdir()
    for name in (".hidden.md", ".git/x.md", "image.png", "data.db.building", "a.md"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "questions.jsonl").write_text('{"id": 1, "question": "?"}\n', encoding="utf-8")
    jsonl(tmp_path / "pages.jsonl", [("x.pdf", 1, "text")])
    found = discover([tmp_path])
    assert [file.name for file in found.files] == ["a.md", "pages.jsonl"]
    assert found.ignored == {".png": 1, ".building": 1, ".jsonl": 1}


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    """Indexing a folder reads that folder: a link to elsewhere is not an invitation, one inside is."""
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "secret.md").write_text("x", encoding="utf-8")
    (inside / "a.md").write_text("x", encoding="utf-8")
    Path(inside / "file.md").symlink_to(outside / "secret.md")
    Path(inside / "folder").symlink_to(outside)
    Path(inside / "alias.md").symlink_to(inside / "a.md")
    assert [file.name for file in discover([inside]).files] == ["a.md", "alias.md"]


def test_a_named_file_may_have_any_suffix(tmp_path: Path) -> None:
    """What somebody names is read: a PDF by its first bytes, anything else as text."""
    (tmp_path / "report").write_bytes(b"%PDF-1.7\n")
    (tmp_path / "LICENSE").write_text("text", encoding="utf-8")
    kinds = {file.name: file.kind for file in discover([tmp_path / "report", tmp_path / "LICENSE"]).files}
    assert kinds == {"report": "pdf", "LICENSE": "text"}


def test_nothing_to_read(tmp_path: Path) -> None:
    """Each way of finding nothing is named, with the next step."""
    (tmp_path / "x.png").write_bytes(b"")
    for paths, message in (
        ([], "no path"),
        ([tmp_path / "absent"], "There is no file or folder"),
        ([tmp_path], r"Nothing to index in .*1 × \.png"),
    ):
        with pytest.raises(UsageError, match=message) as refused:
            discover(paths).refuse_if_nothing()
        assert refused.value.hint
    assert "OCR" in refused.value.hint  # what to do about these, not a list of what else there is
    with pytest.raises(UsageError) as refused:
        (tmp_path / "x.png").unlink()
        discover([tmp_path]).refuse_if_nothing()
    assert "PDF" in refused.value.hint and len(refused.value.hint) < 240


def test_a_file_is_found_once(tmp_path: Path) -> None:
    """A folder named twice, one inside another, a link to it, a file of it by itself: each file once, of the
    outermost; files of one name in two folders are two.
    """
    for folder in ("a/deep", "b"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "readme.md").write_text("x", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    typed = ["a/deep", "a", "link", "a/deep/readme.md", "b", "a"]
    found = discover([tmp_path / name for name in typed])
    assert [(file.name, file.place.typed.name) for file in found.files] == [
        ("deep/readme.md", "a"), ("readme.md", "b"),
    ]  # fmt: skip
