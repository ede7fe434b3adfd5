"""Archives and compressed files: members are documents, and nothing unpacks without end."""

from __future__ import annotations

import gzip
import io
import os
import stat
import zipfile
from pathlib import Path

import pytest
from office import packed

from edge.errors import ReadError
from edge.indexing.readers import archive, formats, gzipped
from edge.indexing.run import index_paths
from edge.records import IndexReport
from edge.search.build import build_search
from edge.settings import IndexSettings

MB = 1024 * 1024


def told(data: bytes, most: int = 10 * MB) -> dict[str, str]:
    """Name of each member -> its kind, or the reason against it."""
    return {member.name: member.reason or member.kind for member in archive.members(data, most)}


def test_members_by_name() -> None:
    """Kinds come from names, else from how a file begins; hidden files and folders are not members."""
    data = packed(
        {"b/notes.md": "# B", "README": "Read me.", "a.txt": "A", "x.exe": b"MZ", "blob": b"\0\1",
         ".git/c": "x",
         "__MACOSX/a.txt": "x", "l.jsonl": "{}"}
    )  # fmt: skip
    assert told(data) == {
        "README": "text", "a.txt": "text", "b/notes.md": "markdown", "blob": "", "l.jsonl": "", "x.exe": "",
    }  # fmt: skip
    assert archive.member(data, "b/notes.md", MB) == b"# B"


def test_archives_in_archives() -> None:
    """Two levels are opened, the third is told."""
    third = packed({"c.txt": "C"})
    data = packed({"one.zip": packed({"b.txt": "B", "two.zip": third}), "a.txt": "A"})
    assert told(data) == {
        "a.txt": "text", "one.zip/b.txt": "text", "one.zip/two.zip": "in 2 archives already: not opened",
    }  # fmt: skip
    assert archive.member(data, "one.zip/b.txt", MB) == b"B"


@pytest.mark.parametrize(
    "name", ["../evil.md", "/etc/evil.md", "a/../../evil.md", "C:/evil.md", "a\\..\\evil.md"]
)
def test_names_that_lead_out(name: str) -> None:
    """Nothing is ever written, and such a member is told, not read."""
    (reason,) = told(packed({name: "x"})).values()
    assert reason == "its name is no name of a file in an archive"


