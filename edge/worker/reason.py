"""What an error says of a file, without where the file lies."""

from __future__ import annotations

import os


def bare_reason(error: BaseException, path: str) -> str:
    """The error in one line of at most 200 characters, without a full stop: it stands in a sentence. The
    folder of `path` is left out: a knowledge base, which keeps the reason, is carried to others.
    """
    folder, separator, _ = path.rpartition(os.sep)
    said = str(error).replace(folder + separator, "") if folder else str(error)
    return " ".join(said.split())[:200].rstrip(".")
