"""`edge chat` answers from the knowledge base that is there now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_fakes import Run

from edge.cli.chat import command


def test_a_base_replaced_during_a_talk_is_read_anew(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another process indexed since the last question answers the next one; the talk goes on."""
    documents, base, later = tmp_path / "documents", tmp_path / "my.db", tmp_path / "later.db"
    documents.mkdir()
    note = documents / "keys.md"
    for hangs, made in (("blue door", base), ("red cupboard", later)):
        note.write_text(f"# Keys\n\nThe brass key hangs behind the {hangs}.\n", encoding="utf-8")
        assert run("index", str(documents), "-K", str(made), "--no-vectors").code == 0

    def typed() -> Iterator[str]:
        yield "Where does the brass key hang?"
        later.replace(base)
        yield "Where does the brass key hang now?"

    monkeypatch.setattr(command, "_typed", typed)
    talk = run("chat", "-K", str(base), "--conversation", "keys", "--json")
    assert talk.code == 0, talk.err
    first, second = (turn["answer"] for turn in talk.lines)
    assert "blue door" in first and "red cupboard" in second
