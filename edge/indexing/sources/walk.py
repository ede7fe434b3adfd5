"""A walk through a folder for documents: what its owner sees, without what programs made or fetched."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from edge.folders import inside
from edge.indexing.sources import ignore
from edge.indexing.sources.ignore import IgnoreRules

_VERSION_CONTROL = frozenset((".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", "CVS"))
_DEPENDENCIES = frozenset(("node_modules", "bower_components", "site-packages"))
_CACHES = frozenset(("__pycache__",))
_VIRTUAL_ENVIRONMENT = "pyvenv.cfg"  # https://peps.python.org/pep-0405
_CACHE = "CACHEDIR.TAG"  # https://bford.info/cachedir
_NO_FILE = {
    stat.S_IFIFO: "pipe", stat.S_IFSOCK: "socket", stat.S_IFBLK: "device", stat.S_IFCHR: "device",
}  # fmt: skip


class Selection(msgspec.Struct, frozen=True):
    """What of a folder is read: `exclude` are patterns as in .gitignore; without `ignore` files that say so,
    and folders of programs, leave nothing out.
    """

    exclude: Sequence[str] = ()
    ignore: bool = True


class Walk:
    """One walk. `skipped` counts what was left out on the way, by why (a folder counts as one)."""

    def __init__(self, top: Path, selection: Selection, unlisted: Callable[[OSError, Path], None]) -> None:
        """`unlisted` is told of what cannot be looked into. Raises UsageError for a broken pattern."""
        self._top = top
        self._ignore = selection.ignore
        self._excluded = ignore.of_globs(selection.exclude)
        self._unlisted = unlisted
        self.skipped: Counter[str] = Counter()

    def files(self) -> Iterator[Path]:
        """The files, in one fixed order. No link to a folder is followed, so no way goes round in circles."""
        pending: list[tuple[Path, tuple[tuple[Path, IgnoreRules], ...]]] = [(self._top, self._above())]
        while pending:
            folder, rules = pending.pop()
            try:
                with os.scandir(folder) as listed:
                    entries = sorted(listed, key=lambda entry: entry.name)
            except OSError as error:
                self._unlisted(error, folder)
                continue
            if self._ignore and (own := ignore.of_folder(folder)):
                rules = (*rules, (folder, own))
            below = []
            for entry in entries:
                path = folder / entry.name
                try:
                    is_folder = entry.is_dir(follow_symlinks=False)
                    why = self._skipped(path, rules, is_folder=is_folder) or (
                        "" if is_folder or entry.is_file(follow_symlinks=False) else self._no_file(path)
                    )
                except OSError as error:
                    self._unlisted(error, path)
                    continue
                if why:
                    self.skipped[why] += 1
                elif is_folder:
                    below.append((path, rules))
                else:
                    yield path
            pending += reversed(below)

    def _above(self) -> tuple[tuple[Path, IgnoreRules], ...]:
        """Ignore files of the folders around, up to the repository's own: they count below as well, but what
        somebody names is read even if one of them leaves it out.
        """
        around: list[Path] = []
        for folder in (self._top, *self._top.parents) if self._ignore else ():
            if os.path.lexists(folder / ".git"):
                around = [above for above in self._top.parents if above.is_relative_to(folder)]
                break
        found = ((folder, ignore.of_folder(folder)) for folder in reversed(around))
        return tuple(
            (folder, rules)
            for folder, rules in found
            if rules and not rules.leaves_out(f"{self._top.relative_to(folder).as_posix()}/")
        )

    def _skipped(self, path: Path, rules: Sequence[tuple[Path, IgnoreRules]], *, is_folder: bool) -> str:
        name, end = path.name, "/" if is_folder else ""
        made = _made_by_program(path) if is_folder else ""
        if is_folder and name in _VERSION_CONTROL:
            return "version_control"
        if made and self._ignore:
            return made
        if name.startswith(".") and not made:  # a hidden virtual environment is asked for with the others
            return "hidden"
        if self._excluded and self._excluded.leaves_out(path.relative_to(self._top).as_posix() + end):
            return "excluded"
        for folder, said in reversed(rules):  # the nearest that says anything
            out = said.leaves_out(path.relative_to(folder).as_posix() + end)
            if out is not None:
                return "ignored" if out else ""
        return ""

    def _no_file(self, path: Path) -> str:
        """Why something that is no folder is no file to read; "" for one."""
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            try:
                mode = path.stat().st_mode
            except OSError:
                return "broken_link"  # to nothing, or in a circle
            if stat.S_ISDIR(mode):
                return "link_to_folder"
            if not inside(path, self._top):
                return "link_outside"
        return _NO_FILE.get(stat.S_IFMT(mode), "")


def _made_by_program(folder: Path) -> str:
    if folder.name in _DEPENDENCIES:
        return "dependencies"
    if folder.name in _CACHES or os.path.lexists(folder / _CACHE):
        return "cache"
    return "virtual_environment" if os.path.lexists(folder / _VIRTUAL_ENVIRONMENT) else ""
