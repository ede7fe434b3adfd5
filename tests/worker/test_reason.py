"""What an error says of a file, as it stands in a sentence."""

from __future__ import annotations

from pathlib import Path

from edge.worker.reason import bare_reason


def test_a_reason_is_on_one_line_without_its_folder_and_its_full_stop() -> None:
    """It is carried to others, and the sentence around it has a full stop of its own."""
    path = str(Path("/home/anne/x.pdf"))
    error = ValueError(f"Failed to open\nfile '{path}' as type pdf.")
    assert bare_reason(error, path) == "Failed to open file 'x.pdf' as type pdf"
