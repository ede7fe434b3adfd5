"""Places that are odd, unreadable or nowhere: every command ends with a clear error, none with "a bug"."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from edge import paths
from edge.cli.run import run

Ended = tuple[int, str, str]

PLACES = {
    "a user that is not there": "~nobody-here/x",
    "a name too long": "x" * 300,
    "a name that is no UTF-8": "caf\udce9",
    "escapes": "\x1b[31mred\x1b]0;title\x07\u202egpj.exe",
    "a device": "/dev/null",
    "an empty folder": "empty",
    "a file as a folder": "/dev/null/x",
    "memory": "/proc/self/mem",
    "a link to itself": "loop",
}

COMMANDS: dict[str, list[str]] = {
    "ask": ["ask", "why?", "-K", "PLACE"],
    "ask --batch": ["ask", "--batch", "PLACE"],
    "search": ["search", "why", "-K", "PLACE"],
    "ask by a model": ["ask", "why?", "--engine", "gemma", "--model", "PLACE"],
    "extract": ["extract", "PLACE", "--no-keep"],
    "extract --batch": ["extract", "--batch", "PLACE", "--no-keep"],
    "extract --schema": ["extract", "MAIL", "--schema", "PLACE", "--no-keep"],
    "extract --notes": ["extract", "MAIL", "--notes", "PLACE", "--no-keep"],
    "extract --calendar": ["extract", "MAIL", "--calendar", "PLACE", "--no-keep"],
    "extract --tasks": ["extract", "MAIL", "--tasks", "PLACE", "--no-keep"],
    "extract --review": ["extract", "MAIL", "--review", "PLACE", "--no-keep"],
    "extract into": ["extract", "MAIL", "--set", "state=PLACE"],
    "queue": ["queue", "--set", "state=PLACE"],
    "correct": ["correct", "mail", "--set", "state=PLACE"],
    "stats": ["stats", "--set", "state=PLACE"],
    "index": ["index", "PLACE", "-K", "new.db"],
    "index into": ["index", "MAIL", "-K", "PLACE/new.db"],
    "index over": ["index", "MAIL", "-K", "PLACE"],
    "embed": ["embed", "-K", "PLACE"],
    "models import": ["models", "import", "PLACE"],
    "models list": ["models", "list"],
    "eval": ["eval", "retrieval", "PLACE"],
    "audit": ["audit", "--set", "state=PLACE"],
    "consent": ["consent", "list", "--set", "state=PLACE"],
    "doctor": ["doctor", "-K", "PLACE"],
    "paths": ["paths", "-K", "PLACE"],
    "config": ["config", "-K", "PLACE"],
}


@pytest.fixture
def edge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Iterator[
    Callable[..., Ended]
]:  # fmt: skip
    """A command in an empty folder, in this process."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("EDGE_", "HF_", "XDG_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "empty").mkdir()
    (tmp_path / "mail.txt").write_text("Please pay 700 EUR by 3 March 2026.\n", encoding="utf-8")

    def ended(*arguments: str) -> Ended:
        _forget()
        code = run(arguments)
        shown = capfd.readouterr()
        return code, shown.out, shown.err

    yield ended
    _forget()


def _forget() -> None:
    paths.home.cache_clear()
    paths.config_file.cache_clear()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_place_is_a_bug(edge: Callable[..., Ended], command: str, place: str) -> None:
    """Whatever a path is: a code of our own, an error that is no bug, and no escape for the terminal."""
    words = [word.replace("PLACE", PLACES[place]).replace("MAIL", "mail.txt") for word in COMMANDS[command]]
    code, out, err = edge(*words)
    assert code in range(8), (code, err)
    assert "bug in edge" not in err and "Traceback" not in err, err
    assert not {"\x1b", "\x07", "\u202e"} & set(out + err), err


@pytest.mark.parametrize("variable", ["EDGE_HOME", "EDGE_CONFIG", "EDGE_STATE", "EDGE_KNOWLEDGE", "HF_HOME"])
@pytest.mark.parametrize("place", PLACES)
def test_no_variable_is_a_bug(
    edge: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch, variable: str, place: str
) -> None:
    """The same for the places that the environment names."""
    monkeypatch.setenv(variable, PLACES[place])
    for words in (["paths"], ["config"], ["models", "list"], ["queue"], ["extract", "mail.txt"], ["stats"]):
        code, out, err = edge(*words)
        assert code in range(8), (words, code, err)
        assert "bug in edge" not in err and "Traceback" not in err, (words, err)
        assert not {"\x1b", "\x07", "\u202e"} & set(out + err), (words, err)


