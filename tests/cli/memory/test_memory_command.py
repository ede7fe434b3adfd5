"""`edge memory`: what is typed reaches the store, what is there is shown, what is wrong says so."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli_fakes import Run

CONTEXT = {
    "situation": "The build fails on ARM after the compiler update.",
    "solution": "Pin gcc 12 in the Dockerfile.",
}  # fmt: skip
ADD = ("memory", "add", "bug", "Build fails on ARM", "--context-json", json.dumps(CONTEXT))


def test_a_memory_from_add_to_export(run: Run, tmp_path: Path) -> None:
    """Added, found with its why, changed, linked, deleted, put back, counted and carried away."""
    first = run(*ADD, "--json").json
    assert first["id"] == "m1" and first["created"] and first["keywords"]
    assert run(*ADD).out == "m1 was there already.\n"
    second = run(
        "memory", "add", "fact", "Cache is full", "--situation", "The cache is full on the ARM runner.",
        "--solution", "Clear it, then build again.", "--content", "-", "--json", stdin=b"Only on Mondays.",
    ).json  # fmt: skip
    found = run("memory", "search", "ARM", "compiler", "--json").json
    best = found["results"][0]
    assert best["id"] == "m1" and best["context"]["solution"] == CONTEXT["solution"]
    assert best["why"]["decided_by"] == "situation" and sum(
        best["why"]["channels"].values()
    ) == pytest.approx(best["score"], abs=1e-5)
    # An embedder ships; without its weights that is said.
    assert "vectors" in best["why"]["channels"] or "words only" in found["notes"][0]
    changed = run("memory", "update", "m1", "--solution", "Pin gcc to 12.3 for now.", "--json").json
    assert changed["supersedes"] == "m1"
    linked = run("memory", "link", changed["id"], second["id"], "--reason", "the same machine")
    assert linked.code == 0
    shown = run("memory", "show", changed["id"]).out
    assert "the same machine" in shown and "12.3" in shown and "supersedes m1" in shown
    assert "Only on Mondays." in run("memory", "show", second["id"]).out
    assert "restore" in run("memory", "delete", second["id"]).out
    assert len(run("memory", "search", "ARM", "--json").json["results"]) == 1
    assert run("memory", "restore", second["id"]).code == 0
    stats = run("memory", "stats", "--json").json
    assert (stats["memories"], stats["superseded"], stats["complete_share"]) == (2, 1, 1.0)
    exported = run("memory", "export").out
    assert len(exported.splitlines()) == 2
    assert "## Cache is full" in run("memory", "export", "--format", "markdown").out
    file = tmp_path / "m.jsonl"
    file.write_text(exported, encoding="utf-8")
    assert run("memory", "import", str(file), "--json").json["known"] == 2
    other = ("--set", f"state={tmp_path / 'other.db'}")
    assert run("memory", "import", "-", "--json", *other, stdin=exported.encode()).json["added"] == 2


def test_what_is_deleted_says_what_it_had_superseded(run: Run) -> None:
    """A correction that is taken back leaves nothing in force: how to have the earlier one back is said. For
    good, the earlier ones go along, and what went is said.
    """
    run(*ADD)
    run("memory", "update", "m1", "--solution", "Pin gcc to 12.3 for now.")
    told = run("memory", "delete", "m2").out
    assert "edge memory restore m2" in told and "edge memory restore m1" in told
    run("memory", "restore", "m2")
    assert run("memory", "delete", "m2", "--json").json["superseded"] == ["m1"]
    gone = run("memory", "delete", "m2", "--for-good")
    assert gone.code == 0 and gone.out == "m1, m2 deleted, for good\n"
    assert run("memory", "show", "m1").code == 2 and run("memory", "export", "--all").out == ""
    assert run("memory", "delete", "m2", "--for-good").code == 2
    run(*ADD)
    assert run("memory", "delete", "m3", "--for-good", "--json").json["erased"] == ["m3"]


def test_a_question_about_nothing_that_is_kept_finds_nothing(run: Run) -> None:
    """With vectors too: the nearest memory is shown where it is like the question, and no other is."""
    run(*ADD)
    assert "Nothing found." in run("memory", "search", "Who won the regatta of 1911?").out
    assert run("memory", "search", "compiler", "--json").json["results"]


def test_a_french_query_is_answered_in_french(run: Run) -> None:
    """What stands around the memories found is in the language of the query, as the notes on them are."""
    run(*ADD)
    assert "Rien trouvé." in run("memory", "search", "Qui a gagné la régate de 1911 ?").out
    assert "1 résultat · " in run("memory", "search", "que faire quand le compiler casse le build").out


def test_what_is_found_shows_the_day_it_was_learnt(run: Run) -> None:
    """Beside the title, as `show` and the lists have it: what was true in spring may not be in autumn."""
    line = {"type": "fact", "title": "Rent", "context": CONTEXT, "created_at": "2026-03-05T09:00:00Z"}
    run("memory", "import", "-", stdin=json.dumps(line).encode())
    first = run("memory", "search", "rent").out.splitlines()[0]
    assert "2026-03-05" in first and "Rent" in first
    assert "2026-03-05" in run("memory", "show", "m1").out


def test_superseding_names_both(run: Run) -> None:
    """The new one is in force; the old one says by what it was superseded."""
    run(*ADD)
    made = run(
        "memory",
        "supersede",
        "m1",
        *ADD[2:],
        "--what-failed",
        "Restarting the runner.",
        "--reason",
        "new facts",
    )
    assert "in the place of m1" in made.out
    assert "superseded by m2" in run("memory", "show", "m1").out


def test_a_pattern_is_taken_back_by_its_own_id(run: Run) -> None:
    """What --accept names is what --undo understands, as it does the suggestion's number."""
    words = [part for word in ("frost", "valve", "bypass") for part in ("--keyword", word)]
    for n in "abc":
        run(
            "memory", "add", "bug", f"Stop {n}", *words,
            "--situation", f"The pump of hall {n} stops.", "--solution", "Open the bypass before the valve.",
        )  # fmt: skip
    number = str(run("memory", "consolidate", "--json").json["suggestions"][0]["id"])
    for undone in ("m4", number):
        made = run("memory", "consolidate", "--accept", number).out.split()[0]
        assert run("memory", "consolidate", "--undo", made if undone == "m4" else undone).code == 0
    for nothing in ("m1", "m999", "x", "77", "9" * 30):
        result = run("memory", "consolidate", "--undo", nothing)
        assert result.code == 2 and nothing in result.err


