"""The libraries that reading values needs: the extra `extract`."""

from __future__ import annotations

from importlib.util import find_spec

from edge.errors import EdgeError

#: By the name they are imported under.
LIBRARIES = ("dateparser", "icalendar", "phonenumbers", "stdnum")


def require() -> None:
    """Raises EdgeError, with the command to type, unless all are here: better before the first message than
    in the middle of a batch, at the first sum of money.
    """
    lacking = [name for name in LIBRARIES if find_spec(name) is None]
    if lacking:
        raise EdgeError(
            f"Reading messages needs libraries that are not installed: {', '.join(lacking)}.",
            "pip install 'edge-answers[extract]'",
        )
