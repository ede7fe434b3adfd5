"""`edge chat` keeps what is said, finds it again, and keeps nothing where it is told so."""

from __future__ import annotations

from pathlib import Path

from cli_fakes import Run

from edge import paths


def test_a_chat_is_kept_and_found_later(run: Run, small_knowledge: Path) -> None:
    """Question and answer are turns; a later chat shows what was said where the documents say nothing."""
    first = run(
        "chat",
        "-K",
        str(small_knowledge),
        "--conversation",
        "monday",
        stdin=b"Where does the brass key hang?\n",
    )
    assert first.code == 0 and "blue door" in first.out
    context = run("compose", "brass key", "--from", "conversations", "--json").json
    said = [message["content"] for message in context["expanded"]["messages"]]
    assert "Where does the brass key hang?" in said or [turn["content"] for turn in context["turns"]]
    assert any(
        "monday" in message["conversation"]
        for message in (*context["turns"], *context["expanded"]["messages"])
    )
    traces = run("trace", "list", "--json").json["traces"]
    assert any(trace["query"] == "Where does the brass key hang?" for trace in traces)


def test_nothing_is_kept_on_request(run: Run, small_knowledge: Path) -> None:
    """--no-keep leaves no database behind."""
    run("chat", "-K", str(small_knowledge), "--no-keep", stdin=b"Where does the brass key hang?\n")
    assert not paths.state_file().exists()
