"""Options and settings that a question names, and the lines that are about one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.options import asked, headed, heads

_LINE = st.sampled_from(
    [
        "",
        "-c, --count",
        "  -c NUM",
        "    what it does",
        "- `-c`: an item",
        "a | -c | row",
        "-c and -l.",
        "Prose -c",
        "c=",
    ]
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What does ssh -N do?", ["-N"]),
        ("à quoi sert l'option -i de grep ?", ["-i"]),
        ("What is -c, --count?", ["-c", "--count"]),
        ("Is --fixup=amend:HEAD new?", ["--fixup"]),
        ("que fait « --exposer » ?", ["--exposer"]),
        ("What does `Persistent=` mean?", ["Persistent"]),
        ("what is search.k", ["search.k"]),
        ("MAX_SIZE ?", ["MAX_SIZE"]),
        ("que contient /etc/fstab", ["/etc/fstab"]),
        ("What does E05 say on an IM-55 at -20 °C, client/serveur, utf-8?", []),
        ("", []),
    ],
)
def test_options_of_a_question(question: str, names: list[str]) -> None:
    """As they are typed, case and all; codes, models and temperatures are none."""
    assert asked(question) == names


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("-N", "-N"),
        ("-N Do not execute a command", "-N"),
        ("-c, --count", "--count"),
        ("-m NUM, --max=NUM", "--max"),
        ("-S[<keyid>], --sign[=<keyid>], --no-sign", "--no-sign"),
        ("--[no-]status", "--status"),
        ("--[no-]status", "--no-status"),
        ("- `--dry-run`: show it", "--dry-run"),
        ("* **-c**, **--count** – counts", "-c"),
        ("| `-x, --one` | stay", "--one"),
        ("Quiet | -q, --quiet | false", "-q"),
        ("### `--flag`", "--flag"),
        ("-d --decompress --uncompress", "--uncompress"),
        ("-a|--all", "--all"),
        ("-r ou --recursif", "--recursif"),
        ("-k | --kill | --hibernate", "--hibernate"),
        ("-perm -mode", "-perm"),
        ("-L [bind:]port:host", "-L"),
        ("-v, --verbose   be verbose", "-v"),
        ("OnCalendar=, OnBootSec=", "OnBootSec"),
        ("search.k | 10 | many", "search.k"),
        ("MAX_SIZE=10 # biggest", "MAX_SIZE"),
        ("/etc/shadow", "/etc/shadow"),
        ("UMASK_X (number)", "UMASK_X"),
    ],
)
def test_a_line_is_about_the_option_it_begins_with(line: str, name: str) -> None:
    """Alone, with its argument, among other forms of it, as an item, a heading or a cell."""
    assert heads(line, name)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("-c, --count", "-C"),
        ("-c and -l.", "-c"),
        ("-c and -l.", "-l"),
        ("-c is used for the count of all", "-c"),
        ("See -c", "-c"),
        ("[-a | --all] [-c]", "-c"),
        ("git commit -a", "-a"),
        ("--directory=DIR", "-d"),
        ("--count-all", "--count"),
        ("-f implies -n and more things", "-n"),
        ("text | uses -c too | no", "-c"),
        ("search.k is the number of the pages", "search.k"),
        ("search.known", "search.k"),
        ("", "-c"),
    ],
)
def test_other_lines_only_mention_it(line: str, name: str) -> None:
    """A synopsis, prose, another option that begins alike, the same letter in the other case."""
    assert not heads(line, name)


def test_a_line_of_prose_that_begins_with_it_is_no_entry() -> None:
    """Wrapped text may break before an option: the line above is as far in."""
    text = "Files are counted when\n-c FILE\nis given, and not else.\n\n-c FILE\n    Count it."
    assert list(headed(text, "-c")) == [text.rindex("-c FILE")]


@given(st.lists(_LINE, max_size=30), st.sampled_from(["-c", "--count", "-C", "c", "--no-c"]))
def test_entries_begin_at_lines_in_order(lines: list[str], name: str) -> None:
    """Whatever the lines are: each place begins a line, and none is told twice."""
    text = "\n".join(lines)
    found = list(headed(text, name))
    assert found == sorted(set(found))
    assert all(not at or text[at - 1] == "\n" for at in found)


@given(st.text(), st.text(min_size=1))
def test_any_text_is_read(text: str, name: str) -> None:
    """Nothing that is typed or written raises."""
    assert list(headed(text, name)) is not None and isinstance(asked(text), list)
