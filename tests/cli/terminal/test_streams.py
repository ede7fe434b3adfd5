"""Standard streams that are closed, full or no file: one line on stderr and an honest exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="a shell of Unix")
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")

ASK = ["ask", "Where does the brass key hang?"]
EXTRACT = ["extract", "-", "--no-keep"]


def shell(
    command: list[str], redirection: str, home: Path, knowledge: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The command with a redirection; stderr and the exit code are the shell's."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("EDGE_", "HF_"))}
    environment |= {"EDGE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    if knowledge is not None:
        environment["EDGE_KNOWLEDGE"] = str(knowledge)
    line = f'exec "$@" {redirection}'
    return subprocess.run(
        ["sh", "-c", line, "sh", sys.executable, "-W", "error", "-m", "edge", *command],
        capture_output=True, stdin=subprocess.DEVNULL, env=environment, check=False, timeout=300,
    )  # fmt: skip


@pytest.mark.parametrize(
    "command", [ASK, [*ASK, "--json"], ["--version"], ["config"], ["ask", "--help"]], ids=str
)
@pytest.mark.parametrize("redirection", [">&-", pytest.param(">/dev/full", marks=needs_full)])
def test_an_output_that_cannot_be_written_is_told(
    tmp_path: Path, small_knowledge: Path, command: list[str], redirection: str
) -> None:
    """Closed or full: exit code 1 and one line that says so, no traceback, no "Exception ignored"."""
    done = shell(command, redirection, tmp_path, small_knowledge)
    assert done.returncode == 1
    assert done.stderr.decode().startswith("error: The output cannot be written: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("redirection", ["2>&-", pytest.param("2>/dev/full", marks=needs_full)])
def test_remarks_that_nobody_can_have_change_nothing(
    tmp_path: Path, small_knowledge: Path, redirection: str
) -> None:
    """Without stderr the answer and the exit code are the same; so is an error's code."""
    done = shell(ASK, redirection, tmp_path, small_knowledge)
    assert done.returncode == 0 and b"brass key" in done.stdout
    assert shell(["ask", "why?"], redirection, tmp_path, tmp_path / "nowhere.db").returncode == 7


@pytest.mark.parametrize(
    "command",
    [["ask", "-"], ["search", "-"], ["ask", "--batch", "-"], ["search", "--batch", "-"], EXTRACT,
     ["extract", "--batch", "-", "--no-keep"], ["index", "-", "-K", "new.db"], ["chat"]],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.parametrize("redirection", ["<&-", "0>/dev/null"])
def test_an_input_that_cannot_be_read_is_a_usage_error(
    tmp_path: Path, small_knowledge: Path, command: list[str], redirection: str
) -> None:
    """Closed, or open for writing only: exit code 2, the reason and what to do."""
    command = [str(tmp_path / part) if part.endswith(".db") else part for part in command]
    done = shell(command, redirection, tmp_path, small_knowledge)
    assert done.returncode == 2, done.stderr
    assert done.stderr.decode().startswith("error: Standard input cannot be read: ")
    assert not list(tmp_path.glob("*.db"))


def test_what_needs_no_input_does_not_miss_it(tmp_path: Path, small_knowledge: Path) -> None:
    """A question on the command line is answered without stdin, and all three may be gone."""
    done = shell(ASK, "<&-", tmp_path, small_knowledge)
    assert done.returncode == 0 and b"brass key" in done.stdout
    assert shell(ASK, "<&- >&- 2>&-", tmp_path, small_knowledge).returncode == 1


def test_a_file_that_is_opened_is_never_the_output(tmp_path: Path) -> None:
    """With stdout closed, nothing that is printed may end in a database that got its number."""
    mail = tmp_path / "mail.eml"
    mail.write_text(
        "From: a@b.example\nSubject: Rent\n\nPlease pay 700 EUR by 3 March 2026.\n", encoding="utf-8"
    )
    done = shell(["extract", str(mail)], ">&- 2>&- <&-", tmp_path / "home")
    assert done.returncode == 1
    assert (tmp_path / "home" / "state.db").read_bytes().startswith(b"SQLite format 3\0")
    assert shell(["queue"], "", tmp_path / "home").returncode == 0
