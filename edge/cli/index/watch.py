"""`edge index --watch`: index again after each change, until Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def keep_watching(waiting: Iterator[None], run: Callable[[], int], *, quiet: bool) -> int:
    """Call `run` after each change (`edge.indexing.watch`). What goes wrong then is told, and waited for like
    any other change. Ctrl-C while waiting is how it ends: exit code 0.
    """
    from edge.cli.terminal import output
    from edge.cli.terminal.style import safe
    from edge.errors import EdgeError

    if not quiet:
        output.note("Waiting for changes. Ctrl-C ends it.")
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