def test_links_and_twins() -> None:
    """A link is no file; of two members of one name the second is told."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made, pytest.warns(UserWarning, match="Duplicate"):
        link = zipfile.ZipInfo("link.md")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, "/etc/passwd")
        made.writestr("a.md", "one")
        made.writestr("a.md", "two")
    members = [(member.name, member.reason) for member in archive.members(out.getvalue(), MB)]
    assert members == [
        ("a.md", ""),
        ("a.md", "another file of the archive has this name"),
        ("link.md", "a link"),
    ]


def test_encrypted_members() -> None:
    """The flag of the central directory is believed."""
    data = bytearray(packed({"a.md": "one"}))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    assert told(bytes(data)) == {"a.md": "encrypted: it asks for a password"}


def test_bombs() -> None:
    """What unpacks to more than a file may hold is told by its size, also all members together."""
    bomb = packed({"bomb.txt": b"\0" * (3 * MB), "small.txt": "x"})
    assert len(bomb) < 10_000
    assert told(bomb, 2 * MB) == {"bomb.txt": "it unpacks to 3,145,728 bytes: too large", "small.txt": "text"}
    many = packed({f"{n}.txt": b" " * MB for n in range(5)})
    beyond = [reason for reason in told(many, 3 * MB).values() if "too large" in reason]
    assert beyond == 2 * [
        "it unpacks to 1,048,576 bytes: too large beside the others, all together may be 3,145,728"
    ]
    with pytest.raises(ReadError, match="unpacks to more than 1 MB"):
        gzipped.gunzip(gzip.compress(b" " * (2 * MB)), MB)


def test_damage() -> None:
    """A broken archive is refused; a broken member costs itself."""
    with pytest.raises(ReadError, match="damaged"):
        archive.members(packed({"a.md": "x"})[:-30], MB)
    data = bytearray(packed({"a.md": b"one " * 200, "b.md": "two"}))
    data[36] ^= 0xFF
    reasons = told(bytes(data))
    assert reasons["a.md"].startswith("damaged") and reasons["b.md"] == "markdown"
    with pytest.raises(ReadError, match="damaged"):
        gzipped.gunzip(gzip.compress(b"words")[:-6], MB)


def test_a_compressed_file_is_read_as_what_it_is() -> None:
    """`.md.gz` is Markdown."""
    assert formats.kind_of_name("a.md.gz") == "markdown"
    assert (
        formats.kind_of_name("a.pdf.gz")
        == formats.kind_of_name("a.zip.gz")
        == formats.kind_of_name("a.gz")
        == ""
    )
    document = formats.document_of(gzip.compress(b"# Title\n\nWords."), "a.md.gz", "markdown", MB)
    assert document.title == "Title"


def index(folder: Path, knowledge: Path, *, prune: bool = False) -> IndexReport:
    return index_paths([folder], knowledge, IndexSettings(), build_search=build_search, prune=prune)


def test_what_an_archive_holds_is_indexed(tmp_path: Path) -> None:
    """Each member is cited under the archive's name, read again when it changes, pruned when it is gone; a
    damaged archive costs nothing that was indexed of it.
    """
    folder, knowledge = tmp_path / "docs", tmp_path / "k.db"
    folder.mkdir()
    packs = folder / "old.zip"
    packs.write_bytes(packed({"a.md": "# A\n\nOne.", "in/b.txt": "Two.", "c.exe": b"MZ", "bad.pdf": "no"}))
    report = index(folder, knowledge)
    status = {source.source: source.status for source in report.sources}
    assert status == {"old.zip/a.md": "added", "old.zip/in/b.txt": "added", "old.zip/bad.pdf": "failed"}
    assert report.ignored == {".exe": 1}
    before = knowledge.read_bytes()
    assert {source.status for source in index(folder, knowledge).sources} == {"unchanged", "failed"}
    assert knowledge.read_bytes() == before, "a run that changes nothing writes nothing"
    whole = packs.read_bytes()
    packs.write_bytes(whole[:-30])
    broken = index(folder, knowledge, prune=True)
    assert [source.source for source in broken.sources] == ["old.zip"] and not broken.missing
    packs.write_bytes(packed({"a.md": "# A\n\nOther."}))
    status = {source.source: source.status for source in index(folder, knowledge, prune=True).sources}
    assert status == {"old.zip/a.md": "changed", "old.zip/in/b.txt": "removed"}


def test_what_has_no_reader_here_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra, Office files are counted with what to do; what was indexed of them before stays."""
    from office import docx, paragraph

    pytest.importorskip("defusedxml", reason="the extra docs is not installed")
    folder, knowledge = tmp_path / "docs", tmp_path / "k.db"
    folder.mkdir()
    (folder / "note.md").write_text("# Note", encoding="utf-8")
    for name in ("a.docx", "b.docx"):
        (folder / name).write_bytes(docx(paragraph("The rent is due.")))
    (folder / "old.doc").write_bytes(b"x")
    assert len(index(folder, knowledge).sources) == 3
    formats.is_missing.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(formats.importlib.util, "find_spec", lambda name: None)
        report = index(folder, knowledge, prune=True)
        with pytest.raises(ReadError, match=r"no reader for \.docx"):
            index_paths([folder / "a.docx"], tmp_path / "x.db", IndexSettings(), build_search=build_search)
    formats.is_missing.cache_clear()
    assert {source.source: source.status for source in report.sources} == {"note.md": "unchanged"}
    (folder / "lines.jsonl").write_text('{"text": "of no source"}', encoding="utf-8")
    assert '{"source": …, "page": 1' in index(folder, knowledge).advice[".jsonl"]
    assert report.ignored == {".doc": 1, ".docx": 2} and report.missing == []
    assert report.advice == {".doc": "Save a copy as .docx.", ".docx": formats.INSTALL}
    assert {source.source for source in index(folder, knowledge).sources} == {"a.docx", "b.docx", "note.md"}


@pytest.mark.skipif(os.name == "nt", reason="no limit on memory there")
def test_an_archive_of_office_files_is_read(tmp_path: Path) -> None:
    """Members are read by the same readers as files."""
    from office import docx, paragraph

    pytest.importorskip("defusedxml", reason="the extra docs is not installed")
    (tmp_path / "docs").mkdir()
    inner = docx(paragraph("The rent is due on the first."))
    (tmp_path / "docs" / "a.zip").write_bytes(packed({"lease.docx": inner}))
    report = index(tmp_path / "docs", tmp_path / "k.db")
    assert [(source.source, source.status) for source in report.sources] == [("a.zip/lease.docx", "added")]
