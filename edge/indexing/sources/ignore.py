"""What `.gitignore`, `.ignore` and `--exclude` leave out: patterns as git reads them (https://git-scm.com/docs/gitignore).

`.ignore` is for what git keeps and search should not see; where the two disagree it is the one that counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from edge import evident
from edge.errors import UsageError

if TYPE_CHECKING:
    from pathspec.gitignore import GitIgnoreSpec

#: In order: the later counts more.
FILES = (".gitignore", ".ignore")

_MOST_BYTES = 256 * 1024
_MOST_PATTERNS = 2_000
#: A pattern of four wildcards may take half a second a name, of five seven seconds (measured on 255 letters).
_MOST_WILDCARDS = 3
_WILDCARDS = re.compile(r"\*+")


class IgnoreRules:
    """The patterns of one place, asked about paths below it."""

    def __init__(self, spec: GitIgnoreSpec) -> None:
        self._spec = spec

    def leaves_out(self, path: str) -> bool | None:
        """Whether a path is left out: of a folder with a "/" at its end; None when nothing is said of it."""
        return self._spec.check_file(path).include


def of_folder(folder: Path) -> IgnoreRules | None:
    """What the ignore files of a folder say; None without one. One that cannot be read says nothing."""
    lines: list[str] = []
    for name in FILES:
        try:
            with (folder / name).open("rb") as file:
                lines += evident.text(file.read(_MOST_BYTES), "replace").splitlines()
        except OSError:
            continue
    return _rules(line for line in lines[:_MOST_PATTERNS] if not _fault(line))


def of_globs(globs: Iterable[str]) -> IgnoreRules | None:
    """What somebody typed; None without any. Raises UsageError for a pattern that cannot be used."""
    globs = list(globs)
    for glob in globs:
        if fault := _fault(glob):
            raise UsageError(
                f"--exclude {glob!r} cannot be used: {fault}.", "For example: --exclude 'drafts/*'"
            )
    return _rules(globs)


def _rules(lines: Iterable[str]) -> IgnoreRules | None:
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    if not lines:
        return None
    from pathspec.gitignore import GitIgnoreSpec  # most folders have no such file

    return IgnoreRules(GitIgnoreSpec.from_lines(lines))


def _fault(line: str) -> str:
    """Why a pattern is left aside, "" for a good one."""
    if len(_WILDCARDS.findall(line)) > _MOST_WILDCARDS:
        return f"it has more than {_MOST_WILDCARDS} wildcards"
    if "\0" in line or len(line) > 4_096:
        return "it is no path"
    from pathspec.gitignore import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except (re.error, ValueError) as error:  # a range like [z-a]; "!" alone
        return str(error)
    return ""