@pytest.mark.skipif(sys.platform == "win32", reason="homes of Unix")
def test_without_a_home_the_folder_must_be_named(
    edge: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No HOME and no user of that number: no folder called "~" appears, and the error says what to set."""
    import pwd

    def nobody(_: int) -> object:
        raise KeyError("getpwuid(): uid not found")

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    for name in ("HOME", "EDGE_HOME"):
        monkeypatch.delenv(name)
    for words in (["paths"], ["extract", "mail.txt"], ["models", "list"], ["ask", "why?"]):
        code, _, err = edge(*words)
        assert (code, "EDGE_HOME" in err) == (2, True), (words, err)
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "named"))
    for words in (["paths"], ["models", "list"], ["config"]):
        assert edge(*words)[0] == 0, words
    assert {path.name for path in tmp_path.iterdir()} <= {"loop", "mail.txt", "named", "empty"}


@pytest.mark.parametrize("command", ["ask", "search", "embed", "doctor", "paths", "config", "stats", "queue"])
def test_the_root_is_no_database(edge: Callable[..., Ended], command: str) -> None:
    """A place without a name of its own."""
    words = [word.replace("PLACE", "/") for word in COMMANDS[command]]
    code, _, err = edge(*words)
    assert code in range(8) and "bug in edge" not in err, err


def test_what_a_name_holds_is_shown(edge: Callable[..., Ended], tmp_path: Path) -> None:
    """Of a file or a folder that cannot be read, each letter that a terminal would obey is written out."""
    _, _, err = edge("ask", "why?", "-K", "a\x1b[2Jb\nerror: c\u202ed\udce9.db")
    assert "a\\x1b[2Jb\\nerror: c\\u202ed\\udce9.db" in err
    folder = tmp_path / "mails"
    folder.mkdir()
    (folder / "\x1b]0;owned\x07\n.eml").write_bytes(b"")
    (folder / "caf\udce9.txt").write_text("Please pay 700 EUR by 3 March 2026.", encoding="utf-8")
    for words in (
        ["extract", "mails", "--no-keep"],
        ["extract", "mails", "--json"],
        ["queue", "--json"],
        ["queue"],
    ):
        code, out, err = edge(*words)
        assert code in (0, 1, 4) and not {"\x1b", "\x07"} & set(out + err), (words, out, err)
        assert "bug in edge" not in err, err
    code, out, err = edge("index", "mails", "-K", "new.db", "--json")
    assert code == 0 and "bug in edge" not in err, err


DEEP = {
    "a list": "[" * 1_000 + "]" * 1_000,
    "an object": '{"a":' * 1_000 + "1" + "}" * 1_000,
    "open": "[" * 100_000,
}


@pytest.mark.parametrize("deep", DEEP)
def test_no_nesting_is_a_bug(edge: Callable[..., Ended], tmp_path: Path, deep: str) -> None:
    """JSON a thousand deep, wherever edge reads JSON of others: an error that names the place."""
    text = DEEP[deep]
    lines = [
        text,
        f'{{"id": {text}, "question": "why?"}}',
        f'{{"id": 1, "question": "why?", "more": {text}}}',
    ]
    (tmp_path / "deep.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "deep.json").write_text(text, encoding="utf-8")
    page = f'{{"source": "a", "page": 1, "text": "The gong is struck at noon.", "more": {text}}}'
    (tmp_path / "pages.jsonl").write_text(f"{page}\n{page}\n", encoding="utf-8")
    html = (
        f'From: a@b.example\nContent-Type: text/html\n\n<script type="application/ld+json">{text}</script>Hi'
    )
    (tmp_path / "deep.eml").write_text(html, encoding="utf-8")
    commands = (
        ["ask", "--batch", "deep.jsonl"], ["search", "--batch", "deep.jsonl"],
        ["extract", "--batch", "deep.jsonl", "--no-keep"],
        ["extract", "deep.json", "deep.jsonl", "deep.eml", "--no-keep"],
        ["extract", "mail.txt", "--tasks", "deep.json", "--no-keep"], ["eval", "retrieval", "deep.jsonl"],
        ["extract", "mail.txt", "--schema", "deep.json", "--no-keep"],
        ["index", "pages.jsonl", "-K", "new.db"],
    )  # fmt: skip
    for words in commands:
        code, _, err = edge(*words)
        assert code in range(8) and "bug in edge" not in err, (words, err)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("config.toml", "a = " + "[" * 5_000 + "]" * 5_000), ("config.toml", "a" + ".a" * 2_000 + " = 1"),
        ("config.toml", "a = " + "{a=" * 5_000), ("tuned.json", "[" * 5_000),
        ("tuned.json", '{"gemma":' * 5_000),
        ("models/digests.json", "[" * 5_000), ("models/installed.json", "[" * 5_000),
        ("prices.toml", "a=" + "[" * 5_000),
    ],
)  # fmt: skip
def test_no_settings_are_a_bug(edge: Callable[..., Ended], tmp_path: Path, name: str, text: str) -> None:
    """The same for the files in edge's own folder."""
    place = tmp_path / "home" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    for words in (["config"], ["models", "list"], ["doctor"], ["ask", "why?", "--cloud", "ask"]):
        code, _, err = edge(*words)
        assert code in range(8) and "bug in edge" not in err, (words, err)
