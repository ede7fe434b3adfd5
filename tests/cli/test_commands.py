"""What was typed reaches the session, what comes back reaches the right stream with the right code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cli_fakes import FakeEdge, Run, index_report


def test_words_without_quotes_are_one_question(run: Run, fake: FakeEdge) -> None:
    """A question needs no quotes in the shell."""
    assert run("ask", "must", "a", "touched", "piece", "move?").code == 0
    assert fake.calls == [("ask", "must a touched piece move?", (), None, ())]


def test_dash_reads_the_question_from_stdin(run: Run, fake: FakeEdge) -> None:
    """`-` stands for standard input."""
    assert run("ask", "-", stdin="Où est le roi ?\n".encode()).code == 0
    assert fake.calls[0][1] == "Où est le roi ?"


def test_stdin_that_is_no_text_is_refused(run: Run, fake: FakeEdge) -> None:
    """Binary on stdin is a usage error, not a traceback, and nothing is asked."""
    result = run("ask", "-", stdin=b"\x89PNG\x00binary\x80")
    assert (result.code, fake.calls) == (2, [])
    assert result.err.startswith("error: ") and "UTF-8" in result.err


def test_options_of_ask_reach_the_session(run: Run, fake: FakeEdge) -> None:
    """Options become settings by their dotted names, or arguments of the verb."""
    run("ask", "q", "-s", "a.pdf", "--source", "b.pdf", "-e", "lexical", "-n", "2", "-K", "x.db",
        "--model", "m.gguf", "--passes", "contextual", "--offline")  # fmt: skip
    assert fake.calls == [("ask", "q", ("a.pdf", "b.pdf"), "lexical", ())]
    assert fake.flags == {
        "ask.engine": "lexical", "ask.quotes": 2, "knowledge": "x.db", "offline": True,
        "gemma.model": "m.gguf", "ask.passes": "contextual", "ask.strict": None, "ask.require": None,
    }  # fmt: skip


def test_an_abstention_is_exit_code_3(run: Run, fake: FakeEdge) -> None:
    """A script can tell "not in the documents" from an answer and from an error."""
    result = run("ask", "something unknown")
    assert result.code == 3
    assert result.out.startswith("Not in your documents.")


def test_json_is_one_document_with_the_records_fields(run: Run, fake: FakeEdge) -> None:
    """--json prints the record itself: the fields other programs rely on, on stdout, and nothing else."""
    result = run("ask", "q", "--json")
    shown = result.json
    assert shown["schema"] == 1 and shown["abstained"] is False
    assert {"source", "page", "quote", "start", "end", "chunk"} <= shown["citations"][0].keys()
    assert result.err == ""


def test_no_question_and_two_questions_are_usage_errors(run: Run, fake: FakeEdge) -> None:
    """Nothing to ask, or a question beside a batch: exit code 2 and the session is never opened."""
    assert run("ask").code == 2
    assert run("ask", "q", "--batch", "-").code == 2
    assert run("search").code == 2
    assert run("search", "q", "--batch", "-").code == 2
    assert fake.calls == []


def test_search_shows_place_text_and_channels(run: Run, fake: FakeEdge) -> None:
    """A result is readable in one glance; --explain adds what each channel gave."""
    result = run("search", "touched", "piece", "-k", "4", "--explain")
    assert (result.code, fake.flags["search.k"]) == (0, 4)
    assert "rules.pdf · page 12 · Moves" in result.out
    assert "A touched piece must be moved." in result.out
    assert "words 0.800  grams 0.200" in result.out
    assert "words" not in run("search", "touched").out


def test_search_without_results_says_so_and_succeeds(run: Run, fake: FakeEdge) -> None:
    """Finding nothing is a result."""
    result = run("search", "unknown")
    assert result.code == 0
    assert result.out.startswith("Nothing found.")


def test_index_needs_a_path_and_a_target(run: Run, fake: FakeEdge, monkeypatch: pytest.MonkeyPatch) -> None:
    """The knowledge base that ships is never written: without another one named it is a usage error."""
    assert run("index", "-K", "my.db").code == 2
    refused = run("index", "docs")
    assert refused.code == 2 and "--knowledge" in refused.err
    assert fake.calls == []
    monkeypatch.setenv("EDGE_KNOWLEDGE", "my.db")
    assert run("index", "docs", "--prune", "--rebuild").code == 0
    assert fake.calls == [("index", [Path("docs")], True, True)]


@pytest.mark.parametrize(
    ("statuses", "code"),
    [(["added", "failed"], 0), (["failed", "failed"], 1), (["unchanged"], 0), ([], 0)],
)
def test_index_fails_only_when_every_document_did(
    run: Run, fake: FakeEdge, statuses: list[Any], code: int
) -> None:
    """One bad document costs only itself; its name and reason are on stderr."""
    fake.report = index_report(*statuses)
    result = run("index", "docs", "-K", "my.db")
    assert result.code == code
    assert result.err.count("because") == statuses.count("failed")
    assert run("index", "docs", "-K", "my.db", "--json").json["sources"][:1] == (
        [{"source": "0.pdf", "status": statuses[0], "pages": 0, "chunks": 0, "tables": 0,
          "reason": "because" if statuses[0] == "failed" else "", "repeated": False, "unread": None,
          "notes": [], "ms": 0.0}]
        if statuses else []
    )  # fmt: skip


def test_an_interrupted_index_says_that_it_resumes(
    run: Run, fake: FakeEdge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C is exit code 130, and the person learns that nothing is lost."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fake, "index", interrupted)
    result = run("index", "docs", "-K", "my.db")
    assert result.code == 130
    assert "goes on from here" in result.err


def test_chat_from_a_pipe_answers_line_by_line_with_history(run: Run, fake: FakeEdge) -> None:
    """Each line is a question, blank ones are not, earlier answers are passed on, /quit leaves."""
    result = run("chat", "--json", stdin=b"first\n\nsecond\n/quit\nnever\n")
    assert result.code == 0
    assert [line["question"] for line in result.lines] == ["first", "second"]
    assert [len(call[4]) for call in fake.calls] == [0, 1]


def test_chat_commands_change_the_documents_asked(run: Run, fake: FakeEdge) -> None:
    """/source narrows and widens again; an unknown command explains; none of them is asked as a question."""
    result = run("chat", stdin=b"/source rules\none\n/source\n/forget\ntwo\n/wat\n/help\n")
    assert [call[1:3] for call in fake.calls] == [("one", ("rules",)), ("two", ())]
    assert fake.calls[1][4] == ()
    assert "There is no command /wat" in result.err


def test_a_bad_question_does_not_end_a_chat(
    run: Run, fake: FakeEdge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error is told and the conversation goes on."""
    real = fake.ask

    def once(question: str, **rest: Any) -> Any:
        return real("" if question == "bad" else question, **rest)

    monkeypatch.setattr(fake, "ask", once)
    result = run("chat", "--json", stdin=b"bad\ngood\n")
    assert result.code == 0
    assert [("error" in line) for line in result.lines] == [True, False]


