"""The command as a shell meets it: real processes, real streams, a real terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
needs_terminal = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")

EDGE = [sys.executable, "-W", "error", "-m", "edge"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The developer's environment without what would change the outcome."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("EDGE_", "HF_"))}
    for name in ("NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING"):
        kept.pop(name, None)
    return {**kept, "EDGE_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT), "TERM": "xterm"}


def edge(
    arguments: Sequence[str], environment: dict[str, str], stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*EDGE, *arguments], input=stdin, capture_output=True, env=environment, check=False, timeout=120
    )


def test_an_answer_from_a_path_with_a_space_and_accents(
    environment: dict[str, str], small_knowledge: Path
) -> None:
    """The JSON is alone on stdout, stderr is empty, and the quote is the page's own text."""
    done = edge(["ask", "Where does the brass key hang?", "--json", "-K", str(small_knowledge)], environment)
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert answer["citations"][0]["source"] == "boiler manual.md"
    assert "The brass key hangs behind the blue door." in answer["citations"][0]["quote"]


def test_a_french_answer_in_plain_text(environment: dict[str, str], small_knowledge: Path) -> None:
    """Piped output has no escape sequences, and the place names the French document."""
    done = edge(["ask", "Où se range la brouette rouge ?", "-K", str(small_knowledge)], environment)
    shown = done.stdout.decode("utf-8")
    assert done.returncode == 0 and "\x1b" not in shown
    assert "«\xa0La brouette rouge se range sous le tilleul.\xa0»" in shown
    assert "règlement du jardin.md · ligne 9 · " in shown


def test_not_in_the_documents_is_exit_code_3(environment: dict[str, str], small_knowledge: Path) -> None:
    """An honest no, told to scripts as well."""
    done = edge(["ask", "Who composed the opera Tosca?", "-K", str(small_knowledge)], environment)
    assert done.returncode == 3
    assert done.stdout.decode("utf-8").startswith("Not in your documents")


def test_search_and_batch_share_one_knowledge_base(
    environment: dict[str, str], small_knowledge: Path
) -> None:
    """A batch prints a line for each line read; a bad one makes the exit code 1."""
    lines = b'{"id": "k", "question": "brass key"}\nnot json\n'
    done = edge(["search", "--batch", "-", "-K", str(small_knowledge)], environment, lines)
    first, second = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    assert (first["id"], first["results"][0]["source"]) == ("k", "boiler manual.md")
    assert second["error"]["exit_code"] == 2


def test_index_then_ask_then_index_again(
    environment: dict[str, str], small_documents: Path, tmp_path: Path
) -> None:
    """The whole way of a new user; the second run finds everything unchanged."""
    target = tmp_path / "été 2026" / "mon fichier.db"
    target.parent.mkdir()
    arguments = ["index", str(small_documents), "--knowledge", str(target), "--json"]
    first = edge(arguments, environment)
    assert first.returncode == 0 and first.stderr == b""
    asked = edge(["ask", "--json", "-K", str(target), "What does a new hosepipe cost?"], environment)
    assert "48 francs" in json.loads(asked.stdout)["answer"]
    second = json.loads(edge(arguments, environment).stdout)
    assert {source["status"] for source in second["sources"]} == {"unchanged"}
    assert second["sha256"] == json.loads(first.stdout)["sha256"]


def test_pages_can_be_indexed_from_stdin(environment: dict[str, str], tmp_path: Path) -> None:
    """`edge index -` takes pages as JSON lines."""
    pages = b'{"source": "a.pdf", "page": 3, "text": "The gong is struck at noon by the oldest member."}\n'
    target = str(tmp_path / "pages.db")
    assert edge(["index", "-", "-K", target], environment, pages).returncode == 0
    found = json.loads(edge(["search", "--json", "-K", target, "gong"], environment).stdout)
    assert [(hit["source"], hit["page"]) for hit in found["results"]] == [("a.pdf", 3)]


