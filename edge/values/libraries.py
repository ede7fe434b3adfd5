"""The libraries that reading values needs: the extra `extract`."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from types import ModuleType

from edge.errors import EdgeError

#: By the name they are imported under.
LIBRARIES = ("dateparser", "icalendar", "phonenumbers", "regex", "stdnum")

_HINT = "pip install 'edge-answers[extract]'"


def require() -> None:
    """Raises EdgeError, with the command to type, unless all are here: better before the first message than
    in the middle of a batch, at the first sum of money.
    """
    lacking = [name for name in LIBRARIES if find_spec(name) is None]
    if lacking:
        raise EdgeError(
            f"Reading messages needs libraries that are not installed: {', '.join(lacking)}.",
            _HINT,
        )


def load(module: str, package: str) -> ModuleType:
    """A module of a package. Raises EdgeError, with the command to type, where it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise EdgeError(f"Reading messages needs {package}, which is not installed.", _HINT) from error
