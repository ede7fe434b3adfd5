"""What only Unix has is guarded: edge is imported, and works, where it is missing (Windows)."""

from __future__ import annotations

import ast
import os
import pkgutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import edge
from edge import folders
from edge.cli.open import viewer
from edge.records import SearchResponse
from edge.search import query_log
from edge.serve import incoming

ROOT = Path(__file__).parents[1]
EDGE = ROOT / "edge"
MODULES = sorted(path for path in EDGE.rglob("*.py") if "_data" not in path.parts)

#: Modules that Windows does not have.
UNIX_MODULES = {
    "crypt", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline", "resource", "spwd", "syslog",
    "termios", "tty",
}  # fmt: skip
#: What `os` and `signal` do not have there, or have as something else (`kill` of 0 ends the process).
UNIX_NAMES = {
    "os": {
        "chown", "chroot", "confstr", "ctermid", "fchdir", "fchmod", "fchown", "fork", "forkpty", "getegid",
        "geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp", "getpriority", "getresuid",
        "getsid", "getuid", "initgroups", "kill", "killpg", "lchown", "lockf", "major", "makedev", "minor",
        "mkfifo", "mknod", "nice", "openpty", "pathconf", "pipe2", "posix_fadvise", "posix_fallocate",
        "posix_spawn", "pread", "preadv", "pwrite", "pwritev", "readv", "sched_getaffinity",
        "sched_setaffinity", "sched_yield", "sendfile", "setegid", "seteuid", "setgid", "setgroups",
        "setpgid",
        "setpriority", "setregid", "setsid", "setuid", "statvfs", "symlink", "sync", "sysconf",
        "sysconf_names", "tcgetpgrp", "ttyname", "uname", "wait", "wait3", "wait4", "waitid", "writev",
        "O_CLOEXEC", "O_DIRECT", "O_DIRECTORY", "O_DSYNC", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC",
        "O_TMPFILE",
    },
    "signal": {
        "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGTSTP",
        "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGXCPU", "SIGXFSZ", "alarm", "pthread_sigmask", "setitimer",
        "siginterrupt", "sigwait",
    },
    "socket": {"AF_UNIX", "SO_REUSEPORT"},
    "time": {"tzset"},
}  # fmt: skip
#: Words by which a function asks for the platform first.
GUARDS = ("os.name", "sys.platform", "hasattr(", "AttributeError")


def _functions(path: Path) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    """Each function, and its lines."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, "\n".join(lines[node.lineno - 1 : node.end_lineno])


def _unguarded(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if not any(f"{module}." in text for module in UNIX_NAMES):
        return
    asked = {
        line
        for function, lines in _functions(path)
        if any(guard in lines for guard in GUARDS)
        for line in range(function.lineno, (function.end_lineno or 0) + 1)
    }
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.attr in UNIX_NAMES.get(node.value.id, ())
            and node.lineno not in asked
        ):
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.value.id}.{node.attr}"


def test_what_only_unix_has_is_asked_for_first() -> None:
    """A function that names a call, flag or signal of Unix's asks for the platform, or for the name itself,
    in its own lines.
    """
    assert [one for path in MODULES for one in _unguarded(path)] == []


def test_a_handle_is_opened_for_bytes() -> None:
    """`os.open` writes another line end than it is given on Windows, unless it is told that these are bytes:
    whoever writes through a handle says so. Making an empty file, or a folder's sync, writes nothing.
    """
    told = []
    for path in MODULES:
        for function, lines in _functions(path):
            if "os.open(" in lines and "os.write(" in lines and "BINARY" not in lines:
                told.append(f"{path.relative_to(ROOT)}: {function.name}")
    assert told == []


_IMPORTS = """
import builtins, importlib, sys
missing, true = set(sys.argv[1].split()), builtins.__import__
def absent(name, globals=None, locals=None, fromlist=(), level=0):
    if name.partition(".")[0] in missing and str((globals or {}).get("__name__")).startswith("edge"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return true(name, globals, locals, fromlist, level)
builtins.__import__ = absent
for name in sys.argv[2].split():
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name in missing:
            raise
"""


def test_every_module_is_imported_where_unix_has_nothing() -> None:
    """No module of edge needs one of Unix's at its import, and none warns; a library that is optional may be
    missing.
    """
    names = [
        one.name
        for one in pkgutil.walk_packages(edge.__path__, "edge.")
        if "_data" not in one.name and not one.name.endswith("__main__")
    ]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _IMPORTS, " ".join(sorted(UNIX_MODULES)), " ".join(names)],
        capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_a_viewer_in_a_folder_of_windows_is_understood() -> None:
    r"""`open.viewer` names a program as its platform does: the separators of `C:\Program Files` are none of
    the signs by which Unix quotes.
    """
    written = r'"C:\Program Files\Reader\reader.exe" /A page={page} {file}'
    assert viewer.parsed(written, windows=True) == [
        r"C:\Program Files\Reader\reader.exe", "/A", "page={page}", "{file}"
    ]  # fmt: skip
    assert viewer.parsed(r"'a b' c\ d", windows=False) == ["a b", "c d", "{file}"]


def test_a_half_sent_file_is_cleared_where_nothing_can_be_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without fcntl a file is received all the same, and what another may be writing is left."""
    monkeypatch.setitem(sys.modules, "fcntl", None)
    left = tmp_path / ".0123456789abcdef"
    left.write_bytes(b"half")
    file = incoming.IncomingFile(tmp_path)
    file.write(b"whole")
    file.keep("plan.md")
    file.drop()
    assert (tmp_path / "plan.md").read_bytes() == b"whole"
    assert {path.name for path in tmp_path.iterdir()} == {"plan.md", left.name}


def test_two_servers_never_share_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Unix calls reuse of an address lets a second program take the port of a first on Windows, which
    has a word of its own for the opposite.
    """
    pytest.importorskip("uvicorn", reason="uvicorn (extra serve) is not installed")
    from edge.serve import server

    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    listener = server.listening("127.0.0.1", 0)
    try:
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 0
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) != 0
    finally:
        listener.close()


def test_lines_of_the_retrieval_log_are_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is opened as bytes, so that a line ends as it was written."""
    flags: list[int] = []
    true = os.open
    monkeypatch.setattr("edge.durable.BINARY", os.O_CLOEXEC if os.name != "nt" else os.O_BINARY)

    def opened(path: str, given: int, *more: int) -> int:
        flags.append(given)
        return true(path, given, *more)

    monkeypatch.setattr(os, "open", opened)
    query_log.log_search(str(tmp_path / "log"), SearchResponse(query="q", results=[], ms=1.0))
    assert [given & query_log.durable.BINARY for given in flags] == [query_log.durable.BINARY]


@pytest.mark.parametrize("name", ["CON", "nul.txt", "com1 .md", "a.", "a ", "LPT9"])
def test_names_that_windows_keeps_for_devices(name: str) -> None:
    """What stands before the first full stop decides, in any case of letters, and an end is dropped."""
    assert folders.reserved(name)
    assert not any(map(folders.reserved, ("console.md", "com10.md", "a.con", "nuls", ".nul")))