@pytest.mark.parametrize("command", [["ask", "why?"], ["search", "why"], ["chat"], ["doctor"]])
def test_a_missing_knowledge_base_is_exit_code_7(
    environment: dict[str, str], tmp_path: Path, command: list[str]
) -> None:
    """One line names the file, the next line what to do; nothing is written."""
    missing = tmp_path / "no such.db"
    done = edge([*command, "-K", str(missing)], environment, b"why?\n")
    said = (done.stdout + done.stderr).decode("utf-8")
    assert done.returncode == 7
    assert "no such.db" in said and "edge index" in said and "Traceback" not in said
    assert sorted(path.name for path in tmp_path.iterdir()) == []


def test_evaluation_prints_figures_and_checks_every_quote(
    environment: dict[str, str], small_knowledge: Path, tmp_path: Path
) -> None:
    """Both families over a gold file; quotes are on their pages."""
    gold = tmp_path / "gold.jsonl"
    questions = [
        {"id": "1", "question": "Where does the brass key hang?", "expected": [["boiler manual.md", None]]},
        {"id": "2", "question": "Who composed Tosca?", "answerable": False, "expected": []},
    ]
    gold.write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    base = ["-K", str(small_knowledge), "--json"]
    retrieval = json.loads(edge(["eval", "retrieval", str(gold), *base], environment).stdout)
    assert retrieval["figures"]["recall"]["1"] == 100.0
    answers = json.loads(edge(["eval", "answers", str(gold), *base], environment).stdout)
    assert answers["quotes_valid"] == 100.0 and answers["quotes"] > 0
    assert answers["figures"]["balanced"] == 100.0
    table = edge(["eval", "answers", str(gold), *base[:2], "--misses"], environment)
    assert table.returncode == 0 and b"character for character: 100.0 %" in table.stdout


def test_doctor_finds_nothing_broken(environment: dict[str, str], small_knowledge: Path) -> None:
    """A sound knowledge base on this machine: exit code 0, counts as the manifest says."""
    done = edge(["doctor", "-K", str(small_knowledge), "--json"], environment)
    checks = {check["name"]: check for check in json.loads(done.stdout)["checks"]}
    assert done.returncode == 0
    assert checks["knowledge"]["status"] == "ok" and "3 documents" in checks["knowledge"]["detail"]


