"""Questions to the person at the terminal."""

from __future__ import annotations

import sys


def can_ask() -> bool:
    """Whether there is somebody to ask: nobody is asked where there is no terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def yes(question: str) -> bool:
    """One question on stderr, so that stdout stays the result's. Anything but yes is no."""
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes", "o", "oui"}