def test_config_tells_where_each_value_came_from(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """default, environment and flag can be told apart."""
    monkeypatch.setenv("EDGE_ASK_QUOTES", "2")
    settings = run("config", "--set", "search.k=9", "--json").json["settings"]
    quotes = settings["ask.quotes"]
    assert (quotes["value"], quotes["origin"]) == (2, "environment EDGE_ASK_QUOTES")
    assert quotes["variable"] == "EDGE_ASK_QUOTES" and quotes["about"]
    assert (settings["search.k"]["value"], settings["search.k"]["origin"]) == (9, "flag")
    assert settings["ask.pages"]["origin"] == "default"


def test_paths_prints_every_place(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script can ask where things are; nothing is made by asking."""
    places = run("paths", "-K", "somewhere/my.db", "--json").json["paths"]
    assert places.keys() == {"config", "home", "knowledge", "manifest", "assets", "models"}
    assert places["knowledge"]["exists"] is False
    assert places["assets"]["exists"] is True
    assert "(not there)" in run("paths", "-K", "somewhere/my.db").out


def test_a_setting_that_does_not_exist_is_named(run: Run, fake: FakeEdge) -> None:
    """A misspelt setting is a usage error that names it, not a setting silently without effect."""
    result = run("config", "--set", "search.kk=9")
    assert result.code == 2 and "search.kk" in result.err
    assert run("config", "--set", "nonsense").code == 2
