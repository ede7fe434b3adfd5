from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from edge.indexing.sources.walk import Selection
from edge.indexing.watch import changes


class Ended(Exception):
    """The end of a watch in a test."""


def watched(folder: Path, steps: list[Callable[[], object]], selection: Selection | None = None) -> list[int]:
    """After how many steps (one between two looks) a change was told."""
    done: list[int] = []
    told: list[int] = []

    def sleep(seconds: float) -> None:
        assert seconds >= 1.0
        if len(done) == len(steps):
            raise Ended
        steps[len(done)]()
        done.append(1)

    try:
        for _ in changes([folder], selection or Selection(), sleep=sleep):
            told.append(len(done))
    except Ended:
        pass
    return told


def nothing() -> None:
    """A step in which nothing happens."""


def test_a_change_is_told_once_it_rests(tmp_path: Path) -> None:
    """New, changed, removed and moved files are told once each, and not while they are being written."""
    one, two = tmp_path / "a.md", tmp_path / "b.md"
    one.write_text("x", encoding="utf-8")
    write = lambda text: lambda: one.write_text(text, encoding="utf-8")  # noqa: E731
    steps = [nothing, write("y1"), write("y12"), write("y123"), nothing, nothing]
    assert watched(tmp_path, steps) == [5]
    assert watched(tmp_path, [lambda: one.rename(two), nothing, two.unlink, nothing, nothing]) == [2, 4]


def test_what_changes_during_the_first_run_is_told(tmp_path: Path) -> None:
    """The first run can take minutes, and looks at what is there when it begins."""
    looks: list[float] = []

    def sleep(seconds: float) -> None:
        looks.append(seconds)
        assert len(looks) < 10, "nothing was told"

    waiting = changes([tmp_path], Selection(), sleep=sleep)
    (tmp_path / "a.md").write_text("x", encoding="utf-8")
    next(waiting)
    assert looks


def test_what_is_not_read_is_not_watched(tmp_path: Path) -> None:
    """Files that a run would leave out tell nothing; a folder that goes away is waited for."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text("x", encoding="utf-8")
    names = (".hidden.md", "a.png", "draft.md")
    quiet = [partial((folder / name).write_text, "x", "utf-8") for name in names]
    assert watched(folder, [*quiet, nothing, nothing], Selection(["draft*"])) == []
    back = [lambda: folder.rename(tmp_path / "away"), nothing, lambda: (tmp_path / "away").rename(folder)]
    assert watched(folder, [*back, nothing, nothing]) == []
