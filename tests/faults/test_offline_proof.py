"""The offline proof: every command of edge in a network namespace of its own, its system calls counted.

`unshare -n` takes the network away; `strace -f` counts what asks for it anyway, native code and workers too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import bundles
import pytest
from places import ROOT, recipe

_CALLS = "socket,connect,sendto,sendmsg,sendmmsg"
_INTERNET = re.compile(r"\b(connect|sendto|sendmsg|sendmmsg)\(.*?AF_INET6?\b")
_SOCKET = re.compile(r"\bsocket\(AF_INET6?\b")

#: Done, not in the documents, needs the person.
_FINE = {0, 3, 4}

#: What asks for a network, for a model that nobody may ship, or for something that is not there: it says so.
_REFUSED = {
    "models pull gemma-3-1b-it --offline": 6, "models make all-minilm-l6-v2 --offline": 6, "models tune": 5,
    "models import documents": 5, "models path gemma-3-1b-it": 5, "models remove gemma-3-1b-it": 5,
    "eval compose": 2, "trace label x1 nothing": 2,
    "memory complete m3 --what-failed Tape": 2,
}  # fmt: skip

COMMANDS = [
    "ask 'Who presses the clock after a capture?'", "ask 'How much is the venue?' --json",
    "search clock -k 3", "index documents --knowledge mine.db --offline",
    "ask -K mine.db 'Where is the pump?'",
    "documents list -K mine.db", "documents show -K mine.db pump", "open 'pump-manual.md:3' -C 1 -K mine.db",
    "extract inbox", "extract inbox/1-contrat.eml --json", "queue",
    "correct 20260302.1@atelier-meridien.example --accept", "stats",
    "compose 'the lease' -K mine.db", "trace list", "trace show x1", "trace export", "embed -K mine.db",
    "memory add bug 'The pump leaks' --situation 'The red valve is left open over night by the last shift'"
    " --solution 'Close the red valve before the last shift leaves the hall'",
    "memory add bug 'The pump is loud' --situation 'The filter is clogged with sand after heavy rain'"
    " --solution 'Rinse the filter and put it back with the arrow upwards'",
    "memory search pump", "memory list", "memory show m1",
    "memory update m1 --title 'The pump drips'",
    "memory supersede m2 fact 'It is quiet' --situation 'The filter was rinsed after the rain'"
    " --solution 'Nothing is to be done'",
    "memory link m3 m4 --reason both", "memory export", "memory stats", "memory delete m4",
    "memory restore m4",
    "memory consolidate", "memory summarise", "memory import all.jsonl", "grade copy.txt --scale scale.toml",
    "grade copy.txt --scale scale.toml --out grades", "eval grades grades people.jsonl",
    "eval retrieval gold.jsonl", "eval answers gold.jsonl --labels labels.jsonl",
    "eval calibration labels.jsonl", "calibrate labels.jsonl --no-save", "doctor", "doctor --json", "paths",
    "config", "models list", "models verify", "models recommend", "consent grant --for ask", "consent show",
    "consent revoke 1", "consent clock", "audit show", "audit verify", "documents remove -K mine.db bail.md",
    "bundle create out.tar -K mine.db", "bundle verify out.tar", "bundle install out.tar --to place",
    "bundle list --to place", "bench -n 1", "chat", "mcp", "serve --port 0",
]  # fmt: skip


class Counted(NamedTuple):
    code: int
    said: str
    reached: list[str]  # calls that would reach another machine
    sockets: int


def counted(folder: Path, *command: str, given: str = "") -> Counted:
    """Run in a namespace without a network and count."""
    log = folder / "strace.log"
    shell = 'ip link set lo up 2>/dev/null; exec "$@"'
    trace = ["strace", "-f", "-qq", "-s", "200", "-e", f"trace={_CALLS}", "-o", str(log)]
    done = subprocess.run(
        ["unshare", "-r", "-n", "sh", "-c", shell, "sh", *trace, *command], cwd=folder, input=given,
        text=True, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
        check=False,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "EDGE_HOME": str(folder / "home")}
        | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    reached = [line for line in lines if _INTERNET.search(line)]
    return Counted(done.returncode, done.stdout, reached, sum(bool(_SOCKET.search(line)) for line in lines))


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Documents, mail, a copy, questions; the test is skipped where the tools are missing or not allowed."""
    for tool in ("unshare", "strace"):
        if not shutil.which(tool):
            pytest.skip(f"{tool} is not installed: the offline proof cannot be made here")
    if subprocess.run(
        ["unshare", "-r", "-n", "strace", "-qq", "-o", os.devnull, "true"], check=False
    ).returncode:
        pytest.skip("unshare -n or strace is not allowed here: the offline proof cannot be made")
    folder = tmp_path_factory.mktemp("offline")
    shutil.copytree(ROOT / "assets" / "demo", folder, dirs_exist_ok=True)
    (folder / "scale.toml").write_text(
        '[[questions]]\nid = "Q1"\ntext = "What is ice?"\nmax = 1\nmodel_answer = "Frozen water."\n'
    )
    (folder / "copy.txt").write_text("Q1: Ice is frozen water.\n")
    (folder / "people.jsonl").write_text('{"id": "copy", "question": "Q1", "grade": 1}\n')
    lines = (ROOT / "assets" / "handbook" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    (folder / "gold.jsonl").write_text("\n".join(lines[:4]) + "\n", encoding="utf-8")
    return folder


def test_the_counter_counts(ground: Path) -> None:
    """The control: a program that tries, in Python and by its libraries, is counted, and gets nowhere."""
    script = (
        "import socket\n"
        "for call in (lambda: socket.create_connection(('192.0.2.1', 80), 1),"
        " lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 9))):\n"
        "    try: call()\n    except OSError as error: print(error)"
    )
    found = counted(ground, sys.executable, "-c", script)
    assert len(found.reached) == 2 and found.sockets == 2 and found.said.count("unreachable") == 2


def test_no_command_reaches_for_the_network(ground: Path) -> None:
    """All of edge's commands: 0 calls to an internet address, 0 internet sockets but that of `serve`."""
    edge = [sys.executable, "-m", "edge"]
    reached, unexpected, sockets = {}, {}, {}
    for line, code in [*((one, None) for one in COMMANDS), *_REFUSED.items()]:
        words = _words(line)
        before = ["timeout", "-s", "INT", "8"] if words[0] == "serve" else []
        found = counted(ground, *before, *edge, *words)
        if found.reached:
            reached[line] = found.reached[:3]
        if found.sockets and words[0] != "serve":
            sockets[line] = found.sockets
        if line == "memory export":
            (ground / "all.jsonl").write_text(found.said, encoding="utf-8")
        allowed = _FINE if code is None else {code}
        if found.code not in allowed and words[0] != "serve":
            unexpected[line] = (found.code, found.said[-300:])
    assert reached == {}
    assert sockets == {}
    assert unexpected == {}, "\n".join(f"{line}: {one}" for line, one in unexpected.items())


def test_every_command_is_in_the_proof() -> None:
    """A command that is added is proved too."""
    proved = {tuple(_words(line)) for line in (*COMMANDS, *_REFUSED)}
    for path, _ in recipe("cli_docs").commands():
        words = tuple(path.split()[1:])
        assert any(one[: len(words)] == words for one in proved), f"{path}: add it to COMMANDS"


def test_a_bundle_installs_and_answers_without_a_network(ground: Path, tmp_path: Path) -> None:
    """install.py with a bare Python in the namespace: 0 calls. (.ci/run does it with edge's real wheels.)"""
    from edge.bundle.create import Order, create
    from edge.settings import Settings

    pytest.importorskip("cyclonedx", reason="the extra bundle is not installed")
    create(Order(out=tmp_path / "b", wheels=bundles.wheels(tmp_path / "wheels")), Settings())
    base = getattr(sys, "_base_executable", sys.executable)
    found = counted(ground, base, "-I", str(tmp_path / "b" / "install.py"), "--to", str(tmp_path / "to"))
    assert found.code == 0, found.said
    assert found.reached == []  # pip makes two sockets to see whether this machine has IPv6, and uses none
    assert counted(ground, str(tmp_path / "to" / "bin" / "edge")).said.startswith("stand-in ")


def _words(line: str) -> list[str]:
    import shlex

    return shlex.split(line)
