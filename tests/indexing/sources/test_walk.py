"""What of a folder is read: what its owner sees, without what programs made; the rest is counted, by why."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from edge.errors import UsageError
from edge.indexing.sources import ignore
from edge.indexing.sources.discover import discover
from edge.indexing.sources.walk import Selection


def write(top: Path, *names: str, text: str = "x") -> None:
    for name in names:
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(top: Path, **selection: object) -> tuple[list[str], dict[str, int]]:
    discovery = discover([top], Selection(**selection))  # type: ignore[arg-type]
    return [file.name for file in discovery.files], discovery.skipped


def test_ignore_files_leave_out(tmp_path: Path) -> None:
    """.gitignore and .ignore hold for their folder and below, the nearest that says anything counts, and
    .ignore before .gitignore; --no-ignore reads all.
    """
    names = [
        "a.md",
        "drafts/b.md",
        "drafts/keep.md",
        "deep/c.txt",
        "deep/d.md",
        "build/e.md",
        "deep/build/f.md",
    ]
    write(tmp_path, *names)
    write(tmp_path, ".gitignore", text="# what we make\n/build/\ndrafts/*\n!drafts/keep.md\n*.txt\n[z-a]\n")
    write(tmp_path, "deep/.gitignore", text="!c.txt\n")
    write(tmp_path, "deep/.ignore", text="d.md\n")
    seen, skipped = found(tmp_path)
    assert seen == ["a.md", "deep/build/f.md", "deep/c.txt", "drafts/keep.md"]
    assert skipped == {"hidden": 3, "ignored": 3}
    assert found(tmp_path, ignore=False)[0] == sorted(names)


def test_the_ignore_file_of_the_repository(tmp_path: Path) -> None:
    """A folder of a repository obeys the files above it, but is read itself when somebody names it; without a
    repository what stands above is nobody's business.
    """
    write(tmp_path, "repo/docs/a.md", "repo/docs/a.tmp.md", "repo/out/b.md")
    write(tmp_path, "repo/.gitignore", text="out/\n*.tmp.md\n")
    assert found(tmp_path / "repo/docs")[0] == ["a.md", "a.tmp.md"]
    (tmp_path / "repo/.git").mkdir()
    assert found(tmp_path / "repo/docs")[0] == ["a.md"]
    assert found(tmp_path / "repo/out")[0] == ["b.md"]


def test_excluded_by_hand(tmp_path: Path) -> None:
    """--exclude takes patterns as in .gitignore, below the folder; one that is none is a usage error."""
    write(tmp_path, "a.md", "drafts/b.md", "x/drafts/c.md", "x/d.old.md")
    assert found(tmp_path, exclude=["/drafts", "*.old.*"]) == (["a.md", "x/drafts/c.md"], {"excluded": 2})
    for bad in ("[z-a]", "*a*b*c*d", "a\0b"):
        with pytest.raises(UsageError, match="--exclude"):
            found(tmp_path, exclude=[bad])


def test_what_programs_made(tmp_path: Path) -> None:
    """Dependencies, virtual environments, caches and version control are no documents; each is counted."""
    kept = ["a.md", "environment/b.md"]
    made = ["node_modules/x/README.md", "py/pyvenv.cfg", "py/lib/c.md", ".venv/pyvenv.cfg", ".venv/d.md",
            "__pycache__/e.md", "big/CACHEDIR.TAG", "big/f.md"]  # fmt: skip
    write(tmp_path, *kept, *made, ".git/g.md", ".hidden/h.md", "CVS/i.md")
    seen, skipped = found(tmp_path)
    assert seen == kept
    assert skipped == {
        "cache": 2, "dependencies": 1, "hidden": 1, "version_control": 2, "virtual_environment": 2,
    }  # fmt: skip
    read = {name for name in [*kept, *made] if name.endswith((".md", ".cfg"))}
    assert set(found(tmp_path, ignore=False)[0]) == read
    assert found(tmp_path / "node_modules")[0] == ["x/README.md"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes and devices among its files")
def test_loops_and_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links in circles, to nothing and to folders, pipes, sockets, devices: left out, told, nothing waits."""
    write(tmp_path, "docs/a.md", "outside.md")
    docs = tmp_path / "docs"
    (docs / "circle").symlink_to(docs)
    (docs / "one.md").symlink_to(docs / "two.md")
    (docs / "two.md").symlink_to(docs / "one.md")
    (docs / "none.md").symlink_to(docs / "nothing.md")
    (docs / "out.md").symlink_to(tmp_path / "outside.md")
    os.mkfifo(docs / "pipe.md")
    (docs / "zero.md").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(docs)  # the path of a socket is at most 108 bytes
        listener.bind("socket.md")
        seen, skipped = found(docs)
    assert seen == ["a.md"]
    assert skipped == {
        "broken_link": 3, "link_outside": 2, "link_to_folder": 1, "pipe": 1, "socket": 1,
    }  # fmt: skip


def test_a_hostile_ignore_file_costs_nothing(tmp_path: Path) -> None:
    """Patterns that take seconds a name, and files of nothing but patterns, are bounded."""
    write(tmp_path, "a" * 200 + ".md", ".gitignore")
    (tmp_path / ".gitignore").write_text("*a*a*a*a*a*a*b\n" * 50 + "/x*\n" * 100_000, encoding="utf-8")
    rules = ignore.of_folder(tmp_path)
    assert rules is not None and rules.leaves_out("xa.md") and not rules.leaves_out("a" * 200)
    assert len(found(tmp_path)[0]) == 1
