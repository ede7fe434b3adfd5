"""Entries of definitions that are set by indents."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.entries import entries

_LINE = st.sampled_from(
    [
        "",
        "-t, --list",
        "       List it.",
        "\tTo a tab stop. More",
        "  term",
        "    what it is",
        "- item",
        "Prose ends.",
    ]
)


def told(text: str) -> list[tuple[str, str]]:
    return [(text[slice(*one.term)], " ".join(text[slice(*one.body)].split())) for one in entries(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("  -t, --list\n\t  List it.\n\t  Twice.", [("-t, --list", "List it. Twice.")]),
        ("-a\n--all\n    Show everything.", [("-a\n--all", "Show everything.")]),
        ("-f      Go to the\n        background.\n-g   Stay.",
         [("-f", "Go to the background."), ("-g", "Stay.")]),
        ("bye\n    A round without a game.\n\npairing\n    Who plays whom.",
         [("bye", "A round without a game."), ("pairing", "Who plays whom.")]),
        ("--output <file>\n    Write to it.\n\n-amin n\n    Read so many minutes ago.",
         [("--output <file>", "Write to it."), ("-amin n", "Read so many minutes ago.")]),
        ("OnBoot=, OnStart=\n    Defines a timer.\n\nUMASK (number)\n    Mask of new files.",
         [("OnBoot=, OnStart=", "Defines a timer."), ("UMASK (number)", "Mask of new files.")]),
        ("-4  IPv4 only.\n\n-6  IPv6 only.", [("-4", "IPv4 only."), ("-6", "IPv6 only.")]),
        ("Public\n: may go outside.\n\nTwo words\n:   Default\n    class.",
         [("Public", ": may go outside."), ("Two words", ": Default class.")]),
        (": nothing above", []),
        ("  File selection\n    missingok\n        No error.\n\n    ifempty\n        Rotate it.",
         [("missingok", "No error."), ("ifempty", "Rotate it.")]),
        ("The lock is opened by\n    hand\n        as a rule.", []),
        ("2      Fatal. This\n       is the end.", [("2", "Fatal. This is the end.")]),
        ("-B one\n\t Bind.\n\n     -b two\n\t Bind too.", [("-B one", "Bind."), ("-b two", "Bind too.")]),
        ("états :\n", []),
        ("A line of prose goes on here\n    with a second line that hangs.", []),
        ("Prose ends with a mark.\n    Further in.", []),
        ("- an item of a list\n    and its second line", []),
        ("1. First step\n   Press it.", []),
        ("if (x) {\n    return;\n}", []),
        ("term\n\n    A paragraph apart.", []),
        ("a | b\n   Row.", []),
    ],
)  # fmt: skip
def test_a_term_stands_above_what_it_is(text: str, found: list[tuple[str, str]]) -> None:
    """A short line that says nothing, right above text further in; prose, items, code and rows are none."""
    assert told(text) == found


def test_an_entry_ends_where_one_of_its_own_begins() -> None:
    """Entries inside an entry are entries: the outer one has its first text only."""
    text = "action\n    Do it:\n\n    start\n        At once.\n    pause\n        Not yet."
    assert told(text) == [("action", "Do it:"), ("start", "At once."), ("pause", "Not yet.")]


@given(st.lists(_LINE, max_size=25))
def test_entries_are_runs_of_the_text_in_order(lines: list[str]) -> None:
    """Term before body, and no two overlap, whatever the lines are."""
    text = "\n".join(lines)
    found = entries(text)
    assert all(0 <= e.term[0] < e.term[1] <= e.body[0] < e.body[1] <= len(text) for e in found)
    assert all(one.body[1] <= other.term[0] for one, other in pairwise(found))
    assert all(text[slice(*e.term)].strip() and text[slice(*e.body)].strip() for e in found)


@pytest.mark.parametrize("label", ["A:", "Q:", "R :", "A1.", "Answer:"])
def test_the_label_of_an_answer_is_no_term(label: str) -> None:
    """What stands behind "A:" answers a question; it does not say what A is."""
    assert not entries(f"{label}  The tower is old.\n{' ' * (len(label) + 2)}Nobody knows its age.")
