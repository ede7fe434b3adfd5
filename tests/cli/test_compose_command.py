"""`edge compose` and `edge trace`: the specification's flags, the format for programs, and the traces."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_fakes import Run

from edge import paths
from edge.compose.conversations import ConversationStore, Turn
from edge.state.database import open_state


@pytest.fixture
def kept(run: Run) -> None:
    """A memory and two conversations."""
    context = {"situation": "The relief valve opens late in frost.", "solution": "Warm the lever first."}
    run("memory", "add", "bug", "Valve opens late", "--context-json", json.dumps(context))
    db = open_state(paths.state_file())
    store = ConversationStore(db)
    store.add("monday", [Turn("Ann", "Where is the brass key?"), Turn("Bob", "Behind the blue door.")])
    store.add("today", [Turn("Ann", "The valve is frozen again."), Turn("Bob", "Warm the lever.")])
    db.close()


def test_the_specifications_flags_and_json(
    run: Run, kept: None, tmp_path: Path, small_knowledge: Path
) -> None:
    """One document with turns, summaries, expansion, budget and metrics; the trace in file and store."""
    log = tmp_path / "trace.json"
    made = run(
        "compose", "brass key", "--budget-tokens", "600", "--mmr-lambda", "0.3", "--expand-neighborhood", "1",
        "--timeout", "8", "--log", str(log), "--conversation", "today", "-K", str(small_knowledge), "--json",
    ).json  # fmt: skip
    assert {
        "query",
        "turns",
        "l2_summaries",
        "l1_selected",
        "expanded",
        "items",
        "budget",
        "metrics",
        "trace",
    } <= made.keys()
    assert made["metrics"]["mmrLambda"] == pytest.approx(0.3) and made["budget"]["inputTokens"] == 600
    assert made["budget"]["used"] <= 600
    assert [turn["content"] for turn in made["turns"]] == [
        "The valve is frozen again.", "Warm the lever.",
    ]  # fmt: skip
    messages = made["expanded"]["messages"]
    assert {"Where is the brass key?", "Behind the blue door."} <= {
        message["content"] for message in messages
    }
    assert made["expanded"]["totalMessages"] == len(messages)
    kinds = {entry["kind"] for entry in made["items"] if entry["kept"]}
    assert {"turn", "chunk"} <= kinds
    assert json.loads(log.read_text(encoding="utf-8"))["trace"] == made["trace"]
    shown = run("trace", "show", made["trace"], "--json").json["trace"]
    assert shown["query"] == "brass key" and shown["budget"] == made["budget"]
    assert run("trace", "label", made["trace"], messages[0]["id"]).code == 0
    exported = json.loads(run("trace", "export").out)
    assert exported["labels"][0]["useful"] is True
    assert made["trace"] in run("trace", "list").out


def test_text_goes_to_stdout_and_the_rest_to_stderr(run: Run, kept: None) -> None:
    """What an engine is to read, and nothing else."""
    shown = run("compose", "valve frost", "--from", "memories", "--max-tokens", "90", "--conversation", "")
    assert "Warm the lever first." in shown.out and "tokens" not in shown.out and "of 90 tokens" in shown.err
    assert run("compose", "valve", "--from", "conversations", "-q").err == ""


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        (("--max-tokens", "0"), "max_tokens"), (("--from", "dreams"), "dreams"),
        (("--lambda-mult", "7"), "lambda_mult"),
        (("--mmr-lambda", "-1"), "mmr-lambda"), (("--mmr-lambda", "1", "--lambda-mult", "1"), "mmr-lambda"),
        (("--set", "compose.tokenizer=abacus"), "abacus"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_a_usage_error(run: Run, typed: tuple[str, ...], named: str) -> None:
    """Exit code 2, by name and value."""
    result = run("compose", "valve", *typed)
    assert result.code == 2 and named in result.err


def test_labels_measure_composing(run: Run, kept: None) -> None:
    """What helped then is counted now: all of it with the same budget, none of it with next to no budget."""
    without = run("eval", "compose")
    assert without.code == 2 and "edge trace label" in without.err
    made = run("compose", "brass key door", "--max-tokens", "400", "--conversation", "", "--json").json
    (first, *others) = [entry["id"] for entry in made["items"] if entry["kept"]]
    run("trace", "label", made["trace"], first)
    if others:
        run("trace", "label", made["trace"], others[-1], "--useless")
    traces = run("trace", "list", "--json").json["traces"]
    told = run("eval", "compose", "--json").json
    assert told["then"] == told["now"]
    assert (told["now"]["useful"], told["now"]["useful_kept"], told["now"]["recall"]) == (1, 1, 1.0)
    none = run("eval", "compose", "--max-tokens", "1", "--json").json["now"]
    assert (none["useful_kept"], none["recall"], none["precision"]) == (0, 0.0, None)
    assert run("trace", "list", "--json").json["traces"] == traces, "measuring leaves no traces"
    assert "1/1" in run("eval", "compose").out


def test_dash_reads_the_query(run: Run, kept: None) -> None:
    """ "-" alone is no query: it is read from stdin."""
    made = run("compose", "-", "--json", "--max-tokens", "300", stdin=b"brass key\n").json
    assert made["query"] == "brass key"


def test_what_has_no_pages_is_given_none(run: Run, tmp_path: Path) -> None:
    """The parts that a text without pages is cut into are no pages: its name alone stands above it."""
    (tmp_path / "manual.md").write_text("# Pump\n\nThe relief valve opens at 6 bar.\n", encoding="utf-8")
    base = str(tmp_path / "k.db")
    run("index", str(tmp_path / "manual.md"), "-K", base)
    assert run("compose", "relief valve", "-K", base).out.startswith("[manual.md]\n")


def test_several_memories_are_counted_in_their_plural(run: Run, kept: None) -> None:
    """What stands in a context is told in words that there are: memories, not memorys."""
    context = {"situation": "The relief valve leaks in summer.", "solution": "Grease the lever first."}
    run("memory", "add", "bug", "Valve leaks", "--context-json", json.dumps(context))
    told = run("compose", "valve lever", "--from", "memories").err
    assert "2 memories" in told
