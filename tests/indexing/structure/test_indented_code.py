"""What a plain text sets further in below a line that announces it, as commands and settings are, is code."""

from __future__ import annotations

import pytest

from edge.indexing.readers import plain_text
from edge.indexing.structure.document import Document
from edge.indexing.structure.headings.unmarked import with_headings
from edge.indexing.structure.indented_code import with_code


def read(text: str) -> Document:
    return with_code(with_headings(plain_text.read(text.encode(), "notes.txt")))


def code(text: str) -> list[str]:
    """The blocks of code of a text."""
    return [page.text[start:end] for page in read(text).pages for start, end in page.code]


ACTIVATION = """Socket activation
-----------------

If the tower is to listen on port 22 itself, then you can
run:

  towerctl disable --now gate.service
  towerctl start gate.socket

To roll back this change, run:
  towerctl stop gate.socket

It needs another port only where 22 is taken:

  mkdir -p /etc/tower/gate.d
  cat >/etc/tower/gate.d/listen.conf <<EOF
  [Socket]
  ListenStream=2222
  EOF

  towerctl reload

See gate(5) for details.
"""


def test_commands_below_the_line_that_announces_them_are_code() -> None:
    """Each block is whole, with the indent of its first line, across a blank line where it goes on."""
    first, second, third = code(ACTIVATION)
    assert first == "  towerctl disable --now gate.service\n  towerctl start gate.socket"
    assert second == "  towerctl stop gate.socket"
    assert third.startswith("  mkdir -p") and third.endswith("EOF\n\n  towerctl reload")


@pytest.mark.parametrize(
    "command",
    ["make install", "chmod g-w ~/", "\tps -o pid,user:19,comm", "for f in *.log; do", "SHIP_MODE=fast ship"],
)
def test_a_single_command_is_code(command: str) -> None:
    """One line that is no sentence, whether or not it has signs that only code has."""
    (found,) = code(f"Then run this as yourself:\n\n    {command}\n\nIt takes a minute or two.\n")
    assert found == f"    {command}"


@pytest.mark.parametrize(
    "below",
    [
        "The tower opens at nine and closes when the keeper has gone home for the night.",
        "- the small bell\n    - the large bell",
        "1. Lift the latch.\n    2. Turn the wheel.",
        "o 17 new bells for /dev/tower\n    o gate_open() rings",
        'When TOWER_MODE is set, "open 3" is equivalent to\n    "open ./3", not the "open ./w3".',
        "-a, --all    Show every bell.\n    -q           Say nothing.",
        "-a, --all\n        Show every bell that there is in /var/bells.",
        "stdin     what is typed\n    stdout    what is shown",
        "Keeper of the Tower\n    Harbour Street\n    Wexmouth",
        "+-----+-------+\n    | Tom | 40 kg |\n    +-----+-------+\n    | Ann | 12 kg |\n    +-----+-------+",
    ],
)
def test_prose_lists_options_and_tables_are_no_code(below: str) -> None:
    """A colon announces other things too: they are quoted as what they are."""
    assert code(f"This is what to know:\n\n    {below}\n\nThe rest is in the book.\n") == []


def test_what_nothing_announces_is_no_code() -> None:
    """An indent alone is a paragraph, a quotation, a verse."""
    assert code("The keeper wrote it down.\n\n    towerctl start gate.socket\n\nThen he left.\n") == []
