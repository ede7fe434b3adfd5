"""`edge index --watch`: index again after each change, until Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edge.indexing.sources.walk import Selection


def keep_watching(
    documents: Sequence[Path], selection: Selection, run: Callable[[], int], *, quiet: bool
) -> int:
    """Call `run` after each change. What goes wrong then is told, and waited for like any other change.
    Ctrl-C while waiting is how it ends: exit code 0.
    """
    from edge.cli import output
    from edge.cli.style import safe
    from edge.errors import EdgeError
    from edge.indexing.watch import changes

    if not quiet:
        output.note("Waiting for changes. Ctrl-C ends it.")
    waiting = changes(documents, selection)
    while True:
        try:
            next(waiting)
        except KeyboardInterrupt:
            if not quiet:
                output.note("Ended.")
            return 0
        try:
            run()
        except EdgeError as error:
            output.note("error: " + " ".join(safe(part) for part in (error.message, error.hint) if part))