@pytest.mark.parametrize("verb", [("memory", "search"), ("compose",)])
@pytest.mark.parametrize("query", ["", " \t"])
def test_a_query_about_nothing_is_a_usage_error(run: Run, verb: tuple[str, ...], query: str) -> None:
    """As of edge search: an empty query is a slip of whoever typed it, and leaves no trace."""
    result = run(*verb, query)
    assert result.code == 2 and "The query is empty." in result.err and result.out == ""


def test_what_is_asked_for_is_asked_again_where_it_says_too_little(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--context-interactive: a thin situation is told at once, and costs none of the other answers."""
    answers = (
        "bad",
        "The lift of the hall stops between floors.",
        "Press the reset button.",
        "",
        "lift, R-7",
    )
    said = iter(answers)
    terminal = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("edge.cli.memory.add.sys", terminal)
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(said))
    result = run("memory", "add", "bug", "Lift stops", "--context-interactive", "--json")
    assert result.code == 0 and result.json["keywords"] == ["lift", "R-7"]
    assert "too thin" in result.err


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (ADD[:4], "situation"), ((*ADD[:5], "{"), "not JSON"), ((*ADD[:5], "[]"), "not an object"),
        ((*ADD[:5], '{"situation": 1}'), "situation"),
        ((*ADD[:4], "--context-interactive"), "needs a terminal"),
        (("memory", "add", "bugs", *ADD[3:]), "type"), (("memory", "show", "m7"), "m7"),
        (("memory", "update", "m1"), "Nothing to change"), (("memory", "export", "--format", "xml"), "xml"),
        (("memory", "link", "m1", "m2", "--kind", "loves", "--reason", "x"), "loves"),
        (("memory", "search", "x", "--type", "nonsense"), "nonsense"),
        (("memory", "list", "--type", "nonsense"), "nonsense"),
        (("memory", "search", "x", "--set", "access.visibility=secret"), "secret"),
        ((*ADD, "--content", "-", "--context-json", "-"), "stdin"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_a_usage_error(run: Run, typed: tuple[str, ...], told: str) -> None:
    """Exit code 2; the message names the field or value, and the next step."""
    result = run(*typed)
    assert result.code == 2 and told in result.err and result.err.count("\n") == 2


def test_all_memories_are_listed_the_newest_first(run: Run) -> None:
    """A line each with its day; of one type, of one project, so many: what is not in force is not listed."""
    assert run("memory", "list").out == "No memory is kept.\n"
    for n, (kind, day) in enumerate((("fact", "2026-03-05"), ("bug", "2026-03-07"), ("fact", "2026-03-06"))):
        context = {**CONTEXT, "situation": f"The build of hall {n} fails on ARM."}
        line = {"type": kind, "title": f"Build {n}", "context": context, "created_at": f"{day}T09:00:00Z"}
        run("memory", "import", "-", stdin=json.dumps({**line, "project": f"p{n}"}).encode())
    run("memory", "delete", run(*ADD, "--json").json["id"])

    def listed(*options: str) -> list[str]:
        found = run("memory", "list", "--json", *options).json
        return [memory["title"] for memory in found["memories"]]

    assert listed() == ["Build 1", "Build 2", "Build 0"]
    assert listed("--type", "fact") == ["Build 2", "Build 0"] and listed("--project", "p1") == ["Build 1"]
    assert listed("-n", "1") == ["Build 1"] and listed("--project", "none") == []
    assert run("memory", "list", "--project", "none").out == "Nothing found.\n"
    shown = run("memory", "list", "-n", "2").out.splitlines()
    assert "2026-03-07" in shown[1] and "Build 1" in shown[1] and "m2" in shown[1]
    assert shown[-1].startswith("1 more")


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_text_of_another_charset_comes_through_a_pipe(run: Run, charset: str) -> None:
    """What an older program writes is not kept with holes in it."""
    said = "Réglé à l'été par Zoé."
    run("memory", "add", "fact", "Chaudière", "--content", "-", *ADD[4:], stdin=said.encode(charset))
    assert run("memory", "show", "m1", "--json").json["memory"]["content"] == said
    whole = json.dumps({**CONTEXT, "solution": said}, ensure_ascii=False)
    run("memory", "add", "fact", "Boiler", "--context-json", "-", stdin=whole.encode(charset))
    assert run("memory", "show", "m2", "--json").json["memory"]["context"]["solution"] == said


def test_lines_of_a_memory_stay_lines(run: Run) -> None:
    """What was kept in several lines is shown in as many: a list, a log, a conversation."""
    context = {
        "situation": "The nightly build breaks on ARM.", "solution": "Pin the compiler to 13.",
        "conversation_excerpt": "me: it breaks\nyou: pin it",
    }  # fmt: skip
    run("memory", "add", "bug", "ARM", "--content", "- one\n- two", "--context-json", json.dumps(context))
    shown = run("memory", "show", "m1").out.splitlines()
    assert "  - one" in shown and "  - two" in shown
    at = shown.index("  conversation: me: it breaks")
    assert shown[at + 1].strip() == "you: pin it"


def test_stored_text_cannot_steer_the_terminal(run: Run) -> None:
    """What was kept with control characters is shown without them."""
    escapes = {
        "situation": "A title \x1b]0;x\x07 with escapes in it.", "solution": "Take \x1b[2J them out first.",
    }  # fmt: skip
    run("memory", "add", "fact", "Red \x1b[31m text", "--context-json", json.dumps(escapes))
    for shown in (run("memory", "search", "red").out, run("memory", "show", "m1").out):
        assert "\x1b" not in shown and "\x07" not in shown and "Red" in shown


def test_a_search_reads_its_query_from_stdin(run: Run) -> None:
    """ "-" alone is read from stdin; empty, it is a usage error."""
    assert run("memory", "search", "-", "--json", stdin=b"brass key\n").json["query"] == "brass key"
    assert run("memory", "search", "-", stdin=b"").code == 2


def test_files_of_windows_are_imported(run: Run, tmp_path: Path) -> None:
    """The mark before UTF-8 and the line ends of Windows are no part of a line."""
    context = {"situation": "The relief valve opens late in frost.", "solution": "Warm the lever first."}
    line = json.dumps({"type": "bug", "title": "Valve opens late", "context": context})
    kept = tmp_path / "memories.jsonl"
    kept.write_bytes(b"\xef\xbb\xbf" + line.encode() + b"\r\n")
    assert run("memory", "import", str(kept)).code == 0
