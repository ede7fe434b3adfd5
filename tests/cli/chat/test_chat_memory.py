"""`edge chat` keeps what is said, finds it again, and keeps nothing where it is told so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_fakes import Run

from edge import paths
from edge.api import Edge


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


@pytest.mark.parametrize("name", ["x" * 500, " "])
def test_a_name_that_cannot_be_kept_is_refused_before_a_question(
    run: Run, small_knowledge: Path, name: str
) -> None:
    """A conversation's name is looked at before anything is asked: status 2, not a refusal a question."""
    told = run("chat", "-K", str(small_knowledge), "--conversation", name, stdin=b"Where is it?\n")
    assert told.code == 2
    assert told.err.count("is empty or too long") == 1


def test_a_long_talk_is_summed_up_beside_it(run: Run, small_knowledge: Path) -> None:
    """Level 1 and 2 are there when the talk ends; `edge memory summarise` finds nothing left to do."""
    asked = b"Where does the brass key hang?\nWho may take it?\n" * 11
    done = run("chat", "-K", str(small_knowledge), "--conversation", "long", "--quiet", stdin=asked)
    assert done.code == 0
    left = run("memory", "summarise", "--json").json
    assert left["made"] == {} or left["made"] == {"1": 0}, left
    assert left["kept"]["1"] == 3 and left["kept"]["2"] >= 1 and left["vectors"] == 0


def test_what_was_said_goes_out_and_comes_in(run: Run, tmp_path: Path, small_knowledge: Path) -> None:
    """--export prints what --import reads; --list names it; --delete takes it away for good."""
    run("chat", "-K", str(small_knowledge), "--conversation", "a", stdin=b"Where does the brass key hang?\n")
    exported = run("chat", "--export", "--conversation", "a")
    turns = exported.lines
    assert [(turn["conversation"], turn["index"], turn["role"]) for turn in turns] == [
        ("a", 0, "user"), ("a", 1, "edge"),
    ]  # fmt: skip
    assert run("chat", "--delete", "a").out == "a: 2 turns deleted, for good\n"
    assert run("chat", "--export").out == "" and run("chat", "--export", "--conversation", "a").code == 2
    assert run("chat", "--list").out == "No conversation is kept.\n"
    (tmp_path / "turns.jsonl").write_text(exported.out + '{"role": "user"}\n', encoding="utf-8")
    done = run("chat", "--import", str(tmp_path / "turns.jsonl"), "--json")
    assert done.code == 1 and done.json["added"] == 2 and "line 3" in done.json["refused"][0]
    again = run("chat", "--import", "-", stdin=exported.out.encode())
    assert again.code == 0 and again.out == "0 added, 2 already there, 1 conversation\n"
    listed = run("chat", "--list", "--json").json["conversations"]
    assert [(one["name"], one["turns"]) for one in listed] == [("a", 2)]
    assert run("chat", "--list", "--export").code == 2


def test_a_talk_is_read_by_whom_it_is_for(run: Run, small_knowledge: Path) -> None:
    """Private: its owner alone, in the context, in the list and in what is found. Public: everybody."""
    asked = b"Where does the brass key hang?\n"
    rusty = b"Is the brass key of the cellar as rusty as they say?\n"
    for name, visibility, said in (("secret", "private", rusty), ("shared", "public", asked)):
        kept = ("--conversation", name, "--owner", "anna", "--visibility", visibility)
        assert run("chat", "-K", str(small_knowledge), *kept, stdin=said).code == 0

    def found(*who: str) -> set[str]:
        told = run("compose", "brass key", "--from", "conversations", "--json", *who).json
        turns = (*told["turns"], *told["expanded"]["messages"])
        return {turn["conversation"] for turn in turns}

    assert found("--set", "access.owner=eve") == {"shared"}
    assert found("--set", "access.owner=anna") == {"secret", "shared"}
    assert run("chat", "--list", "--owner", "eve").out == "No conversation is kept.\n"
    assert "secret" in run("chat", "--list", "--owner", "anna").out
    assert run("chat", "-K", str(small_knowledge), "--visibility", "all", stdin=asked).code == 2


