"""Every way a command can end: one message, one exit code, on the right stream."""

from __future__ import annotations

import json

import pytest
import typer
from cli_fakes import FakeEdge, Run

from edge import errors
from edge.cli import app, sections
from edge.cli.run import wants_json


@pytest.mark.parametrize(
    "kind",
    [errors.EdgeError, errors.UsageError, errors.ModelError, errors.NotPermitted, errors.KnowledgeMissing],
)
def test_typed_errors_have_their_exit_code_and_two_lines(
    run: Run, fake: FakeEdge, monkeypatch: pytest.MonkeyPatch, kind: type[errors.EdgeError]
) -> None:
    """`error: message`, then the next step, on stderr; nothing on stdout."""

    def fail(*_: object, **__: object) -> None:
        raise kind("The thing is broken.", "Mend it.")

    monkeypatch.setattr(fake, "ask", fail)
    result = run("ask", "q")
    assert (result.code, result.out, result.err) == (
        kind.exit_code,
        "",
        "error: The thing is broken.\nMend it.\n",
    )
    machine = run("ask", "q", "--json")
    assert machine.code == kind.exit_code and machine.err == ""
    assert machine.json == {
        "schema": 1,
        "error": {
            "type": kind.__name__, "message": "The thing is broken.", "hint": "Mend it.",
            "exit_code": kind.exit_code,
        },
    }  # fmt: skip


def test_a_bug_is_one_line_and_a_traceback_only_on_request(
    run: Run, fake: FakeEdge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception nobody foresaw never shows a traceback unless EDGE_DEBUG=1."""
    result = run("ask", "crash")
    assert result.code == 1
    assert "bug in edge: ZeroDivisionError" in result.err and "Traceback" not in result.err
    monkeypatch.setenv("EDGE_DEBUG", "1")
    assert "Traceback" in run("ask", "crash").err


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["ask", "-combien coûte l'eau ?"], """edge ask … -- "-combien coûte l'eau ?\""""),
        (["ask", "- combien ?"], "edge ask … -- '- combien ?'"),
        (["search", "--json", "-x walk"], "edge search … -- '-x walk'"),
        (["ask", "--strictly speaking, when?"], "edge ask … -- '--strictly speaking, when?'"),
        (["documents", "show", "-note.md"], "edge documents show … -- -note.md"),
        (["ask", "--dry-run"], "dash goes after --"),
        (["ask", "-z", "why?"], "See: edge ask --help"),
        (["ask", "--sorce", "x", "why?"], "See: edge ask --help"),
    ],
)
def test_words_that_begin_with_a_dash_are_told_of_the_two_dashes(
    run: Run, arguments: list[str], hint: str
) -> None:
    """Who asks "-x …" learns how to say that it is a question; a mistyped option leads to the help."""
    result = run(*arguments)
    said = result.json["error"]["hint"] if "--json" in arguments else result.err
    assert result.code == 2 and hint in said


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["ask", "q", "--nonsense"], ["search", "q", "-k", "many"], ["ask", "q", "-n", "0"]],
)
def test_what_cannot_be_parsed_is_a_usage_error(run: Run, fake: FakeEdge, arguments: list[str]) -> None:
    """Exit code 2, our own format, and JSON when JSON was asked for."""
    result = run(*arguments)
    assert result.code == 2 and result.out == ""
    assert result.err.startswith("error: ") and "--help" in result.err
    assert json.loads(run(*arguments, "--json").out)["error"]["exit_code"] == 2
    assert fake.calls == []


def test_an_option_without_its_value_names_the_command(run: Run, fake: FakeEdge) -> None:
    """`edge ask -K`: what to do next is that command's own help."""
    result = run("ask", "-K")
    assert (result.code, result.out) == (2, "") and "See: edge ask --help" in result.err


def test_help_and_version_are_no_errors(run: Run) -> None:
    """Asking for help succeeds, on stdout; -h is --help; no command at all shows it too."""
    assert run("--help").code == 0
    assert run("ask", "-h").out.startswith("Usage: edge ask")
    assert run("--version").out.startswith("edge 0.")


@pytest.mark.parametrize("words", [(), ("ask",), ("memory", "add")])
def test_help_as_a_word_is_the_option(run: Run, words: tuple[str, ...]) -> None:
    """`edge help ask` is what many people try first: it prints what `edge ask --help` prints."""
    asked = run("help", *words)
    assert asked.code == 0 and asked.out == run(*words, "--help").out


def test_help_is_in_sections_and_begins_with_documents(run: Run) -> None:
    """The list of commands is read by somebody new: headings, and what is needed first stands first."""
    listed = run("--help").out
    headings = [listed.index(f"\n{heading}:\n") for heading in sections.SECTIONS]
    assert headings == sorted(headings)
    assert listed.index("\n  index ") < listed.index("\n  ask ") < listed.index("\n  extract ")
    assert all(f"\n  {name} " in listed for name in sections.COMMANDS)


def test_the_list_of_commands_is_that_of_the_whole_application(run: Run) -> None:
    """Though it is made without reading the options of any command."""
    whole = typer.main.get_command(app.build())
    with whole.make_context("edge", ["ask"], resilient_parsing=True) as context:
        assert run("--help").out == whole.get_help(context) + "\n"


@pytest.mark.parametrize("family", [(), ("memory",)])
def test_no_command_at_all_is_shown_what_there_is(run: Run, family: tuple[str, ...]) -> None:
    """As lines to read, each command with a whole sentence; a program is told that it was a usage error."""
    nothing = run(*family)
    assert nothing.code == 2 and nothing.err.startswith("Usage: edge") and "\\n" not in nothing.err
    assert "..." not in nothing.err.partition("--help")[2]
    assert json.loads(run(*family, "--json").out)["error"]["exit_code"] == 2


def test_json_is_looked_for_before_the_double_dash_only() -> None:
    """A question may hold the word --json after `--`."""
    assert wants_json(["ask", "--json", "q"])
    assert not wants_json(["ask", "--", "--json"])


def test_a_variable_that_is_no_setting_is_told_once(
    run: Run, fake: FakeEdge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On stderr, a line, with the nearest name and never its value; not with --quiet."""
    monkeypatch.setenv("EDGE_SERCH_K", "canary")
    monkeypatch.setenv("EDGE_PATH", "/another/program")
    result = run("ask", "q", "--json")
    assert result.err == "EDGE_SERCH_K is not a setting and has no effect; is it EDGE_SEARCH_K?\n"
    assert result.code == 0 and result.json["schema"] == 1
    assert run("ask", "q", "--json", "-q").err == ""