def test_a_closed_pipe_is_quiet(environment: dict[str, str], small_knowledge: Path) -> None:
    """`edge … | head -1` ends without a word, like any other tool."""
    process = subprocess.Popen(
        [*EDGE, "ask", "--batch", "-", "-K", str(small_knowledge)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
    )  # fmt: skip
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    try:
        process.stdin.write(b'{"id": 1, "question": "brass key?"}\n' * 50)
        process.stdin.close()
    except BrokenPipeError:
        pass  # it had already left
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 141


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be deleted there")
def test_a_working_folder_that_is_gone(
    environment: dict[str, str], small_knowledge: Path, tmp_path: Path
) -> None:
    """With full paths everything works; a relative one is told why it leads nowhere."""
    asked = [*EDGE, "ask", "Where does the brass key hang?", "-K"]
    for knowledge, code in ((small_knowledge, 0), ("my.db", 2)):
        folder = tmp_path / "gone"
        folder.mkdir()
        # The shell deletes the folder that it is in, then becomes edge.
        script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
        done = subprocess.run(
            ["sh", "-c", script, "sh", str(folder), *asked, str(knowledge)],
            capture_output=True, env=environment, check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == code, done.stderr
        assert b"Traceback" not in done.stderr and b"bug" not in done.stderr
        assert (b"started in is gone" in done.stderr) == (code == 2)


@pytest.mark.skipif(os.name == "nt", reason="no named pipes in folders there")
@pytest.mark.parametrize(
    "words", [["ask", "why?", "-K"], ["index", ".", "-K"], ["doctor", "-K"], ["stats", "--set"]]
)
def test_a_pipe_is_no_database(environment: dict[str, str], tmp_path: Path, words: list[str]) -> None:
    """It is refused by name at once: whoever opened it would wait for a writer, for ever."""
    pipe = tmp_path / "pipe.db"
    os.mkfifo(pipe)
    done = edge([*words, f"state={pipe}" if words[-1] == "--set" else str(pipe)], environment)
    assert done.returncode == 2 and b"is a pipe or a device" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals work otherwise there")
def test_ctrl_c_is_quiet_and_130(environment: dict[str, str], small_knowledge: Path) -> None:
    """Interrupting shows no traceback."""
    process = subprocess.Popen(
        [*EDGE, "chat", "--json", "-K", str(small_knowledge)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
    )  # fmt: skip
    assert process.stdin and process.stdout
    process.stdin.write(b"Where does the brass key hang?\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["abstained"] is False
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, b"")


def in_terminal(arguments: Sequence[str], environment: dict[str, str]) -> tuple[int, str]:
    """Exit code and everything shown, with all three streams on a pseudo-terminal."""
    import pty

    main, side = pty.openpty()
    process = subprocess.Popen([*EDGE, *arguments], stdin=side, stdout=side, stderr=side, env=environment)
    os.close(side)
    shown = b""
    try:
        while part := os.read(main, 4096):
            shown += part
    except OSError:  # how Linux says that the other side is closed
        pass
    os.close(main)
    return process.wait(timeout=60), shown.decode("utf-8")


@needs_terminal
@pytest.mark.parametrize("no_color", [False, True])
def test_a_terminal_gets_colour_unless_no_color(
    environment: dict[str, str], small_knowledge: Path, no_color: bool
) -> None:
    """https://no-color.org: any value switches colour off; the words are the same."""
    if no_color:
        environment["NO_COLOR"] = "1"
    asked = ["ask", "Where does the brass key hang?", "-K", str(small_knowledge)]
    code, shown = in_terminal(asked, environment)
    assert code == 0
    assert ("\x1b[1mbrass\x1b[22m" in shown) is not no_color
    assert "The brass key hangs behind the blue door." in re.sub(r"\x1b\[\d+m", "", shown)


@needs_terminal
@pytest.mark.parametrize("flags", [[], ["--no-progress"]])
def test_a_terminal_gets_a_progress_bar_unless_told_not_to(
    environment: dict[str, str], small_documents: Path, tmp_path: Path, flags: list[str]
) -> None:
    """Long work shows how far it is: documents, bytes, rate, time left, and what is being read."""
    target = str(tmp_path / "new.db")
    environment["COLUMNS"] = "120"
    code, shown = in_terminal(["index", str(small_documents), "-K", target, *flags], environment)
    assert code == 0 and "3 added" in shown
    assert ("0/3 documents" in shown) is not bool(flags)
    assert ("publishing" in shown) is not bool(flags)


def test_a_terminal_without_utf8_loses_characters_not_the_answer(
    environment: dict[str, str], small_knowledge: Path
) -> None:
    """What the encoding cannot show is replaced; JSON stays UTF-8."""
    environment["PYTHONIOENCODING"] = "ascii"
    asked = ["ask", "Où se range la brouette rouge ?", "-K", str(small_knowledge)]
    plain = edge(asked, environment)
    assert plain.returncode == 0 and b"sous le tilleul" in plain.stdout
    assert "règlement" in json.loads(edge([*asked, "--json"], environment).stdout)["citations"][0]["source"]


def test_help_loads_no_library_but_typer(environment: dict[str, str]) -> None:
    """`edge --help` and completion answer in milliseconds: nothing heavy is imported for them."""
    heavy = (
        "apsw",
        "msgspec",
        "numpy",
        "platformdirs",
        "pydantic",
        "pymupdf",
        "rich",
        "selectolax",
        "asyncio",
    )
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "edge", "--help"],
        capture_output=True, text=True, encoding="utf-8", env=environment, check=True,
    )  # fmt: skip
    loaded = {
        line.rsplit("|", 1)[1].strip().split(".")[0] for line in done.stderr.splitlines() if "|" in line
    }
    assert "typer" in loaded
    assert loaded.isdisjoint(heavy)


def test_the_working_folder_gives_edge_no_module(environment: dict[str, str], tmp_path: Path) -> None:
    """`python -m edge` where somebody left an anthropic.py, a typer.py, a msgspec.py: none of them runs."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    for name in ("anthropic", "httpx2", "typer", "msgspec", "apsw"):
        (folder / f"{name}.py").write_text("raise SystemExit('this module ran')\n", encoding="utf-8")
    done = subprocess.run(
        [*EDGE, "doctor", "--json"],
        capture_output=True,
        env=environment,
        check=False,
        timeout=120,
        cwd=folder,
    )
    assert b"this module ran" not in done.stdout + done.stderr
    assert json.loads(done.stdout)["schema"] == 1