def test_last_weeks_talk_helps_where_the_documents_do_not(
    run: Run, tmp_path: Path, small_knowledge: Path
) -> None:
    """What was asked then is shown with what was answered, though the answer has few of today's words."""
    lines = [
        {"conversation": "last week", "role": role, "content": content, "at": f"2026-11-16T10:00:0{n}+00:00"}
        for n, (role, content) in enumerate(
            (("user", "Which pump did we choose for the well?"), ("edge", "The Grundfos SQ."))
        )
    ]
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert run("chat", "--import", str(tmp_path / "t.jsonl")).code == 0
    told = run("chat", "-K", str(small_knowledge), stdin=b"Which pump for the well, again?\n")
    assert told.out.index("earlier, user: Which pump") < told.out.index("earlier, edge: The Grundfos SQ.")


def test_what_was_said_today_helps_another_session_of_today(run: Run, small_knowledge: Path) -> None:
    """Turns of the conversation that goes on count as earlier ones do, but for those of this very session;
    that nothing was found then is no help now.
    """
    asked = b"My pump for the well is the Grundfos SQ, Louise said.\n"
    run("chat", "-K", str(small_knowledge), stdin=asked)
    told = run("chat", "-K", str(small_knowledge), stdin=b"Which pump for the well did Louise name?\n")
    assert "earlier, user: My pump for the well is the Grundfos SQ" in told.out
    assert "earlier, edge" not in told.out
    twice = run(
        "chat", "-K", str(small_knowledge), "--conversation", "b", "--quiet", stdin=2 * b"Which pump is it?\n"
    )
    assert "earlier, user: Which pump is it?" not in twice.out


def test_what_is_forgotten_counts_no_more(
    run: Run, small_knowledge: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After /forget nothing that was asked before leads the next question, of this session or an earlier one;
    what is asked after it does.
    """
    asked: list[list[str]] = []
    ask = Edge.ask

    def heard(self: Edge, question: str, *, history: Any = (), **more: Any) -> Any:
        asked.append([turn.question for turn in history])
        return ask(self, question, history=history, **more)

    monkeypatch.setattr(Edge, "ask", heard)
    key, who = "Where does the brass key hang?", "Who may take it?"
    for typed in ((key,), (who, "/forget", who, key)):
        kept = ("-K", str(small_knowledge), "--conversation", "a")
        assert run("chat", *kept, stdin="\n".join(typed).encode()).code == 0
    assert asked == [[], [key], [], [who]]


def test_what_was_learnt_helps_where_the_documents_do_not(run: Run, small_knowledge: Path) -> None:
    """A memory that speaks of what is asked is shown; one that does not is not, nor beside an answer."""
    learnt = ("--situation", "Opening the bike cellar door.", "--solution", "Type 8256 on the keypad.")
    assert run("memory", "add", "fact", "Code of the bike cellar", *learnt).code == 0
    asked = (
        b"What is the code of the bike cellar?\nWho won the cup in Lisbon?\nWhere does the brass key hang?\n"
    )
    told = run("chat", "-K", str(small_knowledge), stdin=asked).out
    assert told.count("learnt, m1: Code of the bike cellar: Type 8256 on the keypad.") == 1
    assert told.index("learnt, m1") < told.index("blue door")


def test_a_question_in_another_charset_comes_through_a_pipe(run: Run, small_knowledge: Path) -> None:
    """What is kept of it, and asked, are the letters that were typed."""
    asked = "Où est la clé de laiton accrochée ?"
    for name, charset in (("a", "latin-1"), ("b", "utf-8")):
        kept = ("--conversation", name)
        run("chat", "-K", str(small_knowledge), *kept, stdin=f"{asked}\n".encode(charset))
        assert run("chat", "--export", *kept).lines[0]["content"] == asked
